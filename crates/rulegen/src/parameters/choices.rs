//! Parameters that are a choice of words, or a list of words.

use super::kind::{ChoiceWord, Item, ParameterKind, ParameterType, Refusal, choices, not_among};
use super::size::SizeChoice;
use super::value::ParameterValue;
use crate::loss::{HingeLoss, LogisticLoss, LossName};
use crate::pricers::PricerName;
use rulegen_driver::StagePolicy;
use rulegen_lp::{Backend, MipBackend};
use rulegen_master::{LpStrategy, RuleCost};
use rulegen_measure::ChoiceMeasure;
use rulegen_pricing::Criterion;
use rulegen_rule::Model;
use std::num::NonZeroUsize;
use std::str::FromStr;

/// The scaling of rule costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CostScaling {
    /// Divides by the largest cost of a rule of the first tree, as the published code does.
    #[default]
    Published,
    /// Does not scale.
    None,
}

/// The way in which supports of ever more rules are found. The weights of each are fitted again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PathKind {
    /// Rules are chosen one by one, each with the largest gain beside those chosen before.
    #[default]
    Forward,
    /// Rules of the optimum at each of 50 penalties, by column generation, from the penalty at
    /// which no rule enters down to a hundredth of it.
    Penalty,
}

/// The cut points of numeric columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cuts {
    /// Quantiles, or cut points between all values.
    #[default]
    Quantiles,
    /// The quantiles at which boosted trees split. They are fewer, so that proofs take less time.
    Trees,
}

/// The answer of a model where no rule applies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FallbackKind {
    /// The class with most weight among the training rows that no rule covers, or among all rows if
    /// rules cover all.
    #[default]
    Class,
    /// The answer of the first tree, as in the published code.
    FirstTree,
}

/// The weighting of classes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClassWeight {
    /// Every row counts 1, or its given weight.
    #[default]
    Rows,
    /// The weight of each row (1 if none is given) is multiplied by `W / (K W_k)`, with `W` the
    /// weight of all rows, `K` the number of classes that have any, and `W_k` that of the row's
    /// class, so that all classes have the same total. Without weights of rows this is
    /// `class_weight="balanced"` of scikit-learn, which counts rows where there are weights. Here a
    /// row of weight 2 is two rows.
    Balanced,
}

/// The way in which conditions are combined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NormalForm {
    /// An OR of ANDs: a row is positive if any rule holds.
    #[default]
    Disjunctive,
    /// An AND of ORs: a row is positive if all clauses hold. Learned as an OR of ANDs for the other
    /// class, whose conditions are the negations of those of the clauses.
    Conjunctive,
}

impl ClassWeight {
    /// Returns the factor of the rows of each class, for these total weights of the classes.
    pub(crate) fn factors(self, totals: &[f64]) -> Vec<f64> {
        let (all, present) = (totals.iter().sum::<f64>(), totals.iter().filter(|total| **total > 0.0).count());
        let factor = |&total: &f64| match self {
            ClassWeight::Balanced if total > 0.0 => all / (present as f64 * total),
            ClassWeight::Balanced | ClassWeight::Rows => 1.0,
        };
        totals.iter().map(factor).collect()
    }
}

choices! { RuleCost or "custom" {
    Length = "length", "The number of conditions";
    Unit = "unit", "1";
    Merged = "merged", "The number of columns, as in the published code";
    Gini = "gini", "1 plus the Gini impurity of what it covers";
    Coverage = "coverage", "2 less the share of rows that it covers";
} }
choices! { CostScaling {
    Published = "published", "As in the published code";
    None = "none", "None";
} }
choices! { Criterion {
    Gini = "gini", "Gini impurity";
    Entropy = "entropy", "Entropy";
} }
choices! { PathKind {
    Forward = "forward", "One by one, each the rule of the largest gain beside those before";
    Penalty = "penalty", "Those of the optimum at each of 50 penalties, the largest first";
} }
choices! { Cuts {
    Quantiles = "quantiles", "At the quantiles that --bins asks for";
    Trees = "trees", "At those of them at which boosted trees split: fewer, so that proofs take less time";
} }
choices! { FallbackKind {
    Class = "class", "The class most frequent among training rows that no rule covers";
    FirstTree = "first-tree" recorded "firsttree", "What the first tree says";
} }
choices! { ClassWeight {
    Rows = "rows", "Every row counts 1, or its weight";
    Balanced = "balanced", "All classes have the same total";
} }
choices! { LpStrategy {
    Interior = "interior", "Interior point over merged samples, a vertex at the end";
    WarmStart = "warm-start", "A simplex solver over all samples, warm-started";
    DualSimplex = "dual-simplex", "Our own dual simplex with a dense working basis, warm-started";
} }

