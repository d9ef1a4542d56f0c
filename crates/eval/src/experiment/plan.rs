//! The plan of an experiment: grids of settings, and cells of methods on splits.

use super::error::{ExperimentError, ensure};
use super::measure::Measure;
use super::row::Key;
use super::sets::{Set, read_sets};
use super::spec::{ChoiceSpec, MethodSpec, Spec};
use rulegen::{Learner, ParameterValue, PricerName, Registry, Settings};
use rulegen_data::DataError;

/// The most fits of an experiment, which are listed in memory.
const MOST_FITS: usize = 10_000_000;

/// One setting of a grid.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    /// The place in the grid.
    pub(crate) at: usize,
    /// The values from the grid, in words: `max-depth=3 penalty=0.1`.
    pub(crate) words: String,
    /// All settings.
    pub(crate) settings: Settings,
}

impl Point {
    /// The bound on complexity.
    pub(crate) fn complexity(&self) -> f64 {
        match self.settings.get("complexity") {
            Some(ParameterValue::Number(x)) => *x,
            Some(ParameterValue::Integer(n)) => *n as f64,
            _ => f64::NAN,
        }
    }

    /// The settings without the complexity.
    fn others(&self) -> Settings {
        let others = self.settings.iter().filter(|(name, _)| *name != "complexity");
        others.map(|(name, value)| (name.clone(), value.clone())).collect()
    }
}

/// Settings that are solved together: one setting, or a path of ascending complexities.
pub(crate) type Batch = Vec<Point>;

/// Makes every combination of a grid, and checks the settings.
fn grid(spec: &Spec, method: &MethodSpec, registry: &Registry) -> Result<Vec<Batch>, ExperimentError> {
    let mut points = vec![Point { at: 0, words: String::new(), settings: method.settings.clone() }];
    for (name, values) in &method.grid {
        let with = |(point, value): (&Point, &ParameterValue)| {
            let mut settings = point.settings.clone();
            settings.insert(name.clone(), value.clone());
            Point { at: 0, words: format!("{} {name}={}", point.words, in_words(value)).trim().into(), settings }
        };
        let pairs = points.iter().flat_map(|point| values.iter().map(move |value| (point, value)));
        points = pairs.map(with).collect();
    }
    let mut batches: Vec<Batch> = Vec::new();
    for (at, mut point) in points.into_iter().enumerate() {
        // Settings are right or wrong whatever the data.
        spec.learner(method, &point.settings, 0, None, registry)?;
        point.at = at;
        let others = point.others();
        match batches.iter_mut().find(|batch| method.second_pass && batch[0].others() == others) {
            Some(batch) => batch.push(point),
            None => batches.push(vec![point]),
        }
    }
    batches.iter_mut().for_each(|batch| batch.sort_by(|a, b| a.complexity().total_cmp(&b.complexity())));
    Ok(batches)
}

/// A value of a specification as words.
pub(crate) fn in_words(value: &ParameterValue) -> String {
    match value {
        ParameterValue::List(words) => words.join("+"),
        other => other.to_string(),
    }
}

/// Everything that an experiment reads.
#[derive(Debug)]
pub(crate) struct Plan<'a> {
    pub(crate) spec: &'a Spec,
    registry: &'a Registry,
    pub(crate) sets: Vec<Set>,
    /// The batches of each method.
    grids: Vec<Vec<Batch>>,
}

impl<'a> Plan<'a> {
    /// Checks all settings, and reads the data that are not given.
    ///
    /// # Errors
    /// Settings, data or splits that cannot be used.
    pub(crate) fn new(
        spec: &'a Spec,
        given: Vec<Set>,
        only: &[String],
        registry: &'a Registry,
    ) -> Result<Self, ExperimentError> {
        if let Some(judge) = &spec.judge {
            let name = PricerName::from(judge.as_str());
            registry.pricers.check(&name).map_err(|error| ExperimentError::Input(format!("judge: {error}")))?;
            ensure(registry.pricers.may_prove(&name), || format!("judge: '{judge}' proves nothing"))?;
        }
        let grids = spec.methods.iter().map(|method| grid(spec, method, registry)).collect::<Result<_, _>>()?;
        let sets = read_sets(&spec.data, given, &spec.splits, spec.seed, only)?;
        let splits: usize = sets.iter().map(|set| set.splits.len()).sum();
        let fits = splits * spec.methods.iter().map(MethodSpec::settings).sum::<usize>();
        ensure(fits <= MOST_FITS, || {
            format!("{fits} fits of a setting on a split are asked for, more than {MOST_FITS}")
        })?;
        Ok(Plan { spec, registry, sets, grids })
    }

