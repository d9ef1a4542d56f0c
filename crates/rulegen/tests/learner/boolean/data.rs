//! Data sets, and the checks that every model of them must pass.

use rulegen::data::{Dataset, MISSING, ReadOptions, Table, Target, Values, read_path};
use rulegen::rule::{Fallback, Form, Model, Predictor, Status};
use rulegen::{Fitted, Learner, NormalForm, Parameters, SizeChoice};
use std::path::Path;

pub(crate) fn read(path: &Path, target: &str, categorical: &str) -> Dataset {
    let categorical = categorical.split(',').filter(|c| !c.is_empty()).map(str::to_owned).collect();
    let options = ReadOptions { text: vec![target.into()], categorical, ..Default::default() };
    Dataset::from_table(read_path(path, &options).unwrap(), target, None).unwrap()
}

pub(crate) fn fixture(name: &str, target: &str) -> Dataset {
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../fixtures/{name}.csv")), target, "")
}

/// A numeric column (NaN is missing), a column of categories (7 is missing), and labels.
pub(crate) fn small(rows: &[(f64, u32, u32)], classes: u32) -> Dataset {
    let numeric = Values::Numeric(rows.iter().map(|r| r.0).collect());
    let codes = rows.iter().map(|r| if r.1 == 7 { MISSING } else { r.1 }).collect();
    let categorical = Values::Categorical { codes, categories: ["u", "v", "w"].map(String::from).to_vec() };
    let features = Table::from_columns([("n", numeric), ("c", categorical)]).unwrap();
    let target = Target {
        classes: (0..classes).map(|k| format!("k{k}")).collect(),
        labels: rows.iter().map(|r| r.2).collect(),
        ..Target::default()
    };
    Dataset { features, target, weights: None, groups: None, blocks: None }
}

pub(crate) fn fit(data: &Dataset, parameters: Parameters) -> Fitted {
    let fitted = Learner::new(parameters.clone()).unwrap().fit(data, "y");
    let fitted = fitted.unwrap_or_else(|error| panic!("{error} with {parameters:?}"));
    check(&fitted, data, &parameters);
    fitted
}

pub(crate) fn predict(model: &Model, data: &Dataset) -> Vec<u32> {
    Predictor::new(model).predict(&data.features).unwrap()
}

/// The Hamming loss and the price of the rules, counted on the rows.
pub(crate) fn objective(model: &Model, data: &Dataset, parameters: &Parameters) -> f64 {
    let (false_positive, false_negative) = match parameters.form {
        NormalForm::Disjunctive => (parameters.false_positive_weight, parameters.false_negative_weight),
        NormalForm::Conjunctive => (parameters.false_negative_weight, parameters.false_positive_weight),
    };
    let coded = model.schema.encode(&data.features).unwrap();
    let weight = |row: usize| data.weights.as_ref().map_or(1.0, |w| w[row]);
    let mut total = 0.0;
    let classes = match model.form() {
        Form::AnyRule { class, .. } => vec![class],
        Form::AllClauses { otherwise, .. } => vec![otherwise],
        _ => (0..model.classes.len() as u32).collect(),
    };
    for class in classes {
        let rules: Vec<_> = model.rules.iter().filter(|r| r.class == class).collect();
        let covers: Vec<_> = rules.iter().map(|r| coded.cover(&model.schema, &r.rule)).collect();
        for row in 0..coded.rows() {
            let covering = covers.iter().filter(|cover| cover.contains(row)).count();
            total += weight(row)
                * match data.target.labels[row] == class {
                    true if covering == 0 => false_negative,
                    true => 0.0,
                    false => false_positive * covering as f64,
                };
        }
        let size = |r: &&rulegen::rule::WeightedRule| parameters.rule_size.of(r.rule.len());
        let sizes: f64 = rules.iter().map(size).sum();
        total += parameters.complexity_price * sizes;
        // If no complexity is given, cross-validation chooses among those up to 40.
        let largest = if parameters.size == Some(SizeChoice::Given) { 15.0 } else { 40.0 };
        let most = parameters.complexity.or((parameters.complexity_price == 0.0).then_some(largest));
        assert!(most.is_none_or(|most| sizes <= most + 1e-9), "{sizes}");
    }
    total
}

/// Asserts what holds for every model, whatever the data and the parameters.
pub(crate) fn check(fitted: &Fitted, data: &Dataset, parameters: &Parameters) {
    let model = &fitted.model;
    assert_eq!(&Model::from_json(&model.to_json()).unwrap(), model);
    assert!(model.rules.iter().all(|r| r.weight == 1.0 && !r.rule.is_empty()));
    let certificate = &model.certificate;
    let counted = objective(model, data, parameters);
    let balanced = parameters.class_weight != rulegen::ClassWeight::Rows;
    assert!(balanced || (counted - certificate.objective).abs() < 1e-6, "{counted} {certificate:?}");
    assert!(certificate.lower_bound.is_none_or(|bound| bound <= certificate.objective + 1e-9), "{certificate:?}");
    assert!(fitted.run.lower_bound.is_none_or(|bound| bound <= certificate.objective + 1e-6));
    if certificate.status == Status::Optimal {
        // The gap up to which `Status::Optimal` is documented.
        assert!(certificate.gap().is_none_or(|gap| gap.abs() <= 1e-6), "{certificate:?}");
    }
    let Fallback::Class(fallback) = model.fallback else { panic!("{:?}", model.fallback) };
    // The answers agree with the normal form.
    let coded = model.schema.encode(&data.features).unwrap();
    let covered = |row: usize| model.rules.iter().any(|r| coded.cover(&model.schema, &r.rule).contains(row));
    for (row, &answer) in predict(model, data).iter().enumerate() {
        match model.form() {
            Form::AnyRule { class, otherwise } => assert_eq!(answer, if covered(row) { class } else { otherwise }),
            Form::AllClauses { class, otherwise } => assert_eq!(answer, if covered(row) { otherwise } else { class }),
            _ => assert!(covered(row) || answer == fallback),
        }
    }
}
