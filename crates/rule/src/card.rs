//! Scorecards: the rules on one column as steps of that column.

use crate::cover::CodeTest;
use crate::{
    CodedTable, Codes, Domain, Feature, Form, Literal, Model, Rule, RuleError, Schema, Support, Test, conditions,
    name_text,
};
use rulegen_data::Table;
use std::collections::{BTreeMap, BTreeSet};

/// A model as a scorecard. The points of a row are those of the start, of the step of each column
/// in which its cell lies, and of each combination that it meets. They are the scores that the
/// model predicts by, on the scale of [`Model::points_of_votes`].
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    /// The points of the start.
    pub start: Vec<f64>,
    /// The columns that have steps, in the order of their first rules.
    pub columns: Vec<CardColumn>,
    /// The rules on several columns.
    pub combinations: Vec<CardRule>,
}

/// A column of a card.
#[derive(Clone, Debug, PartialEq)]
pub struct CardColumn {
    /// The index of the feature in the model's schema.
    pub feature: u32,
    /// The steps. Each cell lies in one of them.
    pub steps: Vec<CardStep>,
}

/// Cells of a column that have the same points.
#[derive(Clone, Debug, PartialEq)]
pub struct CardStep {
    /// The cells in words: `30 < age <= 40`, `job = cook, nurse`.
    pub words: String,
    /// Their points.
    pub points: Vec<f64>,
    /// The training rows that have such a cell, if they follow from those of the rules.
    pub covered: Option<f64>,
    /// For each of the points, these rows with those of its class as the correct ones, if they
    /// follow from those of the rules too.
    pub rows: Vec<Option<Support>>,
    /// The codes of the cells.
    codes: Vec<u16>,
}

/// The cells of a step, in the terms of the data.
pub(crate) enum Cells<'a> {
    /// The cell is missing.
    Missing,
    /// A number above the first bound and at most the second one, as far as there are bounds.
    Interval(Option<f64>, Option<f64>),
    /// One of these categories.
    In(Vec<&'a str>),
    /// Any category but these.
    NotIn(Vec<&'a str>),
}

impl CardStep {
    /// Returns the cells of a step of this feature.
    pub(crate) fn cells<'a>(&self, feature: &'a Feature) -> Cells<'a> {
        let (first, last) = (self.codes[0] as usize, self.codes[self.codes.len() - 1] as usize);
        match &feature.domain {
            _ if first == feature.missing_code() => Cells::Missing,
            Domain::Numeric { cuts } => Cells::Interval(first.checked_sub(1).map(|j| cuts[j]), cuts.get(last).copied()),
            Domain::Categorical { categories } => {
                // The code behind those of all categories is that of any other one.
                let others = last == categories.len();
                let named = (0..).zip(categories).filter(|(code, _)| self.holds(*code) != others);
                let named = named.map(|(_, category)| category.as_str()).collect();
                if others { Cells::NotIn(named) } else { Cells::In(named) }
            }
        }
    }

    /// True if cells with this code of the column are in the step.
    pub fn holds(&self, code: u16) -> bool {
        self.codes.contains(&code)
    }
}

/// A rule on several columns.
#[derive(Clone, Debug, PartialEq)]
pub struct CardRule {
    /// Its index among the model's rules.
    pub rule: usize,
    /// Its points.
    pub points: Vec<f64>,
}

impl Model {
    /// Codes the columns of `table` that rules use with the schema of the model. The other columns
    /// have the code 0, which no rule looks at, and need not be in the table.
    ///
    /// # Errors
    /// A column that the rules use is missing, or holds words instead of numbers.
    pub fn encode_used(&self, table: &Table) -> Result<CodedTable, RuleError> {
        let of_rules = |rule: &Rule| rule.literals().iter().map(|literal| literal.column).collect::<Vec<_>>();
        let used: BTreeSet<u32> = self.rules.iter().flat_map(|rule| of_rules(&rule.rule)).collect();
        let features = used.iter().map(|&at| self.schema.features[at as usize].clone()).collect();
        let coded = Schema { features }.encode(table)?;
        let mut columns = vec![Codes::Narrow(vec![0; table.rows()]); self.schema.features.len()];
        used.iter().zip(coded.columns()).for_each(|(&at, codes)| columns[at as usize] = codes.clone());
        CodedTable::new(table.rows(), columns)
    }

