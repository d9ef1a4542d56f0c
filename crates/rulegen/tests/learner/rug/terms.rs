//! Equal terms: neither the name of a pricer nor the way in which it is called changes what it
//! finds.

use crate::rug::data::fixture;
use rulegen::binarize::Samples;
use rulegen::data::Dataset;
use rulegen::driver::{Observer, Pricer, Round};
use rulegen::limits::Limits;
use rulegen::pricing::{
    Bilp, BilpSettings, BilpSolver, BranchAndBound, Cube, CubeSettings, Greedy, GreedySettings, Pool, Sampling,
    SamplingSettings, TreeSettings, WeightedTree, translate_rule,
};
use rulegen::rule::{Model, Rule};
use rulegen::{
    FitError, Fitted, Learner, Method, ParameterValue, PricerName, PricerRegistry, Registry, Settings, Start,
};
use rulegen_binarize::Bins;
use std::sync::Arc;

type Made = Result<Vec<Box<dyn Pricer>>, FitError>;

/// Makes a built-in pricer by its constructor, with the defaults of the library.
fn constructed(name: &PricerName, samples: &Arc<Samples>, pool: &Model) -> Made {
    let own = samples.clone();
    let bilp = |solver| Bilp::new(samples.clone(), solver, BilpSettings::default());
    Ok(vec![match name.as_str() {
        "pool" => {
            let rule = |rule: &Rule| translate_rule(rule, &pool.schema, &samples.schema);
            let rules = pool.rules.iter().filter_map(|given| Some((rule(&given.rule)?, Some(given.class))));
            Box::new(Pool::new(samples, rules)?)
        }
        "tree" => Box::new(WeightedTree::new(own, TreeSettings::default())?),
        "greedy" => Box::new(Greedy::new(own, GreedySettings::default())),
        "sampled" => Box::new(Sampling::new(own, SamplingSettings::default(), |part| {
            Ok(BranchAndBound::new(part, Default::default()))
        })),
        "cube" => Box::new(Cube::new(own, CubeSettings::default())),
        "branch-and-bound" => Box::new(BranchAndBound::new(own, Default::default())),
        "bilp-cbc" => Box::new(bilp(BilpSolver::Cbc)?),
        "bilp-highs" => Box::new(bilp(BilpSolver::Highs)?),
        other => panic!("the test does not know the pricer '{other}'"),
    }])
}

fn text(word: &str) -> ParameterValue {
    ParameterValue::Text(word.into())
}

/// The settings of a given problem, with a loss where the method has several.
fn problem(method: Method, loss: &str, bins: i64) -> Settings {
    let mut settings = Settings::from([
        ("penalty".to_owned(), ParameterValue::Number(1.0)),
        ("bins".to_owned(), ParameterValue::Integer(bins.into())),
        ("max-length".to_owned(), ParameterValue::Integer(2)),
    ]);
    if method == Method::Rules {
        settings.insert("loss".into(), text(loss));
    }
    settings
}

fn objective(learner: &Learner, (data, target): &(Dataset, &str)) -> f64 {
    learner.fit(data, target).unwrap().run.objective
}

const TERMS: [Option<&str>; 3] = [None, Some("published"), Some("converged")];

