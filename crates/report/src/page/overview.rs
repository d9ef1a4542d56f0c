//! The overview: what was learned, how it decides, and how often it is right.

use super::sections::{Share, class};
use crate::Study;
use crate::words::{count, interval, percent, rate, thousands};
use rulegen::measure::Size;
use rulegen_rule::{Fallback, Form, Model, name_text};

/// A figure of the overview.
pub(super) struct Card {
    pub(super) label: &'static str,
    pub(super) value: String,
    pub(super) note: String,
}

/// The first paragraph.
pub(super) fn lead(study: &Study) -> String {
    let accuracy = &study.quality[0].accuracy;
    let majority = &study.quality[0];
    let known = match study.held_out {
        Some(_) => "These rows were kept out of training, so they stand for new cases.",
        None => {
            "The report cannot tell whether the model was learned from these rows. If it was, expect fewer right \
             answers on new cases."
        }
    };
    let noun = match study.model.form() {
        Form::Votes => "weighted rule",
        Form::AllClauses { .. } => "clause",
        _ => "rule",
    };
    format!(
        "{} predict {} ({}). On {} of {} they are right in {} of cases (95% interval {}). Always answering {} \
         would be right in {}. {known}",
        count(study.rules.len(), noun),
        name_text(&study.model.target),
        study.model.classes.iter().map(|c| name_text(c)).collect::<Vec<_>>().join(" or "),
        match study.held_out {
            Some(_) => format!("the {} held-out rows", thousands(study.measured_rows())),
            None => format!("all {} rows", thousands(study.measured_rows())),
        },
        study.data_name,
        rate(accuracy),
        interval(accuracy),
        class(study, majority.majority_class),
        rate(&majority.majority),
    )
}

pub(super) fn cards(study: &Study) -> Vec<Card> {
    let (first, size) = (&study.quality[0], Size::of(&study.model));
    let met: usize = study.overlap.rows.iter().enumerate().map(|(k, n)| k * n).sum();
    // In an AND of ORs, a case is covered by the clauses that it does not meet.
    let (rules, met_by_case, uncovered) = match study.model.form() {
        Form::AllClauses { .. } => ("Clauses", "Clauses that a case fails", "Cases that meet every clause"),
        _ => ("Rules", "Rules that a case meets", "Cases that meet no rule"),
    };
    vec![
        Card {
            label: "Right answers",
            value: rate(&first.accuracy),
            note: format!("95% interval {}", interval(&first.accuracy)),
        },
        Card {
            label: rules,
            value: thousands(size.n_rules),
            note: format!("{:.1} conditions each, on average", size.avg_rule_length),
        },
        Card {
            label: met_by_case,
            value: format!("{:.1}", met as f64 / study.measured_rows() as f64),
            note: "on average".into(),
        },
        Card {
            label: uncovered,
            value: rate(&study.overlap.uncovered),
            note: format!("{} of {}", thousands(study.overlap.uncovered.count), thousands(study.overlap.uncovered.n)),
        },
    ]
}

/// Explains how the rules make a prediction.
pub(super) fn how(model: &Model) -> String {
    let class = |k: u32| name_text(&model.classes[k as usize]);
    match model.form() {
        Form::AnyRule { class: k, otherwise } => format!(
            "The answer is {} if any rule holds, that is, if all of its conditions do. If no rule holds, it is {}.",
            class(k),
            class(otherwise)
        ),
        Form::AllClauses { class: k, otherwise } => format!(
            "The answer is {} if every clause holds, that is, if at least one of its conditions does; otherwise it is \
             {}. A condition also counts as true where its value is missing, unless it asks whether there is a value.",
            class(k),
            class(otherwise)
        ),
        _ => votes(model),
    }
}

/// Explains how votes make a prediction.
fn votes(model: &Model) -> String {
    let otherwise = match (&model.fallback, model.intercepts.is_empty()) {
        (_, false) => String::new(),
        (Fallback::Class(k), true) => {
            format!(" If no rule applies, the answer is {}.", name_text(&model.classes[*k as usize]))
        }
        (Fallback::Rules { .. }, true) => " If no rule applies, the first tree of the training run answers.".into(),
    };
    let ties = model.classes.iter().map(|c| name_text(c)).collect::<Vec<_>>().join(", ");
    let base = model.before_any_rule();
    match model.base_probabilities() {
        Some(probabilities) => format!(
            "Before any rule, {}A rule applies when all of its conditions hold. It then adds to the log-odds of its class. Only differences \
             count: a class with 1 more than another is 2.7 times as likely, and probabilities follow from that. The \
             likeliest class is the answer; of classes that tie, the first in the order {ties}.{otherwise}",
            match base.is_empty() {
                true => "all classes are equally likely. ".into(),
                false => {
                    let probability = |(class, p): (&String, &f64)| format!("{} {}", name_text(class), percent(*p));
                    let all: Vec<String> = model.classes.iter().zip(&probabilities).map(probability).collect();
                    format!("the log-odds are {base}; probabilities: {}. ", all.join(", "))
                }
            }
        ),
        None => format!(
            "{}A rule applies when all of its conditions hold. It then votes for its class with its weight. The class with \
             the largest sum of votes is the answer; of classes that tie, the first in the order {ties}.{otherwise}",
            if base.is_empty() { base } else { format!("Before any rule, the votes are {base}. ") }
        ),
    }
}

/// Says how many of all rows are in the page.
pub(super) fn samples_sentence(shown: usize, all: usize) -> String {
    match shown == all {
        true => format!("All {} rows of the data are in this page.", thousands(all)),
        false => format!(
            "{} of the {} rows of the data are in this page, drawn at random in proportion to the classes.",
            thousands(shown),
            thousands(all)
        ),
    }
}

/// The quality by rows and by class.
pub(super) struct QualitySection {
    pub(super) sets: Vec<SetRow>,
    pub(super) classes: Vec<ClassRow>,
    pub(super) f1_name: Option<String>,
}

pub(super) struct SetRow {
    pub(super) name: &'static str,
    pub(super) accuracy: Share,
    pub(super) majority: Share,
    pub(super) f1: String,
    pub(super) weighted_f1: String,
}

pub(super) struct ClassRow {
    pub(super) name: String,
    pub(super) found: Share,
    pub(super) right: Share,
}

impl QualitySection {
    pub(super) fn new(study: &Study) -> QualitySection {
        let set = |rows: &crate::RowsQuality| SetRow {
            name: rows.name,
            accuracy: Share::new(&rows.accuracy),
            majority: Share::new(&rows.majority),
            f1: rows.quality.f1.map(|f1| format!("{f1:.3}")).unwrap_or_default(),
            weighted_f1: format!("{:.3}", rows.quality.weighted_f1),
        };
        let class = |rates: &crate::ClassRates| ClassRow {
            name: name_text(&rates.class),
            found: Share::new(&rates.found),
            right: Share::new(&rates.right),
        };
        let positive = study.model.positive.filter(|_| study.model.classes.len() == 2);
        QualitySection {
            sets: study.quality.iter().map(set).collect(),
            classes: study.quality[0].classes.iter().map(class).collect(),
            f1_name: positive.map(|k| self::class(study, k)),
        }
    }
}
