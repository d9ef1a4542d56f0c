//! The logistic master: weighted rules that give probabilities, for any number of classes.

mod constants;
mod hessian;
mod newton;
mod quadratic;
mod sparse;
mod state;

use crate::error::{check_not_negative, check_positive};
use crate::restricted::{Columns, Partition, verified_cover};
use crate::weighted::{by_class, column_weights};
use crate::{Column, MasterError, RuleMaster, RuleTerms};
use constants::{LOST_BITS, SAME};
use newton::{NewtonSolution, solve};
use rulegen_binarize::Samples;
use rulegen_driver::{
    AddCounts, Candidate, ColumnWeight, DriverError, Master, MasterSolution, PricingProblem, few_bits,
};
use rulegen_limits::Limits;
use rulegen_rule::Rule;
use sparse::sparse;
use state::{Problem, State, entropy, free_value, gain, imbalance};
use std::sync::Arc;

/// Settings of the logistic master.
///
/// | field | default | range |
/// |---|---|---|
/// | `terms` | see there | costs and length of rules |
/// | `largest_intercept` | 30 | positive, finite: B |
/// | `ridge` | 0 | finite, not negative: rho |
#[derive(Clone, Debug)]
pub struct LogisticSettings {
    /// The costs of rules, and the limits on their length and cover.
    pub terms: RuleTerms,
    /// The most that intercepts may differ from that of the first class. A box keeps bounds valid
    /// in floating point; probabilities of 1e-13 are inside of it.
    pub largest_intercept: f64,
    /// Half of this times the square of each rule weight is added to the objective. It keeps the
    /// weights of few chosen rules from following the noise in their choice, and makes them unique.
    /// Bounds are valid with and without it, and are those of the problem without, but for rules
    /// that cost nothing ([`RuleTerms::free`]).
    pub ridge: f64,
}

impl Default for LogisticSettings {
    fn default() -> Self {
        LogisticSettings { terms: RuleTerms::default(), largest_intercept: 30.0, ridge: 0.0 }
    }
}

/// The restricted master of weighted rules under the multinomial logistic loss (docs/MATH.md 10):
///
/// ```text
/// min  sum_i omega_i (log sum_c exp f_ic - f_{i,y_i}) + lambda sum_k c_k w_k + rho/2 sum_k w_k^2,
///      f_ic = b_c + sum of w_k over rules for c that cover i
///      w >= 0,  b_0 = 0,  |b_c| <= B
/// ```
///
/// With the class probabilities `p_ic` of the model, covering sample i with a rule for class c
/// gains `omega_i (1[y_i = c] - p_ic)`. Dual points are distributions `q_i` over the classes:
///
/// ```text
/// max  sum_i omega_i H(q_i) - B sum_{c > 0} | sum_i omega_i (1[y_i = c] - q_ic) |
/// s.t. sum over covered i of omega_i (1[y_i = c] - q_ic) <= lambda c_k,  every rule k for class c
/// ```
///
/// Intercepts are relative to the first class: adding a number to all scores changes nothing.
///
/// The problem is solved by projected Newton steps over the columns in use, with samples merged
/// that the columns cannot tell apart. They start from the solution of the round before and end
/// when the duality gap over the columns at hand is small enough. An exact solution is then moved
/// to a vertex of the set of optima, so that no rule is kept that others make up for.
#[derive(Debug)]
pub struct LogisticMaster {
    samples: Arc<Samples>,
    settings: LogisticSettings,
    columns: Columns,
    partition: Partition,
    state: State,
    /// The columns whose weight is fixed.
    locked: Vec<bool>,
    /// The class probabilities of each cluster at the last solve, class by class.
    probabilities: Vec<f64>,
}

impl LogisticMaster {
    /// Makes a master without columns, in which every sample has the probabilities of the classes'
    /// weights.
    ///
    /// # Errors
    /// A setting out of range.
    pub fn new(samples: Arc<Samples>, settings: LogisticSettings) -> Result<Self, MasterError> {
        settings.terms.check()?;
        let most = settings.largest_intercept;
        check_positive("largest intercept", most)?;
        check_not_negative("ridge", settings.ridge)?;
        let labels: Vec<Option<u32>> = samples.labels.iter().copied().map(Some).collect();
        let partition = Partition::new(&labels, &[], &samples.weights);
        let state = State::of_class_weights(&samples.class_weights(), most);
        let columns = Columns::default();
        let (locked, probabilities) = (Vec::new(), Vec::new());
        let mut master = LogisticMaster { samples, settings, columns, partition, state, locked, probabilities };
        master.probabilities = master.problem().probabilities(&master.state);
        Ok(master)
    }

