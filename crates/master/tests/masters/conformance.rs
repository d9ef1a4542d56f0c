//! Every master of the crate passes the suite, as a master of one's own would.

use rulegen_binarize::Samples;
use rulegen_driver::Master;
use rulegen_lp::Backend;
use rulegen_master::conformance::{CASES, Promise, check_master};
use rulegen_master::{
    BooleanMaster, BooleanSettings, Fairness, LinearSettings, LogisticMaster, LogisticSettings, LpStrategy,
    MarginHingeMaster, MistreatmentCriterion, RugMaster, RuleCost, RuleTerms,
};
use std::sync::Arc;

const TIGHT: Promise = Promise::Tight { tolerance: 1e-5 };

fn passes<M: Master + 'static>(promise: Promise, cases: u64, make: impl Fn(Arc<Samples>) -> M) {
    let made = |samples| -> Box<dyn Master> { Box::new(make(samples)) };
    check_master(made, promise, 0..cases).unwrap_or_else(|violation| panic!("{violation}"));
}

/// Makes terms under which rules are worth their cost.
fn terms(cost: RuleCost) -> RuleTerms {
    RuleTerms { penalty: 0.3, cost, ..RuleTerms::default() }
}

#[test]
fn rug() {
    let of = |settings: LinearSettings| move |samples| RugMaster::new(samples, settings.clone()).unwrap();
    let settings = LinearSettings { terms: terms(RuleCost::Length), ..LinearSettings::default() };
    for strategy in [LpStrategy::Interior, LpStrategy::WarmStart, LpStrategy::DualSimplex] {
        for backend in [Backend::Microlp, Backend::Minilp] {
            passes(TIGHT, CASES / 3, of(LinearSettings { strategy, backend: Arc::new(backend), ..settings.clone() }));
        }
    }
    let short = RuleTerms { max_length: Some(2), ..terms(RuleCost::Unit) };
    passes(TIGHT, CASES, of(LinearSettings { terms: short, ..settings.clone() }));
    let wide = RuleTerms { min_cover: 3, ..terms(RuleCost::Length) };
    passes(TIGHT, CASES, of(LinearSettings { terms: wide, ..settings.clone() }));
    // These costs are no sums over literals, so pricing works with a lower bound.
    passes(Promise::Honest, CASES, of(LinearSettings { terms: terms(RuleCost::Gini), ..settings.clone() }));
    for criterion in MistreatmentCriterion::ALL {
        let fairness = Some(Fairness { criterion, epsilon: 0.05, positive: 1 });
        passes(TIGHT, CASES / 3, of(LinearSettings { fairness, ..settings.clone() }));
    }
}

#[test]
fn margin_hinge() {
    let of = |settings: LinearSettings| move |samples| MarginHingeMaster::new(samples, settings.clone()).unwrap();
    let settings = LinearSettings { terms: terms(RuleCost::Length), ..LinearSettings::default() };
    for strategy in [LpStrategy::Interior, LpStrategy::WarmStart, LpStrategy::DualSimplex] {
        passes(TIGHT, CASES / 3, of(LinearSettings { strategy, ..settings.clone() }));
    }
    passes(Promise::Honest, CASES, of(LinearSettings { terms: terms(RuleCost::Gini), ..settings.clone() }));
    for criterion in MistreatmentCriterion::ALL {
        let fairness = Some(Fairness { criterion, epsilon: 0.05, positive: 1 });
        passes(TIGHT, CASES / 3, of(LinearSettings { fairness, ..settings.clone() }));
    }
}

#[test]
fn logistic() {
    passes(TIGHT, CASES, |samples| {
        let settings = LogisticSettings { terms: terms(RuleCost::Length), ..LogisticSettings::default() };
        LogisticMaster::new(samples, settings).unwrap()
    });
    passes(TIGHT, CASES / 3, |samples| {
        let terms = RuleTerms { min_cover: 3, ..terms(RuleCost::Length) };
        LogisticMaster::new(samples, LogisticSettings { terms, ..LogisticSettings::default() }).unwrap()
    });
}

#[test]
fn boolean() {
    let of = |settings: BooleanSettings| move |samples| BooleanMaster::new(samples, settings.clone()).unwrap();
    for complexity in [2.0, 5.0, 15.0] {
        let settings = BooleanSettings { complexity: Some(complexity), ..BooleanSettings::default() };
        for strategy in [LpStrategy::Interior, LpStrategy::WarmStart, LpStrategy::DualSimplex] {
            passes(TIGHT, CASES / 3, of(BooleanSettings { strategy, ..settings.clone() }));
        }
    }
    let priced = BooleanSettings { complexity: None, complexity_price: 0.2, ..BooleanSettings::default() };
    passes(TIGHT, CASES, of(priced));
    passes(TIGHT, CASES, of(BooleanSettings { min_cover: 3, ..BooleanSettings::default() }));
}
