//! One fit: learn on some rows, measure on others.

use super::grid::{Batch, complexity};
use super::measure::Measure;
use super::row::{FAILED, Key, Row, Timing};
use super::settings::{Common, learner};
use super::spec::MethodSpec;
use crate::{Estimate, FairnessReport, FairnessScores, Quality, SampleSize, ScoreQuality, Size};
use rulegen::limits::StopFlag;
use rulegen::{FitError, Fitted, Path, PathParameter};
use rulegen_data::Dataset;
use rulegen_rule::{Model, Predictor, Status};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// Rows to learn from and rows to measure on.
#[derive(Debug)]
pub(crate) struct Rows {
    pub(crate) train: Dataset,
    pub(crate) test: Dataset,
    pub(crate) positive: Option<u32>,
}

impl Rows {
    /// The rows of a split of `data`.
    pub(crate) fn of(data: &Dataset, split: &super::splits::Split, positive: Option<u32>) -> Rows {
        Rows { train: data.select_rows(&split.train), test: data.select_rows(&split.test), positive }
    }

    /// The class of all training rows, if they have only one: then there is nothing to learn.
    fn only_class(&self) -> Option<u32> {
        let mut labels = self.train.target.labels.iter().copied();
        let first = labels.next()?;
        labels.all(|label| label == first).then_some(first)
    }
}

/// The scores of predictions on the rows measured on.
#[derive(Debug)]
pub(crate) struct Scores {
    quality: Quality,
    scores: ScoreQuality,
    fairness: Option<FairnessScores>,
}

impl Scores {
    /// Of predictions and of the probabilities of classes, or the shares of votes, row by row.
    fn new(predicted: &[u32], shares: &[f64], probable: bool, on: &Dataset, positive: Option<u32>) -> Scores {
        let (labels, classes) = (&on.target.labels, &on.target.classes);
        let compared = |groups| FairnessReport::new(predicted, labels, classes, groups, positive).scores;
        Scores {
            quality: Quality::new(predicted, labels, classes.len(), positive),
            scores: ScoreQuality::new(shares, classes.len(), labels, positive, probable),
            fairness: on.groups.as_ref().map(compared),
        }
    }

    /// Of a model, whose predictions are known.
    fn of(
        model: &Model,
        predictor: &Predictor,
        predicted: &[u32],
        on: &Dataset,
        positive: Option<u32>,
    ) -> Result<Scores, NoFit> {
        let shares = predictor.probabilities(&on.features).map_err(|error| NoFit::Failed(error.to_string()))?;
        Ok(Scores::new(predicted, &shares, model.has_probabilities(), on, positive))
    }

    /// Of always the same class, which is a share and no probability.
    fn constant(only: u32, on: &Dataset, positive: Option<u32>) -> Scores {
        let (rows, classes) = (on.target.labels.len(), on.target.classes.len());
        let mut share = vec![0.0; classes];
        share[only as usize] = 1.0;
        Scores::new(&vec![only; rows], &share.repeat(rows), false, on, positive)
    }

    fn f1(&self) -> f64 {
        self.quality.f1.unwrap_or(self.quality.weighted_f1)
    }

    /// A score by which settings are chosen, larger the better; the worst there is where it does not apply.
    fn get(&self, measure: Measure) -> f64 {
        let less = |loss: Option<Estimate>, worst: f64| -loss.map_or(worst, |loss| loss.value);
        let fair = |score: fn(&FairnessScores) -> Option<f64>| self.fairness.as_ref().and_then(score).unwrap_or(-1.0);
        match measure {
            Measure::F1 => self.f1(),
            Measure::WeightedF1 => self.quality.weighted_f1,
            Measure::Auc => self.scores.auc.map_or(0.0, |auc| auc.value),
            Measure::LogLoss => less(self.scores.log_loss, -f64::EPSILON.ln()),
            Measure::Brier => less(self.scores.brier, 2.0),
            Measure::Dmc => fair(|scores| scores.dmc),
            Measure::Odm => fair(|scores| scores.odm),
            Measure::Eop => fair(|scores| scores.eop),
            Measure::EqualizedOdds => fair(|scores| scores.equalized_odds),
            _ => self.quality.accuracy,
        }
    }
}

