//! Plots of results.

use super::measure::Measure;
use super::spec::PlotSpec;
use super::tally::{Contender, Tally};
use crate::pareto_front;
use plotters::coord::Shift;
use plotters::prelude::*;
use std::ops::Range;

/// The side of a panel in pixels.
const PANEL: u32 = 320;

/// The number of panels beside each other.
const ACROSS: usize = 3;

/// An axis is logarithmic from this ratio of the largest to the least value on.
const CROWDED: f64 = 20.0;

/// Colours that most people can tell apart (Okabe and Ito).
const COLOURS: [u32; 7] = [0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7, 0xE69F00, 0x56B4E9, 0x000000];

type Point = (f64, f64);
type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type DrawError = Box<dyn std::error::Error>;

/// One of several charts beside each other.
struct Panel<'a> {
    title: &'a str,
    x: &'a str,
    y: &'a str,
    /// The points of each series, in its colour.
    series: Vec<Vec<Point>>,
    /// True if both axes are the same, with the diagonal drawn.
    diagonal: bool,
}

/// Draws a plot as SVG under its caption, if there is anything to show.
pub(crate) fn draw(plot: &PlotSpec, tally: &Tally) -> Result<Option<(String, String)>, DrawError> {
    match plot {
        PlotSpec::Tradeoff {} => tradeoff(tally),
        PlotSpec::Versus { x, y, measures } => {
            let of = |name: &str| tally.contenders.iter().find(|contender| contender.method == name);
            let Some((a, b)) = of(x).zip(of(y)) else { return Ok(None) };
            let panel = |&measure: &Measure| {
                let scaled = |(a, b)| (measure.scaled(a), measure.scaled(b));
                let means = tally.sets.iter().filter_map(|set| tally.means(a, b, set, measure).map(scaled));
                Panel { title: measure.title, x, y, series: vec![means.collect()], diagonal: true }
            };
            let svg = on_panels(&measures.iter().map(panel).collect::<Vec<_>>(), &[])?;
            let caption = format!("a point for each data set: {x} across, {y} upwards; on the line they are equal");
            Ok(Some((caption, svg)))
        }
    }
}

/// Draws accuracy against complexity, a panel for each set with a series for each method.
fn tradeoff(tally: &Tally) -> Result<Option<(String, String)>, DrawError> {
    let [Some(across), Some(up)] = ["complexity", "accuracy"].map(Measure::named) else { return Ok(None) };
    let point = |contender: &Contender, set: &str| {
        let mean = |measure: Measure| Some(measure.scaled(tally.spread(contender, set, measure)?.mean));
        mean(across).zip(mean(up))
    };
    let has = |contender: &&Contender| tally.sets.iter().any(|set| point(contender, set).is_some());
    let mut names: Vec<String> = tally.contenders.iter().filter(has).map(|of| of.method.clone()).collect();
    names.dedup();
    let panel = |set| {
        let of =
            |name: &String| tally.contenders.iter().filter(|contender| contender.method == *name).collect::<Vec<_>>();
        let series = names.iter().map(|name| of(name).into_iter().filter_map(|of| point(of, set)).collect());
        Panel { title: set, x: across.title, y: up.title, series: series.collect(), diagonal: false }
    };
    let panels: Vec<Panel<'_>> = tally.sets.iter().map(|set| panel(set)).collect();
    let panels: Vec<_> = panels.into_iter().filter(|panel| panel.series.iter().any(|of| !of.is_empty())).collect();
    if panels.is_empty() {
        return Ok(None);
    }
    let caption = format!(
        "{} against {}: means over splits; a line joins the points of a method that none of its other points beats in both",
        up.title, across.title
    );
    Ok(Some((caption, on_panels(&panels, &names)?)))
}

