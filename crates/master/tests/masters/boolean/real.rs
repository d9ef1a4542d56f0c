//! The public data sets, where they are present: on real runs the master's LP is the plain one, and
//! its reduced costs are the solver's own.

use crate::boolean::reference::{primal, size};
use rulegen_binarize::{Bins, Samples};
use rulegen_data::{Dataset, ReadOptions, read_path};
use rulegen_driver::Master;
use rulegen_limits::Limits;
use rulegen_lp::Backend;
use rulegen_master::{BooleanMaster, BooleanSettings};
use rulegen_rule::Rule;
use std::path::Path;
use std::sync::Arc;

/// Data sets with their targets and those categorical columns that are not words.
const SETS: [(&str, &str, &str); 4] = [
    ("transfusion", "donated", ""),
    ("heart", "target", "sex,cp,fbs,restecg,exang,slope,ca,thal"),
    ("liver", "selector", ""),
    ("ilpd", "selector", "gender"),
];

fn samples(name: &str, target: &str, categorical: &str) -> Option<Samples> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../../shared/data/{name}.csv"));
    if !path.exists() {
        eprintln!("{} is not there: left out", path.display());
        return None;
    }
    let categorical = categorical.split(',').filter(|c| !c.is_empty()).map(str::to_owned).collect();
    let options = ReadOptions { text: vec![target.into()], categorical, ..Default::default() };
    let data = Dataset::from_table(read_path(&path, &options).unwrap(), target, None).unwrap();
    let labels = &data.target.labels;
    Some(Samples::learn(&data.features, labels, None, data.target.classes.len(), Bins::Quantiles(10)).unwrap().0)
}

/// Runs rounds of the simplest pricing: all rules of one and two literals, the best of which are
/// added.
fn priced_rules(samples: &Samples, master: &BooleanMaster) -> Vec<Rule> {
    let problem = &master.pricing_problems()[0];
    let literals = samples.schema.literals();
    let pairs = literals.iter().flat_map(|&a| literals.iter().map(move |&b| Rule::new([a, b])));
    let mut found: Vec<(f64, Rule)> = pairs
        .map(|rule| (problem.gain(samples.cover(&rule).iter(), rule.len()), rule))
        .filter(|(gain, _)| *gain > problem.threshold)
        .collect();
    found.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    found.dedup_by(|a, b| a.1 == b.1);
    found.into_iter().take(30).map(|(_, rule)| rule).collect()
}

#[test]
fn prices_and_objectives_are_those_of_a_plain_program() {
    let backend = Backend::auto();
    for (name, target, categorical) in SETS {
        let Some(samples) = samples(name, target, categorical) else { continue };
        let samples = Arc::new(samples);
        let settings = BooleanSettings { backend: Arc::new(backend), ..BooleanSettings::default() };
        let mut master = BooleanMaster::new(samples.clone(), settings.clone()).unwrap();
        for _ in 0..6 {
            master.solve(1e-3, &Limits::default()).unwrap();
            let rules = priced_rules(&samples, &master);
            master.add_rules(rules);
        }
        let solution = master.solve(0.0, &Limits::default()).unwrap();
        assert!(solution.converged);
        let rules: Vec<Rule> = master.rules().iter().map(|c| c.rule.clone()).collect();
        assert!(rules.len() > 20, "{name}: {}", rules.len());
        let plain = primal(&samples, &settings, &rules, &[], backend);
        let scale = 1.0 + plain.objective;
        assert!(
            (solution.objective - plain.objective).abs() < 1e-6 * scale,
            "{name}: {} {}",
            solution.objective,
            plain.objective
        );
        // At the solver's duals, the reduced costs of the master's problem are the solver's.
        let mut problem = master.pricing_problems().remove(0);
        for i in (0..samples.len()).filter(|&i| samples.labels[i] == settings.class) {
            problem.gains[i] = plain.mu[i];
        }
        (problem.fixed, problem.per_literal) = (plain.lam, plain.lam);
        for (rule, reduced) in rules.iter().zip(&plain.reduced) {
            let own = -problem.gain(samples.cover(rule).iter(), rule.len());
            assert!((own - reduced).abs() < 1e-6 * scale, "{name}: {own} is not {reduced} for {rule:?}");
        }
        // The master's own duals are as good as the solver's.
        let own = master.proof(&master.pricing_problems()[0], 0.0).bound;
        assert!((own - plain.objective).abs() < 1e-6 * scale, "{name}: {own} {}", plain.objective);
        let used: f64 = master.rules().iter().zip(master.weights()).map(|(c, w)| w * size(&settings, &c.rule)).sum();
        assert!(used <= 15.0 + 1e-6, "{name}: {used}");
    }
}
