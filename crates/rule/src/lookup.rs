//! Finds classes, columns and values of a model file by name, each in constant or logarithmic time.
//! So a file of many rules and many classes is read in linear time.

use crate::{Domain, Schema};
use serde_json::Value;
use std::collections::HashMap;

/// The indices of names.
pub(crate) type Indices<'a> = HashMap<&'a str, usize>;

/// Returns the index of each name.
pub(crate) fn indices(names: &[String]) -> Indices<'_> {
    names.iter().enumerate().map(|(index, name)| (name.as_str(), index)).collect()
}

/// The columns of a schema and their categories.
pub(crate) struct Lookup<'a> {
    schema: &'a Schema,
    columns: HashMap<&'a str, usize>,
    /// The categories of each column. Empty for a numeric column.
    categories: Vec<Indices<'a>>,
}

impl<'a> Lookup<'a> {
    pub(crate) fn new(schema: &'a Schema) -> Self {
        let columns = (0..).zip(&schema.features).map(|(index, feature)| (feature.name.as_str(), index)).collect();
        let categories = schema.features.iter().map(|feature| match &feature.domain {
            Domain::Categorical { categories } => indices(categories),
            Domain::Numeric { .. } => HashMap::new(),
        });
        Lookup { schema, columns, categories: categories.collect() }
    }

    /// Returns the index of a column.
    pub(crate) fn column(&self, name: &str) -> Option<usize> {
        self.columns.get(name).copied()
    }

    /// Returns the index of a cut point or a category of a column.
    pub(crate) fn value(&self, column: usize, value: &Value) -> Option<u16> {
        let index = match (&self.schema.features[column].domain, value) {
            (Domain::Numeric { cuts }, value) => {
                // Cut points ascend. 0 and -0 are the same.
                let number = self.schema.features[column].of_value(value)?;
                let index = cuts.partition_point(|&cut| cut < number);
                (cuts.get(index) == Some(&number)).then_some(index)
            }
            (Domain::Categorical { .. }, Value::String(name)) => self.categories[column].get(name.as_str()).copied(),
            _ => None,
        };
        index.map(|index| index as u16)
    }
}
