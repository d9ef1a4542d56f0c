//! Settings, first points, and the handling of candidates.

use crate::logistic::instances::schema;
use rulegen_binarize::Samples;
use rulegen_driver::{AddCounts, Candidate, DriverError, Master};
use rulegen_limits::Limits;
use rulegen_master::{LogisticMaster, LogisticSettings, MasterError, RuleMaster, RuleTerms};
use rulegen_rule::{CodedTable, Codes, Literal, Rule, Test};
use std::sync::Arc;

/// Makes six samples: n tells the classes apart, c does not.
fn samples(weights: [f64; 6]) -> Arc<Samples> {
    let columns = vec![Codes::Narrow(vec![0, 0, 0, 1, 1, 1]), Codes::Narrow(vec![0, 1, 2, 0, 1, 2])];
    let table = CodedTable::new(6, columns).unwrap();
    Arc::new(Samples::merge(schema(1, 3, false), &table, &[0, 0, 0, 1, 1, 1], &weights, 2).unwrap())
}

fn master(terms: RuleTerms) -> LogisticMaster {
    LogisticMaster::new(samples([1.0; 6]), LogisticSettings { terms, ..Default::default() }).unwrap()
}

fn low() -> Rule {
    Rule::new([Literal::new(0, Test::AtMost(0))])
}

#[test]
fn without_rules_probabilities_are_those_of_the_classes() {
    let weights = [1.0, 1.0, 1.0, 3.0, 3.0, 3.0];
    let mut master = LogisticMaster::new(samples(weights), LogisticSettings::default()).unwrap();
    let solution = master.solve(0.0, &Limits::default()).unwrap();
    let expected = -(3.0 * 0.25f64.ln() + 9.0 * 0.75f64.ln());
    assert!(solution.converged && (solution.objective - expected).abs() < 1e-9, "{solution:?}");
    let intercepts = master.intercepts();
    assert!((intercepts[1] - intercepts[0] - 3f64.ln()).abs() < 1e-9 && (intercepts[0] + intercepts[1]).abs() < 1e-12);
    let problems = master.pricing_problems();
    assert!(problems[1].gains.iter().zip([-0.75, -0.75, -0.75, 0.75, 0.75, 0.75]).all(|(g, e)| (g - e).abs() < 1e-9));
    assert!(problems.iter().all(|p| p.check(6).is_ok()));
}

#[test]
fn settings_out_of_range_are_refused() {
    for value in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let wrong = [
            LogisticSettings { largest_intercept: value, ..Default::default() },
            LogisticSettings { terms: RuleTerms { penalty: value, ..Default::default() }, ..Default::default() },
        ];
        for settings in wrong {
            let outcome = LogisticMaster::new(samples([1.0; 6]), settings);
            assert!(matches!(outcome, Err(MasterError::NotPositive { .. })), "{value}");
        }
    }
}

#[test]
fn candidates_are_verified_and_taken_in_once() {
    let mut master = master(RuleTerms { penalty: 0.5, max_length: Some(1), ..Default::default() });
    master.solve(0.0, &Limits::default()).unwrap();
    let problems = master.pricing_problems();
    let candidate = |rule: Rule, tag, gain| Candidate { tag, rule, gain };
    // Three samples of the class at a probability of one half each, less the cost of a literal.
    let good = candidate(low(), 0, 1.0);
    let outcome = master.add(&problems, &[good.clone(), good.clone()]).unwrap();
    assert_eq!(outcome, AddCounts { new: 1, known: 1, rejected: 0 });
    let bad = candidate(low(), 1, -2.0);
    assert_eq!(master.add(&problems, &[bad]).unwrap(), AddCounts { new: 0, known: 0, rejected: 1 });
    let lie = candidate(low(), 1, 2.0);
    assert!(matches!(master.add(&problems, &[lie]), Err(DriverError::FalseGain { claimed: 2.0, .. })));
    let long = candidate(low().and(Literal::new(1, Test::Is(1))), 0, 1.0);
    assert!(matches!(master.add(&problems, &[long]), Err(DriverError::NotAsked { tag: 0, length: 2 })));
    let foreign = candidate(Rule::new([Literal::new(9, Test::Present)]), 0, 1.0);
    assert!(matches!(master.add(&problems, &[foreign]), Err(DriverError::ForeignRule { column: 9 })));
    assert_eq!(master.columns(), 1);
    let before = master.solve(1e-3, &Limits::default().until(Some(std::time::Instant::now()))).unwrap();
    assert!(!before.converged && before.objective.is_finite());
    let solution = master.solve(0.0, &Limits::default()).unwrap();
    assert!(solution.converged && solution.objective < before.objective);
    // With weight w and intercept -w / 2 all samples have the score w / 2 for their class: 6 log(1
    // + exp(-w / 2)) + w / 2.
    let w = master.weights()[0];
    let slope = 0.5 - 3.0 / (1.0 + (w / 2.0).exp());
    assert!(slope.abs() < 1e-4, "{w} {slope}");
}

