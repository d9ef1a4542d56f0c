//! Score against the number of rules.

use super::canvas::{Drawn, INK, LETTERS, colour, framed, image, letters};
use super::drawing::Drawing;
use crate::ReportError;
use crate::words::{count, measure, score};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};
use rulegen::{Front, FrontRow};

/// The radius of the ring around the model chosen, which differs in colour and in shape, in pixels.
const RING: i32 = 8;

/// Draws the cross-validated score of each size with its standard error; the model chosen is
/// marked.
///
/// # Errors
/// [`ReportError::NothingToPlot`] if no size was cross-validated, and [`ReportError::Drawing`].
pub fn draw_front(front: &Front) -> Result<Drawing, ReportError> {
    let rows: Vec<(&FrontRow, f64, f64)> = front
        .rows
        .iter()
        .filter_map(|row| row.scores.first().map(|score| (row, score.mean, score.standard_error)))
        .collect();
    let nothing = || ReportError::NothingToPlot { plot: "front", why: "no size was cross-validated" };
    let most = rows.iter().map(|(row, ..)| row.rules).max().ok_or_else(nothing)?;
    let by = front.measures.first().ok_or_else(nothing)?;
    let named = measure(by);
    let said = |(row, score_of, error): &(&FrontRow, f64, f64)| {
        format!("{} with {} ± {}", count(row.rules, "rule"), score(by, *score_of), score(by, *error))
    };
    let chosen = rows.iter().find(|(row, ..)| row.chosen);
    let description = format!(
        "Each mark is a model: its mean {named} over {}, with its standard error up and down.{}",
        count(front.folds, "fold"),
        chosen.map_or(String::new(), |chosen| format!(" Chosen: {}.", said(chosen)))
    );
    let low = rows.iter().map(|(_, score, error)| score - error).fold(f64::INFINITY, f64::min);
    let high = rows.iter().map(|(_, score, error)| score + error).fold(f64::NEG_INFINITY, f64::max);
    let pad = (0.06 * (high - low)).max(1e-3);
    // Marks at both ends stand clear of the frame.
    let side = 0.03 * most.max(1) as f64;
    let title = format!("Cross-validated {named}, by number of rules");
    image(300, title, description, |area| -> Drawn {
        let whole = |x: &f64| if (x - x.round()).abs() < 1e-9 { format!("{}", x.round()) } else { String::new() };
        let heights = |y: &f64| score(by, *y).replace(".0%", "%");
        let y_name = format!("Cross-validated {named}");
        let (widths, range) = (-side..most.max(1) as f64 + side, low - pad..high + pad);
        let mut chart = framed!(area, widths, range, &whole, &heights, "Rules", y_name);
        let at = |row: &FrontRow| row.rules as f64;
        let line = rows.iter().map(|(row, score, _)| (at(row), *score));
        chart.draw_series(LineSeries::new(line, colour(0).stroke_width(1)))?;
        for (row, score, error) in &rows {
            let (x, of) = (at(row), colour(usize::from(row.chosen)));
            chart.draw_series([PathElement::new([(x, score - error), (x, score + error)], of.stroke_width(2))])?;
            chart.draw_series([Circle::new((x, *score), 3, of.filled())])?;
            if row.chosen {
                chart.draw_series([Circle::new((x, *score), RING, of.stroke_width(2))])?;
            }
        }
        if let Some((row, ..)) = chosen {
            let (right, bottom) = chart.backend_coord(&(most.max(1) as f64 + side, low - pad));
            let text = format!("Chosen: {}", count(row.rules, "rule"));
            area.draw(&Circle::new((right - 12, bottom - 16), 3, colour(1).filled()))?;
            area.draw(&Circle::new((right - 12, bottom - 16), RING, colour(1).stroke_width(2)))?;
            area.draw_text(&text, &letters(LETTERS, &INK, HPos::Right, VPos::Center), (right - 26, bottom - 16))?;
        }
        Ok(())
    })
}
