//! The rows of a file that a proof is about, by their digests.

use super::format::{Proof, ProofColumn, ProofData};
use super::model::ModelProof;
use crate::FitError;
use rulegen_data::{Column, Dataset, GroupColumn, GroupValues, Table, Values};
use rulegen_rule::Domain;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// The way in which a text file is read.
#[derive(Clone, Debug)]
pub struct FileLayout {
    /// True if the first row has the names of the columns.
    pub header: bool,
    /// The character between cells.
    pub delimiter: char,
    /// The texts that mean a missing cell, beside the blank cell.
    pub missing: Vec<String>,
    /// The column of row weights, if there is one.
    pub weights: Option<String>,
    /// The columns that divide rows into groups, in the order of [`Groups`](rulegen_data::Groups).
    pub groups: Vec<GroupedBy>,
}

/// A column that divides rows into groups, as a proof says it.
#[derive(Clone, Debug)]
pub struct GroupedBy(ProofColumn);

impl GroupedBy {
    /// Takes the digest of a column of the table of labelled rows.
    ///
    /// # Errors
    /// [`FitError::NoProof`] for dates and for numbers that are not written as 1234.5;
    /// [`FitError::Data`] for a column that is not there.
    pub fn of(table: &Table, group: &GroupColumn) -> Result<GroupedBy, FitError> {
        let column = table.column(&group.name)?;
        if column.dates().is_some() || column.written_numbers().is_some() {
            let reason = format!("'{}' has dates, or numbers that are not written as 1234.5", group.name);
            return Err(FitError::NoProof { reason });
        }
        let (name, missing_seen, sha256) = (group.name.clone(), true, digest(column));
        Ok(GroupedBy(match group.values(table)? {
            GroupValues::Cuts(cuts) => ProofColumn::Numeric { name, missing_seen, sha256, cuts },
            GroupValues::Categories(categories) => ProofColumn::Categorical { name, missing_seen, sha256, categories },
        }))
    }
}

/// The labelled rows of a file: their number, those that take no part, and the digests of all
/// columns.
#[derive(Clone, Debug)]
pub struct ProvedRows {
    layout: FileLayout,
    rows: usize,
    held_out: Vec<usize>,
    target_sha256: String,
    weights_sha256: Option<String>,
    columns: BTreeMap<String, String>,
}

impl ProvedRows {
    /// Takes the digests of the labelled rows of a file. `held_out` are the rows among them that no
    /// rule is learned from, from 0.
    pub fn of(data: &Dataset, mut held_out: Vec<usize>, layout: FileLayout) -> ProvedRows {
        held_out.sort_unstable();
        let label = |label: &u32| Some(data.target.classes[*label as usize].as_str());
        ProvedRows {
            layout,
            rows: data.target.labels.len(),
            held_out,
            target_sha256: of_texts(data.target.labels.iter().map(label)),
            weights_sha256: data.weights.as_ref().map(|weights| of_numbers(weights)),
            columns: data.features.columns().iter().map(|column| (column.name().into(), digest(column))).collect(),
        }
    }

    /// Makes the proof of a model that was learned from the rows that are not held out.
    ///
    /// # Panics
    /// If the model has a column that these rows do not have, or is fair without columns of groups.
    pub fn prove(&self, model: ModelProof) -> Proof {
        assert!(!model.data.is_grouped || !self.layout.groups.is_empty(), "the layout has no columns of groups");
        let column = |feature: &rulegen_rule::Feature| {
            let (name, missing_seen, sha256) =
                (feature.name.clone(), feature.missing_seen, self.columns[&feature.name].clone());
            match &feature.domain {
                Domain::Numeric { cuts } => ProofColumn::Numeric { name, missing_seen, sha256, cuts: cuts.clone() },
                Domain::Categorical { categories } => {
                    ProofColumn::Categorical { name, missing_seen, sha256, categories: categories.clone() }
                }
            }
        };
        Proof {
            format: "rulegen-proof",
            version: 1,
            made_by: concat!("rulegen ", env!("CARGO_PKG_VERSION")).into(),
            data: ProofData {
                rows: self.rows,
                held_out: self.held_out.clone(),
                header: self.layout.header,
                delimiter: Some(self.layout.delimiter),
                missing: self.layout.missing.clone(),
                target: model.data.target,
                classes: model.data.classes,
                target_sha256: self.target_sha256.clone(),
                weights: self.layout.weights.clone(),
                weights_sha256: self.weights_sha256.clone(),
                class_factors: model.data.class_factors,
                groups: self.layout.groups.iter().filter(|_| model.data.is_grouped).map(|of| of.0.clone()).collect(),
                columns: model.data.schema.features.iter().map(column).collect(),
                samples: model.data.samples,
            },
            rules: model.rules,
            loss: model.loss,
            model: model.model,
            evidence: model.evidence,
            claims: model.claims,
        }
    }
}

/// Returns the digest of a column of features.
fn digest(column: &Column) -> String {
    match column.values() {
        Values::Categorical { codes, categories } => {
            of_texts(codes.iter().map(|&code| categories.get(code as usize).map(String::as_str)))
        }
        numbers => of_numbers(&numbers.numbers().expect("all others are numbers")),
    }
}

/// The bits of a missing number.
const MISSING_NUMBER: u64 = 0x7ff8_0000_0000_0000;

/// The length of a missing text.
const MISSING_TEXT: u32 = u32::MAX;

fn of_numbers(numbers: &[f64]) -> String {
    let mut hash = Sha256::new();
    for &number in numbers {
        // Adding +0 makes -0 the same.
        let bits = if number.is_nan() { MISSING_NUMBER } else { (number + 0.0).to_bits() };
        hash.update(bits.to_le_bytes());
    }
    in_hex(hash)
}

fn of_texts<'a>(texts: impl Iterator<Item = Option<&'a str>>) -> String {
    let mut hash = Sha256::new();
    for text in texts {
        let length = text.map_or(MISSING_TEXT, |text| text.len() as u32);
        hash.update(length.to_le_bytes());
        hash.update(text.unwrap_or_default());
    }
    in_hex(hash)
}

fn in_hex(hash: Sha256) -> String {
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_of_typed_values() {
        // printf '\0\0\0\0\0\0\xf8\x7f' | sha256sum, and so on.
        let missing = of_numbers(&[f64::NAN]);
        assert_eq!(missing, in_hex(Sha256::new_with_prefix([0, 0, 0, 0, 0, 0, 0xf8, 0x7f])));
        assert_eq!(of_numbers(&[-0.0]), of_numbers(&[0.0]));
        let texts = of_texts([Some("a"), None].into_iter());
        assert_eq!(texts, in_hex(Sha256::new_with_prefix([1, 0, 0, 0, b'a', 0xff, 0xff, 0xff, 0xff])));
        assert_eq!(of_numbers(&[]), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    }
}
