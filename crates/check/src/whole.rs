//! Whole numbers of any size.

use std::cmp::Ordering;
use std::ops::{Add, Mul, Neg, Sub};

/// A whole number. The limbs of its size come from the lowest on, and the last is not 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Whole {
    negative: bool,
    limbs: Vec<u32>,
}

impl Whole {
    fn new(negative: bool, mut limbs: Vec<u32>) -> Whole {
        while limbs.last() == Some(&0) {
            limbs.pop();
        }
        Whole { negative: negative && !limbs.is_empty(), limbs }
    }

    /// Returns `base` to the power of `exponent`.
    pub(crate) fn power(base: u32, exponent: usize) -> Whole {
        (0..exponent).fold(Whole::from(1), |product, _| &product * &Whole::from(i64::from(base)))
    }

    /// Reads digits.
    pub(crate) fn of_digits(digits: impl Iterator<Item = u8>) -> Whole {
        let ten = Whole::from(10);
        digits.fold(Whole::default(), |number, digit| &(&number * &ten) + &Whole::from(i64::from(digit - b'0')))
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.limbs.is_empty()
    }

    pub(crate) fn is_negative(&self) -> bool {
        self.negative
    }

    /// Returns the number of bits of its size.
    pub(crate) fn bits(&self) -> usize {
        self.limbs.last().map_or(0, |last| 32 * self.limbs.len() - last.leading_zeros() as usize)
    }

    /// Returns the number without its sign.
    pub(crate) fn size(&self) -> Whole {
        Whole::new(false, self.limbs.clone())
    }

    /// Returns the number as one of 64 bits, if it is of at most 62 bits.
    pub(crate) fn small(&self) -> Option<i64> {
        let size = self.limbs.iter().rev().fold(0_i64, |number, &limb| (number << 32) + i64::from(limb));
        (self.bits() <= 62).then_some(if self.negative { -size } else { size })
    }

    /// Returns the largest whole number up to this one over `divisor`, which is positive, and the
    /// rest.
    pub(crate) fn divided(&self, divisor: &Whole) -> (Whole, Whole) {
        if divisor.limbs == [1] {
            return (self.clone(), Whole::default());
        }
        let mut under = divisor.limbs.clone();
        under.push(0);
        let (mut quotient, mut rest) = (vec![0; self.limbs.len()], vec![0_u32; under.len()]);
        for bit in (0..self.bits()).rev() {
            let mut carried = self.limbs[bit / 32] >> (bit % 32) & 1;
            for limb in &mut rest {
                (*limb, carried) = ((*limb << 1) + carried, *limb >> 31);
            }
            if rest.iter().rev().ge(under.iter().rev()) {
                let mut left = 0_i64;
                for (limb, &less) in rest.iter_mut().zip(&under) {
                    left += i64::from(*limb) - i64::from(less);
                    *limb = left as u32;
                    left >>= 32;
                }
                quotient[bit / 32] += 1 << (bit % 32);
            }
        }
        let (quotient, rest) = (Whole::new(self.negative, quotient), Whole::new(false, rest));
        match self.negative && !rest.is_zero() {
            true => (&quotient - &Whole::from(1), divisor - &rest),
            false => (quotient, rest),
        }
    }

    /// Returns a double and a power of two whose product is near the number: the relative error is
    /// below 2^-50.
    pub(crate) fn near(&self) -> (f64, i32) {
        let low = self.limbs.len().saturating_sub(3);
        let size = self.limbs[low..].iter().rev().fold(0.0, |size, &limb| size * 4_294_967_296.0 + f64::from(limb));
        (if self.negative { -size } else { size }, 32 * low as i32)
    }

    fn compared_size(&self, other: &Whole) -> Ordering {
        let by_limb = || self.limbs.iter().rev().cmp(other.limbs.iter().rev());
        self.limbs.len().cmp(&other.limbs.len()).then_with(by_limb)
    }
}

impl From<i64> for Whole {
    fn from(number: i64) -> Whole {
        let size = number.unsigned_abs();
        Whole::new(number.is_negative(), vec![(size & 0xffff_ffff) as u32, (size >> 32) as u32])
    }
}

impl Ord for Whole {
    fn cmp(&self, other: &Whole) -> Ordering {
        let by_size = if self.negative { other.compared_size(self) } else { self.compared_size(other) };
        other.negative.cmp(&self.negative).then(by_size)
    }
}

impl PartialOrd for Whole {
    fn partial_cmp(&self, other: &Whole) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Neg for &Whole {
    type Output = Whole;

    fn neg(self) -> Whole {
        Whole::new(!self.negative, self.limbs.clone())
    }
}

impl Add for &Whole {
    type Output = Whole;

    fn add(self, other: &Whole) -> Whole {
        let (long, short) = if self.compared_size(other).is_ge() { (self, other) } else { (other, self) };
        let sign = if long.negative == short.negative { 1 } else { -1 };
        let (mut limbs, mut carried) = (Vec::with_capacity(long.limbs.len() + 1), 0_i64);
        for (place, &limb) in long.limbs.iter().enumerate() {
            let other = short.limbs.get(place).copied().unwrap_or(0);
            carried += i64::from(limb) + sign * i64::from(other);
            limbs.push((carried & 0xffff_ffff) as u32);
            carried >>= 32;
        }
        limbs.push(carried as u32);
        Whole::new(long.negative, limbs)
    }
}

impl Sub for &Whole {
    type Output = Whole;

