//! Models: their files, and what they predict.

mod changes;
mod export;
mod hostile;
mod models;
mod naive;
mod round_trip;
mod text;
