//! `rulegen rules`.

use crate::args::{FormatArg, RulesArgs};
use crate::exit::DONE;
use crate::failure::BadInput;
use crate::input::read_model;
use crate::output::print;
use anyhow::Result;
use rulegen::rule::{Model, conditions};
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub(crate) fn rules(args: &RulesArgs) -> Result<u8> {
    if args.table.is_some() && args.format != FormatArg::Sql {
        return Err(BadInput("--table needs --format sql".into()).into());
    }
    if args.probabilities && args.format != FormatArg::Sql {
        return Err(BadInput(
            "--probabilities needs --format sql: pmml, python and rust have them by themselves".into(),
        )
        .into());
    }
    let model = read_model(&args.model)?;
    let table = args.table.as_deref().unwrap_or("data");
    print(match args.format {
        FormatArg::Text => model.to_text(),
        FormatArg::Markdown => model.to_markdown(),
        FormatArg::Json => json_text(&model)?,
        FormatArg::Sql if args.probabilities => model.to_sql_with_probabilities(table)?,
        FormatArg::Sql => model.to_sql(table)?,
        FormatArg::Pmml => model.to_pmml()?,
        FormatArg::Python => model.to_python(),
        FormatArg::Rust => model.to_rust(),
    })?;
    Ok(DONE)
}

/// Writes the rules as the model file has them, each also in words.
fn json_text(model: &Model) -> Result<String> {
    let mut file: File = serde_json::from_str(&model.to_json())?;
    for (entry, rule) in file.rules.iter_mut().zip(&model.rules) {
        entry.words = conditions(&model.schema, &rule.rule);
    }
    Ok(serde_json::to_string_pretty(&file)? + "\n")
}

/// The parts of a model file that are shown, in alphabetical order.
#[derive(Deserialize, Serialize)]
struct File {
    classes: Value,
    default: Value,
    rules: Vec<Entry>,
    target: Value,
}

/// A rule. Values of this type take a fraction of the memory of JSON values.
#[derive(Deserialize, Serialize)]
struct Entry {
    correct: f64,
    covered: f64,
    r#if: Vec<Condition>,
    then: String,
    weight: f64,
    #[serde(default)]
    words: Vec<String>,
}

/// A condition.
#[derive(Deserialize, Serialize)]
struct Condition {
    column: String,
    is: String,
    #[serde(default, skip_serializing_if = "Value::is_null")]
    value: Value,
}