/// Each built-in pricer gives the same objective under its own name, registered as heuristic or as
/// exact under another name, and given as a value, under the same terms.
fn check_names<'a>(
    names: impl Iterator<Item = &'a PricerName>,
    data: &str,
    bins: i64,
    terms: &[Option<&str>],
) -> usize {
    let data = fixture(data);
    let mut pooled = problem(Method::Rug, "", bins);
    pooled.insert("max-depth".into(), ParameterValue::Integer(2));
    let pool = Method::Rug.learner(pooled).unwrap().fit(&data.0, data.1).unwrap().model;
    let mut tried = 0;
    for name in names {
        let mut registry = Registry::default();
        let create = |name: PricerName| {
            move |samples: &Arc<Samples>, settings: &rulegen::StageSettings<'_>| {
                PricerRegistry::default().create(&name, samples, settings)
            }
        };
        registry.pricers.register_heuristic("copy", create(name.clone())).unwrap();
        registry.pricers.register_exact("exact-copy", create(name.clone())).unwrap();
        for (method, loss) in [(Method::Rug, ""), (Method::Rules, "hinge"), (Method::Rules, "logistic")] {
            for &terms in terms {
                let learner = |name: &str| {
                    let mut settings = problem(method, loss, bins);
                    settings.insert("pricers".into(), ParameterValue::List(vec![name.into()]));
                    settings.insert("pool".into(), ParameterValue::Model(Box::new(pool.clone())));
                    settings.extend(terms.map(|terms| ("terms".to_owned(), text(terms))));
                    method.learner_with(settings, &registry).unwrap()
                };
                let named = learner(name.as_str());
                if named.check_built().is_err() {
                    continue;
                }
                let expected = objective(&named, &data);
                let given = named.fit_with(
                    &data.0,
                    data.1,
                    |samples| constructed(name, samples, &pool),
                    &Limits::default(),
                    &mut (),
                );
                let all = [
                    ("registered as heuristic", objective(&learner("copy"), &data)),
                    ("registered as exact", objective(&learner("exact-copy"), &data)),
                    ("as a value", given.unwrap().run.objective),
                ];
                for (way, found) in all {
                    let same = (found - expected).abs() <= 1e-9 * expected.abs().max(1.0);
                    assert!(same, "{name} {way}, {method} {loss} {terms:?}: {found} for {expected}");
                }
                tried += 1;
            }
        }
    }
    tried
}

#[test]
fn a_renamed_pricer_reaches_the_same_objective() {
    let built_in = PricerRegistry::default();
    let others = built_in.names().filter(|name| !is_program(name));
    assert_eq!(check_names(others, "wine", 4, &TERMS), 6 * 9);
}

/// Integer programs are tried where they are built in. Of wine they take minutes each.
#[test]
fn a_renamed_integer_program_reaches_the_same_objective() {
    let built_in = PricerRegistry::default();
    let terms = if crate::is_thorough() { &TERMS } else { &TERMS[..1] };
    check_names(built_in.names().filter(|name| is_program(name)), "iris", 2, terms);
}

fn is_program(name: &PricerName) -> bool {
    name.as_str().starts_with("bilp")
}

/// The objective of the first linear program.
#[derive(Default)]
struct FirstObjective(Option<f64>);

impl Observer for FirstObjective {
    fn round(&mut self, round: &Round) {
        self.0.get_or_insert(round.objective);
    }
}

/// The first columns are a setting: whatever prices, the run begins with them.
#[test]
fn the_start_does_not_depend_on_pricers() {
    let (data, target) = fixture("wine");
    let first = |start: Option<Start>, pricer: &str| {
        let mut settings = problem(Method::Rug, "", 8);
        settings.insert("pricers".into(), ParameterValue::List(vec![pricer.into()]));
        settings.insert("max-length".into(), ParameterValue::Integer(4));
        settings.insert("tolerance".into(), ParameterValue::Number(0.0));
        let parameters = rulegen::Parameters { start, ..rulegen::Parameters::read(Method::Rug, settings).unwrap() };
        let (learner, mut first) = (Learner::new(parameters).unwrap(), FirstObjective::default());
        let fitted = learner.fit_observed(&data, target, &Limits::default(), &mut first).unwrap();
        (fitted.terms.unwrap().start, first.0.unwrap())
    };
    for pricer in ["greedy", "branch-and-bound"] {
        assert_eq!(first(None, pricer), first(None, "tree"), "{pricer}");
        assert_eq!(first(Some(Start::Nothing), pricer).0, "none");
        let (nothing, tree) = (first(Some(Start::Nothing), pricer).1, first(None, pricer).1);
        assert!(nothing > tree, "{pricer}: {nothing} and {tree}");
    }
}

