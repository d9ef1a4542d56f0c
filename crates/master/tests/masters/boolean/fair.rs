//! Errors that are alike in groups: the master against the program as it is written down, and
//! against all rule sets.

use crate::boolean::instances::{instances, solve};
use crate::boolean::reference::{cost, cover, distinct, gain, size};
use proptest::prelude::*;
use rulegen_binarize::Samples;
use rulegen_driver::{Master, PricingProblem};
use rulegen_limits::Limits;
use rulegen_lp::{Backend, LpModel, LpProblem, LpStatus, MipBackend, SolveOptions};
use rulegen_master::{BooleanMaster, BooleanSettings, GroupFairness, MasterError};
use rulegen_rule::Rule;
use std::collections::BTreeMap;
use std::sync::Arc;

const CLOSE: f64 = 1e-6;

/// A training set in groups, settings with fairness, and rules to begin with.
#[derive(Clone, Debug)]
struct FairInstance {
    samples: Arc<Samples>,
    settings: BooleanSettings,
    /// Every rule that may be in a rule set, and only the shortest of those that cover the same
    /// samples.
    rules: Vec<Rule>,
    start: Vec<Rule>,
}

fn fair() -> impl Strategy<Value = FairInstance> {
    let fairness = (any::<bool>(), any::<bool>(), prop::sample::select(vec![0.0, 0.1, 0.25, 1.0]));
    let complexity = prop::sample::select(vec![2.5, 4.0, 6.0]);
    (instances(), prop::collection::vec(0u32..3, 14), fairness, complexity).prop_map(
        |(instance, groups, (negatives, positives, epsilon), complexity)| {
            let mut instance = instance;
            let samples = Arc::make_mut(&mut instance.samples);
            samples.groups = groups[..samples.len()].to_vec();
            // False negatives alone, or both, or false positives alone as in an AND of ORs.
            instance.settings = BooleanSettings {
                complexity: Some(complexity),
                must_have: Vec::new(),
                fairness: Some(GroupFairness {
                    false_negatives: negatives || !positives,
                    false_positives: positives,
                    epsilon,
                }),
                backend: Arc::new(Backend::Microlp),
                ..instance.settings
            };
            let rules = distinct(&instance.samples, &instance.all_rules());
            let start = if rules.is_empty() { Vec::new() } else { instance.picked(&rules) };
            FairInstance { samples: instance.samples, settings: instance.settings, rules, start }
        },
    )
}

impl FairInstance {
    fn master(&self) -> BooleanMaster {
        BooleanMaster::new(self.samples.clone(), self.settings.clone()).unwrap()
    }

    fn is_other(&self, i: usize) -> bool {
        self.samples.labels[i] != self.settings.class
    }

    /// Returns the blocks of samples that are compared: samples of other classes or not, by group.
    fn blocks(&self) -> Vec<(bool, BTreeMap<u32, Vec<usize>>)> {
        let fairness = self.settings.fairness.unwrap();
        let block = |others: bool| {
            let mut groups: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
            for i in (0..self.samples.len()).filter(|&i| self.is_other(i) == others) {
                groups.entry(self.samples.groups[i]).or_default().push(i);
            }
            (others, groups)
        };
        [(fairness.false_negatives, false), (fairness.false_positives, true)]
            .into_iter()
            .filter(|(asked, _)| *asked)
            .map(|(_, others)| block(others))
            .collect()
    }

    /// Returns the mean error of each group, weighted, block by block.
    fn means(&self, error: &dyn Fn(usize, bool) -> f64) -> Vec<Vec<f64>> {
        let mean = |members: &Vec<usize>, others: bool| {
            let total: f64 = members.iter().map(|&i| self.samples.weights[i]).sum();
            members.iter().map(|&i| self.samples.weights[i] * error(i, others)).sum::<f64>() / total
        };
        self.blocks().iter().map(|(others, groups)| groups.values().map(|m| mean(m, *others)).collect()).collect()
    }

    /// Returns the largest difference of mean errors of a rule set, by definition.
    fn gap(&self, rules: &[Rule]) -> f64 {
        let covers: Vec<Vec<bool>> = rules.iter().map(|rule| cover(&self.samples, rule)).collect();
        let covering = |i: usize| covers.iter().filter(|cover| cover[i]).count() as f64;
        let error = |i: usize, others: bool| if others { covering(i) } else { f64::from(covering(i) == 0.0) };
        let range = |means: &Vec<f64>| {
            means.iter().copied().fold(f64::NEG_INFINITY, f64::max)
                - means.iter().copied().fold(f64::INFINITY, f64::min)
        };
        self.means(&error).iter().map(range).fold(0.0, f64::max)
    }

