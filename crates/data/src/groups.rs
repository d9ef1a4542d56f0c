//! The groups of people that fairness is about.

use crate::categories::MISSING;
use crate::column::Column;
use crate::error::DataError;
use crate::table::Table;
use crate::target::sorted_classes;
use crate::values::Values;

/// The most different values by which a numeric column without cut points is grouped: so few are
/// codes, not measurements.
const MOST_CODES: usize = 20;

/// More groups than this are names or row numbers, not groups.
const MOST_GROUPS: usize = 200;

/// A column by whose values rows are grouped.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupColumn {
    /// The column.
    pub name: String,
    /// The cut points of a numeric column, ascending. A value that equals a cut point lies below
    /// it, as in the conditions of rules. Without cut points every value is a group.
    pub cuts: Vec<f64>,
}

/// The values by which a column divides rows into groups, in the order of its groups. Missing cells
/// are the last group.
#[derive(Clone, Debug, PartialEq)]
pub enum GroupValues {
    /// Cut points of numbers, ascending. A number that equals one lies below it.
    Cuts(Vec<f64>),
    /// Categories.
    Categories(Vec<String>),
}

impl GroupColumn {
    /// Returns the values by which this column divides the rows of a table. Numbers without cut
    /// points of their own have one at each number but the largest.
    ///
    /// # Errors
    ///
    /// [`DataError::MissingColumn`].
    pub fn values(&self, table: &Table) -> Result<GroupValues, DataError> {
        Ok(match table.column(&self.name)?.values() {
            Values::Categorical { codes, categories } => GroupValues::Categories(present(codes, categories).0),
            _ if !self.cuts.is_empty() => GroupValues::Cuts(self.cuts.clone()),
            numbers => {
                let mut cuts = distinct(&numbers.numbers().unwrap_or_default());
                cuts.pop();
                GroupValues::Cuts(cuts)
            }
        })
    }
}

/// The group of each row, such as `F` and `M`. Fairness is measured between groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Groups {
    /// The names of the groups, in a stated order; some may have no rows.
    pub names: Vec<String>,
    /// The group of each row, an index into `names`.
    pub of_row: Vec<u32>,
}

impl Groups {
    /// Groups the rows of a table: a group for every combination of the columns' values that some
    /// row has, named such as `sex=F, 25 < age <= 45`. Missing cells are a value of their own (`sex
    /// is missing`). Without columns all rows are one group.
    ///
    /// Groups stand in order of the first column, then of the second, and so on. Within a column
    /// they ascend: numbers as numbers, other values as text, missing cells last.
    ///
    /// # Errors
    ///
    /// [`DataError::MissingColumn`], [`DataError::GroupTwice`], [`DataError::BadCut`],
    /// [`DataError::UnsortedCuts`], [`DataError::CutsOfWords`], [`DataError::ManyGroupNumbers`] for
    /// a numeric column of many values without cut points, and [`DataError::ManyGroups`].
    pub fn from_table(table: &Table, columns: &[GroupColumn]) -> Result<Groups, DataError> {
        let mut groups: Option<Groups> = None;
        for (at, GroupColumn { name, cuts }) in columns.iter().enumerate() {
            if columns[..at].iter().any(|before| before.name == *name) {
                return Err(DataError::GroupTwice { column: name.clone() });
            }
            let by_column = Groups::from_column(table.column(name)?, cuts)?;
            groups = Some(groups.map_or(by_column.clone(), |groups| groups.crossed(&by_column)));
        }
        let groups = groups.unwrap_or_else(|| Groups { names: vec!["all rows".into()], of_row: vec![0; table.rows()] });
        if groups.names.len() > MOST_GROUPS {
            let columns = columns.iter().map(|column| column.name.clone()).collect();
            return Err(DataError::ManyGroups { columns, groups: groups.names.len(), most: MOST_GROUPS });
        }
        Ok(groups)
    }

