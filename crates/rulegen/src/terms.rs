//! Equal terms for pricers that are compared.

use crate::SizeChoice;
use crate::method::Method;
use crate::parameters::{BooleanParameters, Parameters, RugParameters, RuleParameters, Settings};

/// The parameters of which equal terms are made.
const TERMS: [&str; 5] = ["iterations", "tolerance", "lp-strategy", "size", "smoothing"];

impl Method {
    /// How long and how finely to solve where pricers are compared: as exact pricing does, whatever the pricer. Rounds have no
    /// limit, which is the largest number of `iterations`.
    ///
    /// Left to themselves these depend on the pricers: trees would end after fifteen rounds, and exact pricing never.
    pub fn equal_terms(self) -> Settings {
        let all = match self {
            Method::Rug => RugParameters::as_exact().write(),
            Method::Rules => RuleParameters { size: Some(SizeChoice::Given), ..RuleParameters::as_exact() }.write(),
            Method::Boolean => {
                let (size, max_iterations) = (Some(SizeChoice::Given), Some(usize::MAX));
                let usual = BooleanParameters { size, max_iterations, ..Default::default() };
                let (tolerance, strategy) = (Some(usual.tolerance()), Some(usual.lp_strategy()));
                BooleanParameters { tolerance, strategy, ..usual }.write()
            }
        };
        all.into_iter().filter(|(name, _)| TERMS.contains(&name.as_str())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parameters::ParameterValue;

    #[test]
    fn terms_are_those_of_exact_pricing_whatever_the_pricer() {
        for (method, tolerance, strategy) in
            [(Method::Rug, 0.1, "kernel"), (Method::Rules, 0.1, "kernel"), (Method::Boolean, 1e-3, "interior")]
        {
            let terms = method.equal_terms();
            // A size that is chosen is not the optimum that pricers are compared by.
            assert_eq!(
                terms.get("size").cloned(),
                (method != Method::Rug).then(|| ParameterValue::Text("given".into()))
            );
            let others = terms.keys().filter(|name| *name != "size").collect::<Vec<_>>();
            assert_eq!(others, ["iterations", "lp-strategy", "smoothing", "tolerance"]);
            assert_eq!(terms["tolerance"], ParameterValue::Number(tolerance));
            assert_eq!(terms["lp-strategy"], ParameterValue::Text(strategy.into()));
            let mut settings = terms;
            settings.insert("pricers".into(), ParameterValue::List(vec!["greedy".into()]));
            assert_eq!(method.learner(settings).unwrap().max_iterations(), Some(usize::MAX), "{method}");
        }
    }
}
