//! One fit: learn on some rows, measure on others.

use super::manifest::{VERSION, machine};
use super::measure::Values;
use super::plan::{Cell, Point};
use super::row::{FAILED, Record, Row};
use super::sets::Set;
use super::watch::Watch;
use crate::{FairnessReport, FairnessScores};
use rulegen::limits::Limits;
use rulegen::{Fitted, Sweep, SweepParameter};
use rulegen_data::{Dataset, Split};
use rulegen_measure::{Estimate, Quality, SampleSize, ScoreQuality, Size};
use rulegen_rule::{Predictor, RuleError, Status};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

/// The reason why a fit has no result.
#[derive(Debug)]
enum NoFit {
    /// The run was asked to end, so an unfinished fit does not count.
    Stopped,
    Failed(FitFailure),
}

/// The error of a fit.
pub type FitFailure = Box<dyn std::error::Error + Send + Sync>;

impl<E: std::error::Error + Send + Sync + 'static> From<E> for NoFit {
    fn from(error: E) -> Self {
        NoFit::Failed(error.into())
    }
}

/// The rows of a batch of settings, and the error if the fit failed.
#[derive(Debug)]
pub(crate) struct Learned {
    pub(crate) rows: Vec<Row>,
    pub(crate) failure: Option<FitFailure>,
}

/// Learns a batch of settings on the training rows of a split and measures on its test rows, or on
/// the training rows if there are none. Returns a row for each setting, which says why if the fit
/// failed, or nothing if the run was asked to end. A fold of the training rows may lack cut points
/// and categories that settings name.
pub(crate) fn learn(
    cell: &Cell<'_>,
    batch: &[Point],
    (train, test): &Split,
    is_fold: bool,
    limits: &Limits,
) -> Option<Learned> {
    let set = cell.set;
    let test = set.data.select_rows(if test.is_empty() { train } else { test });
    let train = set.data.select_rows(train);
    let made = match only_class(&train) {
        Some(only) => Ok(vec![("one_class".into(), constant(only, &test, set.positive), None); batch.len()]),
        None => fit(cell, batch, &train, is_fold, limits).and_then(|fits| {
            let made = |fitted: &Fitted| {
                let (status, mut values) = measured(fitted, &train, &test, set, fits.seconds)?;
                values.extend(fits.watched.clone());
                Ok((status, values, fits.rounds.as_ref().map(|rounds| record(fitted, rounds))))
            };
            fits.fitted.iter().map(made).collect()
        }),
    };
    let (made, failure) = match made {
        Ok(made) => (made, None),
        Err(NoFit::Stopped) => return None,
        Err(NoFit::Failed(error)) => (vec![(FAILED.into(), Values::new(), None); batch.len()], Some(error)),
    };
    let note = failure.as_ref().map_or(String::new(), |error| error.to_string().replace(['\n', '\r'], " "));
    let sizes = [("n_train", &train), ("n_test", &test)];
    let row = |(point, (status, mut values, record)): (&Point, (String, Values, Option<Record>))| {
        values.extend(sizes.map(|(name, data)| (name.into(), data.target.labels.len() as f64)));
        let key = cell.key(point.at, None);
        Row { key, settings: point.words.clone(), values, status, note: note.clone(), record }
    };
    Some(Learned { rows: batch.iter().zip(made).map(row).collect(), failure })
}

/// Returns the record of a fit.
fn record(fitted: &Fitted, rounds: &str) -> Record {
    let settings = fitted.model.settings.clone();
    Record { settings, version: VERSION.into(), machine: machine(), rounds: rounds.to_owned() }
}

/// Returns the class of all rows, if they have only one: then there is nothing to learn.
fn only_class(data: &Dataset) -> Option<u32> {
    let labels = &data.target.labels;
    labels.first().copied().filter(|first| labels.iter().all(|label| label == first))
}

/// The models of a batch.
struct Fits {
    fitted: Vec<Fitted>,
    /// The seconds of each, which share those of a path.
    seconds: f64,
    /// The numbers that were counted while they were learned.
    watched: Values,
    /// The rounds, if they are recorded.
    rounds: Option<String>,
}

/// Learns a model for each setting of a batch.
fn fit(cell: &Cell<'_>, batch: &[Point], train: &Dataset, is_fold: bool, limits: &Limits) -> Result<Fits, NoFit> {
    let mut watch = Watch::default();
    let learner = cell.learner(&batch[0], &watch.registry(cell))?;
    let learner = if is_fold { learner.for_part() } else { learner };
    let target = &cell.set.spec.target;
    let start = Instant::now();
    let learn = || match cell.method.second_pass {
        true => {
            let values = batch.iter().map(Point::complexity).collect();
            let path = Sweep { parameter: SweepParameter::Complexity, values };
            learner.fit_path(train, target, &path, limits, &mut watch)
        }
        false => Ok(vec![learner.fit_observed(train, target, limits, &mut watch)?]),
    };
    // A bug of ours in one fit must not stop a run of days, again and again at the same cell. No
    // state of a fit outlives it.
    let learned = catch_unwind(AssertUnwindSafe(learn));
    let fitted = learned.map_err(|_| NoFit::Failed("it panicked, which is a bug of rulegen".into()))??;
    let seconds = start.elapsed().as_secs_f64() / fitted.len() as f64;
    let watched = watch.values(cell, &limits.stop)?;
    if limits.stop.is_raised() || fitted.iter().any(|fitted| fitted.run.status == Status::Interrupted) {
        return Err(NoFit::Stopped);
    }
    Ok(Fits { fitted, seconds, watched, rounds: cell.is_recorded().then(|| watch.rounds()) })
}

