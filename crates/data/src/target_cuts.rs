//! Classes of a target that is a number: the ranges between cut points.

use crate::categories::MISSING;
use crate::column::Column;
use crate::error::DataError;
use crate::groups::check_cuts;
use crate::number::{Number, parse_number};
use crate::number_form::NumberForm;
use crate::numeric_classes::NumericClasses;
use crate::target::Target;
use crate::values::Values;

/// From this number of numeric classes on, a target is more likely a number than a class.
const MANY_NUMBERS: usize = 20;

/// A target whose classes are numbers but for this share is a number too, with some words among its
/// cells.
const MOST_WORDS: f64 = 0.1;

/// A target of more numeric classes than this is a number. Each class is priced by itself, so a
/// fit to all of them takes minutes and says little.
const MOST_NUMBERS: usize = 100;

impl Target {
    /// Makes a target of a column of numbers: a class for the numbers below the first cut point,
    /// one from each cut point to the next, and one from the last on. They are named `< 10`,
    /// `10 to 20` and `>= 20`. A number that equals a cut point lies above it.
    ///
    /// # Errors
    ///
    /// [`DataError::BadCut`] and [`DataError::UnsortedCuts`]; [`DataError::CutsOfWords`] for a
    /// column of words; [`DataError::EmptyRange`] for a class without rows; and as
    /// [`Target::from_column`].
    ///
    /// ```
    /// use rulegen_data::{Column, Target};
    ///
    /// let price = Column::new("price", [5.0, 10.0, 25.0, 12.5])?;
    /// let target = Target::from_numbers(price, &[10.0, 20.0])?;
    /// assert_eq!(target.classes, ["< 10", "10 to 20", ">= 20"]);
    /// assert_eq!(target.labels, [0, 1, 2, 1]);
    /// # Ok::<(), rulegen_data::DataError>(())
    /// ```
    pub fn from_numbers(column: Column, cuts: &[f64]) -> Result<Target, DataError> {
        let name = column.name().to_owned();
        let form = column.written_numbers().map(|written| written.form.clone());
        let classes = Target::range_names(cuts);
        let labels = Target::labels_among(in_ranges(column, cuts)?, &classes)?;
        let target = Target { classes, labels, cuts: cuts.to_vec(), form };
        match target.counts().iter().position(|rows| *rows == 0) {
            Some(class) => Err(DataError::EmptyRange { target: name, class: target.classes[class].clone() }),
            None => Ok(target),
        }
    }

    /// Returns the names of the ranges between cut points, ascending. There are none without cut
    /// points.
    pub fn range_names(cuts: &[f64]) -> Vec<String> {
        let between = cuts.windows(2).map(|pair| format!("{} to {}", pair[0], pair[1]));
        let below = cuts.first().map(|cut| format!("< {cut}"));
        let above = cuts.last().map(|cut| format!(">= {cut}"));
        below.into_iter().chain(between).chain(above).collect()
    }

    /// Returns the indices of the classes that [`Target::from_numbers`] makes.
    ///
    /// # Errors
    ///
    /// As there, but classes need no rows; [`DataError::UnknownLabel`] if `classes` are not those
    /// of the cut points.
    pub fn labels_of_numbers(column: Column, cuts: &[f64], classes: &[String]) -> Result<Vec<u32>, DataError> {
        Target::labels_among(in_ranges(column, cuts)?, classes)
    }

    /// Checks that the classes are not the values of a number. `None` stands for classes of which
    /// more than a tenth are words, or ranges of numbers, or few.
    ///
    /// # Errors
    ///
    /// [`DataError::NumericTarget`] for more than 100 classes that are numbers.
    pub fn numbers(&self, target: &str) -> Result<Option<NumericClasses>, DataError> {
        let (mut rows, mut words) = (Vec::new(), 0);
        let form = NumberForm::detect(self.classes.iter().map(String::as_str)).into_iter().next();
        let number = |class: &str| match (parse_number(class.as_bytes()), &form) {
            (Number::Word, Some(form)) => form.parse(class).map_or(Number::Word, Number::Finite),
            (read, _) => read,
        };
        for (class, count) in self.classes.iter().zip(self.counts()) {
            match number(class) {
                Number::Finite(number) => rows.push((number, count)),
                // Labels are text: a token for a missing number is a class.
                Number::Missing => {}
                Number::Infinite | Number::Word => words += 1,
            }
        }
        if rows.len() < MANY_NUMBERS || f64::from(words) > MOST_WORDS * self.classes.len() as f64 {
            return Ok(None);
        }
        rows.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (lowest, highest) = (rows[0].0, rows[rows.len() - 1].0);
        let found = NumericClasses { classes: rows.len(), lowest, highest, thirds: thirds(&rows) };
        match rows.len() > MOST_NUMBERS {
            true => Err(DataError::NumericTarget { target: target.to_owned(), found }),
            false => Ok(Some(found)),
        }
    }
}

