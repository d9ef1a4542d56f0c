//! The parameters of the rule classifier.

use super::choices::{Loss, PathKind};
use super::weighted::*;
use crate::method::Method;
use crate::rows::{cover_of_classes, rows_of_classes};
use crate::size::SizeChoice;
use rulegen_data::Dataset;
use rulegen_measure::ChoiceMeasure;
use rulegen_pricing::GreedySettings;

/// Where what is said of linear programs may be.
const NO_PROGRAM: &str = "absent with the logistic loss, which has no linear program: it is for the loss hinge";

weighted_parameters! {
    /// The parameters of [`RuleClassifier`](crate::RuleClassifier).
    RuleParameters, Method::Rules, {
        /// How many rules: auto (the smallest model that cross-validates within a standard error of the best), best (the one that
        /// does best), a number, or given (determined by the penalty or the complexity) [default: auto; given if --penalty or
        /// --fairness is set or, with boolean, a bound on the rules, --complexity-price or --must-have].
        size: Option<SizeChoice> = None, {
            name: "size", noun: "the size", unit: "auto|best|N|given", recorded: Some("size"),
        };
        /// How rules are found where the size is chosen.
        path: PathKind = PathKind::Forward, {
            name: "path", noun: "the path", recorded: Some("path"),
        };
        /// The folds of the cross-validation that chooses the size. Below 500 rows the method rules repeats it.
        folds: usize = 5, {
            name: "folds", noun: "the number of folds", unit: "K",
            ranges: &[Range { words: "at least 2", accepts: |n| n >= 2.0 }], recorded: Some("folds"),
        };
        /// What the size is chosen by: accuracy, balanced-accuracy, auc, log-loss, f1. With several measures a model must be close
        /// to the best in all of them [default: accuracy,auc; accuracy alone with the loss hinge].
        choose_by: Option<Vec<ChoiceMeasure>> = None, {
            name: "choose-by", noun: "the list of measures", unit: "MEASURES", ranges: &[Range::NOT_EMPTY],
            recorded: Some("choose_by"),
        };
        /// The weight of rule costs against errors; where the size is chosen, in units of the mean weight of a row [default: 1].
        penalty: Option<f64> = None, {
            name: "penalty", noun: "the penalty", unit: "LAMBDA",
            ranges: &[Range::POSITIVE, Range { words: "at most 1e100", accepts: |x| x <= 1e100 }],
            recorded: Some("penalty"),
        };
        /// Half of this times the square of each weight is added to the logistic loss; where the size is chosen, in units of the mean
        /// weight of a row [default: 3 where the size is chosen, else 0].
        ridge: Option<f64> = None, {
            name: "ridge", noun: "the ridge", unit: "RHO", ranges: &[Range::NOT_NEGATIVE], recorded: Some("ridge"),
        };
        /// What an error costs: hinge (the margin to the best other class), or logistic (for probabilities).
        loss: Loss = Loss::Logistic, {
            name: "loss", noun: "the loss", recorded: Some("loss"),
        };
    }
}

impl RuleParameters {
    /// With the numbers of rows that suit the data, where they are not given.
    pub(crate) fn for_data(&self, data: &Dataset) -> Self {
        self.for_classes(&rows_of_classes(data))
    }

    /// The same for so many rows of each class.
    pub(crate) fn for_classes(&self, rows_of: &[u64]) -> Self {
        let min_cover = self.min_cover.or_else(|| Some(cover_of_classes(rows_of)));
        RuleParameters { min_cover, min_category: self.min_category.or(min_cover), ..self.clone() }
    }

    pub(crate) fn check(&self) -> Result<(), ParameterError> {
        self.check_weighted()?;
        let linear = self.loss.is_linear();
        let range =
            "absent with the logistic loss: rules are fair with the loss hinge, or by the methods rug and boolean";
        accept(linear || self.fairness.is_none(), "the fairness constraint", range, "given")?;
        accept(linear || self.strategy.is_none(), "the LP strategy", NO_PROGRAM, "given")?;
        accept(!linear || self.ridge() == 0.0, "the ridge", "0 with the loss hinge", self.ridge())?;
        let probable = self.loss.gives_probabilities() || !self.choose_by().contains(&ChoiceMeasure::LogLoss);
        accept(probable, "the measure", "one that needs no probabilities with the loss hinge", "log-loss")
    }

