//! The merged rows of all shards, or a sample of them, at the coordinator.

use super::merged::{Draw, smallest, smallest_draws};
use super::message::{Answer, Request};
use super::remote::ask;
use super::workers::Workers;
use crate::FitError;
use rulegen_binarize::Samples;
use rulegen_limits::Limits;
use rulegen_rule::Schema;
use std::num::NonZeroUsize;

/// So many of the smallest draws of each shard say how many merged rows there are in all: to 0.4%, a standard error, of
/// 12 bytes each.
const DRAWS: usize = 1 << 16;

/// The smallest draws of all merged rows, which say how many these are, wherever they lie.
pub(crate) struct Smallest(Vec<Draw>);

/// The merged rows at hand.
pub(crate) struct AtHand {
    /// Their weights are numbers of rows.
    pub(crate) samples: Samples,
    /// Whether there are more elsewhere.
    pub(crate) sampled: bool,
}

impl AtHand {
    /// Fetches all merged rows, or where there are more than about `most` a sample of so many: those of the smallest
    /// draws.
    ///
    /// # Errors
    /// [`FitError::Workers`], [`FitError::BadMessage`], and a limit that is reached before.
    pub(crate) fn fetch(
        workers: &dyn Workers,
        schema: &Schema,
        classes: usize,
        (seed, most): (u64, NonZeroUsize),
        limits: &Limits,
    ) -> Result<AtHand, FitError> {
        let bound = Smallest::ask(workers, seed)?.bound(most);
        let samples = fetch(workers, (schema, classes), (seed, bound.unwrap_or(u64::MAX)), limits)?;
        Ok(AtHand { samples, sampled: bound.is_some() })
    }
}

/// The merged rows whose draw is at most so much.
///
/// # Errors
/// As [`AtHand::fetch`].
pub(super) fn fetch(
    workers: &dyn Workers,
    (schema, classes): (&Schema, usize),
    (seed, most): (u64, u64),
    limits: &Limits,
) -> Result<Samples, FitError> {
    let Answer::Rows(rows) = ask(workers, &Request::Rows { seed, most })? else {
        return Err(FitError::Misfit { what: "answers" });
    };
    rows.samples(schema.clone(), classes, limits)
}

impl Smallest {
    /// Of rows in shards.
    ///
    /// # Errors
    /// [`FitError::Workers`] and [`FitError::BadMessage`].
    pub(crate) fn ask(workers: &dyn Workers, seed: u64) -> Result<Smallest, FitError> {
        match ask(workers, &Request::Draws { seed, most: DRAWS })? {
            Answer::Draws { draws, .. } => Ok(Smallest(smallest(draws, DRAWS))),
            _ => Err(FitError::Misfit { what: "answers" }),
        }
    }

    /// Of rows at hand.
    pub(crate) fn of(samples: &Samples, seed: u64) -> Smallest {
        Smallest(smallest_draws(samples, seed, DRAWS))
    }

    /// The largest draw of a sample of about `most` merged rows; none where all are no more.
    pub(crate) fn bound(&self, most: NonZeroUsize) -> Option<u64> {
        bound(&self.0, most.get())
    }

    /// About how many merged rows there are; exactly where they are fewer than [`DRAWS`].
    pub(crate) fn rows(&self) -> u64 {
        match self.0.last() {
            Some((largest, _)) if self.0.len() == DRAWS => {
                u64::try_from(((DRAWS as u128) << 64) / u128::from((*largest).max(1))).unwrap_or(u64::MAX)
            }
            _ => self.0.len() as u64,
        }
    }
}

/// The largest draw of a sample of about `most` merged rows; none where all are no more. The smallest draws of all rows
/// are at hand: all, if they are fewer than [`DRAWS`].
fn bound(smallest: &[Draw], most: usize) -> Option<u64> {
    if smallest.len() > most {
        return Some(smallest[most - 1].0);
    }
    let (largest, _) = smallest.last()?;
    // Draws are spread evenly: that of rank `most` is about so many times that of the last rank known.
    let bound = u128::from(*largest) * most as u128 / smallest.len() as u128;
    u64::try_from(bound).ok().filter(|_| smallest.len() == DRAWS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::keys::seeded;

    #[test]
    fn a_sample_has_about_as_many_rows_as_are_asked_for() {
        let draws = |rows: u64| smallest((0..rows).map(|row| (seeded(row, 1), 0)).collect(), usize::MAX);
        let few = draws(1000);
        assert_eq!((bound(&few, 1000), bound(&few, 10)), (None, Some(few[9].0)));
        let many = draws(400_000);
        let known = &many[..DRAWS];
        assert_eq!((bound(known, 420_000), bound(known, 7)), (None, Some(many[6].0)));
        let most = bound(known, 100_000).unwrap();
        let drawn = many.iter().filter(|(draw, _)| *draw <= most).count();
        assert!(drawn.abs_diff(100_000) < 2000, "{drawn}");
        assert_eq!(Smallest(few).rows(), 1000);
        assert!(Smallest(known.to_vec()).rows().abs_diff(400_000) < 8000);
    }
}
