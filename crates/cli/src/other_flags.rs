//! Flags that other programs have, and the ones that do the same here.

use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Flags and subcommands that there are not, each with what does the same.
const INSTEAD: [(&str, &str); 16] = [
    ("--boolean", "--method boolean learns Boolean rules"),
    ("--cross-validate", "--folds K sets the folds that choose the size"),
    ("--cross-validation", "--folds K sets the folds that choose the size"),
    ("--cv", "--folds K sets the folds that choose the size"),
    ("--drop", "--ignore COLUMN leaves a column out"),
    ("--exclude", "--ignore COLUMN leaves a column out"),
    ("--features", "--ignore COLUMN leaves a column out, and all others are features"),
    ("--id", "--ignore COLUMN leaves a column out; `predict` and `explain` have --id"),
    ("--label", "--target COLUMN names the column of labels"),
    ("--model", "the model file stands before the data, without a flag; `fit` writes it to -o FILE"),
    ("--sep", "--delimiter CHAR sets the mark between cells"),
    ("--test", "--holdout SHARE|FILE holds rows out"),
    ("--test-size", "--holdout SHARE|FILE holds rows out"),
    ("--validation", "--holdout SHARE|FILE holds rows out"),
    ("export", "`rules MODEL --format FORMAT` exports a model"),
    ("train", "`fit` learns a model"),
];

/// Returns what does the same as the unknown flag or subcommand of an error.
pub(crate) fn instead(error: &clap::Error) -> Option<String> {
    let (kind, what) = match error.kind() {
        ErrorKind::UnknownArgument => (ContextKind::InvalidArg, "flag"),
        ErrorKind::InvalidSubcommand => (ContextKind::InvalidSubcommand, "subcommand"),
        _ => return None,
    };
    let Some(ContextValue::String(unknown)) = error.get(kind) else { return None };
    let (_, does_it) = INSTEAD.iter().find(|(name, _)| name == unknown)?;
    Some(format!("error: there is no {what} {unknown}: {does_it}"))
}
