//! Samples: the rows that take part, with equal ones merged.

use crate::Fault;
use crate::column::{Column, digest_of_numbers, digest_of_texts, has_twins, numbers, same_digest, texts};
use crate::csv::Table;
use crate::fields::Field;
use crate::fraction::{Fraction, sum};
use crate::whole::Whole;
use std::collections::BTreeSet;

/// The largest weight of a row: products of larger ones leave the range of doubles.
const LARGEST_WEIGHT: f64 = 1e100;

/// Merged rows, sorted by label and codes.
#[derive(Debug)]
pub(crate) struct Samples {
    pub(crate) columns: Vec<Column>,
    pub(crate) classes: Vec<String>,
    /// The codes of each column.
    pub(crate) codes: Vec<Vec<usize>>,
    pub(crate) labels: Vec<usize>,
    /// The group of each sample: its codes in the columns that divide rows into groups.
    pub(crate) groups: Vec<Vec<usize>>,
    /// The names of these columns.
    pub(crate) grouped_by: Vec<String>,
    /// The weights omega.
    pub(crate) weights: Vec<Fraction>,
    /// The numbers of rows.
    pub(crate) counts: Vec<i64>,
    /// The number of rows that take part.
    pub(crate) rows: usize,
}

/// The rows with a label.
struct Rows {
    labels: Vec<usize>,
    weights: Vec<f64>,
    /// The codes of the columns of groups, and of those that rules may test.
    codes: Vec<Vec<usize>>,
}

impl Samples {
    /// Reads the data that a proof is about.
    ///
    /// # Errors
    /// Data that cannot be read, or that are others than those of the proof.
    pub(crate) fn read(field: &Field<'_>, bytes: &[u8]) -> Result<Samples, Fault> {
        let names = "rows held_out header delimiter missing target classes target_sha256 weights weights_sha256 \
                     class_factors groups columns samples";
        let data = field.object(&names.split(' ').collect::<Vec<_>>())?;
        let columns = data.get("columns").each(Column::read)?;
        let group_columns = data.get("groups").each(Column::read)?;
        let classes = data.get("classes").texts()?;
        let differ = classes.len() > 1 && !has_twins(&classes);
        data.get("classes").ensure(differ, "fewer than two different classes")?;
        let factors = data.get("class_factors").each(Field::positive)?;
        data.get("class_factors").ensure(factors.len() == classes.len(), "not one for each class")?;
        let rows = Rows::read(&data, &group_columns, &columns, &classes, bytes)?;
        let mut takes_part = vec![true; rows.labels.len()];
        let mut next = 0;
        for row in data.get("held_out").list()? {
            let number = row.below(rows.labels.len())?;
            row.ensure(number >= next, "the rows do not ascend")?;
            (takes_part[number], next) = (false, number + 1);
        }
        let takes_part = |&row: &usize| takes_part[row] && rows.weights[row] > 0.0;
        let mut order: Vec<usize> = (0..rows.labels.len()).filter(takes_part).collect();
        let number_of_rows = order.len();
        let key = |row: usize| (rows.labels[row], rows.codes.iter().map(move |codes| codes[row]));
        let compared = |a: usize, b: usize| key(a).0.cmp(&key(b).0).then_with(|| key(a).1.cmp(key(b).1));
        order.sort_by(|&a, &b| compared(a, b));
        let are_counts = order.iter().all(|&row| rows.weights[row].fract() == 0.0);
        let mut samples = Samples {
            codes: vec![Vec::new(); columns.len()],
            labels: Vec::new(),
            groups: Vec::new(),
            grouped_by: group_columns.iter().map(|column| column.name.clone()).collect(),
            weights: Vec::new(),
            counts: Vec::new(),
            rows: number_of_rows,
            columns,
            classes,
        };
        for group in order.chunk_by(|&a, &b| compared(a, b).is_eq()) {
            let first = group[0];
            let total = sum(group.iter().map(|&row| Fraction::of_double(rows.weights[row])));
            let count = if are_counts { total.rounded_down().small() } else { Some(group.len() as i64) };
            samples.counts.push(count.ok_or_else(|| data.get("weights").refused("too many rows"))?);
            samples.weights.push(&total * &factors[rows.labels[first]]);
            samples.labels.push(rows.labels[first]);
            let (groups, codes) = rows.codes.split_at(group_columns.len());
            samples.groups.push(groups.iter().map(|of_rows| of_rows[first]).collect());
            samples.codes.iter_mut().zip(codes).for_each(|(codes, of_rows)| codes.push(of_rows[first]));
        }
        let claimed = data.get("samples");
        let fits = claimed.count()? == samples.len() as i64 && samples.len() > 0;
        claimed.ensure(fits, format!("the rows make {} samples", samples.len()))?;
        Ok(samples)
    }

