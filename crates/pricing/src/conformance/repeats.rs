//! Checks that an answer depends on nothing but the question.

use super::checks::{check_answer, check_honest};
use super::instances::Instance;
use super::promise::Promise;
use super::violation::{Breach, Question};
use rayon::{ThreadPool, ThreadPoolBuilder};
use rulegen_binarize::Samples;
use rulegen_driver::{Pricer, PricingOutcome};
use rulegen_limits::{Limits, StopFlag};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The sizes of the thread pools in which a pricer is asked the same.
const THREADS: [usize; 3] = [1, 2, 7];

/// The further checks of a pricer.
pub(super) struct FurtherChecks {
    /// The most time that a pricer may take once a limit is reached.
    pub(super) patience: Duration,
    pools: Vec<ThreadPool>,
}

impl FurtherChecks {
    /// Makes the pools of threads.
    ///
    /// # Panics
    /// If the system refuses threads.
    pub(super) fn new(patience: Duration) -> FurtherChecks {
        let pool =
            |threads: usize| ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool of few threads");
        FurtherChecks { patience, pools: THREADS.map(pool).into() }
    }

    /// Asks `pricer` with limits reached, again, after other problems, and new pricers on other
    /// numbers of threads. `answer` is what it said first.
    pub(super) fn check(
        &self,
        instance: &Instance,
        pricer: &mut dyn Pricer,
        make: &dyn Fn(Arc<Samples>) -> Box<dyn Pricer>,
        promise: Promise,
        answer: &PricingOutcome,
    ) -> Result<(), Breach> {
        let same =
            |question: Question, again: &PricingOutcome| match promise == Promise::Varying || equal(answer, again) {
                true => Ok(()),
                false => Err(Breach::Differs { question, answers: Box::new([answer.clone(), again.clone()]) }),
            };
        let ask =
            |pricer: &mut dyn Pricer| pricer.price(&instance.problems, &Limits::default()).map_err(Breach::Failed);
        same(Question::Again, &ask(pricer)?)?;
        self.check_stopped(instance, pricer)?;
        same(Question::AfterLimits, &ask(pricer)?)?;
        check_answer(&instance.opposite(), pricer, promise)?;
        same(Question::AfterOthers, &ask(pricer)?)?;
        for pool in &self.pools {
            let mut fresh = make(instance.samples.clone());
            let again = pool.install(|| fresh.price(&instance.problems, &Limits::default()).map_err(Breach::Failed))?;
            same(Question::OnThreads(pool.current_num_threads()), &again)?;
        }
        Ok(())
    }

    /// Asks with the deadline passed and with the stop flag raised. The answer must come soon, and
    /// all that it claims must be true.
    fn check_stopped(&self, instance: &Instance, pricer: &mut dyn Pricer) -> Result<(), Breach> {
        let late = Limits { deadline: Some(Instant::now()), ..Limits::default() };
        let stop = StopFlag::default();
        stop.raise();
        for limits in [late, stop.into()] {
            let start = Instant::now();
            let outcome = pricer.price(&instance.problems, &limits).map_err(Breach::Failed)?;
            let time = start.elapsed();
            if time > self.patience {
                return Err(Breach::Late { time, patience: self.patience });
            }
            check_honest(instance, &outcome)?;
        }
        Ok(())
    }
}

/// True if two answers make the same claims. They may have taken different numbers of nodes.
fn equal(a: &PricingOutcome, b: &PricingOutcome) -> bool {
    (&a.candidates, &a.bounds) == (&b.candidates, &b.bounds)
}