/// The rules of a model can be the first columns: begun with an optimum, a run ends at it.
#[test]
fn a_run_can_begin_with_the_rules_of_a_model() {
    let data = fixture("wine");
    for method in Method::ALL {
        let fit = |start: Option<Start>, pricer: &str| {
            let mut settings = problem(method, "logistic", 8);
            settings.insert("pricers".into(), ParameterValue::List(vec![pricer.into()]));
            if method == Method::Boolean {
                settings.remove("penalty");
                settings.insert("complexity".into(), ParameterValue::Number(6.0));
            }
            settings.extend(start.map(|start| match start {
                Start::Rules(model) => ("start".to_owned(), ParameterValue::Model(model)),
                Start::Tree => ("start".to_owned(), text("tree")),
                Start::Nothing => ("start".to_owned(), text("none")),
            }));
            method.learner(settings).unwrap().fit(&data.0, data.1).unwrap()
        };
        let best = fit(None, "branch-and-bound");
        let again = fit(Some(Start::Rules(Box::new(best.model.clone()))), "tree");
        let objective = |fitted: &Fitted| fitted.model.certificate.objective;
        let (found, known) = (objective(&again), objective(&best));
        assert!(found <= known * (1.0 + 1e-6), "{method}: {found} for {known}");
        assert_eq!(again.model.settings["start"], best.model.rules.len());
        let from_tree = fit(Some(Start::Tree), "tree");
        assert_eq!(from_tree.model.settings["start"], "tree", "{method}");
    }
}

#[test]
fn a_start_that_is_none_is_refused() {
    let (data, target) = fixture("wine");
    let rug = |change: &dyn Fn(&mut rulegen::Parameters)| {
        let mut parameters = rulegen::Parameters::read(Method::Rug, problem(Method::Rug, "", 8)).unwrap();
        change(&mut parameters);
        Learner::new(parameters).unwrap().fit(&data, target)
    };
    let model = rug(&|_| ()).unwrap().model;
    let refused = |change: &dyn Fn(&mut rulegen::Parameters), model: &Model| {
        let start = Some(Start::Rules(Box::new(model.clone())));
        let error = rug(&|p| {
            p.start = start.clone();
            change(p);
        });
        error.unwrap_err().to_string()
    };
    let says = |error: &str, reason: &str| {
        assert!(error.starts_with("the start: '") && error.ends_with(reason), "{error}");
    };
    let other = "cannot be a column, because it has a column, cut point or category that this run does not have";
    says(&refused(&|p| p.bins = Some(Bins::Quantiles(3)), &model), other);
    let long = "because it has more conditions than the maximum length, 1";
    says(&refused(&|p| p.max_length = Some(1), &model), long);
    says(&refused(&|p| p.min_cover = Some(100), &model), "because it covers fewer rows than the least cover, 100");
    says(&refused(&|p| p.forbidden = vec!["color_intensity".into(), "proline".into()], &model), "forbid it");
    let classes = vec!["x".into(), "y".into(), "z".into()];
    says(&refused(&|_| (), &Model { classes, ..model.clone() }), "is no class of the data");
    let error = Method::Rules.learner(Settings::from([("start".to_owned(), text("tree"))])).unwrap_err();
    assert_eq!(error.to_string(), "the start must be none where the size is chosen, not given");
    let error = Method::Rug.learner(Settings::from([("start".to_owned(), text("trees"))])).unwrap_err();
    assert_eq!(error.to_string(), "the start must be one of none, tree, the text of a model file, not 'trees'");
}

/// The terms are one set: a name for all, and single parameters that override it.
#[test]
fn terms_are_said_in_full() {
    let terms = |settings: &[(&str, ParameterValue)]| {
        let settings = settings.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        Method::Rug.learner(settings).unwrap().terms().to_string()
    };
    let rest = "smoothing 0.8, gap 0";
    let usual =
        "terms published, start tree, at most 15 rounds, no limit of time, tolerance 0.001, LP strategy interior";
    assert_eq!(terms(&[]), format!("{usual}, {rest}"));
    let tree = ("pricers", ParameterValue::List(vec!["tree".into()]));
    let converged = "terms converged, start tree, no limit on rounds, no limit of time, tolerance 0.1";
    assert_eq!(terms(std::slice::from_ref(&tree)), format!("{converged}, LP strategy dual-simplex, {rest}"));
    let said = terms(&[tree, ("iterations", ParameterValue::Integer(3)), ("start", text("none"))]);
    let few = "terms converged, start none, at most 3 rounds, no limit of time, tolerance 0.1";
    assert_eq!(said, format!("{few}, LP strategy dual-simplex, {rest}"));
}
