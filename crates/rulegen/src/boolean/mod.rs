//! The Boolean rule classifier: the parts put together.

mod fit;
mod lagrangian;
mod recorded;
mod sized;
mod solver;
mod stages;

use crate::parameters::accept;
use crate::pricers::Stages;
use crate::together::parts;
use crate::{BooleanParameters, FitError, Fitted, Method, ParameterError, Path, PathParameter, SizeChoice};
use fit::Fit;
use rulegen_binarize::Samples;
use rulegen_data::Dataset;
use rulegen_driver::{Observer, Pricer};
use rulegen_limits::Limits;
use rulegen_lp::LpFactory;
use std::sync::Arc;
use std::time::Duration;

/// Learns rule sets that say yes or no (Boolean decision rules; Dash, Günlük, Wei 2018): the fewest
/// errors within a bound on complexity, or with a price on it. Without a bound the complexity is chosen by cross-validation.
///
/// Of two classes the positive one has rules, and a row that meets none is negative. Of several each has
/// rules, learned against all others: the class with most rules that a row meets wins, the first of those
/// that tie, and a row that meets none is of the class most frequent among such rows in training.
///
/// ```
/// use rulegen::{BooleanParameters, BooleanRuleClassifier, Learner};
/// use rulegen::data::{Dataset, ReadOptions, read_bytes};
///
/// let csv = b"size,colour,kind\n1,red,no\n2,red,no\n3,blue,yes\n4,blue,yes\n5,red,yes\n";
/// let table = read_bytes(csv, &ReadOptions { text: vec!["kind".into()], ..Default::default() })?;
/// let data = Dataset::from_table(table, "kind", None)?;
///
/// let parameters = BooleanParameters { complexity: Some(2.0), ..Default::default() };
/// let fitted = BooleanRuleClassifier::new(parameters)?.fit(&data, "kind")?;
/// assert_eq!(fitted.model.certificate.gap(), Some(0.0));
/// let predicted = rulegen::rule::Predictor::new(&fitted.model).predict(&data.features)?;
/// assert_eq!(predicted, data.target.labels);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct BooleanRuleClassifier {
    parameters: BooleanParameters,
}

impl BooleanRuleClassifier {
    /// A classifier with checked parameters.
    ///
    /// # Errors
    /// The first parameter out of its range.
    pub fn new(parameters: BooleanParameters) -> Result<Self, ParameterError> {
        parameters.check()?;
        Ok(BooleanRuleClassifier { parameters })
    }

    /// The parameters.
    pub fn parameters(&self) -> &BooleanParameters {
        &self.parameters
    }

