//! Constraints on rules: columns along which models only rise or fall, and columns that go
//! together.

mod monotone;
mod together;
mod util;