/// Returns the numbers at a third and two thirds of the rows, without the lowest, below which no
/// row lies. `rows` holds the ascending numbers, each with how many rows have it.
fn thirds(rows: &[(f64, usize)]) -> Vec<f64> {
    let all: usize = rows.iter().map(|(_, count)| count).sum();
    let at = |share: usize| {
        let mut below = 0;
        let place = rows.iter().position(|(_, count)| {
            below += count;
            3 * below > share * all
        });
        rows[place.unwrap_or(0).max(1)].0
    };
    let mut cuts = vec![at(1), at(2)];
    cuts.dedup();
    cuts
}

/// Turns numbers into the names of their ranges. Missing cells stay missing.
fn in_ranges(column: Column, cuts: &[f64]) -> Result<Column, DataError> {
    check_cuts(column.name(), cuts)?;
    let (name, values) = column.into_parts();
    let Some(numbers) = values.numbers() else {
        let Values::Categorical { categories, .. } = values else { unreachable!("numbers are numbers") };
        let word = categories.iter().find(|category| category.parse::<f64>().is_err());
        return Err(DataError::CutsOfWords {
            column: name,
            cell: word.or(categories.first()).cloned().unwrap_or_default(),
        });
    };
    let code = |number: &f64| match number.is_nan() {
        true => MISSING,
        false => cuts.partition_point(|cut| cut <= number) as u32,
    };
    let codes = numbers.iter().map(code).collect();
    Column::new(name, Values::Categorical { codes, categories: Target::range_names(cuts) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prices() -> Column {
        Column::new("price", (0..300).map(f64::from).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn ranges_are_named_in_order() {
        let target = Target::from_numbers(prices(), &[100.0]).unwrap();
        assert_eq!(
            (target.classes, target.labels[99], target.labels[100]),
            (vec!["< 100".into(), ">= 100".into()], 0, 1)
        );
        assert_eq!(Target::range_names(&[-1.5, 0.0, 2.0]), ["< -1.5", "-1.5 to 0", "0 to 2", ">= 2"]);
    }

    #[test]
    fn bad_cuts() {
        let message = |cuts: &[f64]| Target::from_numbers(prices(), cuts).unwrap_err().to_string();
        assert_eq!(message(&[2.0, 1.0]), "the cut points of column \"price\" must ascend, but 1 follows 2");
        assert_eq!(message(&[f64::NAN]), "the cut point NaN of column \"price\" is not a finite number");
        assert_eq!(message(&[900.0]), "no row of the target \"price\" is in the class >= 900");
        let words = Column::new("price", ["a", "1"]).unwrap();
        let error = Target::from_numbers(words, &[1.0]).unwrap_err().to_string();
        assert_eq!(error, "column \"price\" has no cut points: it holds words, such as \"a\"");
    }

    #[test]
    fn many_numbers_are_no_classes() {
        let numbers = Target::from_column(prices()).unwrap();
        let says = "the target \"price\" is a number: it has 300 values, from 0 to 299, and rules are for classes; \
                    cut it into classes, for example at 100,200";
        assert_eq!(numbers.numbers("price").unwrap_err().to_string(), says);
        let few = numbers.classes[..30].to_vec();
        let few = Target { labels: (0..30).collect(), classes: few, ..Target::default() };
        assert_eq!(few.numbers("price").unwrap().unwrap().classes, 30);
        // A few words leave it a number, and many do not.
        let with_words = |words: usize| {
            let word = |k: usize| if k < words { format!("k{k}") } else { k.to_string() };
            Target { classes: (0..300).map(word).collect(), ..numbers.clone() }.numbers("price")
        };
        assert!(with_words(3).unwrap_err().to_string().contains("it has 297 values, from 3 to 299"));
        let classes = (0..300).map(|k| format!("{},{:03}.50", k + 1, k)).collect();
        let written = Target { classes, ..numbers.clone() }.numbers("price").unwrap_err().to_string();
        assert!(written.contains("it has 300 values, from 1000.5 to 300299.5"), "{written}");
        assert_eq!(with_words(31).unwrap(), None);
        assert_eq!(with_words(300).unwrap(), None);
    }
}
