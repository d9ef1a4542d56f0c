//! The judge of pricing calls: an exact pricer that is asked the same when the fit has ended.

use super::measure::Values;
use rulegen::binarize::Samples;
use rulegen::driver::{Candidate, DriverError, ObservedPricer, Pricer, PricingOutcome, PricingProblem, check_outcome};
use rulegen::limits::{Limits, StopFlag};
use rulegen::{FitError, PricerName, PricerRegistry, StageSettings};
use rulegen_rule::ROUNDING;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The most calls of a fit that are judged. Of more, one of each two, four, ... is, so that judged
/// calls come from the whole run.
const MOST_CALLS: usize = 100;

/// The most time for the judgement of one call. A call that is not judged by then does not count.
const MOST_TIME: Duration = Duration::from_secs(20);

/// The calls of all pricers of a fit.
#[derive(Clone, Debug, Default)]
pub(crate) struct Calls(Arc<Mutex<Kept>>);

#[derive(Debug, Default)]
struct Kept {
    calls: Vec<Call>,
    seen: usize,
    /// One call of each `stride + 1` is kept.
    stride: usize,
}

/// A call of a pricer, with all that is needed to ask another pricer the same. Gains in the answer
/// are those that the rules have, whatever was claimed.
#[derive(Clone, Debug)]
struct Call {
    samples: Arc<Samples>,
    classes: usize,
    problems: Vec<PricingProblem>,
    /// The name of the pricer.
    name: String,
    answer: PricingOutcome,
}

impl Kept {
    fn keep(&mut self, call: impl FnOnce() -> Call) {
        if self.seen.is_multiple_of(self.stride + 1) {
            self.calls.push(call());
        }
        self.seen += 1;
        if self.calls.len() > MOST_CALLS {
            let mut at = 0..;
            self.calls.retain(|_| at.next().is_some_and(|at: usize| at.is_multiple_of(2)));
            self.stride = 2 * self.stride + 1;
        }
    }
}

impl Calls {
    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes pricers of the same names whose calls are kept.
    pub(crate) fn watched(&self, pricers: &PricerRegistry) -> PricerRegistry {
        let calls = self.clone();
        pricers.map(move |pricer, samples, settings| {
            let (samples, classes, calls) = (samples.clone(), settings.classes.len(), calls.clone());
            let name = pricer.name().to_owned();
            let keep = move |problems: &[PricingProblem], outcome: &PricingOutcome, limits: &Limits| {
                // A call that was cut short says nothing of the pricer.
                if limits.reached().is_none() {
                    calls.lock().keep(|| Call {
                        samples: samples.clone(),
                        classes,
                        problems: problems.to_vec(),
                        name: name.clone(),
                        answer: with_true_gains(&samples, problems, outcome.clone()),
                    });
                }
            };
            Box::new(ObservedPricer::new(pricer, keep))
        })
    }

    /// Asks the judge what the pricers were asked. Returns the number of calls judged at which a
    /// rule improves, the share of them that found a rule of the largest gain, and the mean share
    /// of that gain that they found.
    ///
    /// # Errors
    /// A judge that cannot be made or fails.
    pub(crate) fn judged(
        &self,
        judge: &PricerName,
        pricers: &PricerRegistry,
        stop: &StopFlag,
    ) -> Result<Values, FitError> {
        let calls = std::mem::take(&mut self.lock().calls);
        let mut judges: Vec<(Arc<Samples>, Box<dyn Pricer>)> = Vec::new();
        let (mut judged, mut found_best, mut shares) = (0_u32, 0_u32, 0.0);
        for call in calls {
            let known = judges.iter().position(|(samples, _)| Arc::ptr_eq(samples, &call.samples));
            let at = match known {
                Some(at) => at,
                None => {
                    let classes: Vec<String> = (0..call.classes).map(|class| class.to_string()).collect();
                    let pricer = pricers.create(judge, &call.samples, &StageSettings::new(&classes))?;
                    judges.push((call.samples.clone(), pricer));
                    judges.len() - 1
                }
            };
            let deadline = Instant::now().checked_add(MOST_TIME);
            let limits = Limits { deadline, ..stop.clone().into() };
            let answer = judges[at].1.price(&call.problems, &limits)?;
            let answer = with_true_gains(&call.samples, &call.problems, answer);
            check_against(&call.problems, &call.name, &call.answer, &answer)?;
            check_against(&call.problems, judge.as_str(), &answer, &call.answer)?;
            let Some(best) = best_gain(&answer).filter(|&best| is_proof(best, &call.problems, &answer)) else {
                continue;
            };
            let found = best_gain(&call.answer).unwrap_or(0.0);
            judged += 1;
            found_best += u32::from(best - found <= ROUNDING * best.abs().max(1.0));
            shares += (found / best).clamp(0.0, 1.0);
        }
        let mut values = Values::from([("judged_calls".to_owned(), f64::from(judged))]);
        if judged > 0 {
            values.insert("best_rule_share".into(), f64::from(found_best) / f64::from(judged));
            values.insert("best_gain_share".into(), shares / f64::from(judged));
        }
        Ok(values)
    }
}

/// Gives the rules of an answer the gains that they have.
fn with_true_gains(samples: &Samples, problems: &[PricingProblem], mut answer: PricingOutcome) -> PricingOutcome {
    for Candidate { tag, rule, gain } in &mut answer.candidates {
        if let Some(problem) = problems.iter().find(|problem| problem.tag == *tag) {
            *gain = problem.gain(samples.cover(rule).iter(), rule.len());
        }
    }
    answer
}

