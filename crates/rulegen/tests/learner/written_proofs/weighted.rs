//! The check of a proof about weighted rules, by enumeration.

use super::instance::{Instance, list, number, whole};

/// The rounding error that doubles may have here.
const ROUNDING: f64 = 1e-9;

/// Checks all claims of a proof. Returns its bound over rules of any length in scope.
pub(super) fn check(instance: &Instance) -> f64 {
    let (loss, claims) = (&instance.proof["loss"], &instance.proof["claims"]);
    let name = loss["name"].as_str().unwrap();
    let cost = |length: usize| number(&loss["per_rule"]) + length as f64 * number(&loss["per_condition"]);
    let theta = theta(instance, name);
    let gain = |i: usize, class: usize| {
        let label = instance.samples[i].label;
        if class == label { theta[i].iter().sum() } else { -theta[i][class] }
    };
    for (length, bound) in instance.bounds() {
        let rules = instance.rules.iter().filter(|rule| rule.length <= length);
        let ratio = rules.flat_map(|rule| {
            let paid = |class: &usize| rule.cover.iter().map(|&i| gain(i, *class)).sum::<f64>();
            rule.classes.iter().map(paid).map(|paid| paid / cost(rule.length)).collect::<Vec<_>>()
        });
        let rho = ratio.fold(1.0, f64::max);
        let value = dual_value(instance, name, &theta, rho, &gain);
        assert!(bound <= value * (1.0 + 1e-12), "{name}: {bound} is claimed over length {length}, {value} holds");
        assert!(bound >= value * (1.0 - 1e-6) - 1e-6, "{name}: {bound} is claimed, and {value} holds");
    }
    let scores = scores(instance);
    let objective = objective(instance, name, &scores, &cost);
    assert!((objective..objective * (1.0 + 1e-6) + 1e-6).contains(&instance.objective()), "{objective}");
    if name == "logistic" {
        let further = further_gain(instance, &scores, &cost);
        let claimed = number(&claims["further_gain"]);
        assert!(claimed >= further && claimed <= further.max(0.0) + 1e-5, "{claimed} is claimed, {further} holds");
    } else {
        assert!(claims["further_gain"].is_null());
    }
    let bounds = instance.bounds();
    let &(longest, bound) = bounds.last().unwrap();
    assert_eq!(longest, instance.max_length());
    if claims["in_scope"] == true {
        assert!(bound <= instance.objective());
        assert!(instance.model().iter().all(|(rule, _)| rule.length <= longest));
    }
    bound
}

/// Returns `theta` by sample and class, 0 for the own class, checked against the weights.
fn theta(instance: &Instance, name: &str) -> Vec<Vec<f64>> {
    let evidence = &instance.proof["evidence"][0];
    let scale = whole(&evidence["scale"]) as f64;
    assert_eq!(scale.log2().fract(), 0.0);
    let values: Vec<f64> = list(&evidence["values"]).iter().map(|units| whole(units) as f64).collect();
    let others = instance.classes - 1;
    let per_sample = if name == "hinge" { 1 } else { others };
    assert_eq!(values.len(), per_sample * instance.samples.len());
    assert!(values.iter().sum::<f64>() < (1u64 << 62) as f64);
    let is_compared = |i: usize| instance.cells().concat().concat().contains(&i);
    let of_sample = |(i, units): (usize, &[f64])| {
        let sample = &instance.samples[i];
        let is_within = units.iter().sum::<f64>() <= scale * sample.omega;
        assert!(is_within || is_compared(i), "sample {i} is paid more than it weighs");
        let mut units = units.iter().cycle().map(|units| if name == "hinge" { units / others as f64 } else { *units });
        let of_class = |class: usize| if class == sample.label { 0.0 } else { units.next().unwrap() / scale };
        (0..instance.classes).map(of_class).collect()
    };
    values.chunks(per_sample).enumerate().map(of_sample).collect()
}

/// True if some sample is paid more than it weighs.
pub(super) fn is_stretched(instance: &Instance) -> bool {
    let theta = theta(instance, instance.proof["loss"]["name"].as_str().unwrap());
    theta.iter().zip(&instance.samples).any(|(theta, sample)| theta.iter().sum::<f64>() > 1.01 * sample.omega)
}

