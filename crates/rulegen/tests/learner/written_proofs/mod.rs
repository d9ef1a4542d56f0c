//! Proofs for others, read back and checked by enumeration of all rules.

mod instance;
mod rule_sets;
mod weighted;

use instance::Instance;
use rulegen::binarize::Bins;
use rulegen::data::{Column, Dataset, GroupColumn, Groups, Table, Values};
use rulegen::limits::Limits;
use rulegen::rule::Status;
use rulegen::serde_json::from_str;
use rulegen::{
    ClassWeight, Edit, FairnessCriterion, FileLayout, FitError, Fitted, GroupedBy, Learner, LossName, Method,
    Parameters, PricerName, ProvedRows, Registry, SizeChoice, Sweep, SweepParameter, Trend,
};
use rulegen_master::RuleCost;
use rulegen_numeric::Random;
use std::collections::BTreeSet;

/// Makes noisy rows: two columns of numbers, of which one has missing cells, and one of categories.
fn noisy(seed: u64, classes: usize, weights: Option<f64>) -> Dataset {
    let mut random = Random::new(seed, 41);
    let rows: Vec<(f64, f64, usize, String)> = (0..50)
        .map(|_| {
            let (a, b, c) = (random.below(4), random.below(4), random.below(3));
            let likely = (a / 2 + b / 2 + c) % classes;
            let label = if random.unit() < 0.7 { likely } else { random.below(classes) };
            let b = if random.unit() < 0.1 { f64::NAN } else { b as f64 };
            (a as f64, b, c, format!("c{label}"))
        })
        .collect();
    let column = |name: &str, cells: Values| Column::new(name, cells).unwrap();
    let words = ["", "red", "green", "blue"];
    let features = Table::new(vec![
        column("a", rows.iter().map(|row| row.0).collect::<Vec<_>>().into()),
        column("b", rows.iter().map(|row| row.1).collect::<Vec<_>>().into()),
        column("c", Values::from_text(rows.iter().map(|row| words[row.2 + 1]))),
    ]);
    let target = column("y", Values::from_text(rows.iter().map(|row| &row.3)));
    let weight = |unit: f64| (0..rows.len()).map(|row| unit * (row % 4) as f64).collect::<Vec<_>>();
    let weights = weights.map(|unit| column("w", weight(unit).into()));
    Dataset::from_columns(features.unwrap(), target, weights).unwrap()
}

fn layout() -> FileLayout {
    FileLayout { header: true, delimiter: ',', missing: Vec::new(), weights: None, groups: Vec::new() }
}

/// Fits with a proof, reads it back, and checks that the model is the one without a proof.
fn proved(p: Parameters, data: &Dataset) -> (Fitted, Instance) {
    let learner = Learner::new(p).unwrap();
    let (usual, fitted) = (learner.fit(data, "y").unwrap(), learner.with_proof().fit(data, "y").unwrap());
    assert_eq!(usual.model.to_json(), fitted.model.to_json());
    assert!(usual.proof.is_none());
    let text = ProvedRows::of(data, Vec::new(), layout()).prove(fitted.proof.clone().unwrap()).to_json();
    let instance = Instance::read(from_str(&text).unwrap(), data);
    (fitted, instance)
}

fn given(penalty: f64, max_length: Option<usize>) -> Parameters {
    Parameters {
        size: Some(SizeChoice::Given),
        penalty: Some(penalty),
        max_length,
        bins: Some(Bins::Values),
        pricers: Some(vec![PricerName::CUBE]),
        ..Parameters::of(Method::Rules)
    }
}

/// Checks the proof of an optimum: the bound is the objective.
fn check_optimum(p: Parameters, data: &Dataset) {
    let (fitted, instance) = proved(p, data);
    let bound = weighted::check(&instance);
    assert_eq!(fitted.run.status, Status::Optimal);
    assert!(bound >= instance.objective() * (1.0 - 1e-5), "{bound} of {}", instance.objective());
}

