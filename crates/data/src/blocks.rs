//! Blocks of rows that no split parts, such as the visits of a patient.

use crate::column::Column;
use crate::date_form::DateForm;
use crate::dates::DatesInText;
use crate::error::DataError;
use crate::target::coded_values;
use crate::values::Values;

/// The block of each row. Held-out rows and folds never part a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocks {
    /// The column whose values are the blocks.
    pub column: String,
    /// The values of the column; some may have no rows.
    pub names: Vec<String>,
    /// The block of each row, an index into `names`.
    pub of_row: Vec<u32>,
}

impl Blocks {
    /// Makes a block of the rows of each value of a column.
    ///
    /// # Errors
    ///
    /// [`DataError::MissingBlock`] for a missing cell, and [`DataError::OneBlock`] if all cells are
    /// the same.
    pub fn from_column(column: Column) -> Result<Blocks, DataError> {
        let missing = (0..column.len()).find(|&row| column.values().is_missing(row));
        let (column, values) = column.with_dates_as_text().into_parts();
        if let Some(row) = missing {
            return Err(DataError::MissingBlock { column, row });
        }
        let (of_row, names) = coded_values(values);
        let blocks = Blocks { column, names, of_row };
        blocks.check_several()?;
        Ok(blocks)
    }

    /// Returns the number of blocks that have rows.
    pub fn number(&self) -> usize {
        let mut has_rows = vec![false; self.names.len()];
        self.of_row.iter().for_each(|&block| has_rows[block as usize] = true);
        has_rows.into_iter().filter(|has| *has).count()
    }

    /// Returns the rows of each block, ascending. A block without rows has an empty list.
    pub(crate) fn rows(&self) -> Vec<Vec<usize>> {
        let mut rows = vec![Vec::new(); self.names.len()];
        self.of_row.iter().enumerate().for_each(|(row, &block)| rows[block as usize].push(row));
        rows
    }

    /// Returns the blocks of these rows, in the order given. All names stay, even without rows.
    ///
    /// # Panics
    ///
    /// If a row does not exist.
    pub fn select_rows(&self, rows: &[usize]) -> Blocks {
        Blocks { of_row: rows.iter().map(|&row| self.of_row[row]).collect(), ..self.clone() }
    }

    /// Returns the rows whose value lies above `value`, ascending. Values are compared as numbers
    /// if all are numbers, and as dates, with the times behind them, if all are dates of one form.
    /// `value` is a date of that form or of ISO 8601 then.
    ///
    /// # Errors
    ///
    /// [`DataError::NoOrder`] for other values, and for dates whose day and month may change
    /// places.
    pub fn rows_after(&self, value: &str) -> Result<Vec<usize>, DataError> {
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
        let above = |is_above: &dyn Fn(&str) -> bool| -> Vec<usize> {
            let above: Vec<bool> = self.names.iter().map(|name| is_above(name)).collect();
            (0..self.of_row.len()).filter(|&row| above[self.of_row[row] as usize]).collect()
        };
        if let Some(value) = number(value)
            && self.names.iter().all(|name| number(name).is_some())
        {
            return Ok(above(&|name| number(name).is_some_and(|number| number > value)));
        }
        if let Some(form) = self.date_form()
            && let Some(value) = moment(value, form).or_else(|| moment(value, DateForm::ISO))
        {
            return Ok(above(&|name| moment(name, form) > Some(value)));
        }
        let (column, value) = (self.column.clone(), value.to_owned());
        let is_word = |name: &&String| number(name).is_none() && !DateForm::any_reads(date_and_time(name).0);
        let cell = self.names.iter().find(is_word).or(self.names.first()).cloned().unwrap_or_default();
        Err(DataError::NoOrder { column, value, cell })
    }

    /// Returns the form of the dates that begin the values. `None` if some value begins with none,
    /// or day and month may change places.
    fn date_form(&self) -> Option<DateForm> {
        let dates: Vec<&str> = self.names.iter().map(|name| date_and_time(name).0).collect();
        match Column::checked(self.column.clone(), Values::from_text(dates)).dates_in_text(None) {
            DatesInText::Days(days, form) => days.iter().all(|day| !day.is_nan()).then_some(form),
            _ => None,
        }
    }

    /// Checks that these rows part no block from the others.
    ///
    /// # Errors
    ///
    /// [`DataError::PartedBlock`] with the first block of which some rows are listed and some are
    /// not.
    ///
    /// # Panics
    ///
    /// If a row does not exist.
    pub fn check_whole(&self, rows: &[usize]) -> Result<(), DataError> {
        let mut listed = vec![false; self.of_row.len()];
        rows.iter().for_each(|&row| listed[row] = true);
        let parted = self.rows().iter().position(|rows| {
            let inside = rows.iter().filter(|row| listed[**row]).count();
            inside > 0 && inside < rows.len()
        });
        match parted {
            Some(block) => {
                Err(DataError::PartedBlock { column: self.column.clone(), block: self.names[block].clone() })
            }
            None => Ok(()),
        }
    }

