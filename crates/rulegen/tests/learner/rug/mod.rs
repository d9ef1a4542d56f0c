//! The RUG classifier from data to model, on the fixtures.

mod certificate;
mod data;
mod determinism;
mod exact;
mod fair;
mod fixtures;
mod limits;
mod masters;
mod options;
mod own;
mod parameters;
mod pool;
mod real;
mod terms;
