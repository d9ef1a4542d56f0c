//! The rounds of a run, as `fit --trace` writes them.

use crate::ReportError;
use rulegen_eval::TraceRow;

/// The rounds of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// In order.
    pub rounds: Vec<TraceRow>,
}

impl Trace {
    /// Reads the CSV file that `fit --trace` writes.
    ///
    /// # Errors
    /// [`ReportError::Trace`] if it is not one, or has no round.
    pub fn from_csv(bytes: &[u8]) -> Result<Trace, ReportError> {
        let malformed = |error: csv::Error| ReportError::Trace(error.to_string());
        let rounds: Vec<TraceRow> =
            csv::Reader::from_reader(bytes).deserialize().collect::<Result<_, _>>().map_err(malformed)?;
        if rounds.is_empty() {
            return Err(ReportError::Trace("it has no round".into()));
        }
        let finite = |round: &TraceRow| round.objective.is_finite() && round.lower_bound.is_none_or(f64::is_finite);
        match rounds.iter().find(|round| !finite(round)) {
            Some(bad) => Err(ReportError::Trace(format!("round {} holds a number that is not finite", bad.iteration))),
            None => Ok(Trace { rounds }),
        }
    }

    /// The runs of column generation in the trace, one after the other. Several classes or limits
    /// have one run each, which begins at round 1 again.
    pub fn runs(&self) -> Vec<&[TraceRow]> {
        self.rounds.chunk_by(|before, after| before.iteration < after.iteration).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "iteration,pricer,objective,lower_bound,columns,elapsed_seconds\n";

    #[test]
    fn rounds_with_and_without_a_bound() {
        let trace = Trace::from_csv(format!("{HEAD}1,tree,65.5,,26,0.1\n2,tree,60,-3.5,37,0.2\n").as_bytes()).unwrap();
        let round = |round: &TraceRow| (round.iteration, round.objective, round.lower_bound, round.elapsed_seconds);
        let rounds: Vec<_> = trace.rounds.iter().map(round).collect();
        assert_eq!(rounds, [(1, 65.5, None, 0.1), (2, 60.0, Some(-3.5), 0.2)]);
        assert_eq!((&*trace.rounds[0].pricer, trace.rounds[1].columns), ("tree", 37));
    }

    #[test]
    fn runs_begin_at_the_first_round_again() {
        let trace =
            Trace::from_csv(format!("{HEAD}1,a,9,,2,0\n2,a,8,,3,0\n1,a,5,,2,0\n1,a,4,,2,0\n").as_bytes()).unwrap();
        let objectives: Vec<Vec<f64>> =
            trace.runs().iter().map(|run| run.iter().map(|round| round.objective).collect()).collect();
        assert_eq!(objectives, [vec![9.0, 8.0], vec![5.0], vec![4.0]]);
    }

    #[test]
    fn other_files_are_refused() {
        for (text, says) in [
            ("", "no round"),
            (HEAD, "no round"),
            ("a,b\n1,2\n", "missing field"),
            (&format!("{HEAD}1,tree,x,,2,0.1\n"), "invalid float"),
            (&format!("{HEAD}7,tree,NaN,,2,0.1\n"), "round 7"),
        ] {
            let error = Trace::from_csv(text.as_bytes()).unwrap_err().to_string();
            assert!(error.contains(says), "{error}");
        }
    }
}
