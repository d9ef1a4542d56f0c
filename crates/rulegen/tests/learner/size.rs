//! Sizes of models: chosen, given and capped.

use crate::fixtures::{all, fixture, one_division};
use rulegen::data::{Dataset, ReadOptions, Table, Values};
use rulegen::driver::{Observer, Round};
use rulegen::limits::{Limits, StopFlag};
use rulegen::measure::Quality;
use rulegen::rule::{Model, Predictor, Status};
use rulegen::{Fitted, Learner, LossName, Method, ParameterValue, Parameters, PricerName, Settings, SizeChoice};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

fn size(n: usize) -> Option<SizeChoice> {
    Some(SizeChoice::Rules(NonZeroUsize::new(n).unwrap()))
}

fn fit(parameters: Parameters, data: &Dataset, target: &str) -> Fitted {
    Learner::new(parameters).unwrap().fit(data, target).unwrap()
}

fn accuracy(model: &Model, data: &Dataset) -> f64 {
    let predicted = Predictor::new(model).predict(&data.features).unwrap();
    Quality::new(&predicted, &data.target.labels, model.classes.len(), None).accuracy
}

#[test]
fn a_rare_class_has_cut_points_among_its_own_values() {
    // One row of a hundred is of the class, all beyond the 99 others. Twenty quantiles of all rows
    // end at 95 of a hundred.
    let x: Vec<f64> = (0..2000).map(|row| f64::from(row * 7919 % 2000)).collect();
    let labels = x.iter().map(|&x| if x >= 1980.0 { "fraud" } else { "fair" });
    let table = Table::from_columns([("x", Values::from(x.clone())), ("class", Values::from_text(labels))]).unwrap();
    let data = Dataset::from_table(table, "class", None).unwrap();
    let p = Parameters { keep: vec!["x".into()], min_cover: Some(5), ..one_division() };
    // All rows are right except one or two at the border. Without any rule the accuracy is 0.99.
    let right = accuracy(&fit(p, &data, "class").model, &data);
    assert!(right > 0.999, "{right}");
}

#[test]
fn a_front_has_a_model_for_each_row_and_one_is_chosen() {
    for (data, target) in all() {
        let Fitted { model, front, run, .. } = fit(one_division(), &data, target);
        let front = front.unwrap();
        assert_eq!((run.status, model.certificate.status), (Status::Size, Status::Size), "{target}");
        assert_eq!(front.rows.len(), front.models.len());
        let chosen: Vec<usize> = (0..front.rows.len()).filter(|&at| front.rows[at].chosen).collect();
        assert_eq!(chosen.len(), 1, "{target}");
        let mut others = front.models[chosen[0]].clone();
        others.certificate = model.certificate.clone();
        others.settings = model.settings.clone();
        assert_eq!(others, model, "{target}");
        for (row, model) in front.rows.iter().zip(&front.models) {
            assert_eq!((row.rules, row.conditions), (model.rules.len(), model.conditions()), "{target}");
            assert!(model.rules.iter().all(|rule| rule.rule.len() <= row.max_length && row.max_length <= 3));
            let (labels, rows) = (&data.target.labels, data.target.labels.len() as f64);
            let share = |class: u32| labels.iter().filter(|&&label| label == class).count() as f64 / rows;
            for rule in &model.rules {
                assert!(rule.support.precision() > share(rule.class), "{target}: it misleads: {rule:?}");
            }
            let rulegen::MeanScore { mean: score, standard_error: error } = row.scores[0];
            assert!((0.0..=1.0).contains(&score) && error >= 0.0, "{target}: {row:?}");
        }
        assert!(front.rows.windows(2).all(|pair| pair[0].rules <= pair[1].rules), "{target}");
        assert!(model.rules.len() <= 30 && accuracy(&model, &data) > 0.7, "{target}");
    }
}

/// Makes rows of which `x` decides all but those whose place, from 1, is a multiple of `wrong`.
fn nearly_decided(wrong: usize) -> Dataset {
    // With a gap, so that a row beside it is right in the fold that holds it out.
    let cell = |row: i32| f64::from(row * 7919 % 120 / 60) + f64::from(row * 7919 % 60) / 120.0;
    let x: Vec<f64> = (0..120).map(cell).collect();
    let label = |(row, &x): (usize, &f64)| if (x < 0.5) != (row + 1).is_multiple_of(wrong) { "no" } else { "yes" };
    let labels = Values::from_text(x.iter().enumerate().map(label).collect::<Vec<_>>());
    let table = Table::from_columns([("x", Values::from(x)), ("class", labels)]).unwrap();
    Dataset::from_table(table, "class", None).unwrap()
}

