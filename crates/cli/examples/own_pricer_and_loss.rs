//! An executable of one's own: every subcommand of `rulegen`, with one more pricer, which has an
//! option, and one more loss, in `fit`, `front`, `compare` and `experiment`.
//!
//!     cargo build --release -p rulegen-cli --example own_pricer_and_loss
//!     target/release/examples/own_pricer_and_loss compare fixtures/wine.csv --target cultivar \
//!         --loss squared-hinge --penalty 1 --bins 10 --max-length 4 -o out \
//!         --pricers tree,climb,climb:starts=1,branch-and-bound
//!     target/release/examples/own_pricer_and_loss plot convergence out/trace.csv -o out.svg

use rulegen::binarize::Samples;
use rulegen::driver::{
    AddCounts, Candidate, ColumnWeight, DriverError, Master, MasterSolution, Pricer, PricingOutcome, PricingProblem,
};
use rulegen::limits::Limits;
use rulegen::master::{Column, MasterError, RuleMaster, RuleTerms, verified_cover};
use rulegen::rule::{Literal, Rule};
use rulegen::{FitError, Loss, LossSettings, PricerOption, Registry, ScoreKind};
use std::process::ExitCode;
use std::sync::Arc;

/// The number of literals that a rule may begin with, if the option `starts` does not say.
const STARTS: usize = 10;

/// Grows a rule from each of the best literals, by the literal that gains most, for as long as one
/// gains.
struct Climb {
    samples: Arc<Samples>,
    literals: Vec<Literal>,
    starts: usize,
}

impl Climb {
    fn candidate(&self, problem: &PricingProblem, rule: Rule) -> Candidate {
        let gain = problem.gain(self.samples.cover(&rule).iter(), rule.len());
        Candidate { tag: problem.tag, rule, gain }
    }

    /// The rules of one more literal, the best first.
    fn longer(&self, problem: &PricingProblem, rule: &Rule) -> Vec<Candidate> {
        let longer = self.literals.iter().map(|&literal| rule.and(literal)).filter(|longer| longer.len() > rule.len());
        let admitted = longer.filter(|rule| problem.admits_cover(self.samples.rows_of(&self.samples.cover(rule))));
        let mut found: Vec<Candidate> = admitted.map(|rule| self.candidate(problem, rule)).collect();
        found.sort_by(Candidate::best_first);
        found
    }

    fn climb(&self, problem: &PricingProblem, mut best: Candidate, limits: &Limits) -> Candidate {
        while problem.admits_length(best.rule.len() + 1) && limits.reached().is_none() {
            match self.longer(problem, &best.rule).into_iter().next() {
                Some(longer) if longer.gain > best.gain => best = longer,
                _ => break,
            }
        }
        best
    }
}

impl Pricer for Climb {
    fn name(&self) -> &str {
        "climb"
    }

    fn price(&mut self, problems: &[PricingProblem], limits: &Limits) -> Result<PricingOutcome, DriverError> {
        let mut candidates = Vec::new();
        for problem in problems {
            problem.check(self.samples.len())?;
            let starts = self.longer(problem, &Rule::default()).into_iter().take(self.starts);
            let climbed = starts.map(|start| self.climb(problem, start, limits));
            candidates.extend(climbed.filter(|found| found.gain > problem.threshold));
        }
        candidates.sort_by(Candidate::best_first);
        candidates.dedup();
        // It has not looked at all rules: there is no bound.
        Ok(PricingOutcome { candidates, bounds: vec![None; problems.len()], nodes: 0 })
    }
}

/// The squared hinge of the margins of RUG:
///
/// ```text
/// min  sum_k c_k w_k + sum_i omega_i / 2 max(0, 1 - sum_k a_ik w_k)^2,   w >= 0
/// max  sum_i beta_i - beta_i^2 / (2 omega_i),   sum_i a_ik beta_i <= c_k,   beta >= 0
/// ```
///
/// where a covered sample has `a = 1` if the rule is for its class, and `a = -1/(K-1)` if not.
#[derive(Debug)]
struct SquaredHinge;

impl Loss for SquaredHinge {
    fn help(&self) -> &str {
        "The squared hinge: half the square of what the votes fall short of 1"
    }

    fn scores(&self) -> ScoreKind {
        ScoreKind::Votes
    }

