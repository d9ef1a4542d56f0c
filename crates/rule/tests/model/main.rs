//! Models: their files, and what they predict.

mod array;
mod counterfactuals;
mod dates;
mod export;
mod hostile;
mod models;
mod naive;
mod points;
mod probabilities;
mod round_trip;
mod text;
mod threshold;
mod whole_points;