#[test]
fn a_rule_and_its_complement_are_not_both_chosen() {
    let data = nearly_decided(5);
    let front = fit(one_division(), &data, "class").front.unwrap();
    for model in &front.models {
        let coded = model.schema.encode(&data.features).unwrap();
        let covers: Vec<_> = model.rules.iter().map(|rule| coded.cover(&model.schema, &rule.rule)).collect();
        for (at, cover) in covers.iter().enumerate() {
            assert!(!covers[..at].iter().any(|other| cover.is_complement(other)), "{:?}", model.rules);
        }
    }
}

#[test]
fn rows_held_out_choose_the_ridge_of_the_weights() {
    let ridge = |model: &Model| model.settings["ridge"].as_f64().unwrap();
    let clear = nearly_decided(1000);
    let chosen = fit(Parameters::default(), &clear, "class");
    assert_eq!(ridge(&chosen.model), 0.03, "one rule decides all rows");
    let noise = fit(Parameters::default(), &nearly_decided(2), "class").model;
    assert_eq!(ridge(&noise), 3.0, "half of the rows are wrong");
    // The ridge named is that of the model, with more modest weights of more rules.
    let named = fit(Parameters { ridge: Some(3.0), ..Parameters::default() }, &clear, "class").model;
    assert_eq!(ridge(&named), 3.0);
    for rule in &chosen.model.rules {
        let modest = named.rules.iter().find(|other| (&other.rule, other.class) == (&rule.rule, rule.class)).unwrap();
        assert!(rule.weight > 1.5 * modest.weight, "{rule:?} {modest:?}");
    }
    let said = "Sizes were scored with a ridge of 3; the weights have 0.03, which gives the smallest log loss.";
    assert!(chosen.front.as_ref().unwrap().choice.ends_with(said));
    // The weights of every size are the optimum at that ridge.
    let learner = Learner::new(Parameters { ridge: Some(0.03), ..Parameters::default() }).unwrap();
    for model in &chosen.front.unwrap().models {
        let weighed = learner.restricted(&clear, "class", model, &Limits::default()).unwrap();
        let objective = model.certificate.objective;
        assert!((weighed.objective - objective).abs() < 1e-6 * objective, "{} {objective}", weighed.objective);
    }
}

/// Makes rows of which a column decides nine in ten, beside columns that say nothing.
fn one_column_decides() -> Dataset {
    let drawn = |row: u32, column: u32| f64::from((row * 7919 + column * 104_729) % 10_007 % 100);
    let x = |row: u32| drawn(row, 0);
    let label = |row: u32| if (x(row) < 50.0) == (drawn(row, 9) < 90.0) { "no" } else { "yes" };
    let column = |of: u32| Values::from((0..400).map(|row| drawn(row, of)).collect::<Vec<f64>>());
    let labels = Values::from_text((0..400).map(label));
    let columns = [("x", column(0)), ("a", column(1)), ("b", column(2)), ("c", column(3)), ("class", labels)];
    Dataset::from_table(Table::from_columns(columns).unwrap(), "class", None).unwrap()
}

#[test]
fn rules_say_in_how_many_folds_they_were_found() {
    let data = one_column_decides();
    let p = Parameters { size: size(6), folds: 4, ..Parameters::default() };
    let model = fit(p, &data, "class").model;
    let found = |rule: &rulegen::rule::WeightedRule| rule.folds.unwrap();
    // 1,600 cells are divided eight times.
    assert!(model.rules.iter().all(|rule| found(rule).of == 32), "{:?}", model.rules);
    assert_eq!(found(&model.rules[0]).found, 32, "{:?}", model.rules[0]);
    assert!(model.rules[0].rule.literals().iter().any(|literal| literal.column == 0), "{:?}", model.rules[0]);
    assert!(model.rules.iter().any(|rule| found(rule).found < 32), "rules of noise hang on single rows");
    // Merged rows tell by those that folds hold out.
    let p = Parameters { rows_at_hand: NonZeroUsize::new(100).unwrap(), quiet: true, ..Parameters::default() };
    let merged = fit(Parameters { size: size(2), folds: 4, ..p }, &data, "class").model;
    assert_eq!(found(&merged.rules[0]), rulegen::rule::FoldsFound { found: 4, of: 4 });
    // Without folds nothing is known.
    let p = Parameters { penalty: Some(10.0), size: Some(SizeChoice::Given), ..Parameters::default() };
    let given = fit(p, &data, "class").model;
    assert!(!given.rules.is_empty() && given.rules.iter().all(|rule| rule.folds.is_none()));
}

