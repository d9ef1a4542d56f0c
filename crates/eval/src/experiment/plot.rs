//! Plots of results.

use super::error::ExperimentError;
use super::measure::Measure;
use super::report_spec::PlotSpec;
use super::store::write_whole;
use super::tally::{Contender, Tally};
use crate::pareto_front;
use plotters::coord::Shift;
use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::prelude::*;
use std::ops::Range;
use std::path::Path;

/// The side of a panel in pixels.
const PANEL: u32 = 320;

/// From this ratio of the largest to the least value on, an axis is logarithmic.
const CROWDED: f64 = 20.0;

/// Panels beside each other.
const ACROSS: usize = 3;

/// Colours that most people can tell apart (Okabe and Ito).
const COLOURS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(0, 0, 0),
];

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn = Result<(), Box<dyn std::error::Error>>;

/// Points of one colour, with a name.
struct Series {
    name: String,
    points: Vec<(f64, f64)>,
}

/// Draws a plot into an SVG file and returns what it shows; none where there is nothing to show.
pub(crate) fn draw(plot: &PlotSpec, tally: &Tally, path: &Path) -> Result<Option<String>, ExperimentError> {
    let failed = |error: Box<dyn std::error::Error>| ExperimentError::Plot {
        path: path.into(),
        message: error.to_string().replace('\n', " "),
    };
    match plot {
        PlotSpec::Tradeoff { across, up } => {
            let panels: Vec<(&String, Vec<Series>)> =
                tally.sets.iter().map(|set| (set, tradeoff(tally, set, *across, *up))).collect();
            let panels: Vec<_> = panels.into_iter().filter(|(_, series)| !series.is_empty()).collect();
            if panels.is_empty() {
                return Ok(None);
            }
            let names = names(panels.iter().flat_map(|(_, series)| series));
            let svg = on_panels(panels.len(), &names, |area, at| {
                let (set, series) = &panels[at];
                fronts(area, set, series, &names, *across, *up)
            });
            write_whole(path, svg.map_err(failed)?.as_bytes())?;
            let caption = format!(
                "{} against {}: means over splits; a line joins the points of a method that none of its other points beats in both",
                up.look().title,
                across.look().title
            );
            Ok(Some(caption))
        }
        PlotSpec::Versus { x, y, measures } => {
            let of = |name: &str| tally.contenders.iter().find(|contender| contender.method == name);
            let Some((a, b)) = of(x).zip(of(y)) else { return Ok(None) };
            let panels: Vec<(Measure, Vec<(f64, f64)>)> =
                measures.iter().map(|measure| (*measure, versus(tally, a, b, *measure))).collect();
            let svg = on_panels(panels.len(), &[], |area, at| diagonal(area, panels[at].0, &panels[at].1, x, y));
            write_whole(path, svg.map_err(failed)?.as_bytes())?;
            Ok(Some(format!("a point for each data set: {x} across, {y} upwards; on the line they are equal")))
        }
    }
}

/// The means of each method's settings on a set.
fn tradeoff(tally: &Tally, set: &str, across: Measure, up: Measure) -> Vec<Series> {
    let mut series: Vec<Series> = Vec::new();
    for contender in &tally.contenders {
        let mean = |measure: Measure| Some(shown(measure, tally.spread(contender, set, measure)?.mean));
        let Some(point) = mean(across).zip(mean(up)) else { continue };
        match series.iter_mut().find(|series| series.name == contender.method) {
            Some(series) => series.points.push(point),
            None => series.push(Series { name: contender.method.clone(), points: vec![point] }),
        }
    }
    series
}

/// The means of two methods on each set, over the splits that both have.
fn versus(tally: &Tally, a: &Contender, b: &Contender, measure: Measure) -> Vec<(f64, f64)> {
    let means = tally.sets.iter().filter_map(|set| tally.means(a, b, set, measure));
    means.map(|(a, b)| (shown(measure, a), shown(measure, b))).collect()
}

fn shown(measure: Measure, value: f64) -> f64 {
    if measure.look().percent { 100.0 * value } else { value }
}

/// The names of series, each once, in the order in which they come.
fn names<'a>(series: impl Iterator<Item = &'a Series>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for series in series {
        if !names.contains(&series.name) {
            names.push(series.name.clone());
        }
    }
    names
}

