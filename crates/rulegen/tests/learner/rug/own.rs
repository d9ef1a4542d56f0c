//! A caller's own pricers: registered by name, or given as values.

use crate::rug::data::fixture;
use rulegen::binarize::Bins;
use rulegen::driver::{Candidate, DriverError, Observer, Pricer, PricingOutcome, PricingProblem, Round, StagePolicy};
use rulegen::limits::Limits;
use rulegen::pricing::{BranchAndBound, Greedy, GreedySettings, TreeSettings, WeightedTree};
use rulegen::rule::{Literal, Rule, Status, Test};
use rulegen::{
    FitError, Learner, Method, ParameterValue, Parameters, PricerName, PricerRegistry, Registry, Settings, Terms,
};

/// A pricer with another name that asks a built-in one, and changes the answer.
struct RenamedPricer {
    name: &'static str,
    pricer: Box<dyn Pricer>,
    change: fn(&mut Vec<Candidate>),
}

impl Pricer for RenamedPricer {
    fn name(&self) -> &str {
        self.name
    }

    fn may_prove(&self) -> bool {
        self.pricer.may_prove()
    }

    fn price(&mut self, problems: &[PricingProblem], limits: &Limits) -> Result<PricingOutcome, DriverError> {
        let mut outcome = self.pricer.price(problems, limits)?;
        (self.change)(&mut outcome.candidates);
        Ok(outcome)
    }
}

/// The names of the stages asked in each round.
#[derive(Default)]
struct Seen(Vec<Vec<String>>);

impl Observer for Seen {
    fn round(&mut self, round: &Round) {
        self.0.push(round.stages.iter().map(|stage| stage.pricer.clone()).collect());
    }
}

fn settings(names: &[&str]) -> Settings {
    let names = names.iter().map(|name| name.to_string()).collect();
    Settings::from([("pricers".into(), ParameterValue::List(names))])
}

#[test]
fn built_in_pricers_are_called_as_they_are_registered() {
    let registry = PricerRegistry::default();
    let names: Vec<&str> = registry.names().map(PricerName::as_str).collect();
    assert_eq!(names, ["pool", "tree", "greedy", "sampled", "cube", "branch-and-bound", "bilp-cbc", "bilp-highs"]);
    let exact: Vec<bool> = registry.names().map(|name| registry.may_prove(name)).collect();
    assert_eq!(exact, [false, false, false, false, true, true, true, true]);
    assert!(!registry.may_prove(&"unknown".into()));
}

#[test]
fn what_a_name_may_be() {
    let mut registry = PricerRegistry::default();
    let mut register = |name: &str| {
        let tree =
            registry.register_heuristic(name, |samples, p| Ok(Box::new(WeightedTree::new(samples.clone(), p.tree)?)));
        tree.map_err(|error| error.to_string())
    };
    assert_eq!(register("mine"), Ok(()));
    let taken = "the name of a pricer must be one that is not taken, not ";
    assert_eq!(register("mine"), Err(format!("{taken}'mine'")));
    assert_eq!(register("tree"), Err(format!("{taken}'tree'")));
    assert_eq!(register("auto"), Err(format!("{taken}'auto'")));
    let word = "the name of a pricer must be a word without commas, colons, equals and plus signs, not ";
    for name in ["", "a b", "a,b", "a+b", "a:b", "a=b"] {
        assert_eq!(register(name), Err(format!("{word}'{name}'")));
    }
    let refused = |registry: &PricerRegistry| {
        let registry = Registry { pricers: registry.clone(), ..Registry::default() };
        Method::Boolean.learner_with(settings(&["yours"]), &registry).unwrap_err().to_string()
    };
    let all = "auto, pool, tree, greedy, sampled, cube, branch-and-bound, bilp-cbc, bilp-highs";
    assert_eq!(refused(&PricerRegistry::default()), format!("a pricer must be one of {all}, not 'yours'"));
    assert_eq!(refused(&registry), format!("a pricer must be one of {all}, mine, not 'yours'"));
}

