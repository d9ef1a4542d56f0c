//! The part of a schema that rules use.

use crate::cover::CodeTest;
use crate::{Domain, Feature, Literal, RowSet, Rule, RuleError, Schema, Test};
use rulegen_data::Table;
use rulegen_limits::Limits;
use std::collections::BTreeSet;

impl Schema {
    /// Returns the rows of `table` that each of the rules covers, which are over this schema. Only
    /// the columns that they use are looked at, which are found by name.
    ///
    /// # Errors
    /// As [`Schema::encode`].
    pub fn covers(&self, table: &Table, rules: &[&Rule]) -> Result<Vec<RowSet>, RuleError> {
        let used = UsedSchema::new(self, rules.iter().flat_map(|rule| rule.literals().iter().copied()));
        let coded = used.schema.encode_learned(&used.learned(self), table, &Limits::default())?;
        Ok(rules.iter().map(|rule| coded.cover(&used.schema, &used.rule(rule))).collect())
    }
}

/// The part of a schema that some literals use, and the translation of literals into it.
pub(crate) struct UsedSchema {
    pub(crate) schema: Schema,
    /// The new index of each original column, with the original indices of its cuts or categories
    /// that are kept.
    columns: Vec<Option<(u32, Vec<u16>)>>,
}

impl UsedSchema {
    pub(crate) fn new(schema: &Schema, literals: impl Iterator<Item = Literal>) -> Self {
        let mut kept: Vec<Option<BTreeSet<u16>>> = vec![None; schema.features.len()];
        for literal in literals {
            let kept = kept[literal.column as usize].get_or_insert_default();
            if let Test::AtMost(j) | Test::Above(j) | Test::Is(j) | Test::IsNot(j) = literal.test {
                kept.insert(j);
            }
        }
        let mut used = UsedSchema { schema: Schema::default(), columns: Vec::new() };
        for (feature, kept) in schema.features.iter().zip(kept) {
            let column = kept.map(|kept| {
                let kept: Vec<u16> = kept.into_iter().collect();
                used.schema.features.push(restrict(feature, &kept));
                (used.schema.features.len() as u32 - 1, kept)
            });
            used.columns.push(column);
        }
        used
    }

    /// The features of the schema as the whole one has them.
    pub(crate) fn learned(&self, whole: &Schema) -> Vec<Feature> {
        let used = whole.features.iter().zip(&self.columns).filter(|(_, column)| column.is_some());
        used.map(|(feature, _)| feature.clone()).collect()
    }

    pub(crate) fn compile(&self, rule: &Rule) -> Vec<CodeTest> {
        rule.literals().iter().map(|&l| CodeTest::new(&self.schema, self.translate(l))).collect()
    }

    /// Returns a rule of the whole schema as one of the part.
    pub(crate) fn rule(&self, rule: &Rule) -> Rule {
        Rule::new(rule.literals().iter().map(|&l| self.translate(l)))
    }

    fn translate(&self, literal: Literal) -> Literal {
        let (column, kept) = self.columns[literal.column as usize].as_ref().expect("every literal was seen by `new`");
        let new = |j: u16| kept.binary_search(&j).expect("every literal was seen by `new`") as u16;
        let test = match literal.test {
            Test::AtMost(j) => Test::AtMost(new(j)),
            Test::Above(j) => Test::Above(new(j)),
            Test::Is(v) => Test::Is(new(v)),
            Test::IsNot(v) => Test::IsNot(new(v)),
            same => same,
        };
        Literal::new(*column, test)
    }
}

/// Returns a feature with only the cuts or categories that are kept.
fn restrict(feature: &Feature, kept: &[u16]) -> Feature {
    let domain = match &feature.domain {
        Domain::Numeric { cuts } => Domain::Numeric { cuts: kept.iter().map(|&j| cuts[j as usize]).collect() },
        Domain::Categorical { categories } => {
            Domain::Categorical { categories: kept.iter().map(|&v| categories[v as usize].clone()).collect() }
        }
    };
    Feature { domain, forbidden: Vec::new(), ..feature.clone() }
}
