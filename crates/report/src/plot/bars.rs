//! Horizontal bars with names, and vertical columns over numbers.

use super::canvas::{
    Drawn, GRID, INK, LETTERS, MUTED, axis_letters, colour, draw_foot, image, image_of_classes, letters, share, span,
};
use super::drawing::Drawing;
use crate::ReportError;
use crate::words::{number, thousands};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

/// The height of a bar with its gap, and of the space above and below all bars, in pixels.
const LINE: usize = 22;
const MARGINS: usize = 70;

/// The width for names on the left, in pixels.
const NAMES: u32 = 165;

/// One bar.
#[derive(Clone, Debug)]
pub(super) struct Bar {
    /// Its name.
    pub(super) label: String,
    /// Its end, from 0: negative to the left.
    pub(super) value: f64,
    /// The text at its end.
    pub(super) text: String,
    /// The class whose colour it has.
    pub(super) class: usize,
}

/// Bars from top to bottom, with a legend of the classes below.
pub(super) fn draw(
    bars: &[Bar],
    classes: &[String],
    axis: &str,
    title: String,
    description: String,
) -> Result<Drawing, ReportError> {
    let short = bars.iter().all(|bar| bar.label.chars().count() <= 10);
    let names = if short { 70 } else { NAMES };
    let least = bars.iter().map(|bar| bar.value).fold(0.0, f64::min);
    let most = bars.iter().map(|bar| bar.value).fold(0.0, f64::max);
    let most = if most - least > 0.0 { most } else { 1.0 };
    // Space for the figures at the ends of the longest bars.
    let room = 0.2 * (most - least);
    let low = if least < 0.0 { least - room } else { 0.0 };
    let height = (bars.len() * LINE + MARGINS) as u32;
    image_of_classes(height, classes, title, description, |area| -> Drawn {
        let mut chart = ChartBuilder::on(area)
            .margin(8)
            .margin_right(14)
            .x_label_area_size(46)
            .y_label_area_size(names)
            .build_cartesian_2d(span(low, most + room)?, 0.0..bars.len() as f64)?;
        let shares = most <= 1.0 && bars.iter().all(|bar| bar.text.ends_with('%'));
        draw_foot(&mut chart, axis, |x| if shares { share(x) } else { number(*x) })?;
        let middle = |at: usize| bars.len() as f64 - at as f64 - 0.5;
        chart.draw_series(bars.iter().enumerate().map(|(at, bar)| {
            let (y, half) = (middle(at), 0.36);
            Rectangle::new([(bar.value.min(0.0), y - half), (bar.value.max(0.0), y + half)], colour(bar.class).filled())
        }))?;
        if low < 0.0 {
            chart.draw_series([PathElement::new([(0.0, 0.0), (0.0, bars.len() as f64)], MUTED)])?;
        }
        for (at, bar) in bars.iter().enumerate() {
            let (x, y) = chart.backend_coord(&(bar.value, middle(at)));
            let (left, _) = chart.backend_coord(&(low, middle(at)));
            let (side, gap) = if bar.value < 0.0 { (HPos::Right, -5) } else { (HPos::Left, 5) };
            area.draw_text(&bar.text, &letters(LETTERS, &MUTED, side, VPos::Center), (x + gap, y))?;
            area.draw_text(&bar.label, &letters(LETTERS, &INK, HPos::Right, VPos::Center), (left - 6, y))?;
        }
        Ok(())
    })
}

/// Columns from left to right. `axes` are the names of the horizontal and the vertical axis.
pub(super) fn draw_columns(
    columns: &[(String, usize)],
    axes: (&str, &str),
    title: String,
    description: String,
) -> Result<Drawing, ReportError> {
    let most = columns.iter().map(|(_, n)| *n).max().unwrap_or(0).max(1);
    image(280, title, description, |area| -> Drawn {
        let mut chart = ChartBuilder::on(area)
            .margin(8)
            .margin_right(14)
            .x_label_area_size(46)
            .y_label_area_size(68)
            .build_cartesian_2d(-0.5..columns.len() as f64 - 0.5, 0.0..most as f64 * 1.05)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .x_labels(0)
            .y_labels(5)
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .axis_style(MUTED)
            .label_style(axis_letters())
            .y_label_formatter(&|y| thousands(y.round() as usize))
            .x_desc(axes.0)
            .y_desc(axes.1)
            .draw()?;
        // A bar of height 0 is not drawn.
        chart.draw_series(columns.iter().enumerate().filter(|(_, (_, n))| *n > 0).map(|(at, (_, n))| {
            let x = at as f64;
            Rectangle::new([(x - 0.4, 0.0), (x + 0.4, *n as f64)], colour(0).filled())
        }))?;
        // Names stand below every column, or below every other one if there are many.
        let every = columns.len().div_ceil(14);
        for (at, (name, _)) in columns.iter().enumerate().filter(|(at, _)| at % every == 0) {
            let (x, y) = chart.backend_coord(&(at as f64, 0.0));
            area.draw_text(name, &letters(LETTERS, &MUTED, HPos::Center, VPos::Top), (x, y + 6))?;
        }
        Ok(())
    })
}
