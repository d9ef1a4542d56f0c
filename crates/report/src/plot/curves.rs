//! Lines: calibration, convergence, and what complexity buys.

use super::Drawing;
use super::canvas::{Drawn, INK, LETTERS, MUTED, colour, framed, image, letters, share};
use crate::words::{number, number_below, percent};
use crate::{Calibration, ComplexityPath, PathPoint, ReportError, Study, Trace};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

/// Share of the votes against observed frequency.
pub(super) fn calibration(study: &Study, calibration: &Calibration) -> Result<Drawing, ReportError> {
    let of = match calibration.class {
        Some(k) => format!("of {}", study.model.classes[k as usize]),
        None => "of the class that is said".into(),
    };
    let description = format!(
        "On the dashed line the share of the votes is as large as the share of rows that are of the class. On average \
         the two differ by {}. Lines up and down are 95% intervals.",
        percent(calibration.mean_gap)
    );
    let title = format!("Share of the votes {of}, and how often it is true");
    image(320, title, description, |area| -> Drawn {
        let (x, y) = ("Share of the votes", "Rows that are of the class");
        let mut chart = framed!(area, 0.0..1.0, 0.0..1.02, &share, &share, x, y);
        chart.draw_series(DashedLineSeries::new([(0.0, 0.0), (1.0, 1.0)], 5, 4, MUTED.stroke_width(1)))?;
        for bin in &calibration.bins {
            if let (Some(observed), Some([low, high])) = (bin.observed.rate, bin.observed.interval) {
                let x = bin.share;
                chart.draw_series([PathElement::new([(x, low), (x, high)], colour(0).stroke_width(2))])?;
                chart.draw_series([Circle::new((x, observed), 4, colour(0).filled())])?;
            }
        }
        Ok(())
    })
}

/// Objective and bound by round.
pub(super) fn convergence(trace: &Trace) -> Result<Drawing, ReportError> {
    let rounds = &trace.rounds;
    let (first, last) = (&rounds[0], &rounds[rounds.len() - 1]);
    let bounds: Vec<(f64, f64)> =
        rounds.iter().filter_map(|round| Some((round.iteration as f64, round.lower_bound?))).collect();
    let highest = rounds.iter().map(|round| round.objective).fold(last.objective, f64::max);
    let lowest = rounds.iter().map(|round| round.objective).fold(last.objective, f64::min);
    // First bounds may be far below everything: as much room below as above is enough to see them come.
    let room = (highest - lowest).max(1e-9 * highest.abs()).max(f64::MIN_POSITIVE);
    let floor = bounds.iter().map(|bound| bound.1).fold(lowest, f64::min).max(lowest - room);
    let said = match last.lower_bound {
        Some(bound) => format!("The bound that was proved ends at {}.", number_below(bound)),
        None => "No bound was proved.".into(),
    };
    let description = format!(
        "The score that training minimises went from {} to {} in {} rounds. {said}",
        number(first.objective),
        number(last.objective),
        rounds.len()
    );
    let along = first.iteration as f64..(last.iteration as f64).max(first.iteration as f64 + 1.0);
    let (low, high) = (floor - 0.03 * (highest - floor), highest + 0.05 * (highest - floor).max(room));
    image(300, "Score and proved bound, by round".into(), description, |area| -> Drawn {
        let whole = |x: &f64| if (x - x.round()).abs() < 1e-9 { number(x.round()) } else { String::new() };
        let mut chart = framed!(area, along, low..high, &whole, &|y: &f64| number(*y), "Round", "Score");
        let objectives = rounds.iter().map(|round| (round.iteration as f64, round.objective));
        chart.draw_series(LineSeries::new(objectives, colour(0).stroke_width(2)))?;
        let below = |&(x, y): &(f64, f64)| (x, y.max(low));
        chart.draw_series(DashedLineSeries::new(bounds.iter().map(below), 6, 4, colour(1).stroke_width(2)))?;
        let (right, top) = chart.backend_coord(&(chart.x_range().end, chart.y_range().end));
        legend(area, (right, top + 8), "Score", 0, false)?;
        if !bounds.is_empty() {
            legend(area, (right, top + 26), "Proved bound", 1, true)?;
        }
        Ok(())
    })
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

/// Accuracy against complexity.
pub(super) fn front(path: &ComplexityPath) -> Result<Drawing, ReportError> {
    let points = &path.points;
    let value = |p: &PathPoint| if path.of_unseen { p.unseen.unwrap_or(p.training) } else { p.training };
    let of = if path.of_unseen { "rows that were not learned from" } else { "training rows" };
    let best: Vec<String> = points
        .iter()
        .filter(|p| p.on_front)
        .take(8)
        .map(|p| format!("{} at complexity {}", percent(value(p)), number(p.complexity)))
        .collect();
    let description = format!(
        "Each mark is a rule set. The line joins those that no simpler one equals, by right answers on {of}: {}.",
        best.join(", ")
    );
    let all = points.iter().flat_map(|p| [Some(p.training), p.unseen]).flatten();
    let least = all.fold(1.0, f64::min);
    let floor = ((least * 20.0).floor() / 20.0).min(0.95);
    let most = points[points.len() - 1].complexity.max(1.0) * 1.06;
    image(300, "What complexity buys".into(), description, |area| -> Drawn {
        let (x, y) = ("Complexity: rules and their conditions", "Right answers");
        let ceiling = 1.0 + 0.04 * (1.0 - floor);
        let mut chart = framed!(area, 0.0..most, floor..ceiling, &|x: &f64| number(*x), &share, x, y);
        let front = points.iter().filter(|p| p.on_front).map(|p| (p.complexity, value(p)));
        chart.draw_series(LineSeries::new(front, colour(0).stroke_width(2)))?;
        chart.draw_series(points.iter().map(|p| Circle::new((p.complexity, value(p)), 4, colour(0).filled())))?;
        let (right, bottom) = chart.backend_coord(&(most, floor));
        legend(area, (right, bottom - 30), if path.of_unseen { "Unseen rows" } else { "Training rows" }, 0, false)?;
        if path.of_unseen {
            let training = points.iter().map(|p| (p.complexity, p.training));
            chart.draw_series(training.map(|at| TriangleMarker::new(at, 4, colour(1).filled())))?;
            area.draw(&TriangleMarker::new((right - 12, bottom - 12), 4, colour(1).filled()))?;
            area.draw_text(
                "Training rows",
                &letters(LETTERS, &INK, HPos::Right, VPos::Center),
                (right - 30, bottom - 12),
            )?;
        }
        Ok(())
    })
}
