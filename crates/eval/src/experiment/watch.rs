//! The observer of a fit, which keeps its rounds and the calls of its pricers.

use super::judge::Calls;
use super::measure::Values;
use super::plan::Cell;
use crate::TraceRow;
use crate::table::csv_rows;
use rulegen::driver::{Observer, Round};
use rulegen::limits::StopFlag;
use rulegen::{FitError, Registry};

/// The observer of a fit.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    rounds: Vec<TraceRow>,
    pricing_calls: usize,
    calls: Calls,
}

impl Observer for Watch {
    fn round(&mut self, round: &Round) {
        self.pricing_calls += round.stages.len();
        self.rounds.push(TraceRow::from(round));
    }
}

impl Watch {
    /// The registry of a cell, whose pricers are watched if their calls are judged.
    pub(crate) fn registry(&self, cell: &Cell<'_>) -> Registry {
        let registry = cell.registry.clone();
        match cell.judge() {
            Some(_) => Registry { pricers: self.calls.watched(&registry.pricers), ..registry },
            None => registry,
        }
    }

    /// The number of calls, and what the judge says of them.
    ///
    /// # Errors
    /// A judge that fails.
    pub(crate) fn values(&self, cell: &Cell<'_>, stop: &StopFlag) -> Result<Values, FitError> {
        let judged = cell.judge().map(|judge| self.calls.judged(&judge, &cell.registry.pricers, stop)).transpose()?;
        let mut values = judged.unwrap_or_default();
        values.insert("pricing_calls".into(), self.pricing_calls as f64);
        Ok(values)
    }

    /// The rounds as lines of CSV without a heading.
    pub(crate) fn rounds(&self) -> String {
        csv_rows(&self.rounds, false)
    }
}
