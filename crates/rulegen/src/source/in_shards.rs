//! Rows that workers hold.

use super::coded::{CodedRows, summarised};
use super::merged_folds::MergedFolds;
use super::repricing::{Rest, of_share};
use super::rows::{RowsToChoose, RowsToSolve, Source};
use crate::FitError;
use crate::parameters::Parameters;
use crate::training::{Target, suited};
use rulegen_limits::Limits;
use rulegen_shards::{Coordinator, RowsAtHand, SmallestDraws, Workers};
use std::sync::Arc;

/// Rows that lie in shards.
pub(crate) struct InShards<'a> {
    workers: Arc<dyn Workers>,
    target: Target<'a>,
}

impl<'a> InShards<'a> {
    /// Takes the rows that `workers` hold.
    pub(crate) fn new(workers: Arc<dyn Workers>, target: Target<'a>) -> Self {
        InShards { workers, target }
    }

    /// Has the rows coded, and returns the parameters that suit them.
    fn coded(&self, asked: &Parameters, limits: &Limits) -> Result<(Parameters, CodedRows<'a>), FitError> {
        let coordinator = Coordinator::new(self.workers.clone(), asked.has_rare_cuts());
        let summarised = summarised(&coordinator, self.target, asked, limits)?;
        let p = suited(asked, &summarised.classes);
        let coded = CodedRows::new(coordinator, self.target, summarised, &p)?;
        Ok((p, coded))
    }
}

impl<'a> Source<'a> for InShards<'a> {
    fn to_choose(&self, asked: &Parameters, limits: &Limits) -> Result<RowsToChoose<'a>, FitError> {
        let (p, coded) = self.coded(asked, limits)?;
        let smallest = SmallestDraws::ask(&coded.shards, p.seed)?;
        let folds = MergedFolds::new(asked, &p, self.target, &smallest, coded.rows());
        if folds.are_shared_out()
            && let Some(samples) = coded.shards.merged(limits)?
        {
            let training = coded.training(samples, &p)?;
            let folds = Box::new(folds.of_samples(training.samples.clone()));
            return Ok(RowsToChoose { p, training, folds });
        }
        let (p, training) = coded.elsewhere(p, usize::try_from(coded.rows()).unwrap_or(usize::MAX))?;
        let folds = Box::new(folds.of_coded(coded, smallest.rows()));
        Ok(RowsToChoose { p, training, folds })
    }

    fn to_solve(&self, asked: &Parameters, limits: &Limits) -> Result<RowsToSolve<'a>, FitError> {
        let (p, coded) = self.coded(asked, limits)?;
        let RowsAtHand { samples, sampled } = coded.at_hand(p.seed, p.rows_at_hand, limits)?;
        let (rows, share) = (samples.len(), coded.share(&samples));
        let training = coded.training(samples, &p)?;
        if !sampled {
            return Ok(RowsToSolve { p, training, rest: None });
        }
        let of_sample = Parameters { min_cover: p.min_cover.map(|least| of_share(least, share)), ..p.clone() };
        let rest = Some(Rest::new(coded, p, rows));
        Ok(RowsToSolve { p: of_sample, training, rest })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::{Forward, Path};
    use crate::pricers::PricerName;
    use crate::source::memory::InMemory;
    use proptest::prelude::*;
    use rulegen_data::{Column, DataError, Dataset, Table, Values};
    use rulegen_shards::{InProcess, Partition};

    /// Makes rows of two numbers, a word and a class, each with a weight.
    fn dataset(rows: &[(u8, u8, u8, u8, u8)], classes: u8) -> Result<Dataset, DataError> {
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
        // Three of four rows follow the rules.
        let class = |row: &(u8, u8, u8, u8, u8)| match row.3 {
            0..9 => u8::from(row.0 > 4 && row.2 != 0) + u8::from(classes > 2 && row.1 > 6),
            noise => noise % classes,
        };
        let codes = rows.iter().map(|row| u32::from(class(row))).collect();
        let names = (0..classes).map(|class| format!("c{class}")).collect();
        let labels = Values::Categorical { codes, categories: names };
        let weights = Values::from(rows.iter().map(|row| f64::from(row.4)).collect::<Vec<f64>>());
        Dataset::from_columns(Table::new(features).unwrap(), column("y", labels), Some(column("w", weights)))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        /// The path over shards has the same rules in the same order as that from rows in memory,
        /// with the same weights to the last bit.
        #[test]
        fn a_path_over_shards_is_that_over_all_rows(
            rows in prop::collection::vec((0u8..10, 0u8..10, 0u8..3, 0u8..12, 1u8..4), 12..120),
            classes in 2u8..4,
            length in 1usize..4,
            parts in 1usize..6,
        ) {
            // Rows of one class are no data.
            let Ok(data) = dataset(&rows, classes) else { return Err(TestCaseError::reject("one class")) };
            let keep = vec!["a".into(), "b".into(), "word".into()];
            // Over shards the search is greedy.
            let pricers = Some(vec![PricerName::GREEDY]);
            let asked = Parameters { keep, pricers, quiet: true, ..Parameters::default() };
            let limits = Limits::default();
            let Ok(memory) = InMemory::new(&data, "y").to_solve(&asked, &limits) else { return Ok(()) };
            let schema = memory.training.samples.schema.clone();
            let local = Forward::learn(&memory.p, memory.training, length, &limits, &mut ()).unwrap();

            let part = |part: usize| {
                let own: Vec<usize> = (0..rows.len()).filter(|row| row % parts == part).collect();
                let rows = data.select_rows(&own);
                Partition { table: rows.features, labels: rows.target.labels, weights: rows.weights }
            };
            let classes = &data.target.classes;
            let workers: Arc<dyn Workers> = Arc::new(InProcess::new((0..parts).map(part).collect(), classes.len()));
            let shards = InShards::new(workers, Target { name: "y", classes });
            let (p, coded) = shards.coded(&asked, &limits).unwrap();
            prop_assert_eq!(coded.shards.schema(), &schema);
            let (p, training) = coded.elsewhere(p, rows.len()).unwrap();
            let found = Forward::learn(&p, training, length, &limits, &mut ()).unwrap();
            let (found, local) = (found.support(), local.support());
            prop_assert_eq!(&found.rules, &local.rules);
            for (found, local) in found.steps.iter().zip(&local.steps) {
                prop_assert_eq!(&found.weights, &local.weights);
                prop_assert_eq!(&found.intercepts, &local.intercepts);
                prop_assert_eq!(found.penalty, local.penalty);
            }
            prop_assert_eq!(found.steps.len(), local.steps.len());
        }
    }
}
