//! Whole points: weights as whole numbers of points, some of which double the odds.

use crate::points::{MOST_POINTS, unit};
use crate::{CodedTable, Fallback, Form, Model, RuleError, Status, WeightedRule};
use std::collections::BTreeMap;
use std::num::NonZeroU32;

/// The rows whose loss decides which way each weight is rounded.
#[derive(Clone, Copy, Debug)]
pub struct PointsRows<'a> {
    /// The rows, coded with the schema of the model ([`Model::encode_used`]).
    pub table: &'a CodedTable,
    /// The index of the class of each row.
    pub labels: &'a [u32],
}

/// Numbers of points that double the odds, as scorecards have them.
const SCALES: [u32; 7] = [1, 2, 5, 10, 20, 50, 100];

/// The scale if no rows tell how much a coarser one loses: the usual one of credit scores.
const USUAL: u32 = 20;

/// The most by which the mean log loss may change on a scale that is chosen: a share of it, or this
/// number where it is nearly 0.
const MOST_CHANGE: (f64, f64) = (0.01, 0.001);

/// The least by which a change must lower the loss, relative to the loss: more than rounding.
const LEAST_CHANGE: f64 = 1e-12;

impl Model {
    /// The most points that may double the odds.
    pub const MOST_POINTS_PER_DOUBLING: u32 = 1000;

    /// Returns the model with weights and intercepts that are whole numbers of points, of which
    /// `per_doubling` double the odds. Rules without a point are left out.
    ///
    /// Each weight becomes one of the two whole numbers beside it: the nearest one, unless the
    /// other lowers the log loss on `rows`. A search changes one number at a time until none lowers
    /// the loss, so the loss is never above that of plain rounding. Without `per_doubling` it is
    /// the smallest of 1, 2, 5, 10, 20, 50 and 100 on which plain rounding changes the loss by at
    /// most 1% or 0.001, or 100; without rows it is 20.
    ///
    /// The certificate keeps what is proved of the exact weights, and says so
    /// ([`Status::Rounded`]).
    ///
    /// # Errors
    /// [`RuleError::NoLogOdds`] unless votes are log-odds, [`RuleError::PointsPerDoubling`] outside
    /// of 1 to [`Model::MOST_POINTS_PER_DOUBLING`], and [`RuleError::TooMany`] if weights are so
    /// large that sums of points would not be exact.
    ///
    /// # Panics
    /// If there is not a label for each row.
    pub fn to_points(&self, per_doubling: Option<u32>, rows: Option<PointsRows<'_>>) -> Result<Model, RuleError> {
        if !self.log_odds || self.form() != Form::Votes {
            return Err(RuleError::NoLogOdds);
        }
        let (found, most) = (per_doubling, Model::MOST_POINTS_PER_DOUBLING);
        if let Some(found) = found.filter(|found| !(1..=most).contains(found)) {
            return Err(RuleError::PointsPerDoubling { found, most });
        }
        let patterns = rows.map(|rows| Patterns::new(self, rows));
        let scale = match (per_doubling, &patterns) {
            (Some(scale), _) => scale,
            (None, Some(patterns)) => self.coarsest(patterns),
            (None, None) => USUAL,
        };
        let exact = self.in_points(unit_of(scale));
        let nearest = exact.iter().map(|points| points.round()).collect();
        let points = match patterns {
            None => nearest,
            Some(patterns) => patterns.search(&exact, nearest, unit_of(scale)),
        };
        self.with_points(scale, &points)
    }

    /// Returns the smallest scale on which plain rounding changes the loss little. A search would
    /// not tell: on a coarse scale it finds weights that are larger than the exact ones throughout,
    /// which fit the rows better as they are not held down by a penalty.
    fn coarsest(&self, patterns: &Patterns) -> u32 {
        let exact = patterns.scored(&self.in_points(1.0), 1.0).mean();
        let most = (MOST_CHANGE.0 * exact).max(MOST_CHANGE.1);
        let is_close = |scale: &u32| {
            let unit = unit_of(*scale);
            let nearest: Vec<f64> = self.in_points(unit).into_iter().map(f64::round).collect();
            (patterns.scored(&nearest, unit).mean() - exact).abs() <= most
        };
        SCALES.into_iter().find(is_close).unwrap_or(SCALES[SCALES.len() - 1])
    }

    /// Returns intercepts and weights in units.
    fn in_points(&self, unit: f64) -> Vec<f64> {
        self.intercepts.iter().copied().chain(self.rules.iter().map(|rule| rule.weight)).map(|w| w / unit).collect()
    }

    fn with_points(&self, scale: u32, points: &[f64]) -> Result<Model, RuleError> {
        let sum: f64 = points.iter().sum();
        if sum > MOST_POINTS {
            let (found, most) = (sum as usize, MOST_POINTS as usize);
            return Err(RuleError::TooMany { format: "whole points", what: "points", found, most });
        }
        let (intercepts, weights) = points.split_at(self.intercepts.len());
        let mut model = self.clone();
        model.points_per_doubling = NonZeroU32::new(scale);
        let unit = unit_of(scale);
        // Only differences count.
        let least = intercepts.iter().copied().fold(f64::INFINITY, f64::min);
        model.intercepts = intercepts.iter().map(|points| (points - least) * unit).collect();
        if model.intercepts.iter().all(|votes| *votes == 0.0) && !self.intercepts.is_empty() {
            // All classes tie before any rule, and the first one wins.
            (model.intercepts, model.fallback) = (Vec::new(), Fallback::Class(0));
        }
        model.rules.iter_mut().zip(weights).for_each(|(rule, points)| rule.weight = points * unit);
        model.rules.retain(|rule| rule.weight > 0.0);
        model.rules.sort_by(WeightedRule::heaviest_first);
        if let Some(held_out) = &mut model.held_out {
            held_out.exact_weights = true;
        }
        model.certificate.status = Status::Rounded;
        model.certificate.further_gain = None;
        if model.rules.len() < self.rules.len() {
            model.certificate.one_by_one = None;
            if let Some(rows) = model.training_rows() {
                model.record_training_rows(crate::TrainingRows { without_rule: None, ..rows });
            }
        }
        Ok(model)
    }
}

