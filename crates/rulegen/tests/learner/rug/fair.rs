//! Fairness rows, from the parameters to the model.

use crate::rug::certificate::least;
use crate::rug::data::{check, fixture};
use rulegen::binarize::{Bins, Samples};
use rulegen::data::{Dataset, Groups, ReadOptions, Values, read_path};
use rulegen::driver::{Master, Pricer, RunSettings, run};
use rulegen::lp::{Backend, LpModel, LpStatus, SolveOptions};
use rulegen::master::{
    Column, Fairness, LinearSettings, LpStrategy, MistreatmentCriterion, RugMaster, RuleMaster, RuleTerms,
};
use rulegen::pricing::{Criterion, TreeSettings, WeightedTree};
use rulegen::rule::{Model, Status};
use rulegen::{CostScaling, FairnessCriterion, FitError, Learner, Method, Parameters, PricerName, SweepParameter};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// Divides a fixture into groups by one of its columns: below the median or not, or by category.
fn grouped(name: &str, column: &str) -> (Dataset, &'static str) {
    let (mut data, target) = fixture(name);
    let found = data.features.column(column).expect("the column is there");
    data.groups = Some(match found.values() {
        Values::Numeric(_) | Values::Sparse(_) => {
            let cells = found.values().numbers().unwrap();
            let mut sorted = cells.to_vec();
            sorted.sort_by(f64::total_cmp);
            let middle = sorted[sorted.len() / 2];
            let of_row = cells.iter().map(|&cell| u32::from(cell >= middle)).collect();
            Groups { names: vec!["low".into(), "high".into()], of_row }
        }
        Values::Categorical { categories, codes } => {
            let of_row = codes.clone();
            Groups { names: categories.clone(), of_row }
        }
    });
    (data, target)
}

const CRITERIA: [FairnessCriterion; 3] = [FairnessCriterion::Dmc, FairnessCriterion::Odm, FairnessCriterion::Eop];

fn fair(criterion: FairnessCriterion, epsilon: f64) -> Parameters {
    Parameters {
        fairness: Some(criterion),
        epsilon: Some(epsilon),
        cost_scaling: CostScaling::None,
        penalty: Some(0.5),
        max_iterations: Some(5),
        ..Parameters::of(Method::Rug)
    }
}

/// Returns the objective of the model's rules with their weights times `scale`, and with errors
/// raised so that means differ by at most epsilon.
fn objective(model: &Model, data: &Dataset, parameters: &Parameters, scale: f64) -> f64 {
    let (criterion, epsilon) = parameters.fairness.zip(parameters.epsilon).expect("it was asked for");
    let coded = model.schema.encode(&data.features).unwrap();
    let mut votes = vec![0.0; data.target.labels.len()];
    let mut costs = 0.0;
    for rule in &model.rules {
        costs += parameters.penalty.unwrap_or(1.0) * rule.rule.len() as f64 * rule.weight * scale;
        for row in coded.cover(&model.schema, &rule.rule).iter() {
            let right = data.target.labels[row] == rule.class;
            votes[row] += rule.weight * scale * if right { 1.0 } else { -1.0 / (model.classes.len() as f64 - 1.0) };
        }
    }
    // The rows of each cell, and the sum of their errors.
    let mut cells: BTreeMap<(u32, u32), (f64, f64)> = BTreeMap::new();
    let groups = data.groups.as_ref().expect("there are groups");
    for (row, vote) in votes.iter().enumerate() {
        let label = data.target.labels[row];
        let block = match criterion {
            FairnessCriterion::Odm => 0,
            // Each row of another class is in a cell of its own, and so compared with none.
            FairnessCriterion::Eop if label != 1 => 1000 + row as u32,
            _ => label,
        };
        let (rows, sum) = cells.entry((block, groups.of_row[row])).or_default();
        *rows += 1.0;
        *sum += (1.0 - vote).max(0.0);
    }
    let mean = |(rows, sum): &(f64, f64)| sum / rows;
    let total = |(&(block, _), cell): (&(u32, u32), &(f64, f64))| {
        let largest = cells.iter().filter(|((b, _), _)| *b == block).map(|(_, c)| mean(c)).fold(0.0, f64::max);
        cell.0 * mean(cell).max(largest - epsilon)
    };
    costs + cells.iter().map(total).sum::<f64>()
}