/// `auto` is a name among others. The model records the stages that it stood for.
#[test]
fn auto_stands_for_stages_alone_and_beside_others() {
    let (data, target) = fixture("iris");
    let fit = |method: Method, names: &[&str]| {
        let mut settings = settings(names);
        settings.insert("max-length".into(), ParameterValue::Integer(2));
        settings.insert("bins".into(), ParameterValue::Integer(10));
        let (learner, mut seen) = (method.learner(settings).unwrap(), Seen::default());
        let fitted = learner.fit_observed(&data, target, &Limits::default(), &mut seen).unwrap();
        (fitted.model, seen.0)
    };
    let (auto, rounds) = fit(Method::Rug, &["auto"]);
    assert!(!rounds.is_empty() && rounds.iter().all(|stages| stages == &["cube"]), "{rounds:?}");
    assert_eq!(auto.settings["pricers"], serde_json::json!(["cube"]));
    assert_eq!(auto.certificate.status, Status::Optimal);
    let mut cube = fit(Method::Rug, &["cube"]).0;
    // Who names pricers asks for no proofs beside.
    assert!(cube.certificate.scopes.is_empty());
    cube.certificate.scopes = auto.certificate.scopes.clone();
    assert_eq!(cube, auto);
    assert_eq!(auto.certificate.scopes.iter().map(|scope| scope.max_length).collect::<Vec<_>>(), [1]);
    let (beside, rounds) = fit(Method::Rug, &["tree", "auto"]);
    assert_eq!(beside.settings["pricers"], serde_json::json!(["tree", "cube"]));
    assert!(rounds.iter().any(|stages| stages == &["tree"]) && rounds.iter().any(|stages| stages == &["tree", "cube"]));
    assert_eq!(beside.certificate.status, Status::Optimal);
    // It is the default where rules are chosen one by one. Greedy search finds rules that differ
    // from those chosen before where the best do not.
    let (chosen, rounds) = fit(Method::Rules, &["auto"]);
    assert!(
        rounds
            .iter()
            .all(|stages| ["cube", "greedy"].starts_with(&stages.iter().map(String::as_str).collect::<Vec<_>>())),
        "{rounds:?}"
    );
    assert!(rounds.iter().filter(|stages| stages.len() == 1).count() > rounds.len() / 2, "{rounds:?}");
    let usual = Parameters { max_length: Some(2), bins: Some(Bins::Quantiles(10)), ..Parameters::of(Method::Rules) };
    let usual = Learner::new(usual).unwrap().fit(&data, target).unwrap().model;
    assert_eq!((usual.rules, usual.certificate), (chosen.rules, chosen.certificate.clone()));
    assert!(chosen.certificate.one_by_one.is_some() && chosen.certificate.further_gain.is_some());
}

/// A registered pricer learns the model that the built-in one behind it learns, in all methods. If
/// the size is chosen, the built-in greedy search is narrower than its default.
#[test]
fn a_registered_pricer_is_as_good_as_one_built_in() {
    let mut registry = Registry::default();
    let register = registry.pricers.register_heuristic("mine", |samples, _| {
        let pricer = Box::new(Greedy::new(samples.clone(), GreedySettings::default()));
        Ok(Box::new(RenamedPricer { name: "mine", pricer, change: |_| () }))
    });
    register.unwrap();
    let (data, target) = fixture("iris");
    for method in Method::ALL {
        let fit = |name: &str| {
            let mut settings = settings(&[name]);
            if method != Method::Rug {
                settings.insert("size".into(), ParameterValue::Text("given".into()));
            }
            method.learner_with(settings, &registry).unwrap().fit(&data, target).unwrap()
        };
        let (mut mine, theirs) = (fit("mine").model, fit("greedy").model);
        assert_eq!(mine.settings.insert("pricers".into(), vec!["greedy"].into()), Some(vec!["mine"].into()));
        assert_eq!(mine, theirs, "{method}");
    }
}

