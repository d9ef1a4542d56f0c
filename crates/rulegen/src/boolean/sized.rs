//! A rule set of a size chosen by cross-validation over a path of complexities.

use crate::learner::Fitted;
use crate::parameters::kind::ParameterType;
use crate::size::choose;
use crate::{BooleanParameters, FitError, Front, FrontRow, Learner, Path, PathParameter, SizeChoice};
use rayon::ThreadPoolBuilder;
use rulegen_binarize::BinarizeError;
use rulegen_data::{DataError, Dataset, Split, stratified_splits};
use rulegen_driver::Observer;
use rulegen_limits::Limits;
use rulegen_measure::{ChoiceMeasure, Scored, Scores};
use rulegen_rule::{Certificate, Model, Predictor, Status};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// The complexities of the path: a single condition has 2, eight rules of three conditions 32.
const COMPLEXITIES: [f64; 9] = [2.0, 4.0, 6.0, 9.0, 13.0, 18.0, 25.0, 32.0, 40.0];

/// What the choice looks at. The AUC of a rule set is its balanced accuracy: without it a rare class would have no rules.
const MEASURES: [ChoiceMeasure; 2] = [ChoiceMeasure::Accuracy, ChoiceMeasure::Auc];

/// The shares of the time limit for the path over all rows, and for the folds. What is left is for the complexity chosen.
const OWN_SHARE: f64 = 0.2;
const FOLDS_SHARE: f64 = 0.5;

/// Learns the path over all rows and on folds, and takes the rule set of one of its complexities, all within the time limit. `learner`
/// makes what learns.
pub(super) fn fit(
    p: &BooleanParameters,
    learner: &dyn Fn(BooleanParameters) -> Box<dyn Learner>,
    data: &Dataset,
    target: &str,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Fitted, FitError> {
    let path = Path { parameter: PathParameter::Complexity, values: COMPLEXITIES.to_vec() };
    let (start, limit) = (Instant::now(), p.time_limit());
    let within = |share: f64, quiet: bool| {
        learner(BooleanParameters {
            size: Some(SizeChoice::Given),
            time_limit: Some(limit.mul_f64(share)),
            heuristic: true,
            quiet,
            ..p.clone()
        })
    };
    let ended = observer.parts(2 + p.folds.min(data.target.labels.len()));
    let mut fitted = within(OWN_SHARE, p.quiet).fit_path(data, target, &path, limits, observer)?;
    ended();
    let scores = match fitted.len() == path.values.len() {
        true => {
            let rounds = p.folds.div_ceil(rayon::current_num_threads());
            let learner = within(FOLDS_SHARE / rounds as f64, true);
            cross_validated(&*learner, p, data, (target, &path), &ended, limits)?
        }
        false => None,
    };
    let extent = |model: &Model| (model.rules.len(), model.conditions());
    let extents: Vec<(usize, usize)> = fitted.iter().map(|fitted| extent(&fitted.model)).collect();
    let chosen = match &scores {
        Some(scores) => choose(p.size(), scores, &extents),
        None => fitted.len().checked_sub(1).ok_or(FitError::Interrupted)?,
    };
    let left = limit.saturating_sub(start.elapsed());
    if fitted[chosen].run.status != Status::Optimal && !left.is_zero() && limits.reached().is_none() {
        let whole = BooleanParameters {
            size: Some(SizeChoice::Given),
            complexity: Some(COMPLEXITIES[chosen]),
            time_limit: Some(left),
            quiet: true,
            ..p.clone()
        };
        match learner(whole).fit_observed(data, target, limits, observer) {
            Ok(whole) => keep_better(&mut fitted[chosen], whole),
            Err(error) => log::warn!("{error}: the rules are those of the path"),
        }
    }
    ended();
    if let Some(limit) = limits.reached().filter(|_| fitted[chosen].run.status != Status::Optimal) {
        // Whatever ended the run that it is from.
        fitted[chosen].run.status = limit.into();
        fitted[chosen].model.certificate.status = limit.into();
    }
    let extents: Vec<(usize, usize)> = fitted.iter().map(|fitted| extent(&fitted.model)).collect();
    let size = ParameterType::record(&p.size());
    for fitted in &mut fitted {
        // Not the parts of the time that runs had.
        fitted.model.settings.insert("time_limit".into(), limit.as_secs_f64().into());
        fitted.model.settings.insert("size".into(), size.clone());
    }
    let mut shown: Vec<usize> = (0..fitted.len()).collect();
    shown.sort_by_key(|&at| (extents[at], at != chosen, at));
    shown.dedup_by_key(|at| extents[*at]);
    let row = |&at: &usize| FrontRow {
        rules: extents[at].0,
        conditions: extents[at].1,
        max_length: fitted[at].model.rules.iter().map(|rule| rule.rule.len()).max().unwrap_or(0),
        penalty: None,
        certificate: Some(fitted[at].model.certificate.clone()),
        score: scores.as_ref().map(|[scores, _]| scores.mean(at)),
        score_se: scores.as_ref().map(|[scores, _]| scores.standard_error(at)),
        chosen: at == chosen,
    };
    let front = Front {
        measure: MEASURES[0].to_string(),
        folds: scores.as_ref().map_or(0, |[scores, _]| scores.folds.len()),
        rows: shown.iter().map(row).collect(),
        models: shown.iter().map(|&at| fitted[at].model.clone()).collect(),
    };
    let taken = fitted.swap_remove(chosen);
    Ok(Fitted { front: Some(front), ..taken })
}

/// What `work` makes of each item, in their order, on as many threads as there are here. Each item has a pool of its own: a thread
/// that waits in a pool takes up other work, and the time limit of the fold that it left would go on.
fn side_by_side<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let take = || {
        let at = next.fetch_add(1, Ordering::Relaxed);
        items.get(at).map(|item| (at, item))
    };
    let threads = (rayon::current_num_threads() / items.len().max(1)).max(1);
    let alone = |(at, item)| match ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => (at, pool.install(|| work(item))),
        Err(_) => (at, work(item)),
    };
    let made = rayon::broadcast(|_| std::iter::from_fn(take).map(alone).collect::<Vec<_>>());
    let mut made: Vec<(usize, R)> = made.into_iter().flatten().collect();
    made.sort_unstable_by_key(|(at, _)| *at);
    made.into_iter().map(|(_, made)| made).collect()
}

