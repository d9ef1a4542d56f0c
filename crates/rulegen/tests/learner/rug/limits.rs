//! Limits, and the rounds that observers see.

use crate::rug::data::{check, fit, fixture};
use rulegen::driver::{Observer, Round};
use rulegen::limits::StopFlag;
use rulegen::rule::Status;
use rulegen::{Learner, Method, Parameters};
use std::time::Duration;

/// An observer that keeps all rounds, and raises the stop flag after some.
struct Watch {
    rounds: Vec<Round>,
    stop_after: usize,
    stop: StopFlag,
}

impl Observer for Watch {
    fn round(&mut self, round: &Round) {
        self.rounds.push(round.clone());
        if self.rounds.len() == self.stop_after {
            self.stop.raise();
        }
    }
}

#[test]
fn a_run_stops_when_told_and_keeps_its_best() {
    let (data, target) = fixture("wdbc");
    let parameters = Parameters::of(Method::Rug);
    let classifier = Learner::new(parameters.clone()).unwrap();
    for stop_after in 1..4 {
        let stop = StopFlag::default();
        let mut watch = Watch { rounds: vec![], stop_after, stop: stop.clone() };
        let fitted = classifier.fit_observed(&data, target, &stop.into(), &mut watch).unwrap();
        check(&fitted, &data, &parameters);
        assert_eq!((fitted.run.status, fitted.run.iterations), (Status::Interrupted, stop_after));
        assert_eq!(watch.rounds.len(), stop_after);
        assert!(!fitted.model.rules.is_empty());
        // The columns of the last round are counted, though they have no weight yet.
        let last = watch.rounds.last().unwrap();
        assert_eq!(fitted.columns, last.columns + last.added);
        assert!(fitted.run.objective <= watch.rounds[0].objective);
    }
}

#[test]
fn rounds_are_reported_in_full() {
    let (data, target) = fixture("wdbc");
    let mut watch = Watch { rounds: vec![], stop_after: usize::MAX, stop: StopFlag::default() };
    let classifier = Learner::new(Parameters::of(Method::Rug)).unwrap();
    let fitted = classifier.fit_observed(&data, target, &Default::default(), &mut watch).unwrap();
    assert_eq!(watch.rounds.len(), fitted.run.iterations);
    let numbers: Vec<usize> = watch.rounds.iter().map(|r| r.iteration).collect();
    assert_eq!(numbers, (1..=numbers.len()).collect::<Vec<_>>());
    for pair in watch.rounds.windows(2) {
        assert_eq!(pair[1].columns, pair[0].columns + pair[0].added);
        assert!(pair[1].objective <= pair[0].objective + 1e-9 && pair[1].tolerance <= pair[0].tolerance);
    }
    let spent: Duration = watch.rounds.iter().map(|r| r.lp + r.pricing).sum();
    assert!(spent <= fitted.run.lp + fitted.run.pricing && fitted.run.lp + fitted.run.pricing <= fitted.run.total);
}

#[test]
fn no_time_and_no_rounds() {
    for name in ["tictactoe", "awkward"] {
        let parameters = Parameters { time_limit: Some(Duration::from_nanos(1)), ..Parameters::of(Method::Rug) };
        let (fitted, _) = fit(name, parameters);
        assert_eq!((fitted.run.status, fitted.run.iterations), (Status::TimeLimit, 0));
        assert!(fitted.run.objective.is_finite());
        let (fitted, _) = fit(name, Parameters { max_iterations: Some(0), ..Parameters::of(Method::Rug) });
        assert_eq!((fitted.run.status, fitted.run.iterations), (Status::IterationLimit, 0));
        assert!(!fitted.model.rules.is_empty(), "the first tree");
    }
    // A limit beyond the range of the clock is no limit.
    let (fitted, _) = fit("iris", Parameters { time_limit: Some(Duration::MAX), ..Parameters::of(Method::Rug) });
    assert_ne!(fitted.run.status, Status::TimeLimit);
}
