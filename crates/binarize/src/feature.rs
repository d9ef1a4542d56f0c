//! The feature that is made of a column, wherever its rows are.

use crate::cuts::{Bins, RankedNumbers, cuts, neat_day, tidy};
use crate::dropped::{DroppedColumn, MOST_CATEGORIES};
use crate::names::Naming;
use crate::settings::{LearnSettings, LearnedColumns, Names};
use rulegen_data::DateForm;
use rulegen_rule::{Domain, Feature, WholeNumbers};

/// The number of categories that a column keeps at least, if it keeps any. With fewer than three
/// there is no condition `!=`.
const KEPT_CATEGORIES: usize = 3;

/// The feature of a column, with true if some of its categories are rare, or the reason why the
/// column is left out.
pub(crate) type LearnedFeature = Result<(Feature, bool), DroppedColumn>;

/// The cells of a column in the rows that count.
pub(crate) struct Cells<'a> {
    pub(crate) present: Present<'a>,
    /// True if other cells are missing.
    pub(crate) missing: bool,
    /// The form of the dates, if the numbers are days.
    pub(crate) dates: Option<DateForm>,
}

/// The cells of a column that are not missing.
pub(crate) enum Present<'a> {
    /// The numbers, and their range if all are whole.
    Numbers(RankedNumbers, Option<WholeNumbers>),
    /// The categories, all different, with the number of rows of each.
    Categories(Vec<(&'a str, u64)>),
    /// The approximate number of categories, which are more than a column may have.
    TooMany(usize),
}

/// Makes the feature of a column. `cells` is called unless the column is left out because it names
/// rows, and `naming` only if the settings leave such columns out.
pub(crate) fn feature<'a>(
    name: &str,
    settings: &LearnSettings<'_>,
    naming: impl FnOnce() -> Option<Naming>,
    cells: impl FnOnce() -> Cells<'a>,
) -> LearnedFeature {
    let name = name.to_owned();
    if let Some(naming) = left_out(&name, settings, naming) {
        return Err(DroppedColumn::NamesRows(name, naming));
    }
    let min_category = if is_asked_for(&name, settings) { 1 } else { settings.min_category };
    let Cells { present, missing, dates } = cells();
    match present {
        Present::Numbers(numbers, whole) => of_numbers(name, numbers, (whole, dates), missing, settings.bins),
        Present::Categories(categories) => of_categories(name, &categories, missing, min_category),
        Present::TooMany(categories) => Err(DroppedColumn::TooManyCategories(name, categories)),
    }
}

/// Returns how a column names rows if it is left out for that.
pub(crate) fn left_out(
    name: &str,
    settings: &LearnSettings<'_>,
    naming: impl FnOnce() -> Option<Naming>,
) -> Option<Naming> {
    if settings.names == Names::Kept || is_asked_for(name, settings) { None } else { naming() }
}

/// True if the settings keep a column even if it names rows.
fn is_asked_for(name: &str, settings: &LearnSettings<'_>) -> bool {
    matches!(settings.names, Names::LeftOut { but } if but.iter().any(|kept| kept == name))
}

fn of_numbers(
    name: String,
    present: RankedNumbers,
    (whole, dates): (Option<WholeNumbers>, Option<DateForm>),
    missing_seen: bool,
    bins: Bins,
) -> LearnedFeature {
    let (any, varies) = (!present.is_empty(), present.varies());
    let between = if dates.is_some() { neat_day } else { tidy };
    let cuts = cuts(present, bins, between);
    let values = cuts.len() + usize::from(any);
    check_values(&name, values, missing_seen, varies)?;
    Ok((Feature { missing_seen, whole, dates, ..Feature::new(name, Domain::Numeric { cuts }) }, false))
}

fn of_categories(name: String, all: &[(&str, u64)], missing_seen: bool, min_category: u64) -> LearnedFeature {
    let categories = named(all, least_rows(all, min_category));
    let pooled = categories.len() < all.iter().filter(|(_, rows)| *rows > 0).count();
    if pooled && categories.is_empty() {
        return Err(DroppedColumn::Rare(name, min_category));
    }
    if categories.len() > MOST_CATEGORIES {
        return Err(DroppedColumn::TooManyCategories(name, categories.len()));
    }
    check_values(&name, categories.len(), missing_seen, false)?;
    Ok((Feature { missing_seen, ..Feature::new(name, Domain::Categorical { categories }) }, pooled))
}

/// Checks that rows can differ in the number of values or in missing cells.
fn check_values(name: &str, values: usize, missing: bool, varies: bool) -> Result<(), DroppedColumn> {
    match values + usize::from(missing) {
        _ if values == 0 => Err(DroppedColumn::Empty(name.to_owned())),
        1 if varies => Err(DroppedColumn::NoCut(name.to_owned())),
        1 => Err(DroppedColumn::Constant(name.to_owned())),
        _ => Ok(()),
    }
}

/// Returns the number of rows that a category needs: `min_category`, or the rows of the third
/// largest category if any category has `min_category` rows.
fn least_rows(categories: &[(&str, u64)], min_category: u64) -> u64 {
    let mut descending: Vec<u64> = categories.iter().map(|&(_, rows)| rows).filter(|&rows| rows > 0).collect();
    descending.sort_unstable_by(|a, b| b.cmp(a));
    match (descending.first(), descending.get(KEPT_CATEGORIES - 1).or(descending.last())) {
        (Some(&most), _) if most < min_category && descending.len() > KEPT_CATEGORIES => min_category,
        (_, Some(&third)) => third.min(min_category).max(1),
        _ => 1,
    }
}

/// Returns the categories with at least this many rows, in a defined order.
fn named(categories: &[(&str, u64)], least: u64) -> Vec<String> {
    let mut names: Vec<String> =
        categories.iter().filter(|(_, rows)| *rows >= least).map(|(name, _)| (*name).to_owned()).collect();
    names.sort_unstable();
    let number = |name: &String| name.parse::<f64>().ok().filter(|x| x.is_finite());
    if names.iter().all(|name| number(name).is_some()) {
        names.sort_by(|a, b| number(a).partial_cmp(&number(b)).expect("finite numbers compare"));
    }
    names
}

/// Collects the features of columns in their order, and the columns that are left out.
impl FromIterator<LearnedFeature> for LearnedColumns {
    fn from_iter<T: IntoIterator<Item = LearnedFeature>>(columns: T) -> Self {
        let mut learned = LearnedColumns::default();
        for of_column in columns {
            match of_column {
                Ok((feature, pooled)) => {
                    learned.pooled.extend(pooled.then(|| feature.name.clone()));
                    learned.schema.features.push(feature);
                }
                Err(why) => learned.dropped.push(why),
            }
        }
        learned
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn categories_are_those_that_occur_sorted() {
        assert_eq!(named(&[("b", 2), ("x", 0), ("a", 1)], 1), ["a", "b"]);
        assert_eq!(named(&[("10", 1), ("9", 1)], 1), ["9", "10"]);
    }
}
