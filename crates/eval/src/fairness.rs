//! Fairness of a classifier between groups.

use rulegen_data::Groups;
use rulegen_measure::Rate;
use serde::Serialize;

/// Scores of fairness, as the papers define them: 1 minus gaps between groups, so 1 is fair and
/// larger is better.
///
/// Let `err_g` be the share of the rows of group `g` that are predicted wrongly, `err_kg` that
/// among its rows of class `k`, and `gap(x)` the largest `|x_g - x_h|` over groups `g`, `h` that
/// have such rows. A score is none where a gap in it has fewer than two groups. Rows count one
/// each, whatever their weight.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct FairnessScores {
    /// Disparate mistreatment between classes: `1 - (gap(err_1) + gap(err_2))` for two classes, the
    /// gaps of false positives and of false negatives, which can be below 0; for more classes `1 -
    /// mean_k gap(err_k)`, over the classes that at least two groups have.
    pub dmc: Option<f64>,
    /// Overall disparate mistreatment: `1 - gap(err)`.
    pub odm: Option<f64>,
    /// Equality of opportunity: `1 - gap(err_k)` for the positive class `k`, the gap of false
    /// negatives.
    pub eop: Option<f64>,
    /// Equalised odds: `1 - max_k gap(err_k)`; for two classes 1 less the larger of the gaps of
    /// false positives and of false negatives.
    pub equalized_odds: Option<f64>,
}

/// The rates of errors of one class.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClassErrors {
    /// The class.
    pub class: String,
    /// Share of the rows of the class that are predicted to be of another.
    pub error_rate: Rate,
}

/// The rates of one group.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GroupRates {
    /// The name of the group.
    pub name: String,
    /// Its rows.
    pub n: usize,
    /// Share of them predicted wrongly.
    pub error_rate: Rate,
    /// Share of them predicted to be of the positive class; none without one.
    pub selection_rate: Option<Rate>,
    /// Share predicted positive of those that are not; none without a positive class.
    pub false_positive_rate: Option<Rate>,
    /// Share not predicted positive of those that are; none without a positive class.
    pub false_negative_rate: Option<Rate>,
    /// By class.
    pub classes: Vec<ClassErrors>,
}

/// The fairness of predictions between groups.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FairnessReport {
    /// The scores.
    #[serde(flatten)]
    pub scores: FairnessScores,
    /// By group, including groups without rows.
    pub groups: Vec<GroupRates>,
}

impl FairnessReport {
    /// Compares predictions with labels within each group; both are indices of `classes`.
    ///
    /// # Panics
    ///
    /// If predictions, labels and groups are not of the same rows.
    pub fn new(
        predicted: &[u32],
        labels: &[u32],
        classes: &[String],
        groups: &Groups,
        positive: Option<u32>,
    ) -> FairnessReport {
        assert_eq!(predicted.len(), labels.len(), "one prediction per label");
        assert_eq!(groups.of_row.len(), labels.len(), "one group per label");
        // By group, class and predicted class.
        let mut tables = vec![vec![vec![0; classes.len()]; classes.len()]; groups.names.len()];
        for ((&p, &l), &g) in predicted.iter().zip(labels).zip(&groups.of_row) {
            tables[g as usize][l as usize][p as usize] += 1;
        }
        let rates = groups.names.iter().zip(&tables);
        let groups: Vec<GroupRates> =
            rates.map(|(name, table)| GroupRates::new(name, table, classes, positive)).collect();
        FairnessReport { scores: FairnessScores::new(&groups, classes.len(), positive), groups }
    }
}

impl GroupRates {
    /// Computes the rates of a group from its counts by class and predicted class.
    fn new(name: &str, table: &[Vec<usize>], classes: &[String], positive: Option<u32>) -> GroupRates {
        let there: Vec<usize> = table.iter().map(|row| row.iter().sum()).collect();
        let n = there.iter().sum();
        let wrong = |k: usize| there[k] - table[k][k];
        let all = 0..classes.len();
        let class = |k: usize| ClassErrors { class: classes[k].clone(), error_rate: Rate::new(wrong(k), there[k]) };
        let positive = positive.map(|k| k as usize);
        let selected = |k: usize| table.iter().map(|row| row[k]).sum::<usize>();
        GroupRates {
            name: name.to_owned(),
            n,
            error_rate: Rate::new(all.clone().map(wrong).sum(), n),
            selection_rate: positive.map(|k| Rate::new(selected(k), n)),
            false_positive_rate: positive.map(|k| Rate::new(selected(k) - table[k][k], n - there[k])),
            false_negative_rate: positive.map(|k| Rate::new(wrong(k), there[k])),
            classes: all.map(class).collect(),
        }
    }
}

