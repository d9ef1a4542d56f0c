#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod random;
mod softmax;

pub use random::{Random, mix};
pub use softmax::softmax;
