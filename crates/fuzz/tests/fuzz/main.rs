//! Fuzzing. Every target replays its corpus, and tries random inputs for as long as
//! `BOLERO_RANDOM_TEST_TIME_MS` says (one second by default); `scripts/fuzz.sh` runs them one after
//! the other.
//!
//! Inputs of files are *mutants*: a file of the corpus after a few edits. A random file would
//! seldom pass the first check of a reader. Inputs of solvers are seeds of small random instances,
//! whose answers are compared with enumeration.

mod mutant;
mod target;

mod experiments;
mod instances;
mod learning;
mod messages;
mod models;
mod programs;
mod proofs;
mod runs;
mod search_files;
mod tables;
