//! Notes that belong to a model: the constraints that it was learned under, and cautions.

use crate::{
    CardColumn, Cut, Fallback, Feature, Form, Model, Predictor, Status, Support, WeightedRule, name_text, rule_text,
};
use rulegen_data::Table;
use std::collections::BTreeSet;

/// Below this number of training rows, shares and measures say little.
const FEW_ROWS: u64 = 50;

/// The least AUC on held-out rows, the fewest such rows, and the most rules of a model, at which a
/// column that decides nearly all training rows by itself may be one that follows from the class.
const NEARLY_ALL: f64 = 0.995;
const ENOUGH_ROWS: usize = 200;
const FEW_RULES: usize = 10;

/// The most training rows that such a column gets wrong, as a share of those of the smaller class.
const MOST_WRONG: f64 = 0.05;

/// The next step where a class of two is never predicted. Models and their pages go from the
/// command line to Python and back, so the note has the names of both.
const THRESHOLD: &str = " A threshold, or costs of the two errors, can change that (--threshold, --error-costs; in \
                         Python threshold=, error_costs=).";

/// The constraints and edits that settings record as lists of texts, each with the words for it.
const CONSTRAINTS: [(&str, &str); 7] = [
    ("must_have", "Rules that had to be in"),
    ("forbidden", "Forbidden in rules"),
    ("monotone", "Monotone columns"),
    ("together", "Columns that a rule may combine"),
    ("edit_dropped", "Rules left out by hand"),
    ("edit_added", "Rules added by hand"),
    ("edit_locked", "Rules whose weight was kept by hand"),
];

impl Model {
    /// Returns notes for readers, in sentences: columns of dates, the constraints that the rules
    /// were learned under, edits, the column whose rows no split parts, classes that are never
    /// predicted, the lack of rules, a column that decides nearly alone, rules that few folds
    /// found, and few training rows. Empty if there is nothing to note.
    pub fn notes(&self) -> Vec<String> {
        let form = |feature: &Feature| Some(format!("{} ({})", name_text(&feature.name), feature.dates?));
        let dates: Vec<String> = self.schema.features.iter().filter_map(form).collect();
        let mut notes: Vec<String> =
            (!dates.is_empty()).then(|| format!("Read as dates: {}.", dates.join(", "))).into_iter().collect();
        notes.extend(CONSTRAINTS.iter().filter_map(|(name, says)| self.constraint(name, says)));
        if self.settings.get("class_weight").is_some_and(|weight| weight == "balanced") {
            let numbers = if self.has_probabilities() { ", scores and probabilities" } else { " and scores" };
            notes.push(format!(
                "All classes count alike: rows, shares{numbers} are those of classes that are equally frequent."
            ));
        } else if self.training_rows().is_some_and(|rows| rows.are_weighted) {
            notes.push("Rows count by their weights: numbers of rows are sums of these.".into());
        }
        let text = |name: &str| self.settings.get(name).and_then(|text| text.as_str()).map(name_text);
        notes.extend(text("split_by").map(|column| match text("split_after") {
            Some(value) => {
                format!("In held-out rows {column} is after {value}; folds keep rows of one {column} together.")
            }
            None => format!("Held-out rows and folds keep rows of one {column} together."),
        }));
        let required = self.settings.get("must_have").and_then(|rules| rules.as_u64()).filter(|rules| *rules > 0);
        notes.extend(required.map(|rules| match rules {
            1 => "One rule had to be in.".into(),
            several => format!("{several} of the rules had to be in."),
        }));
        notes.extend(self.shortfalls());
        if self.certificate.status == Status::Rounded {
            notes.push("The points are rounded: what is proved is proved of the exact weights.".into());
        }
        let votes = self.form() == Form::Votes;
        let never = if votes && self.only_answer().is_none() { self.never_predicted() } else { Vec::new() };
        let never: Vec<String> = never.into_iter().map(|k| name_text(&self.classes[k])).collect();
        if !never.is_empty() {
            let (noun, verb) = if never.len() == 1 { ("class", "is") } else { ("classes", "are") };
            let why = match self.threshold {
                Some(_) => "every row is on the other side of the threshold",
                None if never.len() == 1 => "no rule outweighs others for it",
                None => "no rule outweighs others for them",
            };
            let step = if self.may_have_threshold() { THRESHOLD } else { "" };
            notes.push(format!("Never predicted {verb} the {noun} {}: {why}.{step}", never.join(", ")));
        }
        notes.extend(self.rarely_found());
        let target = name_text(&self.target);
        notes.extend(match (self.only_column(), self.deciding_column()) {
            (Some(column), _) => {
                Some(format!("Every rule looks at {column} alone. Make sure that it is known before {target} is."))
            }
            (None, Some(column)) => Some(format!(
                "The column {column} alone decides nearly all rows, held-out rows among them: is it known before {target} is?"
            )),
            (None, None) => None,
        });
        let rows = self.training_rows().map(|rows| rows.number);
        notes.extend(rows.filter(|rows| *rows < FEW_ROWS).map(|rows| {
            format!("Learned from {rows} rows only: shares and measures may be far from those of new rows.")
        }));
        notes
    }

