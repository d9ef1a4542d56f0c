//! Rules written in words, as texts of rules have them.

use crate::{Domain, Feature, Literal, Model, Rule, RuleError, Schema, Test, name_text};

/// A rule on raw values, read from its text.
///
/// The text is `if CONDITION and CONDITION then CLASS`. Conditions are those of rules in words,
/// such as `age > 60`, `joined >= 2021-07-01`, `30.5 < age <= 40`, `colour = red`, `colour != red`,
/// `age is missing` and `age is present`; `age >= 60` and `age < 60` are read as well. Their values
/// need not be cut points or categories of the model. Names that have quotes in rules have them
/// here. With two classes, `+` and `-` stand for the class that points speak for
/// ([`Model::towards`]) and the other. The rule has a weight after a sign (`then +1`), or after a
/// class (`then yes with weight 1`).
#[derive(Clone, Debug, PartialEq)]
pub struct WrittenRule {
    /// The name of the column of each condition, and its test.
    conditions: Vec<(String, ValueTest)>,
    /// The class that it votes for.
    pub class: u32,
    /// Its weight, if the text says one: positive, and at most 1,000,000.
    pub weight: Option<f64>,
}

/// A test with its value.
#[derive(Clone, Debug, PartialEq)]
enum ValueTest {
    AtMost(f64),
    Above(f64),
    Is(String),
    IsNot(String),
    Missing,
    Present,
}

impl WrittenRule {
    /// Reads a rule about the columns and classes of `model`.
    ///
    /// # Errors
    /// [`RuleError::UnknownFeature`] for a condition on another column, and
    /// [`RuleError::Unreadable`] for a text that is no rule.
    pub fn read(text: &str, model: &Model) -> Result<Self, RuleError> {
        let unreadable = |reason: String| RuleError::Unreadable { text: text.to_owned(), reason };
        let body = text.trim().strip_prefix("if ").ok_or_else(|| unreadable("it does not begin with 'if'".into()))?;
        let parted = body.rsplit_once(" then ");
        let (conditions, answer) = parted.ok_or_else(|| unreadable("it has no 'then'".into()))?;
        let (class, weight) = read_answer(answer.trim(), model).map_err(unreadable)?;
        let conditions = Reader { schema: &model.schema, text }.conditions(conditions)?;
        Ok(WrittenRule { conditions, class, weight })
    }

    /// Adds the cut points and categories of the conditions that `schema` lacks.
    pub fn extend(&self, schema: &mut Schema) {
        for (name, test) in &self.conditions {
            let Some(feature) = schema.features.iter_mut().find(|feature| feature.name == *name) else { continue };
            match (&mut feature.domain, test) {
                (Domain::Numeric { cuts }, ValueTest::AtMost(cut) | ValueTest::Above(cut)) => {
                    let place = cuts.partition_point(|known| known < cut);
                    if cuts.get(place) != Some(cut) {
                        cuts.insert(place, *cut);
                    }
                }
                (Domain::Categorical { categories }, ValueTest::Is(category) | ValueTest::IsNot(category))
                    if !categories.contains(category) =>
                {
                    categories.push(category.clone());
                }
                (_, ValueTest::Missing | ValueTest::Present) => feature.missing_seen = true,
                _ => {}
            }
        }
    }

    /// Returns the rule over `schema`, which has its cut points and categories
    /// ([`WrittenRule::extend`]).
    ///
    /// # Errors
    /// A column, cut point or category that `schema` lacks.
    pub fn rule(&self, schema: &Schema) -> Result<Rule, RuleError> {
        let literal = |(name, test): &(String, ValueTest)| match test {
            ValueTest::AtMost(cut) => schema.at_most(name, *cut),
            ValueTest::Above(cut) => schema.above(name, *cut),
            ValueTest::Is(category) => schema.is(name, category),
            ValueTest::IsNot(category) => schema.is_not(name, category).map(|literal| usual(schema, literal)),
            ValueTest::Missing => schema.missing(name),
            ValueTest::Present => schema.present(name),
        };
        Ok(Rule::new(self.conditions.iter().map(literal).collect::<Result<Vec<_>, _>>()?))
    }
}

