//! The numbers of the logistic master, and why they are these.
//!
//! | constant | value | unit | chosen by |
//! |---|---|---|---|
//! | [`EXACT`] | 1e-9 | relative gap | a thousandth of the gap at which a run is optimal (1e-6) |
//! | [`SUFFICIENT`] | 1e-4 | part of the promised decrease | Armijo's rule, the textbooks' value |
//! | [`SUM_ROUNDING`] | 1e-14 | part of the objective | 45 times machine epsilon; measured, `docs/measurements/losses.md` |
//! | [`SAME`] | 1e-12 | part of the objective | sums of thousands of terms; measured, there too |
//! | [`MOST_IDLE`] | 8 | steps | an end; measured, there too |
//! | [`MOST_HALVINGS`] | 40 | halvings | derived: `2^-40` is 1e-12, see there |
//! | [`MOST_STEPS`] | 200 | steps | an end; measured, there too |
//! | [`MOST_WORK`] | 10^7 | columns times clusters times steps | a problem that crawls, see there |
//! | [`RIDGE`] | 1e-12 | largest diagonal entry | rounding of a Cholesky factorisation |
//! | [`MOST_ROUNDS`], [`SWEEPS`] | 50, 5 | rounds; sweeps | measured, there too |
//! | [`SMALL`], [`DENSE`], [`BLOCK`] | 64, 0.03, 256 | variables; pairs; clusters | measured, there too |
//! | [`NO_DECREASE`] | 1e-10 | decrease that the step promises | below `EXACT` |
//! | [`DEPENDENT`], [`NO_RISE`] | 1e-9 | squared column; cost | rounding, see there; measured, there too |
//!
//! Objectives and bounds are computed from the point in the end, whatever led to it: a wrong number
//! costs time, or proves less.

/// The gap, relative to the objective, that counts as an exact solution. It is below the gap at
/// which a run is optimal, and above rounding.
pub(super) const EXACT: f64 = 1e-9;

/// A step must achieve this part of the decrease that the gradient promises (Armijo; 1e-4 in
/// Nocedal and Wright, Numerical Optimization). Newton steps near the optimum achieve a half.
pub(super) const SUFFICIENT: f64 = 1e-4;

/// The rounding error of an objective, relative to its size. The gap falls with the gradient and
/// the objective with its square, so the decreases of the last steps are too small to see. A larger
/// value admits steps that lead up, a smaller one ends the last steps early.
pub(super) const SUM_ROUNDING: f64 = 1e-14;

/// Objectives that differ by no more than this part are equal but for rounding.
pub(super) const SAME: f64 = 1e-12;

/// The number of steps without a smaller gap or a lower objective after which rounding hides any
/// further progress.
pub(super) const MOST_IDLE: usize = 8;

/// The most times that a step is halved. After that rounding hides any decrease: a step of `2^-40`
/// changes the objective by a part of 1e-12 of the decrease that the whole one promises, less than
/// [`EXACT`] could tell.
pub(super) const MOST_HALVINGS: usize = 40;

/// Far more steps than Newton's method takes where it converges normally.
pub(super) const MOST_STEPS: usize = 200;

/// Where the loss is nearly flat at the optimum Newton's method crawls: a problem of ten samples
/// and 30 columns took 17,900 steps, which is 5 million in this unit. Small problems, in which
/// columns times clusters times steps stay below this, have as many steps as they take.
pub(super) const MOST_WORK: usize = 10_000_000;

/// The number added to the diagonal, relative to its largest entry, because columns with equal
/// covers make the matrix singular. The factorisation needs the number of columns times 1e-16, so
/// 1e-12 serves thousands.
pub(super) const RIDGE: f64 = 1e-12;

/// The most rounds of descent and exact solution. Each round fixes or frees variables, and few are
/// needed. If they do not suffice, the result is a descent direction all the same.
pub(super) const MOST_ROUNDS: usize = 50;

/// The number of sweeps of coordinate descent before each exact solution. A sweep costs a pass over
/// the matrix, the solution the cube of the number of free variables. Fewer sweeps leave more
/// bounds wrong when the solution is computed.
pub(super) const SWEEPS: usize = 5;

/// The number of variables from which second derivatives may be summed in dense blocks.
pub(super) const SMALL: usize = 64;

/// The density, as a part of all pairs of variables, from which dense blocks are faster.
pub(super) const DENSE: f64 = 0.03;

/// The number of clusters of a dense block: with 400 variables it has 1 MB, the size of a
/// second-level cache.
pub(super) const BLOCK: usize = 256;

/// A single variable that can decrease the model by less than this part of the decrease that the
/// step promises is at its best.
pub(super) const NO_DECREASE: f64 = 1e-10;

/// The part of its square below which the remainder of a column beside the others is rounding. The
/// remainder is a difference of products, so relative errors of 1e-16 a term come to 1e-13 in a
/// thousand terms, and more where the others are nearly dependent. A larger value leaves out
/// columns that matter a little, which the objective afterwards refuses; a smaller one keeps a rule
/// that others make up for.
pub(super) const DEPENDENT: f64 = 1e-9;

/// A cost that rises by no more than this part of the column's own cost counts as unchanged.
pub(super) const NO_RISE: f64 = 1e-9;

/// The error of rounding a gain, or the sum of some, to few bits, relative to it: `2^-45` each, and
/// twice that for the gain and its parts.
pub(super) const LOST_BITS: f64 = 1.0 / (1u64 << 44) as f64;
