//! Which of the models of a front is taken.

use crate::parameters::SizeChoice;
use rulegen_measure::Scores;

/// Differences in a measure below this are worth no rule: a standard error counts as no less. Over 28 data sets it takes two rules of 14
/// and nothing from accuracy or AUC (docs/measurements/size.md).
const LEAST_ERROR: f64 = 0.005;

/// A thousandth of a measure is worth no rule, even to who wants the best.
const TIE: f64 = 0.001;

/// Rounding of means of the same scores.
const ROUNDING: f64 = 1e-12;

/// The size of a candidate: rules, then conditions.
pub(crate) type Extent = (usize, usize);

/// The candidate to take: an index into `extents`. `scores` are those of the candidates on folds, by measure.
pub(crate) fn choose(choice: SizeChoice, scores: &[Scores], extents: &[Extent]) -> usize {
    let total = |at: usize| scores.iter().map(|scores| scores.mean(at)).sum::<f64>();
    // Of equal sizes the best, of those that tie the first.
    let order =
        |&a: &usize, &b: &usize| extents[a].cmp(&extents[b]).then(total(b).total_cmp(&total(a))).then(a.cmp(&b));
    let smallest = |among: &mut dyn Iterator<Item = usize>| among.min_by(order);
    let most = (0..extents.len()).map(total).fold(f64::NEG_INFINITY, f64::max);
    let least = most - TIE * scores.len() as f64 - ROUNDING;
    let best = smallest(&mut (0..extents.len()).filter(|&at| total(at) >= least)).unwrap_or(0);
    if choice != SizeChoice::Auto {
        return best;
    }
    let near = |at: usize| {
        scores.iter().all(|scores| {
            let top = scores.best();
            scores.mean(at) >= scores.mean(top) - scores.standard_error(top).max(LEAST_ERROR) - ROUNDING
        })
    };
    smallest(&mut (0..extents.len()).filter(|&at| near(at))).unwrap_or(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores(means: &[f64], spread: f64) -> Scores {
        let fold = |sign: f64| means.iter().map(|mean| mean + sign * spread).collect();
        Scores { folds: vec![fold(1.0), fold(-1.0), fold(0.0)] }
    }

    #[test]
    fn the_smallest_within_an_error_of_the_best_in_every_measure() {
        let extents = [(0, 0), (2, 3), (2, 2), (5, 9), (9, 20)];
        // A spread of 0.03 over three folds: a standard error of 0.0173.
        let accuracy = scores(&[0.6, 0.79, 0.79, 0.8, 0.805], 0.03);
        assert_eq!(choose(SizeChoice::Auto, std::slice::from_ref(&accuracy), &extents), 2);
        assert_eq!(choose(SizeChoice::Best, std::slice::from_ref(&accuracy), &extents), 4);
        let auc = scores(&[0.5, 0.7, 0.7, 0.85, 0.85], 0.03);
        assert_eq!(choose(SizeChoice::Auto, &[accuracy, auc], &extents), 3);
    }

    #[test]
    fn differences_that_nobody_sees_buy_no_rules() {
        let extents = [(1, 1), (3, 3), (30, 60)];
        let accuracy = scores(&[0.99, 0.9951, 1.0], 0.0);
        assert_eq!(choose(SizeChoice::Auto, &[accuracy], &extents), 1);
        let equal = scores(&[0.9, 0.9, 0.9], 0.01);
        assert_eq!(choose(SizeChoice::Best, &[equal], &extents), 0);
        let near = scores(&[0.9, 0.9502, 0.951], 0.01);
        assert_eq!(choose(SizeChoice::Best, &[near], &extents), 1);
    }

    #[test]
    fn without_a_model_near_the_best_in_all_the_best_sum_is_taken() {
        let (one, other) = (scores(&[0.9, 0.5], 0.0), scores(&[0.5, 0.8], 0.0));
        assert_eq!(choose(SizeChoice::Auto, &[one, other], &[(1, 1), (2, 2)]), 0);
    }
}
