//! Second derivatives of the objective.

use super::constants::{BLOCK, DENSE, SMALL};
use super::state::Problem;
use crate::restricted::Cluster;
use faer::linalg::matmul::triangular::{self, BlockStructure};
use faer::{Accum, Mat, Par};

/// A symmetric matrix over the columns in use and the intercepts but the first, row by row.
pub(super) struct Hessian {
    pub(super) size: usize,
    pub(super) entries: Vec<f64>,
}

/// Returns the second derivatives of the objective by the weights of `members` (ascending), then by
/// the intercepts of all classes but the first. Over a cluster of weight `omega` and probabilities
/// `p`, for variables of the classes c and d that are in its scores, they are
///
/// ```text
/// omega (p_c [c = d] - p_c p_d)
/// ```
///
/// and the ridge is added to the diagonal of the weights.
pub(super) fn hessian(problem: Problem<'_>, probabilities: &[f64], members: &[usize]) -> Hessian {
    let mut sum = Sum::new(problem, members);
    if sum.is_dense() {
        sum.add_blocks(probabilities);
    } else {
        sum.add_clusters(probabilities);
    }
    let Sum { size, mut entries, .. } = sum;
    for row in 0..size {
        for column in 0..row {
            entries[column * size + row] = entries[row * size + column];
        }
    }
    (0..members.len()).for_each(|k| entries[k * size + k] += problem.ridge);
    Hessian { size, entries }
}

/// A variable of the matrix: its row there, and the class whose scores it is in.
type Slot = (usize, usize);

/// The lower triangle of the matrix as it is summed.
struct Sum<'a> {
    problem: Problem<'a>,
    /// The slot of each column in use.
    slots: Vec<Option<Slot>>,
    intercepts: Vec<Slot>,
    size: usize,
    entries: Vec<f64>,
}

impl<'a> Sum<'a> {
    fn new(problem: Problem<'a>, members: &[usize]) -> Self {
        let size = members.len() + problem.classes - 1;
        let mut slots = vec![None; problem.columns.len()];
        members.iter().enumerate().for_each(|(at, &k)| slots[k] = Some((at, problem.columns[k].tag as usize)));
        let intercepts = (1..problem.classes).map(|class| (members.len() + class - 1, class)).collect();
        Sum { problem, slots, intercepts, size, entries: vec![0.0; size * size] }
    }

    /// Returns the slots of the variables in the scores of a cluster, in order.
    fn inside(&self, cluster: &Cluster) -> impl Iterator<Item = Slot> {
        cluster.columns.iter().filter_map(|&k| self.slots[k as usize]).chain(self.intercepts.iter().copied())
    }

    /// True if dense blocks take less time than cluster by cluster.
    fn is_dense(&self) -> bool {
        if self.size < SMALL {
            return false;
        }
        let clusters = &self.problem.partition.clusters;
        let square = |count: usize| (count as f64).powi(2);
        let pairs: f64 = clusters.iter().map(|cluster| square(self.inside(cluster).count())).sum();
        let of_classes = class_pairs(self.problem.classes).map(|(c, d)| square(self.members(c, d).len()));
        pairs > DENSE * clusters.len() as f64 * of_classes.sum::<f64>()
    }

    /// Returns the rows of the variables of two classes.
    fn members(&self, c: usize, d: usize) -> Vec<usize> {
        let slots = self.slots.iter().flatten().chain(&self.intercepts);
        slots.filter(|(_, class)| *class == c || *class == d).map(|(row, _)| *row).collect()
    }

    /// Adds the derivatives over one cluster after the other. The work is the sum of the squares of
    /// the numbers of columns that cover them.
    fn add_clusters(&mut self, probabilities: &[f64]) {
        let classes = self.problem.classes;
        let mut inside: Vec<Slot> = Vec::new();
        let mut of_classes = vec![0.0; classes * classes];
        for (cluster, p) in self.problem.partition.clusters.iter().zip(probabilities.chunks_exact(classes)) {
            inside.clear();
            inside.extend(self.inside(cluster));
            for (c, line) in of_classes.chunks_exact_mut(classes).enumerate() {
                let weighted = cluster.weight * p[c];
                line.iter_mut().enumerate().for_each(|(d, entry)| {
                    *entry = weighted * (if c == d { 1.0 } else { 0.0 } - p[d]);
                });
            }
            for (at, &(row, c)) in inside.iter().enumerate() {
                let line = &mut self.entries[row * self.size..(row + 1) * self.size];
                let of_class = &of_classes[c * classes..(c + 1) * classes];
                inside[..=at].iter().for_each(|&(column, d)| line[column] += of_class[d]);
            }
        }
    }

    /// Adds the derivatives over many clusters at once: more work, at many times the speed. They
    /// are sums of outer products over the pairs of classes `c < d`, in which no digits cancel:
    ///
    /// ```text
    /// omega p_c p_d (x_c - x_d) (x_c - x_d)',
    ///     x_c = 1 at the variables of class c in the scores of the cluster, 0 elsewhere
    /// ```
    fn add_blocks(&mut self, probabilities: &[f64]) {
        class_pairs(self.problem.classes).for_each(|(c, d)| self.add_blocks_of(c, d, probabilities));
    }

    /// Adds the outer products of two classes.
    fn add_blocks_of(&mut self, c: usize, d: usize, probabilities: &[f64]) {
        let members = self.members(c, d);
        // The place of each row of the matrix among those of the two classes.
        let mut places = vec![None; self.size];
        members.iter().enumerate().for_each(|(place, &row)| places[row] = Some(place));
        let size = members.len();
        let mut sum = Mat::<f64>::zeros(size, size);
        let (lower, whole) = (BlockStructure::TriangularLower, BlockStructure::Rectangular);
        let clusters = &self.problem.partition.clusters;
        for (clusters, p) in clusters.chunks(BLOCK).zip(probabilities.chunks(BLOCK * self.problem.classes)) {
            let mut block = Mat::<f64>::zeros(size, clusters.len());
            for (at, (cluster, p)) in clusters.iter().zip(p.chunks_exact(self.problem.classes)).enumerate() {
                let root = (cluster.weight * p[c] * p[d]).sqrt();
                let column = block.col_as_slice_mut(at);
                for (row, class) in self.inside(cluster) {
                    if let Some(place) = places[row] {
                        column[place] = if class == c { root } else { -root };
                    }
                }
            }
            let (left, right) = (block.as_ref(), block.transpose());
            triangular::matmul(sum.as_mut(), lower, Accum::Add, left, whole, right, whole, 1.0, Par::Seq);
        }
        for (at, &column) in members.iter().enumerate() {
            for (&row, entry) in members[at..].iter().zip(&sum.col_as_slice(at)[at..]) {
                self.entries[row * self.size + column] += entry;
            }
        }
    }
}

/// Returns the pairs of classes `c < d`.
fn class_pairs(classes: usize) -> impl Iterator<Item = (usize, usize)> {
    (1..classes).flat_map(|d| (0..d).map(move |c| (c, d)))
}
