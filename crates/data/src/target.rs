//! The classes to learn, and row weights that balance them.

use crate::categories::MISSING;
use crate::column::Column;
use crate::error::DataError;
use crate::number_form::NumberForm;
use crate::values::Values;

/// The class of each row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Target {
    /// The classes: in numeric order if all are numbers, else in order of their text. Ranges of
    /// numbers ascend.
    pub classes: Vec<String>,
    /// The class of each row, an index into `classes`.
    pub labels: Vec<u32>,
    /// The cut points of the classes if these are [ranges](Target::from_numbers) of numbers.
    pub cuts: Vec<f64>,
    /// The form of the numbers in their file, if these are not written as 1234.5.
    pub form: Option<NumberForm>,
}

impl Target {
    /// Makes a target of a column.
    ///
    /// The column should have been read as text ([`ReadOptions::text`](crate::ReadOptions::text)),
    /// so that labels are the text in the file: `1` and `1.0` are two classes. The labels of a
    /// numeric column are its numbers written the shortest way.
    ///
    /// # Errors
    ///
    /// [`DataError::NoLabels`] if all cells are missing, [`DataError::MissingLabel`] if some are,
    /// and [`DataError::OneClass`] if all are the same.
    pub fn from_column(column: Column) -> Result<Target, DataError> {
        let (target, codes, categories) = labels(column)?;
        let (classes, rank) = sorted_classes(&codes, categories);
        let labels = codes.into_iter().map(|code| rank[code as usize]).collect();
        match classes.as_slice() {
            [class] => Err(DataError::OneClass { target, class: class.clone() }),
            _ => Ok(Target { classes, labels, ..Target::default() }),
        }
    }

    /// Returns the labels of a column as indices into given classes, such as those of a model.
    ///
    /// # Errors
    ///
    /// [`DataError::NoLabels`] and [`DataError::MissingLabel`] as above, and
    /// [`DataError::UnknownLabel`] for a label that is not one of `classes`.
    pub fn labels_among(column: Column, classes: &[String]) -> Result<Vec<u32>, DataError> {
        let (target, codes, categories) = labels(column)?;
        let place = |name: &String| classes.iter().position(|class| class == name).map(|k| k as u32);
        let places: Vec<Option<u32>> = categories.iter().map(place).collect();
        let label = |(row, &code): (usize, &u32)| {
            let unknown = || DataError::UnknownLabel {
                target: target.clone(),
                row,
                label: categories[code as usize].clone(),
                classes: classes.to_vec(),
            };
            places[code as usize].ok_or_else(unknown)
        };
        codes.iter().enumerate().map(label).collect()
    }

    /// Returns the class of all rows, if it is one.
    pub fn only_class(&self) -> Option<u32> {
        let first = self.labels.first().copied();
        first.filter(|first| self.labels.iter().all(|label| label == first))
    }

    /// Returns the number of rows of each class.
    pub fn counts(&self) -> Vec<usize> {
        let mut counts = vec![0; self.classes.len()];
        for &label in &self.labels {
            counts[label as usize] += 1;
        }
        counts
    }

    /// Returns the labels of these rows, in the order given. All classes stay, even without rows.
    ///
    /// # Panics
    ///
    /// If a row does not exist.
    pub fn select_rows(&self, rows: &[usize]) -> Target {
        let labels = rows.iter().map(|&row| self.labels[row]).collect();
        Target { labels, classes: self.classes.clone(), cuts: self.cuts.clone(), form: self.form.clone() }
    }
}

/// Returns the name of a target column, the code of every row, and the text of every code.
fn labels(column: Column) -> Result<(String, Vec<u32>, Vec<String>), DataError> {
    let (target, values) = column.with_dates_as_text().into_parts();
    let n_missing = (0..values.len()).filter(|&row| values.is_missing(row)).count();
    if n_missing == values.len() {
        return Err(DataError::NoLabels { target });
    }
    if let Some(row) = (0..values.len()).find(|&row| values.is_missing(row)) {
        return Err(DataError::MissingLabel { target, row });
    }
    let (codes, categories) = coded_values(values);
    Ok((target, codes, categories))
}

