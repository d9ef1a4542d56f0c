//! The plots.

use crate::util::{hostile, inputs, log_odds, model, study};
use rulegen_report::{
    Drawing, Inputs, Plot, ReportError, Study, Trace, draw, draw_features, draw_front, draw_rules, draw_trace,
    front_from_json,
};

/// A study that has everything.
fn full() -> Study {
    let trace = b"iteration,objective,lower_bound,elapsed_seconds\n1,5,-900,0.1\n2,4,1,0.2\n3,4,3.5,0.3\n";
    let (model, conditions) = (model(), model().conditions());
    let row = |rules: usize, conditions: usize, mean: f64, chosen: bool| {
        serde_json::json!({"rules": rules, "conditions": conditions, "max_length": 2, "penalty": null, "chosen": chosen,
            "scores": [{"mean": mean, "standard_error": 0.01}]})
    };
    let rows = [row(1, 1, 0.5, false), row(model.rules.len(), conditions, 0.8, true)];
    let front = serde_json::json!({
        "front": rows, "front_measures": ["accuracy"], "front_folds": 5, "front_divisions": 1
    });
    let groups = hostile()
        .fairness
        .map(|_| rulegen_data::Groups { names: vec!["<b>".into(), "b".into()], of_row: vec![0, 1, 0, 1, 0, 1] });
    let (trace, front) = (Trace::from_csv(trace).unwrap(), front_from_json(&front.to_string()).unwrap());
    Study::new(Inputs { trace: Some(trace), front: Some(front), groups, ..inputs() }).unwrap()
}

#[test]
fn every_plot_is_an_image_with_words() {
    let study = full();
    for plot in Plot::ALL {
        let Drawing { svg, title, description } = &draw(plot, &study).unwrap();
        assert!(svg.starts_with("<svg ") && svg.contains("role=\"img\""), "{}", plot.name());
        assert!(!title.is_empty() && description.ends_with('.'), "{}: {description}", plot.name());
        assert!(!svg.contains("NaN") && !svg.contains("inf\""), "{}", plot.name());
        let document = roxmltree::Document::parse(svg).unwrap_or_else(|error| panic!("{}: {error}", plot.name()));
        let size = |name: &str| document.root_element().attribute(name).unwrap().parse::<f64>().unwrap();
        assert!(size("width") == 460.0 && size("height") > 50.0, "{}: {svg}", plot.name());
    }
}

#[test]
fn names_are_text_in_plots() {
    let study = hostile();
    for plot in [Plot::Rules, Plot::Features, Plot::Confusion, Plot::Fairness, Plot::Coverage, Plot::Calibration] {
        let drawing = draw(plot, &study).unwrap();
        assert!(!drawing.svg.contains("<script"), "{}", plot.name());
        assert!(roxmltree::Document::parse(&drawing.svg).is_ok(), "{}", plot.name());
    }
}

#[test]
fn bars_are_as_long_as_their_values() {
    let svg = draw_rules(&model()).unwrap().svg;
    let bars = svg.split("<rect ").filter(|part| part.contains("#0072B2") || part.contains("#D55E00"));
    let width = |part: &str| -> f64 {
        let from = part.find("width=\"").unwrap() + 7;
        part[from..].split('"').next().unwrap().parse().unwrap()
    };
    let widths: Vec<f64> = bars.map(width).collect();
    assert_eq!(widths.len(), 3);
    assert_eq!(widths[0], widths[1]);
    assert!((widths[2] / widths[0] - 0.5).abs() < 0.02, "{widths:?}");
}

#[test]
fn the_calibration_curve_has_its_counts() {
    let drawing = draw(Plot::Calibration, &Study::new(log_odds()).unwrap()).unwrap();
    assert_eq!(drawing.title, "Probability of yes, and how often the class is correct");
    // Probabilities 36%, 48%, 87% twice, 61% and 72%: a mark and a column for each of five bins.
    assert_eq!(drawing.svg.matches("<circle ").count(), 5);
    let heights: Vec<f64> = drawing
        .svg
        .split("<rect ")
        .map(|part| part.split('>').next().unwrap())
        .filter(|rectangle| rectangle.contains("#0072B2"))
        .map(|rectangle| rectangle.split("height=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap())
        .collect();
    assert_eq!(heights.len(), 5);
    let ratio = heights[4] / heights[0];
    assert!((ratio - 2.0).abs() < 0.1, "{heights:?}");
}

#[test]
fn what_is_not_there_is_not_drawn() {
    for plot in [Plot::Fairness, Plot::Convergence, Plot::Front] {
        assert!(matches!(draw(plot, &study()), Err(ReportError::NothingToPlot { .. })), "{}", plot.name());
    }
    let mut empty = model();
    empty.rules.clear();
    assert!(matches!(draw_rules(&empty), Err(ReportError::NothingToPlot { .. })));
    assert!(matches!(draw_features(&empty), Err(ReportError::NothingToPlot { .. })));
    // The page of such a model is a page all the same.
    let study = Study::new(Inputs { model: empty, ..inputs() }).unwrap();
    let page = rulegen_report::html(&study, &rulegen_report::PageSettings::default()).unwrap();
    assert!(page.contains("The model has no rule: every row gets the same answer, "));
}

/// The library of drawings would look for the marks of such an axis for ever.
#[test]
fn numbers_without_an_axis_are_refused() {
    let head = "iteration,pricer,objective,lower_bound,columns,elapsed_seconds\n";
    let trace = |rounds: &str| Trace::from_csv(format!("{head}{rounds}").as_bytes()).unwrap();
    let refused = |drawing: Result<Drawing, ReportError>, says: &str| match drawing {
        Err(ReportError::Drawing(what)) => assert!(what.contains(says), "{what}"),
        other => panic!("{other:?}"),
    };
    refused(draw_trace(&trace("1,a,1e308,,1,0\n2,a,-1e308,,2,0\n")), "no axis goes from");
    let front = |score: &str| {
        let row = format!(
            r#"{{"rules": 1, "conditions": 1, "max_length": 1, "penalty": null, "scores": [{{"mean": {score}, "standard_error": 0}}], "chosen": true}}"#
        );
        front_from_json(&format!(
            r#"{{"front_measures": ["log-loss"], "front_folds": 2, "front_divisions": 1, "front": [{row}]}}"#
        ))
        .unwrap()
    };
    refused(draw_front(&front("1e18")), "no axis goes from");
    let mut heavy = model();
    heavy.rules[0].weight = f64::MAX;
    refused(draw_rules(&heavy), "no axis goes from");
}
