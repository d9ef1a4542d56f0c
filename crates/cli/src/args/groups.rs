//! Flags about groups of rows.

use clap::Args;

/// The groups of rows that are compared.
#[derive(Debug, Args)]
#[command(next_help_heading = "Fairness between groups")]
pub(crate) struct GroupArgs {
    /// Columns whose values are groups to compare; of several columns every combination that
    /// occurs. A missing cell is a value too. For `fit`, group columns are no features.
    #[arg(long, value_name = "COLS", value_delimiter = ',')]
    pub(crate) group: Vec<String>,
    /// Where a numeric group column is cut: `--group age --group-cuts age=25,45` compares age <=
    /// 25, 25 < age <= 45 and age > 45. Needed where it has more than 20 values. Once for each such
    /// column.
    #[arg(long, value_name = "COL=CUTS", requires = "group")]
    pub(crate) group_cuts: Vec<String>,
}