#[test]
fn optima_of_the_margin_hinge() {
    let p = Parameters { loss: LossName::HINGE, ..given(1.5, Some(2)) };
    for seed in 0..4 {
        check_optimum(p.clone(), &noisy(seed, 2, None));
        check_optimum(p.clone(), &noisy(seed, 3, Some(1.0)));
        check_optimum(Parameters { class_weight: ClassWeight::Balanced, ..p.clone() }, &noisy(seed, 3, Some(0.3)));
    }
    check_optimum(Parameters { max_length: Some(3), min_cover: Some(6), ..p.clone() }, &noisy(7, 3, None));
    check_optimum(Parameters { cost: RuleCost::Unit, ..p }, &noisy(8, 3, None));
}

#[test]
fn optima_of_the_logistic_loss() {
    for seed in 0..4 {
        check_optimum(given(1.5, Some(2)), &noisy(seed, 2, Some(0.3)));
        check_optimum(given(1.5, Some(2)), &noisy(seed, 3, None));
    }
}

fn rug() -> Parameters {
    Parameters {
        bins: Some(Bins::Values),
        max_length: Some(2),
        pricers: Some(vec![PricerName::CUBE]),
        penalty: Some(1.0),
        ..Parameters::of(Method::Rug)
    }
}

#[test]
fn optima_of_rug() {
    for (seed, classes) in [(0, 2), (1, 3), (2, 4)] {
        check_optimum(rug(), &noisy(seed, classes, None));
        check_optimum(Parameters { class_weight: ClassWeight::Balanced, ..rug() }, &noisy(seed, classes, None));
    }
}

#[test]
fn optima_of_fair_rules() {
    let sides = [GroupColumn { name: "a".into(), cuts: vec![1.0] }, GroupColumn { name: "c".into(), cuts: Vec::new() }];
    let mut stretched = 0;
    for (seed, criterion) in
        (0..6).zip([FairnessCriterion::Dmc, FairnessCriterion::Odm, FairnessCriterion::Eop].repeat(2))
    {
        let mut data = noisy(seed, 2 + seed as usize % 2, [None, Some(0.3)][seed as usize / 3]);
        data.groups = Some(Groups::from_table(&data.features, &sides[..1 + seed as usize % 2]).unwrap());
        let grouped = sides[..1 + seed as usize % 2].iter().map(|side| GroupedBy::of(&data.features, side).unwrap());
        let layout = FileLayout { groups: grouped.collect(), ..layout() };
        for p in [Parameters { loss: LossName::HINGE, ..given(1.5, Some(2)) }, rug()] {
            let fair = Parameters {
                fairness: Some(criterion),
                epsilon: Some(0.02),
                positive: Some("c1".into()),
                class_weight: [ClassWeight::Rows, ClassWeight::Balanced][seed as usize % 2],
                ..p
            };
            let fitted = Learner::new(fair).unwrap().with_proof().fit(&data, "y").unwrap();
            let text = ProvedRows::of(&data, Vec::new(), layout.clone()).prove(fitted.proof.unwrap()).to_json();
            let instance = Instance::read(from_str(&text).unwrap(), &data);
            let bound = weighted::check(&instance);
            assert_eq!(fitted.run.status, Status::Optimal);
            assert!(bound >= instance.objective() * (1.0 - 1e-5), "{bound} of {}", instance.objective());
            stretched += usize::from(weighted::is_stretched(&instance));
        }
    }
    assert!(stretched > 2, "fairness moved nothing");
}

#[test]
fn forbidden_conditions_and_monotone_columns_are_out_of_scope() {
    let trend = Trend { column: "a".into(), rises: true };
    let p = Parameters {
        monotone: vec![trend],
        forbidden: vec!["b is missing".into(), "c = red".into()],
        ..given(1.5, Some(2))
    };
    check_optimum(p.clone(), &noisy(3, 2, None));
    let whole = Parameters { monotone: Vec::new(), forbidden: vec!["a".into()], ..p };
    let (_, instance) = proved(whole, &noisy(3, 2, None));
    weighted::check(&instance);
    assert!(!instance::list(&instance.proof["rules"]["parts"][0]["columns"]).contains(&0.into()));
}

