//! What pricers found, kept in a file, so that a fit can go on where another was lost.

use super::keys::bits;
use crate::FitError;
use crate::pricers::Stages;
use crate::weighted::Training;
use rulegen_driver::{Candidate, DriverError, Pricer, PricingOutcome, PricingProblem};
use rulegen_limits::Limits;
use rulegen_rule::Rule;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// A file of what the pricers of a fit found, round by round. A fit with the same data and parameters takes from it what is there, and asks
/// its pricers for the rest: so it ends with the model of a fit that was never lost.
///
/// The file has a line of JSON for the fit, and one for each round, with the bits of what it says: nobody could tell a damaged bound from a
/// proved one. A last line that was not written to its end is left out.
#[derive(Debug)]
pub(crate) struct Checkpoint {
    path: PathBuf,
    file: Mutex<File>,
    known: HashMap<Place, Found>,
}

/// The run that a round is of, and which of its rounds.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Place {
    run: String,
    round: usize,
}

/// What was found in a round: for each rule its class, and its gain.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Found {
    rules: Vec<(u32, Rule, f64)>,
    bounds: Vec<Option<f64>>,
    nodes: u64,
}

/// The first line.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Header {
    rulegen: String,
    /// Bits of the data and of the parameters.
    fit: u64,
}

impl Checkpoint {
    /// The file at `path` for the fit of which these are the bits: a new one, or one that such a fit left.
    ///
    /// # Errors
    /// [`FitError::Checkpoint`]: a file that cannot be read or written, is none, or is of another fit.
    pub(crate) fn open(path: &Path, fit: u64) -> Result<Arc<Self>, FitError> {
        let failed = |reason: String| FitError::Checkpoint { path: path.to_owned(), reason };
        let not_there = |error: std::io::Error| failed(error.to_string());
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(not_there)?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(not_there)?;
        let own = Header { rulegen: env!("CARGO_PKG_VERSION").into(), fit };
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].lines();
        let mut known = HashMap::new();
        match lines.next() {
            // Nothing, or a first line that was cut off.
            None if json(&own).starts_with(&text) => {
                file.set_len(0).and_then(|()| file.seek(SeekFrom::Start(0)).map(drop)).map_err(not_there)?;
                writeln!(file, "{}", json(&own)).map_err(not_there)?;
            }
            first => {
                let header = first.and_then(|line| serde_json::from_str::<Header>(line).ok());
                let header = header.ok_or_else(|| failed("it is no checkpoint".into()))?;
                if header != own {
                    return Err(failed("it is of other data, other parameters or another version".into()));
                }
                for (line, at) in lines.zip(2..) {
                    let (place, found, sum): (Place, Found, u64) = serde_json::from_str(line)
                        .map_err(|error| failed(format!("line {at} cannot be read: {error}")))?;
                    if sum != bits_of(&place, &found) {
                        return Err(failed(format!("line {at} is damaged")));
                    }
                    known.insert(place, found);
                }
                file.set_len(whole as u64).and_then(|()| file.seek(SeekFrom::End(0)).map(drop)).map_err(not_there)?;
            }
        }
        Ok(Arc::new(Checkpoint { path: path.to_owned(), file: Mutex::new(file), known }))
    }

    fn write(&self, place: &Place, found: &Found) -> Result<(), FitError> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let line = json(&(place, found, bits_of(place, found)));
        let written = writeln!(file, "{line}").and_then(|()| file.flush());
        written.map_err(|error| FitError::Checkpoint { path: self.path.clone(), reason: error.to_string() })
    }
}

fn bits_of(place: &Place, found: &Found) -> u64 {
    bits(json(&(place, found)).as_bytes())
}

fn json(line: &impl Serialize) -> String {
    serde_json::to_string(line).expect("lines hold nothing that has no JSON")
}

/// A pricer of a run whose rounds are kept: those that are known are not asked again.
struct Kept {
    pricer: Box<dyn Pricer>,
    checkpoint: Arc<Checkpoint>,
    /// Where the next round belongs.
    next: Place,
}

/// The pricer, with its rounds kept where there is a checkpoint. No other run of the fit has this name, and `round` is the number of its first
/// round.
pub(crate) fn kept(
    pricer: Box<dyn Pricer>,
    checkpoint: Option<&Arc<Checkpoint>>,
    run: String,
    round: usize,
) -> Box<dyn Pricer> {
    match checkpoint {
        Some(checkpoint) => Box::new(Kept { pricer, checkpoint: checkpoint.clone(), next: Place { run, round } }),
        None => pricer,
    }
}

