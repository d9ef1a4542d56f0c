//! Errors as one line and an exit code.

use rulegen::binarize::BinarizeError;
use rulegen::data::DataError;
use rulegen::lp::LpError;
use rulegen::master::MasterError;
use rulegen::rule::RuleError;
use rulegen::{FitError, ParameterError};
use std::fmt;
use std::process::ExitCode;

/// Bad usage or bad input.
const BAD_INPUT: u8 = 2;

/// Anything else.
const FAILED: u8 = 1;

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
pub(crate) fn report(error: &anyhow::Error) -> ExitCode {
    let line = format!("{error:#}").replace(['\n', '\r'], " ");
    eprintln!("error: {line}");
    ExitCode::from(if is_bad_input(error) { BAD_INPUT } else { FAILED })
}

fn is_bad_input(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.is::<BadInput>()
            || cause.is::<DataError>()
            || cause.is::<RuleError>()
            || cause.is::<ParameterError>()
            || cause.is::<BinarizeError>()
            || cause.is::<LpError>()
            || matches!(cause.downcast_ref(), Some(MasterError::NotPositive { .. }))
            || matches!(cause.downcast_ref(), Some(FitError::Data(_) | FitError::Binarize(_)))
            || matches!(
                cause.downcast_ref(),
                Some(FitError::Master(MasterError::NotPositive { .. } | MasterError::Lp(LpError::NotBuilt { .. })))
            )
    })
}
