//! Published figures, from CSV files.

use super::error::ExperimentError;
use super::measure::Measure;
use super::spec::PublishedSpec;
use std::collections::BTreeMap;

/// Published figures of one method by set and measure.
#[derive(Debug)]
pub(crate) struct PublishedFigures {
    pub(crate) name: String,
    figures: BTreeMap<(String, Measure), f64>,
}

impl PublishedFigures {
    /// Reads a file of figures. Returns none if the file is missing, because the papers' figures
    /// need not be at hand.
    ///
    /// # Errors
    /// A file without the columns named.
    pub(crate) fn read(spec: &PublishedSpec) -> Result<Option<PublishedFigures>, ExperimentError> {
        if !spec.file.exists() {
            log::warn!("no published figures at {}", spec.file.display());
            return Ok(None);
        }
        let bad = |error: csv::Error| ExperimentError::within(&spec.file, error);
        let mut reader = csv::Reader::from_path(&spec.file).map_err(bad)?;
        let header = reader.headers().map_err(bad)?.clone();
        let known = ["dataset"].into_iter().chain(spec.only.keys().chain(spec.columns.values()).map(String::as_str));
        if let Some(name) = known.into_iter().find(|name| !header.iter().any(|column| column == *name)) {
            return Err(ExperimentError::within(&spec.file, format!("there is no column '{name}'")));
        }
        let mut figures = BTreeMap::new();
        for record in reader.deserialize() {
            let record: BTreeMap<String, String> = record.map_err(bad)?;
            // Our names by theirs.
            let theirs = &record["dataset"];
            let ours = spec.names.iter().find(|(_, name)| *name == theirs).map_or(theirs, |(ours, _)| ours);
            let is_other = spec.names.get(ours).is_some_and(|name| name != theirs);
            if is_other || spec.only.iter().any(|(column, cell)| record[column] != *cell) {
                continue;
            }
            for (measure, column) in &spec.columns {
                let scale = spec.scale.get(measure).unwrap_or(&1.0);
                let number = record[column].parse::<f64>().ok().filter(|x| x.is_finite());
                figures.extend(number.map(|number| ((ours.clone(), *measure), number * scale)));
            }
        }
        Ok(Some(PublishedFigures { name: spec.name.clone(), figures }))
    }

    pub(crate) fn get(&self, set: &str, measure: Measure) -> Option<f64> {
        self.figures.get(&(set.to_owned(), measure)).copied()
    }
}
