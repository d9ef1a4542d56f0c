//! Rows divided by class, and then by one rule after the other.

use rulegen_rule::RowSet;
use serde::{Deserialize, Serialize};

/// Rows divided into clusters: first by class, then by one rule after the other, which divides each
/// cluster into rows that it does not cover and rows that it does. Only clusters with rows are
/// listed, in two bits for each rule and each cluster before it. Clusters come in the order of that
/// tree: by class, then by the first rule, not covered before covered, and so on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Division {
    /// The classes that have rows, ascending.
    labels: Vec<u32>,
    /// For each rule, the parts with rows of each cluster before it.
    levels: Vec<Level>,
}

/// The parts of clusters that have rows. Bit 0 stands for rows that the rule does not cover, bit 1
/// for those that it does. Four clusters share a byte.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Level {
    bytes: Vec<u8>,
    clusters: usize,
}

/// The index that stands for no cluster.
pub(crate) const NONE: u32 = u32::MAX;

impl Level {
    fn get(&self, cluster: u32) -> u8 {
        let at = cluster as usize;
        self.bytes.get(at / 4).map_or(0, |byte| byte >> (2 * (at % 4)) & 3)
    }

    fn push(&mut self, parts: u8) {
        if self.clusters.is_multiple_of(4) {
            self.bytes.push(0);
        }
        self.bytes[self.clusters / 4] |= parts << (2 * (self.clusters % 4));
        self.clusters += 1;
    }

    /// The number of parts with rows.
    fn parts(&self) -> usize {
        self.bytes.iter().map(|byte| byte.count_ones() as usize).sum()
    }

    /// Returns the parts with rows, in order: the cluster that each is a part of, and true if the
    /// rule covers it.
    fn children(&self) -> impl Iterator<Item = (u32, bool)> + '_ {
        let sides = [(1, false), (2, true)];
        let of = move |cluster| sides.into_iter().filter(move |(bit, _)| self.get(cluster) & bit > 0);
        (0..self.clusters as u32).flat_map(move |cluster| of(cluster).map(move |(_, covered)| (cluster, covered)))
    }

    /// True if the level divides this number of clusters, each of which has rows.
    fn is_of(&self, clusters: usize) -> bool {
        if clusters != self.clusters || self.bytes.len() != clusters.div_ceil(4) {
            return false;
        }
        let spare = 4 * self.bytes.len() - clusters;
        let unused = |byte: &u8| spare > 0 && byte >> (8 - 2 * spare) > 0;
        !self.bytes.last().is_some_and(unused) && (0..clusters as u32).all(|cluster| self.get(cluster) > 0)
    }
}

impl Division {
    /// Divides rows by class alone. `labels` ascend.
    pub(crate) fn of_classes(labels: Vec<u32>) -> Self {
        Division { labels, levels: Vec::new() }
    }

    /// The number of clusters.
    pub(crate) fn clusters(&self) -> usize {
        self.levels.last().map_or(self.labels.len(), Level::parts)
    }

    /// The number of rules.
    pub(crate) fn rules(&self) -> usize {
        self.levels.len()
    }

    /// True if the division is well-formed. Bytes from elsewhere may hold anything.
    pub(crate) fn is_whole(&self) -> bool {
        let ascend = self.labels.windows(2).all(|pair| pair[0] < pair[1]);
        let mut clusters = self.labels.len();
        let fits = |level: &Level| level.is_of(std::mem::replace(&mut clusters, level.parts()));
        ascend && self.levels.iter().all(fits)
    }

    /// True if the division has at most this many classes, and exactly this many rules.
    pub(crate) fn is_of(&self, classes: usize, rules: usize) -> bool {
        let known = self.labels.last().is_none_or(|&label| (label as usize) < classes);
        known && self.levels.len() == rules && self.is_whole()
    }