    /// Returns the model as a scorecard, or `None` if its rules have no points
    /// ([`Form`](crate::Form)).
    pub fn card(&self) -> Option<Card> {
        if self.form() != Form::Votes {
            return None;
        }
        let mut on_column: Vec<(u32, Vec<usize>)> = Vec::new();
        let mut combinations = Vec::new();
        for (at, rule) in self.rules.iter().enumerate() {
            match (rule.rule.merged_len(), rule.rule.literals().first()) {
                (1, Some(literal)) => match on_column.iter_mut().find(|(column, _)| *column == literal.column) {
                    Some((_, rules)) => rules.push(at),
                    None => on_column.push((literal.column, vec![at])),
                },
                _ => combinations.push(CardRule { rule: at, points: self.points_of_rules(&[at]) }),
            }
        }
        let columns = on_column.iter().map(|(column, rules)| self.card_column(*column, rules)).collect();
        Some(Card { start: self.start(), columns, combinations })
    }

    /// Returns the points of some rules together, on the scale of [`Model::points_of_votes`].
    fn points_of_rules(&self, rules: &[usize]) -> Vec<f64> {
        let mut votes = vec![0.0; self.classes.len()];
        rules.iter().for_each(|&at| votes[self.rules[at].class as usize] += self.rules[at].weight);
        self.points_of_votes(&votes)
    }

    fn card_column(&self, column: u32, rules: &[usize]) -> CardColumn {
        let feature = &self.schema.features[column as usize];
        let sets: Vec<Vec<bool>> = rules.iter().map(|&at| cells(self, column, &self.rules[at].rule)).collect();
        let met = |code: usize| (0..rules.len()).filter(|&k| sets[k][code]).map(|k| rules[k]).collect::<Vec<usize>>();
        // Neighbouring intervals, or all categories, that meet the same rules are one step.
        let mut steps: Vec<(Vec<usize>, Vec<u16>)> = Vec::new();
        let missing = feature.missing_code();
        let numeric = matches!(feature.domain, Domain::Numeric { .. });
        for code in 0..missing {
            let met = met(code);
            let same = match numeric {
                true => steps.len().checked_sub(1).filter(|&last| steps[last].0 == met),
                false => steps.iter().position(|(of, _)| *of == met),
            };
            match same {
                Some(at) => steps[at].1.push(code as u16),
                None => steps.push((met, vec![code as u16])),
            }
        }
        if feature.missing_seen || !met(missing).is_empty() {
            steps.push((met(missing), vec![missing as u16]));
        }
        let of_class = |class: Option<u32>| KnownRows::new(self, feature, rules, &sets, class);
        let all = of_class(None);
        let of_classes: Vec<KnownRows> = match self.towards() {
            Some(class) => vec![of_class(Some(class))],
            None => (0..self.classes.len() as u32).map(|class| of_class(Some(class))).collect(),
        };
        let step = |(met, codes): (Vec<usize>, Vec<u16>)| CardStep {
            words: words(self, column, &codes),
            points: self.points_of_rules(&met),
            covered: all.of(&codes).map(|rows| rows.covered),
            rows: of_classes.iter().map(|known| known.of(&codes)).collect(),
            codes,
        };
        CardColumn { feature: column, steps: steps.into_iter().map(step).collect() }
    }
}

/// Returns for each code of the column if its cells satisfy the rule.
fn cells(model: &Model, column: u32, rule: &Rule) -> Vec<bool> {
    let tests: Vec<CodeTest> = rule.literals().iter().map(|&literal| CodeTest::new(&model.schema, literal)).collect();
    let codes = model.schema.features[column as usize].codes();
    (0..codes).map(|code| tests.iter().all(|test| test.holds(code as u16))).collect()
}

/// The training rows with cells of one column, as far as rules on it tell. The correct ones are
/// those of a class; with more than two classes, only rules for it tell these.
struct KnownRows {
    /// Sets of codes, with the rows whose cells are in them.
    sets: BTreeMap<Vec<bool>, Support>,
    /// The codes that training rows may have.
    seen: Vec<bool>,
}

impl KnownRows {
    /// Collects the rows of a class, or only how many there are in all.
    fn new(model: &Model, feature: &Feature, rules: &[usize], sets: &[Vec<bool>], class: Option<u32>) -> Self {
        let mut seen = vec![true; feature.codes()];
        seen[feature.missing_code()] = feature.missing_seen;
        let mut known = KnownRows { sets: BTreeMap::new(), seen };
        let Some(rows) = model.training_rows() else { return known };
        let number = |support: Support| if class.is_some() { support } else { Support { correct: 0.0, ..support } };
        let of_rule = |support: Support, of: u32| match class {
            Some(class) if class == of => Some(support),
            Some(_) if model.classes.len() == 2 => {
                Some(Support { correct: support.covered - support.correct, ..support })
            }
            Some(_) => None,
            None => Some(number(support)),
        };
        let all = number(rows.all_of(class.unwrap_or(0)));
        known.sets.insert(known.seen.clone(), all);
        known.sets.insert(vec![false; known.seen.len()], Support { covered: 0.0, correct: 0.0 });
        for (&at, set) in rules.iter().zip(sets) {
            let (rule, cells) = (&model.rules[at], known.masked(set));
            let Some(support) = of_rule(rule.support, rule.class) else { continue };
            let others = cells.iter().zip(&known.seen).map(|(cell, seen)| *seen && !cell).collect();
            known.sets.insert(cells, support);
            if let Some(rest) = less(all, support) {
                known.sets.insert(others, rest);
            }
        }
        if let Some(missing) = rows.missing_of(&feature.name, class.unwrap_or(0)) {
            known.part_missing(feature.missing_code(), number(missing));
        }
        known
    }

