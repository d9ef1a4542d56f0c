//! The extensions of a rule that the search may take.

use super::covers::Covers;
use super::histogram::Share;
use rulegen_rule::Literal;
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

/// The keys of some of the samples, which are random already and need no hash function.
type Keys = HashSet<u64, BuildHasherDefault<KeyHasher>>;

#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("keys are whole numbers");
    }
}

/// An extension of a rule by one literal.
#[derive(Clone, Copy)]
pub(super) struct Child {
    /// The index of the rule in the beam.
    pub(super) node: usize,
    pub(super) literal: Literal,
    pub(super) share: Share,
    pub(super) gain: f64,
    /// True if it gains enough to be returned.
    pub(super) is_candidate: bool,
    /// True if a longer rule on fewer rows could gain more.
    pub(super) is_promising: bool,
}

/// The most extensions that the search takes, of one rule or of all.
#[derive(Clone, Copy)]
pub(super) struct Most {
    pub(super) candidates: usize,
    pub(super) promising: usize,
}

/// Takes the first of the extensions, in the order of their gain and then as they are, that are
/// candidates or promising. Of those that cover the same samples, or samples of `covers`, only the
/// first counts. The last of as many as there may be sets the bar for others of its kind.
pub(super) fn first_of(children: &mut Vec<Child>, covers: &Covers, most: Most) -> Bars {
    // Among equals the first stays the first. Extensions are five times as large as what is sorted.
    let mut order: Vec<(f64, usize)> = children.iter().enumerate().map(|(at, child)| (child.gain, at)).collect();
    order.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let (mut seen, mut left) = (Keys::default(), most);
    let mut bars = Bars::for_none(most);
    let mut is_taken = |child: &Child| {
        if (left.candidates == 0 && left.promising == 0) || covers.contains(child.share.key) {
            return false;
        }
        let takes = |wanted: bool, left: &mut usize, bar: &mut f64| {
            let takes = wanted && *left > 0;
            if takes {
                *left -= 1;
                *bar = if *left == 0 { child.gain } else { *bar };
            }
            takes
        };
        seen.insert(child.share.key) && {
            let candidate = takes(child.is_candidate, &mut left.candidates, &mut bars.candidates);
            takes(child.is_promising, &mut left.promising, &mut bars.promising) || candidate
        }
    };
    *children = order.into_iter().map(|(_, at)| children[at]).filter(|child| is_taken(child)).collect();
    bars
}

/// The gains that an extension must exceed to be taken.
#[derive(Clone, Copy)]
pub(super) struct Bars {
    candidates: f64,
    promising: f64,
}

impl Bars {
    /// The bars before any extension is taken: none can be, of a kind of which there may be none.
    fn for_none(most: Most) -> Self {
        let bar = |most: usize| if most == 0 { f64::INFINITY } else { f64::NEG_INFINITY };
        Bars { candidates: bar(most.candidates), promising: bar(most.promising) }
    }
}

/// The extensions of one rule, of which only those are kept that may be taken: there are a hundred
/// thousand of them where there are thousands of columns.
pub(super) struct Shortlist<'a> {
    covers: &'a Covers,
    most: Most,
    bars: Bars,
    children: Vec<Child>,
}

impl<'a> Shortlist<'a> {
    /// The number of extensions that are gathered before the first of them are taken, beside twice
    /// the number that is taken.
    const ROOM: usize = 256;

    /// Makes an empty list. `covers` are the samples that shorter rules cover.
    pub(super) fn new(covers: &'a Covers, most: Most) -> Self {
        Shortlist { covers, most, bars: Bars::for_none(most), children: Vec::new() }
    }

    /// Takes an extension, which comes after all others of the same gain. Returns the gain that
    /// others must exceed.
    pub(super) fn push(&mut self, child: Child) -> f64 {
        let Bars { candidates, promising } = self.bars;
        if (child.is_candidate && child.gain > candidates) || (child.is_promising && child.gain > promising) {
            self.children.push(child);
            if self.children.len() > Self::ROOM + 2 * (self.most.candidates + self.most.promising) {
                self.bars = first_of(&mut self.children, self.covers, self.most);
            }
        }
        self.bars.candidates.min(self.bars.promising)
    }

    /// Returns the extensions that may be taken, and perhaps others.
    pub(super) fn into_children(self) -> Vec<Child> {
        self.children
    }
}
