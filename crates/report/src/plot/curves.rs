//! Line plots: calibration and convergence.

use super::canvas::{Drawn, GRID, INK, LETTERS, MUTED, axis_letters, colour, framed, image, letters, share};
use super::drawing::Drawing;
use crate::words::{count, number, number_below, percent, thousands};
use crate::{Calibration, ReportError, Study, Trace};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};
use rulegen_eval::TraceRow;

/// The height of the curve, and of the counts below it, in pixels.
const CURVE: u32 = 300;
const COUNTS: u32 = 130;

/// Probabilities, or shares of the votes, against observed frequency, over the number of rows.
pub(super) fn calibration(study: &Study, calibration: &Calibration) -> Result<Drawing, ReportError> {
    let of = match calibration.class {
        Some(k) => format!("of {}", study.model.classes[k as usize]),
        None => "of the predicted class".into(),
    };
    let (what, axis) = match calibration.of_probabilities {
        true => ("probability", "Probability"),
        false => ("share of the votes", "Share of the votes"),
    };
    let description = format!(
        "On the dashed line the {what} is as large as the share of rows that are of the class. On average \
         the two differ by {}. Lines up and down are 95% intervals. Below, the number of rows by {what}.",
        percent(calibration.curve.error.value)
    );
    let title = format!("{axis} {of}, and how often the class is correct");
    let bins = &calibration.curve.bins;
    let most = bins.iter().map(|bin| bin.observed.n).max().unwrap_or(0).max(1);
    image(CURVE + COUNTS, title, description, |area| -> Drawn {
        let (above, below) = area.split_vertically(CURVE);
        let mut chart = framed!(&above, 0.0..1.0, 0.0..1.02, &share, &share, axis, "Rows that are of the class");
        chart.draw_series(DashedLineSeries::new([(0.0, 0.0), (1.0, 1.0)], 5, 4, MUTED.stroke_width(1)))?;
        for bin in bins {
            if let (Some(observed), Some([low, high])) = (bin.observed.rate, bin.observed.interval) {
                let x = bin.mean;
                chart.draw_series([PathElement::new([(x, low), (x, high)], colour(0).stroke_width(2))])?;
                chart.draw_series([Circle::new((x, observed), 4, colour(0).filled())])?;
            }
        }
        let mut counts = ChartBuilder::on(&below)
            .margin(12)
            .margin_right(18)
            .x_label_area_size(8)
            .y_label_area_size(68)
            .build_cartesian_2d(0.0..1.0, 0.0..most as f64 * 1.05)?;
        counts
            .configure_mesh()
            .disable_x_mesh()
            .x_labels(0)
            .y_labels(3)
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .axis_style(MUTED)
            .label_style(axis_letters())
            .y_label_formatter(&|y| thousands(y.round() as usize))
            .y_desc("Rows")
            .draw()?;
        counts.draw_series(bins.iter().map(|bin| {
            Rectangle::new([(bin.low + 0.01, 0.0), (bin.low + 0.09, bin.observed.n as f64)], colour(0).filled())
        }))?;
        Ok(())
    })
}

/// Objective and bound by round. Runs stand one after the other: no line joins what belongs to two
/// of them.
pub(super) fn convergence(trace: &Trace) -> Result<Drawing, ReportError> {
    let (rounds, runs) = (&trace.rounds, trace.runs());
    let objectives = || rounds.iter().map(|round| round.objective);
    let bounds = || rounds.iter().filter_map(|round| round.lower_bound);
    let highest = objectives().fold(f64::NEG_INFINITY, f64::max);
    let lowest = objectives().fold(f64::INFINITY, f64::min);
    // First bounds may be far below the scores: as much space below as above is enough to show
    // them.
    let room = (highest - lowest).max(1e-9 * highest.abs()).max(f64::MIN_POSITIVE);
    let floor = bounds().fold(lowest, f64::min).max(lowest - room);
    let (low, high) = (floor - 0.03 * (highest - floor), highest + 0.05 * (highest - floor).max(room));
    let description = match runs.as_slice() {
        [run] => one_run(run),
        _ => format!(
            "{} runs of the search, one for each class or limit, stand one after the other with {} rounds in all. Each \
             has a score and a bound of its own.",
            runs.len(),
            rounds.len()
        ),
    };
    let last = rounds.len().max(2) as f64;
    image(300, "Score and proved bound, by round".into(), description, |area| -> Drawn {
        let whole = |x: &f64| if (x - x.round()).abs() < 1e-9 { number(x.round()) } else { String::new() };
        let mut chart = framed!(area, 1.0..last, low..high, &whole, &|y: &f64| number(*y), "Round", "Score");
        let mut before = 0;
        for run in &runs {
            let numbered = run.iter().zip(before + 1..).map(|(round, x)| (x as f64, round));
            let scores: Vec<(f64, f64)> = numbered.clone().map(|(x, round)| (x, round.objective)).collect();
            let proved: Vec<(f64, f64)> =
                numbered.filter_map(|(x, round)| Some((x, round.lower_bound?.max(low)))).collect();
            // The last bound is the best, and may be the only one.
            chart.draw_series(proved.last().map(|&at| Circle::new(at, 3, colour(1).filled())))?;
            chart.draw_series(LineSeries::new(scores.clone(), colour(0).stroke_width(2)))?;
            chart.draw_series(DashedLineSeries::new(proved, 6, 4, colour(1).stroke_width(2)))?;
            if runs.len() > 1 {
                // A run of one round makes no line.
                chart.draw_series(scores.into_iter().take(1).map(|at| Circle::new(at, 3, colour(0).filled())))?;
            }
            before += run.len();
        }
        let (right, top) = chart.backend_coord(&(last, high));
        legend(area, (right, top + 8), "Score", 0, false)?;
        if bounds().next().is_some() {
            legend(area, (right, top + 26), "Proved bound", 1, true)?;
        }
        Ok(())
    })
}

/// The outcome of one run.
fn one_run(run: &[TraceRow]) -> String {
    let (first, last) = (&run[0], &run[run.len() - 1]);
    let said = match last.lower_bound {
        Some(bound) => format!("The proved bound ends at {}.", number_below(bound)),
        None => "No bound was proved.".into(),
    };
    format!(
        "The score that training minimises went from {} to {} in {}. {said}",
        number(first.objective),
        number(last.objective),
        count(run.len(), "round")
    )
}

/// A line of the legend, to the left of this point.
fn legend(area: &super::canvas::Area<'_>, (x, y): (i32, i32), text: &str, class: usize, dashed: bool) -> Drawn {
    let line = |from: i32, to: i32| PathElement::new([(x + from, y), (x + to, y)], colour(class).stroke_width(2));
    if dashed {
        area.draw(&line(-24, -15))?;
        area.draw(&line(-9, 0))?;
    } else {
        area.draw(&line(-24, 0))?;
    }
    area.draw_text(text, &letters(LETTERS, &INK, HPos::Right, VPos::Center), (x - 30, y))?;
    Ok(())
}
