//! Literals by the name of a column and a value.

use crate::{Domain, Feature, Literal, RuleError, Schema, Test};

/// The number of names nearest to an unknown one that an error lists.
const NEAREST: usize = 3;

/// The most letters to change for a name to be listed as near, as a part of the longer name.
const MOST_CHANGED: f64 = 0.5;

/// Makes literals from the names and values of the data. A value has to be exactly a cut point or a
/// category of the schema.
///
/// ```
/// use rulegen_rule::{Domain, Feature, Rule, Schema};
///
/// let colours = Domain::Categorical { categories: vec!["blue".into(), "red".into()] };
/// let schema = Schema {
///     features: vec![
///         Feature::new("x0", Domain::Numeric { cuts: vec![0.5, 2.0] }),
///         Feature::new("colour", colours),
///     ],
/// };
/// let rule = Rule::new([schema.at_most("x0", 0.5)?, schema.is("colour", "red")?]);
/// assert_eq!(schema.rule_text(&rule), "x0 <= 0.5 and colour = red");
///
/// let error = schema.above("x0", 0.7).unwrap_err();
/// assert_eq!(error.to_string(), "0.7 is no cut point of 'x0': the nearest are 0.5 and 2");
/// # Ok::<(), rulegen_rule::RuleError>(())
/// ```
impl Schema {
    /// Makes the literal `column <= cut`.
    ///
    /// # Errors
    /// [`RuleError::UnknownFeature`], [`RuleError::NotNumeric`], [`RuleError::NoCutPoint`].
    pub fn at_most(&self, column: &str, cut: f64) -> Result<Literal, RuleError> {
        self.by_cut(column, cut, Test::AtMost)
    }

    /// Makes the literal `column > cut`.
    ///
    /// # Errors
    /// As [`Schema::at_most`].
    pub fn above(&self, column: &str, cut: f64) -> Result<Literal, RuleError> {
        self.by_cut(column, cut, Test::Above)
    }

    /// Makes the literal `column = category`.
    ///
    /// # Errors
    /// [`RuleError::UnknownFeature`], [`RuleError::NotCategorical`],
    /// [`RuleError::UnknownCategory`].
    pub fn is(&self, column: &str, category: &str) -> Result<Literal, RuleError> {
        self.by_category(column, category, Test::Is)
    }

    /// Makes the literal `column != category`.
    ///
    /// # Errors
    /// As [`Schema::is`].
    pub fn is_not(&self, column: &str, category: &str) -> Result<Literal, RuleError> {
        self.by_category(column, category, Test::IsNot)
    }

    /// Makes the literal `column is missing`.
    ///
    /// # Errors
    /// [`RuleError::UnknownFeature`].
    pub fn missing(&self, column: &str) -> Result<Literal, RuleError> {
        Ok(Literal::new(self.place(column)?.0, Test::Missing))
    }

    /// Makes the literal `column is present`.
    ///
    /// # Errors
    /// [`RuleError::UnknownFeature`].
    pub fn present(&self, column: &str) -> Result<Literal, RuleError> {
        Ok(Literal::new(self.place(column)?.0, Test::Present))
    }

    /// Finds the feature with this name and its place in the schema.
    fn place(&self, column: &str) -> Result<(u32, &Feature), RuleError> {
        let found = (0..).zip(&self.features).find(|(_, feature)| feature.name == column);
        found.ok_or_else(|| {
            let names = self.features.iter().map(|feature| feature.name.as_str());
            RuleError::UnknownFeature { name: column.to_owned(), nearest: nearest(column, names) }
        })
    }

    fn by_cut(&self, column: &str, cut: f64, test: fn(u16) -> Test) -> Result<Literal, RuleError> {
        let (place, feature) = self.place(column)?;
        let Domain::Numeric { cuts } = &feature.domain else {
            return Err(RuleError::NotNumeric { column: column.to_owned() });
        };
        match cuts.iter().position(|&known| known == cut) {
            Some(index) => Ok(Literal::new(place, test(index as u16))),
            None => {
                let below = cuts.iter().copied().rfind(|&known| known < cut);
                let above = cuts.iter().copied().find(|&known| known > cut);
                let nearest = below.into_iter().chain(above).map(|cut| feature.number_text(cut)).collect();
                Err(RuleError::NoCutPoint { column: column.to_owned(), value: feature.number_text(cut), nearest })
            }
        }
    }

