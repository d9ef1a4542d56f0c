//! The classes that compete with the class of a cluster.

use crate::Column;
use crate::restricted::Cluster;

/// Returns the classes other than the cluster's own that some column votes for there, ascending. Of
/// two classes it returns none, because the other one needs no variable of its own.
pub(super) fn rivals(cluster: &Cluster, columns: &[Column], classes: usize) -> Vec<u32> {
    if classes <= 2 {
        return Vec::new();
    }
    let tags = cluster.columns.iter().map(|&k| columns[k as usize].tag).filter(|&tag| tag != cluster.class);
    let mut rivals: Vec<u32> = tags.collect();
    rivals.sort_unstable();
    rivals.dedup();
    rivals
}

/// Returns the votes for each class at a cluster.
pub(super) fn votes(cluster: &Cluster, columns: &[Column], weights: &[f64], classes: usize) -> Vec<f64> {
    let mut votes = vec![0.0; classes];
    cluster.columns.iter().for_each(|&k| votes[columns[k as usize].tag as usize] += weights[k as usize]);
    votes
}

/// Returns `max(0, 1 - f_y + max over other c of f_c)`.
pub(super) fn error(votes: &[f64], class: u32) -> f64 {
    let others = votes.iter().enumerate().filter(|(c, _)| *c != class as usize).map(|(_, f)| *f);
    (1.0 - votes[class as usize] + others.fold(0.0, f64::max)).max(0.0)
}
