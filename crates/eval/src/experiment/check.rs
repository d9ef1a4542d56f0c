//! Checks of a specification that need no data.

use super::error::ExperimentError;
use super::report_spec::PlotSpec;
use super::sets::check_name;
use super::spec::{ChoiceSpec, MethodKind, Spec, SplitSpec};

/// More threads than this only cost memory.
const MOST_THREADS: usize = 1024;

/// Settings of a grid are held in memory.
const MOST_SETTINGS: usize = 100_000;

/// Splits are held in memory.
const MOST_REPEATS: usize = 10_000;

impl Spec {
    /// Checks what the types leave open.
    ///
    /// # Errors
    /// The first fault.
    pub(super) fn check(&self) -> Result<(), ExperimentError> {
        self.check_methods()?;
        self.check_splits()?;
        self.check_choices()?;
        self.check_report()
    }

    fn check_methods(&self) -> Result<(), ExperimentError> {
        let bad = |message: String| Err(ExperimentError::spec(message));
        if self.methods.is_empty() {
            return bad("no method is named".into());
        }
        if !(1..=MOST_THREADS).contains(&self.fit_threads) {
            return bad(format!("fit_threads must be from 1 to {MOST_THREADS}, not {}", self.fit_threads));
        }
        if let Some(limit) = self.time_limit.filter(|limit| !(*limit > 0.0 && limit.is_finite())) {
            return bad(format!("time_limit must be positive seconds, not {limit}"));
        }
        for (at, method) in self.methods.iter().enumerate() {
            let name = &method.name;
            check_name("method", name)?;
            if self.methods[..at].iter().any(|before| before.name == *name) {
                return bad(format!("the method '{name}' is listed twice"));
            }
            if let Some((setting, _)) = method.grid.iter().find(|(_, values)| values.is_empty()) {
                return bad(format!("method '{name}': the grid of {setting} is empty"));
            }
            let settings = method.grid.values().map(Vec::len).fold(1, usize::saturating_mul);
            if settings > MOST_SETTINGS {
                return bad(format!("method '{name}': the grid has {settings} settings, more than {MOST_SETTINGS}"));
            }
            let twice = |values: &Vec<toml::Value>| (1..values.len()).any(|at| values[..at].contains(&values[at]));
            if let Some((setting, _)) = method.grid.iter().find(|(_, values)| twice(values)) {
                return bad(format!("method '{name}': the grid of {setting} lists a value twice"));
            }
            if let Some(both) = method.grid.keys().find(|setting| method.settings.contains_key(*setting)) {
                return bad(format!("method '{name}': {both} is both in settings and in grid"));
            }
            let boolean = matches!(method.method, MethodKind::Boolean | MethodKind::Cnf);
            if method.second_pass && !(boolean && method.grid.contains_key("complexity")) {
                return bad(format!("method '{name}': second_pass is for Boolean rules with a grid of complexity"));
            }
        }
        Ok(())
    }

    fn check_splits(&self) -> Result<(), ExperimentError> {
        let bad = |message: String| Err(ExperimentError::spec(message));
        match &self.splits {
            SplitSpec::Holdout { repeats: 0, .. } | SplitSpec::Folds { repeats: 0, .. } => {
                bad("splits: repeats must be at least 1, not 0".into())
            }
            SplitSpec::Holdout { repeats, .. } | SplitSpec::Folds { repeats, .. } if *repeats > MOST_REPEATS => {
                bad(format!("splits: repeats must be at most {MOST_REPEATS}, not {repeats}"))
            }
            SplitSpec::Holdout { test, .. } if !(*test > 0.0 && *test < 1.0) => {
                bad(format!("splits: test must lie between 0 and 1, not {test}"))
            }
            SplitSpec::Folds { k, .. } if *k < 2 => bad(format!("splits: k must be at least 2, not {k}")),
            _ => Ok(()),
        }
    }

    fn check_choices(&self) -> Result<(), ExperimentError> {
        let bad = |message: String| Err(ExperimentError::spec(message));
        let choices = self.methods.iter().filter_map(|method| method.choice.as_ref()).chain([&self.choice]);
        for choice in choices {
            match choice {
                ChoiceSpec::CrossValidation { folds, .. } if *folds < 2 => {
                    return bad(format!("choice: folds must be at least 2, not {folds}"));
                }
                ChoiceSpec::CrossValidation { measure, then, .. } => {
                    let scores = [Some(*measure), *then];
                    for measure in scores.into_iter().flatten() {
                        if !measure.is_score() {
                            return bad(format!(
                                "choice: {} is not a score of predictions with a maximum of 1",
                                measure.name()
                            ));
                        }
                        if measure.is_of_groups() && !self.data.groups {
                            return bad(format!("choice: {} compares groups, which needs data.groups", measure.name()));
                        }
                    }
                }
                ChoiceSpec::Each => (),
            }
        }
        Ok(())
    }

    fn check_report(&self) -> Result<(), ExperimentError> {
        let bad = |message: String| Err(ExperimentError::spec(message));
        let named = |name: &String| self.methods.iter().any(|method| method.name == *name);
        let plotted = self.report.plots.iter().flat_map(|plot| match plot {
            PlotSpec::Versus { x, y, .. } => vec![x, y],
            PlotSpec::Tradeoff { .. } => vec![],
        });
        if let Some(name) = self.report.reference.iter().chain(plotted.clone()).find(|name| !named(name)) {
            return bad(format!("report: there is no method '{name}'"));
        }
        let of_settings: Vec<_> = self.methods.iter().filter(|method| self.has_rows_by_setting(method)).collect();
        match plotted.clone().find(|name| of_settings.iter().any(|method| method.name == **name)) {
            Some(name) => bad(format!("report: '{name}' has rows for each of its settings: choose one to plot")),
            None => Ok(()),
        }
    }
}
