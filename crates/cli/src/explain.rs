//! `rulegen explain`.

use crate::args::ExplainArgs;
use crate::exit::DONE;
use crate::failure::BadInput;
use crate::ids;
use crate::input::{class_index, limits, read_for_model, read_model, read_options};
use crate::output::{print, wrapped_lines};
use crate::words::count;
use anyhow::{Context, Result};
use rulegen::data::Table;
use rulegen::rule::{
    Counterfactual, CounterfactualProof, CounterfactualSettings, Counterfactuals, CoveringRule, Decider, Explanation,
    Form, Model, Predictor, Reason, Reasons, counterfactuals, explain as explain_row, hanging, name_text,
    threshold_text,
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
    let (predictor, mut options) = (Predictor::new(&model), read_options(&args.read)?);
    ids::declare(&mut options, &model, args.id.as_slice());
    let table = read_for_model(&model, predictor.schema(), &args.data, options, &limits(&args.read)?)?;
    let name = || args.data.display().to_string();
    let row = match &args.id {
        Some(column) => ids::row_of(&table, column, &args.row, &args.data)?,
        None => args.row.parse().map_err(|_| {
            BadInput(format!("--row: {:?} is no number of a row, from 0: --id names the column that has it", args.row))
        })?,
    };
    let explanation = explain_row(&model, &table, row).with_context(name)?;
    let changes = counterfactuals(&model, &table, row, &settings)?;
    // Boolean rules have no points, and more than two classes no class that points speak for.
    let against = model.reasons(settings.to).ok();
    let adverse =
        against.as_ref().map_or(Ok(Vec::new()), |against| adverse(&model, against, &table, row, args.reasons))?;
    let against = against.as_ref().map(|against| &model.classes[against.class as usize]);
    if args.json {
        let mut report = serde_json::to_value(&explanation)?;
        report["target"] = model.target.clone().into();
        if let Some(column) = &args.id {
            report["id"] = serde_json::json!({ column: args.row.trim() });
        }
        report["reasons"] = serde_json::to_value(&adverse)?;
        report["reasons_against"] = against.cloned().into();
        report["changes"] = serde_json::to_value(&changes)?;
        print(format!("{report:#}\n"))?;
    } else {
        let lost = against.map_or(String::new(), |class| lost(&model, class, &adverse));
        let id = args
            .id
            .as_ref()
            .map_or(String::new(), |column| format!(" ({} {})", name_text(column), name_text(args.row.trim())));
        print(
            reasons(&model, &explanation, &id)
                + "\n"
                + &lost
                + &wrapped_lines(&nearest(&changes, &settings, &model.target)),
        )?;
    }
    Ok(DONE)
}

/// Returns what costs the row most points.
fn adverse<'a>(model: &Model, reasons: &'a Reasons, table: &Table, row: usize, most: usize) -> Result<Vec<Reason<'a>>> {
    let row = model.encode_used(&table.select_rows(&[row]))?;
    Ok(reasons.of(model, &row, most).swap_remove(0))
}

