//! `rulegen rules`.

use crate::args::{FormatArg, RulesArgs};
use crate::exit::DONE;
use crate::failure::BadInput;
use crate::input::read_model;
use crate::output::print;
use anyhow::Result;
use rulegen::rule::SqlColumns;

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
    if args.reasons > 0 && args.format != FormatArg::Sql {
        return Err(BadInput("--reasons needs --format sql: pmml-scorecard has them by itself".into()).into());
    }
    let model = read_model(&args.model)?;
    if args.reasons > 0 && model.classes.len() > 2 {
        let says = "--reasons: of more than two classes, `rulegen explain --to CLASS` has those against one";
        return Err(BadInput(says.into()).into());
    }
    let columns = SqlColumns { probabilities: args.probabilities, reasons: args.reasons };
    let table = args.table.as_deref().unwrap_or("data");
    print(match args.format {
        FormatArg::Text => model.to_text(),
        FormatArg::Markdown => model.to_markdown(),
        FormatArg::Card => model.to_card_text().ok_or_else(no_points)?,
        FormatArg::CardMarkdown => model.to_card_markdown().ok_or_else(no_points)?,
        FormatArg::CardCsv => model.to_card_csv().ok_or_else(no_points)?,
        FormatArg::Json => model.to_rules_json(),
        FormatArg::Sql => model.to_sql_with(table, columns)?,
        FormatArg::Pmml => model.to_pmml()?,
        FormatArg::PmmlScorecard => model.to_pmml_scorecard()?,
        FormatArg::Python => model.to_python(),
        FormatArg::Rust => model.to_rust(),
    })?;
    Ok(DONE)
}

/// The refusal of a scorecard.
fn no_points() -> BadInput {
    BadInput("Boolean rules have no points, so there is no scorecard of them: use --format text".into())
}