    pub(crate) fn len(&self) -> usize {
        self.labels.len()
    }

    /// Returns all classes, of two the second one as the opposite of the first: a sample gains for
    /// one what it loses for the other.
    pub(crate) fn directions(&self) -> Vec<(usize, Option<usize>)> {
        match self.classes.len() {
            2 => vec![(0, Some(1))],
            number => (0..number).map(|class| (class, None)).collect(),
        }
    }

    /// Says which columns divide the rows into groups, into how many each, and all together.
    pub(crate) fn described_groups(&self) -> Option<String> {
        let number = |of: &mut dyn Iterator<Item = &[usize]>| of.collect::<BTreeSet<_>>().len();
        let of_column = |(at, name): (usize, &String)| {
            let groups = number(&mut self.groups.iter().map(|group| &group[at..=at]));
            format!("{name} ({groups})")
        };
        let columns: Vec<String> = self.grouped_by.iter().enumerate().map(of_column).collect();
        let all = number(&mut self.groups.iter().map(Vec::as_slice));
        (!columns.is_empty()).then(|| format!("groups by {}: {all} groups", columns.join(", ")))
    }

    /// Returns the number of other classes than that of a sample.
    pub(crate) fn others(&self) -> usize {
        self.classes.len() - 1
    }
}

impl Rows {
    fn read(
        data: &crate::fields::Field<'_>,
        groups: &[Column],
        columns: &[Column],
        classes: &[String],
        bytes: &[u8],
    ) -> Result<Rows, Fault> {
        let (target, weights) = (data.get("target").text()?, data.get("weights").given());
        let weights = weights.map(|weights| weights.text()).transpose()?;
        let delimiter = data.get("delimiter");
        let delimiter = delimiter.given().map(|text| match text.text()?.as_bytes() {
            [byte @ 0..=0x7f] if !b"\"\r\n".contains(byte) => Ok(*byte),
            _ => Err(text.refused("not one character")),
        });
        let mut names: Vec<&str> =
            columns.iter().map(|column| column.name.as_str()).chain([target]).chain(weights).collect();
        data.get("columns").ensure(!has_twins(&names), "a column has two uses")?;
        names.extend(groups.iter().map(|column| column.name.as_str()));
        let mut table = Table::read(bytes, data.get("header").truth()?, delimiter.transpose()?, &names)?;
        let missing = data.get("missing").texts()?;
        table.retain(&texts(&table.0[target], &missing).iter().map(Option::is_some).collect::<Vec<_>>());
        let (labels, claimed) = (texts(&table.0[target], &missing), data.get("rows"));
        let fits = claimed.count()? == labels.len() as i64;
        claimed.ensure(fits, format!("the data have {} rows with a label", labels.len()))?;
        let label = |label: &Option<&str>| {
            let place = classes.iter().position(|class| Some(class.as_str()) == *label);
            place.ok_or_else(|| data.get("classes").refused(format!("'{}' is no class", label.unwrap_or_default())))
        };
        same_digest(&digest_of_texts(&labels), data.get("target_sha256").text()?, target, "data.target_sha256")?;
        let codes = |list: &str, columns: &[Column]| {
            let codes = |(place, column): (usize, &Column)| {
                column.codes(&table.0[&column.name], &missing, &format!("data.{list}[{place}].sha256"))
            };
            columns.iter().enumerate().map(codes).collect::<Result<Vec<_>, Fault>>()
        };
        let weights = match weights {
            None => {
                let digest = data.get("weights_sha256");
                digest.ensure(digest.given().is_none(), "there are no weights")?;
                vec![1.0; labels.len()]
            }
            Some(name) => {
                let (values, claimed) = (numbers(name, &table.0[name], &missing)?, data.get("weights_sha256"));
                same_digest(&digest_of_numbers(&values), claimed.text()?, name, "data.weights_sha256")?;
                let weight = |value: Option<f64>| value.filter(|value| (0.0..=LARGEST_WEIGHT).contains(value));
                let bad = || data.get("weights").refused("a weight is missing, negative or above 1e100");
                values.into_iter().map(weight).collect::<Option<_>>().ok_or_else(bad)?
            }
        };
        Ok(Rows {
            labels: labels.iter().map(label).collect::<Result<_, _>>()?,
            weights,
            codes: [codes("groups", groups)?, codes("columns", columns)?].concat(),
        })
    }
}

