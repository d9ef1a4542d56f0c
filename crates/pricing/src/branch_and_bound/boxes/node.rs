//! Boxes of rules, and the classes of rows that they do not tell apart.

use super::axis::{Axis, GONE, Step};
use crate::branch_and_bound::instance::{Code, Instance};
use crate::branch_and_bound::table::Table;
use std::ops::Range;

/// What is the same for all nodes: the literals of an instance.
#[derive(Debug)]
pub(super) struct Literals<'a, C> {
    pub(super) instance: &'a Instance<C>,
    /// The literals of every axis.
    of_axis: Vec<Range<usize>>,
}

impl<'a, C: Code> Literals<'a, C> {
    pub(super) fn new(instance: &'a Instance<C>) -> Self {
        let mut of_axis = vec![0..0; instance.axes.len()];
        for (at, arm) in instance.arms.iter().enumerate() {
            let range = &mut of_axis[arm.axis as usize];
            *range = if range.start == range.end { at..at + 1 } else { range.start..at + 1 };
        }
        Literals { instance, of_axis }
    }

    /// Literals for the widest set of bins that a node has on `axis`; none if there are no such.
    pub(super) fn widest(&self, axis: &Axis) -> Option<impl Iterator<Item = u32> + use<C>> {
        let range = self.of_axis[axis.place as usize].clone();
        let found = axis.literals(&self.instance.arms[range.clone()])?;
        Some(found.into_iter().map(move |at| (range.start + at) as u32))
    }
}

/// The rules whose literals leave on every axis a set of bins between an inner and an outer one.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// The net gain of every class of rows that no rule of the node tells apart, none of them 0.
    pub(super) net: Vec<f64>,
    pub(super) hashes: Vec<u64>,
    /// The bin of every class on every open axis.
    pub(super) codes: Vec<Vec<u16>>,
    /// The axes on which rules of the node differ.
    pub(super) axes: Vec<Axis>,
    /// The literals of the other axes.
    pub(super) path: Vec<u32>,
    /// No rule of the node has a larger gain.
    pub(super) bound: f64,
}

