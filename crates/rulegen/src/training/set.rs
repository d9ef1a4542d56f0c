//! A training set that is ready to learn from.

use super::auto::auto;
use super::classes::{check_classes, positive_class};
use super::coding::{Coding, counted};
use super::weighing::Weighing;
use crate::FitError;
use crate::constraints::{
    check_groups, check_trends, compared_groups, fairness_rows, forbid_against, groups, parts, permits, required_rules,
    warn_if_alone,
};
use crate::parameters::{FairnessCriterion, Method, Parameters};
use crate::pricers::{PricerName, PricerRegistry, StageSettings, Stages, called, united};
use rulegen_binarize::{DroppedColumn, Samples};
use rulegen_data::Dataset;
use rulegen_driver::Pricer;
use rulegen_limits::Limits;
use rulegen_master::{Fairness, RuleMaster};
use rulegen_pricing::{ByTag, GreedySettings, WeightedTree};
use rulegen_rule::{Rule, Schema};
use std::fmt;
use std::sync::Arc;

/// Where nodes are limited, a call of a pricer may take this part of them.
const CALLS: u64 = 5;

/// The column that is predicted, and its classes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target<'a> {
    /// The name of the column.
    pub(crate) name: &'a str,
    /// The names of the classes, in the order of the labels.
    pub(crate) classes: &'a [String],
}

/// Rows that are not at hand: a learner sees a sample for each cluster of rows that its rules do
/// not tell apart.
pub(crate) trait Rows: fmt::Debug + Send + Sync {
    /// Returns samples of the rows. Rows that one of the `rules` tells apart are in different ones,
    /// and labels ascend.
    ///
    /// # Errors
    /// Rows elsewhere that cannot be asked.
    fn over(&self, rules: &[&Rule]) -> Result<Arc<Samples>, FitError>;

    /// Makes these samples, the last that [`Rows::over`] returned, those of pricing problems.
    fn keep(&self, samples: &Arc<Samples>);

    /// Returns a pricer that searches all rows greedily.
    fn pricer(self: Arc<Self>, settings: GreedySettings) -> Box<dyn Pricer>;
}

/// A training set that is ready to learn from.
#[derive(Clone)]
pub(crate) struct Training<'a> {
    pub(crate) target: Target<'a>,
    pub(crate) samples: Arc<Samples>,
    /// The samples with the literals that rules may combine ([`parts`]).
    parts: Vec<Arc<Samples>>,
    /// The parts for the rules of each class, if columns are monotone.
    by_class: Option<[Vec<Arc<Samples>>; 2]>,
    pub(crate) positive: Option<u32>,
    pub(crate) fairness: Option<Fairness>,
    /// The rules that must be in, each with its class.
    pub(crate) required: Vec<(Rule, u32)>,
    pub(crate) dropped: Vec<DroppedColumn>,
    /// The number of merged rows.
    pub(crate) merged: usize,
    /// The weights of samples, as they follow from those of rows.
    pub(crate) weighing: Weighing,
    /// The rows behind the samples, if they lie elsewhere.
    pub(crate) rows: Option<Arc<dyn Rows>>,
}

impl<'a> Training<'a> {
    /// Codes `data`, or as much of it as there is time for ([`Coding::of`]).
    ///
    /// # Errors
    /// Data that do not fit the parameters, or without a usable column.
    pub(crate) fn new(data: &Dataset, target: Target<'a>, p: &Parameters, limits: &Limits) -> Result<Self, FitError> {
        check_classes(data, target.name)?;
        check_trends(&p.monotone, &data.features, target.classes.len())?;
        check_groups(&p.together, &data.features)?;
        let positive = positive_class(p.positive.as_ref(), target.classes)?;
        let asked = p.fairness_asked();
        let fairness = match p.method {
            Method::Boolean => {
                asked.map(|_| compared_groups(data)).transpose()?;
                if asked.is_some() && target.classes.len() > 2 {
                    return Err(FitError::FairClasses { classes: target.classes.len() });
                }
                let reads = |class: &u32| {
                    asked.is_some_and(|asked| {
                        asked.criterion == FairnessCriterion::EqualizedOdds || Some(*class) == positive
                    })
                };
                (0..target.classes.len() as u32).filter(reads).for_each(|class| warn_if_alone(data, class));
                None
            }
            _ => asked.map(|asked| fairness_rows(asked, data, positive)).transpose()?,
        };
        let groups = asked.map(|_| groups(data)).transpose()?.map(|groups| &groups.of_row[..]);
        let (samples, dropped) = Coding { p, groups }.of(data, limits)?;
        Ok(Training { fairness, weighing: Weighing::of(p, data), ..Training::over(samples, dropped, target, p)? })
    }

