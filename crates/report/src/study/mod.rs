//! All figures of a report on a model and a set of rows.

mod calibration;
mod card;
mod confusion;
mod features;
mod overlap;
mod patterns;
mod quality;
mod rules;
mod thresholds;
mod weighing;

pub use calibration::Calibration;
pub use card::{CardFigures, CardLine};
pub use confusion::Confusion;
pub use features::FeatureFigures;
pub use overlap::{Overlap, OverlapPair};
pub use patterns::Pattern;
pub use quality::{ClassRates, RowsQuality};
pub use rules::{ClassShare, RuleFigures};
pub use thresholds::ClassCurve;
pub use weighing::Weighing;

use crate::front::check_of_model;
use crate::used::with_used_columns;
use crate::{ReportError, Trace};
use rulegen::Front;
use rulegen_data::{Groups, Table};
use rulegen_eval::FairnessReport;
use rulegen_rule::{Model, Predictor, RowSet};

/// The most classes: as many as are learned. Each is compared with each.
const MOST_CLASSES: usize = 1000;

/// The inputs of a report.
#[derive(Clone, Debug)]
pub struct Inputs {
    /// The model.
    pub model: Model,
    /// The name of the model, such as its file.
    pub model_name: String,
    /// The rows; the columns of [`with_used_columns`] are enough.
    pub table: Table,
    /// The class of each row, an index of the model's classes.
    pub labels: Vec<u32>,
    /// The name of the data, such as their file.
    pub data_name: String,
    /// The rows that the model was not learned from, if that is known.
    pub held_out: Option<Vec<usize>>,
    /// The group of each row, where groups are compared.
    pub groups: Option<Groups>,
    /// The rounds of the run.
    pub trace: Option<Trace>,
    /// Models of other sizes.
    pub front: Option<Front>,
}

/// The figures of a report.
///
/// Rules, overlap, errors, calibration and fairness are measured on the held-out rows if they are
/// known, else on all rows.
#[derive(Clone, Debug)]
pub struct Study {
    /// The model as it was given.
    pub original: Model,
    /// The model over the columns that it uses.
    pub model: Model,
    /// The name of the model, such as its file.
    pub model_name: String,
    /// The name of the data.
    pub data_name: String,
    /// All rows.
    pub table: Table,
    /// Their classes.
    pub labels: Vec<u32>,
    /// Their predicted classes.
    pub predicted: Vec<u32>,
    /// A flag for each row, true if it is held out; none if no row is known to be.
    pub held_out: Option<Vec<bool>>,
    /// The quality on held-out and on the other rows, or on all.
    pub quality: Vec<RowsQuality>,
    /// The rules, in the model's order.
    pub rules: Vec<RuleFigures>,
    /// The scorecard; none if rules have no points.
    pub card: Option<CardFigures>,
    /// The overlap of rules.
    pub overlap: Overlap,
    /// The rows by the rules that they meet; none if changes of the model cannot be measured.
    pub patterns: Option<Vec<Pattern>>,
    /// The problem that the weights solve on these rows; none if it is not known.
    pub weighing: Option<Weighing>,
    /// The confusion matrix.
    pub confusion: Confusion,
    /// The calibration of probabilities, or of shares of votes; none if rules do not vote.
    pub calibration: Option<Calibration>,
    /// The curve over all thresholds of the positive class of two, or of each of the first classes;
    /// none where the rows are all of one class.
    pub thresholds: Vec<ClassCurve>,
    /// The columns of the model, those that it uses most first.
    pub features: Vec<FeatureFigures>,
    /// Fairness between groups.
    pub fairness: Option<FairnessReport>,
    /// The rounds of the run.
    pub trace: Option<Trace>,
    /// Models of other sizes.
    pub front: Option<Front>,
}

fn one_per_row(what: &'static str, found: usize, rows: usize) -> Result<(), ReportError> {
    if found == rows { Ok(()) } else { Err(ReportError::NotOnePerRow { what, found, rows }) }
}

fn check_held_out(held_out: &[usize], rows: usize) -> Result<(), ReportError> {
    let mut seen = vec![false; rows];
    for &row in held_out {
        match seen.get_mut(row) {
            None => return Err(ReportError::NoSuchRow { row, rows }),
            Some(true) => return Err(ReportError::RowTwice { row }),
            Some(seen) => *seen = true,
        }
    }
    Ok(())
}

