//! Errors as one line and an exit code.

use crate::exit::{BAD_INPUT, FAILED, INTERRUPTED};
use crate::other_flags::instead;
use crate::words::{plain_numbers, with_flags};
use clap::error::ErrorKind;
use rulegen::binarize::BinarizeError;
use rulegen::data::DataError;
use rulegen::limits::Limit;
use rulegen::lp::LpError;
use rulegen::master::MasterError;
use rulegen::pricing::PricingError;
use rulegen::rule::RuleError;
use rulegen::{FitError, ParameterError, SettingsError};
use rulegen_eval::{ExperimentError, FigureError};
use rulegen_report::ReportError;
use std::fmt;
use std::io::Write;

/// Bad input that no library crate knows of.
#[derive(Debug)]
pub(crate) struct BadInput(pub(crate) String);

impl fmt::Display for BadInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadInput {}

/// Prints the error on one line and returns its exit code.
pub(crate) fn report(error: &anyhow::Error) -> u8 {
    // If standard error is closed, nobody can be told.
    let _ = writeln!(std::io::stderr(), "error: {}", with_flags(&one_line(&in_full(error))));
    match limit(error) {
        Some(Limit::Interrupt) => INTERRUPTED,
        Some(Limit::Time) => FAILED,
        None if is_bad_input(error) && !is_too_large(error) => BAD_INPUT,
        None => FAILED,
    }
}

/// Prints help and version as they are, and faults of flags on one line.
pub(crate) fn report_usage(error: &clap::Error) -> u8 {
    if !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        // A reader that has gone away is no error.
        let _ = error.print();
        return u8::try_from(error.exit_code()).unwrap_or(BAD_INPUT);
    }
    if let Some(line) = instead(error) {
        let _ = writeln!(std::io::stderr(), "{line} (--help says more)");
        return BAD_INPUT;
    }
    let text = error.to_string();
    let says_what = |line: &&str| !line.is_empty() && !line.starts_with("Usage:") && !line.starts_with("For more");
    let parts: Vec<&str> = text.lines().map(str::trim).filter(says_what).collect();
    let line = plain_numbers(&one_line(&parts.join(" ").replace(" tip: ", "; tip: ")));
    let _ = writeln!(std::io::stderr(), "{line} (--help says more)");
    BAD_INPUT
}

/// Writes the error and its causes, without causes that the error tells itself.
fn in_full(error: &anyhow::Error) -> String {
    let causes = error.chain().map(ToString::to_string);
    let told = causes.reduce(|told, cause| if told.contains(&cause) { told } else { format!("{told}: {cause}") });
    told.unwrap_or_default()
}

fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

/// The limit that was reached before there was a result.
fn limit(error: &anyhow::Error) -> Option<Limit> {
    error.chain().find_map(|cause| match (cause.downcast_ref(), cause.downcast_ref()) {
        (Some(DataError::Stopped { limit, .. }), _) => Some(*limit),
        (_, Some(FitError::Interrupted)) => Some(Limit::Interrupt),
        _ => None,
    })
}

fn is_too_large(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| matches!(cause.downcast_ref(), Some(DataError::TooLarge { .. })))
}

fn is_bad_input(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.is::<BadInput>()
            || cause.is::<DataError>()
            || cause.is::<RuleError>()
            || cause.is::<ParameterError>()
            || cause.is::<SettingsError>()
            || cause.is::<BinarizeError>()
            || matches!(cause.downcast_ref(), Some(PricingError::NotBuilt { .. }))
            || matches!(cause.downcast_ref(), Some(FitError::Pricing(PricingError::NotBuilt { .. })))
            || matches!(
                cause.downcast_ref(),
                Some(
                    ReportError::NoRows
                        | ReportError::TooManyClasses { .. }
                        | ReportError::Rule(_)
                        | ReportError::Trace(_)
                        | ReportError::Front(_)
                        | ReportError::NothingToPlot { .. }
                )
            )
            || matches!(cause.downcast_ref(), Some(FigureError::Trace(_)))
            || cause.downcast_ref().is_some_and(ExperimentError::is_bad_input)
            || cause.downcast_ref().is_some_and(is_absent_solver)
            || cause.downcast_ref().is_some_and(is_bad_setting)
            || matches!(
                cause.downcast_ref(),
                Some(
                    FitError::Data(_)
                        | FitError::Binarize(_)
                        | FitError::Parameter(_)
                        | FitError::NoGroups
                        | FitError::NoProof { .. }
                        | FitError::OneGroup { .. }
                        | FitError::TooManyGroups { .. }
                        | FitError::NoPositive { .. }
                        | FitError::NoSuchClass { .. }
                        | FitError::NoPath { .. }
                        | FitError::FairClasses { .. }
                        | FitError::ManyClasses { .. }
                        | FitError::MustHave { .. }
                        | FitError::Unmet { .. }
                        | FitError::Start { .. }
                        | FitError::Forbidden { .. }
                        | FitError::ForbidsNothing { .. }
                        | FitError::ForbiddenValue { .. }
                        | FitError::Keep { .. }
                        | FitError::NotEditable { .. }
                        | FitError::NotWeighed
                        | FitError::NoSuchRule { .. }
                        | FitError::DroppedAndLocked { .. }
                        | FitError::WrittenRule(_)
                        | FitError::AddedRule { .. }
                        | FitError::NoTrend { .. }
                        | FitError::Together { .. }
                        | FitError::Trend { .. }
                        | FitError::TrendClasses { .. }
                        | FitError::ThresholdClasses { .. }
                        | FitError::Threshold(_)
                )
            )
            || matches!(cause.downcast_ref(), Some(FitError::Master(error)) if is_bad_setting(error))
    })
}

fn is_absent_solver(error: &LpError) -> bool {
    matches!(
        error,
        LpError::NotBuilt { .. }
            | LpError::UnknownBackend { .. }
            | LpError::MipNotBuilt { .. }
            | LpError::UnknownMipBackend { .. }
    )
}

fn is_bad_setting(error: &MasterError) -> bool {
    match error {
        MasterError::Lp(error) => is_absent_solver(error),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulegen::driver::DriverError;

    #[test]
    fn causes_are_told_once() {
        let cause = LpError::UnknownBackend { name: "clp".into() };
        let told = format!("the master failed: {cause}");
        let error = anyhow::Error::from(FitError::Run(DriverError::Master(Box::new(cause)))).context("data.csv");
        assert_eq!(in_full(&error), format!("data.csv: {told}"));
    }
}