#[test]
fn models_of_a_chosen_size_have_proofs_with_a_gap() {
    for (seed, loss) in [(5, LossName::LOGISTIC), (6, LossName::HINGE)] {
        let p = Parameters { loss, bins: Some(Bins::Values), size: Some(SizeChoice::Best), ..Parameters::default() };
        let (fitted, instance) = proved(p, &noisy(seed, 3, None));
        assert!(weighted::check(&instance) <= instance.objective());
        assert_eq!(instance.max_length(), 3);
        // The certificate of the model says what the proof shows.
        let certificate = &fitted.model.certificate;
        let short = certificate.scopes.iter().map(|scope| (scope.max_length, scope.lower_bound));
        let said: Vec<(usize, f64)> = short.chain([(3, certificate.lower_bound.unwrap())]).collect();
        let shown = instance.bounds();
        assert_eq!(said.len(), shown.len());
        for ((length, bound), (of, claimed)) in said.into_iter().zip(shown) {
            assert!(length == of && (bound - claimed).abs() <= 1e-6 * bound.max(1.0), "{length}: {bound} {claimed}");
        }
    }
}

#[test]
fn long_rules_are_in_scope_where_a_bound_over_them_was_proved() {
    for loss in [LossName::HINGE, LossName::LOGISTIC] {
        let p = Parameters { loss, ..given(0.2, None) };
        check_optimum(p.clone(), &noisy(9, 2, None));
        let (fitted, instance) = proved(p, &noisy(9, 2, None));
        assert!(fitted.model.rules.iter().any(|rule| rule.rule.len() > 3));
        assert_eq!(instance.proof["claims"]["in_scope"], true);
        // Two conditions on each number, and on three categories.
        assert_eq!(instance.max_length(), 6);
    }
}

#[test]
fn long_rules_of_heuristics_are_out_of_scope() {
    let p = Parameters { loss: LossName::HINGE, pricers: Some(vec![PricerName::TREE]), ..given(0.2, None) };
    let (fitted, instance) = proved(p, &noisy(9, 2, None));
    weighted::check(&instance);
    assert!(fitted.model.rules.iter().any(|rule| rule.rule.len() > 3));
    assert_eq!((&instance.proof["claims"]["in_scope"], instance.max_length()), (&false.into(), 3));
}

#[test]
fn edited_models_have_proofs() {
    let data = noisy(4, 3, None);
    let model = Learner::new(given(1.5, Some(2))).unwrap().fit(&data, "y").unwrap().model;
    let edit = Edit { drop: vec![1], proved: true, ..Edit::default() };
    let edited = edit.of(&model, &data, &Registry::default(), &Limits::default()).unwrap();
    let text = ProvedRows::of(&data, Vec::new(), layout()).prove(edited.proof.unwrap()).to_json();
    let instance = Instance::read(from_str(&text).unwrap(), &data);
    assert!(weighted::check(&instance) < instance.objective());
    assert_eq!(instance.model().len(), edited.after.rules.len());
}

fn boolean(complexity: f64, price: f64) -> Parameters {
    Parameters {
        complexity: Some(complexity),
        complexity_price: price,
        max_length: Some(2),
        bins: Some(Bins::Values),
        size: Some(SizeChoice::Given),
        ..Parameters::of(Method::Boolean)
    }
}

