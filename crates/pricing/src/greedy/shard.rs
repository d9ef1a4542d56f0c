//! Histograms of a shard.

use super::histogram::{Share, histograms, keys, together};
use super::source::ShardPart;
use rayon::prelude::*;
use rulegen_binarize::Samples;
use std::ops::Range;

/// A shard of the rows of a search: samples of its own, whose weights are numbers of rows.
#[derive(Debug)]
pub struct Shard {
    samples: Samples,
    keys: Vec<u64>,
}

impl Shard {
    /// Makes a shard of these samples.
    pub fn new(samples: Samples) -> Self {
        Shard { keys: keys(&samples), samples }
    }

    /// Returns the samples.
    pub fn samples(&self) -> &Samples {
        &self.samples
    }

    /// Returns, for each of the `parts`, the share of each code of each column over the part's rows
    /// that take part. A row of sample i gains `gains(problem, i)`.
    pub fn histograms(
        &self,
        gains: impl Fn(usize, usize) -> i64 + Sync,
        takes_part: impl Fn(usize) -> bool + Sync,
        parts: &[ShardPart<'_>],
    ) -> Vec<Vec<Vec<Share>>> {
        let samples = &self.samples;
        let problems = parts.iter().map(|part| part.problem + 1).max().unwrap_or(0);
        let share = |problem: usize, i: usize| {
            let rows = samples.counts[i];
            Share::of(gains(problem, i).wrapping_mul(rows as i64), self.keys[i], rows)
        };
        let of_problem = |problem: usize| (0..samples.len()).map(|i| share(problem, i)).collect();
        let shares: Vec<Vec<Share>> = (0..problems).into_par_iter().map(of_problem).collect();
        let of_part = |part: &ShardPart<'_>| {
            let cover = samples.cover(part.rule);
            let rows: Vec<u32> = cover.iter().filter(|&i| takes_part(i)).map(|i| i as u32).collect();
            let (features, codes, shares) = (&samples.schema.features, samples.table.columns(), &shares[part.problem]);
            let groups: Vec<Range<usize>> = together(features.len()).collect();
            let of_group =
                |columns: Range<usize>| histograms(&features[columns.clone()], &codes[columns], &rows, shares);
            groups.into_par_iter().flat_map_iter(of_group).collect()
        };
        parts.par_iter().map(of_part).collect()
    }
}
