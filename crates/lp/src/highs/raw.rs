//! The C interface of HiGHS: the only module with `unsafe` code. Every function here is safe to call; lengths and
//! indices are checked before they cross the border.
#![allow(unsafe_code)]

use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr::{self, NonNull};

use highs_sys as c;

use crate::Interrupt;

/// The integer type HiGHS was built with.
pub(super) type Int = c::HighsInt;

/// A call that HiGHS answered with an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Refused {
    /// The function or option.
    pub(super) call: &'static str,
}

/// One HiGHS instance with the model in it.
#[derive(Debug)]
pub(super) struct Instance {
    handle: NonNull<c_void>,
    columns: usize,
    rows: usize,
}

// SAFETY: an instance holds no thread-local state, and `&mut` keeps two threads from calling into it at once.
unsafe impl Send for Instance {}

impl Drop for Instance {
    fn drop(&mut self) {
        // SAFETY: the handle came from Highs_create and is destroyed once.
        unsafe { c::Highs_destroy(self.handle.as_ptr()) }
    }
}

/// What goes in and out of a run while it lasts.
#[derive(Debug)]
pub(super) struct MipWatch<'a> {
    /// Ends the run.
    pub(super) interrupted: Option<&'a Interrupt>,
    /// The improving solutions, in the order of finding.
    pub(super) points: Vec<Vec<f64>>,
}

/// The events that a watch hears of.
const EVENTS: [Int; 2] = [c::kHighsCallbackMipImprovingSolution, c::kHighsCallbackMipInterrupt];

/// Columns without coefficients, or the shape of rows to add.
#[derive(Clone, Copy, Debug)]
pub(super) struct NewRows<'a> {
    pub(super) lower: &'a [f64],
    pub(super) upper: &'a [f64],
    /// Where each row begins in `indices`.
    pub(super) starts: &'a [Int],
    pub(super) indices: &'a [Int],
    pub(super) values: &'a [f64],
}

impl Instance {
    /// `None` if HiGHS is out of memory.
    pub(super) fn new() -> Option<Self> {
        // SAFETY: no arguments; the result is checked for null.
        let handle = NonNull::new(unsafe { c::Highs_create() })?;
        Some(Self { handle, columns: 0, rows: 0 })
    }

    pub(super) fn columns(&self) -> usize {
        self.columns
    }

    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    pub(super) fn set_bool(&mut self, option: &'static CStr, value: bool) -> Result<(), Refused> {
        // SAFETY: the handle is live, the name ends in NUL.
        let status = unsafe { c::Highs_setBoolOptionValue(self.handle.as_ptr(), option.as_ptr(), Int::from(value)) };
        accepted(option.to_str().unwrap_or("option"), status)
    }

    pub(super) fn set_int(&mut self, option: &'static CStr, value: Int) -> Result<(), Refused> {
        // SAFETY: the handle is live, the name ends in NUL.
        let status = unsafe { c::Highs_setIntOptionValue(self.handle.as_ptr(), option.as_ptr(), value) };
        accepted(option.to_str().unwrap_or("option"), status)
    }

    pub(super) fn set_double(&mut self, option: &'static CStr, value: f64) -> Result<(), Refused> {
        // SAFETY: the handle is live, the name ends in NUL.
        let status = unsafe { c::Highs_setDoubleOptionValue(self.handle.as_ptr(), option.as_ptr(), value) };
        accepted(option.to_str().unwrap_or("option"), status)
    }

    pub(super) fn set_string(&mut self, option: &'static CStr, value: &CStr) -> Result<(), Refused> {
        // SAFETY: the handle is live, both strings end in NUL, and HiGHS copies the value.
        let status = unsafe { c::Highs_setStringOptionValue(self.handle.as_ptr(), option.as_ptr(), value.as_ptr()) };
        accepted(option.to_str().unwrap_or("option"), status)
    }

    /// Adds columns that occur in no row yet.
    ///
    /// # Panics
    ///
    /// If the slices differ in length.
    pub(super) fn add_columns(&mut self, costs: &[f64], lower: &[f64], upper: &[f64]) -> Result<(), Refused> {
        assert!(costs.len() == lower.len() && costs.len() == upper.len(), "columns of different lengths");
        let starts = vec![0 as Int; costs.len()];
        // SAFETY: all four arrays have as many entries as there are new columns; the two empty ones are not read.
        let status = unsafe {
            c::Highs_addCols(
                self.handle.as_ptr(),
                int(costs.len()),
                costs.as_ptr(),
                lower.as_ptr(),
                upper.as_ptr(),
                0,
                starts.as_ptr(),
                [].as_ptr(),
                [].as_ptr(),
            )
        };
        accepted("Highs_addCols", status)?;
        self.columns += costs.len();
        Ok(())
    }

