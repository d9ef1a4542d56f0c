//! The cells that a column may change to.

use super::answer::{CounterfactualSettings, NewValue};
use crate::{Domain, Feature, Model, Predictor};
use serde_json::Value;

/// A cell to change to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) code: u16,
    /// The number of distinct conditions of the model whose truth changes.
    pub(super) conditions: usize,
}

/// The cells that each column may change to, the fewest conditions first. Empty for fixed columns.
pub(super) struct Cells(pub(super) Vec<Vec<Cell>>);

impl Cells {
    pub(super) fn new(model: &Model, predictor: &Predictor, row: &[u16], settings: &CounterfactualSettings) -> Self {
        // There is one test for each distinct condition: a condition of several rules counts once.
        let tests = predictor.votes.iter().flat_map(|vote| &vote.tests);
        let mut tests: Vec<_> = tests.chain(predictor.fallback.iter().flat_map(|(tests, _)| tests)).copied().collect();
        tests.sort_unstable();
        tests.dedup();
        let cells = |(column, feature): (usize, &Feature)| {
            let on_column = || tests.iter().filter(|test| test.column == column);
            let cell = |code: u16| Cell {
                code,
                conditions: on_column().filter(|test| test.holds(code) != test.holds(row[column])).count(),
            };
            let missing = feature.missing_code() as u16;
            let offered = |code: u16| {
                code != row[column] && (code != missing || settings.allow_missing) && has_value(model, feature, code)
            };
            let mut cells: Vec<Cell> = match settings.fixed.contains(&feature.name) {
                true => Vec::new(),
                false => (0..=missing).filter(|&code| offered(code)).map(cell).collect(),
            };
            cells.sort_by_key(|cell| (cell.conditions, cell.code));
            cells
        };
        Cells(predictor.schema().features.iter().enumerate().map(cells).collect())
    }
}

/// True if the model knows a value of this code. It may know none of the categories that no rule
/// names.
fn has_value(model: &Model, feature: &Feature, code: u16) -> bool {
    match &feature.domain {
        Domain::Categorical { categories } if code as usize == categories.len() => other(model, feature).is_some(),
        _ => true,
    }
}

/// Returns the first category that training saw but no rule names.
fn other<'a>(model: &'a Model, feature: &Feature) -> Option<&'a String> {
    let whole = model.schema.features.iter().find(|f| f.name == feature.name)?;
    match (&whole.domain, &feature.domain) {
        (Domain::Categorical { categories: all }, Domain::Categorical { categories: named }) => {
            all.iter().find(|category| !named.contains(category))
        }
        _ => None,
    }
}

/// Returns the values of a code of a feature of the predictor's schema, and one of them as an
/// example for a row that has the value `from`.
pub(super) fn new_value(model: &Model, feature: &Feature, code: u16, from: &Value) -> (NewValue, Value) {
    if code as usize == feature.missing_code() {
        return (NewValue::Missing, Value::Null);
    }
    let code = code as usize;
    match &feature.domain {
        Domain::Numeric { cuts } => {
            let above = code.checked_sub(1).map(|below| cuts[below]);
            let at_most = cuts.get(code).copied();
            // A missing date is any date.
            let from = feature.of_value(from).or(feature.dates.and(at_most));
            let example = nearest(above, at_most, from);
            let values = match feature.dates {
                None => NewValue::Between { above, at_most },
                Some(_) => NewValue::Dates {
                    first: above.and_then(|above| feature.day_behind(above)),
                    last: at_most.map(|at_most| feature.number_text(at_most)),
                },
            };
            (values, feature.to_value(example))
        }
        Domain::Categorical { categories } => match categories.get(code) {
            Some(category) => (NewValue::Category(category.clone()), category.clone().into()),
            None => {
                let example = other(model, feature).cloned();
                (NewValue::OtherThan(categories.clone()), example.map_or(Value::Null, Value::from))
            }
        },
    }
}

/// Returns the value in the interval that is nearest to `from`, with as many decimals as `from`
/// has, or with the fewest more for which there is a value. A missing value counts as 0.
fn nearest(above: Option<f64>, at_most: Option<f64>, from: Option<f64>) -> f64 {
    let from = from.unwrap_or(0.0);
    let inside = |x: f64| above.is_none_or(|above| x > above) && at_most.is_none_or(|at_most| x <= at_most);
    if inside(from) {
        return from;
    }
    let decimals = from.to_string().split_once('.').map_or(0, |(_, decimals)| decimals.len());
    /// No double needs more significant digits.
    const MOST: usize = 17;
    // The nearest bound is where to start: the value inside that is close to it is closest to
    // `from`.
    let bound = above.filter(|&above| from <= above).or(at_most).unwrap_or(from);
    for decimals in decimals..=decimals.max(MOST) {
        let below = (bound * 10f64.powi(decimals as i32)).floor();
        let around = [-1.0, 0.0, 1.0].map(|steps| format!("{}e-{decimals}", below + steps).parse::<f64>());
        let candidates = around.into_iter().flatten().filter(|&x| inside(x));
        if let Some(best) = candidates.min_by(|a, b| (a - from).abs().total_cmp(&(b - from).abs())) {
            return best;
        }
    }
    match (above, at_most) {
        (_, Some(at_most)) => at_most,
        (Some(above), None) => above.next_up(),
        (None, None) => from,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn values_look_like_the_rows_own() {
        for (above, at_most, from, expected) in [
            (Some(45.5), None, Some(30.0), 46.0),
            (Some(45.0), None, Some(45.0), 46.0),
            (None, Some(45.5), Some(52.0), 45.0),
            (None, Some(45.0), Some(52.0), 45.0),
            (Some(20.23), Some(20.3), Some(15.0), 20.3),
            (Some(20.23), Some(20.3), Some(15.17), 20.24),
            (Some(0.1), Some(0.11), Some(7.0), 0.11),
            (Some(0.1), Some(0.104), Some(0.0), 0.101),
            (Some(-1.5), Some(-0.5), None, -1.0),
            (None, Some(-7.5), None, -8.0),
            (None, None, None, 0.0),
            (Some(5119.0), None, Some(0.0), 5120.0),
            (Some(1e300), None, Some(0.0), 1e300f64.next_up()),
        ] {
            assert_eq!(nearest(above, at_most, from), expected, "above {above:?}, at most {at_most:?}, from {from:?}");
        }
    }

    proptest! {
        #[test]
        fn the_value_is_one_of_them(a in -1e4..1e4f64, width in 1e-13..1e3f64, from in -1e4..1e4f64, low: bool, high: bool) {
            let b = (a + width).max(a.next_up());
            let (above, at_most) = (low.then_some(a), high.then_some(b));
            let x = nearest(above, at_most, Some(from));
            prop_assert!(above.is_none_or(|above| x > above) && at_most.is_none_or(|at_most| x <= at_most), "{x}");
        }
    }
}
