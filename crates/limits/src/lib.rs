#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod limit;
mod limits;
mod memory;
mod stop_flag;

pub use limit::Limit;
pub use limits::Limits;
pub use memory::TooLarge;
pub use stop_flag::StopFlag;
