//! The built-in pricers.

use super::entry::Entry;
use super::{PricerName, PricerOption, StageSettings};
use crate::error::FitError;
use rulegen_binarize::Samples;
use rulegen_driver::Pricer;
use rulegen_pricing::{
    Bilp, BilpSettings, BilpSolver, BranchAndBound, BranchAndBoundSettings, Criterion, Cube, CubeSettings, Greedy,
    GreedySettings, Pool, Sampling, SamplingSettings, TreeSettings, WeightedTree, translate_rule,
};
use rulegen_rule::{Model, Rule};
use std::sync::Arc;

type Made = Result<Box<dyn Pricer>, FitError>;

type Create = fn(&Arc<Samples>, &StageSettings<'_>) -> Made;

/// Returns the entries of all built-in pricers, from cheap to exact. The defaults of options that
/// are parameters too are those of the parameters.
pub(super) fn entries() -> Vec<Entry> {
    let entry = |name, exact, create: Create, options| Entry {
        name,
        exact,
        options,
        needs_pool: false,
        built: || Ok(()),
        create: Arc::new(create),
    };
    let heuristic = |name, create, options| entry(name, false, create, options);
    let exact = |name, create, options| entry(name, true, create, options);
    let columns = || PricerOption::count("columns", "--columns-per-round", "The most rules for a class and round");
    let nodes = || PricerOption::count("node-limit", "none", "The most nodes of the search for a class");
    let gap = || {
        let accepts = |value: &str| value.parse().is_ok_and(|x: f64| (0.0..1.0).contains(&x));
        PricerOption::word("gap", 0, "The gap at which the solver stops", "a number, at least 0 and below 1", accepts)
    };
    vec![
        Entry { needs_pool: true, ..heuristic(PricerName::POOL, pool, Vec::new()) },
        heuristic(PricerName::TREE, tree, tree_options()),
        heuristic(
            PricerName::GREEDY,
            greedy,
            vec![
                PricerOption::count(
                    "beam",
                    "50, or 5 where the size is chosen",
                    "The rules of each length that are extended",
                ),
                PricerOption::count("columns", 5, "The most rules of each length for a class and round"),
                PricerOption::count("max-length", 5, "The most conditions, where fewer are not asked for"),
            ],
        ),
        heuristic(
            PricerName::SAMPLED,
            sampled,
            vec![
                PricerOption::count("rows", 2000, "The samples drawn for a call"),
                PricerOption::count("nonzeros", 100_000, "The most samples times conditions that they meet"),
                columns(),
                nodes(),
            ],
        ),
        exact(
            PricerName::CUBE,
            cube,
            vec![
                PricerOption::word(
                    "dimensions",
                    4,
                    "The most columns of a cube",
                    "a whole number from 1 to 4",
                    |value| value.parse().is_ok_and(|n: usize| (1..=4).contains(&n)),
                ),
                columns(),
            ],
        ),
        exact(PricerName::BRANCH_AND_BOUND, branch_and_bound, vec![columns(), nodes()]),
        Entry {
            built: || BilpSolver::Cbc.check_built(),
            ..exact(PricerName::BILP_CBC, |samples, p| bilp(samples, BilpSolver::Cbc, p), vec![nodes(), gap()])
        },
        Entry {
            built: || BilpSolver::Highs.check_built(),
            ..exact(PricerName::BILP_HIGHS, |samples, p| bilp(samples, BilpSolver::Highs, p), vec![nodes(), gap()])
        },
    ]
}

fn tree_options() -> Vec<PricerOption> {
    vec![
        PricerOption::count("max-depth", "--max-depth", "The depth of trees"),
        PricerOption::word("criterion", "--criterion", "The impurity", "gini or entropy", |word| {
            criterion(word).is_some()
        }),
        PricerOption::count("min-leaf", "--min-leaf", "The fewest samples of a branch"),
        PricerOption::number("min-gain", "--min-gain", "The least decrease of impurity of a split"),
        PricerOption::flag("all-nodes", "--all-nodes", "Inner nodes are candidates too"),
    ]
}

fn criterion(word: &str) -> Option<Criterion> {
    match word {
        "gini" => Some(Criterion::Gini),
        "entropy" => Some(Criterion::Entropy),
        _ => None,
    }
}

fn tree(samples: &Arc<Samples>, p: &StageSettings<'_>) -> Made {
    let (usual, given) = (p.tree, p.options);
    let word: Option<String> = given.get("criterion")?;
    let settings = TreeSettings {
        criterion: word.and_then(|word| criterion(&word)).unwrap_or(usual.criterion),
        max_depth: given.get("max-depth")?.unwrap_or(usual.max_depth),
        min_leaf: given.get("min-leaf")?.unwrap_or(usual.min_leaf),
        min_gain: given.get("min-gain")?.unwrap_or(usual.min_gain),
        all_nodes: given.get("all-nodes")?.unwrap_or(usual.all_nodes),
    };
    Ok(Box::new(WeightedTree::new(samples.clone(), settings)?))
}

fn greedy(samples: &Arc<Samples>, p: &StageSettings<'_>) -> Made {
    let (usual, given) = (GreedySettings { beam: p.beam, ..GreedySettings::default() }, p.options);
    let settings = GreedySettings {
        max_length: given.get("max-length")?.unwrap_or(usual.max_length),
        beam: given.get("beam")?.unwrap_or(usual.beam),
        columns: given.get("columns")?.unwrap_or(usual.columns),
    };
    Ok(Box::new(Greedy::new(samples.clone(), settings)))
}

fn cube(samples: &Arc<Samples>, p: &StageSettings<'_>) -> Made {
    let dimensions = p.options.get("dimensions")?.unwrap_or(CubeSettings::default().dimensions);
    let columns = p.options.get("columns")?.unwrap_or(p.columns);
    Ok(Box::new(Cube::new(samples.clone(), CubeSettings { dimensions, columns })))
}

fn pool(samples: &Arc<Samples>, p: &StageSettings<'_>) -> Made {
    let rules = p.pool.iter().flat_map(|model| pooled(model, samples, p.classes));
    Ok(Box::new(Pool::new(samples, rules)?))
}

fn sampled(samples: &Arc<Samples>, p: &StageSettings<'_>) -> Made {
    let usual = SamplingSettings::default();
    let settings = SamplingSettings {
        rows: p.options.get("rows")?.unwrap_or(usual.rows),
        nonzeros: p.options.get("nonzeros")?.unwrap_or(usual.nonzeros),
        seed: p.seed,
    };
    let search = p.branch_and_bound()?;
    let make = move |part| Ok(BranchAndBound::new(part, search.clone()));
    Ok(Box::new(Sampling::new(samples.clone(), settings, make)))
}

fn branch_and_bound(samples: &Arc<Samples>, p: &StageSettings<'_>) -> Made {
    let search = p.branch_and_bound()?;
    let search = match p.patient {
        true => BranchAndBoundSettings { patience: p.time_limit, time_limit: None, ..search },
        false => search,
    };
    Ok(Box::new(BranchAndBound::new(samples.clone(), search)))
}

fn bilp(samples: &Arc<Samples>, solver: BilpSolver, p: &StageSettings<'_>) -> Made {
    let usual = BilpSettings::default();
    let settings = BilpSettings {
        time_limit: p.time_limit.or(usual.time_limit),
        node_limit: p.options.get("node-limit")?,
        gap: p.options.get("gap")?.unwrap_or(usual.gap),
    };
    Ok(Box::new(Bilp::new(samples.clone(), solver, settings)?))
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
