//! Compares probabilities and shares of votes with formulas that are written out row by row.

use crate::models::models_and_tables;
use proptest::prelude::*;
use rulegen_rule::Predictor;

proptest! {
    #[test]
    fn they_are_the_softmax_of_log_odds_or_shares_of_votes((model, table) in models_and_tables()) {
        let predictor = Predictor::new(&model);
        let (scores, predicted) = (predictor.scores(&table).unwrap(), predictor.predict(&table).unwrap());
        let found = predictor.probabilities(&table).unwrap();
        prop_assert_eq!(found.len(), scores.len());
        let classes = model.classes.len();
        for ((found, scores), &answer) in found.chunks(classes).zip(scores.chunks(classes)).zip(&predicted) {
            let total: f64 = scores.iter().sum();
            let odds: f64 = scores.iter().map(|score| score.exp()).sum();
            for (class, (&found, &score)) in found.iter().zip(scores).enumerate() {
                let expected = match (model.has_probabilities(), total > 0.0) {
                    (true, _) => score.exp() / odds,
                    (false, true) => score / total,
                    (false, false) => f64::from(u8::from(class == answer as usize)),
                };
                prop_assert!((found - expected).abs() < 1e-12, "{} for {}", found, expected);
            }
            // The predicted class has the largest share, or one as large as any.
            if total > 0.0 && model.threshold.is_none() {
                prop_assert!(found.iter().all(|&other| other <= found[answer as usize]));
            }
        }
    }
}

#[test]
fn large_log_odds_do_not_overflow() {
    let text = r#"{"format": "rulegen-model", "version": 1, "method": "rules", "loss": "logistic", "target": "y",
        "classes": ["no", "yes"], "positive": null, "features": [], "intercepts": [0, 5000], "rules": [],
        "default": {"otherwise": "yes"}, "settings": {},
        "certificate": {"status": "no_column", "objective": 1, "lp_objective": 1, "lower_bound": null}}"#;
    let model = rulegen_rule::Model::from_json(text).unwrap();
    let table = rulegen_data::Table::from_columns([("x", vec![1.0].into())]).unwrap();
    assert_eq!(Predictor::new(&model).probabilities(&table).unwrap(), [0.0, 1.0]);
}
