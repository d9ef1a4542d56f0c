//! Names of pricers.

use crate::name::Name;

/// The kind of names of pricers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PricerKind {}

/// The name of a pricer on the command line, in experiments, in Python and in model files. Options
/// may follow, each after a colon: `tree:max-depth=3`. A
/// [`PricerRegistry`](crate::PricerRegistry) makes the pricer of a name.
pub type PricerName = Name<PricerKind>;

impl PricerName {
    /// The stages that suit the data and the length of rules: `cube` where it takes little time,
    /// else heuristics, and an exact search after them.
    pub const AUTO: PricerName = Name::built_in("auto");
    /// The rules of a given model ([`Pool`](rulegen_pricing::Pool)).
    pub const POOL: PricerName = Name::built_in("pool");
    /// Decision trees on the duals, the proxy of RUG
    /// ([`WeightedTree`](rulegen_pricing::WeightedTree)).
    pub const TREE: PricerName = Name::built_in("tree");
    /// Clauses grown literal by literal ([`Greedy`](rulegen_pricing::Greedy)).
    pub const GREEDY: PricerName = Name::built_in("greedy");
    /// Branch and bound on random samples and literals ([`Sampling`](rulegen_pricing::Sampling)).
    pub const SAMPLED: PricerName = Name::built_in("sampled");
    /// Exact for short rules, by data cubes ([`Cube`](rulegen_pricing::Cube)).
    pub const CUBE: PricerName = Name::built_in("cube");
    /// Exact, by branch and bound ([`BranchAndBound`](rulegen_pricing::BranchAndBound)).
    pub const BRANCH_AND_BOUND: PricerName = Name::built_in("branch-and-bound");
    /// Exact, by the integer program over CBC ([`Bilp`](rulegen_pricing::Bilp)).
    pub const BILP_CBC: PricerName = Name::built_in("bilp-cbc");
    /// Exact, by the integer program over HiGHS ([`Bilp`](rulegen_pricing::Bilp)).
    pub const BILP_HIGHS: PricerName = Name::built_in("bilp-highs");
}
