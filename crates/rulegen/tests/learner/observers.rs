//! Observers that look at the columns of a fit and at their weights.

use rulegen::data::{Dataset, ReadOptions, read_path};
use rulegen::driver::{Master, Observer, Round};
use rulegen::limits::Limits;
use rulegen::rule::Rule;
use rulegen::{Learner, LossName, Method, Parameters, SizeChoice};
use std::num::NonZeroUsize;
use std::path::Path;

/// The columns at the last solve, and their number whenever a round had ended.
#[derive(Default)]
struct Columns {
    last: Vec<(u32, Rule, f64)>,
    seen: Vec<usize>,
    rounds: Vec<usize>,
}

impl Observer for Columns {
    fn solved(&mut self, master: &dyn Master) {
        let columns = master.column_weights();
        assert_eq!(columns.len(), master.columns());
        self.last = columns.iter().map(|column| (column.tag, column.rule.clone(), column.weight)).collect();
    }

    fn round(&mut self, round: &Round) {
        self.seen.push(self.last.len());
        self.rounds.push(round.columns);
    }
}

#[test]
fn an_observer_sees_the_rules_and_weights_of_the_model() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/iris.csv");
    let table = read_path(&path, &ReadOptions { text: vec!["species".into()], ..Default::default() }).unwrap();
    let data = Dataset::from_table(table, "species", None).unwrap();
    let given = Parameters { penalty: Some(0.5), max_length: Some(2), ..Parameters::default() };
    for parameters in [
        Parameters { penalty: Some(0.2), ..Parameters::of(Method::Rug) },
        given.clone(),
        Parameters { loss: LossName::HINGE, ..given },
    ] {
        let mut columns = Columns::default();
        let learner = Learner::new(parameters).unwrap();
        let model = learner.fit_observed(&data, "species", &Limits::default(), &mut columns).unwrap().model;
        assert!(!columns.rounds.is_empty() && columns.seen == columns.rounds);
        // Weights of votes are relative to the largest, log-odds are as they are.
        let largest = columns.last.iter().map(|(.., weight)| *weight).fold(0.0, f64::max);
        let unit = if model.has_probabilities() { 1.0 } else { largest };
        for rule in &model.rules {
            let is_it = |(tag, other, weight): &&(u32, Rule, f64)| {
                (*tag, other) == (rule.class, &rule.rule) && (weight / unit - rule.weight).abs() < 1e-12
            };
            assert_eq!(columns.last.iter().filter(is_it).count(), 1, "{rule:?}");
        }
        let in_use = columns.last.iter().filter(|(.., weight)| *weight > 1e-9 * largest).count();
        assert_eq!(in_use, model.rules.len());
    }
    // Where rules are chosen one by one, each round shows one more.
    let size = SizeChoice::Rules(NonZeroUsize::new(4).unwrap());
    let learner = Learner::new(Parameters { size: Some(size), ..Parameters::default() }).unwrap();
    let mut columns = Columns::default();
    learner.fit_observed(&data, "species", &Limits::default(), &mut columns).unwrap();
    assert!(columns.rounds.len() >= 4 && columns.seen == columns.rounds, "{:?} {:?}", columns.seen, columns.rounds);
}
