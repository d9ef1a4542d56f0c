//! What fairness is asked for while learning, from the flags.

use crate::args::{FairnessArg, FitArgs, LpStrategyArg};
use crate::failure::BadInput;
use rulegen::master::FairnessCriterion;
use rulegen::{BooleanCriterion, BooleanFairness, FairnessParameters};

/// The fairness of weighted rules that the flags ask for, checked. Along a path of epsilons it is that of the first.
pub(crate) fn rug_fairness(args: &FitArgs) -> Result<Option<FairnessParameters>, BadInput> {
    let Some((notion, epsilon)) = asked(args)? else { return Ok(None) };
    let criterion = match notion {
        FairnessArg::Dmc => FairnessCriterion::Dmc,
        FairnessArg::Odm => FairnessCriterion::Odm,
        FairnessArg::Eop => FairnessCriterion::Eop,
        FairnessArg::EqualOpportunity | FairnessArg::EqualizedOdds => return Err(of_other_method(notion, args)),
    };
    Ok(Some(FairnessParameters { criterion, epsilon, positive: args.positive.clone() }))
}

/// The same for Boolean rules.
pub(crate) fn boolean_fairness(args: &FitArgs) -> Result<Option<BooleanFairness>, BadInput> {
    let Some((notion, epsilon)) = asked(args)? else { return Ok(None) };
    let criterion = match notion {
        FairnessArg::EqualOpportunity => BooleanCriterion::EqualOpportunity,
        FairnessArg::EqualizedOdds => BooleanCriterion::EqualizedOdds,
        FairnessArg::Dmc | FairnessArg::Odm | FairnessArg::Eop => return Err(of_other_method(notion, args)),
    };
    if !args.fair.epsilon_path.is_empty() && (!args.boolean.complexity_path.is_empty() || args.boolean.cv.is_some()) {
        return Err(BadInput("--epsilon-path does not go with --complexity-path or --cv".into()));
    }
    Ok(Some(BooleanFairness { criterion, epsilon }))
}

/// The notion asked for, and the first epsilon.
fn asked(args: &FitArgs) -> Result<Option<(FairnessArg, f64)>, BadInput> {
    let Some(notion) = args.fair.fairness else { return Ok(None) };
    let (name, method) = notion.name();
    if method != args.method {
        return Err(of_other_method(notion, args));
    }
    // The rows of fairness are known to one way of solving only.
    if args.run.lp_strategy.is_some_and(|strategy| strategy != LpStrategyArg::Interior) {
        return Err(BadInput("--fairness needs --lp-strategy interior".into()));
    }
    let epsilons = epsilons(args)?;
    let first = args.fair.epsilon.or(epsilons.first().copied());
    let epsilon = first.ok_or_else(|| BadInput(format!("--fairness {name} needs --epsilon or --epsilon-path")))?;
    Ok(Some((notion, epsilon)))
}

fn of_other_method(notion: FairnessArg, args: &FitArgs) -> BadInput {
    let (name, method) = notion.name();
    BadInput(format!("--fairness {name} is for --method {}, not {}", method.name(), args.method.name()))
}

/// The epsilons of a path, ascending; empty where none is asked for.
pub(crate) fn epsilons(args: &FitArgs) -> Result<Vec<f64>, BadInput> {
    let mut path = args.fair.epsilon_path.clone();
    // Phrased as acceptance, so that NaN fails.
    let bad = args.fair.epsilon.iter().chain(&path).find(|epsilon| !(**epsilon >= 0.0 && epsilon.is_finite()));
    if let Some(bad) = bad {
        return Err(BadInput(format!("the epsilon must be finite and not negative, not {bad}")));
    }
    path.sort_by(f64::total_cmp);
    path.dedup();
    Ok(path)
}
