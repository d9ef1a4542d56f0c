//! Edits of a model: rules left out, added and locked, and the weights of the others fitted again.

use crate::FitError;
use crate::fitted::record_rows;
use crate::parameters::Parameters;
use crate::path::{
    MUST_HAVE, ModelSettings, Optima, Proofs, SolvedRules, StartingRules, assemble, nearer_to_the_optimum,
};
use crate::pricers::PricerName;
use crate::proof::{ModelProof, WeighedModel, check_provable, proof_or_warning};
use crate::registry::Registry;
use crate::training::{Target, Training};
use rulegen_data::Dataset;
use rulegen_driver::{PricingProblem, RunSummary};
use rulegen_limits::Limits;
use rulegen_master::RuleMaster;
use rulegen_pricing::translate_rule;
use rulegen_rule::{
    Fallback, Model, OPTIMAL_GAP, Rule, RuleError, Schema, Status, WeightedRule, WrittenRule, rule_text,
};
use std::collections::BTreeSet;
use std::time::Duration;

/// Changes to the rules of a model. Numbers of rules count from 1, as the model is printed.
///
/// ```
/// use rulegen::data::{Dataset, ReadOptions, read_bytes};
/// use rulegen::limits::Limits;
/// use rulegen::{Edit, Learner, Parameters, Registry};
///
/// // Two people of each age: a column of different numbers would name its rows.
/// let buys = |age| if age < 37 { "no" } else { "yes" };
/// let rows = (0..80).map(|person| 20 + person / 2).map(|age| format!("{age},{}\n", buys(age)));
/// let csv = format!("age,buys\n{}", rows.collect::<String>());
/// let table = read_bytes(csv.as_bytes(), &ReadOptions::default())?;
/// let data = Dataset::from_table(table, "buys", None)?;
/// let model = Learner::new(Parameters::default())?.fit(&data, "buys")?.model;
///
/// let edit = Edit { add: vec!["if age > 55 then +1".into()], ..Edit::default() };
/// let edited = edit.of(&model, &data, &Registry::default(), &Limits::default())?;
/// assert_eq!(edited.after.rules.len(), model.rules.len() + 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Edit {
    /// The rules to leave out.
    pub drop: Vec<usize>,
    /// The rules to add, as [`WrittenRule`] reads them. One that says its weight keeps it.
    pub add: Vec<String>,
    /// The rules whose weight stays as it is, in later edits too.
    pub lock: Vec<usize>,
    /// Another threshold of the edited model ([`Model::threshold`]).
    pub threshold: Option<f64>,
    /// True if the edited model is to have a proof ([`Edited::proof`]). Rules have to be changed.
    pub proved: bool,
}

/// An edited model beside the one that it was made of. The weights of both are fitted to the same
/// rows with the settings that the model records, so that their objectives can be compared. Where
/// the model carries proved bounds, both certificates have the best bounds that the two solutions
/// prove for these rows.
#[derive(Clone, Debug)]
pub struct Edited {
    /// The rules as they were.
    pub before: Model,
    /// The edited rules. Rules that get no weight are not among them.
    pub after: Model,
    /// The proof of the edited rules, if it was asked for and anything is proved.
    pub proof: Option<ModelProof>,
    /// The rules that get no weight beside the others, in words.
    pub without_weight: Vec<String>,
}

/// A rule over the schema of the edited model, with its class and, if that is locked, its weight.
type EditedRule = (Rule, u32, Option<f64>);