    /// Adds rows over the columns there are.
    ///
    /// # Panics
    ///
    /// If the slices do not fit together, or name a column that does not exist.
    pub(super) fn add_rows(&mut self, new: NewRows<'_>) -> Result<(), Refused> {
        let NewRows { lower, upper, starts, indices, values } = new;
        assert!(lower.len() == upper.len() && lower.len() == starts.len(), "rows of different lengths");
        assert!(indices.len() == values.len(), "terms of different lengths");
        let terms = 0..=int(indices.len());
        assert!(starts.is_sorted() && starts.iter().all(|start| terms.contains(start)), "starts out of order");
        let columns = 0..int(self.columns);
        assert!(indices.iter().all(|index| columns.contains(index)), "no such column");
        // SAFETY: the lengths of all arrays and the range of the indices were just checked.
        let status = unsafe {
            c::Highs_addRows(
                self.handle.as_ptr(),
                int(lower.len()),
                lower.as_ptr(),
                upper.as_ptr(),
                int(indices.len()),
                starts.as_ptr(),
                indices.as_ptr(),
                values.as_ptr(),
            )
        };
        accepted("Highs_addRows", status)?;
        self.rows += lower.len();
        Ok(())
    }

    /// Solves; gives the model status.
    pub(super) fn run(&mut self) -> Result<Int, Refused> {
        // SAFETY: the handle is live.
        let (status, model_status) = unsafe {
            // The time limit counts from the last time the clock was zero, not from the call.
            c::Highs_zeroAllClocks(self.handle.as_ptr());
            (c::Highs_run(self.handle.as_ptr()), c::Highs_getModelStatus(self.handle.as_ptr()))
        };
        accepted("Highs_run", status)?;
        Ok(model_status)
    }

    /// Solves with `watch`; gives the model status.
    pub(super) fn run_mip(&mut self, watch: &mut MipWatch<'_>) -> Result<Int, Refused> {
        let data: *mut MipWatch<'_> = watch;
        // SAFETY: the handle is live. HiGHS calls `on_event` only during the run below, for as long as the events are
        // started, and `watch` is borrowed until they are stopped.
        let status = unsafe { c::Highs_setCallback(self.handle.as_ptr(), Some(on_event), data.cast()) };
        accepted("Highs_setCallback", status)?;
        for event in EVENTS {
            // SAFETY: the handle is live.
            accepted("Highs_startCallback", unsafe { c::Highs_startCallback(self.handle.as_ptr(), event) })?;
        }
        let ran = self.run();
        for event in EVENTS {
            // SAFETY: the handle is live.
            accepted("Highs_stopCallback", unsafe { c::Highs_stopCallback(self.handle.as_ptr(), event) })?;
        }
        ran
    }

    /// Says which columns are integers.
    ///
    /// # Panics
    ///
    /// If there is not one mark per column.
    pub(super) fn set_integers(&mut self, integer: &[bool]) -> Result<(), Refused> {
        assert!(integer.len() == self.columns, "marks of another model");
        let types: Vec<Int> =
            integer.iter().map(|&i| if i { c::VAR_TYPE_INTEGER } else { c::VAR_TYPE_CONTINUOUS }).collect();
        let mask = vec![1 as Int; integer.len()];
        // SAFETY: both arrays have one entry per column.
        let status =
            unsafe { c::Highs_changeColsIntegralityByMask(self.handle.as_ptr(), mask.as_ptr(), types.as_ptr()) };
        accepted("Highs_changeColsIntegralityByMask", status)
    }

    /// The point to start from.
    ///
    /// # Panics
    ///
    /// If there is not one value per column.
    pub(super) fn set_solution(&mut self, values: &[f64]) -> Result<(), Refused> {
        assert!(values.len() == self.columns, "a point of another model");
        // SAFETY: one value per column; the interface allows null for all the rest.
        let status = unsafe {
            c::Highs_setSolution(self.handle.as_ptr(), values.as_ptr(), ptr::null(), ptr::null(), ptr::null())
        };
        accepted("Highs_setSolution", status)
    }

    /// Gives a column other bounds.
    ///
    /// # Panics
    ///
    /// If there is no such column.
    pub(super) fn set_bounds(&mut self, column: usize, lower: f64, upper: f64) -> Result<(), Refused> {
        assert!(column < self.columns, "no such column");
        // SAFETY: the handle is live, the column exists.
        let status = unsafe { c::Highs_changeColBounds(self.handle.as_ptr(), int(column), lower, upper) };
        accepted("Highs_changeColBounds", status)
    }

    /// A number that HiGHS has about the last run.
    pub(super) fn double_info(&self, name: &'static CStr) -> Result<f64, Refused> {
        let mut value = 0.0;
        // SAFETY: the handle is live, the name ends in NUL; HiGHS refuses a name of another type.
        let status = unsafe { c::Highs_getDoubleInfoValue(self.handle.as_ptr(), name.as_ptr(), &mut value) };
        accepted("Highs_getDoubleInfoValue", status).map(|()| value)
    }

    /// The same, an integer.
    pub(super) fn int_info(&self, name: &'static CStr) -> Result<Int, Refused> {
        let mut value: Int = 0;
        // SAFETY: as in `double_info`.
        let status = unsafe { c::Highs_getIntInfoValue(self.handle.as_ptr(), name.as_ptr(), &mut value) };
        accepted("Highs_getIntInfoValue", status).map(|()| value)
    }

