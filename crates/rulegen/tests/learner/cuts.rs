//! Cut points guessed by boosted trees.

use rulegen::data::{Dataset, ReadOptions, read_bytes};
use rulegen::rule::{Domain, Model};
use rulegen::{CostScaling, Cuts, Learner, Method, Parameters, PricerName};
use rulegen_numeric::Random;

/// The class depends on `x` alone, with borders at 30 and 70 of 100. The labels of every tenth row
/// are flipped.
fn data() -> Dataset {
    let mut random = Random::new(1, 0);
    let mut csv = "x,noise,kind,y\n".to_owned();
    for row in 0..400 {
        let (x, noise, kind) = (100.0 * random.unit(), random.unit(), random.below(3));
        let inside = (x > 30.0 && x <= 70.0) != (row % 10 == 0);
        csv += &format!("{x:.3},{noise:.3},k{kind},{}\n", if inside { "in" } else { "out" });
    }
    let table = read_bytes(csv.as_bytes(), &ReadOptions { text: vec!["y".into()], ..Default::default() }).unwrap();
    Dataset::from_table(table, "y", None).unwrap()
}

fn fit(parameters: Parameters) -> Model {
    Learner::new(parameters).unwrap().fit(&data(), "y").unwrap().model
}

fn cuts(model: &Model, column: &str) -> Vec<f64> {
    let feature = model.schema.features.iter().find(|feature| feature.name == column);
    match feature.map(|feature| &feature.domain) {
        Some(Domain::Numeric { cuts }) => cuts.clone(),
        _ => Vec::new(),
    }
}

#[test]
fn few_cut_points_are_left_and_those_that_matter_are_among_them() {
    let exact = Parameters {
        penalty: Some(5.0),
        max_length: Some(2),
        pricers: Some(vec![PricerName::BRANCH_AND_BOUND]),
        ..Parameters::of(Method::Rug)
    };
    let all = fit(exact.clone());
    let guessed = fit(Parameters { cuts: Cuts::Trees, ..exact });
    for column in ["x", "noise"] {
        let (all, guessed) = (cuts(&all, column), cuts(&guessed, column));
        assert!(guessed.len() < all.len() / 2, "{column}: {} of {}", guessed.len(), all.len());
        assert!(guessed.iter().all(|cut| all.contains(cut)), "{column}");
    }
    let near = |cut: f64| cuts(&guessed, "x").iter().any(|x| (x - cut).abs() < 1.0);
    assert!(near(30.0) && near(70.0), "{:?}", cuts(&guessed, "x"));
    assert!(guessed.schema.features.iter().any(|feature| feature.name == "kind"), "categories stay");
    assert_eq!(guessed.settings["cuts"], "trees");
    assert!(!all.settings.contains_key("cuts"));
    // There are fewer rules to choose from, but the best are hardly worse.
    let (few, many) = (guessed.certificate.objective, all.certificate.objective);
    assert!(few >= many - 1e-6 * many && few < 1.1 * many, "{few} for {many}");
}

#[test]
fn the_cut_points_of_given_rules_stay() {
    let unscaled = Parameters { cost_scaling: CostScaling::None, penalty: Some(0.5), ..Parameters::of(Method::Rug) };
    let first = fit(unscaled.clone());
    let parameters =
        Parameters { cuts: Cuts::Trees, pricers: Some(vec![PricerName::POOL]), pool: Some(first.clone()), ..unscaled };
    let (first, again) = (first.certificate.objective, fit(parameters).certificate.objective);
    assert!((again - first).abs() <= 1e-6 * first, "{again} for {first}");
}
