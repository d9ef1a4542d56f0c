//! A model equals the model that is read from its file.

use crate::models::{models, models_and_tables};
use proptest::prelude::*;
use rulegen_rule::{Model, Predictor, conditions};

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    #[test]
    fn files_give_back_the_model(model in models()) {
        let text = model.to_json();
        let read = Model::from_json(&text).unwrap();
        prop_assert_eq!(&read, &model);
        prop_assert_eq!(read.to_json(), text);
    }

    #[test]
    fn models_from_files_predict_the_same((model, table) in models_and_tables()) {
        let read = Model::from_json(&model.to_json()).unwrap();
        prop_assert_eq!(
            Predictor::new(&read).scores(&table).unwrap(),
            Predictor::new(&model).scores(&table).unwrap()
        );
        prop_assert_eq!(
            Predictor::new(&read).predict(&table).unwrap(),
            Predictor::new(&model).predict(&table).unwrap()
        );
    }

    /// Rules alone are those of the file, each also in words, with keys in alphabetical order.
    #[test]
    fn rules_alone_are_those_of_the_file(model in models()) {
        let file: serde_json::Value = serde_json::from_str(&model.to_json()).unwrap();
        let text = model.to_rules_json();
        let rules: serde_json::Value = serde_json::from_str(&text).unwrap();
        for key in ["classes", "default", "target"] {
            prop_assert_eq!(&rules[key], &file[key]);
        }
        let entries = rules["rules"].as_array().unwrap();
        prop_assert_eq!(entries.len(), model.rules.len());
        for (at, entry) in entries.iter().enumerate() {
            let mut entry = entry.clone();
            let words = entry.as_object_mut().unwrap().remove("words").unwrap();
            prop_assert_eq!(&entry, &file["rules"][at]);
            prop_assert_eq!(words, serde_json::json!(conditions(&model.schema, &model.rules[at].rule)));
        }
        prop_assert_eq!(serde_json::to_string_pretty(&rules).unwrap() + "\n", text);
    }
}
