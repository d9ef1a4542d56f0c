//! Nodes of a branch and bound, against all rule sets that keep their decisions.

use crate::boolean::instances::{Instance, WAYS, instances, solve};
use crate::boolean::reference::{cover, distinct, objective};
use proptest::prelude::*;
use rulegen_driver::{Master, PricingProblem};
use rulegen_limits::Limits;
use rulegen_master::{BranchedMaster, Decision};
use rulegen_rule::{RowSet, Rule};
use std::num::NonZeroUsize;

/// The most rules of which all sets of up to three are listed.
const LISTED: usize = 24;

/// Makes decisions about samples that no required rule covers, each about another sample.
fn decisions(instance: &Instance, draws: &[(usize, bool)]) -> Vec<Decision> {
    let required: Vec<Vec<bool>> =
        instance.settings.must_have.iter().map(|rule| cover(&instance.samples, rule)).collect();
    let mut decisions: Vec<Decision> = Vec::new();
    for &(draw, covered) in draws {
        let sample = draw % instance.samples.len();
        let taken = decisions.iter().any(|known| known.sample == sample);
        if !taken && !required.iter().any(|cover| cover[sample]) {
            decisions.push(Decision { sample, covered });
        }
    }
    decisions
}

/// True if the rules cover the samples that are decided as covered, and none of the others.
fn keeps(instance: &Instance, rules: &[Rule], decisions: &[Decision]) -> bool {
    let covers: Vec<Vec<bool>> = rules.iter().map(|rule| cover(&instance.samples, rule)).collect();
    decisions.iter().all(|of| covers.iter().any(|cover| cover[of.sample]) == of.covered)
}

/// Returns all sets of up to three of the rules.
fn sets(rules: &[Rule]) -> Vec<Vec<Rule>> {
    let mut sets = vec![Vec::new()];
    let mut last: Vec<(usize, Vec<Rule>)> = vec![(0, Vec::new())];
    for _ in 0..3 {
        let more = |(from, set): &(usize, Vec<Rule>)| {
            let with = |at: usize| (at + 1, set.iter().chain([&rules[at]]).cloned().collect());
            (*from..rules.len()).map(with).collect::<Vec<(usize, Vec<Rule>)>>()
        };
        last = last.iter().flat_map(more).collect();
        sets.extend(last.iter().map(|(_, set)| set.clone()));
    }
    sets
}

/// Returns the largest gain of a rule in each problem.
fn largest(instance: &Instance, problems: &[PricingProblem], rules: &[Rule]) -> Vec<f64> {
    let of_problem = |problem: &PricingProblem| {
        let fits = rules.iter().filter(|rule| problem.admits_length(rule.len()));
        let covered = |rule: &Rule| {
            let cover = cover(&instance.samples, rule);
            problem.gain((0..cover.len()).filter(|&i| cover[i]), rule.len())
        };
        fits.map(covered).fold(f64::NEG_INFINITY, f64::max)
    };
    problems.iter().map(of_problem).collect()
}

/// Returns the most by which the objective of a node may miss its optimum: the simplex perturbs the
/// payment for each sample, the price of all places and that of the complexity by 1e-7 of what they
/// may be, either way. The places, and as many of the smallest rules as the complexity permits, may
/// cost as much each as missing all samples, of which one that is decided costs four times the best
/// rule set known, and ten times that after each raise.
fn of_perturbed_costs(instance: &Instance, known: f64, decisions: usize, raises: usize) -> f64 {
    let missed: f64 = instance.samples.weights.iter().sum::<f64>() * instance.settings.false_negative_weight;
    let penalty = 4.0 * (known.abs() + 1.0) * 10f64.powi(raises as i32);
    let smallest = instance.settings.complexity.map_or(0.0, |most| most / instance.settings.rule_size.least());
    2e-7 * (missed + decisions as f64 * penalty) * (2.0 + smallest)
}

fn of_length(mut instance: Instance, most: Option<usize>) -> Instance {
    instance.settings.max_length = most;
    instance
}

