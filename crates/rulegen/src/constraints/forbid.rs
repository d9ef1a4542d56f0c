//! Conditions that the user forbids.

use super::named::named;
use super::range::ForbiddenRange;
use crate::FitError;
use crate::parameters::NormalForm;
use rulegen_data::{Column, Table, Values};
use rulegen_rule::{Domain, Feature, Schema, Spelling, Test, name_text};

/// The most columns, cut points or categories that a message lists.
const LISTED: usize = 10;

/// The operators of conditions that have a value. No operator stands behind its own beginning.
const OPERATORS: [&str; 6] = ["<=", ">=", ">", "!=", "=", "<"];

/// Conditions that no rule may have.
#[derive(Debug)]
pub(crate) struct ForbiddenCondition<'a> {
    text: &'a str,
    column: &'a Column,
    asked: Asked<'a>,
}

/// The part of a text beside the column.
#[derive(Debug)]
enum Asked<'a> {
    /// Nothing, an operator, or an operator and a value.
    Condition(&'a str),
    /// All conditions whose value is in a range.
    Range(ForbiddenRange<'a>),
}

impl<'a> ForbiddenCondition<'a> {
    /// Reads conditions on the columns of `table`.
    ///
    /// # Errors
    /// [`FitError::Forbidden`] for the first text that names no column of the table, or has no
    /// operator of conditions.
    pub(crate) fn read_all(texts: &'a [String], table: &'a Table) -> Result<Vec<Self>, FitError> {
        texts.iter().map(|text| ForbiddenCondition::read(text, table)).collect()
    }

    fn read(text: &'a str, table: &'a Table) -> Result<Self, FitError> {
        let split = named(text, table).map(|(column, rest)| (column, rest.trim()));
        let condition = split.filter(|(_, condition)| is_condition(condition));
        let condition = condition.map(|(column, condition)| (column, Asked::Condition(condition)));
        let range = || ForbiddenRange::read(text, table).map(|(column, range)| (column, Asked::Range(range)));
        match condition.or_else(range) {
            Some((column, asked)) => Ok(ForbiddenCondition { text, column, asked }),
            None => {
                let columns = listed(table.columns().iter().map(|column| quoted(column.name())));
                Err(FitError::Forbidden { text: text.into(), columns })
            }
        }
    }

    /// Checks that rules over `schema` could have the condition. A whole column may be forbidden
    /// whatever conditions it has. So may any condition on a column that no rule can use, and on a
    /// category of the data that is too rare for a condition.
    ///
    /// # Errors
    /// [`FitError::ForbiddenValue`] and [`FitError::ForbidsNothing`].
    pub(crate) fn check(&self, schema: &Schema, form: NormalForm) -> Result<(), FitError> {
        let Some(feature) = schema.features.iter().find(|feature| feature.name == self.column.name()) else {
            return Ok(());
        };
        if let Domain::Numeric { .. } = &feature.domain
            && let Some(value) = self.values().into_iter().find(|value| feature.read_number(value).is_none())
        {
            return Err(FitError::ForbiddenValue {
                text: self.text.into(),
                value: value.into(),
                noun: feature.value_noun(),
            });
        }
        let is_whole = matches!(self.asked, Asked::Condition(""));
        match is_whole || !self.tests(feature, form).is_empty() || self.is_about_category() {
            true => Ok(()),
            false => Err(FitError::ForbidsNothing {
                text: self.text.into(),
                column: self.column.name().into(),
                conditions: self.known(feature),
            }),
        }
    }

    /// The value behind the operator, if there are both, or the ends of the range.
    fn values(&self) -> Vec<&str> {
        match &self.asked {
            Asked::Condition(condition) => {
                let value = OPERATORS.iter().find_map(|operator| condition.strip_prefix(operator)).map(str::trim);
                value.into_iter().filter(|value| !value.is_empty()).collect()
            }
            Asked::Range(range) => range.ends().into(),
        }
    }

    /// True if the value is a category of the data, which may have too few rows for a condition.
    fn is_about_category(&self) -> bool {
        match (self.column.values(), &self.values()[..]) {
            (Values::Categorical { categories, .. }, [value]) => categories.iter().any(|name| is_name(name, value)),
            _ => false,
        }
    }

    /// Forbids the literals of `schema` that rules of this form show as the condition.
    pub(crate) fn forbid_in(&self, schema: &mut Schema, form: NormalForm) {
        for feature in schema.features.iter_mut().filter(|feature| feature.name == self.column.name()) {
            let tests = self.tests(feature, form);
            feature.forbidden.extend(tests);
        }
    }

    /// The tests of `feature` that rules of this form show as the condition.
    fn tests(&self, feature: &Feature, form: NormalForm) -> Vec<Test> {
        let shown = |test: Test| if form == NormalForm::Conjunctive { test.negated() } else { test };
        let is_asked = |test: Test| match &self.asked {
            Asked::Condition(condition) => matches(feature, test, condition),
            Asked::Range(range) => {
                // The value that rules show, which is the first.
                let shown = feature.spellings(test).into_iter().next().and_then(|spelling| spelling.value);
                shown.is_some_and(|value| range.holds(feature, &value))
            }
        };
        feature.tests().into_iter().filter(|&test| is_asked(shown(test))).collect()
    }

    /// The conditions on `feature` in words.
    fn known(&self, feature: &Feature) -> String {
        let values = match &feature.domain {
            Domain::Numeric { cuts } if cuts.is_empty() => None,
            Domain::Numeric { cuts } => Some(format!("<= and > at {}", self.near(feature, cuts))),
            Domain::Categorical { categories } => {
                Some(format!("= and != of {}", listed(categories.iter().map(quoted))))
            }
        };
        let missing = feature.missing_seen.then(|| "is missing, is present".to_owned());
        values.into_iter().chain(missing).collect::<Vec<_>>().join(", ")
    }

    /// The cut points in ascending order. If there are many, only those nearest to the forbidden
    /// one.
    fn near(&self, feature: &Feature, cuts: &[f64]) -> String {
        let text = |cut: &f64| feature.number_text(*cut);
        let value = self.values().first().and_then(|value| feature.read_number(value));
        let Some(value) = value.filter(|_| cuts.len() > LISTED) else {
            return listed(cuts.iter().map(text));
        };
        let above = cuts.partition_point(|cut| *cut < value);
        let first = above.saturating_sub(LISTED / 2).min(cuts.len() - LISTED);
        let nearest = cuts[first..first + LISTED].iter().map(text).collect::<Vec<_>>();
        format!("{} (the nearest of {})", nearest.join(", "), cuts.len())
    }
}

/// Lists the first [`LISTED`] of these things, and says how many there are if that is not all.
fn listed(things: impl ExactSizeIterator<Item = String>) -> String {
    let all = things.len();
    let first = things.take(LISTED).collect::<Vec<_>>().join(", ");
    if all > LISTED { format!("{first}, ... ({all} in all)") } else { first }
}

fn quoted(name: impl AsRef<str>) -> String {
    format!("'{}'", name.as_ref())
}

/// True if `asked` (nothing, an operator, or an operator and a value) is about this test.
fn matches(feature: &Feature, test: Test, asked: &str) -> bool {
    let about = |test: Test| {
        feature.spellings(test).iter().any(|Spelling { operator, value }| {
            let rest = asked.strip_prefix(operator).map(str::trim);
            rest.is_some_and(|rest| rest.is_empty() || value.as_ref().is_some_and(|value| same(feature, rest, value)))
        })
    };
    // With two categories, "is not the one" means "is the other", which clauses show negated.
    let also = match (test, &feature.domain) {
        (Test::Is(v), Domain::Categorical { categories }) if categories.len() == 2 => Some(Test::IsNot(1 - v)),
        (Test::IsNot(v), Domain::Categorical { categories }) if categories.len() == 2 => Some(Test::Is(1 - v)),
        _ => None,
    };
    asked.is_empty() || about(test) || also.is_some_and(about)
}

/// True if a text is a name, or the name as models write it.
fn is_name(name: &str, text: &str) -> bool {
    name == text || name_text(name) == text
}

/// True if a text is the value of a condition: the same text, number or date.
fn same(feature: &Feature, a: &str, b: &str) -> bool {
    is_name(b, a) || matches!((feature.read_number(a), feature.read_number(b)), (Some(a), Some(b)) if a == b)
}

/// True if a text begins as conditions do.
fn is_condition(asked: &str) -> bool {
    let begins = |operators: &[&str]| operators.iter().any(|operator| asked.starts_with(operator));
    asked.is_empty() || ((begins(&OPERATORS) || begins(&["is missing", "is present"])) && !begins(&["=="]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulegen_data::{Column, Values};
    use rulegen_rule::{Literal, Rule, WholeNumbers};

    fn table() -> Table {
        let column = |name: &str, values: Values| Column::new(name, values).unwrap();
        let numbers = || Values::from(vec![1.0, 2.0]);
        Table::new(vec![
            column("age", numbers()),
            column("age group", Values::from_text(["old", "young"])),
            column("colour", Values::from_text(["red", "rare"])),
            column("constant", numbers()),
            column("a, b", Values::from_text(["x, y", "z"])),
        ])
        .unwrap()
    }

    /// The schema of [`table`]: cut points of ages from 0.5 on, no feature for the constant column.
    fn schema(cuts: usize) -> Schema {
        let feature = |name: &str, domain, missing_seen| Feature { missing_seen, ..Feature::new(name, domain) };
        let categories = |names: &[&str]| Domain::Categorical { categories: names.iter().map(|&n| n.into()).collect() };
        let cuts = (0..cuts).map(|cut| cut as f64 + 0.5).collect();
        Schema {
            features: vec![
                feature("age", Domain::Numeric { cuts }, false),
                feature("age group", categories(&["old", "young"]), false),
                feature("colour", categories(&["blue", "green", "red"]), true),
                feature("a, b", categories(&["x, y", "z"]), false),
            ],
        }
    }

    fn checked(text: &str, cuts: usize) -> Result<(), String> {
        let (table, schema, texts) = (table(), schema(cuts), [text.to_owned()]);
        let conditions = ForbiddenCondition::read_all(&texts, &table).map_err(|error| error.to_string())?;
        conditions[0].check(&schema, NormalForm::Disjunctive).map_err(|error| error.to_string())
    }

    #[test]
    fn a_condition_that_rules_could_have_passes() {
        for text in [
            "age",
            "age <=",
            "age >",
            "age <= 1.50",
            "age>2.5",
            "age group",
            "age group = old",
            "age group != old",
            "colour !=",
            "colour != red",
            "colour is missing",
            "colour is present",
            // The data have the category, but too few rows of it.
            "colour = rare",
            "colour != rare",
            // No rule can use the column, so that everything on it is forbidden already.
            "constant",
            "constant > 5",
            // As it is called, and as models write it.
            "a, b = x, y",
            "\"a, b\" = \"x, y\"",
        ] {
            assert_eq!(checked(text, 3), Ok(()), "{text}");
        }
    }

    #[test]
    fn a_condition_that_no_rule_could_have_is_refused_with_those_that_there_are() {
        for (text, known) in [
            ("age < 5", "<= and > at 0.5, 1.5, 2.5"),
            ("age > 5", "<= and > at 0.5, 1.5, 2.5"),
            ("age = 1.5", "<= and > at 0.5, 1.5, 2.5"),
            // Ages need not be whole here.
            ("age >= 2", "<= and > at 0.5, 1.5, 2.5"),
            ("age is missing", "<= and > at 0.5, 1.5, 2.5"),
            ("age group = Old", "= and != of 'old', 'young'"),
            ("age group <= 3", "= and != of 'old', 'young'"),
            ("colour = purple", "= and != of 'blue', 'green', 'red', is missing, is present"),
            ("colour is missing here", "= and != of 'blue', 'green', 'red', is missing, is present"),
        ] {
            let column = ["age group", "age", "colour"].into_iter().find(|name| text.starts_with(name)).unwrap();
            let said = format!("'{text}' forbids nothing: the conditions on '{column}' are {known}");
            assert_eq!(checked(text, 3), Err(said));
        }
    }

    #[test]
    fn a_value_that_is_no_number_or_date_is_refused() {
        assert_eq!(checked("age <= old", 3), Err("'age <= old' forbids nothing: 'old' is no number".into()));
        let dates = Feature {
            dates: Some("DD.MM.YYYY".parse().unwrap()),
            ..Feature::new("age", Domain::Numeric { cuts: vec![1.0] })
        };
        let (table, schema) = (table(), Schema { features: vec![dates] });
        for (value, says) in [
            ("31.02.2023", Some("is no date, such as 2024-12-31 or 31.12.2024")),
            ("2023-02-31", Some("is no date, such as 2024-12-31 or 31.12.2024")),
            ("02/01/2023", Some("is no date, such as 2024-12-31 or 31.12.2024")),
            ("02.01.1970", None),
        ] {
            let texts = [format!("age > {value}")];
            let conditions = ForbiddenCondition::read_all(&texts, &table).unwrap();
            let said = conditions[0].check(&schema, NormalForm::Disjunctive).map_err(|error| error.to_string());
            let says = says.map(|says| format!("'age > {value}' forbids nothing: '{value}' {says}"));
            assert_eq!(said.err(), says);
        }
    }

    /// The literals that a condition on whole ages from 0 to 3 forbids, at cut points from 0.5 on.
    fn forbidden(text: &str) -> Vec<Test> {
        let (table, mut schema, texts) = (table(), schema(3), [text.to_owned()]);
        schema.features[0].whole = Some(WholeNumbers { least: 0, most: 3 });
        for condition in ForbiddenCondition::read_all(&texts, &table).unwrap() {
            condition.forbid_in(&mut schema, NormalForm::Disjunctive);
        }
        schema.features.swap_remove(0).forbidden
    }

    #[test]
    fn whole_numbers_are_read_as_rules_show_them_and_as_files_hold_them() {
        for text in ["age = 0", "age <= 0", "age <= 0.5", "age=0.0"] {
            assert_eq!(forbidden(text), [Test::AtMost(0)], "{text}");
        }
        for text in ["age >= 2", "age > 1", "age > 1.5", "age>=2.0"] {
            assert_eq!(forbidden(text), [Test::Above(1)], "{text}");
        }
        assert_eq!(forbidden("age = 3"), [Test::Above(2)]);
        let above = [Test::Above(0), Test::Above(1), Test::Above(2)];
        assert_eq!([forbidden("age >="), forbidden("age >")], [above, above]);
        for text in ["age = 1", "age = 2", "age >= 2.5", "age > 3", "age != 0"] {
            assert_eq!(forbidden(text), [], "{text}");
        }
    }

    #[test]
    fn the_conditions_of_a_model_can_be_forbidden_as_they_are_written() {
        let mut schema = schema(3);
        schema.features[0].whole = Some(WholeNumbers { least: 0, most: 3 });
        for test in schema.features[0].tests() {
            let words = schema.rule_text(&Rule::new([Literal::new(0, test)]));
            assert_eq!(forbidden(&words), [test], "{words}");
        }
    }

    /// A clause has the negated conditions of a rule, here `!=` of two categories.
    #[test]
    fn of_two_categories_clauses_are_forbidden_in_either_form() {
        for (text, wanted) in [("age group = old", 1), ("age group != old", 0), ("age group != young", 1)] {
            let (table, mut schema, texts) = (table(), schema(3), [text.to_owned()]);
            for condition in ForbiddenCondition::read_all(&texts, &table).unwrap() {
                assert!(condition.check(&schema, NormalForm::Conjunctive).is_ok(), "{text}");
                condition.forbid_in(&mut schema, NormalForm::Conjunctive);
            }
            assert_eq!(schema.features[1].forbidden, [Test::Is(wanted)], "{text}");
        }
    }

    #[test]
    fn many_cut_points_are_those_next_to_the_forbidden_one() {
        let said = |text: &str| checked(text, 40).unwrap_err();
        assert!(
            said("age > 20")
                .ends_with("at 15.5, 16.5, 17.5, 18.5, 19.5, 20.5, 21.5, 22.5, 23.5, 24.5 (the nearest of 40)")
        );
        assert!(
            said("age > -1e300").ends_with("at 0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5 (the nearest of 40)")
        );
        assert!(
            said("age > 1e300")
                .ends_with("at 30.5, 31.5, 32.5, 33.5, 34.5, 35.5, 36.5, 37.5, 38.5, 39.5 (the nearest of 40)")
        );
        assert!(
            said("age is missing").ends_with("at 0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5, ... (40 in all)")
        );
    }

    #[test]
    fn a_range_forbids_the_conditions_with_a_value_in_it() {
        let both = |cuts: &[u16]| -> Vec<Test> {
            cuts.iter().map(|&cut| Test::AtMost(cut)).chain(cuts.iter().map(|&cut| Test::Above(cut))).collect()
        };
        // Values are those that rules show: 1.5 parts ages of at most 1 from those of at least 2.
        assert_eq!(forbidden("0.5 <age< 1.9"), [Test::AtMost(1), Test::Above(0)]);
        assert_eq!(forbidden("1 < age < 2"), []);
        assert_eq!(forbidden("2 <= age <= 2"), [Test::AtMost(2), Test::Above(1)]);
        for text in ["0.5 <= age <= 1.5", "0 < age<= 1.50"] {
            let (table, mut schema, texts) = (table(), schema(3), [text.to_owned()]);
            let conditions = ForbiddenCondition::read_all(&texts, &table).unwrap();
            conditions[0].forbid_in(&mut schema, NormalForm::Conjunctive);
            assert_eq!(schema.features[0].forbidden, both(&[0, 1]), "{text}");
        }
        assert_eq!(checked("0 < age <= 9", 3), Ok(()));
        for (text, says) in [
            ("5 < age <= 9", "the conditions on 'age' are <= and > at 0.5, 1.5, 2.5"),
            ("2 <= age < 1", "the conditions on 'age' are <= and > at 0.5, 1.5, 2.5"),
            ("2 <= age < old", "'old' is no number"),
            ("a < age group < z", "the conditions on 'age group' are = and != of 'old', 'young'"),
        ] {
            assert_eq!(checked(text, 3), Err(format!("'{text}' forbids nothing: {says}")));
        }
    }

    #[test]
    fn a_text_that_is_no_condition_is_refused_with_the_columns() {
        for text in [
            "5 < age",
            "5 < age <",
            "< age < 5",
            "1 < ages < 2",
            "ages > 5",
            "Age",
            "",
            "age_group = old",
            "age == 5",
            "age like 5",
        ] {
            let usage = "say COLUMN, COLUMN <=, COLUMN = VALUE, LOW <= COLUMN < HIGH or COLUMN is missing";
            let columns = "the columns are 'age', 'age group', 'colour', 'constant', 'a, b'";
            let said = format!("'{text}' is no condition on a column of the data: {usage}; {columns}");
            assert_eq!(checked(text, 3), Err(said));
        }
    }

    #[test]
    fn a_conjunctive_form_shows_the_negation_of_a_literal() {
        let (table, mut schema, texts) = (table(), schema(3), ["age <= 1.5".to_owned()]);
        for condition in ForbiddenCondition::read_all(&texts, &table).unwrap() {
            condition.check(&schema, NormalForm::Conjunctive).unwrap();
            condition.forbid_in(&mut schema, NormalForm::Conjunctive);
        }
        assert_eq!(schema.features[0].forbidden, [Test::Above(1)]);
    }
}
