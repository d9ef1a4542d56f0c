//! The samples and rules of a written proof, by enumeration from its own words (docs/proof.md).

use rulegen::data::{Dataset, MISSING, Values};
use rulegen::serde_json::Value;
use std::collections::BTreeMap;

/// A sample: rows of equal label, group and codes.
pub(super) struct Sample {
    pub(super) label: usize,
    pub(super) group: Vec<usize>,
    pub(super) codes: Vec<usize>,
    pub(super) omega: f64,
    pub(super) count: f64,
}

/// A test of the code of a column.
pub(super) type Test = (usize, String, usize);

/// A rule in scope: the classes that may have it, its length, and the samples that it covers.
pub(super) struct Rule {
    pub(super) classes: Vec<usize>,
    pub(super) length: usize,
    pub(super) cover: Vec<usize>,
}

pub(super) struct Instance {
    pub(super) proof: Value,
    pub(super) classes: usize,
    pub(super) samples: Vec<Sample>,
    pub(super) rules: Vec<Rule>,
}

pub(super) fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

pub(super) fn whole(value: &Value) -> usize {
    value.as_u64().unwrap_or_else(|| panic!("{value} is no whole number")) as usize
}

pub(super) fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("{value} is no list"))
}

fn test(value: &Value) -> Test {
    (whole(&value[0]), value[1].as_str().unwrap().to_owned(), whole(&value[2]))
}

impl Instance {
    /// Reads a proof about rows of `data` without those that it holds out.
    pub(super) fn read(proof: Value, data: &Dataset) -> Instance {
        let about = &proof["data"];
        let held_out: Vec<usize> = list(&about["held_out"]).iter().map(whole).collect();
        assert_eq!(whole(&about["rows"]), data.features.rows());
        let columns = list(&about["columns"]);
        let factors: Vec<f64> = list(&about["class_factors"]).iter().map(number).collect();
        let row_weight = |row: usize| data.weights.as_ref().map_or(1.0, |weights| weights[row]);
        let all_whole = (0..data.features.rows()).all(|row| row_weight(row).fract() == 0.0);
        type Key = (usize, Vec<usize>, Vec<usize>);
        let mut merged: BTreeMap<Key, (f64, f64)> = BTreeMap::new();
        for row in (0..data.features.rows()).filter(|row| !held_out.contains(row) && row_weight(*row) > 0.0) {
            let codes = |columns: &[Value]| columns.iter().map(|column| code(column, data, row)).collect();
            let key = (data.target.labels[row] as usize, codes(list(&about["groups"])), codes(columns));
            let sum = merged.entry(key).or_default();
            sum.0 += row_weight(row);
            sum.1 += if all_whole { row_weight(row) } else { 1.0 };
        }
        let sample = |((label, group, codes), (weight, count)): (Key, (f64, f64))| Sample {
            label,
            group,
            codes,
            omega: weight * factors[label],
            count,
        };
        let samples: Vec<Sample> = merged.into_iter().map(sample).collect();
        assert_eq!(whole(&about["samples"]), samples.len());
        let classes = list(&about["classes"]).len();
        let mut instance = Instance { classes, samples, rules: Vec::new(), proof };
        instance.rules = instance.all_rules();
        instance
    }

    /// Returns the blocks of cells of samples whose errors must be alike.
    pub(super) fn cells(&self) -> Vec<Vec<Vec<usize>>> {
        let fairness = &self.proof["loss"]["fairness"];
        let blocks = if fairness.is_object() { list(&fairness["blocks"]) } else { &[] };
        let cells = |block: &Value| {
            let mut cells: BTreeMap<&[usize], Vec<usize>> = BTreeMap::new();
            let inside = |sample: &&Sample| list(block).contains(&sample.label.into());
            for (i, sample) in self.samples.iter().enumerate().filter(|(_, sample)| inside(sample)) {
                cells.entry(&sample.group).or_default().push(i);
            }
            cells.into_values().collect()
        };
        blocks.iter().map(cells).collect()
    }

    pub(super) fn max_length(&self) -> usize {
        whole(&self.proof["rules"]["max_length"])
    }

    /// Returns the bounds by length.
    pub(super) fn bounds(&self) -> Vec<(usize, f64)> {
        list(&self.proof["claims"]["bounds"]).iter().map(|bound| (whole(&bound[0]), number(&bound[1]))).collect()
    }

    pub(super) fn objective(&self) -> f64 {
        number(&self.proof["claims"]["objective"])
    }