    /// The same, an integer of 64 bits.
    pub(super) fn int64_info(&self, name: &'static CStr) -> Result<i64, Refused> {
        let mut value: i64 = 0;
        // SAFETY: as in `double_info`.
        let status = unsafe { c::Highs_getInt64InfoValue(self.handle.as_ptr(), name.as_ptr(), &mut value) };
        accepted("Highs_getInt64InfoValue", status).map(|()| value)
    }

    /// Forgets basis and solution, but not the model.
    pub(super) fn clear_solver(&mut self) -> Result<(), Refused> {
        // SAFETY: the handle is live.
        let status = unsafe { c::Highs_clearSolver(self.handle.as_ptr()) };
        accepted("Highs_clearSolver", status)
    }

    /// The values of the columns and the duals of the rows.
    pub(super) fn solution(&self) -> Result<(Vec<f64>, Vec<f64>), Refused> {
        let (mut values, mut reduced_costs) = (vec![0.0; self.columns], vec![0.0; self.columns]);
        let (mut activities, mut duals) = (vec![0.0; self.rows], vec![0.0; self.rows]);
        // SAFETY: the arrays are as long as the model has columns and rows, which this type alone changes.
        let status = unsafe {
            c::Highs_getSolution(
                self.handle.as_ptr(),
                values.as_mut_ptr(),
                reduced_costs.as_mut_ptr(),
                activities.as_mut_ptr(),
                duals.as_mut_ptr(),
            )
        };
        accepted("Highs_getSolution", status)?;
        Ok((values, duals))
    }

    /// Simplex iterations of the last run.
    pub(super) fn iterations(&self) -> Option<u64> {
        u64::try_from(self.int_info(c"simplex_iteration_count").ok()?).ok()
    }

    /// The basis of the last run: a status constant per column and row.
    pub(super) fn basis(&self) -> Result<(Vec<Int>, Vec<Int>), Refused> {
        let (mut columns, mut rows) = (vec![0; self.columns], vec![0; self.rows]);
        // SAFETY: the arrays are as long as the model has columns and rows, which this type alone changes.
        let status = unsafe { c::Highs_getBasis(self.handle.as_ptr(), columns.as_mut_ptr(), rows.as_mut_ptr()) };
        accepted("Highs_getBasis", status)?;
        Ok((columns, rows))
    }

    /// The basis to start the next run from: a status constant per column and row.
    ///
    /// # Panics
    ///
    /// If the lengths are not those of the model.
    pub(super) fn set_basis(&mut self, columns: &[Int], rows: &[Int]) -> Result<(), Refused> {
        assert!(columns.len() == self.columns && rows.len() == self.rows, "a basis of another model");
        // SAFETY: the lengths were just checked; HiGHS checks the statuses.
        let status = unsafe { c::Highs_setBasis(self.handle.as_ptr(), columns.as_ptr(), rows.as_ptr()) };
        accepted("Highs_setBasis", status)
    }
}

/// Hears of an event during [`Instance::run_mip`]. Nothing in it panics: a panic here would end the process.
///
/// # Safety
///
/// `watch` must point to a [`MipWatch`] that nobody else uses; `output` and `input` must each be null or valid.
unsafe extern "C" fn on_event(
    event: c_int,
    _message: *const c_char,
    output: *const c::HighsCallbackDataOut,
    input: *mut c::HighsCallbackDataIn,
    watch: *mut c_void,
) {
    // SAFETY: `run_mip` passes its watch, which it borrows mutably, and leaves it alone for as long as the run lasts; HiGHS
    // runs on one thread, so no two calls come at once.
    let Some(watch) = (unsafe { watch.cast::<MipWatch<'_>>().as_mut() }) else { return };
    if event == c::kHighsCallbackMipImprovingSolution {
        // SAFETY: null or valid, as HiGHS promises.
        let Some(output) = (unsafe { output.as_ref() }) else { return };
        if let (false, Ok(length)) = (output.mip_solution.is_null(), usize::try_from(output.mip_solution_size)) {
            // SAFETY: HiGHS keeps a solution of so many values at that place during this call.
            let values = unsafe { std::slice::from_raw_parts(output.mip_solution, length) };
            watch.points.push(values.to_vec());
        }
    }
    // SAFETY: null or valid, as HiGHS promises, and nobody else's during this call.
    let Some(input) = (unsafe { input.as_mut() }) else { return };
    if watch.interrupted.is_some_and(Interrupt::is_wanted) {
        input.user_interrupt = 1;
    }
}

fn accepted(call: &'static str, status: Int) -> Result<(), Refused> {
    if status == c::STATUS_ERROR { Err(Refused { call }) } else { Ok(()) }
}

/// # Panics
///
/// Past the integers that HiGHS was built with.
fn int(count: usize) -> Int {
    Int::try_from(count).expect("more than HiGHS can count")
}
