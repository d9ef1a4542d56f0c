//! The numbers by which the restricted LP is solved, and why they are these.
//!
//! | constant | value | unit | chosen by |
//! |---|---|---|---|
//! | [`FAR`] | 0.05 | cost of the column | not measured |
//! | [`PATIENCE`] | 3 | solves | not measured; that it doubles, by a degenerate LP |
//! | [`LOOSE`] | 1e-4 | relative gap | a hundredth of it is the gap at which a run is optimal; not measured |
//! | [`MOST_INACTIVE`] | 0.2 | rows of the solver | measured, `docs/measurements/lp.md` |
//! | [`LARGEST_WORKING_BASIS`] | 512 | rows | phoneme above, diabetes and mammography below |
//! | [`MOST_VARIABLES`] | 6000 | variables | magic above, mammography below |
//! | [`MOST_ROWS`] | 256 | rows of the loss | half of `LARGEST_WORKING_BASIS`; student above, glass below |
//! | [`BEFORE_VERTEX`] | 1e-6 | relative gap | the gap at which a run is optimal; looser ones: no gain |
//! | [`IN_PLACE_OF_VERTEX`] | 1e-8 | relative gap | a hundredth of that gap |
//! | [`MOST_AT_ONCE`] | 1000 | columns | default below, phoneme above |
//!
//! They choose between ways to the same optimum, and so cost time only: an inactive column is looked at after each solve, and a run
//! is optimal by its bound alone.

/// A column is far from use when its reduced cost is above this part of its cost. Less makes columns inactive that come back, for another
/// solve; more keeps rows in the LP that do not matter.
pub(super) const FAR: f64 = 0.05;

/// After so many solves far from use in a row a column becomes inactive. Each time that it has to be activated again this
/// doubles: in a degenerate LP columns would come and go for ever.
pub(super) const PATIENCE: u32 = 3;

/// A relative gap above which a solution is loose: what improves at it waits for the next solve. Larger, and rounds solve once more for
/// columns that a finer solution would not want; smaller, and pricers are asked at duals that columns at hand violate.
pub(super) const LOOSE: f64 = 1e-4;

/// Inactive columns stay in a simplex solver until they are this part of its rows: a row that does not matter costs a little in each
/// iteration, and taking rows out costs a pass over the program, with `warm-start` a solver loaded anew.
pub(super) const MOST_INACTIVE: f64 = 0.2;

/// An iteration costs the square of the working basis's size, and a better solution takes more of them: beyond this
/// size interior points on merged samples took less time (phoneme), below it more (diabetes, mammography).
pub(super) const LARGEST_WORKING_BASIS: usize = 512;

/// So many variables, for most losses samples, that interior points on merged ones take less time from the start (magic: 11 s a round
/// against 2); with fewer they do not (mammography, 4,141).
pub(super) const MOST_VARIABLES: usize = 6000;

/// The same for the rows of a loss, which fill the working basis: with 211 (glass) interior points took twice the time, with 649 (student) an
/// eighth.
pub(super) const MOST_ROWS: usize = LARGEST_WORKING_BASIS / 2;

/// How finely the interior point solves before a vertex is made of it: to the gap at which a run is optimal, so that what is left to
/// the simplex is ties. Finer costs some steps more, looser more variables that are held wrongly.
pub(super) const BEFORE_VERTEX: f64 = 1e-6;

/// How finely it solves where no vertex can be had: a hundredth of the gap at which a run is optimal, and what the method takes for its
/// default.
pub(super) const IN_PLACE_OF_VERTEX: f64 = 1e-8;

/// A vertex of so many columns is looked for over all of them at once. Inactive ones come back in turns
/// otherwise, which takes longer where there are few (default: 18 s instead of 3) and saves time where there are
/// many (phoneme: 4 s instead of 20).
pub(super) const MOST_AT_ONCE: usize = 1000;
