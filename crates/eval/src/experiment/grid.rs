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
pub(crate) struct Group {
    pub(crate) points: Vec<Point>,
}

/// The grid of a method.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    pub(crate) groups: Vec<Group>,
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
        let mut groups: Vec<Group> = Vec::new();
        for point in points {
            let same = |group: &&mut Group| method.second_pass && together(&group.points[0], &point);
            match groups.iter_mut().find(same) {
                Some(group) => group.points.push(point),
                None => groups.push(Group { points: vec![point] }),
            }
        }
        for group in &mut groups {
            group.points.sort_by(|a, b| complexity(a).total_cmp(&complexity(b)));
        }
        Ok(Grid { groups })
    }

    /// How many settings there are.
    pub(crate) fn len(&self) -> usize {
        self.groups.iter().map(|group| group.points.len()).sum()
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
