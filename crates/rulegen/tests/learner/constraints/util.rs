//! Settings by name, and lists of the rules that constraints permit.

use rulegen::data::{Dataset, ReadOptions, Table, read_bytes};
use rulegen::driver::Pricer;
use rulegen::limits::Limits;
use rulegen::pricing::Pool;
use rulegen::rule::{Rule, Status};
use rulegen::{
    CostScaling, FitError, Fitted, Learner, Method, ParameterValue, Parameters, PricerName, Settings, Start,
};
use rulegen_binarize::Samples;
use std::sync::Arc;

/// Limits rules to two conditions, so that rule sets are proved at once.
pub(crate) fn short() -> (String, ParameterValue) {
    ("max-length".into(), ParameterValue::Integer(2))
}

/// One division of the rows into folds instead of eight, for fits that choose a size.
pub(crate) fn one_division() -> (String, ParameterValue) {
    ("divisions".into(), ParameterValue::Integer(1))
}

/// Returns the number of random data sets that fits are tried on: two, or `all` under
/// `scripts/check-all.sh cases`.
pub(crate) fn seeds(all: u64) -> u64 {
    if crate::is_thorough() { all } else { 2 }
}

/// Reads a table whose labels `y` are words.
pub(crate) fn table(csv: &str) -> Table {
    read_bytes(csv.as_bytes(), &ReadOptions { text: vec!["y".into()], ..Default::default() }).unwrap()
}

pub(crate) fn dataset(csv: &str) -> Dataset {
    Dataset::from_table(table(csv), "y", None).unwrap()
}

pub(crate) fn text(name: &str, value: &str) -> (String, ParameterValue) {
    (name.to_owned(), ParameterValue::Text(value.into()))
}

pub(crate) fn list(name: &str, values: &[&str]) -> (String, ParameterValue) {
    (name.to_owned(), ParameterValue::List(values.iter().map(|&value| value.into()).collect()))
}

pub(crate) fn number(name: &str, value: f64) -> (String, ParameterValue) {
    (name.to_owned(), ParameterValue::Number(value))
}

pub(crate) fn flag(name: &str) -> (String, ParameterValue) {
    (name.to_owned(), ParameterValue::Flag(true))
}

/// Fits with one setting. Errors are returned as text.
pub(crate) fn fit_with(method: Method, setting: (String, ParameterValue), data: &Dataset) -> Result<Fitted, String> {
    let learner = method.learner(Settings::from([setting])).map_err(|error| error.to_string())?;
    learner.fit(data, "y").map_err(|error| error.to_string())
}

/// Lists all rules of one or two conditions.
pub(crate) fn short_rules(samples: &Samples) -> Vec<Rule> {
    let literals = samples.schema.literals();
    let mut rules = Vec::new();
    for (at, &first) in literals.iter().enumerate() {
        rules.push(Rule::new([first]));
        rules.extend(literals[..at].iter().map(|&second| Rule::new([first, second])));
    }
    rules
}

/// Asserts that each exact pricer under `constrained` reaches the optimum over the rules of one or
/// two conditions in `permitted`.
pub(crate) fn assert_optimum_over(
    data: &Dataset,
    constrained: impl Fn(Parameters) -> Parameters,
    permitted: impl Fn(&Samples) -> Vec<(Rule, Option<u32>)>,
) {
    let parameters = Parameters {
        penalty: Some(0.3),
        // The published scale comes from a first tree, which constraints change.
        cost_scaling: CostScaling::None,
        max_length: Some(2),
        pricers: Some(vec![PricerName::BRANCH_AND_BOUND]),
        ..Parameters::of(Method::Rug)
    };
    // A first tree that no constraint binds may have rules that are not permitted.
    let listed = Learner::new(Parameters { start: Some(Start::Nothing), ..parameters.clone() }).unwrap();
    let pool = |samples: &Arc<Samples>| -> Result<Vec<Box<dyn Pricer>>, FitError> {
        Ok(vec![Box::new(Pool::new(samples, permitted(samples))?)])
    };
    let listed = listed.fit_with(data, "y", pool, &Limits::default(), &mut ()).unwrap();
    for exact in [PricerName::BRANCH_AND_BOUND, PricerName::CUBE] {
        let parameters = Parameters { pricers: Some(vec![exact.clone()]), ..parameters.clone() };
        let searched = Learner::new(constrained(parameters)).unwrap().fit(data, "y").unwrap();
        assert_eq!(searched.run.status, Status::Optimal, "{exact}");
        let (a, b) = (searched.run.objective, listed.run.objective);
        assert!((a - b).abs() <= 1e-6 * b, "{exact}: {a} for {b}");
    }
}
