//! Small random training sets, and settings of the master.

use crate::boolean::reference::size;
use crate::enumeration::all_rules;
pub(crate) use crate::enumeration::{schema, solve};
use proptest::prelude::*;
use rulegen_binarize::Samples;
use rulegen_lp::Backend;
use rulegen_master::{BooleanMaster, BooleanSettings, LpStrategy, RuleSize};
use rulegen_rule::{CodedTable, Codes, Rule};
use std::sync::Arc;

/// A training set, settings, and rules to begin with, as indices of `reference::all_rules`.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    pub(crate) samples: Arc<Samples>,
    pub(crate) settings: BooleanSettings,
    pub(crate) picks: Vec<usize>,
}

/// The ways to solve that every build of the tests has.
pub(crate) const WAYS: [(LpStrategy, Backend); 3] = [
    (LpStrategy::Interior, Backend::Microlp),
    (LpStrategy::WarmStart, Backend::Microlp),
    (LpStrategy::WarmStart, Backend::Minilp),
];

impl Instance {
    /// Makes a master that solves in one of the ways, without columns.
    pub(crate) fn master(&self, (strategy, backend): (LpStrategy, Backend)) -> BooleanMaster {
        let settings = BooleanSettings { strategy, backend: Arc::new(backend), ..self.settings.clone() };
        BooleanMaster::new(self.samples.clone(), settings).expect("the settings are in range")
    }

    /// Returns all rules that a rule set may have: none that is too large alone.
    pub(crate) fn all_rules(&self) -> Vec<Rule> {
        let must: f64 = self.settings.must_have.iter().map(|rule| size(&self.settings, rule)).sum();
        let fits = |rule: &Rule| {
            let alone = must + size(&self.settings, rule);
            // A single literal is always asked about.
            rule.len() == 1 || self.settings.complexity.is_none_or(|most| alone <= most + 1e-9)
        };
        let mut rules = all_rules(&self.samples);
        rules.retain(fits);
        rules
    }

    /// Returns the picked rules out of all rules.
    pub(crate) fn picked(&self, all: &[Rule]) -> Vec<Rule> {
        let mut rules: Vec<Rule> = self.picks.iter().map(|&n| all[n % all.len()].clone()).collect();
        rules.sort();
        rules.dedup();
        rules
    }
}

pub(crate) fn instances() -> impl Strategy<Value = Instance> {
    (1usize..=2, 2usize..=3, any::<bool>(), 2u32..=3).prop_flat_map(|(cuts, categories, missing, classes)| {
        let codes = |values: usize| 0..(values + usize::from(missing)) as u8;
        let row = (codes(cuts + 1), codes(categories), 0..classes, prop::sample::select(vec![1.0, 2.0, 0.5, 3.0]));
        let complexity = prop::sample::select(vec![(Some(2.0), 0.0), (Some(5.0), 0.0), (Some(9.0), 0.25), (None, 0.5)]);
        let size = prop::sample::select(vec![(1.0, 1.0), (1.0, 1.0), (0.0, 1.0), (2.0, 0.5)]);
        let weights = prop::sample::select(vec![(1.0, 1.0), (3.0, 1.0), (1.0, 2.5)]);
        let settings = (complexity, size, weights, 0..classes, any::<bool>());
        let picks = prop::collection::vec(any::<usize>(), 0..8);
        (prop::collection::vec(row, 2..14), settings, picks).prop_map(move |(rows, settings, picks)| {
            let (
                (complexity, complexity_price),
                (per_rule, per_literal),
                (false_negative, false_positive),
                class,
                must,
            ) = settings;
            let schema = schema(cuts, categories, missing);
            // A missing cell is one above the largest value; the code between stands for unseen
            // categories.
            let missing_code = |code: u8| if usize::from(code) == categories { code + 1 } else { code };
            let columns = vec![
                Codes::Narrow(rows.iter().map(|r| r.0).collect()),
                Codes::Narrow(rows.iter().map(|r| missing_code(r.1)).collect()),
            ];
            let table = CodedTable::new(rows.len(), columns).unwrap();
            let labels: Vec<u32> = rows.iter().map(|r| r.2).collect();
            let weights: Vec<f64> = rows.iter().map(|r| r.3).collect();
            // One literal always fits.
            let must_have = Rule::new([schema.literals()[0]]);
            let samples = Arc::new(Samples::merge(schema, &table, &labels, &weights, classes as usize).unwrap());
            let settings = BooleanSettings {
                class,
                complexity: complexity.map(|c: f64| c.max(2.5)),
                complexity_price,
                rule_size: RuleSize { per_rule, per_literal },
                false_negative_weight: false_negative,
                false_positive_weight: false_positive,
                must_have: if must { vec![must_have] } else { vec![] },
                ..BooleanSettings::default()
            };
            Instance { samples, settings, picks }
        })
    })
}
