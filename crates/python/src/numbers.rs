//! Numbers as columns.

use crate::failure::bad_input;
use numpy::ndarray::ArrayView1;
use pyo3::prelude::*;
use rulegen::data::{MISSING, Sparse, Values};
use std::collections::HashMap;

/// Numbers, none of them infinite.
pub(crate) fn numeric(name: &str, numbers: Vec<f64>) -> PyResult<Values> {
    match numbers.iter().position(|x| x.is_infinite()) {
        Some(row) => Err(bad_input(format!("Input X contains infinity: column '{name}', row {row}"))),
        None => Ok(Values::Numeric(numbers)),
    }
}

/// Numbers of some rows, none of them infinite; 0 in all others.
pub(crate) fn sparse(
    name: &str,
    rows: usize,
    places: ArrayView1<'_, i32>,
    numbers: ArrayView1<'_, f64>,
) -> PyResult<Values> {
    if let Some((row, _)) = places.iter().zip(numbers).find(|(_, number)| number.is_infinite()) {
        return Err(bad_input(format!("Input X contains infinity: column '{name}', row {row}")));
    }
    // A negative place is beyond all rows.
    let places = places.iter().map(|&row| u32::try_from(row).unwrap_or(u32::MAX)).collect();
    Ok(Sparse::new(rows, places, numbers.to_vec()).map_err(bad_input)?.into())
}

/// Numbers as names, written the shortest way.
pub(crate) fn as_categories(numbers: &[f64]) -> Values {
    let mut place: HashMap<u64, u32> = HashMap::new();
    let mut categories = Vec::new();
    let mut code = |x: &f64| {
        // Minus zero is zero.
        let x = x + 0.0;
        let name = || {
            categories.push(x.to_string());
            categories.len() as u32 - 1
        };
        if x.is_nan() { MISSING } else { *place.entry(x.to_bits()).or_insert_with(name) }
    };
    let codes = numbers.iter().map(&mut code).collect();
    Values::Categorical { codes, categories }
}
