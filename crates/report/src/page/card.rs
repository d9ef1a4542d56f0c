//! The scorecard of the first view.

use super::overview::start_words;
use super::sections::{PointsBar, Share, class};
use crate::words::{count, rate};
use crate::{CardLine, Study};

/// The scorecard as a table.
pub(super) struct CardSection {
    /// The class that points speak for, if there are two.
    pub(super) towards: Option<String>,
    /// The words of the start.
    pub(super) start_words: String,
    /// The points of the start, with the class of each if there are more than two.
    pub(super) starts: Vec<PointsCell>,
    /// The steps of each column, and last the combinations.
    pub(super) parts: Vec<Vec<CardRow>>,
    /// The number of rows in all, and the share of the class that points speak for.
    pub(super) all: String,
    pub(super) base: String,
    /// True if the table is long enough to be searched.
    pub(super) long: bool,
    /// True if it is so long that it gets a window of its own.
    pub(super) tall: bool,
}

/// Points with their bar.
pub(super) struct PointsCell {
    pub(super) text: String,
    pub(super) bar: PointsBar,
    /// The class that they are for, and its colour.
    pub(super) class: String,
    pub(super) colour: u32,
}

/// A line of the table.
pub(super) struct CardRow {
    /// The number of the rule, from 1, for a combination.
    pub(super) number: Option<usize>,
    pub(super) words: Vec<String>,
    pub(super) points: PointsCell,
    pub(super) covered: Share,
    pub(super) share: Option<Share>,
    /// The share among all rows.
    pub(super) base: String,
    pub(super) lift: String,
}

/// Tables of more lines can be searched.
const MOST_SEEN: usize = 20;

/// Tables of more lines have a window in which they scroll.
pub(super) const MOST_SHOWN: usize = 80;

impl CardSection {
    /// Returns none if the rules of the model have no points.
    pub(super) fn new(study: &Study) -> Option<CardSection> {
        let card = study.card.as_ref()?;
        let towards = study.model.towards();
        let parts: Vec<&[CardLine]> =
            card.columns.iter().map(Vec::as_slice).chain([&card.combinations[..]]).filter(|p| !p.is_empty()).collect();
        let points = parts.iter().flat_map(|part| part.iter()).flat_map(|line| &line.points);
        let largest =
            points.map(|(points, _)| points.abs()).chain(card.start.iter().map(|p| p.abs())).fold(0.0, f64::max);
        let cell = |points: f64, of: u32| PointsCell {
            text: study.model.points_text(points),
            bar: PointsBar::new(points, largest, towards.is_some()),
            class: class(study, of),
            // A sum of two classes has the colour of the class that it speaks for.
            colour: if towards.is_some() && points < 0.0 { 1 - of } else { of } % 6,
        };
        let none = || PointsCell { class: String::new(), ..cell(0.0, 0) };
        let row = |line: &CardLine| {
            let row = |points: PointsCell, of: Option<&crate::ClassShare>| CardRow {
                number: line.rule.map(|at| at + 1),
                words: line.words.clone(),
                points,
                covered: Share::new(&line.covered),
                share: of.map(|of| Share::new(&of.covered)),
                base: of.map_or(String::new(), |of| rate(&of.base)),
                lift: of.and_then(|of| of.lift()).map_or(String::new(), |lift| format!("{lift:.2}")),
            };
            let mut rows: Vec<CardRow> =
                line.points.iter().map(|(points, of)| row(cell(*points, of.class), Some(of))).collect();
            if rows.is_empty() {
                rows.push(row(none(), None));
            }
            rows
        };
        let first = parts.iter().flat_map(|part| part.iter()).find_map(|line| line.points.first());
        let starts = match towards {
            Some(of) => vec![cell(card.start[0], of)],
            None => (0..).zip(&card.start).filter(|(_, p)| **p != 0.0).map(|(k, p)| cell(*p, k)).collect(),
        };
        let lines: usize = parts.iter().map(|part| part.len()).sum();
        Some(CardSection {
            start_words: start_words(&study.model),
            starts,
            parts: parts.iter().map(|part| part.iter().flat_map(row).collect()).collect(),
            all: count(study.measured_rows(), "row"),
            base: first.filter(|_| towards.is_some()).map_or(String::new(), |(_, of)| rate(&of.base)),
            towards: towards.map(|k| class(study, k)),
            long: lines > MOST_SEEN,
            tall: lines > MOST_SHOWN,
        })
    }
}
