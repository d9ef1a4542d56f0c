//! Which columns take part in the LP: those that have been far from use for a while rest.

/// A column is far from use when its reduced cost is above this part of its cost.
const FAR: f64 = 0.05;

/// After so many solves far from use in a row a column rests.
const PATIENCE: u8 = 3;

/// The columns that take part. A resting column costs nothing but a look at its reduced cost after each
/// solve, which wakes it when it would improve.
#[derive(Clone, Debug, Default)]
pub(crate) struct ActiveSet {
    /// Solves far from use in a row; [`PATIENCE`] for a column that rests.
    idle: Vec<u8>,
}

impl ActiveSet {
    /// The columns that take part, ascending, of `columns` in all.
    pub(crate) fn members(&mut self, columns: usize) -> Vec<usize> {
        self.idle.resize(columns, 0);
        (0..columns).filter(|&k| self.idle[k] < PATIENCE).collect()
    }

    /// Wakes the resting columns for which `improves`.
    pub(crate) fn wake(&mut self, improves: impl Fn(usize) -> bool) {
        for (k, idle) in self.idle.iter_mut().enumerate() {
            if *idle >= PATIENCE && improves(k) {
                *idle = 0;
            }
        }
    }

    /// Counts a solve: `slack(k)` is the reduced cost of column k in units of its cost.
    pub(crate) fn count(&mut self, slack: impl Fn(usize) -> f64) {
        for (k, idle) in self.idle.iter_mut().enumerate().filter(|(_, idle)| **idle < PATIENCE) {
            *idle = if slack(k) > FAR { *idle + 1 } else { 0 };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_rests_after_a_while_and_wakes_when_it_improves() {
        let mut active = ActiveSet::default();
        assert_eq!(active.members(2), [0, 1]);
        for _ in 0..PATIENCE {
            active.count(|k| if k == 0 { 1.0 } else { 0.0 });
        }
        assert_eq!(active.members(3), [1, 2]);
        active.wake(|_| false);
        assert_eq!(active.members(3), [1, 2]);
        active.wake(|k| k == 0);
        assert_eq!(active.members(3), [0, 1, 2]);
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
