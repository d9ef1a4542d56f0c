//! The merged rows of all shards, or a sample of them, at the coordinator.

use crate::ShardError;
use crate::merged::{Draw, smallest, smallest_draws};
use crate::message::{Answer, Request};
use crate::rows::{ShardedRows, in_time};
use rulegen_binarize::Samples;
use rulegen_limits::Limits;
use std::num::NonZeroUsize;

/// The number of smallest draws that each shard sends, of 12 bytes each. They give the number of
/// all merged rows with a standard error of 0.4%.
const DRAWS: usize = 1 << 16;

/// The smallest draws of all merged rows, wherever these lie. They give the number of merged rows.
#[derive(Debug)]
pub struct SmallestDraws(Vec<Draw>);

/// The merged rows at hand.
#[derive(Debug)]
pub struct RowsAtHand {
    /// Samples whose weights are numbers of rows.
    pub samples: Samples,
    /// True if there are more merged rows elsewhere.
    pub sampled: bool,
}

impl RowsAtHand {
    /// Fetches all merged rows. If there are more than about `most`, fetches a sample of that many:
    /// those with the smallest draws by `seed`. `None` if a limit is reached before.
    ///
    /// # Errors
    /// [`ShardError::Workers`] and [`ShardError::BadMessage`].
    pub fn fetch(
        rows: &ShardedRows,
        seed: u64,
        most: NonZeroUsize,
        limits: &Limits,
    ) -> Result<Option<RowsAtHand>, ShardError> {
        in_time(limits, || {
            let bound = SmallestDraws::ask(rows, seed)?.bound(most);
            let samples = rows.drawn(seed, bound.unwrap_or(u64::MAX), limits)?;
            Ok(RowsAtHand { samples, sampled: bound.is_some() })
        })
    }
}

impl SmallestDraws {
    /// Asks the shards for their smallest draws.
    ///
    /// # Errors
    /// [`ShardError::Workers`] and [`ShardError::BadMessage`].
    pub fn ask(rows: &ShardedRows, seed: u64) -> Result<SmallestDraws, ShardError> {
        match rows.ask(&Request::Draws { seed, most: DRAWS })? {
            Answer::Draws { draws, .. } => Ok(SmallestDraws(smallest(draws, DRAWS))),
            _ => Err(ShardError::Misfit { what: "answers" }),
        }
    }

    /// Draws for merged rows at hand.
    pub fn of(samples: &Samples, seed: u64) -> SmallestDraws {
        SmallestDraws(smallest_draws(samples, seed, DRAWS))
    }

    /// Returns the largest draw of a sample of about `most` merged rows. `None` if there are no
    /// more rows than that.
    pub fn bound(&self, most: NonZeroUsize) -> Option<u64> {
        bound(&self.0, most.get())
    }

    /// Estimates the number of merged rows. It is exact if there are fewer than 65,536.
    pub fn rows(&self) -> u64 {
        match self.0.last() {
            Some((largest, _)) if self.0.len() == DRAWS => {
                u64::try_from(((DRAWS as u128) << 64) / u128::from((*largest).max(1))).unwrap_or(u64::MAX)
            }
            _ => self.0.len() as u64,
        }
    }
}

/// Returns the largest draw of a sample of about `most` merged rows. `None` if there are no more
/// rows than that. `smallest` are all draws if they are fewer than [`DRAWS`].
fn bound(smallest: &[Draw], most: usize) -> Option<u64> {
    if smallest.len() > most {
        return Some(smallest[most - 1].0);
    }
    let (largest, _) = smallest.last()?;
    // Draws are spread evenly, so the draw of rank `most` is about that multiple of the last known
    // one.
    let bound = u128::from(*largest) * most as u128 / smallest.len() as u128;
    u64::try_from(bound).ok().filter(|_| smallest.len() == DRAWS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::seeded;

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
        assert_eq!(SmallestDraws(few).rows(), 1000);
        assert!(SmallestDraws(known.to_vec()).rows().abs_diff(400_000) < 8000);
    }
}
