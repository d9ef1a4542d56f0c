//! A small model whose figures are known, and one whose names try to break out of the page.

use rulegen_data::{Column, Groups, MISSING, Table, Values};
use rulegen_report::{Inputs, Study};
use rulegen_rule::{
    Certificate, Domain, Fallback, Feature, Literal, Model, Rule, Schema, Status, Support, Test, WeightedRule,
};
use std::collections::BTreeMap;

pub(crate) const HOSTILE: &str = "</script><script>window.hacked=1</script><!--";

pub(crate) fn feature(name: &str, domain: Domain) -> Feature {
    Feature { missing_seen: true, ..Feature::new(name, domain) }
}

pub(crate) fn rule(literals: &[(u32, Test)], class: u32, weight: f64) -> WeightedRule {
    let literals = literals.iter().map(|&(column, test)| Literal::new(column, test));
    WeightedRule {
        rule: Rule::new(literals),
        class,
        weight,
        support: Support { covered: 0.0, correct: 0.0 },
        folds: None,
    }
}

/// Numbers `age`, categories `city`, and `unused`: `age <= 30` says `no`, `age > 30 and city = b`
/// says `yes`, and `city = b` says `yes` by half.
pub(crate) fn model() -> Model {
    let categories = |names: &[&str]| Domain::Categorical { categories: names.iter().map(|n| n.to_string()).collect() };
    Model {
        method: "rug".into(),
        loss: None,
        log_odds: false,
        intercepts: Vec::new(),
        target: "loan".into(),
        classes: vec!["no".into(), "yes".into()],
        positive: Some(1),
        schema: Schema {
            features: vec![
                feature("unused", Domain::Numeric { cuts: vec![1.0] }),
                feature("age", Domain::Numeric { cuts: vec![20.0, 30.0] }),
                feature("city", categories(&["a", "b"])),
            ],
        },
        rules: vec![
            rule(&[(1, Test::AtMost(1))], 0, 1.0),
            rule(&[(1, Test::Above(1)), (2, Test::Is(1))], 1, 1.0),
            rule(&[(2, Test::Is(1))], 1, 0.5),
        ],
        fallback: Fallback::Class(0),
        points_per_doubling: None,
        threshold: None,
        clauses: false,
        held_out: None,
        certificate: Certificate {
            status: Status::IterationLimit,
            objective: 4.0,
            lp_objective: 4.0,
            lower_bound: None,
            further_gain: None,
            one_by_one: None,
            scopes: Vec::new(),
        },
        settings: BTreeMap::from([("penalty".to_string(), 1.0.into())]),
    }
}

/// Six rows: covered by rule 0; by 0 and 2; by 1 and 2; by 1 and 2; by none; by 2, as the age is
/// missing.
pub(crate) fn inputs() -> Inputs {
    let age = Values::Numeric(vec![25.0, 30.0, 31.0, 40.0, 50.0, f64::NAN]);
    let city = Values::Categorical { codes: vec![1, 0, 0, 0, MISSING, 0], categories: vec!["b".into(), "z".into()] };
    Inputs {
        model: model(),
        model_name: "model.json".into(),
        table: Table::from_columns([("age", age), ("city", city)]).unwrap(),
        labels: vec![0, 0, 1, 0, 1, 1],
        data_name: "data.csv".into(),
        held_out: None,
        groups: None,
        trace: None,
        front: None,
    }
}

/// The model with its weights as log-odds, over 0.43 for `yes` before any rule.
pub(crate) fn log_odds() -> Inputs {
    let mut inputs = inputs();
    inputs.model.method = "rules".into();
    inputs.model.loss = Some(Model::LOGISTIC.into());
    inputs.model.log_odds = true;
    inputs.model.intercepts = vec![0.0, 0.43];
    inputs
}

pub(crate) fn study() -> Study {
    Study::new(inputs()).unwrap()
}

/// A study with hostile names everywhere, and groups.
pub(crate) fn hostile() -> Study {
    let mut inputs = inputs();
    inputs.model.target = HOSTILE.into();
    inputs.model.classes = vec![HOSTILE.into(), "\"><img src=x onerror=hack()>\u{7}".into()];
    inputs.model.schema.features[2] =
        feature("city\"><b>", Domain::Categorical { categories: vec!["a".into(), HOSTILE.into()] });
    inputs.model.settings.insert(HOSTILE.into(), HOSTILE.into());
    let mut columns = inputs.table.columns().to_vec();
    let (_, mut city) = columns.remove(1).into_parts();
    if let Values::Categorical { categories, .. } = &mut city {
        categories[0] = HOSTILE.into();
    }
    columns.push(Column::new("city\"><b>", city).unwrap());
    inputs.table = Table::new(columns).unwrap();
    inputs.model_name = HOSTILE.into();
    inputs.data_name = HOSTILE.into();
    inputs.groups = Some(Groups { names: vec![HOSTILE.into(), "b".into()], of_row: vec![0, 1, 0, 1, 0, 1] });
    Study::new(inputs).unwrap()
}
