//! `rulegen evaluate`.

use crate::args::EvaluateArgs;
use crate::input::{class_index, for_schema, named, read_model, read_options, read_table};
use crate::output::{print, quality_table};
use anyhow::{Context, Result};
use rulegen::data::{Target, read_row_file};
use rulegen::rule::{Predictor, quoted};
use rulegen_eval::{Quality, SampleSize, Size};
use serde_json::json;
use std::process::ExitCode;

pub(crate) fn evaluate(args: &EvaluateArgs) -> Result<ExitCode> {
    let mut model = read_model(&args.model)?;
    if let Some(name) = &args.positive {
        model.positive = Some(class_index(&model.classes, name)?);
    }
    let predictor = Predictor::new(&model);
    let mut options = for_schema(predictor.schema(), read_options(&args.read)?);
    options.text = vec![model.target.clone()];
    options.only.get_or_insert_default().push(model.target.clone());
    let mut table = read_table(&args.data, &options)?;
    let bad = |e| named(&args.data, e);
    let labels = Target::labels_among(table.take_column(&model.target).map_err(bad)?, &model.classes);
    let mut labels = labels.map_err(bad)?;
    if let Some(path) = &args.rows {
        let rows = read_row_file(path, table.rows).map_err(|e| named(path, e))?;
        table = table.select_rows(&rows);
        labels = rows.iter().map(|&r| labels[r]).collect();
    }
    let predicted = predictor.predict(&table).with_context(|| args.data.display().to_string())?;
    let quality = Quality::new(&predicted, &labels, model.classes.len(), model.positive);
    let sizes = SampleSize::of(&predictor, &table)?;
    if args.json {
        let size = Size::of(&model);
        let report = json!({
            "method": model.method,
            "n_rules": size.n_rules,
            "avg_rule_length": size.avg_rule_length,
            "complexity": size.complexity,
            "rules_per_sample": sizes.rules_per_sample,
            "rule_length_per_sample": sizes.rule_length_per_sample,
            "n": quality.n,
            "accuracy": quality.accuracy,
            "f1": quality.f1,
            "weighted_f1": quality.weighted_f1,
        });
        print(format!("{report:#}\n"))?;
    } else {
        let mut text = String::new();
        quality_table(&mut text, &model, &[("", &quality)])?;
        text.push_str("\nby class       rows  precision    recall        F1\n");
        for (name, class) in model.classes.iter().zip(&quality.classes) {
            text.push_str(&format!(
                "{:<12} {:>6} {:>10.4} {:>9.4} {:>9.4}\n",
                quoted(name),
                class.n,
                class.precision,
                class.recall,
                class.f1
            ));
        }
        print(text)?;
    }
    Ok(ExitCode::SUCCESS)
}
