//! Reports and plots. How a report is used in a browser, `scripts/check-report.sh` looks at.

use crate::util::{Folder, fixture, predictions};

/// A model of tic-tac-toe, with its trace, and its rows held out.
fn fitted() -> (Folder, String) {
    let folder = Folder::new();
    let data = fixture("tictactoe.csv");
    let held_out: String = (0..958).step_by(5).map(|row| format!("{row}\n")).collect();
    folder.file("rows", held_out);
    let args = ["fit", &data, "--target", "class", "--positive", "positive", "--holdout", "rows", "--trace", "t.csv"];
    folder.ok(&[&args[..], &["-o", "m.json", "--penalty", "5"]].concat());
    (folder, data)
}

#[test]
fn a_report_says_what_evaluate_says() {
    let (folder, data) = fitted();
    let flags = ["--holdout", "rows", "--trace", "t.csv", "--group", "middle_middle", "-o", "r.html", "--quiet"];
    let run = folder.ok(&[&["report", "m.json", &data], &flags[..]].concat());
    assert_eq!((run.stdout.as_str(), run.stderr.as_str()), ("", ""));
    let page = folder.read("r.html");
    let report = folder.ok(&["evaluate", "m.json", &data, "--rows", "rows", "--json"]).json();
    let accuracy = format!("{:.1}%", 100.0 * report["accuracy"].as_f64().unwrap());
    assert!(
        page.contains("The figures on this page are from 192 rows of tictactoe.csv that were kept out of training")
    );
    assert!(
        page.contains(&format!("<dt>Right answers, held-out rows</dt><dd><span class=\"value\">{accuracy}</span>"))
    );
    assert!(page.contains("middle_middle=x") && page.contains("id=\"search\""));
    let rules = folder.ok(&["rules", "m.json", "--format", "json"]).json();
    let rules = rules["rules"].as_array().unwrap().len();
    assert!(page.contains(&format!("<dt>Rules</dt><dd><span class=\"value\">{rules}</span>")));
    // Equal input gives equal pages. Another seed draws other rows.
    let again = |seed: &str| {
        let flags = ["-o", "s.html", "--samples", "50", "--seed", seed];
        folder.ok(&[&["report", "m.json", &data], &flags[..]].concat());
        folder.read("s.html")
    };
    assert_eq!(again("1"), again("1"));
    assert_ne!(again("1"), again("2"));
}

#[test]
fn the_predictions_in_a_page_are_those_of_predict() {
    let folder = Folder::new();
    let data = fixture("awkward.csv");
    folder.ok(&["fit", &data, "--target", "answer", "-o", "m.json", "--holdout", "none"]);
    folder.ok(&["report", "m.json", &data, "-o", "r.html"]);
    let page = folder.read("r.html");
    let from = page.find("id=\"data\">").unwrap() + 10;
    let data_of_page: serde_json::Value =
        serde_json::from_str(&page[from..from + page[from..].find("</script>").unwrap()]).unwrap();
    let classes: Vec<&str> = data_of_page["classes"].as_array().unwrap().iter().map(|c| c.as_str().unwrap()).collect();
    // A byte for each row, in Base64: four letters are three bytes.
    let letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let text = data_of_page["samples"]["predicted"]["bytes"].as_str().unwrap().trim_end_matches('=');
    let bits: Vec<usize> = text.bytes().map(|b| letters.iter().position(|&l| l == b).unwrap()).collect();
    let bit = |at: usize| bits[at / 6] >> (5 - at % 6) & 1;
    let byte = |row: usize| (0..8).fold(0, |byte, at| byte << 1 | bit(8 * row + at));
    let expected = predictions(&folder.ok(&["predict", "m.json", &data]).stdout);
    let found: Vec<&str> = (0..expected.len()).map(|row| classes[byte(row)]).collect();
    assert_eq!(found, expected);
}

