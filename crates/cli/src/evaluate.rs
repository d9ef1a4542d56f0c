//! `rulegen evaluate`.

use crate::args::EvaluateArgs;
use crate::exit::DONE;
use crate::failure::BadInput;
use crate::groups::warn_of_few;
use crate::input::{class_index, read_model};
use crate::labelled::{LabelledRows, read_labelled};
use crate::measured::{Measured, fairness_tables, quality_table, share_of};
use crate::output::print;
use crate::table::aligned;
use anyhow::{Context, Result};
use rulegen::ErrorCosts;
use rulegen::measure::{SampleSize, Size};
use rulegen::rule::{Predictor, name_text, wrapped};
use serde_json::{Value, json};

pub(crate) fn evaluate(args: &EvaluateArgs) -> Result<u8> {
    let mut model = read_model(&args.model)?;
    if let Some(name) = &args.positive {
        let positive = class_index(&model.classes, name)?;
        if args.threshold.is_none()
            && args.error_costs.is_none()
            && model.cut().is_some_and(|cut| cut.class != positive)
        {
            let reason = "the model has a threshold of the other class: give --threshold for this one";
            return Err(BadInput(format!("--positive {name}: {reason}")).into());
        }
        model.positive = Some(positive);
    }
    let threshold = args.threshold.or(args.error_costs.map(ErrorCosts::threshold));
    if threshold.is_some() {
        model = model.with_threshold(threshold).with_context(|| args.model.display().to_string())?;
    }
    if let Some(costs) = args.error_costs {
        model.settings.insert("error_costs".into(), costs.to_string().into());
    }
    let predictor = Predictor::new(&model);
    let LabelledRows { mut table, mut labels, mut groups, rows: of_file } =
        read_labelled(&model, predictor.schema(), &args.data, &args.read, &args.groups)?;
    if let Some(path) = &args.rows {
        let rows = of_file.read(path)?;
        table = table.select_rows(&rows);
        labels = rows.iter().map(|&r| labels[r]).collect();
        groups = groups.map(|groups| groups.select_rows(&rows));
    }
    if let Some(groups) = &groups {
        warn_of_few(groups, &labels, &model.classes);
    }
    let measured = Measured::new(&model, &predictor, &table, &labels, groups.as_ref())
        .with_context(|| args.data.display().to_string())?;
    let sizes = SampleSize::of(&predictor, &table)?;
    if args.json {
        let size = Size::of(&model);
        let mut report = json!({
            "method": model.method,
            "threshold": model.threshold,
            "n_rules": size.n_rules,
            "avg_rule_length": size.avg_rule_length,
            "complexity": size.complexity,
            "rules_per_sample": sizes.rules_per_sample,
            "rule_length_per_sample": sizes.rule_length_per_sample,
        });
        // The measures of these rows stand beside the sizes, as there is only one set of rows.
        if let (Some(report), Value::Object(measures)) = (report.as_object_mut(), serde_json::to_value(&measured)?) {
            report.extend(measures);
        }
        print(format!("{:#}\n", report))?;
    } else {
        let mut text = quality_table(&model, &[("", &measured)]);
        if let Some(sentence) = model.threshold_sentence() {
            text.push_str(&wrapped(&[format!("({sentence})")]));
        }
        let mut lines = vec![["by class", "rows", "precision", "recall", "F1"].map(String::from).to_vec()];
        lines.extend(model.classes.iter().zip(&measured.quality.classes).map(|(name, class)| {
            let shares = [class.precision, class.recall, class.f1].map(|share| share_of(class, share));
            [name_text(name), class.n.to_string()].into_iter().chain(shares).collect()
        }));
        text.push_str(&format!("\n{}", aligned(&lines)));
        text.push_str(&fairness_tables(&model, &[("", &measured)]));
        print(text)?;
    }
    Ok(DONE)
}
