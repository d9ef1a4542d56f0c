//! The numbers known of a fit: its run, and scores of its model on rows.

use super::measure::Values;
use super::sets::Set;
use crate::{FairnessReport, FairnessScores};
use rulegen::Fitted;
use rulegen_data::Dataset;
use rulegen_measure::{Estimate, Quality, SampleSize, ScoreQuality, Size};
use rulegen_rule::{Model, Predictor, RuleError};

/// Measures always the same class, which needs no rule. Its share is no probability.
pub(crate) fn constant(only: u32, test: &Dataset, positive: Option<u32>) -> Values {
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

/// Scores a model.
///
/// # Errors
/// Rows without a column that the model needs.
pub(crate) fn scores_of(
    model: &Model,
    predictor: &Predictor,
    on: &Dataset,
    positive: Option<u32>,
) -> Result<Values, RuleError> {
    let (predicted, shares) = (predictor.predict(&on.features)?, predictor.probabilities(&on.features)?);
    Ok(scores(&predicted, &shares, model.has_probabilities(), on, positive))
}

/// Measures a model. Returns the status of its fit and the numbers known of it.
pub(crate) fn measured(
    fitted: &Fitted,
    train: &Dataset,
    test: &Dataset,
    set: &Set,
    seconds: f64,
) -> Result<(String, Values), RuleError> {
    let (model, run) = (&fitted.model, &fitted.run);
    let predictor = Predictor::new(model);
    let mut values = scores_of(model, &predictor, test, set.positive)?;
    let (predicted, labels) = (predictor.predict(&train.features)?, &train.target.labels);
    let on_train = Quality::new(&predicted, labels, train.target.classes.len(), set.positive);
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
