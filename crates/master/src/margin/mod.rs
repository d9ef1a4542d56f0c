//! The margin hinge master: weighted rules that tell many classes apart.

mod gains;
mod loss;
mod rivals;

use crate::MasterError;
use crate::linear_rules::{LinearRules, LinearSettings};
use loss::MarginLoss;
use rulegen_binarize::Samples;
use std::sync::Arc;

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
pub type MarginHingeMaster = LinearRules<MarginLoss>;

impl LinearRules<MarginLoss> {
    /// Makes a master without columns, in which every sample is an error, and its duals are equal
    /// and at their bound.
    ///
    /// # Errors
    /// A setting out of range, or an LP backend that is not built in.
    pub fn new(samples: Arc<Samples>, settings: LinearSettings) -> Result<Self, MasterError> {
        let fairness = settings.rows(&samples)?;
        let loss = MarginLoss {
            classes: samples.classes,
            labels: samples.labels.clone(),
            weights: samples.weights.clone(),
            fairness,
        };
        LinearRules::with_loss(loss, samples, settings)
    }
}
