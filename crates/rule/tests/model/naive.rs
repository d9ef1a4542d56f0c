//! Compares the predictor with the definition, row by row on raw values.

use crate::models::models_and_tables;
use proptest::prelude::*;
use rulegen_data::{Table, Values};
use rulegen_rule::{
    Certificate, Coverage, Domain, Fallback, Feature, Literal, Model, Predictor, Rule, RuleError, Schema, Status,
    Support, Test, WeightedRule,
};

/// A cell in the terms of the data file.
enum Cell<'a> {
    Missing,
    Number(f64),
    Word(&'a str),
}

fn cell<'a>(table: &'a Table, name: &str, row: usize) -> Cell<'a> {
    let column = table.column(name).expect("the table has the column");
    match column.values() {
        values if values.is_missing(row) => Cell::Missing,
        Values::Categorical { codes, categories } => Cell::Word(&categories[codes[row] as usize]),
        values => Cell::Number(values.number(row).expect("a column of numbers")),
    }
}

pub(crate) fn holds(schema: &Schema, literal: Literal, table: &Table, row: usize) -> bool {
    let feature = &schema.features[literal.column as usize];
    match (cell(table, &feature.name, row), literal.test, &feature.domain) {
        (Cell::Missing, test, _) => test == Test::Missing,
        (_, Test::Missing, _) => false,
        (_, Test::Present, _) => true,
        (Cell::Number(x), Test::AtMost(j), Domain::Numeric { cuts }) => x <= cuts[j as usize],
        (Cell::Number(x), Test::Above(j), Domain::Numeric { cuts }) => x > cuts[j as usize],
        (Cell::Word(x), Test::Is(v), Domain::Categorical { categories }) => x == categories[v as usize],
        (Cell::Word(x), Test::IsNot(v), Domain::Categorical { categories }) => x != categories[v as usize],
        _ => panic!("{literal:?} is no test of {feature:?}"),
    }
}

pub(crate) fn covers(model: &Model, rule: &Rule, table: &Table, row: usize) -> bool {
    rule.literals().iter().all(|&l| holds(&model.schema, l, table, row))
}

fn scores(model: &Model, table: &Table, row: usize) -> Vec<f64> {
    let mut scores =
        if model.intercepts.is_empty() { vec![0.0; model.classes.len()] } else { model.intercepts.clone() };
    for rule in model.rules.iter().filter(|r| covers(model, &r.rule, table, row)) {
        scores[rule.class as usize] += rule.weight;
    }
    scores
}

