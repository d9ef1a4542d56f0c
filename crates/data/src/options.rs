//! Options for reading a file.

use crate::number_form::NumberForm;
use std::collections::BTreeMap;

/// The role of the first row of a text file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Header {
    /// Decides by the first row. It is a header if the options name one of its cells as a column,
    /// or if none of its cells is a number. A file of words only is thus taken to have a header.
    #[default]
    Auto,
    /// The first row is the header. A blank name becomes `x` and the column's number, counted from
    /// 1.
    Present,
    /// The first row is data; the columns are named `x1`, `x2`, ...
    Absent,
}

/// The layout of a text file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextLayout {
    /// True if the first row is a header.
    pub header: bool,
    /// The byte between cells.
    pub delimiter: u8,
}

/// The way in which a file is read. The default infers everything.
///
/// | field | default | purpose |
/// |---|---|---|
/// | `header` | [`Header::Auto`] | the role of the first row |
/// | `delimiter` | `None`: detected | the byte between cells |
/// | `categorical` | none | columns of categories, whatever they look like |
/// | `numeric` | none | columns of numbers: a word in one is an error |
/// | `text` | none | columns kept as text because they are no features, such as the target |
/// | `undated` | none | columns whose dates stay text |
/// | `missing` | none | further tokens that mean a missing cell |
/// | `decimal`, `thousands` | `None`: detected | the marks in numbers of text files |
/// | `forms` | `None`: detected | the columns whose numbers have another form than 1234.5 |
/// | `only` | `None`: all | the columns to read |
/// | `ignored` | none | columns not to read |
///
/// Every column named here must be in the file, except that when `only` is given the other lists
/// count for its columns alone. Parquet files ignore `header` and `delimiter`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// The role of the first row of a text file.
    pub header: Header,
    /// The byte between the cells of a text file. `None` looks at the first rows and chooses among
    /// comma, semicolon, tab, vertical bar, and (only where every row agrees and holds numbers)
    /// space.
    pub delimiter: Option<u8>,
    /// Columns to read as categories even where every cell is a number.
    pub categorical: Vec<String>,
    /// Columns to read as numbers; any other cell than a number or a missing cell is an error.
    pub numeric: Vec<String>,
    /// Columns to read as the text that stands in the file, coded as categories. This is for
    /// columns that are no features, such as the target, and goes before the other two lists.
    pub text: Vec<String>,
    /// Columns whose dates stay the text that stands in the file, with their times. Other cells are
    /// read as those of any column.
    pub undated: Vec<String>,
    /// Tokens that mean a missing cell in every column, besides the blank cell. A token has to
    /// match the cell's text exactly; in a number column of a Parquet file, a token that is a
    /// number matches by value.
    pub missing: Vec<String>,
    /// The mark before the decimals of numbers in text files, a point or a comma. `None` detects
    /// it in each column.
    pub decimal: Option<char>,
    /// The mark between thousands in text files. `None` detects it in each column.
    pub thousands: Option<char>,
    /// The columns of text files whose numbers have another form than 1234.5, as a model records
    /// them. All other columns are plain then. `None` detects them.
    pub forms: Option<BTreeMap<String, NumberForm>>,
    /// Read only these columns, in file order, and skip all others.
    pub only: Option<Vec<String>>,
    /// Skip these columns. Their cells may be anything, even text that is not UTF-8.
    pub ignored: Vec<String>,
}
