//! One fit: learn on some rows, measure on others.

use super::manifest::{VERSION, machine};
use super::measure::Values;
use super::plan::{Cell, Point};
use super::row::{FAILED, FitRecord, INTERRUPTED, Row};
use super::scores::{constant, measured, scores_of};
use super::sets::Set;
use super::size_path::{SizePath, SizedFit};
use super::watch::Watch;
use rulegen::limits::Limits;
use rulegen::{Fitted, Learner, SizedModel, Sweep, SweepParameter};
use rulegen_data::{Dataset, Split};
use rulegen_rule::{Predictor, RuleError, Status, rule_text};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

/// The reason why a fit has no result.
#[derive(Debug)]
enum NoFit {
    /// The run was asked to end before there was a model.
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
/// failed. If the run is asked to end, the rows are those of the models so far, and there are none
/// without a model. A fold of the training rows may lack cut points and categories that settings
/// name.
pub(crate) fn learn(
    cell: &Cell<'_>,
    batch: &[Point],
    (train, test): &Split,
    is_fold: bool,
    limits: &Limits,
) -> Option<Learned> {
    let set = cell.set;
    let test = match &set.held_out {
        Some(rows) if !is_fold => rows.clone(),
        _ => set.data.select_rows(if test.is_empty() { train } else { test }),
    };
    let train = set.data.select_rows(train);
    let made = match train.target.only_class() {
        Some(only) => Ok(vec![("one_class".into(), constant(only, &test, set.positive), None); batch.len()]),
        None => fit(cell, batch, &train, &test, is_fold, limits).and_then(|fits| {
            let made = |fitted: &Fitted| {
                let (status, mut values) = measured(fitted, &train, &test, set, fits.seconds)?;
                values.extend(fits.watched.clone());
                let status = if fits.interrupted { INTERRUPTED.into() } else { status };
                Ok((status, values, cell.spec.compares.then(|| record(fitted, &fits))))
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
    let row = |(point, (status, mut values, record)): (&Point, (String, Values, Option<FitRecord>))| {
        values.extend(sizes.map(|(name, data)| (name.into(), data.target.labels.len() as f64)));
        let key = cell.key(point.at, None);
        Row { key, settings: point.words.clone(), values, status, note: note.clone(), record }
    };
    Some(Learned { rows: batch.iter().zip(made).map(row).collect(), failure })
}

/// Returns the record of a fit.
fn record(fitted: &Fitted, fits: &Fits) -> FitRecord {
    FitRecord {
        settings: fitted.model.settings.clone(),
        version: VERSION.into(),
        machine: machine(),
        rounds: fits.rounds.clone(),
        sizes: fits.sizes.clone(),
    }
}

/// The models of a batch.
struct Fits {
    fitted: Vec<Fitted>,
    /// The seconds of each, which share those of a path.
    seconds: f64,
    /// The numbers that were counted while they were learned.
    watched: Values,
    /// The rounds, as lines of CSV.
    rounds: String,
    /// The models of every size, if they are learned too.
    sizes: Option<SizePath>,
    /// True if the run was asked to end before all was done.
    interrupted: bool,
}

/// Learns a model for each setting of a batch.
fn fit(
    cell: &Cell<'_>,
    batch: &[Point],
    train: &Dataset,
    test: &Dataset,
    is_fold: bool,
    limits: &Limits,
) -> Result<Fits, NoFit> {
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
    let fitted = kept(learn, limits)?;
    let seconds = start.elapsed().as_secs_f64() / fitted.len().max(1) as f64;
    let watched = watch.values(cell, &limits.stop)?;
    // The judge is not asked about rules along the path of sizes.
    let unwatched = cell.learner(&batch[0], cell.registry)?;
    let sizes = || by_size(&unwatched, cell.set, train, test, limits);
    let sizes = match cell.spec.compares && !is_fold && !limits.stop.is_raised() {
        true => match kept(sizes, limits) {
            Err(NoFit::Stopped) => None,
            sizes => sizes?,
        },
        false => None,
    };
    let is_interrupted = |fitted: &Fitted| fitted.run.status == Status::Interrupted;
    let interrupted = limits.stop.is_raised() || fitted.iter().any(is_interrupted);
    Ok(Fits { fitted, seconds, watched, rounds: watch.rounds(), sizes, interrupted })
}

/// Learns. A bug of ours in one fit must not stop a run of days, again and again at the same cell.
/// No state of a fit outlives it.
fn kept<T, E: Into<FitFailure>>(learn: impl FnOnce() -> Result<T, E>, limits: &Limits) -> Result<T, NoFit> {
    match catch_unwind(AssertUnwindSafe(learn)) {
        Ok(Err(_)) if limits.stop.is_raised() => Err(NoFit::Stopped),
        Ok(learned) => learned.map_err(|error| NoFit::Failed(error.into())),
        Err(panic) => {
            let said = panic.downcast_ref::<String>().map(String::as_str);
            let said = said.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
            Err(NoFit::Failed(
                format!("it panicked, which is a bug of rulegen or of a part of your own: {said}").into(),
            ))
        }
    }
}

/// Learns the models of every size on training rows, and measures them on test rows. `None` for a
/// learner without sizes.
fn by_size(
    learner: &Learner,
    set: &Set,
    train: &Dataset,
    test: &Dataset,
    limits: &Limits,
) -> Result<Option<SizePath>, FitFailure> {
    if !learner.has_sizes() {
        return Ok(None);
    }
    let start = Instant::now();
    let path = learner.fit_sizes(train, &set.spec.target, limits, &mut ())?;
    let seconds = start.elapsed().as_secs_f64();
    let models = path.models.iter().map(|sized| sized_fit(sized, test, set)).collect::<Result<_, RuleError>>()?;
    Ok(Some(SizePath { models, seconds, status: path.status.to_string() }))
}

/// Measures the model of one size.
fn sized_fit(SizedModel { model, loss }: &SizedModel, test: &Dataset, set: &Set) -> Result<SizedFit, RuleError> {
    let values = scores_of(model, &Predictor::new(model), test, set.positive)?;
    let known = |name: &str| values.get(name).copied();
    Ok(SizedFit {
        rules: model.rules.iter().map(|rule| rule_text(model, &rule.rule, rule.class)).collect(),
        conditions: model.conditions(),
        loss: *loss,
        accuracy: known("accuracy").unwrap_or_default(),
        auc: known("auc"),
    })
}
