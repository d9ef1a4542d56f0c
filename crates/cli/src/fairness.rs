//! What fairness is asked for while learning, from the flags.

use crate::args::FitArgs;
use crate::failure::BadInput;
use rulegen::{FairnessCriterion, ParameterValue, Path, PathParameter};

/// The criterion asked for.
pub(crate) fn criterion(args: &FitArgs) -> Option<FairnessCriterion> {
    let Some(ParameterValue::Text(name)) = args.parameters.get("fairness") else { return None };
    FairnessCriterion::ALL.into_iter().find(|criterion| criterion.name() == name)
}

/// What the library would refuse too, in terms of flags.
pub(crate) fn check_fairness(args: &FitArgs) -> Result<(), BadInput> {
    let Some(criterion) = criterion(args) else { return Ok(()) };
    let (name, methods) = (criterion.name(), criterion.methods());
    if !methods.contains(&args.method) {
        let methods: Vec<&str> = methods.iter().map(|method| method.name()).collect();
        return Err(BadInput(format!(
            "--fairness {name} is for --method {}, not {}",
            methods.join(" or "),
            args.method
        )));
    }
    match args.parameters.get("epsilon").is_none() && args.fair.epsilon_path.is_empty() {
        true => Err(BadInput(format!("--fairness {name} needs --epsilon or --epsilon-path"))),
        false => Ok(()),
    }
}

/// The epsilons of a path, ascending; empty where none is asked for.
pub(crate) fn epsilons(args: &FitArgs) -> Result<Path, rulegen::ParameterError> {
    ascending(PathParameter::Epsilon, &args.fair.epsilon_path)
}

/// A path, checked, so that what one value finds fits into the next.
pub(crate) fn ascending(parameter: PathParameter, values: &[f64]) -> Result<Path, rulegen::ParameterError> {
    let mut path = Path { parameter, values: values.to_vec() };
    path.check()?;
    path.values.sort_by(f64::total_cmp);
    path.values.dedup();
    Ok(path)
}
