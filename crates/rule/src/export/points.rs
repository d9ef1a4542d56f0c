//! The rules of a model as a table of points.

use super::words::{conditions_in_words, share_text, weight_text};
use crate::{Card, CardStep, Fallback, Model, Support, TrainingRows, WeightedRule, name_text};
use std::collections::HashSet;
use std::num::NonZeroU32;

/// The most characters of a class in a head or a cell.
const CLASS_WIDTH: usize = 24;

/// The rules of a model that votes, as a table: the start, the rules, and all rows.
pub(crate) struct PointsTable {
    /// The heads of the columns before the one of rules: `points`, and `for` if each class has
    /// points of its own.
    pub(crate) before: Vec<String>,
    /// The heads of the columns behind it: rows, shares, lift, folds.
    pub(crate) behind: Vec<String>,
    pub(crate) lines: Vec<PointsLine>,
}

/// A line of the table.
pub(crate) struct PointsLine {
    /// The number of the rule, from 1. Other lines have none.
    pub(crate) number: Option<usize>,
    pub(crate) before: Vec<String>,
    /// The conditions of the rule, or a phrase.
    pub(crate) words: Vec<String>,
    /// The figures of the training rows. Empty if they are not known.
    pub(crate) behind: Vec<String>,
}

impl PointsTable {
    /// The table of the rules of a model.
    pub(crate) fn new(model: &Model) -> Self {
        let mut filling = Filling::new(model);
        filling.start(&start_words(model));
        for number in 1..=model.rules.len() {
            filling.rule(number);
        }
        filling.folds();
        filling.all_rows();
        filling.table
    }

    /// The table of a scorecard: the start, the steps of each column, and combinations.
    pub(crate) fn of_card(model: &Model, card: &Card) -> Self {
        let mut filling = Filling::new(model);
        filling.start("start");
        for column in &card.columns {
            filling.gap();
            for step in &column.steps {
                filling.step(step);
            }
        }
        if !card.combinations.is_empty() {
            filling.gap();
        }
        for of in &card.combinations {
            filling.rule(of.rule + 1);
        }
        if filling.shows_all_rows() {
            filling.gap();
        }
        filling.all_rows();
        filling.shorten();
        filling.table
    }
}

/// The lines of a scorecard that a row has the points of.
pub(crate) fn parts_of_card(card: &Card) -> &'static str {
    match (card.columns.is_empty(), card.combinations.is_empty()) {
        (true, _) => RULES_MET,
        (false, true) => "one step of each column",
        (false, false) => "one step of each column and every rule that a row meets",
    }
}

/// The lines of a table of rules that a row has the points of.
pub(crate) const RULES_MET: &str = "every rule that a row meets";

/// A table that is being filled with lines.
struct Filling<'a> {
    model: &'a Model,
    /// The class that points speak for, if there are two.
    towards: Option<u32>,
    known: Option<TrainingRows>,
    /// The names of the classes.
    names: Vec<String>,
    table: PointsTable,
}

impl<'a> Filling<'a> {
    fn new(model: &'a Model) -> Self {
        let (towards, known, names) = (model.towards(), model.training_rows(), class_names(model));
        let mut before = vec!["points".to_owned()];
        let mut behind = vec!["rows".to_owned()];
        match towards {
            Some(class) => behind.push(format!("of them {}", names[class as usize])),
            None => {
                before.push("for".into());
                behind.push("of them".into());
                behind.extend(known.is_some().then(|| "of all".into()));
            }
        }
        behind.extend(known.is_some().then(|| "lift".into()));
        Filling { model, towards, known, names, table: PointsTable { before, behind, lines: Vec::new() } }
    }

    /// Adds a line about points for a class, and the rows of this support.
    fn line(&mut self, number: Option<usize>, points: f64, class: u32, words: Vec<String>, rows: Option<Support>) {
        let mut before = vec![self.model.points_text(points)];
        before.extend(self.towards.is_none().then(|| self.names[class as usize].clone()));
        let behind = rows.map_or(Vec::new(), |rows| figures(rows, class, self.towards.is_none(), self.known.as_ref()));
        self.table.lines.push(PointsLine { number, before, words, behind });
    }

