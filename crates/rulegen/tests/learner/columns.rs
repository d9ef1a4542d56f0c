//! Columns that name rows, rare categories and least covers, seen in the models learned.

use rulegen::binarize::DroppedColumn;
use rulegen::data::{Dataset, ReadOptions, read_bytes, read_path};
use rulegen::rule::{Domain, Model, Predictor, Support};
use rulegen::{FitError, Fitted, Method, ParameterValue, Settings};

/// The columns that a newcomer's table often has beside its features.
const NAMES: [&str; 8] = ["name", "id", "row", "visit", "price", "ticket", "account", "customerID"];

/// Makes a table of so-named columns, and of age, income, colour and city, of which age and colour
/// decide.
fn customers(rows: u64) -> String {
    let mut state = 7u64;
    let mut draw = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let mut csv = "name,id,row,visit,price,ticket,account,customerID,age,income,colour,city,y\n".to_owned();
    for row in 0..rows {
        let (age, colour) = (18 + draw(60), ["red", "green", "blue"][draw(3) as usize]);
        let city = match draw(20) {
            0 => format!("village {}", draw(12)),
            n => ["Ulm", "Bonn", "Kiel", "Trier"][n as usize % 4].to_owned(),
        };
        let noise = draw(10) == 0;
        let yes = (age > 40 && colour != "red") != noise;
        csv += &format!(
            "Person {}-{row},C-{},{},{}-{:02}-{:02} noon,\"{},{:02} EUR net\",A/5 {},{},{},{age},{:.3},{colour},{city},{}\n",
            draw(50),
            10_000 + row * 7 + draw(7),
            row + 1,
            1990 + draw(30),
            1 + draw(12),
            1 + draw(28),
            draw(5000),
            draw(100),
            draw(3 * rows),
            // Numbers of eight digits.
            10_000_000 + 89_000 * (row * 37 % 1000) + draw(1000),
            // All numbers differ. Apart from the name, their wide spread alone shows that they name
            // rows.
            row * row * 3 % 7_919 + 100 * ((row * 71) % rows) * row + row,
            1000.0 + draw(1_000_000) as f64 / 7.0,
            if yes { "yes" } else { "no" },
        );
    }
    csv
}

fn data(csv: &str) -> Dataset {
    let table = read_bytes(csv.as_bytes(), &ReadOptions { text: vec!["y".into()], ..Default::default() }).unwrap();
    Dataset::from_table(table, "y", None).unwrap()
}

/// The defaults of a method, within a short time limit.
fn settings(method: Method) -> Settings {
    match method {
        Method::Boolean => Settings::from([
            ("complexity".into(), ParameterValue::Integer(5)),
            ("max-length".into(), ParameterValue::Integer(2)),
        ]),
        _ => Settings::new(),
    }
}

fn fit_with(method: Method, data: &Dataset, more: &[(&str, ParameterValue)]) -> Result<Fitted, FitError> {
    let mut settings = settings(method);
    settings.extend(more.iter().map(|(name, value)| ((*name).to_owned(), value.clone())));
    method.learner(settings).unwrap().fit(data, "y")
}

fn features(model: &Model) -> Vec<&str> {
    model.schema.features.iter().map(|feature| feature.name.as_str()).collect()
}

#[test]
fn no_default_model_knows_columns_that_name_rows() {
    for rows in [60, 400] {
        let data = data(&customers(rows));
        for method in Method::ALL {
            let fitted = fit_with(method, &data, &[]).unwrap();
            let known = features(&fitted.model);
            assert_eq!(known, ["age", "income", "colour", "city"], "{method}, {rows} rows");
            let dropped: Vec<&str> = fitted.dropped.iter().map(DroppedColumn::column).collect();
            assert_eq!(dropped, NAMES, "{method}, {rows} rows");
            assert!(!fitted.model.settings.contains_key("keep"), "{method}");
        }
    }
}

#[test]
fn columns_are_kept_where_they_are_asked_for() {
    let data = data(&customers(200));
    for method in Method::ALL {
        let keep = |names: &[&str]| ("keep", ParameterValue::List(names.iter().map(|name| (*name).into()).collect()));
        let fitted = fit_with(method, &data, &[keep(&["ticket", "row", "age"])]).unwrap();
        assert_eq!(features(&fitted.model), ["row", "ticket", "age", "income", "colour", "city"], "{method}");
        assert_eq!(fitted.model.settings["keep"], serde_json::json!(["ticket", "row", "age"]));
        let error = fit_with(method, &data, &[keep(&["tickets"])]).unwrap_err();
        assert_eq!(error.to_string(), "there is no column 'tickets' to keep");
    }
}

