//! The numeric constants of the interior point method, and why they have these values.
//!
//! | constant | value | unit | chosen by |
//! |---|---|---|---|
//! | [`TO_BOUNDARY`] | 0.995 | longest step | [Mehrotra]; measured, `docs/measurements/lp.md` |
//! | [`CENTRING_POWER`] | 3 | power | [Mehrotra] |
//! | [`SMALLEST_TARGET`] | 0.1 | the tolerance | pairs off the centre; 0.01, 1: 5% of steps |
//! | [`START_MULTIPLIER`] | 0.3 | largest cost | 0.1 and 1: up to a third more steps |
//! | [`MOST_VIOLATED`] | 30 | complementarity | phoneme, `docs/measurements/lp.md` |
//! | [`EDGE`] | 1e-9 | boxes | 1e-12, 1e-6: the same steps |
//! | [`PROGRESS`], [`PATIENCE`] | 0.9, 15 | error; steps | an end; 0.8, 0.95, 5, 45: the same |
//! | [`MOST_STEPS`] | 100 | steps | an end; solves take some 20 |
//! | [`REGULAR_ROWS`] | 0, 1e-13, 1e-11, 1e-9 | unit diagonal | rounding of a Cholesky factor |
//! | [`REGULAR_TRANSFERS`] | 1e-15 to 1e-3 | largest entry | the same, from one entry on |
//! | [`RESISTANCE`] | 1e-9 | width of a cell | 1e-12, 1e-6: the same steps |
//! | [`CORRECTIONS`] | 2 | corrections | 0, 1, 4: the same steps |
//! | [`START_AMOUNT`], [`MOST_AMOUNT`] | 0.1, 1 | narrower cell | 0.01 to 10, see there |
//! | [`DENSE`] | 0.03 | pairs of rows | phoneme |
//! | [`BLOCK`] | 256 | columns | the cache; 64, 1024: within 3% of the time |
//! | [`SMALLEST_COST`], [`SMALLEST_RHS`] | 1e-6, 1e-3 | cost; side | keep quotients finite |
//! | [`SMALLEST_BOX`], [`SMALLEST_OBJECTIVE`] | 1e-12, 1e-9 | width; objective | the same |
//!
//! The measurements are in `docs/measurements/lp.md`.
//!
//! They trade numbers of steps and never the answer: a point counts as solved by its own gap and
//! infeasibility, however it was found.
//!
//! [Mehrotra] On the implementation of a primal-dual interior point method. SIAM Journal on
//! Optimization 2(4), 1992.

/// The part of the way to the boundary that a step goes. Codes use 0.9 to nearly 1. A longer step
/// is faster as long as pairs stay near the centre, and slower once a number is so small that it
/// cuts off the next steps. 0.9975 takes longer on every data set; 0.99 takes less on large ones
/// and more on some small ones.
pub(super) const TO_BOUNDARY: f64 = 0.995;

/// The power of Mehrotra's rule for centring: `(complementarity after the affine step / before)^3`.
pub(super) const CENTRING_POWER: i32 = 3;

/// The least target of a complementary product, as a part of what the tolerance needs. The gap is
/// the sum of the products, so at 1 a point on target would only just meet the tolerance. Far below
/// 1 the Newton matrix is worse conditioned than it need be.
pub(super) const SMALLEST_TARGET: f64 = 0.1;

/// The multipliers to start with, in units of the largest cost. Rule weights have about this size
/// (0.1 and 1 took up to a third more steps on adult, magic and skinnonskin).
pub(super) const START_MULTIPLIER: f64 = 0.3;

/// The most by which a warm-start point may violate new rows, as a multiple of the mean product of
/// complementary pairs, in units of the largest cost. A point nearer to the boundary would be held
/// up by the violation. Chosen on phoneme, see `docs/measurements/lp.md`.
pub(super) const MOST_VIOLATED: f64 = 30.0;

/// The least distance of a starting value to an end of its box, in units of the box. A larger one
/// would move values that are right; a smaller one could cut off the first step.
pub(super) const EDGE: f64 = 1e-9;

/// A step that leaves more than this part of the error makes no progress, and after [`PATIENCE`]
/// such steps in a row the solve ends, since rounding prevents more. A solve takes 20 to 25 steps,
/// of which the first may raise the error. Less patience may end one that would have converged;
/// more costs steps where none will help.
pub(super) const PROGRESS: f64 = 0.9;

/// See [`PROGRESS`].
pub(super) const PATIENCE: usize = 15;

/// The most Newton steps of a solve.
pub(super) const MOST_STEPS: usize = 100;

/// The regularisation added to the unit diagonal of the Newton matrix, tried one after the other
/// until the factorisation succeeds. It fails where the least eigenvalue is below the number of
/// rows times 1e-16: 1e-13 for a thousand. Regularisation costs digits of the direction, so it
/// starts at 0 and grows a hundredfold.
pub(super) const REGULAR_ROWS: [f64; 4] = [0.0, 1e-13, 1e-11, 1e-9];

/// The regularisation of the matrix of the transfers, in units of its largest entry. The matrix is
/// small, hence 1e-15. It goes up to 1e-3, because directions are corrected afterwards and the
/// transfers only wait for another step if all fail.
pub(super) const REGULAR_TRANSFERS: [f64; 5] = [1e-15, 1e-12, 1e-9, 1e-6, 1e-3];

/// The resistance added to every transfer, in units of the width that it moves, against directions
/// that nothing else resists. More of it shortens steps, less leaves them to rounding.
pub(super) const RESISTANCE: f64 = 1e-9;

/// The number of corrections of a direction where there are transfers. Each costs a solve with the
/// factorised matrices, which is little beside the factorisation.
pub(super) const CORRECTIONS: usize = 2;

/// The amount of every transfer at the start, in units of the narrower cell. Opposite transfers
/// cancel. On three data sets with fairness, 0.01 takes 1% fewer to 7% more steps, and 1 takes 4%
/// fewer to 6% more.
pub(super) const START_AMOUNT: f64 = 0.1;

/// The most that two opposite transfers may both amount to, in units of the narrower cell. Where
/// they cost next to nothing they would otherwise grow until their difference is lost. On three
/// data sets with fairness, 0.3 and 10 take the same steps.
pub(super) const MOST_AMOUNT: f64 = 1.0;

/// The density, as a part of all pairs of rows, from which dense blocks are faster (phoneme: 6
/// percent).
pub(super) const DENSE: f64 = 0.03;

/// The number of columns of a dense block: with 500 rows a block has 1 MB, the size of a
/// second-level cache. Models depend on it only in the last digits of sums.
pub(super) const BLOCK: usize = 256;

/// The size of the costs is taken to be at least this, in case all are 0.
pub(super) const SMALLEST_COST: f64 = 1e-6;

/// The size of the right-hand sides is taken to be at least this, in case all are 0.
pub(super) const SMALLEST_RHS: f64 = 1e-3;

/// The width of a box is taken to be at least this.
pub(super) const SMALLEST_BOX: f64 = 1e-12;

/// The size of the objective is taken to be at least this, so that the relative gap is finite where
/// the optimum is 0.
pub(super) const SMALLEST_OBJECTIVE: f64 = 1e-9;
