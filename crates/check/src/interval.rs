//! Doubles that enclose a number, rounded outward.
//!
//! Sums, products and quotients of doubles are off by at most half a unit in the last place (IEEE
//! 754). Logarithms and exponentials of the standard library are taken to be off by at most
//! [`UNITS`] of them, several times what the libraries behind it document.

use crate::fraction::Fraction;
use std::ops::{Add, Div, Mul, Sub};

/// The units in the last place by which a logarithm or an exponential may be off.
const UNITS: usize = 8;

/// A number from `low` to `high`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Interval {
    pub(crate) low: f64,
    pub(crate) high: f64,
}

fn down(number: f64, units: usize) -> f64 {
    (0..units).fold(number, |number, _| number.next_down())
}

fn up(number: f64, units: usize) -> f64 {
    (0..units).fold(number, |number, _| number.next_up())
}

impl Interval {
    pub(crate) const ZERO: Interval = Interval { low: 0.0, high: 0.0 };
    pub(crate) const ONE: Interval = Interval { low: 1.0, high: 1.0 };

    fn around(low: f64, high: f64, units: usize) -> Interval {
        Interval { low: down(low, units), high: up(high, units) }
    }

    /// Returns the smaller end of an interval of numbers that are not negative.
    pub(crate) fn not_negative(self) -> Interval {
        Interval { low: self.low.max(0.0), high: self.high.max(0.0) }
    }

    pub(crate) fn exp(self) -> Interval {
        Interval::around(self.low.exp(), self.high.exp(), UNITS).not_negative()
    }

    /// Returns the logarithm of positive numbers.
    pub(crate) fn ln(self) -> Interval {
        Interval::around(self.low.ln(), self.high.ln(), UNITS)
    }

    /// Returns a number that `- q ln q` is not below for any q of the interval, which is within 0
    /// and 1: the function is concave, so it is least at an end.
    pub(crate) fn least_entropy(self) -> f64 {
        let at = |q: f64| match q > 0.0 {
            true => (Interval::ZERO - Interval { low: q, high: q } * Interval { low: q, high: q }.ln()).low,
            false => 0.0,
        };
        at(self.low.clamp(0.0, 1.0)).min(at(self.high.clamp(0.0, 1.0))).max(0.0)
    }
}

impl From<&Fraction> for Interval {
    fn from(fraction: &Fraction) -> Interval {
        let ((over, up), (under, down)) = (fraction.over().near(), fraction.under().near());
        // A power of two in two factors: one of them alone may be beyond doubles.
        let half = (up - down) / 2;
        let near = over / under * 2_f64.powi(half) * 2_f64.powi(up - down - half);
        match near.is_finite() {
            true => Interval::around(near, near, 16),
            false => Interval { low: f64::NEG_INFINITY, high: f64::INFINITY },
        }
    }
}

impl Add for Interval {
    type Output = Interval;

    fn add(self, other: Interval) -> Interval {
        Interval::around(self.low + other.low, self.high + other.high, 1)
    }
}

impl Sub for Interval {
    type Output = Interval;

    fn sub(self, other: Interval) -> Interval {
        Interval::around(self.low - other.high, self.high - other.low, 1)
    }
}

impl Mul for Interval {
    type Output = Interval;

    fn mul(self, other: Interval) -> Interval {
        let ends = [self.low * other.low, self.low * other.high, self.high * other.low, self.high * other.high];
        let (low, high) =
            (ends.into_iter().fold(f64::INFINITY, f64::min), ends.into_iter().fold(f64::NEG_INFINITY, f64::max));
        Interval::around(low, high, 1)
    }
}

impl Div for Interval {
    type Output = Interval;