    fn by_category(&self, column: &str, category: &str, test: fn(u16) -> Test) -> Result<Literal, RuleError> {
        let (place, feature) = self.place(column)?;
        let Domain::Categorical { categories } = &feature.domain else {
            return Err(RuleError::NotCategorical { column: column.to_owned() });
        };
        match categories.iter().position(|known| known == category) {
            Some(index) => Ok(Literal::new(place, test(index as u16))),
            None => Err(RuleError::UnknownCategory {
                column: column.to_owned(),
                category: category.to_owned(),
                nearest: nearest(category, categories.iter().map(String::as_str)),
            }),
        }
    }
}

/// Returns the few names that may have been meant by this one, the nearest first.
fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Vec<String> {
    let name = name.to_lowercase();
    let changed = |known: &str| strsim::damerau_levenshtein(&name, &known.to_lowercase());
    let length = |known: &str| name.chars().count().max(known.chars().count());
    let distances = known.map(|known| (changed(known), known));
    let is_near = |(changed, known): &(usize, &str)| *changed as f64 <= MOST_CHANGED * length(known) as f64;
    let mut known: Vec<(usize, &str)> = distances.filter(is_near).collect();
    // The sort is stable: the first of equally near names comes first.
    known.sort_by_key(|(changed, _)| *changed);
    known.into_iter().take(NEAREST).map(|(_, known)| known.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schema() -> Schema {
        let feature = |name: &str, domain| Feature { missing_seen: true, ..Feature::new(name, domain) };
        let colours = ["blue", "green", "grey", "red"].map(String::from).to_vec();
        Schema {
            features: vec![
                feature("age", Domain::Numeric { cuts: vec![-1.0, 0.1 + 0.2] }),
                feature("colour", Domain::Categorical { categories: colours }),
                feature("empty", Domain::Numeric { cuts: Vec::new() }),
            ],
        }
    }

    #[test]
    fn literals_stand_for_what_was_asked() {
        let schema = schema();
        let words = |literal: Result<Literal, RuleError>| schema.rule_text(&crate::Rule::new([literal.unwrap()]));
        assert_eq!(words(schema.at_most("age", -1.0)), "age <= -1");
        assert_eq!(words(schema.above("age", 0.1 + 0.2)), "age > 0.30000000000000004");
        assert_eq!(words(schema.is("colour", "red")), "colour = red");
        assert_eq!(words(schema.is_not("colour", "blue")), "colour != blue");
        assert_eq!(words(schema.missing("age")), "age is missing");
        assert_eq!(words(schema.present("colour")), "colour is present");
    }

    #[test]
    fn what_is_not_known_is_refused_with_what_is_near() {
        let schema = schema();
        let message = |literal: Result<Literal, RuleError>| literal.unwrap_err().to_string();
        assert_eq!(message(schema.missing("aeg")), "there is no column 'aeg': the nearest is 'age'");
        assert_eq!(message(schema.missing("AGE")), "there is no column 'AGE': the nearest is 'age'");
        assert_eq!(message(schema.missing("foo")), "there is no column 'foo'");
        assert_eq!(
            message(schema.at_most("age", 0.3)),
            "0.3 is no cut point of 'age': the nearest are -1 and 0.30000000000000004"
        );
        assert_eq!(
            message(schema.at_most("age", 9.0)),
            "9 is no cut point of 'age': the nearest is 0.30000000000000004"
        );
        assert_eq!(message(schema.above("age", f64::NAN)), "NaN is no cut point of 'age'");
        assert_eq!(message(schema.above("empty", 1.0)), "1 is no cut point of 'empty'");
        assert_eq!(message(schema.is("colour", "gray")), "'gray' is no category of 'colour': the nearest is 'grey'");
        assert_eq!(message(schema.is("age", "1")), "column 'age' is numeric: it has no categories");
        assert_eq!(message(schema.above("colour", 1.0)), "column 'colour' is categorical: it has no cut points");
    }
}
