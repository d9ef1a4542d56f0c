//! The confusion matrix.

/// Counts of rows by class and predicted class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confusion {
    /// By class, then by predicted class.
    pub counts: Vec<Vec<usize>>,
}

impl Confusion {
    pub(super) fn new(predicted: &[u32], labels: &[u32], classes: usize) -> Confusion {
        let mut counts = vec![vec![0; classes]; classes];
        predicted.iter().zip(labels).for_each(|(&p, &l)| counts[l as usize][p as usize] += 1);
        Confusion { counts }
    }

    /// Rows of a class.
    pub fn of_class(&self, class: usize) -> usize {
        self.counts[class].iter().sum()
    }

    /// The classes with rows or predictions, those with most rows first, at most `most`.
    pub fn largest(&self, most: usize) -> Vec<usize> {
        let said = |class: usize| self.counts.iter().map(|row| row[class]).sum::<usize>();
        let mut classes: Vec<usize> =
            (0..self.counts.len()).filter(|&class| self.of_class(class) + said(class) > 0).collect();
        classes.sort_by_key(|&class| std::cmp::Reverse(self.of_class(class)));
        classes.truncate(most);
        classes.sort_unstable();
        classes
    }
}