    /// Divides a number that is not negative by a positive one.
    fn div(self, other: Interval) -> Interval {
        Interval::around(self.low / other.high, self.high / other.low, 1).not_negative()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::whole::Whole;
    use proptest::prelude::*;

    fn of(text: &str) -> Interval {
        Interval::from(&Fraction::of_decimal(text).unwrap())
    }

    proptest! {
        #[test]
        fn ends_enclose_the_fraction(number in -1e6..1e6_f64, places in 0..80_i32) {
            let fraction = Fraction::of_decimal(&format!("{number}e-{places}")).unwrap();
            let interval = Interval::from(&fraction);
            prop_assert!(Fraction::of_double(interval.low) <= fraction && fraction <= Fraction::of_double(interval.high));
            prop_assert!(interval.high - interval.low <= 1e-14 * number.abs().max(1.0));
        }

        #[test]
        fn arithmetic_encloses_exact_results(a in -1e3..1e3_f64, b in 1e-3..1e3_f64) {
            let (x, y) = (Fraction::of_double(a), Fraction::of_double(b));
            let (p, q) = (Interval { low: a, high: a }, Interval { low: b, high: b });
            for (exact, found) in [(&x + &y, p + q), (&x - &y, p - q), (&x * &y, p * q)] {
                prop_assert!(Fraction::of_double(found.low) <= exact && exact <= Fraction::of_double(found.high));
            }
            if a >= 0.0 {
                let found = p / q;
                let exact = &x / &y;
                prop_assert!(Fraction::of_double(found.low) <= exact && exact <= Fraction::of_double(found.high));
            }
        }
    }

    #[test]
    fn ends_of_wide_intervals() {
        let of = |low: f64, high: f64| Interval { low, high };
        for (found, low, high) in [
            (of(-2.0, 3.0) + of(5.0, 7.0), 3.0, 10.0),
            (of(-2.0, 3.0) - of(5.0, 7.0), -9.0, -2.0),
            (of(-2.0, 3.0) * of(-5.0, 7.0), -15.0, 21.0),
            (of(-3.0, -2.0) * of(-7.0, -5.0), 10.0, 21.0),
            (of(2.0, 3.0) * of(-7.0, -5.0), -21.0, -10.0),
            (of(2.0, 3.0) / of(5.0, 8.0), 0.25, 0.6),
            (of(0.0, 1.0) / of(2.0, 4.0), 0.0, 0.5),
            (of(-2.0, 3.0).not_negative(), 0.0, 3.0),
            (of(-2.0, -1.0).not_negative(), 0.0, 0.0),
            (of(f64::MIN, 0.0).exp(), 0.0, 1.0),
            (of(1.0, 1.0).ln(), 0.0, 0.0),
        ] {
            let near = |found: f64, exact: f64| (found - exact).abs() <= 16.0 * f64::EPSILON * exact.abs().max(1.0);
            assert!(found.low <= low && high <= found.high, "{found:?}");
            assert!(near(found.low, low) && near(found.high, high), "{found:?}");
        }
        assert!(of(0.0, 1.0).exp().low < 1.0 && of(f64::MIN, 0.0).exp().low == 0.0);
        // The entropy is concave: at a wide interval it is least at one of the ends.
        let at = |low: f64, high: f64| of(low, high).least_entropy();
        assert_eq!(
            (at(0.0, 0.3), at(0.2, 1.0), at(-1.0, 0.5), at(0.5, 2.0), at(-2.0, -1.0)),
            (0.0, 0.0, 0.0, 0.0, 0.0)
        );
        assert_eq!((at(0.25, 0.75), at(0.1, 0.9)), (at(0.75, 0.75).min(at(0.25, 0.25)), at(0.9, 0.9)));
        assert!(at(0.25, 0.25) < 0.25 * 4_f64.ln() && at(0.25, 0.25) > 0.346_573);
    }

    #[test]
    fn fractions_of_many_digits_are_enclosed() {
        let power = |exponent: usize| Fraction::from(Whole::power(2, exponent));
        for (over, under, least, most) in [
            // Both numbers are beyond doubles, or one of them, or their quotient.
            (1500, 1499, 2.0, 2.0),
            (1200, 1290, 2_f64.powi(-90), 2_f64.powi(-90)),
            (1290, 1200, 2_f64.powi(90), 2_f64.powi(90)),
            (1100, 100, 2_f64.powi(1000), 2_f64.powi(1000)),
            (100, 1100, 2_f64.powi(-1000), 2_f64.powi(-1000)),
            (63, 1100, 2_f64.powi(-1000) * 2_f64.powi(-37), 2_f64.powi(-1000) * 2_f64.powi(-37)),
            (880, 0, 2_f64.powi(880), 2_f64.powi(880)),
            (1100, 0, f64::NEG_INFINITY, f64::INFINITY),
            (9000, 0, f64::NEG_INFINITY, f64::INFINITY),
            (0, 1200, 0.0, 5e-323),
            (0, 9000, 0.0, 5e-323),
        ] {
            let three = Fraction::from(3);
            let Interval { low, high } = Interval::from(&(&(&three * &power(over)) / &(&three * &power(under))));
            assert!(low <= least && most <= high, "{over} {under}: {low:e} {high:e}");
            let near = |found: f64, exact: f64| found == exact || (found - exact).abs() <= 1e-14 * exact.max(1e-305);
            assert!(near(low, least) && near(high, most), "{over} {under}: {low:e} {high:e}");
        }
    }

    #[test]
    fn known_logarithms_and_exponentials() {
        let within = |found: Interval, digits: &str| {
            let exact = Fraction::of_decimal(digits).unwrap();
            assert!(Fraction::of_double(found.low) < exact && exact < Fraction::of_double(found.high), "{found:?}");
            assert!(found.high - found.low < 1e-13);
        };
        within(of("2").ln(), "0.693147180559945309417232121458176568");
        within(of("1").exp(), "2.718281828459045235360287471352662498");
        within(of("-0.5").exp(), "0.606530659712633423603799534991180453");
        let half = of("0.5").least_entropy();
        assert!(half < 0.346_573_590_279_972_65 && half > 0.346_573_590_279_97);
        assert_eq!((Interval::ZERO.least_entropy(), of("1").least_entropy()), (0.0, 0.0));
        assert!(of(&format!("1{}", "0".repeat(99))).low > 9e98);
        // Beyond doubles nothing is known.
        let beyond = (0..4).fold(Fraction::of_decimal("1e100").unwrap(), |product, _| &product * &product.clone());
        let Interval { low, high } = Interval::from(&beyond);
        assert!(low == f64::NEG_INFINITY && high == f64::INFINITY && of("1e100").high < 2e100);
    }
}