impl Study {
    /// Measures the model on its rows.
    ///
    /// # Errors
    /// [`ReportError::NoRows`], [`ReportError::NotOnePerRow`], [`ReportError::NoSuchRow`],
    /// [`ReportError::RowTwice`], [`ReportError::TooManyClasses`] above 1,000,
    /// [`ReportError::Rule`] if the rows lack a column that rules use, and [`ReportError::Front`]
    /// if the front is of another model.
    ///
    /// # Panics
    /// If a label is no class of the model.
    pub fn new(inputs: Inputs) -> Result<Study, ReportError> {
        let Inputs { model: original, model_name, table, labels, data_name, held_out, groups, trace, front } = inputs;
        let rows = table.rows();
        one_per_row("labels", labels.len(), rows)?;
        one_per_row("groups", groups.as_ref().map_or(rows, |groups| groups.of_row.len()), rows)?;
        check_held_out(held_out.as_deref().unwrap_or_default(), rows)?;
        if table.rows() == 0 || held_out.as_ref().is_some_and(Vec::is_empty) {
            return Err(ReportError::NoRows);
        }
        let classes = original.classes.len();
        if classes > MOST_CLASSES {
            return Err(ReportError::TooManyClasses { classes, most: MOST_CLASSES });
        }
        if let Some(front) = &front {
            check_of_model(front, &original)?;
        }
        let model = with_used_columns(&original);
        let predictor = Predictor::new(&model);
        let predicted = predictor.predict(&table)?;
        let shares = predictor.probabilities(&table)?;
        let measured: Vec<usize> = held_out.clone().unwrap_or_else(|| (0..table.rows()).collect());
        let held_out = held_out.map(|rows| {
            let mut held_out = vec![false; table.rows()];
            rows.iter().for_each(|&row| held_out[row] = true);
            held_out
        });
        let pick = |of: &[u32]| measured.iter().map(|&row| of[row]).collect::<Vec<u32>>();
        let (truth, answers, rows) = (pick(&labels), pick(&predicted), table.select_rows(&measured));
        let coded = model.schema.encode(&rows)?;
        let covers: Vec<RowSet> = model.rules.iter().map(|rule| coded.cover(&model.schema, &rule.rule)).collect();
        let measured_shares = quality::of_rows(&shares, model.classes.len(), &measured);
        let fairness = groups.map(|groups| {
            FairnessReport::new(&answers, &truth, &model.classes, &groups.select_rows(&measured), model.positive)
        });
        let patterns = patterns::patterns(&model, &covers, &truth);
        Ok(Study {
            weighing: patterns.as_ref().and_then(|patterns| Weighing::of(&model, patterns)),
            quality: quality::by_rows(&model, &predicted, &shares, &labels, held_out.as_deref()),
            rules: rules::figures(&model, &covers, &truth),
            card: CardFigures::new(&model, &coded, &covers, &truth),
            overlap: Overlap::new(&model, &covers, rows.rows()),
            patterns,
            confusion: Confusion::new(&answers, &truth, model.classes.len()),
            calibration: Calibration::new(&model, &measured_shares, &predictor.scores(&rows)?, &truth),
            thresholds: thresholds::curves(&model, &measured_shares, &truth),
            features: FeatureFigures::of(&original),
            fairness,
            original,
            model,
            model_name,
            data_name,
            table,
            labels,
            predicted,
            held_out,
            trace,
            front,
        })
    }

    /// The number of rows that rules are measured on.
    pub fn measured_rows(&self) -> usize {
        self.quality[0].accuracy.n
    }

    /// A phrase for these rows: `the held-out rows`, `the training rows`, `all rows`.
    pub fn measured_name(&self) -> &'static str {
        match &self.held_out {
            Some(_) => "the held-out rows",
            None if self.is_training() => "the training rows",
            None => "all rows",
        }
    }

    /// True if no row is known to be held out, and there are as many rows of each class as the
    /// model was learned from.
    pub fn is_training(&self) -> bool {
        self.held_out.is_none() && quality::are_training_rows(&self.model, &self.labels)
    }

    /// The class that figures of two classes are about.
    pub fn positive(&self) -> Option<u32> {
        (self.model.classes.len() == 2).then(|| self.model.positive.unwrap_or(1))
    }
}
