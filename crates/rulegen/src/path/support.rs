//! The rules along a path, and the weights of each step.

use rulegen_rule::{Certificate, Fallback, Model, Rule};

/// A model of a path.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// Its rules: indices into those of the path.
    pub(crate) support: Vec<usize>,
    /// Their weights.
    pub(crate) weights: Vec<f64>,
    /// The votes that the classes have before any rule.
    pub(crate) intercepts: Vec<f64>,
    /// The class of rows that no rule covers, for models that decide.
    pub(crate) fallback: u32,
    /// Where rules are chosen one by one, the largest penalty of a condition at which a further rule
    /// found enters; along penalties, its own.
    pub(crate) penalty: Option<f64>,
    /// What is proved of the rules at their penalty; along penalties only.
    pub(crate) certificate: Option<Certificate>,
}

/// The rules found along a path, in the order in which they came, and models of ever more of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct SupportPath {
    pub(crate) rules: Vec<(Rule, u32)>,
    /// The models. The first has no rules, but for Boolean rule sets.
    pub(crate) steps: Vec<Step>,
}

impl SupportPath {
    /// Returns a path without rules: classes are as likely as they have rows.
    pub(crate) fn of_class_counts(counts: &[u64]) -> SupportPath {
        let intercepts = counts.iter().map(|&rows| (rows.max(1) as f64).ln()).collect();
        let most = (0..counts.len()).fold(0, |most, k| if counts[k] > counts[most] { k } else { most });
        let step = Step {
            support: Vec::new(),
            weights: Vec::new(),
            intercepts,
            fallback: most as u32,
            penalty: None,
            certificate: None,
        };
        SupportPath { rules: Vec::new(), steps: vec![step] }
    }

    /// Returns the path whose steps are these models.
    pub(crate) fn of_models<'m>(models: impl IntoIterator<Item = &'m Model>) -> SupportPath {
        let mut path = SupportPath::default();
        for model in models {
            let place = |rule: &rulegen_rule::WeightedRule| {
                let rule = (rule.rule.clone(), rule.class);
                path.rules.iter().position(|known| *known == rule).unwrap_or_else(|| {
                    path.rules.push(rule);
                    path.rules.len() - 1
                })
            };
            path.steps.push(Step {
                support: model.rules.iter().map(place).collect(),
                weights: model.rules.iter().map(|rule| rule.weight).collect(),
                intercepts: vec![0.0; model.classes.len()],
                fallback: match model.fallback {
                    Fallback::Class(class) | Fallback::Rules { otherwise: class, .. } => class,
                },
                penalty: None,
                certificate: None,
            });
        }
        path
    }

    /// Returns the rules of a step. A path that ended before stays as it is.
    pub(crate) fn support(&self, step: usize) -> Vec<(Rule, u32)> {
        self.steps[step.min(self.last())].support.iter().map(|&k| self.rules[k].clone()).collect()
    }

    /// The last step.
    pub(crate) fn last(&self) -> usize {
        self.steps.len() - 1
    }

    /// Returns the number of rules in use after a step, and of their conditions.
    pub(crate) fn extent(&self, step: usize) -> (usize, usize) {
        let Step { support, weights, .. } = &self.steps[step];
        let used = support.iter().zip(weights).filter(|(_, weight)| **weight > 0.0);
        used.fold((0, 0), |(rules, conditions), (&k, _)| (rules + 1, conditions + self.rules[k].0.len()))
    }
}