    fn problem(&self) -> Problem<'_> {
        Problem {
            columns: &self.columns,
            partition: &self.partition,
            classes: self.samples.classes,
            box_of_intercepts: self.settings.largest_intercept,
            ridge: self.settings.ridge,
            locked: &self.locked,
        }
    }

    /// Returns the gain of covering each sample with a rule for `class`. The gain of a row is
    /// rounded to few bits, so that it can be recovered from the gain of any samples into which the
    /// rows are merged.
    fn gains(&self, class: u32) -> Vec<f64> {
        let classes = self.samples.classes;
        let gain = |i: usize| {
            let cluster = self.partition.cluster_of(i).expect("every sample takes part");
            let p = &self.probabilities[cluster * classes..(cluster + 1) * classes];
            self.samples.weights[i] * few_bits(gain(p, self.samples.labels[i] as usize, class as usize))
        };
        (0..self.samples.len()).map(gain).collect()
    }

    /// Adds columns with a weight of 0, each once. Returns the number of new ones.
    fn push(&mut self, columns: Vec<Column>) -> usize {
        let before = self.columns.len();
        for column in columns {
            if !self.columns.knows(column.tag, &column.rule) {
                self.partition.add_column(self.columns.len() as u32, &column.cover, &self.samples.weights);
                self.columns.push(column);
                self.state.weights.push(0.0);
                self.locked.push(false);
            }
        }
        // Clusters were split, so the probabilities, which have not changed, are computed anew by
        // cluster.
        self.probabilities = self.problem().probabilities(&self.state);
        self.columns.len() - before
    }
}

impl RuleMaster for LogisticMaster {
    fn rules(&self) -> &[Column] {
        &self.columns
    }

    fn weights(&self) -> Vec<f64> {
        self.state.weights.clone()
    }

    /// Returns intercepts that are centred: their mean is 0.
    fn intercepts(&self) -> Vec<f64> {
        let mean = self.state.intercepts.iter().sum::<f64>() / self.samples.classes as f64;
        self.state.intercepts.iter().map(|b| b - mean).collect()
    }

    fn objective_of(&self, weights: &[f64]) -> f64 {
        let mut state = State { weights: weights.to_vec(), ..self.state.clone() };
        state.weights.resize(self.columns.len(), 0.0);
        self.problem().objective(&state)
    }

    fn add_rules(&mut self, rules: Vec<(Rule, u32)>) {
        let column = |(rule, class): (Rule, u32)| {
            self.settings.terms.column(&self.samples, class, &rule, self.samples.cover(&rule))
        };
        let columns = rules.into_iter().filter(|(rule, _)| !rule.is_empty()).map(column).collect();
        self.push(columns);
    }

    fn lock(&mut self, column: usize, weight: f64) -> Result<(), MasterError> {
        check_positive("weight of a rule", weight)?;
        (self.state.weights[column], self.locked[column]) = (weight, true);
        self.probabilities = self.problem().probabilities(&self.state);
        Ok(())
    }

    fn resample(&mut self, samples: Arc<Samples>) -> Result<(), MasterError> {
        let labels: Vec<Option<u32>> = samples.labels.iter().copied().map(Some).collect();
        self.partition = Partition::new(&labels, &[], &samples.weights);
        self.columns.set_covers(|rule| samples.cover(rule));
        for (k, column) in (0..).zip(&*self.columns) {
            self.partition.add_column(k, &column.cover, &samples.weights);
        }
        self.samples = samples;
        self.probabilities = self.problem().probabilities(&self.state);
        Ok(())
    }

    fn set_penalty(&mut self, penalty: f64) -> Result<(), MasterError> {
        let terms = self.settings.terms.with_penalty(penalty)?;
        self.columns.set_costs(|column| terms.cost_of(&self.samples, column.tag, &column.rule, &column.cover));
        self.settings.terms = terms;
        Ok(())
    }
}

