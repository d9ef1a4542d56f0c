//! Loops over long vectors, compiled for the widest vectors of the machine.

use pulp::Arch;

/// Runs `work` compiled for the widest vectors of this machine. Only what is inlined into it is.
#[inline(always)]
pub(crate) fn wide<R>(work: impl FnOnce() -> R) -> R {
    Arch::new().dispatch(work)
}

/// Returns the numbers in multiples of `unit`, rounded to whole ones.
pub(crate) fn multiples(numbers: &[f64], unit: f64) -> Vec<f64> {
    wide(
        #[inline(always)]
        || numbers.iter().map(|number| (number / unit).round()).collect(),
    )
}
