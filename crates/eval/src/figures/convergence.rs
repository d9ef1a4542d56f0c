//! Convergence: the gaps of objectives and bounds, a panel for each problem.

use super::runs::{AT_ONCE, LEAST, Problem, Runs, StrategyRun};
use super::{Axis, Figure, FigureError, Line, Marks, Panel, Point, Stroke};
use crate::TraceRow;
use rulegen_rule::relative_gap;

/// The horizontal axis of convergence plots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Against {
    /// Seconds since a run began.
    Seconds,
    /// Rounds of column generation.
    Rounds,
}

impl Against {
    fn title(self) -> &'static str {
        match self {
            Against::Seconds => "seconds",
            Against::Rounds => "rounds",
        }
    }

    fn of(self, round: &TraceRow) -> f64 {
        match self {
            Against::Seconds => round.elapsed_seconds.max(AT_ONCE),
            Against::Rounds => round.iteration as f64,
        }
    }
}

/// Draws the runs of a trace of several strategies (`compare --trace`) as SVG: for each data set
/// the gap between the objective and the optimum, in a solid line, and that between the bound and
/// the optimum, in a dashed one. If several seeds were run, the first is drawn.
///
/// # Errors
/// A file that is no trace of strategies, or a failing library.
pub fn draw_convergence(trace: &[u8], against: Against) -> Result<String, FigureError> {
    let runs = Runs::read(trace)?;
    let first = |problem: &&Problem| runs.problems.iter().find(|known| known.set == problem.set).map(|of| &of.seed);
    let problems = runs.problems.iter().filter(|problem| first(problem) == Some(&problem.seed));
    let panels: Vec<Panel> = problems.map(|problem| panel(problem, against)).collect();
    let across = if panels.len() > 6 { 4 } else { 3 };
    let figure = Figure {
        caption: "Gap to the optimum of the objective (solid) and of the proved bound (dashed), relative; a circle, \
                  triangle, square or cross is the end of a run. Where nobody proved the optimum (*), the least \
                  objective of all strategies stands for it.",
        x: vec![against.title()],
        y: "gap to the optimum",
        names: &runs.strategies,
        note: "solid: objective, dashed: proved bound",
        panels,
        across,
        size: if across == 4 { (270, 210) } else { (320, 260) },
    };
    figure.draw()
}

fn panel(problem: &Problem, against: Against) -> Panel {
    let best = problem.best();
    let visible = |gap: f64| gap.clamp(LEAST, 1.0);
    let objective = |run: &StrategyRun| -> Vec<Point> {
        let mut least = f64::INFINITY;
        let point = |round: &TraceRow| {
            least = least.min(round.objective);
            (against.of(round), visible(problem.gap(least)))
        };
        run.rounds.iter().map(point).collect()
    };
    let bound = |run: &StrategyRun| -> Vec<Point> {
        let gap = |bound: f64| relative_gap(best, bound).unwrap_or(f64::INFINITY);
        let point = |round: &TraceRow| Some((against.of(round), visible(gap(round.lower_bound?))));
        run.rounds.iter().filter_map(point).collect()
    };
    let (mut lines, mut marks) = (Vec::new(), Vec::new());
    for run in &problem.runs {
        let series = Some(run.strategy);
        let points = steps(objective(run));
        marks.push(Marks { points: points.last().copied().into_iter().collect(), series: run.strategy });
        lines.push(Line { points: steps(bound(run)), series, stroke: Stroke::Dashed });
        lines.push(Line { points, series, stroke: Stroke::Solid });
    }
    let all = problem.runs.iter().flat_map(|run| &run.rounds).map(|round| against.of(round));
    let title = if problem.is_solved() { problem.set.clone() } else { format!("{} *", problem.set) };
    let y = Axis::of([LEAST, 1.0].into_iter()).in_percent();
    Panel { title, x: Axis::of(all), y, lines, marks }
}

/// The corners of a step function: a value stays until the next one.
pub(super) fn steps(points: Vec<Point>) -> Vec<Point> {
    let Some(&first) = points.first() else { return points };
    let corners = points.windows(2).flat_map(|pair| [(pair[1].0, pair[0].1), pair[1]]);
    std::iter::once(first).chain(corners).collect()
}
