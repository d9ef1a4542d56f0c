//! Dual smoothing.

use crate::PricingProblem;

/// Dual smoothing after Wentges: rules are priced between the duals of the last solve and those of
/// the best bound so far, the centre. This saves columns.
///
/// It pays where solving the master costs more than pricing does: from a number of columns on, and
/// not where the master goes on from its last basis.
#[derive(Debug)]
pub(crate) struct Smoothing {
    /// The distance of the first point of a round on the way to the centre, from 0 up to 1, 1 not
    /// included.
    share: f64,
    /// The number of columns from which on duals are smoothed.
    from_columns: usize,
    /// The problems at the best bound so far.
    centre: Option<Vec<PricingProblem>>,
}

impl Smoothing {
    pub(crate) fn new(share: f64, from_columns: usize) -> Self {
        Smoothing { share, from_columns, centre: None }
    }

    /// Returns the distances of a round's points on the way to the centre. The last is 0, the duals
    /// themselves: only there does finding nothing mean that no rule improves. `warm` says that the
    /// master goes on from its last basis.
    pub(crate) fn shares(&self, columns: usize, warm: bool) -> impl Iterator<Item = f64> + use<> {
        let pays = self.centre.is_some() && columns >= self.from_columns && !warm;
        let share = if pays { self.share } else { 0.0 };
        [share, share / 2.0].into_iter().filter(|share| *share > 0.0).chain([0.0])
    }

    /// Returns the problems `share` of the way from `duals` to the centre.
    pub(crate) fn at(&self, share: f64, duals: &[PricingProblem]) -> Vec<PricingProblem> {
        match &self.centre {
            Some(centre) if share > 0.0 => duals.iter().zip(centre).map(|(d, c)| d.towards(c, share)).collect(),
            _ => duals.to_vec(),
        }
    }

    /// Makes these problems, whose bound is the best so far, the centre.
    pub(crate) fn centre_at(&mut self, problems: &[PricingProblem]) {
        if self.share > 0.0 {
            self.centre = Some(problems.to_vec());
        }
    }
}
