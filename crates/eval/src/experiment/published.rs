//! Published figures, from CSV files.

use super::error::ExperimentError;
use super::measure::Measure;
use super::report_spec::PublishedSpec;
use std::collections::BTreeMap;

/// Published figures of one method by set and measure.
#[derive(Debug)]
pub(crate) struct Published {
    pub(crate) name: String,
    figures: BTreeMap<(String, Measure), f64>,
}

impl Published {
    /// Reads a file of figures; none where the file is missing, because the papers' figures need not be at hand.
    ///
    /// # Errors
    /// A file without the columns named.
    pub(crate) fn read(spec: &PublishedSpec) -> Result<Option<Published>, ExperimentError> {
        if !spec.file.exists() {
            log::warn!("no published figures at {}", spec.file.display());
            return Ok(None);
        }
        let bad = |message: String| ExperimentError::BadResults { path: spec.file.clone(), message };
        let mut reader = csv::Reader::from_path(&spec.file).map_err(|error| bad(error.to_string()))?;
        let header = reader.headers().map_err(|error| bad(error.to_string()))?.clone();
        let place = |name: &str| {
            let place = header.iter().position(|column| column == name);
            place.ok_or_else(|| bad(format!("there is no column '{name}'")))
        };
        let set = place(&spec.set)?;
        let only = spec.only.iter().map(|(column, cell)| Ok((place(column)?, cell)));
        let only: Vec<(usize, &String)> = only.collect::<Result<_, ExperimentError>>()?;
        let columns = spec.columns.iter().map(|(measure, column)| Ok((*measure, place(column)?)));
        let columns: Vec<(Measure, usize)> = columns.collect::<Result<_, ExperimentError>>()?;
        let mut figures = BTreeMap::new();
        for record in reader.records() {
            let record = record.map_err(|error| bad(error.to_string()))?;
            if only.iter().any(|(at, cell)| record.get(*at) != Some(cell.as_str())) {
                continue;
            }
            let theirs = record.get(set).unwrap_or_default();
            // Our names by theirs.
            let ours = spec.names.iter().find(|(_, name)| name.as_str() == theirs).map_or(theirs, |(ours, _)| ours);
            if spec.names.get(ours).is_some_and(|name| name != theirs) {
                continue;
            }
            for (measure, at) in &columns {
                let number = record.get(*at).and_then(|cell| cell.parse::<f64>().ok()).filter(|x| x.is_finite());
                if let Some(number) = number {
                    let scale = spec.scale.get(measure).copied().unwrap_or(1.0);
                    figures.insert((ours.to_owned(), *measure), number * scale);
                }
            }
        }
        Ok(Some(Published { name: spec.name.clone(), figures }))
    }

    pub(crate) fn get(&self, set: &str, measure: Measure) -> Option<f64> {
        self.figures.get(&(set.to_owned(), measure)).copied()
    }

    /// Whether there is a figure of a measure on one of these sets.
    pub(crate) fn has(&self, sets: &[String], measure: Measure) -> bool {
        sets.iter().any(|set| self.get(set, measure).is_some())
    }
}