    /// Lists every cell in the order in which they are started: small sets and early splits first,
    /// then methods side by side.
    ///
    /// # Errors
    /// Folds that the training rows do not fill.
    pub(crate) fn cells(&self) -> Result<Vec<Cell<'_>>, ExperimentError> {
        let mut cells = Vec::new();
        for set in &self.sets {
            for (split, (train, _)) in set.splits.iter().enumerate() {
                for (method, batches) in self.spec.methods.iter().zip(&self.grids) {
                    let Plan { spec, registry, .. } = self;
                    let choice = self.choice(method);
                    if let Some(Choice { folds, .. }) = choice.filter(|of| !(2..=train.len()).contains(&of.folds)) {
                        let source = DataError::BadFolds { folds, rows: train.len() };
                        return Err(ExperimentError::Data { set: set.spec.name.clone(), source });
                    }
                    let made_by = if choice.is_some() { &batches[..1] } else { batches };
                    let fits = method.max_rows.is_none_or(|most| set.rows() <= most);
                    let made_by = made_by.iter().filter(|_| fits);
                    cells.extend(made_by.map(|batch| Cell {
                        spec,
                        registry,
                        set,
                        split,
                        method,
                        batches,
                        batch,
                        choice,
                    }));
                }
            }
        }
        cells.sort_by_key(|cell| cell.set.rows() * (cell.split + 1));
        Ok(cells)
    }

    /// The choice among the settings of a method, if it has several.
    fn choice(&self, method: &MethodSpec) -> Option<Choice> {
        match self.spec.choice_of(method) {
            &ChoiceSpec::CrossValidation { folds, measure, then } if method.settings() > 1 => {
                let measure = measure.or(Measure::named("accuracy"))?;
                Some(Choice { folds, measures: [measure, then.unwrap_or(measure)] })
            }
            _ => None,
        }
    }
}

/// The choice among settings by cross-validation. The second measure decides ties.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    pub(crate) folds: usize,
    pub(crate) measures: [Measure; 2],
}

/// A method on a split of a set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell<'a> {
    pub(crate) spec: &'a Spec,
    /// The meaning of names of pricers and losses.
    pub(crate) registry: &'a Registry,
    pub(crate) set: &'a Set,
    pub(crate) split: usize,
    pub(crate) method: &'a MethodSpec,
    pub(crate) batches: &'a [Batch],
    /// The batch that has rows of its own, unless there is a choice.
    pub(crate) batch: &'a Batch,
    pub(crate) choice: Option<Choice>,
}

impl Cell<'_> {
    /// The keys of its rows.
    pub(crate) fn keys(&self) -> Vec<Key> {
        match self.choice {
            Some(_) => vec![self.key(0, None)],
            None => self.batch.iter().map(|point| self.key(point.at, None)).collect(),
        }
    }

    /// The key of a setting, or of a trial of it on a fold.
    pub(crate) fn key(&self, setting: usize, fold: Option<usize>) -> Key {
        let (set, method) = (self.set.spec.name.clone(), self.method.name.clone());
        Key { set, method, split: self.split, setting, fold }
    }

    /// The seed of draws and of the choice among settings.
    pub(crate) fn seed(&self) -> u64 {
        self.spec.seed.wrapping_add(self.split as u64)
    }

    pub(crate) fn name(&self) -> String {
        format!("{} on {}, split {}", self.method.name, self.set.spec.name, self.split)
    }

    /// The pricer that judges the calls of others, if they are judged.
    pub(crate) fn judge(&self) -> Option<PricerName> {
        self.spec.judge.as_deref().map(PricerName::from)
    }

    /// Makes the learner of a setting, with the pricers and losses of this registry.
    pub(crate) fn learner(&self, point: &Point, registry: &Registry) -> Result<Learner, ExperimentError> {
        self.spec.learner(self.method, &point.settings, self.seed(), self.set.positive_class(), registry)
    }
}
