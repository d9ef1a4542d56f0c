//! Rules by enumeration, and the programs as they are written down (docs/MATH.md 4). They share
//! nothing with the master but the plain types.

pub(crate) use crate::enumeration::{cover, gain};
use rulegen_binarize::Samples;
use rulegen_lp::{Backend, LpModel, LpProblem, LpStatus, SolveOptions, verify};
use rulegen_master::BooleanSettings;
use rulegen_rule::Rule;
use std::collections::BTreeMap;

/// Returns the shortest of the rules that cover the same samples, leaving out rules that cover
/// none.
pub(crate) fn distinct(samples: &Samples, rules: &[Rule]) -> Vec<Rule> {
    let mut shortest: BTreeMap<Vec<bool>, &Rule> = BTreeMap::new();
    for rule in rules {
        let best = shortest.entry(cover(samples, rule)).or_insert(rule);
        if rule < best {
            *best = rule;
        }
    }
    shortest.into_iter().filter(|(cover, _)| cover.contains(&true)).map(|(_, rule)| rule.clone()).collect()
}

/// Returns the size of a rule.
pub(crate) fn size(settings: &BooleanSettings, rule: &Rule) -> f64 {
    settings.rule_size.per_rule + settings.rule_size.per_literal * rule.literals().len() as f64
}

/// Returns the cost of missing or covering a sample.
fn weight(samples: &Samples, settings: &BooleanSettings, i: usize) -> f64 {
    let of_class = samples.labels[i] == settings.class;
    samples.weights[i] * if of_class { settings.false_negative_weight } else { settings.false_positive_weight }
}

/// Returns the cost of a rule in the objective.
pub(crate) fn cost(samples: &Samples, settings: &BooleanSettings, rule: &Rule) -> f64 {
    let cover = cover(samples, rule);
    let others = (0..samples.len()).filter(|&i| cover[i] && samples.labels[i] != settings.class);
    others.map(|i| weight(samples, settings, i)).sum::<f64>() + settings.complexity_price * size(settings, rule)
}

/// Returns the objective of a rule set, by its definition, or `None` if it is too complex.
pub(crate) fn objective(samples: &Samples, settings: &BooleanSettings, rules: &[Rule]) -> Option<f64> {
    let complexity: f64 = rules.iter().map(|rule| size(settings, rule)).sum();
    let covers: Vec<Vec<bool>> = rules.iter().map(|rule| cover(samples, rule)).collect();
    let missed = |i: &usize| samples.labels[*i] == settings.class && !covers.iter().any(|cover| cover[*i]);
    let misses: f64 = (0..samples.len()).filter(missed).map(|i| weight(samples, settings, i)).sum();
    let costs: f64 = rules.iter().map(|rule| cost(samples, settings, rule)).sum();
    settings.complexity.is_none_or(|most| complexity <= most + 1e-9).then_some(misses + costs)
}

/// A solution of the plain linear program.
pub(crate) struct Primal {
    pub(crate) objective: f64,
    /// The sum of the weights of the rules, without those that must be in.
    pub(crate) total: f64,
    /// `mu` of every sample of the class.
    pub(crate) mu: Vec<f64>,
    /// The multiplier of the complexity.
    pub(crate) lam: f64,
    /// The solver's reduced cost of every rule: first of those in the program, then of those left
    /// out.
    pub(crate) reduced: Vec<f64>,
}

/// Solves the linear program over `rules` as it stands, with a row for every sample; the rules that
/// must be in have weight 1. `w >= 0` are rows, so that their duals are the reduced costs, as are
/// those of `w = 0` for `others`.
pub(crate) fn primal(
    samples: &Samples,
    settings: &BooleanSettings,
    rules: &[Rule],
    others: &[Rule],
    backend: Backend,
) -> Primal {
    const FREE: f64 = f64::INFINITY;
    let mut lp = LpProblem::new();
    let all: Vec<&Rule> = rules.iter().chain(others).collect();
    let w: Vec<_> =
        all.iter().map(|rule| lp.add_variable(cost(samples, settings, rule), -FREE, FREE).unwrap()).collect();
    let must: Vec<_> = settings
        .must_have
        .iter()
        .map(|rule| lp.add_variable(cost(samples, settings, rule), 1.0, 1.0).unwrap())
        .collect();
    let covers: Vec<Vec<bool>> = all.iter().copied().chain(&settings.must_have).map(|r| cover(samples, r)).collect();
    let variables: Vec<_> = w.iter().chain(&must).copied().collect();
    let mut rows = vec![None; samples.len()];
    for i in (0..samples.len()).filter(|&i| samples.labels[i] == settings.class) {
        let xi = lp.add_variable(weight(samples, settings, i), 0.0, FREE).unwrap();
        let terms = (0..variables.len()).filter(|&k| covers[k][i]).map(|k| (variables[k], 1.0)).chain([(xi, 1.0)]);
        rows[i] = Some(lp.add_row(1.0, &terms.collect::<Vec<_>>(), FREE).unwrap());
    }
    let budget = settings.complexity.map(|most| {
        let sizes = all.iter().copied().chain(&settings.must_have).map(|rule| size(settings, rule));
        let terms: Vec<_> = variables.iter().copied().zip(sizes).collect();
        lp.add_row(-FREE, &terms, most).unwrap()
    });
    let signs: Vec<_> = w
        .iter()
        .enumerate()
        .map(|(k, &w)| lp.add_row(0.0, &[(w, 1.0)], if k < rules.len() { FREE } else { 0.0 }).unwrap())
        .collect();
    let solution = LpModel::of(&backend, lp.clone()).unwrap().solve(&SolveOptions::default()).unwrap();
    assert_eq!(solution.status, LpStatus::Optimal);
    assert_eq!(verify(&lp, &solution, 1e-6), Ok(()));
    Primal {
        objective: solution.objective,
        total: w.iter().map(|w| solution.values[w.index()]).sum(),
        mu: rows.iter().map(|row| row.map_or(0.0, |row| solution.row_duals[row.index()])).collect(),
        lam: budget.map_or(0.0, |row| -solution.row_duals[row.index()]),
        reduced: signs.iter().map(|row| solution.row_duals[row.index()]).collect(),
    }
}

/// Returns the best rule set beside the rules that must be in, of all sets of `rules` within the
/// complexity.
pub(crate) fn best_rule_set(samples: &Samples, settings: &BooleanSettings, rules: &[Rule]) -> f64 {
    fn search(
        samples: &Samples,
        settings: &BooleanSettings,
        rules: &[Rule],
        chosen: &mut Vec<Rule>,
        most: usize,
    ) -> Option<f64> {
        let mut best = objective(samples, settings, chosen)?;
        if most > 0 {
            for (k, rule) in rules.iter().enumerate() {
                chosen.push(rule.clone());
                if let Some(found) = search(samples, settings, &rules[k + 1..], chosen, most - 1) {
                    best = best.min(found);
                }
                chosen.pop();
            }
        }
        Some(best)
    }
    let mut chosen = settings.must_have.clone();
    // More rules than samples of the class are of no use, because each would have to cover one
    // alone.
    let most = samples.labels.iter().filter(|&&l| l == settings.class).count();
    search(samples, settings, rules, &mut chosen, most).expect("what must be in fits")
}
