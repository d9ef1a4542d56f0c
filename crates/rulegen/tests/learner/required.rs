//! Rules that must be in models of weighted rules.

use crate::fixtures::{fixture, one_division};
use rulegen::limits::Limits;
use rulegen::rule::{Model, rule_text};
use rulegen::{Edit, FitError, Learner, Method, MustHave, Parameters, PathKind, Registry, SizeChoice};
use std::num::NonZeroUsize;

fn written(texts: &[&str]) -> Option<MustHave> {
    let written = texts.iter().map(|text| (*text).to_owned()).collect();
    Some(MustHave { written, ..MustHave::default() })
}

fn fit(p: Parameters) -> Result<Model, FitError> {
    Learner::new(p).unwrap().fit(&fixture("wdbc", "diagnosis").0, "diagnosis").map(|fitted| fitted.model)
}

fn texts(model: &Model) -> Vec<String> {
    model.rules.iter().map(|r| rule_text(model, &r.rule, r.class)).collect()
}

fn rules(n: usize) -> Option<SizeChoice> {
    NonZeroUsize::new(n).map(SizeChoice::Rules)
}

const SMOOTH: &str = "if smoothness_mean > 0.1234 then M";

#[test]
fn every_way_of_learning_has_them() {
    let ways = [
        Parameters { size: rules(4), max_length: Some(2), ..one_division() },
        Parameters { size: rules(4), path: PathKind::Penalty, max_length: Some(1), ..one_division() },
        Parameters { penalty: Some(5.0), max_length: Some(1), ..Parameters::default() },
        Parameters { penalty: Some(5.0), max_rules: NonZeroUsize::new(3), ..Parameters::default() },
        Parameters { penalty: Some(2.0), ..Parameters::of(Method::Rug) },
    ];
    for p in ways {
        let without = fit(p.clone()).unwrap();
        assert!(!texts(&without).contains(&SMOOTH.to_owned()) && !without.settings.contains_key("must_have"));
        let with = fit(Parameters { must_have: written(&["smoothness_mean > 0.1234 then M"]), ..p.clone() }).unwrap();
        let (found, notes) = (texts(&with), with.notes().join(" "));
        assert!(notes.contains(&format!("Rules that had to be in: {SMOOTH}.")), "{notes}");
        let noted = notes.contains("but have no points beside the others");
        assert_ne!(found.contains(&SMOOTH.to_owned()), noted, "{p:?}: {found:?} {notes}");
        assert!(p.size != rules(4) || with.rules.len() <= 4, "{found:?}");
        assert_eq!(Model::from_json(&with.to_json()).unwrap().notes(), with.notes());
    }
}

#[test]
fn a_rule_for_the_wrong_class_has_no_weight_and_is_noted() {
    // The opposite of what the data say.
    let wrong = "if area_worst > 900 then B";
    let p = Parameters { size: rules(3), must_have: written(&[wrong, SMOOTH]), ..one_division() };
    let model = fit(p).unwrap();
    assert!(!texts(&model).contains(&wrong.to_owned()), "{:?}", texts(&model));
    let notes = model.notes().join(" ");
    let says = format!("Rules that had to be in but have no points beside the others: {wrong}.");
    assert!(notes.contains(&says), "{notes}");
    // It does not take the place of another rule.
    let p = Parameters { size: rules(1), must_have: written(&[wrong]), ..one_division() };
    assert_eq!(fit(p).unwrap().rules.len(), 1);
}

#[test]
fn rules_of_a_model_cost_nothing() {
    let p = Parameters { penalty: Some(5.0), max_length: Some(1), ..Parameters::default() };
    let first = fit(p.clone()).unwrap();
    let again = fit(Parameters { must_have: Some(first.clone().into()), ..p }).unwrap();
    let [first_texts, texts] = [&first, &again].map(texts);
    assert!(first_texts.iter().all(|rule| texts.contains(rule)), "{texts:?}");
    assert!(again.certificate.objective < first.certificate.objective, "free rules weigh more");
}

