//! The mean rises of objectives after decisions.

/// The number of times that a decision is probed before the mean of its rises stands for them.
const RELIABLE: u32 = 4;

/// The rise of an objective by a decision about a sample, for each unit by which the decision
/// changes the coverage of the sample.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rise {
    pub(super) sample: usize,
    pub(super) covered: bool,
    pub(super) rise: f64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Mean {
    sum: f64,
    number: u32,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.number += 1;
    }

    fn value(self) -> Option<f64> {
        (self.number > 0).then(|| self.sum / f64::from(self.number))
    }
}

/// The part of the unit of objectives below which a rise does not count.
const LEAST: f64 = 1e-3;

/// The mean rises of the decisions that were probed.
#[derive(Clone, Debug)]
pub(super) struct PseudoCosts {
    /// The step of objectives, or the size of one.
    unit: f64,
    /// The means of each sample: not covered, covered.
    of_sample: Vec<[Mean; 2]>,
    of_all: [Mean; 2],
}

impl PseudoCosts {
    /// Makes means of no rises at all. `unit` is the step of objectives, or the size of one.
    pub(super) fn new(samples: usize, unit: f64) -> Self {
        PseudoCosts { unit, of_sample: vec![Default::default(); samples], of_all: Default::default() }
    }

    pub(super) fn add(&mut self, seen: &[Rise]) {
        for &Rise { sample, covered, rise } in seen {
            self.of_sample[sample][usize::from(covered)].add(rise);
            self.of_all[usize::from(covered)].add(rise);
        }
    }

    /// Returns the rise to be expected: that of the sample, or of all samples.
    pub(super) fn expected(&self, sample: usize, covered: bool) -> f64 {
        let side = usize::from(covered);
        self.of_sample[sample][side].value().or(self.of_all[side].value()).unwrap_or(self.unit)
    }

    /// Returns the product of the rises of both decisions, each at least a small positive number,
    /// so that neither makes it 0.
    pub(super) fn product(&self, rises: [f64; 2]) -> f64 {
        rises.iter().map(|rise| rise.max(LEAST * self.unit)).product()
    }

    /// True if the sample was probed so often that its mean is as good as another probe.
    pub(super) fn is_reliable(&self, sample: usize) -> bool {
        self.of_sample[sample].iter().all(|mean| mean.number >= RELIABLE)
    }
}