/// Returns the fraction of a whole number and a positive one.
pub(crate) fn over(number: &Whole, scale: &Whole) -> Fraction {
    Fraction::new(number.clone(), scale.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::parse;

    /// Reads two columns, labels and weights, with the rows of these numbers held out.
    fn read(rows: &[[&str; 4]], held_out: &str, samples: usize) -> Result<Samples, String> {
        let column = |place: usize| rows.iter().map(|row| row[place].to_owned()).collect::<Vec<_>>();
        let of_numbers = |place: usize| digest_of_numbers(&numbers("", &column(place), &[]).unwrap());
        let of_texts = |place: usize| digest_of_texts(&texts(&column(place), &[]));
        let text = format!(
            r#"{{"rows": {}, "held_out": {held_out}, "header": true, "delimiter": ";", "missing": [], "target": "y",
            "classes": ["no", "yes"], "target_sha256": "{}", "weights": "w", "weights_sha256": "{}",
            "class_factors": [1, 0.5], "groups": [], "samples": {samples}, "columns": [
            {{"name": "age", "kind": "numeric", "cuts": [1, 2], "missing_seen": true, "sha256": "{}"}},
            {{"name": "kind", "kind": "categorical", "categories": ["a"], "missing_seen": true, "sha256": "{}"}}]}}"#,
            rows.len(),
            of_texts(2),
            of_numbers(3),
            of_numbers(0),
            of_texts(1),
        );
        let data: String = rows.iter().map(|row| row.join(";") + "\n").collect();
        let document = parse(&text).unwrap();
        let bytes = format!("age;kind;y;w\n{data}");
        Samples::read(&Field::root(&document), bytes.as_bytes()).map_err(|fault| fault.to_string())
    }

    const ROWS: [[&str; 4]; 7] = [
        ["5", "a", "yes", "2"],
        ["1", "b", "no", "1"],
        ["0.5", "c", "no", "3"],
        ["3", "a", "yes", "4"],
        ["", "", "no", "1"],
        ["2", "a", "no", "0"],
        ["2", "a", "no", "7"],
    ];

    #[test]
    fn equal_rows_are_merged_and_sorted() {
        let whole = |numbers: &[i64]| numbers.iter().copied().map(Fraction::from).collect::<Vec<_>>();
        let samples = read(&ROWS, "[]", 4).unwrap();
        assert_eq!((samples.rows, samples.len(), samples.others()), (6, 4, 1));
        assert_eq!(samples.labels, [0, 0, 0, 1]);
        assert_eq!(samples.codes, [[0, 1, 3, 2], [1, 0, 2, 0]]);
        // Weights of the second class are halved; rows count as many times as they weigh.
        assert_eq!(samples.weights, whole(&[4, 7, 1, 3]));
        assert_eq!(samples.counts, [4, 7, 1, 6]);
        let samples = read(&ROWS, "[1, 6]", 3).unwrap();
        assert_eq!((samples.rows, samples.weights, samples.counts), (4, whole(&[3, 1, 3]), vec![3, 1, 6]));
        // A weight that is no whole number: each row counts once.
        let mut rows = ROWS;
        rows[3][3] = "4.5";
        let samples = read(&rows, "[]", 4).unwrap();
        assert_eq!((samples.counts, samples.weights[3].to_string()), (vec![2, 1, 1, 2], "13/4 = 3.25".into()));
    }

    #[test]
    fn weights_are_numbers_up_to_a_limit() {
        let read = |weight: &'static str| {
            let mut rows = ROWS;
            rows[6][3] = weight;
            read(&rows, "[]", 4)
        };
        for weight in ["", "-1", "1.0000000000000003e100"] {
            assert_eq!(read(weight).unwrap_err(), "refused: weights: a weight is missing, negative or above 1e100");
        }
        assert_eq!(read("5e18").unwrap_err(), "refused: weights: too many rows");
        assert_eq!(read("4e18").unwrap().counts[1], 4_000_000_000_000_000_000);
        // Beside halves, rows are counted.
        let mut rows = ROWS;
        (rows[6][3], rows[3][3]) = ("1e100", "0.5");
        assert_eq!(self::read(&rows, "[]", 4).unwrap().counts, [2, 1, 1, 2]);
    }
}
