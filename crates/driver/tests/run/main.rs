//! The loop, over scripted masters and pricers that reach every branch of it.

mod bounds;
mod contract;
mod lies;
mod limits;
mod observers;
mod script;
mod stabilisation;
mod stages;
