//! Flags about how data files are read.

use clap::Args;

/// Flags of commands that read data files.
#[derive(Debug, Args)]
#[command(next_help_heading = "Data")]
pub(crate) struct ReadArgs {
    /// The character between cells [default: detected].
    #[arg(long, value_name = "CHAR")]
    pub(crate) delimiter: Option<char>,
    /// The file, of text, has no header row: columns are x1, x2, ... [default: detected].
    #[arg(long)]
    pub(crate) no_header: bool,
    /// Words that mean a missing cell; blank cells do, and in columns of numbers NA, N/A, NaN, null
    /// and ?. A model keeps them for the data that it is used with, unless the flag is given again.
    #[arg(long, value_name = "WORDS", value_delimiter = ',')]
    pub(crate) missing: Vec<String>,
    /// The mark before decimals, a point or a comma [default: detected in each column: 5280,90].
    #[arg(long, value_name = "CHAR")]
    pub(crate) decimal: Option<char>,
    /// The mark between thousands [default: detected in each column: 96,240 and 96.240,50].
    #[arg(long, value_name = "CHAR")]
    pub(crate) thousands: Option<char>,
    /// The most memory that may be needed, by estimate. Data that need more are refused [default:
    /// four fifths of the machine's, or of what the process is allowed].
    #[arg(long, value_name = "GB")]
    pub(crate) memory_limit: Option<f64>,
}
