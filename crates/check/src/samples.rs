//! Samples: the rows that take part, with equal ones merged.

use crate::Fault;
use crate::column::{Column, digest_of_numbers, digest_of_texts, has_twins, numbers, same_digest, texts};
use crate::csv::Table;
use crate::fields::Field;
use crate::fraction::Fraction;
use crate::whole::Whole;

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
    /// The weight of each row, if rows have weights.
    weights: Option<Vec<f64>>,
    codes: Vec<Vec<usize>>,
}

impl Samples {
    /// Reads the data that a proof is about.
    ///
    /// # Errors
    /// Data that cannot be read, or that are others than those of the proof.
    pub(crate) fn read(field: &Field<'_>, bytes: &[u8]) -> Result<Samples, Fault> {
        let data = field.object(&[
            "rows",
            "held_out",
            "header",
            "delimiter",
            "missing",
            "target",
            "classes",
            "target_sha256",
            "weights",
            "weights_sha256",
            "class_factors",
            "columns",
            "samples",
        ])?;
        let columns: Vec<Column> = data.get("columns").list()?.iter().map(Column::read).collect::<Result<_, _>>()?;
        let classes = data.get("classes").texts()?;
        if classes.len() < 2 || has_twins(&classes) {
            return Err(data.get("classes").refused("fewer than two different classes"));
        }
        let factors: Vec<Fraction> =
            data.get("class_factors").list()?.iter().map(Field::positive).collect::<Result<_, _>>()?;
        if factors.len() != classes.len() {
            return Err(data.get("class_factors").refused("not one for each class"));
        }
        let rows = Rows::read(&data, &columns, &classes, bytes)?;
        let mut takes_part = vec![true; rows.labels.len()];
        let mut next = 0;
        for row in data.get("held_out").list()? {
            let number = row.below(rows.labels.len())?;
            if number < next {
                return Err(row.refused("the rows do not ascend"));
            }
            (takes_part[number], next) = (false, number + 1);
        }
        let weight = |row: usize| rows.weights.as_ref().map_or(1.0, |weights| weights[row]);
        let mut order: Vec<usize> = (0..takes_part.len()).filter(|&row| takes_part[row] && weight(row) > 0.0).collect();
        let number_of_rows = order.len();
        let key = |row: usize| (rows.labels[row], rows.codes.iter().map(move |codes| codes[row]));
        let compared = |a: usize, b: usize| key(a).0.cmp(&key(b).0).then_with(|| key(a).1.cmp(key(b).1));
        order.sort_by(|&a, &b| compared(a, b));
        let are_counts = order.iter().all(|&row| weight(row).fract() == 0.0);
        let mut samples = Samples {
            codes: vec![Vec::new(); columns.len()],
            labels: Vec::new(),
            weights: Vec::new(),
            counts: Vec::new(),
            rows: number_of_rows,
            columns,
            classes,
        };
        for group in order.chunk_by(|&a, &b| compared(a, b).is_eq()) {
            let first = group[0];
            let total = match (&rows.weights, are_counts) {
                (None, _) => Fraction::from(group.len() as i64),
                _ => group.iter().fold(Fraction::zero(), |sum, &row| &sum + &Fraction::of_double(weight(row))),
            };
            let count = if are_counts { total.rounded_down().small() } else { Some(group.len() as i64) };
            samples.counts.push(count.ok_or_else(|| data.get("weights").refused("too many rows"))?);
            samples.weights.push(&total * &factors[rows.labels[first]]);
            samples.labels.push(rows.labels[first]);
            samples.codes.iter_mut().zip(&rows.codes).for_each(|(codes, of_rows)| codes.push(of_rows[first]));
        }
        let claimed = data.get("samples");
        match claimed.count()? == samples.len() as i64 && samples.len() > 0 {
            true => Ok(samples),
            false => Err(claimed.refused(format!("the rows make {} samples", samples.len()))),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.labels.len()
    }

    /// Returns the number of other classes than that of a sample.
    pub(crate) fn others(&self) -> usize {
        self.classes.len() - 1
    }
}

impl Rows {
    fn read(
        data: &crate::fields::Fields<'_>,
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
        let names: Vec<&str> =
            columns.iter().map(|column| column.name.as_str()).chain([target]).chain(weights).collect();
        if (1..names.len()).any(|place| names[..place].contains(&names[place])) {
            return Err(data.get("columns").refused("a column has two uses"));
        }
        let table = Table::read(bytes, data.get("header").truth()?, delimiter.transpose()?, &names)?;
        let missing = data.get("missing").texts()?;
        let labels = texts(&table.columns[columns.len()], &missing);
        let labelled: Vec<usize> = (0..labels.len()).filter(|&row| labels[row].is_some()).collect();
        let claimed = data.get("rows");
        if claimed.count()? != labelled.len() as i64 {
            return Err(claimed.refused(format!("the data have {} rows with a label", labelled.len())));
        }
        let chosen = |cells: &[String]| labelled.iter().map(|&row| cells[row].clone()).collect::<Vec<_>>();
        let label = |&row: &usize| {
            let place = classes.iter().position(|class| Some(class.as_str()) == labels[row]);
            place.ok_or_else(|| {
                data.get("classes").refused(format!("'{}' is no class", labels[row].unwrap_or_default()))
            })
        };
        let digest = digest_of_texts(&labelled.iter().map(|&row| labels[row]).collect::<Vec<_>>());
        same_digest(&digest, data.get("target_sha256").text()?, target, "data.target_sha256")?;
        let codes = |(place, column): (usize, &Column)| {
            column.codes(&chosen(&table.columns[place]), &missing, &format!("data.columns[{place}].sha256"))
        };
        let weights = match weights {
            None if data.get("weights_sha256").given().is_some() => {
                return Err(data.get("weights_sha256").refused("there are no weights"));
            }
            None => None,
            Some(name) => {
                let values = numbers(name, &chosen(&table.columns[columns.len() + 1]), &missing)?;
                same_digest(
                    &digest_of_numbers(&values),
                    data.get("weights_sha256").text()?,
                    name,
                    "data.weights_sha256",
                )?;
                let weight = |value: Option<f64>| value.filter(|value| (0.0..=LARGEST_WEIGHT).contains(value));
                let bad = || data.get("weights").refused("a weight is missing, negative or above 1e100");
                Some(values.into_iter().map(weight).collect::<Option<Vec<f64>>>().ok_or_else(bad)?)
            }
        };
        Ok(Rows {
            labels: labelled.iter().map(label).collect::<Result<_, _>>()?,
            weights,
            codes: columns.iter().enumerate().map(codes).collect::<Result<_, _>>()?,
        })
    }
}

/// Returns the fraction of a whole number and a positive one.
pub(crate) fn over(number: &Whole, scale: &Whole) -> Fraction {
    Fraction::new(number.clone(), scale.clone())
}
