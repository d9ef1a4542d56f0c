//! The figures, the page and the plots.

mod certificate;
mod figures;
mod page;
mod plots;
mod util;
