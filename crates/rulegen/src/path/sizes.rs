//! The models of all sizes along one path.

use super::forward::Forward;
use super::steps::Path;
use crate::FitError;
use rulegen_limits::Limits;
use rulegen_rule::{Model, Status};
use std::collections::BTreeMap;

/// The models of a path, one for each number of rules that it has.
#[derive(Clone, Debug)]
pub struct ModelsBySize {
    /// The models, from no rules to many.
    pub models: Vec<SizedModel>,
    /// [`Status::Size`] if the path came to its end, and otherwise the limit that ended it.
    pub status: Status,
}

/// A model of a path, with its training loss.
#[derive(Clone, Debug)]
pub struct SizedModel {
    /// The model.
    pub model: Model,
    /// The objective of the master on the training rows, without the costs of rules.
    pub loss: f64,
}

impl ModelsBySize {
    /// Makes the models of all steps of a path. Of several models of one size, the one of the least
    /// loss is kept.
    ///
    /// # Errors
    /// A failing solver.
    pub(crate) fn of(path: &Forward<'_>, limits: &Limits) -> Result<ModelsBySize, FitError> {
        let status = limits.reached().map_or(Status::Size, Status::from);
        let mut models: BTreeMap<usize, SizedModel> = BTreeMap::new();
        for step in 0..=path.support().last() {
            let (model, loss) = path.model_and_loss(step, limits)?;
            let size = model.rules.len();
            if models.get(&size).is_none_or(|known| loss < known.loss) {
                models.insert(size, SizedModel { model, loss });
            }
        }
        Ok(ModelsBySize { models: models.into_values().collect(), status })
    }
}
