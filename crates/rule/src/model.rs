//! Models: weighted rules, a fallback for rows that no rule covers, and a certificate.

use crate::{Certificate, FoldsFound, HeldOut, Rule, Schema, name_text, of_at_most};
use rulegen_numeric::softmax;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::num::NonZeroU32;

/// The training rows that a rule covers. They count by weight if rows have weights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Support {
    /// All covered rows.
    pub covered: f64,
    /// The covered rows of the rule's class.
    pub correct: f64,
}

impl Support {
    /// Returns the share of the covered rows that are of the rule's class, or 0 if it covers none.
    pub fn precision(&self) -> f64 {
        if self.covered > 0.0 { self.correct / self.covered } else { 0.0 }
    }
}

/// A rule that votes for a class.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightedRule {
    /// The condition.
    pub rule: Rule,
    /// The index of the class that it votes for.
    pub class: u32,
    /// The weight of its vote, not negative.
    pub weight: f64,
    /// The training rows that it covers.
    pub support: Support,
    /// The folds of the cross-validation that found it again, if the size was chosen by one.
    pub folds: Option<FoldsFound>,
}

impl WeightedRule {
    /// Compares rules in the order in which models list them: the heaviest first, of equal weights
    /// the shorter one, then that of the first literals, then of the first class.
    pub fn heaviest_first(a: &WeightedRule, b: &WeightedRule) -> Ordering {
        b.weight.total_cmp(&a.weight).then_with(|| a.rule.cmp(&b.rule)).then(a.class.cmp(&b.class))
    }
}

/// The answer for a row that no rule covers.
#[derive(Clone, Debug, PartialEq)]
pub enum Fallback {
    /// Always the same class.
    Class(u32),
    /// The class of the first of these rules, the leaves of a first tree, that covers the row.
    Rules {
        /// Rules with their classes.
        rules: Vec<(Rule, u32)>,
        /// The class for rows that these do not cover either.
        otherwise: u32,
    },
}

/// A classifier made of weighted rules.
///
/// It predicts the class with the largest sum of weights of the rules that cover a row. Of classes
/// that tie, it is the one with the lowest index. If no rule covers the row, the fallback decides.
/// If classes have votes before any rule, the weights are added to these, and they decide for rows
/// that no rule covers. If there is a threshold, it decides alone.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// The method that learned it: `rug`, `boolean`, or any other name for an own master.
    pub method: String,
    /// The loss that the weights minimise, unless the method implies it.
    pub loss: Option<String>,
    /// True if the scores are log-odds, whose softmax is a probability. The scores of other models
    /// rank and decide, and have no further meaning.
    pub log_odds: bool,
    /// The name of the column that it predicts.
    pub target: String,
    /// The class names, at least two, all different.
    pub classes: Vec<String>,
    /// The class that F1 is about, if there are two classes.
    pub positive: Option<u32>,
    /// The features that the rules use.
    pub schema: Schema,
    /// The intercepts: the votes that each class has before any rule. They are finite, not
    /// negative, and not all 0. Empty if there are none. Only their differences matter.
    pub intercepts: Vec<f64>,
    /// The number of points that double the odds, if all weights and intercepts are whole numbers
    /// of points ([`Model::to_points`]). Scores must be log-odds then.
    pub points_per_doubling: Option<NonZeroU32>,
    /// The smallest probability of the positive class at which it is predicted, above 0 and below
    /// 1, if there is a threshold ([`Model::with_threshold`]). Scores must be log-odds of two
    /// classes then.
    pub threshold: Option<f64>,
    /// The rules, largest weight first.
    pub rules: Vec<WeightedRule>,
    /// The answer for rows that no rule covers.
    pub fallback: Fallback,
    /// True if the rules of a Boolean model are the negated clauses of an AND of ORs, and are shown
    /// as such. No answer depends on it.
    pub clauses: bool,
    /// The proved quality of the rules.
    pub certificate: Certificate,
    /// The quality on rows that were held out, if it was measured.
    pub held_out: Option<HeldOut>,
    /// The settings of the run, for information only: no prediction depends on them. Base rates,
    /// notes, the cut points of the target and the forms of numbers are read from them.
    pub settings: BTreeMap<String, serde_json::Value>,
}

/// The way in which the rules of a model make an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// Rules vote with their weights.
    Votes,
    /// `class` if any rule holds, else `otherwise`: an OR of ANDs.
    AnyRule {
        /// The class of all rules.
        class: u32,
        /// The other one.
        otherwise: u32,
    },
    /// `class` if no rule holds, else `otherwise`: an AND of ORs, whose conditions are the
    /// negations of those of the rules.
    AllClauses {
        /// The class that meets all clauses.
        class: u32,
        /// The class of all rules.
        otherwise: u32,
    },
}

impl Model {
    /// The name of the logistic loss. Model files need not say that its scores are log-odds.
    pub const LOGISTIC: &'static str = "logistic";

    /// Returns the number of conditions of all rules together, without the fallback.
    pub fn conditions(&self) -> usize {
        self.rules.iter().map(|rule| rule.rule.len()).sum()
    }

