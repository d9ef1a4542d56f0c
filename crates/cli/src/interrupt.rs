//! Ctrl-C: the first asks the run to end, the second ends the process.

use crate::exit::INTERRUPTED;
use rulegen::limits::StopFlag;
use std::io::Write;

/// The message of an interrupted fit.
pub(crate) const BEST_MODEL: &str = "taking the best model so far";

/// Returns a flag that Ctrl-C raises. A message then says what is done.
pub(crate) fn stop_flag(what: &'static str) -> StopFlag {
    let flag = StopFlag::default();
    let raised = flag.clone();
    let handler = move || {
        if raised.is_raised() {
            std::process::exit(INTERRUPTED.into());
        }
        raised.raise();
        let _ = writeln!(std::io::stderr(), "interrupted: {what} (again to end at once)");
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        log::warn!("Ctrl-C will end the run without a model: {error}");
    }
    flag
}
