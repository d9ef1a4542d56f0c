//! Compares the nearest changes with an enumeration of all changes.

use crate::models::{models_and_tables, threshold};
use crate::naive::{covers, holds};
use proptest::prelude::*;
use rulegen_data::{Column, MISSING, Table, Values};
use rulegen_rule::{
    Certificate, CounterfactualProof, CounterfactualSettings, Counterfactuals, Domain, Fallback, Feature, Literal,
    Model, NewValue, Predictor, Rule, RuleError, Schema, Status, Support, WeightedRule, counterfactuals,
};
use serde_json::Value;
use std::collections::BTreeSet;

/// The distinct conditions of all rules.
fn literals(model: &Model) -> Vec<Literal> {
    let leaves = match &model.fallback {
        Fallback::Class(_) => &[][..],
        Fallback::Rules { rules, .. } => rules,
    };
    let rules = model.rules.iter().map(|rule| &rule.rule).chain(leaves.iter().map(|(rule, _)| rule));
    rules.flat_map(|rule| rule.literals().iter().copied()).collect::<BTreeSet<_>>().into_iter().collect()
}

/// One value of each kind that the rules can tell apart: numbers between cut points, categories,
/// missing.
fn values(model: &Model, feature: &Feature, allow_missing: bool) -> Vec<Value> {
    let mut values: Vec<Value> = match &feature.domain {
        Domain::Numeric { cuts } => {
            let last = cuts.last().map_or(0.0, |cut| 2.0 * cut.abs() + 1.0);
            cuts.iter().copied().chain([last]).map(Value::from).collect()
        }
        Domain::Categorical { categories } => {
            let whole = model.schema.features.iter().find(|f| f.name == feature.name).unwrap();
            let Domain::Categorical { categories: all } = &whole.domain else { panic!("kinds do not change") };
            let other = all.iter().find(|category| !categories.contains(category));
            categories.iter().chain(other).map(|category| category.clone().into()).collect()
        }
    };
    values.extend(allow_missing.then_some(Value::Null));
    values
}

/// Returns the row with the cells of some columns replaced.
fn with(table: &Table, row: usize, cells: &[(&str, &Value)]) -> Table {
    let changed = |column: Column| match cells.iter().find(|(name, _)| *name == column.name()) {
        None => column,
        Some((name, value)) => match column.values() {
            Values::Numeric(_) | Values::Sparse(_) => Column::new(*name, [value.as_f64().unwrap_or(f64::NAN)]).unwrap(),
            Values::Categorical { .. } => Column::new(*name, text(value)).unwrap(),
        },
    };
    Table::new(table.select_rows(&[row]).columns().iter().cloned().map(changed).collect()).unwrap()
}

/// Makes a column with a text or null as its only cell, exactly as it is.
fn text(value: &Value) -> Values {
    match value {
        Value::Null => Values::Categorical { codes: vec![MISSING], categories: Vec::new() },
        value => Values::Categorical { codes: vec![0], categories: vec![value.as_str().unwrap().to_owned()] },
    }
}

fn class(model: &Model, table: &Table) -> u32 {
    Predictor::new(model).predict(table).unwrap()[0]
}

/// The order of changes by definition: conditions, then columns.
type Key = (usize, Vec<String>);

