//! What rules buy, in a table.

use rulegen::Front;
use std::fmt::Write;

/// The sizes of a front with their scores; the model taken is marked.
pub(crate) fn front_table(front: &Front) -> String {
    let mut text = String::new();
    let scored = front.rows.iter().any(|row| row.score.is_some());
    let heading = if scored { format!("{:>22}", format!("cross-validated {}", front.measure)) } else { String::new() };
    writeln!(text, "  rules  conditions  {heading}").expect("writing to a string");
    for row in &front.rows {
        let mark = if row.chosen { ">" } else { " " };
        let score = match (row.score, row.score_se) {
            (Some(score), Some(error)) => format!("{score:.4} +- {error:.4}"),
            _ => String::new(),
        };
        writeln!(text, "{mark} {:>5}  {:>10}  {score:>26}", row.rules, row.conditions).expect("writing to a string");
    }
    let over =
        if scored { format!(": means over {} folds with their standard errors", front.folds) } else { String::new() };
    writeln!(text, "> the model below{over}\n").expect("writing to a string");
    text
}
