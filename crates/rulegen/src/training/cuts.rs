//! Cut points guessed by boosted trees.

use rulegen_binarize::Samples;
use rulegen_limits::Limits;
use rulegen_pricing::{PricingError, TreeSettings, WeightedTree};
use rulegen_rule::{Domain, Feature, Schema, Test};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The number of boosted trees.
const TREES: usize = 50;

/// The depth of the trees. Three levels find cut points that matter together with others.
const DEPTH: usize = 3;

/// Returns the schema of `samples` with only the cut points at which boosted trees split. Numeric
/// columns without such a cut point and without missing cells are left out, unless that would be
/// all of them. If a limit ends the
/// boosting, the cut points found until then are used.
///
/// Boosting is SAMME (Zhu, Zou, Rosset and Hastie, Multi-class AdaBoost, 2009). McTavish et al.
/// (Fast sparse decision tree optimization via reference ensembles, 2022) show that the cut points
/// of a reference ensemble serve exact models as well as all cut points do.
pub(crate) fn guessed(samples: Samples, limits: &Limits) -> Result<Schema, PricingError> {
    let samples = Arc::new(samples);
    let tree = WeightedTree::new(samples.clone(), TreeSettings { max_depth: DEPTH, ..TreeSettings::default() })?;
    let mut weights = samples.weights.clone();
    let mut kept: BTreeSet<(u32, u16)> = BTreeSet::new();
    for _ in 0..TREES {
        let leaves = tree.leaves(&weights, 0);
        let mut wrong: Vec<bool> = vec![true; samples.len()];
        for (rule, class) in &leaves {
            kept.extend(rule.literals().iter().filter_map(|l| Some((l.column, cut(l.test)?))));
            for i in samples.cover(rule).iter() {
                wrong[i] = samples.labels[i] != *class;
            }
        }
        let all: f64 = weights.iter().sum();
        let error = (0..wrong.len()).filter(|&i| wrong[i]).map(|i| weights[i]).sum::<f64>() / all;
        let chance = 1.0 - 1.0 / samples.classes as f64;
        if leaves.is_empty() || error <= 0.0 || error >= chance || limits.reached().is_some() {
            break;
        }
        // The weights of rows in error grow by `exp(alpha)`, alpha = ln((1 - e) / e) + ln(K - 1).
        let factor = (1.0 - error) / error * (samples.classes as f64 - 1.0);
        for i in (0..wrong.len()).filter(|&i| wrong[i]) {
            weights[i] *= factor;
        }
        let all: f64 = weights.iter().sum();
        weights.iter_mut().for_each(|weight| *weight /= all);
    }
    let narrowed =
        Schema { features: (0..).zip(&samples.schema.features).filter_map(|f| narrowed(f, &kept)).collect() };
    Ok(if narrowed.features.is_empty() { samples.schema.clone() } else { narrowed })
}

/// The index of the cut point that a test is about.
fn cut(test: Test) -> Option<u16> {
    match test {
        Test::AtMost(j) | Test::Above(j) => Some(j),
        _ => None,
    }
}

/// Returns the feature with only the kept cut points. `None` if no test is left.
fn narrowed((column, feature): (u32, &Feature), kept: &BTreeSet<(u32, u16)>) -> Option<Feature> {
    let Domain::Numeric { cuts } = &feature.domain else { return Some(feature.clone()) };
    let cuts: Vec<f64> = (0..).zip(cuts).filter(|(j, _)| kept.contains(&(column, *j))).map(|(_, &cut)| cut).collect();
    let asked = !cuts.is_empty() || feature.missing_seen;
    asked.then(|| Feature { domain: Domain::Numeric { cuts }, ..feature.clone() })
}