fn predict(model: &Model, table: &Table, row: usize) -> u32 {
    if let Some(p) = model.threshold {
        let (scores, positive) = (scores(model, table, row), model.positive.unwrap_or(1));
        let margin = scores[positive as usize] - scores[1 - positive as usize];
        return if margin >= (p / (1.0 - p)).ln() { positive } else { 1 - positive };
    }
    if !model.intercepts.is_empty() || model.rules.iter().any(|r| covers(model, &r.rule, table, row)) {
        let scores = scores(model, table, row);
        let most = scores.iter().copied().fold(0.0, f64::max);
        return scores.iter().position(|&s| s == most).expect("one is the largest") as u32;
    }
    match &model.fallback {
        Fallback::Class(class) => *class,
        Fallback::Rules { rules, otherwise } => {
            let first = rules.iter().find(|(rule, _)| covers(model, rule, table, row));
            first.map_or(*otherwise, |(_, class)| *class)
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn predictions_scores_and_coverage((model, table) in models_and_tables()) {
        let predictor = Predictor::new(&model);
        let rows = || 0..table.rows();
        let expected: Vec<u32> = rows().map(|row| predict(&model, &table, row)).collect();
        prop_assert_eq!(predictor.predict(&table).unwrap(), expected);
        let expected: Vec<f64> = rows().flat_map(|row| scores(&model, &table, row)).collect();
        prop_assert_eq!(predictor.scores(&table).unwrap(), expected);
        let coverage = |row: usize| {
            let covering = model.rules.iter().filter(|r| covers(&model, &r.rule, &table, row));
            let lengths: Vec<usize> = covering.map(|r| r.rule.len()).collect();
            Coverage { rules: lengths.len() as u32, conditions: lengths.iter().sum::<usize>() as u32 }
        };
        let expected: Vec<Coverage> = rows().map(coverage).collect();
        prop_assert_eq!(predictor.coverage(&table).unwrap(), expected);
        // The part of the schema that rules use is enough.
        let coded = predictor.schema().encode(&table).unwrap();
        prop_assert_eq!(predictor.predict_coded(&coded), predictor.predict(&table).unwrap());
    }

    #[test]
    fn covers_of_single_rules((model, table) in models_and_tables()) {
        let coded = model.schema.encode(&table).unwrap();
        for rule in &model.rules {
            let expected: Vec<usize> = (0..table.rows()).filter(|&row| covers(&model, &rule.rule, &table, row)).collect();
            prop_assert_eq!(coded.cover(&model.schema, &rule.rule).iter().collect::<Vec<_>>(), expected);
        }
    }
}

/// One rule per class, both on the column `x`: `x <= 1` and `x > 0`.
fn overlapping(first: f64, second: f64) -> Model {
    let feature = Feature::new("x", Domain::Numeric { cuts: vec![0.0, 1.0] });
    let rule = |class, test, weight| WeightedRule {
        rule: Rule::new([Literal::new(0, test)]),
        class,
        weight,
        support: Support { covered: 1.0, correct: 1.0 },
        folds: None,
    };
    Model {
        method: "rug".into(),
        loss: None,
        log_odds: false,
        intercepts: Vec::new(),
        target: "y".into(),
        classes: vec!["a".into(), "b".into(), "c".into()],
        positive: None,
        schema: Schema { features: vec![feature] },
        rules: vec![rule(2, Test::AtMost(1), first), rule(1, Test::Above(0), second)],
        fallback: Fallback::Class(2),
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
    }
}

fn table(values: Values) -> Table {
    Table::from_columns([("x", values)]).unwrap()
}

#[test]
fn ties_go_to_the_lowest_class() {
    let cells = || table(Values::Numeric(vec![0.5, 0.0, 2.0, f64::NAN]));
    let predict = |model: &Model| Predictor::new(model).predict(&cells()).unwrap();
    // Both rules cover 0.5. Class 1 comes before class 2, whatever the order of the rules.
    assert_eq!(predict(&overlapping(1.0, 1.0)), [1, 2, 1, 2]);
    assert_eq!(predict(&overlapping(1.0, 0.5)), [2, 2, 1, 2]);
    // Rules of weight 0 cover, so the fallback is not used: all classes tie.
    assert_eq!(predict(&overlapping(0.0, 0.0)), [0, 0, 0, 2]);
}

#[test]
fn tables_that_do_not_fit() {
    let predictor = Predictor::new(&overlapping(1.0, 1.0));
    let words = Values::Categorical { codes: vec![0], categories: vec!["1".into()] };
    let outcome = predictor.predict(&table(words));
    assert!(matches!(&outcome, Err(RuleError::ColumnKind { column, .. }) if column == "x"), "{outcome:?}");
    let outcome = predictor.predict(&Table::with_rows(1, vec![]).unwrap());
    assert!(matches!(&outcome, Err(RuleError::MissingColumn(column)) if column == "x"), "{outcome:?}");
    assert_eq!(outcome.unwrap_err().to_string(), "the data have no column 'x', which the model needs");
    // A column that no rule uses may be absent.
    let mut model = overlapping(1.0, 1.0);
    model.rules.clear();
    assert_eq!(Predictor::new(&model).predict(&Table::with_rows(2, vec![]).unwrap()).unwrap(), [2, 2]);
}

#[test]
fn numbers_in_a_column_of_categories_are_their_text() {
    let categories = vec!["1".into(), "2.5".into(), "x".into()];
    let mut model = overlapping(1.0, 1.0);
    model.schema.features[0].domain = Domain::Categorical { categories };
    model.rules.truncate(1);
    model.rules[0].rule = Rule::new([Literal::new(0, Test::Is(1))]);
    model.fallback = Fallback::Class(0);
    let predicted = Predictor::new(&model).predict(&table(Values::Numeric(vec![2.5, 1.0, 7.0, f64::NAN]))).unwrap();
    assert_eq!(predicted, [2, 0, 0, 0]);
}

#[test]
fn public_types_cross_threads() {
    fn check<T: Send + Sync>() {}
    check::<Model>();
    check::<Predictor>();
    check::<Rule>();
    check::<RuleError>();
    check::<Schema>();
    check::<rulegen_rule::CodedTable>();
    check::<rulegen_rule::RowSet>();
}
