//! Models in words.

use super::points::{PointsLine, PointsTable, RULES_MET, how_points_decide, support_of};
use super::words::{rule_words, share_text, weight_text};
use crate::{FoldsFound, Form, Model, WeightedRule, name_text};

/// The characters of a line.
const LINE: usize = 80;

/// The least characters of a line that conditions have.
const LEAST_WORDS: usize = 20;

/// A rule in two lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleLines {
    /// The conditions, and the points if the rule votes.
    pub words: String,
    /// The training rows that it covers, and the share of a class among them.
    pub note: String,
}

impl Model {
    /// Writes the rules of a model in words, under sentences on how they decide: a table of points,
    /// or Boolean rules of two lines each.
    pub fn to_text(&self) -> String {
        let mut text = wrapped(&self.how());
        if self.form() == Form::Votes {
            return text + "\n" + &table(&PointsTable::new(self)) + &notes(self);
        }
        let width = self.rules.len().to_string().len();
        let blank = if self.rules.is_empty() { "" } else { "\n" };
        text.push_str(blank);
        for (number, RuleLines { words, note }) in (1..).zip(self.rule_lines()) {
            text.push_str(&format!("{number:>width$}. {words}\n{:width$}  {note}\n", ""));
        }
        text + &notes(self)
    }

    /// Writes how the rules decide, in sentences.
    pub fn how(&self) -> Vec<String> {
        heading(self)
    }

    /// Returns each rule in two lines.
    pub fn rule_lines(&self) -> Vec<RuleLines> {
        let (form, known) = (self.form(), self.training_rows());
        let lines = |rule: &WeightedRule| {
            let class = self.towards().unwrap_or(rule.class);
            let (words, of) = (rule_words(self, &rule.rule), name_text(&self.classes[class as usize]));
            let support = support_of(rule, class);
            let words = match (form, self.towards()) {
                (Form::Votes, Some(_)) => format!("{} if {words}", self.points_text(self.points(rule))),
                (Form::Votes, None) => format!("{} for {of} if {words}", self.points_text(self.points(rule))),
                _ => words,
            };
            let covers = if matches!(form, Form::AllClauses { .. }) { "excludes" } else { "covers" };
            let unit = if support.covered == 1.0 { "row" } else { "rows" };
            let base = known.as_ref().map(|known| format!(" ({} of all)", share_text(known.base_rate(class))));
            let mut note = format!("{covers} {} {unit}", weight_text(support.covered));
            if support.covered > 0.0 {
                note += &format!(", {} of them {of}{}", share_text(support.precision()), base.unwrap_or_default());
            }
            note += &rule
                .folds
                .map_or(String::new(), |FoldsFound { found, of }| format!(", found in {found} of {of} folds"));
            RuleLines { words, note }
        };
        self.rules.iter().map(lines).collect()
    }
}

/// Writes how the rules decide, in sentences.
fn heading(model: &Model) -> Vec<String> {
    let (target, class) = (name_text(&model.target), |k: u32| name_text(&model.classes[k as usize]));
    let none = |what: &str, always: u32, never: u32| {
        format!("{what} for {target}: none is worth it; always {}, never {}.", class(always), class(never))
    };
    match model.form() {
        Form::AnyRule { class: k, otherwise } if model.rules.is_empty() => vec![none("Rules", otherwise, k)],
        Form::AnyRule { class: k, otherwise } => {
            vec![format!("Rules for {target}: {} if any of these holds, else {}.", class(k), class(otherwise))]
        }
        Form::AllClauses { class: k, otherwise } if model.rules.is_empty() => vec![none("Clauses", k, otherwise)],
        Form::AllClauses { class: k, otherwise } => vec![
            format!("Clauses for {target}: {} if all of these hold, else {}.", class(k), class(otherwise)),
            "A condition also holds where its cell is missing, unless it asks for presence.".into(),
        ],
        Form::Votes => {
            let mut said = how_points_decide(model, RULES_MET);
            said.extend(model.has_folds().then(|| FOLDS.to_owned()));
            said
        }
    }
}

/// Explains the column of folds.
const FOLDS: &str = "Folds: how many of the models learned without a part of the rows have the rule, or one for \
                     nearly the same rows.";

impl Model {
    /// Says how good the model is on rows that it has not seen, and beside an accuracy how often
    /// the commonest class is right. Empty if that was not measured.
    pub(crate) fn held_out_sentences(&self) -> Vec<String> {
        let Some(held_out) = &self.held_out else { return Vec::new() };
        let mut said = vec![held_out.sentence()];
        let commonest = self.commonest_class().filter(|_| held_out.accuracy.is_some());
        said.extend(commonest.map(|(class, share)| {
            let class = name_text(&self.classes[class as usize]);
            format!("Always {class} would be right on {share:.3} of the training rows.")
        }));
        said
    }
}

