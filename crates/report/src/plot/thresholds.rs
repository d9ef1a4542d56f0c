//! Plots over thresholds: the ROC curve, precision against recall, and both against the threshold.

use super::canvas::{Drawn, INK, LETTERS, MUTED, colour, framed, image, image_of_classes, letters, share};
use super::drawing::Drawing;
use crate::words::{percent, shortened};
use crate::{ClassCurve, ReportError, Study};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};
use rulegen::measure::ThresholdPoint;
use rulegen_rule::threshold_text;

/// The height of the plots, in pixels.
const HEIGHT: u32 = 340;

/// Points nearer to each other than this, in parts of the axes, are drawn as one.
const NEAR: f64 = 1.0 / 500.0;

/// Returns the threshold at which a model of two classes decides, and its words.
fn decides_at(study: &Study) -> (f64, String) {
    match study.model.threshold {
        Some(threshold) => (threshold, format!("{}, the threshold of the model", threshold_text(threshold))),
        None => (0.5, "one half".into()),
    }
}

/// The share of a class that is found against the share of the others that is taken for it.
pub(super) fn roc(study: &Study) -> Result<Drawing, ReportError> {
    let series = |ClassCurve { curve, .. }: &ClassCurve| {
        thinned(curve.points.iter().map(|at| (curve.fall_out(at), curve.recall(at))))
    };
    let areas = |curve: &ClassCurve| format!("{:.3} for {}", curve.curve.area(), name(study, curve));
    let description = format!(
        "From the lower left to the upper right the threshold falls from no row taken for the class to all. On the \
         dashed line rows are ranked by chance. The area under the curve (AUC) is {}, on {}.{}",
        listed(study, areas),
        study.measured_name(),
        decision(study, "orange mark")
    );
    let (x, y) = ("Rows of other classes taken for it", "Rows of the class found");
    let title = format!("ROC curve{}", of_class(study));
    classes_image(study, title, description, |area| {
        let mut chart = framed!(area, 0.0..1.0, 0.0..1.02, &share, &share, x, y);
        chart.draw_series(DashedLineSeries::new([(0.0, 0.0), (1.0, 1.0)], 5, 4, MUTED.stroke_width(1)))?;
        for (at, of) in study.thresholds.iter().enumerate() {
            chart.draw_series(LineSeries::new(series(of), colour(colour_of(study, at, of)).stroke_width(2)))?;
        }
        if let Some(of) = decided(study) {
            let at = of.curve.at(decides_at(study).0);
            let mark = (of.curve.fall_out(at), of.curve.recall(at));
            chart.draw_series([Circle::new(mark, 4, colour(1).filled())])?;
        }
        Ok(())
    })
}

/// Precision against recall.
pub(super) fn precision_recall(study: &Study) -> Result<Drawing, ReportError> {
    let series = |ClassCurve { curve, .. }: &ClassCurve| {
        thinned(curve.points.iter().filter_map(|at| Some((curve.recall(at), curve.precision(at)?))))
    };
    let averages = |curve: &ClassCurve| format!("{:.3} for {}", curve.curve.average_precision(), name(study, curve));
    let description = format!(
        "To the right more rows are taken for the class. On a dashed line rows are ranked by chance. The average \
         precision is {}, on {}.{}",
        listed(study, averages),
        study.measured_name(),
        decision(study, "orange mark")
    );
    let (x, y) = ("Rows of the class found (recall)", "Rows taken that are of it (precision)");
    let title = format!("Precision and recall{}", of_class(study));
    classes_image(study, title, description, |area| {
        let mut chart = framed!(area, 0.0..1.0, 0.0..1.02, &share, &share, x, y);
        for (at, of) in study.thresholds.iter().enumerate() {
            let stroke = colour(colour_of(study, at, of));
            let chance = of.curve.members as f64 / (of.curve.members + of.curve.others) as f64;
            chart.draw_series(DashedLineSeries::new([(0.0, chance), (1.0, chance)], 5, 4, stroke.stroke_width(1)))?;
            chart.draw_series(LineSeries::new(series(of), stroke.stroke_width(2)))?;
        }
        if let Some(of) = decided(study) {
            let at = of.curve.at(decides_at(study).0);
            let mark = of.curve.precision(at).map(|precision| (of.curve.recall(at), precision));
            chart.draw_series(mark.map(|mark| Circle::new(mark, 4, colour(1).filled())))?;
        }
        Ok(())
    })
}

