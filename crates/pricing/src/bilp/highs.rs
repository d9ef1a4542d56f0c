//! HiGHS.

use super::program::Program;
use super::solver::{Answer, MipSolver, Solution, seconds_until};
use crate::PricingError;
use highs::{ColProblem, HighsModelStatus, HighsSolutionStatus, Model, Sense, SolvedModel};
use rulegen_driver::Limits;
use std::io::Read;
use tempfile::NamedTempFile;

/// HiGHS through its safe Rust layer.
#[derive(Debug)]
pub(super) struct Highs;

impl MipSolver for Highs {
    fn name(&self) -> &'static str {
        "bilp-highs"
    }

    fn solve(&self, program: &Program, gap: f64, limits: &Limits) -> Result<Option<Answer>, PricingError> {
        if limits.reached().is_some() {
            return Ok(None);
        }
        let failed = |reason: String| PricingError::Solver { solver: self.name(), reason };
        let improving = NamedTempFile::new()
            .map_err(|error| log::warn!("no file for the improving solutions of HiGHS, only the best is kept: {error}"))
            .ok();
        let mut model =
            load(program).try_optimise(Sense::Minimise).map_err(|s| failed(format!("refused the program: {s:?}")))?;
        set(&mut model, gap, improving.as_ref(), limits).map_err(&failed)?;
        let solved = model.try_solve().map_err(|status| failed(format!("{status:?}")))?;
        match solved.status() {
            HighsModelStatus::Optimal
            | HighsModelStatus::ReachedTimeLimit
            | HighsModelStatus::ReachedIterationLimit
            | HighsModelStatus::ReachedSolutionLimit
            | HighsModelStatus::ReachedMemoryLimit
            | HighsModelStatus::ReachedInterrupt => Ok(Some(answer(&solved, improving))),
            status => Err(failed(format!("ended as {status:?}"))),
        }
    }
}

fn load(program: &Program) -> ColProblem {
    let mut problem = ColProblem::new();
    let rows: Vec<_> =
        program.row_lower.iter().zip(&program.row_upper).map(|(&l, &u)| problem.add_row(l..=u)).collect();
    for (column, &cost) in program.cost.iter().enumerate() {
        let entries = program.starts[column] as usize..program.starts[column + 1] as usize;
        let terms = entries.map(|e| (rows[program.rows[e] as usize], program.values[e]));
        problem.add_column_with_integrality(cost, 0.0..=1.0, terms, column < program.integers);
    }
    problem
}

fn set(model: &mut Model, gap: f64, improving: Option<&NamedTempFile>, limits: &Limits) -> Result<(), String> {
    let refused = |name: &'static str| move |_| format!("refused the option {name}");
    model.make_quiet();
    model.try_set_option("threads", 1).map_err(refused("threads"))?;
    model.try_set_option("mip_rel_gap", gap).map_err(refused("mip_rel_gap"))?;
    model.try_set_option("mip_abs_gap", 0.0).map_err(refused("mip_abs_gap"))?;
    if let Some(path) = improving.and_then(|file| file.path().to_str()) {
        let name = "mip_improving_solution_file";
        model.try_set_option(name, path).map_err(refused(name))?;
    }
    if let Some(deadline) = limits.deadline {
        model.try_set_option("time_limit", seconds_until(deadline)).map_err(refused("time_limit"))?;
    }
    Ok(())
}

fn answer(solved: &SolvedModel, improving: Option<NamedTempFile>) -> Answer {
    let mut solutions = improving.map(read).unwrap_or_default();
    if solved.primal_solution_status() == HighsSolutionStatus::Feasible {
        let values = solved.get_solution().columns().to_vec();
        solutions.push(Solution { objective: solved.objective_value(), values });
    }
    let bound = solved.double_info_value(c"mip_dual_bound").ok().filter(|bound| bound.is_finite());
    // The safe layer cannot read the count of nodes, a 64-bit number.
    Answer { solutions, bound, nodes: 0 }
}

/// The solutions of the file: `Objective`, its value, `# Columns`, their number, then a name and a value a column.
fn read(mut file: NamedTempFile) -> Vec<Solution> {
    let mut text = String::new();
    if let Err(error) = file.read_to_string(&mut text) {
        log::warn!("the improving solutions of HiGHS cannot be read, only the best is kept: {error}");
    }
    parse(&text)
}

fn parse(text: &str) -> Vec<Solution> {
    let mut solutions: Vec<Solution> = Vec::new();
    for line in text.lines() {
        let mut words = line.split_ascii_whitespace();
        match (words.next(), words.next().map(str::parse)) {
            (Some("Objective"), Some(Ok(objective))) => solutions.push(Solution { objective, values: Vec::new() }),
            (Some("#"), _) => {}
            (Some(_), Some(Ok(value))) if !solutions.is_empty() => {
                solutions.last_mut().expect("not empty").values.push(value);
            }
            _ => log::debug!("HiGHS wrote an unexpected line among its solutions: {line}"),
        }
    }
    solutions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solutions_are_read_as_highs_writes_them() {
        let text = "Objective -3\n# Columns 2\nNoName 1\nNoName 0\nObjective -4.5\n# Columns 2\nNoName 0\nNoName 1\n";
        let found: Vec<(f64, Vec<f64>)> = parse(text).into_iter().map(|s| (s.objective, s.values)).collect();
        assert_eq!(found, [(-3.0, vec![1.0, 0.0]), (-4.5, vec![0.0, 1.0])]);
    }
}
