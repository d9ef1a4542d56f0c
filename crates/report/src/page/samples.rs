//! The rows in the page, in a compact form.

use crate::Study;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use rulegen_data::{MISSING, Target, Values, stratified_split};
use rulegen_rule::{Domain, Feature};
use serde::Serialize;
use std::collections::HashMap;

/// The most bytes of rows: a larger page is slow to send and to open, so fewer rows are taken.
const MOST_BYTES: usize = 3_500_000;

/// Numbers in the smallest width that holds them all, little endian, in Base64.
#[derive(Clone, Debug, Serialize)]
pub(super) struct PackedNumbers {
    /// Bytes for each number.
    width: usize,
    bytes: String,
}

impl PackedNumbers {
    fn new(numbers: &[usize]) -> PackedNumbers {
        let width = match numbers.iter().max().copied().unwrap_or(0) {
            most if most < 1 << 8 => 1,
            most if most < 1 << 16 => 2,
            _ => 4,
        };
        let bytes: Vec<u8> = numbers.iter().flat_map(|n| n.to_le_bytes()[..width].to_vec()).collect();
        PackedNumbers { width, bytes: BASE64_STANDARD.encode(bytes) }
    }
}

/// A column: its name, the values that occur, and for each row the number of its value.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(super) enum PageColumn {
    Numeric {
        name: String,
        /// True if training saw whole numbers only.
        whole: bool,
        /// True if the numbers are days since 1970.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        dates: bool,
        /// Ascending.
        values: Vec<f64>,
        /// 0 for a missing cell, else 1 and the place of the value.
        cells: PackedNumbers,
    },
    Categorical {
        name: String,
        /// The categories of the model, then others that occur.
        values: Vec<String>,
        /// The number of them that the model knows.
        known: usize,
        cells: PackedNumbers,
    },
}

/// The rows that go into the page.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Samples {
    /// The number of rows.
    pub(super) n: usize,
    /// Their numbers in the data, from 0.
    rows: PackedNumbers,
    labels: PackedNumbers,
    predicted: PackedNumbers,
    /// A bit for each row, set if it is held out; none if that is not known.
    held_out: Option<PackedNumbers>,
}

/// Draws at most `most` rows by `seed`, in proportion to the classes. It takes fewer if they would
/// make the page too large.
pub(super) fn samples(study: &Study, most: usize, seed: u64) -> (Samples, Vec<PageColumn>) {
    let mut most = most;
    loop {
        let rows = drawn(study, most, seed);
        let columns: Vec<PageColumn> = study.model.schema.features.iter().map(|f| column(study, f, &rows)).collect();
        if rows.len() < 2 || columns.iter().map(PageColumn::bytes).sum::<usize>() <= MOST_BYTES {
            let pick =
                |of: &dyn Fn(usize) -> usize| PackedNumbers::new(&rows.iter().map(|&row| of(row)).collect::<Vec<_>>());
            let samples = Samples {
                n: rows.len(),
                rows: pick(&|row| row),
                labels: pick(&|row| study.labels[row] as usize),
                predicted: pick(&|row| study.predicted[row] as usize),
                held_out: study.held_out.as_ref().map(|held_out| pick(&|row| usize::from(held_out[row]))),
            };
            return (samples, columns);
        }
        most = rows.len() / 2;
    }
}

fn drawn(study: &Study, most: usize, seed: u64) -> Vec<usize> {
    let n = study.labels.len();
    if most >= n || most == 0 {
        return (0..most.min(n)).collect();
    }
    let target = Target { classes: study.model.classes.clone(), labels: study.labels.clone(), ..Target::default() };
    let (_, rows) = stratified_split(&target, None, most as f64 / n as f64, seed).expect("the share is within 0 and 1");
    rows
}

fn column(study: &Study, feature: &Feature, rows: &[usize]) -> PageColumn {
    let name = feature.name.clone();
    let column = study.table.column(&name).expect("the study has coded this column");
    let cells = feature.as_learned(column).expect("the study has coded this column");
    match (&feature.domain, &*cells) {
        (Domain::Numeric { .. }, cells) => {
            let numbers = cells.numbers().unwrap_or_default();
            let mut values: Vec<f64> = rows.iter().map(|&row| numbers[row]).filter(|x| !x.is_nan()).collect();
            values.sort_by(f64::total_cmp);
            values.dedup();
            let place = |x: f64| if x.is_nan() { 0 } else { 1 + values.partition_point(|&value| value < x) };
            let cells = PackedNumbers::new(&rows.iter().map(|&row| place(numbers[row])).collect::<Vec<_>>());
            let (whole, dates) = (feature.whole.is_some(), feature.dates.is_some());
            PageColumn::Numeric { name, whole, dates, values, cells }
        }
        (Domain::Categorical { categories }, values) => {
            let mut categories: Vec<String> = categories.clone();
            let known = categories.len();
            let mut places: HashMap<String, usize> = categories.iter().cloned().zip(1..).collect();
            let mut place = |row: usize| {
                let Some(text) = category(values, row) else { return 0 };
                *places.entry(text).or_insert_with_key(|text| {
                    categories.push(text.clone());
                    categories.len()
                })
            };
            let cells = PackedNumbers::new(&rows.iter().map(|&row| place(row)).collect::<Vec<_>>());
            PageColumn::Categorical { name, values: categories, known, cells }
        }
    }
}

/// The category of a cell, none if it is missing. Numbers of a file that holds nothing else are
/// their text.
fn category(values: &Values, row: usize) -> Option<String> {
    match values {
        Values::Categorical { codes, categories } => {
            (codes[row] != MISSING).then(|| categories[codes[row] as usize].clone())
        }
        numbers => numbers.number(row).filter(|x| !x.is_nan()).map(|x| x.to_string()),
    }
}

impl PageColumn {
    /// The approximate number of bytes in the page.
    fn bytes(&self) -> usize {
        match self {
            PageColumn::Numeric { values, cells, .. } => {
                cells.bytes.len() + values.iter().map(|x| x.to_string().len() + 1).sum::<usize>()
            }
            PageColumn::Categorical { values, cells, .. } => {
                cells.bytes.len() + values.iter().map(|text| text.len() + 3).sum::<usize>()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_take_the_width_of_the_largest() {
        let packed = |numbers: &[usize]| {
            let packed = PackedNumbers::new(numbers);
            (packed.width, BASE64_STANDARD.decode(packed.bytes).unwrap())
        };
        assert_eq!(packed(&[]), (1, vec![]));
        assert_eq!(packed(&[0, 255]), (1, vec![0, 255]));
        assert_eq!(packed(&[1, 256]), (2, vec![1, 0, 0, 1]));
        assert_eq!(packed(&[65_536]), (4, vec![0, 0, 1, 0]));
    }
}