    /// Codes `data` over a given schema, which it needs all columns of.
    ///
    /// # Errors
    /// Data that do not fit the schema or the parameters.
    pub(crate) fn given(
        data: &Dataset,
        target: Target<'a>,
        schema: &Schema,
        p: &Parameters,
        limits: &Limits,
    ) -> Result<Self, FitError> {
        check_classes(data, target.name)?;
        let samples = Coding { p, groups: None }.over(schema.clone(), data, limits)?;
        let training = Training::over(counted(samples, data)?, Vec::new(), target, p)?;
        Ok(Training { weighing: Weighing::of(p, data), ..training })
    }

    /// Makes a training set of coded samples, without fairness.
    ///
    /// # Errors
    /// A positive class that is none, a threshold unless there are two classes, or required rules
    /// that cannot be said of the samples.
    pub(crate) fn over(
        samples: Samples,
        dropped: Vec<DroppedColumn>,
        target: Target<'a>,
        p: &Parameters,
    ) -> Result<Self, FitError> {
        if p.threshold().is_some() && target.classes.len() != 2 {
            return Err(FitError::ThresholdClasses { classes: target.classes.len() });
        }
        let positive = positive_class(p.positive.as_ref(), target.classes)?;
        let of_class = |class: u32| {
            let mut samples = samples.clone();
            forbid_against(&mut samples.schema, &p.monotone, Some(class) == positive);
            parts(&Arc::new(samples), &p.together)
        };
        // The rules of a Boolean problem are all for one class: their schema forbids what is
        // against it.
        let by_class = (!p.monotone.is_empty() && p.method.weighs()).then(|| [0, 1].map(of_class));
        let required = required_rules(p, &samples.schema, target.classes)?;
        let samples = Arc::new(samples);
        let parts = parts(&samples, &p.together);
        let merged = samples.len();
        Ok(Training {
            target,
            samples,
            parts,
            by_class,
            positive,
            fairness: None,
            required,
            dropped,
            merged,
            weighing: Weighing::unknown(target.classes.len()),
            rows: None,
        })
    }

    /// Makes the master of the loss over samples of these rows, without rules, with penalty and
    /// ridge in units of `unit`. Rules that must be in cost nothing.
    ///
    /// # Errors
    /// Settings that the master refuses, or a loss whose rules have no weights.
    pub(crate) fn master(
        &self,
        p: &Parameters,
        samples: Arc<Samples>,
        unit: f64,
    ) -> Result<Box<dyn RuleMaster>, FitError> {
        p.master(samples, unit, self.fairness, &self.required)
    }

    /// Makes a training set of rows that lie elsewhere, with one sample for each class. `merged` is
    /// the number of rows after equal ones were merged.
    ///
    /// # Errors
    /// Rows that cannot be asked, or a positive class that is none.
    pub(crate) fn elsewhere(
        (rows, merged): (Arc<dyn Rows>, usize),
        dropped: Vec<DroppedColumn>,
        target: Target<'a>,
        p: &Parameters,
    ) -> Result<Self, FitError> {
        let samples = rows.over(&[])?;
        let training = Training::over(Samples::clone(&samples), dropped, target, p)?;
        Ok(Training { samples, merged, rows: Some(rows), ..training })
    }

    /// Returns samples of the rows that the `rules` tell apart.
    ///
    /// # Errors
    /// Rows elsewhere that cannot be asked.
    pub(crate) fn told_apart(&self, rules: &[&Rule]) -> Result<Arc<Samples>, FitError> {
        self.rows.as_ref().map_or_else(|| Ok(self.samples.clone()), |rows| rows.over(rules))
    }

    /// Makes the samples that [`Training::told_apart`] returned last the ones of pricing problems.
    pub(crate) fn keep(&self, samples: &Arc<Samples>) {
        self.rows.iter().for_each(|rows| rows.keep(samples));
    }

    /// Makes the stages that the parameters name, or those that suit the samples. Rows elsewhere
    /// have a greedy search of their own.
    ///
    /// # Errors
    /// A pricer that cannot be made.
    pub(crate) fn stages(&self, p: &Parameters) -> Result<Stages, FitError> {
        if let Some(rows) = &self.rows {
            let greedy = rows.clone().pricer(p.greedy());
            return Ok(Stages::of(&[PricerName::GREEDY], vec![greedy], &p.registry.pricers));
        }
        self.named(self.names_of_stages(p), p)
    }

