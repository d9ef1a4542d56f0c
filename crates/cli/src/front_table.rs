//! The table of a front: the score of each number of rules.

use crate::table::aligned;
use crate::words::count;
use rulegen::{Front, FrontRow};

/// The most sizes shown: the model below is to stay in sight.
const MOST_ROWS: usize = 12;

/// The sizes of a front with their scores; the model taken is marked.
pub(crate) fn front_table(front: &Front) -> String {
    let scored = front.rows.iter().any(|row| row.score.is_some());
    let heading = if scored { format!("cross-validated {}", front.measure) } else { String::new() };
    let gap = |row: &FrontRow| row.certificate.as_ref()?.gap();
    let proved = front.rows.iter().any(|row| gap(row).is_some());
    let mut lines = vec![vec!["  rules".to_owned(), "conditions".into(), heading]];
    lines[0].extend(proved.then(|| "gap".into()));
    let rows = shown(&front.rows);
    lines.extend(rows.iter().map(|row| {
        let mark = if row.chosen { ">" } else { " " };
        let score = match (row.score, row.score_se) {
            (Some(score), Some(error)) => format!("{:.4} +- {error:.4}", front.as_known(score)),
            _ => String::new(),
        };
        let gap = gap(row).map(|gap| format!("{:>6.2}%", 100.0 * gap));
        let line = [format!("{mark} {:>5}", row.rules), row.conditions.to_string(), score];
        line.into_iter().chain(gap).collect()
    }));
    let over = if scored {
        format!(": means over {} with their standard errors", count(front.folds, "fold"))
    } else {
        String::new()
    };
    let gaps = if proved { "; gap: to the bound proved at each" } else { "" };
    let all = match rows.len() < front.rows.len() {
        true => format!(" ({} of {} sizes)", rows.len(), front.rows.len()),
        false => String::new(),
    };
    format!("{}> the model below{over}{gaps}{all}\n\n", aligned(&lines))
}

/// Returns the rows that are shown: the first, the last, the best, the one chosen, and as many
/// others as there is room for. Rows whose neighbours are nearest are left out first.
fn shown(rows: &[FrontRow]) -> Vec<&FrontRow> {
    let score = |row: &FrontRow| row.score.unwrap_or(f64::NEG_INFINITY);
    let best = rows.iter().rev().max_by(|a, b| score(a).total_cmp(&score(b)));
    let kept = |row: &FrontRow| row.chosen || best == Some(row);
    let mut shown: Vec<&FrontRow> = rows.iter().collect();
    while shown.len() > MOST_ROWS {
        let inner = (1..shown.len() - 1).filter(|&at| !kept(shown[at]));
        let Some(least) = inner.min_by_key(|&at| shown[at + 1].rules - shown[at - 1].rules) else { break };
        shown.remove(least);
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn front(sizes: usize, chosen: usize) -> Front {
        let row = |rules: usize| FrontRow {
            rules,
            conditions: 2 * rules,
            max_length: 2,
            penalty: None,
            certificate: None,
            score: Some(0.5 + rules as f64 / 100.0),
            score_se: Some(0.01),
            chosen: rules == chosen,
        };
        Front { measure: "f1".into(), folds: 5, rows: (0..sizes).map(row).collect(), models: Vec::new() }
    }

    #[test]
    fn every_line_stands_below_its_heading() {
        let text = front_table(&front(2, 1));
        let expected = concat!(
            "  rules  conditions  cross-validated f1\n",
            "      0           0    0.5000 +- 0.0100\n",
            ">     1           2    0.5100 +- 0.0100\n",
            "> the model below: means over 5 folds with their standard errors\n\n",
        );
        assert_eq!(text, expected);
    }

    #[test]
    fn a_long_front_keeps_its_ends_the_best_and_the_choice() {
        for (sizes, chosen, best) in [(12, 3, 4), (13, 0, 12), (16, 10, 9), (16, 1, 2), (40, 38, 37)] {
            let mut front = front(sizes, chosen);
            front.rows[best].score = Some(0.99);
            let rules: Vec<usize> = shown(&front.rows).iter().map(|row| row.rules).collect();
            assert_eq!(rules.len(), 12);
            assert!(rules.is_sorted_by(|a, b| a < b), "{rules:?}");
            assert!(
                [0, chosen, best, sizes - 1].iter().all(|size| rules.contains(size)),
                "{chosen}, {best}: {rules:?}"
            );
        }
        assert!(front_table(&front(16, 10)).contains(" (12 of 16 sizes)\n"));
    }
}
