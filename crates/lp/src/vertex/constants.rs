//! The numbers that a vertex is looked for with, and why they are these.
//!
//! | constant | value | unit | chosen by |
//! |---|---|---|---|
//! | [`REDUCED_COST`] | 1e-10 | relative to `max(1, cost)` | a thousandth of `CHECK_TOLERANCE`, in the unit of the check |
//! | [`ROUNDING`] | 1e-9 | relative to `max(1, bound)` | a hundredth of `CHECK_TOLERANCE`, in the unit of the check |
//! | [`PIVOT`] | 1e-9 | entries of a transformed column | rounding, see there; not measured |
//! | [`EQUALITY_FIRST`] | 10 | ratio of pivots | the usual threshold of 0.1 for pivots |
//! | [`REFRESH`] | 64 | pivots | at most 5% of the work; measured, `docs/measurements/lp.md` |
//! | [`CORRECTIONS`] | 2 | corrections | each multiplies the error by that of the inverse; not measured |
//! | [`STRETCH`] | 1e-3 | distances, which are from 0.5 to 1 | Harris' test; the size is not measured |
//! | [`LEAST_DISTANCE`] | 1e-6 | the same | derived from `STRETCH` |
//! | [`FEWEST_STEPS`], [`STEPS`], [`COLUMNS_A_ROW`] | 1000, 50, 20 | steps; per row and column; columns | no end, see there; not measured |
//!
//! None of them can make an answer wrong: the check refuses a vertex that is none. What they can cost is time, or an answer.

/// Reduced costs above minus this are taken for non-negative (relative to `max(1, |c_j|)`). The check allows a thousand times as
/// much, and rounding of a sum of a thousand terms makes a thousandth of it.
pub(super) const REDUCED_COST: f64 = 1e-10;

/// What is lost in solving with the basis. A value that is moved by so little moves a row of a hundred coefficients of 1 by no more
/// than the check allows.
pub(super) const ROUNDING: f64 = 1e-9;

/// Entries of a transformed column below this are taken for zero. Coefficients are about 1, and solving with a basis of condition 1e6
/// leaves 1e-10 of them. Larger, and true pivots are passed over; smaller, and noise is pivoted on: in either case the check
/// refuses the vertex.
pub(super) const PIVOT: f64 = 1e-9;

/// Where the two tie, an equality leaves the basis before a variable: it never comes back. Its pivot counts for so much more: one that
/// is a tenth of the largest is large enough, as in threshold pivoting for sparse matrices (Duff, Erisman, Reid 1986).
pub(super) const EQUALITY_FIRST: f64 = 10.0;

/// Pivots between two computations of the duals from scratch. One takes `1 + CORRECTIONS` passes over the inverse, a pivot at least one:
/// all of them together take at most 3 / 64 of the time. Duals are computed anew before the end in any case, so that with fewer only
/// the choice of what enters is worse.
pub(super) const REFRESH: usize = 64;

/// How often the duals are corrected by their own residual. The first correction leaves the square of the relative error of the
/// inverse, the second the cube.
pub(super) const CORRECTIONS: usize = 2;

/// How far distances are stretched in the first pass of the ratio test (Harris 1973). They are arbitrary, so this is no
/// tolerance: larger, and larger pivots are found, at more distances to mend.
pub(super) const STRETCH: f64 = 1e-3;

/// The least that is left of a distance: as much smaller than the stretch as that is than the distances.
pub(super) const LEAST_DISTANCE: f64 = STRETCH * STRETCH;

/// After so many steps the point is given up, and after [`STEPS`] for each tight row and for each column, of which
/// [`COLUMNS_A_ROW`] for each row are counted. A simplex method takes a few for each row; this is an end for one that rounding makes cycle.
pub(super) const FEWEST_STEPS: usize = 1_000;

/// See [`FEWEST_STEPS`].
pub(super) const STEPS: usize = 50;

/// See [`FEWEST_STEPS`].
pub(super) const COLUMNS_A_ROW: usize = 20;
