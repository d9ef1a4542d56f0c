//! Scatter plots of two shares.

use super::canvas::{Drawn, colour, framed, image_of_classes, share};
use super::drawing::Drawing;
use crate::ReportError;
use plotters::prelude::*;

/// Coverage against precision, with the class of each rule. Classes differ in shape as well as in
/// colour.
pub(super) fn draw(
    points: &[(f64, f64, usize)],
    classes: &[String],
    title: String,
    description: String,
) -> Result<Drawing, ReportError> {
    let most = points.iter().map(|p| p.0).fold(0.0, f64::max).max(0.01);
    let least = points.iter().map(|p| p.1).fold(1.0, f64::min);
    let floor = ((least * 10.0).floor() / 10.0).clamp(0.0, 0.9);
    image_of_classes(300, classes, title, description, |area| -> Drawn {
        let (x, y) = ("Rows covered", "Of these, of the rule's class");
        let heights = floor..1.0 + 0.03 * (1.0 - floor);
        let mut chart = framed!(area, 0.0..most * 1.05, heights, &share, &share, x, y);
        let of = |shape: usize| points.iter().filter(move |p| p.2 % 3 == shape);
        let style = |class: usize| colour(class).mix(0.75).filled();
        chart.draw_series(of(0).map(|&(x, y, class)| Circle::new((x, y), 4, style(class))))?;
        chart.draw_series(of(1).map(|&(x, y, class)| TriangleMarker::new((x, y), 5, style(class))))?;
        chart.draw_series(of(2).map(|&(x, y, class)| Cross::new((x, y), 4, colour(class).stroke_width(2))))?;
        Ok(())
    })
}
