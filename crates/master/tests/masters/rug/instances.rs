//! Small random training sets, and settings of the master.

pub(crate) use crate::enumeration::{schema, solve};
use proptest::prelude::*;
use rulegen_binarize::Samples;
use rulegen_lp::Backend;
use rulegen_master::{Fairness, LinearSettings, LpStrategy, MistreatmentCriterion, RugMaster, RuleCost, RuleTerms};
use rulegen_rule::{CodedTable, Codes, Rule};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// A training set, settings, and rules to begin with, as indices of `reference::all_rules`, with
/// classes.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    pub(crate) samples: Arc<Samples>,
    pub(crate) settings: LinearSettings,
    pub(crate) picks: Vec<(usize, u32)>,
}

/// The ways to solve that every build of the tests has.
pub(crate) const WAYS: [(LpStrategy, Backend); 5] = [
    (LpStrategy::Interior, Backend::Microlp),
    (LpStrategy::Interior, Backend::Minilp),
    (LpStrategy::WarmStart, Backend::Microlp),
    (LpStrategy::WarmStart, Backend::Minilp),
    (LpStrategy::DualSimplex, Backend::Microlp),
];

impl Instance {
    /// Makes a master that solves in one of the ways, without columns.
    pub(crate) fn master(&self, (strategy, backend): (LpStrategy, Backend)) -> RugMaster {
        let settings = LinearSettings { strategy, backend: Arc::new(backend), ..self.settings.clone() };
        RugMaster::new(self.samples.clone(), settings).expect("the settings are in range")
    }

    /// Returns the picked rules out of all rules.
    pub(crate) fn picked(&self, all: &[Rule]) -> Vec<(Rule, u32)> {
        self.picks.iter().map(|&(n, class)| (all[n % all.len()].clone(), class)).collect()
    }
}

/// Draws fairness rows between up to three groups, some cells of which may be empty.
pub(crate) fn fair_instances() -> impl Strategy<Value = Instance> {
    let criterion = prop::sample::select(MistreatmentCriterion::ALL.to_vec());
    let epsilon = prop::sample::select(vec![0.0, 0.05, 0.2, 0.5, 2.0]);
    (1u32..=3).prop_flat_map(|groups| grouped(groups, 2..=3)).prop_flat_map(move |instance| {
        let positive = 0..instance.samples.classes as u32;
        (Just(instance), criterion.clone(), epsilon.clone(), positive).prop_map(
            |(mut instance, criterion, epsilon, positive)| {
                instance.settings.fairness = Some(Fairness { criterion, epsilon, positive });
                instance
            },
        )
    })
}

pub(crate) fn instances() -> impl Strategy<Value = Instance> {
    grouped(1, 2..=3)
}

/// Draws rows of up to this number of groups and classes.
pub(crate) fn grouped(groups: u32, classes: RangeInclusive<u32>) -> impl Strategy<Value = Instance> {
    let costs = vec![RuleCost::Unit, RuleCost::Length, RuleCost::Merged, RuleCost::Gini, RuleCost::Coverage];
    (1usize..=2, 2usize..=3, any::<bool>(), classes).prop_flat_map(move |(cuts, categories, missing, classes)| {
        let codes = |values: usize| 0..(values + usize::from(missing)) as u8;
        let weight = prop::sample::select(vec![1.0, 2.0, 0.5, 7.25]);
        let row = (codes(cuts + 1), codes(categories), 0..classes, weight, 0..groups);
        let settings = (
            prop::sample::select(costs.clone()),
            prop::sample::select(vec![0.05, 0.3, 1.0, 4.0]),
            prop::sample::select(vec![1.0, 0.5]),
        );
        let picks = prop::collection::vec((any::<usize>(), 0..classes), 0..8);
        (prop::collection::vec(row, 2..14), settings, picks).prop_map(
            move |(rows, (cost, penalty, cost_scale), picks)| {
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
                let groups: Vec<u32> = rows.iter().map(|r| r.4).collect();
                let samples =
                    Samples::merge_grouped(schema, &table, &labels, Some(&groups), &weights, classes as usize).unwrap();
                let samples = Arc::new(samples);
                let settings = LinearSettings {
                    terms: RuleTerms { penalty, cost, cost_scale, ..RuleTerms::default() },
                    ..LinearSettings::default()
                };
                Instance { samples, settings, picks }
            },
        )
    })
}
