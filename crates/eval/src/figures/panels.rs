//! Panels beside each other, under a legend.

use super::{Axis, FigureError};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// The colours of Okabe and Ito, which most people can tell apart; those that differ most on white
/// come first.
const COLOURS: [u32; 7] = [0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7, 0xE69F00, 0x56B4E9, 0x000000];

/// The height of a line of the legend in pixels.
const LEGEND: u32 = 20;

/// The rough width of a letter of the legend: too much is better than too little.
const LETTER: u32 = 8;

/// The height of letters in the library's units: about 1.24 times the font size.
const LETTERS: u32 = 15;

pub(crate) type Point = (f64, f64);
type DrawError = Box<dyn std::error::Error + Send + Sync>;
type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// The way in which a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stroke {
    Solid,
    Dashed,
    Dotted,
}

/// Points that are joined. Lines that are not solid are drawn over the others, which show between
/// their dashes.
pub(crate) struct Line {
    pub(crate) points: Vec<Point>,
    /// The place of its name in the legend; none for a line behind the data.
    pub(crate) series: Option<usize>,
    pub(crate) stroke: Stroke,
}

/// Points that are marked. Series differ in shape as well as in colour.
pub(crate) struct Marks {
    pub(crate) points: Vec<Point>,
    pub(crate) series: usize,
}

/// A chart of a figure.
pub(crate) struct Panel {
    pub(crate) title: String,
    pub(crate) x: Axis,
    pub(crate) y: Axis,
    pub(crate) lines: Vec<Line>,
    pub(crate) marks: Vec<Marks>,
}

/// Charts beside each other that share their names of axes and of series.
pub(crate) struct Figure<'a> {
    /// The description for readers who do not see it.
    pub(crate) caption: &'a str,
    pub(crate) x: Vec<&'a str>,
    pub(crate) y: &'a str,
    /// The legend, the names of series.
    pub(crate) names: &'a [String],
    /// More of the legend, in words.
    pub(crate) note: &'a str,
    pub(crate) panels: Vec<Panel>,
    /// The number of panels beside each other.
    pub(crate) across: usize,
    /// Width and height of a panel in pixels.
    pub(crate) size: (u32, u32),
}

impl Figure<'_> {
    /// Draws the figure as SVG.
    ///
    /// # Errors
    /// The library fails.
    pub(crate) fn draw(&self) -> Result<String, FigureError> {
        self.svg().map_err(|error| FigureError::Drawing(error.to_string().replace('\n', " ")))
    }

    fn svg(&self) -> Result<String, DrawError> {
        let columns = self.panels.len().clamp(1, self.across);
        let rows = self.panels.len().div_ceil(columns);
        let width = self.size.0 * columns as u32;
        let places = self.legend(width);
        let above = places.last().map_or(0, |(_, y)| *y as u32 + LEGEND);
        let letters = ("sans-serif", LETTERS).into_font().color(&BLACK).pos(Pos::new(HPos::Left, VPos::Center));
        let mut svg = String::new();
        let root = SVGBackend::with_string(&mut svg, (width, self.size.1 * rows as u32 + above)).into_drawing_area();
        root.fill(&WHITE)?;
        let (top, below) = root.split_vertically(above);
        for (series, (name, &(x, y))) in self.names.iter().zip(&places).enumerate() {
            top.draw(&PathElement::new([(x, y), (x + 22, y)], colour(series).stroke_width(2)))?;
            top.draw(&mark((x + 11, y), series))?;
            top.draw(&Text::new(name.clone(), (x + 28, y), letters.clone()))?;
        }
        if let Some(&(x, y)) = places.last().filter(|_| !self.note.is_empty()) {
            top.draw(&Text::new(self.note, (x, y), letters))?;
        }
        let areas = below.split_evenly((rows, columns));
        for (at, (area, panel)) in areas.iter().zip(&self.panels).enumerate() {
            // Names of axes stand at the margins of the figure.
            let last = at + columns >= self.panels.len();
            let x = self.x[at % self.x.len()];
            let names = (if last || self.x.len() > 1 { x } else { "" }, if at % columns == 0 { self.y } else { "" });
            panel.draw(area, names)?;
        }
        root.present()?;
        // The areas write to the text until they are gone.
        drop((areas, top, below, root));
        let caption = self.caption.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        Ok(svg.replacen('>', &format!(">\n<title>{caption}</title>"), 1))
    }

    /// The places of names and of the note in the legend, in as many lines as they need.
    fn legend(&self, width: u32) -> Vec<(i32, i32)> {
        let (mut x, mut line, mut places) = (12, 0, Vec::new());
        let note = Some(self.note).filter(|note| !note.is_empty());
        for name in self.names.iter().map(String::as_str).chain(note) {
            let need = 40 + LETTER * name.chars().count() as u32;
            if x > 12 && x + need > width {
                (x, line) = (12, line + 1);
            }
            places.push((x as i32, (line * LEGEND + LEGEND / 2 + 4) as i32));
            x += need;
        }
        places
    }
}

impl Panel {
    fn draw(&self, area: &Area<'_>, (x_name, y_name): (&str, &str)) -> Result<(), DrawError> {
        let (x, y) = (&self.x, &self.y);
        let style = ("sans-serif", LETTERS).into_font();
        let mut chart = ChartBuilder::on(area)
            .caption(&self.title, style.clone())
            .margin(6)
            .margin_right(14)
            .x_label_area_size(38)
            .y_label_area_size(74)
            .build_cartesian_2d(x.clone(), y.clone())?;
        chart
            .configure_mesh()
            .x_desc(x_name)
            .y_desc(y_name)
            .label_style(("sans-serif", LETTERS - 2))
            .axis_desc_style(("sans-serif", LETTERS - 1))
            .light_line_style(TRANSPARENT)
            .bold_line_style(RGBColor(0xdd, 0xe3, 0xe8))
            .draw()?;
        let (solid, broken): (Vec<&Line>, Vec<&Line>) =
            self.lines.iter().partition(|line| line.stroke == Stroke::Solid);
        for Line { points, series, stroke } in solid.into_iter().chain(broken) {
            let style = series.map_or(BLACK.mix(0.4).stroke_width(1), |series| colour(series).stroke_width(2));
            let points = points.iter().copied();
            match stroke {
                Stroke::Solid => drop(chart.draw_series(LineSeries::new(points, style))?),
                Stroke::Dashed => drop(chart.draw_series(DashedLineSeries::new(points, 6, 4, style))?),
                Stroke::Dotted => drop(chart.draw_series(DashedLineSeries::new(points, 2, 4, style))?),
            }
        }
        let (left, top) = area.get_base_pixel();
        for Marks { points, series } in &self.marks {
            for (x, y) in points.iter().map(|point| chart.backend_coord(point)) {
                area.draw(&mark((x - left, y - top), *series))?;
            }
        }
        Ok(())
    }
}

/// The mark of a series, centred at a point of an area.
fn mark<'a>((x, y): (i32, i32), series: usize) -> DynElement<'static, SVGBackend<'a>, (i32, i32)> {
    let style = colour(series).filled();
    match series % 4 {
        0 => Circle::new((x, y), 4, style).into_dyn(),
        1 => TriangleMarker::new((x, y), 5, style).into_dyn(),
        2 => Rectangle::new([(x - 3, y - 3), (x + 4, y + 4)], style).into_dyn(),
        _ => Cross::new((x, y), 4, colour(series).stroke_width(2)).into_dyn(),
    }
}

fn colour(series: usize) -> RGBColor {
    let [_, red, green, blue] = COLOURS[series % COLOURS.len()].to_be_bytes();
    RGBColor(red, green, blue)
}