    fn objective(&self, rules: &[Rule]) -> Option<f64> {
        let epsilon = self.settings.fairness.unwrap().epsilon;
        (self.gap(rules) <= epsilon + 1e-9)
            .then(|| crate::boolean::reference::objective(&self.samples, &self.settings, rules))
            .flatten()
    }

    /// Returns the best objective of all rule sets of these rules.
    fn best(&self, rules: &[Rule]) -> f64 {
        fn search(fair: &FairInstance, rules: &[Rule], chosen: &mut Vec<Rule>, left: f64) -> f64 {
            let mut best = fair.objective(chosen).unwrap_or(f64::INFINITY);
            for (k, rule) in rules.iter().enumerate() {
                let size = size(&fair.settings, rule);
                if size <= left + 1e-9 {
                    chosen.push(rule.clone());
                    best = best.min(search(fair, &rules[k + 1..], chosen, left - size));
                    chosen.pop();
                }
            }
            best
        }
        search(self, rules, &mut Vec::new(), self.settings.complexity.unwrap())
    }

    /// Solves the program of docs/MATH.md 4 over `rules`, with a row for each sample and a pair of
    /// rows for each pair of groups. Returns the objective, and for each of `others` the solver's
    /// reduced cost and the one that docs/MATH.md derives from its duals.
    fn primal(&self, rules: &[Rule], others: &[Rule]) -> (f64, Vec<(f64, f64)>) {
        const FREE: f64 = f64::INFINITY;
        let (samples, settings) = (&self.samples, &self.settings);
        let fairness = settings.fairness.unwrap();
        let complexity = settings.complexity.unwrap();
        let most_rules = (complexity / settings.rule_size.least() + 1e-9).floor().max(1.0);
        let mut lp = LpProblem::new();
        let all: Vec<&Rule> = rules.iter().chain(others).collect();
        let covers: Vec<Vec<bool>> = all.iter().map(|rule| cover(samples, rule)).collect();
        let w: Vec<_> =
            all.iter().map(|rule| lp.add_variable(cost(samples, settings, rule), -FREE, FREE).unwrap()).collect();
        let (mut xi, mut mu, mut alpha) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let compared = self.blocks().iter().any(|(others, groups)| !others && groups.len() > 1);
        for i in (0..samples.len()).filter(|&i| !self.is_other(i)) {
            let variable = lp.add_variable(settings.false_negative_weight * samples.weights[i], 0.0, FREE).unwrap();
            let covering: Vec<_> = (0..all.len()).filter(|&k| covers[k][i]).map(|k| (w[k], 1.0)).collect();
            let row = [&covering[..], &[(variable, 1.0)]].concat();
            mu.insert(i, lp.add_row(1.0, &row, FREE).unwrap());
            if compared {
                let row = [&covering[..], &[(variable, most_rules)]].concat();
                alpha.insert(i, lp.add_row(-FREE, &row, most_rules).unwrap());
            }
            xi.insert(i, variable);
        }
        let sizes: Vec<_> = all.iter().zip(&w).map(|(rule, &w)| (w, size(settings, rule))).collect();
        let lam = lp.add_row(-FREE, &sizes, complexity).unwrap();
        // Each pair of groups, with the part of each of its other samples.
        let mut pairs = Vec::new();
        for (is_other, groups) in self.blocks() {
            let total = |m: &Vec<usize>| m.iter().map(|&i| samples.weights[i]).sum::<f64>();
            for (g, first) in &groups {
                for (_, second) in groups.range(g + 1..) {
                    let signed = |i: usize| match (first.contains(&i), second.contains(&i)) {
                        (true, _) => samples.weights[i] / total(first),
                        (_, true) => -samples.weights[i] / total(second),
                        _ => 0.0,
                    };
                    let parts: Vec<f64> = (0..samples.len()).map(signed).collect();
                    let terms: Vec<_> = if is_other {
                        let part = |k: usize| (0..samples.len()).filter(|&i| covers[k][i]).map(|i| parts[i]).sum();
                        (0..all.len()).map(|k| (w[k], part(k))).collect()
                    } else {
                        xi.iter().map(|(&i, &variable)| (variable, parts[i])).collect()
                    };
                    let upper = lp.add_row(-FREE, &terms, fairness.epsilon).unwrap();
                    let lower = lp.add_row(-fairness.epsilon, &terms, FREE).unwrap();
                    pairs.push((is_other, parts, upper, lower));
                }
            }
        }
        let signs: Vec<_> = (0..all.len())
            .map(|k| lp.add_row(0.0, &[(w[k], 1.0)], if k < rules.len() { FREE } else { 0.0 }).unwrap())
            .collect();
        let solution = LpModel::of(&Backend::Microlp, lp).unwrap().solve(&SolveOptions::default()).unwrap();
        assert_eq!(solution.status, LpStatus::Optimal);
        let dual = |row: rulegen_lp::RowId| solution.row_duals[row.index()];
        // The gains of docs/MATH.md 4: mu - alpha on P (alpha in rules, not in sizes), -1 - (e+ -
        // e-) s on Z.
        let gain = |i: usize| match mu.get(&i) {
            Some(&mu) => dual(mu) + alpha.get(&i).map_or(0.0, |&row| dual(row)),
            None => {
                let paid = pairs.iter().filter(|p| p.0).map(|p| p.1[i] * (dual(p.2) + dual(p.3)));
                paid.sum::<f64>() - settings.false_positive_weight * samples.weights[i]
            }
        };
        let reduced = |k: usize| {
            let earned: f64 = (0..samples.len()).filter(|&i| covers[k][i]).map(gain).sum();
            let price = settings.complexity_price - dual(lam);
            (dual(signs[k]), price * size(settings, all[k]) - earned)
        };
        (solution.objective, (rules.len()..all.len()).map(reduced).collect())
    }

