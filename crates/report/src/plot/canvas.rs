//! The parts that all plots share: size, colours, letters, and the frame of an image.

use super::drawing::Drawing;
use crate::ReportError;
use crate::words::{percent, printable, shortened};
use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::ops::Range;

/// The width of all plots in pixels: narrow enough for letters to be readable on a telephone.
pub(super) const WIDTH: u32 = 460;

/// The height of letters in the library's units: about 1.24 times the font size.
pub(super) const LETTERS: u32 = 16;
pub(super) const LARGE: u32 = 20;

/// Letters and frames.
pub(super) const INK: RGBColor = RGBColor(0x1f, 0x29, 0x33);
/// Axes and notes.
pub(super) const MUTED: RGBColor = RGBColor(0x5b, 0x67, 0x73);
/// Lines behind the data.
pub(super) const GRID: RGBColor = RGBColor(0xdd, 0xe3, 0xe8);

/// The colours of Okabe and Ito; those that differ most from each other on white come first.
const COLOURS: [RGBColor; 6] = [
    RGBColor(0x00, 0x72, 0xb2),
    RGBColor(0xd5, 0x5e, 0x00),
    RGBColor(0x00, 0x9e, 0x73),
    RGBColor(0xcc, 0x79, 0xa7),
    RGBColor(0xb8, 0x86, 0x00),
    RGBColor(0x56, 0xb4, 0xe9),
];

const COLOUR_NAMES: [&str; 6] = ["blue", "orange", "green", "pink", "ochre", "light blue"];

/// The area that plots are drawn on.
pub(super) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// The result of drawing with the library.
pub(super) type Drawn = Result<(), Box<dyn std::error::Error + Send + Sync>>;

/// The colour of a class or of a series.
pub(super) fn colour(class: usize) -> RGBColor {
    COLOURS[class % COLOURS.len()]
}

/// Describes which class has which colour.
pub(super) fn legend(classes: &[String]) -> String {
    let mut names: Vec<String> = classes
        .iter()
        .take(COLOURS.len())
        .enumerate()
        .map(|(k, class)| format!("{} is {class}", COLOUR_NAMES[k]))
        .collect();
    if classes.len() > COLOURS.len() {
        names.push("further classes begin again".into());
    }
    names.join(", ")
}

/// Draws an image of this height with a legend of the classes below. Classes beyond the number of
/// colours are named in words only.
pub(super) fn image_of_classes(
    height: u32,
    classes: &[String],
    title: String,
    description: String,
    draw: impl FnOnce(&Area<'_>) -> Drawn,
) -> Result<Drawing, ReportError> {
    const LINE: u32 = 22;
    // The rough width of a letter: too much is better than too little.
    const LETTER: u32 = 9;
    let names: Vec<String> = classes.iter().take(COLOURS.len()).map(|class| shortened(class, 30)).collect();
    let (mut places, mut x, mut line) = (Vec::new(), 0, 0);
    for name in &names {
        let width = 30 + LETTER * name.chars().count() as u32;
        if x > 0 && x + width > WIDTH - 20 {
            (x, line) = (0, line + 1);
        }
        places.push((x + 20, line * LINE + LINE / 2));
        x += width;
    }
    let below = if names.is_empty() { 0 } else { (line + 1) * LINE + 4 };
    image(height + below, title, description, |area| {
        let (plot, legend) = area.split_vertically(height);
        draw(&plot)?;
        for (class, (name, &(x, y))) in names.iter().zip(&places).enumerate() {
            let (x, y) = (x as i32, y as i32);
            legend.draw(&Circle::new((x, y), 5, colour(class).filled()))?;
            legend.draw_text(name, &letters(LETTERS, &INK, HPos::Left, VPos::Center), (x + 10, y))?;
        }
        Ok(())
    })
}

/// Letters of this size, from this anchor.
pub(super) fn letters(size: u32, colour: &RGBColor, horizontal: HPos, vertical: VPos) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(colour).pos(Pos::new(horizontal, vertical))
}

