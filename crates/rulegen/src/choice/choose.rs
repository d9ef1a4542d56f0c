//! The choice of a model from a front.

use super::divisions::Divisions;
use crate::parameters::SizeChoice;

/// The difference from the best score that counts as none, whatever its standard error: smaller
/// differences in a measure are worth no rule (docs/measurements/size.md).
pub(crate) const LEAST_DIFFERENCE: f64 = 0.0075;

/// The largest part of the best score's lead over the smallest candidate that such a difference may
/// be. Where a class is rare, no rules at all may come within [`LEAST_DIFFERENCE`] of the best.
const MOST_OF_LEAD: f64 = 0.5;

/// A difference that is worth no rule, even under [`SizeChoice::Best`]: a thousandth of a measure.
const TIE: f64 = 0.001;

/// The rounding error of means of equal scores.
const ROUNDING: f64 = 1e-12;

/// The size of a candidate: the number of rules, then that of conditions.
pub(crate) type Extent = (usize, usize);

/// Returns the index in `extents` of the candidate to take (docs/MATH.md 11).
///
/// `best` is the one of the fewest rules among those of nearly the largest sum of the measures.
/// `auto` finds the fewest rules of a candidate that is close to the best under each measure, and
/// takes, of the candidates of that many rules, the one that `best` would.
pub(crate) fn choose(choice: SizeChoice, divisions: &Divisions, extents: &[Extent]) -> usize {
    let all = || 0..extents.len();
    let fewest = || close_to_best(divisions, extents).into_iter().map(|at| extents[at].0).min();
    match (choice == SizeChoice::Auto).then(fewest).flatten() {
        Some(rules) => best(divisions, extents, all().filter(|&at| extents[at].0 == rules)),
        None => best(divisions, extents, all()),
    }
}

/// Returns the candidates `a` that are close to the best one under each measure `m`, with SE the
/// standard error of the difference:
///
/// ```text
/// m(best) - m(a) <= max(SE, min(LEAST_DIFFERENCE, MOST_OF_LEAD (m(best) - m(smallest))))
/// ```
pub(super) fn close_to_best(divisions: &Divisions, extents: &[Extent]) -> Vec<usize> {
    let smallest = (0..extents.len()).min_by_key(|&at| extents[at]).unwrap_or(0);
    let mut close: Vec<usize> = (0..extents.len()).collect();
    for measure in 0..divisions.measures() {
        let mean = |at: usize| divisions.mean(measure, at);
        let top = divisions.best(measure);
        let least = LEAST_DIFFERENCE.min(MOST_OF_LEAD * (mean(top) - mean(smallest)));
        let allowed = |at: usize| divisions.error_of_difference(measure, top, at).max(least);
        close.retain(|&at| mean(top) - mean(at) <= allowed(at) + ROUNDING);
    }
    close
}

/// Returns the smallest of these candidates whose sum of measures is nearly the largest.
fn best(divisions: &Divisions, extents: &[Extent], among: impl Iterator<Item = usize> + Clone) -> usize {
    let total = |at: usize| divisions.total(at);
    let most = among.clone().map(total).fold(f64::NEG_INFINITY, f64::max);
    let least = most - TIE * divisions.measures() as f64 - ROUNDING;
    // Among equal sizes the larger sum comes first, then the path of shorter rules.
    let order =
        |&a: &usize, &b: &usize| extents[a].cmp(&extents[b]).then(total(b).total_cmp(&total(a))).then(a.cmp(&b));
    among.filter(|&at| total(at) >= least).min_by(order).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulegen_measure::Scores;

    fn scores(means: &[f64], spread: f64) -> Scores {
        let fold = |sign: f64| means.iter().map(|mean| mean + sign * spread).collect();
        Scores { folds: vec![fold(1.0), fold(-1.0), fold(0.0)] }
    }

    fn one(scores: &[Scores]) -> Divisions {
        Divisions(vec![scores.to_vec()])
    }

    #[test]
    fn the_fewest_rules_close_to_the_best_in_every_measure() {
        let extents = [(0, 0), (2, 3), (2, 2), (5, 9), (9, 20)];
        // All candidates find the same folds hard, so differences have no error.
        let accuracy = scores(&[0.6, 0.798, 0.7985, 0.8, 0.805], 0.03);
        assert_eq!(choose(SizeChoice::Auto, &one(std::slice::from_ref(&accuracy)), &extents), 2);
        assert_eq!(choose(SizeChoice::Best, &one(std::slice::from_ref(&accuracy)), &extents), 4);
        let auc = scores(&[0.5, 0.7, 0.7, 0.85, 0.85], 0.03);
        assert_eq!(choose(SizeChoice::Auto, &one(&[accuracy, auc]), &extents), 3);
    }

    #[test]
    fn a_difference_within_its_standard_error_buys_no_rules() {
        let extents = [(1, 1), (4, 4)];
        // Means of 0.80 and 0.83; the difference of 0.03 has an error of 0.0265 or 0.0436.
        let differing = |spread: f64| {
            let fold = |sign: f64| vec![0.8, 0.83 + sign * spread];
            one(&[Scores { folds: vec![fold(1.0), fold(-1.0), fold(0.0)] }])
        };
        assert_eq!(choose(SizeChoice::Auto, &differing(0.0459), &extents), 1);
        assert_eq!(choose(SizeChoice::Auto, &differing(0.0755), &extents), 0);
    }

    #[test]
    fn a_rare_class_is_worth_rules_although_few_rows_are_of_it() {
        let accuracy = scores(&[0.99, 0.994, 0.9999], 0.0);
        assert_eq!(choose(SizeChoice::Auto, &one(&[accuracy]), &[(0, 0), (1, 1), (2, 2)]), 2);
    }

    #[test]
    fn of_as_many_rules_the_best_is_taken_and_of_ties_that_of_fewer_conditions() {
        let extents = [(2, 2), (3, 6), (3, 3), (8, 8)];
        let of = |means: [f64; 4]| Divisions(vec![vec![scores(&means, 0.0)], vec![scores(&means, 0.01)]]);
        assert_eq!(choose(SizeChoice::Auto, &of([0.5, 0.9, 0.895, 0.902]), &extents), 1);
        assert_eq!(choose(SizeChoice::Auto, &of([0.5, 0.9, 0.8995, 0.902]), &extents), 2);
    }

    #[test]
    fn differences_that_nobody_sees_buy_no_rules() {
        let extents = [(1, 1), (3, 3), (30, 60)];
        let accuracy = scores(&[0.9, 0.9926, 1.0], 0.0);
        assert_eq!(choose(SizeChoice::Auto, &one(&[accuracy]), &extents), 1);
        let equal = scores(&[0.9, 0.9, 0.9], 0.01);
        assert_eq!(choose(SizeChoice::Best, &one(&[equal]), &extents), 0);
        let near = scores(&[0.9, 0.9502, 0.951], 0.01);
        assert_eq!(choose(SizeChoice::Best, &one(&[near]), &extents), 1);
    }

    #[test]
    fn without_a_model_near_the_best_in_all_the_best_sum_is_taken() {
        let (first, other) = (scores(&[0.9, 0.5], 0.0), scores(&[0.5, 0.8], 0.0));
        assert_eq!(choose(SizeChoice::Auto, &one(&[first, other]), &[(1, 1), (2, 2)]), 0);
    }
}