    /// Returns the groups of one column.
    fn from_column(column: &Column, cuts: &[f64]) -> Result<Groups, DataError> {
        let text = column.dates().map(|_| column.clone().with_dates_as_text());
        let column = text.as_ref().unwrap_or(column);
        let name = column.name();
        check_cuts(name, cuts)?;
        let (mut names, codes) = match column.values() {
            Values::Numeric(_) | Values::Sparse(_) => {
                let numbers = column.values().numbers().unwrap_or_default();
                if cuts.is_empty() { by_number(name, &numbers)? } else { by_cuts(name, &numbers, cuts) }
            }
            Values::Categorical { categories, .. } if !cuts.is_empty() => {
                let word = categories.iter().find(|category| category.parse::<f64>().is_err());
                let cell = word.or(categories.first()).cloned().unwrap_or_default();
                return Err(DataError::CutsOfWords { column: name.to_owned(), cell });
            }
            Values::Categorical { codes, categories } => by_category(name, codes, categories),
        };
        let missing = names.len() as u32;
        names.push(format!("{name} is missing"));
        let of_row = codes.into_iter().map(|code| if code == MISSING { missing } else { code }).collect();
        Ok(Groups { names, of_row }.with_rows_only())
    }

    /// Returns the groups that have rows.
    fn with_rows_only(self) -> Groups {
        let counts = self.counts();
        let mut place = vec![MISSING; counts.len()];
        let mut names = Vec::new();
        for (group, name) in self.names.into_iter().enumerate().filter(|(group, _)| counts[*group] > 0) {
            place[group] = names.len() as u32;
            names.push(name);
        }
        Groups { names, of_row: self.of_row.into_iter().map(|group| place[group as usize]).collect() }
    }

    /// Returns a group for every pair of a group here and one of `other` that share rows.
    fn crossed(&self, other: &Groups) -> Groups {
        let pairs: Vec<(u32, u32)> = self.of_row.iter().copied().zip(other.of_row.iter().copied()).collect();
        let mut present = pairs.clone();
        present.sort_unstable();
        present.dedup();
        let name = |&(a, b): &(u32, u32)| format!("{}, {}", self.names[a as usize], other.names[b as usize]);
        let place = |pair| present.partition_point(|other| other < pair) as u32;
        Groups { names: present.iter().map(name).collect(), of_row: pairs.iter().map(place).collect() }
    }

    /// Returns the number of rows of each group.
    pub fn counts(&self) -> Vec<usize> {
        let mut counts = vec![0; self.names.len()];
        self.of_row.iter().for_each(|&group| counts[group as usize] += 1);
        counts
    }

    /// Returns the number of rows of each group and class, by group, then by class. All `labels`
    /// are below `classes`.
    ///
    /// # Panics
    ///
    /// If there are not as many labels as rows.
    pub fn class_counts(&self, labels: &[u32], classes: usize) -> Vec<Vec<usize>> {
        assert_eq!(labels.len(), self.of_row.len(), "one label per row");
        let mut counts = vec![vec![0; classes]; self.names.len()];
        for (&group, &label) in self.of_row.iter().zip(labels) {
            counts[group as usize][label as usize] += 1;
        }
        counts
    }

    /// Returns the groups of these rows, in the order given. Groups stay, even without rows.
    ///
    /// # Panics
    ///
    /// If a row does not exist.
    pub fn select_rows(&self, rows: &[usize]) -> Groups {
        Groups { names: self.names.clone(), of_row: rows.iter().map(|&row| self.of_row[row]).collect() }
    }
}

/// Checks that cut points are finite and ascend.
pub(crate) fn check_cuts(column: &str, cuts: &[f64]) -> Result<(), DataError> {
    if let Some(&cut) = cuts.iter().find(|cut| !cut.is_finite()) {
        return Err(DataError::BadCut { column: column.to_owned(), cut });
    }
    match cuts.windows(2).find(|pair| pair[0] >= pair[1]) {
        Some(pair) => Err(DataError::UnsortedCuts { column: column.to_owned(), before: pair[0], after: pair[1] }),
        None => Ok(()),
    }
}

