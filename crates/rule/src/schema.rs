//! Schemas: the features of a model, and the cut points and categories that codes stand for.

use crate::{Literal, Rule, SchemaError, Test, WholeNumbers};
use rulegen_data::DateForm;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// The most cut points or categories. Codes are at most two bytes, and two of them are reserved:
/// one for values beyond the others, and one for missing cells.
const MOST_VALUES: usize = u16::MAX as usize - 1;

/// The values that a feature's codes stand for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Domain {
    /// A number. `x` has the code `|{j : cuts[j] < x}|`, so that `x <= cuts[j]` iff `code <= j`.
    Numeric {
        /// Strictly ascending finite cut points.
        cuts: Vec<f64>,
    },
    /// A category. The code of `categories[v]` is `v`; a category not in the list has the code
    /// `categories.len()`.
    Categorical {
        /// Distinct category names.
        categories: Vec<String>,
    },
}

/// A column as rules use it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Feature {
    /// The column's name in the data file.
    pub name: String,
    /// Its cut points or categories.
    pub domain: Domain,
    /// True if training saw missing cells, so that `is missing` and `is present` are literals.
    pub missing_seen: bool,
    /// The range of the cells that training saw, if all were whole numbers. Texts for readers then
    /// have conditions on whole numbers ([`Feature::spellings`]).
    pub whole: Option<WholeNumbers>,
    /// The form of the cells that training saw, if they were dates. The numbers are whole days
    /// since the first of January 1970 then, as the cut points are, and texts have dates.
    pub dates: Option<DateForm>,
    /// Tests that new rules may not use. They matter in training only: model files do not hold
    /// them.
    pub forbidden: Vec<Test>,
}

impl Feature {
    /// Makes a column without missing cells, of any numbers and with nothing forbidden.
    pub fn new(name: impl Into<String>, domain: Domain) -> Self {
        Feature { name: name.into(), domain, missing_seen: false, whole: None, dates: None, forbidden: Vec::new() }
    }

    /// Returns the code of a missing cell: the largest code of the feature.
    pub fn missing_code(&self) -> usize {
        match &self.domain {
            Domain::Numeric { cuts } => cuts.len() + 1,
            Domain::Categorical { categories } => categories.len() + 1,
        }
    }

    /// Returns the number of codes, including that of a missing cell.
    pub fn codes(&self) -> usize {
        self.missing_code() + 1
    }

    /// Returns the number of cut points or categories.
    fn values(&self) -> usize {
        self.missing_code() - 1
    }

    /// Checks cut points or categories, dates, and the range of whole numbers.
    fn check(&self) -> Result<(), SchemaError> {
        let feature = || self.name.clone();
        match &self.domain {
            Domain::Numeric { cuts } => {
                if !(cuts.windows(2).all(|w| w[0] < w[1]) && cuts.iter().all(|c| c.is_finite())) {
                    return Err(SchemaError::UnsortedCuts(feature()));
                }
            }
            Domain::Categorical { categories } => {
                if let Some(category) = first_repeated(categories.iter()) {
                    return Err(SchemaError::DuplicateCategory { feature: feature(), category });
                }
            }
        }
        if self.dates.is_some() {
            self.check_dates()?;
        }
        if let Some(WholeNumbers { least, most }) = self.whole.filter(|range| range.least > range.most) {
            return Err(SchemaError::NoWholeNumbers { feature: feature(), least, most });
        }
        match self.values() {
            values if values > MOST_VALUES => {
                Err(SchemaError::TooManyValues { feature: feature(), values, most: MOST_VALUES })
            }
            _ => Ok(()),
        }
    }

    /// Checks that cut points are dates, and the range of cells too. The day behind a cut point is
    /// one as well, because exports compare with it.
    fn check_dates(&self) -> Result<(), SchemaError> {
        let (Domain::Numeric { cuts }, Some(WholeNumbers { least, most })) = (&self.domain, self.whole) else {
            return Err(SchemaError::NoDates(self.name.clone()));
        };
        let ends = [least as f64, most as f64];
        let is_day = |days: f64| DateForm::ISO.write(days).is_some();
        let bad = cuts.iter().find(|cut| !(is_day(**cut) && is_day(**cut + 1.0)));
        match bad.or(ends.iter().find(|end| !is_day(**end))) {
            Some(&days) => Err(SchemaError::NoDay { feature: self.name.clone(), days: days.to_string() }),
            None => Ok(()),
        }
    }

