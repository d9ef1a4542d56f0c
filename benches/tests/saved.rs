//! Problems in files.

use rulegen::binarize::Bins;
use rulegen::driver::{Master, PricingProblem};
use rulegen::limits::Limits;
use rulegen::master::{LinearSettings, RugMaster};
use rulegen::{PricerName, PricerRegistry};
use rulegen_bench::{ProblemFile, any_pricer, samples};
use std::fs;

#[test]
fn a_file_holds_all_that_a_pricer_is_asked() {
    let samples = samples("wine", Bins::Quantiles(5));
    let problems = RugMaster::new(samples.clone(), LinearSettings::default()).unwrap().pricing_problems();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("problems.json");
    ProblemFile::new(&samples, &problems).unwrap().write(&file).unwrap();
    let (again, asked) = ProblemFile::read(&file).unwrap().open().unwrap();
    assert_eq!((again.labels.clone(), again.weights.clone()), (samples.labels.clone(), samples.weights.clone()));
    assert_eq!((&again.schema, &asked), (&samples.schema, &problems));
    for name in ["tree", "greedy", "branch-and-bound"] {
        let [mine, theirs] = [(&samples, &problems), (&again, &asked)].map(|(samples, problems)| {
            let one = &problems[..1];
            let name = PricerName::from(name);
            any_pricer(&name, samples, &PricerRegistry::default()).unwrap().price(one, &Limits::default()).unwrap()
        });
        assert!(!mine.candidates.is_empty(), "{name}");
        assert_eq!((mine.candidates, mine.bounds), (theirs.candidates, theirs.bounds), "{name}");
    }
}

#[test]
fn what_is_no_problem_is_refused() {
    let samples = samples("wine", Bins::Quantiles(5));
    let problems = RugMaster::new(samples.clone(), LinearSettings::default()).unwrap().pricing_problems();
    let bad = PricingProblem { gains: vec![1.0], ..problems[0].clone() };
    assert!(ProblemFile::new(&samples, &[bad]).is_err());
    let text = serde_json::to_value(ProblemFile::new(&samples, &problems[..1]).unwrap()).unwrap();
    let opened = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut text = text.clone();
        change(&mut text);
        serde_json::from_value::<ProblemFile>(text).map_err(anyhow::Error::from).and_then(ProblemFile::open)
    };
    assert!(opened(&|_| ()).is_ok());
    assert!(opened(&|text| text["labels"].as_array_mut().unwrap().reverse()).is_err(), "samples out of order");
    assert!(opened(&|text| text["features"][0]["codes"][0] = 99.into()).is_err(), "a code of no column");
    assert!(opened(&|text| text["problems"][0]["gains"][0] = serde_json::Value::Null).is_err(), "no gain");
    assert!(opened(&|text| text["problems"][0]["fixed"] = (-1.0).into()).is_err(), "a negative cost");
    assert!(opened(&|text| text["labels"] = serde_json::json!([0])).is_err(), "too few labels");
    assert!(opened(&|text| text["more"] = 1.into()).is_err(), "an unknown key");
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("x.json"), "{}").unwrap();
    assert!(ProblemFile::read(&folder.path().join("x.json")).is_err());
    assert!(ProblemFile::read(&folder.path().join("none.json")).is_err());
}