/// Makes a group of each number.
fn by_number(column: &str, numbers: &[f64]) -> Result<(Vec<String>, Vec<u32>), DataError> {
    let distinct = distinct(numbers);
    if distinct.len() > MOST_CODES {
        let (lowest, highest) = (distinct[0], distinct[distinct.len() - 1]);
        return Err(DataError::ManyGroupNumbers {
            column: column.to_owned(),
            numbers: distinct.len(),
            lowest,
            highest,
            most: MOST_CODES,
        });
    }
    let names = distinct.iter().map(|number| format!("{column}={number}")).collect();
    let code = |x: &f64| if x.is_nan() { MISSING } else { distinct.partition_point(|other| other < x) as u32 };
    Ok((names, numbers.iter().map(code).collect()))
}

/// Returns the different numbers of a column, ascending.
fn distinct(numbers: &[f64]) -> Vec<f64> {
    // Minus zero is zero.
    let mut distinct: Vec<f64> = numbers.iter().filter(|x| !x.is_nan()).map(|x| x + 0.0).collect();
    distinct.sort_unstable_by(f64::total_cmp);
    distinct.dedup();
    distinct
}

/// Makes a group of each interval between cut points.
fn by_cuts(column: &str, numbers: &[f64], cuts: &[f64]) -> (Vec<String>, Vec<u32>) {
    let mut names = vec![format!("{column} <= {}", cuts[0])];
    names.extend(cuts.windows(2).map(|pair| format!("{} < {column} <= {}", pair[0], pair[1])));
    names.push(format!("{column} > {}", cuts[cuts.len() - 1]));
    let code = |x: &f64| if x.is_nan() { MISSING } else { cuts.partition_point(|cut| cut < x) as u32 };
    (names, numbers.iter().map(code).collect())
}

/// Makes a group of each category.
fn by_category(column: &str, codes: &[u32], categories: &[String]) -> (Vec<String>, Vec<u32>) {
    let (categories, rank) = present(codes, categories);
    let names = categories.iter().map(|category| format!("{column}={}", plain(category))).collect();
    let code = |&code: &u32| if code == MISSING { MISSING } else { rank[code as usize] };
    (names, codes.iter().map(code).collect())
}

/// Returns the categories that some row has, in order, and the place of each among them.
fn present(codes: &[u32], categories: &[String]) -> (Vec<String>, Vec<u32>) {
    let present: Vec<u32> = codes.iter().copied().filter(|&code| code != MISSING).collect();
    sorted_classes(&present, categories.to_vec())
}