/// Returns the literal in the form that learned rules have: of two categories, "is not the one" is
/// "is the other".
fn usual(schema: &Schema, literal: Literal) -> Literal {
    match (literal.test, &schema.feature(literal).domain) {
        (Test::IsNot(v), Domain::Categorical { categories }) if categories.len() == 2 => {
            Literal::new(literal.column, Test::Is(1 - v))
        }
        _ => literal,
    }
}

/// The largest weight of a rule by hand. Sums of far larger ones are no numbers any more.
const MOST_WEIGHT: f64 = 1e6;

/// Reads what a rule votes for: a class or a sign, and a weight.
fn read_answer(answer: &str, model: &Model) -> Result<(u32, Option<f64>), String> {
    let class = |name: &str| {
        let of = |class: &String| *class == name || name_text(class) == name;
        model.classes.iter().position(of).map(|class| class as u32)
    };
    if let Some(class) = class(answer) {
        return Ok((class, None));
    }
    if let Some((name, weight)) = answer.rsplit_once(" with weight ")
        && let Some(class) = class(name.trim())
    {
        return Ok((class, Some(read_weight(weight.trim())?)));
    }
    let classes = model.classes.iter().map(|class| format!("'{class}'")).collect::<Vec<_>>().join(", ");
    let unknown = || format!("'{answer}' is no class and no sign; the classes are {classes}");
    let (is_plus, weight) = match (answer.strip_prefix('+'), answer.strip_prefix('-')) {
        (Some(weight), _) => (true, weight.trim()),
        (_, Some(weight)) => (false, weight.trim()),
        _ => return Err(unknown()),
    };
    let towards = model.towards().ok_or_else(|| format!("a sign needs two classes that have points; {}", unknown()))?;
    let class = if is_plus { towards } else { 1 - towards };
    Ok((class, if weight.is_empty() { None } else { Some(read_weight(weight)?) }))
}

fn read_weight(text: &str) -> Result<f64, String> {
    let weight = text.parse::<f64>().ok().filter(|weight| *weight > 0.0 && *weight <= MOST_WEIGHT);
    weight.ok_or_else(|| format!("'{text}' is no weight: it must be a positive number of at most {MOST_WEIGHT}"))
}

/// Reads conditions on the columns of a schema.
struct Reader<'a> {
    schema: &'a Schema,
    /// The text of the rule, for errors.
    text: &'a str,
}

