//! Rule sets on tiny data are the best of all rule sets.

use crate::boolean::data::{fit, objective, small};
use proptest::prelude::*;
use rulegen::binarize::{Bins, learn};
use rulegen::data::Dataset;
use rulegen::lp::{Backend, MipBackend};
use rulegen::rule::{CodedTable, Rule, Schema, Status};
use rulegen::{Method, NormalForm, Parameters};
use std::collections::BTreeMap;

/// A rule, and the rows that it covers.
type Covering = (Rule, Vec<bool>);

/// Lists all rules of at least one literal. Among those that cover the same rows only the shortest
/// is kept.
fn rules(schema: &Schema, coded: &CodedTable) -> Vec<Covering> {
    let literals = schema.literals();
    assert!(literals.len() <= 14, "{} literals", literals.len());
    let mut shortest: BTreeMap<Vec<bool>, Rule> = BTreeMap::new();
    for set in 1..1u32 << literals.len() {
        let rule = Rule::new((0..literals.len()).filter(|j| set >> j & 1 == 1).map(|j| literals[j]));
        let cover = coded.cover(schema, &rule);
        let cover: Vec<bool> = (0..coded.rows()).map(|row| cover.contains(row)).collect();
        let best = shortest.entry(cover).or_insert_with(|| rule.clone());
        if rule < *best {
            *best = rule;
        }
    }
    shortest.into_iter().map(|(cover, rule)| (rule, cover)).collect()
}

/// The least Hamming loss, with prices, of all rule sets for `class` within the complexity.
fn least(data: &Dataset, class: u32, parameters: &Parameters, rules: &[Covering]) -> f64 {
    let (false_positive, false_negative) = match parameters.form {
        NormalForm::Disjunctive => (parameters.false_positive_weight, parameters.false_negative_weight),
        NormalForm::Conjunctive => (parameters.false_negative_weight, parameters.false_positive_weight),
    };
    let labels = &data.target.labels;
    let size = |rule: &Rule| 1.0 + rule.len() as f64;
    let cost = |(rule, cover): &Covering| {
        let others = (0..labels.len()).filter(|&row| cover[row] && labels[row] != class).count();
        false_positive * others as f64 + parameters.complexity_price * size(rule)
    };
    let missed = |covered: &[bool]| {
        false_negative * (0..labels.len()).filter(|&row| !covered[row] && labels[row] == class).count() as f64
    };
    fn search(
        rules: &[Covering],
        left: f64,
        covered: &[bool],
        cost: &dyn Fn(&Covering) -> f64,
        missed: &dyn Fn(&[bool]) -> f64,
    ) -> f64 {
        let mut best = missed(covered);
        for (k, rule) in rules.iter().enumerate() {
            let size = 1.0 + rule.0.len() as f64;
            // A rule that costs more than all missed rows is of no use.
            if size <= left && cost(rule) < best {
                let more: Vec<bool> = covered.iter().zip(&rule.1).map(|(a, b)| *a || *b).collect();
                if missed(&more) < missed(covered) {
                    best = best.min(cost(rule) + search(&rules[k + 1..], left - size, &more, cost, missed));
                }
            }
        }
        best
    }
    search(rules, parameters.complexity.unwrap_or(f64::INFINITY), &vec![false; labels.len()], &cost, &missed)
}

fn data() -> impl Strategy<Value = Dataset> {
    let number = prop::sample::select(vec![1.0, 2.0, 3.0, f64::NAN]);
    let category = prop::sample::select(vec![0u32, 1, 2, 7]);
    prop::collection::vec((number, category, 0u32..2), 4..12).prop_map(|rows| small(&rows, 2))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn the_rule_set_is_the_best_of_all(
        data in data(),
        cnf in any::<bool>(),
        (complexity, price) in prop::sample::select(vec![(Some(2.0), 0.0), (Some(4.0), 0.0), (Some(7.0), 0.25), (None, 0.3)]),
        (false_positive, false_negative) in prop::sample::select(vec![(1.0, 1.0), (2.0, 1.0), (1.0, 1.5)]),
        threads in 1usize..3,
    ) {
        prop_assume!(data.target.counts().iter().all(|&n| n > 0));
        let (schema, _) = learn(&data.features, None, Bins::Values).unwrap();
        prop_assume!(!schema.features.is_empty());
        let rules = rules(&schema, &schema.encode(&data.features).unwrap());
        let form = if cnf { NormalForm::Conjunctive } else { NormalForm::Disjunctive };
        let parameters = Parameters {
            complexity,
            complexity_price: price,
            form,
            false_positive_weight: false_positive,
            false_negative_weight: false_negative,
            bins: Some(Bins::Values),
            backend: Backend::Microlp,
            mip: MipBackend::Microlp,
            ..Parameters::of(Method::Boolean) };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let fitted = pool.install(|| fit(&data, parameters.clone()));
        let expected = least(&data, u32::from(!cnf), &parameters, &rules);
        let certificate = &fitted.model.certificate;
        prop_assert!((certificate.objective - expected).abs() < 1e-6, "{:?} is not {}", certificate, expected);
        prop_assert_eq!(certificate.status, Status::Optimal, "{:?}", certificate);
        prop_assert!((objective(&fitted.model, &data, &parameters) - expected).abs() < 1e-6);
        // One thread finds the same model.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        prop_assert_eq!(pool.install(|| fit(&data, parameters.clone())).model, fitted.model);
    }
}
