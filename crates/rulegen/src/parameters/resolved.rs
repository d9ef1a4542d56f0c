//! The defaults that depend on the method, on other parameters or on data: the presets.

use super::choices::{CostScaling, FallbackKind, NormalForm, PathKind};
use super::error_costs::ErrorCosts;
use super::fairness::FairnessAsked;
use super::method::Method;
use super::size::{Caps, SizeChoice};
use super::start::Start;
use super::table::Parameters;
use super::terms::Terms;
use crate::FitError;
use crate::loss::{BooleanLoss, HingeLoss, Loss, LossSettings, ScoreKind};
use crate::pricers::{PricerName, PricerOptions, StageSettings};
use rulegen_binarize::{Bins, LearnSettings, Names, Samples};
use rulegen_driver::{RunSettings, WentgesSmoothing};
use rulegen_limits::Limits;
use rulegen_master::{Fairness, LpStrategy, RuleMaster, RuleSize, RuleTerms};
use rulegen_measure::ChoiceMeasure;
use rulegen_pricing::{BranchAndBoundSettings, GreedySettings, TreeSettings};
use rulegen_rule::{Model, Rule};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

/// The lengths of Boolean rules that are priced first. With many numeric columns nobody proves that
/// no longer rule gains, and the rules found until then are worse than these (60 s at C = 15: wdbc
/// 5 errors instead of 7, ionosphere 9 instead of 11).
const SHORT: &[usize] = &[3, 4];

/// The rounds of the published code.
const PUBLISHED_ROUNDS: usize = 15;

/// The tolerance of the first linear programs of the published terms, and of Boolean rules.
const PUBLISHED_TOLERANCE: f64 = 1e-3;

const fn count(n: usize) -> NonZeroUsize {
    NonZeroUsize::new(n).expect("constants are not zero")
}

/// The size of a model and its caps.
impl Parameters {
    /// The rule by which the number of rules is found.
    pub(crate) fn size(&self) -> SizeChoice {
        let given = match self.method {
            Method::Rug => return SizeChoice::Given,
            Method::Rules => self.penalty.is_some() || self.fairness.is_some(),
            Method::Boolean => {
                let bounded = self.complexity.is_some() || self.max_rules.is_some() || self.max_conditions.is_some();
                bounded || self.complexity_price > 0.0 || self.fairness.is_some() || self.must_have.is_some()
            }
        };
        self.size.unwrap_or(if given { SizeChoice::Given } else { SizeChoice::Auto })
    }

    /// True if the model is one step of a path, not the optimum of a given problem. A number of
    /// Boolean rules is a bound of their integer program.
    pub(crate) fn is_chosen(&self) -> bool {
        !matches!((self.method, self.size()), (_, SizeChoice::Given) | (Method::Boolean, SizeChoice::Rules(_)))
    }

    /// True if the size of weighted rules is chosen: one by one or along penalties.
    pub(crate) fn is_small(&self) -> bool {
        self.method == Method::Rules && self.is_chosen()
    }

    /// True if the path follows penalties.
    pub(crate) fn follows_penalties(&self) -> bool {
        self.method == Method::Rules && self.path == PathKind::Penalty
    }

    /// The built-in measures that the choice of a size looks at. The AUC of a rule set is its
    /// balanced accuracy: without it a rare class would have no rules.
    pub(crate) fn choose_by(&self) -> Vec<ChoiceMeasure> {
        self.choose_by.clone().unwrap_or_else(|| match self.loss().scores() {
            _ if !self.scorers.is_empty() => Vec::new(),
            ScoreKind::LogOdds | ScoreKind::Decisions => vec![ChoiceMeasure::Accuracy, ChoiceMeasure::Auc],
            ScoreKind::Votes => vec![ChoiceMeasure::Accuracy],
        })
    }

    /// The names of all measures that the choice of a size looks at: built-in ones, then scorers.
    pub(crate) fn measure_names(&self) -> Vec<String> {
        let scorers = self.scorers.iter().map(|scorer| scorer.name().to_owned());
        self.choose_by().iter().map(ChoiceMeasure::to_string).chain(scorers).collect()
    }

    /// The caps on the size of a given problem, if there are any.
    pub(crate) fn caps(&self) -> Option<Caps> {
        let rules = self.max_rules.map_or(usize::MAX, NonZeroUsize::get);
        let caps = Caps { rules, conditions: self.max_conditions.map(NonZeroUsize::get) };
        (self.max_rules.is_some() || self.max_conditions.is_some()).then_some(caps)
    }

