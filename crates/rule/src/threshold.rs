//! Thresholds: the probability from which on the positive class of two is predicted.

use crate::{Form, HeldOut, Model, RuleError, name_text};

/// A threshold on scores. A class is predicted if its score less that of the other class is at
/// least a number, and the other class is predicted otherwise. No other part of the model decides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cut {
    /// The class that has the threshold.
    pub class: u32,
    /// The least difference of scores at which it is predicted: the log-odds of the threshold.
    pub at: f64,
}

impl Cut {
    /// The class that is predicted below the threshold.
    pub(crate) fn other(self) -> u32 {
        1 - self.class
    }

    /// Returns the class of a row with these scores of both classes.
    pub(crate) fn decide(self, scores: [f64; 2]) -> u32 {
        let [own, other] = [self.class, self.other()].map(|class| scores[class as usize]);
        if own - other >= self.at { self.class } else { self.other() }
    }

    /// Returns the least lead of a class over the other one with which it may be predicted.
    pub(crate) fn least_lead(self, class: u32) -> f64 {
        if class == self.class { self.at } else { -self.at }
    }
}

impl Model {
    /// Returns the model with a threshold: the smallest probability of the positive class (of
    /// [`Model::towards`]) at which that class is predicted, above 0 and below 1, or `None` for
    /// none. Probabilities, scores and rules stay as they are. The held-out accuracy of another
    /// threshold is left out, and the rest of the held-out figures stays.
    ///
    /// The decision is on scores: the positive class is predicted if its score less that of the
    /// other class is at least `ln(p / (1 - p))`. So a row that ties is positive.
    ///
    /// # Errors
    /// [`RuleError::Threshold`] for a number out of range, and [`RuleError::NoThreshold`] unless
    /// scores are log-odds of two classes.
    pub fn with_threshold(mut self, threshold: Option<f64>) -> Result<Model, RuleError> {
        if let Some(threshold) = threshold {
            check_threshold(threshold)?;
            self.can_have_threshold()?;
        }
        if threshold != self.threshold {
            self.threshold = threshold;
            self.held_out = self.held_out.and_then(HeldOut::without_accuracy);
            self.settings.remove(ERROR_COSTS);
        }
        Ok(self)
    }

    /// Returns the costs of a missed row of the positive class and of a false alarm, if the
    /// threshold was computed of them.
    pub fn error_costs(&self) -> Option<[f64; 2]> {
        let (missed, false_alarm) = self.settings.get(ERROR_COSTS)?.as_str()?.split_once(',')?;
        Some([missed.trim().parse().ok()?, false_alarm.trim().parse().ok()?])
    }

    /// Checks that the scores of the model can be compared with a threshold.
    pub(crate) fn can_have_threshold(&self) -> Result<(), RuleError> {
        match (self.form(), self.log_odds, self.classes.len()) {
            (Form::Votes, true, 2) => Ok(()),
            (Form::Votes, true, classes) => Err(RuleError::NoThreshold(format!(
                "it has {classes} classes, and a threshold is for two. Compare the probabilities of the classes instead"
            ))),
            (Form::Votes, false, _) => Err(RuleError::NoThreshold(
                "its votes are no probabilities. Learn with the logistic loss, the default of the method rules".into(),
            )),
            _ => Err(RuleError::NoThreshold(
                "Boolean rules have no probabilities. Weigh errors by fp-weight and fn-weight, or learn with the method \
                 rules"
                    .into(),
            )),
        }
    }

    /// The threshold on scores, if there is one. In models with whole points it is the least whole
    /// number of points that comes to the threshold.
    pub fn cut(&self) -> Option<Cut> {
        let (p, unit) = (self.threshold?, self.unit());
        let log_odds = (p / (1.0 - p)).ln();
        let at = match self.points_per_doubling {
            None => log_odds,
            Some(_) => least_whole(log_odds / unit) * unit,
        };
        Some(Cut { class: self.positive.unwrap_or(1), at })
    }

    /// Returns the fewest points at which the class that points speak for is predicted, if there is
    /// a threshold. They are a whole number if points are.
    pub fn least_points(&self) -> Option<f64> {
        // Products of whole numbers and the unit are exact, and so are their quotients.
        Some(self.cut()?.at / self.unit())
    }

    /// Says from where on the class that points speak for is predicted, if there is a threshold.
    pub fn threshold_sentence(&self) -> Option<String> {
        let (cut, points) = (self.cut()?, self.points_text(self.least_points()?));
        let [yes, no] = [cut.class, cut.other()].map(|class| name_text(&self.classes[class as usize]));
        let share = threshold_text(self.threshold?);
        let points = match self.points_per_doubling {
            Some(_) => format!("from {points} points on"),
            None => format!("log-odds {points}"),
        };
        Some(format!("{yes} is predicted where its probability is at least {share} ({points}), otherwise {no}."))
    }

    /// Returns a reason why the threshold that the model claims to have is none.
    pub(crate) fn broken_threshold(&self) -> Option<String> {
        let threshold = self.threshold?;
        check_threshold(threshold).and_then(|()| self.can_have_threshold()).err().map(|error| error.to_string())
    }
}

/// The setting that holds the costs that a threshold was computed of.
const ERROR_COSTS: &str = "error_costs";

/// Returns the least whole number of points from these on. The unit of points is rounded, so a
/// number next to a whole one stands for it: four times the odds are twice the points that double
/// them.
fn least_whole(points: f64) -> f64 {
    const ROUNDING: f64 = 1e-6;
    let nearest = points.round();
    if (points - nearest).abs() <= ROUNDING * (1.0 + nearest.abs()) { nearest } else { points.ceil() }
}

/// Checks that a threshold is in range.
fn check_threshold(threshold: f64) -> Result<(), RuleError> {
    // Written as acceptance, so that NaN is refused.
    if threshold > 0.0 && threshold < 1.0 { Ok(()) } else { Err(RuleError::Threshold { found: threshold }) }
}

/// Writes a threshold in percent, with at most four decimals unless it is next to 0% or 100%.
pub fn threshold_text(threshold: f64) -> String {
    let text = format!("{:.4}", 100.0 * threshold);
    match text.trim_end_matches('0').trim_end_matches('.') {
        "0" | "100" => format!("{}%", (100.0 * threshold) as f32),
        text => format!("{text}%"),
    }
}