    /// Adds the rows whose cell is missing, and each set that has them without them.
    fn part_missing(&mut self, code: usize, missing: Support) {
        let present = |(set, rows): (&Vec<bool>, &Support)| {
            let present = set.iter().enumerate().map(|(at, cell)| *cell && at != code).collect();
            set[code].then(|| less(*rows, missing).map(|rest| (present, rest))).flatten()
        };
        let parted: Vec<(Vec<bool>, Support)> = self.sets.iter().filter_map(present).collect();
        // None if the file says more of them than rows.
        if !parted.is_empty() {
            self.sets.extend(parted);
            self.sets.insert((0..self.seen.len()).map(|at| at == code).collect(), missing);
        }
    }

    /// Returns the set without the codes that no training row has.
    fn masked(&self, set: &[bool]) -> Vec<bool> {
        set.iter().zip(&self.seen).map(|(cell, seen)| *cell && *seen).collect()
    }

    /// Returns the rows with cells of these codes, if two known sets differ by just these.
    fn of(&self, codes: &[u16]) -> Option<Support> {
        let mut wanted = vec![false; self.seen.len()];
        codes.iter().for_each(|&code| wanted[code as usize] = self.seen[code as usize]);
        let without = |(set, rows): (&Vec<bool>, &Support)| {
            let inside = set.iter().zip(&wanted).all(|(cell, wanted)| *cell || !wanted);
            let rest: Vec<bool> = set.iter().zip(&wanted).map(|(cell, wanted)| *cell && !wanted).collect();
            self.sets.get(&rest).filter(|_| inside).and_then(|rest| less(*rows, *rest))
        };
        self.sets.iter().find_map(without)
    }
}

/// The most that a difference of weights may be off, relative to the whole: rounding.
const ROUNDING: f64 = 1e-9;

/// Returns the rows of `all` that are not in `part`. `None` if it has more than `all`, as in files
/// that contradict themselves.
fn less(all: Support, part: Support) -> Option<Support> {
    let least = ROUNDING * all.covered;
    let left = |all: f64, part: f64| Some(all - part).filter(|left| *left >= -least);
    let exact = |left: f64| if left < least { 0.0 } else { left };
    let (covered, correct) = (left(all.covered, part.covered)?, left(all.correct, part.correct)?);
    Some(Support { covered: exact(covered), correct: exact(correct) })
}

/// Writes cells of a column in words.
fn words(model: &Model, column: u32, codes: &[u16]) -> String {
    let feature = &model.schema.features[column as usize];
    let (first, last) = (codes[0] as usize, codes[codes.len() - 1] as usize);
    let rule = |tests: &[Test]| {
        let rule = Rule::new(tests.iter().map(|&test| Literal::new(column, test)));
        conditions(&model.schema, &rule).join(" and ")
    };
    let name = name_text(&feature.name);
    match &feature.domain {
        _ if first == feature.missing_code() => rule(&[Test::Missing]),
        Domain::Numeric { cuts } => {
            let above = first.checked_sub(1).map(|cut| Test::Above(cut as u16));
            let at_most = (last < cuts.len()).then_some(Test::AtMost(last as u16));
            match (above, at_most) {
                (None, None) => rule(&[Test::Present]),
                (above, at_most) => rule(&above.into_iter().chain(at_most).collect::<Vec<_>>()),
            }
        }
        Domain::Categorical { categories } => {
            // The code behind those of all categories is that of any other one.
            let others = last == categories.len();
            let all = 0..categories.len() as u16;
            let (inside, outside): (Vec<u16>, Vec<u16>) = all.partition(|code| codes.contains(code));
            let list = |of: &[u16]| -> String {
                of.iter().map(|&v| name_text(&categories[v as usize])).collect::<Vec<_>>().join(", ")
            };
            match (others, &inside[..], &outside[..]) {
                (true, _, []) => rule(&[Test::Present]),
                (true, _, [only]) => rule(&[Test::IsNot(*only)]),
                (true, [_, ..], _) if inside.len() < outside.len() => {
                    format!("{name} = {} or any other", list(&inside))
                }
                (true, ..) => format!("{name} not {}", list(&outside)),
                (false, [only], _) => rule(&[Test::Is(*only)]),
                (false, ..) => format!("{name} = {}", list(&inside)),
            }
        }
    }
}