#[test]
fn leaves_of_branch_and_price_prove_rule_sets() {
    let mut leaves = 0;
    let mut whole_scales = BTreeSet::new();
    // A list of the rules that matter has the best rule set before the search, which then divides
    // no node. Without one, the search does.
    let with_list = |seed: u64| [(seed, 100_000), (seed, 0)];
    for (seed, enumeration_limit) in (0..12).flat_map(with_list) {
        let weights = [None, Some(1.0), Some(0.3)][seed as usize % 3];
        let p = boolean([5.0, 8.0, 9.0][seed as usize % 3], [0.0, 0.25][seed as usize % 2]);
        let p = Parameters { enumeration_limit, ..p };
        let (fitted, instance) = proved(p.clone(), &noisy(seed, 2, weights));
        leaves = leaves.max(rule_sets::check(&instance));
        let scales = rule_sets::scales(&instance);
        match (weights, p.complexity_price) {
            (None | Some(1.0), 0.0) => whole_scales.extend(scales),
            _ => assert!(scales.iter().all(|scale| scale.is_power_of_two()), "{scales:?}"),
        }
        assert_eq!(fitted.run.status, Status::Optimal);
        let (bound, objective) = (instance.bounds()[0].1, instance.objective());
        assert!(bound >= objective * (1.0 - 1e-5), "{bound} of {objective}");
    }
    assert!(leaves > 2, "no search divided any node");
    let is_known = |scale: &usize| [12, 60, 840].contains(scale) || scale.is_power_of_two();
    assert!(whole_scales.contains(&12) && whole_scales.iter().all(is_known), "{whole_scales:?}");
}

#[test]
fn duals_that_are_no_twelfths_are_sixtieths() {
    let (_, instance) = proved(boolean(5.0, 0.0), &noisy(14, 2, None));
    rule_sets::check(&instance);
    assert_eq!(rule_sets::scales(&instance), [60]);
}

#[test]
fn rule_sets_of_long_rules_have_a_bound_over_them() {
    for seed in 0..4 {
        let p = Parameters { max_length: None, pricers: Some(vec![PricerName::CUBE]), ..boolean(8.0, 0.0) };
        let (_, instance) = proved(p, &noisy(seed, 2, None));
        rule_sets::check(&instance);
        assert_eq!(instance.max_length(), 6);
        assert!(instance.bounds()[0].1 > 0.0);
    }
}

#[test]
fn rule_sets_of_several_classes_and_with_costs_of_errors() {
    let costs = Parameters { false_positive_weight: 2.0, class_weight: ClassWeight::Balanced, ..boolean(6.0, 0.0) };
    for p in
        [boolean(5.0, 0.0), costs, Parameters { max_rules: "2".parse().ok(), complexity: None, ..boolean(0.0, 0.0) }]
    {
        let (_, instance) = proved(p, &noisy(2, 3, None));
        rule_sets::check(&instance);
        assert_eq!(instance::list(&instance.proof["evidence"]).len(), 3);
    }
}

#[test]
fn fits_without_a_proof_are_refused_before_they_begin() {
    let data = noisy(0, 2, None);
    let refused = |p: Parameters| match Learner::new(p).unwrap().with_proof().fit(&data, "y") {
        Err(FitError::NoProof { reason }) => reason,
        other => panic!("{other:?}"),
    };
    let gini = Parameters { cost: RuleCost::Gini, ..given(1.0, None) };
    assert_eq!(refused(gini), "rules must cost their length or 1, not gini");
    let price = Parameters { complexity: None, ..boolean(0.0, 0.1) };
    assert_eq!(refused(price), "Boolean rules need a bound on complexity");
    let fair = Parameters { fairness: Some(FairnessCriterion::EqualizedOdds), epsilon: Some(0.1), ..boolean(4.0, 0.0) };
    assert_eq!(refused(fair), "it knows no fair rule sets");
    let many = Parameters { rows_at_hand: "10".parse().unwrap(), ..Parameters::default() };
    assert_eq!(refused(many), "there are more than 10 rows");
    let path = Sweep { parameter: SweepParameter::Complexity, values: vec![4.0, 6.0] };
    let learner = Learner::new(boolean(4.0, 0.0)).unwrap().with_proof();
    let error = learner.fit_path(&data, "y", &path, &Limits::default(), &mut ()).unwrap_err();
    assert_eq!(error.to_string(), "no proof can be written: a path has several models");
}
