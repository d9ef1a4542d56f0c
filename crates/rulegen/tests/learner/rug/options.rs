//! Every option runs and has its effect.

use crate::rug::data::{accuracy, check, fit, fixture};
use rulegen::binarize::Bins;
use rulegen::lp::Backend;
use rulegen::master::{LpStrategy, RuleCost};
use rulegen::pricing::Criterion;
use rulegen::rule::{Domain, Fallback};
use rulegen::{ClassWeight, CostScaling, FallbackKind, Learner, Method, Parameters};

#[test]
fn all_costs_scalings_and_criteria() {
    for name in ["wine", "awkward"] {
        for cost in [RuleCost::Unit, RuleCost::Length, RuleCost::Merged, RuleCost::Gini, RuleCost::Coverage] {
            for cost_scaling in [CostScaling::Published, CostScaling::None] {
                for criterion in [Criterion::Gini, Criterion::Entropy] {
                    let parameters = Parameters {
                        cost: cost.clone(),
                        cost_scaling,
                        criterion,
                        max_iterations: Some(4),
                        ..Parameters::of(Method::Rug)
                    };
                    let (fitted, data) = fit(name, parameters);
                    assert!(!fitted.model.rules.is_empty());
                    assert!(accuracy(&fitted.model, &data) > 0.5, "{name}, {cost:?}, {cost_scaling:?}, {criterion:?}");
                }
            }
        }
    }
}

#[test]
fn published_scaling_divides_by_the_largest_cost_of_the_first_tree() {
    // With unit costs the largest cost is 1 already.
    let with = |cost: RuleCost, cost_scaling, penalty| {
        let parameters = Parameters {
            cost,
            cost_scaling,
            penalty: Some(penalty),
            max_iterations: Some(3),
            weight_threshold: 0.0,
            ..Parameters::of(Method::Rug)
        };
        fit("wine", parameters).0.model
    };
    let (published, none) =
        (with(RuleCost::Unit, CostScaling::Published, 1.0), with(RuleCost::Unit, CostScaling::None, 1.0));
    assert_eq!((&published.rules, &published.certificate), (&none.rules, &none.certificate));
    // With costs by length, dividing by the longest leaf equals a smaller penalty.
    let scaled = with(RuleCost::Length, CostScaling::Published, 1.0).certificate.lp_objective;
    let candidates = (1..=5).map(|longest| with(RuleCost::Length, CostScaling::None, 1.0 / f64::from(longest)));
    assert!(candidates.into_iter().any(|m| (m.certificate.lp_objective - scaled).abs() < 1e-6), "{scaled}");
}

#[test]
fn both_fallbacks() {
    let class = fit("tictactoe", Parameters { max_iterations: Some(2), ..Parameters::of(Method::Rug) }).0.model;
    assert!(matches!(class.fallback, Fallback::Class(_)));
    let parameters =
        Parameters { fallback: FallbackKind::FirstTree, max_iterations: Some(2), ..Parameters::of(Method::Rug) };
    let tree = fit("tictactoe", parameters).0.model;
    let Fallback::Rules { rules, .. } = &tree.fallback else { panic!("{:?}", tree.fallback) };
    // Each row is in exactly one leaf.
    let (data, _) = fixture("tictactoe");
    let coded = tree.schema.encode(&data.features).unwrap();
    let covers: Vec<_> = rules.iter().map(|(rule, _)| coded.cover(&tree.schema, rule)).collect();
    assert!((0..data.features.rows()).all(|row| covers.iter().filter(|c| c.contains(row)).count() == 1));
    assert_eq!(class.rules, tree.rules, "the fallback has no part in the rules");
}

#[test]
fn the_class_fallback_is_that_of_the_rows_left_over() {
    let (data, target) = fixture("monks3");
    let parameters = Parameters { penalty: Some(1e6), ..Parameters::of(Method::Rug) };
    let fitted = Learner::new(parameters).unwrap().fit(&data, target).unwrap();
    // No rule pays, so the answer is the most frequent class.
    assert!(fitted.model.rules.is_empty());
    assert_eq!(fitted.model.fallback, Fallback::Class(1));
    assert_eq!(accuracy(&fitted.model, &data), 228.0 / 432.0);
    assert!((fitted.model.certificate.objective - 432.0).abs() < 1e-6);
}

#[test]
fn all_nodes_are_no_worse_and_shorter() {
    for name in ["wine", "wdbc", "tictactoe"] {
        let with = |all_nodes| fit(name, Parameters { all_nodes, ..Parameters::of(Method::Rug) }).0;
        let (leaves, nodes) = (with(false), with(true));
        // All nodes add more columns a round. The runs differ after that, so only a large loss
        // would be a fault.
        let (a, b) = (leaves.run.objective, nodes.run.objective);
        assert!(b <= 1.1 * a, "{name}: {b} with all nodes, {a} with leaves");
        assert!(nodes.columns >= leaves.columns / 2, "{name}");
    }
}

