//! Models: weighted rules, what to answer where none applies, and how good the set is known to be.

use crate::softmax::softmax;
use crate::{Certificate, Rule, Schema, quoted};
use std::collections::BTreeMap;

/// Training rows that a rule covers, by weight where rows have weights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Support {
    /// All covered rows.
    pub covered: f64,
    /// Those of the rule's class.
    pub correct: f64,
}

impl Support {
    /// The share of the covered rows that are of the rule's class; 0 where it covers none.
    pub fn precision(&self) -> f64 {
        if self.covered > 0.0 { self.correct / self.covered } else { 0.0 }
    }
}

/// A rule that votes for a class.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightedRule {
    /// The condition.
    pub rule: Rule,
    /// Index of the class that it votes for.
    pub class: u32,
    /// Its vote, not negative.
    pub weight: f64,
    /// What it covered in training.
    pub support: Support,
}

/// The answer for a row that no rule covers.
#[derive(Clone, Debug, PartialEq)]
pub enum Fallback {
    /// Always the same class.
    Class(u32),
    /// The class of the first of these rules that covers the row (the leaves of a first tree).
    Rules {
        /// Rules with their classes.
        rules: Vec<(Rule, u32)>,
        /// The class where these do not cover the row either.
        otherwise: u32,
    },
}

/// A classifier made of weighted rules.
///
/// Its answer is the class with the largest summed weight of the rules that cover a row; of classes
/// that tie, the one with the lowest index; where no rule covers the row, the fallback. Where classes have votes before
/// any rule, these are added to, and decide where no rule covers the row.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// How it was learned: `rug`, `boolean`, or any other name for a master of one's own.
    pub method: String,
    /// The loss that the weights minimise, where the method does not say it.
    pub loss: Option<String>,
    /// The name of the column that it predicts.
    pub target: String,
    /// The class names, at least two, all different.
    pub classes: Vec<String>,
    /// The class that F1 is about, where there are two.
    pub positive: Option<u32>,
    /// The features that the rules speak of.
    pub schema: Schema,
    /// The votes that each class has before any rule: the intercepts, finite, not negative, not all 0; empty where there
    /// are none. Only their differences matter.
    pub intercepts: Vec<f64>,
    /// The rules, largest weight first.
    pub rules: Vec<WeightedRule>,
    /// The answer where no rule applies.
    pub fallback: Fallback,
    /// What is known of the rule set.
    pub certificate: Certificate,
    /// The settings of the run, as they were given.
    pub settings: BTreeMap<String, serde_json::Value>,
}

/// How the rules of a model make an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// Rules vote with their weights.
    Votes,
    /// `class` where any rule holds, else `otherwise`: an OR of ANDs.
    AnyRule {
        /// The class of all rules.
        class: u32,
        /// The other one.
        otherwise: u32,
    },
    /// `class` where no rule holds, else `otherwise`: an AND of ORs, whose conditions are the negations of
    /// those of the rules.
    AllClauses {
        /// The class that meets all clauses.
        class: u32,
        /// The class of all rules.
        otherwise: u32,
    },
}

impl Model {
    /// The name of the logistic loss.
    pub const LOGISTIC: &'static str = "logistic";

    /// The number of conditions of all rules together; the fallback does not count.
    pub fn conditions(&self) -> usize {
        self.rules.iter().map(|rule| rule.rule.len()).sum()
    }

    /// The setting that records [`Model::further_gain`].
    pub const FURTHER_GAIN: &'static str = "further_gain";

    /// Where exact pricing proved it of a model whose size was chosen: no further rule lowers the training objective by more than
    /// this for a unit of its weight.
    pub fn further_gain(&self) -> Option<f64> {
        self.settings.get(Model::FURTHER_GAIN)?.as_f64()
    }

    /// What the rules are to a reader. It never changes an answer: the votes of a Boolean model come to the
    /// same.
    pub fn form(&self) -> Form {
        let Fallback::Class(fallback) = self.fallback else { return Form::Votes };
        let other = 1 - fallback.min(1);
        let of_other = self.rules.iter().all(|rule| rule.class == other && rule.weight > 0.0);
        if self.method != "boolean" || !self.intercepts.is_empty() || self.classes.len() != 2 || !of_other {
            return Form::Votes;
        }
        match self.settings.get("form").and_then(|form| form.as_str()) {
            Some("cnf") => Form::AllClauses { class: fallback, otherwise: other },
            _ => Form::AnyRule { class: other, otherwise: fallback },
        }
    }

    /// Whether its scores are log-odds, so that their softmax is a probability: where the [loss](Model::loss) is
    /// [`Model::LOGISTIC`]. Votes of other losses rank and decide, and say no more.
    pub fn has_probabilities(&self) -> bool {
        self.loss.as_deref() == Some(Model::LOGISTIC)
    }

    /// The probability of each class for a row that no rule covers: the softmax of the intercepts. None where the model gives
    /// no [probabilities](Model::has_probabilities).
    pub fn base_probabilities(&self) -> Option<Vec<f64>> {
        let mut scores =
            if self.intercepts.is_empty() { vec![0.0; self.classes.len()] } else { self.intercepts.clone() };
        softmax(&mut scores);
        self.has_probabilities().then_some(scores)
    }

    /// Probabilities, one for each class, in words: `no 12.0%, yes 88.0%`. One that is neither 0 nor 1 is not shown as such.
    pub fn shown_probabilities(&self, probabilities: &[f64]) -> String {
        let percent = |p: f64| match p {
            p if p > 0.0 && p < 0.001 => "<0.1%".into(),
            p if p < 1.0 && p > 0.999 => ">99.9%".into(),
            p => format!("{:.1}%", 100.0 * p),
        };
        let shown =
            self.classes.iter().zip(probabilities).map(|(class, &p)| format!("{} {}", quoted(class), percent(p)));
        shown.collect::<Vec<_>>().join(", ")
    }

    /// The votes that classes have before any rule, such as `0.430 for yes`; empty where there are none.
    pub fn before_any_rule(&self) -> String {
        let votes = self.classes.iter().zip(&self.intercepts).filter(|(_, votes)| **votes > 0.0);
        votes.map(|(class, votes)| format!("{votes:.3} for {}", quoted(class))).collect::<Vec<_>>().join(", ")
    }
}
