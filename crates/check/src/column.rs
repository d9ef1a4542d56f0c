//! Columns: their values, digests and codes.

use crate::Fault;
use crate::fault::ensure;
use crate::fields::Field;
use crate::sha256::digest;

/// The cut points or categories of a column.
#[derive(Clone, Debug)]
pub(crate) enum Domain {
    Numeric(Vec<f64>),
    Categorical(Vec<String>),
}

/// A column that rules may test.
#[derive(Clone, Debug)]
pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) domain: Domain,
    pub(crate) missing_seen: bool,
    sha256: String,
}

impl Column {
    /// Reads an entry of `data.columns`.
    pub(crate) fn read(field: &Field<'_>) -> Result<Column, Fault> {
        let kind = field.member("kind")?;
        let of = |values| field.object(&["name", "kind", "missing_seen", "sha256", values]);
        let (fields, domain) = match kind.text()? {
            "numeric" => {
                let fields = of("cuts")?;
                let cuts = fields.get("cuts");
                let values = cuts.each(Field::double)?;
                cuts.ensure(values.is_sorted_by(|a, b| a < b), "the cut points do not ascend")?;
                (fields, Domain::Numeric(values))
            }
            "categorical" => {
                let fields = of("categories")?;
                let categories = fields.get("categories");
                let values = categories.texts()?;
                categories.ensure(!has_twins(&values), "a category is there twice")?;
                (fields, Domain::Categorical(values))
            }
            _ => return Err(kind.refused("neither numeric nor categorical")),
        };
        let (name, sha256) = (fields.get("name").text()?.to_owned(), fields.get("sha256").text()?.to_owned());
        Ok(Column { name, domain, missing_seen: fields.get("missing_seen").truth()?, sha256 })
    }

    /// Makes a column without a name.
    #[cfg(test)]
    pub(crate) fn for_test(domain: Domain, missing_seen: bool) -> Column {
        Column { name: String::new(), domain, missing_seen, sha256: String::new() }
    }

    /// Returns the number of cut points or categories.
    pub(crate) fn values(&self) -> usize {
        match &self.domain {
            Domain::Numeric(cuts) => cuts.len(),
            Domain::Categorical(categories) => categories.len(),
        }
    }

    /// Returns the code of a missing cell, the largest.
    pub(crate) fn missing_code(&self) -> usize {
        self.values() + 1
    }

    /// Returns the codes of the cells, after a check of their digest.
    pub(crate) fn codes(&self, cells: &[String], missing: &[String], place: &str) -> Result<Vec<usize>, Fault> {
        let (found, codes): (String, Vec<usize>) = match &self.domain {
            Domain::Numeric(cuts) => {
                let values = numbers(&self.name, cells, missing)?;
                let code = |value: &Option<f64>| value.map_or(cuts.len() + 1, |x| cuts.partition_point(|cut| *cut < x));
                (digest_of_numbers(&values), values.iter().map(code).collect())
            }
            Domain::Categorical(categories) => {
                let values = texts(cells, missing);
                let place_of: std::collections::HashMap<&str, usize> =
                    categories.iter().map(String::as_str).zip(0..).collect();
                let code = |text: &Option<&str>| match text {
                    None => categories.len() + 1,
                    Some(text) => place_of.get(text).copied().unwrap_or(categories.len()),
                };
                (digest_of_texts(&values), values.iter().map(code).collect())
            }
        };
        same_digest(&found, &self.sha256, &self.name, place)?;
        Ok(codes)
    }
}

/// True if two of the values are equal.
pub(crate) fn has_twins<T: std::hash::Hash + Eq>(values: impl IntoIterator<Item = T>) -> bool {
    let mut seen = std::collections::HashSet::new();
    !values.into_iter().all(|value| seen.insert(value))
}

/// Compares the digest of a column with that of the proof.
pub(crate) fn same_digest(found: &str, claimed: &str, column: &str, place: &str) -> Result<(), Fault> {
    let reason = format!("the data have other values in column '{column}' than those of the proof");
    ensure(found == claimed, place, &reason)
}

/// Returns the texts of cells, and none for those that are missing.
pub(crate) fn texts<'a>(cells: &'a [String], missing: &[String]) -> Vec<Option<&'a str>> {
    let text = |cell: &'a String| (!cell.is_empty() && !missing.contains(cell)).then_some(cell.as_str());
    cells.iter().map(text).collect()
}

