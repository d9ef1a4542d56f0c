//! The rules of which something is claimed, and the codes that their conditions allow.

use crate::Fault;
use crate::cell::{Cell, minus, plus};
use crate::column::{Column, Domain};
use crate::fields::Field;
use crate::samples::Samples;
use std::collections::HashSet;

/// A test of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Test {
    AtMost(usize),
    Above(usize),
    Is(usize),
    IsNot(usize),
    Missing,
    Present,
}

/// A test of a column, by its place.
pub(crate) type Condition = (usize, Test);

impl Test {
    /// Reads `[column, test, value]`.
    pub(crate) fn read(field: &Field<'_>, columns: &[Column]) -> Result<Condition, Fault> {
        let [column, test, value] = field.items()?;
        let place = column.below(columns.len())?;
        let Column { domain, missing_seen, .. } = &columns[place];
        let values = columns[place].values();
        Ok((
            place,
            match (test.text()?, domain) {
                ("at_most", Domain::Numeric(_)) => Test::AtMost(value.below(values)?),
                ("above", Domain::Numeric(_)) => Test::Above(value.below(values)?),
                ("is", Domain::Categorical(_)) => Test::Is(value.below(values)?),
                ("is_not", Domain::Categorical(_)) if values > 2 => Test::IsNot(value.below(values)?),
                ("missing", _) if *missing_seen && value.below(1)? == 0 => Test::Missing,
                ("present", _) if *missing_seen && value.below(1)? == 0 => Test::Present,
                (text, _) => return Err(test.refused(format!("column '{}' has no test '{text}'", columns[place].name))),
            },
        ))
    }

    /// Returns all tests of a column.
    pub(crate) fn all(column: &Column) -> Vec<Test> {
        let values = 0..column.values();
        let mut tests: Vec<Test> = match column.domain {
            Domain::Numeric(_) => values.clone().map(Test::AtMost).chain(values.map(Test::Above)).collect(),
            Domain::Categorical(_) => {
                let not = values.clone().filter(|_| column.values() > 2).map(Test::IsNot);
                values.map(Test::Is).chain(not).collect()
            }
        };
        tests.extend([Test::Missing, Test::Present].into_iter().filter(|_| column.missing_seen));
        tests
    }

    /// Returns the cut point of a test of a number.
    pub(crate) fn bound(self) -> Option<usize> {
        match self {
            Test::AtMost(cut) | Test::Above(cut) => Some(cut),
            _ => None,
        }
    }

    /// Returns the codes that pass the test, of a column whose missing cells have the code
    /// `missing`.
    pub(crate) fn codes(self, missing: usize) -> Codes {
        Codes(match self {
            Test::AtMost(cut) => vec![(0, cut + 1)],
            Test::Above(cut) => vec![(cut + 1, missing)],
            Test::Is(place) => vec![(place, place + 1)],
            Test::IsNot(place) => vec![(0, place), (place + 1, missing)],
            Test::Missing => vec![(missing, missing + 1)],
            Test::Present => vec![(0, missing)],
        })
        .and(&Codes(vec![(0, missing + 1)]))
    }
}

/// Ranges of codes, each from its first one to before its end, ascending.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Codes(pub(crate) Vec<(usize, usize)>);

impl Codes {
    /// Returns the codes that are in both.
    pub(crate) fn and(&self, other: &Codes) -> Codes {
        let both = |&(from, end): &(usize, usize)| {
            let within = move |range: &(usize, usize)| (from.max(range.0), end.min(range.1));
            other.0.iter().map(within).filter(|(from, end)| from < end)
        };
        Codes(self.0.iter().flat_map(both).collect())
    }

    /// Returns the sum over the codes, from the sums over those below each.
    pub(crate) fn sum(&self, below: impl Fn(usize) -> Cell) -> Cell {
        self.0.iter().fold(Cell::default(), |sum, &(from, end)| plus(sum, minus(below(end), below(from))))
    }

    fn contain(&self, code: usize) -> bool {
        self.0.iter().any(|(from, end)| (*from..*end).contains(&code))
    }
}

/// Returns a function that is true of a sample whose cells pass all conditions.
pub(crate) fn covering<'s>(conditions: &[Condition], samples: &'s Samples) -> impl Fn(usize) -> bool + use<'s> {
    let passing =
        |&(column, test): &Condition| (&samples.codes[column], test.codes(samples.columns[column].missing_code()));
    let passing: Vec<_> = conditions.iter().map(passing).collect();
    move |sample| passing.iter().all(|(codes, allowed)| allowed.contain(codes[sample]))
}

/// Rules over some columns, without some tests.
#[derive(Debug)]
pub(crate) struct Part {
    classes: Vec<usize>,
    columns: Vec<usize>,
    without: HashSet<Condition>,
}

/// The rules of which something is claimed.
#[derive(Debug)]
pub(crate) struct Scope {
    pub(crate) max_length: usize,
    pub(crate) min_cover: i64,
    pub(crate) parts: Vec<Part>,
}

