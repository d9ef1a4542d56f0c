//! Rates of groups, each with its interval.

use super::canvas::{Drawn, INK, LETTERS, colour, draw_foot, image, letters, share};
use super::drawing::Drawing;
use crate::words::{rate, shortened};
use crate::{ReportError, Study};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};
use rulegen_eval::{FairnessReport, GroupRates};

/// The most groups drawn; more are not legible.
const MOST_GROUPS: usize = 25;

/// The rate of errors of every group.
pub(super) fn errors_by_group(study: &Study, fairness: &FairnessReport) -> Result<Drawing, ReportError> {
    let groups: Vec<&GroupRates> = fairness.groups.iter().filter(|g| g.n > 0).take(MOST_GROUPS).collect();
    let said: Vec<String> =
        groups.iter().take(6).map(|group| format!("{} {}", group.name, rate(&group.error_rate))).collect();
    let more = if groups.len() > 6 { " and so on" } else { "" };
    let description = format!(
        "The share of wrong answers among {} of each group, with its 95% interval: \
         {}{more}.",
        study.measured_name(),
        said.join(", ")
    );
    let most = groups.iter().filter_map(|group| group.error_rate.interval).map(|[_, high]| high).fold(0.01, f64::max);
    image((groups.len() * 30 + 70) as u32, "Errors by group".into(), description, |area| -> Drawn {
        let mut chart = ChartBuilder::on(area)
            .margin(8)
            .margin_right(20)
            .x_label_area_size(46)
            .y_label_area_size(180)
            .build_cartesian_2d(0.0..most * 1.05, 0.0..groups.len() as f64)?;
        draw_foot(&mut chart, "Wrong answers", share)?;
        for (at, group) in groups.iter().enumerate() {
            let y = groups.len() as f64 - at as f64 - 0.5;
            let name = format!("{} ({})", shortened(&group.name, 16), crate::words::thousands(group.n));
            let (left, middle) = chart.backend_coord(&(0.0, y));
            area.draw_text(&name, &letters(LETTERS, &INK, HPos::Right, VPos::Center), (left - 6, middle))?;
            if let (Some(rate), Some([low, high])) = (group.error_rate.rate, group.error_rate.interval) {
                let line = PathElement::new([(low, y), (high, y)], colour(0).stroke_width(2));
                chart.draw_series([line])?;
                chart.draw_series([Circle::new((rate, y), 4, colour(0).filled())])?;
            }
        }
        Ok(())
    })
}
