//! The columns that take part in the LP. Columns that have been far from use for a while are
//! inactive.

use super::constants::{FAR, PATIENCE};

/// The columns that take part. An inactive column costs no more than a check of its reduced cost
/// after each solve, which activates it when it would improve.
#[derive(Clone, Debug, Default)]
pub(crate) struct ActiveSet {
    columns: Vec<Activity>,
}

/// The recent use of a column.
#[derive(Clone, Copy, Debug)]
struct Activity {
    /// Number of successive solves far from use.
    idle: u32,
    /// Number of such solves after which the column becomes inactive.
    patience: u32,
}

impl Activity {
    fn is_inactive(self) -> bool {
        self.idle >= self.patience
    }
}

impl ActiveSet {
    /// Returns the columns that take part, ascending, of `columns` in all.
    pub(crate) fn members(&mut self, columns: usize) -> Vec<usize> {
        self.columns.resize(columns, Activity { idle: 0, patience: PATIENCE });
        (0..columns).filter(|&k| !self.columns[k].is_inactive()).collect()
    }

    /// Activates the inactive columns for which `improves` is true. Returns true if there were any.
    pub(crate) fn activate(&mut self, improves: impl Fn(usize) -> bool) -> bool {
        let mut any = false;
        for (k, column) in self.columns.iter_mut().enumerate() {
            if column.is_inactive() && improves(k) {
                *column = Activity { idle: 0, patience: column.patience.saturating_mul(2) };
                any = true;
            }
        }
        any
    }

    /// Counts a solve, where `slack(k)` is the reduced cost of column k in units of its cost.
    pub(crate) fn count(&mut self, slack: impl Fn(usize) -> f64) {
        for (k, column) in self.columns.iter_mut().enumerate().filter(|(_, column)| !column.is_inactive()) {
            column.idle = if slack(k) > FAR { column.idle + 1 } else { 0 };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_becomes_inactive_after_a_while_and_comes_back_when_it_improves() {
        let mut active = ActiveSet::default();
        assert_eq!(active.members(2), [0, 1]);
        for _ in 0..PATIENCE {
            active.count(|k| if k == 0 { 1.0 } else { 0.0 });
        }
        assert_eq!(active.members(3), [1, 2]);
        active.activate(|_| false);
        assert_eq!(active.members(3), [1, 2]);
        active.activate(|k| k == 0);
        assert_eq!(active.members(3), [0, 1, 2]);
        // It was activated once, so now it takes twice as long.
        for _ in 0..2 * PATIENCE {
            assert!(active.members(3).contains(&0));
            active.count(|k| if k == 0 { 1.0 } else { 0.0 });
        }
        assert_eq!(active.members(3), [1, 2]);
    }

    #[test]
    fn being_near_use_once_starts_the_count_again() {
        let mut active = ActiveSet::default();
        active.members(1);
        for slack in [1.0, 1.0, 0.0, 1.0, 1.0] {
            active.count(|_| slack);
        }
        assert_eq!(active.members(1), [0]);
    }
}