/// Precision, recall and F1 against the threshold, for two classes.
pub(super) fn threshold(study: &Study, of: &ClassCurve) -> Result<Drawing, ReportError> {
    let curve = &of.curve;
    let what = if study.model.has_probabilities() { "Probability" } else { "Share of the votes" };
    let best = curve.points.iter().max_by(|a, b| curve.f1(a).total_cmp(&curve.f1(b)));
    let best = best.map_or(String::new(), |at| {
        format!(" F1 is largest from {} on, {}.", percent(at.threshold), percent(curve.f1(at)))
    });
    let description = format!(
        "Rows whose {} of {} is at least the threshold are taken for it, on {}.{best}{}",
        what.to_lowercase(),
        name(study, of),
        study.measured_name(),
        decision(study, "dashed line")
    );
    let title = format!("Precision, recall and F1 by threshold{}", of_class(study));
    let axis = format!("{what} from which on rows are taken");
    image(HEIGHT, title, description, |area| -> Drawn {
        let mut chart = framed!(area, 0.0..1.0, 0.0..1.02, &share, &share, axis, "Share");
        let at = decides_at(study).0;
        let line = [(at, 0.0), (at, 1.02)];
        chart.draw_series(DashedLineSeries::new(line, 5, 4, MUTED.stroke_width(1)))?;
        // All thresholds from one score to the next take the same rows.
        let steps = |of: &dyn Fn(&ThresholdPoint) -> Option<f64>| -> Vec<(f64, f64)> {
            let next = curve.points.iter().skip(2).map(|at| at.threshold).chain([0.0]);
            let step = |(at, next): (&ThresholdPoint, f64)| of(at).map(|y| [(at.threshold, y), (next, y)]);
            curve.points.iter().skip(1).zip(next).filter_map(step).flatten().collect()
        };
        let figures = [
            ("Precision", steps(&|at| curve.precision(at))),
            ("Recall", steps(&|at| Some(curve.recall(at)))),
            ("F1", steps(&|at| Some(curve.f1(at)))),
        ];
        for (at, (figure, line)) in figures.into_iter().enumerate() {
            chart.draw_series(LineSeries::new(thinned(line.into_iter()), colour(at).stroke_width(2)))?;
            let (left, bottom) = chart.backend_coord(&(0.0, 0.0));
            let y = bottom - 14 - 18 * (2 - at as i32);
            area.draw(&PathElement::new([(left + 10, y), (left + 28, y)], colour(at).stroke_width(2)))?;
            area.draw_text(figure, &letters(LETTERS, &INK, HPos::Left, VPos::Center), (left + 34, y))?;
        }
        Ok(())
    })
}

/// The curve of two classes.
fn decided(study: &Study) -> Option<&ClassCurve> {
    study.positive().and(study.thresholds.first())
}

/// The figures at the threshold where the model decides, in a sentence. `mark` is drawn there.
fn decision(study: &Study, mark: &str) -> String {
    decided(study).map_or(String::new(), |of| {
        let at = of.curve.at(decides_at(study).0);
        let precision = of
            .curve
            .precision(at)
            .map_or(String::new(), |precision| format!("; {} of the rows taken are of it", percent(precision)));
        let (_, threshold) = decides_at(study);
        format!(" At {threshold}, the {mark}, {} of the class is found{precision}.", percent(of.curve.recall(at)))
    })
}

/// The colour of a curve: that of its class, or the first if there is one curve.
fn colour_of(study: &Study, at: usize, of: &ClassCurve) -> usize {
    if study.positive().is_some() { at } else { of.class as usize }
}

fn name(study: &Study, of: &ClassCurve) -> String {
    shortened(&study.model.classes[of.class as usize], 30)
}

fn of_class(study: &Study) -> String {
    decided(study).map_or(String::new(), |of| format!(" of {}", name(study, of)))
}

fn listed(study: &Study, of: impl Fn(&ClassCurve) -> String) -> String {
    study.thresholds.iter().map(of).collect::<Vec<_>>().join(", ")
}

/// An image with a legend of classes where there are several curves.
fn classes_image(
    study: &Study,
    title: String,
    description: String,
    draw: impl FnOnce(&super::canvas::Area<'_>) -> Drawn,
) -> Result<Drawing, ReportError> {
    let several = study.positive().is_none();
    let named = if several { study.model.classes.iter().take(6).cloned().collect() } else { Vec::new() };
    image_of_classes(HEIGHT, &named, title, description, draw)
}

/// Leaves out points that are too near to the one before to be told apart. The last point stays.
fn thinned(points: impl Iterator<Item = (f64, f64)>) -> Vec<(f64, f64)> {
    let mut kept: Vec<(f64, f64)> = Vec::new();
    let mut last = None;
    for (x, y) in points {
        let near = kept.last().is_some_and(|&(a, b)| (x - a).abs() < NEAR && (y - b).abs() < NEAR);
        last = near.then_some((x, y));
        if !near {
            kept.push((x, y));
        }
    }
    kept.extend(last);
    kept
}
