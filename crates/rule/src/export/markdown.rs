//! A table in Markdown.

use super::points::PointsTable;
use super::words::{rule_words, share_text, weight_text};
use crate::{Form, Model};

impl Model {
    /// Writes the rules as a table of GitHub-flavoured Markdown, under sentences on how they
    /// decide.
    pub fn to_markdown(&self) -> String {
        let said = self.how().into_iter().chain(self.held_out_sentences()).chain(self.notes());
        let text = escaped(&said.collect::<Vec<_>>().join(" ")) + "\n";
        let table = match self.form() {
            Form::Votes => points(&PointsTable::new(self)),
            _ if self.rules.is_empty() => return text,
            _ => boolean(self),
        };
        text + "\n" + &table
    }
}

/// Writes a table of points.
pub(super) fn points(PointsTable { before, behind, lines }: &PointsTable) -> String {
    let row = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let [places, places_behind] = [before.len(), behind.len()];
    // A line may have fewer cells than there are heads.
    let cells = |number: String, before: &[String], rule: String, behind: &[String]| {
        let mut cells = vec![number];
        cells.extend(before.iter().map(|cell| escaped(cell)));
        cells.resize(places + 1, String::new());
        cells.push(escaped(&rule));
        cells.extend(behind.iter().map(|cell| escaped(cell)));
        cells.resize(places + places_behind + 2, String::new());
        cells
    };
    let mut text = row(&cells(String::new(), before, "rule".into(), behind));
    let of_classes = ":--|".repeat(before.len() - 1);
    text.push_str(&format!("|--:|--:|{of_classes}:--|{}\n", "--:|".repeat(behind.len())));
    for line in lines.iter().filter(|line| !line.words.is_empty()) {
        let number = line.number.map_or(String::new(), |number| number.to_string());
        text.push_str(&row(&cells(number, &line.before, line.words.join(" and "), &line.behind)));
    }
    text
}

/// Writes a table of Boolean rules.
fn boolean(model: &Model) -> String {
    let (words, covers) = match model.form() {
        Form::AllClauses { .. } => ("clause", "excludes"),
        _ => ("rule", "covers"),
    };
    let class = model.rules.first().map_or(0, |rule| rule.class);
    let name = escaped(&crate::name_text(&model.classes[class as usize]));
    let base = model.training_rows().map(|rows| format!(" ({} of all)", share_text(rows.base_rate(class))));
    let mut text =
        format!("| | {words} | {covers} | of them {name}{} |\n|--:|:--|--:|--:|\n", base.unwrap_or_default());
    for (number, rule) in (1..).zip(&model.rules) {
        let (words, support) = (escaped(&rule_words(model, &rule.rule)), rule.support);
        let (rows, share) = (weight_text(support.covered), share_text(support.precision()));
        text.push_str(&format!("| {number} | {words} | {rows} | {share} |\n"));
    }
    text
}

/// Escapes text so that Markdown and HTML take it for plain text.
pub(super) fn escaped(text: &str) -> String {
    let escape = |c: char| match c {
        '<' => "&lt;".into(),
        '>' => "&gt;".into(),
        '&' => "&amp;".into(),
        '\\' | '|' | '*' | '_' | '`' | '[' | ']' | '~' | '$' => format!("\\{c}"),
        c => c.to_string(),
    };
    text.chars().map(escape).collect()
}