    /// Returns the names of the stages that the parameters name, with those that `auto` stands for.
    pub(crate) fn names_of_stages(&self, p: &Parameters) -> Vec<PricerName> {
        let named = p.pricers().iter().flat_map(|name| match *name == PricerName::AUTO {
            true => auto(&self.samples, p),
            false => vec![name.clone()],
        });
        named.collect()
    }

    /// Makes the stages of these names.
    ///
    /// # Errors
    /// A pricer that cannot be made.
    pub(crate) fn named(&self, names: Vec<PricerName>, p: &Parameters) -> Result<Stages, FitError> {
        let node_limit = p.most_nodes(&self.samples).map(|most| most / CALLS);
        let settings = StageSettings { node_limit, ..p.stages(self.target.classes) };
        let make = |name| {
            let pricer = self.pricer(|samples| p.registry.pricers.create(name, samples, &settings))?;
            Ok::<_, FitError>(called(name, pricer))
        };
        let pricers = names.iter().map(make).collect::<Result<_, _>>()?;
        Ok(Stages::of(&names, pricers, &p.registry.pricers))
    }

    /// Makes the pricer `cube` as it is built in, for proofs that no strategy was asked for.
    ///
    /// # Errors
    /// A pricer that cannot be made.
    pub(crate) fn cubes(&self, p: &Parameters) -> Result<Box<dyn Pricer>, FitError> {
        self.built_in(&PricerName::CUBE, p)
    }

    /// Makes a pricer as it is built in. What a registry has under its name may be another, or be
    /// watched.
    ///
    /// # Errors
    /// A pricer that cannot be made.
    pub(crate) fn built_in(&self, name: &PricerName, p: &Parameters) -> Result<Box<dyn Pricer>, FitError> {
        let settings = p.stages(self.target.classes);
        self.pricer(|samples| PricerRegistry::default().create(name, samples, &settings))
    }

    /// Makes a pricer over the samples with the literals that rules may combine. If columns are
    /// monotone, each class has a pricer of its own.
    ///
    /// # Errors
    /// A pricer that cannot be made.
    pub(crate) fn pricer(
        &self,
        make: impl Fn(&Arc<Samples>) -> Result<Box<dyn Pricer>, FitError>,
    ) -> Result<Box<dyn Pricer>, FitError> {
        let Some([first, second]) = &self.by_class else { return united(&self.parts, make) };
        Ok(Box::new(ByTag::new([(0, united(first, &make)?), (1, united(second, &make)?)])))
    }

    /// True if a class may have this rule.
    pub(crate) fn permits(&self, rule: &Rule, class: u32) -> bool {
        permits(self.parts_of(class), rule)
    }

    /// Returns the parts that the literals of the rules for a class are divided into.
    pub(crate) fn parts_of(&self, class: u32) -> &[Arc<Samples>] {
        self.by_class.as_ref().map_or(&self.parts, |parts| &parts[class as usize])
    }

    /// Returns the leaves of a first tree that can be rules. If columns go together, there is a
    /// tree for each group, and the one whose leaves are right on most weight is taken, the first
    /// of those that tie.
    ///
    /// # Errors
    /// Settings of trees that are out of range.
    pub(crate) fn first_tree(&self, p: &Parameters) -> Result<Vec<(Rule, u32)>, FitError> {
        let samples = &self.samples;
        let tree = |part: &Arc<Samples>| -> Result<Vec<(Rule, u32)>, FitError> {
            let mut leaves = WeightedTree::new(part.clone(), p.tree())?.leaves(&part.weights, p.least_cover());
            leaves.retain(|(rule, class)| self.permits(rule, *class));
            Ok(leaves)
        };
        if let [whole] = &self.parts[..] {
            return tree(whole);
        }
        let right = |(rule, class): &(Rule, u32)| -> f64 {
            let covered = samples.cover(rule);
            covered.iter().filter(|&i| samples.labels[i] == *class).map(|i| samples.weights[i]).sum()
        };
        let mut best = (f64::NEG_INFINITY, Vec::new());
        for part in &self.parts {
            let leaves = tree(part)?;
            let right = leaves.iter().map(right).sum();
            if right > best.0 {
                best = (right, leaves);
            }
        }
        Ok(best.1)
    }

    /// Returns the parts that the literals of rules are divided into.
    pub(crate) fn parts(&self) -> &[Arc<Samples>] {
        &self.parts
    }

    /// Returns the mean weight of a row, the unit of penalty and ridge in the choice of a size. A
    /// row of whole weight counts as that many rows, so that a table that lists them one by one has
    /// the same unit.
    pub(crate) fn mean_weight(&self) -> f64 {
        let rows: u64 = self.samples.counts.iter().sum();
        self.samples.weights.iter().sum::<f64>() / rows as f64
    }
}
