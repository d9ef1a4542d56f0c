//! `rulegen rules`.

use crate::args::{FormatArg, RulesArgs};
use crate::failure::BadInput;
use crate::input::read_model;
use crate::output::print;
use anyhow::Result;
use rulegen::rule::{Model, conditions};
use serde_json::{Value, json};
use std::process::ExitCode;

pub(crate) fn rules(args: &RulesArgs) -> Result<ExitCode> {
    if args.table.is_some() && args.format != FormatArg::Sql {
        return Err(BadInput("--table needs --format sql".into()).into());
    }
    let model = read_model(&args.model)?;
    print(match args.format {
        FormatArg::Text => model.to_text(),
        FormatArg::Markdown => model.to_markdown(),
        FormatArg::Json => json_text(&model)?,
        FormatArg::Sql => model.to_sql(args.table.as_deref().unwrap_or("data"))?,
        FormatArg::Pmml => model.to_pmml()?,
        FormatArg::Python => model.to_python(),
        FormatArg::Rust => model.to_rust(),
    })?;
    Ok(ExitCode::SUCCESS)
}

/// The rules as in the model file, each also in words.
fn json_text(model: &Model) -> Result<String> {
    let file: Value = serde_json::from_str(&model.to_json())?;
    let words: Vec<Vec<String>> = model.rules.iter().map(|r| conditions(&model.schema, &r.rule)).collect();
    let mut rules = file["rules"].clone();
    for (rule, words) in rules.as_array_mut().into_iter().flatten().zip(words) {
        rule["words"] = words.into();
    }
    let report = json!({
        "target": file["target"],
        "classes": file["classes"],
        "rules": rules,
        "default": file["default"],
    });
    Ok(format!("{report:#}\n"))
}
