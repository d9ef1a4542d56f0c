//! The numbers of the interior point method, and why they are these.
//!
//! | constant | value | unit | chosen by |
//! |---|---|---|---|
//! | [`TO_BOUNDARY`] | 0.995 | parts of the longest step | [Mehrotra], see there; measured, `docs/measurements/lp.md` |
//! | [`CENTRING_POWER`] | 3 | power | [Mehrotra] |
//! | [`SMALLEST_TARGET`] | 0.1 | what the tolerance needs | room for pairs off the centre, see there; not measured |
//! | [`START_MULTIPLIER`] | 0.3 | largest cost | 0.1 and 1: up to a third more steps |
//! | [`MOST_VIOLATED`] | 30 | complementarity | phoneme, `docs/measurements/lp.md` |
//! | [`EDGE`] | 1e-9 | boxes | not measured |
//! | [`PROGRESS`], [`PATIENCE`] | 0.9, 15 | part of the error; steps | an end, see there; not measured |
//! | [`REGULAR_ROWS`] | 0, 1e-13, 1e-11, 1e-9 | unit diagonal | rounding of a Cholesky factorisation, see there |
//! | [`REGULAR_TRANSFERS`] | 1e-15 to 1e-3 | largest entry | the same, from one entry on |
//! | [`RESISTANCE`] | 1e-9 | width of a cell | not measured |
//! | [`CORRECTIONS`] | 2 | corrections | not measured |
//! | [`START_AMOUNT`], [`MOST_AMOUNT`] | 0.1, 1 | width of the narrower cell | not measured |
//! | [`DENSE`] | 0.03 | pairs of rows | phoneme |
//! | [`BLOCK`] | 256 | columns | the cache, see there; not measured |
//! | [`SMALLEST_COST`], [`SMALLEST_RHS`] | 1e-6, 1e-3 | cost; right-hand side | numbers that keep divisions finite |
//! | [`SMALLEST_BOX`], [`SMALLEST_OBJECTIVE`] | 1e-12, 1e-9 | width; objective | the same |
//!
//! Steps are what they trade, not answers: a point counts as solved by its own gap and infeasibility, whatever led to it.
//!
//! [Mehrotra] On the implementation of a primal-dual interior point method. SIAM Journal on Optimization 2(4), 1992.

/// How much of the way to the boundary a step goes. Codes go from 0.9 to all but the whole of it: further is faster as long as pairs stay
/// near the centre, and slower once a number is so small that the next steps are cut off by it. 0.9975 takes longer on every set; 0.99 takes
/// less on large ones, more on some small ones.
pub(super) const TO_BOUNDARY: f64 = 0.995;

/// The power of Mehrotra's rule for centring: `(complementarity after the affine step / before)^3`.
pub(super) const CENTRING_POWER: i32 = 3;

/// Products of pairs are not driven below this part of what the tolerance needs: the gap is the sum of the products, so at 1 a point on
/// target would only just meet it, and far below 1 the Newton matrix is worse conditioned than it need be.
pub(super) const SMALLEST_TARGET: f64 = 0.1;

/// Multipliers to start with, in units of the largest cost: rule weights are about so large (0.1 and 1
/// took up to a third more steps on adult, magic and skinnonskin).
pub(super) const START_MULTIPLIER: f64 = 0.3;

/// New rows may be violated by this many times the mean product of complementary pairs, in units of the largest cost:
/// a point nearer to the boundary is held up by it. Chosen on phoneme, see `docs/measurements/lp.md`.
pub(super) const MOST_VIOLATED: f64 = 30.0;

/// How near to an end of its box a value may start, in units of the box. Larger would move
/// values that are right, smaller would let the first step be cut off.
pub(super) const EDGE: f64 = 1e-9;

/// A step that leaves more than this part of the error makes no progress, and after [`PATIENCE`] of them in a row rounding
/// has won. A solve takes 20 to 25 steps, of which the first may raise the error: less patience may give one up that would have
/// converged, more costs steps where none will.
pub(super) const PROGRESS: f64 = 0.9;

/// See [`PROGRESS`].
pub(super) const PATIENCE: usize = 15;

/// What is added to the unit diagonal of the Newton matrix: more and more, until the factorisation succeeds. It fails where the least
/// eigenvalue is below the number of rows times 1e-16: 1e-13 for a thousand. What is added costs digits of the direction, so it begins
/// with nothing and grows a hundredfold.
pub(super) const REGULAR_ROWS: [f64; 4] = [0.0, 1e-13, 1e-11, 1e-9];

/// The same for the matrix of the transfers, in units of its largest entry. There are few of them, hence 1e-15, and as directions are
/// corrected afterwards, and the step only waits where all fail, it goes on to 1e-3.
pub(super) const REGULAR_TRANSFERS: [f64; 5] = [1e-15, 1e-12, 1e-9, 1e-6, 1e-3];

/// Resistance of every transfer, in units of the width that it moves: against directions that nothing else resists. More keeps steps
/// shorter, less leaves them to rounding.
pub(super) const RESISTANCE: f64 = 1e-9;

/// How often a direction is corrected where there are transfers. Each time costs a solve with the factorised matrices, little
/// beside making them.
pub(super) const CORRECTIONS: usize = 2;

/// What every transfer amounts to at the start, in units of the narrower cell: those of a pair undo each other.
pub(super) const START_AMOUNT: f64 = 0.1;

/// What two transfers that undo each other may both amount to, in the same units: where they cost next to nothing they would grow until
/// their difference is lost.
pub(super) const MOST_AMOUNT: f64 = 1.0;

/// From this part of all pairs of rows on, dense blocks are the faster way (phoneme: 6 percent of them).
pub(super) const DENSE: f64 = 0.03;

/// The columns of a dense block: with 500 rows it is 1 MB, the size of a second-level cache. Models do not depend on it but in the
/// last digits of sums.
pub(super) const BLOCK: usize = 256;

/// The least that stands for the size of the costs, where all are 0.
pub(super) const SMALLEST_COST: f64 = 1e-6;

/// The least that stands for the size of the right-hand sides, where all are 0.
pub(super) const SMALLEST_RHS: f64 = 1e-3;

/// The least that stands for the width of a box.
pub(super) const SMALLEST_BOX: f64 = 1e-12;

/// Keeps the relative gap finite where the optimum is 0.
pub(super) const SMALLEST_OBJECTIVE: f64 = 1e-9;
