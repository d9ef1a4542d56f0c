//! Paths of rules over shards, their scores on folds, and the models along them.

use super::path::solve_step;
use super::ready::{recorded, terms};
use crate::assemble::{ModelSettings, assemble};
use crate::parameters::accept;
use crate::pricers::PricerName;
use crate::rows::cover_of_classes;
use crate::sharded::{Checkpoint, FoldView, Remote, kept};
use crate::size::{Caps, PathScores, SupportPath, choose_rules, score_steps};
use crate::{ClassWeight, FitError, Loss, Method, PathKind, RuleParameters};
use rayon::prelude::*;
use rulegen_driver::{Observer, RunSummary};
use rulegen_limits::Limits;
use rulegen_master::{LogisticMaster, LogisticSettings};
use rulegen_measure::Scores;
use rulegen_pricing::{GreedySettings, ShardedGreedy};
use rulegen_rule::Model;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Instant;

/// That nothing is asked for that needs the rows themselves.
pub(super) fn check(p: &RuleParameters) -> Result<(), FitError> {
    let absent = |good: bool, name: &'static str| accept(good, name, "absent where rows lie in shards", "given");
    absent(p.loss == Loss::Logistic, "the loss hinge")?;
    absent(p.path == PathKind::Forward, "the path of penalties")?;
    absent(p.class_weight == ClassWeight::Rows, "the class weight")?;
    absent(p.forbidden.is_empty(), "the list of forbidden conditions")?;
    absent(p.monotone.is_empty(), "the list of monotone columns")?;
    absent(p.together.is_empty(), "the list of columns that go together")?;
    absent(p.pool.is_none(), "the pool")?;
    absent(p.pricers() == [PricerName::GREEDY], "another pricer than greedy")?;
    Ok(())
}

/// What all paths of a fit share.
pub(super) struct ShardPaths<'a> {
    pub(super) p: &'a RuleParameters,
    pub(super) checkpoint: Option<Arc<Checkpoint>>,
    pub(super) target: &'a str,
    pub(super) classes: &'a [String],
    pub(super) positive: Option<u32>,
    /// The least cover, where it is given: else a fold has its own.
    pub(super) cover: Option<usize>,
    /// The most conditions of a rule of any path.
    pub(super) longest: Option<usize>,
}