/// Returns the keys of the nearest changes by trying all, and their number of columns. Keeps the
/// nearest of each set of columns.
fn enumerate(model: &Model, table: &Table, row: usize, settings: &CounterfactualSettings) -> (usize, Vec<Key>) {
    let before = table.select_rows(&[row]);
    let from = class(model, &before);
    let truth =
        |table: &Table| literals(model).into_iter().map(|l| holds(&model.schema, l, table, 0)).collect::<Vec<_>>();
    let truth_before = truth(&before);
    let features = &Predictor::new(model).schema().features.clone();
    let options: Vec<Vec<Option<Value>>> = features
        .iter()
        .map(|feature| {
            let fixed = settings.fixed.contains(&feature.name);
            let others = if fixed { Vec::new() } else { values(model, feature, settings.allow_missing) };
            [None].into_iter().chain(others.into_iter().map(Some)).collect()
        })
        .collect();
    let mut flips: Vec<Key> = Vec::new();
    for number in 0..options.iter().map(Vec::len).product::<usize>() {
        let mut rest = number;
        let mut cells = Vec::new();
        for (feature, options) in features.iter().zip(&options) {
            cells.extend(options[rest % options.len()].as_ref().map(|value| (feature.name.as_str(), value)));
            rest /= options.len();
        }
        let after = with(table, row, &cells);
        let to = class(model, &after);
        if to == from || settings.to.is_some_and(|wanted| wanted != to) {
            continue;
        }
        let conditions = truth(&after).iter().zip(&truth_before).filter(|(after, before)| after != before).count();
        flips.push((conditions, cells.iter().map(|(name, _)| (*name).to_owned()).collect()));
    }
    let fewest = flips.iter().map(|(_, columns)| columns.len()).min().unwrap_or(0);
    flips.retain(|(_, columns)| columns.len() == fewest);
    let position = |name: &String| features.iter().position(|feature| feature.name == *name);
    let least = |columns: &[String]| flips.iter().filter(|flip| flip.1 == columns).map(|flip| flip.0).min();
    let mut nearest: Vec<Key> = flips.iter().filter(|flip| least(&flip.1) == Some(flip.0)).cloned().collect();
    nearest.sort_by_key(|(conditions, columns)| (*conditions, columns.iter().map(position).collect::<Vec<_>>()));
    (fewest, nearest)
}

/// True if a value is one of those that a change allows.
fn allows(to: &NewValue, value: &Value) -> bool {
    match (to, value) {
        (NewValue::Between { above, at_most }, value) => {
            let x = value.as_f64().unwrap();
            above.is_none_or(|above| x > above) && at_most.is_none_or(|at_most| x <= at_most)
        }
        (NewValue::Category(category), value) => value == category,
        (NewValue::OtherThan(categories), Value::String(word)) => !categories.contains(word),
        (NewValue::Missing, Value::Null) => true,
        _ => false,
    }
}

/// Checks the claims of every change by prediction.
fn check_claims(model: &Model, table: &Table, row: usize, changes: &Counterfactuals) {
    for change in &changes.changes {
        let cells: Vec<_> = change.columns.iter().map(|column| (column.column.as_str(), &column.example)).collect();
        let after = with(table, row, &cells);
        assert_eq!(model.classes[class(model, &after) as usize], change.prediction, "{change:?}");
        assert_ne!(change.prediction, changes.from);
        assert!(changes.to.as_ref().is_none_or(|to| *to == change.prediction));
        assert!(change.columns.iter().all(|column| allows(&column.to, &column.example)), "{change:?}");
    }
}

fn small(model: &Model) -> bool {
    let features = &Predictor::new(model).schema().features.clone();
    features.iter().map(|feature| feature.codes() + 1).product::<usize>() <= 2_000
}

