//! Random linear and integer programs: all solvers give one status and one objective, every answer
//! passes the verifier, and integer programs agree with enumeration.

use crate::instances::{backends, native};
use bolero::TypeGenerator;
use rulegen::lp::{
    Backend, LpError, LpFactory, LpModel, LpProblem, LpSolution, LpStatus, MipBackend, MipOptions, MipProblem, RowId,
    SolveOptions, VariableId, verify,
};

const TOLERANCE: f64 = 1e-6;

/// A side of an interval or a coefficient: whole numbers and eighths make ties and degenerate
/// vertices.
#[derive(Clone, Copy, Debug, TypeGenerator)]
struct Number {
    whole: i8,
    kind: u8,
}

impl Number {
    fn value(self) -> f64 {
        match self.kind % 8 {
            0..5 => f64::from(self.whole % 5),
            5 => 0.0,
            _ => f64::from(self.whole % 41) / 8.0,
        }
    }
}

/// An interval: a point, a half line, everything, or between two numbers.
#[derive(Clone, Copy, Debug, TypeGenerator)]
struct Interval {
    at: Number,
    width: u8,
    kind: u8,
}

impl Interval {
    fn bounded(self) -> (f64, f64) {
        (self.at.value(), self.at.value() + f64::from(self.width % 12) / 2.0)
    }

    fn any(self) -> (f64, f64) {
        let at = self.at.value();
        match self.kind % 8 {
            0 => (at, at),
            1 => (at, f64::INFINITY),
            2 => (f64::NEG_INFINITY, at),
            3 if self.width == 0 => (f64::NEG_INFINITY, f64::INFINITY),
            _ => self.bounded(),
        }
    }
}

/// A small program.
#[derive(Clone, Debug, TypeGenerator)]
struct Program {
    #[generator(bolero::produce::<Vec<(Number, Interval)>>().with().len(1..9usize))]
    variables: Vec<(Number, Interval)>,
    #[generator(bolero::produce::<Vec<(Interval, [(u8, Number); 6])>>().with().len(0..9usize))]
    rows: Vec<(Interval, [(u8, Number); 6])>,
    /// Powers of ten, by which columns and rows are stretched.
    scales: [i8; 4],
}

impl Program {
    fn problem(&self, bounds: impl Fn(Interval) -> (f64, f64)) -> LpProblem {
        let mut problem = LpProblem::new();
        for (cost, interval) in &self.variables {
            let (lower, upper) = bounds(*interval);
            problem.add_variable(cost.value(), lower, upper).expect("bounds are ordered");
        }
        for (interval, terms) in &self.rows {
            let (lower, upper) = interval.any();
            let terms: Vec<_> = terms
                .iter()
                .map(|(column, number)| (VariableId::new(usize::from(*column) % self.variables.len()), number.value()))
                .collect();
            problem.add_row(lower, &terms, upper).expect("sides are ordered");
        }
        problem
    }

    /// The program in other units: columns times `10^s`, rows times `10^t`.
    fn scaled(&self, largest: i8) -> LpProblem {
        let power = |at: usize| 10f64.powi(i32::from(self.scales[at % 4] % (largest + 1)));
        let plain = self.problem(Interval::bounded);
        let mut problem = LpProblem::new();
        for column in 0..plain.num_variables() {
            let unit = power(column);
            let (lower, upper) = (plain.lower()[column] / unit, plain.upper()[column] / unit);
            problem.add_variable(plain.costs()[column] * unit, lower, upper).expect("bounds are ordered");
        }
        for row in 0..plain.num_rows() {
            let unit = power(row + 2);
            let terms: Vec<_> = plain.row(RowId::new(row)).map(|(v, c)| (v, c * power(v.index()) * unit)).collect();
            let (lower, upper) = (plain.row_lower()[row] * unit, plain.row_upper()[row] * unit);
            problem.add_row(lower, &terms, upper).expect("sides are ordered");
        }
        problem
    }
}

fn solve(factory: &dyn LpFactory, problem: &LpProblem) -> Result<LpSolution, LpError> {
    LpModel::of(factory, problem.clone())?.solve(&SolveOptions::default())
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= TOLERANCE * (1.0 + b.abs())
}

