//! The suite finds every kind of wrong answer.

use super::reference::best_rule;
use super::*;
use crate::{BranchAndBound, BranchAndBoundSettings};
use rulegen_driver::{Candidate, DriverError, PricingOutcome, PricingProblem};
use rulegen_limits::Limits;

const EXACT: Promise = Promise::Exact { tolerance: 1e-9 };

/// Branch and bound, whose answers are spoilt afterwards, or which answers problems without a
/// check.
struct SpoiltPricer<F> {
    inner: BranchAndBound,
    checks: bool,
    proves: bool,
    spoil: F,
}

impl<F: FnMut(&mut PricingOutcome) + Send> Pricer for SpoiltPricer<F> {
    fn name(&self) -> &str {
        "spoilt"
    }

    fn may_prove(&self) -> bool {
        self.proves
    }

    fn price(&mut self, problems: &[PricingProblem], limits: &Limits) -> Result<PricingOutcome, DriverError> {
        match self.inner.price(problems, limits) {
            Ok(mut outcome) => {
                (self.spoil)(&mut outcome);
                Ok(outcome)
            }
            Err(_) if !self.checks => Ok(PricingOutcome { bounds: vec![None; problems.len()], ..Default::default() }),
            Err(error) => Err(error),
        }
    }
}

/// Returns the breach that the suite finds in branch and bound with spoilt answers.
fn breach_of(promise: Promise, spoil: fn(&mut PricingOutcome)) -> Breach {
    let make = |samples| -> Box<dyn Pricer> {
        let inner = BranchAndBound::new(samples, BranchAndBoundSettings::default());
        Box::new(SpoiltPricer { inner, checks: true, proves: true, spoil })
    };
    check_pricer(make, promise, 0..CASES).unwrap_err().breach
}

fn spoil_first(outcome: &mut PricingOutcome, spoil: impl Fn(&mut Candidate)) {
    outcome.candidates.iter_mut().take(1).for_each(spoil);
}

#[test]
fn a_pricer_that_says_what_is_so_passes() {
    let make = |samples| -> Box<dyn Pricer> {
        let inner = BranchAndBound::new(samples, BranchAndBoundSettings::default());
        Box::new(SpoiltPricer { inner, checks: true, proves: true, spoil: |_: &mut PricingOutcome| () })
    };
    check_pricer(make, EXACT, 0..100).unwrap();
}

#[test]
fn false_claims_are_found() {
    let honest = |spoil| breach_of(Promise::Honest, spoil);
    assert!(matches!(honest(|o| spoil_first(o, |c| c.gain += 1e-6)), Breach::FalseGain { .. }));
    assert!(matches!(honest(|o| spoil_first(o, |c| c.gain = f64::NAN)), Breach::FalseGain { .. }));
    assert!(matches!(honest(|o| spoil_first(o, |c| c.tag += 7)), Breach::NotAsked(_)));
    assert!(matches!(honest(|o| spoil_first(o, |c| c.rule = Default::default())), Breach::NotAsked(_)));
    assert!(matches!(honest(|o| o.candidates.reverse()), Breach::Unsorted));
    assert!(matches!(honest(|o| o.candidates.extend_from_within(..1.min(o.candidates.len()))), Breach::Unsorted));
    let twice = |o: &mut PricingOutcome| {
        if let Some(last) = o.candidates.last().cloned() {
            o.candidates.push(last);
        }
    };
    assert!(matches!(honest(twice), Breach::Twice(_)));
    assert!(matches!(honest(|o| o.bounds.truncate(0)), Breach::WrongShape { found: 0, .. }));
    let low = |o: &mut PricingOutcome| o.bounds.iter_mut().flatten().for_each(|bound| *bound -= 1e-3);
    assert!(matches!(honest(low), Breach::FalseBound { .. }));
    let nan = |o: &mut PricingOutcome| o.bounds.iter_mut().flatten().for_each(|bound| *bound = f64::NAN);
    assert!(matches!(honest(nan), Breach::FalseBound { .. }));
}