    fn master(&self, samples: Arc<Samples>, settings: LossSettings) -> Result<Box<dyn RuleMaster>, FitError> {
        settings.terms.check()?;
        let short = vec![1.0; samples.len()];
        Ok(Box::new(SquaredHingeMaster {
            samples,
            terms: settings.terms,
            columns: Vec::new(),
            weights: Vec::new(),
            short,
        }))
    }
}

/// Solves by steps along one weight after the other.
struct SquaredHingeMaster {
    samples: Arc<Samples>,
    terms: RuleTerms,
    columns: Vec<Column>,
    weights: Vec<f64>,
    /// `1 - sum_k a_ik w_k` of each sample.
    short: Vec<f64>,
}

impl SquaredHingeMaster {
    /// `a` of a covered sample.
    fn vote(&self, tag: u32, sample: usize) -> f64 {
        if self.samples.labels[sample] == tag { 1.0 } else { -1.0 / (self.samples.classes as f64 - 1.0) }
    }

    fn beta(&self, sample: usize) -> f64 {
        self.samples.weights[sample] * self.short[sample].max(0.0)
    }

    fn income(&self, column: &Column) -> f64 {
        column.cover.iter().map(|i| self.vote(column.tag, i) * self.beta(i)).sum()
    }

    /// Minimises along the weight of a column a parabola that lies above the objective.
    fn step(&mut self, k: usize) {
        let Column { tag, cost, cover, .. } = &self.columns[k];
        let slope = cost - self.income(&self.columns[k]);
        let bend: f64 = cover.iter().map(|i| self.samples.weights[i] * self.vote(*tag, i).powi(2)).sum();
        let step = (-slope / bend.max(f64::MIN_POSITIVE)).max(-self.weights[k]);
        let moves: Vec<(usize, f64)> = cover.iter().map(|i| (i, self.vote(*tag, i) * step)).collect();
        moves.into_iter().for_each(|(i, by)| self.short[i] -= by);
        self.weights[k] += step;
    }

    fn loss(&self, short: &[f64]) -> f64 {
        short.iter().zip(&self.samples.weights).map(|(v, omega)| 0.5 * omega * v.max(0.0).powi(2)).sum()
    }

    fn cost(&self, weights: &[f64]) -> f64 {
        self.columns.iter().zip(weights).map(|(column, weight)| column.cost * weight).sum()
    }

    /// The dual objective at the largest part of `beta`, up to `most`, that does not lower it.
    fn dual(&self, beta: impl Iterator<Item = f64> + Clone, most: f64) -> f64 {
        let sum: f64 = beta.clone().sum();
        let squares: f64 = beta.zip(&self.samples.weights).map(|(beta, omega)| beta * beta / omega).sum();
        let part = if squares > 0.0 { most.min(sum / squares) } else { most };
        (part * sum - 0.5 * part * part * squares).max(0.0)
    }

    /// The dual objective over the columns at hand, at duals so small that no column earns more
    /// than it costs.
    fn restricted_bound(&self) -> f64 {
        let part = |column: &Column| column.cost / column.cost.max(self.income(column));
        let most = self.columns.iter().map(part).fold(1.0, f64::min);
        self.dual((0..self.samples.len()).map(|i| self.beta(i)), most)
    }

    fn push(&mut self, column: Column) {
        self.columns.push(column);
        self.weights.push(0.0);
    }

    fn knows(&self, tag: u32, rule: &Rule) -> bool {
        self.columns.iter().any(|column| (column.tag, &column.rule) == (tag, rule))
    }
}

impl Master for SquaredHingeMaster {
    fn solve(&mut self, tolerance: f64, limits: &Limits) -> Result<MasterSolution, DriverError> {
        let tolerance = tolerance.max(1e-9);
        loop {
            let objective = self.cost(&self.weights) + self.loss(&self.short);
            let converged = objective - self.restricted_bound() <= tolerance * objective.max(1e-6);
            if converged || limits.reached().is_some() {
                return Ok(MasterSolution { objective, converged, warm: true });
            }
            // A bound costs as much as a step along each weight.
            (0..10).for_each(|_| (0..self.columns.len()).for_each(|k| self.step(k)));
        }
    }

    fn pricing_problems(&self) -> Vec<PricingProblem> {
        let gains = |tag: u32| (0..self.samples.len()).map(|i| self.vote(tag, i) * self.beta(i)).collect();
        (0..self.samples.classes as u32).map(|tag| self.terms.problem(tag, gains(tag))).collect()
    }

