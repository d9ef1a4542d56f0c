//! Watching a run: a progress bar on a terminal, a log, a trace.

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};
use rulegen::driver::{Observer, Round};
use rulegen_eval::TraceRow;
use std::cell::RefCell;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

/// The interval at which a bar is drawn while nothing happens.
const TICK: Duration = Duration::from_millis(200);

/// A bar over the rounds, or over the parts of a fit that has several. indicatif draws it on a
/// terminal only.
pub(crate) struct Progress {
    bar: ProgressBar,
    /// The words before the bar, which say what is learned.
    label: &'static str,
    in_parts: bool,
}

impl Progress {
    /// A bar for these rounds, or a spinner if there is no limit.
    pub(crate) fn new(label: &'static str, rounds: Option<usize>) -> Self {
        let template = match rounds {
            Some(_) => "{bar:30} {pos}/{len} rounds, {msg}",
            None => "{spinner} {elapsed}, {pos} rounds, {msg}",
        };
        let bar = rounds.map_or_else(ProgressBar::no_length, |n| ProgressBar::new(n as u64));
        // The clock is drawn between rounds too, such as while folds are learned.
        bar.enable_steady_tick(TICK);
        Progress { bar: bar.with_style(style(label, template)), label, in_parts: false }
    }
}

fn style(label: &str, template: &str) -> ProgressStyle {
    ProgressStyle::with_template(&format!("{label}{template}")).expect("a fixed template")
}

impl Observer for Progress {
    fn round(&mut self, round: &Round) {
        let bound = round.lower_bound.map_or(String::new(), |b| format!(", bound {b:.4}"));
        self.bar.set_message(format!("objective {:.4}{bound}, {} rules tried", round.objective, round.columns));
        if !self.in_parts {
            self.bar.inc(1);
        }
    }

    fn parts(&mut self, of: usize) -> Box<dyn Fn() + Send + Sync> {
        self.in_parts = true;
        self.bar.set_style(style(self.label, "{bar:30} {pos}/{len} paths of rules, {elapsed}"));
        self.bar.set_position(0);
        self.bar.set_length(of as u64);
        let bar = self.bar.clone();
        Box::new(move || bar.inc(1))
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// A line of the log per round.
pub(crate) struct Log;

impl Observer for Log {
    fn round(&mut self, r: &Round) {
        log::info!(
            "round {}: objective {:.6}, bound {}, {} columns + {} from {}, tolerance {:e}, LP {:.3} s, pricing {:.3} s, {} nodes",
            r.iteration,
            r.objective,
            r.lower_bound.map_or("none".to_string(), |b| format!("{b:.6}")),
            r.columns,
            r.added,
            r.pricer,
            r.tolerance,
            r.lp.as_secs_f64(),
            r.pricing.as_secs_f64(),
            r.nodes,
        );
    }
}

/// Writes one CSV row for each round. After a row that cannot be written it writes no other.
pub(crate) struct Trace {
    writer: Option<csv::Writer<File>>,
    path: PathBuf,
    outcome: TraceOutcome,
}

/// The error that kept a trace from being written, if there was one. It is known while the trace is
/// at work, and after.
#[derive(Clone, Default)]
pub(crate) struct TraceOutcome(Rc<RefCell<Option<anyhow::Error>>>);

impl TraceOutcome {
    /// Returns the error, if there was one. It is asked for when all results are written, because a
    /// full disk must not cost the user the model.
    pub(crate) fn check(&self) -> Result<()> {
        self.0.take().map_or(Ok(()), Err)
    }
}

impl Trace {
    /// Creates the file.
    pub(crate) fn create(path: &Path) -> Result<Self> {
        let what = || format!("cannot write the trace {}", path.display());
        let file = File::create(path).with_context(what)?;
        let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(file);
        writer.write_record(TraceRow::COLUMNS).with_context(what)?;
        // The file has its heading even if there is no round.
        writer.flush().with_context(what)?;
        Ok(Trace { writer: Some(writer), path: path.into(), outcome: TraceOutcome::default() })
    }

    /// Returns the outcome, which is known when the trace ends.
    pub(crate) fn outcome(&self) -> TraceOutcome {
        self.outcome.clone()
    }
}

impl Observer for Trace {
    fn round(&mut self, round: &Round) {
        let Some(writer) = &mut self.writer else { return };
        let written = writer.serialize(TraceRow::from(round));
        if let Err(error) = written.map_err(anyhow::Error::from).and_then(|()| Ok(writer.flush()?)) {
            self.writer = None;
            *self.outcome.0.borrow_mut() =
                Some(error.context(format!("cannot write the trace {}", self.path.display())));
        }
    }
}
