//! If there are more merged rows than may be at hand, rules of a sample are weighed and priced
//! again on all rows.

use crate::sharded::util::partitions;
use crate::sharded::{data, sharded};
use rulegen::data::Dataset;
use rulegen::limits::Limits;
use rulegen::rule::{Model, Predictor, Status};
use rulegen::{ClassWeight, CostScaling, Fitted, Learner, LossName, Method, Parameters};
use std::num::NonZeroUsize;

const FEW: NonZeroUsize = NonZeroUsize::new(300).unwrap();

fn accuracy(model: &Model, data: &Dataset) -> f64 {
    let predicted = Predictor::new(model).predict(&data.features).unwrap();
    let right = predicted.iter().zip(&data.target.labels).filter(|(predicted, label)| predicted == label).count();
    right as f64 / predicted.len() as f64
}

/// Asserts that rules of a sample, for which `over` fits a number of partitions, are good on all
/// rows and do not depend on partitions.
fn holds(learner: &Learner, data: &Dataset, over: impl Fn(usize) -> Fitted) {
    let found = over(1);
    let certificate = &found.model.certificate;
    assert!(certificate.lower_bound.is_none() && certificate.status != Status::Optimal);
    let sampled = found.model.settings["sampled_rows"].as_u64().unwrap();
    assert!((300..305).contains(&sampled), "{sampled}");
    for parts in [2, 5] {
        assert_eq!(over(parts).model.to_json(), found.model.to_json(), "{parts}");
    }
    let all = learner.fit(data, "y").unwrap();
    assert!(all.samples > 1000, "{}", all.samples);
    // Accuracy would not do: optima of three classes have ties, which cost no loss.
    let (known, best) = (certificate.objective, all.model.certificate.objective);
    assert!(known < 1.02 * best, "{known} for {best}");
    // The weights are the optimal ones of these rules on all rows.
    let restricted = learner.restricted(data, "y", &found.model, &Limits::default()).unwrap();
    let objective = certificate.objective;
    assert!((restricted.objective - objective).abs() < 1e-6 * objective, "{} {objective}", restricted.objective);
    let supports: f64 = found.model.rules.iter().map(|rule| rule.support.covered).fold(0.0, f64::max);
    assert!(supports > 300.0 && supports.fract() == 0.0, "{supports}");
}

#[test]
fn rug_goes_on_over_all_rows() {
    for classes in [2, 3] {
        let data = data(4000, classes);
        let p = Parameters {
            penalty: Some(20.0),
            cost_scaling: CostScaling::None,
            min_cover: Some(20),
            rows_at_hand: FEW,
            ..Parameters::of(Method::Rug)
        };
        let learner = Learner::new(p).unwrap();
        let over = |parts: usize| {
            let workers = partitions(&data, parts, true);
            learner.fit_shards(&workers, "y", &data.target.classes, &Limits::default(), &mut ()).unwrap()
        };
        holds(&learner, &data, over);
    }
}

#[test]
fn rules_at_a_penalty_go_on_over_all_rows() {
    let data = data(4000, 2);
    for (loss, max_rules) in [(LossName::LOGISTIC, None), (LossName::HINGE, NonZeroUsize::new(4))] {
        let p = Parameters { penalty: Some(20.0), loss, max_rules, rows_at_hand: FEW, ..Parameters::default() };
        let learner = Learner::new(p).unwrap();
        let over = |parts: usize| {
            let workers = partitions(&data, parts, true);
            learner.fit_shards(&workers, "y", &data.target.classes, &Limits::default(), &mut ()).unwrap()
        };
        assert!(max_rules.is_none_or(|most| over(1).model.rules.len() <= most.get()));
        holds(&learner, &data, over);
    }
}

/// Clusters of rows know the rules of the model, and not which cells are missing.
#[test]
fn columns_with_missing_cells_have_rules_of_their_own() {
    let p = Parameters { penalty: Some(20.0), max_length: Some(1), rows_at_hand: FEW, ..Parameters::default() };
    let model = sharded(&p, &data(4000, 2), 2, true).model;
    let column = |rule: &rulegen::rule::WeightedRule| rule.rule.literals()[0].column;
    assert!(model.rules.iter().any(|rule| model.schema.features[column(rule) as usize].missing_seen), "{model:?}");
    assert_eq!(model.training_rows().unwrap().number, 4000);
}

/// Each class has rules of its own literals, classes weigh the same, and a column goes with no
/// other.
#[test]
fn limits_on_rules_hold_on_all_rows() {
    let data = data(4000, 2);
    let p = Parameters {
        penalty: Some(20.0),
        class_weight: ClassWeight::Balanced,
        monotone: vec!["a:-".parse().unwrap()],
        together: vec!["a,word".parse().unwrap()],
        forbidden: vec!["word = blue".into()],
        rows_at_hand: FEW,
        ..Parameters::of(Method::Rug)
    };
    let workers = partitions(&data, 3, true);
    let learner = Learner::new(p).unwrap();
    let found = learner.fit_shards(&workers, "y", &data.target.classes, &Limits::default(), &mut ()).unwrap();
    let model = &found.model;
    assert!(!model.rules.is_empty());
    for rule in &model.rules {
        let names: Vec<&str> = rule.rule.literals().iter().map(|l| model.schema.feature(*l).name.as_str()).collect();
        assert!(!names.contains(&"b") || names.iter().all(|name| *name == "b"), "{names:?}");
        assert!(model.schema.permits(&rule.rule));
    }
}

/// With too many clusters the last solution stays: that of the sample if its rules alone make too
/// many.
#[test]
fn too_many_clusters_end_it() {
    let data = data(2000, 2);
    for (few, stays) in [(20, false), (35, true)] {
        let rows_at_hand = NonZeroUsize::new(few).unwrap();
        let p = Parameters { penalty: Some(0.01), rows_at_hand, ..Parameters::of(Method::Rug) };
        let workers = partitions(&data, 2, true);
        let learner = Learner::new(p).unwrap();
        let found = learner.fit_shards(&workers, "y", &data.target.classes, &Limits::default(), &mut ()).unwrap();
        let model = found.model;
        assert_eq!(model.settings["sampled_rows"].as_u64(), Some(few as u64));
        assert!(model.certificate.lower_bound.is_none() && model.certificate.status != Status::Optimal);
        // Rows of the sample have weights above 1, and together weigh as much as all rows.
        assert_eq!(model.rules.iter().any(|rule| rule.support.covered.fract() != 0.0), stays);
        assert!(found.samples <= 2 * few && accuracy(&model, &data) > 0.5);
    }
}