    /// True if it is known of some rules how many folds found them.
    pub(crate) fn has_folds(&self) -> bool {
        self.rules.iter().any(|rule| rule.folds.is_some())
    }

    /// Returns the form in which the rules are shown. It never changes an answer: the votes of a
    /// Boolean model give the same classes.
    pub fn form(&self) -> Form {
        let Fallback::Class(fallback) = self.fallback else { return Form::Votes };
        let other = 1 - fallback.min(1);
        let of_other = self.rules.iter().all(|rule| rule.class == other && rule.weight > 0.0);
        if self.method != "boolean" || !self.intercepts.is_empty() || self.classes.len() != 2 || !of_other {
            return Form::Votes;
        }
        match self.clauses {
            true => Form::AllClauses { class: fallback, otherwise: other },
            false => Form::AnyRule { class: other, otherwise: fallback },
        }
    }

    /// Returns the most conditions that a rule could have in training, as the settings record it.
    /// `None` if there was no limit, or none is recorded.
    pub fn max_length(&self) -> Option<usize> {
        self.settings.get("max_length").and_then(serde_json::Value::as_u64).map(|most| most as usize)
    }

    /// Returns the most that a rule set may weigh, as the settings record it: rules and conditions,
    /// each at its price. Weighted rules have no such limit.
    pub fn complexity_limit(&self) -> Option<f64> {
        self.settings.get("complexity").filter(|_| self.method == "boolean").and_then(serde_json::Value::as_f64)
    }

    /// Returns the words for the limits of a bound over rules of some length ([`of_at_most`]). Sets
    /// of Boolean rules have a limit on their complexity too.
    pub fn limits_in_words(&self, max_length: Option<usize>) -> String {
        let length = of_at_most(max_length);
        let joint = if length.is_empty() { " of" } else { " and" };
        let complexity = |most: String| format!("{joint} complexity at most {most}");
        length + &self.complexity_limit_in_words().map_or(String::new(), complexity)
    }

    /// Returns the words for [`Model::complexity_limit`]: with more than two classes it is that of
    /// the rules for each.
    pub fn complexity_limit_in_words(&self) -> Option<String> {
        let each = if self.classes.len() > 2 { " for each class" } else { "" };
        self.complexity_limit().map(|most| format!("{most}{each}"))
    }

    /// Returns the cut points of the target if the classes are ranges of a number, as the settings
    /// record them. Empty if they are not.
    pub fn target_cuts(&self) -> Vec<f64> {
        let cuts = self.settings.get("target_cut").and_then(serde_json::Value::as_array);
        cuts.into_iter().flatten().filter_map(serde_json::Value::as_f64).collect()
    }

    /// Returns the forms of the numbers that were not written as 1234.5 in training, by column, as
    /// the settings record them.
    pub fn number_forms(&self) -> BTreeMap<String, String> {
        let forms = self.settings.get("number_forms").and_then(serde_json::Value::as_object);
        let form = |(column, form): (&String, &serde_json::Value)| Some((column.clone(), form.as_str()?.to_owned()));
        forms.into_iter().flatten().filter_map(form).collect()
    }

    /// Returns the words that meant a missing cell in the training file, as the settings record
    /// them.
    pub fn missing_words(&self) -> Vec<String> {
        let words = self.settings.get("missing").and_then(serde_json::Value::as_array);
        words.into_iter().flatten().filter_map(|word| Some(word.as_str()?.to_owned())).collect()
    }

    /// True if the model gives probabilities: if its scores are [log-odds](Model::log_odds).
    pub fn has_probabilities(&self) -> bool {
        self.log_odds
    }

    /// Returns the probability of each class for a row that no rule covers: the softmax of the
    /// intercepts. Returns `None` if the model has no [probabilities](Model::has_probabilities).
    pub fn base_probabilities(&self) -> Option<Vec<f64>> {
        let mut scores =
            if self.intercepts.is_empty() { vec![0.0; self.classes.len()] } else { self.intercepts.clone() };
        softmax(&mut scores);
        self.has_probabilities().then_some(scores)
    }

    /// Writes probabilities, one for each class, in words: `no 12.0%, yes 88.0%`. A probability
    /// that is neither 0 nor 1 is never shown as 0% or 100%.
    pub fn shown_probabilities(&self, probabilities: &[f64]) -> String {
        let percent = |p: f64| match p {
            p if p > 0.0 && p < 0.001 => "<0.1%".into(),
            p if p < 1.0 && p > 0.999 => ">99.9%".into(),
            p => format!("{:.1}%", 100.0 * p),
        };
        let shown =
            self.classes.iter().zip(probabilities).map(|(class, &p)| format!("{} {}", name_text(class), percent(p)));
        shown.collect::<Vec<_>>().join(", ")
    }

    /// Writes the votes that classes have before any rule, such as `0.430 for yes`. Empty if there
    /// are none.
    pub fn before_any_rule(&self) -> String {
        let votes = self.classes.iter().zip(&self.intercepts).filter(|(_, votes)| **votes > 0.0);
        votes
            .map(|(class, votes)| format!("{} for {}", self.weight_text(*votes), name_text(class)))
            .collect::<Vec<_>>()
            .join(", ")
    }
}
