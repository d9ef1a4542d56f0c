//! Fairness: mean errors of groups that must be alike.
//!
//! Samples lie in cells, and cells in blocks. The samples of some classes are a block, and those of
//! each group in it a cell: in a block, mean errors of cells differ by at most epsilon. All samples
//! of other classes are one cell, a block by itself, about which this says nothing.

use crate::Fault;
use crate::fields::Field;
use crate::fraction::{Fraction, sum};
use crate::samples::Samples;
use std::collections::BTreeMap;

#[derive(Debug)]
struct Cell {
    samples: Vec<usize>,
    weight: Fraction,
}

/// A bound on differences of mean errors.
#[derive(Debug)]
pub(crate) struct Fairness {
    epsilon: Fraction,
    blocks: Vec<Vec<Cell>>,
}

/// The most of its weight that a sample of each cell is paid, beside the weight of the cell.
#[derive(Debug)]
pub(crate) struct Stretches(Vec<(Fraction, Fraction)>);

impl Fairness {
    /// Reads `loss.fairness`, which may be `null`.
    pub(crate) fn read(field: &Field<'_>, samples: &Samples) -> Result<Fairness, Fault> {
        let Some(field) = field.given() else { return Ok(Fairness::none(samples)) };
        let fields = field.object(&["epsilon", "blocks"])?;
        let mut block_of = vec![None; samples.classes.len()];
        for (place, block) in fields.get("blocks").list()?.into_iter().enumerate() {
            for class in block.list()? {
                let block = &mut block_of[class.below(samples.classes.len())?];
                class.ensure(block.replace(place).is_none(), "the class is in a block already")?;
            }
        }
        Ok(Fairness::of(fields.get("epsilon").not_negative()?, &block_of, samples))
    }

    /// Returns the bound that says nothing.
    pub(crate) fn none(samples: &Samples) -> Fairness {
        Fairness::of(Fraction::zero(), &vec![None; samples.classes.len()], samples)
    }

    fn of(epsilon: Fraction, block_of: &[Option<usize>], samples: &Samples) -> Fairness {
        let mut blocks: BTreeMap<Option<usize>, BTreeMap<&[usize], Vec<usize>>> = BTreeMap::new();
        for (i, &label) in samples.labels.iter().enumerate() {
            let group = block_of[label].map_or(&[][..], |_| &samples.groups[i]);
            blocks.entry(block_of[label]).or_default().entry(group).or_default().push(i);
        }
        let cell =
            |chosen: Vec<usize>| Cell { weight: sum(chosen.iter().map(|&i| &samples.weights[i])), samples: chosen };
        let blocks = blocks.into_values().map(|cells| cells.into_values().map(cell).collect()).collect();
        Fairness { epsilon, blocks }
    }

    /// Returns the sum of errors, each times its sample's weight, once they are raised as little as
    /// fairness needs: up to the largest mean of the block less epsilon. `total` is that sum over
    /// some samples before.
    pub(crate) fn raised(&self, total: impl Fn(&[usize]) -> Fraction) -> Fraction {
        let of_block = |block: &Vec<Cell>| {
            let totals: Vec<Fraction> = block.iter().map(|cell| total(&cell.samples)).collect();
            let means = totals.iter().zip(block).map(|(total, cell)| total / &cell.weight);
            let least = &means.max().unwrap_or_else(Fraction::zero) - &self.epsilon;
            sum(totals.into_iter().zip(block).map(|(total, cell)| total.max(&least * &cell.weight)))
        };
        sum(self.blocks.iter().map(of_block))
    }

    /// Returns how much samples are paid for their weight.
    ///
    /// # Errors
    /// Cells of a block that are paid more than the block weighs.
    pub(crate) fn stretches(
        &self,
        place: &Field<'_>,
        paid: impl Fn(usize) -> Fraction,
        samples: &Samples,
    ) -> Result<Stretches, Fault> {
        let mut stretches = Vec::new();
        for block in &self.blocks {
            let most = |cell: &Cell| {
                let of_weight = cell.samples.iter().map(|&i| &paid(i) / &samples.weights[i]);
                (cell.weight.clone(), of_weight.max().unwrap_or_else(Fraction::zero))
            };
            let cells: Vec<(Fraction, Fraction)> = block.iter().map(most).collect();
            let needed = sum(cells.iter().map(|(weight, most)| weight * most));
            let fits = needed <= sum(cells.iter().map(|(weight, _)| weight));
            place.ensure(fits, "samples are paid more than they weigh")?;
            stretches.extend(cells);
        }
        Ok(Stretches(stretches))
    }

    /// Returns the price of a dual point over `ratio`, at least 1: epsilon times what samples may
    /// be paid beyond the weights of their cells.
    pub(crate) fn price(&self, stretches: &Stretches, ratio: &Fraction) -> Fraction {
        let beyond = |(weight, most): &(Fraction, Fraction)| {
            weight * &(&(most / ratio) - &Fraction::from(1)).max(Fraction::zero())
        };
        &self.epsilon * &sum(stretches.0.iter().map(beyond))
    }
}
