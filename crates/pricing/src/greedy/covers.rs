//! The sets of samples that shorter rules cover.

/// Sets of samples, by keys that are as good as random. There are a million of them where there are
/// thousands of columns, and few are looked up: so keys are only parted by their first bits, which
/// takes a twentieth of the time of a hash table.
#[derive(Debug, Default)]
pub(super) struct Covers {
    /// The keys that came together.
    groups: Vec<Parted>,
}

/// Keys parted by their first bits.
#[derive(Debug)]
struct Parted {
    keys: Vec<u64>,
    /// The index of the first key of each part, and the number of all.
    starts: Vec<usize>,
}

impl Covers {
    /// Adds the keys of these lists.
    pub(super) fn add(&mut self, lists: &[Vec<u64>]) {
        self.groups.push(Parted::of(lists));
    }

    /// True if a set of samples of this key was added.
    pub(super) fn contains(&self, key: u64) -> bool {
        self.groups.iter().any(|group| group.contains(key))
    }
}

impl Parted {
    /// The mean number of keys of a part, as long as [`Parted::MOST_BITS`] suffice.
    const PART: usize = 64;

    /// The most bits. The places at which so many parts are written stay in the nearest cache.
    const MOST_BITS: u32 = 11;

    fn of(lists: &[Vec<u64>]) -> Parted {
        let number: usize = lists.iter().map(Vec::len).sum();
        let bits = (number / Parted::PART).max(1).ilog2().min(Parted::MOST_BITS);
        let mut starts = vec![0; (1 << bits) + 1];
        let all = || lists.iter().flatten().copied();
        all().for_each(|key| starts[part(key, bits) + 1] += 1);
        (1..starts.len()).for_each(|at| starts[at] += starts[at - 1]);
        let mut next = starts.clone();
        let mut keys = vec![0; number];
        for key in all() {
            let place = &mut next[part(key, bits)];
            keys[*place] = key;
            *place += 1;
        }
        Parted { keys, starts }
    }

    fn contains(&self, key: u64) -> bool {
        let at = part(key, (self.starts.len() - 1).ilog2());
        self.keys[self.starts[at]..self.starts[at + 1]].contains(&key)
    }
}

/// Returns the first bits of a key.
fn part(key: u64, bits: u32) -> usize {
    key.checked_shr(u64::BITS - bits).unwrap_or(0) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulegen_numeric::mix;

    #[test]
    fn keys_that_were_added_are_found_and_no_others() {
        for number in [0, 1, 100, 10_000, 300_000] {
            let mut covers = Covers::default();
            let of = |from: u64| (from..from + number).map(mix).collect::<Vec<_>>();
            covers.add(&[of(0), of(1_000_000)]);
            covers.add(&[of(2_000_000)]);
            let found = |from: u64| (from..from + number).filter(|&k| covers.contains(mix(k))).count() as u64;
            assert_eq!([found(0), found(1_000_000), found(2_000_000)], [number; 3]);
            assert_eq!(found(3_000_000), 0);
            assert!(!covers.contains(0) && !covers.contains(u64::MAX));
        }
    }
}
