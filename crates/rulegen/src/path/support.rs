//! The rules along a path, and the weights of them at each step.

use rulegen_master::RuleMaster;
use rulegen_rule::{Certificate, Fallback, Model, Rule, WeightedRule};

/// A model of a path.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// The indices of its rules among those of the path.
    pub(crate) support: Vec<usize>,
    /// The weights of its rules.
    pub(crate) weights: Vec<f64>,
    /// The votes that the classes have before any rule.
    pub(crate) intercepts: Vec<f64>,
    /// The class of rows that no rule covers, for models that answer with a decision.
    pub(crate) fallback: u32,
    /// If rules are chosen one by one: the largest penalty of a condition at which a further rule
    /// found enters. Along penalties: the penalty of the step.
    pub(crate) penalty: Option<f64>,
    /// The proof about the rules at their penalty. Only along penalties.
    pub(crate) certificate: Option<Certificate>,
}

impl Step {
    /// Makes the step of a solved master, whose columns are these rules of the path.
    pub(crate) fn of(master: &dyn RuleMaster, support: Vec<usize>) -> Step {
        let (weights, intercepts) = (master.weights(), master.intercepts());
        Step { support, weights, intercepts, fallback: 0, penalty: None, certificate: None }
    }
}

/// The rules found along a path, in the order in which they came, and models with ever more of
/// them.
#[derive(Clone, Debug, Default)]
pub(crate) struct SupportPath {
    pub(crate) rules: Vec<(Rule, u32)>,
    /// True for a rule of which a pricer proved, when it was chosen, that no other gained more.
    /// Empty if rules were not chosen one by one.
    pub(crate) best: Vec<bool>,
    /// The models. The first has no rules, except on paths of Boolean rule sets.
    pub(crate) steps: Vec<Step>,
}

impl SupportPath {
    /// Returns a path without rules, whose intercepts are the frequencies of classes.
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
        SupportPath { steps: vec![step], ..SupportPath::default() }
    }

    /// Returns the path whose steps are these models.
    pub(crate) fn of_models<'m>(models: impl IntoIterator<Item = &'m Model>) -> SupportPath {
        let mut path = SupportPath::default();
        for model in models {
            let place = |rule: &WeightedRule| {
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

    /// Returns the rules of a step. A path that ended before keeps its last step.
    pub(crate) fn support(&self, step: usize) -> Vec<(Rule, u32)> {
        self.steps[step.min(self.last())].support.iter().map(|&k| self.rules[k].clone()).collect()
    }

    /// Returns the number of a model's rules, those of a step, of which it was proved that none
    /// gained more when they were chosen. `None` if nothing was proved of any of them.
    pub(crate) fn best_among(&self, step: usize, rules: &[WeightedRule]) -> Option<usize> {
        let support = &self.steps[step.min(self.last())].support;
        let is_best = |rule: &&WeightedRule| {
            let is_it = |&&k: &&usize| self.rules[k].0 == rule.rule && self.rules[k].1 == rule.class;
            support.iter().find(is_it).is_some_and(|&k| self.best.get(k) == Some(&true))
        };
        Some(rules.iter().filter(is_best).count()).filter(|&best| best > 0)
    }

    /// The last step.
    pub(crate) fn last(&self) -> usize {
        self.steps.len() - 1
    }

    /// Returns the rules in use after a step, with their classes. A path that ended before keeps
    /// its last step.
    pub(crate) fn in_use(&self, step: usize) -> Vec<(&Rule, u32)> {
        let Step { support, weights, .. } = &self.steps[step.min(self.last())];
        let used = support.iter().zip(weights).filter(|(_, weight)| **weight > 0.0);
        used.map(|(&k, _)| (&self.rules[k].0, self.rules[k].1)).collect()
    }

    /// Returns the number of rules in use after a step, and of their conditions.
    pub(crate) fn extent(&self, step: usize) -> (usize, usize) {
        let used = self.in_use(step);
        (used.len(), used.iter().map(|(rule, _)| rule.len()).sum())
    }
}