    /// The caps on the models of a path.
    pub(crate) fn path_caps(&self) -> Caps {
        let most = self.max_rules.map(NonZeroUsize::get);
        let rules = match self.size() {
            SizeChoice::Rules(n) => n.get().min(most.unwrap_or(usize::MAX)),
            // The setting `best` allows 60, about as many as the papers' settings give.
            SizeChoice::Best => most.unwrap_or(60),
            // Models over 30 rules are hard to read.
            _ => most.unwrap_or(30),
        };
        Caps { rules, conditions: self.max_conditions.map(NonZeroUsize::get) }
    }

    /// The bound on the summed sizes of Boolean rules. `None` only if complexity has a price.
    pub(crate) fn complexity(&self) -> Option<f64> {
        let cap = self.boolean_rules().or(self.max_conditions).map(|most| most.get() as f64);
        self.complexity.or(cap).or((self.complexity_price <= 0.0).then_some(15.0))
    }

    /// The size of a Boolean rule: 1 if rules are counted, and its length if conditions are.
    pub(crate) fn rule_size(&self) -> RuleSize {
        match (self.boolean_rules(), self.max_conditions) {
            (Some(_), _) => RuleSize { per_rule: 1.0, per_literal: 0.0 },
            (None, Some(_)) => RuleSize { per_rule: 0.0, per_literal: 1.0 },
            (None, None) => self.rule_size,
        }
    }

    /// The most Boolean rules, if their number is bounded.
    pub(super) fn boolean_rules(&self) -> Option<NonZeroUsize> {
        match self.size {
            Some(SizeChoice::Rules(n)) => Some(self.max_rules.map_or(n, |most| most.min(n))),
            _ => self.max_rules,
        }
    }
}

/// The loss.
impl Parameters {
    /// The loss of the method, or the one that the parameter `loss` names. The check of parameters
    /// refuses other names.
    pub(crate) fn loss(&self) -> &dyn Loss {
        match self.method {
            Method::Rug => &HingeLoss::Mean,
            Method::Rules => self.registry.losses.get(&self.loss).expect("the name was checked"),
            Method::Boolean => &BooleanLoss,
        }
    }

    /// Makes the master of the loss, without rules, with penalty and ridge in units of `unit`. The
    /// rules of `free` will cost nothing.
    ///
    /// # Errors
    /// Settings that the master refuses, or a loss whose rules have no weights.
    pub(crate) fn master(
        &self,
        samples: Arc<Samples>,
        unit: f64,
        fairness: Option<Fairness>,
        free: &[(Rule, u32)],
    ) -> Result<Box<dyn RuleMaster>, FitError> {
        self.loss().master(samples, self.loss_settings(unit, fairness, free))
    }

    /// The settings of a master, with penalty and ridge in units of `unit`.
    fn loss_settings(&self, unit: f64, fairness: Option<Fairness>, free: &[(Rule, u32)]) -> LossSettings {
        let terms = RuleTerms {
            penalty: self.penalty(),
            cost: self.cost.clone(),
            cost_scale: unit,
            max_length: self.max_length(),
            min_cover: self.least_cover(),
            free: free.to_vec(),
        };
        let backend = Arc::new(self.backend);
        LossSettings { terms, ridge: unit * self.ridge(), strategy: self.lp_strategy(), backend, fairness }
    }

    pub(crate) fn penalty(&self) -> f64 {
        self.penalty.unwrap_or(1.0)
    }

    /// The threshold asked for, by itself or by the costs of errors.
    pub(crate) fn threshold(&self) -> Option<f64> {
        self.threshold.or(self.error_costs.map(ErrorCosts::threshold))
    }

    pub(crate) fn ridge(&self) -> f64 {
        self.ridge.or(self.loss().usual_ridge().filter(|_| self.is_small())).unwrap_or(0.0)
    }

    /// The fairness asked for.
    pub(crate) fn fairness_asked(&self) -> Option<FairnessAsked> {
        FairnessAsked::of(self.fairness, self.epsilon)
    }

    /// True if the leaves of the first tree are the first columns.
    pub(crate) fn starts_with_tree(&self) -> bool {
        *self.start() == Start::Tree
    }

    /// True if the first tree scales the costs of rules, or answers where no rule applies.
    pub(crate) fn uses_first_tree(&self) -> bool {
        let scales = self.cost_scaling == CostScaling::Published || self.fallback == FallbackKind::FirstTree;
        self.method == Method::Rug && scales
    }
}

