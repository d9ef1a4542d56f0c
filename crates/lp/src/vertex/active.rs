/// The bounds that are active at a point, and with them the directions in which a variable may
/// move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Active {
    /// No bound is active: the variable may move both ways without end.
    Neither,
    /// The lower bound is active: the variable may only rise.
    Lower,
    /// The upper bound is active: the variable may only fall.
    Upper,
    /// Both bounds are active, because they are equal.
    Both,
}

impl Active {
    pub(super) fn of(value: f64, (lower, upper): (f64, f64), at_bound: f64) -> Self {
        let near = |bound: f64| bound.is_finite() && (value - bound).abs() <= at_bound * bound.abs().max(1.0);
        match (near(lower) || value < lower, near(upper) || value > upper) {
            (true, true) => Self::Both,
            (true, false) => Self::Lower,
            (false, true) => Self::Upper,
            (false, false) => Self::Neither,
        }
    }

    /// Returns the direction in which a non-basic variable with this reduced cost should move, if
    /// any.
    pub(super) fn improving(self, reduced_cost: f64, small: f64) -> Option<f64> {
        match self {
            Self::Lower | Self::Neither if reduced_cost < -small => Some(1.0),
            Self::Upper | Self::Neither if reduced_cost > small => Some(-1.0),
            _ => None,
        }
    }

    /// Returns the active bound.
    pub(super) fn snapped(self, value: f64, (lower, upper): (f64, f64)) -> f64 {
        match self {
            Self::Neither => value,
            Self::Lower => lower,
            Self::Upper => upper,
            Self::Both if (value - lower).abs() <= (value - upper).abs() => lower,
            Self::Both => upper,
        }
    }
}
