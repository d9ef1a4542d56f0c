//! Second derivatives of the objective.

use super::state::Problem;

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
    let classes = problem.classes;
    let size = members.len() + classes - 1;
    let mut slot = vec![usize::MAX; problem.columns.len()];
    members.iter().enumerate().for_each(|(at, &k)| slot[k] = at);
    let mut entries = vec![0.0; size * size];
    let mut inside: Vec<(usize, usize)> = Vec::new();
    for (cluster, p) in problem.partition.clusters.iter().zip(probabilities.chunks_exact(classes)) {
        inside.clear();
        let columns = cluster.columns.iter().map(|&k| k as usize).filter(|&k| slot[k] != usize::MAX);
        inside.extend(columns.map(|k| (slot[k], problem.columns[k].tag as usize)));
        inside.extend((1..classes).map(|class| (members.len() + class - 1, class)));
        for (at, &(row, c)) in inside.iter().enumerate() {
            let weighted = cluster.weight * p[c];
            let line = &mut entries[row * size..(row + 1) * size];
            for &(column, d) in &inside[..=at] {
                line[column] += weighted * (if c == d { 1.0 } else { 0.0 } - p[d]);
            }
        }
    }
    // Slots ascend within a cluster, so the lower triangle is filled.
    for row in 0..size {
        for column in 0..row {
            entries[column * size + row] = entries[row * size + column];
        }
    }
    (0..members.len()).for_each(|k| entries[k * size + k] += problem.ridge);
    Hessian { size, entries }
}