impl Reader<'_> {
    fn unreadable(&self, reason: String) -> RuleError {
        RuleError::Unreadable { text: self.text.to_owned(), reason }
    }

    fn conditions(&self, text: &str) -> Result<Vec<(String, ValueTest)>, RuleError> {
        let mut read = Vec::new();
        let mut rest = Some(text.trim());
        while let Some(text) = rest {
            rest = self.condition(text, &mut read)?;
        }
        Ok(read)
    }

    /// Reads the first condition of `text`, and returns the text behind its `and`.
    fn condition<'t>(&self, text: &'t str, read: &mut Vec<(String, ValueTest)>) -> Result<Option<&'t str>, RuleError> {
        if let Some((at, behind)) = self.column(text) {
            return self.test(at, behind, read);
        }
        // An interval begins with its lower end.
        let interval = text.split_once('<').and_then(|(low, behind)| {
            let (is_open, behind) = behind.strip_prefix('=').map_or((true, behind), |behind| (false, behind));
            let column = self.column(behind.trim_start())?;
            let feature = &self.schema.features[column.0];
            let ends = Ends::of(feature, feature.read_number(low)?);
            Some((if is_open { ends.at } else { ends.below }, column))
        });
        match interval {
            Some((low, (at, behind))) if behind.starts_with('<') => {
                read.push((self.numeric(at)?, ValueTest::Above(low)));
                self.test(at, behind, read)
            }
            _ => {
                let name = text.split(['<', '>', '=', '!']).next().unwrap_or(text);
                let name = name.split(" is missing").next().and_then(|name| name.split(" is present").next());
                // The error lists names that are near.
                let error = self.schema.present(name.unwrap_or(text).trim()).err();
                Err(error.unwrap_or_else(|| self.unreadable(format!("'{text}' is no condition"))))
            }
        }
    }

    /// Finds the column with the longest name that begins `text`. Returns its place and the text
    /// behind the name.
    fn column<'t>(&self, text: &'t str) -> Option<(usize, &'t str)> {
        let behind = |name: &str| text.strip_prefix(name).map(str::trim_start).filter(|behind| begins_test(behind));
        let named = self.schema.features.iter().enumerate().filter_map(|(at, feature)| {
            let behind = behind(&name_text(&feature.name)).or_else(|| behind(&feature.name))?;
            Some((at, behind))
        });
        named.min_by_key(|(_, behind)| behind.len())
    }

    /// Reads the operator and the value of a condition on a column.
    fn test<'t>(
        &self,
        at: usize,
        text: &'t str,
        read: &mut Vec<(String, ValueTest)>,
    ) -> Result<Option<&'t str>, RuleError> {
        let name = self.schema.features[at].name.clone();
        for (words, test) in [("is missing", ValueTest::Missing), ("is present", ValueTest::Present)] {
            if let Some(behind) = text.strip_prefix(words) {
                read.push((name, test));
                return self.behind_and(behind);
            }
        }
        const OPERATORS: [&str; 6] = ["<=", ">=", "!=", "<", ">", "="];
        let operator = OPERATORS.into_iter().find(|operator| text.starts_with(operator)).unwrap_or_default();
        let value = text[operator.len()..].trim_start();
        if let (Domain::Categorical { categories }, "=" | "!=") = (&self.schema.features[at].domain, operator) {
            let (category, behind) = self.category(value, categories)?;
            let test = if operator == "=" { ValueTest::Is } else { ValueTest::IsNot };
            read.push((name, test(category)));
            return self.behind_and(behind);
        }
        let (number, rest) = match value.split_once(" and ") {
            Some((number, rest)) => (number, Some(rest.trim_start())),
            None => (value, None),
        };
        self.numeric(at)?;
        let feature = &self.schema.features[at];
        let unreadable = || self.unreadable(format!("'{number}' is no {}", feature.value_noun()));
        let ends = Ends::of(feature, feature.read_number(number).ok_or_else(unreadable)?);
        let tests = match operator {
            "<=" => vec![ValueTest::AtMost(ends.at)],
            "<" => vec![ValueTest::AtMost(ends.below)],
            ">" => vec![ValueTest::Above(ends.at)],
            ">=" => vec![ValueTest::Above(ends.below)],
            "=" if ends.is_least => vec![ValueTest::AtMost(ends.at)],
            "=" if ends.is_most => vec![ValueTest::Above(ends.below)],
            "=" => vec![ValueTest::Above(ends.below), ValueTest::AtMost(ends.at)],
            _ => {
                let held = if feature.dates.is_some() { "dates" } else { "numbers" };
                return Err(self.unreadable(format!("'{name}' holds {held}: {operator} is for categories")));
            }
        };
        read.extend(tests.into_iter().map(|test| (name.clone(), test)));
        Ok(rest)
    }

    /// Reads a category: in quotes, one that the column has, or the text up to `and`.
    fn category<'t>(&self, text: &'t str, known: &[String]) -> Result<(String, &'t str), RuleError> {
        let ends = |behind: &str| behind.trim().is_empty() || behind.starts_with(" and ");
        let named = known.iter().filter_map(|category| {
            let behind = text.strip_prefix(&name_text(category)[..]).filter(|behind| ends(behind))?;
            Some((category.clone(), behind))
        });
        if let Some(found) = named.min_by_key(|(_, behind)| behind.len()) {
            return Ok(found);
        }
        if text.starts_with('"') {
            let mut ends = text.char_indices().skip(1).filter(|(_, c)| *c == '"').map(|(at, _)| at + 1);
            let quoted = ends.find_map(|end| Some((serde_json::from_str(&text[..end]).ok()?, &text[end..])));
            return quoted.ok_or_else(|| self.unreadable(format!("{text} has a quote that does not end")));
        }
        let end = text.find(" and ").unwrap_or(text.len());
        match text[..end].trim() {
            "" => Err(self.unreadable("a condition has no value".into())),
            category => Ok((category.to_owned(), &text[end..])),
        }
    }

    /// Returns the text behind an `and`, or `None` at the end.
    fn behind_and<'t>(&self, text: &'t str) -> Result<Option<&'t str>, RuleError> {
        match (text.trim(), text.trim_start().strip_prefix("and ")) {
            ("", _) => Ok(None),
            (_, Some(rest)) => Ok(Some(rest.trim_start())),
            (rest, None) => Err(self.unreadable(format!("'{rest}' is no condition"))),
        }
    }

    /// Returns the name of a column that holds numbers.
    fn numeric(&self, at: usize) -> Result<String, RuleError> {
        let feature = &self.schema.features[at];
        match feature.domain {
            Domain::Numeric { .. } => Ok(feature.name.clone()),
            Domain::Categorical { .. } => Err(RuleError::NotNumeric { column: feature.name.clone() }),
        }
    }
}

