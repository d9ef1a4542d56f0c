//! Scorecards as text, Markdown and CSV.

use super::points::{PointsTable, how_points_decide, parts_of_card};
use super::{markdown, text};
use crate::Model;
use rulegen_data::csv_text;

impl Model {
    /// Writes how the scorecard decides, in sentences. Returns `None` as [`Model::card`] does.
    pub fn how_card_decides(&self) -> Option<Vec<String>> {
        Some(how_points_decide(self, parts_of_card(&self.card()?)))
    }

    /// Writes the model as a scorecard of at most 80 columns, under sentences on how points decide.
    /// Returns `None` if its rules have no points ([`Model::card`]).
    pub fn to_card_text(&self) -> Option<String> {
        Some(text::wrapped(&self.how_card_decides()?) + "\n" + &text::table(&self.card_table()?) + &text::notes(self))
    }

    /// Writes the scorecard as a table of Markdown. Returns `None` as [`Model::to_card_text`] does.
    pub fn to_card_markdown(&self) -> Option<String> {
        Some(markdown::escaped(&self.how_card_decides()?.join(" ")) + "\n\n" + &markdown::points(&self.card_table()?))
    }

    /// Writes the scorecard as CSV: points in full, their class, the column of a step, the cells or
    /// conditions in words, and the training rows as far as they are known. Returns `None` as
    /// [`Model::to_card_text`] does.
    pub fn to_card_csv(&self) -> Option<String> {
        let card = self.card()?;
        let mut lines = vec![["points", "class", "column", "step", "rows"].map(String::from)];
        let mut add = |points: &[f64], column: &str, words: &str, rows: Option<f64>| {
            // Two classes have one sum, which speaks for one of them. Among more, a step without
            // points for any has one line, without a class.
            let of = |at: usize| self.classes[self.towards().map_or(at, |class| class as usize)].clone();
            let shown = (0..points.len()).filter(|&at| points.len() == 1 || points[at] != 0.0);
            let mut cells: Vec<(f64, String)> = shown.map(|at| (points[at], of(at))).collect();
            if cells.is_empty() {
                cells.push((0.0, String::new()));
            }
            let rows = rows.map_or(String::new(), |rows| rows.to_string());
            for (points, class) in cells {
                lines.push([points.to_string(), class, column.into(), words.into(), rows.clone()]);
            }
        };
        add(&card.start, "", "start", None);
        for column in &card.columns {
            for step in &column.steps {
                let name = &self.schema.features[column.feature as usize].name;
                add(&step.points, name, &step.words, step.covered);
            }
        }
        for of in &card.combinations {
            let rule = &self.rules[of.rule];
            add(&of.points, "", &self.schema.rule_text(&rule.rule), Some(rule.support.covered));
        }
        Some(csv_text(&lines))
    }

    fn card_table(&self) -> Option<PointsTable> {
        Some(PointsTable::of_card(self, &self.card()?))
    }
}