impl Edit {
    /// Edits `model` over the rows of `data`, which have all columns that the model knows. Labels
    /// are indices of the model's classes. The model keeps its own cut points and categories, with
    /// those that the new conditions need. No rule is searched.
    ///
    /// # Errors
    /// [`FitError::NoSuchRule`], [`FitError::DroppedAndLocked`], [`FitError::WrittenRule`],
    /// [`FitError::AddedRule`] for changes that cannot be made; [`FitError::NotEditable`] and
    /// [`FitError::NotWeighed`] for models that cannot be edited; a locked weight under another
    /// loss than the logistic; [`FitError::Threshold`]; [`FitError::NoProof`]; data that do not fit
    /// the model, or a failing solver.
    pub fn of(&self, model: &Model, data: &Dataset, registry: &Registry, limits: &Limits) -> Result<Edited, FitError> {
        if !self.changes_rules() {
            let (before, after) = (model.clone(), self.decided(model.clone())?);
            return Ok(Edited { before, after, proof: None, without_weight: Vec::new() });
        }
        let p = Parameters::of_model(model, registry)?;
        let required = required_rules(model)?;
        if self.proved {
            let target = &model.target;
            check_provable(&Parameters { proved: true, ..p.clone() }, data, target)?;
            let is_free = required.is_empty().then_some(());
            is_free.ok_or_else(|| FitError::NoProof { reason: "it knows no rules that must be in".into() })?;
        }
        if data.target.classes != model.classes {
            return Err(FitError::NotEditable { reason: "the classes of the data are others".into() });
        }
        let kept = self.kept(model)?;
        let read = |text: &String| WrittenRule::read(text, model).map_err(FitError::WrittenRule);
        let written: Vec<WrittenRule> = self.add.iter().map(read).collect::<Result<_, _>>()?;
        let mut schema = model.schema.clone();
        written.iter().chain(&required).for_each(|rule| rule.extend(&mut schema));
        schema.check().map_err(|error| FitError::WrittenRule(error.into()))?;
        let mut problem = Problem::new(model, p, &schema, &required, data, limits)?;

        let text = |k: usize| rule_text(model, &model.rules[k].rule, model.rules[k].class);
        let locked_before = locked_rules(model);
        let old = |k: usize, is_locked: bool| {
            let rule = &model.rules[k];
            let is_locked = is_locked || locked_before.contains(&text(k));
            (problem.translated(&rule.rule), rule.class, is_locked.then_some(rule.weight))
        };
        let all: Vec<EditedRule> = (0..model.rules.len()).map(|k| old(k, false)).collect();
        let mut edited: Vec<EditedRule> = kept.iter().map(|&k| old(k, self.lock.contains(&(k + 1)))).collect();
        for (written, text) in written.iter().zip(&self.add) {
            let rule = written.rule(&problem.training.samples.schema).map_err(FitError::WrittenRule)?;
            problem.check_added(&rule, written.class, text, &edited)?;
            edited.push((rule, written.class, written.weight));
        }

        let dropped: Vec<EditedRule> = self.drop.iter().map(|number| all[number - 1].clone()).collect();
        let before = problem.solve(all.clone(), limits)?;
        // A rule that is left out need not be in any more, and costs what others do.
        let is_dropped = |rule: &Rule, class: u32| dropped.iter().any(|(other, of, _)| other == rule && *of == class);
        problem.training.required.retain(|(rule, class)| !is_dropped(rule, *class));
        let after = problem.solve(edited.clone(), limits)?;
        // With rules that had to be in, the two are solutions of different problems, and locked
        // weights may lie beyond those that bounds are about.
        let is_proved = model.certificate.lower_bound.is_some() || !model.certificate.scopes.is_empty();
        let (mut proofs, mut points) = (Proofs::default(), vec![before.master.pricing_problems()]);
        if is_proved && required.is_empty() {
            let (p, training) = (&problem.p, &problem.training);
            let of = |master: &dyn RuleMaster| Proofs::of(p, training, master, p.max_length(), limits);
            proofs = of(&*before.master)?;
            let rules = all.into_iter().map(|(rule, class, _)| (rule, class)).collect();
            let start = StartingRules { rules, objective: before.objective, lower_bound: proofs.lower_bound };
            proofs = proofs.best(of(&*after.master)?);
            if let Some(master) = nearer_to_the_optimum(p, training, problem.unit, start, limits)? {
                proofs = proofs.best(of(&*master)?);
                points.push(master.pricing_problems());
            }
        }
        let before = problem.model(&before, &proofs, Status::Size, limits);
        let (solved, mut after) = (&after, problem.model(&after, &proofs, Status::Edited, limits));
        let proof = self.proved.then(|| problem.proof(solved, points, &after, limits)).transpose()?.flatten();
        let has_lock = |(rule, class, weight): &EditedRule| weight.map(|_| rule_text(&after, rule, *class));
        let locked: Vec<String> = edited.iter().filter_map(has_lock).collect();
        let has_weight = |rule: &Rule, class: u32| after.rules.iter().any(|r| r.rule == *rule && r.class == class);
        let new = edited[kept.len()..].iter().zip(&self.add).filter(|((rule, class, _), _)| has_weight(rule, *class));
        let added = new.map(|(_, text)| text.clone()).collect();
        let without_weight = edited.iter().filter(|(rule, class, _)| !has_weight(rule, *class));
        let without_weight = without_weight.map(|(rule, class, _)| rule_text(&after, rule, *class)).collect();
        self.record(model, added, locked, &mut after);
        Ok(Edited { before, after: self.decided(after)?, proof, without_weight })
    }

    /// True if rules are left out, added or locked. Otherwise no weight is fitted again.
    pub fn changes_rules(&self) -> bool {
        !(self.drop.is_empty() && self.add.is_empty() && self.lock.is_empty())
    }