#[test]
fn what_is_not_exact_is_found() {
    assert!(matches!(breach_of(EXACT, |o| o.bounds.fill(None)), Breach::NoBound { .. }));
    let weak = |o: &mut PricingOutcome| o.bounds.iter_mut().flatten().for_each(|bound| *bound += 1e-3);
    assert!(matches!(breach_of(EXACT, weak), Breach::WeakBound { .. }));
    assert!(matches!(breach_of(EXACT, |o| o.candidates.clear()), Breach::NotBest { found: None, .. }));
}

#[test]
fn an_exact_pricer_that_does_not_say_so_is_found() {
    let make = |samples| -> Box<dyn Pricer> {
        let inner = BranchAndBound::new(samples, BranchAndBoundSettings::default());
        Box::new(SpoiltPricer { inner, checks: true, proves: false, spoil: |_: &mut PricingOutcome| () })
    };
    assert!(matches!(check_pricer(make, EXACT, 0..1).unwrap_err().breach, Breach::DeniesProof));
    check_pricer(make, Promise::Honest, 0..1).unwrap();
}

#[test]
fn a_pricer_that_takes_anything_is_found() {
    let make = |samples| -> Box<dyn Pricer> {
        let inner = BranchAndBound::new(samples, BranchAndBoundSettings::default());
        Box::new(SpoiltPricer { inner, checks: false, proves: true, spoil: |_: &mut PricingOutcome| () })
    };
    let violation = check_pricer(make, EXACT, 0..CASES).unwrap_err();
    assert_eq!(violation.seed, 0);
    assert!(matches!(violation.breach, Breach::Accepted { what: "a gain of NaN" }));
}

/// All that a moody pricer knows beside the question.
struct Mood {
    samples: usize,
    /// The first gain of every call, and true if a limit was reached.
    asked: Vec<(f64, bool)>,
}

/// Spoils an answer as the mood is.
type Spoil = fn(&Mood, &mut PricingOutcome);

/// Branch and bound whose answers depend on more than the question.
struct Moody {
    inner: BranchAndBound,
    mood: Mood,
    spoil: Spoil,
}

impl Pricer for Moody {
    fn name(&self) -> &str {
        "moody"
    }

    fn price(&mut self, problems: &[PricingProblem], limits: &Limits) -> Result<PricingOutcome, DriverError> {
        let mut outcome = self.inner.price(problems, limits)?;
        self.mood.asked.push((problems[0].gains[0], limits.reached().is_some()));
        (self.spoil)(&self.mood, &mut outcome);
        Ok(outcome)
    }
}

/// Returns the violation that the suite finds in a moody pricer.
fn violation_of(spoil: Spoil) -> Violation {
    let make = |samples: Arc<Samples>| -> Box<dyn Pricer> {
        let mood = Mood { samples: samples.len(), asked: Vec::new() };
        Box::new(Moody { inner: BranchAndBound::new(samples, BranchAndBoundSettings::default()), mood, spoil })
    };
    check_pricer(make, Promise::Honest, 0..CASES).unwrap_err()
}

#[test]
fn an_answer_that_depends_on_more_than_the_question_is_found() {
    let question = |spoil| match violation_of(spoil).breach {
        Breach::Differs { question, .. } => question,
        other => panic!("{other}"),
    };
    let again = question(|mood, outcome| {
        if mood.asked.len() > 1 {
            outcome.candidates.clear();
        }
    });
    let after_limits = question(|mood, outcome| {
        if mood.asked.iter().any(|(_, late)| *late) {
            outcome.candidates.clear();
        }
    });
    let after_others = question(|mood, outcome| {
        if mood.asked.iter().any(|(gain, _)| *gain != mood.asked[0].0) {
            outcome.candidates.clear();
        }
    });
    let on_threads = question(|_, outcome| {
        if rayon::current_num_threads() == 7 && rayon::current_thread_index().is_some() {
            outcome.candidates.clear();
        }
    });
    assert_eq!(
        [again, after_limits, after_others, on_threads],
        [Question::Again, Question::AfterLimits, Question::AfterOthers, Question::OnThreads(7)]
    );
}