    /// Returns the class of every row if the model has no rule, and no tree that answers for one.
    fn only_answer(&self) -> Option<u32> {
        let same = !self.intercepts.is_empty() || matches!(self.fallback, Fallback::Class(_));
        let row = (self.rules.is_empty() && same).then(|| Table::with_rows(1, Vec::new()).ok())??;
        Predictor::new(self).predict(&row).ok()?.first().copied()
    }

    /// True if a threshold could part rows into both classes, and there is none yet.
    fn may_have_threshold(&self) -> bool {
        self.threshold.is_none() && self.classes.len() == 2 && self.has_probabilities() && !self.rules.is_empty()
    }

    /// Returns sentences on rules that had to be in and have no points, and on the lack of rules.
    /// They are among the [notes](Model::notes).
    pub fn shortfalls(&self) -> Vec<String> {
        let no_rule = self.only_answer().map(|class| {
            format!(
                "The model has no rule: every row gets the same answer, {}.",
                name_text(&self.classes[class as usize])
            )
        });
        self.without_points().into_iter().chain(no_rule).collect()
    }

    /// Names rules that had to be in and got no points.
    fn without_points(&self) -> Option<String> {
        let required = self.settings.get("must_have")?.as_array()?.iter().filter_map(|text| text.as_str());
        let rules: BTreeSet<String> = self.rules.iter().map(|r| rule_text(self, &r.rule, r.class)).collect();
        let absent: Vec<String> =
            required.filter(|text| !rules.contains(*text)).map(|text| text.replace(char::is_control, " ")).collect();
        (!absent.is_empty())
            .then(|| format!("Rules that had to be in but have no points beside the others: {}.", absent.join("; ")))
    }

    /// Writes a constraint that the settings record.
    fn constraint(&self, name: &str, says: &str) -> Option<String> {
        let texts = self.settings.get(name)?.as_array()?.iter().filter_map(|text| text.as_str());
        let texts: Vec<String> = texts.map(|text| text.replace(char::is_control, " ")).collect();
        (!texts.is_empty()).then(|| format!("{says}: {}.", texts.join("; ")))
    }