    /// Divides the clusters by one more rule. `covered` has the items that the rule covers.
    /// `cluster_of` has the cluster of each item, or [`NONE`], and is updated.
    pub(crate) fn refine(&mut self, cluster_of: &mut [u32], covered: &RowSet) {
        let mut parts = vec![0u8; self.clusters()];
        for (i, &cluster) in cluster_of.iter().enumerate().filter(|(_, cluster)| **cluster != NONE) {
            parts[cluster as usize] |= 1 << u8::from(covered.contains(i));
        }
        let mut level = Level::default();
        // The first part of each cluster.
        let mut first = Vec::with_capacity(parts.len());
        let mut next = 0;
        for &parts in &parts {
            level.push(parts);
            first.push(next);
            next += parts.count_ones();
        }
        for (i, cluster) in cluster_of.iter_mut().enumerate().filter(|(_, cluster)| **cluster != NONE) {
            let at = *cluster as usize;
            *cluster = first[at] + u32::from(covered.contains(i) && parts[at] == 3);
        }
        self.levels.push(level);
    }

    /// The class of each cluster.
    pub(crate) fn cluster_labels(&self) -> Vec<u32> {
        let next = |labels: Vec<u32>, level: &Level| level.children().map(|(at, _)| labels[at as usize]).collect();
        self.levels.iter().fold(self.labels.clone(), next)
    }

    /// The clusters that each rule covers.
    pub(crate) fn covers(&self) -> Vec<RowSet> {
        let clusters = self.clusters();
        let mut covers = vec![RowSet::empty(clusters); self.levels.len()];
        // For each cluster its parent, from the last rule back to the first.
        let mut came_of: Vec<u32> = (0..clusters as u32).collect();
        for (level, cover) in self.levels.iter().zip(&mut covers).rev() {
            let children: Vec<(u32, bool)> = level.children().collect();
            for (cluster, at) in came_of.iter_mut().enumerate() {
                let (parent, covered) = children[*at as usize];
                if covered {
                    cover.insert(cluster);
                }
                *at = parent;
            }
        }
        covers
    }

    /// Returns the union of both, which are divided by the same rules. For each of its clusters it
    /// also returns the index in one and in the other, [`NONE`] where that has no such rows.
    pub(crate) fn union(&self, other: &Division) -> (Division, Vec<[u32; 2]>) {
        let mut labels: Vec<u32> = self.labels.iter().chain(&other.labels).copied().collect();
        labels.sort_unstable();
        labels.dedup();
        let place = |labels: &[u32], label: u32| labels.binary_search(&label).map_or(NONE, |at| at as u32);
        let mut pairs: Vec<[u32; 2]> =
            labels.iter().map(|&label| [place(&self.labels, label), place(&other.labels, label)]).collect();
        let mut levels = Vec::with_capacity(self.levels.len());
        for both in self.levels.iter().zip(&other.levels) {
            let both = [both.0, both.1];
            let (mut level, mut children, mut next) = (Level::default(), Vec::with_capacity(pairs.len()), [0u32; 2]);
            for pair in &pairs {
                let parts = [0, 1].map(|k| if pair[k] == NONE { 0 } else { both[k].get(pair[k]) });
                level.push(parts[0] | parts[1]);
                for side in [1, 2] {
                    let has = [0, 1].map(|k| parts[k] & side > 0);
                    let child = [0, 1].map(|k| if has[k] { next[k] } else { NONE });
                    if child != [NONE; 2] {
                        children.push(child);
                    }
                    next = [0, 1].map(|k| next[k] + u32::from(has[k]));
                }
            }
            levels.push(level);
            pairs = children;
        }
        (Division { labels, levels }, pairs)
    }