impl Master for LogisticMaster {
    /// Solves to the tolerance. A tolerance of 0 asks for a gap that is rounding, and for as few
    /// rules as give these scores.
    fn solve(&mut self, tolerance: f64, limits: &Limits) -> Result<MasterSolution, DriverError> {
        let NewtonSolution { mut state, mut probabilities, mut objective, converged } =
            solve(self.problem(), self.state.clone(), tolerance, limits);
        // With a ridge the optimum is unique.
        if tolerance <= 0.0 && converged && self.settings.ridge == 0.0 {
            let fewer = self.problem().evaluate(sparse(self.problem(), &state, limits));
            if fewer.objective <= objective * (1.0 + SAME) && self.problem().is_inside(&fewer.state) {
                (state, probabilities, objective) = fewer.into_parts(self.samples.classes);
            }
        }
        (self.state, self.probabilities) = (state, probabilities);
        Ok(MasterSolution { objective, converged, warm: false })
    }

    fn pricing_problems(&self) -> Vec<PricingProblem> {
        let problem = |class| self.settings.terms.problem(class, self.gains(class));
        (0..self.samples.classes as u32).map(problem).collect()
    }

    fn add(&mut self, problems: &[PricingProblem], candidates: &[Candidate]) -> Result<AddCounts, DriverError> {
        let mut added = AddCounts::default();
        let mut wanted = Vec::new();
        let gains: Vec<Vec<f64>> = (0..self.samples.classes as u32).map(|class| self.gains(class)).collect();
        for candidate in candidates {
            if self.columns.knows(candidate.tag, &candidate.rule) {
                added.known += 1;
                continue;
            }
            let cover = verified_cover(&self.samples, problems, candidate)?;
            let income: f64 = cover.iter().map(|i| gains[candidate.tag as usize][i]).sum();
            let column = self.settings.terms.column(&self.samples, candidate.tag, &candidate.rule, cover);
            if income - column.cost > self.settings.terms.zero_gain() {
                wanted.push(column);
            } else {
                added.rejected += 1;
            }
        }
        let found = wanted.len();
        added.new = self.push(wanted);
        added.known += found - added.new;
        Ok(added)
    }

    fn columns(&self) -> usize {
        self.columns.len()
    }

    fn column_weights(&self) -> Vec<ColumnWeight<'_>> {
        column_weights(&self.columns, self.weights())
    }

    /// Returns the dual value at `q_i = e_{y_i} + t (p_i - e_{y_i})`, with the `t` of
    /// [`RuleTerms::feasible_scale`] at which no rule is paid more than it costs (docs/MATH.md 10).
    /// Rules without a cost lower the bound by the price of what they are paid, as intercepts do by
    /// that of their imbalance. Without a ridge there is no bound if such a rule weighs too much,
    /// as only a locked one can.
    fn lower_bound(&self, problems: &[PricingProblem], gain_bounds: &[f64]) -> Option<f64> {
        let of_class = by_class(problems, &self.samples)?;
        let terms = &self.settings.terms;
        if self.settings.ridge == 0.0 && terms.weighs_too_much(&self.columns, self.weights()) {
            return None;
        }
        // With more than two classes, the gain of the own class has few bits, the sum of the others
        // has more.
        let lost = |problem: &PricingProblem| match self.samples.classes {
            ..=2 => 0.0,
            _ => LOST_BITS * problem.gains.iter().map(|gain| gain.abs()).sum::<f64>(),
        };
        let most = gain_bounds.iter().zip(problems).map(|(gain, problem)| gain + lost(problem)).collect::<Vec<_>>();
        let t = self.settings.terms.feasible_scale(&most)?;
        let mut value = 0.0;
        for (i, (&label, &weight)) in self.samples.labels.iter().zip(&self.samples.weights).enumerate() {
            let outside = of_class.iter().enumerate().filter(|(class, _)| *class != label as usize);
            value += weight * entropy(outside.map(|(_, problem)| -t * problem.gains[i] / weight));
        }
        let imbalance = |problem: &PricingProblem| imbalance(&problem.gains) + lost(problem);
        let unbalanced: f64 = of_class[1..].iter().map(|problem| t * imbalance(problem)).sum();
        let overpaid = self.settings.terms.overpaid(&self.samples, &of_class, lost);
        let overpaid: f64 = overpaid.map(|paid| free_value(t * paid, self.settings.ridge)).sum();
        Some((value - self.settings.largest_intercept * unbalanced - overpaid).max(0.0))
    }
}
