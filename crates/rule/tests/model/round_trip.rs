//! A model equals the model that is read from its file.

use crate::models::{models, models_and_tables};
use proptest::prelude::*;
use rulegen_rule::{Model, Predictor};

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
}
