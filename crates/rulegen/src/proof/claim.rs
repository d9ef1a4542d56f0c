//! Numbers that are claimed: few digits, rounded towards the safe side.

/// The significant digits of a claim.
const DIGITS: i32 = 9;

/// The part of a number by which a claim is weaker than what was computed. Sums of a million terms
/// are more exact than that.
const SLACK: f64 = 1e-9;

/// The least power of ten that the digits of a claim are multiples of, well above the least number.
const LEAST_UNIT: i32 = -290;

/// Returns a number of few digits that is not below `x`, which is not negative.
pub(super) fn rounded_up(x: f64) -> f64 {
    rounded(x * (1.0 + SLACK), f64::ceil)
}

/// Returns a number of few digits that is not above `x`, which is not negative.
pub(super) fn rounded_down(x: f64) -> f64 {
    rounded(x * (1.0 - SLACK), f64::floor)
}

fn rounded(x: f64, round: fn(f64) -> f64) -> f64 {
    if x <= 0.0 || !x.is_finite() {
        return x.max(0.0);
    }
    let unit = (x.log10().floor() as i32 + 1 - DIGITS).max(LEAST_UNIT);
    // Powers of ten are exact up to 10^22, and the text has the digits alone.
    let digits = if unit < 0 { round(x * 10f64.powi(-unit)) } else { round(x / 10f64.powi(unit)) };
    format!("{digits}e{unit}").parse().expect("digits and an exponent")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn claims_have_few_digits() {
        assert_eq!((rounded_down(28.970_543_210_987), rounded_up(28.970_543_210_987)), (28.9705431, 28.9705433));
        assert_eq!((rounded_up(0.0), rounded_down(123_456_789_012.0)), (0.0, 1.23456788e11));
        assert_eq!((rounded_up(1e-309), rounded_down(1e-309)), (1e-290, 0.0));
    }

    proptest! {
        #[test]
        fn claims_are_on_the_safe_side(digits in 1.0f64..10.0, exponent in -12i32..12) {
            let x = digits * 10f64.powi(exponent);
            let (below, above) = (rounded_down(x), rounded_up(x));
            prop_assert!(below < x && x < above);
            prop_assert!(above - below < 3e-8 * x);
            prop_assert!(format!("{below:e}").split('e').next().unwrap().len() <= 10, "{below:e}");
        }
    }
}