/// An option says what the parameter of the same name says, for one stage.
#[test]
fn options_are_of_one_stage() {
    let (data, target) = fixture("wine");
    let objective = |pricers: &[&str], more: &[(&str, ParameterValue)]| {
        let mut settings = settings(pricers);
        settings.insert("bins".into(), ParameterValue::Integer(10));
        settings.extend(more.iter().map(|(name, value)| ((*name).to_owned(), value.clone())));
        let fitted = Method::Rug.learner(settings).unwrap().fit(&data, target).unwrap();
        assert_eq!(fitted.model.settings["pricers"], serde_json::json!(pricers));
        fitted.run.objective
    };
    // The start would be another with another parameter.
    let none = ("start", ParameterValue::Text("none".into()));
    let unscaled = ("cost-scaling", ParameterValue::Text("none".into()));
    let unit = ("rule-cost", ParameterValue::Text("unit".into()));
    let with =
        |more: &[(&'static str, ParameterValue)]| [&[none.clone(), unscaled.clone(), unit.clone()], more].concat();
    let depth = |n: i128| ("max-depth", ParameterValue::Integer(n));
    let shallow = objective(&["tree"], &with(&[depth(1)]));
    assert_eq!(objective(&["tree:max-depth=1"], &with(&[])), shallow);
    assert!(objective(&["tree:max-depth=5"], &with(&[depth(1)])) < shallow);
    assert_eq!(objective(&["tree:max-depth=5"], &with(&[])), objective(&["tree"], &with(&[])));
    let entropy = ("criterion", ParameterValue::Text("entropy".into()));
    assert_eq!(objective(&["tree:criterion=entropy:min-leaf=3"], &with(&[])), {
        objective(&["tree"], &with(&[entropy, ("min-leaf", ParameterValue::Integer(3))]))
    });
    let (narrow, wide) = (objective(&["greedy:beam=1"], &with(&[])), objective(&["greedy:beam=50"], &with(&[])));
    assert_eq!(wide, objective(&["greedy"], &with(&[])));
    assert!(narrow >= wide, "{narrow} and {wide}");
}

/// Every option of a built-in pricer can be set, and has a help and a default.
#[test]
fn built_in_pricers_say_their_options() {
    let registry = PricerRegistry::default();
    let mut said = Vec::new();
    for name in registry.names() {
        for option in registry.options(name) {
            assert!(!option.help.is_empty() && !option.default.is_empty());
            let value = match option.name {
                "criterion" => "entropy",
                "all-nodes" => "true",
                "gap" => "0.1",
                _ => "2",
            };
            let stage = format!("{name}:{}={value}", option.name);
            assert!(registry.check(&stage.as_str().into()).is_ok(), "{stage}");
            let wrong = format!("{name}:{}=wrong", option.name);
            assert!(registry.check(&wrong.as_str().into()).is_err(), "{wrong}");
            said.push(stage);
        }
        assert!(registry.check(&format!("{name}:no-option=1").as_str().into()).is_err());
    }
    assert_eq!(said.len(), 20, "{said:?}");
    let mut registry = PricerRegistry::default();
    let option = || rulegen::PricerOption::count("beam", 1, "Again");
    let error = registry.declare("greedy", option()).unwrap_err().to_string();
    assert_eq!(error, "an option of a pricer must be one that is not declared, not 'beam' again");
    assert!(registry.declare("unknown", option()).is_err());
}

/// The default stages, given as values, learn the same model.
#[test]
fn stages_as_values_are_those_of_the_names() {
    let (data, target) = fixture("wine");
    let names = vec![PricerName::TREE, PricerName::BRANCH_AND_BOUND];
    let parameters = Parameters { pricers: Some(names), max_length: Some(1), ..Parameters::of(Method::Rug) };
    let named = Learner::new(parameters.clone()).unwrap().fit(&data, target).unwrap();
    let values = Learner::new(Parameters { pricers: None, ..parameters }).unwrap();
    let fitted = values.fit_with(
        &data,
        target,
        |samples| {
            let tree = WeightedTree::new(samples.clone(), TreeSettings::default())?;
            Ok(vec![Box::new(tree), Box::new(BranchAndBound::new(samples.clone(), Default::default()))])
        },
        &Limits::default(),
        &mut (),
    );
    let fitted = fitted.unwrap();
    assert_eq!(fitted.model, named.model);
    assert!(matches!(fitted.run.status, Status::Optimal | Status::Gap), "{:?}", fitted.run);
}

/// The terms are those of pricers that are named, whatever they are called and may prove.
#[test]
fn stages_as_values_have_the_terms_of_named_pricers() {
    let (data, target) = fixture("iris");
    let settings = |name: &'static str, exact: bool, terms: Option<Terms>| {
        let parameters = Parameters { max_length: Some(1), terms, ..Parameters::of(Method::Rug) };
        let classifier = Learner::new(parameters).unwrap();
        let stages = |samples: &std::sync::Arc<rulegen::binarize::Samples>| {
            let pricer: Box<dyn Pricer> = match exact {
                true => Box::new(BranchAndBound::new(samples.clone(), Default::default())),
                false => Box::new(Greedy::new(samples.clone(), GreedySettings::default())),
            };
            Ok(vec![Box::new(RenamedPricer { name, pricer, change: |_| () }) as Box<dyn Pricer>])
        };
        let fitted = classifier.fit_with(&data, target, stages, &Limits::default(), &mut ()).unwrap();
        assert_eq!(matches!(fitted.run.status, Status::Optimal), exact, "{:?}", fitted.run);
        let of = |key: &str| fitted.model.settings.get(key).cloned().unwrap_or_default();
        (of("max_iterations"), of("tolerance"), of("terms"))
    };
    for name in ["mine", "greedy", "branch-and-bound"] {
        for exact in [false, true] {
            let converged = (serde_json::Value::Null, 0.1.into(), "converged".into());
            assert_eq!(settings(name, exact, None), converged, "{name}");
            let published = (15.into(), 1e-3.into(), "published".into());
            assert_eq!(settings(name, exact, Some(Terms::Published)), published, "{name}");
        }
    }
}

/// A change to the rules that were found, which makes them false.
type Lie = fn(&mut Vec<Candidate>);

/// Every false claim about rules ends the run with an error that names the pricer.
#[test]
fn a_pricer_that_lies_is_refused_by_name() {
    let lies: [(Lie, &str); 4] = [
        (|found| found.iter_mut().for_each(|c| c.gain += 0.5), "claims a gain"),
        (|found| found.iter_mut().for_each(|c| c.gain = f64::NAN), "claims a gain"),
        (|found| found.iter_mut().for_each(|c| c.tag += 100), "which no problem admits"),
        (
            |found| {
                found.iter_mut().for_each(|c| c.rule = Rule::new(vec![Literal { column: 99, test: Test::Missing }]))
            },
            "test that the samples do not have",
        ),
    ];
    let (data, target) = fixture("iris");
    for (change, reason) in lies {
        let fitted = Learner::new(Parameters::of(Method::Rug)).unwrap().fit_with(
            &data,
            target,
            |samples| {
                let pricer = Box::new(Greedy::new(samples.clone(), GreedySettings::default()));
                Ok(vec![Box::new(RenamedPricer { name: "liar", pricer, change })])
            },
            &Limits::default(),
            &mut (),
        );
        let error = fitted.unwrap_err();
        let FitError::Run(DriverError::Refused { name, reason: why }) = &error else { panic!("{error:?}") };
        assert!(name == "liar" && why.to_string().contains(reason), "{error}");
    }
}

#[test]
fn the_policy_of_stages_is_a_parameter() {
    let (data, target) = fixture("iris");
    let fit = |policy: &str| {
        let mut settings = settings(&["tree", "greedy"]);
        settings.insert("stage-policy".into(), ParameterValue::Text(policy.into()));
        Method::Rug.learner(settings).map(|learner| learner.fit(&data, target).unwrap())
    };
    let usual = fit("until-columns").unwrap();
    assert_eq!(usual.model.settings.get("stage_policy"), None);
    let all = fit("all").unwrap();
    assert_eq!(all.model.settings["stage_policy"], "all");
    let asked = |stages: &str| {
        let mut settings = settings(&["tree", "greedy"]);
        settings.insert("stage-policy".into(), ParameterValue::Text(stages.into()));
        let mut seen = Seen::default();
        let learner = Method::Rug.learner(settings).unwrap();
        learner.fit_observed(&data, target, &Limits::default(), &mut seen).unwrap();
        seen.0
    };
    assert_eq!(asked("until-columns")[0], ["tree"]);
    assert!(asked("all").iter().all(|stages| stages == &["tree", "greedy"]));
    assert_eq!(fit("until-at-least-5").unwrap().model.settings["stage_policy"], "until-at-least-5");
    for bad in ["until-at-least-0", "until-at-least-", "none", "5"] {
        let error = fit(bad).unwrap_err().to_string();
        let range = "one of until-columns, until-at-least-N, all";
        assert_eq!(error, format!("the policy of stages must be {range}, not '{bad}'"));
    }
    for policy in [StagePolicy::UntilColumns, StagePolicy::UntilAtLeast(5), StagePolicy::All] {
        let parameters = Parameters { stage_policy: policy, ..Parameters::of(Method::Rug) };
        let text = serde_json::to_string(&parameters.settings()).unwrap();
        assert_eq!(Parameters::read(Method::Rug, serde_json::from_str(&text).unwrap()).unwrap().stage_policy, policy);
    }
}