/// Letters of axes.
pub(super) fn axis_letters() -> TextStyle<'static> {
    ("sans-serif", LETTERS).into_font().color(&MUTED)
}

/// Draws an image of this height.
pub(super) fn image(
    height: u32,
    title: String,
    description: String,
    draw: impl FnOnce(&Area<'_>) -> Drawn,
) -> Result<Drawing, ReportError> {
    let failed = |error: Box<dyn std::error::Error + Send + Sync>| ReportError::Drawing(error.to_string());
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (WIDTH, height)).into_drawing_area();
        area.fill(&WHITE).map_err(|error| failed(error.into()))?;
        draw(&area).map_err(failed)?;
        area.present().map_err(|error| failed(error.into()))?;
    }
    let label = format!(" role=\"img\" aria-label=\"{}\">", escaped(&format!("{title}. {description}")));
    let words = format!("<title>{}</title>\n<desc>{}</desc>", escaped(&title), escaped(&description));
    let svg = svg.replacen('>', &format!("{label}\n{words}"), 1);
    Ok(Drawing { svg, title, description })
}

/// A text inside XML.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in printable(text).chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c => escaped.push(c),
        }
    }
    escaped
}

/// The least width of an axis, relative to the numbers at its ends: with less, steps between its
/// marks are lost in rounding.
const NARROWEST: f64 = 1e-12;

/// The range of an axis.
///
/// # Errors
/// Numbers that are so large or so near to each other that the library would look for marks for
/// ever.
pub(super) fn span(low: f64, high: f64) -> Result<Range<f64>, Box<dyn std::error::Error + Send + Sync>> {
    // Phrased as acceptance, so that NaN fails.
    match (high - low).is_finite() && high - low > NARROWEST * low.abs().max(high.abs()) {
        true => Ok(low..high),
        false => Err(format!("no axis goes from {low:e} to {high:e}").into()),
    }
}

/// Frames a chart with axes and a grid, and gives it back as `$chart`.
macro_rules! framed {
    ($area:expr, $x:expr, $y:expr, $x_label:expr, $y_label:expr, $x_name:expr, $y_name:expr) => {{
        let mut chart = ChartBuilder::on($area)
            .margin(12)
            .margin_right(18)
            .x_label_area_size(46)
            .y_label_area_size(68)
            .build_cartesian_2d(
                $crate::plot::canvas::span($x.start, $x.end)?,
                $crate::plot::canvas::span($y.start, $y.end)?,
            )?;
        chart
            .configure_mesh()
            .x_labels(6)
            .y_labels(6)
            .light_line_style(TRANSPARENT)
            .bold_line_style($crate::plot::canvas::GRID)
            .axis_style($crate::plot::canvas::MUTED)
            .label_style($crate::plot::canvas::axis_letters())
            .x_label_formatter($x_label)
            .y_label_formatter($y_label)
            .x_desc($x_name)
            .y_desc($y_name)
            .draw()?;
        chart
    }};
}
pub(super) use framed;

/// A share on an axis.
pub(super) fn share(x: &f64) -> String {
    percent(*x).replace(".0%", "%")
}

/// Axes of plots with items one below the other: numbers along the bottom, none up the side.
pub(super) fn draw_foot(
    chart: &mut ChartContext<'_, SVGBackend<'_>, Cartesian2d<RangedCoordf64, RangedCoordf64>>,
    says: &str,
    figure: impl Fn(&f64) -> String,
) -> Drawn {
    chart
        .configure_mesh()
        .disable_y_mesh()
        .disable_y_axis()
        .x_labels(5)
        .light_line_style(TRANSPARENT)
        .bold_line_style(GRID)
        .axis_style(MUTED)
        .label_style(axis_letters())
        .x_label_formatter(&figure)
        .x_desc(says)
        .draw()?;
    Ok(())
}
