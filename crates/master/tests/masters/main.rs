//! The masters, on small problems whose optima are known, in one program.

mod boolean;
mod conformance;
mod enumeration;
mod logistic;
mod margin;
mod penalty;
mod rug;