/// Lists what costs the row most points.
fn lost(model: &Model, class: &str, reasons: &[Reason<'_>]) -> String {
    if reasons.is_empty() {
        return String::new();
    }
    let mut text = format!("Most points lost towards {} = {}:\n\n", name_text(&model.target), name_text(class));
    for Reason { words, points, best, lost, .. } in reasons {
        let [lost, points, best] = [-lost, *points, *best].map(|points| model.points_text(points));
        text.push_str(&hanging(&format!("{lost:>8}  "), &format!("{words}: {points}, at best {best}")));
    }
    text + "\n"
}

/// Explains why the row has its class. `id` is the text that names it besides its number.
fn reasons(model: &Model, explanation: &Explanation, id: &str) -> String {
    let Explanation { row, prediction, decided_by, rules, .. } = explanation;
    let (form, found) = (model.form(), !rules.is_empty());
    let mut text = format!("Row {row}{id}: {} is {}, ", name_text(&model.target), name_text(prediction));
    text.push_str(&match (form, found, decided_by) {
        (Form::AnyRule { .. }, true, _) => "because of the rules that hold:\n\n".into(),
        (Form::AnyRule { .. }, false, _) => "because no rule holds.\n".into(),
        (Form::AllClauses { .. }, true, _) => "because of the clauses that do not hold:\n\n".into(),
        (Form::AllClauses { .. }, false, _) => "because all clauses hold.\n".into(),
        (_, false, Decider::Leaf(why)) => {
            format!("because it meets no rule and the first tree says so: {}.\n", why.join("; "))
        }
        (_, false, Decider::Default) => "because it meets no rule: this is the default.\n".into(),
        (_, false, _) => "by the points of the start: it meets no rule.\n\n".into(),
        (_, true, _) => "by the points of the start and of the rules it meets:\n\n".into(),
    });
    text = wrapped_lines(&text);
    if matches!(form, Form::AnyRule { .. } | Form::AllClauses { .. }) {
        let width = rules.iter().map(|rule| rule.number.to_string().len()).max().unwrap_or(0);
        for CoveringRule { number, because, .. } in rules {
            text.push_str(&hanging(&format!("{number:>width$}. "), &because.join("; ")));
        }
    } else if *decided_by == Decider::Votes {
        text.push_str(&account(model, explanation));
    }
    text
}

/// Lists points as an account does: the start, those of rules, and their sum. With more than two
/// classes, the classes have sums of their own.
fn account(model: &Model, Explanation { prediction, before, rules, votes, probabilities, .. }: &Explanation) -> String {
    let number = |number: usize| format!("{number}.");
    let width = rules.iter().map(|rule| number(rule.number).len()).max().unwrap_or(0);
    let line = |number: &str, points: f64, words: &str| {
        hanging(&format!("{number:>width$} {:>8}  ", model.points_text(points)), words)
    };
    let towards = model.towards();
    let of = |class: &str| if towards.is_some() { String::new() } else { format!("for {}", name_text(class)) };
    let with = |class: &str, words: &str| {
        [&of(class)[..], words].into_iter().filter(|s| !s.is_empty()).collect::<Vec<_>>().join(": ")
    };
    let mut text = String::new();
    match towards {
        Some(_) => text.push_str(&line("", model.start()[0], "start")),
        None => before
            .iter()
            .for_each(|votes| text.push_str(&line("", votes.votes / model.unit(), &with(&votes.class, "start")))),
    }
    for rule in rules {
        text.push_str(&line(&number(rule.number), rule.points, &with(&rule.class, &rule.because.join("; "))));
    }
    let sums: Vec<f64> = votes.iter().map(|votes| votes.votes).collect();
    let rule = format!("{:width$} --------\n", "");
    text.push_str(&rule);
    match towards {
        Some(class) => {
            let of =
                format!("points towards {} = {}", name_text(&model.target), name_text(&model.classes[class as usize]));
            let points = model.points_of_votes(&sums)[0];
            let tie = match (model.least_points(), model.threshold) {
                (Some(least), Some(share)) => {
                    format!(
                        "; it is {} from {} on ({})",
                        name_text(&model.classes[class as usize]),
                        model.points_text(least),
                        threshold_text(share)
                    )
                }
                _ if points == 0.0 => format!("; at 0 it is {}", name_text(&model.classes[0])),
                _ => String::new(),
            };
            text.push_str(&line("", points, &(of + &tie)));
        }
        None => {
            let most = sums.iter().copied().fold(0.0, f64::max);
            let ties = sums.iter().filter(|sum| **sum == most).count();
            for votes in votes.iter().filter(|votes| votes.votes > 0.0 || votes.class == *prediction) {
                let first = if ties > 1 && votes.class == *prediction { ", the first of those that tie" } else { "" };
                text.push_str(&line("", votes.votes / model.unit(), &format!("{}{first}", of(&votes.class))));
            }
        }
    }
    if let Some(probabilities) = probabilities {
        let shown = model.shown_probabilities(probabilities);
        text.push_str(&format!("\n{}", wrapped_lines(&format!("probabilities: {shown}"))));
    }
    text
}

/// Lists the changes, and says what is proved beyond them.
fn nearest(found: &Counterfactuals, settings: &CounterfactualSettings, target: &str) -> String {
    let to = found.to.as_ref().map_or("another class".into(), |class| name_text(class));
    let free = if settings.fixed.is_empty() { "" } else { " outside --fixed" };
    let mut text = match found.proof {
        CounterfactualProof::NothingToChange => format!("It is already {to}.\n"),
        CounterfactualProof::Impossible => format!("Proved: no change of columns{free} makes it {to}.\n"),
        CounterfactualProof::AtLeast(1) => {
            format!("The search for changes that make it {to} stopped before it found any (--work).\n")
        }
        CounterfactualProof::AtLeast(columns) => format!(
            "Proved: no change of fewer than {columns} columns{free} makes it {to}. The search stopped there (--work).\n"
        ),
        _ => format!("Nearest changes that make it {to}:\n\n"),
    };
    for (number, Counterfactual { prediction, conditions, columns }) in (1..).zip(&found.changes) {
        let class = match found.to {
            Some(_) => String::new(),
            None => format!("{} is {} with ", name_text(target), name_text(prediction)),
        };
        text.push_str(&format!("{number}. {class}{} changed:\n", count(*conditions, "condition")));
        columns.iter().for_each(|column| text.push_str(&hanging("   ", &column.to_string())));
    }
    text.push_str(&match (found.proof, found.changes.first().map_or(0, |change| change.columns.len())) {
        (CounterfactualProof::Nearest, 1) => {
            format!("\nproved: no change of one column{free} changes fewer conditions\n")
        }
        (CounterfactualProof::Nearest, columns) => format!(
            "\nproved: fewer than {columns} columns{free} are not enough, and no change of {columns} columns changes fewer conditions\n"
        ),
        (CounterfactualProof::FewestColumns, 1) => {
            "\nnot all changes of one column were examined: some may change fewer conditions (--work)\n".into()
        }
        (CounterfactualProof::FewestColumns, columns) => format!(
            "\nproved: fewer than {columns} columns{free} are not enough; not all changes of {columns} columns were examined (--work)\n"
        ),
        _ => String::new(),
    });
    text
}