    /// Learns as [`Learner::fit_observed`](crate::Learner::fit_observed) does, with stages of pricing of the caller's own:
    /// `stages` makes them from the samples, which merge the rows of `data`, in the order in which they are asked. The model
    /// records what they call themselves ([`Pricer::name`]). What the parameters say of pricers is left out; a name that
    /// is not in their registry counts as exact, so that rounds are not limited where the parameters do not say so.
    ///
    /// # Errors
    /// As there; what `stages` says; and an answer of a pricer that contradicts the samples.
    pub fn fit_with(
        &self,
        data: &Dataset,
        target: &str,
        stages: impl FnOnce(&Arc<Samples>) -> Result<Vec<Box<dyn Pricer>>, FitError>,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Fitted, FitError> {
        let free = self.parameters.together.is_empty();
        accept(free, "the list of columns that go together", "empty with pricers that have no name", "given")?;
        let own = |samples: &Arc<Samples>| stages(samples).map(Stages::own);
        self.fit_stages(data, target, own, &limits.within(self.parameters.time_limit), observer)
    }

    fn fit_stages(
        &self,
        data: &Dataset,
        target: &str,
        stages: impl FnOnce(&Arc<Samples>) -> Result<Stages, FitError>,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Fitted, FitError> {
        let mut fit = Fit::new(&self.parameters, data, target, stages, limits)?;
        let complexity = self.parameters.complexity();
        let found = fit.solve(complexity, &limits.within(crate::Learner::time_limit(self)), observer)?;
        Ok(fit.fitted(complexity, &found))
    }

    /// Makes the stages that the parameters name, or those that suit the samples.
    fn named<'a>(&'a self, data: &'a Dataset) -> impl FnOnce(&Arc<Samples>) -> Result<Stages, FitError> + 'a {
        let p = &self.parameters;
        |samples| {
            let names = p.pricers.clone().unwrap_or_else(|| stages::by_size(samples));
            let parts = parts(samples, &p.together);
            Stages::named(&names, &p.registry, &parts, &p.stages(&data.target.classes))
        }
    }
}

impl crate::Learner for BooleanRuleClassifier {
    fn method(&self) -> Method {
        Method::Boolean
    }

    fn check_built(&self) -> Result<(), FitError> {
        let p = &self.parameters;
        LpFactory::create(&p.backend).map_err(rulegen_master::MasterError::from)?;
        p.mip.create().map_err(rulegen_master::MasterError::from)?;
        p.pricers.iter().flatten().try_for_each(|name| p.registry.check_built(name))
    }

    fn is_cheap(&self) -> bool {
        false
    }

    fn max_iterations(&self) -> Option<usize> {
        self.parameters.max_iterations
    }

    fn time_limit(&self) -> Option<Duration> {
        Some(self.parameters.time_limit())
    }

    fn value(&self, parameter: PathParameter) -> Option<f64> {
        match parameter {
            PathParameter::Complexity => self.parameters.complexity(),
            PathParameter::Epsilon => self.parameters.epsilon,
        }
    }

    fn fit_observed(
        &self,
        data: &Dataset,
        target: &str,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Fitted, FitError> {
        // A limit that nobody asked for begins when the rows are coded.
        let limits = limits.within(self.parameters.time_limit);
        match self.parameters.size() {
            SizeChoice::Auto | SizeChoice::Best => {
                let learner =
                    |parameters| -> Box<dyn crate::Learner> { Box::new(BooleanRuleClassifier { parameters }) };
                sized::fit(&self.parameters, &learner, data, target, &limits, observer)
            }
            _ => self.fit_stages(data, target, self.named(data), &limits, observer),
        }
    }

    fn fit_path(
        &self,
        data: &Dataset,
        target: &str,
        path: &Path,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Vec<Fitted>, FitError> {
        if path.parameter == PathParameter::Epsilon {
            let asked = self.parameters.fairness.is_some();
            accept(asked, "the fairness of a path of epsilons", "given", "absent")?;
        }
        path.check()?;
        let mut fit = Fit::new(&self.parameters, data, target, self.named(data), limits)?;
        let limits = limits.within(self.time_limit());
        // The bound on complexity of a point, once its epsilon is set.
        let set = |fit: &mut Fit<'_>, value: f64| match path.parameter {
            PathParameter::Complexity => Some(value),
            PathParameter::Epsilon => {
                fit.set_epsilon(value);
                self.parameters.complexity()
            }
        };
        let mut first = Vec::new();
        for (place, &value) in path.values.iter().enumerate() {
            let complexity = set(&mut fit, value);
            // One share is kept for the second pass.
            let second = usize::from(!self.parameters.heuristic);
            let share = limits.part(path.values.len() - place + second);
            first.push((value, fit.solve(complexity, &share, observer)?));
            if limits.stop.is_raised() {
                break;
            }
        }
        let passes = first.len();
        let mut fitted = Vec::new();
        for (place, (value, mut found)) in first.into_iter().enumerate() {
            let complexity = set(&mut fit, value);
            if !self.parameters.heuristic {
                fit.choose_again(complexity, &mut found, &limits.part(passes - place))?;
            }
            fitted.push(fit.fitted(complexity, &found));
        }
        Ok(fitted)
    }
}
