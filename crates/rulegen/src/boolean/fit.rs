//! A training set with all Boolean problems on it.

use super::recorded::{Proofs, Recorded};
use super::solver::{Found, Solver};
use crate::assemble::{default_class, support};
use crate::coding::Coding;
use crate::fairness::{compared_groups, positive_class, warn_if_alone};
use crate::given;
use crate::pricers::Stages;
use crate::together::check_groups;
use crate::training::check_classes;
use crate::trend::check_trends;
use crate::{BooleanParameters, FairnessCriterion, FitError, Fitted, NormalForm, PricerName};
use rulegen_binarize::{Dropped, Samples};
use rulegen_data::Dataset;
use rulegen_driver::{Observer, Pricer, RunSummary};
use rulegen_limits::Limits;
use rulegen_master::{BooleanMaster, BooleanSettings};
use rulegen_rule::{Certificate, Fallback, Model, RowSet, Rule, Status, WeightedRule};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A training set, the pricers over it, and the rules found so far.
pub(super) struct Fit<'a> {
    parameters: BooleanParameters,
    data: &'a Dataset,
    target: &'a str,
    samples: Arc<Samples>,
    dropped: Vec<Dropped>,
    positive: Option<u32>,
    pricers: Vec<PricerName>,
    stages: Vec<Box<dyn Pricer>>,
    proofs: Proofs,
    problems: Vec<Problem>,
}

/// Rules for one class against all others.
struct Problem {
    class: u32,
    false_negative_weight: f64,
    false_positive_weight: f64,
    must_have: Vec<Rule>,
    /// Every rule found, for whatever complexity.
    known: BTreeSet<Rule>,
}

impl<'a> Fit<'a> {
    pub(super) fn new(
        parameters: &'a BooleanParameters,
        data: &'a Dataset,
        target: &'a str,
        stages: impl FnOnce(&Arc<Samples>) -> Result<Stages, FitError>,
        limits: &Limits,
    ) -> Result<Self, FitError> {
        let p = parameters;
        check_classes(data, target)?;
        check_trends(&p.monotone, &data.features, data.target.classes.len())?;
        check_groups(&p.together, &data.features)?;
        let classes = &data.target.classes;
        let groups = p.asked().map(|_| compared_groups(data)).transpose()?.map(|groups| &groups.of_row[..]);
        if groups.is_some() && classes.len() > 2 {
            return Err(FitError::FairClasses { classes: classes.len() });
        }
        let coding = Coding {
            columns: p.columns(),
            cuts: p.cuts,
            class_weight: p.class_weight,
            groups,
            offered: p.must_have.iter().chain(p.offered()).collect(),
            forbidden: &p.forbidden,
            form: p.form,
            trends: Some((&p.monotone, p.form == NormalForm::Disjunctive)),
            rare_cuts: false,
            quiet: p.quiet,
        };
        let (samples, dropped) = coding.of(data, limits)?;
        let samples = Arc::new(samples);
        let must_have = p.must_have.as_ref().map(|model| given::rules_over(&samples.schema, model)).transpose()?;
        let positive = positive_class(p.positive.as_ref(), classes)?;
        if let Some(asked) = p.asked() {
            let read = |class: u32| asked.criterion == FairnessCriterion::EqualizedOdds || Some(class) == positive;
            (0..classes.len() as u32).filter(|&class| read(class)).for_each(|class| warn_if_alone(data, class));
        }
        let problems = problems(p, classes, positive, &must_have.unwrap_or_default())?;
        let (Stages { names: pricers, pricers: made }, proofs) = (stages(&samples)?, Proofs::default());
        let recorded = |(name, pricer): (&PricerName, Box<dyn Pricer>)| -> Box<dyn Pricer> {
            match p.registry.may_prove(name) {
                true => Box::new(Recorded { pricer, proofs: proofs.clone() }),
                false => pricer,
            }
        };
        let stages = pricers.iter().zip(made).map(recorded).collect();
        Ok(Fit { parameters: p.clone(), data, target, samples, dropped, positive, pricers, stages, proofs, problems })
    }

