//! What fairness is asked for while learning, from the flags.

use crate::args::{FairnessArg, FitArgs};
use crate::failure::BadInput;
use anyhow::Result;

/// A notion of fairness, and the gaps to allow.
#[derive(Debug)]
pub(crate) struct Fairness {
    pub(crate) notion: FairnessArg,
    pub(crate) epsilon: Epsilon,
}

/// The largest gap between two groups.
#[derive(Debug)]
pub(crate) enum Epsilon {
    One(f64),
    /// Each of these, ascending.
    Path(Vec<f64>),
}

/// The fairness that the flags ask for, checked.
pub(crate) fn fairness(args: &FitArgs) -> Result<Option<Fairness>, BadInput> {
    let fair = &args.fair;
    let Some(notion) = fair.fairness else { return Ok(None) };
    let (name, method) = notion.name();
    if method != args.method {
        let (of, is) = (method.name(), args.method.name());
        return Err(BadInput(format!("--fairness {name} is for --method {of}, not {is}")));
    }
    // Phrased as acceptance, so that NaN fails.
    let bad = fair.epsilon.iter().chain(&fair.epsilon_path).find(|epsilon| !(**epsilon >= 0.0 && epsilon.is_finite()));
    if let Some(bad) = bad {
        return Err(BadInput(format!("the epsilon of fairness must be finite and not negative, not {bad}")));
    }
    let epsilon = match (fair.epsilon, &fair.epsilon_path[..]) {
        (Some(epsilon), _) => Epsilon::One(epsilon),
        (None, []) => return Err(BadInput(format!("--fairness {name} needs --epsilon or --epsilon-path"))),
        (None, path) => {
            let mut path = path.to_vec();
            path.sort_by(f64::total_cmp);
            path.dedup();
            Epsilon::Path(path)
        }
    };
    Ok(Some(Fairness { notion, epsilon }))
}