/// Scores of rows that are not shown decide too, so the errors here only show how near is near
/// enough.
#[test]
fn auto_is_small_and_near_the_best() {
    for (data, target) in all() {
        let choose_by = Some(vec![rulegen::measure::ChoiceMeasure::Accuracy]);
        let rows = |size| {
            // At another ridge than that of the scores a model may need fewer of its rules.
            let (size, ridge, choose_by) = (Some(size), Some(3.0), choose_by.clone());
            fit(Parameters { size, ridge, choose_by, ..one_division() }, &data, target).front.unwrap().rows
        };
        let (auto, best) = (rows(SizeChoice::Auto), rows(SizeChoice::Best));
        let chosen = |rows: &[rulegen::FrontRow]| rows.iter().find(|row| row.chosen).unwrap().clone();
        let error = auto.iter().chain(&best).map(|row| row.scores[0].standard_error).fold(0.01, f64::max);
        let (auto, best) = (chosen(&auto), chosen(&best));
        assert!((auto.rules, auto.conditions) <= (best.rules, best.conditions), "{target}: {auto:?} {best:?}");
        let score = |row: &rulegen::FrontRow| row.scores[0].mean;
        assert!(score(&auto) >= score(&best) - error, "{target}: {auto:?} {best:?} {error}");
    }
}

#[test]
fn divisions_are_as_many_as_asked_for() {
    let (data, target) = fixture("wine", "cultivar");
    let asked = |divisions: Option<usize>| fit(Parameters { divisions, ..Parameters::default() }, &data, target);
    let (usual, eight, one) = (asked(None), asked(Some(8)), asked(Some(1)));
    let scores = |fitted: &Fitted| fitted.front.as_ref().unwrap().rows.iter().map(|row| row.scores.clone()).collect();
    let (of_usual, of_eight, of_one): (Vec<_>, Vec<_>, Vec<_>) = (scores(&usual), scores(&eight), scores(&one));
    assert_eq!(of_usual, of_eight);
    assert_ne!(of_usual, of_one);
    assert_eq!(one.front.unwrap().divisions, 1);
    let settings = |fitted: &Fitted| fitted.model.settings.get("divisions").cloned();
    assert_eq!((settings(&usual), settings(&eight)), (None, Some(8.into())));
    for (p, says) in [
        (Parameters { divisions: Some(0), ..Parameters::default() }, "from 1 to 1000"),
        (
            Parameters { divisions: Some(2), penalty: Some(1.0), ..Parameters::default() },
            "cannot be given where no folds are drawn",
        ),
    ] {
        let error = Learner::new(p).unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
    }
}

#[test]
fn numbers_and_caps_are_never_exceeded() {
    for (at, (data, target)) in all().into_iter().enumerate() {
        // With every change one number for each data set.
        let is_tried = |number: &usize| crate::is_thorough() || *number == [1, 3, 7][at % 3];
        for n in [1, 3, 7].into_iter().filter(is_tried) {
            let few = fit(Parameters { size: size(n), ..one_division() }, &data, target).model;
            assert!((1..=n).contains(&few.rules.len()), "{target}: {} for {n}", few.rules.len());
            let cap = NonZeroUsize::new(n);
            for loss in [LossName::LOGISTIC, LossName::HINGE] {
                let capped =
                    Parameters { penalty: Some(0.1), max_rules: cap, loss: loss.clone(), ..Parameters::default() };
                let model = fit(capped, &data, target).model;
                assert!(model.rules.len() <= n && !model.rules.is_empty(), "{target} {loss:?}");
                let capped =
                    Parameters { penalty: Some(0.1), max_conditions: cap, loss: loss.clone(), ..Parameters::default() };
                assert!(fit(capped, &data, target).model.conditions() <= n, "{target} {loss:?}");
            }
            let auto = Parameters { max_conditions: cap, ..one_division() };
            assert!(fit(auto, &data, target).model.conditions() <= n, "{target}");
            let rug = Parameters { max_rules: cap, penalty: Some(0.1), ..Parameters::of(Method::Rug) };
            let model = Learner::new(rug).unwrap().fit(&data, target).unwrap().model;
            assert!(model.rules.len() <= n, "{target}");
        }
    }
}

