//! Fair rule sets on tiny data are the best of all fair ones.

use crate::boolean::data::{fit, small};
use proptest::prelude::*;
use rulegen::binarize::{Bins, learn};
use rulegen::data::{Dataset, Groups};
use rulegen::lp::{Backend, MipBackend};
use rulegen::rule::{Form, Model, Rule, Status};
use rulegen::{
    ClassWeight, FairnessCriterion, FitError, Learner, Method, NormalForm, Parameters, Sweep, SweepParameter,
};
use std::collections::BTreeMap;

/// The number of rules that cover each row.
type Covering = Vec<u32>;

/// Lists the rows that rules cover, with the size of the shortest rule that covers them.
fn rules(data: &Dataset) -> Vec<(Covering, f64)> {
    let (schema, _) = learn(&data.features, None, Bins::Values).unwrap();
    let coded = schema.encode(&data.features).unwrap();
    let literals = schema.literals();
    let mut shortest: BTreeMap<Covering, f64> = BTreeMap::new();
    for set in 1..1u32 << literals.len() {
        let rule = Rule::new((0..literals.len()).filter(|j| set >> j & 1 == 1).map(|j| literals[j]));
        let cover = coded.cover(&schema, &rule);
        let cover: Covering = (0..coded.rows()).map(|row| u32::from(cover.contains(row))).collect();
        let size = 1.0 + rule.len() as f64;
        shortest.entry(cover).and_modify(|best| *best = best.min(size)).or_insert(size);
    }
    shortest.into_iter().filter(|(cover, _)| cover.contains(&1)).collect()
}

/// The class that the rules are for.
fn class(parameters: &Parameters) -> u32 {
    u32::from(parameters.form == NormalForm::Disjunctive)
}

fn weight(data: &Dataset, row: usize) -> f64 {
    data.weights.as_ref().map_or(1.0, |weights| weights[row])
}

/// Returns the largest difference of mean errors between groups that are compared, and the Hamming
/// loss.
fn gap_and_loss(data: &Dataset, parameters: &Parameters, covering: &Covering) -> (f64, f64) {
    let labels = &data.target.labels;
    let error = |row: usize| match labels[row] == class(parameters) {
        true => f64::from(covering[row] == 0),
        false => f64::from(covering[row]),
    };
    let groups = &data.groups.as_ref().unwrap().of_row;
    let compared: &[u32] = match parameters.fairness.unwrap() {
        FairnessCriterion::EqualOpportunity => &[1],
        _ => &[0, 1],
    };
    let mut gap = 0.0f64;
    for label in compared {
        let mut sums: BTreeMap<u32, (f64, f64)> = BTreeMap::new();
        for row in (0..labels.len()).filter(|&row| labels[row] == *label && weight(data, row) > 0.0) {
            let sum = sums.entry(groups[row]).or_default();
            *sum = (sum.0 + weight(data, row) * error(row), sum.1 + weight(data, row));
        }
        let means: Vec<f64> = sums.values().map(|(errors, all)| errors / all).collect();
        for (a, b) in means.iter().flat_map(|a| means.iter().map(move |b| (a, b))) {
            gap = gap.max(a - b);
        }
    }
    (gap, (0..labels.len()).map(|row| weight(data, row) * error(row)).sum())
}

/// The least loss of all fair rule sets within the complexity.
fn least(data: &Dataset, parameters: &Parameters, rules: &[(Covering, f64)], covering: &Covering, left: f64) -> f64 {
    let (gap, loss) = gap_and_loss(data, parameters, covering);
    let mut best = if gap <= parameters.epsilon.unwrap() + 1e-9 { loss } else { f64::INFINITY };
    for (k, (cover, size)) in rules.iter().enumerate().filter(|(_, (_, size))| *size <= left) {
        let more = covering.iter().zip(cover).map(|(a, b)| a + b).collect();
        best = best.min(least(data, parameters, &rules[k + 1..], &more, left - size));
    }
    best
}