    /// Returns the classes that no row can get: another class is before them even in a row that
    /// meets all rules for them and no others. Among more than two classes, these have no rule.
    fn never_predicted(&self) -> Vec<usize> {
        let has_rules = |k: usize| self.rules.iter().any(|rule| rule.class as usize == k && rule.weight > 0.0);
        // Two classes with votes before any rule are compared. The first wins a tie.
        let is_two = self.classes.len() == 2 && !self.intercepts.is_empty();
        if let Some(cut) = self.cut().or_else(|| is_two.then_some(Cut { class: 0, at: 0.0 })) {
            let votes =
                |class: u32| self.rules.iter().filter(|rule| rule.class == class).map(|rule| rule.weight).sum::<f64>();
            let before = |class: u32| self.intercepts.get(class as usize).copied().unwrap_or(0.0);
            let most = |class: u32| before(class) + votes(class) - before(1 - class);
            // A row that ties is of the class of the threshold.
            let can = |class: u32| match class == cut.class {
                true => most(class) >= cut.least_lead(class),
                false => most(class) > cut.least_lead(class),
            };
            return [0, 1].into_iter().filter(|&class| !can(class)).map(|class| class as usize).collect();
        }
        let by_fallback: BTreeSet<u32> = match &self.fallback {
            _ if !self.intercepts.is_empty() => BTreeSet::new(),
            Fallback::Class(class) => BTreeSet::from([*class]),
            Fallback::Rules { rules, otherwise } => rules.iter().map(|(_, class)| *class).chain([*otherwise]).collect(),
        };
        // If only rules without weight cover a row, the first class wins.
        let by_tie = |k: usize| k == 0 && self.rules.iter().any(|rule| rule.weight == 0.0);
        let before = |k: usize| self.intercepts.get(k).copied().unwrap_or(0.0);
        let wins = |k: usize| {
            (0..self.classes.len()).all(|j| j == k || before(j) < before(k) || (before(j) == before(k) && j > k))
        };
        let can = |k: usize| {
            has_rules(k) || by_fallback.contains(&(k as u32)) || by_tie(k) || (!self.intercepts.is_empty() && wins(k))
        };
        (0..self.classes.len()).filter(|&k| !can(k)).collect()
    }

    /// Counts the rules that fewer than half of the folds found, if there are any.
    fn rarely_found(&self) -> Option<String> {
        let is_rare = |rule: &&WeightedRule| rule.folds.is_some_and(|folds| folds.share() < 0.5);
        let rare = self.rules.iter().filter(is_rare).count();
        let which = match self.rules.len() {
            1 => "The rule is".into(),
            rules => format!("{rare} of the {rules} rules {}", if rare == 1 { "is" } else { "are" }),
        };
        (rare > 0).then(|| {
            format!(
                "{which} in fewer than half of the models learned without a part of the \
                 rows: other rows might give other rules."
            )
        })
    }

    /// Returns a column whose steps on the scorecard decide nearly all training rows, in a model of
    /// few rules for two classes that ranks held-out rows nearly without an error.
    fn deciding_column(&self) -> Option<String> {
        let held_out = self.held_out.as_ref().filter(|held_out| held_out.rows >= ENOUGH_ROWS)?;
        held_out.auc.filter(|auc| auc.value >= NEARLY_ALL && self.rules.len() <= FEW_RULES)?;
        let towards = self.towards()?;
        let Support { covered: all, correct } = self.training_rows()?.all_of(towards);
        let most = MOST_WRONG * correct.min(all - correct);
        let decides = |column: &&CardColumn| {
            let steps: Option<Vec<Support>> = column.steps.iter().map(|step| step.rows[0]).collect();
            let Some(steps) = steps else { return false };
            let rows: f64 = steps.iter().map(|step| step.covered).sum();
            let wrong: f64 = steps.iter().map(|step| step.correct.min(step.covered - step.correct)).sum();
            // Steps of whose rows some are unknown decide nothing.
            wrong <= most && rows >= all - most
        };
        let card = self.card()?;
        let column = card.columns.iter().find(decides)?;
        Some(name_text(&self.schema.features[column.feature as usize].name))
    }

    /// Returns the only column that rules look at, if the model knows others.
    fn only_column(&self) -> Option<String> {
        let literals = self.rules.iter().flat_map(|rule| rule.rule.literals());
        let columns: BTreeSet<u32> = literals.map(|literal| literal.column).collect();
        let only = columns.first().filter(|_| columns.len() == 1 && self.schema.features.len() > 1)?;
        Some(name_text(&self.schema.features[*only as usize].name))
    }
}
