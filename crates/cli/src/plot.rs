//! `rulegen plot`.

use crate::args::{AgainstArg, PlotArg, PlotArgs};
use crate::exit::DONE;
use crate::failure::BadInput;
use crate::input::read_model;
use crate::output::write_file;
use crate::report::{read_front, read_trace, study};
use crate::session::check_writable;
use anyhow::{Context, Result};
use clap::ValueEnum;
use rulegen_eval::{Against, draw_convergence, draw_profile};
use rulegen_report::{Plot, draw, draw_features, draw_front, draw_rules, draw_trace};
use std::path::Path;

pub(crate) fn plot(args: &PlotArgs) -> Result<u8> {
    check_writable(Some(&args.output), &args.study.read_files(&args.model, args.data.as_deref()))?;
    check_ending(&args.output)?;
    if let Some(svg) = of_strategies(args)? {
        write_file(&args.output, svg.as_bytes())?;
        return Ok(DONE);
    }
    let model = read_model(&args.model)?;
    let needed = |flag: &str| BadInput(format!("the plot '{}' needs {flag}", name(args.kind)));
    let of_data = |plot: Plot| {
        let data = args.data.as_deref().ok_or_else(|| needed("a data file"))?;
        let study = study(model.clone(), &args.model, data, &args.study)?;
        Ok::<_, anyhow::Error>(draw(plot, &study)?)
    };
    let drawing = match args.kind {
        PlotArg::Rules => draw_rules(&model)?,
        PlotArg::Features => draw_features(&model)?,
        PlotArg::Profile => return Err(needed("a trace of strategies").into()),
        PlotArg::Convergence => {
            draw_trace(&read_trace(args.study.trace.as_deref().ok_or_else(|| needed("--trace"))?)?)?
        }
        PlotArg::Front => {
            let what = "--front FILE: what `front --json` or `fit --json` printed";
            draw_front(&read_front(args.study.front.as_deref().ok_or_else(|| needed(what))?)?)?
        }
        PlotArg::Coverage => of_data(Plot::Coverage)?,
        PlotArg::Overlap => of_data(Plot::Overlap)?,
        PlotArg::Confusion => of_data(Plot::Confusion)?,
        PlotArg::Calibration => of_data(Plot::Calibration)?,
        PlotArg::Roc => of_data(Plot::Roc)?,
        PlotArg::PrecisionRecall => of_data(Plot::PrecisionRecall)?,
        PlotArg::Threshold => of_data(Plot::Threshold)?,
        PlotArg::Fairness if args.study.groups.group.is_empty() => return Err(needed("--group").into()),
        PlotArg::Fairness => of_data(Plot::Fairness)?,
    };
    write_file(&args.output, drawing.svg.as_bytes())?;
    Ok(DONE)
}

/// Refuses files of other kinds. A file without an ending is taken.
fn check_ending(path: &Path) -> Result<(), BadInput> {
    match path.extension() {
        Some(ending) if !ending.eq_ignore_ascii_case("svg") => {
            Err(BadInput(format!("plots are .svg, not .{}: convert an SVG file", ending.display())))
        }
        _ => Ok(()),
    }
}

/// Draws a plot of several strategies, if it is one.
fn of_strategies(args: &PlotArgs) -> Result<Option<String>> {
    let convergence = match args.kind {
        PlotArg::Convergence if args.study.trace.is_none() => true,
        PlotArg::Profile => false,
        _ => return Ok(None),
    };
    let name = || args.model.display().to_string();
    let trace = std::fs::read(&args.model).map_err(|e| BadInput(format!("cannot read {}: {e}", name())))?;
    let against = match args.against {
        AgainstArg::Seconds => Against::Seconds,
        AgainstArg::Rounds => Against::Rounds,
    };
    let svg = if convergence { draw_convergence(&trace, against) } else { draw_profile(&trace, args.within) };
    Ok(Some(svg.with_context(name)?))
}

fn name(kind: PlotArg) -> String {
    kind.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}
