//! Dual smoothing: where a round prices.

use crate::PricingProblem;

/// Dual smoothing after Wentges: rules are priced between the duals of the last solve and those of the best bound so far, the centre.
/// Fewer columns are needed then.
///
/// It pays where solving the master costs more than pricing does: from a number of columns on, and not where the master goes
/// on from its last basis.
#[derive(Debug)]
pub(crate) struct Smoothing {
    /// How far towards the centre the first point of a round lies, from 0 up to 1, 1 not included.
    share: f64,
    /// The least number of columns.
    from_columns: usize,
    /// The problems at the best bound so far.
    centre: Option<Vec<PricingProblem>>,
}

impl Smoothing {
    pub(crate) fn new(share: f64, from_columns: usize) -> Self {
        Smoothing { share, from_columns, centre: None }
    }

    /// How far towards the centre the points of a round lie, the last one at the duals themselves: only there does nothing found
    /// mean that nothing is. `warm`: whether the master goes on from its last basis.
    pub(crate) fn shares(&self, columns: usize, warm: bool) -> impl Iterator<Item = f64> + use<> {
        let pays = self.centre.is_some() && columns >= self.from_columns && !warm;
        let share = if pays { self.share } else { 0.0 };
        [share, share / 2.0].into_iter().filter(|share| *share > 0.0).chain([0.0])
    }

    /// The problems `share` of the way from those at the duals to those at the centre.
    pub(crate) fn at(&self, share: f64, duals: &[PricingProblem]) -> Vec<PricingProblem> {
        match &self.centre {
            Some(centre) if share > 0.0 => duals.iter().zip(centre).map(|(d, c)| d.towards(c, share)).collect(),
            _ => duals.to_vec(),
        }
    }

    /// Makes these problems the centre: their bound is the best so far.
    pub(crate) fn centre_at(&mut self, problems: &[PricingProblem]) {
        if self.share > 0.0 {
            self.centre = Some(problems.to_vec());
        }
    }
}