#[test]
fn a_cap_that_does_not_bind_changes_nothing() {
    let (data, target) = fixture("wdbc", "diagnosis");
    let with = |max_rules| {
        let rug =
            Parameters { max_rules: NonZeroUsize::new(max_rules), penalty: Some(1.0), ..Parameters::of(Method::Rug) };
        Learner::new(rug).unwrap().fit(&data, target).unwrap().model
    };
    let (loose, capped) = (with(1000), with(4));
    let free = Learner::new(Parameters::of(Method::Rug)).unwrap().fit(&data, target).unwrap().model;
    assert_eq!((&loose.rules, &loose.certificate), (&free.rules, &free.certificate));
    assert!(capped.rules.len() <= 4 && free.rules.len() > 4);
    assert!(capped.certificate.objective > free.certificate.objective);
}

/// Caps on rules or conditions become the complexity of a Boolean rule set, so that its proofs
/// hold.
#[test]
fn boolean_caps_are_bounds_on_complexity() {
    let (data, target) = fixture("monks1", "class");
    let fit = |parameters: Parameters| {
        let fitted = Learner::new(parameters).unwrap().fit(&data, target).unwrap();
        (fitted.model, fitted.run)
    };
    let (rules, _) = fit(Parameters { max_rules: NonZeroUsize::new(2), ..Parameters::of(Method::Boolean) });
    assert!(rules.rules.len() <= 2);
    let (short, _) = fit(Parameters { max_conditions: NonZeroUsize::new(3), ..Parameters::of(Method::Boolean) });
    assert!(short.conditions() <= 3 && short.certificate.objective >= 0.0);
    let both = Parameters { max_rules: NonZeroUsize::new(2), complexity: Some(3.0), ..Parameters::of(Method::Boolean) };
    let error = Learner::new(both).unwrap_err().to_string();
    assert_eq!(error, "the bound must be one of complexity, number of rules and number of conditions, not several");
}

#[test]
fn boolean_rule_sets_choose_their_size() {
    let (data, target) = fixture("monks1", "class");
    let parameters = Parameters { positive: Some("positive".into()), ..Parameters::of(Method::Boolean) };
    let fitted = Learner::new(parameters).unwrap().fit(&data, target).unwrap();
    let front = fitted.front.unwrap();
    assert!(front.rows.len() > 1 && front.rows.iter().filter(|row| row.chosen).count() == 1);
    // MONK 1 is true if the head is shaped as the body, or the jacket is red.
    assert_eq!(accuracy(&fitted.model, &data), 1.0);
    assert_eq!(fitted.model.rules.len(), 4);
}

/// The path alone proves less than a few rounds more, which are left out where pricers are named.
#[test]
fn further_rounds_bring_the_bound_nearer_to_the_objective() {
    let (data, target) = fixture("wdbc", "diagnosis");
    let parameters = Parameters { size: size(3), max_length: Some(2), ..one_division() };
    let named = Parameters { pricers: Some(vec![PricerName::CUBE, PricerName::GREEDY]), ..parameters.clone() };
    let [more, path] = [parameters, named].map(|parameters| fit(parameters, &data, target).model);
    // Folds have pricers of their own.
    let weights = |model: &Model| model.rules.iter().map(|r| (r.rule.clone(), r.weight)).collect::<Vec<_>>();
    assert_eq!(weights(&more), weights(&path));
    let [more, path] = [more, path].map(|model| model.certificate.lower_bound.unwrap());
    assert!(more > 1.05 * path, "{more} {path}");
}

