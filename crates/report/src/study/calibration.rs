//! Calibration: the share of votes against how often a prediction is right.

use rulegen_eval::Rate;
use rulegen_rule::{Form, Model};

/// The number of bins of vote shares.
const BINS: usize = 10;

/// Rows with similar shares of votes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CalibrationBin {
    /// The mean share.
    pub share: f64,
    /// How many of these rows are of the class.
    pub observed: Rate,
}

/// The share of the votes for a class, against how often rows are of that class.
#[derive(Clone, Debug, PartialEq)]
pub struct Calibration {
    /// The class: the positive one of two; with more classes, the predicted class of each row.
    pub class: Option<u32>,
    /// By ascending share; those without rows are left out.
    pub bins: Vec<CalibrationBin>,
    /// Rows that no rule votes on.
    pub without_votes: usize,
    /// The mean of the gaps between share and frequency, by rows.
    pub mean_gap: f64,
}

impl Calibration {
    /// None where rules do not vote, or vote on no row. `scores` are summed weights, row by row.
    pub(super) fn new(model: &Model, scores: &[f64], predicted: &[u32], labels: &[u32]) -> Option<Calibration> {
        if model.form() != Form::Votes {
            return None;
        }
        let classes = model.classes.len();
        let class = (classes == 2).then(|| model.positive.unwrap_or(1));
        let mut bins = [(0.0, 0, 0); BINS];
        let mut without_votes = 0;
        for ((scores, &predicted), &label) in scores.chunks(classes).zip(predicted).zip(labels) {
            let (about, total) = (class.unwrap_or(predicted), scores.iter().sum::<f64>());
            if total <= 0.0 {
                without_votes += 1;
                continue;
            }
            let share = scores[about as usize] / total;
            let (sum, hits, n) = &mut bins[((share * BINS as f64) as usize).min(BINS - 1)];
            *sum += share;
            *hits += usize::from(label == about);
            *n += 1;
        }
        let bin = |&(sum, hits, n): &(f64, usize, usize)| CalibrationBin {
            share: sum / n as f64,
            observed: Rate::new(hits, n),
        };
        let bins: Vec<CalibrationBin> = bins.iter().filter(|(_, _, n)| *n > 0).map(bin).collect();
        let n: usize = bins.iter().map(|bin| bin.observed.n).sum();
        let gap = |bin: &CalibrationBin| (bin.share * bin.observed.n as f64 - bin.observed.count as f64).abs();
        let mean_gap = bins.iter().map(gap).sum::<f64>() / n as f64;
        (n > 0).then_some(Calibration { class, bins, without_votes, mean_gap })
    }
}
