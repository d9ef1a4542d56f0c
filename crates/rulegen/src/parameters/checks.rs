//! The checks of parameters that need no data.

use super::choices::{ClassWeight, Cuts, PathKind};
use super::error::SettingsError;
use super::fairness::FairnessAsked;
use super::info::ParameterInfo;
use super::kind::{ParameterType, Refusal};
use super::method::Method;
use super::size::SizeChoice;
use super::start::Start;
use super::sweep::{Sweep, SweepParameter};
use super::table::{Entry, Parameters, TABLE, usual};
use super::value::{ParameterValue, Settings};
use crate::loss::{LossName, ScoreKind};
use crate::parameter_error::{ParameterError, accept};
use crate::pricers::PricerName;
use rulegen_master::LpStrategy;
use rulegen_measure::ChoiceMeasure;

impl Default for Parameters {
    fn default() -> Self {
        usual(Method::default())
    }
}

impl Parameters {
    /// Returns the parameters of a method, all with their defaults.
    pub fn of(method: Method) -> Parameters {
        usual(method)
    }

    /// Reads parameters by name. Those that `settings` leave out keep their defaults. Ranges are
    /// not checked yet.
    ///
    /// # Errors
    /// A name that is no parameter of the method, or a value that is not of its kind.
    pub fn read(method: Method, settings: Settings) -> Result<Parameters, SettingsError> {
        let mut parameters = usual(method);
        for (name, value) in settings {
            let Some(entry) = TABLE.iter().find(|entry| entry.info.name == name) else {
                return Err(SettingsError::Unknown { name });
            };
            if !entry.info.methods.contains(&method) {
                return Err(SettingsError::OtherMethod { name, elsewhere: entry.info.elsewhere });
            }
            if value != ParameterValue::None {
                (entry.set)(&mut parameters, value).map_err(|refused| of_parameter(refused, &entry.info))?;
            }
        }
        Ok(parameters)
    }

    /// Gives the fields that the method does not have their defaults: they are ignored.
    pub(crate) fn of_own_method(mut self) -> Self {
        let usual = usual(self.method);
        for entry in TABLE.iter().filter(|entry| !entry.info.methods.contains(&usual.method)) {
            (entry.reset)(&mut self, &usual);
        }
        self
    }

