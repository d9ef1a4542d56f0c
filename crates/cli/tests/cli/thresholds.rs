//! Plots over thresholds.

use crate::util::{Folder, fixture};

#[test]
fn roc_and_precision_are_drawn_over_all_thresholds() {
    let folder = Folder::new();
    let data = fixture("wdbc.csv");
    let fit = ["fit", &data, "--target", "diagnosis", "--method", "rules", "--max-length", "1", "--folds", "2"];
    folder.ok(&[&fit[..], &["--holdout", "none", "-o", "m.json"]].concat());
    let measured = folder.ok(&["evaluate", "m.json", &data, "--json"]).json();
    for kind in ["roc", "precision-recall", "threshold"] {
        folder.ok(&["plot", kind, "m.json", &data, "-o", "p.svg"]);
        let svg = folder.read("p.svg");
        assert!(svg.starts_with("<svg ") && !svg.contains("NaN") && !svg.contains("inf,"), "{kind}");
        if kind == "roc" {
            // The area is that of `evaluate`.
            let auc = format!("{:.3} for ", measured["auc"].as_f64().unwrap());
            assert!(svg.contains(&format!("The area under the curve (AUC) is {auc}")), "{auc}");
        }
    }
    folder.refused(&["plot", "roc", "m.json", "-o", "p.svg"], "the plot 'roc' needs a data file");
    let text = std::fs::read_to_string(&data).unwrap();
    let class = |line: &str| line.rsplit(',').next().unwrap_or_default().to_owned();
    let first = class(text.lines().nth(1).unwrap());
    let only = text.lines().enumerate().filter(|(at, line)| *at == 0 || class(line) == first);
    let only: String = only.map(|(_, line)| format!("{line}\n")).collect();
    folder.file("one.csv", only);
    folder.refused(&["plot", "roc", "m.json", "one.csv", "-o", "p.svg"], "the rows are all of one class");
}

#[test]
fn several_classes_have_a_curve_each_and_no_threshold() {
    let folder = Folder::new();
    let data = fixture("iris.csv");
    folder.ok(&["fit", &data, "--target", "species", "--holdout", "none", "-o", "m.json"]);
    folder.ok(&["plot", "roc", "m.json", &data, "-o", "p.svg"]);
    let svg = folder.read("p.svg");
    for class in ["setosa", "versicolor", "virginica"] {
        assert!(svg.contains(&format!(" for {class}")), "{class}: {svg}");
    }
    folder.refused(&["plot", "threshold", "m.json", &data, "-o", "p.svg"], "the model has more than two classes");
}