#[test]
fn every_plot_is_drawn() {
    let (folder, data) = fitted();
    let front = ["fit", &data, "--target", "class", "--method", "boolean", "--complexities", "2,4", "--json"];
    folder.file("front.json", folder.ok(&front).stdout);
    for kind in "rules features convergence front coverage overlap confusion calibration fairness".split(' ') {
        let needs_data = !["rules", "features", "convergence", "front"].contains(&kind);
        let more: &[&str] = match kind {
            "convergence" => &["--trace", "t.csv"],
            "front" => &["--front", "front.json"],
            "fairness" => &["--group", "middle_middle"],
            _ => &[],
        };
        let rows: &[&str] = if needs_data { &[&data] } else { &[] };
        folder.ok(&[&["plot", kind, "m.json"], rows, &["-o", "p.svg"], more].concat());
        assert!(folder.read("p.svg").starts_with("<svg "), "{kind}");
    }
    folder.ok(&["plot", "rules", "m.json", "-o", "p"]);
    assert!(folder.read("p").starts_with("<svg "));
}

#[test]
fn what_is_missing_or_wrong_is_told() {
    let (folder, data) = fitted();
    folder.refused(&["plot", "coverage", "m.json", "-o", "p.svg"], "the plot 'coverage' needs a data file");
    folder.refused(&["plot", "convergence", "m.json", "-o", "p.svg"], "m.json: no trace of strategies: ");
    folder.refused(&["plot", "front", "m.json", "-o", "p.svg"], "the plot 'front' needs --front");
    folder.refused(&["plot", "fairness", "m.json", &data, "-o", "p.svg"], "the plot 'fairness' needs --group");
    folder.refused(&["plot", "rules", "m.json", "-o", "p.gif"], "not .gif: convert an SVG file");
    folder.refused(&["report", "m.json", &data, "-o", "nowhere/r.html"], "its directory does not exist");
    folder.refused(&["report", "none.json", &data, "-o", "r.html"], "cannot read none.json");
    folder.refused(&["report", "m.json", &data, "-o", "r.html", "--trace", "m.json"], "not a trace of a run");
    folder.refused(&["report", "m.json", &data, "-o", "r.html", "--front", "m.json"], "not a front of sizes");
    folder.file("all", "958\n");
    folder.refused(&["report", "m.json", &data, "-o", "r.html", "--holdout", "all"], "958");
    folder.file("few.csv", "top_left,class\nx,positive\n");
    folder.refused(&["report", "m.json", "few.csv", "-o", "r.html"], "few.csv");
    assert!(!folder.path("r.html").exists());
}

#[test]
fn fronts_are_plotted_of_what_each_command_prints() {
    let folder = Folder::new();
    let data = fixture("iris.csv");
    let fit = folder.ok(&["fit", &data, "--target", "species", "--method", "rules", "--json", "-o", "m.json"]);
    folder.file("fit.json", fit.stdout);
    folder.file("front.json", folder.ok(&["front", &data, "--target", "species", "--json"]).stdout);
    for path in ["fit.json", "front.json"] {
        folder.ok(&["plot", "front", "m.json", "--front", path, "-o", "f.svg"]);
        assert!(folder.read("f.svg").contains("by number of rules"), "{path}");
    }
    let says = "the plot 'front' needs --front FILE: what `front --json` or `fit --json` printed";
    folder.refused(&["plot", "front", "m.json", "-o", "f.svg"], says);
    folder.refused(&["plot", "front", "m.json", "--front", "m.json", "-o", "f.svg"], "m.json: not a front of sizes");
    folder.refused(&["plot", "front", "m.json", "--front", "no.json", "-o", "f.svg"], "cannot read no.json");
}

#[test]
fn plots_are_svg() {
    let folder = Folder::new();
    folder.ok(&["fit", &fixture("iris.csv"), "--target", "species", "-o", "m.json", "--holdout", "none"]);
    folder.refused(&["plot", "rules", "m.json", "-o", "r.png"], "plots are .svg, not .png: convert an SVG file");
    folder.refused(&["plot", "rules", "m.json", "-o", "r.pdf"], "plots are .svg, not .pdf: convert an SVG file");
    assert!(folder.ok(&["plot", "-h"]).stdout.contains("Where to write the plot: .svg\n"));
}