/// Returns the code of every row, and the text of every code. No cell may be missing.
pub(crate) fn coded_values(values: Values) -> (Vec<u32>, Vec<String>) {
    match values {
        Values::Categorical { codes, categories } => (codes, categories),
        Values::Numeric(numbers) => coded(&numbers),
        Values::Sparse(numbers) => coded(&numbers.to_dense()),
    }
}

/// Turns numbers into categories.
fn coded(numbers: &[f64]) -> (Vec<u32>, Vec<String>) {
    let mut distinct = numbers.to_vec();
    distinct.sort_by(f64::total_cmp);
    distinct.dedup_by(|a, b| a.total_cmp(b).is_eq());
    let code = |number: &f64| distinct.partition_point(|other| other.total_cmp(number).is_lt()) as u32;
    (numbers.iter().map(code).collect(), distinct.iter().map(f64::to_string).collect())
}

/// Returns the categories that occur, sorted, and the place of each category among them
/// ([`MISSING`] if it does not occur).
pub(crate) fn sorted_classes(codes: &[u32], categories: Vec<String>) -> (Vec<String>, Vec<u32>) {
    let mut rank = vec![MISSING; categories.len()];
    for &code in codes {
        rank[code as usize] = 0;
    }
    let number = |text: &str| text.parse::<f64>().ok().filter(|number| number.is_finite());
    let mut classes: Vec<(usize, String)> =
        categories.into_iter().enumerate().filter(|(code, _)| rank[*code] != MISSING).collect();
    if classes.iter().all(|(_, class)| number(class).is_some()) {
        // `1` and `1.0` are equal as numbers: the text decides.
        classes.sort_by(|(_, a), (_, b)| {
            let numbers = (number(a).unwrap_or_default(), number(b).unwrap_or_default());
            numbers.0.total_cmp(&numbers.1).then_with(|| a.cmp(b))
        });
    } else {
        classes.sort_by(|(_, a), (_, b)| a.cmp(b));
    }
    for (class, (code, _)) in classes.iter().enumerate() {
        rank[*code] = class as u32;
    }
    (classes.into_iter().map(|(_, class)| class).collect(), rank)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(cells: &[&str]) -> Column {
        Column::new("y", cells).unwrap()
    }

    #[test]
    fn classes_sort_as_numbers_or_as_text() {
        let target = Target::from_column(column(&["10", "9", "1.0", "1", "9"])).unwrap();
        assert_eq!(target.classes, ["1", "1.0", "9", "10"]);
        assert_eq!(target.labels, [3, 2, 1, 0, 2]);
        let target = Target::from_column(column(&["10", "9", "a"])).unwrap();
        assert_eq!(target.classes, ["10", "9", "a"]);
    }

    #[test]
    fn numeric_columns_are_written_out() {
        let target = Target::from_column(Column::new("y", [2.0, 0.5, 2.0]).unwrap()).unwrap();
        assert_eq!(target.classes, ["0.5", "2"]);
        assert_eq!(target.labels, [1, 0, 1]);
    }

    #[test]
    fn categories_without_rows_are_no_classes() {
        let column = column(&["a", "b", "c"]).select_rows(&[0, 2]);
        assert_eq!(Target::from_column(column).unwrap().classes, ["a", "c"]);
    }

    #[test]
    fn bad_targets() {
        let message = |cells: &[&str]| Target::from_column(column(cells)).unwrap_err().to_string();
        assert_eq!(message(&["", ""]), r#"every cell of the target "y" is missing"#);
        assert_eq!(message(&["a", "b", ""]), r#"row 2 (from 0): the target "y" is missing"#);
        assert_eq!(message(&["a", "a"]), r#"the target "y" has only one class, "a""#);
    }
}
