//! A small generator of random numbers with fixed streams.
//!
//! Splits and samples are part of published results, so they must not change when a dependency
//! changes its streams. The sequence of SplitMix64 (Steele, Lea and Flood, 2014) is fixed by its
//! definition.

/// The step between two states of SplitMix64.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// Mixes the bits of a key, as one step of SplitMix64 does. Different keys have different results.
#[inline]
pub fn mix(key: u64) -> u64 {
    let mut z = key.wrapping_add(STEP);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Random numbers by SplitMix64. The numbers of a seed and a stream never change.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Begins the `stream`-th stream of a seed.
    pub fn new(seed: u64, stream: u64) -> Self {
        let start = Random(seed).next() ^ stream.wrapping_mul(0xD134_2543_DE82_EF95);
        Random(start)
    }

    /// Begins the published sequence of SplitMix64, which starts in the state `seed`.
    pub fn of_seed(seed: u64) -> Self {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        let mixed = mix(self.0);
        self.0 = self.0.wrapping_add(STEP);
        mixed
    }

    /// Returns a number from 0 up to 1, without 1.
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Returns a number below `bound`, which is positive. Its bias is below `bound` / 2^64.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }

    /// Puts the items in a random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_sequence() {
        let mut random = Random::of_seed(1_234_567);
        assert_eq!(random.next(), 6_457_827_717_110_365_317);
        assert_eq!(random.next(), 3_203_168_211_198_807_973);
    }

    /// Models that were learned with a seed can be learned again.
    #[test]
    fn streams_never_change() {
        let first = |seed, stream| Random::new(seed, stream).below(1 << 63);
        let expected = [6_017_775_124_710_473_527, 107_547_197_241_494_928, 578_324_273_580_165_153];
        assert_eq!([first(0, 0), first(0, 1), first(7, 3)], expected);
        let mut random = Random::new(7, 3);
        assert_eq!((0..8).map(|_| random.below(1000)).collect::<Vec<_>>(), [62, 88, 976, 885, 670, 794, 787, 352]);
        assert_eq!(random.unit(), 0.848_830_860_029_980_5);
    }

    #[test]
    fn a_shuffle_keeps_all() {
        let mut items: Vec<usize> = (0..100).collect();
        Random::of_seed(7).shuffle(&mut items);
        assert_ne!(items, (0..100).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..100).collect::<Vec<_>>());
    }
}