/// Returns a category as it is, or in quotes if it could be taken for something else.
fn plain(category: &str) -> String {
    let odd = |c: char| matches!(c, ',' | '=' | '"' | '\\') || c.is_control();
    if category.is_empty() || category.contains(odd) { format!("{category:?}") } else { category.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let columns = [
            ("sex", Values::from(["M", "F", "M", "", "F", "M"])),
            ("age", [25.0, 26.0, f64::NAN, 70.0, 45.0, 18.0].into()),
            ("code", [10.0, 9.0, -0.0, 0.0, 9.0, 10.0].into()),
        ];
        Table::from_columns(columns).unwrap()
    }

    fn by(name: &str, cuts: &[f64]) -> GroupColumn {
        GroupColumn { name: name.into(), cuts: cuts.to_vec() }
    }

    fn groups(columns: &[GroupColumn]) -> Groups {
        Groups::from_table(&table(), columns).unwrap()
    }

    fn refused(table: &Table, columns: &[GroupColumn]) -> String {
        Groups::from_table(table, columns).unwrap_err().to_string()
    }

    #[test]
    fn columns_divide_rows_at_their_values() {
        let column = |name: &str, cuts: &[f64]| GroupColumn { name: name.into(), cuts: cuts.to_vec() };
        let values = |name: &str, cuts: &[f64]| column(name, cuts).values(&table()).unwrap();
        assert_eq!(values("sex", &[]), GroupValues::Categories(vec!["F".into(), "M".into()]));
        // A cut point at each number but the largest.
        assert_eq!(values("code", &[]), GroupValues::Cuts(vec![0.0, 9.0]));
        assert_eq!(values("age", &[30.0]), GroupValues::Cuts(vec![30.0]));
        assert!(column("town", &[]).values(&table()).is_err());
    }

    #[test]
    fn a_group_may_lose_its_rows() {
        let groups = Groups { names: vec!["F".into(), "M".into()], of_row: vec![1, 0, 1] };
        assert_eq!(groups.counts(), [1, 2]);
        assert_eq!(groups.select_rows(&[2, 0]).counts(), [0, 2]);
        assert_eq!(groups.class_counts(&[0, 1, 1], 2), [[0, 1], [1, 1]]);
    }

    #[test]
    fn by_the_values_of_a_column() {
        let by_sex = groups(&[by("sex", &[])]);
        assert_eq!(by_sex.names, ["sex=F", "sex=M", "sex is missing"]);
        assert_eq!(by_sex.of_row, [1, 0, 1, 2, 0, 1]);
        let by_code = groups(&[by("code", &[])]);
        assert_eq!(by_code.names, ["code=0", "code=9", "code=10"]);
        assert_eq!(by_code.of_row, [2, 1, 0, 0, 1, 2]);
        assert_eq!(groups(&[]).counts(), [6]);
    }

    #[test]
    fn a_cut_point_lies_below_itself() {
        let by_age = groups(&[by("age", &[25.0, 45.0])]);
        assert_eq!(by_age.names, ["age <= 25", "25 < age <= 45", "age > 45", "age is missing"]);
        assert_eq!(by_age.of_row, [0, 1, 3, 2, 1, 0]);
        // Nobody is above 90, and there is no group of nobody.
        assert_eq!(groups(&[by("age", &[90.0])]).names, ["age <= 90", "age is missing"]);
    }

    #[test]
    fn combinations_that_have_rows() {
        let both = groups(&[by("sex", &[]), by("age", &[40.0])]);
        let expected = [
            "sex=F, age <= 40",
            "sex=F, age > 40",
            "sex=M, age <= 40",
            "sex=M, age is missing",
            "sex is missing, age > 40",
        ];
        assert_eq!(both.names, expected);
        assert_eq!(both.of_row, [2, 0, 3, 4, 1, 2]);
    }

    #[test]
    fn odd_categories_are_quoted() {
        let table = Table::from_columns([("a", Values::from(["x, b=y", "two words", "é"]))]).unwrap();
        let groups = Groups::from_table(&table, &[by("a", &[])]).unwrap();
        assert_eq!(groups.names, ["a=two words", r#"a="x, b=y""#, "a=é"]);
    }

    #[test]
    fn bad_requests() {
        let of = |columns: &[GroupColumn]| refused(&table(), columns);
        assert_eq!(of(&[by("race", &[])]), r#"there is no column "race"; the columns are "sex", "age", "code""#);
        assert_eq!(of(&[by("sex", &[]), by("sex", &[])]), r#"the group column "sex" is named twice"#);
        assert_eq!(of(&[by("age", &[f64::NAN])]), r#"the cut point NaN of column "age" is not a finite number"#);
        assert_eq!(
            of(&[by("age", &[1.0, f64::INFINITY])]),
            r#"the cut point inf of column "age" is not a finite number"#
        );
        let expected = r#"the cut points of column "age" must ascend, but 25 follows 45"#;
        assert_eq!(of(&[by("age", &[45.0, 25.0])]), expected);
        assert_eq!(of(&[by("age", &[2.0, 2.0])]), r#"the cut points of column "age" must ascend, but 2 follows 2"#);
        let expected = r#"column "sex" has no cut points: it holds words, such as "M""#;
        assert_eq!(of(&[by("sex", &[1.0])]), expected);
    }

    #[test]
    fn measurements_and_names_are_no_groups() {
        let numbers = |n: usize| Values::Numeric((0..n).map(|i| i as f64).collect());
        let table = |values: Values| Table::from_columns([("a", values)]).unwrap();
        assert_eq!(Groups::from_table(&table(numbers(20)), &[by("a", &[])]).unwrap().names.len(), 20);
        let expected = r#"the group column "a" has 21 different numbers, from 0 to 20: it needs cut points"#;
        assert_eq!(refused(&table(numbers(21)), &[by("a", &[])]), expected);
        let names: Vec<String> = (0..201).map(|i| format!("id{i}")).collect();
        let expected = r#"grouping by "a" makes 201 groups; at most 200 can be compared"#;
        assert_eq!(refused(&table(names.as_slice().into()), &[by("a", &[])]), expected);
    }
}