    /// Returns, for each cluster, its index in `all`, which is divided by the same rules; [`NONE`]
    /// if `all` does not have it.
    pub(crate) fn places_in(&self, all: &Division) -> Vec<u32> {
        let mut places = vec![NONE; self.clusters()];
        let (_, pairs) = self.union(all);
        pairs.iter().filter(|[own, _]| *own != NONE).for_each(|&[own, of_all]| places[own as usize] = of_all);
        places
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::{Answer, Request, View, to_bytes};
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    const RULES: usize = 5;

    /// Divides rows, given as a class and, for each rule, true if the rule covers them.
    fn divided(rows: &[(u32, [bool; RULES])]) -> (Division, Vec<u32>) {
        let labels: std::collections::BTreeSet<u32> = rows.iter().map(|row| row.0).collect();
        let labels: Vec<u32> = labels.into_iter().collect();
        let mut cluster_of: Vec<u32> = rows.iter().map(|row| labels.binary_search(&row.0).unwrap() as u32).collect();
        let mut division = Division::of_classes(labels);
        for rule in 0..RULES {
            let cover = RowSet::of(rows.len(), (0..rows.len()).filter(|&i| rows[i].1[rule]));
            division.refine(&mut cluster_of, &cover);
        }
        (division, cluster_of)
    }

    proptest! {
        #[test]
        fn clusters_are_rows_of_a_class_that_the_same_rules_cover(
            rows in prop::collection::vec((0u32..3, any::<[bool; RULES]>()), 0..60), cut in 0usize..60,
        ) {
            let (division, cluster_of) = divided(&rows);
            prop_assert!(division.is_of(3, RULES));
            let mut known: BTreeMap<(u32, [bool; RULES]), Vec<u32>> = BTreeMap::new();
            rows.iter().zip(&cluster_of).for_each(|(row, &cluster)| known.entry(*row).or_default().push(cluster));
            prop_assert_eq!(division.clusters(), known.len());
            let (labels, covers) = (division.cluster_labels(), division.covers());
            for (cluster, ((label, covered), of_rows)) in known.into_iter().enumerate() {
                prop_assert!(of_rows.iter().all(|&of_row| of_row as usize == cluster));
                prop_assert_eq!(labels[cluster], label);
                prop_assert_eq!(covers.iter().map(|cover| cover.contains(cluster)).collect::<Vec<_>>(), covered);
            }
            // The union of the divisions of two parts is the division of all, and each row keeps
            // its cluster.
            let (one, two) = rows.split_at(cut.min(rows.len()));
            let ((one, of_one), (two, of_two)) = (divided(one), divided(two));
            let (union, pairs) = one.union(&two);
            prop_assert_eq!(&union, &division);
            prop_assert_eq!(pairs.len(), division.clusters());
            let (in_one, in_two) = (one.places_in(&union), two.places_in(&union));
            let places = of_one.iter().map(|&at| in_one[at as usize]).chain(of_two.iter().map(|&at| in_two[at as usize]));
            prop_assert_eq!(places.collect::<Vec<_>>(), cluster_of);
            for (cluster, pair) in (0..).zip(pairs) {
                prop_assert!(pair[0] == NONE || in_one[pair[0] as usize] == cluster);
                prop_assert!(pair[1] == NONE || in_two[pair[1] as usize] == cluster);
            }
        }

        /// Compares messages with the formulas of docs/scale.md, plus some bytes that are not about
        /// clusters.
        #[test]
        fn messages_are_as_small_as_promised(
            rows in prop::collection::vec((0u32..3, any::<[bool; RULES]>()), 1..400), gain in -(1i64 << 61)..(1 << 61),
        ) {
            let (clusters, _) = divided(&rows);
            let (all, classes) = (clusters.clusters(), 3);
            let answer = Answer::Clusters { clusters: clusters.clone(), rows: vec![1 << 20; all] };
            prop_assert!(to_bytes(&answer).len() <= all * 3 + all * RULES / 4 + 50);
            let (view, gains) = (View::All, vec![vec![gain; all]; classes]);
            let request = Request::Histograms { view, rules: Vec::new(), clusters, gains, parts: Vec::new() };
            prop_assert!(to_bytes(&request).len() <= all * 9 * classes + all * RULES / 4 + 50);
        }

        #[test]
        fn what_is_no_division_is_refused(
            rows in prop::collection::vec((0u32..3, any::<[bool; RULES]>()), 1..20), level in 0..RULES, bytes in prop::collection::vec(any::<u8>(), 0..6),
        ) {
            let (division, _) = divided(&rows);
            let mut broken = division.clone();
            broken.levels[level].bytes.clone_from(&bytes);
            if broken.is_of(3, RULES) {
                prop_assert_eq!(broken.covers().len(), RULES);
                broken.union(&division);
            }
            prop_assert!(!division.is_of(3, RULES + 1));
            prop_assert!(!division.is_of(division.labels.last().map_or(0, |&label| label as usize), RULES));
        }
    }
}