#[test]
fn what_cannot_be_in_is_refused() {
    let p = Parameters { must_have: written(&[SMOOTH, "area_worst > 1e6 then M"]), ..one_division() };
    let says = "the rule 'if area_worst > 1000000 then M' must be in, but no training row meets it";
    let part = Parameters { quiet: true, ..p.clone() };
    assert!(fit(part).is_ok(), "a part of the rows");
    assert_eq!(fit(p).unwrap_err().to_string(), says);
    let of =
        |texts: &[&str], p: Parameters| fit(Parameters { must_have: written(texts), ..p }).unwrap_err().to_string();
    let usual = || Parameters { size: rules(2), ..one_division() };
    let error = of(&["if aera_worst > 3 then M"], usual());
    assert!(error.contains("there is no column 'aera_worst': the nearest are 'area_worst'"), "{error}");
    let error = of(&["area_worst > 3"], usual());
    assert!(error.contains("it has no 'then'"), "{error}");
    let error = of(&["if area_worst > 3 then +1"], usual());
    assert!(error.contains("its weight is learned, and cannot be said"), "{error}");
    let three = ["area_worst > 3 then M", "area_se > 3 then M", "texture_se > 3 then M"];
    let error = of(&three, usual());
    assert_eq!(error, "the size must be at least 3, which the rules that must be in need, not 2");
    let error = of(&three, Parameters { max_rules: NonZeroUsize::new(2), ..Parameters::default() });
    assert!(error.starts_with("the number of rules must be at least 3"), "{error}");
    let error = of(&three, Parameters { max_conditions: NonZeroUsize::new(1), ..Parameters::default() });
    assert!(error.starts_with("the number of conditions must be at least 3"), "{error}");
}

#[test]
fn boolean_rules_have_one_class_and_need_not_say_it() {
    let (data, _) = fixture("monks1", "class");
    let p = Parameters { complexity: Some(8.0), ..Parameters::of(Method::Boolean) };
    let model = |text: &str| {
        let p = Parameters { must_have: written(&[text]), ..p.clone() };
        Learner::new(p).unwrap().fit(&data, "class").unwrap().model
    };
    let [short, full] = ["holding = sword", "if holding = sword then positive"].map(model);
    assert!(texts(&short).iter().any(|rule| rule == "if holding = sword then positive"), "{:?}", texts(&short));
    assert_eq!(texts(&short), texts(&full));
    assert_eq!(short.settings["must_have"], 1);
}

/// The problem of an edit without a rule that had to be in is another one, which has other bounds.
#[test]
fn edits_of_models_with_required_rules_claim_no_bound() {
    let (data, _) = fixture("wdbc", "diagnosis");
    let p = Parameters { penalty: Some(5.0), max_length: Some(1), must_have: written(&[SMOOTH]), ..exact() };
    let model = fit(p).unwrap();
    assert!(model.certificate.lower_bound.is_some());
    let at = texts(&model).iter().position(|text| text == SMOOTH).unwrap() + 1;
    let of = |edit: Edit| edit.of(&model, &data, &Registry::default(), &Limits::default()).unwrap();
    let dropped = of(Edit { drop: vec![at], ..Edit::default() });
    for edited in [&dropped.before, &dropped.after] {
        assert_eq!((edited.certificate.lower_bound, edited.certificate.scopes.len()), (None, 0));
    }
    assert!(dropped.after.certificate.objective > dropped.before.certificate.objective);
    assert!(!dropped.after.settings.contains_key("must_have"));
    // Added again, it costs what others do, and the next edit has the same problem.
    let again = of(Edit { drop: vec![at], add: vec![SMOOTH.into()], ..Edit::default() }).after;
    let next = Edit { lock: vec![1], ..Edit::default() };
    let next = next.of(&again, &data, &Registry::default(), &Limits::default()).unwrap();
    let [again, next] = [&again, &next.before].map(|model| model.certificate.objective);
    assert!((again - next).abs() < 1e-4 * next, "{again} {next}");
}

fn exact() -> Parameters {
    crate::rules::exact(rulegen::LossName::LOGISTIC)
}
