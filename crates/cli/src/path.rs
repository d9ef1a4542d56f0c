//! `rulegen fit --method boolean` along a path of complexities, or cross-validated.

use crate::args::FitArgs;
use crate::exit::{DONE, INTERRUPTED};
use crate::failure::BadInput;
use crate::fairness::ascending;
use crate::measured::Measured;
use crate::output::{FitReport, WrittenFiles, print, write_file};
use crate::session::{Session, observers, without_warnings};
use crate::table::aligned;
use anyhow::{Result, anyhow};
use rulegen::data::{Dataset, stratified_folds};
use rulegen::limits::StopFlag;
use rulegen::measure::{Quality, Scores, Size, cross_validate};
use rulegen::rule::{HeldOutOf, Predictor, Status};
use rulegen::{Fitted, Learner, Sweep, SweepParameter};
use rulegen_eval::{PathRow, Validated, pareto_front};
use std::time::Instant;

/// One bound on the complexity, and what came of it.
struct Point {
    complexity: f64,
    fitted: Fitted,
    train: Measured,
    holdout: Option<Measured>,
}

pub(crate) fn fit_path(args: &FitArgs, learner: &Learner, quiet: bool) -> Result<u8> {
    let path = complexities(args, learner)?;
    let Session { started, limits, train: data, test, share, .. } = Session::open(args)?;
    // Known before anything is learned: what is learned is not to be lost.
    if let Some(k) = args.path.cv {
        stratified_folds(&data.target, data.blocks.as_ref(), k, args.parameters.seed())?;
    }
    let (mut observers, trace) = observers(args, quiet, learner.max_iterations())?;
    let learning = Instant::now();
    let fitted = learner.fit_path(&data, &args.target, &path, &limits, &mut observers)?;
    let seconds = learning.elapsed();
    drop(observers);
    let points = points(&path.values, fitted, &data, test.as_ref())?;
    let scores = match args.path.cv.filter(|_| !limits.stop.is_raised()) {
        // The models are there: they are not lost with the folds.
        Some(k) => cross_validated(args, learner, &path, &data, k, &limits.stop).unwrap_or_else(|error| {
            log::warn!("no cross-validation: {error}");
            None
        }),
        None => None,
    };
    // Without a cross-validation the least loss, and of equal losses the least complex.
    let loss = |point: &Point| point.fitted.model.certificate.objective;
    let chosen = match &scores {
        Some(scores) => scores.best(),
        None => {
            let order = |a: &usize, b: &usize| {
                let complexity = |k: &usize| Size::of(&points[*k].fitted.model).complexity;
                loss(&points[*a]).total_cmp(&loss(&points[*b])).then(complexity(a).cmp(&complexity(b)))
            };
            (0..points.len()).min_by(order).ok_or_else(|| anyhow!("interrupted before any model was found"))?
        }
    };
    let model = &points[chosen].fitted.model;
    let mut report = FitReport::new(&points[chosen].fitted, &data, started, seconds)?;
    if let Some(test) = &test {
        report.measure(model, test, HeldOutOf::Model)?;
    }
    let written = match &args.output {
        Some(file) => write_file(file, report.model(share).as_ref().unwrap_or(model).to_json().as_bytes()),
        None => Ok(()),
    };
    if args.run.json {
        let mut json = report.json();
        let rows: Vec<_> = points.iter().enumerate().map(|(at, point)| row(point, scores.as_ref(), at)).collect();
        json["path"] = serde_json::to_value(rows)?;
        json["chosen_complexity"] = points[chosen].complexity.into();
        print(format!("{:#}\n", json))?;
    } else {
        let model = args.output.as_deref().map(|file| (file, written.is_ok()));
        report.print(false, WrittenFiles { model, proof: None })?;
        print(table(&points, scores.as_ref(), chosen))?;
    }
    written?;
    trace.check()?;
    Ok(if limits.stop.is_raised() { INTERRUPTED } else { DONE })
}

/// The bounds to solve for, ascending, so that what one finds fits into the next.
fn complexities(args: &FitArgs, learner: &Learner) -> Result<Sweep> {
    let mut values = args.path.complexity_path.clone();
    if values.is_empty() {
        let one = learner.value(SweepParameter::Complexity);
        values.push(one.ok_or_else(|| BadInput("--cv needs --complexity or --complexity-path".into()))?);
    }
    Ok(ascending(SweepParameter::Complexity, &values)?)
}

fn points(path: &[f64], fitted: Vec<Fitted>, data: &Dataset, test: Option<&Dataset>) -> Result<Vec<Point>> {
    let point = |(&complexity, fitted): (&f64, Fitted)| {
        let predictor = Predictor::new(&fitted.model);
        let train = Measured::of(&fitted.model, &predictor, data)?;
        let holdout = test.map(|test| Measured::of(&fitted.model, &predictor, test)).transpose()?;
        Ok(Point { complexity, fitted, train, holdout })
    };
    path.iter().zip(fitted).map(point).collect()
}

