//! The numeric constants of the dual simplex, and why they have these values.
//!
//! | constant | value | unit | chosen by |
//! |---|---|---|---|
//! | [`PROVED`] | 1e-7 | relative to `max(1, side)` | what the verifier of `rulegen-lp` allows |
//! | [`FEASIBLE`] | 1e-9 | relative to `max(1, bound)` | a hundredth of `PROVED` |
//! | [`NO_CHANGE`], [`TIE`] | 1e-9 | changes a unit of the step; relative | `FEASIBLE` |
//! | [`PERTURBATION`] | 1e-7 | parts of a cost | `PROVED` |
//! | [`SMALL_PIVOT`] | 1e-6 | entries of the basis, about 1 | rounding over `FEASIBLE`, see there |
//! | [`PIVOT_ERROR`] | 1e-6 | relative | `SMALL_PIVOT` |
//! | [`LARGEST_INVERSE`] | 1e6 | entries of the inverse | `SMALL_PIVOT`; the set default |
//! | [`SMALLEST_WEIGHT`] | 1e-4 | squared norm | as in HiGHS; 1e-2: up to 42% more iterations |
//! | [`UPDATES`] | 200 | updates | work, see there; measured, `docs/measurements/lp.md` |
//! | [`SHORT_RUN`], [`MOST_SHORT_RUNS`] | 2, 100 | iterations; runs | an end; 1, 10: the same |
//! | [`LOOK`] | 16 | iterations | see there; measured, `docs/measurements/lp.md` |
//! | [`MOST_ITERATIONS`] | 50 | for each row and variable | an end; three sets need fewer than 2 |
//! | [`MOST_FOR_TRUE_COSTS`] | 50 | and one per tight row | 10, 250: 2% of iterations |
//! | [`MOST_IN_SIFTING`] | 6 | iterations a row | twice what most sets take; default |
//!
//! The measurements are in `docs/measurements/lp.md`.
//!
//! None of them can lead to a wrong vertex, because a basis is called optimal only if its own
//! multipliers prove it ([`proves`](super::DualSimplex::proves)). A bad value costs time, or makes
//! the caller ask another solver.

/// The tolerance of a proof, relative to `max(1, size)`: rows may be violated by this much, and
/// objective and bound may differ by this much beside the effect of perturbed costs. It covers
/// rounding, equals the tolerance of the verifier of `rulegen-lp`, and is a tenth of the gap at
/// which a run counts as optimal (1e-6).
pub(super) const PROVED: f64 = 1e-7;

/// The tolerance on bounds, relative to `max(1, bound)`. It is small enough that a row of a hundred
/// values, each of which misses its bound by that much, still passes the proof.
pub(super) const FEASIBLE: f64 = 1e-9;

/// Changes per unit of the dual step that are below this are taken for rounding.
pub(super) const NO_CHANGE: f64 = FEASIBLE;

/// Steps that differ by less than this, relative to their size, tie. The one with the largest pivot
/// is taken.
pub(super) const TIE: f64 = FEASIBLE;

/// The largest relative perturbation of a cost. Costs are perturbed while many multipliers tie, and
/// restored at the end. The effect is within the tolerance of a proof.
pub(super) const PERTURBATION: f64 = PROVED;

/// The smallest pivot that is trusted when the inverse has been updated. An update divides by the
/// pivot and so multiplies rounding errors: 2e-16 / 1e-6 is a fifth of [`FEASIBLE`].
pub(super) const SMALL_PIVOT: f64 = 1e-6;

/// The largest relative difference between the two ways to compute a pivot.
pub(super) const PIVOT_ERROR: f64 = SMALL_PIVOT;

/// The largest entry allowed in the inverse of a working basis to start from. Beyond it a pivot of
/// the inverse's size would not be trusted, and every iteration asks for a new inverse (data set
/// `default`: no end after 3 minutes).
pub(super) const LARGEST_INVERSE: f64 = 1.0 / SMALL_PIVOT;

/// The least squared norm of a basic variable's row of the inverse; a smaller one is rounding.
/// HiGHS has the same floor under its dual steepest-edge weights. A wrong weight costs iterations
/// only.
pub(super) const SMALLEST_WEIGHT: f64 = 1e-4;

/// The number of updates after which the inverse of the working basis is recomputed. Recomputing
/// costs some `k^3` multiplications for a working basis of size `k`, an update costs `k^2`. Spread
/// over 200 updates, a working basis of 200 pays for one more update each time. One of 512, above
/// which other solvers take over, pays for less than three. Fewer updates raise that price. More
/// let rounding add up until the two ways to compute a pivot disagree, which also causes a new
/// inverse.
pub(super) const UPDATES: usize = 200;

/// The number of iterations between two inverses up to which a run is short. After
/// [`MOST_SHORT_RUNS`] short runs in a row the solve is given up, since each inverse costs the cube
/// of the working basis's size.
pub(super) const SHORT_RUN: u64 = 2;

/// See [`SHORT_RUN`].
pub(super) const MOST_SHORT_RUNS: usize = 100;

/// The number of iterations between two checks of the limits. A check takes less than a
/// microsecond, an iteration from some microseconds up to milliseconds, so an interrupt takes
/// effect within tens of milliseconds.
pub(super) const LOOK: u64 = 16;

/// The number of iterations per row and variable after which a solve is given up. A dual simplex
/// takes a few per row; this limit ends one that makes no progress.
pub(super) const MOST_ITERATIONS: usize = 50;

/// The number of iterations for the unperturbed costs, beside one for each row of the working
/// basis. If they do not suffice, the vertex for perturbed costs stands, which is optimal to
/// [`PROVED`].
pub(super) const MOST_FOR_TRUE_COSTS: usize = 50;

/// The number of iterations per row after which a solve behind the trait
/// [`LpSolver`](rulegen_lp::LpSolver) is given up, with
/// [`IterationLimit`](rulegen_lp::LpStatus::IterationLimit). Sifting takes up to three on most data
/// sets. On `default`, whose vertex is the most degenerate, the simplex makes no progress.
pub(super) const MOST_IN_SIFTING: usize = 6;
