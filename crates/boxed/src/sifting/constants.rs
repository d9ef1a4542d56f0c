//! The numbers of sifting, and why they are these.
//!
//! | constant | value | unit | chosen by |
//! |---|---|---|---|
//! | [`CLEAR`] | 1e-3 | boxes over largest costs | not measured |
//! | [`NEAR`] | 0.2 | boxes | adult by sex, together with the next but one; the value is not measured |
//! | [`ALSO_OPENED`] | 0.1 | number of rows | phoneme |
//! | [`MOST_OPENED`] | 2 | number of rows | adult by sex, together with `NEAR`; measured, `docs/measurements/lp.md` |
//! | [`EXCESS_COST`] | 8 | largest cost, and factor | not measured |
//! | [`MOST_EXCESS_COST`] | 1e5 | largest cost | five times dearer, see there; not measured |
//! | [`ROUNDING`], [`AT_END`] | 1e-9 | relative to 1; boxes | a hundredth of what the verifier allows |
//! | [`SMALLEST_SLACK`], [`SMALLEST_COST`] | 1e-12 | slack; cost | numbers that nothing depends on |
//!
//! The first six are guesses: they cost rounds and never the answer, which is checked against the whole program.

/// A variable is held at a bound when it is this much closer to it, in units of its box, than its
/// reduced cost is to zero, in units of the largest cost. Larger, and more is held wrongly, for a round each time; smaller, and the
/// program of the open variables grows.
pub(super) const CLEAR: f64 = 1e-3;

/// The same where boxes stretch, whatever the reduced cost: few rules are in use then, most reduced costs are 0,
/// and an open variable costs a row. It came with [`MOST_OPENED`] and [`EXCESS_COST`]: adult by sex took a quarter of the time.
pub(super) const NEAR: f64 = 0.2;

/// Where none stretch, so many that are not wrong are opened with those that are, in units of the number of rows:
/// they cost next to nothing, and save rounds (phoneme: 6 s each).
pub(super) const ALSO_OPENED: f64 = 0.1;

/// The most variables that are opened at once where boxes stretch, in units of the number of rows. Each is a row more; fewer at once
/// are more rounds.
pub(super) const MOST_OPENED: usize = 2;

/// What exceeding a row costs at first, where it is allowed, in units of the largest cost: more than
/// the multiplier of any row is at an optimum, or else it is raised by this factor. Each time costs a round; a price far above all
/// others costs digits.
pub(super) const EXCESS_COST: f64 = 8.0;

/// From this cost on nothing is held instead: after it was raised five times, since `8^5 < 1e5 < 8^6`.
pub(super) const MOST_EXCESS_COST: f64 = 1e5;

/// Reduced costs and rows are met when they are missed by less.
pub(super) const ROUNDING: f64 = 1e-9;

/// Values this close to an end of their box, in units of it, are at that end.
pub(super) const AT_END: f64 = ROUNDING;

/// Rows with less slack than this are all as tight. The order of the tightest is all that depends on it, and with that where simplex
/// starts.
pub(super) const SMALLEST_SLACK: f64 = 1e-12;

/// Stands for the largest cost where all costs are 0.
pub(super) const SMALLEST_COST: f64 = 1e-12;