/// Writes the held-out quality and the notes of a model below its rules.
pub(super) fn notes(model: &Model) -> String {
    let notes = wrapped(&model.held_out_sentences().into_iter().chain(model.notes()).collect::<Vec<_>>());
    if notes.is_empty() { notes } else { format!("\n{notes}") }
}

/// Writes each sentence on lines of its own, of at most 80 characters.
pub fn wrapped(sentences: &[String]) -> String {
    sentences.iter().map(|sentence| hanging("", sentence)).collect()
}

/// Writes words behind a label on lines of at most 80 characters, of which all but the first are
/// indented by the length of the label.
///
/// ```
/// let text = rulegen_rule::hanging("1. +0.5  ", &["word"; 30].join(" "));
/// assert!(text.lines().all(|line| line.chars().count() <= 80));
/// assert!(text.lines().skip(1).all(|line| line.starts_with("         word")));
/// ```
pub fn hanging(label: &str, words: &str) -> String {
    let indent = label.chars().count();
    let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
    let lines = filled(&words, " ", LINE.saturating_sub(indent).max(LEAST_WORDS));
    format!("{label}{}\n", lines.join(&format!("\n{:indent$}", "")))
}

/// Fills lines of a width with words. Each word but the first of a text stands behind `between`,
/// which begins a new line without its first space.
fn filled(words: &[String], between: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        let fits = |line: &String| line.chars().count() + between.chars().count() + word.chars().count() <= width;
        match lines.last_mut() {
            Some(line) if fits(line) => line.extend([between, word]),
            Some(_) => lines.push(format!("{}{word}", between.trim_start())),
            None => lines.push(word.clone()),
        }
    }
    lines.into_iter().flat_map(|line| cut(line, width)).collect()
}

/// Cuts a line that is too long between its words, or within a word that is too long.
fn cut(line: String, width: usize) -> Vec<String> {
    let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    match (line.chars().count() <= width, &words[..]) {
        (true, _) => vec![line],
        (false, [word]) => word.chars().collect::<Vec<_>>().chunks(width).map(String::from_iter).collect(),
        (false, words) => filled(words, " ", width),
    }
}

/// Writes a table of points, whose rules are wrapped so that lines have at most [`LINE`]
/// characters.
pub(super) fn table(PointsTable { before, behind, lines }: &PointsTable) -> String {
    let width = |cells: &mut dyn Iterator<Item = &String>| cells.map(|cell| cell.chars().count()).max().unwrap_or(0);
    let column = |at: usize, heads: &[String], cells: fn(&PointsLine) -> &Vec<String>| {
        width(&mut heads.get(at).into_iter().chain(lines.iter().filter_map(|line| cells(line).get(at))))
    };
    let befores: Vec<usize> = (0..before.len()).map(|at| column(at, before, |line| &line.before)).collect();
    let behinds: Vec<usize> = (0..behind.len()).map(|at| column(at, behind, |line| &line.behind)).collect();
    let last = lines.iter().filter_map(|line| line.number).max().unwrap_or(0);
    // The number ends with a point.
    let number = if last == 0 { 0 } else { last.to_string().len() + 2 };
    let taken = number + befores.iter().chain(&behinds).map(|width| width + 2).sum::<usize>();
    let room = LINE.saturating_sub(taken).max(LEAST_WORDS);
    let words: Vec<Vec<String>> = lines.iter().map(|line| filled(&line.words, " and ", room)).collect();
    let rule = width(&mut words.iter().flatten()).max(4);
    let line = |number_text: &str, cells: &[String], words: &str, figures: &[String]| {
        let mut line = format!("{number_text:>number$}");
        for (at, width) in befores.iter().enumerate() {
            let cell = cells.get(at).map_or("", String::as_str);
            // Points stand to the right, classes to the left.
            line.push_str(&if at == 0 { format!("{cell:>width$}  ") } else { format!("{cell:<width$}  ") });
        }
        line.push_str(&format!("{words:<rule$}"));
        for (cell, width) in figures.iter().zip(&behinds) {
            line.push_str(&format!("  {cell:>width$}"));
        }
        line.trim_end().to_owned() + "\n"
    };
    let mut text = line("", before, "rule", behind);
    for (of, words) in lines.iter().zip(&words) {
        let number = of.number.map_or(String::new(), |number| format!("{number}. "));
        if words.is_empty() {
            text.push('\n');
        }
        for (at, words) in words.iter().enumerate() {
            text.push_str(&match at {
                0 => line(&number, &of.before, words, &of.behind),
                _ => line("", &[], words, &[]),
            });
        }
    }
    text
}