fn unit_of(scale: u32) -> f64 {
    unit(NonZeroU32::new(scale).unwrap_or(NonZeroU32::MIN))
}

/// Rows that meet the same rules and are of the same class, merged.
struct Patterns {
    classes: usize,
    /// The class that each vote is for: of the intercepts, then of the rules.
    voted: Vec<usize>,
    /// The patterns that each vote counts in.
    of_vote: Vec<Vec<u32>>,
    /// The label and the number of rows of each pattern.
    rows: Vec<(usize, f64)>,
}

impl Patterns {
    fn new(model: &Model, rows: PointsRows<'_>) -> Self {
        assert_eq!(rows.table.rows(), rows.labels.len(), "a label for each row");
        let covers: Vec<_> = model.rules.iter().map(|rule| rows.table.cover(&model.schema, &rule.rule)).collect();
        let mut counts: BTreeMap<(Vec<u64>, u32), f64> = BTreeMap::new();
        for (row, &label) in rows.labels.iter().enumerate() {
            let mut met = vec![0u64; covers.len().div_ceil(64)];
            for (at, cover) in covers.iter().enumerate() {
                met[at / 64] |= u64::from(cover.contains(row)) << (at % 64);
            }
            *counts.entry((met, label)).or_default() += 1.0;
        }
        let all = || (0..counts.len() as u32).collect::<Vec<u32>>();
        let meets = |at: usize| {
            let met = (0..).zip(counts.keys()).filter(|(_, (met, _))| met[at / 64] >> (at % 64) & 1 == 1);
            met.map(|(pattern, _)| pattern).collect::<Vec<u32>>()
        };
        Patterns {
            classes: model.classes.len(),
            voted: (0..model.intercepts.len()).chain(model.rules.iter().map(|rule| rule.class as usize)).collect(),
            of_vote: model.intercepts.iter().map(|_| all()).chain((0..covers.len()).map(meets)).collect(),
            rows: counts.iter().map(|((_, label), &rows)| (*label as usize, rows)).collect(),
        }
    }

    /// Returns the loss of votes in units.
    fn scored(&self, points: &[f64], unit: f64) -> Scored<'_> {
        let mut scores = vec![0.0; self.rows.len() * self.classes];
        for ((&class, patterns), points) in self.voted.iter().zip(&self.of_vote).zip(points) {
            patterns.iter().for_each(|&at| scores[at as usize * self.classes + class] += points);
        }
        let mut scored = Scored { patterns: self, unit, scores, losses: Vec::new() };
        scored.losses = (0..self.rows.len()).map(|at| scored.loss(at, 0, 0.0)).collect();
        scored
    }

    /// Moves points between the two whole numbers beside the exact ones, one at a time, while that
    /// lowers the loss.
    fn search(&self, exact: &[f64], mut points: Vec<f64>, unit: f64) -> Vec<f64> {
        let mut scored = self.scored(&points, unit);
        let mut moved = true;
        while moved {
            moved = false;
            for (vote, exact) in exact.iter().enumerate() {
                let step = exact.floor() + exact.ceil() - 2.0 * points[vote];
                if step != 0.0 && scored.moved(vote, step) {
                    points[vote] += step;
                    moved = true;
                }
            }
        }
        points
    }
}

/// The loss of points on patterns of rows.
struct Scored<'a> {
    patterns: &'a Patterns,
    /// The log-odds of a point.
    unit: f64,
    /// The points of each pattern and class.
    scores: Vec<f64>,
    /// The loss of each pattern.
    losses: Vec<f64>,
}

impl Scored<'_> {
    /// Returns the loss of a pattern if a class had some more points.
    fn loss(&self, at: usize, class: usize, more: f64) -> f64 {
        let (label, rows) = self.patterns.rows[at];
        let scores = &self.scores[at * self.patterns.classes..][..self.patterns.classes];
        let behind = |k: usize| {
            let extra = |k: usize| if k == class { more } else { 0.0 };
            self.unit * (scores[k] + extra(k) - scores[label] - extra(label))
        };
        let most = (0..scores.len()).map(behind).fold(0.0, f64::max);
        rows * (most + (0..scores.len()).map(|k| (behind(k) - most).exp()).sum::<f64>().ln())
    }

    fn total(&self) -> f64 {
        self.losses.iter().sum()
    }

    fn mean(&self) -> f64 {
        self.total() / self.patterns.rows.iter().map(|(_, rows)| rows).sum::<f64>()
    }

    /// Changes the points of a vote if that lowers the loss. Returns true if it does.
    fn moved(&mut self, vote: usize, step: f64) -> bool {
        let (class, of) = (self.patterns.voted[vote], &self.patterns.of_vote[vote]);
        let losses: Vec<f64> = of.iter().map(|&at| self.loss(at as usize, class, step)).collect();
        let change: f64 = of.iter().zip(&losses).map(|(&at, loss)| loss - self.losses[at as usize]).sum();
        let lower = change < -LEAST_CHANGE * (1.0 + self.total());
        for (&at, loss) in of.iter().zip(losses).filter(|_| lower) {
            self.losses[at as usize] = loss;
            self.scores[at as usize * self.patterns.classes + class] += step;
        }
        lower
    }
}
