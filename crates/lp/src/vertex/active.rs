/// Which bounds are active at a point, and so where a variable may go from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Active {
    /// None: it may go both ways, without end.
    Neither,
    /// The lower one: it may go up only.
    Lower,
    /// The upper one: it may go down only.
    Upper,
    /// Both: they meet.
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

    /// Whether a non-basic variable with this reduced cost should move, and which way.
    pub(super) fn improving(self, reduced_cost: f64, small: f64) -> Option<f64> {
        match self {
            Self::Lower | Self::Neither if reduced_cost < -small => Some(1.0),
            Self::Upper | Self::Neither if reduced_cost > small => Some(-1.0),
            _ => None,
        }
    }

    /// The active bound.
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