/// Counts the rules of a model that cover each row.
fn covering(model: &Model, data: &Dataset) -> Covering {
    let coded = model.schema.encode(&data.features).unwrap();
    let covers: Vec<_> = model.rules.iter().map(|rule| coded.cover(&model.schema, &rule.rule)).collect();
    (0..coded.rows()).map(|row| covers.iter().filter(|cover| cover.contains(row)).count() as u32).collect()
}

fn grouped(mut data: Dataset, of_row: Vec<u32>, weights: Option<Vec<f64>>) -> Dataset {
    data.groups = Some(Groups { names: ["g", "h", "i"].map(String::from).to_vec(), of_row });
    data.weights = weights;
    data
}

const CRITERIA: [FairnessCriterion; 2] = [FairnessCriterion::EqualOpportunity, FairnessCriterion::EqualizedOdds];

fn data() -> impl Strategy<Value = Dataset> {
    let number = prop::sample::select(vec![1.0, 2.0, 3.0]);
    let category = prop::sample::select(vec![0u32, 1]);
    let weight = prop::sample::select(vec![1.0, 2.0, 0.5]);
    prop::collection::vec(((number, category, 0u32..2), 0u32..3, weight), 4..9).prop_flat_map(|rows| {
        let data = small(&rows.iter().map(|row| row.0).collect::<Vec<_>>(), 2);
        let weights: Vec<f64> = rows.iter().map(|row| row.2).collect();
        let of_row: Vec<u32> = rows.iter().map(|row| row.1).collect();
        any::<bool>().prop_map(move |weighted| grouped(data.clone(), of_row.clone(), weighted.then(|| weights.clone())))
    })
}