fn dual_value(
    instance: &Instance,
    name: &str,
    theta: &[Vec<f64>],
    rho: f64,
    gain: &dyn Fn(usize, usize) -> f64,
) -> f64 {
    if name != "logistic" {
        let mut moved = 0.0;
        for block in instance.cells() {
            let weight = |cell: &[usize]| cell.iter().map(|&i| instance.samples[i].omega).sum::<f64>();
            let paid = |i: usize| theta[i].iter().sum::<f64>() / instance.samples[i].omega;
            let stretch = |cell: &[usize]| cell.iter().map(|&i| paid(i)).fold(0.0, f64::max);
            let room: f64 = block.iter().map(|cell| weight(cell) * (1.0 - stretch(cell))).sum();
            assert!(room >= 0.0, "a block is paid {} more than it weighs", -room);
            moved += block.iter().map(|cell| weight(cell) * (stretch(cell) / rho - 1.0).max(0.0)).sum::<f64>();
        }
        return theta.iter().flatten().sum::<f64>() / rho - epsilon(instance) * moved;
    }
    let entropy = |(theta, sample): (&Vec<f64>, &super::instance::Sample)| {
        let q: Vec<f64> = theta.iter().map(|theta| theta / (rho * sample.omega)).collect();
        let own = 1.0 - q.iter().sum::<f64>();
        let parts = q.iter().chain([&own]).filter(|q| **q > 0.0);
        sample.omega * -parts.map(|q| q * q.ln()).sum::<f64>()
    };
    let unbalanced = |class: usize| (0..instance.samples.len()).map(|i| gain(i, class)).sum::<f64>().abs();
    let largest = number(&instance.proof["loss"]["largest_intercept"]);
    let unbalanced: f64 = (1..instance.classes).map(unbalanced).sum();
    theta.iter().zip(&instance.samples).map(entropy).sum::<f64>() - largest * unbalanced / rho
}

fn epsilon(instance: &Instance) -> f64 {
    instance.proof["loss"]["fairness"].get("epsilon").map_or(0.0, number)
}

/// Returns the scores of each sample, intercepts included.
fn scores(instance: &Instance) -> Vec<Vec<f64>> {
    let intercepts: Vec<f64> = list(&instance.proof["model"]["intercepts"]).iter().map(number).collect();
    assert!(intercepts.is_empty() || intercepts[0] == 0.0);
    let start = if intercepts.is_empty() { vec![0.0; instance.classes] } else { intercepts };
    let mut scores = vec![start; instance.samples.len()];
    for (rule, weight) in instance.model() {
        rule.cover.iter().for_each(|&i| scores[i][rule.classes[0]] += weight);
    }
    scores
}

fn objective(instance: &Instance, name: &str, scores: &[Vec<f64>], cost: &dyn Fn(usize) -> f64) -> f64 {
    let loss = |(sample, f): (&super::instance::Sample, &Vec<f64>)| {
        let own = f[sample.label];
        let others = || f.iter().enumerate().filter(|(class, _)| *class != sample.label).map(|(_, f)| *f);
        let loss = match name {
            "hinge" => 1.0 - own + others().sum::<f64>() / (instance.classes - 1) as f64,
            "margin" => 1.0 - own + others().fold(f64::NEG_INFINITY, f64::max),
            _ => f.iter().map(|f| f.exp()).sum::<f64>().ln() - own,
        };
        sample.omega * loss.max(0.0)
    };
    let ridge = instance.proof["loss"].get("ridge").map_or(0.0, number);
    let costs = instance.model().iter().map(|(rule, w)| cost(rule.length) * w + ridge / 2.0 * w * w).sum::<f64>();
    let losses: Vec<f64> = instance.samples.iter().zip(scores).map(loss).collect();
    let mut raised = 0.0;
    for block in instance.cells() {
        let sum = |cell: &Vec<usize>| cell.iter().map(|&i| losses[i]).sum::<f64>();
        let weight = |cell: &Vec<usize>| cell.iter().map(|&i| instance.samples[i].omega).sum::<f64>();
        let least = block.iter().map(|cell| sum(cell) / weight(cell)).fold(0.0, f64::max) - epsilon(instance);
        raised += block.iter().map(|cell| (least * weight(cell) - sum(cell)).max(0.0)).sum::<f64>();
    }
    losses.iter().sum::<f64>() + raised + costs - ROUNDING
}

fn further_gain(instance: &Instance, scores: &[Vec<f64>], cost: &dyn Fn(usize) -> f64) -> f64 {
    let gain = |i: usize, class: usize| {
        let sample = &instance.samples[i];
        let p = scores[i][class].exp() / scores[i].iter().map(|f| f.exp()).sum::<f64>();
        sample.omega * (f64::from(u8::from(sample.label == class)) - p)
    };
    let gains = instance.rules.iter().flat_map(|rule| {
        let of = |class: &usize| rule.cover.iter().map(|&i| gain(i, *class)).sum::<f64>() - cost(rule.length);
        rule.classes.iter().map(of).collect::<Vec<_>>()
    });
    gains.fold(f64::NEG_INFINITY, f64::max) - ROUNDING
}
