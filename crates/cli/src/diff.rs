//! `rulegen diff`.

use crate::args::DiffArgs;
use crate::exit::DONE;
use crate::failure::BadInput;
use crate::input::{limits, read_for_model, read_model, read_options};
use crate::output::print;
use crate::table::aligned;
use crate::words::count;
use anyhow::{Context, Result};
use rulegen::rule::{
    ChangedWeight, DiffRule, Form, Model, ModelDiff, Predictor, name_text, points_text, threshold_text,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

pub(crate) fn diff(args: &DiffArgs) -> Result<u8> {
    let (before, after) = (read_model(&args.before)?, read_model(&args.after)?);
    let rules = ModelDiff::new(&before, &after);
    let predictions = match &args.data {
        Some(data) => Some(Pairs::new(&predictions(&before, data, args)?, &predictions(&after, data, args)?)),
        None => None,
    };
    if args.json {
        let mut report = serde_json::to_value(&rules)?;
        report["predictions"] = predictions.map_or(Value::Null, |pairs| pairs.json());
        print(format!("{report:#}\n"))?;
    } else {
        let names = [&args.before, &args.after].map(|path| path.display().to_string());
        let table = predictions.map_or(String::new(), |pairs| pairs.text());
        let votes = after.form() == Form::Votes;
        print(rules_text(&rules, &names, votes) + &table)?;
    }
    Ok(DONE)
}

/// The class of every row.
fn predictions(model: &Model, data: &Path, args: &DiffArgs) -> Result<Vec<String>> {
    if data == Path::new("-") {
        // Each model has its own types of columns.
        return Err(BadInput("diff reads DATA once for each model: name a file, not -".into()).into());
    }
    let predictor = Predictor::new(model);
    let options = read_options(&args.read)?;
    let table = read_for_model(model, predictor.schema(), data, options, &limits(&args.read)?)?;
    let classes = predictor.predict(&table).with_context(|| data.display().to_string())?;
    Ok(classes.into_iter().map(|k| model.classes[k as usize].clone()).collect())
}

/// Writes the differences between rules, with their points if rules of the second model vote.
fn rules_text(diff: &ModelDiff, names: &[String; 2], votes: bool) -> String {
    let mut text = String::new();
    if let Some((before, after)) = &diff.target {
        text.push_str(&format!("what they predict: {} -> {}\n\n", name_text(before), name_text(after)));
    }
    if let Some((before, after)) = &diff.loss {
        text.push_str(&format!(
            "loss: {} -> {}: weights are in different units\n\n",
            name_text(before),
            name_text(after)
        ));
    }
    let rule = |rule: &DiffRule, points: String| {
        let (words, class) = (rule.conditions.join(" and "), name_text(&rule.class));
        match &diff.towards {
            _ if !votes => format!("if {words} then {class}"),
            Some(_) => format!("{points} if {words}"),
            None => format!("{points} for {class} if {words}"),
        }
    };
    let list = |text: &mut String, what: String, lines: Vec<String>| {
        if !lines.is_empty() {
            text.push_str(&format!("{what}:\n"));
            lines.iter().for_each(|line| text.push_str(&format!("  {line}\n")));
            text.push('\n');
        }
    };
    let whole = |of: &DiffRule| rule(of, points_text(of.points));
    let changed = |ChangedWeight { rule: of, weight_before }: &ChangedWeight| {
        let before = weight_before.copysign(of.points);
        rule(of, format!("{} -> {}", points_text(before), points_text(of.points)))
    };
    let differ = diff.went.len() + diff.came.len() + diff.changed.len() > 0;
    if let Some(class) = diff.towards.as_ref().filter(|_| differ) {
        text.push_str(&format!("points towards {}\n\n", name_text(class)));
    }
    list(
        &mut text,
        format!("only in {}, {}", names[0], count(diff.went.len(), "rule")),
        diff.went.iter().map(whole).collect(),
    );
    list(
        &mut text,
        format!("only in {}, {}", names[1], count(diff.came.len(), "rule")),
        diff.came.iter().map(whole).collect(),
    );
    list(
        &mut text,
        format!("with other points, {}", count(diff.changed.len(), "rule")),
        diff.changed.iter().map(changed).collect(),
    );
    text.push_str(&format!("the same in both: {}\n", count(diff.same, "rule")));
    if let Some((before, after)) = &diff.before_any_rule {
        let shown = |votes: &str| if votes.is_empty() { "nothing".into() } else { votes.to_owned() };
        text.push_str(&format!("before any rule: {} -> {}\n", shown(before), shown(after)));
    }
    if let Some((before, after)) = diff.threshold {
        let said = |threshold: Option<f64>| threshold.map_or("none".into(), threshold_text);
        text.push_str(&format!("threshold: {} -> {}\n", said(before), said(after)));
    }
    if let Some((before, after)) = &diff.default {
        text.push_str(&format!("where no rule applies: {} -> {}\n", name_text(before), name_text(after)));
    }
    if diff.first_tree_differs {
        text.push_str("the first trees, which answer where no rule applies, differ\n");
    }
    text
}

/// The number of rows by the two classes that the models give them.
struct Pairs {
    rows: usize,
    /// By class before and class after.
    counts: BTreeMap<(String, String), usize>,
}

impl Pairs {
    fn new(before: &[String], after: &[String]) -> Self {
        let mut counts = BTreeMap::new();
        for (before, after) in before.iter().zip(after) {
            *counts.entry((before.clone(), after.clone())).or_default() += 1;
        }
        Pairs { rows: before.len(), counts }
    }

    fn differ(&self) -> usize {
        self.counts.iter().filter(|((before, after), _)| before != after).map(|(_, rows)| rows).sum()
    }

    fn json(&self) -> Value {
        let pair = |((before, after), rows): (&(String, String), &usize)| json!({"before": before, "after": after, "rows": rows});
        json!({"rows": self.rows, "differ": self.differ(), "pairs": self.counts.iter().map(pair).collect::<Vec<_>>()})
    }

    fn text(&self) -> String {
        let differ = self.differ();
        let share = if self.rows == 0 { 0.0 } else { 100.0 * differ as f64 / self.rows as f64 };
        let mut text = format!("\nthe models disagree on {differ} of {} ({share:.2}%)\n\n", count(self.rows, "row"));
        let mut lines = vec![["before", "after", "rows"].map(str::to_owned).to_vec()];
        let line = |((before, after), rows): (&(String, String), &usize)| {
            vec![name_text(before), name_text(after), rows.to_string()]
        };
        lines.extend(self.counts.iter().map(line));
        text.push_str(&aligned(&lines));
        text
    }
}
