//! Counterfactuals: the nearest changes to a row that change its class, exactly.
//!
//! To the rules, a value is only the cell that it is in: an interval between cut points, a
//! category, or missing. So a model can distinguish finitely many rows, and the search over them is
//! exact. It tries sets of columns by size, and in each set the cells. A part of the search ends if
//! the votes that can still change are too few (`bound.rs`).

mod answer;
mod bound;
mod cells;
mod instance;
mod search;
mod words;

pub use answer::{
    ColumnChange, Counterfactual, CounterfactualProof, CounterfactualSettings, Counterfactuals, NewValue,
};

use crate::row::cell;
use crate::{Model, Predictor, RuleError};
use cells::{Cells, new_value};
use instance::Instance;
use rulegen_data::Table;
use search::{Change, Search};
use words::in_words;

/// Finds the counterfactuals of row `row` of `table`: the nearest changes to the row that change
/// the prediction of `model`.
///
/// # Errors
/// [`RuleError::NoSuchRow`], [`RuleError::UnknownColumn`] for a fixed column,
/// [`RuleError::NoSuchClass`]; or an error if a column that the rules use is missing or holds words
/// instead of numbers.
pub fn counterfactuals(
    model: &Model,
    table: &Table,
    row: usize,
    settings: &CounterfactualSettings,
) -> Result<Counterfactuals, RuleError> {
    if let Some(name) = settings.fixed.iter().find(|&name| model.schema.features.iter().all(|f| f.name != *name)) {
        return Err(RuleError::UnknownColumn(name.clone()));
    }
    if let Some(class) = settings.to.filter(|&class| class as usize >= model.classes.len()) {
        return Err(RuleError::NoSuchClass { class, classes: model.classes.len() });
    }
    let predictor = Predictor::new(model);
    let codes = predictor.row_codes(table, row)?;
    let class = predictor.row_class(&codes);
    let name = |k: u32| model.classes[k as usize].clone();
    let (proof, found) = if settings.to == Some(class) {
        (CounterfactualProof::NothingToChange, Vec::new())
    } else {
        let cells = Cells::new(model, &predictor, &codes, settings);
        Search::new(&Instance::new(&predictor, codes, &cells, settings.to), settings).run()
    };
    let column = |(column, code): &(usize, u16)| {
        let feature = &predictor.schema().features[*column];
        let from = cell(table, &feature.name, row);
        let (to, example) = new_value(model, feature, *code, &from);
        let words = in_words(feature, *code, &example);
        ColumnChange { column: feature.name.clone(), from, to, words, example }
    };
    let change = |found: &Change| Counterfactual {
        prediction: name(found.class),
        conditions: found.conditions,
        columns: found.cells.iter().map(column).collect(),
    };
    let changes = found.iter().map(change).collect();
    Ok(Counterfactuals { from: name(class), to: settings.to.map(name), proof, changes })
}
