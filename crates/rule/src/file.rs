//! The model file: JSON on raw values, checked in full when it is read.

use crate::lookup::{Lookup, indices};
use crate::{
    Certificate, Domain, Fallback, Feature, FoldsFound, HeldOut, Literal, Model, OPTIMAL_GAP, OneByOne, Rule,
    RuleError, Schema, Scope, Support, Test, WeightedRule, WholeNumbers, conditions,
};
use rulegen_data::DateForm;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, HashSet};
use std::num::NonZeroU32;

/// The version of the format that this build reads and writes.
const VERSION: u64 = 1;

/// The value of the first field of a model file.
const FORMAT: &str = "rulegen-model";

impl Model {
    /// Returns the model file as JSON. Equal models give the same bytes.
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(&ModelFile::from(self)).expect("a model has no map with odd keys");
        text.push('\n');
        text
    }

    /// Returns the rules as the model file has them, each also in words: an object of `classes`,
    /// `default`, `rules`, `target` and, if there is one, `threshold`.
    pub fn to_rules_json(&self) -> String {
        let ModelFile { classes, default, rules, target, threshold, .. } = ModelFile::from(self);
        let in_words = |(entry, rule): (RuleEntry, &WeightedRule)| RuleInWords {
            correct: entry.correct,
            covered: entry.covered,
            folds: entry.folds,
            r#if: entry.r#if,
            then: entry.then,
            weight: entry.weight,
            words: conditions(&self.schema, &rule.rule),
        };
        let rules = rules.into_iter().zip(&self.rules).map(in_words).collect();
        let written = serde_json::to_value(default).and_then(|default| {
            serde_json::to_string_pretty(&RulesFile { classes, default, rules, target, threshold })
        });
        written.expect("rules have no map with odd keys") + "\n"
    }

    /// Reads a model file.
    ///
    /// # Errors
    /// One of the [`RuleError`] variants on model files. Nothing in the file is trusted.
    pub fn from_json(text: &str) -> Result<Self, RuleError> {
        let malformed = |e: serde_json::Error| RuleError::Malformed(e.to_string());
        // Some editors write a byte order mark.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let head: Head = serde_json::from_str(text).map_err(malformed)?;
        if head.format != FORMAT {
            return Err(RuleError::Malformed(format!("its format is '{}', not '{FORMAT}'", head.format)));
        }
        if head.version != VERSION {
            return Err(RuleError::Version { found: head.version, expected: VERSION });
        }
        serde_json::from_str::<ModelFile>(text).map_err(malformed)?.check()
    }
}