/// The solvers that take all programs agree.
fn all_agree(problem: &LpProblem) {
    let mut known: Option<LpSolution> = None;
    for factory in backends() {
        let answer = match solve(&*factory, problem) {
            Ok(answer) => answer,
            Err(LpError::UnsupportedRow { .. } | LpError::UnsupportedVariable { .. }) => continue,
            Err(error) => panic!("{}: {error} of {problem:?}", factory.name()),
        };
        if answer.status == LpStatus::Optimal {
            verify(problem, &answer, TOLERANCE)
                .unwrap_or_else(|why| panic!("{}: {why} of {problem:?}", factory.name()));
        }
        let first = known.get_or_insert_with(|| answer.clone());
        assert_eq!(answer.status, first.status, "{} of {problem:?}", factory.name());
        let same = answer.status != LpStatus::Optimal || close(answer.objective, first.objective);
        assert!(same, "{}: {} and {} of {problem:?}", factory.name(), answer.objective, first.objective);
    }
}

#[test]
fn linear() {
    bolero::check!().with_type::<Program>().for_each(|program| {
        all_agree(&program.problem(Interval::bounded));
        all_agree(&program.problem(Interval::any));
    });
}

/// In other units a solver may give up. What it calls optimal is optimal: `LpModel` verifies it,
/// and here it is compared with the program in units of one.
#[test]
fn linear_in_other_units() {
    bolero::check!().with_type::<Program>().for_each(|program| {
        let plain = program.problem(Interval::bounded);
        let expected = solve(&Backend::Microlp, &plain).expect("a small program can be solved");
        for largest in [2, 6, 12] {
            let scaled = program.scaled(largest);
            for factory in backends() {
                let Ok(answer) = solve(&*factory, &scaled) else { continue };
                if largest == 2 && answer.status == LpStatus::Optimal && expected.status == LpStatus::Optimal {
                    let same = (answer.objective - expected.objective).abs() <= 1e-4 * (1.0 + expected.objective.abs());
                    assert!(same, "{}: {} for {} of {scaled:?}", factory.name(), answer.objective, expected.objective);
                }
            }
        }
    });
}

#[test]
fn integer() {
    bolero::check!().with_type::<Program>().for_each(|program| {
        let small = Program { variables: program.variables.iter().take(5).copied().collect(), ..program.clone() };
        let lp = small.problem(|interval| {
            let at = interval.at.value();
            (at, at + f64::from(interval.width % 5) / 2.0)
        });
        let problem = MipProblem { integer: vec![true; lp.num_variables()], lp };
        let best = enumerate(&problem);
        // CBC deserves less trust: see its documentation.
        let own = |backend: &MipBackend| {
            let highs = *backend == MipBackend::Highs;
            *backend != MipBackend::Cbc && (native() || !highs)
        };
        for backend in MipBackend::built().filter(own) {
            let answer = backend.create().and_then(|solver| solver.solve(&problem, &MipOptions::default()));
            let answer = answer.unwrap_or_else(|error| panic!("{backend}: {error} of {problem:?}"));
            let found = answer.best().map(|point| point.objective);
            match (best, found) {
                (None, None) => assert_eq!(answer.status, LpStatus::Infeasible, "{backend} of {problem:?}"),
                (Some(best), Some(found)) => {
                    let near = |x: f64| (x - best).abs() <= 4e-6 + 2e-6 * best.abs();
                    let proved = answer.bound.is_some_and(near);
                    assert!(
                        near(found) && proved,
                        "{backend}: {found}, bound {:?}, for {best} of {problem:?}",
                        answer.bound
                    );
                }
                _ => panic!("{backend}: {found:?} for {best:?} of {problem:?}"),
            }
        }
    });
}

/// The best objective over all points.
fn enumerate(problem: &MipProblem) -> Option<f64> {
    let lp = &problem.lp;
    let ranges: Vec<(i64, i64)> =
        (0..lp.num_variables()).map(|j| (lp.lower()[j].ceil() as i64, lp.upper()[j].floor() as i64)).collect();
    let mut best: Option<f64> = None;
    let mut point: Vec<f64> = Vec::new();
    visit(&ranges, &mut point, &mut |point| {
        // All numbers are eighths. These sums are exact, so a point is either in or out.
        let inside = |row: usize| {
            let activity: f64 = lp.row(RowId::new(row)).map(|(v, c)| c * point[v.index()]).sum();
            lp.row_lower()[row] <= activity && activity <= lp.row_upper()[row]
        };
        if (0..lp.num_rows()).all(inside) {
            let objective = lp.objective(point);
            best = Some(best.map_or(objective, |best| best.min(objective)));
        }
    });
    best
}

fn visit(ranges: &[(i64, i64)], point: &mut Vec<f64>, found: &mut impl FnMut(&[f64])) {
    let Some(&(least, most)) = ranges.get(point.len()) else { return found(point) };
    for value in least..=most {
        point.push(value as f64);
        visit(ranges, point, found);
        point.pop();
    }
}
