//! Errors in data.

mod place;
mod shown;
mod table;

pub use place::Place;
pub use table::TableError;

use crate::numeric_classes::NumericClasses;
use rulegen_limits::{Limit, TooLarge};
use shown::{cell_or_name, encoding, listed, name_or_number, shown};
use std::io;

/// An error in a file, a table, or a request about one. Each message is one line.
///
/// `input` is the path of the file, or `the input` for bytes without one. Columns and cells are
/// shown shortened and with line breaks escaped. Lines are those of the file and count
/// from 1, with the header. Rows are those of the table and count from 0, as in row files.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DataError {
    /// A limit came before the file was read.
    #[error("{limit} before {input} was read: nothing was learned")]
    Stopped {
        /// The file.
        input: String,
        /// The limit.
        limit: Limit,
    },
    /// The file needs more memory than there is.
    #[error("{input}: {reason}")]
    TooLarge {
        /// The file.
        input: String,
        /// The step that needs the memory, and how much.
        reason: TooLarge,
    },
    /// The file cannot be opened.
    #[error("cannot open {input}: {reason}")]
    Open {
        /// The file.
        input: String,
        /// The reason given by the system.
        reason: io::Error,
    },
    /// The file was opened, but reading it failed.
    #[error("cannot read {input}: {reason}")]
    Read {
        /// The file.
        input: String,
        /// The reason given by the system.
        reason: io::Error,
    },
    /// The file changed while it was being read.
    #[error("{input} changed while it was being read")]
    Changed {
        /// The file.
        input: String,
    },
    /// There is nothing in the file.
    #[error("{input} is empty")]
    Empty {
        /// The file.
        input: String,
    },
    /// The file names columns but has no rows.
    #[error("{input} has a header but no rows")]
    HeaderOnly {
        /// The file.
        input: String,
    },
    /// A Parquet file without a row.
    #[error("{input} has columns but no rows")]
    NoRows {
        /// The file.
        input: String,
    },
    /// The file is of a format that is not read, such as an Excel workbook or text in UTF-16.
    #[error("{input} is {what}")]
    Foreign {
        /// The file.
        input: String,
        /// The format, and advice on how to convert the file.
        what: &'static str,
    },
    /// The gzip stream is damaged or cut short.
    #[error("{input} is not a sound gzip file: {reason}")]
    BadGzip {
        /// The file.
        input: String,
        /// The reason given by the decoder.
        reason: String,
    },
    /// The Parquet file is damaged or cut short.
    #[error("{input} is not a sound Parquet file: {reason}")]
    BadParquet {
        /// The file.
        input: String,
        /// The reason given by the decoder.
        reason: String,
    },
    /// The Parquet file holds a type, or uses a compression, that is not supported.
    #[error("{input}: column {} has {kind}, which is not supported", shown(.column))]
    UnsupportedParquet {
        /// The file.
        input: String,
        /// The column.
        column: String,
        /// The type or compression that is not supported.
        kind: String,
    },
    /// The file is Parquet, and this build cannot read it, or it is Parquet inside gzip, or the
    /// options are for text.
    #[error("{input} is a Parquet file, {obstacle}")]
    ParquetUnavailable {
        /// The file.
        input: String,
        /// Why it cannot be read.
        obstacle: &'static str,
    },
    /// The delimiter asked for cannot separate cells.
    #[error("{:?} cannot be the delimiter", char::from(*.delimiter))]
    BadDelimiter {
        /// The byte asked for.
        delimiter: u8,
    },
    /// A row has more or fewer cells than the first.
    #[error("line {line} has {found} cells, but the first row has {expected}")]
    Ragged {
        /// The line on which the row begins.
        line: u64,
        /// The number of cells in the first row.
        expected: usize,
        /// The number of cells in this row.
        found: usize,
    },
    /// A quoted cell never ends.
    #[error("a quote is opened in the row that begins on line {line} and never closed")]
    UnclosedQuote {
        /// The line on which the row begins.
        line: u64,
    },
    /// A text cell is not UTF-8.
    #[error("{place}, column {}: the {} is not valid UTF-8{}", name_or_number(.place, .column), cell_or_name(.place), encoding(.place))]
    NotUtf8 {
        /// The line or row.
        place: Place,
        /// The column: its name, or its number where the name itself is at fault.
        column: String,
    },
    /// Two columns have the same name.
    #[error("two columns have the name {}", shown(.column))]
    DuplicateColumn {
        /// The name.
        column: String,
    },
    /// A column that is needed is not there.
    #[error("there is no column {}; the columns are {}", shown(.column), listed(.present))]
    MissingColumn {
        /// The column asked for.
        column: String,
        /// The columns that are there.
        present: Vec<String>,
    },
    /// A column is asked to be numeric and categorical at once.
    #[error("column {} is declared both numeric and categorical", shown(.column))]
    ConflictingTypes {
        /// The column.
        column: String,
    },
    /// A cell of a column declared numeric is no number.
    #[error("{place}, column {}: {} is not a number", shown(.column), shown(.cell))]
    BadNumber {
        /// The line or row.
        place: Place,
        /// The column.
        column: String,
        /// The cell's text.
        cell: String,
    },
    /// A text that is no form of dates.
    #[error("{} is no form of dates, such as YYYY-MM-DD or DD.MM.YYYY", shown(.form))]
    BadDateForm {
        /// The text.
        form: String,
    },
    /// A cell of a column of dates is no whole day from the years 1 to 9999.
    #[error("{place}, column {}: {day} is no day of the years 1 to 9999", shown(.column))]
    NoDay {
        /// The row.
        place: Place,
        /// The column.
        column: String,
        /// The days since 1970.
        day: f64,
    },
    /// A cell of a column of numbers is not written as those that a model was learned from.
    #[error(
        "{place}, column {}: {} is not written as the numbers of training, such as {form}",
        shown(.column), shown(.cell)
    )]
    OtherForm {
        /// The row.
        place: Place,
        /// The column.
        column: String,
        /// The cell's text.
        cell: String,
        /// The form of numbers in training.
        form: String,
    },
    /// A cell of a numeric column is infinite, or too large for a number.
    #[error("{place}, column {}: {} is infinite", shown(.column), shown(.cell))]
    Infinity {
        /// The line or row.
        place: Place,
        /// The column.
        column: String,
        /// The cell's text.
        cell: String,
    },
    /// A table or a data set built in memory is not sound.
    #[error(transparent)]
    Table(#[from] TableError),
    /// No row has a label.
    #[error("every cell of the target {} is missing", shown(.target))]
    NoLabels {
        /// The target column.
        target: String,
    },
    /// A row has no label.
    #[error("row {row} (from 0): the target {} is missing", shown(.target))]
    MissingLabel {
        /// The target column.
        target: String,
        /// The row, counted from 0 without the header.
        row: usize,
    },
    /// A label that is not one of the classes known.
    #[error(
        "row {row} (from 0), column {}: the label {} is not one of the classes {}",
        shown(.target), shown(.label), listed(.classes)
    )]
    UnknownLabel {
        /// The target column.
        target: String,
        /// The row, counted from 0 without the header.
        row: usize,
        /// The label.
        label: String,
        /// The known classes.
        classes: Vec<String>,
    },
    /// A target with more classes than rules are learned for.
    #[error(
        "the target {} has {classes} classes, more than {most}: name a column of few classes, or make one of it, such \
         as ranges of numbers or the years of dates",
        shown(.target)
    )]
    TooManyClasses {
        /// The target column.
        target: String,
        /// Its classes.
        classes: usize,
        /// The most that there may be.
        most: usize,
    },
    /// A target of more numbers than rules are learned for: not classes, but a number to predict.
    #[error(
        "the target {} is a number: it has {} values, from {} to {}, and rules are for classes; cut it into classes, \
         for example at {}",
        shown(.target), .found.classes, .found.lowest, .found.highest, .found.cuts()
    )]
    NumericTarget {
        /// The target column.
        target: String,
        /// Its numbers.
        found: NumericClasses,
    },
    /// A target most of whose many classes have a single row.
    #[error(
        "the target {} names rows: {single} of its {classes} classes have one row each, from which nothing can be \
         learned",
        shown(.target)
    )]
    NamesOfRows {
        /// The target column.
        target: String,
        /// The number of classes.
        classes: usize,
        /// The number of classes of one row.
        single: usize,
    },
    /// A range of a target's numbers has no rows.
    #[error("no row of the target {} is in the class {class}", shown(.target))]
    EmptyRange {
        /// The target column.
        target: String,
        /// The name of the range.
        class: String,
    },
    /// All rows have the same label, so there is nothing to learn.
    #[error("the target {} has only one class, {}", shown(.target), shown(.class))]
    OneClass {
        /// The target column.
        target: String,
        /// Its only class.
        class: String,
    },
    /// Nothing is left to learn from besides the target and the weights.
    #[error("there is no feature column besides the target {}", shown(.target))]
    NoFeatures {
        /// The target column.
        target: String,
    },
    /// The weights column holds words.
    #[error("the weights column {} is not numeric: it holds {}", shown(.column), shown(.cell))]
    WordyWeights {
        /// The weights column.
        column: String,
        /// Its first word.
        cell: String,
    },
    /// A weight is negative, missing or infinite.
    #[error("row {row} (from 0): the weight {weight} in column {} is not a number of at least 0", shown(.column))]
    BadWeight {
        /// The weights column.
        column: String,
        /// The row, counted from 0 without the header.
        row: usize,
        /// The weight; NaN if it is missing.
        weight: f64,
    },
    /// All weights are zero.
    #[error("every weight in column {} is 0", shown(.column))]
    ZeroWeights {
        /// The weights column.
        column: String,
    },
    /// Weights so far apart that sums of the small ones are lost in rounding, or that have no
    /// finite sum.
    #[error("the weights in column {} lie too far apart: from {smallest:e} to {largest:e}", shown(.column))]
    WideWeights {
        /// The weights column.
        column: String,
        /// The smallest weight that is not 0.
        smallest: f64,
        /// The largest weight.
        largest: f64,
    },
    /// A row has no value in the column by which rows are split.
    #[error("row {row} (from 0): column {} is missing, and rows are split by it", shown(.column))]
    MissingBlock {
        /// The column.
        column: String,
        /// The row, counted from 0 without the header.
        row: usize,
    },
    /// All rows have the same value in the column by which they are to be split.
    #[error("rows cannot be split by column {}: it has the same value in every row", shown(.column))]
    OneBlock {
        /// The column.
        column: String,
    },
    /// Rows that belong together are held out and learned from.
    #[error("rows of {} in column {} are held out and learned from", shown(.block), shown(.column))]
    PartedBlock {
        /// The column by which rows are split.
        column: String,
        /// Its value in these rows.
        block: String,
    },
    /// A column has values that do not compare with the value after which rows are to be split.
    #[error(
        "rows cannot be split after {}: column {} holds {}, and both must be numbers, or dates of one form \
         such as 2024-12-31 or 31.12.2024",
        shown(.value), shown(.column), shown(.cell)
    )]
    NoOrder {
        /// The column.
        column: String,
        /// The value asked for.
        value: String,
        /// A value of the column that does not compare with it.
        cell: String,
    },
    /// A column is named twice among those to group by.
    #[error("the group column {} is named twice", shown(.column))]
    GroupTwice {
        /// The column.
        column: String,
    },
    /// A cut point is infinite or no number.
    #[error("the cut point {cut} of column {} is not a finite number", shown(.column))]
    BadCut {
        /// The column.
        column: String,
        /// The cut point.
        cut: f64,
    },
    /// Cut points do not ascend.
    #[error("the cut points of column {} must ascend, but {after} follows {before}", shown(.column))]
    UnsortedCuts {
        /// The column.
        column: String,
        /// A cut point.
        before: f64,
        /// The next one, which is not larger.
        after: f64,
    },
    /// A column of categories is given cut points.
    #[error("column {} has no cut points: it holds words, such as {}", shown(.column), shown(.cell))]
    CutsOfWords {
        /// The column.
        column: String,
        /// Its first word.
        cell: String,
    },
    /// A numeric column has too many values to make a group of each.
    #[error(
        "the group column {} has {numbers} different numbers, from {lowest} to {highest}: it needs cut points",
        shown(.column)
    )]
    ManyGroupNumbers {
        /// The column.
        column: String,
        /// The number of different values in it.
        numbers: usize,
        /// The lowest of them.
        lowest: f64,
        /// The highest of them.
        highest: f64,
        /// The most that need no cut points.
        most: usize,
    },
    /// There are too many groups to compare.
    #[error("grouping by {} makes {groups} groups; at most {most} can be compared", listed(.columns))]
    ManyGroups {
        /// The columns to group by.
        columns: Vec<String>,
        /// The number of groups.
        groups: usize,
        /// The most allowed.
        most: usize,
    },
    /// A line of a row file is not a row number.
    #[error("{input}, line {line}: {} is not a row number", shown(.text))]
    BadRow {
        /// The row file.
        input: String,
        /// The line in it.
        line: usize,
        /// The text of the line.
        text: String,
    },
    /// A row file names a row that the data does not have.
    #[error("{input}, line {line}: row {row} does not exist, the data has {rows} rows counted from 0")]
    RowOutOfRange {
        /// The row file.
        input: String,
        /// The line in it.
        line: usize,
        /// The row number, counted from 0.
        row: usize,
        /// The number of rows of the data.
        rows: usize,
    },
    /// A row file names a row twice.
    #[error("{input}, line {line}: row {row} is listed twice")]
    RowTwice {
        /// The row file.
        input: String,
        /// The line in it of the second mention.
        line: usize,
        /// The row number, counted from 0.
        row: usize,
    },
    /// The fraction of rows to split off is not strictly between 0 and 1.
    #[error("the fraction of rows to hold out must lie between 0 and 1, not {fraction}")]
    BadFraction {
        /// The fraction asked for.
        fraction: f64,
    },
    /// The number of folds is below 2 or above the number of rows.
    #[error("cannot make {folds} folds of {rows} rows: at least 2 folds, and a row in each, are needed")]
    BadFolds {
        /// The number of folds asked for.
        folds: usize,
        /// The number of rows.
        rows: usize,
    },
}
