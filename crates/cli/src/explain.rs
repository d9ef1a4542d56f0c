//! `rulegen explain`.

use crate::args::ExplainArgs;
use crate::exit::DONE;
use crate::input::{class_index, limits, read_for_model, read_model, read_options};
use crate::output::print;
use crate::words::count;
use anyhow::{Context, Result};
use rulegen::rule::{
    ClassVotes, Counterfactual, CounterfactualProof, CounterfactualSettings, Counterfactuals, CoveringRule, Decider,
    Explanation, Form, Model, Predictor, counterfactuals, explain as explain_row, name_text,
};

pub(crate) fn explain(args: &ExplainArgs) -> Result<u8> {
    let model = read_model(&args.model)?;
    let settings = CounterfactualSettings {
        fixed: args.fixed.clone(),
        to: args.to.as_deref().map(|name| class_index(&model.classes, name)).transpose()?,
        allow_missing: args.allow_missing,
        most: args.changes.get(),
        work: args.work,
    };
    let (predictor, options) = (Predictor::new(&model), read_options(&args.read)?);
    let table = read_for_model(&model, predictor.schema(), &args.data, options, &limits(&args.read)?)?;
    let name = || args.data.display().to_string();
    let explanation = explain_row(&model, &table, args.row).with_context(name)?;
    let changes = counterfactuals(&model, &table, args.row, &settings)?;
    if args.json {
        let mut report = serde_json::to_value(&explanation)?;
        report["target"] = model.target.clone().into();
        report["changes"] = serde_json::to_value(&changes)?;
        print(format!("{report:#}\n"))?;
    } else {
        print(reasons(&model, &explanation) + "\n" + &nearest(&changes, &settings))?;
    }
    Ok(DONE)
}

/// Explains why the row has its class.
fn reasons(model: &Model, explanation: &Explanation) -> String {
    let Explanation { row, prediction, decided_by, before, rules, votes, probabilities } = explanation;
    let (form, found) = (model.form(), !rules.is_empty());
    let mut text = format!("Row {row}: {} is {}, ", name_text(&model.target), name_text(prediction));
    text.push_str(&match (form, found, decided_by) {
        (Form::AnyRule { .. }, true, _) => "because of the rules that hold:\n\n".into(),
        (Form::AnyRule { .. }, false, _) => "because no rule holds.\n".into(),
        (Form::AllClauses { .. }, true, _) => "because of the clauses that do not hold:\n\n".into(),
        (Form::AllClauses { .. }, false, _) => "because all clauses hold.\n".into(),
        (_, false, Decider::Leaf(why)) => {
            format!("because it meets no rule and the first tree says so: {}.\n", why.join("; "))
        }
        (_, false, Decider::Votes) => "by the votes before any rule: it meets none.\n".into(),
        (_, false, _) => "because it meets no rule: this is the default.\n".into(),
        (_, true, _) if before.is_empty() => "by the votes of the rules that it meets:\n\n".into(),
        (_, true, _) => "by the votes of the rules that it meets and those before any rule:\n\n".into(),
    });
    let width = rules.iter().map(|rule| rule.number.to_string().len()).max().unwrap_or(0);
    for CoveringRule { number, because, class, weight, .. } in rules {
        let vote = match form {
            Form::AnyRule { .. } | Form::AllClauses { .. } => String::new(),
            _ => format!("{weight:.3} for {}: ", name_text(class)),
        };
        text.push_str(&format!("{number:>width$}. {vote}{}\n", because.join("; ")));
    }
    if !before.is_empty() {
        let shown: Vec<String> = before.iter().map(|v| format!("{:.3} for {}", v.votes, name_text(&v.class))).collect();
        text.push_str(&format!("\nbefore any rule: {}\n", shown.join(", ")));
    }
    if (found || !before.is_empty()) && !matches!(form, Form::AnyRule { .. } | Form::AllClauses { .. }) {
        text.push_str(&format!("\nvotes: {}\n", sums(votes, prediction)));
    }
    if let Some(probabilities) = probabilities {
        text.push_str(&format!("probabilities: {}\n", model.shown_probabilities(probabilities)));
    }
    text
}

/// Lists the votes for each class that has any. They are in full if three decimals do not tell
/// which class has most.
fn sums(votes: &[ClassVotes], prediction: &str) -> String {
    let most = votes.iter().map(|votes| votes.votes).fold(0.0, f64::max);
    let rounded = |votes: f64| format!("{votes:.3}");
    let close = votes.iter().filter(|votes| rounded(votes.votes) == rounded(most)).count();
    let ties = votes.iter().filter(|votes| votes.votes == most).count();
    let number = |votes: f64| if close > ties { votes.to_string() } else { rounded(votes) };
    let shown = votes.iter().filter(|votes| votes.votes > 0.0 || votes.class == prediction);
    let shown: Vec<String> = shown.map(|v| format!("{} {}", name_text(&v.class), number(v.votes))).collect();
    let tie = if ties > 1 { "; of classes that tie the first wins" } else { "" };
    format!("{}{tie}", shown.join(", "))
}

/// Lists the changes, and says what is proved beyond them.
fn nearest(found: &Counterfactuals, settings: &CounterfactualSettings) -> String {
    let to = found.to.as_ref().map_or("another class".into(), |class| name_text(class));
    let fixed = if settings.fixed.is_empty() { "" } else { " that may change" };
    let mut text = match found.proof {
        CounterfactualProof::NothingToChange => format!("It is already {to}.\n"),
        CounterfactualProof::Impossible => format!("Proved: no change of the columns{fixed} makes it {to}.\n"),
        CounterfactualProof::AtLeast(1) => {
            format!("The search for changes that make it {to} stopped before it found any (--work).\n")
        }
        CounterfactualProof::AtLeast(columns) => format!(
            "Proved: no change of fewer than {columns} columns makes it {to}. The search stopped there (--work).\n"
        ),
        _ => format!("Nearest changes that make it {to}:\n\n"),
    };
    for (number, Counterfactual { prediction, conditions, columns }) in (1..).zip(&found.changes) {
        let then = if found.to.is_some() { String::new() } else { format!(": {}", name_text(prediction)) };
        let conditions = format!("{then}; {} changed", count(*conditions, "condition"));
        match &columns[..] {
            [only] => text.push_str(&format!("{number}. {}{conditions}\n", only)),
            several => {
                text.push_str(&format!("{number}. {} columns{conditions}\n", several.len()));
                several.iter().for_each(|column| text.push_str(&format!("   {column}\n")));
            }
        }
    }
    text.push_str(&match (found.proof, found.changes.first().map_or(0, |change| change.columns.len())) {
        (CounterfactualProof::Nearest, 1) => {
            "\nproved: no change of one column changes fewer conditions than the first\n".into()
        }
        (CounterfactualProof::Nearest, columns) => format!(
            "\nproved: no change of fewer than {columns} columns is enough, and none of {columns} columns changes fewer conditions\n"
        ),
        (CounterfactualProof::FewestColumns, 1) => {
            "\nnot all changes of one column were examined: some may change fewer conditions (--work)\n".into()
        }
        (CounterfactualProof::FewestColumns, columns) => format!(
            "\nproved: no change of fewer than {columns} columns is enough; not all changes of {columns} columns were examined (--work)\n"
        ),
        _ => String::new(),
    });
    text
}