    /// A rule set for every class that has rules, within `complexity`; begins with all rules known.
    pub(super) fn solve(
        &mut self,
        complexity: Option<f64>,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Vec<Found>, FitError> {
        let mut found = Vec::new();
        for place in 0..self.problems.len() {
            let mut master = self.master(place, complexity)?;
            let limits = limits.part(self.problems.len() - place);
            let solver = Solver { samples: &self.samples, parameters: &self.parameters, limits: &limits };
            found.push(solver.solve(&mut master, &mut self.stages, &self.proofs, observer)?);
            self.problems[place].known.extend(master.rules().iter().map(|column| column.rule.clone()));
        }
        Ok(found)
    }

    /// From now on mean errors may differ by so much.
    pub(super) fn set_epsilon(&mut self, epsilon: f64) {
        self.parameters.epsilon = Some(epsilon);
    }

    /// The second pass of the paper: the integer program over the rules found for every complexity.
    pub(super) fn choose_again(
        &self,
        complexity: Option<f64>,
        found: &mut [Found],
        limits: &Limits,
    ) -> Result<(), FitError> {
        for (place, found) in found.iter_mut().enumerate().filter(|(_, found)| !found.is_proved()) {
            let start = Instant::now();
            let master = self.master(place, complexity)?;
            let solver = Solver { samples: &self.samples, parameters: &self.parameters, limits };
            let (again, _) = solver.choose(&master, None, found.best.clone(), limits);
            found.improve(again);
            found.mip += start.elapsed();
        }
        Ok(())
    }

    /// The model of these rule sets.
    pub(super) fn fitted(&self, complexity: Option<f64>, found: &[Found]) -> Fitted {
        let run = summary(found);
        let mut covered = RowSet::empty(self.samples.len());
        let mut rules = Vec::new();
        for found in found {
            for rule in found.must_have.iter().chain(&found.best.rules) {
                let cover = self.samples.cover(rule);
                cover.iter().for_each(|i| covered.insert(i));
                let support = support(&self.samples, &cover, found.class);
                rules.push(WeightedRule { rule: rule.clone(), class: found.class, weight: 1.0, support });
            }
        }
        // Those that a reader meets most come first.
        let order = |a: &WeightedRule, b: &WeightedRule| {
            let by_support = b.support.correct.total_cmp(&a.support.correct);
            a.class.cmp(&b.class).then(by_support).then_with(|| a.rule.cmp(&b.rule))
        };
        rules.sort_by(order);
        let fallback = match found {
            [only] => 1 - only.class,
            _ => default_class(&self.samples, &covered),
        };
        let parameters = BooleanParameters { complexity, ..self.parameters.clone() };
        let model = Model {
            method: "boolean".into(),
            loss: None,
            intercepts: Vec::new(),
            target: self.target.into(),
            classes: self.data.target.classes.clone(),
            positive: self.positive,
            schema: self.samples.schema.without_forbidden(),
            rules,
            fallback: Fallback::Class(fallback),
            certificate: Certificate::of(
                run.status,
                found.iter().map(|f| f.best.objective).sum(),
                run.objective,
                found.iter().map(|f| f.bound).sum(),
            ),
            settings: parameters.record(&self.pricers),
        };
        Fitted {
            raised: None,
            model,
            columns: found.iter().map(|f| f.columns).sum(),
            samples: self.samples.len(),
            mip: found.iter().map(|f| f.mip).sum(),
            run,
            dropped: self.dropped.clone(),
            front: None,
        }
    }

    fn master(&self, place: usize, complexity: Option<f64>) -> Result<BooleanMaster, FitError> {
        let (p, problem) = (&self.parameters, &self.problems[place]);
        let settings = BooleanSettings {
            class: problem.class,
            complexity,
            complexity_price: p.complexity_price,
            rule_size: p.rule_size(),
            false_negative_weight: problem.false_negative_weight,
            false_positive_weight: problem.false_positive_weight,
            max_length: p.max_length,
            min_cover: p.least_cover(),
            must_have: problem.must_have.clone(),
            fairness: p.asked().map(|asked| asked.of_form(p.form)),
            strategy: p.lp_strategy(),
            backend: Arc::new(p.backend),
        };
        let mut master = BooleanMaster::new(self.samples.clone(), settings)?;
        master.add_rules(problem.known.iter().cloned());
        Ok(master)
    }
}

fn problems(
    p: &BooleanParameters,
    classes: &[String],
    positive: Option<u32>,
    must_have: &[(Rule, String)],
) -> Result<Vec<Problem>, FitError> {
    let (false_positive, false_negative) = (p.false_positive_weight, p.false_negative_weight);
    let problem = |class: u32, false_negative_weight, false_positive_weight| {
        let own = must_have.iter().filter(|(_, name)| *name == classes[class as usize]);
        let must_have = own.map(|(rule, _)| rule.clone()).collect();
        Problem { class, false_negative_weight, false_positive_weight, must_have, known: BTreeSet::new() }
    };
    let problems: Vec<Problem> = match (positive.filter(|_| classes.len() == 2), p.form) {
        (Some(class), NormalForm::Disjunctive) => vec![problem(class, false_negative, false_positive)],
        // Rules for the negative class: a negative row that they miss is a false positive.
        (Some(class), NormalForm::Conjunctive) => vec![problem(1 - class, false_positive, false_negative)],
        (None, NormalForm::Disjunctive) => {
            (0..classes.len() as u32).map(|k| problem(k, false_negative, false_positive)).collect()
        }
        (None, NormalForm::Conjunctive) => return Err(FitError::ManyClasses { classes: classes.len() }),
    };
    let has_rules = |name: &String| problems.iter().any(|p| classes[p.class as usize] == *name);
    match must_have.iter().find(|(_, name)| !has_rules(name)) {
        Some((_, class)) => Err(FitError::MustHave { rule: format!("... then {class}") }),
        None => Ok(problems),
    }
}

/// The runs of all classes as one: sums, and the status that says least.
fn summary(found: &[Found]) -> RunSummary {
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
