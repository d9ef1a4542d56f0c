//! `rulegen fit --fairness` along a path of epsilons: what fairness costs.

use crate::args::FitArgs;
use crate::exit::{DONE, INTERRUPTED};
use crate::failure::BadInput;
use crate::measured::{Measured, SCORE_NAMES, scores};
use crate::output::{FitReport, print};
use crate::session::{Session, observers};
use crate::table::aligned;
use anyhow::Result;
use rulegen::rule::HeldOutOf;
use rulegen::{FairnessCriterion, Fitted, Learner, Sweep};
use serde_json::Value;

pub(crate) fn fit_fair_path(
    args: &FitArgs,
    learner: &Learner,
    path: &Sweep,
    criterion: FairnessCriterion,
    quiet: bool,
) -> Result<u8> {
    if args.output.is_some() {
        let choose = "--epsilon-path writes no model: choose an epsilon, and fit with --epsilon";
        return Err(BadInput(choose.into()).into());
    }
    let Session { started, limits, train: data, test, .. } = Session::open(args)?;
    let (mut observers, trace) = observers(args, quiet, learner.max_iterations())?;
    let fitted = learner.fit_path(&data, &args.target, path, &limits, &mut observers)?;
    drop(observers);
    let epsilons = &path.values[..];
    let report = |fitted| -> Result<FitReport<'_>> {
        let fitted: &Fitted = fitted;
        let mut report = FitReport::new(fitted, &data, started, fitted.run.total)?;
        if let Some(test) = &test {
            report.measure(&fitted.model, test, HeldOutOf::Model)?;
        }
        Ok(report)
    };
    let reports = fitted.iter().map(report).collect::<Result<Vec<_>>>()?;
    if args.run.json {
        let point = |(epsilon, report): (&f64, &FitReport<'_>)| {
            let mut json = report.json();
            json["epsilon"] = (*epsilon).into();
            json
        };
        print(format!("{:#}\n", epsilons.iter().zip(&reports).map(point).collect::<Value>()))?;
    } else {
        print(table(epsilons, &fitted, &reports, criterion))?;
    }
    trace.check()?;
    Ok(if limits.stop.is_raised() { INTERRUPTED } else { DONE })
}

/// A line for each epsilon.
fn table(epsilons: &[f64], fitted: &[Fitted], reports: &[FitReport<'_>], criterion: FairnessCriterion) -> String {
    let at = match criterion {
        FairnessCriterion::Dmc => 0,
        FairnessCriterion::Odm => 1,
        FairnessCriterion::EqualizedOdds => 3,
        _ => 2,
    };
    let score = SCORE_NAMES[at];
    let heading = ["epsilon", "objective", "rules", "status", "training", score, "held out", score];
    let mut lines = vec![heading.map(String::from).to_vec()];
    let measures = |measured: Option<&Measured>| {
        let cell = |value: Option<f64>| value.map_or("-".into(), |value| format!("{value:.4}"));
        let report = measured.and_then(|measured| measured.fairness.as_ref());
        let score = report.and_then(|report| scores(&report.scores)[at]);
        [cell(measured.map(|measured| measured.quality.accuracy)), cell(score)]
    };
    for ((epsilon, fitted), report) in epsilons.iter().zip(fitted).zip(reports) {
        let certificate = &fitted.model.certificate;
        let mut line = vec![
            epsilon.to_string(),
            format!("{:.4}", certificate.objective),
            fitted.model.rules.len().to_string(),
            certificate.status.to_string(),
        ];
        line.extend(measures(Some(report.train())).into_iter().chain(measures(report.held_out())));
        lines.push(line);
    }
    format!("{}\n(accuracy and {score} on training and on held-out rows; no model is written)\n", aligned(&lines))
}