    /// Returns the largest gain of all rules.
    fn largest(&self, master: &BooleanMaster) -> f64 {
        let problem = &master.pricing_problems()[0];
        self.rules.iter().map(|rule| gain(&self.samples, problem, rule)).fold(0.0, f64::max)
    }
}

proptest! {
    #[test]
    fn the_lp_is_that_of_the_plain_program(fair in fair(), backend in prop::sample::select(vec![Backend::Microlp, Backend::Minilp])) {
        let others: Vec<Rule> = fair.rules.iter().filter(|rule| !fair.start.contains(rule)).cloned().collect();
        let (expected, reduced) = fair.primal(&fair.start, &others);
        for (solver, formula) in reduced {
            prop_assert!((solver - formula).abs() < CLOSE, "{} {}", solver, formula);
        }
        let mut fair = fair;
        fair.settings.backend = Arc::new(backend);
        let mut master = fair.master();
        master.add_rules(fair.start.iter().cloned());
        let objective = solve(&mut master, 0.0);
        prop_assert!((objective - expected).abs() < CLOSE, "{} is not {}", objective, expected);
        // The duals are feasible and as good, so the bound that they prove for these columns is the
        // objective.
        let problem = &master.pricing_problems()[0];
        for (column, weight) in master.rules().iter().zip(master.weights()) {
            let gain = gain(&fair.samples, problem, &column.rule);
            prop_assert!(gain <= CLOSE, "{}", gain);
            prop_assert!(weight < CLOSE || gain >= -CLOSE, "{} with {}", gain, weight);
        }
        let proof = master.proof(problem, 0.0);
        prop_assert!((proof.bound - expected).abs() < CLOSE, "{} is not {}", proof.bound, expected);
    }

    #[test]
    fn no_bound_is_above_the_optimum_over_all_rules(fair in fair(), share in 0.0..1.0f64, noise in prop::collection::vec(-2.0..2.0f64, 14)) {
        let (lp, _) = fair.primal(&fair.rules, &[]);
        let best = fair.best(&fair.rules);
        prop_assert!(lp <= best + CLOSE);
        let mut master = fair.master();
        let mut centre: Option<PricingProblem> = None;
        for _ in 0..3 {
            solve(&mut master, 0.0);
            // Between the duals of two solves, where smoothing prices.
            let mut problem = master.pricing_problems().remove(0);
            problem = centre.map_or(problem.clone(), |centre| problem.towards(&centre, share));
            let largest = fair.rules.iter().map(|rule| gain(&fair.samples, &problem, rule)).fold(0.0, f64::max);
            let bound = master.lower_bound(std::slice::from_ref(&problem), &[largest]).unwrap();
            prop_assert!((0.0..=lp + CLOSE).contains(&bound), "{} is above {}", bound, lp);
            for rule in &fair.rules {
                let gain = gain(&fair.samples, &master.proof(&problem, largest).problems[0], rule);
                prop_assert!(gain <= CLOSE, "{}", gain);
            }
            centre = Some(problem.clone());
            // Any gains on the class prove something, whatever their origin.
            for (i, noise) in noise.iter().enumerate().take(fair.samples.len()).filter(|(i, _)| !fair.is_other(*i)) {
                problem.gains[i] += noise;
            }
            let largest = fair.rules.iter().map(|rule| gain(&fair.samples, &problem, rule)).fold(0.0, f64::max);
            let proof = master.proof(&problem, largest);
            prop_assert!(proof.bound <= lp + CLOSE, "{} is above {}", proof.bound, lp);
            let mut priced = fair.master().with_price(0.5).unwrap();
            solve(&mut priced, 0.0);
            let largest = fair.largest(&priced);
            let proof = priced.proof(&priced.pricing_problems()[0], largest);
            let proof = master.without_price(proof, 0.5).unwrap();
            prop_assert!(proof.bound <= lp + CLOSE);
            master.add_rules(fair.start.iter().cloned());
        }
        master.add_rules(fair.rules.iter().cloned());
        prop_assert!((solve(&mut master, 0.0) - lp).abs() < CLOSE);
        let bound = master.lower_bound(&master.pricing_problems(), &[fair.largest(&master)]).unwrap();
        prop_assert!((bound - lp).abs() < CLOSE, "{} is not {}", bound, lp);
    }

    #[test]
    fn the_choice_is_the_best_fair_one(fair in fair()) {
        let mut rules = fair.start.clone();
        rules.truncate(8);
        let expected = fair.best(&rules);
        let mut master = fair.master();
        master.add_rules(rules.iter().cloned());
        solve(&mut master, 0.0);
        let selection = master.selection(&rules);
        let weight = |rule: &Rule| master.rules().iter().zip(master.weights()).find(|(c, _)| c.rule == *rule).map_or(0.0, |c| c.1);
        for start in [selection.nothing(), selection.round(weight), selection.greedy()] {
            let own = fair.objective(&start.rules);
            prop_assert!(own.is_some_and(|o| (o - start.objective).abs() < 1e-9), "{:?} is not {:?}", start, own);
            let backend = MipBackend::Microlp;
            let outcome = selection.solve(&start, backend, None, &Limits::default()).unwrap();
            prop_assert!(outcome.optimal);
            prop_assert!((outcome.best.objective - expected).abs() < CLOSE, "{:?} is not {}", outcome, expected);
            prop_assert!(fair.gap(&outcome.best.rules) <= fair.settings.fairness.unwrap().epsilon + 1e-9);
            prop_assert!(outcome.bound <= outcome.best.objective && outcome.bound >= expected - CLOSE);
        }
    }
}

#[test]
fn what_does_not_go_with_fairness_is_refused() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let fair = fair().new_tree(&mut TestRunner::deterministic()).unwrap().current();
    let asked = |epsilon| Some(GroupFairness { false_negatives: true, false_positives: true, epsilon });
    let refused = |settings| BooleanMaster::new(fair.samples.clone(), settings).unwrap_err();
    for epsilon in [-0.1, f64::NAN, f64::INFINITY] {
        let settings = BooleanSettings { fairness: asked(epsilon), ..fair.settings.clone() };
        assert!(matches!(refused(settings), MasterError::Negative { name: "epsilon", .. }));
    }
    let unbounded =
        BooleanSettings { fairness: asked(0.1), complexity: None, complexity_price: 1.0, ..fair.settings.clone() };
    assert!(matches!(refused(unbounded), MasterError::FairUnbounded));
    let rule = Rule::new([fair.samples.schema.literals()[0]]);
    let must = BooleanSettings { fairness: asked(0.1), must_have: vec![rule], complexity: Some(9.0), ..fair.settings };
    let refused = BooleanMaster::new(fair.samples, must).unwrap_err();
    assert!(matches!(refused, MasterError::FairMustHave));
}
