//! The confusion matrix, as shaded cells.

use super::canvas::{Drawn, GRID, INK, LARGE, LETTERS, MUTED, WIDTH, colour, image, letters};
use super::drawing::Drawing;
use crate::words::{percent, shortened, thousands};
use crate::{ReportError, Study};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

/// The space for names on the left and above, in pixels.
const LEFT: i32 = 130;
const TOP: i32 = 56;

pub(super) fn draw(study: &Study, most: usize) -> Result<Drawing, ReportError> {
    let (confusion, names) = (&study.confusion, &study.model.classes);
    let classes = confusion.largest(most);
    let size = classes.len() as i32;
    let (wide, high) = ((WIDTH as i32 - LEFT - 10) / size, ((WIDTH as i32 - LEFT - 10) / size).clamp(24, 64));
    let share = |row: usize, column: usize| {
        let all = confusion.of_class(row);
        if all == 0 { 0.0 } else { confusion.counts[row][column] as f64 / all as f64 }
    };
    let right: Vec<String> = classes
        .iter()
        .take(4)
        .map(|&k| format!("of the rows that are {}, {} are predicted correctly", names[k], percent(share(k, k))))
        .collect();
    let more =
        if classes.len() < names.len() { format!(" The {size} largest classes are shown.") } else { String::new() };
    let description = format!("Rows are the true classes, columns the predicted ones: {}.{more}", right.join("; "));
    let letters_per_cell = (wide / 8).max(2) as usize;
    image((TOP + size * high + 12) as u32, "True and predicted classes".into(), description, |area| -> Drawn {
        let small = |horizontal| letters(LETTERS, &MUTED, horizontal, VPos::Center);
        area.draw_text("Predicted", &small(HPos::Center), (LEFT + wide * size / 2, 14))?;
        area.draw_text("True", &small(HPos::Right), (LEFT - 8, TOP - 18))?;
        for (down, &row) in classes.iter().enumerate() {
            let y = TOP + down as i32 * high;
            let name = |most| shortened(&names[row], most);
            area.draw_text(&name(16), &letters(LETTERS, &INK, HPos::Right, VPos::Center), (LEFT - 8, y + high / 2))?;
            let above = (LEFT + down as i32 * wide + wide / 2, TOP - 18);
            area.draw_text(&name(letters_per_cell), &letters(LETTERS, &INK, HPos::Center, VPos::Center), above)?;
            for (along, &column) in classes.iter().enumerate() {
                let (x, share) = (LEFT + along as i32 * wide, share(row, column));
                let corners = [(x, y), (x + wide - 2, y + high - 2)];
                let shade = colour(if row == column { 0 } else { 1 }).mix(0.06 + 0.5 * share);
                area.draw(&Rectangle::new(corners, shade.filled()))?;
                area.draw(&Rectangle::new(corners, GRID))?;
                let (middle, n) = ((x + wide / 2, y + high / 2), confusion.counts[row][column]);
                if wide < 60 || high < 44 {
                    area.draw_text(&thousands(n), &letters(LETTERS, &INK, HPos::Center, VPos::Center), middle)?;
                } else {
                    let (x, y) = middle;
                    area.draw_text(&thousands(n), &letters(LARGE, &INK, HPos::Center, VPos::Center), (x, y - 9))?;
                    area.draw_text(&percent(share), &letters(LETTERS, &INK, HPos::Center, VPos::Center), (x, y + 10))?;
                }
            }
        }
        Ok(())
    })
}