    /// Returns the entries of the table that the method has.
    pub(super) fn entries(&self) -> impl Iterator<Item = &'static Entry> + use<> {
        let method = self.method;
        TABLE.iter().filter(move |entry| entry.info.methods.contains(&method))
    }

    /// Returns the parameters of the method by name.
    pub fn settings(&self) -> Settings {
        self.entries().map(|entry| (entry.info.name.to_owned(), (entry.get)(self))).collect()
    }

    /// Checks all ranges, and that the parameters go together.
    ///
    /// # Errors
    /// The first parameter that is out of its range or does not go with another.
    pub fn check(&self) -> Result<(), ParameterError> {
        self.entries().try_for_each(|entry| (entry.check)(self, &entry.info))?;
        self.pricers.iter().flatten().try_for_each(|name| self.registry.pricers.check(name))?;
        self.registry.losses.check(&self.loss)?;
        self.check_strategy()?;
        FairnessAsked::check(self.method, self.fairness, self.epsilon)?;
        self.check_pool()?;
        self.check_start()?;
        let fair = self.fairness.is_some() && self.must_have.is_some();
        accept(!fair, "the list of rules that must be in", "absent where fairness is asked for", "given")?;
        match self.method {
            Method::Rug => Ok(()),
            Method::Rules => self.check_divisions().and_then(|()| self.check_loss()),
            Method::Boolean => self.check_rule_sets(),
        }
    }

    /// Checks that folds are drawn if the number of divisions into them is asked for.
    fn check_divisions(&self) -> Result<(), ParameterError> {
        let drawn = self.splits.is_none() && self.is_chosen();
        let range = "absent where no folds are drawn";
        accept(drawn || self.divisions.is_none(), "the number of divisions", range, "given")
    }

    /// Checks that there is a pool if a pricer offers its rules.
    fn check_pool(&self) -> Result<(), ParameterError> {
        let needs = |name: &&PricerName| self.pool.is_none() && self.registry.pricers.needs_pool(name);
        match self.pricers.iter().flatten().find(needs) {
            Some(name) => accept(false, "the pool", &format!("given where the pricer '{name}' is used"), "absent"),
            None => Ok(()),
        }
    }

    /// Checks that the first columns are of a master that generates columns.
    fn check_start(&self) -> Result<(), ParameterError> {
        let chosen = self.method == Method::Rules && self.is_chosen();
        let none = self.start.as_ref().is_none_or(|start| *start == Start::Nothing);
        accept(none || !chosen, "the start", "none where the size is chosen", "given")
    }

    /// Checks that linear programs with fairness rows are solved by interior points, the only way
    /// that knows such rows.
    fn check_strategy(&self) -> Result<(), ParameterError> {
        let other = self.strategy.filter(|strategy| *strategy != LpStrategy::Interior);
        let shown = ParameterType::write(&other).to_string();
        accept(self.fairness.is_none() || other.is_none(), "the LP strategy", "interior for fair rules", shown)
    }

    /// Checks that the loss supports all that is asked of it.
    fn check_loss(&self) -> Result<(), ParameterError> {
        let (loss, name) = (self.loss(), &self.loss);
        let range = format!(
            "absent with the loss {name}: rules are fair with the loss hinge, by the methods rug and boolean, or in \
             Python by fairlearn over a RuleClassifier"
        );
        accept(loss.may_be_fair() || self.fairness.is_none(), "the fairness constraint", &range, "given")?;
        accept(loss.is_linear() || self.strategy.is_none(), "the LP strategy", &self.no_program(), "given")?;
        let range = format!("0 with the loss {name}");
        accept(loss.usual_ridge().is_some() || self.ridge() == 0.0, "the ridge", &range, self.ridge())?;
        let log_odds = loss.scores() == ScoreKind::LogOdds;
        let range =
            format!("absent with the loss {name}, whose votes are no probabilities: it is for the loss logistic");
        accept(log_odds || self.threshold().is_none(), "the threshold", &range, "given")?;
        let once = self.threshold.is_none() || self.error_costs.is_none();
        accept(once, "the threshold", "absent beside costs of errors, which have one", "given")?;
        let probable = log_odds || !self.choose_by().contains(&ChoiceMeasure::LogLoss);
        let range = format!("one that needs no probabilities with the loss {name}");
        accept(probable, "the measure", &range, "log-loss")
    }

    /// The range of parameters about linear programs under a loss without them.
    fn no_program(&self) -> String {
        format!("absent with the loss {}, which has no linear program: it is for the loss hinge", self.loss)
    }

    /// Checks that no solver of linear programs is named under a loss without them.
    ///
    /// # Errors
    /// The solver.
    pub(crate) fn check_solver(&self, named: bool) -> Result<(), ParameterError> {
        self.registry.losses.check(&self.loss)?;
        accept(self.loss().is_linear() || !named, "the LP backend", &self.no_program(), "given")
    }

    /// Checks that at most one parameter bounds Boolean rules, that a size is chosen only without
    /// such a bound, and that the sizes of rules and conditions are in range.
    fn check_rule_sets(&self) -> Result<(), ParameterError> {
        let bounds = [self.complexity.is_some(), self.boolean_rules().is_some(), self.max_conditions.is_some()];
        let bounds = bounds.into_iter().filter(|given| *given).count();
        accept(bounds <= 1, "the bound", "one of complexity, number of rules and number of conditions", "several")?;
        let chosen = matches!(self.size(), SizeChoice::Auto | SizeChoice::Best);
        let free = bounds == 0 && self.complexity_price <= 0.0 && self.fairness.is_none();
        let range = "given where complexity is bounded or has a price, or fairness is asked for";
        accept(!chosen || free, "the size", range, "chosen")?;
        if let Some(values) = &self.complexities {
            accept(chosen, "the size", "chosen where complexities are listed", "given")?;
            Sweep::ascending(SweepParameter::Complexity, values)?;
        }
        let not_negative = |x: f64| x >= 0.0 && x.is_finite();
        let size = self.rule_size;
        accept(not_negative(size.per_rule), "the size of a rule", "finite and not negative", size.per_rule)?;
        accept(not_negative(size.per_literal), "the size of a condition", "finite and not negative", size.per_literal)?;
        accept(size.least() > 0.0, "the size of a rule of one condition", "positive", size.least())?;
        if self.fairness.is_some() {
            accept(self.complexity().is_some(), "the complexity of fair rules", "bounded", "unbounded")?;
        }
        Ok(())
    }

    /// Checks that nothing is asked for that needs the rows themselves, where they lie in shards.
    ///
    /// # Errors
    /// The first parameter that does.
    pub(crate) fn check_shards(&self) -> Result<(), ParameterError> {
        accept(self.fairness.is_none(), "the fairness constraint", "absent where rows lie in shards", "given")?;
        accept(self.cuts == Cuts::Quantiles, "the cut points", "quantiles where rows lie in shards", "trees")?;
        let range = "absent where rows lie in shards";
        accept(self.must_have.is_none(), "the list of rules that must be in", range, "given")?;
        if !self.is_chosen() {
            return Ok(());
        }
        let absent = |good: bool, name: &'static str| accept(good, name, "absent where rows lie in shards", "given");
        let range = "logistic where rows lie in shards";
        accept(self.loss == LossName::LOGISTIC, "the loss", range, &self.loss)?;
        absent(self.path == PathKind::Forward, "the path of penalties")?;
        absent(self.divisions.is_none(), "the number of divisions")?;
        absent(self.class_weight == ClassWeight::Rows, "the class weight")?;
        absent(self.forbidden.is_empty(), "the list of forbidden conditions")?;
        absent(self.monotone.is_empty(), "the list of monotone columns")?;
        absent(self.together.is_empty(), "the list of columns that go together")?;
        absent(self.pool.is_none(), "the pool")?;
        absent(self.scorers.is_empty(), "the measure of your own")?;
        let greedy = [PricerName::GREEDY, PricerName::AUTO];
        absent(self.pricers().iter().all(|name| greedy.contains(name)), "another pricer than greedy")
    }
}

/// Turns the refusal of a value into an error about the parameter.
fn of_parameter(refused: Refusal, info: &ParameterInfo) -> SettingsError {
    match refused {
        Refusal::Value { part, range, value } => SettingsError::Value {
            parameter: info.name,
            error: ParameterError { name: part.unwrap_or(info.noun).into(), range, value },
        },
        Refusal::Lp(error) => SettingsError::Lp(error),
        Refusal::Model(source) => SettingsError::Model { parameter: info.name, source },
    }
}
