//! Losses that are tiny beside the weights of the samples, where rounding would make bounds false.

use rulegen_binarize::{Bins, Samples};
use rulegen_data::Table;
use rulegen_driver::Master;
use rulegen_limits::Limits;
use rulegen_master::{LogisticMaster, LogisticSettings, RuleMaster, RuleTerms};
use rulegen_rule::{Literal, Rule, Test};
use std::sync::Arc;

/// Returns the optimum for one rule of weight t that tells `weight` of one class from as much of
/// the other. It minimises `f(t) = 2 W ln(1 + exp(-t/2)) + lambda t`, where
/// `W exp(-t/2) / (1 + exp(-t/2)) = lambda`.
fn optimum(weight: f64, penalty: f64) -> f64 {
    let share = penalty / weight;
    let t = -2.0 * (share / (1.0 - share)).ln();
    2.0 * weight * (-t / 2.0).exp().ln_1p() + penalty * t
}

#[test]
fn bounds_and_objectives_are_those_of_the_formula() {
    let table = Table::from_columns([("x", vec![0.0, 1.0].into())]).unwrap();
    for weight in [1.0, 1e3, 1e6, 1e9] {
        let (samples, _) = Samples::learn(&table, &[0, 1], Some(&[weight, weight]), 2, Bins::Values).unwrap();
        let samples = Arc::new(samples);
        // Down to where the intercept is at its box.
        for share in [1e-2, 1e-5, 1e-8, 1e-10, 1e-11, 1e-12] {
            let penalty = weight * share;
            let terms = RuleTerms { penalty, ..RuleTerms::default() };
            let settings = LogisticSettings { terms, ..LogisticSettings::default() };
            let mut master = LogisticMaster::new(samples.clone(), settings).unwrap();
            let rule = |test| Rule::new(vec![Literal { column: 0, test }]);
            master.add_rules(vec![(rule(Test::AtMost(0)), 0), (rule(Test::Above(0)), 1)]);
            let solution = master.solve(0.0, &Limits::default()).unwrap();
            let best = optimum(weight, penalty);
            let error = (solution.objective - best) / best;
            assert!(solution.converged && error.abs() <= 1e-8, "{weight} {share}: {error:e}");
            let problems = master.pricing_problems();
            let gains: Vec<f64> = problems.iter().map(|p| p.gain([0], 1).max(p.gain([1], 1))).collect();
            let bound = master.lower_bound(&problems, &gains).unwrap();
            assert!(bound <= best * (1.0 + 1e-13), "{weight} {share}: {bound:e} is above {best:e}");
            assert!(bound >= best * (1.0 - 1e-7), "{weight} {share}: {bound:e} is far below {best:e}");
        }
    }
}
