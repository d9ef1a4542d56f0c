//! The numbers by which the restricted LP is solved, and why they are these.
//!
//! | constant | value | unit | chosen by |
//! |---|---|---|---|
//! | [`FAR`] | 0.05 | cost of the column | measured, `docs/measurements/lp.md` |
//! | [`PATIENCE`] | 3 | solves | measured, `docs/measurements/lp.md`; that it doubles, by a degenerate LP |
//! | [`LOOSE`] | 1e-4 | relative gap | a hundred times the gap of an optimal run; measured, `docs/measurements/lp.md` |
//! | [`MOST_INACTIVE`] | 0.2 | rows of the solver | measured, `docs/measurements/lp.md` |
//! | [`LARGEST_WORKING_BASIS`] | 512 | rows | phoneme above, diabetes and mammography below |
//! | [`MOST_VARIABLES`] | 6000 | variables | magic above, mammography below |
//! | [`MOST_ROWS`] | 256 | rows of the loss | half of that above; student above, glass below |
//! | [`BEFORE_VERTEX`] | 1e-8 | relative gap | a hundredth of the gap of an optimal run |
//! | [`MOST_AT_ONCE`] | 1000 | columns | default below, phoneme above |
//!
//! They choose between ways to the same optimum, and so cost time only: an inactive column is
//! looked at after each solve, and a run is optimal by its bound alone.

/// A column is far from use when its reduced cost is above this part of its cost. A smaller value
/// makes columns inactive that come back, for another solve; a larger one keeps rows in the LP that
/// do not matter.
pub(super) const FAR: f64 = 0.05;

/// The number of successive solves far from use after which a column becomes inactive. It doubles
/// each time that the column has to be activated again, because in a degenerate LP columns would
/// come and go for ever.
pub(super) const PATIENCE: u32 = 3;

/// The relative gap above which a solution is loose, so that columns that improve at it wait for
/// the next solve. With a larger value rounds solve once more for columns that a finer solution
/// would not want; with a smaller one pricers are asked at duals that columns at hand violate.
pub(super) const LOOSE: f64 = 1e-4;

/// The part of a simplex solver's rows that inactive columns may fill. A row that does not matter
/// costs a little in each iteration; taking rows out costs a pass over the program, and with
/// `warm-start` a solver loaded anew.
pub(super) const MOST_INACTIVE: f64 = 0.2;

/// The largest working basis with which the simplex goes on. An iteration costs the square of its
/// size, and a better solution takes more of them. Beyond this size interior points on merged
/// samples took less time (phoneme), below it more (diabetes, mammography).
pub(super) const LARGEST_WORKING_BASIS: usize = 512;

/// The number of variables, for most losses samples, above which interior points on merged samples
/// take less time from the start (magic: 2 s a round against 11). With fewer they take more
/// (mammography, 4,141).
pub(super) const MOST_VARIABLES: usize = 6000;

/// The number of rows of a loss, which fill the working basis, above which interior points serve
/// from the start. With 211 (glass) they took twice the time, with 649 (student) an eighth.
pub(super) const MOST_ROWS: usize = LARGEST_WORKING_BASIS / 2;

/// The gap to which the interior point solves before a vertex is computed: a hundredth of the gap
/// at which a run is optimal. A vertex found by crossover is optimal to this gap, as is the
/// interior solution where no solver finds a vertex.
pub(super) const BEFORE_VERTEX: f64 = 1e-8;

/// The number of columns up to which a vertex is searched over all of them at once. Otherwise
/// inactive ones come back in turns, which takes longer where there are few (default: 18 s instead
/// of 3) and saves time where there are many (phoneme: 4 s instead of 20).
pub(super) const MOST_AT_ONCE: usize = 1000;