    fn sub(self, other: &Whole) -> Whole {
        self + &-other
    }
}

impl Mul for &Whole {
    type Output = Whole;

    fn mul(self, other: &Whole) -> Whole {
        let mut limbs = vec![0_u32; self.limbs.len() + other.limbs.len()];
        for (place, &a) in self.limbs.iter().enumerate() {
            let mut carried = 0_u64;
            for (limb, &b) in limbs[place..].iter_mut().zip(&other.limbs) {
                carried += u64::from(a) * u64::from(b) + u64::from(*limb);
                *limb = carried as u32;
                carried >>= 32;
            }
            limbs[place + other.limbs.len()] = carried as u32;
        }
        Whole::new(self.negative != other.negative, limbs)
    }
}

impl std::fmt::Display for Whole {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (mut digits, mut left, ten) = (Vec::new(), self.size(), Whole::from(10));
        while !left.is_zero() {
            let (rest, digit) = left.divided(&ten);
            digits.push(char::from(b'0' + digit.small().unwrap_or(0) as u8));
            left = rest;
        }
        let digits: String = if digits.is_empty() { "0".into() } else { digits.iter().rev().collect() };
        f.write_str(if self.negative { "-" } else { "" })?;
        f.write_str(&digits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(number: i128) -> Whole {
        let size = Whole::of_digits(number.unsigned_abs().to_string().bytes());
        if number < 0 { -&size } else { size }
    }

    proptest! {
        #[test]
        fn agrees_with_numbers_of_128_bits(a in -(1_i128 << 62)..1 << 62, b in -(1_i128 << 62)..1 << 62, shift in 0..40) {
            let b = b >> shift;
            prop_assert_eq!(&of(a) + &of(b), of(a + b));
            prop_assert_eq!(&of(a) - &of(b), of(a - b));
            prop_assert_eq!(&of(a) * &of(b), of(a * b));
            prop_assert_eq!(of(a).cmp(&of(b)), a.cmp(&b));
            prop_assert_eq!((&of(a) * &of(b)).to_string(), (a * b).to_string());
            prop_assert_eq!(of(a).small(), Some(a as i64));
            let divisor = b.abs() + 1;
            prop_assert_eq!(of(a).divided(&of(divisor)), (of(a.div_euclid(divisor)), of(a.rem_euclid(divisor))));
            let product = (a * b) as f64;
            let (near, power) = (&of(a) * &of(b)).near();
            prop_assert!((near * 2_f64.powi(power) - product).abs() <= product.abs() * 2_f64.powi(-50));
        }
    }

    #[test]
    fn quotients_near_the_ends_of_limbs() {
        let (one, of_bits) = (Whole::from(1), |bits: usize| &Whole::power(2, bits) - &Whole::from(1));
        // 2^96 - 1 = (2^64 + 2^32 + 1) (2^32 - 1) = 2^32 (2^64 - 1) + 2^32 - 1.
        let three_limbs = of_bits(96);
        let sum = &(&Whole::power(2, 64) + &Whole::power(2, 32)) + &one;
        for (number, divisor, quotient, rest) in [
            (&three_limbs, of_bits(32), sum.clone(), Whole::default()),
            (&three_limbs, of_bits(64), Whole::power(2, 32), of_bits(32)),
            (&three_limbs, Whole::power(2, 95), one.clone(), of_bits(95)),
            (&three_limbs, &three_limbs + &one, Whole::default(), three_limbs.clone()),
            (&(-&three_limbs), &three_limbs + &one, Whole::from(-1), one.clone()),
            (&(-&three_limbs), of_bits(32), -&sum, Whole::default()),
            (&three_limbs, one.clone(), three_limbs.clone(), Whole::default()),
        ] {
            assert_eq!(number.divided(&divisor), (quotient, rest), "{number} {divisor}");
        }
    }

    #[test]
    fn small_numbers_are_of_at_most_62_bits() {
        let limit = Whole::power(2, 62);
        assert_eq!(limit.small(), None);
        assert_eq!((&limit - &Whole::from(1)).small(), Some((1 << 62) - 1));
        assert_eq!((-&(&limit - &Whole::from(1))).small(), Some(1 - (1 << 62)));
        assert_eq!((limit.bits(), Whole::default().bits(), Whole::from(-5).bits()), (63, 0, 3));
        assert_eq!(
            (Whole::from(i64::MIN).to_string(), Whole::default().to_string()),
            (i64::MIN.to_string(), "0".into())
        );
        assert!(Whole::from(-7) < Whole::from(-5) && Whole::from(-5) < Whole::power(2, 40));
        assert!(Whole::from(0) == -&Whole::from(0) && !(-&Whole::from(0)).is_negative());
    }
}
