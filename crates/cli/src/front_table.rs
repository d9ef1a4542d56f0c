//! The table of a front: the scores of each number of rules.

use crate::table::aligned;
use crate::words::count;
use rulegen::limits::Limits;
use rulegen::rule::{Certificate, wrapped};
use rulegen::{Fitted, Front, FrontRow, MeanScore};

/// The sizes of a front with their scores; the model taken is marked.
pub(crate) fn front_table(front: &Front) -> String {
    // A bound of 0 says nothing.
    let gap = |row: &FrontRow| row.certificate.as_ref()?.gap().filter(|gap| *gap < 1.0);
    let solved = front.rows.iter().any(|row| row.certificate.is_some());
    let proved = front.rows.iter().any(|row| gap(row).is_some());
    let measures: &[String] = if front.folds > 0 { &front.measures } else { &[] };
    let mut heading = vec!["  rules".to_owned(), "conditions".into()];
    heading.extend(measures.iter().cloned());
    heading.extend(solved.then(|| "objective".into()));
    heading.extend(proved.then(|| "gap".into()));
    let line = |row: &FrontRow| {
        let mark = match (row.chosen, row.close) {
            (true, _) => ">",
            (false, true) => "*",
            (false, false) => " ",
        };
        let mut line = vec![format!("{mark} {:>5}", row.rules), row.conditions.to_string()];
        line.extend((0..measures.len()).map(|measure| row.scores.get(measure).map_or(String::new(), score)));
        line.extend(solved.then(|| row.certificate.as_ref().map_or(String::new(), objective)));
        line.extend(gap(row).map(|gap| format!("{:>6.2}%", 100.0 * gap)));
        line
    };
    let lines: Vec<Vec<String>> = [heading].into_iter().chain(front.rows.iter().map(line)).collect();
    let (folds, divisions) = (count(front.folds, "fold"), front.divisions);
    let over = match divisions {
        0 => String::new(),
        1 => format!(": means over {folds} with their standard errors"),
        _ => format!(": means over {divisions} divisions into {folds}, standard errors of one"),
    };
    let of_problems = match (solved, proved) {
        (true, true) => "; objective: of the problem of each; gap: to the bound proved",
        (true, false) => "; objective: of the problem of each",
        _ => "",
    };
    let choice = (!front.choice.is_empty()).then(|| front.choice.clone());
    let is_close = front.rows.iter().any(|row| row.close && !row.chosen);
    let close = is_close.then(|| "* close enough to the best too".to_owned());
    let said: Vec<String> =
        [format!("> the model below{over}{of_problems}")].into_iter().chain(close).chain(choice).collect();
    format!("{}{}\n", aligned(&lines), wrapped(&said))
}

/// Warns that the table lacks sizes if a limit ended the fit, which comes to the models of the
/// sizes that are not chosen last.
pub(crate) fn warn_of_unmade_sizes(fitted: &Fitted, limits: &Limits) {
    let is_scored = fitted.front.as_ref().is_some_and(|front| front.folds > 0);
    if let (Some(limit), true) = (limits.reached(), is_scored) {
        log::warn!("{limit} before the models of all sizes were made: sizes without one are not shown");
    }
}

/// The objective of the problem whose rules a row has, with at most four decimals.
fn objective(certificate: &Certificate) -> String {
    let text = format!("{:.4}", certificate.objective);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn score(score: &MeanScore) -> String {
    format!("{:.4} +- {:.4}", score.mean, score.standard_error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulegen::rule::Status;

    fn front(divisions: usize) -> Front {
        let score = |mean: f64| MeanScore { mean, standard_error: 0.01 };
        let row = |rules: usize| FrontRow {
            rules,
            conditions: 2 * rules,
            max_length: 2,
            penalty: None,
            certificate: None,
            scores: match divisions {
                0 => Vec::new(),
                _ => vec![score(0.5 + rules as f64 / 100.0), score(0.25)],
            },
            close: divisions > 0 && rules > 1,
            chosen: rules == 1,
        };
        Front {
            measures: vec!["f1".into(), "auc".into()],
            folds: if divisions > 0 { 5 } else { 0 },
            divisions,
            choice: if divisions > 0 { "The fewest rules.".into() } else { String::new() },
            rows: (0..3).map(row).collect(),
            models: Vec::new(),
        }
    }

    #[test]
    fn every_line_stands_below_its_heading() {
        let expected = concat!(
            "  rules  conditions                f1               auc\n",
            "      0           0  0.5000 +- 0.0100  0.2500 +- 0.0100\n",
            ">     1           2  0.5100 +- 0.0100  0.2500 +- 0.0100\n",
            "*     2           4  0.5200 +- 0.0100  0.2500 +- 0.0100\n",
            "> the model below: means over 5 folds with their standard errors\n",
            "* close enough to the best too\n",
            "The fewest rules.\n\n",
        );
        assert_eq!(front_table(&front(1)), expected);
        let several = "> the model below: means over 3 divisions into 5 folds, standard errors of one\n";
        assert!(front_table(&front(3)).contains(several));
    }

    #[test]
    fn problems_that_were_solved_have_their_objective_and_gap() {
        let mut front = front(1);
        let certificate = |objective, bound| Certificate::of(Status::TimeLimit, objective, objective, bound);
        front.rows[0].certificate = Some(certificate(40.0, None));
        front.rows[1].certificate = Some(certificate(12.5, Some(10.0)));
        let expected = concat!(
            "  rules  conditions                f1               auc  objective      gap\n",
            "      0           0  0.5000 +- 0.0100  0.2500 +- 0.0100         40\n",
            ">     1           2  0.5100 +- 0.0100  0.2500 +- 0.0100       12.5   20.00%\n",
        );
        assert!(front_table(&front).starts_with(expected), "{}", front_table(&front));
    }

    #[test]
    fn sizes_that_were_not_scored_have_no_measures() {
        let expected = concat!(
            "  rules  conditions\n",
            "      0           0\n",
            ">     1           2\n",
            "      2           4\n",
            "> the model below\n\n",
        );
        assert_eq!(front_table(&front(0)), expected);
    }
}
