//! Plots of results.

use super::measure::Measure;
use super::spec::PlotSpec;
use super::tally::{Contender, Tally};
use crate::figures::{Axis, Figure, FigureError, Line, Marks, Panel, Point, Stroke};
use crate::pareto_front;

/// The number of panels beside each other.
const ACROSS: usize = 3;

/// Width and height of a panel in pixels.
const SIZE: (u32, u32) = (320, 320);

/// Draws a plot as SVG under its caption, if there is anything to show.
pub(crate) fn draw(plot: &PlotSpec, tally: &Tally) -> Result<Option<(String, String)>, FigureError> {
    match plot {
        PlotSpec::Tradeoff {} => tradeoff(tally),
        PlotSpec::Versus { x, y, measures } => {
            let of = |name: &str| tally.contenders.iter().find(|contender| contender.method == name);
            let Some((a, b)) = of(x).zip(of(y)) else { return Ok(None) };
            let panel = |&measure: &Measure| {
                let scaled = |(a, b)| (measure.scaled(a), measure.scaled(b));
                let means = tally.sets.iter().filter_map(|set| tally.means(a, b, set, measure).map(scaled));
                let means: Vec<Point> = means.collect();
                let axis = Axis::of(means.iter().flat_map(|p| [p.0, p.1]));
                let points = [axis.least(), axis.most()].map(|x| (x, x)).to_vec();
                let diagonal = Line { points, series: None, stroke: Stroke::Solid };
                Panel {
                    title: measure.title.into(),
                    x: axis.clone(),
                    y: axis,
                    lines: vec![diagonal],
                    marks: vec![Marks { points: means, series: 0 }],
                }
            };
            let caption = format!("a point for each data set: {x} across, {y} upwards; on the line they are equal");
            let panels = measures.iter().map(panel).collect();
            let figure =
                Figure { caption: &caption, x: vec![x], y, names: &[], note: "", panels, across: ACROSS, size: SIZE };
            let svg = figure.draw()?;
            Ok(Some((caption, svg)))
        }
    }
}

/// Draws accuracy against complexity, a panel for each set with a series for each method.
fn tradeoff(tally: &Tally) -> Result<Option<(String, String)>, FigureError> {
    let [Some(across), Some(up)] = ["complexity", "accuracy"].map(Measure::named) else { return Ok(None) };
    let point = |contender: &Contender, set: &str| {
        let mean = |measure: Measure| Some(measure.scaled(tally.spread(contender, set, measure)?.mean));
        mean(across).zip(mean(up))
    };
    let has = |contender: &&Contender| tally.sets.iter().any(|set| point(contender, set).is_some());
    let mut names: Vec<String> = tally.contenders.iter().filter(has).map(|of| of.method.clone()).collect();
    names.dedup();
    let panel = |set: &str| {
        let of =
            |name: &String| tally.contenders.iter().filter(|contender| contender.method == *name).collect::<Vec<_>>();
        let series = names.iter().map(|name| of(name).into_iter().filter_map(|of| point(of, set)).collect());
        let series: Vec<Vec<Point>> = series.collect();
        let points = || series.iter().flatten();
        let (x, y) = (Axis::of(points().map(|p| p.0)), Axis::of(points().map(|p| p.1)).linear());
        let front = |(at, of): (usize, &Vec<Point>)| {
            let on = pareto_front(of);
            let mut front: Vec<Point> = of.iter().zip(on).filter(|(_, on)| *on).map(|(p, _)| *p).collect();
            front.sort_by(|a, b| a.0.total_cmp(&b.0));
            Line { points: front, series: Some(at), stroke: Stroke::Solid }
        };
        let lines = series.iter().enumerate().map(front).collect();
        let marks = series.into_iter().enumerate().map(|(series, points)| Marks { points, series }).collect();
        Panel { title: set.into(), x, y, lines, marks }
    };
    let panels: Vec<Panel> = tally.sets.iter().map(|set| panel(set)).collect();
    let panels: Vec<_> =
        panels.into_iter().filter(|panel| panel.marks.iter().any(|of| !of.points.is_empty())).collect();
    if panels.is_empty() {
        return Ok(None);
    }
    let caption = format!(
        "{} against {}: means over splits; a line joins the points of a method that none of its other points beats in both",
        up.title, across.title
    );
    let (x, y) = (vec![across.title], up.title);
    let svg = Figure { caption: &caption, x, y, names: &names, note: "", panels, across: ACROSS, size: SIZE }.draw()?;
    Ok(Some((caption, svg)))
}
