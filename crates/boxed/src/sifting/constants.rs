//! The numeric constants of sifting, and why they have these values.
//!
//! | constant | value | unit | chosen by |
//! |---|---|---|---|
//! | [`CLEAR`] | 1e-3 | boxes over largest costs | magic: 1e-4 6% fewer, 1e-2 43% more iterations |
//! | [`NEAR`] | 0.2 | boxes | adult by sex; 0.05 and 0.45: see there |
//! | [`ALSO_OPENED`] | 0.1 | number of rows | phoneme |
//! | [`MOST_OPENED`] | 2 | number of rows | adult by sex; measured, `docs/measurements/lp.md` |
//! | [`EXCESS_COST`] | 8 | largest cost, and factor | 2: up to 36% more iterations; 32: 2% fewer |
//! | [`MOST_EXCESS_COST`] | 1e5 | largest cost | five times dearer; 1e3, 1e8: no change |
//! | [`ROUNDING`], [`AT_END`] | 1e-9 | relative to 1; boxes | a hundredth of the check |
//! | [`SMALLEST_SLACK`], [`SMALLEST_COST`] | 1e-12 | slack; cost | nothing depends on them |
//!
//! The measurements are in `docs/measurements/lp.md`. The first six cost rounds and never the
//! answer, which is checked against the whole program.

/// A variable is fixed at a bound if its distance to the bound, in units of its box, is less than
/// this times its reduced cost, in units of the largest cost. A larger value fixes more variables
/// wrongly, and each time costs a round. A smaller value makes the program of the open variables
/// larger.
pub(super) const CLEAR: f64 = 1e-3;

/// The distance to a bound, in units of the box, below which a variable is fixed whatever its
/// reduced cost, where boxes stretch: few rules are in use then, most reduced costs are 0, and an
/// open variable costs a row. It came with [`MOST_OPENED`] and [`EXCESS_COST`]: adult by sex took a
/// quarter of the time. On three smaller data sets 0.05 takes 4% to 42% fewer iterations of the
/// simplex, and 0.45 takes 14% to 26% fewer.
pub(super) const NEAR: f64 = 0.2;

/// The number of correctly fixed variables that are opened together with the wrongly fixed ones, in
/// units of the number of rows, where no box stretches. They cost next to nothing and save rounds
/// (phoneme: 6 s each).
pub(super) const ALSO_OPENED: f64 = 0.1;

/// The most variables that are opened at once where boxes stretch, in units of the number of rows.
/// Each adds a row; opening fewer at once takes more rounds.
pub(super) const MOST_OPENED: usize = 2;

/// The first price of violating a row, where that is allowed, in units of the largest cost. It
/// should exceed the multipliers of all rows at an optimum; if it does not, it is raised by this
/// factor. Each raise costs a round, and a price far above all other costs loses digits.
pub(super) const EXCESS_COST: f64 = 8.0;

/// The price from which on all variables are opened instead. It is passed after five raises, since
/// `8^5 < 1e5 < 8^6`.
pub(super) const MOST_EXCESS_COST: f64 = 1e5;

/// Reduced costs and rows that are missed by less than this count as met.
pub(super) const ROUNDING: f64 = 1e-9;

/// Values within this distance of an end of their box, in units of the box, count as being at that
/// end.
pub(super) const AT_END: f64 = ROUNDING;

/// Slacks below this are treated as equal. Only the order of the tightest rows depends on it, and
/// with it the starting basis of the simplex.
pub(super) const SMALLEST_SLACK: f64 = 1e-12;

/// The largest cost is taken to be at least this, in case all costs are 0.
pub(super) const SMALLEST_COST: f64 = 1e-12;
