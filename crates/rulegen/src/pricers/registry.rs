//! The registry that maps names to pricers.

use super::entry::{Create, Entry};
use super::{PricerName, StageSettings};
use crate::error::FitError;
use crate::parameter_error::ParameterError;
use rulegen_binarize::Samples;
use rulegen_driver::Pricer;
use std::fmt;
use std::sync::Arc;

/// The pricers that the parameter `pricers` can name. The default registry has the built-in
/// pricers. A caller's own pricers are registered under new names, which can then be used in
/// parameters, on the command line and in experiments.
///
/// ```
/// use rulegen::{Method, PricerRegistry, Settings, ParameterValue};
/// use rulegen::pricing::{Greedy, GreedySettings};
///
/// let mut registry = PricerRegistry::default();
/// registry.register_heuristic("mine", |samples, _| {
///     Ok(Box::new(Greedy::new(samples.clone(), GreedySettings::default())))
/// })?;
/// let settings = Settings::from([("pricers".into(), ParameterValue::List(vec!["mine".into()]))]);
/// assert!(Method::Rug.learner(settings.clone()).is_err());
/// let learner = Method::Rug.learner_with(settings, &registry)?;
/// # let _ = learner;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct PricerRegistry {
    entries: Vec<Entry>,
}

/// The registry of the built-in pricers, from cheap to exact.
impl Default for PricerRegistry {
    fn default() -> Self {
        PricerRegistry { entries: super::built_in::entries() }
    }
}

impl PricerRegistry {
    /// Makes a registry of pricers that were given as values, each under its own name. It knows
    /// which of them may prove, but cannot make them again.
    pub(super) fn of_values(pricers: &[Box<dyn Pricer>]) -> Self {
        let entry = |pricer: &dyn Pricer| {
            let name = PricerName::from(pricer.name());
            let (range, value) = ("one that was registered".to_string(), format!("'{name}', given as a value"));
            let error = ParameterError { name: "a pricer", range, value };
            let create = move |_: &Arc<Samples>, _: &StageSettings<'_>| -> Result<Box<dyn Pricer>, FitError> {
                Err(error.clone().into())
            };
            Entry { name, exact: pricer.may_prove(), built: || Ok(()), create: Arc::new(create) }
        };
        PricerRegistry { entries: pricers.iter().map(|pricer| entry(&**pricer)).collect() }
    }

    /// Registers a pricer that proves, whenever it returns nothing, that no rule improves, and so
    /// gives a bound with every answer. Runs with an exact pricer have no limit on rounds by
    /// default. `create` is given the samples of a run and the settings for its pricers;
    /// [`Pricer::name`] of the pricer that it makes should be `name`.
    ///
    /// # Errors
    /// A name that is registered already, is empty, or holds white space, a comma or a plus sign,
    /// which separate names.
    pub fn register_exact(
        &mut self,
        name: impl Into<PricerName>,
        create: impl Fn(&Arc<Samples>, &StageSettings<'_>) -> Result<Box<dyn Pricer>, FitError> + Send + Sync + 'static,
    ) -> Result<(), ParameterError> {
        self.register(name.into(), true, Arc::new(create))
    }

    /// Registers a pricer as [`PricerRegistry::register_exact`] does, but one that proves nothing.
    ///
    /// # Errors
    /// As [`PricerRegistry::register_exact`].
    pub fn register_heuristic(
        &mut self,
        name: impl Into<PricerName>,
        create: impl Fn(&Arc<Samples>, &StageSettings<'_>) -> Result<Box<dyn Pricer>, FitError> + Send + Sync + 'static,
    ) -> Result<(), ParameterError> {
        self.register(name.into(), false, Arc::new(create))
    }

    fn register(&mut self, name: PricerName, exact: bool, create: Arc<Create>) -> Result<(), ParameterError> {
        let refused = |range: &str| {
            Err(ParameterError { name: "the name of a pricer", range: range.into(), value: format!("'{name}'") })
        };
        let separates = |c: char| c.is_whitespace() || c == ',' || c == '+';
        if name.as_str().is_empty() || name.as_str().contains(separates) {
            return refused("a word without commas and plus signs");
        }
        if self.find(&name).is_some() {
            return refused("one that is not taken");
        }
        self.entries.push(Entry { name, exact, built: || Ok(()), create });
        Ok(())
    }

    /// Returns all names: the built-in ones from cheap to exact, then the others in the order of
    /// registration.
    pub fn names(&self) -> impl Iterator<Item = &PricerName> {
        self.entries.iter().map(|entry| &entry.name)
    }

    /// True if `name` is registered as exact, so that its pricer may prove that no rule improves.
    /// False for a name that is not registered: [`PricerRegistry::check`] and
    /// [`PricerRegistry::create`] refuse it.
    pub fn may_prove(&self, name: &PricerName) -> bool {
        self.entries.iter().any(|entry| entry.name == *name && entry.exact)
    }

    /// Checks that `name` is registered.
    ///
    /// # Errors
    /// The name, and the names that are registered.
    pub fn check(&self, name: &PricerName) -> Result<(), ParameterError> {
        self.entry(name).map(|_| ())
    }

    /// Checks that the solver that the pricer needs was compiled in.
    pub(crate) fn check_built(&self, name: &PricerName) -> Result<(), FitError> {
        Ok((self.entry(name)?.built)()?)
    }

    /// Makes the pricer.
    ///
    /// # Errors
    /// A name that is not registered, or an error of the constructor.
    pub fn create(
        &self,
        name: &PricerName,
        samples: &Arc<Samples>,
        settings: &StageSettings<'_>,
    ) -> Result<Box<dyn Pricer>, FitError> {
        (self.entry(name)?.create)(samples, settings)
    }

    /// Returns a registry of the same names whose pricers `wrap` makes of these, for example to see
    /// what they are asked.
    pub fn map(
        &self,
        wrap: impl Fn(Box<dyn Pricer>, &Arc<Samples>, &StageSettings<'_>) -> Box<dyn Pricer> + Send + Sync + 'static,
    ) -> PricerRegistry {
        let wrap = Arc::new(wrap);
        let wrapped = |entry: &Entry| {
            let (wrap, create) = (wrap.clone(), entry.create.clone());
            let create = move |samples: &Arc<Samples>, settings: &StageSettings<'_>| {
                Ok(wrap(create(samples, settings)?, samples, settings))
            };
            Entry { create: Arc::new(create), ..entry.clone() }
        };
        PricerRegistry { entries: self.entries.iter().map(wrapped).collect() }
    }

    fn find(&self, name: &PricerName) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.name == *name)
    }

    fn entry(&self, name: &PricerName) -> Result<&Entry, ParameterError> {
        self.find(name).ok_or_else(|| {
            let names: Vec<&str> = self.names().map(PricerName::as_str).collect();
            let range = format!("one of {}", names.join(", "));
            ParameterError { name: "a pricer", range, value: format!("'{name}'") }
        })
    }
}

impl fmt::Debug for PricerRegistry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.names().map(PricerName::as_str)).finish()
    }
}
