//! The losses whose pricing problems are measured.

use rulegen::{Learner, Method, ParameterValue, Settings, SettingsError};

/// A loss, with the method that has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BenchLoss {
    /// RUG.
    MeanHinge,
    /// Rules that vote, by margins.
    MarginHinge,
    /// Rules that vote, with probabilities.
    Logistic,
    /// An OR of ANDs.
    Boolean,
}

impl BenchLoss {
    /// All losses.
    pub const ALL: [BenchLoss; 4] =
        [BenchLoss::MeanHinge, BenchLoss::MarginHinge, BenchLoss::Logistic, BenchLoss::Boolean];

    /// The name in tables.
    pub fn name(self) -> &'static str {
        match self {
            BenchLoss::MeanHinge => "mean-hinge",
            BenchLoss::MarginHinge => "margin-hinge",
            BenchLoss::Logistic => "logistic",
            BenchLoss::Boolean => "boolean",
        }
    }

    /// A learner with deciles and rules of at most this length. `penalty` is the cost of a
    /// condition in RUG; the other losses have their defaults.
    ///
    /// # Errors
    /// A parameter that the library does not take.
    pub fn learner(self, penalty: f64, max_length: usize) -> Result<Learner, SettingsError> {
        let word = |word: &str| ParameterValue::Text(word.into());
        let mut settings = Settings::from([
            ("bins".to_owned(), ParameterValue::Integer(10)),
            ("max-length".to_owned(), ParameterValue::Integer(max_length as i128)),
        ]);
        let (method, own) = match self {
            BenchLoss::MeanHinge => {
                let cost = ("rule-cost", word("length"));
                (Method::Rug, vec![("penalty", ParameterValue::Number(penalty)), cost, ("cost-scaling", word("none"))])
            }
            BenchLoss::MarginHinge => (Method::Rules, vec![("loss", word("hinge")), ("size", word("given"))]),
            BenchLoss::Logistic => (Method::Rules, vec![("loss", word("logistic")), ("size", word("given"))]),
            BenchLoss::Boolean => (Method::Boolean, vec![("complexity", ParameterValue::Number(15.0))]),
        };
        settings.extend(own.into_iter().map(|(name, value)| (name.to_owned(), value)));
        method.learner(settings)
    }
}