/// Makes the root, where rules of so many lengths have places of their own.
fn root(instance: &Instance, known: f64, places: usize, rules: &[Rule]) -> Option<BranchedMaster> {
    let places = NonZeroUsize::new(places).expect("at least one");
    instance.master(WAYS[0]).branched(known, places, rules)
}

proptest! {
    #[test]
    fn no_bound_is_above_a_better_rule_set_that_keeps_the_decisions(
        instance in instances(),
        draws in prop::collection::vec((any::<usize>(), any::<bool>()), 0..4),
        generous in any::<bool>(),
        raises in 0..5usize,
        places in 1..4usize,
        longest in prop::option::of(1..5usize),
    ) {
        let instance = of_length(instance, longest);
        let mut all = instance.all_rules();
        all.retain(|rule| longest.is_none_or(|longest| rule.len() <= longest));
        let few = distinct(&instance.samples, &all);
        let base = instance.master(WAYS[0]);
        let known = base.selection([]).nothing().objective;
        let Some(mut master) = root(&instance, known, places, &instance.picked(&few)) else { return Ok(()) };
        let decisions = decisions(&instance, &draws);
        master.decide(&decisions);
        (0..raises).for_each(|_| master.raise_penalty());
        let sets = if few.len() <= LISTED { sets(&few) } else { few.iter().map(|rule| vec![rule.clone()]).collect() };
        let of_set = |set: &Vec<Rule>| {
            let whole: Vec<Rule> = instance.settings.must_have.iter().chain(set).cloned().collect();
            objective(&instance.samples, &instance.settings, &whole).filter(|_| keeps(&instance, set, &decisions))
        };
        let best = sets.iter().filter_map(of_set).fold(f64::INFINITY, f64::min);
        for _ in 0..3 {
            let objective = solve(&mut master, 0.0);
            let problems = master.pricing_problems();
            let mut gains = largest(&instance, &problems, &all);
            if generous {
                gains.iter_mut().for_each(|gain| *gain = gain.max(0.0) + 0.5);
            }
            let bound = master.lower_bound(&problems, &gains).expect("there is a bound");
            prop_assert!(bound <= objective + 1e-6 * (1.0 + objective), "{} {}", bound, objective);
            // A rule set that is no better than the known one may be beyond the bound.
            prop_assert!(bound <= best + 1e-6 || best >= known - 1e-9, "{} is above {}", bound, best);
            master.add_rules(instance.picked(&few).iter().chain(few.iter().step_by(2)));
        }
        master.add_rules(&few);
        let objective = solve(&mut master, 0.0);
        let gains = largest(&instance, &master.pricing_problems(), &all);
        let bound = master.lower_bound(&master.pricing_problems(), &gains).expect("there is a bound");
        // With all rules the linear program is proved, to what the simplex promises.
        let error = of_perturbed_costs(&instance, known, decisions.len(), raises) + 1e-6 * (1.0 + objective);
        prop_assert!((objective - bound).abs() <= error, "{} {}", objective, bound);
        let coverage = master.coverage();
        let kept = |of: &Decision| if of.covered { coverage[of.sample] > 0.999 } else { coverage[of.sample] < 0.001 };
        prop_assert!(!master.keeps_decisions() || decisions.iter().all(kept), "{:?}", coverage);
        prop_assert!(decisions.iter().all(|of| !master.is_open(of.sample)));
    }

    #[test]
    fn reduced_costs_at_the_root_add_up_to_what_a_rule_set_costs_more_than_the_bound(
        instance in instances(),
        generous in any::<bool>(),
        places in 1..4usize,
        longest in prop::option::of(1..5usize),
    ) {
        let instance = of_length(instance, longest);
        let mut all = instance.all_rules();
        all.retain(|rule| longest.is_none_or(|longest| rule.len() <= longest));
        let few = distinct(&instance.samples, &all);
        let known = instance.master(WAYS[0]).selection([]).nothing().objective;
        let Some(mut master) = root(&instance, known, places, &instance.picked(&few)) else { return Ok(()) };
        solve(&mut master, 0.0);
        let problems = master.pricing_problems();
        let mut gains = largest(&instance, &problems, &all);
        if generous {
            gains.iter_mut().for_each(|gain| *gain = gain.max(0.0) + 0.5);
        }
        let proof = master.proof(&problems, &gains).expect("the problems are the master's own");
        let bound = master.lower_bound(&problems, &gains).expect("there is a bound");
        // Without rules, nothing has to be paid for places.
        prop_assert!(proof.bound <= bound, "{} {}", proof.bound, bound);
        let samples = instance.samples.len();
        let gain = |rule: &Rule| {
            let cover = cover(&instance.samples, rule);
            proof.gain(&RowSet::of(samples, (0..samples).filter(|&i| cover[i])), rule.len()).expect("it is not too long")
        };
        prop_assert!(all.iter().all(|rule| gain(rule) <= 1e-9));
        let sets = if few.len() <= LISTED { sets(&few) } else { few.iter().map(|rule| vec![rule.clone()]).collect() };
        for set in sets {
            let whole: Vec<Rule> = instance.settings.must_have.iter().chain(&set).cloned().collect();
            let Some(objective) = objective(&instance.samples, &instance.settings, &whole) else { continue };
            let least = proof.bound - set.iter().map(gain).sum::<f64>();
            prop_assert!(objective >= least - 1e-6 || objective >= known - 1e-9, "{} is below {}", objective, least);
        }
    }

    #[test]
    fn a_node_has_the_same_value_whatever_was_solved_before(
        instance in instances(),
        nodes in prop::collection::vec(prop::collection::vec((any::<usize>(), any::<bool>()), 0..4), 1..6),
    ) {
        let instance = of_length(instance, Some(3));
        let all = instance.all_rules();
        let few = distinct(&instance.samples, &all);
        let known = instance.master(WAYS[0]).selection([]).nothing().objective;
        let Some(mut travelled) = root(&instance, known, 3, &few) else { return Ok(()) };
        for draws in &nodes {
            let decisions = decisions(&instance, draws);
            let mut fresh = root(&instance, known, 3, &few).expect("as before");
            fresh.decide(&decisions);
            travelled.decide(&decisions);
            let (fresh, travelled_to) = (solve(&mut fresh, 0.0), solve(&mut travelled, 0.0));
            prop_assert!((fresh - travelled_to).abs() <= 1e-5 * (1.0 + fresh.abs()), "{} {}", fresh, travelled_to);
            // A probe that ends finds the value of the child.
            let coverage = travelled.coverage();
            let open = |i: &usize| coverage[*i] < 0.9 && decisions.iter().all(|known| known.sample != *i);
            if let Some(sample) = (0..coverage.len()).find(open) {
                for covered in [true, false] {
                    let decision = Decision { sample, covered };
                    let probed = travelled.probe(decision, &Limits::default());
                    let mut child = travelled.clone();
                    child.decide(&[&decisions[..], &[decision]].concat());
                    let value = solve(&mut child, 0.0);
                    prop_assert!((probed - value).abs() <= 1e-5 * (1.0 + value.abs()), "{} {}", probed, value);
                }
            }
        }
    }
}

#[test]
fn places_of_lengths_prove_more_than_the_complexity_alone() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let mut more = 0;
    for _ in 0..200 {
        let mut instance = of_length(instances().new_tree(&mut runner).unwrap().current(), Some(3));
        instance.settings.complexity = Some(5.0);
        instance.settings.must_have.clear();
        let few = distinct(&instance.samples, &instance.all_rules());
        let mut plain = instance.master(WAYS[0]);
        let known = plain.selection([]).nothing().objective;
        plain.add_rules(few.iter().filter(|rule| rule.len() <= 3).cloned());
        let Some(mut branched) = root(&instance, known, 3, &few) else { continue };
        let (plain, branched) = (solve(&mut plain, 0.0), solve(&mut branched, 0.0));
        assert!(branched >= plain - 1e-6 * (1.0 + plain), "{branched} {plain}");
        more += usize::from(branched > plain + 1e-3);
    }
    assert!(more >= 10, "{more}");
}