/// Takes the other rule set of the same problem unless it is worse, and how its run ended: it was the last. What is proved of one
/// holds for both.
fn keep_better(known: &mut Fitted, other: Fitted) {
    let (before, after) = (&known.model.certificate, &other.model.certificate);
    let bound = [before, after].into_iter().filter_map(|of| of.lower_bound).reduce(f64::max);
    let status = after.status;
    if after.objective <= before.objective {
        *known = other;
    } else {
        known.run.status = other.run.status;
    }
    let Certificate { objective, lp_objective, .. } = known.model.certificate;
    let proved = bound.is_some_and(|bound| bound >= objective);
    if proved {
        known.run.status = Status::Optimal;
    }
    known.model.certificate =
        Certificate::of(if proved { Status::Optimal } else { status }, objective, lp_objective, bound);
}

/// The [`MEASURES`] on folds, by weight; none if the run was interrupted.
fn cross_validated(
    learner: &dyn Learner,
    p: &BooleanParameters,
    data: &Dataset,
    (target, path): (&str, &Path),
    ended: &(dyn Fn() + Send + Sync),
    limits: &Limits,
) -> Result<Option<[Scores; 2]>, FitError> {
    let rows = data.target.labels.len();
    if rows < 2 {
        return Ok(None);
    }
    let score = |(train, test): &Split| -> Result<Vec<[f64; 2]>, FitError> {
        if limits.reached().is_some() {
            return Ok(Vec::new());
        }
        let (train, test) = (data.select_rows(train), data.select_rows(test));
        // By weight, as rule sets are learned.
        let weights = p.class_weight.of(&test);
        let classes = test.target.classes.len();
        let of = |predicted: &[u32]| {
            let votes = |&said: &u32| (0..classes).map(move |class| f64::from(u8::from(class == said as usize)));
            let scores: Vec<f64> = predicted.iter().flat_map(votes).collect();
            let rows = Scored {
                scores: &scores,
                classes,
                labels: &test.target.labels,
                weights: weights.as_deref(),
                positive: None,
            };
            MEASURES.map(|measure| measure.of(&rows))
        };
        // After the limit of all, a fold says nothing.
        let fitted = match learner.fit_path(&train, target, path, &limits.firm(), &mut ()) {
            Ok(fitted) => fitted,
            // What the rows of a fold cannot tell apart is predicted by its most frequent class.
            Err(FitError::Data(DataError::OneClass { .. }) | FitError::Binarize(BinarizeError::NoFeature { .. })) => {
                let counts = train.target.counts();
                let most = (0..counts.len()).fold(0, |most, k| if counts[k] > counts[most] { k } else { most });
                return Ok(vec![of(&vec![most as u32; test.target.labels.len()]); path.values.len()]);
            }
            Err(error) => return Err(error),
        };
        let scored = |fitted: &Fitted| {
            Ok(of(&Predictor::new(&fitted.model).predict(&test.features).map_err(BinarizeError::from)?))
        };
        fitted.iter().map(scored).collect()
    };
    let splits = stratified_splits(&data.target, p.folds.min(rows), p.seed)?;
    let score = |split: &Split| {
        let scores = score(split);
        ended();
        scores
    };
    let folds = side_by_side(&splits, score).into_iter().collect::<Result<Vec<_>, FitError>>()?;
    let whole = folds.iter().all(|scores| scores.len() == path.values.len());
    let of_measure =
        |at: usize| Scores { folds: folds.iter().map(|fold| fold.iter().map(|of| of[at]).collect()).collect() };
    Ok(whole.then(|| [of_measure(0), of_measure(1)]))
}