/// A model of long rules over few cells, most of whose rows need changes of several columns, and
/// such rows.
fn long_rules() -> impl Strategy<Value = (Model, Table)> {
    let feature = |i: usize| {
        let domain = match i % 2 {
            0 => Domain::Numeric { cuts: vec![0.5, 1.5] },
            _ => Domain::Categorical { categories: ["red", "blue", "green"].map(str::to_owned).to_vec() },
        };
        Feature { missing_seen: i == 3, ..Feature::new(format!("x{i}"), domain) }
    };
    let schema = Schema { features: (0..5).map(feature).collect() };
    let literals = schema.literals();
    let rule = prop::collection::vec(any::<prop::sample::Index>(), 3..6);
    let rule = rule.prop_map(move |picks| Rule::new(picks.iter().map(|pick| *pick.get(&literals))));
    let weight = prop::sample::select(vec![0.0, 0.25, 0.5, 0.3, 0.1 + 0.2, 1.0]);
    let weighted = (rule, 0u32..3, weight).prop_map(|(rule, class, weight)| WeightedRule {
        rule,
        class,
        weight,
        support: Support { covered: 0.0, correct: 0.0 },
        folds: None,
    });
    let codes = prop::collection::vec((0u32..4, 0u32..4, 0u32..4, 0u32..4, 0u32..4), 1..4);
    (prop::collection::vec(weighted, 3..9), 0u32..3, codes).prop_map(move |(rules, fallback, codes)| {
        let column = |(i, feature): (usize, &Feature)| {
            let code = |row: &(u32, u32, u32, u32, u32)| [row.0, row.1, row.2, row.3, row.4][i];
            let codes = codes.iter().map(code);
            let values = match &feature.domain {
                Domain::Numeric { .. } => {
                    Values::Numeric(codes.map(|code| if code == 3 { f64::NAN } else { f64::from(code) }).collect())
                }
                Domain::Categorical { categories } => Values::Categorical {
                    codes: codes.map(|code| if code == 3 { MISSING } else { code }).collect(),
                    categories: categories.clone(),
                },
            };
            Column::new(&feature.name, values).unwrap()
        };
        let columns = schema.features.iter().enumerate().map(column).collect();
        let model = Model {
            method: "rug".into(),
            loss: None,
            log_odds: false,
            intercepts: Vec::new(),
            target: "y".into(),
            classes: ["a", "b", "c"].map(str::to_owned).to_vec(),
            positive: None,
            schema: schema.clone(),
            rules,
            fallback: Fallback::Class(fallback),
            points_per_doubling: None,
            threshold: None,
            clauses: false,
            held_out: None,
            certificate: Certificate {
                status: Status::NoColumn,
                objective: 1.0,
                lp_objective: 1.0,
                lower_bound: None,
                further_gain: None,
                one_by_one: None,
                scopes: Vec::new(),
            },
            settings: Default::default(),
        };
        (model, Table::with_rows(codes.len(), columns).unwrap())
    })
}

/// Models of long rules for two classes with a threshold.
fn long_rules_with_threshold() -> impl Strategy<Value = (Model, Table)> {
    (long_rules(), threshold(), 0u32..2).prop_map(|((mut model, table), threshold, positive)| {
        model.classes.truncate(2);
        model.rules.iter_mut().for_each(|rule| rule.class %= 2);
        (model.log_odds, model.positive, model.fallback) = (true, Some(positive), Fallback::Class(0));
        (model.with_threshold(Some(threshold)).unwrap(), table)
    })
}

