//! The last three literals of a rule, found at once by data cubes (docs/MATH.md 5).
//!
//! Cubes serve searches for the best rule, at nodes where a cost model says that they take less
//! time than pairs at the children: nodes of many rows, of which bounds cut off few children. Late
//! problems of four literals on heloc take 2.6 s with them and 21 without; on wdbc nearly all nodes
//! are left to pairs. All rules above a gain are found by pairs, since cubes would collect every
//! one of the rules with the same cover.

use super::bins::BinSet;
use super::instance::{Code, Cover, Instance};
use super::price::LiteralPrice;
use crate::coarsen::coarsen;
use crate::cube::{Ending, EndingColumn, LAST, products};
use rulegen_driver::PricingProblem;
use rulegen_rule::Literal;

/// The additions of a row to a cube that take as long as one rule on it. Measured as the seconds of
/// [`Cube::seconds`](crate::Cube::seconds).
const ADDITIONS_PER_RULE: f64 = 0.02;

/// The time of cubes relative to that of their additions, where the time of pairs is relative to
/// theirs. Measured: at 2 heloc takes twice the time and adult three times, at 1 heart and diabetes
/// take up to a sixth more than by pairs alone (rules of four and five literals).
pub(super) const CUBES_PER_ADDITION: f64 = 1.0;

/// True if the cubes of all sets of up to three axes take less time than the pairs of literals at
/// the `children` that are worth opening, of `literals` (by axis).
///
/// The cubes take rows times sets of axes, and the number of rules. A child has half of the rows.
/// It has later literals only, which leaves a third of the pairs of axes.
pub(super) fn cubes_pay<C: Code>(
    instance: &Instance<C>,
    cover: &Cover,
    literals: &[LiteralPrice],
    children: usize,
    cubes_per_addition: f64,
) -> bool {
    let axis = |priced: &LiteralPrice| instance.literals[priced.literal as usize].axis;
    let sizes: Vec<f64> = literals.chunk_by(|a, b| axis(a) == axis(b)).map(|same| same.len() as f64).collect();
    let rows = cover.rows.len() as f64;
    let sets = products(sizes.iter().map(|_| 1.0), LAST);
    let rules = products(sizes.iter().copied(), LAST);
    let additions = rows * sets[1..].iter().sum::<f64>() + ADDITIONS_PER_RULE * rules[1..].iter().sum::<f64>();
    let pairs = children as f64 * (0.5 * rows * (sets[1] + sets[2]) + rules[2]) / 3.0;
    cubes_per_addition * additions < pairs
}

/// Returns the rules that extend a conjunction of `length` literals, which covers `cover`, by up to
/// three of `literals` (by axis). `None` if cubes do not hold all of them.
pub(super) fn ending<'a, C: Code>(
    instance: &Instance<C>,
    cover: &Cover,
    literals: &[LiteralPrice],
    problem: &'a PricingProblem,
    length: usize,
) -> Option<Ending<'a>> {
    let gain = |(at, &row): (usize, &u32)| {
        let weight = instance.weights[row as usize];
        if at < cover.split { weight } else { -weight }
    };
    let counts = match instance.counts.is_empty() {
        true => Vec::new(),
        false => cover.rows.iter().map(|&row| instance.counts[row as usize]).collect(),
    };
    let of = |priced: &LiteralPrice| &instance.literals[priced.literal as usize];
    let columns = literals.chunk_by(|a, b| of(a).axis == of(b).axis).map(|same_axis| {
        let axis = &instance.axes[of(&same_axis[0]).axis as usize];
        let new_of = coarsen(axis.bins, same_axis.iter().flat_map(|priced| of(priced).set.bounds()));
        let literal = |priced: &LiteralPrice| (of(priced).literal, ranges(of(priced).set.coarser(&new_of)));
        let mut literals: Vec<(Literal, Vec<(u32, u32)>)> = same_axis.iter().map(literal).collect();
        literals.sort_unstable();
        let bin = |&row: &u32| new_of[axis.codes[row as usize].bin()] as u16;
        EndingColumn { bins_of_rows: cover.rows.iter().map(bin).collect(), bins: new_of[axis.bins] as usize, literals }
    });
    Ending::new(problem, length, cover.rows.iter().enumerate().map(gain).collect(), counts, columns)
}

/// Returns the bins of a set as ranges.
fn ranges(set: BinSet) -> Vec<(u32, u32)> {
    let BinSet { low, high, extra } = set;
    let ranges = [(0, extra.into()), (low.into(), high.into())];
    ranges.into_iter().filter(|(low, high)| low < high).collect()
}
