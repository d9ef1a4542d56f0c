//! The numbers that integer programs are solved with, and why they are these.
//!
//! | constant | value | unit | chosen by |
//! |---|---|---|---|
//! | [`POINT_TOLERANCE`] | 1e-5 | relative to `max(1, side)` | ten times the tolerance of HiGHS and CBC |
//! | [`NEAR_WHOLE_BOUND`] | 1e-9 | relative to `max(1, bound)` | rounding of sums |
//! | [`LARGEST_WHOLE_COST`] | 2^40 | cost | sums of 8,192 such costs are exact |
//! | [`SHARE_OF_STEP`] | 0.999 | steps of the objective | tolerance of solvers on gaps |
//! | [`STEP_SLACK`], [`BOUND_SLACK`] | 1e-6, 1e-9 | steps; relative to the bound | tolerance of solvers on objectives; rounding |
//! | [`FRACTIONAL`] | 1e-6 | distance to an integer | the tolerance of HiGHS and CBC |
//! | [`SAME_BOUND`] | 1e-9 | relative to `max(1, objective)` | rounding |
//! | [`LEAST_PSEUDO_COST`] | 1e-6 | objective per unit | keeps products of estimates from vanishing |
//! | [`GRACE`] | 0.5 s | time | a second is too long a wait after Ctrl-C |
//! | [`LOOK`] | 20 ms | time | 25 looks in a grace |
//! | [`RESERVE`] | 0.05 | part of the time left | solvers look at the clock between linear programs |
//! | [`NO_BOUND`] | 1e30 | objective | CBC's own |
//! | [`INCREMENT`] | 1e-5 | objective | CBC's default, see there |
//! | [`WITHOUT_PROBING`] | 64 | columns | 62,000 programs, see there |

use std::time::Duration;

/// How far a value may be from an integer, and a row, relative to `max(1, |side|)`, from its sides: HiGHS and CBC take
/// values within 1e-6 for integers, and rounding them moves a row a little.
pub(super) const POINT_TOLERANCE: f64 = 1e-5;

/// A bound so near to an integer, relative to its size, is taken for it.
pub(super) const NEAR_WHOLE_BOUND: f64 = 1e-9;

/// Whole costs up to this size make whole objectives: every integer up to 2^53 is a floating-point number.
pub(super) const LARGEST_WHOLE_COST: f64 = (1u64 << 40) as f64;

/// With a step of the objective, a point less than a step above the bound is optimal. A little less than the step, for
/// the tolerances of solvers.
pub(super) const SHARE_OF_STEP: f64 = 0.999;

/// What is taken off a bound, relative to the step, before it is rounded up.
pub(super) const STEP_SLACK: f64 = 1e-6;

/// The same, relative to the bound itself.
pub(super) const BOUND_SLACK: f64 = 1e-9;

/// A value this near to an integer is not branched on, as long as rounding it gives a solution.
pub(super) const FRACTIONAL: f64 = 1e-6;

/// A node whose bound is this near to the best objective, relative to its size, cannot be told from one that is as good.
pub(super) const SAME_BOUND: f64 = 1e-9;

/// A product of estimates is not to vanish with one of them.
pub(super) const LEAST_PSEUDO_COST: f64 = 1e-6;

/// How long after a limit a solver is waited for.
pub(super) const GRACE: Duration = Duration::from_millis(500);

/// How often the clock and the flag are looked at while a child process works.
#[cfg(feature = "cbc")]
pub(super) const LOOK: Duration = Duration::from_millis(20);

/// The part of its time that a solver is not told of, at most a second: solvers look at the clock between linear programs only.
#[cfg(any(feature = "cbc", feature = "highs"))]
pub(super) const RESERVE: f64 = 0.05;

/// CBC stands for "no bound" with a number of this size.
#[cfg(feature = "cbc")]
pub(super) const NO_BOUND: f64 = 1e30;

/// CBC's `increment`: what a new solution must gain over the last. It stays at its default: the smaller it is, the more often
/// an assertion of CLP 1.17 (ClpSimplexDual.cpp:2750; the Debian build keeps assertions) fails, on small programs that are solved
/// at the root. Without probing it never did.
#[cfg(feature = "cbc")]
pub(super) const INCREMENT: f64 = 1e-5;

/// CBC solves programs of at most so many columns without probing cuts, from which larger ones profit.
/// On random instances of up to 22 columns the assertion above ended 9 of 42,000 with a tiny `increment`, 2 of 62,000 with the
/// default, none of 62,000 without probing; of some 1,500 larger programs it ended none, with any setting.
#[cfg(feature = "cbc")]
pub(super) const WITHOUT_PROBING: usize = 64;
