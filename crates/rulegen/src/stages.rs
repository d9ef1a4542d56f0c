//! The stages of pricing, from their names.

use crate::error::FitError;
use crate::parameters::ParameterError;
use rulegen_binarize::Samples;
use rulegen_driver::Pricer;
use rulegen_pricing::{
    Bilp, BilpSettings, BilpSolver, BranchAndBound, BranchAndBoundSettings, Greedy, GreedySettings, Pool, PricingError,
    Sampled, SampledSettings, WeightedTree, translate_rule,
};
use rulegen_rule::{Model, Rule};
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

/// What the pricers of a run share.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StageSettings<'a> {
    /// The most rules that an exact pricer returns for a class and round.
    pub(crate) columns: NonZeroUsize,
    /// The most time for one call of an exact pricer.
    pub(crate) time_limit: Option<Duration>,
    /// Whether the branch and bound goes on after that for as long as it has found nothing.
    pub(crate) patient: bool,
    /// The lengths of rules that the branch and bound searches first.
    pub(crate) short: &'a [usize],
    /// A model whose rules are offered.
    pub(crate) pool: Option<&'a Model>,
    /// The seed of random draws.
    pub(crate) seed: u64,
}

impl StageSettings<'_> {
    /// The branch and bound.
    pub(crate) fn branch_and_bound(&self) -> BranchAndBoundSettings {
        let (columns, time_limit, short) = (self.columns, self.time_limit, self.short.to_vec());
        BranchAndBoundSettings { columns, time_limit, short, ..Default::default() }
    }
}

/// A way to price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PricerKind {
    /// The rules of a given model.
    Pool,
    /// Decision trees on the duals: the proxy.
    Tree,
    /// Clauses grown literal by literal.
    Greedy,
    /// Branch and bound on random samples and literals.
    Sampled,
    /// Exact, by branch and bound.
    BranchAndBound,
    /// Exact, by the integer program over CBC.
    BilpCbc,
    /// Exact, by the integer program over HiGHS.
    BilpHighs,
}

impl PricerKind {
    /// All of them, from cheap to exact.
    pub const ALL: [PricerKind; 7] = [
        PricerKind::Pool,
        PricerKind::Tree,
        PricerKind::Greedy,
        PricerKind::Sampled,
        PricerKind::BranchAndBound,
        PricerKind::BilpCbc,
        PricerKind::BilpHighs,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            PricerKind::Pool => "pool",
            PricerKind::Tree => "tree",
            PricerKind::Greedy => "greedy",
            PricerKind::Sampled => "sampled",
            PricerKind::BranchAndBound => "branch-and-bound",
            PricerKind::BilpCbc => BilpSolver::Cbc.pricer_name(),
            PricerKind::BilpHighs => BilpSolver::Highs.pricer_name(),
        }
    }

    /// Whether it can prove that no rule improves.
    pub fn is_exact(self) -> bool {
        matches!(self, PricerKind::BranchAndBound | PricerKind::BilpCbc | PricerKind::BilpHighs)
    }

    /// Whether the solver under it is built in.
    pub(crate) fn check_built(self) -> Result<(), PricingError> {
        match self {
            PricerKind::BilpCbc => BilpSolver::Cbc.check_built(),
            PricerKind::BilpHighs => BilpSolver::Highs.check_built(),
            _ => Ok(()),
        }
    }

    /// Makes the pricer. `tree` is the one that also grew the first tree.
    pub(crate) fn create(
        self,
        samples: &Arc<Samples>,
        classes: &[String],
        tree: &WeightedTree,
        p: &StageSettings<'_>,
    ) -> Result<Box<dyn Pricer>, FitError> {
        let samples = samples.clone();
        let search = p.branch_and_bound();
        let bilp = |solver| {
            let usual = BilpSettings::default();
            let time_limit = p.time_limit.or(usual.time_limit);
            Bilp::new(samples.clone(), solver, BilpSettings { time_limit, ..usual })
        };
        Ok(match self {
            PricerKind::Pool => {
                let rules = p.pool.iter().flat_map(|model| pooled(model, &samples, classes));
                Box::new(Pool::new(&samples, rules)?)
            }
            PricerKind::Tree => Box::new(tree.clone()),
            PricerKind::Greedy => Box::new(Greedy::new(samples, GreedySettings::default())),
            PricerKind::Sampled => {
                let settings = SampledSettings { seed: p.seed, ..SampledSettings::default() };
                let make = move |part| Ok(BranchAndBound::new(part, search.clone()));
                Box::new(Sampled::new(samples, settings, make))
            }
            PricerKind::BranchAndBound if p.patient => {
                let search = BranchAndBoundSettings { patience: p.time_limit, time_limit: None, ..search };
                Box::new(BranchAndBound::new(samples, search))
            }
            PricerKind::BranchAndBound => Box::new(BranchAndBound::new(samples, search)),
            PricerKind::BilpCbc => Box::new(bilp(BilpSolver::Cbc)?),
            PricerKind::BilpHighs => Box::new(bilp(BilpSolver::Highs)?),
        })
    }
}

/// The rules of a model that can be said in the schema and the classes of the samples, with their classes.
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

impl FromStr for PricerKind {
    type Err = ParameterError;

    fn from_str(name: &str) -> Result<Self, ParameterError> {
        let unknown = || {
            let names = PricerKind::ALL.map(PricerKind::name).join(", ");
            ParameterError { name: "a pricer", range: format!("one of {names}"), value: format!("'{name}'") }
        };
        PricerKind::ALL.into_iter().find(|kind| kind.name() == name).ok_or_else(unknown)
    }
}
