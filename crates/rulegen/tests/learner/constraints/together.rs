//! Columns that rules may combine.

use crate::constraints::util::{
    assert_optimum_over, dataset, fit_with, flag, list, number, one_division, seeds, short, short_rules, text,
};
use rulegen::data::Dataset;
use rulegen::driver::Pricer;
use rulegen::limits::Limits;
use rulegen::pricing::Pool;
use rulegen::rule::{Fallback, Model, Rule, Status};
use rulegen::{Learner, Method, ParameterValue, Parameters, Settings, Together};
use rulegen_binarize::Samples;
use rulegen_numeric::Random;
use std::sync::Arc;

/// The columns of each group. No named group has `d` and `e`.
const GROUPS: [&[&str]; 3] = [&["a", "b"], &["b", "c"], &["d", "e"]];

/// Makes rows whose class depends on pairs of columns, whatever the groups.
fn data(seed: u64) -> Dataset {
    let mut random = Random::new(seed, 0);
    let mut csv = "a,b,c,d,e,y\n".to_owned();
    for _ in 0..80 {
        let cells: [usize; 5] = std::array::from_fn(|_| random.below(4));
        let [a, b, c, d, e] = cells;
        let likely = if (a < 2 && d < 2) || (b > 1 && e > 1) || (a > 2 && c > 2) { 0.9 } else { 0.2 };
        let label = if random.unit() < likely { "yes" } else { "no" };
        csv += &format!("{a},{b},{c},{},{e},{label}\n", ["u", "v", "w", "x"][d]);
    }
    dataset(&csv)
}

/// The groups that are named. `d` and `e` are in none of them, and so form one of their own.
fn groups() -> Vec<Together> {
    ["a,b", r#"["b", "c"]"#].iter().map(|group| group.parse().unwrap()).collect()
}

fn asked() -> ParameterValue {
    ParameterValue::List(groups().iter().map(|group| group.to_string().as_str().into()).collect())
}

/// True if the columns of every rule are in one group.
fn keeps_apart(model: &Model) -> bool {
    model.rules.iter().all(|rule| is_permitted(&rule.rule, |at| &model.schema.features[at].name))
}

fn is_permitted<'a>(rule: &Rule, name: impl Fn(usize) -> &'a String) -> bool {
    let columns = || rule.literals().iter().map(|literal| name(literal.column as usize).as_str());
    GROUPS.iter().any(|group| columns().all(|column| group.contains(&column)))
}

fn ways() -> Vec<(Method, Settings)> {
    vec![
        (Method::Rules, Settings::from([one_division()])),
        (
            Method::Rules,
            Settings::from([one_division(), list("pricers", &["branch-and-bound"]), list("monotone", &["a:+"])]),
        ),
        (Method::Rules, Settings::from([text("loss", "hinge"), number("penalty", 1.0)])),
        (Method::Rules, Settings::from([one_division(), text("path", "penalty"), text("cuts", "trees")])),
        (Method::Rug, Settings::from([text("fallback", "first-tree")])),
        (Method::Rug, Settings::from([number("penalty", 0.1), list("monotone", &["b:-"])])),
        (Method::Rug, Settings::from([number("penalty", 0.1), list("pricers", &["sampled"])])),
        (Method::Rug, Settings::from([number("penalty", 0.1), list("pricers", &["greedy"])])),
        (Method::Boolean, Settings::from([number("complexity", 12.0), short()])),
        (
            Method::Boolean,
            Settings::from([number("complexity", 12.0), short(), flag("cnf"), list("monotone", &["a:+"])]),
        ),
        (Method::Boolean, Settings::from([short()])),
    ]
}

#[test]
fn no_rule_combines_columns_of_different_groups() {
    let mut mixed = 0;
    let seeds = seeds(4);
    for seed in 0..seeds {
        let data = data(seed);
        for (method, settings) in ways() {
            let free = method.learner(settings.clone()).unwrap().fit(&data, "y").unwrap().model;
            mixed += usize::from(!keeps_apart(&free));
            let mut grouped = settings.clone();
            grouped.insert("together".into(), asked());
            let fitted = method.learner(grouped).unwrap().fit(&data, "y").unwrap();
            let models = fitted.front.iter().flat_map(|front| &front.models).chain([&fitted.model]);
            for model in models {
                assert!(keeps_apart(model), "{method} {settings:?} {seed}\n{}", model.to_text());
            }
            assert_eq!(fitted.model.settings["together"], serde_json::json!(["a,b", "b,c"]));
        }
    }
    assert!(mixed as u64 > 4 * seeds, "only {mixed} models mix groups: the data test nothing");
}

#[test]
fn the_tree_that_answers_for_other_rows_is_that_of_the_best_group() {
    let data = data(1);
    let fit = |groups: &[&str]| {
        let settings = Settings::from([list("together", groups), text("fallback", "first-tree")]);
        Method::Rug.learner(settings).unwrap().fit(&data, "y").unwrap().model
    };
    let (model, turned) = (fit(&["a,b", "b,c"]), fit(&["c,b", "b,a"]));
    assert_eq!(model.fallback, turned.fallback);
    let Fallback::Rules { rules, .. } = &model.fallback else { panic!("no tree") };
    let names = rules.iter().flat_map(|(rule, _)| rule.literals());
    let names: std::collections::BTreeSet<&str> =
        names.map(|literal| model.schema.features[literal.column as usize].name.as_str()).collect();
    assert!(GROUPS.iter().any(|group| names.iter().all(|name| group.contains(name))), "{names:?}");
}