    fn add(&mut self, problems: &[PricingProblem], candidates: &[Candidate]) -> Result<AddCounts, DriverError> {
        let mut counts = AddCounts::default();
        for candidate in candidates {
            if self.knows(candidate.tag, &candidate.rule) {
                counts.known += 1;
                continue;
            }
            let cover = verified_cover(&self.samples, problems, candidate)?;
            let column = self.terms.column(&self.samples, candidate.tag, &candidate.rule, cover);
            // Costs that are no sums over literals may be larger than the problem says.
            if self.income(&column) - column.cost > self.terms.zero_gain() {
                self.push(column);
                counts.new += 1;
            } else {
                counts.rejected += 1;
            }
        }
        Ok(counts)
    }

    fn columns(&self) -> usize {
        self.columns.len()
    }

    fn column_weights(&self) -> Vec<ColumnWeight<'_>> {
        let pairs = self.columns.iter().zip(&self.weights);
        pairs.map(|(column, &weight)| ColumnWeight { tag: column.tag, rule: &column.rule, weight }).collect()
    }

    /// The gain of a sample in the problem of its own class is its dual. No rule earns more than it
    /// costs at a part of these ([`RuleTerms::feasible_scale`]).
    fn lower_bound(&self, problems: &[PricingProblem], gain_bounds: &[f64]) -> Option<f64> {
        let part = self.terms.feasible_scale(gain_bounds)?;
        let labels = self.samples.labels.iter().enumerate();
        Some(self.dual(labels.map(|(i, &label)| problems[label as usize].gains[i]), part))
    }
}

impl RuleMaster for SquaredHingeMaster {
    fn rules(&self) -> &[Column] {
        &self.columns
    }

    fn weights(&self) -> Vec<f64> {
        self.weights.clone()
    }

    fn intercepts(&self) -> Vec<f64> {
        vec![0.0; self.samples.classes]
    }

    fn objective_of(&self, weights: &[f64]) -> f64 {
        let mut short = vec![1.0; self.samples.len()];
        for (column, weight) in self.columns.iter().zip(weights) {
            column.cover.iter().for_each(|i| short[i] -= self.vote(column.tag, i) * weight);
        }
        self.cost(weights) + self.loss(&short)
    }

    fn add_rules(&mut self, rules: Vec<(Rule, u32)>) {
        for (rule, class) in rules {
            if !rule.is_empty() && !self.knows(class, &rule) {
                self.push(self.terms.column(&self.samples, class, &rule, self.samples.cover(&rule)));
            }
        }
    }

    fn set_penalty(&mut self, penalty: f64) -> Result<(), MasterError> {
        self.terms = self.terms.with_penalty(penalty)?;
        for column in &mut self.columns {
            column.cost = self.terms.cost_of(&self.samples, column.tag, &column.rule, &column.cover);
        }
        Ok(())
    }
}

/// The built-in pricers and losses, and these.
fn registry() -> Registry {
    let mut registry = Registry::default();
    let registered = registry.pricers.register_heuristic("climb", |samples, settings| {
        let starts = settings.options.get("starts")?.unwrap_or(STARTS);
        Ok(Box::new(Climb { samples: samples.clone(), literals: samples.schema.literals(), starts }))
    });
    registered.expect("the name is a word of its own");
    let starts = PricerOption::count("starts", STARTS, "The literals that a rule may begin with");
    registry.pricers.declare("climb", starts).expect("it is registered");
    registry.losses.register("squared-hinge", SquaredHinge).expect("the name is a word of its own");
    registry
}

fn main() -> ExitCode {
    rulegen_cli::run(registry())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulegen::master::conformance::{Promise, check_master};
    use rulegen::pricing::conformance::{self as pricing, check_pricer};

    #[test]
    fn the_pricer_keeps_its_promises() {
        let make = |samples: Arc<Samples>| -> Box<dyn Pricer> {
            let literals = samples.schema.literals();
            Box::new(Climb { samples, literals, starts: STARTS })
        };
        check_pricer(make, pricing::Promise::Honest, 0..300).unwrap();
    }

    #[test]
    fn the_master_keeps_its_promises() {
        let make = |samples: Arc<Samples>| -> Box<dyn Master> {
            let (terms, short) = (RuleTerms::default(), vec![1.0; samples.len()]);
            Box::new(SquaredHingeMaster { samples, terms, columns: Vec::new(), weights: Vec::new(), short })
        };
        check_master(make, Promise::Tight { tolerance: 1e-5 }, 0..50).unwrap();
    }
}
