//! The built-in pricers.

use super::entry::Entry;
use super::{PricerName, StageSettings};
use crate::error::FitError;
use rulegen_binarize::Samples;
use rulegen_driver::Pricer;
use rulegen_pricing::{
    Bilp, BilpSettings, BilpSolver, BranchAndBound, BranchAndBoundSettings, Cube, CubeSettings, Greedy, GreedySettings,
    Pool, PricingError, Sampling, SamplingSettings, WeightedTree, translate_rule,
};
use rulegen_rule::{Model, Rule};
use std::sync::Arc;

type Made = Result<Box<dyn Pricer>, FitError>;

/// Returns the entries of all built-in pricers, from cheap to exact.
pub(super) fn entries() -> Vec<Entry> {
    let heuristic = |name, create: fn(&Arc<Samples>, &StageSettings<'_>) -> Made| Entry {
        name,
        exact: false,
        needs_pool: false,
        built: || Ok(()),
        create: Arc::new(create),
    };
    let exact = |name, built, create: fn(&Arc<Samples>, &StageSettings<'_>) -> Made| Entry {
        name,
        exact: true,
        needs_pool: false,
        built,
        create: Arc::new(create),
    };
    let always: fn() -> Result<(), PricingError> = || Ok(());
    vec![
        Entry { needs_pool: true, ..heuristic(PricerName::POOL, pool) },
        heuristic(PricerName::TREE, |samples, p| Ok(Box::new(WeightedTree::new(samples.clone(), p.tree)?))),
        heuristic(PricerName::GREEDY, |samples, p| {
            Ok(Box::new(Greedy::new(samples.clone(), GreedySettings { beam: p.beam, ..GreedySettings::default() })))
        }),
        heuristic(PricerName::SAMPLED, sampled),
        exact(PricerName::CUBE, always, |samples, p| {
            Ok(Box::new(Cube::new(samples.clone(), CubeSettings { columns: p.columns, ..CubeSettings::default() })))
        }),
        exact(PricerName::BRANCH_AND_BOUND, always, branch_and_bound),
        exact(PricerName::BILP_CBC, || BilpSolver::Cbc.check_built(), |samples, p| bilp(samples, BilpSolver::Cbc, p)),
        exact(
            PricerName::BILP_HIGHS,
            || BilpSolver::Highs.check_built(),
            |samples, p| bilp(samples, BilpSolver::Highs, p),
        ),
    ]
}

fn pool(samples: &Arc<Samples>, p: &StageSettings<'_>) -> Made {
    let rules = p.pool.iter().flat_map(|model| pooled(model, samples, p.classes));
    Ok(Box::new(Pool::new(samples, rules)?))
}

fn sampled(samples: &Arc<Samples>, p: &StageSettings<'_>) -> Made {
    let settings = SamplingSettings { seed: p.seed, ..SamplingSettings::default() };
    let search = p.branch_and_bound();
    let make = move |part| Ok(BranchAndBound::new(part, search.clone()));
    Ok(Box::new(Sampling::new(samples.clone(), settings, make)))
}

fn branch_and_bound(samples: &Arc<Samples>, p: &StageSettings<'_>) -> Made {
    let search = p.branch_and_bound();
    let search = match p.patient {
        true => BranchAndBoundSettings { patience: p.time_limit, time_limit: None, ..search },
        false => search,
    };
    Ok(Box::new(BranchAndBound::new(samples.clone(), search)))
}

fn bilp(samples: &Arc<Samples>, solver: BilpSolver, p: &StageSettings<'_>) -> Made {
    let usual = BilpSettings::default();
    let time_limit = p.time_limit.or(usual.time_limit);
    Ok(Box::new(Bilp::new(samples.clone(), solver, BilpSettings { time_limit, ..usual })?))
}

/// Returns the rules of a model that can be said in the schema and the classes of the samples, with
/// their classes.
fn pooled(model: &Model, samples: &Samples, classes: &[String]) -> Vec<(Rule, Option<u32>)> {
    let same = |rule: &Rule| translate_rule(rule, &model.schema, &samples.schema);
    let class = |k: u32| classes.iter().position(|c| *c == model.classes[k as usize]).map(|k| k as u32);
    let rules: Vec<_> = model
        .rules
        .iter()
        .filter_map(|r| Some((same(&r.rule)?, Some(class(r.class)?))))
        .filter(|(r, _)| !r.is_empty())
        .collect();
    let lost = model.rules.len() - rules.len();
    if lost > 0 {
        log::warn!(
            "{lost} of the {} rules of the pool use cut points, categories or classes that these data do not have",
            model.rules.len()
        );
    }
    rules
}
