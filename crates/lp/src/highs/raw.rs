//! The calls of HiGHS that the crate `highs` lacks. Beside this module only `mip/child.rs` has
//! `unsafe` code. Every function is safe to call: lengths and indices are checked before they reach
//! C.
#![allow(unsafe_code)]

use std::ffi::{CStr, c_char, c_int, c_void};

use highs::{HighsStatus, Model, SolvedModel};
use highs_sys as c;

use rulegen_limits::StopFlag;

/// The integer type HiGHS was built with.
pub(crate) type Int = c::HighsInt;

/// A model that may go to another thread.
#[derive(Debug)]
pub(crate) struct Owned(pub(super) Model);

// SAFETY: a HiGHS instance holds no thread-local state, and `&mut` keeps two threads from calling
// into it at once.
unsafe impl Send for Owned {}

/// The inputs and outputs of a run while it lasts.
#[derive(Debug)]
pub(crate) struct MipWatch<'a> {
    /// The flag that ends the run.
    pub(crate) stop: &'a StopFlag,
    /// The improving solutions, in the order in which they were found.
    pub(crate) points: Vec<Vec<f64>>,
}

/// The events for which [`on_event`] is called.
const EVENTS: [Int; 2] = [c::kHighsCallbackMipImprovingSolution, c::kHighsCallbackMipInterrupt];

/// Rows to be added.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NewRows<'a> {
    pub(crate) lower: &'a [f64],
    pub(crate) upper: &'a [f64],
    /// The index in `indices` at which each row begins.
    pub(crate) starts: &'a [Int],
    pub(crate) indices: &'a [Int],
    pub(crate) values: &'a [f64],
}

/// Adds rows over the existing columns, all at once: one by one, each would copy the matrix.
///
/// # Panics
///
/// If the slices do not fit together, or name a column that does not exist.
pub(crate) fn add_rows(model: &mut Model, new: NewRows<'_>) -> Result<(), HighsStatus> {
    let NewRows { lower, upper, starts, indices, values } = new;
    assert!(lower.len() == upper.len() && lower.len() == starts.len(), "rows of different lengths");
    assert!(indices.len() == values.len(), "terms of different lengths");
    let terms = 0..=int(indices.len());
    assert!(starts.is_sorted() && starts.iter().all(|start| terms.contains(start)), "starts out of order");
    let columns = 0..int(model.num_cols());
    assert!(indices.iter().all(|index| columns.contains(index)), "no such column");
    // SAFETY: the lengths of all arrays and the range of the indices were just checked.
    accepted(unsafe {
        c::Highs_addRows(
            model.as_mut_ptr(),
            int(lower.len()),
            lower.as_ptr(),
            upper.as_ptr(),
            int(indices.len()),
            starts.as_ptr(),
            indices.as_ptr(),
            values.as_ptr(),
        )
    })
}

/// Restarts the clock of the time limit, which otherwise counts from the creation of the model.
pub(crate) fn zero_clocks(model: &mut Model) {
    // SAFETY: the handle is live.
    unsafe { c::Highs_zeroAllClocks(model.as_mut_ptr()) };
}

/// Returns the basis of the last run: a status constant per column and row.
pub(crate) fn basis(model: &Model) -> Result<(Vec<Int>, Vec<Int>), HighsStatus> {
    let (mut columns, mut rows) = (vec![0; model.num_cols()], vec![0; model.num_rows()]);
    // SAFETY: the arrays are as long as the model has columns and rows; the call only reads from
    // the handle.
    accepted(unsafe { c::Highs_getBasis(model.as_ptr(), columns.as_mut_ptr(), rows.as_mut_ptr()) })?;
    Ok((columns, rows))
}

/// Sets the basis from which the next run starts: a status constant per column and row.
///
/// # Panics
///
/// If the lengths are not those of the model.
pub(crate) fn set_basis(model: &mut Model, columns: &[Int], rows: &[Int]) -> Result<(), HighsStatus> {
    assert!(columns.len() == model.num_cols() && rows.len() == model.num_rows(), "a basis of another model");
    // SAFETY: the lengths were just checked; HiGHS checks the statuses.
    accepted(unsafe { c::Highs_setBasis(model.as_mut_ptr(), columns.as_ptr(), rows.as_ptr()) })
}

/// Returns a 64-bit value that HiGHS reports about the run.
pub(crate) fn int64_info(model: &mut SolvedModel, name: &'static CStr) -> Result<i64, HighsStatus> {
    let mut value: i64 = 0;
    // SAFETY: the handle is live, the name ends in NUL; HiGHS refuses a name of another type.
    accepted(unsafe { c::Highs_getInt64InfoValue(model.as_mut_ptr(), name.as_ptr(), &mut value) })?;
    Ok(value)
}

/// Solves with `watch`.
pub(crate) fn solve_watched(mut model: Model, watch: &mut MipWatch<'_>) -> Result<SolvedModel, HighsStatus> {
    let data: *mut MipWatch<'_> = watch;
    // SAFETY: the handle is live. HiGHS calls `on_event` only during the run below, for as long as
    // the events are started, and `watch` is borrowed until they are stopped.
    accepted(unsafe { c::Highs_setCallback(model.as_mut_ptr(), Some(on_event), data.cast()) })?;
    for event in EVENTS {
        // SAFETY: the handle is live.
        accepted(unsafe { c::Highs_startCallback(model.as_mut_ptr(), event) })?;
    }
    // A run that fails destroys the model, and the callback with it.
    let mut solved = model.try_solve()?;
    for event in EVENTS {
        // SAFETY: the handle is live.
        accepted(unsafe { c::Highs_stopCallback(solved.as_mut_ptr(), event) })?;
    }
    Ok(solved)
}

/// Handles an event during [`solve_watched`]. Nothing in it panics, since a panic here would end
/// the process.
///
/// # Safety
///
/// `watch` must point to a [`MipWatch`] that nobody else uses; `output` and `input` must each be
/// null or valid.
unsafe extern "C" fn on_event(
    event: c_int,
    _message: *const c_char,
    output: *const c::HighsCallbackDataOut,
    input: *mut c::HighsCallbackDataIn,
    watch: *mut c_void,
) {
    // SAFETY: `solve_watched` passes its watch, which it borrows mutably, and leaves it alone for
    // as long as the run lasts; HiGHS runs on one thread, so no two calls come at once.
    let Some(watch) = (unsafe { watch.cast::<MipWatch<'_>>().as_mut() }) else { return };
    if event == c::kHighsCallbackMipImprovingSolution {
        // SAFETY: null or valid, as HiGHS promises.
        let Some(output) = (unsafe { output.as_ref() }) else { return };
        if let (false, Ok(length)) = (output.mip_solution.is_null(), usize::try_from(output.mip_solution_size)) {
            // SAFETY: HiGHS keeps a solution of this length at this address during this call.
            let values = unsafe { std::slice::from_raw_parts(output.mip_solution, length) };
            watch.points.push(values.to_vec());
        }
    }
    // SAFETY: null or valid, as HiGHS promises, and nobody else's during this call.
    let Some(input) = (unsafe { input.as_mut() }) else { return };
    if watch.stop.is_raised() {
        input.user_interrupt = 1;
    }
}

fn accepted(status: Int) -> Result<(), HighsStatus> {
    if status == c::STATUS_ERROR { Err(HighsStatus::Error) } else { Ok(()) }
}

/// # Panics
///
/// If the count exceeds the integers that HiGHS was built with.
fn int(count: usize) -> Int {
    Int::try_from(count).expect("more than HiGHS can count")
}
