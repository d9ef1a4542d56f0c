//! Performance profiles (Dolan and Moré 2002) over all problems of a comparison.

use super::convergence::steps;
use super::runs::{AT_ONCE, LEAST, Problem, Runs, StrategyRun};
use super::{Axis, Figure, FigureError, Line, Marks, Panel, Point, Stroke};

/// Draws performance profiles of the strategies of a trace (`compare --trace`) as SVG. The left
/// panel has the share of problems that a strategy brought within the relative gap `within` of the
/// optimum in at most so many times the seconds of the fastest one; the right panel has the share
/// of problems at which it ended within a gap.
///
/// # Errors
/// A file that is no trace of strategies, or a failing library.
pub fn draw_profile(trace: &[u8], within: f64) -> Result<String, FigureError> {
    let runs = Runs::read(trace)?;
    let strategies = 0..runs.strategies.len();
    let ratios: Vec<Vec<f64>> = strategies.clone().map(|strategy| ratios(&runs.problems, strategy, within)).collect();
    let gaps: Vec<Vec<f64>> = strategies.map(|strategy| gaps(&runs.problems, strategy)).collect();
    let all = runs.problems.len();
    let slowest = ratios.iter().flatten().copied().fold(2.0, f64::max);
    let percent = Axis::of([0.0, 1.0].into_iter()).in_percent();
    let panel = |title: String, values: &[Vec<f64>], x: Axis, (low, high): (f64, f64)| {
        let line = |(strategy, values): (usize, &Vec<f64>)| Line {
            points: shares(values, all, low, high),
            series: Some(strategy),
            stroke: [Stroke::Solid, Stroke::Dashed, Stroke::Dotted][strategy % 3],
        };
        let lines: Vec<Line> = values.iter().enumerate().map(line).collect();
        let marks = lines.iter().filter_map(marked).collect();
        Panel { title, x, y: percent.clone(), lines, marks }
    };
    let times = Axis::of([1.0, slowest].into_iter()).logarithmic();
    let ends = Axis::of([LEAST, 1.0].into_iter()).in_percent();
    let reached = format!("Within {}% of the best objective", 100.0 * within);
    let figure = Figure {
        caption: "Performance profiles (Dolan and Moré 2002) over all data sets and seeds. Left: the share of problems \
                  brought within the gap in at most so many times the seconds of the fastest strategy. Right: the share \
                  of problems that ended within a gap. Where nobody proved the optimum, the least objective of all \
                  strategies stands for it.",
        x: vec!["seconds, relative to the fastest", "gap to the best objective"],
        y: "share of problems",
        names: &runs.strategies,
        note: "",
        panels: vec![
            panel(reached, &ratios, times, (1.0, slowest)),
            panel("At the end".into(), &gaps, ends, (LEAST, 1.0)),
        ],
        across: 2,
        size: (400, 300),
    };
    figure.draw()
}

/// Marks the first, the middle and the last point of a curve, as the legend does.
fn marked(line: &Line) -> Option<Marks> {
    let last = line.points.len().checked_sub(1)?;
    Some(Marks { points: [0, last / 2, last].map(|at| line.points[at]).to_vec(), series: line.series? })
}

/// The seconds of a run until its objective is within a gap, if it ever is.
fn seconds(problem: &Problem, run: &StrategyRun, within: f64) -> Option<f64> {
    let reached = run.rounds.iter().find(|round| problem.gap(round.objective) <= within)?;
    Some(reached.elapsed_seconds.max(AT_ONCE))
}

/// The seconds of a strategy on each problem that it solved, relative to the fastest.
fn ratios(problems: &[Problem], strategy: usize, within: f64) -> Vec<f64> {
    let ratio = |problem: &Problem| {
        let fastest = problem.runs.iter().filter_map(|run| seconds(problem, run, within)).reduce(f64::min)?;
        let own = problem.runs.iter().find(|run| run.strategy == strategy)?;
        Some(seconds(problem, own, within)? / fastest)
    };
    problems.iter().filter_map(ratio).collect()
}

/// The gap at which a strategy ended, on each problem that it was run on.
fn gaps(problems: &[Problem], strategy: usize) -> Vec<f64> {
    let gap = |problem: &Problem| {
        let own = problem.runs.iter().find(|run| run.strategy == strategy)?;
        let best = own.rounds.iter().map(|round| round.objective).reduce(f64::min)?;
        Some(problem.gap(best).clamp(LEAST, 1.0))
    };
    problems.iter().filter_map(gap).collect()
}

/// The share of all problems that have at most a value, as a step function from `low` to `high`.
fn shares(values: &[f64], all: usize, low: f64, high: f64) -> Vec<Point> {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    let share = |count: usize| count as f64 / all as f64;
    let points = std::iter::once((low, 0.0)).chain(values.iter().enumerate().map(|(at, &x)| (x, share(at + 1))));
    let end = (high, share(values.len()));
    steps(points.chain([end]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRACE: &str = "set,seed,strategy,iteration,pricer,objective,lower_bound,elapsed_seconds\n\
                         a,0,slow,1,x,10,,1\na,0,slow,2,x,8,8,4\na,0,fast,1,y,8.04,,2\n\
                         b,0,slow,1,x,5,,1\nb,0,slow,2,x,4,4,2\nb,0,fast,1,y,5,,1\n";

    #[test]
    fn shares_of_problems() {
        let runs = Runs::read(TRACE.as_bytes()).unwrap();
        assert_eq!(runs.strategies, ["slow", "fast"]);
        assert!(runs.problems.iter().all(Problem::is_solved));
        assert_eq!(ratios(&runs.problems, 0, 0.01), [2.0, 1.0]);
        // On b the fast one never comes near.
        assert_eq!(ratios(&runs.problems, 1, 0.01), [1.0]);
        assert_eq!(gaps(&runs.problems, 0), [LEAST, LEAST]);
        assert_eq!(gaps(&runs.problems, 1)[1], 0.2);
        let steps = shares(&[1.0], 2, 1.0, 2.0);
        assert_eq!(steps, [(1.0, 0.0), (1.0, 0.0), (1.0, 0.5), (2.0, 0.5), (2.0, 0.5)]);
    }

    #[test]
    fn other_files_are_refused() {
        for (text, says) in [
            ("", "not set, seed and strategy"),
            ("iteration,objective\n1,2\n", "not set, seed and strategy"),
            (TRACE.lines().next().unwrap(), "no round"),
            (&TRACE.replace("a,0,slow,1,x,10", "a,0,slow,1,x,NaN"), "not of finite numbers"),
            (&TRACE.replace("a,0,slow,1,x,10", "a,0,slow,1,x,ten"), "invalid float"),
        ] {
            let error = draw_profile(text.as_bytes(), 0.01).unwrap_err().to_string();
            assert!(error.contains(says), "{error}");
        }
    }
}
