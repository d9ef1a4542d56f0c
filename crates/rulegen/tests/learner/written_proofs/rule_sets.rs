//! The check of a proof about Boolean rule sets, by enumeration.

use super::instance::{Instance, list, number, whole};
use rulegen::serde_json::Value;

type Decision = (usize, bool);

/// Checks all claims of a proof. Returns the number of its leaves.
pub(super) fn check(instance: &Instance) -> usize {
    let loss = &instance.proof["loss"];
    let searches = list(&instance.proof["evidence"]);
    let decided = |leaf: &Value| -> Vec<Decision> {
        list(&leaf["decisions"]).iter().map(|pair| (whole(&pair[0]), pair[1].as_bool().unwrap())).collect()
    };
    let least = |search: &Value| {
        let leaves = list(&search["leaves"]);
        assert!(cover_all(&leaves.iter().map(decided).collect::<Vec<_>>()), "a leaf is missing");
        let bounds = leaves.iter().map(|leaf| leaf_bound(instance, whole(&search["class"]), &decided(leaf), leaf));
        bounds.fold(f64::INFINITY, f64::min)
    };
    let value: f64 = searches.iter().map(least).sum();
    let bounds = instance.bounds();
    assert_eq!(bounds.len(), 1);
    assert_eq!(bounds[0].0, instance.max_length());
    assert!(bounds[0].1 <= value + 1e-9, "{} is claimed, {value} holds", bounds[0].1);
    assert!(bounds[0].1 >= value - 1e-6 * value.max(1.0), "{} is claimed, {value} holds", bounds[0].1);
    let mut objective = 0.0;
    for class in searches.iter().map(|search| whole(&search["class"])) {
        let model = instance.model();
        let rules: Vec<_> = model.iter().filter(|(rule, _)| rule.classes[0] == class).collect();
        let mut size = 0.0;
        for (rule, weight) in &rules {
            assert_eq!(*weight, 1.0);
            size += number(&loss["size_per_rule"]) + rule.length as f64 * number(&loss["size_per_condition"]);
        }
        assert!(size <= number(&loss["complexity"]) + 1e-9);
        objective += number(&loss["price"]) * size;
        for (i, sample) in instance.samples.iter().enumerate() {
            let covering = rules.iter().filter(|(rule, _)| rule.cover.contains(&i)).count();
            objective += sample.omega
                * match sample.label == class {
                    true => number(&loss["false_negative"]) * f64::from(u8::from(covering == 0)),
                    false => number(&loss["false_positive"]) * covering as f64,
                };
        }
    }
    assert!(instance.objective() >= objective - 1e-9 && instance.objective() <= objective * (1.0 + 1e-6) + 1e-6);
    searches.iter().map(|search| list(&search["leaves"]).len()).sum()
}

/// Returns the scale of each leaf.
pub(super) fn scales(instance: &Instance) -> Vec<usize> {
    let leaves = list(&instance.proof["evidence"]).iter().flat_map(|search| list(&search["leaves"]));
    leaves.map(|leaf| whole(&leaf["scale"])).collect()
}

/// True if every rule set keeps the decisions of a leaf.
fn cover_all(leaves: &[Vec<Decision>]) -> bool {
    match leaves {
        [] => false,
        [only] if only.is_empty() => true,
        _ => {
            let Some(&(sample, _)) = leaves[0].first() else { return false };
            let rest = |covered: bool| -> Vec<Vec<Decision>> {
                let here = leaves.iter().filter(|leaf| leaf.first() == Some(&(sample, covered)));
                here.map(|leaf| leaf[1..].to_vec()).collect()
            };
            leaves.iter().all(|leaf| leaf.first().is_some_and(|first| first.0 == sample))
                && cover_all(&rest(true))
                && cover_all(&rest(false))
        }
    }
}

fn leaf_bound(instance: &Instance, class: usize, decisions: &[Decision], leaf: &Value) -> f64 {
    let loss = &instance.proof["loss"];
    let (missing, covering) = (number(&loss["false_negative"]), number(&loss["false_positive"]));
    let scale = whole(&leaf["scale"]) as f64;
    let decided = |i: usize| decisions.iter().find(|decision| decision.0 == i).map(|decision| decision.1);
    let mut gains: Vec<f64> = (instance.samples.iter())
        .map(|sample| if sample.label == class { 0.0 } else { -covering * sample.omega })
        .collect();
    let (mut sum, mut last) = (0.0, None);
    for pair in list(&leaf["values"]) {
        let (i, units) = (whole(&pair[0]), whole(&pair[1]) as f64);
        assert!(last < Some(i) && units > 0.0);
        last = Some(i);
        let is_own = instance.samples[i].label == class;
        match decided(i) {
            Some(false) => gains[i] -= units / scale,
            None => {
                assert!(is_own && units <= scale * missing * instance.samples[i].omega);
                (sum, gains[i]) = (sum + units / scale, gains[i] + units / scale);
            }
            Some(true) => (sum, gains[i]) = (sum + units / scale, gains[i] + units / scale),
        }
    }
    let of_missed = |i: &usize| instance.samples[*i].label == class && decided(*i) == Some(false);
    let missed: f64 = (0..instance.samples.len()).filter(of_missed).map(|i| missing * instance.samples[i].omega).sum();
    let size = |length: usize| number(&loss["size_per_rule"]) + length as f64 * number(&loss["size_per_condition"]);
    let gain = |length: usize| {
        let rules = instance.rules.iter().filter(|rule| rule.length <= length && rule.classes.contains(&class));
        let gains = rules.map(|rule| rule.cover.iter().map(|&i| gains[i]).sum::<f64>());
        gains.fold(f64::NEG_INFINITY, f64::max) - number(&loss["price"]) * size(length)
    };
    let sizes: Vec<(f64, f64)> =
        (1..=instance.max_length()).map(|length| (size(length), gain(length).max(0.0))).collect();
    let bound = missed + sum - most(&sizes, number(&loss["complexity"]));
    let prices = (1..=instance.max_length()).map(|length| number(&loss["price"]) * size(length));
    let errors = instance.samples.iter().flat_map(|sample| [missing * sample.omega, covering * sample.omega]);
    match errors.chain(prices).all(|number| number.fract() == 0.0) {
        true => (bound - 1e-9).ceil(),
        false => bound,
    }
}

/// Returns the largest sum of gains of a list of sizes within `left`.
fn most(sizes: &[(f64, f64)], left: f64) -> f64 {
    let with = |(size, gain): &(f64, f64)| (*size <= left + 1e-9).then(|| gain + most(sizes, left - size));
    sizes.iter().filter_map(with).fold(0.0, f64::max)
}