/// Lists all rules of one or two conditions within a group, for either class.
fn permitted(samples: &Samples) -> Vec<(Rule, Option<u32>)> {
    let permitted = |rule: &Rule| is_permitted(rule, |at| &samples.schema.features[at].name);
    short_rules(samples).into_iter().filter(permitted).map(|rule| (rule, None)).collect()
}

#[test]
fn the_optimum_is_that_over_the_rules_permitted() {
    for seed in 0..20 {
        assert_optimum_over(&data(seed), |parameters| Parameters { together: groups(), ..parameters }, permitted);
    }
}

/// Returns the least Hamming loss of rules for `yes` whose sizes, one more than their conditions,
/// add up to at most `most`.
fn least_loss(samples: &Samples, most: usize) -> f64 {
    let yes = |i: usize| samples.labels[i] == 1;
    let weight = |rows: &[usize]| rows.iter().map(|&i| samples.weights[i]).sum::<f64>();
    let rules: Vec<(usize, Vec<usize>, f64)> = permitted(samples)
        .into_iter()
        .map(|(rule, _)| {
            let (hits, false_positives): (Vec<usize>, Vec<usize>) = samples.cover(&rule).iter().partition(|&i| yes(i));
            (1 + rule.len(), hits, weight(&false_positives))
        })
        .collect();
    fn search(
        rules: &[(usize, Vec<usize>, f64)],
        left: usize,
        covered: &mut [u32],
        paid: f64,
        loss: &dyn Fn(&[u32]) -> f64,
    ) -> f64 {
        let mut best = paid + loss(covered);
        for (at, (size, hits, false_positives)) in rules.iter().enumerate().filter(|(_, rule)| rule.0 <= left) {
            hits.iter().for_each(|&i| covered[i] += 1);
            best = best.min(search(&rules[at + 1..], left - size, covered, paid + false_positives, loss));
            hits.iter().for_each(|&i| covered[i] -= 1);
        }
        best
    }
    let missed = |covered: &[u32]| {
        let missed: Vec<usize> = (0..samples.len()).filter(|&i| yes(i) && covered[i] == 0).collect();
        weight(&missed)
    };
    search(&rules, most, &mut vec![0; samples.len()], 0.0, &missed)
}

#[test]
fn a_rule_set_is_the_best_of_the_rules_permitted() {
    let mut gaps = 0;
    for seed in 0..12 {
        let data = data(seed);
        let parameters = Parameters {
            complexity: Some(6.0),
            max_length: Some(2),
            together: groups(),
            ..Parameters::of(Method::Boolean)
        };
        let searched = Learner::new(parameters.clone()).unwrap();
        let searched = searched.fit(&data, "y").unwrap().model.certificate;
        assert_eq!(searched.status, Status::Optimal, "seed {seed}");
        let mut samples = None;
        let free = Parameters { complexity: Some(6.0), ..Parameters::of(Method::Boolean) };
        let keep = |made: &Arc<Samples>| {
            samples = Some(made.clone());
            Ok(vec![Box::new(Pool::new(made, permitted(made))?) as Box<dyn Pricer>])
        };
        Learner::new(free).unwrap().fit_with(&data, "y", keep, &Limits::default(), &mut ()).unwrap();
        let least = least_loss(&samples.unwrap(), 6);
        assert!((searched.objective - least).abs() <= 1e-9, "seed {seed}: {searched:?} for {least}");
        // Branch and price lists no rules, so it needs no list.
        for most in [1, 4, 16] {
            let few = Parameters { enumeration_limit: most, ..parameters.clone() };
            let few = Learner::new(few).unwrap().fit(&data, "y").unwrap().model.certificate;
            let bound = few.lower_bound.unwrap();
            assert!(bound <= least + 1e-9 && least <= few.objective + 1e-9, "seed {seed}, {most}: {few:?} for {least}");
            assert!(bound >= least - 1e-6, "seed {seed}, {most}: {few:?} for {least}");
        }
        gaps += usize::from(searched.objective > searched.lp_objective + 1e-6);
    }
    assert!(gaps > 0, "the linear programs say it all");
}

#[test]
fn groups_that_cannot_be_are_refused() {
    let data = dataset("x,c,y\n1,u,a\n2,v,b\n3,u,b\n4,v,a\n");
    for method in [Method::Rug, Method::Rules, Method::Boolean] {
        for (group, says) in [
            ("x,,c", "the columns that go together must be COLUMN,COLUMN, not 'x,,c'"),
            ("[1]", "not '[1]'"),
            ("[]", "not '[]'"),
            ("x,z", "there is no column 'z' to go together with others"),
        ] {
            let error = fit_with(method, list("together", &[group]), &data).unwrap_err();
            assert!(error.contains(says), "{method}: {error}");
        }
    }
    let together = groups();
    let says = "the list of columns that go together must be empty";
    let own = Learner::new(Parameters { together: vec!["x".parse().unwrap()], ..Parameters::of(Method::Rug) }).unwrap();
    let error = own.fit_with(&data, "y", |_| Ok(Vec::new()), &Limits::default(), &mut ()).unwrap_err();
    assert!(error.to_string().contains(says), "{error}");
    let own = Learner::new(Parameters { together, ..Parameters::of(Method::Boolean) }).unwrap();
    let error = own.fit_with(&data, "y", |_| Ok(Vec::new()), &Limits::default(), &mut ()).unwrap_err();
    assert!(error.to_string().contains(says), "{error}");
}
