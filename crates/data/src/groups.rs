//! The groups of people that fairness is about.

/// The group of each row, such as `F` and `M`: what fairness is measured between.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Groups {
    /// The names of the groups, in a stated order; some may have no rows.
    pub names: Vec<String>,
    /// The group of each row, an index into `names`.
    pub of_row: Vec<u32>,
}

impl Groups {
    /// The number of rows of each group.
    pub fn counts(&self) -> Vec<usize> {
        let mut counts = vec![0; self.names.len()];
        self.of_row.iter().for_each(|&group| counts[group as usize] += 1);
        counts
    }

    /// These rows, in the order given. Groups stay, even without rows.
    ///
    /// # Panics
    ///
    /// If a row does not exist.
    pub fn select_rows(&self, rows: &[usize]) -> Groups {
        Groups { names: self.names.clone(), of_row: rows.iter().map(|&row| self.of_row[row]).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_may_lose_its_rows() {
        let groups = Groups { names: vec!["F".into(), "M".into()], of_row: vec![1, 0, 1] };
        assert_eq!(groups.counts(), [1, 2]);
        assert_eq!(groups.select_rows(&[2, 0]).counts(), [0, 2]);
    }
}