    /// Checks that there are two blocks or more.
    ///
    /// # Errors
    ///
    /// [`DataError::OneBlock`].
    pub(crate) fn check_several(&self) -> Result<(), DataError> {
        match self.of_row.iter().any(|block| *block != self.of_row[0]) {
            true => Ok(()),
            false => Err(DataError::OneBlock { column: self.column.clone() }),
        }
    }
}

/// Parts a text at the first `T` or space: a date and the time behind it.
fn date_and_time(text: &str) -> (&str, &str) {
    let text = text.trim();
    let end = text.find(['T', 't', ' ']).unwrap_or(text.len());
    (&text[..end], text[end..].get(1..).unwrap_or_default())
}

/// Reads a date of this form, as days since 1970, and the time behind it, which compares as text.
fn moment(text: &str, form: DateForm) -> Option<(f64, &str)> {
    let (date, time) = date_and_time(text);
    Some((form.read(date)?, time))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(cells: &[&str]) -> Result<Blocks, DataError> {
        Blocks::from_column(Column::new("day", Values::from_text(cells)).unwrap())
    }

    #[test]
    fn blocks_are_the_values_of_a_column() {
        let made = blocks(&["b", "a", "b"]).unwrap();
        assert_eq!((made.of_row.clone(), made.number()), (vec![0, 1, 0], 2));
        assert_eq!(made.select_rows(&[2, 0]).number(), 1);
        let numbers = Blocks::from_column(Column::new("id", [7.0, 2.5, 7.0]).unwrap()).unwrap();
        assert_eq!(numbers.rows(), [vec![1], vec![0, 2]]);
    }

    #[test]
    fn bad_columns() {
        let message = |cells: &[&str]| blocks(cells).unwrap_err().to_string();
        assert_eq!(message(&["a", "", "b"]), r#"row 1 (from 0): column "day" is missing, and rows are split by it"#);
        let one = r#"rows cannot be split by column "day": it has the same value in every row"#;
        assert_eq!(message(&["a", "a"]), one);
    }

    #[test]
    fn rows_after_a_number_or_a_date() {
        let numbers = blocks(&["10", "9", "2"]).unwrap();
        assert_eq!(numbers.rows_after("9").unwrap(), [0]);
        assert_eq!(numbers.rows_after("1.5").unwrap(), [0, 1, 2]);
        let dates = blocks(&["2024-02-01", "2023-12-31", "2024-01-01T08:00"]).unwrap();
        assert_eq!(dates.rows_after("2023-12-31").unwrap(), [0, 2]);
        let german = blocks(&["01.02.2024", "31.12.2023 10:00", "1.1.2024 08:00", "31.12.2023"]).unwrap();
        assert_eq!(german.rows_after("31.12.2023").unwrap(), [0, 1, 2]);
        assert_eq!(german.rows_after("2023-12-31 09:00").unwrap(), [0, 1, 2]);
        assert_eq!(german.rows_after("2024-01-01").unwrap(), [0, 2]);
        let american = blocks(&["12/30/2023", "1/2/2024"]).unwrap();
        assert_eq!(american.rows_after("12/31/2023").unwrap(), [1]);
        let message = |blocks: &Blocks, value| blocks.rows_after(value).unwrap_err().to_string();
        let says = r#"rows cannot be split after "2024-01-01": column "day" holds "10", and both must be numbers, or dates of one form such as 2024-12-31 or 31.12.2024"#;
        assert_eq!(message(&numbers, "2024-01-01"), says);
        for (cells, value) in [
            (&["01/02/2024", "02/03/2024"][..], "01/02/2024"),
            (&["01.02.2024", "02.03.2024"], "31.02.2024"),
            (&["01.02.2024", "02.03.2024"], "02/03/2024"),
        ] {
            assert!(message(&blocks(cells).unwrap(), value).contains("dates of one form"), "{value}");
        }
        assert!(message(&blocks(&["2024-01-01", "soon"]).unwrap(), "2024-01-01").contains(r#"holds "soon""#));
    }

    #[test]
    fn listed_rows_may_not_part_a_block() {
        let made = blocks(&["a", "b", "b", "c"]).unwrap();
        assert!(made.check_whole(&[2, 1]).is_ok());
        let says = r#"rows of "b" in column "day" are held out and learned from"#;
        assert_eq!(made.check_whole(&[0, 1]).unwrap_err().to_string(), says);
    }
}
