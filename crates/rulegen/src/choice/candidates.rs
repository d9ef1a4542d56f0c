//! The models among which a size is chosen.

use super::choose::close_to_best;
use super::divisions::Divisions;
use super::front::{Front, FrontRow, MeanScore};
use crate::FitError;
use crate::parameters::{Parameters, SizeChoice};
use crate::path::Path;
use rulegen_limits::Limits;
use rulegen_rule::Model;
use std::collections::BTreeSet;

/// The numbers of rules among which a size is chosen, beside the last step of the path.
const SIZES: [usize; 19] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 35, 40, 50];

/// The most rules of a model that is taken without cross-validation.
const UNSCORED: usize = 10;

/// Returns the steps that are candidates: the last one if the size is given, all of a path of
/// penalties or of rule sets, and else those of [`SIZES`] and the last one.
pub(super) fn steps(p: &Parameters, paths: &[Box<dyn Path + '_>]) -> Vec<usize> {
    let last = paths.iter().map(|path| path.support().last()).max().unwrap_or(0);
    match p.size() {
        SizeChoice::Rules(_) => vec![last],
        _ if p.follows_penalties() || !p.method.weighs() => (0..=last).collect(),
        _ => SIZES.into_iter().filter(|&size| size < last).chain([last]).collect(),
    }
}

/// Steps of paths: those of the first path, then those of the next, and so on.
pub(super) struct Candidates<'a> {
    pub(super) paths: &'a [Box<dyn Path + 'a>],
    pub(super) steps: &'a [usize],
}

impl Candidates<'_> {
    fn len(&self) -> usize {
        self.paths.len() * self.steps.len()
    }

    /// The index of a candidate's path.
    pub(super) fn path(&self, at: usize) -> usize {
        at / self.steps.len()
    }

    /// The step of a candidate, which its path may not have reached.
    pub(super) fn asked_step(&self, at: usize) -> usize {
        self.steps[at % self.steps.len()]
    }

    /// The step of a candidate on its path. A path that ended before stays at its last step.
    pub(super) fn step(&self, at: usize) -> usize {
        self.asked_step(at).min(self.paths[self.path(at)].support().last())
    }

    /// The numbers of rules and conditions that each candidate uses.
    pub(super) fn extents(&self) -> Vec<(usize, usize)> {
        (0..self.len()).map(|at| self.paths[self.path(at)].support().extent(self.step(at))).collect()
    }

    /// The number of steps of all paths.
    pub(super) fn iterations(&self) -> usize {
        self.paths.iter().map(|path| path.iterations()).sum()
    }

    /// Returns the candidate that is taken if no size was scored: a limit was reached before, or
    /// the rows cannot be divided. It is on the path that came furthest, of several on the one with
    /// the longest rules. Its model has the size asked for, or at most [`UNSCORED`] rules; of
    /// Boolean rule sets it is the last.
    pub(super) fn unscored(&self, p: &Parameters) -> usize {
        // Boolean rule sets were made under the limit: the last is that of the largest complexity.
        let most = if p.loss().is_timed() { usize::MAX } else { UNSCORED };
        let furthest = (0..self.paths.len()).max_by_key(|&path| (self.paths[path].support().last(), path)).unwrap_or(0);
        let path = self.paths[furthest].support();
        let rules = |place: usize| path.extent(self.steps[place].min(path.last())).0;
        let fits = |&place: &usize| matches!(p.size(), SizeChoice::Rules(_)) || rules(place) <= most;
        furthest * self.steps.len() + (0..self.steps.len()).rev().find(fits).unwrap_or(0)
    }

    /// Returns the candidate of the best length for each size, without repetitions, and the choice.
    fn shown(&self, divisions: Option<&Divisions>, chosen: usize) -> Vec<usize> {
        let sizes = self.steps.len();
        let total = |at: usize| divisions.map_or(0.0, |divisions| divisions.total(at));
        let better = |a: usize, b: usize| if total(b) > total(a) { b } else { a };
        let of_size = |size: usize| match chosen % sizes == size {
            true => chosen,
            false => (0..self.paths.len()).map(|path| path * sizes + size).reduce(better).expect("there is a path"),
        };
        let mut shown: Vec<usize> = (0..sizes).map(of_size).collect();
        let extents = self.extents();
        shown.sort_by_key(|&at| (extents[at], at != chosen, at));
        shown.dedup_by_key(|at| extents[*at]);
        shown
    }

    /// Makes the models of the shown candidates but the choice. Once a limit is reached, those that
    /// are not made already are left out.
    ///
    /// # Errors
    /// A failing solver.
    pub(super) fn others(
        &self,
        divisions: Option<&Divisions>,
        chosen: usize,
        limits: &Limits,
    ) -> Result<Vec<(usize, Model)>, FitError> {
        let model = |at: usize| {
            let (path, step) = (&self.paths[self.path(at)], self.step(at));
            let model = match limits.reached() {
                Some(_) => path.made_model(step).map(Ok),
                None => Some(path.model(step, limits)),
            };
            model.map(|model| Ok((at, model?.model)))
        };
        self.shown(divisions, chosen).into_iter().filter(|&at| at != chosen).filter_map(model).collect()
    }

    /// Makes the front of candidates with their models and scores. The choice is one of them; the
    /// ridge is that of all weights, if it was chosen.
    pub(super) fn front(
        &self,
        p: &Parameters,
        divisions: Option<&Divisions>,
        chosen: usize,
        ridge: Option<f64>,
        mut solved: Vec<(usize, Model)>,
    ) -> Front {
        // The model that is taken may have been solved further than on its path, to another size.
        let extent = |model: &Model| (model.rules.len(), model.conditions());
        solved.sort_by_key(|(at, model)| (extent(model), *at != chosen));
        solved.dedup_by_key(|(_, model)| extent(model));
        let (measures, number) = (p.choose_by(), p.measure_names().len());
        let score = |measure: usize, at: usize| {
            let mean = divisions?.mean(measure, at);
            let mean = measures.get(measure).map_or(mean, |measure| measure.as_known(mean));
            Some(MeanScore { mean, standard_error: divisions?.standard_error(measure, at) })
        };
        let extents = self.extents();
        let close: BTreeSet<usize> = match divisions.filter(|_| p.size() == SizeChoice::Auto) {
            Some(divisions) => close_to_best(divisions, &extents).into_iter().map(|at| extents[at].0).collect(),
            None => BTreeSet::new(),
        };
        let row = |(at, model): &(usize, Model)| {
            let (path, step) = (&self.paths[self.path(*at)], self.step(*at));
            FrontRow {
                rules: model.rules.len(),
                conditions: model.conditions(),
                max_length: path.max_length(model),
                penalty: path.support().steps[step].penalty,
                certificate: path.certificate(step, model),
                scores: (0..number).filter_map(|measure| score(measure, *at)).collect(),
                close: close.contains(&extents[*at].0),
                chosen: *at == chosen,
            }
        };
        let rows = solved.iter().map(row).collect();
        Front::new(p, divisions, ridge, rows, solved.into_iter().map(|(_, model)| model).collect())
    }
}