    /// Adds an empty line.
    fn gap(&mut self) {
        self.table.lines.push(PointsLine { number: None, before: Vec::new(), words: Vec::new(), behind: Vec::new() });
    }

    /// Adds the points before any rule, those of each class on a line of its own.
    fn start(&mut self, words: &str) {
        for (at, (class, points)) in starts(self.model).into_iter().enumerate() {
            let rows = self.known.as_ref().and_then(|rows| rows.without_rule_of(class));
            let words = if at == 0 { words } else { "start" };
            self.line(None, points, class, vec![words.to_owned()], rows);
        }
    }

    /// Adds the rule of this number.
    fn rule(&mut self, number: usize) {
        let (model, rule) = (self.model, &self.model.rules[number - 1]);
        let class = self.towards.unwrap_or(rule.class);
        let words = conditions_in_words(model, &rule.rule);
        self.line(Some(number), model.points(rule), class, words, Some(support_of(rule, class)));
    }

    /// Adds a column of the folds that found each of the rules, if they are known.
    fn folds(&mut self) {
        if !self.model.has_folds() {
            return;
        }
        self.table.behind.push("folds".into());
        for line in &mut self.table.lines {
            let folds = line.number.and_then(|number| self.model.rules[number - 1].folds);
            line.behind.extend(folds.map(|folds| folds.to_string()));
        }
    }

    /// Adds a step of a column, with a line for each class that has points there.
    fn step(&mut self, step: &CardStep) {
        let words = || vec![step.words.clone()];
        if let Some(class) = self.towards {
            return self.line(None, step.points[0], class, words(), step.rows[0]);
        }
        let for_classes = (0..).zip(&step.points).zip(&step.rows).filter(|((_, points), _)| **points != 0.0);
        let covered = || step.covered.map_or(Vec::new(), |covered| vec![weight_text(covered)]);
        let mut lines: Vec<(Vec<String>, Vec<String>)> = for_classes
            .map(|((class, points), rows)| {
                let behind = rows.map_or_else(covered, |rows| figures(rows, class, true, self.known.as_ref()));
                (vec![self.model.points_text(*points), self.names[class as usize].clone()], behind)
            })
            .collect();
        if lines.is_empty() {
            lines.push((vec![self.model.points_text(0.0)], covered()));
        }
        let line = |(before, behind)| PointsLine { number: None, before, words: words(), behind };
        self.table.lines.extend(lines.into_iter().map(line));
    }

    /// True if there is a line of all rows: they are known, and one class is spoken of.
    fn shows_all_rows(&self) -> bool {
        self.known.is_some() && self.towards.is_some()
    }

    /// Drops the columns of figures that no line but those of the start has.
    fn shorten(&mut self) {
        let starts = starts(self.model).len();
        let most = self.table.lines[starts..].iter().map(|line| line.behind.len()).max().unwrap_or(0);
        self.table.behind.truncate(most);
        self.table.lines.iter_mut().for_each(|line| line.behind.truncate(most));
    }

    /// Adds the line of all rows, if there is one.
    fn all_rows(&mut self) {
        if let (Some(rows), Some(class)) = (&self.known, self.towards) {
            let behind = figures(rows.all_of(class), class, false, self.known.as_ref());
            let (before, words) = (Vec::new(), vec!["all rows".into()]);
            self.table.lines.push(PointsLine { number: None, before, words, behind });
        }
    }
}

/// Writes the classes in few characters, or in full if two of them would look the same.
fn class_names(model: &Model) -> Vec<String> {
    let full: Vec<String> = model.classes.iter().map(|class| name_text(class)).collect();
    let short: Vec<String> = full.iter().map(|name| shortened(name)).collect();
    let differ = short.iter().collect::<HashSet<_>>().len() == short.len();
    if differ { short } else { full }
}

/// Returns the support of a rule, with the rows of this class as the correct ones: its own class or
/// the other of two.
pub(crate) fn support_of(rule: &WeightedRule, class: u32) -> Support {
    let Support { covered, correct } = rule.support;
    Support { covered, correct: if class == rule.class { correct } else { covered - correct } }
}

