//! Loops over long vectors, compiled for the widest SIMD vectors of the machine.
//!
//! Sums use [`LANES`] lanes on every machine, so that all machines round alike.

use pulp::Arch;

/// Replaces 0 in divisors.
pub(crate) const TINY: f64 = 1e-300;

/// The number of partial sums of a loop.
const LANES: usize = 8;

/// Runs `work` compiled for the SIMD vectors of this machine.
pub(crate) fn wide<R>(work: impl FnOnce() -> R) -> R {
    Arch::new().dispatch(work)
}

/// Returns `a·b`.
pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    wide(|| {
        let mut sums = [0.0; LANES];
        let (a, b) = (a.chunks_exact(LANES), b.chunks_exact(LANES));
        let rest: f64 = a.remainder().iter().zip(b.remainder()).map(|(a, b)| a * b).sum();
        for (a, b) in a.zip(b) {
            for lane in 0..LANES {
                sums[lane] += a[lane] * b[lane];
            }
        }
        sums.iter().sum::<f64>() + rest
    })
}

/// Adds `factor` times `v` to `to`.
pub(crate) fn add(to: &mut [f64], factor: f64, v: &[f64]) {
    wide(|| to.iter_mut().zip(v).for_each(|(a, b)| *a += factor * b));
}

/// Returns `(a + p da)·(b + q db)`.
pub(crate) fn dot_after((a, da, p): (&[f64], &[f64], f64), (b, db, q): (&[f64], &[f64], f64)) -> f64 {
    dot(a, b) + q * dot(a, db) + p * dot(da, b) + p * q * dot(da, db)
}

/// Returns the longest step from `now` along `by` that keeps all numbers positive.
pub(crate) fn longest(now: &[f64], by: &[f64]) -> f64 {
    let limit = |now: f64, by: f64| if by < 0.0 { -now / by } else { f64::INFINITY };
    let least = |a: f64, b: f64| if b < a { b } else { a };
    wide(|| {
        let mut limits = [f64::INFINITY; LANES];
        let (now, by) = (now.chunks_exact(LANES), by.chunks_exact(LANES));
        let rest = now.remainder().iter().zip(by.remainder()).map(|(&now, &by)| limit(now, by));
        let rest = rest.fold(f64::INFINITY, least);
        for (now, by) in now.zip(by) {
            for lane in 0..LANES {
                limits[lane] = least(limits[lane], limit(now[lane], by[lane]));
            }
        }
        limits.into_iter().fold(rest, least)
    })
}

/// Replaces the contents of `numbers`.
pub(crate) fn refill(numbers: &mut Vec<f64>, by: impl Iterator<Item = f64>) {
    wide(|| {
        numbers.clear();
        numbers.extend(by);
    });
}

/// Takes a step of `length` along `by`. Numbers stay at least [`TINY`], since the next step divides
/// by them.
pub(crate) fn advance(now: &mut [f64], by: &[f64], length: f64) {
    wide(|| now.iter_mut().zip(by).for_each(|(a, d)| *a = (*a + length * d).max(TINY)));
}