/// Measures always the same class, which needs no rule. Its share is no probability.
fn constant(only: u32, test: &Dataset, positive: Option<u32>) -> Values {
    let rows = test.target.labels.len();
    let mut share = vec![0.0; test.target.classes.len()];
    share[only as usize] = 1.0;
    let mut values = scores(&vec![only; rows], &share.repeat(rows), false, test, positive);
    let none =
        ["n_rules", "avg_rule_length", "rules_per_sample", "rule_length_per_sample", "complexity", "fit_seconds"];
    values.extend(none.map(|name| (name.to_owned(), 0.0)));
    values.insert("train_accuracy".into(), 1.0);
    values
}

/// Scores predictions and the probabilities of classes, or the shares of votes, row by row.
fn scores(predicted: &[u32], shares: &[f64], probable: bool, on: &Dataset, positive: Option<u32>) -> Values {
    let (labels, classes) = (&on.target.labels, &on.target.classes);
    let quality = Quality::new(predicted, labels, classes.len(), positive);
    let ranking = ScoreQuality::new(shares, classes.len(), labels, positive, probable);
    let compared = |groups| FairnessReport::new(predicted, labels, classes, groups, positive).scores;
    let fairness = on.groups.as_ref().map(compared);
    let value = |of: Option<Estimate>| of.map(|estimate| estimate.value);
    let fair = |score: fn(&FairnessScores) -> Option<f64>| fairness.as_ref().and_then(score);
    known([
        ("accuracy", Some(quality.accuracy)),
        ("f1", Some(quality.f1.unwrap_or(quality.weighted_f1))),
        ("weighted_f1", Some(quality.weighted_f1)),
        ("auc", value(ranking.auc)),
        ("log_loss", value(ranking.log_loss)),
        ("brier", value(ranking.brier)),
        ("ece", value(ranking.ece)),
        ("dmc", fair(|scores| scores.dmc)),
        ("odm", fair(|scores| scores.odm)),
        ("eop", fair(|scores| scores.eop)),
        ("equalized_odds", fair(|scores| scores.equalized_odds)),
    ])
}

/// Measures a model. Returns the status of its fit and the numbers known of it.
fn measured(
    fitted: &Fitted,
    train: &Dataset,
    test: &Dataset,
    set: &Set,
    seconds: f64,
) -> Result<(String, Values), NoFit> {
    let (model, run) = (&fitted.model, &fitted.run);
    let predictor = Predictor::new(model);
    let predict = |on: &Dataset| -> Result<Vec<u32>, RuleError> { predictor.predict(&on.features) };
    let predicted = predict(test)?;
    let shares = predictor.probabilities(&test.features)?;
    let mut values = scores(&predicted, &shares, model.has_probabilities(), test, set.positive);
    let labels = &train.target.labels;
    let on_train = Quality::new(&predict(train)?, labels, train.target.classes.len(), set.positive);
    let sizes = SampleSize::of(&predictor, &test.features)?;
    let (size, certificate) = (Size::of(model), &model.certificate);
    values.extend(known([
        ("train_accuracy", Some(on_train.accuracy)),
        ("n_rules", Some(size.n_rules as f64)),
        ("avg_rule_length", Some(size.avg_rule_length)),
        ("rules_per_sample", Some(sizes.rules_per_sample)),
        ("rule_length_per_sample", Some(sizes.rule_length_per_sample)),
        ("complexity", Some(size.complexity as f64)),
        ("objective", Some(certificate.objective)),
        ("lp_objective", Some(certificate.lp_objective)),
        ("lp_lower_bound", run.lower_bound),
        ("lower_bound", certificate.lower_bound),
        ("gap", certificate.gap()),
        ("iterations", Some(run.iterations as f64)),
        ("columns", Some(fitted.columns as f64)),
        ("nodes", Some(run.nodes as f64)),
        ("fit_seconds", Some(seconds)),
        ("lp_seconds", Some(run.lp.as_secs_f64())),
        ("pricing_seconds", Some(run.pricing.as_secs_f64())),
        ("mip_seconds", Some(fitted.mip.unwrap_or_default().as_secs_f64())),
    ]));
    Ok((certificate.status.to_string(), values))
}

/// The values that are there, and are numbers.
fn known<const N: usize>(values: [(&str, Option<f64>); N]) -> Values {
    let finite = |(name, value): (&str, Option<f64>)| Some((name.to_owned(), value.filter(|value| value.is_finite())?));
    values.into_iter().filter_map(finite).collect()
}