/// No rule of one condition gains more than is proved: all of them are tried.
#[test]
fn nothing_gains_more_than_is_proved() {
    for (data, target) in all() {
        let pricers = Some(vec![PricerName::GREEDY, PricerName::BRANCH_AND_BOUND]);
        let parameters = Parameters { size: size(3), max_length: Some(2), pricers, ridge: Some(0.0), ..one_division() };
        let Fitted { model, .. } = fit(parameters, &data, target);
        let gain = model.certificate.further_gain.unwrap();
        assert!(gain >= 0.0 && model.certificate.lower_bound.unwrap() <= model.certificate.objective, "{target}");
        let coded = model.schema.encode(&data.features).unwrap();
        let probabilities = Predictor::new(&model).probabilities(&data.features).unwrap();
        let classes = model.classes.len();
        for literal in model.schema.literals() {
            let cover = coded.cover(&model.schema, &rulegen::rule::Rule::new([literal]));
            for class in 0..classes {
                let of_row = |row: usize| {
                    f64::from(u8::from(data.target.labels[row] as usize == class))
                        - probabilities[row * classes + class]
                };
                let income: f64 = cover.iter().map(of_row).sum();
                assert!(income - 1.0 <= gain + 1e-6 * data.target.labels.len() as f64, "{target}: {income} {gain}");
            }
        }
        let greedy = Some(vec![PricerName::GREEDY]);
        let heuristic = Parameters { size: size(3), pricers: greedy, ..one_division() };
        assert_eq!(fit(heuristic, &data, target).model.certificate.further_gain, None);
    }
}

#[test]
fn sizes_do_not_depend_on_threads() {
    let (data, target) = fixture("wine", "cultivar");
    let model = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| fit(Parameters::default(), &data, target).model.to_json())
    };
    assert_eq!(model(1), model(3));
}

#[test]
fn tiny_tables_have_a_size_too() {
    let csv = |rows: &str| {
        let options = ReadOptions { text: vec!["y".into()], ..Default::default() };
        let table = rulegen::data::read_bytes(format!("x,y\n{rows}").as_bytes(), &options).unwrap();
        Dataset::from_table(table, "y", None).unwrap()
    };
    for rows in ["1,a\n2,b\n", "1,a\n1,b\n2,b\n", "1,a\n2,a\n3,b\n4,b\n", "1,a\n2,b\n3,c\n"] {
        let data = csv(rows);
        for method in [Method::Rules, Method::Boolean] {
            let fitted = method.learner(Settings::new()).unwrap().fit(&data, "y").unwrap();
            assert!(fitted.front.is_some(), "{rows:?}");
        }
        for loss in ["logistic", "hinge"] {
            let settings = Settings::from([("loss".to_owned(), ParameterValue::Text(loss.into()))]);
            assert!(Method::Rules.learner(settings).unwrap().fit(&data, "y").is_ok(), "{rows:?}");
        }
    }
}

/// A fit that is stopped returns the best model so far.
#[test]
fn limits_leave_a_model() {
    let (data, target) = fixture("wdbc", "diagnosis");
    let limited = Parameters { time_limit: Some(Duration::from_nanos(1)), ..Parameters::default() };
    assert_eq!(fit(limited, &data, target).run.status, Status::TimeLimit);
    struct Stopper(StopFlag);
    impl Observer for Stopper {
        fn round(&mut self, round: &Round) {
            if round.iteration == 4 {
                self.0.raise();
            }
        }
    }
    let stop = StopFlag::default();
    let learner = Learner::new(Parameters::default()).unwrap();
    let fitted = learner.fit_observed(&data, target, &stop.clone().into(), &mut Stopper(stop)).unwrap();
    assert_eq!(fitted.run.status, Status::Interrupted);
    // The rules found by then have their weights.
    assert!((1..=10).contains(&fitted.model.rules.len()) && accuracy(&fitted.model, &data) > 0.85);
    assert!(fitted.front.unwrap().rows.iter().all(|row| row.scores.is_empty()));
}