#[test]
fn objectives_are_those_of_fair_solutions() {
    for (name, column) in [("tictactoe", "top_left"), ("wdbc", "texture_mean"), ("monks3", "head_shape")] {
        let (data, target) = grouped(name, column);
        for criterion in CRITERIA {
            for epsilon in [0.0, 0.02, 0.2] {
                let parameters = fair(criterion, epsilon);
                let fitted = Learner::new(parameters.clone()).unwrap().fit(&data, target).unwrap();
                check(&fitted, &data, &parameters);
                let least = least(|scale| objective(&fitted.model, &data, &parameters, scale));
                let stated = fitted.model.certificate.objective;
                let what = format!("{name}, {criterion:?}, {epsilon}: {stated} is not {least}");
                assert!((least - stated).abs() <= 1e-5 * (1.0 + stated), "{what}");
                assert_eq!(fitted.model.settings["fairness"], criterion.name());
                assert_eq!(fitted.model.settings["epsilon"], epsilon);
            }
        }
    }
}

#[test]
fn every_backend_proves_the_same() {
    let (data, target) = grouped("monks3", "head_shape");
    let mut optimum = None;
    for backend in Backend::built() {
        let parameters = Parameters {
            pricers: Some(vec![PricerName::TREE, PricerName::BRANCH_AND_BOUND]),
            max_length: Some(2),
            max_iterations: None,
            backend,
            ..fair(FairnessCriterion::Dmc, 0.01)
        };
        let fitted = Learner::new(parameters.clone()).unwrap().fit(&data, target).unwrap();
        check(&fitted, &data, &parameters);
        let run = &fitted.run;
        assert!(matches!(run.status, Status::Optimal | Status::Gap), "{run:?}");
        assert_eq!(fitted.model.settings["lp_strategy"], "interior");
        let optimum = *optimum.get_or_insert(run.objective);
        assert!((run.objective - optimum).abs() <= 1e-5 * (1.0 + optimum), "{run:?}, not {optimum}");
    }
}

#[test]
fn fairness_rows_are_known_to_one_way_through_the_lp() {
    for strategy in [LpStrategy::WarmStart, LpStrategy::DualSimplex] {
        let parameters = Parameters { strategy: Some(strategy), ..fair(FairnessCriterion::Dmc, 0.01) };
        let error = Learner::new(parameters).unwrap_err().to_string();
        assert!(error.contains("the LP strategy must be interior for fair rules, not "), "{error}");
    }
}

#[test]
fn paths_fall_as_epsilon_grows() {
    let (data, target) = grouped("tictactoe", "top_left");
    let classifier = Learner::new(fair(FairnessCriterion::Dmc, 0.1)).unwrap();
    let epsilons = [0.0, 0.01, 0.1, 1.0, 0.05];
    let path = rulegen::Sweep { parameter: SweepParameter::Epsilon, values: epsilons.to_vec() };
    let path = classifier.fit_path(&data, target, &path, &Default::default(), &mut ()).unwrap();
    assert_eq!(path.len(), epsilons.len());
    let mut points: Vec<(f64, f64)> = epsilons.iter().zip(&path).map(|(&e, f)| (e, f.run.objective)).collect();
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    // All points are solved over the same rules.
    assert!(points.is_sorted_by(|a, b| a.1 >= b.1 - 1e-6 * a.1), "{points:?}");
    assert!(points[0].1 > points[4].1 + 1e-3, "{points:?}");
    assert!(path.iter().all(|fitted| fitted.columns == path[0].columns));
    for (epsilon, fitted) in epsilons.iter().zip(&path) {
        assert_eq!(fitted.model.settings["epsilon"], *epsilon);
        // A run of its own is no better.
        let alone = Learner::new(fair(FairnessCriterion::Dmc, *epsilon)).unwrap().fit(&data, target).unwrap();
        if *epsilon == 0.0 {
            assert!(fitted.run.objective <= alone.run.objective * (1.0 + 1e-6), "{epsilon}");
        }
    }
}

