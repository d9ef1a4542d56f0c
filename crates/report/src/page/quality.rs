//! The section on quality: how often the model is right, by rows and by class.

use super::overview::{share, unseen, unseen_rows};
use super::scores::{MeasureRow, score_rows};
use super::sections::{Share, class};
use crate::Study;
use crate::words::{interval, rate, thousands};
use rulegen::measure::Rate;
use rulegen_rule::name_text;

/// The quality by rows and by class.
pub(super) struct QualitySection {
    /// The names of the sets of rows.
    pub(super) sets: Vec<&'static str>,
    pub(super) measures: Vec<MeasureRow>,
    /// An explanation of the measures of scores.
    pub(super) scores: Option<String>,
    pub(super) classes: Vec<ClassRow>,
}

pub(super) struct ClassRow {
    pub(super) name: String,
    pub(super) found: Share,
    pub(super) right: Share,
}

impl QualitySection {
    pub(super) fn new(study: &Study) -> QualitySection {
        let plain = |value: String| (value, String::new());
        let of_rate = |of: &Rate| (rate(of), interval(of));
        let mut measures = vec![
            MeasureRow::new(study, "Rows", |set| plain(thousands(set.accuracy.n)))
                .keeping(study, |held_out| plain(thousands(held_out.rows))),
            MeasureRow::new(study, "Right answers", |set| of_rate(&set.accuracy))
                .keeping(study, |held_out| held_out.accuracy.map_or(plain("–".into()), share)),
            MeasureRow::new(study, "Most frequent answer", |set| plain(rate(&set.majority))),
        ];
        let positive = study.model.positive.filter(|_| study.model.classes.len() == 2);
        measures.extend(positive.map(|k| {
            MeasureRow::new(study, format!("F1 of {}", class(study, k)), |set| {
                // Without a row of the class there is nothing to find.
                let there = set.quality.f1.filter(|_| set.quality.classes[k as usize].n > 0);
                plain(there.map_or("–".into(), |f1| format!("{f1:.3}")))
            })
        }));
        measures.push(MeasureRow::new(study, "Weighted F1", |set| plain(format!("{:.3}", set.quality.weighted_f1))));
        measures.extend(study.model.error_costs().zip(positive).map(|([missed, false_alarm], k)| {
            MeasureRow::new(study, "Mean cost of a row", |set| {
                plain(format!("{:.3}", set.quality.mean_cost(k, missed, false_alarm)))
            })
        }));
        let (of_scores, scores) = score_rows(study);
        measures.extend(of_scores);
        let class_row = |rates: &crate::ClassRates| ClassRow {
            name: name_text(&rates.class),
            found: Share::new(&rates.found),
            right: Share::new(&rates.right),
        };
        QualitySection {
            sets: unseen(study).map(unseen_rows).into_iter().chain(study.quality.iter().map(|set| set.name)).collect(),
            measures,
            scores,
            classes: study.quality[0].classes.iter().map(class_row).collect(),
        }
    }
}
