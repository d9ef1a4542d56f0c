//! The rounds of a run as a file: what `fit --trace` writes, and reports read.

use rulegen::driver::Round;
use rulegen_data::csv_text;
use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A line of a trace: one round of column generation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TraceRow {
    /// The number of the round, from 1.
    pub iteration: usize,
    /// The pricer whose columns were taken, or the last one tried.
    #[serde(default)]
    pub pricer: String,
    /// The objective of the restricted linear program.
    #[serde(serialize_with = "plain")]
    pub objective: f64,
    /// The best bound proved so far.
    #[serde(serialize_with = "plain_or_none")]
    pub lower_bound: Option<f64>,
    /// Columns before the round.
    #[serde(default)]
    pub columns: usize,
    /// Columns that the round added.
    #[serde(default)]
    pub added: usize,
    /// The largest gain that was found.
    #[serde(default, serialize_with = "plain_or_none")]
    pub best_gain: Option<f64>,
    /// True if it is proved that no rule has a larger gain.
    #[serde(default, deserialize_with = "true_or_false")]
    pub proved: bool,
    /// The relative tolerance of the solution of the linear program; 0 for an optimal vertex.
    #[serde(default, serialize_with = "plain")]
    pub tolerance: f64,
    /// Search nodes of the round.
    #[serde(default)]
    pub nodes: u64,
    /// Seconds in the linear program.
    #[serde(default, serialize_with = "plain")]
    pub lp_seconds: f64,
    /// Seconds in the pricers.
    #[serde(default, serialize_with = "plain")]
    pub pricing_seconds: f64,
    /// Seconds since the run began.
    #[serde(serialize_with = "plain")]
    pub elapsed_seconds: f64,
}

impl TraceRow {
    /// The names of the columns, which a file has even without a round.
    pub const COLUMNS: [&'static str; 13] = [
        "iteration",
        "pricer",
        "objective",
        "lower_bound",
        "columns",
        "added",
        "best_gain",
        "proved",
        "tolerance",
        "nodes",
        "lp_seconds",
        "pricing_seconds",
        "elapsed_seconds",
    ];

    /// The names of the columns in a file of several runs.
    pub(crate) fn labelled_columns() -> String {
        format!("set,seed,strategy,{}", TraceRow::COLUMNS.join(","))
    }

    /// Returns the rounds of a run, which are lines of CSV, after its set, seed and strategy.
    pub(crate) fn labelled(run: [&str; 3], rounds: &str) -> String {
        let label = csv_text([run]);
        rounds.lines().map(|round| format!("{},{round}\n", label.trim_end())).collect()
    }
}

impl From<&Round> for TraceRow {
    fn from(round: &Round) -> TraceRow {
        TraceRow {
            iteration: round.iteration,
            pricer: round.pricer.clone(),
            objective: round.objective,
            lower_bound: round.lower_bound,
            columns: round.columns,
            added: round.added,
            best_gain: round.best_gain,
            proved: round.proved,
            tolerance: round.tolerance,
            nodes: round.nodes,
            lp_seconds: round.lp.as_secs_f64(),
            pricing_seconds: round.pricing.as_secs_f64(),
            elapsed_seconds: round.elapsed.as_secs_f64(),
        }
    }
}

/// A number as people write it: 65, not 65.0.
fn plain<S: Serializer>(x: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(x)
}

fn plain_or_none<S: Serializer>(x: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    match x {
        Some(x) => plain(x, serializer),
        None => serializer.serialize_none(),
    }
}

/// `true`, or `True` as pandas writes it.
fn true_or_false<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    let text = String::deserialize(deserializer)?;
    let parsed = text.to_ascii_lowercase().parse();
    parsed.map_err(|_| D::Error::invalid_value(Unexpected::Str(&text), &"`true` or `false`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let row = TraceRow {
            iteration: 3,
            pricer: "tree".into(),
            objective: 65.0,
            best_gain: Some(0.1),
            tolerance: 1e-3,
            elapsed_seconds: 0.25,
            ..TraceRow::default()
        };
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.serialize(&row).unwrap();
        let bytes = writer.into_inner().unwrap();
        let text = format!("{}\n3,tree,65,,0,0,0.1,false,0.001,0,0,0,0.25\n", TraceRow::COLUMNS.join(","));
        assert_eq!(String::from_utf8(bytes).unwrap(), text);
        for text in [text.replace("false", "False"), text] {
            let read: Vec<TraceRow> =
                csv::Reader::from_reader(text.as_bytes()).deserialize().collect::<Result<_, _>>().unwrap();
            assert_eq!(read, std::slice::from_ref(&row));
        }
    }
}
