//! Rules of which it is said that none gained more when they were chosen: all rules are asked.

use crate::proofs::every_rule::{every_rule, rows};
use crate::proofs::instance::{Instance, one};
use rulegen::driver::{Master, Observer, Pricer, PricingProblem};
use rulegen::limits::{Limits, StopFlag};
use rulegen::rule::{Model, OneByOne, Predictor, Rule};
use rulegen::{FitError, Learner, LossName, Method, Parameters, SizeChoice};
use rulegen_binarize::Samples;
use rulegen_numeric::Random;
use std::num::NonZeroUsize;
use std::sync::Arc;

/// The instances of each loss.
const INSTANCES: u64 = 300;

/// A rule and the gain of each sample, for each class, when it was to be chosen.
#[derive(Clone, Debug)]
struct Moment {
    /// The rules chosen before.
    chosen: Vec<(Rule, u32)>,
    problems: Vec<PricingProblem>,
}

/// The moments of the paths of rules of at most one condition, of two, and so on.
#[derive(Default)]
struct Recorder {
    chosen: Vec<(Rule, u32)>,
    paths: Vec<Vec<Moment>>,
    /// Raised after so many moments.
    stop: Option<(StopFlag, usize)>,
}

impl Observer for Recorder {
    fn solved(&mut self, master: &dyn Master) {
        self.chosen = master.column_weights().iter().map(|column| (column.rule.clone(), column.tag)).collect();
        if self.chosen.is_empty() {
            self.paths.push(Vec::new());
        }
    }

    fn problems(&mut self, problems: &[PricingProblem]) {
        let moment = Moment { chosen: self.chosen.clone(), problems: problems.to_vec() };
        self.paths.last_mut().unwrap().push(moment);
        if let Some((stop, after)) = &self.stop
            && self.paths.iter().map(Vec::len).sum::<usize>() > *after
        {
            stop.raise();
        }
    }
}

fn parameters(instance: &Instance, loss: &LossName, random: &mut Random) -> Parameters {
    let rules = NonZeroUsize::new(1 + random.below(5)).unwrap();
    let p = Parameters {
        size: Some(one(random, &[SizeChoice::Rules(rules), SizeChoice::Rules(rules), SizeChoice::Auto])),
        folds: 2,
        max_length: one(random, &[None, Some(1), Some(2)]),
        loss: loss.clone(),
        ..Parameters::of(Method::Rules)
    };
    instance.constrain(p)
}

/// Returns the sample of each row.
fn samples(instance: &Instance, p: &Parameters) -> Vec<Option<u32>> {
    let mut of_row = Vec::new();
    let p = Parameters { monotone: Vec::new(), together: Vec::new(), ..p.clone() };
    let own = |samples: &Arc<Samples>| -> Result<Vec<Box<dyn Pricer>>, FitError> {
        of_row = samples.sample_of_row().collect();
        Ok(Vec::new())
    };
    // No stage of pricing is named: the run ends when the samples are known.
    let ended = Learner::new(p).unwrap().fit_with(&instance.data, "y", own, &Limits::default(), &mut ());
    assert!(ended.is_err() && !of_row.is_empty());
    of_row
}

/// Returns the gain of covering these rows with a rule.
fn gain(problem: &PricingProblem, samples: &[Option<u32>], cover: u32, length: usize) -> f64 {
    let mut covered: Vec<u32> = rows(cover).filter_map(|row| samples[row]).collect();
    covered.sort_unstable();
    covered.dedup();
    let income: f64 = covered.iter().map(|&sample| problem.gains[sample as usize]).sum();
    income - problem.fixed - problem.per_literal * length as f64
}

/// Counts the rules of the model that gained no less than any when they were chosen.
fn truly_best(instance: &Instance, samples: &[Option<u32>], model: &Model, path: &[Moment], longest: usize) -> usize {
    let rules = |class| every_rule(instance, &model.schema, class, longest, false);
    let all: Vec<Vec<(Rule, u32)>> = (0..instance.classes() as u32).map(rules).collect();
    let last = path.last().map_or(&[][..], |moment| &moment.chosen);
    let is_best = |(at, (rule, class)): &(usize, &(Rule, u32))| {
        let of_class = |class: u32| path[*at].problems.iter().find(|problem| problem.tag == class).unwrap();
        let most = path[*at].problems.iter().flat_map(|problem| {
            let of = &all[problem.tag as usize];
            of.iter().map(|(rule, cover)| gain(problem, samples, *cover, rule.len()))
        });
        let most = most.fold(f64::NEG_INFINITY, f64::max);
        let cover = crate::proofs::every_rule::cover(instance, &model.schema, rule);
        gain(of_class(*class), samples, cover, rule.len()) >= most - 2e-6 * most.abs().max(1.0)
    };
    let in_model =
        |(_, (rule, class)): &(usize, &(Rule, u32))| model.rules.iter().any(|r| r.rule == *rule && r.class == *class);
    last.iter().enumerate().filter(in_model).filter(is_best).count()
}