/// The rules.
impl Parameters {
    /// The most conditions of a rule.
    pub(crate) fn max_length(&self) -> Option<usize> {
        self.max_length.or(self.is_small().then_some(3))
    }

    /// The fewest rows that a rule covers. A default that depends on the data has been filled in
    /// before.
    pub(crate) fn least_cover(&self) -> u64 {
        self.min_cover.unwrap_or(1) as u64
    }

    /// The cut points. Where the size of weighted rules is chosen they are the inner 20-quantiles:
    /// with all values the choice follows the noise more, and is no better.
    pub(crate) fn bins(&self) -> Bins {
        self.bins.unwrap_or(match self.method {
            Method::Boolean => Bins::Quantiles(10),
            Method::Rules if self.is_small() => Bins::Quantiles(20),
            Method::Rules | Method::Rug => Bins::Values,
        })
    }

    /// True if rare classes count for more in quantiles, as they do where the size of weighted
    /// rules is chosen (docs/measurements/size.md).
    pub(crate) fn has_rare_cuts(&self) -> bool {
        self.is_small()
    }

    /// The settings with which columns are learned.
    pub(crate) fn columns(&self) -> LearnSettings<'_> {
        let min_category = self.min_category.unwrap_or(1) as u64;
        LearnSettings { bins: self.bins(), names: Names::LeftOut { but: &self.keep }, min_category, ranks: None }
    }

    /// True if all rules are for the positive class, false if all are for the other one. `None` if
    /// each class has rules.
    pub(crate) fn one_class(&self) -> Option<bool> {
        (self.method == Method::Boolean).then_some(self.form == NormalForm::Disjunctive)
    }

    /// The models whose rules the schema must be able to express: required rules, and those of the
    /// pool, whichever pricers are used.
    pub(crate) fn offered(&self) -> impl Iterator<Item = &Model> + Clone {
        self.must_have.iter().flat_map(|required| &required.models).chain(&self.pool)
    }
}

/// Returns the number of cells, samples times columns, and at least 1.
pub(crate) fn cells(samples: &Samples) -> usize {
    (samples.len() * samples.schema.features.len()).max(1)
}

/// The most cells (samples times columns) that all search nodes together look at, if each looks at
/// all of them, and the least and the most nodes.
const NODE_CELLS: u64 = 200_000_000;
const NODES: [u64; 2] = [1_000, 200_000];

/// The pricers.
impl Parameters {
    /// The stages of pricing: trees for weighted rules at a penalty, else those that suit the
    /// samples.
    pub(crate) fn pricers(&self) -> &[PricerName] {
        const AUTO: &[PricerName] = &[PricerName::AUTO];
        const TREE: &[PricerName] = &[PricerName::TREE];
        let suited = self.method == Method::Boolean || self.is_small();
        self.pricers.as_deref().unwrap_or(if suited { AUTO } else { TREE })
    }

    /// True if a pricer can prove that no rule improves.
    pub(crate) fn is_exact(&self) -> bool {
        self.method == Method::Boolean || self.pricers().iter().any(|name| self.registry.pricers.may_prove(name))
    }

    /// The settings that pricers are made with.
    pub(crate) fn stages<'a>(&'a self, classes: &'a [String]) -> StageSettings<'a> {
        let boolean = self.method == Method::Boolean;
        StageSettings {
            options: PricerOptions::default(),
            classes,
            columns: self.columns_per_round(),
            time_limit: self.pricing_time_limit(),
            patient: boolean,
            node_limit: None,
            short: if boolean { SHORT } else { &[] },
            pool: self.pool.as_ref(),
            tree: self.tree(),
            beam: self.beam(),
            seed: self.seed,
        }
    }

    /// The beam of the greedy search. It need not be wide to find one rule a round
    /// (docs/measurements/size.md).
    fn beam(&self) -> NonZeroUsize {
        if self.is_small() { const { count(5) } } else { GreedySettings::default().beam }
    }

    pub(crate) fn greedy(&self) -> GreedySettings {
        GreedySettings { beam: self.beam(), ..GreedySettings::default() }
    }

    pub(crate) fn tree(&self) -> TreeSettings {
        TreeSettings {
            criterion: self.criterion,
            max_depth: self.max_depth,
            min_leaf: self.min_leaf,
            min_gain: self.min_gain,
            all_nodes: self.all_nodes,
        }
    }

