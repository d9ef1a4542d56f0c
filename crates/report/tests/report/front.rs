//! The front of sizes, as a plot and as a page.

use crate::util::{HOSTILE, hostile, inputs, model};
use rulegen::{Front, FrontRow, MeanScore};
use rulegen_report::{Inputs, PageSettings, ReportError, Study, draw_front, front_html, html};
use rulegen_rule::Model;

/// The model with its first rule, its first two, and so on; two are chosen.
fn front(full: &Model) -> Front {
    let cut = |rules: usize| Model { rules: full.rules[..rules].to_vec(), ..full.clone() };
    let models: Vec<Model> = (0..=full.rules.len()).map(cut).collect();
    let row = |model: &Model| FrontRow {
        rules: model.rules.len(),
        conditions: model.conditions(),
        max_length: 2,
        penalty: None,
        certificate: None,
        scores: vec![MeanScore { mean: 0.6 + 0.1 * model.rules.len() as f64, standard_error: 0.05 }],
        close: model.rules.len() > 1,
        chosen: model.rules.len() == 2,
    };
    Front {
        measures: vec!["accuracy".into()],
        folds: 5,
        divisions: 1,
        choice: "The fewest rules that do.".into(),
        rows: models.iter().map(row).collect(),
        models,
    }
}

fn without_scores(mut front: Front) -> Front {
    front.rows.iter_mut().for_each(|row| row.scores.clear());
    front
}

#[test]
fn the_plot_has_a_mark_and_a_line_for_each_size() {
    let drawing = draw_front(&front(&model())).unwrap();
    assert_eq!(drawing.title, "Cross-validated accuracy, by number of rules");
    let says = "with its standard error up and down. Chosen: 2 rules with 80.0% ± 5.0%.";
    assert!(
        drawing.description.contains("over 5 folds") && drawing.description.ends_with(says),
        "{}",
        drawing.description
    );
    // Four marks and the ring around the one chosen; the legend repeats these two.
    assert_eq!(drawing.svg.matches("<circle ").count(), 7);
    let height =
        |circle: &str| -> f64 { circle.split("cy=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap() };
    let heights: Vec<f64> = drawing
        .svg
        .split("<circle ")
        .skip(1)
        .map(|part| part.split('>').next().unwrap())
        .filter(|part| part.contains("#0072B2"))
        .map(height)
        .collect();
    assert!(heights.len() == 3 && heights.is_sorted_by(|above, below| above > below), "{heights:?}");
    assert!(roxmltree::Document::parse(&drawing.svg).is_ok());
}

#[test]
fn scores_that_are_alike_or_few_are_drawn() {
    let mut alike = front(&model());
    alike.rows.iter_mut().for_each(|row| row.scores[0] = MeanScore { mean: 1.0, standard_error: 0.0 });
    let mut one = front(&model());
    (one.rows, one.models) = (vec![one.rows[0].clone()], vec![one.models[0].clone()]);
    for front in [alike, one] {
        let drawing = draw_front(&front).unwrap();
        assert!(!drawing.svg.contains("NaN") && !drawing.svg.contains("inf\""));
        assert!(roxmltree::Document::parse(&drawing.svg).is_ok());
    }
    assert!(matches!(
        draw_front(&without_scores(front(&model()))),
        Err(ReportError::NothingToPlot { plot: "front", .. })
    ));
}

#[test]
fn the_page_has_the_rules_of_every_size() {
    let page = front_html(&front(&model()), "loan", "data.csv").unwrap();
    assert_eq!(page.matches("<article class=\"size\"").count(), 4);
    assert_eq!(page.matches("<li>").count(), 1 + 2 + 3);
    assert!(page.contains("data-says=\"2 rules, 3 conditions, accuracy 80.0% ± 5.0% (chosen)\">"), "{page}");
    assert!(page.contains("<li>-1.000 if age &#60;= 30 <span class=\"rule-note\">covers 0 rows"), "{page}");
    let without = front_html(&without_scores(front(&model())), "loan", "data.csv").unwrap();
    assert!(!without.contains("<svg") && without.contains("The run ended before sizes were compared"));
    assert_eq!(without.matches("<li>").count(), 1 + 2 + 3);
}

#[test]
fn names_are_text_in_the_page_and_in_the_report() {
    let study = hostile();
    let page = front_html(&front(&study.original), HOSTILE, HOSTILE).unwrap();
    assert!(!page.contains("<script>window.hacked") && !page.contains("<img") && !page.contains("<b>"));
    let with = Study { front: Some(front(&study.original)), ..study };
    let page = html(&with, &PageSettings::default()).unwrap();
    assert!(!page.contains("<script>window.hacked") && page.contains("<article class=\"size\""));
}

#[test]
fn a_front_of_another_model_is_refused() {
    let mut other = front(&model());
    other.rows.pop();
    let study = Study::new(Inputs { front: Some(other), ..inputs() });
    let error = study.map(|_| ()).unwrap_err().to_string();
    assert_eq!(error, "not a front of sizes: it is of another model: none has 3 rules and 4 conditions");
    assert!(Study::new(Inputs { front: Some(front(&model())), ..inputs() }).is_ok());
}
