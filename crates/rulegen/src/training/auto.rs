//! The stages that `auto` stands for.

use crate::parameters::Parameters;
use crate::pricers::PricerName;
use rulegen_binarize::Samples;
use rulegen_pricing::Cube;
use rulegen_rule::Domain;

/// The most seconds of a call for which cubes price all rules from the first round on.
const CALL: f64 = 1.0;

/// The most seconds of a call where rules are chosen one by one, so that a path of 30 rules takes a
/// few seconds at most, and for proofs about sets of short Boolean rules, which take a few calls.
const CALL_FOR_A_RULE: f64 = 0.2;

/// The most seconds of a call for proofs that nobody asked for, about rules with weights.
const CALL_BESIDE: f64 = 0.05;

/// The longest rules that such proofs are about.
pub(crate) const SHORT: usize = 3;

/// The number of satisfied literals, summed over all samples, above which random parts of the data
/// are priced before the whole.
const LARGE: usize = 2_000_000;

/// Returns the stages that suit these samples.
///
/// | rules | stages |
/// |---|---|
/// | all on cubes that take little time | `cube` |
/// | the same, chosen one by one | `cube`, then `greedy` |
/// | others, chosen one by one | `greedy` |
/// | others | `greedy`, then `sampled` if the data are large, then `branch-and-bound` |
///
/// The best rules on cubes may all be much like rules chosen before: then greedy search finds one
/// that differs. In folds, which compare sizes, rules chosen one by one are found by greedy search,
/// as are Boolean rules on the path of sizes, unless cubes take next to no time.
/// Once branch and bound has found a rule, the time limit for a call ends the call.
pub(crate) fn auto(samples: &Samples, p: &Parameters) -> Vec<PricerName> {
    let one_by_one = p.is_small();
    let most = if one_by_one { CALL_FOR_A_RULE } else { CALL };
    if one_by_one && p.fold {
        return vec![PricerName::GREEDY];
    }
    if p.heuristic && p.counts_work() {
        let cheap = cubes_take(samples, p.max_length(), CALL_BESIDE);
        return vec![if cheap { PricerName::CUBE } else { PricerName::GREEDY }];
    }
    let cheap = cubes_take(samples, p.max_length(), most);
    if one_by_one {
        [PricerName::CUBE].into_iter().filter(|_| cheap).chain([PricerName::GREEDY]).collect()
    } else if cheap {
        vec![PricerName::CUBE]
    } else if nonzeros(samples) <= LARGE {
        vec![PricerName::GREEDY, PricerName::BRANCH_AND_BOUND]
    } else {
        vec![PricerName::GREEDY, PricerName::SAMPLED, PricerName::BRANCH_AND_BOUND]
    }
}

/// Returns the lengths below `longest`, from 1 up to 3, over whose rules cubes prove a bound at
/// next to no cost, beside what was asked for. None if pricers are named: then nothing else is
/// asked.
pub(crate) fn lengths_beside(samples: &Samples, p: &Parameters, longest: Option<usize>) -> Vec<usize> {
    let most = if p.method.weighs() { CALL_BESIDE } else { CALL_FOR_A_RULE };
    let shorter = |&length: &usize| !p.names_pricers() && longest.is_none_or(|longest| length < longest);
    // There is one call for each length.
    let cheap =
        |&length: &usize| cubes_take(samples, Some(length), most - Cube::seconds_to_prepare(samples, Some(length)));
    (1..=SHORT).filter(shorter).filter(cheap).collect()
}

/// True if cubes hold all rules of at most this length and a call takes at most a second.
pub(crate) fn has_cheap_cubes(samples: &Samples, max_length: Option<usize>) -> bool {
    cubes_take(samples, max_length, CALL)
}

/// True if cubes hold all rules of at most this length and a call takes at most so many seconds.
fn cubes_take(samples: &Samples, max_length: Option<usize>, most: f64) -> bool {
    Cube::seconds(samples, max_length).is_some_and(|seconds| seconds <= most)
}

/// Counts the literals that all samples satisfy together: one of two for each cut point, and one of
/// two for each category.
fn nonzeros(samples: &Samples) -> usize {
    let satisfied = |domain: &Domain| match domain {
        Domain::Numeric { cuts } => cuts.len(),
        Domain::Categorical { categories } => categories.len(),
    };
    samples.len() * samples.schema.features.iter().map(|f| satisfied(&f.domain)).sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loss::LossName;
    use crate::parameters::{Method, SizeChoice};
    use rulegen_binarize::Bins;
    use rulegen_data::{Table, Values};

    /// Numeric columns of ten cut points.
    fn columns(number: usize) -> Samples {
        let column = |k: usize| {
            let values: Vec<f64> = (0..60).map(|row| f64::from(row * (k as u32 + 1) % 61)).collect();
            (format!("x{k}"), Values::from(values))
        };
        let table = Table::from_columns((0..number).map(column)).unwrap();
        Samples::learn_unlabelled(&table, None, Bins::Quantiles(10)).unwrap().0
    }

    fn names(number: usize, p: Parameters) -> Vec<String> {
        auto(&columns(number), &p).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn rules_one_by_one_are_found_by_cubes_where_they_are_cheap_and_in_folds_greedily() {
        for loss in [LossName::LOGISTIC, LossName::HINGE] {
            let p = Parameters { loss, ..Parameters::default() };
            assert_eq!(names(4, p.clone()), ["cube", "greedy"]);
            assert_eq!(names(4, Parameters { fold: true, ..p.clone() }), ["greedy"]);
            assert_eq!(names(300, p.clone()), ["greedy"]);
            // Few sets of columns make short rules.
            assert_eq!(names(300, Parameters { max_length: Some(1), ..p.clone() }), ["cube", "greedy"]);
            let folds = Parameters { max_length: Some(1), fold: true, ..p };
            assert_eq!(names(300, folds), ["greedy"]);
        }
    }

    #[test]
    fn what_is_priced_until_nothing_improves_ends_with_an_exact_stage() {
        let exact = ["greedy", "branch-and-bound"];
        let given = Parameters { size: Some(SizeChoice::Given), ..Parameters::default() };
        for p in [Parameters::of(Method::Rug), Parameters::of(Method::Boolean), given] {
            // Four columns have all rules on cubes, five only short ones.
            assert_eq!(names(4, p.clone()), ["cube"]);
            assert_eq!(names(5, p.clone()), exact);
            assert_eq!(names(5, Parameters { max_length: Some(3), ..p.clone() }), ["cube"]);
            assert_eq!(names(300, Parameters { max_length: Some(3), ..p.clone() }), exact);
            // Folds of them are no different.
            assert_eq!(names(4, Parameters { fold: true, ..p }), ["cube"]);
        }
    }

    #[test]
    fn proofs_beside_are_about_shorter_rules_and_cheap() {
        let beside = |number, p: &Parameters, longest| lengths_beside(&columns(number), p, longest);
        for p in [Parameters::default(), Parameters::of(Method::Rug), Parameters::of(Method::Boolean)] {
            assert_eq!(beside(4, &p, None), [1, 2, 3]);
            assert_eq!(beside(4, &p, Some(3)), [1, 2]);
            assert!(beside(4, &p, Some(1)).is_empty());
            // Three conditions on 300 columns take too long.
            assert_eq!(beside(300, &p, None), [1, 2]);
            let of = |name: PricerName| Parameters { pricers: Some(vec![name]), ..p.clone() };
            // Who names pricers asks for nothing beside.
            assert!(beside(4, &of(PricerName::TREE), None).is_empty());
            assert_eq!(beside(4, &of(PricerName::AUTO), None), [1, 2, 3]);
        }
    }
}
