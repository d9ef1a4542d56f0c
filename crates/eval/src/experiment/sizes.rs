//! Models of every size: what strategies of pricing change where rules are chosen one by one.

use super::size_path::{SizePath, SizedFit};
use super::strategies::StrategyFit;
use crate::table::csv_rows;
use rulegen_rule::Status;
use serde::Serialize;
use std::collections::BTreeSet;

/// A strategy's model of one size, beside those of the other strategies.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SizeRow {
    /// The set.
    pub set: String,
    /// The seed.
    pub seed: u64,
    /// The number of rules.
    pub rules: usize,
    /// The strategy.
    pub strategy: String,
    /// The number of conditions of all rules together.
    pub conditions: usize,
    /// The objective on the training rows without the costs of rules.
    pub loss: f64,
    /// The loss above the least of all strategies at this size, relative to it. `None` if that is
    /// 0 and the loss is not.
    pub excess_loss: Option<f64>,
    /// The share of right predictions, on held-out rows if there are any.
    pub accuracy: f64,
    /// The area under the ROC curve on the same rows.
    pub auc: Option<f64>,
    /// The number of rules that no other strategy's model of this size has. `None` if there is no
    /// other model.
    pub own_rules: Option<usize>,
    /// These rules in words, with `; ` between them.
    pub own_rule_texts: String,
    /// The way in which the path of the strategy ended.
    pub path_status: String,
    /// The seconds of the path, for all sizes.
    pub path_seconds: f64,
}

/// Returns the models of all sizes that strategies have, by problem and then from few rules to
/// many. Fits of one problem stand together.
pub fn models_by_size(fits: &[StrategyFit]) -> Vec<SizeRow> {
    let problems = fits.chunk_by(|a, b| (&a.set, a.seed) == (&b.set, b.seed));
    problems.flat_map(of_problem).collect()
}

/// Returns the models of all sizes that strategies have on one problem.
fn of_problem(fits: &[StrategyFit]) -> Vec<SizeRow> {
    let paths: Vec<(&StrategyFit, &SizePath)> =
        fits.iter().filter_map(|fit| Some((fit, fit.record.sizes.as_ref()?))).collect();
    let sizes: BTreeSet<usize> =
        paths.iter().flat_map(|(_, path)| path.models.iter().map(|model| model.rules.len())).collect();
    let mut rows = Vec::new();
    for size in sizes {
        let models = paths
            .iter()
            .filter_map(|(fit, path)| Some((*fit, *path, path.models.iter().find(|model| model.rules.len() == size)?)));
        let models: Vec<(&StrategyFit, &SizePath, &SizedFit)> = models.collect();
        let least = models.iter().map(|(.., model)| model.loss).fold(f64::INFINITY, f64::min);
        rows.extend(models.iter().map(|(fit, path, model)| {
            let mut others = models.iter().filter(|(other, ..)| other.strategy != fit.strategy).peekable();
            let has_others = others.peek().is_some();
            let known: BTreeSet<&String> = others.flat_map(|(.., other)| &other.rules).collect();
            let own = || model.rules.iter().filter(|rule| has_others && !known.contains(rule)).cloned();
            SizeRow {
                set: fit.set.clone(),
                seed: fit.seed,
                rules: size,
                strategy: fit.strategy.clone(),
                conditions: model.conditions,
                loss: model.loss,
                excess_loss: excess(model.loss, least),
                accuracy: model.accuracy,
                auc: model.auc,
                own_rules: has_others.then(|| own().count()),
                own_rule_texts: own().collect::<Vec<_>>().join("; "),
                path_status: path.status.clone(),
                path_seconds: path.seconds,
            }
        }));
    }
    rows
}

/// Returns the part of `least` by which a loss is above it.
fn excess(loss: f64, least: f64) -> Option<f64> {
    match loss == least {
        true => Some(0.0),
        false => Some((loss - least) / least).filter(|excess| excess.is_finite()),
    }
}

impl SizeRow {
    /// True if the path of the strategy came to its end, and no limit ended it.
    pub fn is_of_whole_path(&self) -> bool {
        self.path_status == Status::Size.to_string()
    }
}

/// Returns models of all sizes as CSV.
pub fn sizes_csv(rows: &[SizeRow]) -> String {
    csv_rows(rows, true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FitRecord;

    fn fit(set: &str, strategy: &str, models: &[(&[&str], f64)]) -> StrategyFit {
        let model = |(rules, loss): &(&[&str], f64)| SizedFit {
            rules: rules.iter().map(|&rule| rule.to_owned()).collect(),
            conditions: rules.len(),
            loss: *loss,
            accuracy: 0.5,
            auc: None,
        };
        let models = models.iter().map(model).collect();
        let sizes = Some(SizePath { models, seconds: 1.0, status: "size".into() });
        let record = FitRecord { sizes, ..FitRecord::default() };
        StrategyFit { set: set.into(), strategy: strategy.into(), record, ..StrategyFit::default() }
    }

    #[test]
    fn models_of_one_size_and_problem_are_compared() {
        let fits = [
            fit("s", "greedy", &[(&[], 4.0), (&["a"], 2.0), (&["a", "b"], 1.5)]),
            fit("s", "cube", &[(&[], 4.0), (&["c"], 1.0), (&["c", "b"], 1.5), (&["a", "b", "c"], 0.0)]),
            fit("t", "greedy", &[(&["a"], 0.0)]),
        ];
        let rows = models_by_size(&fits);
        let shown = |row: &SizeRow| {
            let own = row.own_rules.map_or("-".into(), |own| format!("{own}:{}", row.own_rule_texts));
            format!("{} {} {} {:?} {own}", row.set, row.rules, row.strategy, row.excess_loss)
        };
        assert_eq!(
            rows.iter().map(shown).collect::<Vec<_>>(),
            [
                "s 0 greedy Some(0.0) 0:",
                "s 0 cube Some(0.0) 0:",
                "s 1 greedy Some(1.0) 1:a",
                "s 1 cube Some(0.0) 1:c",
                "s 2 greedy Some(0.0) 1:a",
                "s 2 cube Some(0.0) 1:c",
                "s 3 cube Some(0.0) -",
                "t 1 greedy Some(0.0) -",
            ]
        );
        let text = sizes_csv(&rows[2..3]);
        let line = text.lines().nth(1).unwrap();
        assert_eq!(line, "s,0,1,greedy,1,2.0,1.0,0.5,,1,a,size,1.0");
        assert_eq!(excess(1.0, 0.0), None);
    }
}
