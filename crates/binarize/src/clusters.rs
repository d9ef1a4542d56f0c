//! Samples that stand for rows on other machines.

use crate::BinarizeError;
use crate::error::one_per_row;
use crate::samples::Samples;
use rulegen_rule::{CodedTable, RowSet, Rule, Schema};

impl Samples {
    /// Makes samples that stand for clusters: rows of a class that no rule in use distinguishes,
    /// wherever they are. The cells are not available, so [`Samples::cover`] only knows the rules
    /// in `covers`, and the empty rule, which covers everything.
    ///
    /// `labels` are class indices below `classes`. `rows` are the numbers of rows, and also the
    /// weights of the samples. Both have one entry per sample, and so do the covers.
    ///
    /// # Errors
    /// [`BinarizeError::NotOnePerRow`] and [`BinarizeError::BadLabel`].
    pub fn of_clusters(
        schema: Schema,
        labels: Vec<u32>,
        rows: Vec<u64>,
        classes: usize,
        covers: Vec<(Rule, RowSet)>,
    ) -> Result<Self, BinarizeError> {
        let clusters = labels.len();
        one_per_row("counts", rows.len(), clusters)?;
        covers.iter().try_for_each(|(_, cover)| one_per_row("covers", cover.rows(), clusters))?;
        if let Some((row, &label)) = (0..).zip(&labels).find(|(_, label)| **label as usize >= classes) {
            return Err(BinarizeError::BadLabel { row, label, classes });
        }
        Ok(Samples {
            schema,
            table: CodedTable::new(clusters, Vec::new())?,
            groups: vec![0; clusters],
            weights: rows.iter().map(|&rows| rows as f64).collect(),
            counts: rows,
            classes,
            sample_of_row: (0..clusters as u32).collect(),
            covers: Some(covers),
            labels,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bins;
    use rulegen_data::{Table, Values};
    use rulegen_rule::{Literal, Test};

    #[test]
    fn clusters_know_what_their_rules_cover() {
        let table = Table::from_columns([("x", Values::from(vec![1.0, 2.0, 3.0]))]).unwrap();
        let (schema, _) = crate::learn(&table, None, Bins::Values).unwrap();
        let rule = Rule::new([Literal::new(0, Test::AtMost(1))]);
        let cover = RowSet::of(3, [1]);
        let of = |rows: Vec<u64>, labels: Vec<u32>| {
            Samples::of_clusters(schema.clone(), labels, rows, 2, vec![(rule.clone(), cover.clone())])
        };
        let samples = of(vec![5, 2, 7], vec![0, 0, 1]).unwrap();
        assert_eq!(samples.cover(&rule), cover);
        assert_eq!(samples.rows_of(&samples.cover(&Rule::default())), 14);
        assert_eq!(samples.class_weights(), [7.0, 7.0]);
        assert!(matches!(of(vec![5, 2], vec![0, 0, 1]), Err(BinarizeError::NotOnePerRow { found: 2, rows: 3, .. })));
        assert!(matches!(of(vec![5, 2], vec![0, 1]), Err(BinarizeError::NotOnePerRow { found: 3, rows: 2, .. })));
        assert!(matches!(of(vec![5, 2, 7], vec![0, 2, 1]), Err(BinarizeError::BadLabel { row: 1, label: 2, .. })));
    }
}
