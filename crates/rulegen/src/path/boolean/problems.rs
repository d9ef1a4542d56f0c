//! The Boolean problems on a training set: rules for one class, or for each class against all
//! others.

use super::solver::{RuleSetFound, Solver};
use super::work::Work;
use crate::FitError;
use crate::parameters::{NormalForm, Parameters};
use crate::path::assemble::{default_class, support};
use crate::path::dual_record::DualRecord;
use crate::path::start::first_columns;
use crate::path::steps::StepModel;
use crate::pricers::{PricerName, Stages};
use crate::proof::{ModelProof, ProvedRuleSets, proof_or_warning};
use crate::training::Training;
use rulegen_binarize::Samples;
use rulegen_driver::{Observer, Pricer, RunSummary};
use rulegen_limits::Limits;
use rulegen_master::{BooleanMaster, BooleanSettings};
use rulegen_rule::{Certificate, Fallback, Model, RowSet, Rule, Scope, Status, WeightedRule};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A training set, the pricers over it, and the rules found so far.
pub(super) struct Problems<'a> {
    pub(super) p: Parameters,
    pub(super) training: Training<'a>,
    names: Vec<PricerName>,
    pricers: Vec<Box<dyn Pricer>>,
    /// The proofs of exact pricers.
    record: DualRecord,
    problems: Vec<Problem>,
}

/// Rules for one class against all others.
struct Problem {
    class: u32,
    false_negative_weight: f64,
    false_positive_weight: f64,
    must_have: Vec<Rule>,
    /// The weight of the errors that every rule set makes.
    unavoidable: f64,
    /// All rules found so far, for any complexity.
    known: BTreeSet<Rule>,
}

impl<'a> Problems<'a> {
    /// Sets up the problems of the parameters on a training set.
    ///
    /// # Errors
    /// Required rules that cannot be in the set, or a normal form that does not fit the classes.
    pub(super) fn new(p: &Parameters, training: Training<'a>, stages: Stages) -> Result<Self, FitError> {
        let mut problems = problems(p, training.target.classes, training.positive, &training.required)?;
        let first_tree = if p.starts_with_tree() { training.first_tree(p)? } else { Vec::new() };
        for (rule, class) in first_columns(p, &training, &first_tree)? {
            problems.iter_mut().filter(|problem| problem.class == class).for_each(|problem| {
                problem.known.insert(rule.clone());
            });
        }
        set_unavoidable(&mut problems, &training.samples);
        let (Stages { names, pricers, registry }, record) = (stages, DualRecord::of_all());
        let exact_recorded = |(name, pricer): (&PricerName, Box<dyn Pricer>)| match registry.may_prove(name) {
            true => record.of(pricer),
            false => pricer,
        };
        let pricers = names.iter().zip(pricers).map(exact_recorded).collect();
        Ok(Problems { p: p.clone(), training, names, pricers, record, problems })
    }

