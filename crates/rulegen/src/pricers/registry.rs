//! The registry that maps names to pricers.

use super::entry::{Create, Entry};
use super::{PricerName, PricerOption, PricerOptions, StageSettings};
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
/// use rulegen::{Method, ParameterValue, Registry, Settings};
/// use rulegen::pricing::{Greedy, GreedySettings};
///
/// let mut registry = Registry::default();
/// registry.pricers.register_heuristic("mine", |samples, _| {
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
            let error = ParameterError { name: "a pricer".into(), range, value };
            let create = move |_: &Arc<Samples>, _: &StageSettings<'_>| -> Result<Box<dyn Pricer>, FitError> {
                Err(error.clone().into())
            };
            Entry {
                name,
                exact: pricer.may_prove(),
                options: Vec::new(),
                needs_pool: false,
                built: || Ok(()),
                create: Arc::new(create),
            }
        };
        PricerRegistry { entries: pricers.iter().map(|pricer| entry(&**pricer)).collect() }
    }

    /// Registers a pricer that proves, whenever it returns nothing, that no rule improves, and so
    /// gives a bound with every answer. `create` is given the samples of a run and the settings for
    /// its pricers; [`Pricer::name`] of the pricer that it makes should be `name`.
    ///
    /// # Errors
    /// A name that is registered already, is empty, or holds white space, a comma, a plus sign, a
    /// colon or an equals sign, which separate names and options.
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
            Err(ParameterError { name: "the name of a pricer".into(), range: range.into(), value: format!("'{name}'") })
        };
        let separates = |c: char| c.is_whitespace() || [',', '+', ':', '='].contains(&c);
        if name.as_str().is_empty() || name.as_str().contains(separates) {
            return refused("a word without commas, colons, equals and plus signs");
        }
        if self.find(&name).is_some() || name == PricerName::AUTO {
            return refused("one that is not taken");
        }
        self.entries.push(Entry { name, exact, options: Vec::new(), needs_pool: false, built: || Ok(()), create });
        Ok(())
    }

    /// Declares an option of a registered pricer, which may then follow its name:
    /// `climb:starts=5`. `create` reads it from [`StageSettings::options`].
    ///
    /// ```
    /// use rulegen::{PricerOption, PricerRegistry};
    /// use rulegen::pricing::{Greedy, GreedySettings};
    ///
    /// let mut registry = PricerRegistry::default();
    /// registry.register_heuristic("mine", |samples, settings| {
    ///     let usual = GreedySettings::default();
    ///     let beam = settings.options.get("beam")?.unwrap_or(usual.beam);
    ///     Ok(Box::new(Greedy::new(samples.clone(), GreedySettings { beam, ..usual })))
    /// })?;
    /// registry.declare("mine", PricerOption::count("beam", 50, "The rules that are extended"))?;
    /// assert!(registry.check(&"mine:beam=5".into()).is_ok());
    /// let error = registry.check(&"mine:beem=5".into()).unwrap_err().to_string();
    /// assert!(error.ends_with("an option of 'mine' must be one of beam, not 'beem'"));
    /// # Ok::<(), rulegen::ParameterError>(())
    /// ```
    ///
    /// # Errors
    /// A pricer that is not registered, or an option that it has already.
    pub fn declare(&mut self, pricer: &str, option: PricerOption) -> Result<(), ParameterError> {
        self.entry(&pricer.into())?;
        let entry = self.entries.iter_mut().filter(|entry| entry.name.as_str() == pricer);
        for Entry { options, .. } in entry {
            if options.iter().any(|known| known.name == option.name) {
                let (name, range) = ("an option of a pricer".into(), "one that is not declared".into());
                return Err(ParameterError { name, range, value: format!("'{}' again", option.name) });
            }
            options.push(option.clone());
        }
        Ok(())
    }

    /// Returns the options that may follow the name of a pricer. None if it is not registered.
    pub fn options(&self, name: &PricerName) -> &[PricerOption] {
        self.find(name).map_or(&[], |entry| &entry.options)
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
        self.find(name).is_some_and(|entry| entry.exact)
    }

    /// True if the pricer offers the rules of a given model, without which there is nothing to
    /// offer.
    pub(crate) fn needs_pool(&self, name: &PricerName) -> bool {
        self.find(name).is_some_and(|entry| entry.needs_pool)
    }

    /// Checks that `name` is registered or `auto`, and the options that follow it.
    ///
    /// # Errors
    /// The name, and the names that are registered; an option that the pricer does not have, and
    /// those that it has; a value out of the range of its option.
    pub fn check(&self, name: &PricerName) -> Result<(), ParameterError> {
        if *name == PricerName::AUTO {
            return Ok(());
        }
        let entry = self.entry(name)?;
        let (pricer, options) = entry.split(name);
        options.check(pricer, &entry.options)
    }

    /// Checks that the solver that the pricer needs was compiled in.
    pub(crate) fn check_built(&self, name: &PricerName) -> Result<(), FitError> {
        match *name == PricerName::AUTO {
            true => Ok(()),
            false => Ok((self.entry(name)?.built)()?),
        }
    }

    /// Makes the pricer.
    ///
    /// # Errors
    /// As [`PricerRegistry::check`], or an error of the constructor.
    pub fn create(
        &self,
        name: &PricerName,
        samples: &Arc<Samples>,
        settings: &StageSettings<'_>,
    ) -> Result<Box<dyn Pricer>, FitError> {
        let entry = self.entry(name)?;
        let (pricer, options) = entry.split(name);
        options.check(pricer, &entry.options)?;
        (entry.create)(samples, &StageSettings { options, ..*settings })
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
        let (pricer, _) = PricerOptions::of(name.as_str());
        let called = |full: &str| self.entries.iter().find(|entry| entry.name.as_str() == full);
        // A pricer that was given as a value may have any name.
        called(name.as_str()).or_else(|| called(pricer))
    }

    fn entry(&self, name: &PricerName) -> Result<&Entry, ParameterError> {
        self.find(name).ok_or_else(|| {
            let auto = PricerName::AUTO;
            let names: Vec<&str> = [&auto].into_iter().chain(self.names()).map(PricerName::as_str).collect();
            let range = format!("one of {}", names.join(", "));
            ParameterError { name: "a pricer".into(), range, value: format!("'{name}'") }
        })
    }
}

impl fmt::Debug for PricerRegistry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.names().map(PricerName::as_str)).finish()
    }
}