/// The longest rules that are added up.
const LONGEST: usize = 64;

impl Scope {
    pub(crate) fn read(field: &Field<'_>, samples: &Samples) -> Result<Scope, Fault> {
        let fields = field.object(&["max_length", "min_cover", "parts"])?;
        let length = fields.get("max_length");
        let max_length = length.below(LONGEST + 1)?;
        length.ensure(max_length > 0, "rules have a condition")?;
        let part = |field: &Field<'_>| {
            let fields = field.object(&["classes", "columns", "without"])?;
            let places = |name: &str, end: usize| {
                let list = fields.get(name);
                let places = list.each(|place| place.below(end))?;
                list.ensure(places.is_sorted_by(|a, b| a < b), "the places do not ascend")?;
                Ok(places)
            };
            let without = fields.get("without").each(|test| Test::read(test, &samples.columns))?;
            Ok(Part {
                classes: places("classes", samples.classes.len())?,
                columns: places("columns", samples.columns.len())?,
                without: without.into_iter().collect(),
            })
        };
        let parts = fields.get("parts").each(part)?;
        Ok(Scope { max_length, min_cover: fields.get("min_cover").count()?, parts })
    }

    /// Describes the rules in words, so that nobody takes a claim about few of them for one about
    /// all.
    pub(crate) fn described(&self, samples: &Samples) -> String {
        let all = samples.columns.len();
        let part = |Part { classes, columns, without }: &Part| {
            let names: Vec<&str> = classes.iter().map(|&class| samples.classes[class].as_str()).collect();
            let (columns, without) = (columns.len(), without.len());
            format!("for {}: {columns} of {all} columns, {without} tests left out", names.join(", "))
        };
        let parts: Vec<String> = self.parts.iter().map(part).collect();
        let Scope { max_length, min_cover, .. } = self;
        format!("these rules: conditions up to {max_length}, rows from {min_cover} on; {}", parts.join("; "))
    }

    /// True if a rule for a class is among these.
    pub(crate) fn has(&self, class: usize, conditions: &[Condition], samples: &Samples) -> bool {
        let covers = covering(conditions, samples);
        let covered = (0..samples.len()).filter(|&i| covers(i)).map(|i| samples.counts[i]);
        let allowed =
            |part: &Part| conditions.iter().all(|test| part.columns.contains(&test.0) && !part.without.contains(test));
        (1..=self.max_length).contains(&conditions.len())
            && self.parts.iter().any(|part| part.is_for(class) && allowed(part))
            && covered.map(i128::from).sum::<i128>() >= i128::from(self.min_cover)
    }
}

impl Part {
    /// True if rules for a class may be of this part.
    pub(crate) fn is_for(&self, class: usize) -> bool {
        self.classes.contains(&class)
    }

