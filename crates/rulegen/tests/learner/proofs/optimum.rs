//! The optimum over all rules of at most some length, and what certificates may say beside it.

use crate::proofs::every_rule::{Rows, every_rule, rows};
use crate::proofs::instance::Instance;
use rulegen::limits::Limits;
use rulegen::rule::{Model, Rule, Schema, Support, WeightedRule, WrittenRule};
use rulegen::{Learner, Method, NormalForm, Parameters, SizeChoice};

/// The rounding that a proof may be off by, relative to the larger of the optimum and 1.
const ROUNDING: f64 = 1e-6;

/// The longest rules that are listed.
const LISTED: usize = 3;

/// The numbers of models and bounds that were checked, of bounds that are the optimum, and of those
/// for which the optimum is known from above only.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Checked {
    pub(crate) models: usize,
    pub(crate) bounds: usize,
    pub(crate) tight: usize,
    pub(crate) loose: usize,
}

/// The least objective over some rules.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Least {
    pub(crate) objective: f64,
    /// False if the steps of the logistic loss ended early. The optimum may be lower.
    pub(crate) exact: bool,
}

/// Asserts that no bound of the model's certificate is above the optimum over the rules that it is
/// about.
pub(crate) fn assert_bounds(instance: &Instance, p: &Parameters, model: &Model, checked: &mut Checked) {
    let certificate = &model.certificate;
    // Files do not say what was forbidden.
    assert_eq!(Model::from_json(&model.to_json()).unwrap().to_json(), model.to_json());
    let lengths: Vec<usize> = certificate.scopes.iter().map(|scope| scope.max_length).collect();
    assert!(lengths.is_sorted_by(|a, b| a < b), "{lengths:?}");
    let allowed = model.max_length();
    assert!(lengths.iter().all(|&length| allowed.is_none_or(|most| length < most)), "{lengths:?} {allowed:?}");
    let short = certificate.scopes.iter().map(|scope| (scope.max_length, scope.lower_bound));
    // A bound over rules that are longer than those listed holds over these too.
    let all = certificate.lower_bound.map(|bound| (allowed.unwrap_or(LISTED).min(LISTED), bound));
    let bounds: Vec<(usize, f64)> = short.chain(all).collect();
    for &(length, bound) in &bounds {
        let Least { objective: least, exact } = optimum(instance, p, model, length);
        assert!(
            bound <= least + ROUNDING * least.max(1.0),
            "{bound} over rules of at most {length} conditions is above the optimum {least}: {certificate:?} {p:?} {:?}",
            instance.data
        );
        checked.bounds += 1;
        checked.loose += usize::from(!exact);
        checked.tight += usize::from(bound >= least - ROUNDING * least.max(1.0));
    }
    checked.models += 1;
    assert!(certificate.lower_bound.is_none_or(|bound| bound <= certificate.objective));
    // Rules that are short enough are among those of a bound.
    let longest = model.rules.iter().map(|rule| rule.rule.len()).max().unwrap_or(0);
    for scope in certificate.scopes.iter().filter(|scope| longest <= scope.max_length) {
        let rounding = ROUNDING * certificate.objective.max(1.0);
        assert!(scope.lower_bound <= certificate.objective + rounding, "{certificate:?}");
    }
}

/// Returns the least objective of rules of at most `longest` conditions.
pub(crate) fn optimum(instance: &Instance, p: &Parameters, model: &Model, longest: usize) -> Least {
    match p.method {
        Method::Boolean => Least { objective: rule_sets(instance, p, &model.schema, longest), exact: true },
        _ => weighted(instance, p, model, longest),
    }
}