/// The sum of this over the axes is the hash of a row.
pub(super) fn hash_of(place: u32, bin: u16) -> u64 {
    // SplitMix64.
    let z = (u64::from(place) << 16 | u64::from(bin)).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Node {
    /// All rules.
    pub(super) fn root<C: Code>(instance: &Instance<C>, literals: &Literals<'_, C>, table: &mut Table) -> Option<Node> {
        let net = instance.weights.iter().enumerate().map(|(r, w)| if r < instance.split { *w } else { -w }).collect();
        let axes = (0..instance.axes.len())
            .map(|at| Axis::new(instance, at as u32, &instance.arms[literals.of_axis[at].clone()]));
        let codes = instance.axes.iter().map(|axis| axis.codes.iter().map(|c| c.bin() as u16).collect());
        let bound = f64::INFINITY;
        let root =
            Node { net, hashes: Vec::new(), codes: codes.collect(), axes: axes.collect(), path: Vec::new(), bound };
        let maps = vec![None; root.axes.len()];
        root.rebuild(root.axes.clone(), &maps, literals, table)
    }

    /// The number of literals that every rule of the node has, at least.
    pub(super) fn length(&self) -> usize {
        self.path.len() + self.axes.iter().map(Axis::cost).sum::<usize>()
    }

    /// The rules of the node that obey `step` on the axis `at`; none if there are none.
    pub(super) fn child<C: Code>(
        &self,
        at: usize,
        step: Step,
        literals: &Literals<'_, C>,
        table: &mut Table,
    ) -> Option<Node> {
        let mut axes = self.axes.clone();
        let mut maps = vec![None; axes.len()];
        maps[at] = Some(axes[at].take(step));
        self.rebuild(axes, &maps, literals, table)
    }

    /// The node with changed axes, and its bins gone to where `maps` say.
    pub(super) fn rebuild<C: Code>(
        &self,
        mut axes: Vec<Axis>,
        maps: &[Option<Vec<u16>>],
        literals: &Literals<'_, C>,
        table: &mut Table,
    ) -> Option<Node> {
        let mut rows: Vec<u32> = (0..self.net.len() as u32).collect();
        for (codes, map) in self.codes.iter().zip(maps) {
            if let Some(map) = map.as_ref().filter(|map| map.contains(&GONE)) {
                rows.retain(|&r| map[codes[r as usize] as usize] != GONE);
            }
        }
        let mut path = self.path.clone();
        let mut codes = Vec::with_capacity(axes.len());
        let mut hashes = vec![0u64; rows.len()];
        let mut open = Vec::with_capacity(axes.len());
        for ((mut axis, map), old) in axes.drain(..).zip(maps).zip(&self.codes) {
            let identity: Vec<u16>;
            let map = if let Some(map) = map {
                map
            } else {
                identity = (0..axis.bins() as u16).collect();
                &identity
            };
            let mut occupied = vec![false; axis.bins()];
            rows.iter().for_each(|&r| occupied[map[old[r as usize] as usize] as usize] = true);
            let new = axis.squeeze(map, &occupied);
            if axis.bins() == 1 {
                path.extend(literals.widest(&axis)?);
                continue;
            }
            if axis.bins() == 0 {
                return None;
            }
            let place = |bin: u16| new[map[bin as usize] as usize];
            let own: Vec<u16> = rows.iter().map(|&r| place(old[r as usize])).collect();
            let of_bin: Vec<u64> = (0..axis.bins() as u16).map(|bin| hash_of(axis.place, bin)).collect();
            for (hash, &bin) in hashes.iter_mut().zip(&own) {
                *hash = hash.wrapping_add(of_bin[bin as usize]);
            }
            codes.push(own);
            open.push(axis);
        }
        let net: Vec<f64> = rows.iter().map(|&r| self.net[r as usize]).collect();
        let node = Node { net, hashes, codes, axes: open, path, bound: self.bound };
        let rows = node.net.len();
        let node = node.merge(table);
        // Bins may have lost all their rows, and only bins with rows count.
        let mut bare = node.codes.iter().zip(&node.axes).map(|(codes, axis)| {
            let mut occupied = vec![false; axis.bins()];
            codes.iter().for_each(|&bin| occupied[bin as usize] = true);
            occupied.contains(&false)
        });
        if node.net.len() < rows && bare.any(|bare| bare) {
            drop(bare);
            return node.rebuild(node.axes.clone(), &vec![None; node.axes.len()], literals, table);
        }
        drop(bare);
        Some(node)
    }

    /// Makes one row of rows that no rule of the node tells apart, and none of those whose gains cancel.
    fn merge(mut self, table: &mut Table) -> Node {
        let rows = self.net.len();
        table.clear(rows);
        let mut firsts: Vec<u32> = Vec::with_capacity(rows);
        let mut net: Vec<f64> = Vec::with_capacity(rows);
        for row in 0..rows {
            let same = |group: u32| {
                let first = firsts[group as usize] as usize;
                self.hashes[first] == self.hashes[row] && self.codes.iter().all(|codes| codes[first] == codes[row])
            };
            match table.find(self.hashes[row], same) {
                Ok(group) => net[group as usize] += self.net[row],
                Err(slot) => {
                    table.insert(slot, firsts.len() as u32);
                    firsts.push(row as u32);
                    net.push(self.net[row]);
                }
            }
        }
        if firsts.len() == rows && net.iter().all(|&gain| gain != 0.0) {
            return self;
        }
        let left: Vec<usize> = (0..firsts.len()).filter(|&group| net[group] != 0.0).collect();
        let select = |from: &[u16]| left.iter().map(|&group| from[firsts[group] as usize]).collect();
        self.codes = self.codes.iter().map(|codes| select(codes)).collect();
        self.hashes = left.iter().map(|&group| self.hashes[firsts[group] as usize]).collect();
        self.net = left.iter().map(|&group| net[group]).collect();
        self
    }
}