/// Solvers are read by name. Their own errors say which names exist.
macro_rules! solvers {
    ($($type:ident),*) => { $(
        impl ParameterType for $type {
            const KIND: ParameterKind = ParameterKind::Word;

            fn read(value: ParameterValue) -> Result<Self, Refusal> {
                $type::from_str(&String::read(value)?).map_err(Refusal::Lp)
            }

            fn write(&self) -> ParameterValue {
                ParameterValue::Text(self.name().into())
            }
        }
    )* };
}
solvers!(Backend, MipBackend);

/// The name of a loss.
impl ParameterType for LossName {
    const KIND: ParameterKind = ParameterKind::ChoiceOrName(&[
        ChoiceWord { name: Model::LOGISTIC, help: LogisticLoss::HELP },
        ChoiceWord { name: "hinge", help: HingeLoss::MARGIN },
    ]);

    fn read(value: ParameterValue) -> Result<Self, Refusal> {
        Ok(String::read(value)?.into())
    }

    fn write(&self) -> ParameterValue {
        ParameterValue::Text(self.to_string())
    }
}

impl Item for PricerName {
    const LIST: ParameterKind = ParameterKind::Words;

    fn item(text: String) -> Result<Self, Refusal> {
        Ok(text.into())
    }
}

/// `until-columns`, `until-at-least-N` or `all`.
impl ParameterType for StagePolicy {
    const KIND: ParameterKind = ParameterKind::Word;

    fn read(value: ParameterValue) -> Result<Self, Refusal> {
        let word = String::read(value)?;
        let least = word.strip_prefix("until-at-least-").and_then(|n| n.parse().ok()).filter(|&n: &usize| n >= 1);
        match (word.as_str(), least) {
            ("until-columns", _) => Ok(StagePolicy::UntilColumns),
            ("all", _) => Ok(StagePolicy::All),
            (_, Some(least)) => Ok(StagePolicy::UntilAtLeast(least)),
            _ => Err(not_among(&["until-columns", "until-at-least-N", "all"], &word)),
        }
    }

    fn write(&self) -> ParameterValue {
        ParameterValue::Text(self.to_string())
    }
}

/// The flag is true for the conjunctive form.
impl ParameterType for NormalForm {
    const KIND: ParameterKind = ParameterKind::Flag;

    fn read(value: ParameterValue) -> Result<Self, Refusal> {
        Ok(if bool::read(value)? { NormalForm::Conjunctive } else { NormalForm::Disjunctive })
    }

    fn write(&self) -> ParameterValue {
        ParameterValue::Flag(*self == NormalForm::Conjunctive)
    }

    fn record(&self) -> serde_json::Value {
        match self {
            NormalForm::Disjunctive => "dnf".into(),
            NormalForm::Conjunctive => "cnf".into(),
        }
    }
}

/// `auto`, `best`, `given`, or a number of rules.
impl ParameterType for SizeChoice {
    const KIND: ParameterKind = ParameterKind::Word;

    fn read(value: ParameterValue) -> Result<Self, Refusal> {
        const WORDS: [&str; 4] = ["auto", "best", "given", "a number of rules, at least 1"];
        let number = match &value {
            ParameterValue::Integer(n) => usize::try_from(*n).ok(),
            ParameterValue::Text(word) => word.parse().ok(),
            _ => None,
        };
        match (number.map(NonZeroUsize::new), &value) {
            (Some(Some(n)), _) => Ok(SizeChoice::Rules(n)),
            (None, ParameterValue::Text(word)) if word == "auto" => Ok(SizeChoice::Auto),
            (None, ParameterValue::Text(word)) if word == "best" => Ok(SizeChoice::Best),
            (None, ParameterValue::Text(word)) if word == "given" => Ok(SizeChoice::Given),
            _ => Err(not_among(&WORDS, &value.to_string())),
        }
    }

    fn write(&self) -> ParameterValue {
        match self {
            SizeChoice::Auto => ParameterValue::Text("auto".into()),
            SizeChoice::Best => ParameterValue::Text("best".into()),
            SizeChoice::Given => ParameterValue::Text("given".into()),
            SizeChoice::Rules(n) => ParameterValue::Integer(n.get() as i128),
        }
    }
}

impl Item for ChoiceMeasure {
    const LIST: ParameterKind = ParameterKind::Words;

    fn item(text: String) -> Result<Self, Refusal> {
        let found = ChoiceMeasure::ALL.into_iter().find(|measure| measure.name() == text);
        found.ok_or_else(|| not_among(&ChoiceMeasure::ALL.map(ChoiceMeasure::name), &text))
    }
}