    /// The most rules that an exact pricer returns for a class and round. Where rules are chosen
    /// one by one, the others stand in for the best if that is much like a rule chosen before.
    pub(crate) fn columns_per_round(&self) -> NonZeroUsize {
        self.columns_per_round.unwrap_or_else(|| match self.method {
            Method::Boolean => const { count(10) },
            Method::Rules if self.is_small() => const { count(10) },
            Method::Rug | Method::Rules => BranchAndBoundSettings::default().columns,
        })
    }

    /// The most time for one call of an exact pricer. Branch and bound for Boolean rules continues
    /// until it has found a rule.
    pub(super) fn pricing_time_limit(&self) -> Option<Duration> {
        // Integer programs, which only who names them asks for, count no work.
        let timed = self.method == Method::Boolean && (self.names_pricers() || !self.counts_work());
        self.pricing_time_limit.or(timed.then_some(Duration::from_secs(45)))
    }

    /// True if all pricers were named, so that none is chosen by what the data are like.
    pub(crate) fn names_pricers(&self) -> bool {
        self.pricers.as_ref().is_some_and(|names| !names.contains(&PricerName::AUTO))
    }
}

/// The run of column generation.
impl Parameters {
    /// True if columns are generated until nothing improves or the terms end it. False if weighted
    /// rules are chosen one by one.
    pub(crate) fn generates_columns(&self) -> bool {
        !self.is_small() || self.follows_penalties()
    }

    /// The first columns: those of the first tree if weighted rules are learned at a penalty, from
    /// the data alone.
    pub(crate) fn start(&self) -> &Start {
        let none = self.method == Method::Boolean || self.is_small() || self.pool.is_some();
        self.start.as_ref().unwrap_or(if none { &Start::Nothing } else { &Start::Tree })
    }

    /// True if limits of work end a fit: of Boolean rules without a time limit.
    pub(crate) fn counts_work(&self) -> bool {
        self.method == Method::Boolean && self.time_limit.is_none()
    }

    /// The most search nodes over these samples, if limits of work end a fit.
    pub(crate) fn most_nodes(&self, samples: &Samples) -> Option<u64> {
        self.counts_work().then(|| (NODE_CELLS / cells(samples) as u64).clamp(NODES[0], NODES[1]))
    }

    /// The settings of column generation.
    pub(crate) fn run(&self, limits: &Limits) -> RunSettings {
        let fair = self.method == Method::Boolean && self.fairness.is_some();
        RunSettings {
            max_iterations: self.max_iterations(),
            max_nodes: None,
            gap: self.gap,
            cutoff: None,
            floor: None,
            // With fairness every linear program of Boolean rules is solved to a vertex from
            // scratch, which costs more than pricing does, so duals are smoothed from the first
            // column on.
            tolerance: if fair { 0.0 } else { self.tolerance() },
            least_tolerance: 0.0,
            stabilisation: Arc::new(WentgesSmoothing {
                share: self.smoothing,
                from_columns: if fair { 0 } else { WentgesSmoothing::default().from_columns },
            }),
            policy: self.stage_policy,
            limits: limits.clone(),
        }
    }

    /// The terms of weighted rules. `None` for Boolean rules, which have their own.
    pub(crate) fn terms(&self) -> Option<Terms> {
        let usual = if self.pricers.is_none() { Terms::Published } else { Terms::Converged };
        (self.method != Method::Boolean).then(|| self.terms.unwrap_or(usual))
    }

    /// The most rounds of column generation.
    pub(crate) fn max_iterations(&self) -> Option<usize> {
        self.max_iterations.or((self.terms() == Some(Terms::Published)).then_some(PUBLISHED_ROUNDS))
    }

    /// The relative tolerance of the first linear programs.
    pub(crate) fn tolerance(&self) -> f64 {
        self.tolerance.unwrap_or(match self.terms() {
            Some(Terms::Converged) => RunSettings::default().tolerance,
            Some(Terms::Published) | None => PUBLISHED_TOLERANCE,
        })
    }

    /// The strategy of linear programs. With fairness rows only interior points can be used.
    pub(crate) fn lp_strategy(&self) -> LpStrategy {
        self.strategy.unwrap_or(match self.terms() {
            Some(Terms::Converged) if self.fairness.is_none() => LpStrategy::default(),
            _ => LpStrategy::Interior,
        })
    }
}
