//! `rulegen rules`.

use crate::args::{FormatArg, RulesArgs};
use crate::input::read_model;
use crate::output::{print, rules_text};
use anyhow::Result;
use rulegen::rule::conditions;
use serde_json::{Value, json};
use std::process::ExitCode;

pub(crate) fn rules(args: &RulesArgs) -> Result<ExitCode> {
    let model = read_model(&args.model)?;
    match args.format {
        FormatArg::Text => print(rules_text(&model))?,
        FormatArg::Json => {
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
            print(format!("{report:#}\n"))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