/// Models of all kinds, and tables with rows.
fn any_model() -> impl Strategy<Value = (Model, Table)> {
    let few_cells = |(model, table): &(Model, Table)| small(model) && table.rows() > 0;
    let any = models_and_tables().prop_filter("few cells", few_cells);
    prop_oneof![2 => any, 4 => long_rules(), 2 => long_rules_with_threshold()]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn changes_are_the_nearest_of_all(
        (model, table) in any_model(),
        row: prop::sample::Index,
        to in prop::option::of(0u32..2),
        fixed: bool,
        allow_missing: bool,
        most in 1usize..6,
    ) {
        let row = row.index(table.rows());
        let fixed = model.schema.features.iter().take(usize::from(fixed)).map(|f| f.name.clone()).collect();
        let settings = CounterfactualSettings { fixed, to, allow_missing, most, ..CounterfactualSettings::default() };
        let changes = counterfactuals(&model, &table, row, &settings).unwrap();
        let from = class(&model, &table.select_rows(&[row]));
        prop_assert_eq!(&changes.from, &model.classes[from as usize]);
        if to == Some(from) {
            prop_assert_eq!((changes.proof, changes.changes.len()), (CounterfactualProof::NothingToChange, 0));
            return Ok(());
        }
        check_claims(&model, &table, row, &changes);
        let (fewest, mut nearest) = enumerate(&model, &table, row, &settings);
        let proof = if nearest.is_empty() { CounterfactualProof::Impossible } else { CounterfactualProof::Nearest };
        prop_assert_eq!(changes.proof, proof);
        nearest.truncate(most);
        let columns = |change: &rulegen_rule::Counterfactual| change.columns.iter().map(|c| c.column.clone()).collect();
        let found: Vec<Key> = changes.changes.iter().map(|change| (change.conditions, columns(change))).collect();
        prop_assert_eq!(&found, &nearest, "{} columns", fewest);
    }

    #[test]
    fn work_that_ends_early_claims_less_but_nothing_false(
        (model, table) in any_model(),
        row: prop::sample::Index,
        work in 0usize..30,
    ) {
        let row = row.index(table.rows());
        let settings = CounterfactualSettings { work, ..CounterfactualSettings::default() };
        let changes = counterfactuals(&model, &table, row, &settings).unwrap();
        check_claims(&model, &table, row, &changes);
        let whole = counterfactuals(&model, &table, row, &CounterfactualSettings::default()).unwrap();
        let fewest = |changes: &Counterfactuals| changes.changes.first().map(|change| change.columns.len());
        match changes.proof {
            CounterfactualProof::AtLeast(columns) => prop_assert!(fewest(&whole).is_none_or(|fewest| fewest >= columns)),
            CounterfactualProof::FewestColumns => prop_assert_eq!(fewest(&changes), fewest(&whole)),
            _ => prop_assert_eq!(changes, whole),
        }
    }

    #[test]
    fn explanations_name_the_rules_that_cover(
        (model, table) in models_and_tables().prop_filter("rows", |(_, table)| table.rows() > 0),
        row: prop::sample::Index,
    ) {
        let row = row.index(table.rows());
        let explanation = rulegen_rule::explain(&model, &table, row).unwrap();
        prop_assert_eq!(&explanation.prediction, &model.classes[class(&model, &table.select_rows(&[row])) as usize]);
        let covering = (1..).zip(&model.rules).filter(|(_, rule)| covers(&model, &rule.rule, &table, row));
        let numbers: Vec<usize> = covering.map(|(number, _)| number).collect();
        prop_assert_eq!(explanation.rules.iter().map(|rule| rule.number).collect::<Vec<_>>(), numbers);
        let scores = Predictor::new(&model).scores(&table.select_rows(&[row])).unwrap();
        prop_assert_eq!(explanation.votes.iter().map(|votes| votes.votes).collect::<Vec<_>>(), scores);
        let columns = |met: &rulegen_rule::CoveringRule| model.rules[met.number - 1].rule.merged_len();
        prop_assert!(explanation.rules.iter().all(|met| met.because.len() == columns(met)));
    }
}

#[test]
fn what_cannot_be_asked() {
    let runner = &mut proptest::test_runner::TestRunner::deterministic();
    let found = models_and_tables().prop_filter("rows", |(_, table)| table.rows() > 0).new_tree(runner).unwrap();
    let (model, table) = proptest::strategy::ValueTree::current(&found);
    let ask = |row, settings| counterfactuals(&model, &table, row, &settings).unwrap_err();
    let error = ask(table.rows(), CounterfactualSettings::default());
    assert!(matches!(error, RuleError::NoSuchRow { row, rows } if row == rows && rows == table.rows()), "{error}");
    let error = ask(0, CounterfactualSettings { fixed: vec!["nose".into()], ..CounterfactualSettings::default() });
    assert_eq!(error.to_string(), "the model has no column 'nose'");
    let error = ask(0, CounterfactualSettings { to: Some(99), ..CounterfactualSettings::default() });
    assert!(matches!(error, RuleError::NoSuchClass { class: 99, .. }), "{error}");
    let error = rulegen_rule::explain(&model, &table, table.rows()).unwrap_err();
    assert!(matches!(error, RuleError::NoSuchRow { .. }), "{error}");
    let bare = Table::from_columns([("z", Values::from([0.0]))]).unwrap();
    if !Predictor::new(&model).schema().features.is_empty() {
        let error = rulegen_rule::explain(&model, &bare, 0).unwrap_err();
        assert!(matches!(error, RuleError::MissingColumn(_)), "{error}");
    }
}
