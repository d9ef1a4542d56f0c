//! Exit codes.

/// Done.
pub(crate) const DONE: u8 = 0;

/// Failed, but for bad input.
pub(crate) const FAILED: u8 = 1;

/// Bad usage or bad input.
pub(crate) const BAD_INPUT: u8 = 2;

/// Ended by Ctrl-C.
pub(crate) const INTERRUPTED: u8 = 130;