/// Why a fit has no result.
#[derive(Debug)]
pub(crate) enum NoFit {
    /// The run was asked to end, so an unfinished fit does not count.
    Stopped,
    /// It failed.
    Failed(String),
}

impl From<FitError> for NoFit {
    fn from(error: FitError) -> Self {
        NoFit::Failed(error.to_string().replace(['\n', '\r'], " "))
    }
}

/// The scores on test rows of every setting of a batch, by two measures.
pub(crate) fn score(
    method: &MethodSpec,
    batch: &Batch,
    rows: &Rows,
    common: &Common,
    measures: [Measure; 2],
    stop: &StopFlag,
) -> Result<Vec<[f64; 2]>, NoFit> {
    if let Some(only) = rows.only_class() {
        let scores = Scores::constant(only, &rows.test, rows.positive);
        return Ok(vec![measures.map(|measure| scores.get(measure)); batch.points.len()]);
    }
    let of = |fitted: &Fitted| {
        let predictor = Predictor::new(&fitted.model);
        let predicted = predict(&predictor, &rows.test)?;
        let scores = Scores::of(&fitted.model, &predictor, &predicted, &rows.test, rows.positive)?;
        Ok(measures.map(|measure| scores.get(measure)))
    };
    fit(method, batch, rows, common, stop)?.0.iter().map(of).collect()
}

/// A row and its times for every setting of a batch.
pub(crate) fn rows_of(
    method: &MethodSpec,
    batch: &Batch,
    rows: &Rows,
    common: &Common,
    keys: &[Key],
    stop: &StopFlag,
) -> Result<Vec<(Row, Timing)>, NoFit> {
    if let Some(only) = rows.only_class() {
        return Ok(keys.iter().map(|key| constant(key, only, rows)).collect());
    }
    let (fitted, seconds) = fit(method, batch, rows, common, stop)?;
    let each = seconds.as_secs_f64() / fitted.len() as f64;
    keys.iter().zip(&fitted).map(|(key, fitted)| measured(key, fitted, rows, each)).collect()
}

/// The row of the class that all training rows have: no rule, and nothing was learned.
fn constant(key: &Key, only: u32, rows: &Rows) -> (Row, Timing) {
    let none = Some(0.0);
    let row = Row {
        n_rules: none,
        avg_rule_length: none,
        rules_per_sample: none,
        rule_length_per_sample: none,
        complexity: none,
        status: "one_class".into(),
        // All training rows are of this class.
        ..scored(key, rows, &Scores::constant(only, &rows.test, rows.positive), 1.0)
    };
    (row, Timing { fit_seconds: none, ..Timing::new(key) })
}

/// A row of the scores on test rows and the accuracy on training rows.
fn scored(key: &Key, rows: &Rows, test: &Scores, train_accuracy: f64) -> Row {
    let value = |of: Option<Estimate>| of.map(|estimate| estimate.value);
    let fair = |score: fn(&FairnessScores) -> Option<f64>| test.fairness.as_ref().and_then(score);
    Row {
        accuracy: Some(test.quality.accuracy),
        f1: Some(test.f1()),
        weighted_f1: Some(test.quality.weighted_f1),
        auc: value(test.scores.auc),
        log_loss: value(test.scores.log_loss),
        brier: value(test.scores.brier),
        ece: value(test.scores.ece),
        train_accuracy: Some(train_accuracy),
        dmc: fair(|scores| scores.dmc),
        odm: fair(|scores| scores.odm),
        eop: fair(|scores| scores.eop),
        equalized_odds: fair(|scores| scores.equalized_odds),
        ..Row::new(key, rows.train.target.labels.len(), rows.test.target.labels.len())
    }
}

