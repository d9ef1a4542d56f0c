//! The rules of a model that folds found again.

use super::cross_validation::{FoldPaths, Folds};
use crate::FitError;
use crate::path::{Covered, SameCover};
use rayon::prelude::*;
use rulegen_rule::{FoldsFound, Form, Model, Rule};

/// Records with each rule of a model how many of the folds found it, or a rule that says nearly the
/// same, at the same step of the same path: the frequency of selection of Meinshausen and Bühlmann
/// (2010), over folds in place of halves of the rows.
///
/// A rule for the other of two classes says the same if it covers nearly the rows that this one
/// does not cover, where classes have votes before any rule: only their differences matter.
///
/// # Errors
/// Rows that cannot be coded or asked.
pub(super) fn count_folds(
    model: &mut Model,
    folds: &dyn Folds,
    learned: &[FoldPaths],
    path: usize,
    step: usize,
) -> Result<(), FitError> {
    let rules: Vec<&Rule> = model.rules.iter().map(|rule| &rule.rule).collect();
    let mirrors = model.classes.len() == 2 && model.form() == Form::Votes && !model.intercepts.is_empty();
    let found_by = |fold: &FoldPaths| -> Result<Vec<bool>, FitError> {
        let of_fold = &fold.paths[path];
        let in_use = of_fold.support.in_use(step);
        let others: Vec<&Rule> = in_use.iter().map(|(rule, _)| *rule).collect();
        let rows = folds.compared(fold.division, fold.at, (&model.schema, &rules), (&of_fold.schema, &others))?;
        let same = SameCover::new(rows.labels.len(), rows.weights.as_deref());
        let covered: Vec<Covered<'_>> = rows.covers.iter().map(|cover| same.covered(cover)).collect();
        let (covers, others) = covered.split_at(rules.len());
        let is_found = |at: usize| {
            let says_the_same = |(k, other): (usize, &Covered<'_>)| match in_use[k].1 == model.rules[at].class {
                true => same.holds(covers[at], *other),
                false => mirrors && same.holds_mirrored(covers[at], *other),
            };
            others.iter().enumerate().any(says_the_same)
        };
        Ok((0..rules.len()).map(is_found).collect())
    };
    let found: Vec<Vec<bool>> = learned.par_iter().map(found_by).collect::<Result<_, _>>()?;
    for (at, rule) in model.rules.iter_mut().enumerate() {
        let times = found.iter().filter(|found| found[at]).count();
        rule.folds = Some(FoldsFound { found: times as u32, of: found.len() as u32 });
    }
    Ok(())
}