    /// Returns a model with the threshold asked for.
    fn decided(&self, model: Model) -> Result<Model, FitError> {
        let threshold = self.threshold.or(model.threshold);
        model.with_threshold(threshold).map_err(FitError::Threshold)
    }

    /// Returns the places of the rules that stay.
    fn kept(&self, model: &Model) -> Result<Vec<usize>, FitError> {
        let rules = model.rules.len();
        let known = |number: &&usize| (1..=rules).contains(*number);
        if let Some(&number) = self.drop.iter().chain(&self.lock).find(|number| !known(number)) {
            return Err(FitError::NoSuchRule { number, rules });
        }
        if let Some(&number) = self.lock.iter().find(|number| self.drop.contains(number)) {
            return Err(FitError::DroppedAndLocked { number });
        }
        Ok((0..rules).filter(|k| !self.drop.contains(&(k + 1))).collect())
    }

    /// Records the changes in the edited model, with those of earlier edits: the rules left out,
    /// those added that have a weight, and those whose weight is locked.
    fn record(&self, model: &Model, added: Vec<String>, locked: Vec<String>, after: &mut Model) {
        let dropped: BTreeSet<usize> = self.drop.iter().map(|number| number - 1).collect();
        let dropped = dropped.into_iter().map(|k| rule_text(model, &model.rules[k].rule, model.rules[k].class));
        for (name, new) in [(DROPPED, dropped.collect()), (ADDED, added)] {
            let mut texts = recorded_texts(model, name);
            texts.extend(new);
            record(after, name, texts);
        }
        record(after, LOCKED, locked);
        let dropped: Vec<String> = recorded_texts(after, DROPPED);
        let mut required = recorded_texts(after, MUST_HAVE);
        required.retain(|rule| !dropped.contains(rule));
        record(after, MUST_HAVE, required);
    }
}

/// The settings that hold the rules left out, those added as they were written, and those whose
/// weight is locked.
const DROPPED: &str = "edit_dropped";
const ADDED: &str = "edit_added";
const LOCKED: &str = "edit_locked";

/// Returns the rules in words that a setting of a model lists.
fn recorded_texts(model: &Model, name: &str) -> Vec<String> {
    let texts = model.settings.get(name).and_then(|texts| texts.as_array());
    texts.into_iter().flatten().filter_map(|text| text.as_str()).map(str::to_owned).collect()
}

/// Reads the rules that must be in, which cost nothing in the problem of the model.
fn required_rules(model: &Model) -> Result<Vec<WrittenRule>, FitError> {
    let read = |text: &String| WrittenRule::read(text, model);
    let read: Result<_, RuleError> = recorded_texts(model, MUST_HAVE).iter().map(read).collect();
    read.map_err(|error| FitError::NotEditable { reason: format!("its rules that must be in cannot be read: {error}") })
}

/// Records rules in words, unless there are none.
fn record(model: &mut Model, name: &str, texts: Vec<String>) {
    match texts.is_empty() {
        true => model.settings.remove(name),
        false => model.settings.insert(name.into(), texts.into()),
    };
}

/// Returns the rules whose weight an earlier edit has locked, in words.
fn locked_rules(model: &Model) -> BTreeSet<String> {
    recorded_texts(model, LOCKED).into_iter().collect()
}

/// The problem whose weights are fitted: a training set over the schema of the edited model, and
/// the unit of penalty and ridge.
struct Problem<'a> {
    model: &'a Model,
    p: Parameters,
    training: Training<'a>,
    unit: f64,
}

impl<'a> Problem<'a> {
    fn new(
        model: &'a Model,
        mut p: Parameters,
        schema: &Schema,
        required: &[WrittenRule],
        data: &'a Dataset,
        limits: &Limits,
    ) -> Result<Self, FitError> {
        let target = Target { name: &model.target, classes: &data.target.classes };
        let mut training = Training::given(data, target, schema, &p, limits)?;
        let over = |rule: &WrittenRule| Ok((rule.rule(&training.samples.schema)?, rule.class));
        let required: Result<_, RuleError> = required.iter().map(over).collect();
        training.required = required.map_err(FitError::WrittenRule)?;
        // The first tree that scales costs is grown over the cut points that the model had.
        let unit = match p.uses_first_tree() {
            true => Optima::unit(&p, &Training::given(data, target, &model.schema, &p, limits)?)?,
            false => Optima::unit(&p, &training)?,
        };
        let recorded = recorded_pricers(model, &p);
        if recorded.as_ref().is_some_and(|names| *names != training.names_of_stages(&p)) {
            p.pricers = recorded;
        }
        Ok(Problem { model, p, training, unit })
    }

    /// Returns a rule of the model over the schema of the edited model.
    fn translated(&self, rule: &Rule) -> Rule {
        let rule = translate_rule(rule, &self.model.schema, &self.training.samples.schema);
        rule.expect("the schema has all cut points and categories of the model")
    }

