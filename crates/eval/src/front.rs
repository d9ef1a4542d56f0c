//! Pareto fronts.

/// Returns for each of the points `(cost, value)` true if it is on the Pareto front: no other point
/// costs at most as much and has at least its value, with one of the two strict. Only the first of
/// equal points is.
pub fn pareto_front(points: &[(f64, f64)]) -> Vec<bool> {
    let beats = |(i, a): (usize, &(f64, f64)), (j, b): (usize, &(f64, f64))| {
        a.0 <= b.0 && a.1 >= b.1 && (a.0 < b.0 || a.1 > b.1 || i < j)
    };
    let on_front = |b: (usize, &(f64, f64))| !points.iter().enumerate().any(|a| beats(a, b));
    points.iter().enumerate().map(on_front).collect()
}

#[cfg(test)]
mod tests {
    use super::pareto_front;

    #[test]
    fn what_nothing_beats() {
        let points = [(2.0, 0.5), (5.0, 0.7), (5.0, 0.6), (7.0, 0.7), (9.0, 0.9), (2.0, 0.5)];
        assert_eq!(pareto_front(&points), [true, true, false, false, true, false]);
        assert!(pareto_front(&[]).is_empty());
    }
}
