//! The merged rows of all shards, or a sample of them, at the coordinator.

use super::merged::{Draw, smallest};
use super::message::{Answer, Request};
use super::remote::ask;
use super::workers::Workers;
use crate::FitError;
use rulegen_binarize::Samples;
use rulegen_data::Limits;
use rulegen_rule::Schema;
use std::num::NonZeroUsize;

/// How many merged rows are fetched at most by default: with 20 columns some 30 MB.
pub const ROWS_AT_HAND: NonZeroUsize = NonZeroUsize::new(1_000_000).expect("a million is not zero");

/// So many of the smallest draws of each shard say how many merged rows there are in all: to 0.4%, a standard error, of
/// 12 bytes each.
const DRAWS: usize = 1 << 16;

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
        let misfit = Err(FitError::Misfit { what: "answers" });
        let Answer::Draws { draws, .. } = ask(workers, &Request::Draws { seed, most: DRAWS })? else { return misfit };
        let bound = bound(&smallest(draws, DRAWS), most.get());
        let request = Request::Rows { seed, most: bound.unwrap_or(u64::MAX) };
        let Answer::Rows(rows) = ask(workers, &request)? else { return misfit };
        Ok(AtHand { samples: rows.samples(schema.clone(), classes, limits)?, sampled: bound.is_some() })
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
    use crate::sharded::keys::seeded;

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
    }
}
