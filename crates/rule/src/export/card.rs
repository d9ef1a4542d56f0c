//! Scorecards as text, Markdown and CSV.

use super::points::{PointsTable, how_points_decide, parts_of_card, support_of};
use super::{markdown, text};
use crate::{Model, Support};
use rulegen_data::csv_text;

/// The training rows behind the points of a line at a place, as far as they are known.
type Rows<'a> = dyn Fn(usize) -> Option<Support> + 'a;

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
    /// conditions in words, and the training rows as far as they are known, with the share of the
    /// class among them and its lift. Returns `None` as [`Model::to_card_text`] does.
    pub fn to_card_csv(&self) -> Option<String> {
        let (card, known) = (self.card()?, self.training_rows());
        let mut lines = vec![["points", "class", "column", "step", "rows", "share", "lift"].map(String::from)];
        let class = |at: usize| self.towards().unwrap_or(at as u32);
        let mut add = |points: &[f64], column: &str, words: &str, covered: Option<f64>, rows: &Rows<'_>| {
            // Two classes have one sum, which speaks for one of them. Among more, a step without
            // points for any has one line, without a class.
            let shown = (0..points.len()).filter(|&at| points.len() == 1 || points[at] != 0.0);
            let mut cells: Vec<(f64, Option<usize>)> = shown.map(|at| (points[at], Some(at))).collect();
            if cells.is_empty() {
                cells.push((0.0, None));
            }
            for (points, at) in cells {
                let support = at.and_then(rows);
                let covered = support.map(|rows| rows.covered).or(covered);
                let share = support.filter(|rows| rows.covered > 0.0).map(|rows| rows.precision());
                let of = at.map(class);
                let lift = support.zip(of).and_then(|(rows, of)| known.as_ref()?.lift(rows, of));
                let name = of.map_or(String::new(), |of| self.classes[of as usize].clone());
                let [covered, share, lift] = [covered, share, lift].map(|x| x.map_or(String::new(), |x| x.to_string()));
                lines.push([points.to_string(), name, column.into(), words.into(), covered, share, lift]);
            }
        };
        add(&card.start, "", "start", None, &|at| known.as_ref()?.without_rule_of(class(at)));
        for column in &card.columns {
            let name = &self.schema.features[column.feature as usize].name;
            for step in &column.steps {
                add(&step.points, name, &step.words, step.covered, &|at| step.rows[at]);
            }
        }
        for of in &card.combinations {
            let rule = &self.rules[of.rule];
            let support = |at: usize| Some(support_of(rule, class(at)));
            add(&of.points, "", &self.schema.rule_text(&rule.rule), None, &support);
        }
        Some(csv_text(&lines))
    }

    fn card_table(&self) -> Option<PointsTable> {
        Some(PointsTable::of_card(self, &self.card()?))
    }
}