    /// Finds a rule set within `complexity` for every class that has rules. It begins with all
    /// known rules.
    ///
    /// # Errors
    /// A failing solver or pricer.
    pub(super) fn solve(
        &mut self,
        complexity: Option<f64>,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Vec<RuleSetFound>, FitError> {
        let mut found = Vec::new();
        for place in 0..self.problems.len() {
            let limits = limits.part(self.problems.len() - place);
            let (scopes, points) = self.short_rules(place, complexity, &limits)?;
            let mut master = self.master(place, complexity)?;
            let unavoidable = self.problems[place].unavoidable;
            let Problems { p, training, pricers, record, .. } = &mut *self;
            let work = Work::of(p, &training.samples, master.longest_rule());
            let solver = Solver { training, parts: training.parts(), p, unavoidable, points, limits: &limits, work };
            let solved = solver.solve(&mut master, pricers, record, observer)?;
            found.push(RuleSetFound { scopes, ..solved });
            self.know(place, &master);
        }
        Ok(found)
    }

    /// Runs the second pass of the paper: the integer program over the rules found for every
    /// complexity.
    ///
    /// # Errors
    /// A failing solver.
    pub(super) fn choose_again(
        &self,
        complexity: Option<f64>,
        found: &mut [RuleSetFound],
        limits: &Limits,
    ) -> Result<(), FitError> {
        for (place, found) in found.iter_mut().enumerate().filter(|(_, found)| !found.known.is_proved()) {
            let start = Instant::now();
            let master = self.master(place, complexity)?;
            let unavoidable = self.problems[place].unavoidable;
            let (training, parts, points) = (&self.training, self.training.parts(), Vec::new());
            let work = Work::of(&self.p, &training.samples, master.longest_rule());
            let solver = Solver { training, parts, p: &self.p, unavoidable, points, limits, work };
            let (again, _) = solver.choose(&master, None, &found.known.best, limits);
            found.improve(again);
            found.mip += start.elapsed();
        }
        Ok(())
    }

    /// Makes the model of these rule sets, with its proof if one is asked for. `recorded` are the
    /// parameters that it records.
    ///
    /// # Errors
    /// A failing pricer.
    pub(super) fn model(
        &self,
        recorded: &Parameters,
        found: &[RuleSetFound],
        limits: &Limits,
    ) -> Result<StepModel, FitError> {
        let (run, samples) = (summary(found), &self.training.samples);
        let mut covered = RowSet::empty(samples.len());
        let mut rules = Vec::new();
        for found in found {
            for rule in found.must_have.iter().chain(&found.known.best.rules) {
                let cover = samples.cover(rule);
                covered.insert_all(&cover);
                let support = support(samples, &cover, found.class);
                rules.push(WeightedRule { rule: rule.clone(), class: found.class, weight: 1.0, support, folds: None });
            }
        }
        // The rules that a reader meets most come first.
        let order = |a: &WeightedRule, b: &WeightedRule| {
            let by_support = b.support.correct.total_cmp(&a.support.correct);
            a.class.cmp(&b.class).then(by_support).then_with(|| a.rule.cmp(&b.rule))
        };
        rules.sort_by(order);
        let fallback = match found {
            [only] => 1 - only.class,
            _ => default_class(samples, &covered),
        };
        let model = Model {
            method: recorded.method.name().into(),
            loss: None,
            log_odds: false,
            points_per_doubling: None,
            threshold: None,
            intercepts: Vec::new(),
            target: self.training.target.name.into(),
            classes: self.training.target.classes.to_vec(),
            positive: self.training.positive,
            schema: samples.schema.without_forbidden(),
            rules,
            fallback: Fallback::Class(fallback),
            clauses: recorded.form == NormalForm::Conjunctive,
            held_out: None,
            certificate: Certificate::of(
                run.status,
                found.iter().map(|f| f.known.best.objective).sum(),
                run.objective,
                found.iter().map(|f| f.known.bound).sum(),
            )
            .with_scopes(scopes(found)),
            settings: recorded.record(&self.names),
        };
        let columns = found.iter().map(|f| f.columns).sum();
        let mip = Some(found.iter().map(|f| f.mip).sum());
        let proof = self.p.proved.then(|| self.proof(recorded, found, &model, limits)).transpose()?.flatten();
        Ok(StepModel { model, run, columns, mip, raised: None, proof })
    }

    /// Makes the proof of the model of these rule sets.
    fn proof(
        &self,
        recorded: &Parameters,
        found: &[RuleSetFound],
        model: &Model,
        limits: &Limits,
    ) -> Result<Option<ModelProof>, FitError> {
        let duals = found.iter().filter_map(|found| found.duals.as_ref()).collect();
        let (p, training) = (&self.p, &self.training);
        let Some(complexity) = recorded.complexity() else { return Ok(None) };
        proof_or_warning(ProvedRuleSets { p, training, complexity, duals, model }.prove(limits))
    }

    fn master(&self, place: usize, complexity: Option<f64>) -> Result<BooleanMaster, FitError> {
        self.master_of(place, complexity, self.p.max_length)
    }

    /// Makes the rules of a master known to further masters of the problem.
    pub(super) fn know(&mut self, place: usize, master: &BooleanMaster) {
        self.problems[place].known.extend(master.rules().iter().map(|column| column.rule.clone()));
    }

    /// Makes the master of a problem over the known rules of at most this length.
    pub(super) fn master_of(
        &self,
        place: usize,
        complexity: Option<f64>,
        max_length: Option<usize>,
    ) -> Result<BooleanMaster, FitError> {
        let (p, problem) = (&self.p, &self.problems[place]);
        let settings = BooleanSettings {
            class: problem.class,
            complexity,
            complexity_price: p.complexity_price,
            rule_size: p.rule_size(),
            false_negative_weight: problem.false_negative_weight,
            false_positive_weight: problem.false_positive_weight,
            max_length,
            min_cover: p.least_cover(),
            must_have: problem.must_have.clone(),
            fairness: p.fairness_asked().map(|asked| asked.of_form(p.form)),
            strategy: p.lp_strategy(),
            backend: Arc::new(p.backend),
        };
        let mut master = BooleanMaster::new(self.training.samples.clone(), settings)?;
        let fits = |rule: &&Rule| max_length.is_none_or(|most| rule.len() <= most);
        master.add_rules(problem.known.iter().filter(fits).cloned());
        Ok(master)
    }
}

fn problems(
    p: &Parameters,
    classes: &[String],
    positive: Option<u32>,
    must_have: &[(Rule, u32)],
) -> Result<Vec<Problem>, FitError> {
    let (false_positive, false_negative) = (p.false_positive_weight, p.false_negative_weight);
    let problem = |class: u32, false_negative_weight, false_positive_weight| {
        let own = must_have.iter().filter(|(_, of)| *of == class);
        let must_have = own.map(|(rule, _)| rule.clone()).collect();
        let (unavoidable, known) = (0.0, BTreeSet::new());
        Problem { class, false_negative_weight, false_positive_weight, must_have, unavoidable, known }
    };
    let problems: Vec<Problem> = match (positive.filter(|_| classes.len() == 2), p.form) {
        (Some(class), NormalForm::Disjunctive) => vec![problem(class, false_negative, false_positive)],
        // Rules are for the negative class, so a negative row that they miss is a false positive.
        (Some(class), NormalForm::Conjunctive) => vec![problem(1 - class, false_positive, false_negative)],
        (None, NormalForm::Disjunctive) => {
            (0..classes.len() as u32).map(|k| problem(k, false_negative, false_positive)).collect()
        }
        (None, NormalForm::Conjunctive) => return Err(FitError::ManyClasses { classes: classes.len() }),
    };
    let has_rules = |class: u32| problems.iter().any(|problem| problem.class == class);
    match must_have.iter().find(|(_, class)| !has_rules(*class)) {
        Some((_, class)) => Err(FitError::MustHave { rule: format!("... then {}", classes[*class as usize]) }),
        None => Ok(problems),
    }
}

/// Sets the weight of the errors that every rule set of each problem makes: rows of equal codes and
/// different labels are covered by the same rules (docs/MATH.md 6).
fn set_unavoidable(problems: &mut [Problem], samples: &Samples) {
    let merged = samples.without_labels();
    for problem in problems {
        let mut weights = vec![(0.0, 0.0); merged.len()];
        let rows = samples.labels.iter().zip(&samples.weights);
        for (place, (&label, weight)) in merged.sample_of_row().zip(rows) {
            let Some((own, other)) = place.map(|place| &mut weights[place as usize]) else { continue };
            *(if label == problem.class { own } else { other }) += weight;
        }
        let least = |(own, other): &(f64, f64)| {
            (problem.false_negative_weight * own).min(problem.false_positive_weight * other)
        };
        problem.unavoidable = weights.iter().map(least).sum();
    }
}

/// Adds up the bounds of all classes over short rules, where each class has one.
fn scopes(found: &[RuleSetFound]) -> Vec<Scope> {
    let of_length = |max_length: usize| {
        let bound = |found: &RuleSetFound| {
            found.scopes.iter().find(|scope| scope.max_length == max_length).map(|scope| scope.lower_bound)
        };
        Some(Scope { max_length, lower_bound: found.iter().map(bound).sum::<Option<f64>>()? })
    };
    let lengths = found.first().into_iter().flat_map(|found| &found.scopes).map(|scope| scope.max_length);
    lengths.filter_map(of_length).collect()
}

/// Sums up the runs of all classes. The status is the weakest of theirs.
fn summary(found: &[RuleSetFound]) -> RunSummary {
    let rank = |status: &Status| match status {
        Status::Optimal => 0,
        Status::Gap => 1,
        Status::NoColumn => 2,
        Status::IterationLimit => 3,
        Status::TimeLimit => 4,
        _ => 5,
    };
    let runs = || found.iter().map(|f| &f.run);
    let sum = |time: fn(&RunSummary) -> Duration| runs().map(time).sum();
    RunSummary {
        status: found.iter().map(|f| f.status).max_by_key(rank).unwrap_or(Status::NoColumn),
        iterations: runs().map(|r| r.iterations).sum(),
        objective: runs().map(|r| r.objective).sum(),
        lower_bound: runs().map(|r| r.lower_bound).sum(),
        nodes: runs().map(|r| r.nodes).sum(),
        lp: sum(|r| r.lp),
        pricing: sum(|r| r.pricing),
        total: sum(|r| r.total),
    }
}
