//! A Newton direction.

/// A Newton direction, part by part as in [`Iterate`](super::iterate::Iterate).
#[derive(Default)]
pub(super) struct Direction {
    pub(super) amounts: Vec<f64>,
    pub(super) amount_duals: Vec<f64>,
    pub(super) x: Vec<f64>,
    pub(super) t: Vec<f64>,
    pub(super) z: Vec<f64>,
    pub(super) f: Vec<f64>,
    pub(super) s: Vec<f64>,
    pub(super) y: Vec<f64>,
    /// `A'y`, the change of the reduced costs.
    pub(super) paid: Vec<f64>,
}
