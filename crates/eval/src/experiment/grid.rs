//! Grids of settings.

use super::error::ExperimentError;
use super::settings::{Common, learner};
use super::spec::MethodSpec;

/// One setting of a grid.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    /// Its place in the grid.
    pub(crate) at: usize,
    /// The values from the grid, in words: `max-depth=3 penalty=0.1`.
    pub(crate) words: String,
    /// All settings.
    pub(crate) settings: toml::Table,
}

/// Settings that are solved together: one setting, or a path of ascending complexities.
#[derive(Clone, Debug)]
pub(crate) struct Batch {
    pub(crate) points: Vec<Point>,
}

/// The grid of a method.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    pub(crate) batches: Vec<Batch>,
}

impl Grid {
    /// Every combination, checked.
    pub(crate) fn of(method: &MethodSpec, common: &Common) -> Result<Grid, ExperimentError> {
        let mut points = vec![(Vec::new(), method.settings.clone())];
        for (name, values) in &method.grid {
            let with = |(words, settings): &(Vec<String>, toml::Table)| {
                let one = |value: &toml::Value| {
                    let (mut words, mut settings) = (words.clone(), settings.clone());
                    words.push(format!("{name}={}", in_words(value)));
                    settings.insert(name.clone(), value.clone());
                    (words, settings)
                };
                values.iter().map(one).collect::<Vec<_>>()
            };
            points = points.iter().flat_map(with).collect();
        }
        let point = |(at, (words, settings)): (usize, (Vec<String>, toml::Table))| Point {
            at,
            words: words.join(" "),
            settings,
        };
        let points: Vec<Point> = points.into_iter().enumerate().map(point).collect();
        for point in &points {
            learner(method, &point.settings, common)?;
        }
        let mut batches: Vec<Batch> = Vec::new();
        for point in points {
            let same = |batch: &&mut Batch| method.second_pass && together(&batch.points[0], &point);
            match batches.iter_mut().find(same) {
                Some(batch) => batch.points.push(point),
                None => batches.push(Batch { points: vec![point] }),
            }
        }
        for batch in &mut batches {
            batch.points.sort_by(|a, b| complexity(a).total_cmp(&complexity(b)));
        }
        Ok(Grid { batches })
    }

    /// How many settings there are.
    pub(crate) fn len(&self) -> usize {
        self.batches.iter().map(|batch| batch.points.len()).sum()
    }
}

/// Whether two settings differ in complexity only.
fn together(a: &Point, b: &Point) -> bool {
    let without = |point: &Point| {
        let mut settings = point.settings.clone();
        settings.remove("complexity");
        settings
    };
    without(a) == without(b)
}

/// The bound on complexity.
pub(crate) fn complexity(point: &Point) -> f64 {
    let number = |value: &toml::Value| value.as_float().or_else(|| value.as_integer().map(|n| n as f64));
    point.settings.get("complexity").and_then(number).unwrap_or(f64::NAN)
}

fn in_words(value: &toml::Value) -> String {
    match value {
        toml::Value::String(text) => text.clone(),
        toml::Value::Array(values) => values.iter().map(in_words).collect::<Vec<_>>().join("+"),
        other => other.to_string(),
    }
}
