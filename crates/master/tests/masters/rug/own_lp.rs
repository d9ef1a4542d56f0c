//! LP solvers of one's own under a master.

use crate::rug::adding::{master, samples};
use rulegen_driver::{DriverError, Master};
use rulegen_limits::Limits;
use rulegen_lp::{Backend, LpError, LpFactory, LpProblem, LpSolution, LpSolver, LpStatus, SolveOptions};
use rulegen_master::{LinearSettings, LpStrategy, RugMaster, RuleMaster};
use rulegen_rule::Rule;
use std::sync::Arc;

/// Solvers that ask microlp, and change its answers.
#[derive(Clone, Copy, Debug)]
struct ChangedSolver {
    name: &'static str,
    change: fn(&mut LpSolution),
}

struct Solver {
    own: ChangedSolver,
    inner: Box<dyn LpSolver>,
}

impl LpFactory for ChangedSolver {
    fn name(&self) -> &str {
        self.name
    }

    fn create(&self) -> Result<Box<dyn LpSolver>, LpError> {
        Ok(Box::new(Solver { own: *self, inner: Backend::Microlp.create()? }))
    }
}

impl LpSolver for Solver {
    fn name(&self) -> &str {
        self.own.name
    }

    fn solve(&mut self, problem: &LpProblem, options: &SolveOptions) -> Result<LpSolution, LpError> {
        let mut solution = self.inner.solve(problem, options)?;
        if solution.status == LpStatus::Optimal {
            (self.own.change)(&mut solution);
        }
        Ok(solution)
    }
}

fn solved(own: ChangedSolver, strategy: LpStrategy) -> Result<f64, DriverError> {
    let mut master = master_over(own, strategy);
    Ok(master.solve(0.0, &Limits::default())?.objective)
}

fn master_over(own: ChangedSolver, strategy: LpStrategy) -> RugMaster {
    let settings = LinearSettings { backend: Arc::new(own), strategy, ..LinearSettings::default() };
    let mut master = RugMaster::new(samples(), settings).unwrap();
    let literals = samples().schema.literals();
    master.add_rules(literals.iter().flat_map(|&l| [(Rule::new([l]), 0), (Rule::new([l]), 1)]).collect());
    master
}

#[test]
fn an_honest_solver_serves() {
    let mut theirs = master(LinearSettings::default());
    let literals = samples().schema.literals();
    theirs.add_rules(literals.iter().flat_map(|&l| [(Rule::new([l]), 0), (Rule::new([l]), 1)]).collect());
    let expected = theirs.solve(0.0, &Limits::default()).unwrap().objective;
    for strategy in [LpStrategy::Interior, LpStrategy::WarmStart] {
        let objective = solved(ChangedSolver { name: "mine", change: |_| () }, strategy).unwrap();
        assert!((objective - expected).abs() < 1e-9, "{strategy:?}: {objective}, not {expected}");
    }
}

#[test]
fn a_solver_that_lies_is_refused_by_name() {
    let lies: [fn(&mut LpSolution); 4] =
        [|s| s.values.fill(0.0), |s| s.values.fill(1e3), |s| s.objective += 1.0, |s| s.values.fill(f64::NAN)];
    for strategy in [LpStrategy::Interior, LpStrategy::WarmStart] {
        for (lie, change) in lies.into_iter().enumerate() {
            let outcome = solved(ChangedSolver { name: "liar", change }, strategy);
            let Err(DriverError::Master(source)) = &outcome else { panic!("{strategy:?}, lie {lie}: {outcome:?}") };
            let refused = matches!(source.downcast_ref(), Some(LpError::Unverified { name, .. }) if name == "liar");
            assert!(refused, "{strategy:?}, lie {lie}: {source}");
        }
    }
}
