//! Small random training sets of up to four classes.

pub(crate) use crate::enumeration::{cases, solve};
use crate::margin::rug_instances::{Instance, WAYS, grouped};
use crate::margin::rules::all_rules;
use proptest::prelude::*;
use rulegen_lp::Backend;
use rulegen_master::{Fairness, LinearSettings, LpStrategy, MarginHingeMaster, MistreatmentCriterion};
use rulegen_rule::Rule;
use std::sync::Arc;

/// Makes a master that solves in one of the ways, without columns.
pub(crate) fn master(instance: &Instance, (strategy, backend): (LpStrategy, Backend)) -> MarginHingeMaster {
    let settings = LinearSettings {
        terms: instance.settings.terms.clone(),
        fairness: instance.settings.fairness,
        backend: Arc::new(backend),
        strategy,
    };
    MarginHingeMaster::new(instance.samples.clone(), settings).expect("the settings are in range")
}

/// Makes a master that solves by interior point.
pub(crate) fn first_master(instance: &Instance) -> MarginHingeMaster {
    master(instance, WAYS[0])
}

/// Returns the rules that are short enough.
pub(crate) fn admitted(instance: &Instance) -> Vec<Rule> {
    let mut rules = all_rules(&instance.samples);
    rules.retain(|rule| instance.settings.terms.max_length.is_none_or(|most| rule.len() <= most));
    rules
}

/// Draws instances of two to four classes, with a limit on the length of rules or none.
pub(crate) fn instances() -> impl Strategy<Value = Instance> {
    of_groups(1)
}

fn of_groups(groups: u32) -> impl Strategy<Value = Instance> {
    let length = prop::sample::select(vec![None, Some(1), Some(2), Some(3)]);
    ((2u32..=4).prop_flat_map(move |classes| grouped(groups, classes..=classes)), length).prop_map(
        |(mut instance, max_length)| {
            instance.settings.terms.max_length = max_length;
            instance
        },
    )
}

/// Draws fairness rows between up to three groups, some cells of which may be empty.
pub(crate) fn fair_instances() -> impl Strategy<Value = Instance> {
    let criterion = prop::sample::select(MistreatmentCriterion::ALL.to_vec());
    let epsilon = prop::sample::select(vec![0.0, 0.05, 0.2, 0.5, 2.0]);
    (1u32..=3).prop_flat_map(of_groups).prop_flat_map(move |instance| {
        let positive = 0..instance.samples.classes as u32;
        (Just(instance), criterion.clone(), epsilon.clone(), positive).prop_map(
            |(mut instance, criterion, epsilon, positive)| {
                instance.settings.fairness = Some(Fairness { criterion, epsilon, positive });
                instance
            },
        )
    })
}
