//! Names of pricers.

use std::borrow::Cow;
use std::fmt;

/// The name of a pricer on the command line, in experiments, in Python and in model files. Options
/// may follow, each after a colon: `tree:max-depth=3`. A
/// [`PricerRegistry`](crate::PricerRegistry) makes the pricer of a name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PricerName(Cow<'static, str>);

impl PricerName {
    /// The stages that suit the data and the length of rules: `cube` where it takes little time,
    /// else heuristics, and an exact search after them.
    pub const AUTO: PricerName = PricerName::built_in("auto");
    /// The rules of a given model ([`Pool`](rulegen_pricing::Pool)).
    pub const POOL: PricerName = PricerName::built_in("pool");
    /// Decision trees on the duals, the proxy of RUG
    /// ([`WeightedTree`](rulegen_pricing::WeightedTree)).
    pub const TREE: PricerName = PricerName::built_in("tree");
    /// Clauses grown literal by literal ([`Greedy`](rulegen_pricing::Greedy)).
    pub const GREEDY: PricerName = PricerName::built_in("greedy");
    /// Branch and bound on random samples and literals ([`Sampling`](rulegen_pricing::Sampling)).
    pub const SAMPLED: PricerName = PricerName::built_in("sampled");
    /// Exact for short rules, by data cubes ([`Cube`](rulegen_pricing::Cube)).
    pub const CUBE: PricerName = PricerName::built_in("cube");
    /// Exact, by branch and bound ([`BranchAndBound`](rulegen_pricing::BranchAndBound)).
    pub const BRANCH_AND_BOUND: PricerName = PricerName::built_in("branch-and-bound");
    /// Exact, by the integer program over CBC ([`Bilp`](rulegen_pricing::Bilp)).
    pub const BILP_CBC: PricerName = PricerName::built_in("bilp-cbc");
    /// Exact, by the integer program over HiGHS ([`Bilp`](rulegen_pricing::Bilp)).
    pub const BILP_HIGHS: PricerName = PricerName::built_in("bilp-highs");

    const fn built_in(name: &'static str) -> PricerName {
        PricerName(Cow::Borrowed(name))
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for PricerName {
    fn from(name: &str) -> Self {
        PricerName(Cow::Owned(name.into()))
    }
}

impl From<String> for PricerName {
    fn from(name: String) -> Self {
        PricerName(Cow::Owned(name))
    }
}

impl fmt::Display for PricerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
