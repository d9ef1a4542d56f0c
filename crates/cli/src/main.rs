//! The command line of rulegen.
fn main() {}
