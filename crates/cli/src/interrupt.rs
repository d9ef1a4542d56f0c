//! Ctrl-C: the first asks the run to end, the second ends the process.

use rulegen::driver::StopFlag;
use std::io::Write;

/// The exit code of an interrupted run.
pub(crate) const INTERRUPTED: u8 = 130;

/// A flag that Ctrl-C raises.
pub(crate) fn stop_flag() -> StopFlag {
    let flag = StopFlag::default();
    let raised = flag.clone();
    let handler = move || {
        if raised.is_raised() {
            std::process::exit(INTERRUPTED.into());
        }
        raised.raise();
        let _ = writeln!(std::io::stderr(), "interrupted: taking the best model so far (again to end at once)");
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        log::warn!("Ctrl-C will end the run without a model: {error}");
    }
    flag
}
