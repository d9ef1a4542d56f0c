//! The search: sets of columns by size, then their cells.

use super::answer::{CounterfactualProof, CounterfactualSettings};
use super::bound::State;
use super::instance::Instance;

/// A change: the columns that change, in order, each with its new code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) cells: Vec<(usize, u16)>,
    /// The number of distinct conditions whose truth changes.
    pub(super) conditions: usize,
    /// The class after the change.
    pub(super) class: u32,
}

impl Change {
    /// Returns the order of nearness among changes of equally many columns.
    fn key(&self) -> (usize, Vec<usize>, &[(usize, u16)]) {
        let columns: Vec<usize> = self.cells.iter().map(|(column, _)| *column).collect();
        (self.conditions, columns, &self.cells)
    }
}

/// The state of a search.
pub(super) struct Search<'a> {
    instance: &'a Instance<'a>,
    states: Vec<State>,
    /// The nearest changes found, at most `most`.
    found: Vec<Change>,
    most: usize,
    /// The number of steps left.
    work: usize,
}

/// The error when no steps are left.
struct OutOfSteps;

impl<'a> Search<'a> {
    pub(super) fn new(instance: &'a Instance<'a>, settings: &CounterfactualSettings) -> Self {
        let columns = instance.row.len();
        let state = |column: usize| if instance.may_change(column) { State::Open } else { State::Kept };
        let states = (0..columns).map(state).collect();
        Search { instance, states, found: Vec::new(), most: settings.most.max(1), work: settings.work }
    }

    /// Returns the nearest changes, and the facts that are proved about them.
    pub(super) fn run(mut self) -> (CounterfactualProof, Vec<Change>) {
        let all = self.states.iter().filter(|&&state| state == State::Open).count();
        // If all columns together are not enough, no smaller set needs to be tried.
        let most = if matches!(self.step(all), Ok(false)) { 0 } else { all };
        for columns in 1..=most {
            let outcome = self.choose_columns(0, columns);
            match (outcome, self.found.is_empty()) {
                (Ok(()), true) => {}
                (Ok(()), false) => return (CounterfactualProof::Nearest, self.found),
                (Err(OutOfSteps), true) => return (CounterfactualProof::AtLeast(columns), self.found),
                (Err(OutOfSteps), false) => return (CounterfactualProof::FewestColumns, self.found),
            }
        }
        (CounterfactualProof::Impossible, self.found)
    }

    /// Tries all sets of `left` of the columns from `first` on, in addition to those that change
    /// already.
    fn choose_columns(&mut self, first: usize, left: usize) -> Result<(), OutOfSteps> {
        if left == 0 {
            return self.choose_cells();
        }
        let next = (first..self.states.len()).find(|&column| self.states[column] == State::Open);
        let Some(column) = next else { return Ok(()) };
        if self.is_too_far(self.least_conditions() + left) || !self.step(left)? {
            return Ok(());
        }
        // Sets with this column come first, so that sets are visited in the order of their columns.
        self.states[column] = State::Changes;
        self.choose_columns(column + 1, left - 1)?;
        self.states[column] = State::Kept;
        self.choose_columns(column + 1, left)?;
        self.states[column] = State::Open;
        Ok(())
    }

    /// Finds the nearest cells for the columns that change.
    fn choose_cells(&mut self) -> Result<(), OutOfSteps> {
        if self.is_too_far(self.least_conditions()) || !self.step(0)? {
            return Ok(());
        }
        let changing = |&column: &usize| self.states[column] == State::Changes;
        let columns: Vec<usize> = (0..self.states.len()).filter(changing).collect();
        let mut nearest = Vec::new();
        let outcome = self.assign(&columns, 0, &mut nearest);
        self.found.append(&mut nearest);
        self.found.sort_by(|a, b| a.key().cmp(&b.key()));
        self.found.truncate(self.most);
        outcome
    }

    /// Tries the cells of `columns`. The cells that are set already change the truth of
    /// `conditions` conditions. Keeps in `nearest` the changes of the fewest conditions.
    fn assign(&mut self, columns: &[usize], conditions: usize, nearest: &mut Vec<Change>) -> Result<(), OutOfSteps> {
        let instance = self.instance;
        let Some((&column, others)) = columns.split_first() else {
            return self.try_cells(conditions, nearest);
        };
        let least: usize = others.iter().map(|&other| instance.cells[other][0].conditions).sum();
        for cell in &instance.cells[column] {
            let conditions = conditions + cell.conditions;
            let known = nearest.first().is_some_and(|found| conditions + least > found.conditions);
            // Cells of fewer conditions come first.
            if known || self.is_too_far(conditions + least) {
                break;
            }
            self.states[column] = State::Set(cell.code);
            if others.is_empty() || self.step(0)? {
                self.assign(others, conditions, nearest)?;
            }
        }
        self.states[column] = State::Changes;
        Ok(())
    }

    /// Adds the chosen cells to `nearest` if they lead to a class that is asked for.
    fn try_cells(&mut self, conditions: usize, nearest: &mut Vec<Change>) -> Result<(), OutOfSteps> {
        self.work()?;
        let mut codes = self.instance.row.clone();
        let mut cells = Vec::new();
        for (column, state) in self.states.iter().enumerate() {
            if let State::Set(code) = *state {
                codes[column] = code;
                cells.push((column, code));
            }
        }
        let class = self.instance.predictor.row_class(&codes);
        if self.instance.wants(class) {
            nearest.retain(|found| found.conditions <= conditions);
            nearest.push(Change { cells, conditions, class });
            nearest.sort_by(|a, b| a.key().cmp(&b.key()));
            nearest.truncate(self.most);
        }
        Ok(())
    }

    /// Returns the fewest conditions that the columns that change can change.
    fn least_conditions(&self) -> usize {
        let changing = self.states.iter().zip(self.instance.cells).filter(|(state, _)| **state == State::Changes);
        changing.map(|(_, cells)| cells[0].conditions).sum()
    }

    /// True if changes of this many conditions come after all that are kept. A change that ties
    /// with the last one does, because its columns come later.
    fn is_too_far(&self, conditions: usize) -> bool {
        self.found.len() == self.most && self.found.last().is_some_and(|last| conditions >= last.conditions)
    }

    /// True if the open decisions may contain a change, with at most `open` more columns.
    fn step(&mut self, open: usize) -> Result<bool, OutOfSteps> {
        self.work()?;
        Ok(self.instance.is_possible(&self.states, open))
    }

    fn work(&mut self) -> Result<(), OutOfSteps> {
        self.work = self.work.checked_sub(1).ok_or(OutOfSteps)?;
        Ok(())
    }
}
