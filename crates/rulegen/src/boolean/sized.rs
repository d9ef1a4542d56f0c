//! A rule set of a size chosen by cross-validation over a path of complexities.

use super::BooleanRuleClassifier;
use crate::learner::Fitted;
use crate::parameters::kind::ParameterType;
use crate::size::choose;
use crate::{BooleanParameters, FitError, Front, FrontRow, Learner, Path, PathParameter, SizeChoice};
use rayon::prelude::*;
use rulegen_binarize::BinarizeError;
use rulegen_data::{DataError, Dataset, Split, stratified_splits};
use rulegen_driver::{Observer, StopFlag};
use rulegen_measure::{ChoiceMeasure, Scored, Scores};
use rulegen_rule::{Model, Predictor};
use std::time::Duration;

/// The complexities of the path: a single condition has 2, eight rules of three conditions 32.
const COMPLEXITIES: [f64; 9] = [2.0, 4.0, 6.0, 9.0, 13.0, 18.0, 25.0, 32.0, 40.0];

/// What the choice looks at. The AUC of a rule set is its balanced accuracy: without it a rare class would have no rules.
const MEASURES: [ChoiceMeasure; 2] = [ChoiceMeasure::Accuracy, ChoiceMeasure::Auc];

/// The share of the time limit for the path over all rows; the folds have the rest.
const OWN_SHARE: f64 = 0.3;

/// Learns the path over all rows and on folds, and takes the rule set of one of its complexities, all within the time limit.
pub(super) fn fit(
    p: &BooleanParameters,
    data: &Dataset,
    target: &str,
    stop: StopFlag,
    observer: &mut dyn Observer,
) -> Result<Fitted, FitError> {
    let path = Path { parameter: PathParameter::Complexity, values: COMPLEXITIES.to_vec() };
    let within = |limit: Duration, quiet: bool| BooleanRuleClassifier {
        parameters: BooleanParameters { size: Some(SizeChoice::Given), time_limit: Some(limit), quiet, ..p.clone() },
    };
    let limit = p.time_limit();
    let ended = observer.parts(1 + p.folds.min(data.target.labels.len()));
    let mut fitted = within(limit.mul_f64(OWN_SHARE), p.quiet).fit_path(data, target, &path, stop.clone(), observer)?;
    ended();
    let scores = match fitted.len() == path.values.len() {
        true => {
            let rounds = p.folds.div_ceil(rayon::current_num_threads()) as u32;
            let learner = within(limit.mul_f64(1.0 - OWN_SHARE) / rounds, true);
            cross_validated(&learner, p, data, (target, &path), &ended, &stop)?
        }
        false => None,
    };
    let size = ParameterType::record(&p.size());
    fitted.iter_mut().for_each(|fitted| drop(fitted.model.settings.insert("size".into(), size.clone())));
    let extent = |model: &Model| (model.rules.len(), model.conditions());
    let extents: Vec<(usize, usize)> = fitted.iter().map(|fitted| extent(&fitted.model)).collect();
    let chosen = match &scores {
        Some(scores) => choose(p.size(), scores, &extents),
        None => fitted.len().checked_sub(1).ok_or(FitError::Interrupted)?,
    };
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

/// The [`MEASURES`] on folds, by weight; none if the run was interrupted.
fn cross_validated(
    learner: &BooleanRuleClassifier,
    p: &BooleanParameters,
    data: &Dataset,
    (target, path): (&str, &Path),
    ended: &(dyn Fn() + Send + Sync),
    stop: &StopFlag,
) -> Result<Option<[Scores; 2]>, FitError> {
    let rows = data.target.labels.len();
    if rows < 2 {
        return Ok(None);
    }
    let score = |(train, test): &Split| -> Result<Vec<[f64; 2]>, FitError> {
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
        let fitted = match learner.fit_path(&train, target, path, stop.clone(), &mut ()) {
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
    let folds = splits.par_iter().map(score).collect::<Result<Vec<_>, FitError>>()?;
    let whole = folds.iter().all(|scores| scores.len() == path.values.len());
    let of_measure =
        |at: usize| Scores { folds: folds.iter().map(|fold| fold.iter().map(|of| of[at]).collect()).collect() };
    Ok(whole.then(|| [of_measure(0), of_measure(1)]))
}
