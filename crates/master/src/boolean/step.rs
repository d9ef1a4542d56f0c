//! The common step of weights.

/// A remainder this small, relative to the largest value, is rounding.
const ROUNDING: f64 = 1e-12;

/// The most that a value may differ from a multiple of the step, in steps.
const MULTIPLE: f64 = 1e-9;

/// A step smaller than this part of the largest value counts as none, because nothing would be
/// gained by it.
const SMALLEST: f64 = 1e-4;

/// Returns the largest number that all `values` are multiples of, by Euclid's algorithm. Returns
/// `None` if it is too small to matter.
pub(super) fn common_step(values: impl Iterator<Item = f64> + Clone) -> Option<f64> {
    let largest = values.clone().fold(0.0, f64::max);
    let mut step = 0.0;
    for value in values.clone() {
        step = divisor(step, value, ROUNDING * largest);
        if step < SMALLEST * largest {
            return None;
        }
    }
    // Whole numbers stay whole.
    let step = if (step - f64::round(step)).abs() <= MULTIPLE * step { step.round() } else { step };
    let multiple = |value: f64| ((value / step) - (value / step).round()).abs() <= MULTIPLE;
    (step > 0.0 && values.clone().all(multiple)).then_some(step)
}

fn divisor(a: f64, b: f64, zero: f64) -> f64 {
    let (mut a, mut b) = (a.max(b), a.min(b));
    while b > zero {
        // To the nearest multiple, so that a remainder of almost b becomes a small one.
        let rest = (a - (a / b).round() * b).abs();
        (a, b) = (b, rest);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::common_step;

    fn of(values: &[f64]) -> Option<f64> {
        common_step(values.iter().copied())
    }

    #[test]
    fn steps_of_whole_and_of_broken_weights() {
        assert_eq!(of(&[1.0, 1.0, 3.0]), Some(1.0));
        assert_eq!(of(&[6.0, 9.0]), Some(3.0));
        assert_eq!(of(&[0.5, 2.0, 7.25]), Some(0.25));
        // 10 rows, balanced: 3 of one class, 7 of the other.
        let (a, b) = (10.0 / 6.0, 10.0 / 14.0);
        let step = of(&[a, b, 2.0 * a]).unwrap();
        assert!((a / step - 7.0).abs() < 1e-9 && (b / step - 3.0).abs() < 1e-9);
    }

    #[test]
    fn no_step() {
        assert_eq!(of(&[1.0, std::f64::consts::SQRT_2]), None);
        assert_eq!(of(&[1.0, 1e-7]), None);
        assert_eq!(of(&[]), None);
    }
}
