//! Problems in files.

use rulegen::binarize::Bins;
use rulegen::driver::{Master, PricingProblem};
use rulegen::limits::Limits;
use rulegen::master::{LinearSettings, RugMaster};
use rulegen::{PricerName, PricerRegistry};
use rulegen_bench::{ProblemFile, any_pricer, asked, samples};
use std::fs;
use std::path::Path;
use std::process::Command;

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

/// The benchmarks of pricers run in the folder of their package, and files are named from where
/// the user is.
#[test]
fn files_are_named_from_where_the_user_is() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("mine")).unwrap();
    let (samples, problems) = asked("wine", folder.path()).unwrap();
    ProblemFile::new(&samples, &problems).unwrap().write(&folder.path().join("mine/p.json")).unwrap();
    let (again, same) = asked("mine/p.json", folder.path()).unwrap();
    assert_eq!((again.len(), same), (samples.len(), problems));
    let absolute = folder.path().join("mine/p.json");
    assert!(asked(absolute.to_str().unwrap(), Path::new("/nowhere")).is_ok());
    let error = asked("mine/q.json", folder.path()).unwrap_err().to_string();
    assert!(error.starts_with("'mine/q.json' is neither a fixture nor a file in /"), "{error}");
}

#[test]
fn time_to_proof_takes_any_csv_file() {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/iris.csv"), folder.path().join("own.csv"))
        .unwrap();
    let run = |words: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_time_to_proof"));
        command.args(words.split(' ')).current_dir(folder.path()).output().expect("the binary runs")
    };
    let output = run("--csv own.csv --target species --length 2 --stage early --pricer cube --save p.json");
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3, "{text}");
    for line in &lines {
        assert_eq!((&line["set"], &line["proved"], &line["round"]), (&"own".into(), &true.into(), &1.into()));
    }
    let saved = String::from_utf8(run("--saved p.json --pricer branch-and-bound").stdout).unwrap();
    for (line, mine) in saved.lines().zip(&lines) {
        let theirs: serde_json::Value = serde_json::from_str(line).unwrap();
        let [a, b] = [&theirs, mine].map(|line| line["gain"].as_f64().unwrap());
        assert!((a - b).abs() < 1e-9, "{theirs} {mine}");
    }
    let refused = |words: &str, says: &str| {
        let output = run(words);
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && error.contains(says), "{error}");
    };
    refused("--csv own.csv", "--target");
    refused("--csv own.csv --target nothing", "nothing");
    refused("--csv none.csv --target species", "none.csv");
}
