//! The choice of a size: paths are learned on all rows and on folds, their steps are scored on rows
//! held out, and one of the models is taken.

mod candidates;
mod choose;
mod cross_validation;
mod divisions;
mod found_again;
mod front;
mod ridge;
mod scores;

pub(crate) use cross_validation::{Fold, Folds, HeldOut, MOST_ROWS};
pub use front::{Front, FrontRow, MeanScore};
pub(crate) use scores::HeldOutRows;

use crate::FitError;
use crate::fitted::{Fitted, record_rows};
use crate::parameters::Parameters;
use crate::path::{Path, TimeShare, learn, lengths};
use crate::training::Training;
use candidates::{Candidates, steps};
use choose::choose;
use cross_validation::{CrossValidation, Plan, cross_validate};
use found_again::count_folds;
use ridge::choose_ridge;
use rulegen_driver::{Observer, RunSummary};
use rulegen_limits::Limits;
use std::time::{Duration, Instant};

/// Learns a path for each length of rules, chooses a step of one by cross-validation over the
/// folds, and makes its model and those of the other sizes.
///
/// # Errors
/// A failing solver or pricer, or rows that cannot be asked.
pub(crate) fn choose_model(
    p: &Parameters,
    training: Training<'_>,
    mut folds: Box<dyn Folds + '_>,
    start: Instant,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Fitted, FitError> {
    let lengths = lengths(p);
    let ended = observer.parts(lengths.len() * (1 + folds.divisions() * folds.number()) + 1);
    let path = |&length: &usize| {
        let path = learn(p, training.clone(), length, TimeShare::AllRows, limits, observer);
        ended();
        path
    };
    let mut paths: Vec<Box<dyn Path + '_>> = lengths.iter().map(path).collect::<Result<_, _>>()?;
    let pricing = start.elapsed();
    let steps = steps(p, &paths);
    let (measures, loss, positive) = (p.choose_by(), p.loss(), training.positive);
    let scorers = &p.scorers;
    let plan = Plan { lengths: &lengths, steps: &steps, measures: &measures, scorers, loss, positive };
    folds.begin(limits)?;
    let scored = cross_validate(&*folds, &plan, &ended, limits)?;
    let divisions = scored.as_ref().map(|scored| &scored.divisions);
    let candidates = Candidates { paths: &paths, steps: &steps };
    let chosen = match divisions {
        Some(divisions) => choose(p.size(), divisions, &candidates.extents()),
        None => candidates.unscored(p),
    };
    let (path, step) = (candidates.path(chosen), candidates.asked_step(chosen));
    let learned = scored.as_ref().filter(|_| limits.reached().is_none()).map(|scored| &scored.folds);
    let ridge = match learned {
        Some(learned) => choose_ridge(p, &training, &*folds, learned, path, step, limits)?,
        None => None,
    };
    if let Some(ridge) = ridge {
        paths.iter_mut().for_each(|path| path.set_ridge(ridge));
    }
    let candidates = Candidates { paths: &paths, steps: &steps };
    let others = || candidates.others(divisions, chosen, limits);
    let mut made = None;
    let mut taken = rayon::in_place_scope(|scope| {
        // The bounds of the chosen model leave a core idle. Rows elsewhere answer one question at a
        // time.
        if training.rows.is_none() && rayon::current_num_threads() > 1 {
            scope.spawn(|_| made = Some(others()));
        }
        paths[candidates.path(chosen)].proved_model(candidates.step(chosen), limits, observer)
    })?;
    if let Some(CrossValidation { folds: learned, .. }) = &scored
        && limits.reached().is_none()
    {
        count_folds(&mut taken.model, &*folds, learned, path, step)?;
    }
    ended();
    let mut models = made.unwrap_or_else(others)?;
    models.push((chosen, taken.model.clone()));
    let mut front = candidates.front(p, divisions, chosen, ridge, models);
    // Rows elsewhere are asked for each model.
    for model in &mut front.models {
        if limits.reached().is_none() {
            record_rows(model, &training);
        }
    }
    let fitted = Fitted::new(taken, &training, p);
    let pricing = paths.iter().map(|path| path.pricing()).sum::<Option<Duration>>().unwrap_or(pricing);
    Ok(Fitted {
        run: RunSummary {
            iterations: candidates.iterations() + fitted.run.iterations,
            pricing: pricing + fitted.run.pricing,
            total: start.elapsed(),
            ..fitted.run
        },
        columns: paths.iter().map(|path| path.columns()).sum::<usize>().max(fitted.columns),
        front: Some(front),
        ..fitted
    })
}
