//! The text and figures of the sections of the page, ready for the template.

use crate::words::{count, interval, number, percent, rate, thousands};
use crate::{Drawing, Plot, ReportError, Study, draw};
use rulegen::measure::Rate;
use rulegen_rule::{Form, name_text};

/// Returns a plot, unless there was nothing to draw.
pub(super) fn if_any(drawn: Result<Drawing, ReportError>) -> Result<Option<Drawing>, ReportError> {
    match drawn {
        Ok(drawing) => Ok(Some(drawing)),
        Err(ReportError::NothingToPlot { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// A share in words: `85.2%`, its interval, and its counts.
#[derive(Clone)]
pub(super) struct Share {
    pub(super) percent: String,
    pub(super) interval: String,
    pub(super) count: String,
    pub(super) n: String,
    /// From 0 to 100, for bars and for sorting.
    pub(super) value: f64,
}

impl Share {
    pub(super) fn new(of: &Rate) -> Share {
        Share {
            percent: rate(of),
            interval: interval(of),
            count: thousands(of.count),
            n: thousands(of.n),
            value: 100.0 * of.rate.unwrap_or(0.0),
        }
    }
}

/// A class as it is written in sentences.
pub(super) fn class(study: &Study, k: u32) -> String {
    name_text(&study.model.classes[k as usize])
}

/// A line of the table of Boolean rules.
pub(super) struct RuleRow {
    pub(super) number: usize,
    pub(super) words: Vec<String>,
    pub(super) class: String,
    pub(super) class_index: u32,
    /// The colour of the class.
    pub(super) colour: u32,
    pub(super) covered: Share,
    /// The share of its class, and how it compares with all rows.
    pub(super) share: Share,
    pub(super) base: String,
    pub(super) lift: String,
}

/// A bar of points, from a line of 0, in percent of the width.
pub(super) struct PointsBar {
    pub(super) from: f64,
    pub(super) width: f64,
}

impl PointsBar {
    /// The bar of points of which the largest are `most`. If they are signed, the line of 0 is in
    /// the middle.
    pub(super) fn new(points: f64, most: f64, signed: bool) -> PointsBar {
        let (zero, scale) = if signed { (50.0, 50.0) } else { (0.0, 100.0) };
        let width = if most > 0.0 { scale * points.abs() / most } else { 0.0 };
        PointsBar { from: if points < 0.0 { zero - width } else { zero }, width }
    }
}

pub(super) fn rule_rows(study: &Study) -> Vec<RuleRow> {
    let row = |(at, rule): (usize, &crate::RuleFigures)| RuleRow {
        number: at + 1,
        words: rule.words.clone(),
        class: class(study, rule.class),
        class_index: rule.class,
        colour: rule.class % 6,
        covered: Share::new(&rule.covered),
        share: Share::new(&rule.of.covered),
        base: rate(&rule.of.base),
        lift: rule.of.lift().map_or(String::new(), |lift| format!("{lift:.2}")),
    };
    study.rules.iter().enumerate().map(row).collect()
}

/// The classes that rules vote for, in order.
pub(super) fn voted_classes(study: &Study) -> Vec<String> {
    let voted = |k: &usize| study.rules.iter().any(|rule| rule.class as usize == *k);
    (0..study.model.classes.len()).filter(voted).map(|k| class(study, k as u32)).collect()
}

/// The section on rules that share rows.
pub(super) struct OverlapSection {
    pub(super) sentence: String,
    pub(super) figure: Drawing,
    pub(super) pairs: Vec<PairRow>,
    pub(super) compared: String,
}

pub(super) struct PairRow {
    pub(super) first: String,
    pub(super) second: String,
    pub(super) shared: Share,
    /// Tells if they are for one class.
    pub(super) say: &'static str,
}

impl OverlapSection {
    pub(super) fn new(study: &Study) -> Result<OverlapSection, ReportError> {
        let overlap = &study.overlap;
        let differ = if study.model.towards().is_some() { "disagree" } else { "are for different classes" };
        let disputed = match (study.model.form(), &overlap.disputed) {
            (Form::Votes, Rate { count: 0, .. }) => format!(" No case meets rules that {differ}."),
            (Form::Votes, some) => {
                format!(
                    " In {} of the cases rules apply that {differ}, and the sum of their points decides.",
                    rate(some)
                )
            }
            _ => String::new(),
        };
        let or = matches!(study.model.form(), Form::AllClauses { .. });
        let words =
            |at: usize| format!("{}. {}", at + 1, study.rules[at].words.join(if or { " or " } else { " and " }));
        let met: usize = overlap.rows.iter().enumerate().map(|(k, n)| k * n).sum();
        let mean = met as f64 / study.measured_rows() as f64;
        // In an AND of ORs, a case is covered by the clauses that it does not meet.
        let met = match or {
            true => {
                format!("A case fails {mean:.1} clauses on average; {} meet every clause.", rate(&overlap.uncovered))
            }
            false if overlap.rows[0] == 0 => format!("Every case meets a rule, {mean:.1} of them on average."),
            false => format!("A case meets {mean:.1} rules on average; {} meet none.", rate(&overlap.uncovered)),
        };
        let pair = |pair: &crate::OverlapPair| PairRow {
            first: words(pair.first),
            second: words(pair.second),
            shared: Share::new(&pair.shared),
            say: match (pair.agree, study.model.towards()) {
                (true, _) => "the same",
                (false, Some(_)) => "the opposite",
                (false, None) => "different classes",
            },
        };
        Ok(OverlapSection {
            sentence: format!("{met}{disputed}"),
            figure: draw(Plot::Overlap, study)?,
            pairs: overlap.pairs.iter().map(pair).collect(),
            compared: match overlap.compared < study.rules.len() {
                true => format!(" (of the first {} rules)", overlap.compared),
                false => String::new(),
            },
        })
    }
}

/// The confusion matrix.
pub(super) struct ConfusionSection {
    pub(super) classes: Vec<String>,
    pub(super) rows: Vec<ConfusionRow>,
    /// Classes that are left out of the table.
    pub(super) left_out: usize,
}

pub(super) struct ConfusionRow {
    pub(super) name: String,
    pub(super) cells: Vec<ConfusionCell>,
    pub(super) all: String,
}

pub(super) struct ConfusionCell {
    pub(super) n: String,
    pub(super) right: bool,
    /// The share of the cases of the class, from 0 to 100, for the shade.
    pub(super) shade: f64,
}

/// More classes than these are not shown as a table.
const MOST_CLASSES: usize = 30;

impl ConfusionSection {
    pub(super) fn new(study: &Study) -> ConfusionSection {
        let confusion = &study.confusion;
        let shown = confusion.largest(MOST_CLASSES);
        let cell = |row: usize, column: usize| {
            let share = Rate::new(confusion.counts[row][column], confusion.of_class(row));
            let shade = 100.0 * share.rate.unwrap_or(0.0);
            ConfusionCell { n: thousands(share.count), right: row == column, shade }
        };
        let row = |&row: &usize| ConfusionRow {
            name: class(study, row as u32),
            cells: shown.iter().map(|&column| cell(row, column)).collect(),
            all: thousands(confusion.of_class(row)),
        };
        ConfusionSection {
            classes: shown.iter().map(|&k| class(study, k as u32)).collect(),
            rows: shown.iter().map(row).collect(),
            left_out: study.model.classes.len() - shown.len(),
        }
    }
}

/// The section on probabilities, or shares of votes.
pub(super) struct CalibrationSection {
    pub(super) figure: Drawing,
    /// `probabilities` or `votes`.
    pub(super) what: &'static str,
    /// The noun for one of them: `probability`.
    pub(super) one: &'static str,
    pub(super) sentence: String,
    pub(super) bins: Vec<(String, Share)>,
}

impl CalibrationSection {
    pub(super) fn new(study: &Study) -> Result<Option<CalibrationSection>, ReportError> {
        let Some(calibration) = &study.calibration else { return Ok(None) };
        let without = match calibration.without_votes {
            0 => String::new(),
            n => format!(" {} on which no rule votes are left out.", count(n, "row")),
        };
        let error = calibration.curve.error;
        let sentence = match calibration.of_probabilities {
            true => {
                let range = error
                    .interval
                    .map_or(String::new(), |[low, high]| format!(" (95% interval {}–{})", percent(low), percent(high)));
                format!(
                    "Of the cases with a probability of 70%, about 70 in 100 should be of the class. Here probabilities are \
                     compared with how often the class is correct; on average the two are {} apart{range}. Chance makes some \
                     of that, the more the fewer cases there are.",
                    percent(error.value)
                )
            }
            false => format!(
                "The share of the votes that a class gets is not a probability. Here it is compared with how often the \
                 class is correct; on average the two are {} apart.{without}",
                percent(error.value)
            ),
        };
        let (what, one) = match calibration.of_probabilities {
            true => ("probabilities", "probability"),
            false => ("votes", "share of the votes"),
        };
        let bins = calibration.curve.bins.iter().map(|bin| (percent(bin.mean), Share::new(&bin.observed))).collect();
        Ok(Some(CalibrationSection { figure: draw(Plot::Calibration, study)?, what, one, sentence, bins }))
    }
}

/// Fairness between groups.
pub(super) struct GroupSection {
    pub(super) figure: Option<Drawing>,
    /// The scores: names, values, and what they compare.
    pub(super) scores: Vec<(&'static str, String, &'static str)>,
    pub(super) positive: Option<String>,
    pub(super) groups: Vec<GroupRow>,
}

pub(super) struct GroupRow {
    pub(super) name: String,
    pub(super) n: String,
    pub(super) rates: Vec<Share>,
}

impl GroupSection {
    pub(super) fn new(study: &Study) -> Result<Option<GroupSection>, ReportError> {
        let Some(fairness) = &study.fairness else { return Ok(None) };
        let score = |score: Option<f64>| score.map_or("–".into(), |score| format!("{score:.3}"));
        let scores = &fairness.scores;
        let positive = study.model.positive.filter(|_| study.model.classes.len() == 2);
        let row = |group: &rulegen_eval::GroupRates| {
            let of_two = [group.selection_rate, group.false_positive_rate, group.false_negative_rate];
            let of_two = of_two.into_iter().flatten().filter(|_| positive.is_some());
            GroupRow {
                name: group.name.clone(),
                n: thousands(group.n),
                rates: std::iter::once(group.error_rate).chain(of_two).map(|rate| Share::new(&rate)).collect(),
            }
        };
        Ok(Some(GroupSection {
            figure: if_any(draw(Plot::Fairness, study))?,
            scores: vec![
                ("Errors in all (ODM)", score(scores.odm), "wrong answers of any kind"),
                ("Errors by class (DMC)", score(scores.dmc), "wrong answers within each class, together"),
                ("Missed cases (EOP)", score(scores.eop), "wrong answers among cases of the positive class"),
                ("Equalized odds", score(scores.equalized_odds), "wrong answers within the class that fares worst"),
            ],
            positive: positive.map(|k| class(study, k)),
            groups: fairness.groups.iter().map(row).collect(),
        }))
    }
}

/// The section on the rounds of the run.
pub(super) struct TraceSection {
    pub(super) figure: Drawing,
    pub(super) sentence: String,
}

impl TraceSection {
    pub(super) fn new(study: &Study) -> Result<Option<TraceSection>, ReportError> {
        let Some(trace) = &study.trace else { return Ok(None) };
        // Each run has its own clock.
        let seconds: f64 = trace.runs().iter().filter_map(|run| run.last()).map(|round| round.elapsed_seconds).sum();
        let sentence = format!(
            "The search took {} and {} seconds. Every round looked for further rules and computed all weights \
             again, so the score (errors and the cost of rules together; less is better) falls. A proved bound is a \
             value that the score of no choice of rules can be below.",
            count(trace.rounds.len(), "round"),
            number(seconds)
        );
        Ok(Some(TraceSection { figure: draw(Plot::Convergence, study)?, sentence }))
    }
}