#[test]
fn a_ridge_shrinks_weights_and_keeps_bounds() {
    let (ridge, penalty) = (0.7, 0.5);
    let terms = RuleTerms { penalty, max_length: Some(1), ..Default::default() };
    let settings = LogisticSettings { terms: terms.clone(), ridge, ..Default::default() };
    let mut ridged = LogisticMaster::new(samples([1.0; 6]), settings).unwrap();
    ridged.add_rules(vec![(low(), 0)]);
    let solution = ridged.solve(0.0, &Limits::default()).unwrap();
    assert!(solution.converged);
    // As without a ridge, with its slope: penalty + ridge w = 3 / (1 + exp(w / 2)).
    let w = ridged.weights()[0];
    let slope = penalty + ridge * w - 3.0 / (1.0 + (w / 2.0).exp());
    assert!(slope.abs() < 1e-6, "{w} {slope}");
    let loss = 6.0 * (-w / 2.0).exp().ln_1p() + penalty * w + ridge / 2.0 * w * w;
    assert!((solution.objective - loss).abs() < 1e-9 * loss && (ridged.objective_of(&[w]) - loss).abs() < 1e-9 * loss);
    // The bound is that of the problem without a ridge, whose optimum over all rules is lower
    // still.
    let problems = ridged.pricing_problems();
    let best: Vec<f64> = problems.iter().map(|p| p.gains.iter().map(|gain| gain.max(0.0)).sum()).collect();
    let bound = ridged.lower_bound(&problems, &best).unwrap();
    let mut plain = master(terms);
    plain.add_rules(vec![(low(), 0)]);
    let optimum = plain.solve(0.0, &Limits::default()).unwrap().objective;
    assert!(bound > 0.0 && bound < optimum && optimum < solution.objective, "{bound} {optimum}");
}

#[test]
fn ridges_out_of_range_are_refused() {
    for ridge in [-1.0, f64::NAN, f64::INFINITY] {
        let settings = LogisticSettings { ridge, ..Default::default() };
        assert!(
            matches!(LogisticMaster::new(samples([1.0; 6]), settings), Err(MasterError::Negative { .. })),
            "{ridge}"
        );
    }
}

/// The optimum beside a locked weight: free weights meet their optimality conditions, and the gap
/// that ends the steps is about them.
#[test]
fn a_locked_weight_stays_and_the_others_are_optimal_beside_it() {
    let columns = vec![
        Codes::Narrow((0..12).map(|i| u8::from(i >= 6)).collect()),
        Codes::Narrow((0..12).map(|i| i % 3).collect()),
    ];
    let table = CodedTable::new(12, columns).unwrap();
    let labels: Vec<u32> = (0..12).map(|i| u32::from(i >= 5 && i != 8)).collect();
    let samples = Arc::new(Samples::merge(schema(1, 3, false), &table, &labels, &[1.0; 12], 2).unwrap());
    for ridge in [0.0, 0.5] {
        let terms = RuleTerms { penalty: 0.1, ..RuleTerms::default() };
        let settings = LogisticSettings { terms, ridge, ..LogisticSettings::default() };
        let mut master = LogisticMaster::new(samples.clone(), settings).unwrap();
        let is = |v: u16| Rule::new([Literal::new(1, Test::Is(v))]);
        master.add_rules(vec![(low(), 0), (is(0), 1), (is(2), 0)]);
        for weight in [0.25, 3.0] {
            master.lock(1, weight).unwrap();
            let solution = master.solve(0.0, &Limits::default()).unwrap();
            let weights = master.weights();
            assert!(solution.converged && weights[1] == weight, "{ridge} {weight}: {weights:?}");
            assert!((master.objective_of(&weights) - solution.objective).abs() < 1e-12);
            let problems = master.pricing_problems();
            let gain = |k: usize| {
                let column = &master.rules()[k];
                let gained: f64 = column.cover.iter().map(|i| problems[column.tag as usize].gains[i]).sum();
                gained - column.cost - ridge * weights[k]
            };
            for k in [0, 2] {
                let at_optimum = if weights[k] > 0.0 { gain(k).abs() < 1e-5 } else { gain(k) < 1e-5 };
                assert!(at_optimum, "{ridge} {weight}: rule {k} of weight {} has a gain of {}", weights[k], gain(k));
            }
            let unbalanced: f64 = problems[1].gains.iter().sum();
            assert!(unbalanced.abs() < 1e-5, "{unbalanced}");
        }
        for weight in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(matches!(master.lock(0, weight), Err(MasterError::NotPositive { .. })), "{weight}");
        }
    }
}