    /// Returns the columns with the tests that rules of this part may have.
    pub(crate) fn tests(&self, columns: &[Column]) -> Vec<(usize, Vec<Test>)> {
        let of = |&column: &usize| {
            let mut tests = Test::all(&columns[column]);
            tests.retain(|test| !self.without.contains(&(column, *test)));
            (column, tests)
        };
        self.columns.iter().map(of).filter(|(_, tests)| !tests.is_empty()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::parse;

    fn columns() -> Vec<Column> {
        let categories = |number: usize| Domain::Categorical((0..number).map(|place| place.to_string()).collect());
        let numeric = |cuts: usize| Domain::Numeric((0..cuts).map(|cut| cut as f64).collect());
        [numeric(0), numeric(3), categories(1), categories(2), categories(3)]
            .into_iter()
            .flat_map(|domain| [false, true].map(|missing_seen| Column::for_test(domain.clone(), missing_seen)))
            .collect()
    }

    /// The codes that pass each test, from the format of proofs.
    fn passes(test: Test, code: usize, missing: usize) -> bool {
        match test {
            Test::AtMost(cut) => code <= cut,
            Test::Above(cut) => code > cut && code != missing,
            Test::Is(place) => code == place,
            Test::IsNot(place) => code != place && code != missing,
            Test::Missing => code == missing,
            Test::Present => code != missing,
        }
    }

    #[test]
    fn tests_that_are_read_are_those_that_rules_may_have() {
        let columns = columns();
        let mut read = Vec::new();
        for place in 0..columns.len() {
            for name in ["at_most", "above", "is", "is_not", "missing", "present", "below"] {
                for value in 0..5 {
                    let document = parse(&format!(r#"[{place}, "{name}", {value}]"#)).unwrap();
                    read.extend(Test::read(&Field::root(&document), &columns));
                }
            }
        }
        let all = |place: usize| Test::all(&columns[place]).into_iter().map(move |test| (place, test));
        let all: Vec<Condition> = (0..columns.len()).flat_map(all).collect();
        assert_eq!(read, all);
        let of_column = |place: usize| all.iter().filter(|(column, _)| *column == place).count();
        assert_eq!([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(of_column), [0, 2, 6, 8, 1, 3, 2, 4, 6, 8]);
        let numbers = |test: &Condition| matches!(test.1, Test::AtMost(_) | Test::Above(_));
        assert!(all.iter().all(|test| test.1.bound().is_some() == numbers(test)));
    }

    #[test]
    fn sets_of_codes_are_those_that_pass_all_tests() {
        for column in columns() {
            let missing = column.missing_code();
            let ones: Vec<(Vec<Test>, Codes)> =
                Test::all(&column).into_iter().map(|test| (vec![test], test.codes(missing))).collect();
            let mut rules = ones.clone();
            for length in 1..=3 {
                for (tests, codes) in &rules {
                    let inside: Vec<usize> =
                        (0..=missing).filter(|&code| tests.iter().all(|test| passes(*test, code, missing))).collect();
                    let found: Vec<usize> = (0..=missing).filter(|&code| codes.contain(code)).collect();
                    assert_eq!(found, inside, "{tests:?}");
                    // Cells of different digits: each sum tells its codes.
                    let cell = |code: usize| [1 << (2 * code), 3 << (2 * code), 1];
                    let below: Vec<Cell> = (0..=missing + 1)
                        .map(|end| (0..end).fold([0; 3], |sum, code| crate::cell::plus(sum, cell(code))))
                        .collect();
                    let sum = inside.iter().fold([0; 3], |sum, &code| crate::cell::plus(sum, cell(code)));
                    assert_eq!(codes.sum(|end| below[end]), sum, "{tests:?}");
                }
                if length == 3 {
                    break;
                }
                let mut longer = Vec::new();
                for (tests, codes) in &rules {
                    for (more, of_more) in &ones {
                        let tests = [&tests[..], more].concat();
                        let is_empty = !(0..=missing).any(|code| tests.iter().all(|test| passes(*test, code, missing)));
                        let both = codes.and(of_more);
                        assert_eq!(both.0.is_empty(), is_empty, "{tests:?}");
                        longer.extend((!is_empty).then_some((tests, both)));
                    }
                }
                rules = longer;
            }
        }
    }

    #[test]
    fn rules_in_scope_are_short_and_cover_enough_rows() {
        let samples = Samples {
            columns: columns(),
            classes: vec!["no".into(), "yes".into()],
            // The fourth column tells the samples apart.
            codes: (0..10).map(|column| if column == 3 { vec![0, 1, 2, 3] } else { vec![0; 4] }).collect(),
            labels: vec![0; 4],
            groups: Vec::new(),
            grouped_by: Vec::new(),
            weights: Vec::new(),
            counts: vec![1, 2, 4, i64::MAX],
            rows: 4,
        };
        let scope = |max_length: usize, min_cover: i64| {
            let parts = r#"[{"classes": [0], "columns": [3], "without": [[3, "above", 2]]}, {"classes": [1], "columns": [1, 3], "without": []}]"#;
            let text = format!(r#"{{"max_length": {max_length}, "min_cover": {min_cover}, "parts": {parts}}}"#);
            Scope::read(&Field::root(&parse(&text).unwrap()), &samples).unwrap()
        };
        let (low, high) = ((3, Test::AtMost(1)), (3, Test::Above(0)));
        for (class, rule, length, min_cover, is_in) in [
            (0, &[low][..], 1, 3, true),
            (0, &[low], 1, 4, false),
            (0, &[low, high], 2, 2, true),
            (0, &[low, high], 2, 3, false),
            (0, &[low, high], 1, 1, false),
            (0, &[], 1, 0, false),
            (0, &[(3, Test::Above(2))], 1, 1, false),
            (1, &[(3, Test::Above(2))], 1, 1, true),
            (0, &[(1, Test::AtMost(0))], 1, 1, false),
            (1, &[(1, Test::AtMost(0))], 1, 1, true),
            (1, &[low, (1, Test::AtMost(0))], 2, 3, true),
            (0, &[low, (1, Test::AtMost(0))], 2, 3, false),
            // Sums of rows beyond 64 bits.
            (1, &[high], 1, 9, true),
        ] {
            assert_eq!(
                scope(length, min_cover).has(class, rule, &samples),
                is_in,
                "{class} {rule:?} {length} {min_cover}"
            );
        }
        let described = "these rules: conditions up to 1, rows from 5 on; for no: 1 of 10 columns, 1 tests left out; \
                         for yes: 2 of 10 columns, 0 tests left out";
        assert_eq!(scope(1, 5).described(&samples), described);
        assert_eq!([0, 1].map(|class| scope(1, 1).parts[0].is_for(class)), [true, false]);
        let of_parts: Vec<usize> = scope(1, 1).parts.iter().map(|part| part.tests(&samples.columns).len()).collect();
        assert_eq!(of_parts, [1, 2]);
        assert_eq!(scope(1, 1).parts[0].tests(&samples.columns)[0].1.len(), 7);
    }
}
