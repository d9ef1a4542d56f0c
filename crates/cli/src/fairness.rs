//! The flags of fairness while learning.

use crate::args::FitArgs;
use crate::failure::BadInput;
use rulegen::{FairnessCriterion, Method, ParameterValue, Sweep, SweepParameter};

/// The criterion asked for.
pub(crate) fn criterion(args: &FitArgs) -> Option<FairnessCriterion> {
    let Some(ParameterValue::Text(name)) = args.parameters.get("fairness") else { return None };
    FairnessCriterion::ALL.into_iter().find(|criterion| criterion.name() == name)
}

/// Refuses in terms of flags what the library would refuse too.
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
    let loss = args.parameters.get("loss").map_or("logistic".to_owned(), ToString::to_string);
    if args.method == Method::Rules && loss == "logistic" {
        return Err(BadInput(format!(
            "--fairness {name} needs --loss hinge; for the logistic loss, wrap a RuleClassifier in fairlearn (Python)"
        )));
    }
    match args.parameters.get("epsilon").is_none() && args.fair.epsilon_path.is_empty() {
        true => Err(BadInput(format!("--fairness {name} needs --epsilon or --epsilon-path"))),
        false => Ok(()),
    }
}

/// The epsilons of a path, ascending; empty if none is asked for.
pub(crate) fn epsilons(args: &FitArgs) -> Result<Sweep, rulegen::ParameterError> {
    Sweep::ascending(SweepParameter::Epsilon, &args.fair.epsilon_path)
}