#[test]
fn a_false_proof_at_a_limit_is_found() {
    let violation = violation_of(|mood, outcome| {
        if mood.asked.last().is_some_and(|(_, late)| *late) {
            outcome.candidates.clear();
            outcome.bounds.fill(Some(-1.0));
        }
    });
    assert!(matches!(violation.breach, Breach::FalseBound { bound: -1.0, .. }), "{violation}");
}

#[test]
fn an_answer_long_after_a_limit_is_found() {
    let make =
        |samples| -> Box<dyn Pricer> { Box::new(BranchAndBound::new(samples, BranchAndBoundSettings::default())) };
    let no_time = FurtherChecks::new(Duration::ZERO);
    let breach = check(&make, EXACT, &Instance::new(0), Some(&no_time)).unwrap_err();
    assert!(matches!(breach, Breach::Late { patience: Duration::ZERO, .. }), "{breach}");
}

/// Small instances alone would pass a pricer that looks at 64 samples.
#[test]
fn a_pricer_of_small_problems_is_found_on_larger_ones() {
    let violation = violation_of(|mood, outcome| {
        if mood.samples > 64 {
            outcome.candidates.iter_mut().take(1).for_each(|best| best.gain += 1.0);
        }
    });
    assert!(violation.larger && matches!(violation.breach, Breach::FalseGain { .. }), "{violation}");
    assert!(violation.to_string().starts_with("on the larger instance of seed "), "{violation}");
}

#[test]
fn larger_instances_are_of_many_kinds() {
    let all: Vec<Instance> = (0..40).map(Instance::larger).collect();
    let number = |holds: &dyn Fn(&Instance) -> bool| all.iter().filter(|instance| holds(instance)).count();
    let improving =
        |i: &Instance| i.problems.iter().any(|p| best_rule(&i.samples, p).is_some_and(|best| best.gain > p.threshold));
    assert!(all.iter().all(|i| (150..400).contains(&i.samples.len()) && i.samples.schema.features.len() == 10));
    assert!(number(&improving) > 15);
    assert!(number(&|i| i.problems.len() == 3) > 10);
    assert!(number(&|i| i.problems[0].max_length == Some(3)) > 20);
    assert!(number(&|i| i.problems[0].min_cover > 1) > 10);
}

/// Instances reach all cases that pricers must cope with; otherwise the suite would pass on trivial
/// ones.
#[test]
fn instances_are_of_all_kinds() {
    let all: Vec<Instance> = (0..CASES).map(Instance::new).collect();
    let share = |holds: &dyn Fn(&Instance) -> bool| all.iter().filter(|i| holds(i)).count() as f64 / all.len() as f64;
    let problem = |i: &Instance| i.problems[0].clone();
    let improving = |i: &Instance| {
        i.problems.iter().any(|p| all_rules(&i.samples, p).first().is_some_and(|best| best.gain > p.threshold))
    };
    assert!((0.2..0.9).contains(&share(&improving)));
    assert!(share(&|i| i.problems.len() == 3) > 0.3);
    assert!(share(&|i| problem(i).max_length.is_none()) > 0.1);
    let cuts_off = |i: &Instance| {
        let free = PricingProblem { min_cover: 0, ..problem(i) };
        all_rules(&i.samples, &free).first().is_some_and(|best| best.gain > free.threshold)
            && all_rules(&i.samples, &free).first() != all_rules(&i.samples, &problem(i)).first()
    };
    assert!(share(&cuts_off) > 0.05);
    assert!(share(&|i| !problem(i).counts_rows()) > 0.4);
    assert!(share(&|i| problem(i).max_length.is_some_and(|most| most < 3)) > 0.2);
    assert!(share(&|i| i.samples.schema.features.iter().any(|f| !f.forbidden.is_empty())) > 0.1);
    assert!(share(&|i| i.samples.schema.features.iter().any(|f| f.missing_seen)) > 0.3);
    assert!(share(&|i| i.samples.schema.features.len() > 1) > 0.3);
}

#[test]
fn an_instance_is_its_seed() {
    let (a, b) = (Instance::new(11), Instance::new(11));
    assert_eq!((a.samples, a.problems), (b.samples, b.problems));
}