#[derive(Deserialize)]
struct Head {
    format: String,
    version: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ModelFile {
    format: String,
    version: u64,
    method: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    loss: Option<String>,
    /// Absent if the loss implies it: scores are log-odds under the logistic loss, else votes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    log_odds: Option<bool>,
    target: String,
    classes: Vec<String>,
    positive: Option<String>,
    features: Vec<FeatureEntry>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    intercepts: Vec<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    points_per_doubling: Option<NonZeroU32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    threshold: Option<f64>,
    rules: Vec<RuleEntry>,
    default: FallbackEntry,
    /// `true` in models whose rules are negated clauses.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    clauses: bool,
    certificate: Certificate,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    held_out: Option<HeldOut>,
    settings: BTreeMap<String, Value>,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
enum FeatureEntry {
    Numeric {
        name: String,
        cuts: Vec<f64>,
        missing_seen: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        whole: Option<WholeNumbers>,
    },
    Dates {
        name: String,
        /// The form of the cells in training.
        form: DateForm,
        /// Dates in the form of ISO 8601, as the next two are.
        cuts: Vec<String>,
        first: String,
        last: String,
        missing_seen: bool,
    },
    Categorical {
        name: String,
        categories: Vec<String>,
        missing_seen: bool,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleEntry {
    r#if: Vec<LiteralEntry>,
    then: String,
    weight: f64,
    covered: f64,
    correct: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    folds: Option<FoldsFound>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LiteralEntry {
    column: String,
    is: String,
    #[serde(default, skip_serializing_if = "Value::is_null")]
    value: Value,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FallbackEntry {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    rules: Vec<FallbackRuleEntry>,
    otherwise: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FallbackRuleEntry {
    r#if: Vec<LiteralEntry>,
    then: String,
}

/// The rules alone, with keys in alphabetical order.
#[derive(Serialize)]
struct RulesFile {
    classes: Vec<String>,
    default: Value,
    rules: Vec<RuleInWords>,
    target: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    threshold: Option<f64>,
}

#[derive(Serialize)]
struct RuleInWords {
    correct: f64,
    covered: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    folds: Option<FoldsFound>,
    r#if: Vec<LiteralEntry>,
    then: String,
    weight: f64,
    words: Vec<String>,
}

impl From<&Model> for ModelFile {
    fn from(model: &Model) -> Self {
        let class = |k: u32| model.classes[k as usize].clone();
        let literals = |rule: &Rule| rule.literals().iter().map(|&l| literal_entry(&model.schema, l)).collect();
        let rule = |r: &WeightedRule| RuleEntry {
            r#if: literals(&r.rule),
            then: class(r.class),
            weight: r.weight,
            covered: r.support.covered,
            correct: r.support.correct,
            folds: r.folds,
        };
        let default = match &model.fallback {
            Fallback::Class(k) => FallbackEntry { rules: Vec::new(), otherwise: class(*k) },
            Fallback::Rules { rules, otherwise } => {
                let entry = |(rule, k): &(Rule, u32)| FallbackRuleEntry { r#if: literals(rule), then: class(*k) };
                FallbackEntry { rules: rules.iter().map(entry).collect(), otherwise: class(*otherwise) }
            }
        };
        ModelFile {
            format: FORMAT.into(),
            version: VERSION,
            method: model.method.clone(),
            loss: model.loss.clone(),
            log_odds: (model.log_odds != gives_log_odds(model.loss.as_deref())).then_some(model.log_odds),
            target: model.target.clone(),
            classes: model.classes.clone(),
            positive: model.positive.map(class),
            features: model.schema.features.iter().map(feature_entry).collect(),
            intercepts: model.intercepts.clone(),
            points_per_doubling: model.points_per_doubling,
            threshold: model.threshold,
            rules: model.rules.iter().map(rule).collect(),
            default,
            clauses: model.clauses,
            certificate: model.certificate.clone(),
            held_out: model.held_out.clone(),
            settings: model.settings.clone(),
        }
    }
}

/// True if scores are log-odds under this loss, unless the file says otherwise.
fn gives_log_odds(loss: Option<&str>) -> bool {
    loss == Some(Model::LOGISTIC)
}

fn feature_entry(feature: &Feature) -> FeatureEntry {
    let (name, missing_seen) = (feature.name.clone(), feature.missing_seen);
    match (&feature.domain, feature.dates.zip(feature.whole)) {
        (Domain::Numeric { cuts }, Some((form, seen))) => {
            let date = |days: f64| feature.number_text(days);
            let (first, last) = (date(seen.least as f64), date(seen.most as f64));
            let cuts = cuts.iter().map(|&cut| date(cut)).collect();
            FeatureEntry::Dates { name, form, cuts, first, last, missing_seen }
        }
        (Domain::Numeric { cuts }, None) => {
            FeatureEntry::Numeric { name, cuts: cuts.clone(), missing_seen, whole: feature.whole }
        }
        (Domain::Categorical { categories }, _) => {
            FeatureEntry::Categorical { name, categories: categories.clone(), missing_seen }
        }
    }
}

fn literal_entry(schema: &Schema, literal: Literal) -> LiteralEntry {
    let feature = schema.feature(literal);
    let value = |j: u16| match &feature.domain {
        Domain::Numeric { cuts } => feature.to_value(cuts[j as usize]),
        Domain::Categorical { categories } => categories[j as usize].clone().into(),
    };
    let (is, value) = match literal.test {
        Test::AtMost(j) => ("<=", value(j)),
        Test::Above(j) => (">", value(j)),
        Test::Is(v) => ("=", value(v)),
        Test::IsNot(v) => ("!=", value(v)),
        Test::Missing => ("missing", Value::Null),
        Test::Present => ("present", Value::Null),
    };
    LiteralEntry { column: feature.name.clone(), is: is.into(), value }
}

impl ModelFile {
    fn check(self) -> Result<Model, RuleError> {
        let schema = Schema { features: self.features.into_iter().map(feature).collect::<Result<_, _>>()? };
        schema.check().map_err(|error| RuleError::Inconsistent(error.to_string()))?;
        let mut known = HashSet::new();
        if let Some(class) = self.classes.iter().find(|class| !known.insert(*class)) {
            return inconsistent(format!("the class '{class}' is there twice"));
        }
        if self.method.is_empty() {
            return inconsistent("it names no method");
        }
        if schema.features.iter().any(|feature| feature.name == self.target) {
            return inconsistent(format!("'{}' is both target and feature", self.target));
        }
        let certificate = certificate(&self.certificate, self.rules.len())?;
        self.held_out.as_ref().map_or(Ok(()), HeldOut::check)?;
        if self.classes.len() < 2 {
            return inconsistent("it has fewer than two classes");
        }
        check_intercepts(&self.intercepts, self.classes.len())?;
        let classes = indices(&self.classes);
        let class = |name: &str| match classes.get(name) {
            Some(&k) => Ok(k as u32),
            None => inconsistent(format!("'{name}' is not one of its classes")),
        };
        let lookup = Lookup::new(&schema);
        let rule = |entries: &[LiteralEntry]| {
            let literals =
                entries.iter().map(|entry| literal(&schema, &lookup, entry)).collect::<Result<Vec<_>, _>>()?;
            Ok::<_, RuleError>(Rule::new(literals))
        };
        let weighted = |entry: &RuleEntry| {
            not_negative("weight", entry.weight)?;
            not_negative("covered", entry.covered)?;
            not_negative("correct", entry.correct)?;
            // Sums of weights may differ by rounding.
            if entry.correct > entry.covered * (1.0 + 1e-9) {
                return inconsistent(format!("a rule is right on {:?} of {:?} rows", entry.correct, entry.covered));
            }
            if entry.r#if.is_empty() {
                return inconsistent("a rule has no condition");
            }
            entry.folds.map_or(Ok(()), FoldsFound::check)?;
            Ok(WeightedRule {
                rule: rule(&entry.r#if)?,
                class: class(&entry.then)?,
                weight: entry.weight,
                support: Support { covered: entry.covered, correct: entry.correct },
                folds: entry.folds,
            })
        };
        let fallback_rule = |entry: &FallbackRuleEntry| Ok::<_, RuleError>((rule(&entry.r#if)?, class(&entry.then)?));
        let rules = self.rules.iter().map(weighted).collect::<Result<_, _>>()?;
        let fallback = match self.default.rules.iter().map(fallback_rule).collect::<Result<Vec<_>, _>>()? {
            rules if rules.is_empty() => Fallback::Class(class(&self.default.otherwise)?),
            rules => Fallback::Rules { rules, otherwise: class(&self.default.otherwise)? },
        };
        let positive = self.positive.as_deref().map(class).transpose()?;
        if !self.rules.iter().map(|entry| entry.weight).chain(self.intercepts.iter().copied()).sum::<f64>().is_finite()
        {
            return inconsistent("the weights of its rules are too large to be added up");
        }
        let model = Model {
            method: self.method,
            log_odds: self.log_odds.unwrap_or_else(|| gives_log_odds(self.loss.as_deref())),
            loss: self.loss,
            intercepts: self.intercepts,
            points_per_doubling: self.points_per_doubling,
            threshold: self.threshold,
            target: self.target,
            positive,
            rules,
            fallback,
            clauses: self.clauses,
            certificate,
            held_out: self.held_out,
            settings: self.settings,
            classes: self.classes,
            schema,
        };
        match model.broken_points().or(model.broken_threshold()) {
            Some(why) => inconsistent(why),
            None => Ok(model),
        }
    }
}

fn feature(entry: FeatureEntry) -> Result<Feature, RuleError> {
    Ok(match entry {
        FeatureEntry::Numeric { name, cuts, missing_seen, whole } => {
            Feature { missing_seen, whole, ..Feature::new(name, Domain::Numeric { cuts }) }
        }
        FeatureEntry::Dates { name, form, cuts, first, last, missing_seen } => {
            let days = |text: &String| match DateForm::ISO.read(text) {
                Some(days) => Ok(days),
                None => inconsistent(format!("'{text}' is no date, and '{name}' is of dates")),
            };
            let (least, most) = (days(&first)? as i64, days(&last)? as i64);
            let domain = Domain::Numeric { cuts: cuts.iter().map(days).collect::<Result<_, _>>()? };
            let (whole, dates) = (Some(WholeNumbers { least, most }), Some(form));
            Feature { missing_seen, whole, dates, ..Feature::new(name, domain) }
        }
        FeatureEntry::Categorical { name, categories, missing_seen } => {
            Feature { missing_seen, ..Feature::new(name, Domain::Categorical { categories }) }
        }
    })
}

fn literal(schema: &Schema, lookup: &Lookup<'_>, entry: &LiteralEntry) -> Result<Literal, RuleError> {
    let Some(column) = lookup.column(&entry.column) else {
        return inconsistent(format!("a rule is about '{}', which is not a feature", entry.column));
    };
    let test = match (entry.is.as_str(), lookup.value(column, &entry.value)) {
        ("<=", Some(j)) => Some(Test::AtMost(j)),
        (">", Some(j)) => Some(Test::Above(j)),
        ("=", Some(v)) => Some(Test::Is(v)),
        ("!=", Some(v)) => Some(Test::IsNot(v)),
        ("missing", None) if entry.value.is_null() => Some(Test::Missing),
        ("present", None) if entry.value.is_null() => Some(Test::Present),
        _ => None,
    };
    match test.filter(|&test| schema.features[column].admits(test)) {
        Some(test) => Ok(Literal::new(column as u32, test)),
        None => inconsistent(format!(
            "a rule asks '{} {} {}', which its feature does not know",
            entry.column, entry.is, entry.value
        )),
    }
}

/// Checks that the numbers of a certificate can be true together, and `optimal` with them.
fn certificate(entry: &Certificate, rules: usize) -> Result<Certificate, RuleError> {
    let Certificate { status, objective, lp_objective, lower_bound, further_gain, one_by_one, ref scopes } = *entry;
    let possible = objective >= 0.0
        && objective.is_finite()
        && lp_objective.is_finite()
        && lower_bound.is_none_or(|bound| bound <= objective * (1.0 + OPTIMAL_GAP));
    if !possible {
        let bound = lower_bound.map_or("no".into(), |bound| format!("{bound:?}"));
        return inconsistent(format!("its certificate says objective {objective:?} and {bound} bound"));
    }
    if let Some(gain) = further_gain.filter(|gain| !(*gain >= 0.0 && gain.is_finite())) {
        return inconsistent(format!("its certificate says that a further rule gains {gain:?}"));
    }
    if let Some(OneByOne { best, max_length }) = one_by_one
        && !((1..=rules).contains(&best) && max_length > 0)
    {
        let of = format!("{best} of {rules} rules, of at most {max_length} conditions");
        return inconsistent(format!("its certificate says that {of}, were the best when they were chosen"));
    }
    check_scopes(scopes, lower_bound)?;
    let certificate = Certificate::of(status, objective, lp_objective, lower_bound);
    Ok(Certificate { further_gain, one_by_one, scopes: scopes.clone(), ..certificate })
}

/// Checks that bounds over ever longer rules, up to `all` over those of any length, do not rise.
fn check_scopes(scopes: &[Scope], all: Option<f64>) -> Result<(), RuleError> {
    let mut before = Scope { max_length: 0, lower_bound: f64::INFINITY };
    for &scope in scopes {
        let Scope { max_length, lower_bound } = scope;
        let falls = lower_bound.is_finite() && lower_bound <= before.lower_bound;
        if !(falls && max_length > before.max_length && all.is_none_or(|all| lower_bound >= all)) {
            let what = format!("bound {lower_bound:?} over rules of at most {max_length} conditions");
            return inconsistent(format!("its certificate says {what}, which its other bounds contradict"));
        }
        before = scope;
    }
    Ok(())
}

/// Checks that there are no intercepts, or one for each class.
fn check_intercepts(intercepts: &[f64], classes: usize) -> Result<(), RuleError> {
    if intercepts.is_empty() {
        return Ok(());
    }
    if intercepts.len() != classes {
        return inconsistent(format!("it has {} intercepts for {classes} classes", intercepts.len()));
    }
    if let Some(value) = intercepts.iter().find(|value| !(**value >= 0.0 && value.is_finite())) {
        return inconsistent(format!("an intercept is {value}"));
    }
    if intercepts.iter().all(|value| *value == 0.0) {
        return inconsistent("its intercepts are all 0");
    }
    Ok(())
}

fn not_negative(what: &str, value: f64) -> Result<(), RuleError> {
    if value >= 0.0 && value.is_finite() { Ok(()) } else { inconsistent(format!("a rule's {what} is {value}")) }
}

fn inconsistent<T>(what: impl Into<String>) -> Result<T, RuleError> {
    Err(RuleError::Inconsistent(what.into()))
}