#[test]
fn groups_do_not_matter_unless_fairness_is_asked_for() {
    let (plain, target) = fixture("tictactoe");
    let (data, _) = grouped("tictactoe", "top_left");
    let classifier = Learner::new(Parameters::of(Method::Rug)).unwrap();
    assert_eq!(classifier.fit(&plain, target).unwrap().model, classifier.fit(&data, target).unwrap().model);
}

#[test]
fn models_do_not_depend_on_threads() {
    let (data, target) = grouped("wdbc", "texture_mean");
    let model = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let classifier = Learner::new(fair(FairnessCriterion::Dmc, 0.01)).unwrap();
        pool.install(|| classifier.fit(&data, target).unwrap().model.to_json())
    };
    let first = model(1);
    assert!([1, 2, 3].into_iter().all(|threads| model(threads) == first));
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let fit = |data: &Dataset, target: &str, fairness: Parameters| {
        Learner::new(fairness).unwrap().fit(data, target).unwrap_err()
    };
    let asked = |criterion, positive: Option<&str>| Parameters {
        fairness: Some(criterion),
        epsilon: Some(0.1),
        positive: positive.map(String::from),
        ..Parameters::of(Method::Rug)
    };
    let (mut iris, target) = fixture("iris");
    for criterion in CRITERIA {
        assert!(matches!(fit(&iris, target, asked(criterion, None)), FitError::NoGroups));
    }
    let of_row = (0..150).map(|row| u32::from(row % 2 == 0)).collect();
    iris.groups = Some(Groups { names: vec!["even".into(), "odd".into(), "none".into()], of_row });
    let error = fit(&iris, target, asked(FairnessCriterion::Eop, None));
    assert!(matches!(error, FitError::NoPositive { classes: 3 }), "{error:?}");
    let error = fit(&iris, target, asked(FairnessCriterion::Eop, Some("rose")));
    assert!(matches!(&error, FitError::NoSuchClass { class, .. } if class == "rose"), "{error:?}");
    iris.weights = Some((0..150).map(|row| f64::from(row % 2)).collect());
    let error = fit(&iris, target, asked(FairnessCriterion::Dmc, None));
    assert!(matches!(&error, FitError::OneGroup { group } if group == "even"), "{error:?}");

    for epsilon in [-1e-300, f64::NAN, f64::INFINITY] {
        let parameters = Parameters { epsilon: Some(epsilon), ..asked(FairnessCriterion::Dmc, None) };
        assert_eq!(Learner::new(parameters).unwrap_err().name, "the epsilon");
    }
    let plain = Learner::new(Parameters::of(Method::Rug)).unwrap();
    let path = rulegen::Sweep { parameter: SweepParameter::Epsilon, values: vec![0.1] };
    let error = plain.fit_path(&iris, target, &path, &Default::default(), &mut ()).unwrap_err();
    assert!(matches!(error, FitError::Parameter(_)), "{error:?}");
}

/// Reads adult with groups by sex, if it is present.
fn adult() -> Option<(Dataset, &'static str)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/adult.csv");
    if !path.is_file() {
        eprintln!("skipped: there is no {}", path.display());
        return None;
    }
    let target = "income";
    let table = read_path(&path, &ReadOptions { text: vec![target.into(), "sex".into()], ..Default::default() });
    let mut data = Dataset::from_table(table.unwrap(), target, None).unwrap();
    let sex = data.features.column("sex").expect("there is sex");
    let Values::Categorical { categories, codes } = sex.values() else { panic!("sex is text") };
    data.groups = Some(Groups { names: categories.clone(), of_row: codes.clone() });
    Some((data, target))
}

const DEEP: TreeSettings =
    TreeSettings { criterion: Criterion::Gini, max_depth: 5, min_leaf: 1, min_gain: 0.0, all_nodes: false };

