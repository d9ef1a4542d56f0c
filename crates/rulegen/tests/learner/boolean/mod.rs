//! The Boolean rule classifier from data to model.

mod branching;
mod data;
mod exhaustive;
mod fair;
mod given;
mod options;
mod real;
mod sized;
mod ties;
