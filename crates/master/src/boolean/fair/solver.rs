//! The restricted LP of a fair Boolean master.

use super::Parity;
use super::clusters::{Cluster, ClusterMap};
use crate::restricted::{Duals, RestrictedSolution, RestrictedView, Solver};
use rulegen_limits::Limits;
use rulegen_lp::{LpError, LpFactory, LpModel, LpSolution, LpStatus, SolveOptions, VariableId};
use rulegen_rule::RowSet;
use std::sync::Arc;

/// No bound.
const FREE: f64 = f64::INFINITY;

/// Solves the LP of a fair Boolean master, in its dual form:
///
/// ```text
/// max  sum_i (mu_i - M alpha_i) - C lam - epsilon sum_c p_c
/// s.t. sum_{i in P covered} (mu_i - alpha_i) + sum_{c of Z} y_c Z_kc / W_c - size_k lam
///                                                                            <= cost_k   (w_k)
///      mu_i - M alpha_i + (omega_i / W_c) y_c                                <= omega_i  (xi_i)
///      sum_{c of a block} y_c = 0,   y_c = q_c - p_c,   mu, alpha, lam, q, p >= 0
/// ```
///
/// Samples of P of one cell that the same rules cover share their variables. Samples that no rule
/// covers have the largest dual values allowed, and no variable. The program is made anew for every
/// solve, because covers split clusters. The duals of the samples are the gains of covering them:
/// `mu_i - alpha_i` on P and `omega_i y_c / W_c` on Z.
#[derive(Debug)]
pub(in crate::boolean) struct FairSolver {
    parity: Arc<Parity>,
    backend: Arc<dyn LpFactory>,
    /// The part of the complexity that a rule set may use.
    budget: Option<f64>,
    /// The cost of each sample's error.
    costs: Vec<f64>,
    /// The samples P.
    participants: RowSet,
}

/// The variables of the multipliers `y = q - p`.
type Multipliers = Vec<(VariableId, VariableId)>;

/// The program of one solve.
struct Program<'a> {
    lp: RestrictedView<'a>,
    members: &'a [usize],
    clusters: ClusterMap,
    /// `mu` of each cluster and, with a cell, `alpha`. `None` where no rule of the program covers
    /// it.
    variables: Vec<Option<(VariableId, Option<VariableId>)>>,
    multipliers: Multipliers,
    lam: Option<VariableId>,
}

impl FairSolver {
    /// Makes a solver for samples of these costs, of which `participants` are P.
    ///
    /// # Errors
    /// An LP backend that is not built in.
    pub(in crate::boolean) fn new(
        parity: Arc<Parity>,
        costs: Vec<f64>,
        participants: RowSet,
        budget: Option<f64>,
        backend: Arc<dyn LpFactory>,
    ) -> Result<Self, LpError> {
        backend.create()?;
        Ok(FairSolver { parity, backend, budget, costs, participants })
    }

    /// Builds the program: multipliers and their blocks, then the clusters, then the rules as its
    /// last rows.
    fn load<'a>(&self, solver: &mut LpModel, lp: RestrictedView<'a>, members: &'a [usize]) -> Program<'a> {
        let clusters = ClusterMap::of(lp, members);
        let multipliers = self.add_multipliers(solver, &clusters);
        let lam = self.budget.map(|budget| solver.add_variable(budget, 0.0, FREE));
        let add = |cluster: &Cluster| cluster.is_covered.then(|| self.add_cluster(solver, cluster, &multipliers));
        let variables = clusters.list.iter().map(add).collect();
        let program = Program { lp, members, clusters, variables, multipliers, lam };
        self.add_rules(solver, &program);
        program
    }

    /// Adds `q` and `p` of each cell, and the row of each block.
    fn add_multipliers(&self, solver: &mut LpModel, clusters: &ClusterMap) -> Multipliers {
        let parity = &self.parity;
        // Errors that no rule mends pay `omega (1 - y_c / W_c)`.
        let mut certain = vec![0.0; parity.weights.len()];
        for cluster in clusters.list.iter().filter(|cluster| !cluster.is_covered) {
            if let Some(c) = cluster.cell {
                certain[c] += cluster.weight / parity.weights[c];
            }
        }
        let multipliers: Multipliers = certain
            .iter()
            .map(|paid| (solver.add_variable(*paid, 0.0, FREE), solver.add_variable(parity.asked - paid, 0.0, FREE)))
            .collect();
        for block in parity.blocks().into_iter().filter(|block| !block.is_empty()) {
            let terms: Vec<_> = multipliers[block].iter().flat_map(|&(q, p)| [(q, 1.0), (p, -1.0)]).collect();
            solver.add_row(0.0, &terms, 0.0);
        }
        multipliers
    }