    /// Checks that a rule can be added to others.
    fn check_added(&self, rule: &Rule, class: u32, text: &str, others: &[EditedRule]) -> Result<(), FitError> {
        let refused = |reason: &str| Err(FitError::AddedRule { rule: text.into(), reason: reason.into() });
        if others.iter().any(|(other, of, _)| other == rule && *of == class) {
            return refused("it is there already");
        }
        if !self.training.permits(rule, class) {
            return refused("the model was learned under constraints that forbid it");
        }
        match self.training.samples.cover(rule).iter().next() {
            Some(_) => Ok(()),
            None => refused("no row meets it"),
        }
    }

    /// Fits the weights of rules.
    fn solve(&self, rules: Vec<EditedRule>, limits: &Limits) -> Result<SolvedRules, FitError> {
        let master = self.training.master(&self.p, self.training.samples.clone(), self.unit)?;
        SolvedRules::new(master, rules, limits)
    }

    /// Makes the model of weighed rules, with the bounds that hold for them.
    fn model(&self, solved: &SolvedRules, proofs: &Proofs, status: Status, limits: &Limits) -> Model {
        let within = solved.master.rules().iter().all(|column| self.is_proved_over(&column.rule, column.tag));
        let proofs = if within { proofs.clone() } else { Proofs::default() };
        let run = RunSummary {
            status: limits.reached().map_or(status, Status::from),
            iterations: 0,
            objective: solved.objective,
            lower_bound: proofs.lower_bound,
            nodes: 0,
            lp: Duration::ZERO,
            pricing: Duration::ZERO,
            total: Duration::ZERO,
        };
        let translated = |rules: &[(Rule, u32)]| {
            rules.iter().map(|(rule, class)| (self.translated(rule), *class)).collect::<Vec<_>>()
        };
        let settings = ModelSettings {
            method: self.model.method.clone(),
            loss: self.model.loss.clone(),
            log_odds: self.model.log_odds,
            target: self.model.target.clone(),
            classes: self.model.classes.clone(),
            positive: self.model.positive,
            threshold: self.model.threshold,
            weight_threshold: 0.0,
            fallback: match &self.model.fallback {
                Fallback::Rules { rules, .. } => Some(translated(rules)),
                Fallback::Class(_) => None,
            },
            required: self.training.required.clone(),
            recorded: self.model.settings.clone(),
        };
        let mut model = assemble(&self.training.samples, &*solved.master, &run, settings);
        model.schema = model.schema.without_forbidden();
        for rule in &mut model.rules {
            let is_it = |old: &&WeightedRule| old.class == rule.class && self.translated(&old.rule) == rule.rule;
            rule.folds = self.model.rules.iter().find(is_it).and_then(|old| old.folds);
        }
        model.certificate = model.certificate.with_scopes(proofs.scopes);
        if model.certificate.gap().is_some_and(|gap| gap <= OPTIMAL_GAP) {
            model.certificate.status = Status::Optimal;
        }
        record_rows(&mut model, &self.training);
        model
    }

    /// Makes the proof of the model of weighed rules, at their dual point or at one of the others,
    /// whichever proves most.
    fn proof(
        &self,
        solved: &SolvedRules,
        others: Vec<Vec<PricingProblem>>,
        model: &Model,
        limits: &Limits,
    ) -> Result<Option<ModelProof>, FitError> {
        let (p, training, master) = (&self.p, &self.training, &*solved.master);
        let (unit, longest) = (self.unit, p.max_length());
        let has_searched = false;
        let weighed = WeighedModel { p, training, master, others, has_searched, unit, longest, model };
        proof_or_warning(weighed.prove(limits))
    }

    /// True if bounds over all rules are bounds over this one too.
    fn is_proved_over(&self, rule: &Rule, class: u32) -> bool {
        let samples = &self.training.samples;
        self.p.max_length().is_none_or(|most| rule.len() <= most)
            && samples.rows_of(&samples.cover(rule)) >= self.p.least_cover()
            && self.training.permits(rule, class)
    }
}

/// Returns the pricers that the model records, without those that this run cannot make.
fn recorded_pricers(model: &Model, p: &Parameters) -> Option<Vec<PricerName>> {
    let pricers = &p.registry.pricers;
    let names =
        model.settings.get("pricers")?.as_array()?.iter().filter_map(|name| Some(PricerName::from(name.as_str()?)));
    let known: Vec<PricerName> =
        names.filter(|name| pricers.check(name).is_ok() && !pricers.needs_pool(name)).collect();
    (!known.is_empty()).then_some(known)
}