/// A row without measures, for what failed.
pub(crate) fn failed(key: &Key, rows: &Rows, why: &str) -> (Row, Timing) {
    let mut row = Row::new(key, rows.train.target.labels.len(), rows.test.target.labels.len());
    row.status = FAILED.into();
    row.note = why.into();
    (row, Timing::new(key))
}

fn fit(
    method: &MethodSpec,
    batch: &Batch,
    rows: &Rows,
    common: &Common,
    stop: &StopFlag,
) -> Result<(Vec<Fitted>, Duration), NoFit> {
    let settings = &batch.points[0].settings;
    let learner = learner(method, settings, common).map_err(|error| NoFit::Failed(error.to_string()))?;
    let start = Instant::now();
    let learn = || match method.second_pass {
        true => {
            let values = batch.points.iter().map(complexity).collect();
            let path = Path { parameter: PathParameter::Complexity, values };
            learner.fit_path(&rows.train, &common.target, &path, &stop.clone().into(), &mut ())
        }
        false => Ok(vec![learner.fit_observed(&rows.train, &common.target, &stop.clone().into(), &mut ())?]),
    };
    // A bug of ours in one fit must not stop a run of days, again and again at the same cell. No state of a fit
    // outlives it.
    let learned = catch_unwind(AssertUnwindSafe(learn));
    let fitted = learned.map_err(|_| NoFit::Failed("it panicked, which is a bug of rulegen".into()))??;
    let seconds = start.elapsed();
    if stop.is_raised() || fitted.iter().any(|fitted| fitted.run.status == Status::Interrupted) {
        return Err(NoFit::Stopped);
    }
    Ok((fitted, seconds))
}

fn predict(predictor: &Predictor, on: &Dataset) -> Result<Vec<u32>, NoFit> {
    predictor.predict(&on.features).map_err(|error| NoFit::Failed(error.to_string()))
}

fn measured(key: &Key, fitted: &Fitted, rows: &Rows, seconds: f64) -> Result<(Row, Timing), NoFit> {
    let (model, run) = (&fitted.model, &fitted.run);
    let predictor = Predictor::new(model);
    let start = Instant::now();
    let predicted = predict(&predictor, &rows.test)?;
    let predict_seconds = start.elapsed().as_secs_f64();
    let scores = Scores::of(model, &predictor, &predicted, &rows.test, rows.positive)?;
    let train = &rows.train.target;
    let on_train = Quality::new(&predict(&predictor, &rows.train)?, &train.labels, train.classes.len(), rows.positive);
    let sizes = SampleSize::of(&predictor, &rows.test.features).map_err(|error| NoFit::Failed(error.to_string()))?;
    let (size, certificate) = (Size::of(model), &model.certificate);
    let row = Row {
        n_rules: Some(size.n_rules as f64),
        avg_rule_length: Some(size.avg_rule_length),
        rules_per_sample: Some(sizes.rules_per_sample),
        rule_length_per_sample: Some(sizes.rule_length_per_sample),
        complexity: Some(size.complexity as f64),
        objective: Some(certificate.objective),
        lp_objective: Some(certificate.lp_objective),
        lower_bound: certificate.lower_bound,
        gap: certificate.gap(),
        status: certificate.status.to_string(),
        iterations: Some(run.iterations),
        columns: Some(fitted.columns),
        nodes: Some(run.nodes),
        ..scored(key, rows, &scores, on_train.accuracy)
    };
    let timing = Timing {
        fit_seconds: Some(seconds),
        lp_seconds: Some(run.lp.as_secs_f64()),
        pricing_seconds: Some(run.pricing.as_secs_f64()),
        mip_seconds: Some(fitted.mip.as_secs_f64()),
        predict_seconds: Some(predict_seconds),
        ..Timing::new(key)
    };
    Ok((row, timing))
}