    /// Adds `mu` of a cluster and, if the cluster is compared, `alpha` and the row of `xi`.
    fn add_cluster(
        &self,
        solver: &mut LpModel,
        cluster: &Cluster,
        multipliers: &Multipliers,
    ) -> (VariableId, Option<VariableId>) {
        let Some(c) = cluster.cell else { return (solver.add_variable(-1.0, 0.0, cluster.weight), None) };
        let most = self.parity.most_rules;
        let (mu, alpha) = (solver.add_variable(-1.0, 0.0, FREE), solver.add_variable(most, 0.0, FREE));
        let ((q, p), share) = (multipliers[c], cluster.weight / self.parity.weights[c]);
        solver.add_row(-FREE, &[(mu, 1.0), (alpha, -most), (q, share), (p, -share)], cluster.weight);
        (mu, Some(alpha))
    }

    /// Adds the row of each rule.
    fn add_rules(&self, solver: &mut LpModel, program: &Program<'_>) {
        let mut covered = program.clusters.covered_by(program.members);
        for (&k, clusters) in program.members.iter().zip(covered.iter_mut()) {
            let column = &program.lp.columns[k];
            let mut terms = Vec::new();
            for &place in clusters.iter() {
                let (mu, alpha) = program.variables[place].expect("a rule covers it");
                terms.push((mu, 1.0));
                terms.extend(alpha.map(|alpha| (alpha, -1.0)));
            }
            let parts = self.parity.false_positives(column.cover.iter(), &self.costs);
            for c in self.parity.false_positive_cells.clone().filter(|&c| parts[c] > 0.0) {
                let (q, p) = program.multipliers[c];
                terms.extend([(q, parts[c]), (p, -parts[c])]);
            }
            terms.extend(program.lam.into_iter().zip(&column.usage).map(|(lam, usage)| (lam, -usage)));
            solver.add_row(-FREE, &terms, column.cost);
        }
    }

    /// Converts a solution of the program. Its values are clamped to feasible ones, so that a proof
    /// holds whatever the solver's errors are.
    fn take(&self, solution: &LpSolution, program: &Program<'_>) -> RestrictedSolution {
        let value = |variable: VariableId| solution.values[variable.index()].max(0.0);
        let mut y: Vec<f64> = program.multipliers.iter().map(|&(q, p)| value(q) - value(p)).collect();
        for block in self.parity.blocks().into_iter().filter(|block| !block.is_empty()) {
            let mean = y[block.clone()].iter().sum::<f64>() / block.len() as f64;
            y[block].iter_mut().for_each(|y| *y -= mean);
        }
        let share = |c: Option<usize>| c.map_or(0.0, |c| y[c] / self.parity.weights[c]);
        let paid = |(cluster, variables): (&Cluster, &Option<(VariableId, Option<VariableId>)>)| {
            let most = self.parity.useful_gain(cluster.weight * (1.0 - share(cluster.cell)));
            match variables {
                Some((mu, alpha)) => (value(*mu) - alpha.map_or(0.0, value)).min(most),
                None => most,
            }
        };
        let rates: Vec<f64> =
            (program.clusters.list.iter().zip(&program.variables)).map(|both| paid(both) / both.0.weight).collect();
        let paid = |i: usize| match self.participants.contains(i) {
            true => rates[program.clusters.of_sample(program.lp.partition, i)] * self.costs[i],
            false => share(self.parity.cell_of[i].map(|c| c as usize)) * self.costs[i],
        };
        let uncovered: f64 = program.clusters.list.iter().filter(|c| !c.is_covered).map(|c| c.weight).sum();
        // The rules are the last rows of the program.
        let first = solution.row_duals.len() - program.members.len();
        let mut weights = vec![0.0; program.lp.columns.len()];
        for (&k, dual) in program.members.iter().zip(&solution.row_duals[first..]) {
            weights[k] = (-dual).max(0.0);
        }
        RestrictedSolution {
            duals: Duals {
                samples: (0..self.costs.len()).map(paid).collect(),
                prices: program.lam.map(value).into_iter().collect(),
            },
            weights,
            objective: Some(uncovered - solution.objective),
            tolerance: 0.0,
            converged: true,
        }
    }
}

impl Solver for FairSolver {
    /// Solves to an optimal vertex, whatever the tolerance.
    fn solve(
        &mut self,
        lp: RestrictedView<'_>,
        members: &[usize],
        _: f64,
        limits: &Limits,
    ) -> Result<Option<RestrictedSolution>, LpError> {
        if limits.reached().is_some() {
            return Ok(None);
        }
        let mut solver = LpModel::new(&*self.backend)?;
        let program = self.load(&mut solver, lp, members);
        let solution = solver.solve(&SolveOptions { limits: limits.clone(), ..SolveOptions::default() })?;
        match solution.status {
            LpStatus::Optimal => Ok(Some(self.take(&solution, &program))),
            LpStatus::TimeLimit | LpStatus::Interrupted => Ok(None),
            // The LP always has an optimum.
            status => Err(LpError::Backend { name: solver.name().to_owned(), message: format!("it ended {status}") }),
        }
    }
}