/// Writes the rows, the share of the class, its base rate if asked for, and the lift.
fn figures(rows: Support, class: u32, with_base: bool, known: Option<&TrainingRows>) -> Vec<String> {
    let none = rows.covered <= 0.0;
    let share = if none { String::new() } else { share_text(rows.precision()) };
    let mut figures = vec![weight_text(rows.covered), share];
    if let Some(known) = known {
        figures.extend(with_base.then(|| share_text(known.base_rate(class))));
        figures.push(known.lift(rows, class).map_or(String::new(), |lift| format!("{lift:.2}")));
    }
    figures
}

/// Returns the points before any rule, each with the class that they are for.
fn starts(model: &Model) -> Vec<(u32, f64)> {
    match model.towards() {
        Some(class) => vec![(class, model.start()[0])],
        None => (0..).zip(model.start()).filter(|(_, points)| *points > 0.0).collect(),
    }
}

/// Writes the line of a row that meets no rule.
fn start_words(model: &Model) -> String {
    let share = model.towards().zip(model.base_probabilities());
    let probability = share.map_or(String::new(), |(class, base)| format!(" ({})", percent(base[class as usize])));
    format!("start: a row that meets no rule{probability}")
}

/// Writes how points decide, in sentences. `parts` are the lines that a row has the points of.
pub(crate) fn how_points_decide(model: &Model, parts: &str) -> Vec<String> {
    let class = |k: u32| name_text(&model.classes[k as usize]);
    let target = name_text(&model.target);
    let mut said = Vec::new();
    match model.towards() {
        Some(towards) => {
            let (yes, no) = (class(towards), class(1 - towards));
            said.push(format!("Points towards {target} = {yes}: the start, and those of {parts}."));
            // The first of classes that tie wins.
            said.push(match (model.threshold_sentence(), towards) {
                (Some(sentence), _) => sentence,
                (None, 0) => format!("From 0 on the prediction is {yes}, below 0 it is {no}."),
                (None, _) => format!("Above 0 the prediction is {yes}, otherwise it is {no}."),
            });
            said.extend(match model.points_per_doubling {
                Some(n) => {
                    let exponent = if n.get() == 1 { "-points".into() } else { format!("-points/{n}") };
                    Some(format!("{} the odds. The probability of {yes} is 1 / (1 + 2^({exponent})).", doubling(n)))
                }
                None if model.has_probabilities() => {
                    Some(format!("The probability of {yes} is 1 / (1 + exp(-points))."))
                }
                None => None,
            });
        }
        None => {
            said.push(format!("Points for each class of {target}: those of the start and of {parts}."));
            said.push("The class with most points is predicted, the first of those that tie.".into());
            said.extend(model.points_per_doubling.map(|n| format!("{} the odds of a class.", doubling(n))));
            let power = model.points_per_doubling.map_or("exp(points)".into(), |n| format!("2^(points/{n})"));
            said.extend(model.has_probabilities().then(|| {
                format!("The probability of a class is {power}, divided by the sum of that over all classes.")
            }));
        }
    }
    said.extend(match (&model.fallback, model.intercepts.is_empty()) {
        (_, false) => None,
        _ if model.threshold.is_some() => None,
        (Fallback::Class(k), true) => Some(format!("Where a row meets no rule, it is {}.", class(*k))),
        (Fallback::Rules { rules, .. }, true) => {
            let leaves = if rules.len() == 1 { "leaf" } else { "leaves" };
            Some(format!("Where a row meets no rule, the first tree decides, of {} {leaves}.", rules.len()))
        }
    });
    said
}

/// Writes that this number of points doubles something.
fn doubling(points: NonZeroU32) -> String {
    match points.get() {
        1 => "1 point more doubles".into(),
        n => format!("{n} points more double"),
    }
}

/// Writes a probability, never as 0% or 100% if it is neither.
fn percent(p: f64) -> String {
    match p {
        p if p > 0.0 && p < 0.001 => "<0.1%".into(),
        p if p < 1.0 && p > 0.999 => ">99.9%".into(),
        p => share_text(p),
    }
}

fn shortened(name: &str) -> String {
    match name.chars().count() > CLASS_WIDTH {
        true => name.chars().take(CLASS_WIDTH - 1).chain(['…']).collect(),
        false => name.to_owned(),
    }
}