#[test]
fn what_does_not_go_together_is_refused() {
    let refused = |parameters: Parameters| Learner::new(parameters).unwrap_err().to_string();
    let ridge = Parameters { loss: LossName::HINGE, ridge: Some(1.0), ..Parameters::default() };
    assert_eq!(refused(ridge), "the ridge must be 0 with the loss hinge, not 1");
    let measures = Some(vec![rulegen::measure::ChoiceMeasure::LogLoss]);
    let measured = Parameters { loss: LossName::HINGE, choose_by: measures, ..Parameters::default() };
    assert!(refused(measured).starts_with("the measure must be one that needs no probabilities"));
    assert!(refused(Parameters { folds: 1, ..Parameters::default() }).contains("at least 2"));
}

/// An observer learns how many parts there are, and of each that has ended.
#[test]
fn parts_are_counted_to_the_last() {
    struct Counter(Arc<AtomicUsize>, Vec<usize>);
    impl Observer for Counter {
        fn parts(&mut self, of: usize) -> Box<dyn Fn() + Send + Sync> {
            self.1.push(of);
            let ended = self.0.clone();
            Box::new(move || {
                ended.fetch_add(1, Ordering::Relaxed);
            })
        }
    }
    let count = |method: Method, data: &Dataset, target: &str| {
        let mut counter = Counter(Arc::default(), Vec::new());
        let learner = method.learner(Settings::new()).unwrap();
        learner.fit_observed(data, target, &Limits::default(), &mut counter).unwrap();
        assert_eq!(counter.1, [counter.0.load(Ordering::Relaxed)]);
        counter.1[0]
    };
    let (few, target) = fixture("iris", "species");
    // Three lengths, on all rows and on eight times five folds, and the model that is taken make
    // 124 parts.
    assert_eq!(count(Method::Rules, &few, target), 124);
    let (many, target) = fixture("wdbc", "diagnosis");
    assert_eq!(count(Method::Rules, &many, target), 124);
    let (monks, target) = fixture("monks1", "class");
    assert_eq!(count(Method::Boolean, &monks, target), 7);
}

#[test]
fn the_models_of_all_sizes_are_those_of_one_path() {
    for (data, target) in all() {
        // With rules of one condition and a ridge there is one path, and nothing to choose but the
        // size.
        let p = Parameters { max_length: Some(1), ridge: Some(3.0), ..one_division() };
        let learner = Learner::new(p.clone()).unwrap();
        let sizes = learner.fit_sizes(&data, target, &Limits::default(), &mut ()).unwrap();
        assert_eq!(sizes.status, Status::Size, "{target}");
        let rules: Vec<usize> = sizes.models.iter().map(|sized| sized.model.rules.len()).collect();
        assert!(rules[0] == 0 && rules.is_sorted_by(|a, b| a < b) && rules.len() > 2, "{target}: {rules:?}");
        for pair in sizes.models.windows(2) {
            assert!(pair[1].loss < pair[0].loss, "{target}: {} {}", pair[0].loss, pair[1].loss);
        }
        let three = sizes.models.iter().find(|sized| sized.model.rules.len() == 3).unwrap();
        let fitted = fit(Parameters { size: size(3), ..p.clone() }, &data, target);
        let mut rules = fitted.model.rules;
        rules.iter_mut().for_each(|rule| rule.folds = None);
        assert_eq!(three.model.rules, rules, "{target}");
        // The objective has the costs of rules too.
        assert!(three.loss <= fitted.model.certificate.objective, "{target}");
        // The optimum at a penalty has no sizes, and the path of the same parameters has.
        let given = Learner::new(Parameters { size: Some(SizeChoice::Given), divisions: None, ..p }).unwrap();
        let again = given.fit_sizes(&data, target, &Limits::default(), &mut ()).unwrap();
        assert_eq!(again.models.len(), sizes.models.len(), "{target}");
    }
    let stopped = Limits::from(StopFlag::default());
    stopped.stop.raise();
    let (data, target) = fixture("iris", "species");
    let cut_short = Learner::new(Parameters::default()).unwrap().fit_sizes(&data, target, &stopped, &mut ()).unwrap();
    assert_eq!((cut_short.status, cut_short.models.len()), (Status::Interrupted, 1));
    let rug = Learner::new(Parameters::of(Method::Rug)).unwrap();
    let error = rug.fit_sizes(&data, target, &Limits::default(), &mut ()).unwrap_err().to_string();
    assert!(!rug.has_sizes() && error.ends_with("rules, which have a path of sizes, not rug"), "{error}");
}
