//! Shared set-up of the benchmarks: data made from a seed, or read from `fixtures/`.
