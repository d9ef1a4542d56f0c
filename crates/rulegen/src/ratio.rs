//! The ratio of gain to cost, by which a dual point has to shrink.

use rulegen_driver::PricingProblem;
use rulegen_master::RuleMaster;

/// An upper bound, at least 1, on the gain of a rule before its cost, divided by that cost. A dual
/// point divided by the ratio is feasible (Farley's bound; docs/MATH.md 6).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ratio {
    pub(crate) value: f64,
    /// The number of conditions up to which rules have no larger ratio.
    pub(crate) length: usize,
}

impl Default for Ratio {
    fn default() -> Self {
        Ratio { value: 1.0, length: 0 }
    }
}

impl Ratio {
    /// Returns the ratio of longer rules too, none of which gains more beyond its cost than its
    /// problem's entry of `gain_bounds`. They cost at least as much as a rule of one condition more
    /// than those known: a gain `e` beyond the cost is a ratio of at most `1 + e / cost`.
    pub(crate) fn of_longer(self, problems: &[PricingProblem], gain_bounds: &[f64]) -> Ratio {
        let of = |(problem, gain): (&PricingProblem, &f64)| 1.0 + gain / problem.cost(self.length + 1);
        let larger = |most: f64, ratio: f64| if ratio.is_nan() { f64::INFINITY } else { most.max(ratio) };
        Ratio { value: problems.iter().zip(gain_bounds).map(of).fold(self.value, larger), ..self }
    }

    /// Returns the bound that a master proves at a point of this ratio, as far as it proves one.
    pub(crate) fn bound(self, master: &dyn RuleMaster, problems: &[PricingProblem]) -> Option<f64> {
        // A master multiplies its duals by c / (c + g) for a bound g on the gains, c the least cost
        // of a rule (`RuleTerms::feasible_scale`), which is 1 / ratio for g = c (ratio - 1).
        let gains: Vec<f64> = problems.iter().map(|problem| problem.cost(1) * (self.value - 1.0)).collect();
        master.lower_bound(problems, &gains).filter(|_| self.value.is_finite())
    }
}
