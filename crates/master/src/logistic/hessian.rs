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
    // The slot and the class of each column in use.
    let mut places = vec![None; problem.columns.len()];
    members.iter().enumerate().for_each(|(at, &k)| places[k] = Some((at, problem.columns[k].tag as usize)));
    let intercepts: Vec<(usize, usize)> = (1..classes).map(|class| (members.len() + class - 1, class)).collect();
    let mut entries = vec![0.0; size * size];
    let mut inside: Vec<(usize, usize)> = Vec::new();
    let mut of_classes = vec![0.0; classes * classes];
    for (cluster, p) in problem.partition.clusters.iter().zip(probabilities.chunks_exact(classes)) {
        inside.clear();
        inside.extend(cluster.columns.iter().filter_map(|&k| places[k as usize]).chain(intercepts.iter().copied()));
        for (c, line) in of_classes.chunks_exact_mut(classes).enumerate() {
            let weighted = cluster.weight * p[c];
            line.iter_mut().enumerate().for_each(|(d, entry)| {
                *entry = weighted * (if c == d { 1.0 } else { 0.0 } - p[d]);
            });
        }
        for (at, &(row, c)) in inside.iter().enumerate() {
            let line = &mut entries[row * size..(row + 1) * size];
            let of_class = &of_classes[c * classes..(c + 1) * classes];
            inside[..=at].iter().for_each(|&(column, d)| line[column] += of_class[d]);
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
