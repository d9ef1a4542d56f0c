//! The learner from data to model, in one program: each one more would link the whole library.

mod blocks;
mod boolean;
mod columns;
mod constraints;
mod cuts;
mod edit;
mod fixtures;
mod limits;
mod losses;
mod observers;
mod penalties;
mod proofs;
mod required;
mod rug;
mod rules;
mod scorers;
mod sharded;
mod size;
mod written_proofs;

/// True under `scripts/check-all.sh cases`, where tests fit more models than with every change.
fn is_thorough() -> bool {
    std::env::var_os("RULEGEN_CASES").is_some()
}

/// Returns the number of random instances of a test: `RULEGEN_CASES`, or `usual`.
fn cases(usual: u64) -> u64 {
    std::env::var("RULEGEN_CASES").map_or(usual, |cases| cases.parse().expect("a number of cases"))
}
