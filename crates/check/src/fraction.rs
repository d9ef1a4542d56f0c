//! Fractions of whole numbers.

use crate::whole::Whole;
use std::borrow::Borrow;
use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Sub};

/// A fraction. The denominator is positive.
#[derive(Clone, Debug)]
pub(crate) struct Fraction {
    over: Whole,
    under: Whole,
}

/// The most digits and the largest exponent of a decimal fraction. Numbers of a proof have far
/// fewer. A hostile one must not take all memory, nor be near the end of what doubles hold.
const MOST_DIGITS: usize = 100;

impl Fraction {
    pub(crate) fn new(over: Whole, under: Whole) -> Fraction {
        Fraction { over, under }
    }

    /// Reads `[+-]digits[.digits][e[+-]digits]` exactly. Returns `None` for other texts, and for
    /// numbers of very many digits.
    pub(crate) fn of_decimal(text: &str) -> Option<Fraction> {
        let (negative, text) = (text.starts_with('-'), text.strip_prefix(['-', '+']).unwrap_or(text));
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let exponent: i64 = exponent.parse().ok()?;
        let (before, all_after) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let after = all_after.trim_end_matches('0');
        let digits = || before.bytes().chain(after.bytes());
        if digits().count() > MOST_DIGITS
            || exponent.unsigned_abs() > MOST_DIGITS as u64
            || before.is_empty()
            || !digits().all(|b| b.is_ascii_digit())
        {
            return None;
        }
        let size = Whole::of_digits(digits());
        let size = if negative { -&size } else { size };
        let places = exponent - after.len() as i64;
        let ten = |places: i64| Whole::power(10, places.max(0) as usize);
        Some(Fraction::new(&size * &ten(places), ten(-places)))
    }

    /// Returns the value of a finite double.
    pub(crate) fn of_double(number: f64) -> Fraction {
        let bits = number.to_bits();
        let (exponent, digits) = ((bits >> 52 & 0x7ff) as i64, (bits & ((1 << 52) - 1)) as i64);
        let (digits, exponent) = if exponent == 0 { (digits, -1074) } else { (digits + (1 << 52), exponent - 1075) };
        let zeros = digits.trailing_zeros().min(52);
        let (digits, exponent) = (digits >> zeros, exponent + i64::from(zeros));
        let size = Whole::from(if number.is_sign_negative() { -digits } else { digits });
        let two = |exponent: i64| Whole::power(2, exponent.max(0) as usize);
        Fraction::new(&size * &two(exponent), two(-exponent))
    }

    /// Returns the fraction in lowest terms.
    fn reduced(self) -> Fraction {
        let (mut a, mut b) = (self.under.clone(), self.over.size());
        while !b.is_zero() {
            (a, b) = (b.clone(), a.divided(&b).1);
        }
        Fraction::new(self.over.divided(&a).0, self.under.divided(&a).0)
    }

    pub(crate) fn zero() -> Fraction {
        Fraction::from(Whole::default())
    }

    pub(crate) fn over(&self) -> &Whole {
        &self.over
    }

    pub(crate) fn under(&self) -> &Whole {
        &self.under
    }

    pub(crate) fn is_negative(&self) -> bool {
        self.over.is_negative()
    }

    pub(crate) fn is_positive(&self) -> bool {
        !self.over.is_negative() && !self.over.is_zero()
    }

    pub(crate) fn is_whole(&self) -> bool {
        self.over.divided(&self.under).1.is_zero()
    }

    /// Returns the least whole number that is not below the fraction.
    pub(crate) fn rounded_up(&self) -> Whole {
        -&(-&self.over).divided(&self.under).0
    }

    /// Returns the largest whole number that is not above the fraction.
    pub(crate) fn rounded_down(&self) -> Whole {
        self.over.divided(&self.under).0
    }

    /// Writes the fraction with some decimals, cut off.
    pub(crate) fn decimals(&self, places: usize) -> String {
        let (whole, rest) = self.over.size().divided(&self.under);
        let (after, left) = (&rest * &Whole::power(10, places)).divided(&self.under);
        let after = format!("{after:0>places$}", after = after.to_string());
        let after = if left.is_zero() { after.trim_end_matches('0').to_owned() } else { after + "..." };
        let point = if after.is_empty() { "" } else { "." };
        format!("{}{whole}{point}{after}", if self.is_negative() { "-" } else { "" })
    }
}

impl From<Whole> for Fraction {
    fn from(number: Whole) -> Fraction {
        Fraction::new(number, Whole::from(1))
    }
}

