//! Flags as settings.

use crate::args::{ClassWeightArg, CostScalingArg, CriterionArg, FallbackArg, FitArgs, LpStrategyArg, RuleCostArg};
use crate::failure::BadInput;
use crate::input::read_model;
use anyhow::Result;
use rulegen::binarize::Bins;
use rulegen::master::{LpStrategy, RuleCost};
use rulegen::pricing::{Criterion, TreeSettings};
use rulegen::{ClassWeight, CostScaling, FallbackKind, PricerKind, RugParameters};
use std::time::Duration;

/// The stages of a strategy, from their names.
pub(crate) fn stages<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Vec<PricerKind>> {
    Ok(names.into_iter().map(str::parse).collect::<Result<_, _>>()?)
}

/// The parameters that the flags ask for, with these stages of pricing.
pub(crate) fn parameters(args: &FitArgs, pricers: Vec<PricerKind>) -> Result<RugParameters> {
    let (rug, run) = (&args.rug, &args.run);
    let seconds = |s: f64| {
        Duration::try_from_secs_f64(s)
            .map_err(|_| BadInput(format!("the time limit must be positive seconds, not {s}")))
    };
    let exact = pricers.iter().any(|p| p.is_exact());
    Ok(RugParameters {
        penalty: rug.penalty,
        cost: match rug.rule_cost {
            RuleCostArg::Length => RuleCost::Length,
            RuleCostArg::Unit => RuleCost::Unit,
            RuleCostArg::Merged => RuleCost::Merged,
            RuleCostArg::Gini => RuleCost::Gini,
            RuleCostArg::Coverage => RuleCost::Coverage,
        },
        cost_scaling: match rug.cost_scaling {
            CostScalingArg::Published => CostScaling::Published,
            CostScalingArg::None => CostScaling::None,
        },
        bins: rug.bins.map_or(Bins::Values, Bins::Quantiles),
        max_length: rug.max_length,
        tree: TreeSettings {
            criterion: match rug.criterion {
                CriterionArg::Gini => Criterion::Gini,
                CriterionArg::Entropy => Criterion::Entropy,
            },
            max_depth: rug.max_depth,
            min_leaf: rug.min_leaf,
            min_gain: rug.min_gain,
            all_nodes: rug.all_nodes,
        },
        max_iterations: run.iterations.or((!exact).then_some(15)),
        columns_per_round: run.columns_per_round,
        pricing_time_limit: run.pricing_time_limit.map(seconds).transpose()?,
        pool: run.pool.as_deref().map(read_model).transpose()?,
        seed: run.seed,
        pricers,
        gap: run.gap,
        tolerance: run.tolerance,
        weight_threshold: rug.weight_threshold,
        fallback: match rug.fallback {
            FallbackArg::Class => FallbackKind::Class,
            FallbackArg::FirstTree => FallbackKind::FirstTree,
        },
        class_weight: match args.class_weight {
            ClassWeightArg::Rows => ClassWeight::Rows,
            ClassWeightArg::Balanced => ClassWeight::Balanced,
        },
        strategy: run.lp_strategy.map(|strategy| match strategy {
            LpStrategyArg::Interior => LpStrategy::Interior,
            LpStrategyArg::HotStart => LpStrategy::HotStart,
            LpStrategyArg::Kernel => LpStrategy::Kernel,
        }),
        backend: run.lp.parse()?,
        time_limit: run.time_limit.map(seconds).transpose()?,
    })
}