#[test]
fn what_to_do_is_said_where_nothing_else_is_left() {
    let rows: String = (0..30).map(|row| format!("C-{row},{row},{}\n", if row % 3 == 0 { "a" } else { "b" })).collect();
    let error = fit_with(Method::Rug, &data(&format!("code,row,y\n{rows}")), &[]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "no column can serve as a feature; columns that name rows: 'code' (text, mostly once each), 'row' (running \
         numbers): left out (name them in `keep` to keep them)"
    );
}

#[test]
fn features_of_packaged_data_are_no_names() {
    let packaged = [
        ("iris", "species"),
        ("wine", "cultivar"),
        ("wdbc", "diagnosis"),
        ("monks1", "class"),
        ("monks2", "class"),
        ("monks3", "class"),
        ("tictactoe", "class"),
        ("awkward", "answer"),
    ];
    for (name, target) in packaged {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../fixtures/{name}.csv"));
        let table = read_path(&path, &ReadOptions { text: vec![target.into()], ..Default::default() }).unwrap();
        let data = Dataset::from_table(table, target, None).unwrap();
        let fitted = Method::Rug.learner(Settings::new()).unwrap().fit(&data, target).unwrap();
        let named = |dropped: &&DroppedColumn| matches!(dropped, DroppedColumn::NamesRows(..));
        assert_eq!(fitted.dropped.iter().find(named), None, "{name}");
    }
}

/// Training, prediction and a model read again agree on rows of rare categories.
#[test]
fn rare_categories_have_no_condition() {
    let data = data(&customers(400));
    for method in Method::ALL {
        let model = fit_with(method, &data, &[("min-category", ParameterValue::Integer(10))]).unwrap().model;
        assert_eq!(model.settings["min_category"], 10);
        let city = model.schema.features.iter().find(|feature| feature.name == "city").unwrap();
        let cities = ["Bonn", "Kiel", "Trier", "Ulm"].map(String::from).to_vec();
        assert_eq!(city.domain, Domain::Categorical { categories: cities }, "{method}");
        let again = Model::from_json(&model.to_json()).unwrap();
        let predict = |model: &Model| Predictor::new(model).predict(&data.features).unwrap();
        assert_eq!(predict(&model), predict(&again), "{method}");
        // Prediction finds the cover of each rule that training recorded.
        let coded = again.schema.encode(&data.features).unwrap();
        for rule in &again.rules {
            let covered = coded.cover(&again.schema, &rule.rule).count();
            assert_eq!(covered as f64, rule.support.covered, "{method}");
        }
    }
    // The papers' methods know every category unless asked otherwise.
    let papers = fit_with(Method::Rug, &data, &[]).unwrap().model;
    let city = papers.schema.features.iter().find(|feature| feature.name == "city").unwrap();
    assert!(matches!(&city.domain, Domain::Categorical { categories } if categories.len() > 10));
    assert!(!papers.settings.contains_key("min_category") && !papers.settings.contains_key("min_cover"));
}

#[test]
fn rules_cover_as_many_rows_as_are_asked_for() {
    let data = data(&customers(400));
    let least = |model: &Model| model.rules.iter().map(|rule| rule.support.covered).fold(f64::INFINITY, f64::min);
    for method in Method::ALL {
        for pricers in ["tree", "greedy", "sampled", "cube", "branch-and-bound"] {
            let asked = [
                ("min-cover", ParameterValue::Integer(30)),
                ("max-length", ParameterValue::Integer(2)),
                ("bins", ParameterValue::Integer(5)),
                ("pricers", ParameterValue::List(vec![pricers.into()])),
            ];
            let model = fit_with(method, &data, &asked).unwrap().model;
            assert_eq!(model.settings["min_cover"], 30, "{method}");
            assert!(!model.rules.is_empty() && least(&model) >= 30.0, "{method}, {pricers}: {}", model.to_text());
        }
    }
    // The default of the method rules follows from the data: 5 for 400 rows.
    let model = fit_with(Method::Rules, &data, &[]).unwrap().model;
    assert_eq!((&model.settings["min_cover"], &model.settings["min_category"]), (&5.into(), &5.into()));
    assert!(least(&model) >= 5.0);
    let free = [
        ("min-cover", ParameterValue::Integer(1)),
        ("min-category", ParameterValue::Integer(1)),
        ("penalty", ParameterValue::Number(1.0)),
    ];
    let model = fit_with(Method::Rules, &data, &free).unwrap().model;
    assert!(!model.settings.contains_key("min_cover") && least(&model) < 5.0);
}

