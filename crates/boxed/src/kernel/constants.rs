//! The numbers of the kernel simplex, and why they are these.
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
//! | [`SMALLEST_WEIGHT`] | 1e-4 | squared norm | HiGHS has the same; not measured here |
//! | [`UPDATES`] | 200 | updates | work, see there; measured, `docs/measurements/lp.md` |
//! | [`SHORT_RUN`], [`MOST_SHORT_RUNS`] | 2, 100 | iterations; runs | that there is an end (default); sizes not measured |
//! | [`LOOK`] | 16 | iterations | see there; measured, `docs/measurements/lp.md` |
//! | [`MOST_ITERATIONS`] | 50 | for each row and variable | that there is an end; not measured |
//! | [`MOST_FOR_TRUE_COSTS`] | 50 | iterations, and one for each tight row | not measured |
//! | [`MOST_IN_SIFTING`] | 6 | iterations a row | twice what most sets take; default |
//!
//! A wrong vertex is not among the prices of any: what is called optimal is proved by its own multipliers
//! ([`proves`](super::KernelSimplex::proves)). The price is time, or another solver that is asked instead.

/// How far rows may be missed, and objective and bound be apart beside what moved costs do, in units of the larger
/// of 1 and themselves: rounding. It is what the verifier of `rulegen-lp` allows, and a tenth of the gap at which a run is optimal (1e-6).
pub(super) const PROVED: f64 = 1e-7;

/// How far bounds may be missed, in units of the larger of 1 and the bound: so that a row of a hundred values that each miss their bound is
/// still proved.
pub(super) const FEASIBLE: f64 = 1e-9;

/// Changes below this are rounding.
pub(super) const NO_CHANGE: f64 = FEASIBLE;

/// Steps this close, relative, tie: the largest pivot is taken.
pub(super) const TIE: f64 = FEASIBLE;

/// Costs are moved by up to this part of themselves while many multipliers tie, and moved back at the end. What that
/// changes is within what a proof may miss.
pub(super) const PERTURBATION: f64 = PROVED;

/// Pivots below this are not trusted to a kernel that was updated. An update divides by the pivot, and so multiplies what rounding
/// left: 2e-16 / 1e-6 is a fifth of [`FEASIBLE`].
pub(super) const SMALL_PIVOT: f64 = 1e-6;

/// How far the two ways to compute a pivot may be apart, relative to it.
pub(super) const PIVOT_ERROR: f64 = SMALL_PIVOT;

/// The largest entry that the inverse of a kernel to start from may have: a pivot of its size was not to be trusted. From
/// such a kernel every iteration asks for another inverse (the set `default`: no end after 3 minutes).
pub(super) const LARGEST_INVERSE: f64 = 1.0 / SMALL_PIVOT;

/// The least squared norm of a basic variable's row of the inverse: below it is rounding. HiGHS has the same floor under the
/// weights of its dual steepest edge. A wrong weight costs iterations only.
pub(super) const SMALLEST_WEIGHT: f64 = 1e-4;

/// Updates of the kernel's inverse before it is computed anew. That costs some `k^3` multiplications for a kernel of size
/// `k`, an update `k^2`: spread over 200 updates, a kernel of 200 pays for one update more each time, and one of 512, from which on others
/// solve, for less than three. With fewer that price rises; with more, rounding adds up until the two ways to compute a pivot disagree,
/// and the kernel is computed anew for that reason.
pub(super) const UPDATES: usize = 200;

/// So few iterations from one inverse to the next are a short run, and after so many of those in a row the kernel is
/// given up: each costs the cube of its size.
pub(super) const SHORT_RUN: u64 = 2;

/// See [`SHORT_RUN`].
pub(super) const MOST_SHORT_RUNS: usize = 100;

/// Iterations between two looks at the clock. A look takes less than a microsecond, an iteration from some microseconds up to
/// milliseconds, so that a wish to end is seen within tens of milliseconds.
pub(super) const LOOK: u64 = 16;

/// Iterations for each row and variable after which a solve is given up. A dual simplex takes a few for each row; this is an end for one
/// that makes no progress.
pub(super) const MOST_ITERATIONS: usize = 50;

/// Iterations for the costs as they are, besides one for each row of the kernel. Where they do not suffice, the vertex for moved costs
/// stands, which is optimal to [`PROVED`].
pub(super) const MOST_FOR_TRUE_COSTS: usize = 50;

/// Iterations for each row after which a solve behind the trait of solvers is given up, with
/// [`IterationLimit`](rulegen_lp::LpStatus::IterationLimit). Sifting takes up to three on most sets; on `default`, whose vertex is most
/// degenerate, the simplex makes no progress.
pub(super) const MOST_IN_SIFTING: usize = 6;
