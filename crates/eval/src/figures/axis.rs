//! Axes: linear, or in powers of ten.

use plotters::coord::ranged1d::{BoldPoints, KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use plotters::coord::types::RangedCoordf64;
use std::ops::Range;

/// An axis is logarithmic from this ratio of the largest to the least value on.
const CROWDED: f64 = 20.0;

/// The most marks of an axis.
const MARKS: usize = 6;

/// The share of an axis that is left free at each end.
const MARGIN: f64 = 0.04;

/// The relative error of powers of ten.
const ROUNDING: f64 = 1e-9;

/// An axis that holds some values.
#[derive(Clone, Debug)]
pub(crate) struct Axis {
    least: f64,
    most: f64,
    /// True if it is in powers of ten, because the values would otherwise crowd at one end.
    log: bool,
    /// True if values are shown in percent.
    percent: bool,
}

impl Axis {
    /// An axis that holds these values, logarithmic if they would otherwise crowd at one end.
    pub(crate) fn of(values: impl Iterator<Item = f64>) -> Axis {
        let (least, most) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(x), b.max(x)));
        let (least, most) = if least <= most { (least, most) } else { (0.0, 1.0) };
        Axis { least, most, log: least > 0.0 && most > CROWDED * least, percent: false }
    }

    /// Makes the axis linear.
    pub(crate) fn linear(self) -> Axis {
        Axis { log: false, ..self }
    }

    /// Makes the axis one of powers of ten. All values must be positive.
    pub(crate) fn logarithmic(self) -> Axis {
        Axis { log: true, ..self }
    }

    /// Shows values in percent.
    pub(crate) fn in_percent(self) -> Axis {
        Axis { percent: true, ..self }
    }

    /// The least value.
    pub(crate) fn least(&self) -> f64 {
        self.least
    }

    /// The largest value.
    pub(crate) fn most(&self) -> f64 {
        self.most
    }

    /// The place of a value on the axis, from 0 to 1.
    fn place(&self, value: f64) -> f64 {
        let scaled = |x: f64| if self.log { x.log10() } else { x };
        let (low, high) = (scaled(self.least), scaled(self.most));
        match high > low {
            true => MARGIN + (1.0 - 2.0 * MARGIN) * ((scaled(value) - low) / (high - low)).clamp(0.0, 1.0),
            false => 0.5,
        }
    }

    /// The values of the marks.
    fn marks(&self) -> Vec<f64> {
        if self.least >= self.most {
            return vec![self.least];
        }
        if !self.log {
            return RangedCoordf64::from(self.least..self.most).key_points(BoldPoints(MARKS));
        }
        let decades = self.least.log10().floor() as i32..=self.most.log10().ceil() as i32;
        let inside = |x: &f64| (self.least * (1.0 - ROUNDING)..=self.most * (1.0 + ROUNDING)).contains(x);
        let whole: Vec<f64> = decades.clone().map(|decade| 10_f64.powi(decade)).filter(inside).collect();
        match whole.len() {
            0 | 1 => {
                decades.flat_map(|decade| [1.0, 2.0, 5.0].map(|x| x * 10_f64.powi(decade))).filter(inside).collect()
            }
            many => whole.into_iter().step_by(many.div_ceil(MARKS)).collect(),
        }
    }
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (start, end): (i32, i32)) -> i32 {
        start + (self.place(*value) * f64::from(end - start)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        self.marks()
    }

    fn range(&self) -> Range<f64> {
        self.least..self.most
    }
}

impl ValueFormatter<f64> for Axis {
    fn format_ext(&self, value: &f64) -> String {
        let (value, unit) = if self.percent { (100.0 * value, "%") } else { (*value, "") };
        // Three digits.
        let digits = (2 - value.abs().max(1e-9).log10().floor() as i32).clamp(0, 6) as usize;
        let text = format!("{value:.digits$}");
        let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
        format!("{text}{unit}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: &Axis) -> Vec<String> {
        axis.marks().iter().map(|value| axis.format_ext(value)).collect()
    }

    #[test]
    fn marks_are_round() {
        let axis = Axis::of([0.002, 31.0].into_iter());
        assert_eq!(labels(&axis), ["0.01", "0.1", "1", "10"]);
        assert_eq!(labels(&Axis::of([1e-6, 1.0].into_iter()).in_percent()), ["0.0001%", "0.01%", "1%", "100%"]);
        assert_eq!(labels(&Axis::of([1.2, 6.0].into_iter()).logarithmic()), ["2", "5"]);
        assert_eq!(labels(&Axis::of([0.0, 1.0].into_iter())), ["0", "0.2", "0.4", "0.6", "0.8", "1"]);
        assert_eq!(Axis::of(std::iter::empty()).range(), 0.0..1.0);
    }

    #[test]
    fn values_have_their_places() {
        let axis = Axis::of([0.01, 100.0].into_iter());
        assert_eq!([0.001, 0.01, 1.0, 100.0].map(|x| axis.map(&x, (0, 100))), [4, 4, 50, 96]);
        assert_eq!(Axis::of([3.0].into_iter()).map(&3.0, (0, 100)), 50);
    }
}
