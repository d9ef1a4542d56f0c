//! The settings on which strategies of pricing are compared.

use super::method::Method;
use super::size::SizeChoice;
use super::table::Parameters;
use super::terms::Terms;
use super::value::{ParameterValue, Settings};

impl Method {
    /// Returns the settings on which strategies of pricing are compared, unless others are given: a
    /// given problem, solved until nothing improves. A chosen size is not the optimum by which
    /// strategies are compared.
    pub fn equal_terms(self) -> Settings {
        let usual = Parameters::of(self);
        let all = Parameters { terms: Some(Terms::Converged), size: Some(SizeChoice::Given), ..usual };
        let of_terms = |(name, value): &(String, ParameterValue)| {
            ["terms", "size"].contains(&name.as_str()) && *value != ParameterValue::None
        };
        all.settings().into_iter().filter(of_terms).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parameters::FairnessCriterion;
    use crate::pricers::PricerName;
    use rulegen_master::LpStrategy;

    /// Terms do not depend on which pricers are named, but on pricers being named at all.
    #[test]
    fn terms_are_those_of_no_pricer_in_particular() {
        for method in [Method::Rug, Method::Rules] {
            let usual = Parameters::of(method);
            let of = |p: &Parameters| (p.max_iterations(), p.tolerance(), p.lp_strategy());
            let (published, converged) = ((Some(15), 1e-3, LpStrategy::Interior), (None, 0.1, LpStrategy::DualSimplex));
            assert_eq!(of(&usual), published);
            for name in [PricerName::TREE, PricerName::GREEDY, PricerName::BRANCH_AND_BOUND, "own".into()] {
                let named = Parameters { pricers: Some(vec![name]), ..usual.clone() };
                assert_eq!(of(&named), converged);
                assert_eq!(of(&Parameters { terms: Some(Terms::Published), ..named.clone() }), published);
                let single = Parameters {
                    max_iterations: Some(3),
                    tolerance: Some(0.5),
                    strategy: Some(LpStrategy::WarmStart),
                    ..named.clone()
                };
                assert_eq!(of(&single), (Some(3), 0.5, LpStrategy::WarmStart));
                let fair = Parameters { fairness: Some(FairnessCriterion::Odm), ..named };
                assert_eq!(of(&fair), (None, 0.1, LpStrategy::Interior));
            }
            assert_eq!(of(&Parameters { terms: Some(Terms::Converged), ..usual }), converged);
        }
        let boolean = Parameters::of(Method::Boolean);
        assert_eq!((boolean.max_iterations(), boolean.tolerance()), (None, 1e-3));
        assert_eq!(boolean.lp_strategy(), LpStrategy::Interior);
    }

    #[test]
    fn strategies_are_compared_at_a_given_problem_until_nothing_improves() {
        let terms = |method: Method| {
            let words = method.equal_terms().into_iter().map(|(name, value)| format!("{name}={value}"));
            words.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(terms(Method::Rug), "terms=converged");
        assert_eq!(terms(Method::Rules), "size=given terms=converged");
        assert_eq!(terms(Method::Boolean), "size=given");
    }
}
