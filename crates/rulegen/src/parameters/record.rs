//! The parameters that a model file records.

use super::kind::{ParameterType, unusual};
use super::method::Method;
use super::must_have::MustHave;
use super::size::SizeChoice;
use super::table::{Entry, Parameters};
use crate::pricers::PricerName;
use serde_json::Value;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::time::Duration;

impl Parameters {
    /// Returns the entries that a model file records, with all defaults resolved and with the
    /// pricers that were used: the parameters that decide what is learned, not how fast. Boolean
    /// rules depend on the clock too.
    pub(crate) fn record(&self, pricers: &[PricerName]) -> BTreeMap<String, Value> {
        let resolved = Parameters {
            size: Some(self.size()),
            choose_by: Some(self.choose_by()),
            penalty: Some(self.penalty()),
            ridge: Some(self.ridge()),
            complexity: self.complexity(),
            max_length: self.max_length(),
            bins: Some(self.bins()),
            pricers: Some(pricers.to_vec()),
            columns_per_round: Some(self.columns_per_round()),
            max_iterations: self.max_iterations(),
            tolerance: Some(self.tolerance()),
            strategy: Some(self.lp_strategy()),
            pool: None,
            ..self.clone()
        };
        let entry = |entry: &Entry| Some((entry.info.recorded?.to_owned(), (entry.record)(&resolved)));
        let mut record: BTreeMap<String, Value> = self.entries().filter_map(entry).collect();
        if !self.scorers.is_empty() {
            record.insert("choose_by".into(), self.measure_names().into());
        }
        record.extend(self.recorded_if_unusual());
        record.extend(self.recorded_terms());
        if self.method != Method::Rules {
            record.retain(|name, _| !["size", "folds"].contains(&name.as_str()));
        }
        record.extend(self.fairness_asked().into_iter().flat_map(super::fairness::FairnessAsked::record));
        if self.method == Method::Boolean {
            record.extend(self.recorded_of_rule_sets());
        } else if self.fairness.is_some() {
            record.extend(self.positive.clone().map(|class| ("positive".into(), class.into())));
        }
        if !self.loss().is_linear() {
            record.retain(|name, _| !["lp", "lp_strategy"].contains(&name.as_str()));
        }
        self.loss().record(&mut record);
        record
    }

    /// The terms and the start of column generation, unless they are those of a fit that asks for
    /// none and names no pricer.
    fn recorded_terms(&self) -> impl Iterator<Item = (String, Value)> {
        let asked = self.pricers.is_some() || self.terms.is_some() || self.start.is_some();
        let generates = asked && self.generates_columns();
        let terms = self.terms().filter(|_| generates).map(|terms| ("terms".to_owned(), terms.record()));
        let start = generates.then(|| ("start".to_owned(), self.start().record()));
        terms.into_iter().chain(start)
    }

    /// The entries of Boolean rules alone.
    fn recorded_of_rule_sets(&self) -> impl Iterator<Item = (String, Value)> {
        let seconds = |limit: Option<Duration>| limit.map_or(Value::Null, |limit| limit.as_secs_f64().into());
        let size = Some(self.size()).filter(|size| *size != SizeChoice::Given);
        let size = size.map(|size| ("size", size.record()));
        let listed = self.complexities.as_ref().map(|listed| ("complexities", listed.clone().into()));
        let always = [
            ("must_have", self.must_have.as_ref().map_or(0, MustHave::number).into()),
            ("size_per_rule", self.rule_size().per_rule.into()),
            ("size_per_condition", self.rule_size().per_literal.into()),
            ("pricing_time_limit", seconds(self.pricing_time_limit())),
            ("time_limit", seconds(self.time_limit)),
        ];
        always.into_iter().chain(size).chain(listed).map(|(name, value)| (name.to_owned(), value))
    }

    /// The entries that are recorded only if they are not the usual ones: the policy of stages,
    /// columns kept although they name rows, guessed cut points, constraints, least numbers of
    /// rows, caps on the size, the number of divisions, the costs of errors, the column of blocks,
    /// the cut points of the target, the forms of numbers, and the words that mean a missing cell.
    fn recorded_if_unusual(&self) -> impl Iterator<Item = (String, Value)> {
        let chosen = [
            unusual("stage_policy", &self.stage_policy),
            unusual("keep", &self.keep),
            unusual("cuts", &self.cuts),
            unusual("monotone", &self.monotone),
            unusual("together", &self.together),
            unusual("forbidden", &self.forbidden),
        ];
        let least = [("min_cover", self.min_cover), ("min_category", self.min_category)];
        let above_one = |(name, least): (&str, Option<usize>)| {
            least.filter(|&least| least > 1).map(|least| (name.to_owned(), least.into()))
        };
        let divisions = self.divisions.map(|number| ("divisions".to_owned(), number.into()));
        let caps = [("max_rules", self.max_rules), ("max_conditions", self.max_conditions)];
        let given = |(name, most): (&str, Option<NonZeroUsize>)| Some((name.to_owned(), most?.get().into()));
        let least = least.into_iter().filter_map(above_one);
        let split_by = self.split_by.iter().map(|column| ("split_by".to_owned(), column.as_str().into()));
        let costs = self.error_costs.map(|costs| ("error_costs".to_owned(), costs.record()));
        let forms = Some(&self.number_forms).filter(|forms| !forms.is_empty());
        let forms = forms.map(|forms| ("number_forms".to_owned(), serde_json::json!(forms)));
        let cuts = Some(&self.target_cut).filter(|cuts| !cuts.is_empty());
        let cuts = cuts.map(|cuts| ("target_cut".to_owned(), cuts.clone().into()));
        let missing = Some(&self.missing_words).filter(|words| !words.is_empty());
        let missing = missing.map(|words| ("missing".to_owned(), words.clone().into()));
        let caps = caps.into_iter().filter_map(given);
        let of_data = split_by.chain(cuts).chain(forms).chain(missing);
        chosen.into_iter().flatten().chain(least).chain(costs).chain(divisions).chain(caps).chain(of_data)
    }
}
