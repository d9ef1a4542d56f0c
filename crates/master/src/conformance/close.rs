//! Comparisons of numbers up to a tolerance.

/// The most that two solutions of one problem may differ, relative to their size.
pub(super) const CLOSE: f64 = 1e-6;

/// True if two objectives are equal up to the tolerance, relative to their size or to 1.
pub(super) fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= CLOSE * a.abs().max(b.abs()).max(1.0)
}
