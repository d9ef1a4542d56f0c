//! Clusters of the samples of P that the active columns do not tell apart.

use crate::restricted::{Partition, RestrictedView};
use std::collections::HashMap;

/// Samples of P of one cell that the same active columns cover.
#[derive(Debug)]
pub(super) struct Cluster {
    pub(super) cell: Option<usize>,
    pub(super) weight: f64,
    /// True if an active column covers it.
    pub(super) is_covered: bool,
    /// The active columns that cover it.
    columns: Vec<u32>,
}

/// The clusters of a partition, merged where only inactive columns tell them apart.
#[derive(Debug)]
pub(super) struct ClusterMap {
    pub(super) list: Vec<Cluster>,
    /// The index in `list` of each cluster of the partition.
    place: Vec<usize>,
}

impl ClusterMap {
    /// Makes the clusters that `members` (ascending) tell apart.
    pub(super) fn of(lp: RestrictedView<'_>, members: &[usize]) -> Self {
        let mut is_member = vec![false; lp.columns.len()];
        members.iter().for_each(|&k| is_member[k] = true);
        let mut places: HashMap<(Option<u32>, Vec<u32>), usize> = HashMap::new();
        let mut list: Vec<Cluster> = Vec::new();
        let mut place = Vec::with_capacity(lp.partition.clusters.len());
        for cluster in &lp.partition.clusters {
            let columns: Vec<u32> = cluster.columns.iter().copied().filter(|&k| is_member[k as usize]).collect();
            let at = *places.entry((cluster.cell, columns.clone())).or_insert(list.len());
            if at == list.len() {
                let (cell, is_covered) = (cluster.cell.map(|c| c as usize), !columns.is_empty());
                list.push(Cluster { cell, weight: 0.0, is_covered, columns });
            }
            list[at].weight += cluster.weight;
            place.push(at);
        }
        ClusterMap { list, place }
    }

    /// Returns the index of the cluster of a sample that takes part.
    pub(super) fn of_sample(&self, partition: &Partition, sample: usize) -> usize {
        self.place[partition.cluster_of(sample).expect("the sample takes part")]
    }

    /// Returns the clusters that each of `members` covers, ascending.
    pub(super) fn covered_by(&self, members: &[usize]) -> Vec<Vec<usize>> {
        let mut covered = vec![Vec::new(); members.len()];
        for (place, cluster) in self.list.iter().enumerate() {
            for k in &cluster.columns {
                let row = members.binary_search(&(*k as usize)).expect("only members are kept");
                covered[row].push(place);
            }
        }
        covered
    }
}