#[test]
fn length_depth_and_leaves_are_limited() {
    for limit in 1..4 {
        let parameters = Parameters { max_length: Some(limit), ..Parameters::of(Method::Rug) };
        let (fitted, _) = fit("wdbc", parameters);
        assert!(fitted.model.rules.iter().all(|r| r.rule.len() <= limit));
        let (fitted, _) = fit("wdbc", Parameters { max_depth: limit, ..Parameters::of(Method::Rug) });
        assert!(fitted.model.rules.iter().all(|r| r.rule.len() <= limit));
    }
    let (fitted, _) = fit("wdbc", Parameters { min_leaf: 40, max_iterations: Some(0), ..Parameters::of(Method::Rug) });
    assert!(fitted.model.rules.iter().all(|r| r.support.covered >= 40.0));
    let (fitted, _) = fit("wdbc", Parameters { min_gain: 1e9, ..Parameters::of(Method::Rug) });
    assert_eq!((fitted.columns, fitted.model.rules.len()), (0, 0), "no split gains that much");
}

#[test]
fn weight_threshold() {
    let with = |weight_threshold| fit("wdbc", Parameters { weight_threshold, ..Parameters::of(Method::Rug) }).0.model;
    let (all, some, few) = (with(0.0), with(0.3), with(0.9));
    assert!(all.rules.len() >= some.rules.len() && some.rules.len() > few.rules.len());
    let heavy: Vec<_> = all.rules.iter().filter(|r| r.weight >= 0.3).collect();
    assert_eq!(some.rules.iter().collect::<Vec<_>>(), heavy);
    // At a threshold of 0 nothing is dropped, and the objective is that of the linear program.
    let certificate = &all.certificate;
    let slack = 1e-6 * (1.0 + certificate.objective);
    assert!((certificate.objective - certificate.lp_objective).abs() <= slack, "{certificate:?}");
    assert!(few.certificate.objective >= some.certificate.objective - slack);
}

#[test]
fn bins() {
    for (bins, most) in
        [(Bins::Quantiles(2), 1), (Bins::Quantiles(10), 9), (Bins::Quantiles(255), 254), (Bins::Values, 254)]
    {
        let (fitted, _) =
            fit("wdbc", Parameters { bins: Some(bins), max_iterations: Some(2), ..Parameters::of(Method::Rug) });
        for feature in &fitted.model.schema.features {
            let Domain::Numeric { cuts } = &feature.domain else { panic!("{feature:?}") };
            assert!((1..=most).contains(&cuts.len()), "{bins:?}: {} cuts", cuts.len());
        }
    }
}

#[test]
fn strategies_and_backends_agree() {
    let with = |strategy, backend| {
        let parameters = Parameters {
            strategy: Some(strategy),
            backend,
            max_iterations: Some(0),
            weight_threshold: 0.0,
            ..Parameters::of(Method::Rug)
        };
        fit("wine", parameters).0.run.objective
    };
    let first = with(LpStrategy::Interior, Backend::Microlp);
    for backend in Backend::built() {
        for strategy in [LpStrategy::Interior, LpStrategy::WarmStart, LpStrategy::DualSimplex] {
            let objective = with(strategy, backend);
            assert!((objective - first).abs() <= 1e-6 * (1.0 + first), "{strategy:?} {backend}: {objective}, {first}");
        }
    }
}

#[test]
fn weights_count_rows() {
    let (mut data, target) = fixture("awkward");
    let n = data.target.labels.len();
    let weights: Vec<usize> = (0..n).map(|row| 1 + row % 3).collect();
    let repeated: Vec<usize> = (0..n).flat_map(|row| vec![row; weights[row]]).collect();
    let repeated = data.select_rows(&repeated);
    data.weights = Some(weights.iter().map(|&w| w as f64).collect());
    let classifier = Learner::new(Parameters::of(Method::Rug)).unwrap();
    let (weighted, repeated) = (classifier.fit(&data, target).unwrap(), classifier.fit(&repeated, target).unwrap());
    check(&weighted, &data, &Parameters::of(Method::Rug));
    assert_eq!(weighted.model, repeated.model);
}

#[test]
fn rows_of_weight_zero() {
    let (mut data, target) = fixture("iris");
    let classifier = Learner::new(Parameters::of(Method::Rug)).unwrap();
    data.weights = Some((0..150).map(|row| if row < 100 { 1.0 } else { 0.0 }).collect());
    let fitted = classifier.fit(&data, target).unwrap();
    assert!(fitted.model.rules.iter().all(|r| r.class < 2), "the third class weighs nothing");
    // Rows of only one class cannot be learned from.
    let rest = data.select_rows(&(100..150).collect::<Vec<_>>());
    let error = classifier.fit(&rest, target).unwrap_err();
    assert_eq!(error.to_string(), r#"the target "species" has only one class, "virginica""#);
}

#[test]
fn balanced_classes() {
    let parameters = Parameters { class_weight: ClassWeight::Balanced, ..Parameters::of(Method::Rug) };
    let (fitted, data) = fit("wdbc", parameters.clone());
    assert!(accuracy(&fitted.model, &data) > 0.95);
    // A class without rows has no weight, and does no harm.
    let (data, target) = fixture("iris");
    let two = data.select_rows(&(0..100).collect::<Vec<_>>());
    let fitted = Learner::new(parameters.clone()).unwrap().fit(&two, target).unwrap();
    check(&fitted, &two, &parameters);
    assert_eq!(accuracy(&fitted.model, &two), 1.0);
}