/// Draws `count` panels in rows, under a legend.
fn on_panels(
    count: usize,
    names: &[String],
    panel: impl Fn(&Area<'_>, usize) -> Drawn,
) -> Result<String, Box<dyn std::error::Error>> {
    let columns = count.clamp(1, ACROSS);
    let rows = count.div_ceil(columns);
    let legend = 18 * names.len() as u32 + 8;
    let size = (PANEL * columns as u32, PANEL * rows as u32 + legend);
    let mut svg = String::new();
    let root = SVGBackend::with_string(&mut svg, size).into_drawing_area();
    root.fill(&WHITE)?;
    let (top, below) = root.split_vertically(legend);
    for (at, name) in names.iter().enumerate() {
        let y = 12 + 18 * at as i32;
        top.draw(&Circle::new((14, y), 4, COLOURS[at % COLOURS.len()].filled()))?;
        top.draw(&Text::new(name.clone(), (26, y - 6), ("sans-serif", 13)))?;
    }
    let areas = below.split_evenly((rows, columns));
    (0..count).try_for_each(|at| panel(&areas[at], at))?;
    root.present()?;
    // The areas write to the text until they are gone.
    drop((areas, top, below, root));
    Ok(svg)
}

fn fronts(area: &Area<'_>, set: &str, series: &[Series], names: &[String], across: Measure, up: Measure) -> Drawn {
    match axis(series.iter().flat_map(|series| &series.points).map(|p| p.0)) {
        Axis::Even(x) => fronts_on(x, area, set, series, names, across, up),
        Axis::Powers(x) => fronts_on(x.log_scale(), area, set, series, names, across, up),
    }
}

fn fronts_on<X: AsRangedCoord<Value = f64>>(
    x: X,
    area: &Area<'_>,
    set: &str,
    series: &[Series],
    names: &[String],
    across: Measure,
    up: Measure,
) -> Drawn
where
    X::CoordDescType: ValueFormatter<f64>,
{
    let points = || series.iter().flat_map(|series| &series.points);
    let mut chart = ChartBuilder::on(area)
        .caption(set, ("sans-serif", 15))
        .margin(8)
        .x_label_area_size(34)
        .y_label_area_size(44)
        .build_cartesian_2d(x, range(points().map(|p| p.1)))?;
    chart
        .configure_mesh()
        .x_desc(across.look().title)
        .y_desc(up.look().title)
        .x_labels(5)
        .y_labels(5)
        .light_line_style(TRANSPARENT)
        .draw()?;
    for of in series {
        let place = names.iter().position(|name| *name == of.name).unwrap_or(0);
        let colour = COLOURS[place % COLOURS.len()];
        // The front minimises complexity and maximises the measure.
        let sign = |measure: Measure| if measure.look().up { 1.0 } else { -1.0 };
        let (cost, gain) = (-sign(across), sign(up));
        let signed: Vec<(f64, f64)> = of.points.iter().map(|p| (cost * p.0, gain * p.1)).collect();
        let on = pareto_front(&signed);
        let mut front: Vec<(f64, f64)> =
            of.points.iter().zip(on).filter(|(_, on)| *on).map(|(point, _)| *point).collect();
        front.sort_by(|a, b| a.0.total_cmp(&b.0));
        chart.draw_series(LineSeries::new(front, colour.stroke_width(2)))?;
        chart.draw_series(of.points.iter().map(|point| Circle::new(*point, 3, colour.filled())))?;
    }
    Ok(())
}

fn diagonal(area: &Area<'_>, measure: Measure, points: &[(f64, f64)], x: &str, y: &str) -> Drawn {
    match axis(points.iter().flat_map(|p| [p.0, p.1])) {
        Axis::Even(ends) => diagonal_on(ends.clone(), ends, area, measure, points, x, y),
        Axis::Powers(ends) => diagonal_on(ends.clone().log_scale(), ends, area, measure, points, x, y),
    }
}

fn diagonal_on<X: AsRangedCoord<Value = f64> + Clone>(
    axis: X,
    ends: Range<f64>,
    area: &Area<'_>,
    measure: Measure,
    points: &[(f64, f64)],
    x: &str,
    y: &str,
) -> Drawn
where
    X::CoordDescType: ValueFormatter<f64>,
{
    let mut chart = ChartBuilder::on(area)
        .caption(measure.look().title, ("sans-serif", 15))
        .margin(8)
        .x_label_area_size(34)
        .y_label_area_size(44)
        .build_cartesian_2d(axis.clone(), axis)?;
    chart.configure_mesh().x_desc(x).y_desc(y).x_labels(5).y_labels(5).light_line_style(TRANSPARENT).draw()?;
    chart.draw_series(LineSeries::new([(ends.start, ends.start), (ends.end, ends.end)], BLACK.mix(0.4)))?;
    chart.draw_series(points.iter().map(|point| Circle::new(*point, 3, COLOURS[0].filled())))?;
    Ok(())
}

/// The range of an axis.
enum Axis {
    /// In even steps.
    Even(Range<f64>),
    /// In powers of ten.
    Powers(Range<f64>),
}

/// Logarithmic where the values would otherwise crowd at one end.
fn axis(values: impl Iterator<Item = f64> + Clone) -> Axis {
    let least = values.clone().fold(f64::INFINITY, f64::min);
    let most = values.clone().fold(0.0, f64::max);
    match least > 0.0 && most > CROWDED * least {
        true => Axis::Powers(least / 1.2..most * 1.2),
        false => Axis::Even(range(values)),
    }
}

/// A range that holds all values, with a margin.
fn range(values: impl Iterator<Item = f64>) -> Range<f64> {
    let ends = values
        .fold(None, |ends: Option<(f64, f64)>, x| Some(ends.map_or((x, x), |(low, high)| (low.min(x), high.max(x)))));
    let (low, high) = ends.unwrap_or((0.0, 1.0));
    let room = if high > low { 0.05 * (high - low) } else { 0.5 };
    low - room..high + room
}
