//! The public data sets, if they are present: every backend finds the optimum of the LP.

use rulegen::binarize::{Bins, Samples};
use rulegen::boxed::{BoxedProgram, InteriorOptions, interior_point, sift};
use rulegen::data::{Dataset, ReadOptions, read_path};
use rulegen::driver::{Pricer, RunSettings, run};
use rulegen::lp::{Backend, LpModel, LpStatus, SolveOptions};
use rulegen::master::{LinearSettings, LpStrategy, RugMaster, RuleMaster, RuleTerms};
use rulegen::pricing::{Criterion, TreeSettings, WeightedTree};
use rulegen::{Learner, Method, Parameters};
use std::path::Path;
use std::sync::Arc;

const ROUNDS: usize = 6;

const PENALTY: f64 = 1.0;

const TREE: TreeSettings =
    TreeSettings { criterion: Criterion::Gini, max_depth: 5, min_leaf: 1, min_gain: 0.0, all_nodes: false };

/// The relative difference that is allowed between objectives.
const SAME: f64 = 1e-6;

/// The tolerance of the interior point before sifting.
const GUESS: f64 = 1e-6;

/// Data sets with their targets and with categorical columns that are not words.
const SETS: [(&str, &str, &str); 10] = [
    ("banknote", "class", ""),
    ("heart", "target", "sex,cp,fbs,restecg,exang,slope,ca,thal"),
    ("ilpd", "selector", "gender"),
    ("ionosphere", "class", ""),
    ("liver", "selector", ""),
    ("diabetes", "outcome", ""),
    ("tictactoe", "class", ""),
    ("transfusion", "donated", ""),
    ("wdbc", "diagnosis", ""),
    ("wine", "cultivar", ""),
];

fn load(folder: &Path, name: &str, target: &str, categorical: &str) -> Dataset {
    let categorical = categorical.split(',').filter(|column| !column.is_empty()).map(String::from).collect();
    let options = ReadOptions { text: vec![target.into()], categorical, ..ReadOptions::default() };
    let table = read_path(&folder.join(format!("{name}.csv")), &options).unwrap();
    Dataset::from_table(table, target, None).unwrap()
}

/// The LP over the columns of the run that [`Learner`] does by default, on the published terms, and
/// its objective.
fn last_program(data: &Dataset) -> (BoxedProgram, f64) {
    let (labels, classes) = (&data.target.labels, data.target.classes.len());
    let (samples, _) = Samples::learn(&data.features, labels, None, classes, Bins::Values).unwrap();
    let samples = Arc::new(samples);
    let tree = WeightedTree::new(samples.clone(), TREE).unwrap();
    let first = tree.leaves(&samples.weights, 1);
    let longest = first.iter().map(|(rule, _)| rule.len()).max().expect("a tree has leaves");
    let settings = LinearSettings {
        terms: RuleTerms { penalty: PENALTY, cost_scale: 1.0 / longest as f64, ..RuleTerms::default() },
        strategy: LpStrategy::Interior,
        ..LinearSettings::default()
    };
    let mut master = RugMaster::new(samples, settings).unwrap();
    master.add_rules(first);
    let settings = RunSettings { max_iterations: Some(ROUNDS), tolerance: 1e-3, ..RunSettings::default() };
    let mut stages: [Box<dyn Pricer>; 1] = [Box::new(tree)];
    let summary = run(&mut master, &mut stages, &settings, &mut ()).unwrap();
    (master.program(), summary.objective)
}

/// Returns the optimum by simplex over the whole program, without a start.
fn cold(program: &BoxedProgram, backend: Backend) -> f64 {
    let mut lp = LpModel::of(&backend, program.to_lp().unwrap()).unwrap();
    let solution = lp.solve(&SolveOptions::default()).unwrap();
    assert_eq!(solution.status, LpStatus::Optimal, "{backend}");
    -solution.objective
}

/// Returns the optimum by simplex over the rows that an interior point leaves undecided.
fn sifted(program: &BoxedProgram, backend: Backend) -> f64 {
    let guess = interior_point(program, &InteriorOptions { tolerance: GUESS, ..Default::default() }).unwrap();
    let (status, vertex) = sift(program, &guess.solution, &backend, &SolveOptions::default()).unwrap();
    assert_eq!(status, LpStatus::Optimal, "{backend}");
    let (primal, dual) = (program.objective(&vertex.values), program.lagrangian_bound(&vertex.multipliers));
    assert!((primal - dual).abs() <= SAME * primal.abs(), "{backend}: {primal}, not {dual}");
    -primal
}

#[test]
fn all_backends_agree() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    if !folder.is_dir() {
        eprintln!("skipped: no data sets in {}", folder.display());
        return;
    }
    for (name, target, categorical) in SETS {
        let data = load(&folder, name, target, categorical);
        let (program, objective) = last_program(&data);
        eprintln!("{name}: {} rows, {} variables", program.num_rows(), program.num_variables());
        let parameters =
            Parameters { penalty: Some(PENALTY), max_iterations: Some(ROUNDS), ..Parameters::of(Method::Rug) };
        let fitted = Learner::new(parameters).unwrap().fit(&data, target).unwrap();
        // The columns are those of the classifier, so it must report their optimum.
        assert_eq!((fitted.columns, fitted.run.objective), (program.num_rows(), objective), "{name}");
        for backend in Backend::built() {
            for (way, found) in [("cold", cold(&program, backend)), ("sift", sifted(&program, backend))] {
                let same = (found - objective).abs() <= SAME * objective;
                assert!(same, "{name}: {way} {backend} finds {found}, the run {objective}");
            }
        }
    }
}