/// Runs fifteen rounds, and prints how long they take.
#[test]
fn adult_by_sex() {
    let Some((data, target)) = adult() else { return };
    let dmc = Some(FairnessCriterion::Dmc);
    let fit = |fairness, cost_scaling| {
        let parameters = Parameters { fairness, epsilon: Some(0.01), cost_scaling, ..Parameters::of(Method::Rug) };
        let fitted = Learner::new(parameters.clone()).unwrap().fit(&data, target).unwrap();
        let run = &fitted.run;
        let (all, lp) = (run.total.as_secs_f64(), run.lp.as_secs_f64());
        eprintln!("{cost_scaling:?}: {all:.2} s, LP {lp:.2} s, {} columns, {}", fitted.columns, run.objective);
        (fitted, parameters)
    };
    let (plain, _) = fit(None, CostScaling::Published);
    let (published, _) = fit(dmc, CostScaling::Published);
    assert!(published.run.objective > plain.run.objective);
    let (fitted, parameters) = fit(dmc, CostScaling::None);
    let least = least(|scale| objective(&fitted.model, &data, &parameters, scale));
    let stated = fitted.model.certificate.objective;
    assert!((least - stated).abs() <= 1e-5 * (1.0 + stated), "{stated} is not {least}");
}

/// Fairness rows hold, and no column has a negative reduced cost: not at the master's duals, and
/// not at those of HiGHS on the program with all its rows.
#[test]
fn adult_by_sex_is_solved_right() {
    let Some((data, _)) = adult() else { return };
    let (labels, groups) = (&data.target.labels, data.groups.as_ref().expect("by sex"));
    let (samples, _) =
        Samples::learn_grouped(&data.features, labels, Some(&groups.of_row), None, 2, Bins::Values).unwrap();
    let samples = Arc::new(samples);
    let tree = WeightedTree::new(samples.clone(), DEEP).unwrap();
    let fairness = Some(Fairness { criterion: MistreatmentCriterion::Dmc, epsilon: 0.01, positive: 1 });
    let settings = LinearSettings {
        terms: RuleTerms { cost_scale: 0.2, ..RuleTerms::default() },
        fairness,
        ..LinearSettings::default()
    };
    let mut master = RugMaster::new(samples.clone(), settings).unwrap();
    master.add_rules(tree.leaves(&samples.weights, 1));
    let mut stages: [Box<dyn Pricer>; 1] = [Box::new(tree)];
    let settings = RunSettings { max_iterations: Some(3), ..RunSettings::default() };
    let found = run(&mut master, &mut stages, &settings, &mut ()).unwrap();

    let weights: Vec<f64> = master.weights();
    let errors = master.errors(&weights);
    let mut cells: BTreeMap<(u32, u32), (f64, f64)> = BTreeMap::new();
    for (i, v) in errors.iter().enumerate() {
        let (weight, sum) = cells.entry((samples.labels[i], samples.groups[i])).or_default();
        *weight += samples.weights[i];
        *sum += samples.weights[i] * v;
    }
    let means: Vec<f64> = cells.values().map(|(weight, sum)| sum / weight).collect();
    assert_eq!(means.len(), 4);
    for class in [0, 2] {
        let gap = (means[class] - means[class + 1]).abs();
        assert!(gap <= 0.01 + 1e-6, "{means:?}");
    }
    let problems = master.pricing_problems();
    let reduced = |column: &Column| -problems[column.tag as usize].gain(column.cover.iter(), column.rule.len());
    let check = |reduced: f64, weight: f64| {
        assert!(reduced >= -1e-6 && (weight <= 1e-7 || reduced <= 1e-6), "{reduced} at weight {weight}");
    };
    master.rules().iter().zip(&weights).for_each(|(column, weight)| check(reduced(column), *weight));

    if !Backend::Highs.is_built() {
        return;
    }
    let program = master.program();
    let mut lp = LpModel::of(&Backend::Highs, program.to_lp().unwrap()).unwrap();
    let plain = lp.solve(&SolveOptions::default()).unwrap();
    assert_eq!(plain.status, LpStatus::Optimal);
    assert!((plain.objective + found.objective).abs() <= 1e-6 * found.objective, "{} {found:?}", plain.objective);
    let activities = program.activities(&plain.values[..program.num_variables()]);
    let slacks = activities.iter().zip(&program.rhs).map(|(a, r)| r - a);
    slacks.zip(&weights).for_each(|(slack, weight)| check(slack, *weight));
    // The row duals of HiGHS are weights that agree with the master's reduced costs.
    let columns = master.rules().iter().zip(&plain.row_duals);
    columns.for_each(|(column, dual)| check(reduced(column), -dual));
}
