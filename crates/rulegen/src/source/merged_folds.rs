//! Folds of merged rows, with the cut points of all rows. The size that is chosen depends neither
//! on where the rows lie nor on their order.

use super::coded::CodedRows;
use crate::FitError;
use crate::choice::{Fold, Folds, HeldOut, HeldOutRows, MOST_ROWS};
use crate::parameters::Parameters;
use crate::training::{Target, Training, suited};
use rulegen_binarize::Samples;
use rulegen_limits::Limits;
use rulegen_rule::{Rule, Schema};
use rulegen_shards::{FoldDivision, FoldRows, FoldView, RemoteRows, SmallestDraws, View};
use std::sync::Arc;

/// The division of merged rows into folds.
pub(super) struct MergedFolds<'a> {
    /// The parameters of folds. Each fold has its own least cover unless it is given.
    p: Parameters,
    target: Target<'a>,
    division: FoldDivision,
    /// True if all merged rows are at hand and their rows are shared out among the folds. Otherwise
    /// each merged row is in one fold with all of its rows, and only some are drawn.
    shared_out: bool,
}

impl<'a> MergedFolds<'a> {
    /// Divides `rows` rows, whose merged rows have these draws.
    pub(super) fn new(
        asked: &Parameters,
        p: &Parameters,
        target: Target<'a>,
        smallest: &SmallestDraws,
        rows: u64,
    ) -> Self {
        let shared_out = smallest.bound(p.rows_at_hand).is_none();
        let different = smallest.rows();
        // Time grows with the number of merged rows. If there are many and they are shared out,
        // they are drawn row by row.
        let things = if shared_out && different > MOST_ROWS as u64 { rows } else { different };
        let folds = p.folds.min(usize::try_from(rows).unwrap_or(usize::MAX));
        let division = FoldDivision::new(things, folds, p.seed, MOST_ROWS);
        let p = Parameters { min_cover: asked.min_cover, fold: true, ..p.clone() };
        MergedFolds { p, target, division, shared_out }
    }

    /// True if all merged rows are at hand, and their rows are shared out among the folds.
    pub(super) fn are_shared_out(&self) -> bool {
        self.shared_out
    }

    /// Returns the folds of samples whose rows are shared out.
    pub(super) fn of_samples(self, samples: Arc<Samples>) -> FoldsOf<'a> {
        let rows = RowsOfFolds::Here(FoldRows::shared_out(samples, self.division));
        FoldsOf { about: self, rows, different: 0 }
    }

    /// Returns the folds of coded rows, of whose merged ones so many are different.
    pub(super) fn of_coded(self, coded: CodedRows<'a>, different: u64) -> FoldsOf<'a> {
        FoldsOf { about: self, rows: RowsOfFolds::Elsewhere(coded), different }
    }
}

/// The rows of folds.
enum RowsOfFolds<'a> {
    /// Rows at hand.
    Here(FoldRows),
    /// Rows where they lie.
    Elsewhere(CodedRows<'a>),
}

/// Folds of merged rows that can be asked.
pub(super) struct FoldsOf<'a> {
    about: MergedFolds<'a>,
    rows: RowsOfFolds<'a>,
    /// The number of different merged rows elsewhere.
    different: u64,
}

impl FoldsOf<'_> {
    /// Returns the rows of a side of a fold.
    fn rows_of(&self, side: FoldView) -> Result<RemoteRows, FitError> {
        match &self.rows {
            RowsOfFolds::Here(rows) => Ok(rows.remote(side)?),
            RowsOfFolds::Elsewhere(coded) => coded.remote(View::Fold(self.about.division, side)),
        }
    }
}

impl Folds for FoldsOf<'_> {
    fn number(&self) -> usize {
        self.about.division.folds()
    }

    /// Fetches the rows of folds if they are few.
    fn begin(&mut self, limits: &Limits) -> Result<(), FitError> {
        let division = self.about.division;
        let few = division.scored_share() * self.different as f64 <= self.about.p.rows_at_hand.get() as f64;
        if let RowsOfFolds::Elsewhere(coded) = &self.rows
            && few
            && let Some(rows) = FoldRows::fetch(&coded.shards, division, limits)?
        {
            self.rows = RowsOfFolds::Here(rows);
        }
        Ok(())
    }

    fn fold(&self, _: usize, at: usize, _: &Limits) -> Result<Option<Fold<'_>>, FitError> {
        let train = Arc::new(self.rows_of(FoldView::Train(at as u32))?);
        let class_rows: Vec<u64> = train.over(&[])?.class_weights().iter().map(|rows| *rows as u64).collect();
        let test = self.rows_of(FoldView::Test(at as u32))?;
        if class_rows.iter().all(|rows| *rows == 0) || test.over(&[])?.is_empty() {
            return Ok(None);
        }
        let p = suited(&self.about.p, &class_rows);
        let training = match class_rows.iter().filter(|rows| **rows > 0).count() {
            0 | 1 => None,
            _ => Some(Training::elsewhere((train, 0), Vec::new(), self.about.target, &p)?),
        };
        Ok(Some(Fold { p, training, class_rows, held_out: Box::new(test) }))
    }

    /// All folds have the schema of all rows.
    fn compared(
        &self,
        _: usize,
        at: usize,
        of_model: (&Schema, &[&Rule]),
        of_fold: (&Schema, &[&Rule]),
    ) -> Result<HeldOutRows, FitError> {
        let rules = [of_model.1, of_fold.1].concat();
        HeldOut::over(&self.rows_of(FoldView::Test(at as u32))?, of_fold.0, &rules)
    }
}