    /// That no solver of linear programs is named where there are none.
    pub(crate) fn check_solver(&self, named: bool) -> Result<(), ParameterError> {
        accept(self.loss.is_linear() || !named, "the LP backend", NO_PROGRAM, "given")
    }

    /// How the number of rules is found.
    pub(crate) fn size(&self) -> SizeChoice {
        let penalised = self.penalty.is_some() || self.fairness.is_some();
        self.size.unwrap_or(if penalised { SizeChoice::Given } else { SizeChoice::Auto })
    }

    /// Whether rules are chosen one by one.
    pub(crate) fn is_small(&self) -> bool {
        self.size() != SizeChoice::Given
    }

    /// The most rules of a path.
    pub(crate) fn most_rules(&self) -> usize {
        let most = match self.size() {
            SizeChoice::Rules(n) => return n.get().min(self.max_rules.map_or(usize::MAX, NonZeroUsize::get)),
            // Models over 30 rules are hard to read; `best` allows 60, about as many as the papers' settings give.
            SizeChoice::Best => 60,
            _ => 30,
        };
        self.max_rules.map_or(most, NonZeroUsize::get)
    }

    /// What the size is chosen by.
    pub(crate) fn choose_by(&self) -> Vec<ChoiceMeasure> {
        self.choose_by.clone().unwrap_or_else(|| match self.loss.gives_probabilities() {
            true => vec![ChoiceMeasure::Accuracy, ChoiceMeasure::Auc],
            false => vec![ChoiceMeasure::Accuracy],
        })
    }

    pub(crate) fn penalty(&self) -> f64 {
        self.penalty.unwrap_or(1.0)
    }

    pub(crate) fn ridge(&self) -> f64 {
        self.ridge.unwrap_or(if self.is_small() && !self.loss.is_linear() { 3.0 } else { 0.0 })
    }

    /// The most conditions of a rule.
    pub(crate) fn max_length(&self) -> Option<usize> {
        self.max_length.or(self.is_small().then_some(3))
    }

    /// The length of the longest rules of paths.
    pub(crate) fn longest(&self) -> usize {
        self.max_length().unwrap_or(3)
    }

    /// The pricers where none are named: trees at a penalty, the greedy search where rules are chosen one by one.
    fn usual_pricers(&self) -> &'static [PricerName] {
        const GREEDY: &[PricerName] = &[PricerName::GREEDY];
        const TREE: &[PricerName] = &[PricerName::TREE];
        if self.is_small() { GREEDY } else { TREE }
    }

    /// Quantiles of rows among which rare classes count for more, where rules are chosen one by one (docs/measurements/size.md).
    fn has_rare_cuts(&self) -> bool {
        self.is_small()
    }

    /// Twenty quantiles where rules are chosen one by one: with all values the choice follows the noise more, and is no better.
    fn usual_bins(&self) -> Bins {
        if self.is_small() { Bins::Quantiles(20) } else { Bins::Values }
    }

    /// Whether the restricted master is a linear program.
    fn has_programs(&self) -> bool {
        self.loss.is_linear()
    }

    /// A greedy search for one rule a round need not be wide (docs/measurements/size.md).
    fn beam(&self) -> NonZeroUsize {
        const NARROW: NonZeroUsize = NonZeroUsize::new(5).expect("five is not zero");
        if self.is_small() { NARROW } else { GreedySettings::default().beam }
    }

    /// What a model file says of defaults that depend on others.
    fn resolved(&self) -> Self {
        RuleParameters {
            size: Some(self.size()),
            choose_by: Some(self.choose_by()),
            penalty: Some(self.penalty()),
            ridge: Some(self.ridge()),
            max_length: self.max_length(),
            ..self.clone()
        }
    }
}
