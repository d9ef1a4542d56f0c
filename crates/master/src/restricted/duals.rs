//! Dual points: where rules are priced.

/// A dual of each sample and a price of each budget, feasible but for what rules earn at them.
#[derive(Clone, Debug)]
pub(super) struct Duals {
    /// `beta_i`.
    pub(super) samples: Vec<f64>,
    /// `p_j`.
    pub(super) prices: Vec<f64>,
}

impl Duals {
    /// `share` of the way to `other`. Bounds on duals are convex, so what lies between two points keeps them.
    pub(super) fn towards(&self, other: &Duals, share: f64) -> Duals {
        let mix = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a + share * (b - a)).collect();
        Duals { samples: mix(&self.samples, &other.samples), prices: mix(&self.prices, &other.prices) }
    }
}