fn parameters(criterion: FairnessCriterion, epsilon: f64) -> Parameters {
    Parameters {
        fairness: Some(criterion),
        epsilon: Some(epsilon),
        bins: Some(Bins::Values),
        backend: Backend::Microlp,
        mip: MipBackend::Microlp,
        ..Parameters::of(Method::Boolean)
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

    #[test]
    fn the_rule_set_is_the_best_of_all_that_are_fair(
        data in data(),
        cnf in any::<bool>(),
        complexity in prop::sample::select(vec![2.0, 4.0, 7.0]),
        criterion in prop::sample::select(CRITERIA.to_vec()),
        epsilon in prop::sample::select(vec![0.0, 0.1, 0.25, 1.0]),
    ) {
        prop_assume!(data.target.counts().iter().all(|&n| n > 0));
        prop_assume!(data.groups.as_ref().unwrap().of_row.iter().any(|&g| g != data.groups.as_ref().unwrap().of_row[0]));
        prop_assume!(!learn(&data.features, None, Bins::Values).unwrap().0.features.is_empty());
        let form = if cnf { NormalForm::Conjunctive } else { NormalForm::Disjunctive };
        let parameters = Parameters { complexity: Some(complexity), form, ..parameters(criterion, epsilon) };
        let fitted = fit(&data, parameters.clone());
        let nothing = vec![0; data.target.labels.len()];
        let expected = least(&data, &parameters, &rules(&data), &nothing, complexity);
        let certificate = &fitted.model.certificate;
        prop_assert!((certificate.objective - expected).abs() < 1e-6, "{:?} is not {}", certificate, expected);
        prop_assert_eq!(certificate.status, Status::Optimal, "{:?}", certificate);
        let (gap, loss) = gap_and_loss(&data, &parameters, &covering(&fitted.model, &data));
        prop_assert!(gap <= epsilon + 1e-9 && (loss - expected).abs() < 1e-6, "{} {}", gap, loss);
        prop_assert_eq!(fit(&data, parameters.clone()).model, fitted.model.clone());
        // With few rounds and no enumeration, less is proved, but nothing false.
        let hasty = Parameters { max_iterations: Some(1), enumeration_limit: 0, ..parameters.clone() };
        let hasty = fit(&data, hasty).model;
        prop_assert!(hasty.certificate.lower_bound.is_none_or(|bound| bound <= expected + 1e-6));
        prop_assert!(hasty.certificate.objective >= expected - 1e-6);
        prop_assert!(gap_and_loss(&data, &parameters, &covering(&hasty, &data)).0 <= epsilon + 1e-9);
    }
}

/// Makes two groups that `c` tells apart. The rules work less well in one of them.
fn two_groups() -> Dataset {
    let row = |i: u32| (f64::from(i % 5), i % 2, u32::from(if i.is_multiple_of(2) { i % 5 > 2 } else { i % 7 > 3 }));
    let rows: Vec<_> = (0..70).map(row).collect();
    grouped(small(&rows, 2), (0..70).map(|i| i % 2).collect(), None)
}

#[test]
fn fairness_costs_and_a_path_shows_what() {
    let data = two_groups();
    for criterion in CRITERIA {
        let parameters = Parameters { complexity: Some(8.0), ..parameters(criterion, 0.0) };
        let classifier = Learner::new(parameters.clone()).unwrap();
        let epsilons = [0.0, 0.05, 0.2, 1.0];
        let path = Sweep { parameter: SweepParameter::Epsilon, values: epsilons.to_vec() };
        let path = classifier.fit_path(&data, "y", &path, &Default::default(), &mut ()).unwrap();
        let losses: Vec<f64> = path.iter().map(|fitted| fitted.model.certificate.objective).collect();
        assert!(losses.is_sorted_by(|a, b| a >= b) && losses[0] > losses[3], "{losses:?}");
        for (epsilon, fitted) in epsilons.into_iter().zip(&path) {
            assert_eq!(fitted.model.certificate.status, Status::Optimal);
            assert!(gap_and_loss(&data, &parameters, &covering(&fitted.model, &data)).0 <= epsilon + 1e-9);
            assert_eq!(fitted.model.settings["epsilon"], epsilon);
            assert_eq!(fitted.model.settings["fairness"], criterion.name());
            let alone = Parameters { epsilon: Some(epsilon), ..parameters.clone() };
            assert_eq!(fit(&data, alone).model.certificate.objective, fitted.model.certificate.objective);
        }
        let balanced = Parameters { class_weight: ClassWeight::Balanced, ..parameters.clone() };
        let model = fit(&data, balanced).model;
        assert!(gap_and_loss(&data, &parameters, &covering(&model, &data)).0 <= 1e-9);
        assert!(matches!(model.form(), Form::AnyRule { .. }) || model.rules.is_empty());
    }
    assert!(
        !fit(&data, Parameters { fairness: None, ..Parameters::of(Method::Boolean) })
            .model
            .settings
            .contains_key("epsilon")
    );
}

#[test]
fn what_does_not_go_with_fairness_is_refused() {
    let data = two_groups();
    let asked = parameters(FairnessCriterion::EqualizedOdds, 0.1);
    let refused = |parameters: Parameters| Learner::new(parameters).unwrap_err().name;
    for epsilon in [-0.1, f64::NAN, f64::INFINITY] {
        assert_eq!(refused(parameters(FairnessCriterion::EqualOpportunity, epsilon)), "the epsilon");
    }
    let unbounded = Parameters { complexity: None, complexity_price: 1.0, ..asked.clone() };
    assert_eq!(refused(unbounded), "the complexity of fair rules");
    let must_have = Some(fit(&data, Parameters::of(Method::Boolean)).model.into());
    assert_eq!(refused(Parameters { must_have, ..asked.clone() }), "the list of rules that must be in");
    let classifier = Learner::new(asked.clone()).unwrap();
    let without = Dataset { groups: None, ..data.clone() };
    assert!(matches!(classifier.fit(&without, "y"), Err(FitError::NoGroups)));
    let one = grouped(data.clone(), vec![1; 70], None);
    assert!(matches!(classifier.fit(&one, "y"), Err(FitError::OneGroup { .. })));
    let three = small(&(0..9).map(|i| (f64::from(i), i % 2, i % 3)).collect::<Vec<_>>(), 3);
    let three = grouped(three, (0..9).map(|i| i % 2).collect(), None);
    assert!(matches!(classifier.fit(&three, "y"), Err(FitError::FairClasses { classes: 3 })));
    let plain = Learner::new(Parameters::of(Method::Boolean)).unwrap();
    let path = Sweep { parameter: SweepParameter::Epsilon, values: vec![0.1] };
    assert!(plain.fit_path(&data, "y", &path, &Default::default(), &mut ()).is_err());
}
