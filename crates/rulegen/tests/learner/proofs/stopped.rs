//! A fit that is stopped says no more than it proved by then.

use crate::proofs::instance::{Instance, WAYS, parameters};
use crate::proofs::optimum::{Checked, assert_bounds, optimum};
use rulegen::Learner;
use rulegen::driver::{Master, Observer, PricingProblem, Round};
use rulegen::limits::{Limits, StopFlag};
use rulegen::rule::{OPTIMAL_GAP, Status};
use rulegen_numeric::Random;
use std::time::Duration;

/// The usual number of instances of each way to learn, and of each way to stop.
const INSTANCES: u64 = 60;

/// Raises a flag after some events.
struct Stopper {
    stop: StopFlag,
    left: usize,
}

impl Stopper {
    fn event(&mut self) {
        match self.left.checked_sub(1) {
            Some(left) => self.left = left,
            None => self.stop.raise(),
        }
    }
}

impl Observer for Stopper {
    fn solved(&mut self, _: &dyn Master) {
        self.event();
    }

    fn problems(&mut self, _: &[PricingProblem]) {
        self.event();
    }

    fn round(&mut self, _: &Round) {
        self.event();
    }
}

/// Fits all ways under limits that `limited` draws, and returns the number of fits that they ended.
fn check(limited: impl Fn(&mut Random) -> (Limits, usize)) -> (usize, Checked) {
    let (mut ended, mut checked) = (0, Checked::default());
    for way in 0..WAYS {
        for seed in 0..crate::cases(INSTANCES) {
            let mut random = Random::new(1000 + seed, way as u64);
            let instance = Instance::random(&mut random);
            let p = parameters(way, &instance, &mut random);
            let (limits, events) = limited(&mut random);
            let mut stopper = Stopper { stop: limits.stop.clone(), left: events };
            let learner = Learner::new(p.clone()).unwrap();
            let Ok(fitted) = learner.fit_observed(&instance.data, "y", &limits, &mut stopper) else { continue };
            let certificate = &fitted.model.certificate;
            ended += usize::from(matches!(certificate.status, Status::Interrupted | Status::TimeLimit));
            if certificate.status == Status::Optimal {
                assert!(certificate.gap().is_some_and(|gap| gap <= OPTIMAL_GAP), "{certificate:?}");
                let best =
                    optimum(&instance, &p, &fitted.model, fitted.model.max_length().unwrap_or(3).min(3)).objective;
                let excess = certificate.objective - best;
                assert!(excess <= 1e-6 * best.max(1.0), "{best} {certificate:?}");
            }
            if let Some(bound) = fitted.run.lower_bound {
                assert!(bound <= certificate.objective + 1e-6 * certificate.objective.max(1.0), "{certificate:?}");
            }
            assert_bounds(&instance, &p, &fitted.model, &mut checked);
            let best = certificate.one_by_one.map_or(0, |proved| proved.best);
            assert!(best <= fitted.model.rules.len());
        }
    }
    println!("{ended} of {checked:?}");
    assert!(checked.loose <= 1 + checked.bounds / 200, "{checked:?}");
    (ended, checked)
}

#[test]
fn by_a_flag_at_any_event() {
    let (ended, checked) = check(|random| (StopFlag::default().into(), random.below(16)));
    assert!(ended > 100 && checked.bounds > 20, "{ended} {checked:?}");
}

/// The numbers of bounds depend on the time, so only their truth is asserted.
#[test]
fn by_the_clock_at_any_time() {
    check(|random| {
        let micros = random.below(3000) as u64;
        (Limits::default().within(Some(Duration::from_micros(micros))), usize::MAX)
    });
}
