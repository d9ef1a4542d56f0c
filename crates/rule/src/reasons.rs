//! Adverse reasons: the steps and combinations of a scorecard that cost a row most points.

use crate::{Card, CodedTable, Model, RowSet, RuleError};
use serde::Serialize;

/// The reasons that rows can have against a class: the columns and combinations of a scorecard,
/// with the points that each of their steps costs.
#[derive(Clone, Debug, PartialEq)]
pub struct Reasons {
    /// The card.
    pub(crate) card: Card,
    /// The class that points speak for.
    pub class: u32,
    /// The points of the start.
    start: f64,
    /// The columns of the card, then its combinations.
    pub(crate) characteristics: Vec<Characteristic>,
}

/// A column or a combination of a card.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Characteristic {
    /// The name of the column, or the conditions of the combination.
    pub(crate) name: String,
    /// The most points that a step has.
    pub(crate) best: f64,
    /// The steps of the column, and behind them a missing cell if none of them holds it. Of a
    /// combination: that it is met, that it is not.
    pub(crate) attributes: Vec<Attribute>,
}

/// A step of a column, or if a combination is met.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Attribute {
    pub(crate) words: String,
    pub(crate) points: f64,
}

/// A reason against a class.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reason<'a> {
    /// The column, or the conditions of a combination.
    pub of: &'a str,
    /// The step in which the cell lies, or if the combination is met, in words.
    pub words: &'a str,
    /// The points that the row has for it.
    pub points: f64,
    /// The most points that a row can have for it.
    pub best: f64,
    /// The points that it costs: the difference, above 0.
    pub lost: f64,
}

impl Model {
    /// Returns the reasons that rows can have against a class, or against the one that points speak
    /// for ([`Model::towards`]).
    ///
    /// # Errors
    /// [`RuleError::NoReasons`] for Boolean rules, and if there are more than two classes and none
    /// is named; [`RuleError::NoSuchClass`].
    pub fn reasons(&self, class: Option<u32>) -> Result<Reasons, RuleError> {
        let card = self.card().ok_or(RuleError::NoReasons("Boolean rules have no points that could be lost"))?;
        let class = class
            .or(self.towards())
            .ok_or(RuleError::NoReasons("of more than two classes, name the one that reasons are against"))?;
        if class as usize >= self.classes.len() {
            return Err(RuleError::NoSuchClass { class, classes: self.classes.len() });
        }
        let points = |points: &[f64]| match self.towards() {
            None => points[class as usize],
            Some(towards) if towards == class => points[0],
            Some(_) => 0.0 - points[0],
        };
        let attribute = |words: String, points: f64| Attribute { words, points };
        let columns = card.columns.iter().map(|column| {
            let feature = &self.schema.features[column.feature as usize];
            let steps = column.steps.iter().map(|step| attribute(step.words.clone(), points(&step.points)));
            let mut characteristic = Characteristic::new(feature.name.clone(), steps.collect());
            let missing = feature.missing_code() as u16;
            if !column.steps.iter().any(|step| step.holds(missing)) {
                let words = format!("{} is missing", crate::name_text(&feature.name));
                characteristic.attributes.push(attribute(words, 0.0));
            }
            characteristic
        });
        let combinations = card.combinations.iter().map(|of| {
            let words = self.schema.rule_text(&self.rules[of.rule].rule);
            let attributes =
                vec![attribute(words.clone(), points(&of.points)), attribute(format!("not ({words})"), 0.0)];
            Characteristic::new(words, attributes)
        });
        let characteristics = columns.chain(combinations).collect();
        let start = points(&card.start);
        Ok(Reasons { card, class, start, characteristics })
    }
}

impl Characteristic {
    fn new(name: String, attributes: Vec<Attribute>) -> Self {
        let best = attributes.iter().map(|attribute| attribute.points).fold(f64::NEG_INFINITY, f64::max);
        Characteristic { name, best, attributes }
    }
}

impl Reasons {
    /// Returns the points of a row that has the best step of every column and combination. There
    /// may be no such row.
    pub fn best(&self) -> f64 {
        self.start + self.characteristics.iter().map(|of| of.best).sum::<f64>()
    }

    /// Returns the reasons of every row of a table that is coded with the schema of `model`
    /// ([`Model::encode_used`]), whose reasons these are: those that cost most points first, of
    /// equal ones the first column, and at most `most` of them.
    pub fn of(&self, model: &Model, table: &CodedTable, most: usize) -> Vec<Vec<Reason<'_>>> {
        let rules = self.card.combinations.iter().map(|of| &model.rules[of.rule].rule);
        let covers: Vec<RowSet> = rules.map(|rule| table.cover(&model.schema, rule)).collect();
        let of_row = |row: usize| {
            let step = |(at, column): (usize, &crate::CardColumn)| {
                let code = table.columns()[column.feature as usize].get(row);
                let step = column.steps.iter().position(|step| step.holds(code));
                (at, step.unwrap_or(column.steps.len()))
            };
            let columns = self.card.columns.iter().enumerate().map(step);
            let met = (self.card.columns.len()..).zip(covers.iter().map(|cover| usize::from(!cover.contains(row))));
            let mut reasons: Vec<Reason<'_>> = columns.chain(met).filter_map(|(of, at)| self.reason(of, at)).collect();
            reasons.sort_by(|a, b| b.lost.total_cmp(&a.lost));
            reasons.truncate(most);
            reasons
        };
        (0..table.rows()).map(of_row).collect()
    }

    /// Returns the reason that an attribute of a characteristic is, unless it costs nothing.
    pub(crate) fn reason(&self, of: usize, attribute: usize) -> Option<Reason<'_>> {
        let Characteristic { name, best, attributes } = &self.characteristics[of];
        let Attribute { words, points } = &attributes[attribute];
        let (best, points) = (*best, *points);
        (points < best).then_some(Reason { of: name, words, points, best, lost: best - points })
    }
}