/// Returns the largest gain found.
fn best_gain(answer: &PricingOutcome) -> Option<f64> {
    answer.candidates.iter().map(|candidate| candidate.gain).reduce(f64::max)
}

/// True if the bounds prove that no rule of any problem gains more than `best`, or than the
/// threshold.
fn is_proof(best: f64, problems: &[PricingProblem], answer: &PricingOutcome) -> bool {
    problems.iter().zip(&answer.bounds).all(|(problem, bound)| {
        let most = best.max(problem.threshold);
        bound.is_some_and(|bound| bound <= most + ROUNDING * most.abs().max(1.0))
    })
}

/// Refuses bounds of the pricer `name` that rules of another pricer exceed.
fn check_against(
    problems: &[PricingProblem],
    name: &str,
    answer: &PricingOutcome,
    other: &PricingOutcome,
) -> Result<(), DriverError> {
    let claimed = PricingOutcome { candidates: other.candidates.clone(), ..answer.clone() };
    check_outcome(problems, &claimed).map_err(|error| error.of_pricer(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulegen::binarize::Bins;
    use rulegen_data::{Table, Values as Cells};
    use rulegen_rule::{Literal, Rule, Test};

    fn samples() -> Arc<Samples> {
        let cells: Vec<f64> = (0..8).map(f64::from).collect();
        let table = Table::from_columns([("x".to_owned(), Cells::Numeric(cells))]).unwrap();
        Arc::new(Samples::learn(&table, &[0, 0, 1, 1, 0, 0, 1, 1], None, 2, Bins::Values).unwrap().0)
    }

    fn problem(samples: &Samples) -> PricingProblem {
        let gain = |label: &u32| if *label == 1 { 1.0 } else { -1.0 };
        PricingProblem {
            tag: 1,
            gains: samples.labels.iter().map(gain).collect(),
            fixed: 0.0,
            per_literal: 0.1,
            max_length: Some(2),
            min_cover: 0,
            threshold: 1e-6,
        }
    }

    fn call(samples: &Arc<Samples>, found: Option<f64>, bound: Option<f64>) -> Call {
        let candidates =
            found.map(|gain| Candidate { tag: 1, rule: Rule::new([Literal::new(0, Test::Above(0))]), gain });
        let answer = PricingOutcome { candidates: candidates.into_iter().collect(), bounds: vec![bound], nodes: 0 };
        let name = "own".to_owned();
        Call { samples: samples.clone(), classes: 2, problems: vec![problem(samples)], name, answer }
    }

    fn shares(pricer: &PricerName, times: usize) -> Values {
        let (samples, registry, calls) = (samples(), PricerRegistry::default(), Calls::default());
        let classes = ["no".to_owned(), "yes".to_owned()];
        let mut pricer = calls.watched(&registry).create(pricer, &samples, &StageSettings::new(&classes)).unwrap();
        assert_eq!(pricer.may_prove(), pricer.name() == "cube");
        for _ in 0..times {
            pricer.price(&[problem(&samples)], &Limits::default()).unwrap();
        }
        calls.judged(&PricerName::BRANCH_AND_BOUND, &registry, &StopFlag::default()).unwrap()
    }

    #[test]
    fn a_pricer_that_finds_the_best_rule_is_told_so() {
        let values = shares(&PricerName::CUBE, 3);
        assert_eq!((values["judged_calls"], values["best_rule_share"], values["best_gain_share"]), (3.0, 1.0, 1.0));
    }

    #[test]
    fn of_many_calls_every_second_is_judged() {
        let judged = shares(&PricerName::GREEDY, 3 * MOST_CALLS)["judged_calls"];
        assert!(judged <= MOST_CALLS as f64 && judged > 0.4 * MOST_CALLS as f64, "{judged}");
    }

    #[test]
    fn a_call_that_finds_nothing_has_no_share() {
        let (samples, registry, calls) = (samples(), PricerRegistry::default(), Calls::default());
        let call = |found| call(&samples, found, None);
        calls.lock().keep(|| call(None));
        // The best rule covers the last two rows.
        calls.lock().keep(|| call(Some(1.9)));
        let values = calls.judged(&PricerName::CUBE, &registry, &StopFlag::default()).unwrap();
        assert_eq!((values["judged_calls"], values["best_rule_share"], values["best_gain_share"]), (2.0, 0.5, 0.5));
    }

    /// A pricer that claims to have proved what is not so, of which the judge knows a better rule.
    #[test]
    fn a_false_bound_is_refused_by_name() {
        let (samples, registry) = (samples(), PricerRegistry::default());
        let judged = |found, bound| {
            let calls = Calls::default();
            calls.lock().keep(|| call(&samples, Some(found), bound));
            calls.judged(&PricerName::CUBE, &registry, &StopFlag::default())
        };
        assert_eq!(judged(1.9, Some(1.9)).unwrap()["best_rule_share"], 1.0);
        let refused = |found, bound| judged(found, bound).unwrap_err().to_string();
        let lies = "the answer of the pricer 'own' is refused: a rule gains 1.9, above its bound 1.5";
        assert_eq!(refused(1.5, Some(1.5)), lies);
        let judge = "the answer of the pricer 'cube' is refused: a rule gains 4, above its bound 1.9";
        assert!(refused(4.0, None).starts_with(judge));
    }
}