/// Returns the accuracies on folds, unless an interrupt left some out.
fn cross_validated(
    args: &FitArgs,
    learner: &Learner,
    path: &Sweep,
    data: &Dataset,
    k: usize,
    stop: &StopFlag,
) -> Result<Option<Scores>> {
    let score = |train: &[usize], test: &[usize]| -> Result<Vec<f64>> {
        let (train, test) = (data.select_rows(train), data.select_rows(test));
        // The only row of a class is held out: what is left says the other.
        if let Some(only) = train.target.only_class() {
            let right = test.target.labels.iter().filter(|&&label| label == only).count();
            return Ok(vec![right as f64 / test.target.labels.len() as f64; path.values.len()]);
        }
        let fitted = learner.for_part().fit_path(&train, &args.target, path, &stop.clone().into(), &mut ())?;
        let accuracy = |fitted: &Fitted| {
            let predicted = Predictor::new(&fitted.model).predict(&test.features)?;
            Ok(Quality::new(&predicted, &test.target.labels, fitted.model.classes.len(), None).accuracy)
        };
        // An interrupt leaves bounds out; what they would score nobody asks any more.
        let mut scores = fitted.iter().map(accuracy).collect::<Result<Vec<_>>>()?;
        scores.resize(path.values.len(), 0.0);
        Ok(scores)
    };
    let (blocks, seed) = (data.blocks.as_ref(), args.parameters.seed());
    // The folds would only repeat the warnings of the fit.
    let scores = without_warnings(|| cross_validate(&data.target, blocks, k, seed, score))?;
    Ok(Some(scores).filter(|_| !stop.is_raised()))
}

fn validated(scores: &Scores, candidate: usize) -> Validated {
    Validated {
        accuracy: scores.mean(candidate),
        standard_error: scores.standard_error(candidate),
        folds: scores.folds.iter().map(|fold| fold[candidate]).collect(),
    }
}

/// A point as the file of a path has it.
fn row<'a>(point: &'a Point, scores: Option<&Scores>, at: usize) -> PathRow<&'a Measured> {
    let (model, bound) = (&point.fitted.model, point.complexity);
    let (complexity, n_rules) = (Size::of(model).complexity, model.rules.len());
    PathRow {
        holdout: point.holdout.as_ref(),
        cv: scores.map(|scores| validated(scores, at)),
        ..PathRow::of(bound, complexity, n_rules, &model.certificate, &point.train)
    }
}

/// Returns the table of the path: the loss and the scores of each complexity.
fn table(points: &[Point], scores: Option<&Scores>, chosen: usize) -> String {
    let size = |point: &Point| Size::of(&point.fitted.model).complexity as f64;
    let losses: Vec<(f64, f64)> =
        points.iter().map(|point| (size(point), -point.fitted.model.certificate.objective)).collect();
    let out_of_sample = |at: usize| match (scores, &points[at].holdout) {
        (Some(scores), _) => Some(scores.mean(at)),
        (None, Some(measured)) => Some(measured.quality.accuracy),
        (None, None) => None,
    };
    let accuracies: Vec<(f64, f64)> =
        points.iter().enumerate().filter_map(|(at, point)| Some((size(point), out_of_sample(at)?))).collect();
    let (by_loss, by_accuracy) = (pareto_front(&losses), pareto_front(&accuracies));
    let star = |front: &[bool], at: usize| if front.get(at) == Some(&true) { "*" } else { " " };
    let or_none = |x: Option<String>| x.unwrap_or_else(|| "-".into());
    let heading = ["", "C", "complexity", "rules", "loss", "bound", "gap", "training", "held out", "cross-validated"];
    let mut lines = vec![heading.map(String::from).to_vec()];
    lines.extend(points.iter().enumerate().map(|(at, point)| {
        let certificate = &point.fitted.model.certificate;
        let loss = format!("{:.4}", certificate.objective);
        let validated = scores.map(|scores| format!("{:.4} +- {:.4}", scores.mean(at), scores.standard_error(at)));
        vec![
            if at == chosen { ">" } else { "" }.into(),
            point.complexity.to_string(),
            size(point).to_string(),
            point.fitted.model.rules.len().to_string(),
            format!("{}{}", loss.trim_end_matches('0').trim_end_matches('.'), star(&by_loss, at)),
            or_none(certificate.lower_bound.map(|b| format!("{b:.4}"))),
            or_none(certificate.gap().map(|gap| format!("{:.2}%", 100.0 * gap))),
            format!("{:.4}", point.train.quality.accuracy),
            or_none(point.holdout.as_ref().map(|m| format!("{:.4}", m.quality.accuracy))),
            format!("{}{}", or_none(validated), star(&by_accuracy, at)),
        ]
    }));
    let mut text = format!(
        "\n{}\n> the model kept; * on the front of complexity against loss, or against accuracy out of sample\n",
        aligned(&lines)
    );
    let limited = points.iter().filter(|p| p.fitted.run.status == Status::TimeLimit).count();
    if limited > 0 {
        text.push_str(&format!("{limited} of {} ended at the time limit\n", points.len()));
    }
    text
}
