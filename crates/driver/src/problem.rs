//! The pricing problem, as plain data.

use crate::DriverError;
use rulegen_rule::Rule;

/// The most that a claimed gain may differ from the true one, relative to the sum of the gains'
/// absolute values. It allows for rounding.
const CLAIM_ERROR: f64 = 1e-9;

/// A question about new rules, asked by a master (docs/MATH.md 5).
///
/// Among conjunctions of at least one literal, a pricer looks for rules of large
///
/// ```text
/// gain(rule) = sum of gains[i] over covered samples i  -  fixed  -  per_literal * len(rule)
/// ```
///
/// The gains come from the duals of the master, so that a rule's gain is minus its reduced cost.
/// Any sample may have a gain of either sign: the sign alone says whether covering it pays.
#[derive(Clone, Debug, PartialEq)]
pub struct PricingProblem {
    /// The master's name for this problem: a class, a direction, or any other kind of rules. Unique
    /// within a round. Pricers copy it into their candidates and read nothing from it.
    pub tag: u32,
    /// The signed gain of covering each sample; finite.
    pub gains: Vec<f64>,
    /// The cost of any rule, not negative.
    pub fixed: f64,
    /// The cost of each literal, not negative.
    pub per_literal: f64,
    /// The most literals that a rule may have. `None` means no limit.
    pub max_length: Option<usize>,
    /// The fewest training rows that a rule may cover. These are rows, not merged samples, whatever
    /// they weigh. 0 means no limit.
    pub min_cover: u64,
    /// A rule is wanted when its gain is above this, a small positive number that stands for zero.
    pub threshold: f64,
}

impl PricingProblem {
    /// Returns the cost of a rule of `length` literals.
    pub fn cost(&self, length: usize) -> f64 {
        self.fixed + self.per_literal * length as f64
    }

    /// Returns the sum of the positive gains. No rule gains more.
    pub fn positive_gain(&self) -> f64 {
        self.gains.iter().map(|gain| gain.max(0.0)).sum()
    }

    /// Returns the gain of a rule of `length` literals that covers the samples `cover`.
    pub fn gain(&self, cover: impl IntoIterator<Item = usize>, length: usize) -> f64 {
        cover.into_iter().map(|i| self.gains[i]).sum::<f64>() - self.cost(length)
    }

    /// True if a rule may have `length` literals.
    pub fn admits_length(&self, length: usize) -> bool {
        length >= 1 && self.max_length.is_none_or(|most| length <= most)
    }

    /// True if a rule may cover this number of rows.
    pub fn admits_cover(&self, rows: u64) -> bool {
        rows >= self.min_cover
    }

    /// True if a pricer has to count rows. A least cover of 1 needs no count, since a rule that
    /// gains anything covers a row.
    pub fn counts_rows(&self) -> bool {
        self.min_cover > 1
    }

    /// Checks that this is a valid problem over `samples` samples: one finite gain for each, costs
    /// finite and not negative, a finite threshold, and a maximum length of at least one literal. A
    /// NaN would make every comparison of a search false, and so its proof.
    ///
    /// # Errors
    /// [`DriverError::BadProblem`], with the first value that is out of range.
    pub fn check(&self, samples: usize) -> Result<(), DriverError> {
        let bad = |what: &'static str, value: f64| Err(DriverError::BadProblem { tag: self.tag, what, value });
        if self.gains.len() != samples {
            return Err(DriverError::WrongSamples { tag: self.tag, found: self.gains.len(), samples });
        }
        if let Some(&gain) = self.gains.iter().find(|gain| !gain.is_finite()) {
            return bad("gain of a sample", gain);
        }
        for (what, value) in [("fixed cost", self.fixed), ("cost of a literal", self.per_literal)] {
            if !(value >= 0.0 && value.is_finite()) {
                return bad(what, value);
            }
        }
        if !self.threshold.is_finite() {
            return bad("threshold", self.threshold);
        }
        if self.max_length == Some(0) {
            return bad("maximum length", 0.0);
        }
        Ok(())
    }

    /// Checks a candidate: it must answer this problem, have an admitted length and the gain that
    /// it claims, and cover enough rows. `cover` are the samples that the rule covers, `rows` the
    /// number of their training rows.
    ///
    /// # Errors
    /// [`DriverError::NotAsked`], [`DriverError::FalseGain`] and [`DriverError::TooFewRows`].
    pub fn verify(
        &self,
        candidate: &Candidate,
        cover: impl IntoIterator<Item = usize>,
        rows: u64,
    ) -> Result<(), DriverError> {
        let length = candidate.rule.len();
        if candidate.tag != self.tag || !self.admits_length(length) {
            return Err(DriverError::NotAsked { tag: candidate.tag, length });
        }
        let actual = self.gain(cover, length);
        let size: f64 = self.gains.iter().map(|gain| gain.abs()).sum();
        // Phrased as acceptance, so that NaN fails.
        let is_true = (candidate.gain - actual).abs() <= CLAIM_ERROR * (1.0 + size);
        if !is_true {
            return Err(DriverError::FalseGain { claimed: candidate.gain, actual });
        }
        match self.admits_cover(rows) {
            true => Ok(()),
            false => Err(DriverError::TooFewRows { rows, least: self.min_cover }),
        }
    }

    /// Returns the problem `share` of the way to `other`, a problem of the same tag. Gains and
    /// costs are linear in the duals, so this is the problem at the same mixture of the two dual
    /// points. Limits and threshold stay.
    pub fn towards(&self, other: &PricingProblem, share: f64) -> PricingProblem {
        let mix = |a: f64, b: f64| a + share * (b - a);
        PricingProblem {
            tag: self.tag,
            gains: self.gains.iter().zip(&other.gains).map(|(&a, &b)| mix(a, b)).collect(),
            fixed: mix(self.fixed, other.fixed),
            per_literal: mix(self.per_literal, other.per_literal),
            max_length: self.max_length,
            min_cover: self.min_cover,
            threshold: self.threshold,
        }
    }
}

/// A rule that a pricer found, with the gain that it claims for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The tag of the problem that it answers.
    pub tag: u32,
    /// The conjunction.
    pub rule: Rule,
    /// Its gain in that problem.
    pub gain: f64,
}

impl Candidate {
    /// Compares candidates in the order in which pricers return them: by larger gain, then shorter
    /// rule, then literals, then tag.
    pub fn best_first(a: &Candidate, b: &Candidate) -> std::cmp::Ordering {
        b.gain.total_cmp(&a.gain).then_with(|| a.rule.cmp(&b.rule)).then(a.tag.cmp(&b.tag))
    }
}

/// Rounds to the nearest number of 45 significant bits. A sample's gain, made of a row's gain that
/// was rounded like this, gives the row's gain again when it is divided by the sample's weight and
/// rounded: rounding errors of product and quotient do not matter, however rows are merged into
/// samples.
///
/// ```
/// use rulegen_driver::few_bits;
///
/// let gain = few_bits(1.0 / 3.0);
/// assert!((gain - 1.0 / 3.0).abs() < 1e-13);
/// assert!((1..1000).all(|rows| few_bits(f64::from(rows) * gain / f64::from(rows)) == gain));
/// ```
pub fn few_bits(x: f64) -> f64 {
    const DROPPED: u32 = 8;
    let half = 1 << (DROPPED - 1);
    f64::from_bits((x.to_bits() + half) >> DROPPED << DROPPED)
}