    /// Returns all tests on this feature, in order (docs/MATH.md 1): `<=` and `>` for every cut;
    /// `=` and `!=` for every category (of two categories only the two `=`); missing and present if
    /// training saw missing cells. Forbidden tests are left out. Every pricer builds its rules of
    /// these.
    pub fn tests(&self) -> Vec<Test> {
        let mut tests: Vec<Test> = match &self.domain {
            Domain::Numeric { cuts } => {
                let cuts = 0..cuts.len() as u16;
                cuts.clone().map(Test::AtMost).chain(cuts.map(Test::Above)).collect()
            }
            Domain::Categorical { categories } => {
                let all = 0..categories.len() as u16;
                all.clone().map(Test::Is).chain(all.map(Test::IsNot)).collect()
            }
        };
        tests.extend([Test::Missing, Test::Present]);
        tests.retain(|&test| self.offers(test));
        tests
    }

    /// True if `test` is one of [`Feature::tests`].
    pub fn offers(&self, test: Test) -> bool {
        let has = match test {
            Test::IsNot(_) => self.categories() > 2,
            Test::Missing | Test::Present => self.missing_seen,
            Test::AtMost(_) | Test::Above(_) | Test::Is(_) => true,
        };
        has && self.admits(test) && !self.forbidden.contains(&test)
    }

    /// Returns the number of categories, or 0 for numbers.
    fn categories(&self) -> usize {
        match &self.domain {
            Domain::Numeric { .. } => 0,
            Domain::Categorical { categories } => categories.len(),
        }
    }

    /// True if `test` suits this feature: it is of the right kind, and its index is in range.
    pub fn admits(&self, test: Test) -> bool {
        match (test, &self.domain) {
            (Test::AtMost(j) | Test::Above(j), Domain::Numeric { cuts }) => (j as usize) < cuts.len(),
            (Test::Is(v) | Test::IsNot(v), Domain::Categorical { categories }) => (v as usize) < categories.len(),
            (Test::Missing | Test::Present, _) => true,
            _ => false,
        }
    }
}

/// The features of a model or a training set, in column order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Schema {
    /// One entry per column of the coded table.
    pub features: Vec<Feature>,
}

impl Schema {
    /// Checks the public fields: cut points ascend, are finite, and are days of a calendar if they
    /// are dates, categories and the names of
    /// features differ, and there are no more values than two bytes can tell apart.
    ///
    /// # Errors
    /// Any of [`SchemaError`].
    pub fn check(&self) -> Result<(), SchemaError> {
        self.features.iter().try_for_each(Feature::check)?;
        match first_repeated(self.features.iter().map(|feature| &feature.name)) {
            Some(name) => Err(SchemaError::DuplicateFeature(name)),
            None => Ok(()),
        }
    }

    /// Returns all literals, by column, then in the order of [`Feature::tests`].
    pub fn literals(&self) -> Vec<Literal> {
        let of = |(column, feature): (usize, &Feature)| {
            feature.tests().into_iter().map(move |test| Literal::new(column as u32, test)).collect::<Vec<_>>()
        };
        self.features.iter().enumerate().flat_map(of).collect()
    }

    /// True if no literal of `rule` is forbidden. Panics if the rule is of another schema.
    pub fn permits(&self, rule: &Rule) -> bool {
        rule.literals().iter().all(|&l| !self.feature(l).forbidden.contains(&l.test))
    }

    /// True if every literal of `rule` is one that pricers build rules of. Panics if the rule is of
    /// another schema.
    pub fn offers(&self, rule: &Rule) -> bool {
        rule.literals().iter().all(|&l| self.feature(l).offers(l.test))
    }

    /// Returns the same features with nothing forbidden, as a model keeps them.
    pub fn without_forbidden(&self) -> Schema {
        let free = |feature: &Feature| Feature { forbidden: Vec::new(), ..feature.clone() };
        Schema { features: self.features.iter().map(free).collect() }
    }

    /// Returns the feature that a literal is about. Panics if the literal belongs to another
    /// schema.
    pub fn feature(&self, literal: Literal) -> &Feature {
        &self.features[literal.column as usize]
    }
}

/// Returns the first name that occurs twice.
fn first_repeated<'a>(mut names: impl Iterator<Item = &'a String>) -> Option<String> {
    let mut seen = HashSet::new();
    names.find(|name| !seen.insert(*name)).cloned()
}
