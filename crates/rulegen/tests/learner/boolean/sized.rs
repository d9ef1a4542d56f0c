//! The size chosen by cross-validation.

use crate::boolean::data::{fit, fixture, small};
use rulegen::binarize::Bins;
use rulegen::data::Dataset;
use rulegen::driver::Observer;
use rulegen::limits::{Limits, StopFlag};
use rulegen::rule::{Model, Status};
use rulegen::{Learner, Method, Parameters, SizeChoice};
use rulegen_numeric::Random;
use std::time::Duration;

/// Parameters with so long a time that no clock ends the fit.
fn patient() -> Parameters {
    Parameters { time_limit: Some(Duration::from_secs(3600)), ..Parameters::of(Method::Boolean) }
}

fn complexity(model: &Model) -> f64 {
    model.settings["complexity"].as_f64().unwrap()
}

/// Makes rows whose class depends, with noise, on a number and a category.
fn noisy(seed: u64) -> Dataset {
    noisy_over(seed, 7)
}

/// Makes such rows with this many numbers.
fn noisy_over(seed: u64, numbers: usize) -> Dataset {
    let mut random = Random::new(seed, 0);
    let row = |_| {
        let (number, category) = (random.below(numbers), random.below(3) as u32);
        let likely = if (number < 3 * numbers / 7) == (category == 1) { 0.8 } else { 0.3 };
        (number as f64, category, u32::from(random.unit() < likely))
    };
    small(&(0..80).map(row).collect::<Vec<_>>(), 2)
}

#[test]
fn the_rule_set_chosen_is_the_best_of_its_complexity() {
    let mut gaps = 0;
    for seed in 0..12 {
        let data = noisy(seed);
        let chosen = fit(&data, Parameters { max_length: Some(3), ..patient() });
        let complexity = Some(complexity(&chosen.model));
        let alone = Parameters { size: Some(SizeChoice::Given), complexity, max_length: Some(3), ..patient() };
        let alone = fit(&data, alone).model.certificate;
        let certificate = &chosen.model.certificate;
        assert_eq!((certificate.status, certificate.objective), (alone.status, alone.objective), "seed {seed}");
        assert_eq!(certificate.lower_bound, alone.lower_bound, "seed {seed}");
        gaps += usize::from(certificate.objective > certificate.lp_objective + 1e-6);
        let front = chosen.front.unwrap();
        let row = front.rows.iter().find(|row| row.chosen).unwrap();
        assert_eq!(row.certificate.as_ref(), Some(certificate), "seed {seed}");
        for (row, model) in front.rows.iter().zip(&front.models) {
            let longest = model.rules.iter().map(|rule| rule.rule.len()).max().unwrap_or(0);
            assert_eq!(row.max_length, longest);
            assert_eq!((row.rules, row.conditions), (model.rules.len(), model.conditions()), "seed {seed}");
            assert!(row.certificate.as_ref().unwrap().status != Status::TimeLimit, "seed {seed}");
        }
    }
    assert!(gaps > 0, "no choice needed an integer program");
}

#[test]
fn threads_choose_the_same() {
    let mut last_runs = 0;
    // So many numbers leave few equal rows of both classes, whose errors would prove every path.
    let noisy = |seed| noisy_over(seed, 40);
    for data in [fixture("monks3", "class"), noisy(0), noisy(1), noisy(7)] {
        let with = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let every_value = Parameters { bins: Some(Bins::Values), ..patient() };
            let fitted = pool.install(|| fit(&data, every_value));
            let rows = fitted.front.unwrap().rows;
            let scores: Vec<_> = rows.iter().map(|row| (row.rules, row.scores.clone())).collect();
            (fitted.model, scores)
        };
        let (model, scores) = with(1);
        assert!(scores.len() > 1 && scores.iter().all(|(_, scores)| !scores.is_empty()));
        assert_eq!(model.settings["time_limit"], 3600.0);
        last_runs += usize::from(model.certificate.objective > model.certificate.lp_objective + 1e-6);
        for threads in [2, 3, 7] {
            let (same, again) = with(threads);
            assert_eq!((same.to_json(), again), (model.to_json(), scores.clone()), "{threads} threads");
        }
    }
    assert!(last_runs > 0, "every path was proved");
}

/// An observer that raises a flag when the first part of a fit, the path over all rows, has ended.
struct StopsAfterPath(StopFlag);

impl Observer for StopsAfterPath {
    fn parts(&mut self, _: usize) -> Box<dyn Fn() + Send + Sync> {
        let stop = self.0.clone();
        Box::new(move || stop.raise())
    }
}

#[test]
fn an_interrupt_among_the_folds_is_said() {
    let mut interrupted = 0;
    for data in [noisy(0), fixture("monks2", "class")] {
        let stop = StopFlag::default();
        let learner = Learner::new(patient()).unwrap();
        let limits = Limits::from(stop.clone());
        let fitted = learner.fit_observed(&data, "y", &limits, &mut StopsAfterPath(stop)).unwrap();
        let (status, said) = (fitted.run.status, fitted.model.certificate.status);
        assert!(matches!(status, Status::Interrupted | Status::Optimal) && status == said, "{status:?}, {said:?}");
        let rows = fitted.front.unwrap().rows;
        assert!(rows.iter().all(|row| row.scores.is_empty()));
        // The rule sets of the path were made before the interrupt: none of them is lost.
        assert!(rows.len() > 2, "{rows:?}");
        interrupted += usize::from(status == Status::Interrupted);
    }
    assert!(interrupted > 0, "every path was proved");
}
