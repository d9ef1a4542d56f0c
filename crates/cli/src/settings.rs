//! Flags as settings.

use crate::args::{ClassWeightArg, CostScalingArg, CriterionArg, FallbackArg, FitArgs, LpStrategyArg, RuleCostArg};
use crate::failure::BadInput;
use crate::fairness::{boolean_fairness, rug_fairness};
use crate::input::read_model;
use anyhow::Result;
use rulegen::binarize::Bins;
use rulegen::master::{LpStrategy, RuleCost};
use rulegen::pricing::{Criterion, TreeSettings};
use rulegen::{BooleanParameters, ClassWeight, CostScaling, FallbackKind, NormalForm, PricerKind, RugParameters};
use std::time::Duration;

/// The stages of a strategy, from their names.
pub(crate) fn stages<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Vec<PricerKind>> {
    Ok(names.into_iter().map(str::parse).collect::<Result<_, _>>()?)
}

/// The parameters that the flags ask for, with these stages of pricing.
pub(crate) fn parameters(args: &FitArgs, pricers: Vec<PricerKind>) -> Result<RugParameters> {
    let (rules, rug, run) = (&args.rules, &args.rug, &args.run);
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
        bins: rules.bins.map_or(Bins::Values, Bins::Quantiles),
        max_length: rules.max_length,
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
        columns_per_round: run.columns_per_round.unwrap_or(RugParameters::default().columns_per_round),
        pricing_time_limit: run.pricing_time_limit.map(seconds).transpose()?,
        pool: run.pool.as_deref().map(read_model).transpose()?,
        seed: run.seed,
        pricers,
        gap: run.gap,
        tolerance: run.tolerance,
        smoothing: run.smoothing,
        weight_threshold: rug.weight_threshold,
        fallback: match rug.fallback {
            FallbackArg::Class => FallbackKind::Class,
            FallbackArg::FirstTree => FallbackKind::FirstTree,
        },
        class_weight: class_weight(args),
        fairness: rug_fairness(args)?,
        strategy: strategy(args),
        backend: run.lp.parse()?,
        time_limit: run.time_limit.map(seconds).transpose()?,
    })
}

/// The parameters of Boolean rules that the flags ask for, with these stages of pricing.
pub(crate) fn boolean_parameters(args: &FitArgs, pricers: Option<Vec<PricerKind>>) -> Result<BooleanParameters> {
    let (rules, boolean, run) = (&args.rules, &args.boolean, &args.run);
    let usual = BooleanParameters::default();
    let priced = boolean.complexity_price > 0.0;
    Ok(BooleanParameters {
        complexity: boolean.complexity.or(usual.complexity.filter(|_| !priced)),
        complexity_price: boolean.complexity_price,
        rule_size: usual.rule_size,
        form: if boolean.cnf { NormalForm::Conjunctive } else { NormalForm::Disjunctive },
        positive: args.positive.clone(),
        false_positive_weight: boolean.fp_weight,
        false_negative_weight: boolean.fn_weight,
        must_have: boolean.must_have.as_deref().map(read_model).transpose()?,
        forbidden: boolean.forbid.clone(),
        fairness: boolean_fairness(args)?,
        bins: rules.bins.map_or(usual.bins, Bins::Quantiles),
        max_length: rules.max_length,
        pricers,
        columns_per_round: run.columns_per_round.unwrap_or(usual.columns_per_round),
        pricing_time_limit: run.pricing_time_limit.map(seconds).transpose()?.or(usual.pricing_time_limit),
        enumeration_limit: boolean.enumerate,
        pool: run.pool.as_deref().map(read_model).transpose()?,
        seed: run.seed,
        max_iterations: run.iterations,
        gap: run.gap,
        tolerance: run.tolerance.unwrap_or(usual.tolerance),
        smoothing: run.smoothing,
        class_weight: class_weight(args),
        strategy: strategy(args).unwrap_or(usual.strategy),
        backend: run.lp.parse()?,
        mip: boolean.mip.parse()?,
        time_limit: run.time_limit.map(seconds).transpose()?.or(usual.time_limit),
    })
}

fn seconds(s: f64) -> Result<Duration, BadInput> {
    Duration::try_from_secs_f64(s).map_err(|_| BadInput(format!("the time limit must be positive seconds, not {s}")))
}

fn class_weight(args: &FitArgs) -> ClassWeight {
    match args.class_weight {
        ClassWeightArg::Rows => ClassWeight::Rows,
        ClassWeightArg::Balanced => ClassWeight::Balanced,
    }
}

fn strategy(args: &FitArgs) -> Option<LpStrategy> {
    args.run.lp_strategy.map(|strategy| match strategy {
        LpStrategyArg::Interior => LpStrategy::Interior,
        LpStrategyArg::HotStart => LpStrategy::HotStart,
        LpStrategyArg::Kernel => LpStrategy::Kernel,
    })
}
