//! `rulegen plot`.

use crate::args::{PlotArg, PlotArgs};
use crate::exit::DONE;
use crate::failure::BadInput;
use crate::input::read_model;
use crate::output::write_file;
use crate::report::{read_complexity_path, read_trace, study};
use crate::session::check_writable;
use anyhow::Result;
use clap::ValueEnum;
use rulegen_report::{Plot, draw, draw_features, draw_path, draw_rules, draw_trace};

pub(crate) fn plot(args: &PlotArgs) -> Result<u8> {
    check_writable(Some(&args.output), &args.study.read_files(&args.model, args.data.as_deref()))?;
    let ending = args.output.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    if let Some(ending) = ending.filter(|ending| ending != "svg") {
        return Err(BadInput(format!("plots are svg, not {ending}")).into());
    }
    let model = read_model(&args.model)?;
    let needed = |flag: &str| BadInput(format!("the plot '{}' needs {flag}", name(args.kind)));
    let of_data = |plot: Plot| {
        let data = args.data.as_deref().ok_or_else(|| needed("a data file"))?;
        let study = study(model.clone(), &args.model, data, &args.study, None)?;
        Ok::<_, anyhow::Error>(draw(plot, &study)?)
    };
    let drawing = match args.kind {
        PlotArg::Rules => draw_rules(&model)?,
        PlotArg::Features => draw_features(&model)?,
        PlotArg::Convergence => {
            draw_trace(&read_trace(args.study.trace.as_deref().ok_or_else(|| needed("--trace"))?)?)?
        }
        PlotArg::Front => {
            draw_path(&read_complexity_path(args.study.path.as_deref().ok_or_else(|| needed("--path"))?)?)?
        }
        PlotArg::Coverage => of_data(Plot::Coverage)?,
        PlotArg::Overlap => of_data(Plot::Overlap)?,
        PlotArg::Confusion => of_data(Plot::Confusion)?,
        PlotArg::Calibration => of_data(Plot::Calibration)?,
        PlotArg::Fairness if args.study.groups.group.is_empty() => return Err(needed("--group").into()),
        PlotArg::Fairness => of_data(Plot::Fairness)?,
    };
    write_file(&args.output, drawing.svg.as_bytes())?;
    Ok(DONE)
}

fn name(kind: PlotArg) -> String {
    kind.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}
