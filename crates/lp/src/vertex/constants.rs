//! The numeric constants of the search for a vertex, and why they have these values.
//!
//! | constant | value | unit | chosen by |
//! |---|---|---|---|
//! | [`REDUCED_COST`] | 1e-10 | relative to `max(1, cost)` | a thousandth of `CHECK_TOLERANCE` |
//! | [`ROUNDING`] | 1e-9 | relative to `max(1, bound)` | a hundredth of `CHECK_TOLERANCE` |
//! | [`PIVOT`] | 1e-9 | entries of a transformed column | rounding, see there; measured, `docs/measurements/lp.md` |
//! | [`EQUALITY_FIRST`] | 10 | ratio of pivots | the usual threshold of 0.1 for pivots |
//! | [`REFRESH`] | 64 | pivots | at most 5% of the work; measured, `docs/measurements/lp.md` |
//! | [`CORRECTIONS`] | 2 | corrections | error times that of the inverse; measured, `docs/measurements/lp.md` |
//! | [`STRETCH`] | 1e-3 | distances, from 0.5 to 1 | Harris' test; measured, `docs/measurements/lp.md` |
//! | [`LEAST_DISTANCE`] | 1e-6 | the same | derived from `STRETCH` |
//! | [`FEWEST_STEPS`], [`STEPS`], [`COLUMNS_A_ROW`] | 1000, 50, 20 | steps | an end; measured, `docs/measurements/lp.md` |
//!
//! None of them can make an answer wrong, because the check refuses a false vertex. A bad value can
//! cost time, or an answer.

/// Reduced costs above minus this count as non-negative (relative to `max(1, |c_j|)`). The check
/// allows a thousand times as much, and rounding of a sum of a thousand terms amounts to a
/// thousandth of it.
pub(super) const REDUCED_COST: f64 = 1e-10;

/// The loss of accuracy in a solve with the basis. A value that is off by this much moves a row of
/// a hundred coefficients of 1 by no more than the check allows.
pub(super) const ROUNDING: f64 = 1e-9;

/// Entries of a transformed column below this count as zero. Coefficients are about 1, and a solve
/// with a basis of condition 1e6 is accurate to 1e-10 of them. A larger value passes over true
/// pivots, a smaller one pivots on noise. In either case the check refuses the vertex.
pub(super) const PIVOT: f64 = 1e-9;

/// The preference for equalities in ties: an equality leaves the basis before a variable, since it
/// never comes back, and its pivot counts this much more. A pivot of a tenth of the largest is
/// large enough, as in threshold pivoting for sparse matrices (Duff, Erisman, Reid 1986).
pub(super) const EQUALITY_FIRST: f64 = 10.0;

/// The number of pivots between two computations of the duals from scratch. One takes `1 +
/// CORRECTIONS` passes over the inverse and a pivot at least one, so all of them together take at
/// most 3 / 64 of the time. Duals are recomputed before the end in any case, so rarer computations
/// only worsen the choice of the entering variable.
pub(super) const REFRESH: usize = 64;

/// The number of times that the duals are corrected by their own residual. The first correction
/// leaves the square of the relative error of the inverse, the second the cube.
pub(super) const CORRECTIONS: usize = 2;

/// The amount by which distances are stretched in the first pass of the ratio test (Harris 1973).
/// Distances are arbitrary, so this is no tolerance: a larger value finds larger pivots, at the
/// price of more distances to repair.
pub(super) const STRETCH: f64 = 1e-3;

/// The least distance that is left. It is as much smaller than the stretch as the stretch is than
/// the distances.
pub(super) const LEAST_DISTANCE: f64 = STRETCH * STRETCH;

/// The number of steps after which the point is given up, beside [`STEPS`] for each tight row and
/// each column, with at most [`COLUMNS_A_ROW`] columns counted per row. A simplex method takes a
/// few steps per row; this limit ends one that cycles by rounding.
pub(super) const FEWEST_STEPS: usize = 1_000;

/// See [`FEWEST_STEPS`].
pub(super) const STEPS: usize = 50;

/// See [`FEWEST_STEPS`].
pub(super) const COLUMNS_A_ROW: usize = 20;
