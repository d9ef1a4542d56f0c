//! Marks of two shares.

use super::Drawing;
use super::canvas::{Drawn, GRID, MUTED, axis_letters, colour, image};
use crate::ReportError;
use crate::words::percent;
use plotters::prelude::*;

/// Coverage along, precision up, and the class of each rule. Classes differ in shape as well as in colour.
pub(super) fn draw(points: &[(f64, f64, usize)], title: String, description: String) -> Result<Drawing, ReportError> {
    let most = points.iter().map(|p| p.0).fold(0.0, f64::max).max(0.01);
    let least = points.iter().map(|p| p.1).fold(1.0, f64::min);
    let floor = ((least * 10.0).floor() / 10.0).clamp(0.0, 0.9);
    image(300, title, description, |area| -> Drawn {
        let mut chart = ChartBuilder::on(area)
            .margin(12)
            .x_label_area_size(46)
            .y_label_area_size(64)
            .build_cartesian_2d(0.0..most * 1.05, floor..1.0 + 0.03 * (1.0 - floor))?;
        let share = |x: &f64| percent(*x).replace(".0%", "%");
        chart
            .configure_mesh()
            .x_labels(6)
            .y_labels(6)
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .axis_style(MUTED)
            .label_style(axis_letters())
            .x_label_formatter(&share)
            .y_label_formatter(&share)
            .x_desc("Rows covered")
            .y_desc("Of these, of the rule's class")
            .draw()?;
        let of = |shape: usize| points.iter().filter(move |p| p.2 % 3 == shape);
        let style = |class: usize| colour(class).mix(0.75).filled();
        chart.draw_series(of(0).map(|&(x, y, class)| Circle::new((x, y), 4, style(class))))?;
        chart.draw_series(of(1).map(|&(x, y, class)| TriangleMarker::new((x, y), 5, style(class))))?;
        chart.draw_series(of(2).map(|&(x, y, class)| Cross::new((x, y), 4, colour(class).stroke_width(2))))?;
        Ok(())
    })
}
