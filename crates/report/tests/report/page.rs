//! The page.

use crate::util::{HOSTILE, hostile, inputs, log_odds, study};
use rulegen_data::{Table, Values};
use rulegen_report::{Inputs, PageSettings, Study, Trace, html};
use rulegen_rule::{Estimate, HeldOut, HeldOutOf, TrainingRows};

fn data(page: &str) -> serde_json::Value {
    let start = "<script type=\"application/json\" id=\"data\">";
    let from = page.find(start).unwrap() + start.len();
    serde_json::from_str(&page[from..from + page[from..].find("</script>").unwrap()]).unwrap()
}

#[test]
fn names_cannot_break_out() {
    let page = html(&hostile(), &PageSettings::default()).unwrap();
    assert!(!page.contains("<script>window") && !page.contains("<img") && !page.contains("<b>"), "a name is markup");
    // The data, and the code: two scripts begin, and two end.
    assert_eq!((page.matches("<script").count(), page.matches("</script>").count()), (2, 2));
    // Nothing is lost on the way.
    let data = data(&page);
    assert_eq!(data["target"], HOSTILE);
    assert_eq!(data["columns"][1]["values"][1], HOSTILE);
}

#[test]
fn a_page_needs_nothing_else() {
    let study = Study::new(Inputs {
        trace: Some(
            Trace::from_csv(b"iteration,objective,lower_bound,elapsed_seconds\n1,5,,0.1\n2,4,1,0.2\n").unwrap(),
        ),
        ..inputs()
    })
    .unwrap();
    let page = html(&study, &PageSettings::default()).unwrap();
    for address in ["http:", "https:", "src=", "@import", "url("] {
        let places: Vec<&str> =
            page.match_indices(address).map(|(at, _)| &page[at..(at + 60).min(page.len())]).collect();
        let of_svg = |place: &&str| place.starts_with("http://www.w3.org/2000/svg");
        assert!(places.iter().all(of_svg), "{places:?}");
    }
    for section in ["overview", "try", "overlap", "features", "errors", "calibration", "search"] {
        assert!(page.contains(&format!("<section id=\"{section}\"")), "{section}");
        assert!(page.contains(&format!("href=\"#{section}\"")), "{section}");
    }
    assert!(!page.contains("<section id=\"groups\""));
    // Each figure is there once: classes, columns and quality are tables, without a plot of them.
    let titles = page.matches("<figcaption><strong>True and predicted").count();
    assert_eq!((titles, page.matches("<figcaption><strong>Columns that").count()), (0, 0));
    assert!(page.contains("<table id=\"measures\">") && page.contains("<table id=\"confusion\">"));
    // The scorecard stands for the table of rules.
    assert!(page.contains("<table id=\"card\"") && !page.contains("<table id=\"rule-table\""));
}

#[test]
fn log_odds_are_called_so() {
    let page = html(&Study::new(log_odds()).unwrap(), &PageSettings::default()).unwrap();
    let data = data(&page);
    assert_eq!((&data["intercepts"], &data["probabilities"]), (&serde_json::json!([0.0, 0.43]), &true.into()));
    for text in [
        "Start: a row that meets no rule (60.6%)</td>",
        "Above 0 the prediction is yes, otherwise it is no. The probability of yes is 1 / (1 + exp(-points)).",
        ">Points towards yes</th>",
        ">Of them yes</th>",
        ">-1.000<span class=\"bar signed\"",
        "margin-left:0.0%;width:50.0%",
        "How far probabilities can be trusted",
        "<th scope=\"row\">Brier score</th>",
        "Cases are ranked by their probabilities",
    ] {
        assert!(page.contains(text), "{text}");
    }
    for text in ["votes for its class", "Where a row meets no rule", "share of the votes", ">For</th>", "Folds:"] {
        assert!(!page.contains(text), "{text}");
    }
    // Without intercepts every class is as likely before any rule, and the default answers where
    // there is none.
    let mut even = log_odds();
    even.model.intercepts.clear();
    let page = html(&Study::new(even).unwrap(), &PageSettings::default()).unwrap();
    assert!(
        page.contains("Where a row meets no rule, it is no.") && page.contains("Start: a row that meets no rule</td>")
    );
}

#[test]
fn votes_before_any_rule_are_called_so() {
    let mut inputs = log_odds();
    (inputs.model.loss, inputs.model.log_odds) = (None, false);
    let page = html(&Study::new(inputs).unwrap(), &PageSettings::default()).unwrap();
    assert!(page.contains("Start: a row that meets no rule</td>"));
    for text in ["Where a row meets no rule", "log-odds of", "Brier score</th>", "The probability of"] {
        let body = &page[..page.find("<script").unwrap()];
        assert!(!body.contains(text), "{text}");
    }
    assert!(
        page.contains("Cases are ranked by their shares of the votes") && page.contains(">Points towards yes</th>")
    );
}

