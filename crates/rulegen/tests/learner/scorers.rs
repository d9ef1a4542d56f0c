//! Sizes chosen by measures of the caller's own.

use crate::fixtures::fixture;
use rulegen::data::{DataError, Dataset, Split};
use rulegen::measure::{ChoiceMeasure, Quality};
use rulegen::rule::{Model, Predictor};
use rulegen::serde_json::json;
use rulegen::{FitError, Learner, Parameters, Scorer, SizeChoice};
use std::error::Error;
use std::num::NonZeroUsize;
use std::sync::Arc;

/// The accuracy, by a name of its own.
#[derive(Debug)]
struct Right(Dataset);

impl Scorer for Right {
    fn name(&self) -> &str {
        "right"
    }

    fn score(&self, model: &Model, rows: &[usize]) -> Result<f64, Box<dyn Error + Send + Sync>> {
        let rows = self.0.select_rows(rows);
        let predicted = Predictor::new(model).predict(&rows.features)?;
        Ok(Quality::new(&predicted, &rows.target.labels, model.classes.len(), None).accuracy)
    }
}

/// A measure that returns the same for all models, or fails.
#[derive(Debug)]
struct Says(Option<f64>);

impl Scorer for Says {
    fn name(&self) -> &str {
        "says"
    }

    fn score(&self, _: &Model, _: &[usize]) -> Result<f64, Box<dyn Error + Send + Sync>> {
        self.0.ok_or_else(|| "it says nothing".into())
    }
}

/// Asks for few rules, of which the weights that score a step are those of its model to the last
/// row.
fn with(scorers: Vec<Arc<dyn Scorer>>) -> Parameters {
    Parameters { scorers, folds: 3, max_rules: NonZeroUsize::new(10), quiet: true, ..Parameters::default() }
}

#[test]
fn a_scorer_chooses_as_the_measure_that_it_is() -> Result<(), Box<dyn Error>> {
    let (data, target) = fixture("iris", "species");
    let own = Learner::new(with(vec![Arc::new(Right(data.clone()))]))?.fit(&data, target)?;
    let choose_by = Some(vec![ChoiceMeasure::Accuracy]);
    let named = Learner::new(Parameters { choose_by, ..with(Vec::new()) })?.fit(&data, target)?;
    assert_eq!(own.model.rules, named.model.rules);
    let (own, named) = (own.front.unwrap(), named.front.unwrap());
    assert_eq!((own.measures, named.measures), (vec!["right".to_owned()], vec!["accuracy".to_owned()]));
    assert_eq!(own.rows, named.rows);
    assert_eq!(own.choice, named.choice.replace("accuracy", "right"));
    Ok(())
}

#[test]
fn a_size_given_is_scored_where_folds_end_before_it() -> Result<(), Box<dyn Error>> {
    let (data, target) = fixture("iris", "species");
    let size = Some(SizeChoice::Rules(NonZeroUsize::new(25).unwrap()));
    let own = Learner::new(Parameters { size, max_rules: None, ..with(vec![Arc::new(Right(data.clone()))]) })?;
    let front = own.fit(&data, target)?.front.unwrap();
    assert!(front.rows.iter().all(|row| row.scores[0].mean > 0.8), "{:?}", front.rows);
    Ok(())
}

#[test]
fn measures_that_have_names_come_first() -> Result<(), Box<dyn Error>> {
    let (data, target) = fixture("iris", "species");
    let choose_by = Some(vec![ChoiceMeasure::LogLoss]);
    let fitted = Learner::new(Parameters { choose_by, ..with(vec![Arc::new(Says(Some(0.5)))]) })?.fit(&data, target)?;
    let front = fitted.front.unwrap();
    assert_eq!(front.measures, ["log-loss", "says"]);
    assert!(front.rows.iter().all(|row| row.scores[0].mean > 0.0 && row.scores[1].mean == 0.5));
    assert_eq!(fitted.model.settings["choose_by"], json!(["log-loss", "says"]));
    Ok(())
}

#[test]
fn failures_and_strange_numbers_end_the_fit() {
    let (data, target) = fixture("iris", "species");
    let error = |says: Option<f64>| {
        Learner::new(with(vec![Arc::new(Says(says))])).unwrap().fit(&data, target).unwrap_err().to_string()
    };
    assert_eq!(error(None), "the measure 'says' cannot score a model: it says nothing");
    let strange = "the measure 'says' cannot score a model: a score must be a finite number, not inf";
    assert_eq!(error(Some(f64::INFINITY)), strange);
}

#[test]
fn a_fold_of_one_class_has_no_model_to_score() -> Result<(), DataError> {
    let (data, target) = fixture("iris", "species");
    let of_class = |class: u32| (0..150).filter(|&row| data.target.labels[row] == class).collect::<Vec<_>>();
    let splits: Arc<[Split]> = Arc::new([(of_class(0), of_class(1)), (of_class(1), of_class(2))]);
    let p = Parameters { splits: Some(splits), ..with(vec![Arc::new(Says(Some(1.0)))]) };
    let fitted = Learner::new(p).unwrap().fit(&data, target);
    assert!(matches!(fitted, Err(FitError::UnscoredFold)), "{fitted:?}");
    Ok(())
}
