//! Accuracy by complexity: the output of `fit --complexity-path ... --json`.

use crate::ReportError;
use rulegen_eval::{PathRow, pareto_front};
use serde::Deserialize;

/// The result for one bound on the complexity.
#[derive(Clone, Debug, PartialEq)]
pub struct PathPoint {
    /// The complexity of the rule set found.
    pub complexity: f64,
    /// The number of its rules.
    pub n_rules: usize,
    /// Its accuracy on training rows.
    pub training: f64,
    /// Its accuracy on rows that it was not learned from: cross-validated, or held out.
    pub unseen: Option<f64>,
    /// True if the point is on the Pareto front: no other point is at least as simple and as
    /// accurate, with one of the two strict.
    pub on_front: bool,
}

/// The points of a path.
#[derive(Clone, Debug, PartialEq)]
pub struct ComplexityPath {
    /// By ascending complexity.
    pub points: Vec<PathPoint>,
    /// True if the front shows accuracy on unseen rows, false if on training rows.
    pub of_unseen: bool,
}

#[derive(Deserialize)]
struct File {
    path: Vec<PathRow>,
}

impl ComplexityPath {
    /// Reads what `fit --complexity-path ... --json` prints.
    ///
    /// # Errors
    /// [`ReportError::Path`] if it is not that, or has no point.
    pub fn from_json(text: &str) -> Result<ComplexityPath, ReportError> {
        let file: File = serde_json::from_str(text).map_err(|error| ReportError::Path(error.to_string()))?;
        let point = |row: PathRow| PathPoint {
            complexity: row.complexity as f64,
            n_rules: row.n_rules,
            training: row.train.accuracy,
            unseen: row.cv.map(|cv| cv.accuracy).or(row.holdout.map(|held_out| held_out.accuracy)),
            on_front: false,
        };
        let mut points: Vec<PathPoint> = file.path.into_iter().map(point).collect();
        let share = |x: f64| (0.0..=1.0).contains(&x);
        let fine = |p: &PathPoint| p.complexity >= 0.0 && share(p.training) && p.unseen.is_none_or(share);
        if let Some(bad) = points.iter().find(|p| !fine(p)) {
            return Err(ReportError::Path(format!("the point of complexity {} is out of range", bad.complexity)));
        }
        if points.is_empty() {
            return Err(ReportError::Path("it has no point".into()));
        }
        points.sort_by(|a, b| a.complexity.total_cmp(&b.complexity));
        let of_unseen = points.iter().all(|p| p.unseen.is_some());
        let value = |p: &PathPoint| if of_unseen { p.unseen.unwrap_or(p.training) } else { p.training };
        let front = pareto_front(&points.iter().map(|p| (p.complexity, value(p))).collect::<Vec<_>>());
        points.iter_mut().zip(front).for_each(|(point, on_front)| point.on_front = on_front);
        Ok(ComplexityPath { points, of_unseen })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_ascend_and_the_front_is_marked() {
        let text = r#"{"other": 1, "path": [
            {"complexity": 9, "n_rules": 3, "train": {"accuracy": 0.9, "n": 5}, "holdout": {"accuracy": 0.7}, "cv": null},
            {"complexity": 2, "n_rules": 1, "train": {"accuracy": 0.8}, "holdout": {"accuracy": 0.75}, "cv": null}]}"#;
        let path = ComplexityPath::from_json(text).unwrap();
        assert!(path.of_unseen);
        let points: Vec<(f64, Option<f64>, bool)> =
            path.points.iter().map(|p| (p.complexity, p.unseen, p.on_front)).collect();
        assert_eq!(points, [(2.0, Some(0.75), true), (9.0, Some(0.7), false)]);
    }

    #[test]
    fn other_files_are_refused() {
        for (text, says) in [
            ("{}", "missing field `path`"),
            (r#"{"path": []}"#, "no point"),
            (r#"{"path": [{"complexity": 1, "n_rules": 1, "train": {"accuracy": 7}}]}"#, "out of range"),
        ] {
            let error = ComplexityPath::from_json(text).unwrap_err().to_string();
            assert!(error.contains(says), "{error}");
        }
    }
}
