//! Random numbers that are the same everywhere.

/// Splitmix64 (Steele, Lea, Flood 2014): small and seeded.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The `stream`-th stream of a seed.
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut random = Random(seed);
        let start = random.next() ^ stream.wrapping_mul(0xD134_2543_DE82_EF95);
        Random(start)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// From 0 up to 1, 1 not included.
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Below `n`, which is positive.
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.next()) * n as u128) >> 64) as usize
    }

    /// Puts `items` in random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}
