//! The learner that the flags ask for.

use crate::args::FitArgs;
use crate::fairness::{check_fairness, epsilons};
use anyhow::Result;
use rulegen::{Learner, ParameterValue, Registry, Settings};

/// Makes the learner that the flags ask for.
pub(crate) fn learner(args: &FitArgs, registry: &Registry) -> Result<Learner> {
    learner_with(args, registry, Settings::new(), None)
}

/// Makes the learner that the flags ask for. `settings` apply where a flag is absent, and `stages`,
/// if given, replace the stages of pricing of the flags.
pub(crate) fn learner_with(
    args: &FitArgs,
    registry: &Registry,
    settings: Settings,
    stages: Option<Vec<String>>,
) -> Result<Learner> {
    let learner = args.method.learner_with(settings_with(args, settings, stages)?, registry)?;
    learner.check_built()?;
    Ok(learner)
}

/// The settings of [`learner_with`].
pub(crate) fn settings_with(args: &FitArgs, mut settings: Settings, stages: Option<Vec<String>>) -> Result<Settings> {
    check_fairness(args)?;
    settings.extend(args.parameters.settings()?);
    // Along a path of epsilons the first stands for all.
    if let [first, ..] = epsilons(args)?.values[..] {
        settings.insert("epsilon".into(), ParameterValue::Number(first));
    }
    if let Some(stages) = stages {
        settings.insert("pricers".into(), ParameterValue::List(stages));
    }
    Ok(settings)
}