impl FairnessScores {
    fn new(groups: &[GroupRates], classes: usize, positive: Option<u32>) -> FairnessScores {
        let gap_of_class = |k: usize| gap(groups.iter().map(|group| group.classes[k].error_rate));
        let gaps: Vec<f64> = (0..classes).filter_map(gap_of_class).collect();
        // With many classes, a small one may be in one group only. With two classes, none may be
        // left out.
        let enough = if classes == 2 { gaps.len() == 2 } else { !gaps.is_empty() };
        let unfairness = gaps.iter().sum::<f64>() / if classes == 2 { 1.0 } else { gaps.len() as f64 };
        let largest = gaps.iter().copied().fold(0.0, f64::max);
        FairnessScores {
            dmc: enough.then_some(1.0 - unfairness),
            odm: gap(groups.iter().map(|group| group.error_rate)).map(|gap| 1.0 - gap),
            eop: positive.and_then(|k| gap_of_class(k as usize)).map(|gap| 1.0 - gap),
            equalized_odds: enough.then_some(1.0 - largest),
        }
    }
}

/// The largest difference between two of the rates; none if fewer than two groups have rows.
fn gap(rates: impl Iterator<Item = Rate>) -> Option<f64> {
    let rates: Vec<f64> = rates.filter_map(|rate| rate.rate).collect();
    let largest = rates.iter().copied().reduce(f64::max)?;
    let smallest = rates.iter().copied().reduce(f64::min)?;
    (rates.len() >= 2).then_some(largest - smallest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn groups(names: &[&str], of_row: &[u32]) -> Groups {
        Groups { names: names.iter().map(|name| (*name).to_owned()).collect(), of_row: of_row.to_vec() }
    }

    fn classes(n: usize) -> Vec<String> {
        (0..n).map(|class| class.to_string()).collect()
    }

    fn assert_scores(found: &FairnessScores, dmc: Option<f64>, odm: Option<f64>, eop: Option<f64>, odds: Option<f64>) {
        for (found, expected) in [(found.dmc, dmc), (found.odm, odm), (found.eop, eop), (found.equalized_odds, odds)] {
            let close = found.zip(expected).is_none_or(|(a, b)| (a - b).abs() < 1e-12);
            assert!(close && found.is_some() == expected.is_some(), "{found:?} {expected:?}");
        }
    }

    #[test]
    fn two_groups_by_hand() {
        // F: of 4 positives 1 is missed, of 2 negatives 1 is selected. M: of 2 positives 1, of 4
        // negatives none.
        let labels = [1, 1, 1, 1, 0, 0, 1, 1, 0, 0, 0, 0];
        let predicted = [1, 1, 1, 0, 1, 0, 1, 0, 0, 0, 0, 0];
        let groups = groups(&["F", "M"], &[0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1]);
        let report = FairnessReport::new(&predicted, &labels, &classes(2), &groups, Some(1));
        // Gaps: false negatives 1/2 - 1/4, false positives 1/2 - 0, errors 2/6 - 1/6.
        assert_scores(&report.scores, Some(0.25), Some(5.0 / 6.0), Some(0.75), Some(0.5));
        let f = &report.groups[0];
        assert_eq!((f.name.as_str(), f.n, f.error_rate), ("F", 6, Rate::new(2, 6)));
        assert_eq!(f.selection_rate, Some(Rate::new(4, 6)));
        assert_eq!(f.false_positive_rate, Some(Rate::new(1, 2)));
        assert_eq!(f.false_negative_rate, Some(Rate::new(1, 4)));
        assert_eq!(f.classes[1], ClassErrors { class: "1".into(), error_rate: Rate::new(1, 4) });
        // The other class as the positive one swaps the two kinds of errors.
        let report = FairnessReport::new(&predicted, &labels, &classes(2), &groups, Some(0));
        assert_scores(&report.scores, Some(0.25), Some(5.0 / 6.0), Some(0.5), Some(0.5));
        assert_eq!(report.groups[1].false_negative_rate, Some(Rate::new(0, 4)));
    }

    #[test]
    fn a_score_can_be_negative() {
        let report = FairnessReport::new(
            &[0, 1, 1, 0],
            &[0, 1, 0, 1],
            &classes(2),
            &groups(&["a", "b"], &[0, 0, 1, 1]),
            Some(1),
        );
        assert_scores(&report.scores, Some(-1.0), Some(0.0), Some(0.0), Some(0.0));
    }

    #[test]
    fn three_classes_and_groups() {
        // Class 0: a right, b wrong. Class 1: a 1/2, b 0, c 1 wrong. Class 2 is only in c.
        let labels = [0, 0, 1, 1, 1, 1, 2];
        let predicted = [0, 1, 1, 0, 1, 2, 2];
        let groups = groups(&["a", "b", "c", "nobody"], &[0, 1, 0, 0, 1, 2, 2]);
        let report = FairnessReport::new(&predicted, &labels, &classes(3), &groups, None);
        // Errors: a 1/3, b 1/2, c 1/2.
        assert_scores(&report.scores, Some(0.0), Some(1.0 - 1.0 / 6.0), None, Some(0.0));
        assert_eq!(report.groups[0].selection_rate, None);
        assert_eq!(report.groups[3].error_rate, Rate::new(0, 0));
        let report = FairnessReport::new(&predicted, &labels, &classes(3), &groups, Some(2));
        assert_eq!(report.scores.eop, None);
    }

    #[test]
    fn one_group_is_compared_with_nobody() {
        let report = FairnessReport::new(&[0, 1], &[1, 1], &classes(2), &groups(&["a", "b"], &[0, 0]), Some(1));
        assert_scores(&report.scores, None, None, None, None);
    }

    #[test]
    fn as_json() {
        let report = FairnessReport::new(&[0, 1], &[1, 1], &classes(2), &groups(&["a", "b"], &[0, 1]), Some(1));
        let json = serde_json::to_value(&report).unwrap();
        assert_eq!(json["eop"], 0.0);
        assert!(json["dmc"].is_null());
        assert_eq!(json["groups"][0]["false_negative_rate"]["rate"], 1.0);
        assert_eq!(json["groups"][0]["false_positive_rate"]["n"], 0);
    }

    proptest! {
        /// Every score, from the rows themselves and over all pairs of groups.
        #[test]
        fn scores_from_the_definitions(
            rows in prop::collection::vec((0..4_u32, 0..4_u32, 0..4_u32), 0..60),
            k in 2..=4_u32,
            positive in 0..4_u32,
        ) {
            let column = |of: fn(&(u32, u32, u32)) -> u32| rows.iter().map(of).collect::<Vec<u32>>();
            let predicted: Vec<u32> = column(|row| row.0).iter().map(|p| p % k).collect();
            let labels: Vec<u32> = column(|row| row.1).iter().map(|l| l % k).collect();
            let (groups, positive) = (groups(&["a", "b", "c", "d"], &column(|row| row.2)), positive % k);
            let error = |group: u32, class: Option<u32>| {
                let inside = |i: &usize| groups.of_row[*i] == group && class.is_none_or(|k| labels[*i] == k);
                let rows: Vec<usize> = (0..labels.len()).filter(inside).collect();
                let wrong = rows.iter().filter(|&&i| predicted[i] != labels[i]).count();
                (!rows.is_empty()).then(|| wrong as f64 / rows.len() as f64)
            };
            let gap = |class: Option<u32>| {
                let mut widest: Option<f64> = None;
                for g in 0..4 {
                    for h in 0..g {
                        if let (Some(a), Some(b)) = (error(g, class), error(h, class)) {
                            widest = Some(widest.unwrap_or(0.0).max((a - b).abs()));
                        }
                    }
                }
                widest
            };
            let gaps: Vec<f64> = (0..k).filter_map(|class| gap(Some(class))).collect();
            let (dmc, odds) = match (k, gaps.len()) {
                (2, 0 | 1) | (_, 0) => (None, None),
                (2, _) => (Some(1.0 - gaps[0] - gaps[1]), Some(1.0 - gaps[0].max(gaps[1]))),
                (_, n) => (
                    Some(gaps.iter().map(|gap| 1.0 - gap).sum::<f64>() / n as f64),
                    gaps.iter().map(|gap| 1.0 - gap).reduce(f64::min),
                ),
            };
            let report = FairnessReport::new(&predicted, &labels, &classes(k as usize), &groups, Some(positive));
            let one_less = |gap: Option<f64>| gap.map(|gap| 1.0 - gap);
            assert_scores(&report.scores, dmc, one_less(gap(None)), one_less(gap(Some(positive))), odds);
        }
    }
}