/// Figures that the model keeps stand before those measured here, which are called training.
#[test]
fn rows_not_seen_come_first() {
    let held_out = HeldOut {
        of: HeldOutOf::SecondModel,
        exact_weights: false,
        rules: Some(4),
        rows: 114,
        share: Some(0.2),
        accuracy: Some(Estimate { value: 0.75, interval: Some([0.66, 0.82]) }),
        auc: Some(Estimate { value: 0.8125, interval: None }),
        log_loss: None,
        brier: None,
        ece: None,
    };
    let mut inputs = inputs();
    inputs.model.record_training_rows(TrainingRows {
        are_weighted: false,
        number: 6,
        all: vec![3.0, 3.0],
        without_rule: Some(vec![0.0, 1.0]),
        missing: Default::default(),
    });
    let without = html(&Study::new(inputs.clone()).unwrap(), &PageSettings::default()).unwrap();
    assert!(!without.contains("rows not seen") && !without.contains("A second model"));
    inputs.model.held_out = Some(held_out);
    let page = html(&Study::new(inputs.clone()).unwrap(), &PageSettings::default()).unwrap();
    let place = |text: &str| page.find(text).unwrap_or_else(|| panic!("{text}"));
    assert!(place("Right answers, rows not seen") < place("Right answers, training rows"));
    assert!(place("AUC, rows not seen") < place("AUC, training rows"));
    // The answer to beat stands below the card, once for rows of the same classes.
    let figures = "<p>Rows not seen: 114 rows, by a second model of 4 rules learned without them. Other figures on this \
                   page are from the 6 rows of data.csv, most likely those that it was learned from (as many of each \
                   class): expect fewer right answers on new cases. Always no would be right on 50.0% of \
                   the training rows.</p>";
    assert!(page.contains(figures), "{page}");
    // The table of measures has those that the model keeps in a column of their own.
    let row = |name: &str, kept: &str| format!("<tr><th scope=\"row\">{name}</th><td class=\"num\">{kept}</td>");
    let kept = [row("Rows", "114"), row("AUC", "0.812"), row("Weighted F1", "")];
    assert!(kept.iter().all(|row| page.contains(row)), "{page}");
    // Other rows have an answer to beat of their own.
    let mut others = inputs.clone();
    let rows = others.model.training_rows().unwrap();
    others.model.record_training_rows(TrainingRows { number: 10, all: vec![2.0, 8.0], ..rows });
    let page = html(&Study::new(others).unwrap(), &PageSettings::default()).unwrap();
    assert!(
        page.contains("right on 80.0% of the training rows. Always no would be right on 50.0% of all rows."),
        "{page}"
    );
    // Rows that the report itself knows to be held out are of the model itself.
    let page = html(&Study::new(Inputs { held_out: Some(vec![0, 1]), ..inputs }).unwrap(), &PageSettings::default());
    assert!(!page.unwrap().contains("rows not seen"));
}

#[test]
fn the_same_study_is_the_same_page() {
    let page = || html(&study(), &PageSettings { samples: 4, seed: 7 }).unwrap();
    assert_eq!(page(), page());
}

#[test]
fn rows_are_drawn_and_kept_small() {
    let with = |samples| html(&study(), &PageSettings { samples, seed: 0 }).unwrap();
    assert_eq!(data(&with(10))["samples"]["n"], 6);
    assert_eq!(data(&with(4))["samples"]["n"], 4);
    assert!(with(4).contains("4 of the 6 rows of the data are in this page"));
    assert_eq!(data(&with(0))["samples"]["n"], 0);

    // Numbers of many digits, all different: too many rows of them are not sent.
    let rows = 400_000;
    let numbers = (0..rows).map(|i| f64::from(i).sqrt()).collect();
    let city = Values::Categorical { codes: vec![0; rows as usize], categories: vec!["b".into()] };
    let table = Table::from_columns([("age", Values::Numeric(numbers)), ("city", city)]).unwrap();
    let labels = (0..rows as u32).map(|i| i % 2).collect();
    let study = Study::new(Inputs { table, labels, ..inputs() }).unwrap();
    let page = html(&study, &PageSettings { samples: rows as usize, seed: 0 }).unwrap();
    assert!(page.len() < 5_000_000, "{} bytes", page.len());
    assert!(data(&page)["samples"]["n"].as_u64().unwrap() > 50_000);
}