/// A row of weight 3 counts as three rows, but class weights do not count as rows.
#[test]
fn rows_are_counted_by_whole_weights_and_not_by_those_of_classes() {
    let mut data = data(&customers(200));
    data.weights = Some(vec![3.0; 200]);
    let settings =
        [("min-cover", ParameterValue::Integer(60)), ("class-weight", ParameterValue::Text("balanced".into()))];
    let model = fit_with(Method::Rug, &data, &settings).unwrap().model;
    let coded = model.schema.encode(&data.features).unwrap();
    let rows: Vec<usize> = model.rules.iter().map(|r| coded.cover(&model.schema, &r.rule).count()).collect();
    assert!(rows.iter().all(|&rows| rows >= 20) && rows.iter().any(|&rows| rows < 60), "{rows:?}");
}

/// Counts the rows of each step of a card, and compares those that the card says. Returns how many
/// supports it says.
fn check_steps(model: &Model, data: &Dataset) -> usize {
    let (card, coded) = (model.card().unwrap(), model.encode_used(&data.features).unwrap());
    let mut said = 0;
    for (column, step) in card.columns.iter().flat_map(|column| column.steps.iter().map(move |step| (column, step))) {
        let codes = &coded.columns()[column.feature as usize];
        let rows: Vec<usize> = (0..data.target.labels.len()).filter(|&row| step.holds(codes.get(row))).collect();
        assert!(step.covered.is_none_or(|covered| covered == rows.len() as f64), "{}", step.words);
        for (at, support) in (0..).zip(&step.rows) {
            let class = model.towards().unwrap_or(at);
            let correct = rows.iter().filter(|row| data.target.labels[**row] == class).count();
            let counted = Support { covered: rows.len() as f64, correct: correct as f64 };
            assert!(support.is_none_or(|support| support == counted), "{}: {support:?} {counted:?}", step.words);
            said += usize::from(support.is_some());
        }
    }
    said
}

#[test]
fn steps_of_columns_with_missing_cells_say_their_rows() {
    // Age decides in three steps; every seventh is missing. Overlapping rules tell the steps.
    let line = |row: usize| {
        let (age, colour) = (row * 37 % 90, ["red", "green", "", "blue"][row % 4]);
        let yes = (age < 20 || (age < 60 && !row.is_multiple_of(3))) != row.is_multiple_of(11);
        let age = if row.is_multiple_of(7) { String::new() } else { age.to_string() };
        format!("{age},{colour},{}\n", if yes { "yes" } else { "no" })
    };
    let data = data(&format!("age,colour,y\n{}", (0..600).map(line).collect::<String>()));
    for positive in ["yes", "no"] {
        let size = ParameterValue::Text("6".into());
        let more = [("positive", ParameterValue::Text(positive.into())), ("size", size)];
        let model = fit_with(Method::Rules, &data, &more).unwrap().model;
        let card = model.card().unwrap();
        let age = card.columns.iter().find(|column| model.schema.features[column.feature as usize].name == "age");
        assert!(age.unwrap().steps.len() > 3, "{card:?}");
        assert_eq!(check_steps(&model, &data), card.columns.iter().map(|column| column.steps.len()).sum::<usize>());
    }
}

#[test]
fn steps_say_the_rows_of_each_class_that_rules_tell() {
    for (data, target) in [crate::fixtures::fixture("iris", "species"), crate::fixtures::fixture("wine", "cultivar")] {
        let p = rulegen::Parameters { max_length: Some(1), ..Default::default() };
        let model = rulegen::Learner::new(p).unwrap().fit(&data, target).unwrap().model;
        assert!(check_steps(&model, &data) >= model.rules.len(), "{:?}", model.card());
        let text = model.to_card_text().unwrap();
        assert!(text.contains("of them") && text.contains("lift"), "{text}");
    }
}
