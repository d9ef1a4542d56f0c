//! Dice from a fixed seed: the same numbers with every version, on every machine.
//!
//!     cargo run -p rulegen-numeric --example dice

use rulegen_numeric::Random;

fn main() {
    let mut random = Random::new(7, 0);
    let rolls: Vec<usize> = (0..10).map(|_| 1 + random.below(6)).collect();
    println!("ten rolls: {rolls:?}");
    // Another stream of the same seed has nothing in common with the first.
    let mut other = Random::new(7, 1);
    println!("ten others: {:?}", (0..10).map(|_| 1 + other.below(6)).collect::<Vec<_>>());
}
