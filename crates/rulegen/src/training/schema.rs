//! The schema of a training set: what its rows tell apart, and what given rules refer to.

use crate::FitError;
use rulegen_binarize::{BinarizeError, DroppedColumn, LearnSettings, LearnedColumns, Names, learn_until};
use rulegen_data::{Dataset, Table};
use rulegen_limits::Limits;
use rulegen_rule::{Domain, Model, Schema, Test};

/// The most cut points or categories of a column: with two further codes they fill two bytes.
const MOST_VALUES: usize = u16::MAX as usize - 1;

/// Learns the schema of the training rows, extended so that the rules of the `given` models can be
/// said in it, as far as their columns are there and of the same kind. Also returns the columns
/// that cannot serve, which the log lists unless it is to be `quiet`.
///
/// # Errors
/// [`BinarizeError::Stopped`] where a limit is reached before; [`BinarizeError::NoFeature`] when no
/// column can serve, [`BinarizeError::OnlyNames`] when all others name rows; [`FitError::Keep`] for
/// a column to keep that is not there.
pub(crate) fn learn_schema<'a>(
    data: &Dataset,
    settings: &LearnSettings<'_>,
    quiet: bool,
    given: impl IntoIterator<Item = &'a Model>,
    limits: &Limits,
) -> Result<(Schema, Vec<DroppedColumn>), FitError> {
    check_kept(settings, &data.features)?;
    usable(learn_until(&data.features, data.weights.as_deref(), settings, limits)?, settings, quiet, given)
}

/// Checks that the columns to keep are there.
///
/// # Errors
/// [`FitError::Keep`].
pub(crate) fn check_kept(settings: &LearnSettings<'_>, table: &Table) -> Result<(), FitError> {
    let Names::LeftOut { but } = settings.names else { return Ok(()) };
    match but.iter().find(|name| table.columns().iter().all(|column| column.name() != *name)) {
        Some(unknown) => Err(FitError::Keep { column: unknown.clone() }),
        None => Ok(()),
    }
}

/// Returns the schema and the dropped columns of what was learned of columns, as [`learn_schema`]
/// does.
///
/// # Errors
/// [`BinarizeError::NoFeature`] and [`BinarizeError::OnlyNames`], as there.
pub(crate) fn usable<'a>(
    learned: LearnedColumns,
    settings: &LearnSettings<'_>,
    quiet: bool,
    given: impl IntoIterator<Item = &'a Model>,
) -> Result<(Schema, Vec<DroppedColumn>), FitError> {
    let LearnedColumns { mut schema, dropped, pooled } = learned;
    if schema.features.is_empty() {
        let names = DroppedColumn::names_rows(&dropped);
        return Err(names.map_or_else(|| BinarizeError::no_feature(&dropped), BinarizeError::OnlyNames).into());
    }
    if !quiet {
        note(&dropped, &pooled, settings.min_category);
    }
    given.into_iter().for_each(|model| extend(&mut schema, model));
    Ok((schema, dropped))
}

/// Warns of columns that are left out, and of columns with categories of fewer than `least` rows.
fn note(dropped: &[DroppedColumn], pooled: &[String], least: u64) {
    DroppedColumn::notes(dropped).iter().for_each(|note| log::warn!("{note}"));
    if !pooled.is_empty() {
        log::warn!("categories of fewer than {least} rows have no condition of their own: {}", pooled.join(", "));
    }
}

/// Adds the cut points and categories of a model's rules to `schema`, so that the rules can be said
/// in it.
pub(crate) fn extend(schema: &mut Schema, model: &Model) {
    for literal in model.rules.iter().flat_map(|r| r.rule.literals()) {
        let theirs = model.schema.feature(*literal);
        let Some(own) = schema.features.iter_mut().find(|f| f.name == theirs.name) else { continue };
        if own.dates.is_some() != theirs.dates.is_some() {
            continue;
        }
        match (&mut own.domain, &theirs.domain, literal.test) {
            (Domain::Numeric { cuts }, Domain::Numeric { cuts: known }, Test::AtMost(j) | Test::Above(j)) => {
                let cut = known[j as usize];
                if let Err(place) = cuts.binary_search_by(|c| c.total_cmp(&cut))
                    && cuts.len() < MOST_VALUES
                {
                    cuts.insert(place, cut);
                }
            }
            (
                Domain::Categorical { categories },
                Domain::Categorical { categories: known },
                Test::Is(v) | Test::IsNot(v),
            ) => {
                let category = &known[v as usize];
                if !categories.contains(category) && categories.len() < MOST_VALUES {
                    categories.push(category.clone());
                }
            }
            (_, _, Test::Missing | Test::Present) => own.missing_seen = true,
            _ => {}
        }
    }
}
