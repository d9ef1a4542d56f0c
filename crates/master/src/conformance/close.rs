//! When two numbers are the same.

/// How far two solutions of one problem may be apart, relative to their size.
pub(super) const CLOSE: f64 = 1e-6;

/// Whether two objectives are the same, relative to their size or to 1.
pub(super) fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= CLOSE * a.abs().max(b.abs()).max(1.0)
}