/// Asserts what the certificate says of rules chosen one by one, and returns the number of rules.
fn assert_best(instance: &Instance, p: &Parameters, model: &Model, recorder: &Recorder) -> usize {
    let Some(OneByOne { best, max_length }) = model.certificate.one_by_one else { return 0 };
    assert!(best > 0 && model.rules.iter().all(|rule| rule.rule.len() <= max_length));
    let samples = samples(instance, p);
    let truly = truly_best(instance, &samples, model, &recorder.paths[max_length - 1], max_length);
    assert!(best <= truly, "{best} rules are said to be best, and {truly} are: {:?} {p:?}", model.certificate);
    best
}

/// Asserts that no rule gains more at the probabilities of the model than is said of all.
fn assert_further(instance: &Instance, model: &Model) {
    let Some(most) = model.certificate.further_gain.filter(|_| model.has_probabilities()) else { return };
    let probabilities = Predictor::new(model).probabilities(&instance.data.features).unwrap();
    let (weights, classes) = (instance.weights(), instance.classes());
    let unit = weights.iter().sum::<f64>() / instance.counts().iter().sum::<u64>() as f64;
    for class in 0..classes as u32 {
        for (rule, cover) in every_rule(instance, &model.schema, class, model.max_length().unwrap(), false) {
            let of_row = |row: usize| {
                let right = f64::from(u8::from(instance.labels()[row] == class));
                weights[row] * (right - probabilities[row * classes + class as usize])
            };
            let gain = rows(cover).map(of_row).sum::<f64>() - unit * rule.len() as f64;
            assert!(gain <= most + 1e-6 * weights.iter().sum::<f64>(), "{rule:?} gains {gain}, not {most}");
        }
    }
}

fn check(loss: &LossName, stops: bool) -> (usize, usize) {
    let (mut rules, mut best) = (0, 0);
    for seed in 0..INSTANCES {
        let mut random = Random::new(2000 + seed, 0);
        let instance = Instance::random(&mut random);
        let p = parameters(&instance, loss, &mut random);
        let limits = Limits::default();
        let stop = stops.then(|| (limits.stop.clone(), random.below(12)));
        let mut recorder = Recorder { stop, ..Recorder::default() };
        let learner = Learner::new(p.clone()).unwrap();
        let Ok(fitted) = learner.fit_observed(&instance.data, "y", &limits, &mut recorder) else { continue };
        rules += fitted.model.rules.len();
        best += assert_best(&instance, &p, &fitted.model, &recorder);
        assert_further(&instance, &fitted.model);
    }
    println!("{best} of {rules} rules are best");
    (rules, best)
}

#[test]
fn logistic_rules_are_the_best_when_they_are_chosen() {
    let (rules, best) = check(&LossName::LOGISTIC, false);
    assert!(best > rules / 2 && rules > 200, "{best} of {rules}");
}

#[test]
fn hinge_rules_are_the_best_when_they_are_chosen() {
    let (rules, best) = check(&LossName::HINGE, false);
    assert!(best > rules / 2 && rules > 200, "{best} of {rules}");
}

#[test]
fn rules_of_a_stopped_fit_are_as_good() {
    let (rules, best) = check(&LossName::LOGISTIC, true);
    assert!(rules > 50 && best > rules / 2, "{best} of {rules}");
    check(&LossName::HINGE, true);
}

/// The gains by which logistic rules are chosen are those of probabilities at weights that are
/// fitted again, as far as they were: `w_i (1[y_i = k] - p_ik)`.
#[test]
fn gains_are_those_of_probabilities() {
    let mut moments = 0;
    for seed in 0..INSTANCES {
        let mut random = Random::new(3000 + seed, 0);
        let instance = Instance::random(&mut random);
        let p = parameters(&instance, &LossName::LOGISTIC, &mut random);
        let mut recorder = Recorder::default();
        let learner = Learner::new(p.clone()).unwrap();
        let Ok(sizes) = learner.fit_sizes(&instance.data, "y", &Limits::default(), &mut recorder) else { continue };
        let (samples, weights) = (samples(&instance, &p), instance.weights());
        for Moment { chosen, problems } in &recorder.paths[0] {
            // A rule whose weight is 0 is not in the model.
            let Some(sized) = sizes.models.iter().find(|sized| sized.model.rules.len() == chosen.len()) else {
                continue;
            };
            let model = &sized.model;
            if !model.rules.iter().all(|r| chosen.contains(&(r.rule.clone(), r.class))) {
                continue;
            }
            let probabilities = Predictor::new(model).probabilities(&instance.data.features).unwrap();
            for problem in problems {
                let mut gains = vec![0.0; problem.gains.len()];
                for (row, sample) in samples.iter().enumerate().filter_map(|(row, sample)| Some((row, (*sample)?))) {
                    let right = f64::from(u8::from(instance.labels()[row] == problem.tag));
                    let likely = probabilities[row * instance.classes() + problem.tag as usize];
                    gains[sample as usize] += weights[row] * (right - likely);
                }
                for (expected, gain) in gains.iter().zip(&problem.gains) {
                    let total: f64 = weights.iter().sum();
                    assert!((expected - gain).abs() < 0.01 * total, "{expected} {gain} {chosen:?}");
                }
            }
            moments += 1;
        }
    }
    assert!(moments > 500, "only {moments} moments");
}
