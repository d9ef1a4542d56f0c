//! The margin hinge master: weighted rules that tell many classes apart.

mod gains;
mod loss;
mod rivals;

use crate::fairness::{Fairness, FairnessRows};
use crate::linear_rules::{LinearRules, rule_master};
use crate::restricted::LpStrategy;
use crate::{MasterError, RuleTerms};
use loss::MarginLoss;
use rulegen_binarize::Samples;
use rulegen_lp::{Backend, LpFactory};
use std::sync::Arc;

/// Settings of the margin hinge master.
///
/// | field | default | range |
/// |---|---|---|
/// | `terms` | see there | costs and length of rules |
/// | `strategy` | interior | |
/// | `backend` | HiGHS where built in, else microlp | |
/// | `fairness` | none | see there |
#[derive(Clone, Debug)]
pub struct MarginHingeSettings {
    /// The costs of rules, and the limits on their length and cover.
    pub terms: RuleTerms,
    /// The way in which the LP is solved; by interior point in any case if there is fairness. A
    /// simplex solver has a variable for each sample and class, and for more than two classes a row
    /// for each sample.
    pub strategy: LpStrategy,
    /// The simplex solver: a [`Backend`], or a factory of one's own.
    pub backend: Arc<dyn LpFactory>,
    /// Mean errors that may not differ much between groups.
    pub fairness: Option<Fairness>,
}

impl Default for MarginHingeSettings {
    fn default() -> Self {
        MarginHingeSettings {
            terms: RuleTerms::default(),
            strategy: LpStrategy::Interior,
            backend: Arc::new(Backend::auto()),
            fairness: None,
        }
    }
}

/// The restricted master of weighted rules under the margin hinge (Crammer and Singer 2001;
/// docs/MATH.md 10), without intercepts:
///
/// ```text
/// min  sum_k lambda c_k w_k + sum_i omega_i v_i      max  sum_ic beta_ic
/// s.t. v_i + f_{i,y_i} - f_ic >= 1   (beta_ic)       s.t. sum over covered i of g_ic
///      v, w >= 0                                               <= lambda c_k, every rule k for c
///                                                         sum_c beta_ic <= omega_i,  beta >= 0
/// ```
///
/// where `f_ic` is the sum of the weights of the rules for class `c` that cover sample `i`, and
/// there is a row for each class `c` other than the sample's own. Covering sample `i` with a rule
/// for its class gains `g_ic = sum_d beta_id`, with a rule for another class `-beta_ic`.
///
/// The error of a sample is 1 less its margin, the votes for its class less those for the strongest
/// other class. It is at least 1 where the class of the sample does not win. For two classes this
/// is the program of [`RugMaster`](crate::RugMaster).
///
/// Fairness rows bound the differences of mean errors between groups, as there.
#[derive(Debug)]
pub struct MarginHingeMaster(LinearRules<MarginLoss>);

rule_master!(MarginHingeMaster);

impl MarginHingeMaster {
    /// Makes a master without columns, in which every sample is an error, and its duals are equal
    /// and at their bound.
    ///
    /// # Errors
    /// A setting out of range, or an LP backend that is not built in.
    pub fn new(samples: Arc<Samples>, settings: MarginHingeSettings) -> Result<Self, MasterError> {
        settings.terms.check()?;
        settings.fairness.map_or(Ok(()), |fairness| fairness.check(samples.classes))?;
        let rows = |fairness| FairnessRows::new(fairness, &samples.labels, &samples.groups, &samples.weights);
        let loss = MarginLoss {
            classes: samples.classes,
            labels: samples.labels.clone(),
            weights: samples.weights.clone(),
            fairness: settings.fairness.as_ref().map(rows),
        };
        LinearRules::new(loss, samples, settings.terms, settings.strategy, settings.backend).map(MarginHingeMaster)
    }
}