impl From<i64> for Fraction {
    fn from(number: i64) -> Fraction {
        Fraction::from(Whole::from(number))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Fraction) -> Ordering {
        (&self.over * &other.under).cmp(&(&other.over * &self.under))
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Fraction {
    fn eq(&self, other: &Fraction) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Fraction {}

impl Add for &Fraction {
    type Output = Fraction;

    fn add(self, other: &Fraction) -> Fraction {
        let (fine, coarse) = if self.under >= other.under { (self, other) } else { (other, self) };
        if fine.under == coarse.under {
            return Fraction::new(&fine.over + &coarse.over, fine.under.clone());
        }
        // Denominators of decimal fractions divide each other, as do those of doubles.
        let (times, rest) = fine.under.divided(&coarse.under);
        match rest.is_zero() {
            true => Fraction::new(&fine.over + &(&coarse.over * &times), fine.under.clone()),
            false => {
                let over = &(&fine.over * &coarse.under) + &(&coarse.over * &fine.under);
                Fraction::new(over, &fine.under * &coarse.under).reduced()
            }
        }
    }
}

impl Sub for &Fraction {
    type Output = Fraction;

    fn sub(self, other: &Fraction) -> Fraction {
        self + &Fraction::new(-&other.over, other.under.clone())
    }
}

impl Mul for &Fraction {
    type Output = Fraction;

    fn mul(self, other: &Fraction) -> Fraction {
        Fraction::new(&self.over * &other.over, &self.under * &other.under)
    }
}

impl Div for &Fraction {
    type Output = Fraction;

    /// Divides by a positive fraction.
    fn div(self, other: &Fraction) -> Fraction {
        Fraction::new(&self.over * &other.under, &self.under * &other.over)
    }
}

/// Adds up fractions.
pub(crate) fn sum<T: Borrow<Fraction>>(terms: impl IntoIterator<Item = T>) -> Fraction {
    terms.into_iter().fold(Fraction::zero(), |sum, term| &sum + term.borrow())
}

impl std::fmt::Display for Fraction {
    /// Writes a whole number, or both numbers and some decimals.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Fraction { over, under } = self.clone().reduced();
        match under == Whole::from(1) {
            true => write!(f, "{over}"),
            false => write!(f, "{over}/{under} = {}", self.decimals(9)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(text: &str) -> Fraction {
        Fraction::of_decimal(text).unwrap()
    }

    #[test]
    fn decimals_are_exact() {
        assert_eq!(of("0.1"), Fraction::new(Whole::from(1), Whole::from(10)));
        assert_eq!(of("-12.50e-1"), Fraction::new(Whole::from(-5), Whole::from(4)));
        assert_eq!(of("+3E2"), Fraction::from(300));
        assert!(of("0.1") != Fraction::of_double(0.1) && of("0.375") == Fraction::of_double(0.375));
        for text in
            ["", "-", ".5", "1..2", "1e", "1e101", "1e-9223372036854775808", "x", "1_0", "0x1", "inf", "--1", "1e+-2"]
        {
            assert_eq!(Fraction::of_decimal(text), None, "{text}");
        }
        assert_eq!(Fraction::of_decimal(&"1".repeat(101)), None);
        assert!(Fraction::of_decimal(&"1".repeat(100)).is_some() && Fraction::of_decimal("1e-100").is_some());
    }

    #[test]
    fn doubles_of_all_sizes_are_exact() {
        let of_bits = |bits: usize| Fraction::from(Whole::power(2, bits));
        let one = Fraction::from(1);
        for (double, exact) in [
            (0.0, Fraction::zero()),
            (f64::from_bits(3), &Fraction::from(3) / &of_bits(1074)),
            (f64::MIN_POSITIVE, &one / &of_bits(1022)),
            (f64::MIN_POSITIVE.next_down(), &(&of_bits(52) - &one) / &of_bits(1074)),
            (-1.5, &Fraction::from(-3) / &of_bits(1)),
            (4_503_599_627_370_497.0, &of_bits(52) + &one),
            (9_007_199_254_740_994.0, &of_bits(53) + &Fraction::from(2)),
            (f64::MAX, &of_bits(1024) - &of_bits(971)),
        ] {
            assert_eq!(Fraction::of_double(double), exact, "{double:e}");
        }
    }

    #[test]
    fn written_as_whole_numbers_or_with_decimals() {
        assert_eq!(of("29.50").to_string(), "59/2 = 29.5");
        assert_eq!(of("-3").to_string(), "-3");
        assert_eq!((&of("-1") / &of("3")).to_string(), "-1/3 = -0.333333333...");
        assert_eq!((&of("1") / &of("16")).decimals(3), "0.062...");
    }

    proptest! {
        #[test]
        fn rounding_and_doubles(number in prop::num::f64::NORMAL, small in -1000.0..1000.0_f64) {
            let exact = Fraction::of_double(small);
            prop_assert_eq!(exact.rounded_up().near(), (small.ceil(), 0));
            prop_assert_eq!(exact.rounded_down().near(), (small.floor(), 0));
            prop_assert_eq!(exact.is_whole(), small.fract() == 0.0);
            let exact = Fraction::of_double(number);
            prop_assert_eq!(&Fraction::of_decimal(&format!("{small:.40}")).unwrap() - &Fraction::of_decimal(&format!("{small:.40}")).unwrap(), Fraction::zero());
            prop_assert_eq!(Fraction::of_double(-number), &Fraction::zero() - &exact);
            prop_assert_eq!(exact > Fraction::zero(), number > 0.0);
        }

        #[test]
        fn arithmetic(a in -50_i64..50, b in 1_i64..50, c in -50_i64..50, d in 1_i64..50) {
            let fraction = |over: i64, under: i64| Fraction::new(Whole::from(over), Whole::from(under));
            let (x, y) = (fraction(a, b), fraction(c, d));
            prop_assert_eq!(&x + &y, fraction(a * d + c * b, b * d));
            prop_assert_eq!(&x - &y, fraction(a * d - c * b, b * d));
            prop_assert_eq!(&x * &y, fraction(a * c, b * d));
            prop_assert_eq!(x.cmp(&y), (a * d).cmp(&(c * b)));
            if c > 0 {
                prop_assert_eq!(&x / &y, fraction(a * d, b * c));
            }
        }
    }
}