/// The cut points that part a number from those above it and from those below it.
struct Ends {
    at: f64,
    below: f64,
    /// True if the column holds whole numbers, of which this is the smallest or the largest.
    is_least: bool,
    is_most: bool,
}

impl Ends {
    /// Returns the cut points for a number of a column. Where the column holds whole numbers, any
    /// cut point between two of them parts them, and one that the column has is taken.
    fn of(feature: &Feature, number: f64) -> Ends {
        let (Domain::Numeric { cuts }, Some(whole)) = (&feature.domain, feature.whole) else {
            return Ends { at: number, below: number.next_down(), is_least: false, is_most: false };
        };
        if number.fract() != 0.0 {
            return Ends { at: number, below: number.next_down(), is_least: false, is_most: false };
        }
        let from = |number: f64| cuts.iter().copied().find(|cut| cut.floor() == number).unwrap_or(number);
        let (least, most) = (whole.least as f64, whole.most as f64);
        Ends { at: from(number), below: from(number - 1.0), is_least: number == least, is_most: number == most }
    }
}

/// True if a text begins as the part of a condition behind its column.
fn begins_test(text: &str) -> bool {
    ["<", ">", "=", "!=", "is missing", "is present"].iter().any(|start| text.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model() -> Model {
        let text = r#"{"format": "rulegen-model", "version": 1, "method": "rules", "loss": "logistic", "target": "y",
            "classes": ["no", "yes"], "positive": "yes", "features": [
            {"kind": "numeric", "name": "age", "cuts": [30, 60.5], "missing_seen": true},
            {"kind": "numeric", "name": "age > 3, really", "cuts": [], "missing_seen": false},
            {"kind": "categorical", "name": "salt and pepper", "categories": ["a", "b and c", "yes, but"],
             "missing_seen": true},
            {"kind": "numeric", "name": "children", "cuts": [0, 2.5], "missing_seen": false,
             "whole": {"least": 0, "most": 6}}], "rules": [], "default": {"otherwise": "no"}, "settings": {},
            "certificate": {"status": "size", "objective": 1, "lp_objective": 1, "lower_bound": null}}"#;
        Model::from_json(text).unwrap()
    }

    /// The rule as texts of rules have it, its class and its weight.
    fn read(text: &str) -> Result<(String, u32, Option<f64>), String> {
        let model = model();
        let written = WrittenRule::read(text, &model).map_err(|error| error.to_string())?;
        let mut schema = model.schema;
        written.extend(&mut schema);
        schema.check().unwrap();
        Ok((schema.rule_text(&written.rule(&schema).unwrap()), written.class, written.weight))
    }

    #[test]
    fn what_is_printed_is_read() {
        for words in [
            "age <= 30",
            "age > 60",
            "30 < age <= 60.5",
            "age is missing and salt and pepper = b and c",
            "age > -1.5 and salt and pepper = \"yes, but\"",
            "age is present and salt and pepper is present",
            "salt and pepper != b and c",
            "salt and pepper = new one",
            "salt and pepper = \"new, \\\"one\\\"\"",
            "age > 1000",
            "\"age > 3, really\" <= 0.25",
        ] {
            let (said, class, weight) = read(&format!("if {words} then yes")).unwrap();
            assert_eq!((said.as_str(), class, weight), (words, 1, None));
        }
        let said = |text: &str| read(text).unwrap().0;
        for words in [
            "age >= 60",
            "age < 60",
            "0 < age < 1",
            "0.5 <= age < 1.25",
            "0.5 <= age <= 3",
            "age = 3",
            "age >= 0",
            "age < 0",
            "-1 <= age < 0",
        ] {
            assert_eq!(said(&format!("if {words} then no")), words);
        }
        assert_eq!(said("if -0 < age < 1 then no"), "0 < age < 1");
        // Numbers with as many digits are themselves.
        assert_eq!(said("if age <= 0.1234567890123456 then no"), "age <= 0.1234567890123456");
    }

    #[test]
    fn whole_numbers_are_read_at_the_cut_points_of_the_column() {
        let rule = |text: &str| {
            let model = model();
            let written = WrittenRule::read(&format!("if {text} then yes"), &model).unwrap();
            let mut schema = model.schema;
            written.extend(&mut schema);
            let Domain::Numeric { cuts } = &schema.features[3].domain else { unreachable!() };
            let cut = |literal: &Literal| match literal.test {
                Test::AtMost(j) => (cuts[j as usize], false),
                Test::Above(j) => (cuts[j as usize], true),
                other => unreachable!("{other:?}"),
            };
            written.rule(&schema).unwrap().literals().iter().map(cut).collect::<Vec<_>>()
        };
        assert_eq!(rule("children = 0"), [(0.0, false)]);
        assert_eq!(rule("children >= 1"), [(0.0, true)]);
        assert_eq!(rule("children <= 2"), [(2.5, false)]);
        assert_eq!(rule("children < 3"), [(2.5, false)]);
        assert_eq!(rule("children >= 3"), [(2.5, true)]);
        assert_eq!(rule("children = 6"), [(5.0, true)]);
        assert_eq!(rule("children = 5"), [(5.0, false), (4.0, true)]);
        assert_eq!(rule("1 <= children <= 2"), [(2.5, false), (0.0, true)]);
        assert_eq!(rule("children <= 1.5"), [(1.5, false)]);
    }

    #[test]
    fn classes_signs_and_weights() {
        let answer = |then: &str| read(&format!("if age > 60 then {then}")).map(|(_, class, weight)| (class, weight));
        assert_eq!(answer("yes"), Ok((1, None)));
        assert_eq!(answer("+"), Ok((1, None)));
        assert_eq!(answer("-"), Ok((0, None)));
        assert_eq!(answer("+1"), Ok((1, Some(1.0))));
        assert_eq!(answer("-0.5"), Ok((0, Some(0.5))));
        assert_eq!(answer("no with weight 2"), Ok((0, Some(2.0))));
        for (then, says) in [
            ("maybe", "'maybe' is no class and no sign; the classes are 'no', 'yes'"),
            ("+0", "'0' is no weight"),
            ("+1e308", "a positive number of at most 1000000"),
            ("-inf", "'inf' is no weight"),
            ("yes with weight -1", "'-1' is no weight"),
        ] {
            assert!(answer(then).as_ref().unwrap_err().contains(says), "{then}: {:?}", answer(then));
        }
    }

    #[test]
    fn what_is_no_rule_is_refused() {
        for (text, says) in [
            ("age > 60 then yes", "does not begin with 'if'"),
            ("if age > 60", "has no 'then'"),
            ("if aeg > 60 then yes", "there is no column 'aeg': the nearest is 'age'"),
            ("if 3 < aeg <= 4 then yes", "no column '3'"),
            ("if age > old then yes", "'old' is no number"),
            ("if age > NaN then yes", "'NaN' is no number"),
            ("if age != 3 then yes", "!= is for categories"),
            ("if salt and pepper > 3 then yes", "'salt and pepper' is categorical"),
            ("if age is missing or so then yes", "'or so' is no condition"),
            ("if age > 60 and then yes", "'60 and' is no number"),
            ("if salt and pepper = then yes", "no value"),
            ("if salt and pepper = \"open then yes", "does not end"),
            ("if age then yes", "'age' is no condition"),
            ("if  then yes", "no column ''"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
