//! The figures, the page and the plots.

mod certificate;
mod figures;
mod front;
mod page;
mod plots;
mod util;
