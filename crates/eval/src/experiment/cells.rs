//! The cells of an experiment: each method on each split of each data set.

use super::error::ExperimentError;
use super::grid::Grid;
use super::results::Results;
use super::row::Key;
use super::sets::{Set, read_sets};
use super::settings::Common;
use super::spec::{ChoiceSpec, MethodSpec, Spec};
use super::splits::{Split, splits};
use rulegen::PricerRegistry;
use rulegen_data::DataError;

/// Fits are listed in memory.
const MOST_CELLS: usize = 10_000_000;

/// A method on a split of a set; where every setting has its row, one batch of settings that are solved together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cell {
    /// Its place in the plan.
    pub(crate) at: usize,
    pub(crate) set: usize,
    pub(crate) method: usize,
    pub(crate) split: usize,
    pub(crate) batch: usize,
}

/// The plan of an experiment: everything that it has to do.
#[derive(Debug)]
pub(crate) struct Plan<'a> {
    pub(crate) spec: &'a Spec,
    pricers: &'a PricerRegistry,
    pub(crate) sets: Vec<Set>,
    /// By set.
    pub(crate) splits: Vec<Vec<Split>>,
    /// The names of the methods, in the order of the specification.
    pub(crate) methods: Vec<String>,
    /// By method.
    grids: Vec<Grid>,
    /// In the order in which they are started.
    pub(crate) cells: Vec<Cell>,
}

impl<'a> Plan<'a> {
    /// Reads the data and checks all settings.
    ///
    /// # Errors
    /// Settings, data or splits that cannot be used.
    pub(crate) fn new(
        spec: &'a Spec,
        only: &[String],
        pricers: &'a PricerRegistry,
    ) -> Result<Plan<'a>, ExperimentError> {
        // Settings are right or wrong whatever the data.
        let anything = Common {
            target: String::new(),
            seed: 0,
            time_limit: spec.time_limit,
            positive: None,
            pricers: pricers.clone(),
        };
        let grids: Vec<Grid> =
            spec.methods.iter().map(|method| Grid::of(method, &anything)).collect::<Result<_, _>>()?;
        let sets = read_sets(&spec.data, only)?;
        let splits: Vec<Vec<Split>> =
            sets.iter().map(|set| splits(&spec.splits, set, spec.seed)).collect::<Result<_, _>>()?;
        let methods = spec.methods.iter().map(|method| method.name.clone()).collect();
        let cells: usize = splits.iter().map(Vec::len).sum::<usize>() * grids.iter().map(Grid::len).sum::<usize>();
        if cells > MOST_CELLS {
            return Err(ExperimentError::spec(format!(
                "{cells} fits of a setting on a split are asked for, more than {MOST_CELLS}"
            )));
        }
        let mut plan = Plan { spec, pricers, sets, splits, methods, grids, cells: Vec::new() };
        plan.cells = plan.all_cells();
        plan.check_folds()?;
        Ok(plan)
    }

    /// Whether there are training rows enough for the folds of every choice among settings.
    fn check_folds(&self) -> Result<(), ExperimentError> {
        for cell in &self.cells {
            let rows = self.splits[cell.set][cell.split].train.len();
            if let Some(&ChoiceSpec::CrossValidation { folds, .. }) = self.choice(cell)
                && folds > rows
            {
                let source = DataError::BadFolds { folds, rows };
                return Err(ExperimentError::Data { set: self.sets[cell.set].name.clone(), source });
            }
        }
        Ok(())
    }

    /// Every cell: small sets and early splits first, then methods side by side.
    fn all_cells(&self) -> Vec<Cell> {
        let mut cells = Vec::new();
        for set in 0..self.sets.len() {
            for split in 0..self.splits[set].len() {
                for (method, of) in self.spec.methods.iter().enumerate() {
                    let fits = of.max_rows.is_none_or(|most| self.sets[set].rows() <= most);
                    let chosen = matches!(self.spec.choice_of(of), ChoiceSpec::CrossValidation { .. });
                    let batches = if chosen { 1 } else { self.grids[method].batches.len() };
                    let batches = if fits { batches } else { 0 };
                    cells.extend((0..batches).map(|batch| Cell { at: 0, set, method, split, batch }));
                }
            }
        }
        cells.sort_by_key(|cell| self.sets[cell.set].rows() * (cell.split + 1));
        cells.iter_mut().enumerate().for_each(|(at, cell)| cell.at = at);
        cells
    }

    /// The cells that have no result.
    pub(crate) fn open_cells(&self, results: &Results) -> Vec<&Cell> {
        self.cells.iter().filter(|cell| !self.is_done(cell, results)).collect()
    }

    pub(crate) fn is_done(&self, cell: &Cell, results: &Results) -> bool {
        self.expected(cell).iter().all(|key| results.has(key))
    }

    /// The keys of the rows of a cell.
    pub(crate) fn expected(&self, cell: &Cell) -> Vec<Key> {
        match self.choice(cell) {
            Some(_) => vec![self.key(cell, 0)],
            None => self.grid(cell).batches[cell.batch].points.iter().map(|point| self.key(cell, point.at)).collect(),
        }
    }

    /// The key of a setting in a cell.
    pub(crate) fn key(&self, cell: &Cell, setting: usize) -> Key {
        let (set, method) = (self.sets[cell.set].name.clone(), self.methods[cell.method].clone());
        Key { set, method, split: cell.split, setting }
    }

    /// How the settings of a cell are chosen, where there are several to choose from.
    pub(crate) fn choice(&self, cell: &Cell) -> Option<&ChoiceSpec> {
        let choice = self.spec.choice_of(self.method(cell));
        let chosen = matches!(choice, ChoiceSpec::CrossValidation { .. }) && self.grid(cell).len() > 1;
        chosen.then_some(choice)
    }

    pub(crate) fn method(&self, cell: &Cell) -> &MethodSpec {
        &self.spec.methods[cell.method]
    }

    pub(crate) fn grid(&self, cell: &Cell) -> &Grid {
        &self.grids[cell.method]
    }

    /// A cell in words.
    pub(crate) fn name(&self, cell: &Cell) -> String {
        format!("{} on {}, split {}", self.methods[cell.method], self.sets[cell.set].name, cell.split)
    }

    /// The seed of draws and of the choice among settings.
    pub(crate) fn seed(&self, cell: &Cell) -> u64 {
        self.spec.seed.wrapping_add(cell.split as u64)
    }

    /// What every fit of a cell shares.
    pub(crate) fn common(&self, cell: &Cell) -> Common {
        let set = &self.sets[cell.set];
        let positive = set.positive.map(|k| set.data.target.classes[k as usize].clone());
        Common {
            target: set.entry.target.clone(),
            seed: self.seed(cell),
            time_limit: self.spec.time_limit,
            positive,
            pricers: self.pricers.clone(),
        }
    }
}