/// Reads cells as numbers, with none for those that are missing.
///
/// # Errors
/// A cell that is no number.
pub(crate) fn numbers(column: &str, cells: &[String], missing: &[String]) -> Result<Vec<Option<f64>>, Fault> {
    const TOKENS: [&str; 9] = ["NA", "N/A", "n/a", "#N/A", "<NA>", "None", "null", "NULL", "?"];
    let number = |(row, text): (usize, Option<&str>)| {
        let is_missing = |text: &&str| TOKENS.contains(text) || text.eq_ignore_ascii_case("nan");
        let Some(text) = text.filter(|text| !is_missing(text)) else { return Ok(None) };
        let value = text.parse::<f64>().ok().filter(|value| value.is_finite());
        let bad =
            || Fault::Unreadable(format!("the data: row {}: '{text}' in column '{column}' is no number", row + 1));
        value.map(Some).ok_or_else(bad)
    };
    texts(cells, missing).into_iter().enumerate().map(number).collect()
}

pub(crate) fn digest_of_numbers(values: &[Option<f64>]) -> String {
    const MISSING: u64 = 0x7ff8_0000_0000_0000;
    // The sum turns -0 into +0.
    let bits = |value: &Option<f64>| value.map_or(MISSING, |value| (value + 0.0).to_bits());
    digest(&values.iter().flat_map(|value| bits(value).to_le_bytes()).collect::<Vec<u8>>())
}

pub(crate) fn digest_of_texts(values: &[Option<&str>]) -> String {
    let mut bytes = Vec::new();
    for value in values {
        let length = value.map_or(u32::MAX, |text| text.len() as u32);
        bytes.extend(length.to_le_bytes());
        bytes.extend(value.unwrap_or_default().bytes());
    }
    digest(&bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_of_numbers() {
        let read = |cells: &[&str]| {
            numbers("age", &cells.iter().map(|cell| (*cell).to_owned()).collect::<Vec<_>>(), &["-9".into()])
        };
        let cells = [
            "1", "-2.5e1", "+.5", "5.", "", "-9", "NA", "N/A", "n/a", "#N/A", "<NA>", "None", "null", "NULL", "?",
            "NaN",
        ];
        let values: Vec<Option<f64>> =
            [1.0, -25.0, 0.5, 5.0].into_iter().map(Some).chain(std::iter::repeat_n(None, 12)).collect();
        assert_eq!(read(&cells).unwrap(), values);
        for cell in ["x", "1_0", "0x1", "inf", "-Infinity", "1e999", "1,5", "none", "+", "."] {
            let said = read(&["1", cell]).unwrap_err().to_string();
            assert_eq!(said, format!("error: the data: row 2: '{cell}' in column 'age' is no number"));
        }
    }

    /// The digests are those of Python's `hashlib`, of bytes joined by hand.
    #[test]
    fn digests_are_of_doubles_and_of_texts_with_their_lengths() {
        let numbers = "003248c27c62f2b08db03386ed71ef3c58569d2ee63958c283915d92ac108569";
        assert_eq!(digest_of_numbers(&[Some(0.0), Some(1.5), None]), numbers);
        assert_eq!(digest_of_numbers(&[Some(-0.0), Some(1.5), None]), numbers);
        let texts = "b391276934a1d1726bf64bc54d4649ca140709f9755dfcfa539995552c18587c";
        assert_eq!(digest_of_texts(&[Some("a"), None, Some("\u{e9}b")]), texts);
    }

    #[test]
    fn codes_count_the_cuts_below_a_cell() {
        let column = |domain| Column::for_test(domain, false);
        let codes = |mut column: Column, cells: &[&str], digest: String| {
            column.sha256 = digest;
            column.codes(&cells.iter().map(|cell| (*cell).to_owned()).collect::<Vec<_>>(), &[], "here")
        };
        let (cells, values) = (["1", "2", "2.5", "9", "?"], [Some(1.0), Some(2.0), Some(2.5), Some(9.0), None]);
        let found = codes(column(Domain::Numeric(vec![1.0, 2.0])), &cells, digest_of_numbers(&values));
        assert_eq!(found.unwrap(), [0, 1, 2, 2, 3]);
        let (cells, values) = (["red", "blue", "pink", ""], [Some("red"), Some("blue"), Some("pink"), None]);
        let colours = || column(Domain::Categorical(vec!["red".into(), "blue".into()]));
        assert_eq!(codes(colours(), &cells, digest_of_texts(&values)).unwrap(), [0, 1, 2, 3]);
        assert_eq!((colours().values(), colours().missing_code()), (2, 3));
        assert!(
            codes(colours(), &cells, digest_of_texts(&values[1..])).unwrap_err().to_string().contains("other values")
        );
    }
}