impl ShardPaths<'_> {
    /// The master of these samples, without rules.
    fn master(
        &self,
        samples: Arc<rulegen_binarize::Samples>,
        length: usize,
        least: usize,
    ) -> Result<LogisticMaster, FitError> {
        let p = RuleParameters { max_length: Some(length), min_cover: Some(least), ..self.p.clone() };
        let settings = LogisticSettings { terms: terms(&p, 1.0), ridge: p.ridge(), ..LogisticSettings::default() };
        Ok(LogisticMaster::new(samples, settings)?)
    }

    /// The path of rules up to a length that cover at least so many rows, over rows that a checkpoint knows by this name.
    pub(super) fn path(
        &self,
        (remote, name): (&Arc<Remote>, &str),
        length: usize,
        least: usize,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<SupportPath, FitError> {
        let by_class = remote.over(&[])?;
        let mut ground = remote.clone();
        crate::size::Ground::keep(&mut ground, &by_class);
        let settings = GreedySettings { beam: self.p.stages(self.classes).beam, ..GreedySettings::default() };
        let greedy = Box::new(ShardedGreedy::new(remote.clone(), settings));
        let run = format!("{name} up to {length}");
        let mut pricers = [kept(greedy, self.checkpoint.as_ref(), run, 0)];
        let conditions = self.p.max_conditions.map(NonZeroUsize::get);
        let caps = Caps { rules: self.p.most_rules(), conditions };
        let mut master = self.master(by_class, length, least)?;
        choose_rules(&mut master, &mut pricers, &mut ground, caps, limits, observer)
    }

    /// The scores of the steps of all paths on so many folds, by measure; none if a limit was reached before. A fold is left out that holds
    /// out no row, or all.
    pub(super) fn cross_validated(
        &self,
        (folds, rows_of): (u32, &(dyn Fn(FoldView) -> Result<Remote, FitError> + Sync)),
        lengths: &[usize],
        steps: &[usize],
        ended: &(dyn Fn() + Send + Sync),
        limits: &Limits,
    ) -> Result<Option<Vec<Scores>>, FitError> {
        let measures = self.p.choose_by();
        let of_fold = |fold: u32| -> Result<Option<Vec<Vec<f64>>>, FitError> {
            let train = Arc::new(rows_of(FoldView::Train(fold))?);
            let rows: Vec<u64> = train.over(&[])?.class_weights().iter().map(|rows| *rows as u64).collect();
            let test = rows_of(FoldView::Test(fold))?;
            if rows.iter().all(|rows| *rows == 0) || test.over(&[])?.is_empty() {
                lengths.iter().for_each(|_| ended());
                return Ok(None);
            }
            let mut by_measure = vec![Vec::new(); measures.len()];
            for &length in lengths {
                let path = match rows.iter().filter(|rows| **rows > 0).count() {
                    0 | 1 => SupportPath::of_class_counts(&rows),
                    _ => {
                        let least = self.cover.unwrap_or_else(|| cover_of_classes(&rows));
                        self.path((&train, &format!("without fold {fold}")), length, least, limits, &mut ())?
                    }
                };
                ended();
                if limits.reached().is_some() {
                    return Ok(None);
                }
                let rules: Vec<_> = path.rules.iter().map(|(rule, _)| rule).collect();
                let samples = test.over(&rules)?;
                let scores = PathScores::of_samples(&path, &samples, true);
                let weights = Some(&samples.weights[..]);
                let of_path = score_steps(&scores, steps, &measures, (&samples.labels, weights), self.positive);
                by_measure.iter_mut().zip(of_path).for_each(|(all, of_path)| all.extend(of_path));
            }
            Ok(Some(by_measure))
        };
        if folds < 2 || limits.reached().is_some() {
            return Ok(None);
        }
        let scored: Vec<Option<_>> = (0..folds).into_par_iter().map(of_fold).collect::<Result<_, _>>()?;
        if limits.reached().is_some() {
            return Ok(None);
        }
        let scored: Vec<Vec<Vec<f64>>> = scored.into_iter().flatten().collect();
        if scored.len() < 2 {
            log::warn!("different rows are too few to be divided into folds: the size is not chosen by its scores");
            return Ok(None);
        }
        let of_measure = |at: usize| Scores { folds: scored.iter().map(|fold| fold[at].clone()).collect() };
        Ok(Some((0..measures.len()).map(of_measure).collect()))
    }

    /// The model after a step of a path, its weights fitted exactly.
    pub(super) fn model(
        &self,
        remote: &Remote,
        length: usize,
        path: &SupportPath,
        step: usize,
        limits: &Limits,
    ) -> Result<(Model, RunSummary), FitError> {
        let start = Instant::now();
        let support = path.support(step);
        let rules: Vec<_> = support.iter().map(|(rule, _)| rule).collect();
        let samples = remote.over(&rules)?;
        let mut master = self.master(samples.clone(), length, self.p.min_cover.unwrap_or(1))?;
        let run = solve_step(&mut master, path, step, start, limits)?;
        let settings = ModelSettings {
            method: Method::Rules.name().into(),
            loss: Some(self.p.loss.name().into()),
            target: self.target.into(),
            classes: self.classes.to_vec(),
            positive: self.positive,
            weight_threshold: self.p.weight_threshold,
            fallback: None,
            recorded: recorded(&RuleParameters { max_length: self.longest, ..self.p.clone() }),
        };
        Ok((assemble(&samples, &master, &run, settings), run))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::path::Path;
    use crate::sharded::{Coded, View, Workers, summarised};
    use crate::weighted::Training;
    use crate::{InProcess, Partition};
    use proptest::prelude::*;
    use rulegen_data::{Column, Dataset, Table, Values};

    /// Rows of two numbers, a word and a class, each counting for some rows.
    fn dataset(rows: &[(u8, u8, u8, u8, u8)], classes: u8) -> Dataset {
        let column = |name: &str, values: Values| Column::new(name, values).unwrap();
        let number = |x: u8| if x == 9 { f64::NAN } else { f64::from(x) };
        let numbers =
            |of: fn(&(u8, u8, u8, u8, u8)) -> u8| rows.iter().map(|row| number(of(row))).collect::<Vec<f64>>();
        let words = Values::from_text(rows.iter().map(|row| ["red", "blue", "green"][row.2 as usize % 3]));
        let features = vec![
            column("a", Values::from(numbers(|row| row.0))),
            column("b", Values::from(numbers(|row| row.1))),
            column("word", words),
        ];
        // Three rows of four are as rules say.
        let class = |row: &(u8, u8, u8, u8, u8)| match row.3 {
            0..9 => u8::from(row.0 > 4 && row.2 != 0) + u8::from(classes > 2 && row.1 > 6),
            noise => noise % classes,
        };
        let codes = rows.iter().map(|row| u32::from(class(row))).collect();
        let names = (0..classes).map(|class| format!("c{class}")).collect();
        let labels = Values::Categorical { codes, categories: names };
        let weights = Values::from(rows.iter().map(|row| f64::from(row.4)).collect::<Vec<f64>>());
        Dataset::from_columns(Table::new(features).unwrap(), column("y", labels), Some(column("w", weights))).unwrap()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        /// The same rules in the same order, with the same weights to the last bit, as from all rows at hand.
        #[test]
        fn a_path_over_shards_is_that_over_all_rows(
            rows in prop::collection::vec((0u8..10, 0u8..10, 0u8..3, 0u8..12, 1u8..4), 12..120),
            classes in 2u8..4,
            length in 1usize..4,
            parts in 1usize..6,
        ) {
            let data = dataset(&rows, classes);
            prop_assume!(data.target.counts().iter().filter(|rows| **rows > 0).count() > 1);
            let p = RuleParameters { keep: vec!["a".into(), "b".into(), "word".into()], quiet: true, ..Default::default() };
            let asked = p.for_data(&data);
            let Ok(training) = Training::new(&data, "y", &asked.training(), &Limits::default()) else { return Ok(()) };
            let schema = training.samples.schema.clone();
            let local = Path::learn(&asked, training, length, &Limits::default(), &mut ()).unwrap().found;

            let part = |part: usize| {
                let own: Vec<usize> = (0..rows.len()).filter(|row| row % parts == part).collect();
                let rows = data.select_rows(&own);
                Partition { table: rows.features, labels: rows.target.labels, weights: rows.weights }
            };
            let classes = &data.target.classes;
            let workers: Arc<dyn Workers> = Arc::new(InProcess::new((0..parts).map(part).collect(), classes.len()));
            let summarised = summarised(&workers, ("y", classes), &asked.training(), &Limits::default()).unwrap();
            let coded = Coded::new(&workers, ("y", classes), summarised, &asked.training()).unwrap();
            prop_assert_eq!(&coded.schema, &schema);
            let fit = ShardPaths {
                checkpoint: None,
                p: &asked,
                target: "y",
                classes,
                positive: None,
                cover: None,
                longest: Some(3),
            };
            let remote = Arc::new(coded.remote(View::All).unwrap());
            let found = fit.path((&remote, "all rows"), length, asked.min_cover.unwrap(), &Limits::default(), &mut ()).unwrap();
            prop_assert_eq!(found.rules, local.rules);
            for (found, local) in found.steps.iter().zip(&local.steps) {
                prop_assert_eq!(&found.weights, &local.weights);
                prop_assert_eq!(&found.intercepts, &local.intercepts);
                prop_assert_eq!(found.penalty, local.penalty);
            }
            prop_assert_eq!(found.steps.len(), local.steps.len());
        }
    }
}
