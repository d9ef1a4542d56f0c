//! The registry that maps names to losses.

use super::{HingeLoss, LogisticLoss, Loss, LossName};
use crate::parameter_error::{ParameterError, accept};
use std::fmt;
use std::sync::Arc;

/// The losses that the parameter `loss` can name. The default registry has the built-in losses. A
/// caller's own losses are registered under new names, which can then be used in parameters, on the
/// command line and in experiments.
///
/// ```
/// use rulegen::binarize::Samples;
/// use rulegen::master::{LinearSettings, RugMaster, RuleMaster};
/// use rulegen::{FitError, Loss, LossSettings, Method, Registry, ScoreKind, Settings};
/// use std::sync::Arc;
///
/// /// The loss of RUG, as a loss of the method `rules`.
/// #[derive(Debug)]
/// struct MeanHinge;
///
/// impl Loss for MeanHinge {
///     fn help(&self) -> &str {
///         "The mean hinge of RUG"
///     }
///
///     fn scores(&self) -> ScoreKind {
///         ScoreKind::Votes
///     }
///
///     fn master(
///         &self,
///         samples: Arc<Samples>,
///         settings: LossSettings,
///     ) -> Result<Box<dyn RuleMaster>, FitError> {
///         let settings = LinearSettings { terms: settings.terms, ..LinearSettings::default() };
///         Ok(Box::new(RugMaster::new(samples, settings)?))
///     }
/// }
///
/// let mut registry = Registry::default();
/// registry.losses.register("mean-hinge", MeanHinge)?;
/// let value = |name: &str| rulegen::ParameterValue::Text(name.into());
/// let named = |name: &str| Settings::from([("loss".into(), value(name))]);
/// assert!(Method::Rules.learner_with(named("mean-hinge"), &registry).is_ok());
/// let error = Method::Rules.learner_with(named("mean"), &registry).unwrap_err().to_string();
/// assert_eq!(error, "the loss must be one of logistic, hinge, mean-hinge, not 'mean'");
/// # Ok::<(), rulegen::ParameterError>(())
/// ```
#[derive(Clone)]
pub struct LossRegistry {
    entries: Vec<(LossName, Arc<dyn Loss>)>,
}

/// The registry of the built-in losses.
impl Default for LossRegistry {
    fn default() -> Self {
        LossRegistry {
            entries: vec![(LossName::LOGISTIC, Arc::new(LogisticLoss)), (LossName::HINGE, Arc::new(HingeLoss::Margin))],
        }
    }
}

impl LossRegistry {
    /// Registers a loss. Model files record its name.
    ///
    /// # Errors
    /// A name that is registered already, is empty, or holds white space or a comma.
    pub fn register(&mut self, name: impl Into<LossName>, loss: impl Loss + 'static) -> Result<(), ParameterError> {
        let name = name.into();
        let (noun, shown) = ("the name of a loss", format!("'{name}'"));
        let is_word = !name.as_str().is_empty() && !name.as_str().contains(|c: char| c.is_whitespace() || c == ',');
        accept(is_word, noun, "a word without commas", &shown)?;
        accept(self.get(&name).is_none(), noun, "one that is not taken", &shown)?;
        self.entries.push((name, Arc::new(loss)));
        Ok(())
    }

    /// Returns the names: the built-in ones, then the others in the order of registration.
    pub fn names(&self) -> impl Iterator<Item = &LossName> {
        self.entries.iter().map(|(name, _)| name)
    }

    /// Returns the loss of a name. `None` if it is not registered.
    pub fn get(&self, name: &LossName) -> Option<&dyn Loss> {
        self.entries.iter().find(|(known, _)| known == name).map(|(_, loss)| &**loss)
    }

    /// Checks that a name is registered.
    ///
    /// # Errors
    /// The name, and the names that are registered.
    pub fn check(&self, name: &LossName) -> Result<(), ParameterError> {
        let names: Vec<&str> = self.names().map(LossName::as_str).collect();
        accept(self.get(name).is_some(), "the loss", &format!("one of {}", names.join(", ")), format!("'{name}'"))
    }
}

impl fmt::Debug for LossRegistry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.names().map(LossName::as_str)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_words_that_are_not_taken() {
        let mut registry = LossRegistry::default();
        let mut refused = |name: &str| registry.register(name, HingeLoss::Mean).unwrap_err().to_string();
        assert_eq!(refused("hinge"), "the name of a loss must be one that is not taken, not 'hinge'");
        assert_eq!(refused("a b"), "the name of a loss must be a word without commas, not 'a b'");
        assert_eq!(refused(""), "the name of a loss must be a word without commas, not ''");
        registry.register("mean", HingeLoss::Mean).unwrap();
        assert_eq!(format!("{registry:?}"), r#"["logistic", "hinge", "mean"]"#);
        assert!(registry.check(&"mean".into()).is_ok() && registry.get(&"other".into()).is_none());
    }
}
