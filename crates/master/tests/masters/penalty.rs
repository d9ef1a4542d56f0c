//! A master whose penalty is changed equals one that was made with it.

use rulegen_binarize::Samples;
use rulegen_binarize::conformance::all_rules;
use rulegen_limits::Limits;
use rulegen_master::conformance::samples;
use rulegen_master::{
    LinearSettings, LogisticMaster, LogisticSettings, LpStrategy, MarginHingeMaster, RugMaster, RuleCost, RuleMaster,
    RuleTerms,
};
use rulegen_rule::Rule;
use std::sync::Arc;

/// From a penalty where hardly a rule is in use to one where many are, and back.
const PENALTIES: [f64; 4] = [3.0, 0.5, 0.05, 0.8];

/// Returns some rules for each class.
fn rules(samples: &Samples, first: usize) -> Vec<(Rule, u32)> {
    let few = all_rules(samples).into_iter().map(|(rule, _)| rule).filter(|rule| !rule.is_empty()).step_by(3);
    let few: Vec<Rule> = few.skip(first).take(20).collect();
    (0..samples.classes as u32).flat_map(|class| few.iter().map(move |rule| (rule.clone(), class))).collect()
}

fn agree(make: impl Fn(Arc<Samples>, RuleTerms) -> Box<dyn RuleMaster>) {
    for seed in 0..25 {
        let samples = samples(seed);
        for cost in [RuleCost::Length, RuleCost::Gini] {
            let terms = |penalty| RuleTerms { penalty, cost: cost.clone(), ..RuleTerms::default() };
            let mut changed = make(samples.clone(), terms(1.0));
            let mut known = Vec::new();
            for (at, penalty) in PENALTIES.into_iter().enumerate() {
                // Some columns come with each penalty.
                let new = rules(&samples, 20 * at);
                changed.add_rules(new.clone());
                known.extend(new);
                changed.set_penalty(penalty).unwrap();
                let mut fresh = make(samples.clone(), terms(penalty));
                fresh.add_rules(known.clone());
                let limits = Limits::default();
                let (a, b) = (changed.solve(0.0, &limits).unwrap(), fresh.solve(0.0, &limits).unwrap());
                assert!(a.converged && b.converged);
                let total: f64 = samples.weights.iter().sum();
                let near = |x: f64, y: f64| (x - y).abs() <= 1e-6 * y.abs().max(1e-3 * total);
                assert!(near(a.objective, b.objective), "seed {seed}, {penalty}: {a:?}, {b:?}");
                let weights = changed.weights();
                assert!(
                    near(fresh.objective_of(&weights), b.objective),
                    "seed {seed}, {penalty}: its weights cost more"
                );
                let costs = |master: &dyn RuleMaster| master.rules().iter().map(|c| c.cost).collect::<Vec<_>>();
                assert_eq!(costs(&*changed), costs(&*fresh), "seed {seed}, {penalty}");
            }
        }
    }
}

#[test]
fn of_the_logistic_loss() {
    agree(|samples, terms| {
        let settings = LogisticSettings { terms, ..LogisticSettings::default() };
        Box::new(LogisticMaster::new(samples, settings).unwrap())
    });
}

#[test]
fn of_linear_losses_however_they_are_solved() {
    for strategy in [LpStrategy::Interior, LpStrategy::WarmStart, LpStrategy::DualSimplex] {
        agree(|samples, terms| {
            let settings = LinearSettings { terms, strategy, ..LinearSettings::default() };
            Box::new(RugMaster::new(samples, settings).unwrap())
        });
        agree(|samples, terms| {
            let settings = LinearSettings { terms, strategy, ..LinearSettings::default() };
            Box::new(MarginHingeMaster::new(samples, settings).unwrap())
        });
    }
}

#[test]
fn a_penalty_out_of_range_changes_nothing() {
    let settings = LogisticSettings { terms: RuleTerms { penalty: 0.1, ..RuleTerms::default() }, ..Default::default() };
    let mut master = LogisticMaster::new(samples(3), settings).unwrap();
    master.add_rules(rules(&samples(3), 0));
    let before: Vec<f64> = master.rules().iter().map(|column| column.cost).collect();
    for penalty in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(master.set_penalty(penalty).is_err());
    }
    let after: Vec<f64> = master.rules().iter().map(|column| column.cost).collect();
    assert_eq!(after, before);
}