/// Draws panels in rows, under a legend.
fn on_panels(panels: &[Panel<'_>], names: &[String]) -> Result<String, DrawError> {
    let columns = panels.len().clamp(1, ACROSS);
    let rows = panels.len().div_ceil(columns);
    let legend = 18 * names.len() as u32 + 8;
    let mut svg = String::new();
    let root = SVGBackend::with_string(&mut svg, (PANEL * columns as u32, PANEL * rows as u32 + legend));
    let root = root.into_drawing_area();
    root.fill(&WHITE)?;
    let (top, below) = root.split_vertically(legend);
    for (at, name) in names.iter().enumerate() {
        let y = 12 + 18 * at as i32;
        top.draw(&Circle::new((14, y), 4, colour(at).filled()))?;
        top.draw(&Text::new(name.clone(), (26, y - 6), ("sans-serif", 13)))?;
    }
    let areas = below.split_evenly((rows, columns));
    areas.iter().zip(panels).try_for_each(|(area, panel)| panel.draw(area))?;
    root.present()?;
    // The areas write to the text until they are gone.
    drop((areas, top, below, root));
    Ok(svg)
}

impl Panel<'_> {
    fn draw(&self, area: &Area<'_>) -> Result<(), DrawError> {
        let points = || self.series.iter().flatten();
        let (across, up) = match self.diagonal {
            true => (Axis::of(points().flat_map(|p| [p.0, p.1])), Axis::of(points().flat_map(|p| [p.0, p.1]))),
            false => (Axis::of(points().map(|p| p.0)), Axis { log: false, ..Axis::of(points().map(|p| p.1)) }),
        };
        let mut chart = ChartBuilder::on(area)
            .caption(self.title, ("sans-serif", 15))
            .margin(8)
            .x_label_area_size(34)
            .y_label_area_size(44)
            .build_cartesian_2d(across.range(), up.range())?;
        chart
            .configure_mesh()
            .x_desc(self.x)
            .y_desc(self.y)
            .x_labels(5)
            .y_labels(5)
            .x_label_formatter(&|x| across.label(*x))
            .y_label_formatter(&|y| up.label(*y))
            .light_line_style(TRANSPARENT)
            .draw()?;
        let placed = |p: &Point| (across.place(p.0), up.place(p.1));
        if self.diagonal {
            let Range { start, end } = across.range();
            chart.draw_series(LineSeries::new([(start, start), (end, end)], BLACK.mix(0.4)))?;
        }
        for (at, of) in self.series.iter().enumerate() {
            let colour = colour(at);
            if !self.diagonal {
                let on = pareto_front(of);
                let mut front: Vec<Point> = of.iter().zip(on).filter(|(_, on)| *on).map(|(p, _)| placed(p)).collect();
                front.sort_by(|a, b| a.0.total_cmp(&b.0));
                chart.draw_series(LineSeries::new(front, colour.stroke_width(2)))?;
            }
            chart.draw_series(of.iter().map(|p| Circle::new(placed(p), 3, colour.filled())))?;
        }
        Ok(())
    }
}

fn colour(at: usize) -> RGBColor {
    let [_, red, green, blue] = COLOURS[at % COLOURS.len()].to_be_bytes();
    RGBColor(red, green, blue)
}

/// An axis that holds some values.
struct Axis {
    least: f64,
    most: f64,
    /// True if it is in powers of ten, because the values would otherwise crowd at one end.
    log: bool,
}

impl Axis {
    fn of(values: impl Iterator<Item = f64> + Clone) -> Axis {
        let least = values.clone().fold(f64::INFINITY, f64::min);
        let most = values.fold(f64::NEG_INFINITY, f64::max);
        let (least, most) = if least <= most { (least, most) } else { (0.0, 1.0) };
        Axis { least, most, log: least > 0.0 && most > CROWDED * least }
    }

    /// The coordinate of a value.
    fn place(&self, value: f64) -> f64 {
        if self.log { value.log10() } else { value }
    }

    /// The coordinates that hold all values, with a margin.
    fn range(&self) -> Range<f64> {
        let (low, high) = (self.place(self.least), self.place(self.most));
        let room = if high > low { 0.05 * (high - low) } else { 0.5 };
        low - room..high + room
    }

    fn label(&self, place: f64) -> String {
        // Three digits, without the noise of powers.
        let value = if self.log { 10_f64.powf(place) } else { place };
        let digits = (2 - value.abs().max(1e-9).log10().floor() as i32).clamp(0, 6) as usize;
        let text = format!("{value:.digits$}");
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').into() } else { text }
    }
}