/// Solves the restricted problem over all rules.
fn weighted(instance: &Instance, p: &Parameters, model: &Model, longest: usize) -> Least {
    let of_class = |class: u32| {
        let rules = every_rule(instance, &model.schema, class, longest, false);
        rules.into_iter().map(move |(rule, _)| WeightedRule {
            rule,
            class,
            weight: 1.0,
            support: Support { covered: 1.0, correct: 1.0 },
            folds: None,
        })
    };
    let required = model.settings.get("must_have").and_then(|rules| rules.as_array());
    let required = required.into_iter().flatten().map(|text| {
        let written = WrittenRule::read(text.as_str().unwrap(), model).unwrap();
        let support = Support { covered: 1.0, correct: 1.0 };
        WeightedRule {
            rule: written.rule(&model.schema).unwrap(),
            class: written.class,
            weight: 1.0,
            support,
            folds: None,
        }
    });
    let rules = (0..instance.classes() as u32).flat_map(of_class).chain(required).collect();
    let all = Model { rules, ..model.clone() };
    // Where the size is chosen, penalty and ridge are in units of the mean weight of a row. The
    // problem is solved here with both as they are.
    let unit = instance.weights().iter().sum::<f64>() / instance.counts().iter().sum::<u64>() as f64;
    let chosen = p.method == Method::Rules && p.size.is_some_and(|size| size != SizeChoice::Given);
    let logistic = p.loss == rulegen::LossName::LOGISTIC;
    let p = match chosen {
        true => Parameters {
            size: Some(SizeChoice::Given),
            penalty: Some(unit),
            ridge: logistic.then_some(3.0 * unit),
            ..p.clone()
        },
        false => p.clone(),
    };
    let solved = Learner::new(p).unwrap().restricted(&instance.data, "y", &all, &Limits::default()).unwrap();
    assert!(solved.optimal || logistic, "a linear program ends at a vertex");
    Least { objective: solved.objective, exact: solved.optimal }
}

/// Finds the best rule set of each class among all: the least cost of covering each set of the
/// class's rows within each complexity.
fn rule_sets(instance: &Instance, p: &Parameters, schema: &Schema, longest: usize) -> f64 {
    let negated = p.form == NormalForm::Conjunctive;
    let (own, others) = match negated {
        true => (p.false_positive_weight, p.false_negative_weight),
        false => (p.false_negative_weight, p.false_positive_weight),
    };
    let problem = |class: u32| {
        let rules = every_rule(instance, schema, class, longest, negated);
        least_of_class(instance, p, class, (own, others), &rules)
    };
    match instance.classes() {
        2 => problem(u32::from(!negated)),
        classes => (0..classes as u32).map(problem).sum(),
    }
}

/// Returns the least cost of rules for a class, whose missed rows cost `own` and whose wrongly
/// covered rows cost `others`, for each rule that covers them.
fn least_of_class(
    instance: &Instance,
    p: &Parameters,
    class: u32,
    (own, others): (f64, f64),
    rules: &[(Rule, Rows)],
) -> f64 {
    let (labels, weights) = (instance.labels(), instance.weights());
    let of_class: Vec<usize> = (0..labels.len()).filter(|&row| labels[row] == class).collect();
    let most = p.complexity.unwrap() as usize;
    let sets = 1usize << of_class.len();
    let rules: Vec<(usize, usize, f64)> = rules
        .iter()
        .map(|(rule, cover)| {
            let size = 1 + rule.len();
            let wrong: f64 = rows(*cover).filter(|&row| labels[row] != class).map(|row| weights[row]).sum();
            let right = of_class.iter().enumerate().filter(|(_, row)| cover >> **row & 1 == 1);
            (size, right.map(|(at, _)| 1 << at).sum(), others * wrong + p.complexity_price * size as f64)
        })
        .collect();
    // The least cost of rules of a complexity that cover exactly a set of rows.
    let mut cost = vec![vec![f64::INFINITY; sets]; most + 1];
    cost[0][0] = 0.0;
    let mut least = f64::INFINITY;
    for complexity in 0..=most {
        for set in 0..sets {
            let paid = cost[complexity][set];
            if paid.is_infinite() {
                continue;
            }
            let missed = of_class.iter().enumerate().filter(|(at, _)| set >> at & 1 == 0);
            least = least.min(paid + own * missed.map(|(_, &row)| weights[row]).sum::<f64>());
            for &(size, right, price) in rules.iter().filter(|rule| complexity + rule.0 <= most && rule.1 & !set != 0) {
                let entry = &mut cost[complexity + size][set | right];
                *entry = entry.min(paid + price);
            }
        }
    }
    least
}
