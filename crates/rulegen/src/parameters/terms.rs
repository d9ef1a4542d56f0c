//! Equal terms for pricers that are compared.

use super::error::SettingsError;
use super::method::Method;
use super::size::SizeChoice;
use super::table::Parameters;
use super::value::{ParameterValue, Settings};
use crate::pricers::PricerName;

/// The parameters of which equal terms are made.
const TERMS: [&str; 5] = ["iterations", "tolerance", "lp-strategy", "size", "smoothing"];

impl Method {
    /// Returns the settings that make pricers comparable: runs as long and as fine as exact pricing
    /// needs, whatever the pricer. Rounds have no limit, which is the largest number of `iterations`.
    ///
    /// By default these settings depend on the pricers: trees would end after fifteen rounds, and
    /// exact pricing never. Whether there are linear programs, and how they are solved, depends on the
    /// loss and on fairness among the parameters `given`. Terms that are given come first.
    ///
    /// # Errors
    /// A name that is no parameter of the method, or a value that is not of its kind.
    pub fn equal_terms(self, given: &Settings) -> Result<Settings, SettingsError> {
        let given = given.iter().filter(|(name, _)| !TERMS.contains(&name.as_str()) && *name != "pricers");
        let given: Settings = given.map(|(name, value)| (name.clone(), value.clone())).collect();
        let exact = Parameters {
            pricers: Some(vec![PricerName::BRANCH_AND_BOUND]),
            max_iterations: Some(usize::MAX),
            size: Some(SizeChoice::Given),
            ..Parameters::read(self, given)?
        };
        let strategy = exact.loss().is_linear().then(|| exact.lp_strategy());
        let all = Parameters { tolerance: Some(exact.tolerance()), strategy, ..exact }.settings();
        let said =
            |(name, value): &(String, ParameterValue)| TERMS.contains(&name.as_str()) && *value != ParameterValue::None;
        Ok(all.into_iter().filter(said).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_those_of_exact_pricing_whatever_the_pricer() {
        let text = |word: &str| ParameterValue::Text(word.into());
        let hinge = Settings::from([("loss".into(), text("hinge"))]);
        let fair = [("fairness", text("odm")), ("epsilon", ParameterValue::Number(0.1))];
        let fair: Settings = fair.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        let none = Settings::new();
        for (method, given, tolerance, strategy) in [
            (Method::Rug, &none, 0.1, Some("dual-simplex")),
            (Method::Rug, &fair, 0.1, Some("interior")),
            (Method::Rules, &none, 0.1, None),
            (Method::Rules, &hinge, 0.1, Some("dual-simplex")),
            (Method::Boolean, &none, 1e-3, Some("interior")),
        ] {
            let terms = method.equal_terms(given).unwrap();
            // A size that is chosen is not the optimum that pricers are compared by.
            assert_eq!(
                terms.get("size").cloned(),
                (method != Method::Rug).then(|| ParameterValue::Text("given".into()))
            );
            let others = terms.keys().filter(|name| !["size", "lp-strategy"].contains(&name.as_str()));
            assert_eq!(others.collect::<Vec<_>>(), ["iterations", "smoothing", "tolerance"]);
            assert_eq!(terms["tolerance"], ParameterValue::Number(tolerance));
            assert_eq!(terms.get("lp-strategy").cloned(), strategy.map(text));
            let mut settings = given.clone();
            settings.extend(terms);
            settings.insert("pricers".into(), ParameterValue::List(vec!["greedy".into()]));
            assert_eq!(method.learner(settings).unwrap().max_iterations(), Some(usize::MAX), "{method}");
        }
    }
}
