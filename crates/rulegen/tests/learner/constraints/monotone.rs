//! Columns along which models only rise or fall.

use crate::constraints::util::{
    assert_optimum_over, dataset, fit_with, flag, list, number, one_division, seeds, short, short_rules, table, text,
};
use rulegen::data::Dataset;
use rulegen::limits::Limits;
use rulegen::rule::{Literal, Model, Predictor, Rule, Test};
use rulegen::{Learner, Method, ParameterValue, Parameters, Settings, Trend};
use rulegen_binarize::Samples;
use rulegen_numeric::Random;

/// Values of the columns `up` and `down`, and of `c`.
const VALUES: i64 = 6;
const LETTERS: [&str; 3] = ["u", "v", "w"];

/// Rows whose label follows neither column in one direction, with cells missing.
fn data(seed: u64) -> Dataset {
    let mut random = Random::new(seed, 0);
    let mut csv = "up,down,c,y\n".to_owned();
    for _ in 0..60 {
        let (up, down, letter) = (random.below(6), random.below(6), random.below(3));
        let likely = if (up < 2) == (down < 3) || letter == 0 { 0.8 } else { 0.3 };
        let label = if random.unit() < likely { "yes" } else { "no" };
        let up = if random.below(9) == 0 { String::new() } else { up.to_string() };
        csv += &format!("{up},{down},{},{label}\n", LETTERS[letter]);
    }
    dataset(&csv)
}

fn trends() -> ParameterValue {
    ParameterValue::List(vec!["up:+".into(), "down:-".into()])
}

fn ways() -> Vec<(Method, Settings)> {
    vec![
        (Method::Rules, Settings::from([one_division()])),
        (
            Method::Rules,
            Settings::from([one_division(), list("pricers", &["branch-and-bound"]), text("positive", "no")]),
        ),
        (Method::Rules, Settings::from([text("loss", "hinge"), number("penalty", 1.0)])),
        (Method::Rules, Settings::from([one_division(), text("path", "penalty")])),
        (Method::Rug, Settings::from([text("fallback", "first-tree")])),
        (Method::Rug, Settings::from([number("penalty", 0.1), list("pricers", &["branch-and-bound"])])),
        (Method::Rug, Settings::from([number("penalty", 0.1), list("pricers", &["sampled"])])),
        (Method::Boolean, Settings::from([number("complexity", 8.0), short()])),
        (Method::Boolean, Settings::from([number("complexity", 8.0), short(), flag("cnf")])),
    ]
}

/// Returns the class, and the votes for `yes`, of each cell of the grid.
fn grid(model: &Model) -> Vec<[(u32, f64); (VALUES * VALUES) as usize]> {
    let csv = |letter: &str| {
        let rows = (0..VALUES * VALUES).map(|cell| format!("{},{},{letter},\n", cell / VALUES, cell % VALUES));
        "up,down,c,y\n".to_owned() + &rows.collect::<String>()
    };
    let predictor = Predictor::new(model);
    let of = |letter: &&str| {
        let table = table(&csv(letter));
        let (classes, scores) = (predictor.predict(&table).unwrap(), predictor.scores(&table).unwrap());
        std::array::from_fn(|row| (classes[row], scores[2 * row + 1] - scores[2 * row]))
    };
    LETTERS.iter().map(of).collect()
}

/// True if the model never turns from `yes` as `up` rises or `down` falls.
fn is_monotone(model: &Model) -> bool {
    let at = |cells: &[(u32, f64)], up: i64, down: i64| cells[(up * VALUES + down) as usize];
    let no_less = |more: (u32, f64), less: (u32, f64)| more.0 >= less.0 && more.1 >= less.1 - 1e-12;
    grid(model).iter().all(|cells| {
        let steps = (1..VALUES).flat_map(|next| (0..VALUES).map(move |other| (next, other)));
        steps.into_iter().all(|(next, other)| {
            no_less(at(cells, next, other), at(cells, next - 1, other))
                && no_less(at(cells, other, next - 1), at(cells, other, next))
        })
    })
}

#[test]
fn no_model_falls_where_it_must_rise() {
    let mut bent = 0;
    let seeds = seeds(8);
    for seed in 0..seeds {
        let data = data(seed);
        for (method, settings) in ways() {
            let free = method.learner(settings.clone()).unwrap().fit(&data, "y").unwrap().model;
            bent += usize::from(!is_monotone(&free));
            let mut asked = settings.clone();
            // For the class `no` the trends are the other way round.
            let turned = settings.contains_key("positive");
            let turn = ParameterValue::List(vec!["up:-".into(), "down:+".into()]);
            asked.insert("monotone".into(), if turned { turn } else { trends() });
            let fitted = method.learner(asked).unwrap().fit(&data, "y").unwrap();
            assert!(is_monotone(&fitted.model), "{method} {settings:?} {seed}\n{}", fitted.model.to_text());
            assert!(fitted.model.settings["monotone"].is_array());
        }
    }
    assert!(bent as u64 > 2 * seeds, "only {bent} models turn without trends: the data test nothing");
}

/// Lists all rules of one or two conditions that a class may have if `yes` becomes more likely with
/// `up` and less likely with `down`.
fn permitted(samples: &Samples) -> Vec<(Rule, Option<u32>)> {
    let column = |at: u32| samples.schema.features[at as usize].name.as_str();
    let may = |literal: &Literal, class: u32| match (column(literal.column), literal.test) {
        ("up", Test::Above(_)) | ("down", Test::AtMost(_)) => class == 1,
        ("up", Test::AtMost(_)) | ("down", Test::Above(_)) => class == 0,
        _ => true,
    };
    let of_class = |class: u32| {
        let own = short_rules(samples).into_iter().filter(move |rule| rule.literals().iter().all(|l| may(l, class)));
        own.map(move |rule| (rule, Some(class))).collect::<Vec<_>>()
    };
    [0, 1].into_iter().flat_map(of_class).collect()
}

#[test]
fn the_optimum_is_that_over_the_rules_permitted() {
    for seed in 0..20 {
        let monotone: Vec<Trend> = vec!["up:+".parse().unwrap(), "down:-".parse().unwrap()];
        assert_optimum_over(
            &data(seed),
            |parameters| Parameters { monotone: monotone.clone(), ..parameters },
            permitted,
        );
    }
}

#[test]
fn trends_that_cannot_be_are_refused() {
    let two = "x,c,y\n1,u,a\n2,v,b\n3,u,b\n4,v,a\n";
    let three = "x,c,y\n1,u,a\n2,v,b\n3,u,c\n4,v,a\n";
    for method in [Method::Rug, Method::Rules, Method::Boolean] {
        for (trend, csv, says) in [
            ("x", two, "the monotone columns must be COLUMN:+ or COLUMN:-, not 'x'"),
            ("x:up", two, "not 'x:up'"),
            ("z:+", two, "there is no column 'z' to be monotone in"),
            ("c:+", two, "'c' holds words: a model can be monotone in numbers only"),
            ("x:+", three, "a model can be monotone for two classes, not for 3"),
        ] {
            let error = fit_with(method, list("monotone", &[trend]), &dataset(csv)).unwrap_err();
            assert!(error.contains(says), "{method}: {error}");
        }
    }
    let monotone = vec![Trend { column: "x".into(), rises: true }];
    let own = Learner::new(Parameters { monotone, ..Parameters::of(Method::Rug) }).unwrap();
    let error = own.fit_with(&dataset(two), "y", |_| Ok(Vec::new()), &Limits::default(), &mut ()).unwrap_err();
    assert!(error.to_string().contains("the list of monotone columns must be empty"), "{error}");
}