/// The stages of a fit over the rows at hand, kept as [`kept`] does.
pub(crate) fn kept_stages(
    stages: impl FnOnce(&Training<'_>) -> Result<Stages, FitError>,
    checkpoint: &Option<Arc<Checkpoint>>,
) -> impl FnOnce(&Training<'_>) -> Result<Stages, FitError> {
    move |training| {
        let Stages { names, pricers } = stages(training)?;
        let stage = |(at, pricer)| kept(pricer, checkpoint.as_ref(), format!("rows at hand, stage {at}"), 0);
        Ok(Stages { names, pricers: pricers.into_iter().enumerate().map(stage).collect() })
    }
}

impl Pricer for Kept {
    fn name(&self) -> &str {
        self.pricer.name()
    }

    fn incumbents(&mut self, best: &[Option<f64>]) {
        self.pricer.incumbents(best);
    }

    fn price(&mut self, problems: &[PricingProblem], limits: &Limits) -> Result<PricingOutcome, DriverError> {
        let place = self.next.clone();
        self.next.round += 1;
        if let Some(Found { rules, bounds, nodes }) = self.checkpoint.known.get(&place).cloned() {
            let candidate = |(tag, rule, gain)| Candidate { tag, rule, gain };
            return Ok(PricingOutcome { candidates: rules.into_iter().map(candidate).collect(), bounds, nodes });
        }
        let outcome = self.pricer.price(problems, limits)?;
        // A search that a limit ended has not found what another would.
        if limits.reached().is_none() {
            let rules = outcome.candidates.iter().map(|found| (found.tag, found.rule.clone(), found.gain)).collect();
            let found = Found { rules, bounds: outcome.bounds.clone(), nodes: outcome.nodes };
            let failed = |source| DriverError::Pricer { name: self.pricer.name().into(), source: Box::new(source) };
            self.checkpoint.write(&place, &found).map_err(failed)?;
        }
        Ok(outcome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulegen_rule::{Literal, Test};
    use std::sync::atomic::{AtomicU16, Ordering};

    /// Finds another rule in each round, and counts the rounds.
    struct Counting(Arc<AtomicU16>);

    impl Pricer for Counting {
        fn name(&self) -> &str {
            "counting"
        }

        fn price(&mut self, _: &[PricingProblem], _: &Limits) -> Result<PricingOutcome, DriverError> {
            let rounds = self.0.fetch_add(1, Ordering::Relaxed);
            let rule = Rule::new([Literal::new(0, Test::AtMost(rounds))]);
            let candidates = vec![Candidate { tag: 1, rule, gain: 0.1 + f64::from(rounds) }];
            Ok(PricingOutcome { candidates, bounds: vec![None, Some(0.3)], nodes: 7 })
        }
    }

    fn run(path: &Path, fit: u64, rounds: usize) -> (Vec<PricingOutcome>, u16) {
        let checkpoint = Checkpoint::open(path, fit).unwrap();
        let asked = Arc::new(AtomicU16::new(0));
        let mut pricer = kept(Box::new(Counting(asked.clone())), Some(&checkpoint), "all".into(), 0);
        let found = (0..rounds).map(|_| pricer.price(&[], &Limits::default()).unwrap()).collect();
        (found, asked.load(Ordering::Relaxed))
    }

    #[test]
    fn a_fit_goes_on_where_another_ended() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("fit.jsonl");
        let (first, asked) = run(&path, 5, 3);
        assert_eq!((first.len(), asked), (3, 3));
        // A line that was cut off is as if it had not been begun.
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, &text[..text.len() - 4]).unwrap();
        let (again, asked) = run(&path, 5, 3);
        assert_eq!((&again[..2], asked), (&first[..2], 1));
        let (known, asked) = run(&path, 5, 3);
        assert_eq!((known, asked), (again, 0));
        // So is a first line.
        std::fs::write(&path, &text[..9]).unwrap();
        assert_eq!(run(&path, 5, 3), (first, 3));
    }

    #[test]
    fn files_of_other_fits_and_other_files_stay_as_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("fit.jsonl");
        run(&path, 5, 1);
        let refuses = |fit: u64| {
            let before = std::fs::read(&path).unwrap();
            let error = Checkpoint::open(&path, fit).unwrap_err();
            assert!(matches!(error, FitError::Checkpoint { .. }), "{error}");
            assert_eq!(std::fs::read(&path).unwrap(), before);
        };
        refuses(6);
        for text in ["a,b\n1,2\n", "a,b", "{}\n", "{\"rules\": []}"] {
            std::fs::write(&path, text).unwrap();
            refuses(5);
        }
        assert!(matches!(Checkpoint::open(folder.path(), 5), Err(FitError::Checkpoint { .. })));
    }

    #[test]
    fn no_digit_can_be_another() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("fit.jsonl");
        run(&path, 5, 2);
        let sound = std::fs::read(&path).unwrap();
        for at in (0..sound.len()).filter(|&at| sound[at].is_ascii_digit()) {
            let mut damaged = sound.clone();
            damaged[at] = b'0' + (damaged[at] - b'0' + 1) % 10;
            std::fs::write(&path, damaged).unwrap();
            let error = Checkpoint::open(&path, 5).unwrap_err();
            assert!(matches!(error, FitError::Checkpoint { .. }), "{error}");
        }
    }
}