    /// Returns the rules of the model with their classes and weights, each with its cover.
    pub(super) fn model(&self) -> Vec<(Rule, f64)> {
        let rule = |rule: &Value| {
            let tests: Vec<Test> = list(&rule["if"]).iter().map(test).collect();
            let (classes, cover) = (vec![whole(&rule["class"])], self.cover(&tests));
            (Rule { classes, length: tests.len(), cover }, number(&rule["weight"]))
        };
        list(&self.proof["model"]["rules"]).iter().map(rule).collect()
    }

    fn cover(&self, tests: &[Test]) -> Vec<usize> {
        let columns = list(&self.proof["data"]["columns"]);
        let passes = |sample: &Sample, (column, test, value): &Test| {
            let (code, missing) = (sample.codes[*column], values(&columns[*column]) + 1);
            match test.as_str() {
                "missing" => code == missing,
                _ if code == missing => false,
                "present" => true,
                "at_most" => code <= *value,
                "above" => code > *value,
                "is" => code == *value,
                "is_not" => code != *value,
                other => panic!("{other} is no test"),
            }
        };
        let covers = |i: &usize| tests.iter().all(|test| passes(&self.samples[*i], test));
        (0..self.samples.len()).filter(covers).collect()
    }

    fn all_rules(&self) -> Vec<Rule> {
        let mut rules = Vec::new();
        for part in list(&self.proof["rules"]["parts"]) {
            let without: Vec<Test> = list(&part["without"]).iter().map(test).collect();
            let of_column = |column: &Value| all_tests(whole(column), &self.proof["data"]["columns"][whole(column)]);
            let tests: Vec<Test> = list(&part["columns"]).iter().flat_map(of_column).collect();
            assert!(without.iter().all(|left_out| tests.contains(left_out)));
            let tests: Vec<Test> = tests.into_iter().filter(|test| !without.contains(test)).collect();
            let classes: Vec<usize> = list(&part["classes"]).iter().map(whole).collect();
            for chosen in choices(tests.len(), self.max_length()) {
                let chosen: Vec<Test> = chosen.into_iter().map(|at| tests[at].clone()).collect();
                let cover = self.cover(&chosen);
                let rows: f64 = cover.iter().map(|&i| self.samples[i].count).sum();
                if rows >= number(&self.proof["rules"]["min_cover"]) && !cover.is_empty() {
                    rules.push(Rule { classes: classes.clone(), length: chosen.len(), cover });
                }
            }
        }
        rules
    }
}

/// Returns all sets of 1 up to `most` of the numbers below `number`.
fn choices(number: usize, most: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    let mut last = all.clone();
    for _ in 0..most {
        let longer = |known: &Vec<usize>| {
            let first = known.last().map_or(0, |last| last + 1);
            (first..number).map(|at| [&known[..], &[at]].concat()).collect::<Vec<_>>()
        };
        last = last.iter().flat_map(longer).collect();
        all.extend(last.iter().cloned());
    }
    all.split_off(1)
}

/// Returns the number of cut points or categories of a column.
fn values(column: &Value) -> usize {
    list(if column["kind"] == "numeric" { &column["cuts"] } else { &column["categories"] }).len()
}

fn all_tests(place: usize, column: &Value) -> Vec<Test> {
    let kinds: &[&str] = match (column["kind"] == "numeric", values(column) > 2) {
        (true, _) => &["at_most", "above"],
        (false, true) => &["is", "is_not"],
        (false, false) => &["is"],
    };
    let about = |kind: &&str| (0..values(column)).map(|value| (place, (*kind).to_owned(), value)).collect::<Vec<_>>();
    let missing = if column["missing_seen"] == true { &["missing", "present"][..] } else { &[] };
    kinds.iter().flat_map(about).chain(missing.iter().map(|kind| (place, (*kind).to_owned(), 0))).collect()
}

fn code(column: &Value, data: &Dataset, row: usize) -> usize {
    let name = column["name"].as_str().unwrap();
    let cells = data.features.columns().iter().find(|column| column.name() == name).unwrap().values();
    match cells {
        Values::Categorical { codes, .. } if codes[row] == MISSING => values(column) + 1,
        Values::Categorical { codes, categories } => {
            let text = &categories[codes[row] as usize];
            list(&column["categories"]).iter().position(|known| known == text).unwrap_or(values(column))
        }
        numbers => match numbers.number(row).unwrap() {
            x if x.is_nan() => values(column) + 1,
            x => list(&column["cuts"]).iter().filter(|cut| number(cut) < x).count(),
        },
    }
}
