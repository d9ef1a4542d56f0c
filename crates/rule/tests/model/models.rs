//! Random models and tables for them.

use proptest::prelude::*;
use rulegen_data::{Column, MISSING, Table, Values};
use rulegen_rule::{
    Card, CardColumn, Certificate, CodedTable, Domain, Fallback, Feature, FoldsFound, Model, OneByOne, Rule, Schema,
    Scope, Status, Support, WeightedRule, WholeNumbers,
};

/// Names with everything that makes files and texts difficult.
const NAMES: [&str; 8] =
    ["a", "b c", "comma, quote \"", "line\nbreak", "", "ä→\u{1f600}", "back\\slash", "\u{0}\u{7f}"];

fn feature() -> impl Strategy<Value = Feature> {
    let cut =
        prop_oneof![-3i32..4, Just(i32::MIN)].prop_map(|n| if n == i32::MIN { 1e-300 } else { f64::from(n) * 0.1 });
    let numeric = prop::collection::vec(cut, 0..5).prop_map(|mut cuts| {
        cuts.sort_by(f64::total_cmp);
        cuts.dedup();
        Domain::Numeric { cuts }
    });
    let categories = |n: usize| (0..n).map(|v| NAMES.get(v).map_or(format!("v{v}"), |n| (*n).to_owned())).collect();
    let few = (0usize..6).prop_map(categories);
    // More codes than a byte has, and numbers close to that.
    let many = (250usize..260).prop_map(categories);
    let categorical = prop_oneof![4 => few, 1 => many].prop_map(|categories| Domain::Categorical { categories });
    let feature = |domain, missing_seen, whole| Feature { missing_seen, whole, ..Feature::new("", domain) };
    let numbers = (numeric, any::<bool>(), prop::option::of(whole_numbers()));
    prop_oneof![
        numbers.prop_map(move |(domain, missing_seen, whole)| feature(domain, missing_seen, whole)),
        (categorical, any::<bool>()).prop_map(move |(domain, missing_seen)| feature(domain, missing_seen, None)),
    ]
}

pub(crate) fn whole_numbers() -> impl Strategy<Value = WholeNumbers> {
    (-2i64..2, 0i64..4).prop_map(|(least, more)| WholeNumbers { least, most: least + more })
}

/// A column of dates, with any cut points.
fn dates() -> impl Strategy<Value = Feature> {
    let form = prop::sample::select(vec!["YYYY-MM-DD", "DD.MM.YYYY", "MM/DD/YYYY"]);
    let day = || -719_162i64..2_932_896;
    (prop::collection::btree_set(day(), 0..5), day(), day(), form, any::<bool>()).prop_map(
        |(cuts, a, b, form, seen)| {
            let domain = Domain::Numeric { cuts: cuts.into_iter().map(|day| day as f64).collect() };
            let whole = Some(WholeNumbers { least: a.min(b), most: a.max(b) });
            Feature { missing_seen: seen, whole, dates: Some(form.parse().unwrap()), ..Feature::new("", domain) }
        },
    )
}

/// A model with any content that a file can have.
pub(crate) fn models() -> impl Strategy<Value = Model> {
    models_of(prop_oneof![5 => feature(), 1 => dates()])
}

/// A model with any content, and such features.
fn models_of(feature: impl Strategy<Value = Feature>) -> impl Strategy<Value = Model> {
    (prop::collection::vec(feature, 1..4), 2usize..5).prop_flat_map(|(features, classes)| {
        let features: Vec<Feature> =
            (features.into_iter().zip(NAMES)).map(|(feature, name)| Feature { name: name.into(), ..feature }).collect();
        let schema = Schema { features };
        let literals = schema.literals();
        let class = 0..classes as u32;
        let conjunction = |least: usize| {
            let literals = literals.clone();
            prop::collection::vec(any::<prop::sample::Index>(), least..4).prop_map(move |picks| {
                Rule::new(picks.iter().filter(|_| !literals.is_empty()).map(|pick| *pick.get(&literals)))
            })
        };
        // There are few different weights, so that classes tie.
        let weight = prop::sample::select(vec![0.0, 0.25, 0.5, 1.0, 0.1 + 0.2]);
        let support =
            (0.0..1e6f64, 0.0..1.0f64).prop_map(|(covered, part)| Support { covered, correct: covered * part });
        let folds = prop::option::of((0..4u32, 0..4u32).prop_map(|(a, b)| FoldsFound { found: a, of: a + b.max(1) }));
        let weighted = (conjunction(1), class.clone(), weight, support, folds)
            .prop_map(|(rule, class, weight, support, folds)| WeightedRule { rule, class, weight, support, folds });
        let fallback = prop_oneof![
            class.clone().prop_map(Fallback::Class),
            (prop::collection::vec((conjunction(0), class.clone()), 1..4), class.clone())
                .prop_map(|(rules, otherwise)| Fallback::Rules { rules, otherwise }),
        ];
        let status = prop::sample::select(vec![
            Status::Optimal,
            Status::Gap,
            Status::TimeLimit,
            Status::IterationLimit,
            Status::NoColumn,
            Status::Interrupted,
        ]);
        let certificate =
            (status, any::<f64>(), prop::option::of(any::<f64>())).prop_map(|(status, objective, bound)| {
                let number = |x: f64| if x.is_finite() { x } else { 0.1 };
                let objective = number(objective).abs();
                Certificate::of(status, objective, objective / 3.0, bound.map(|bound| number(bound).min(objective)))
            });
        // Numbers that bounds over short rules are above that over all, and the length from which
        // they are known.
        let short = (prop::collection::vec(0.0..9.0_f64, 0..4), 1usize..3);
        let chosen = prop::option::of((any::<prop::sample::Index>(), 1usize..4));
        let proofs = (certificate, short, chosen, prop::option::of(0.0..5.0_f64));
        let positive = prop::option::of(class);
        // Intercepts are of the size of weights, so that classes tie. Without any vote there are
        // none.
        let votes = prop::sample::select(vec![0.0, 0.25, 0.5, 0.1 + 0.2]);
        let intercepts = prop::option::of(prop::collection::vec(votes, classes))
            .prop_map(|votes| votes.filter(|votes| votes.iter().any(|&votes| votes > 0.0)).unwrap_or_default());
        let method = prop::sample::select(vec![
            ("rug", None, false),
            ("boolean", None, false),
            ("mine", Some("logistic"), true),
            ("mine", Some("own"), true),
            ("mine", Some("own"), false),
        ]);
        let decision = (intercepts, prop::option::of(threshold()));
        (prop::collection::vec(weighted, 0..6), fallback, proofs, positive, decision, method).prop_map(
            move |(mut rules, fallback, proofs, positive, (intercepts, threshold), (method, loss, log_odds))| {
                rules.retain(|r| !r.rule.is_empty());
                let certificate = proved(proofs, rules.len());
                let model = Model {
                    method: method.into(),
                    loss: loss.map(str::to_owned),
                    log_odds,
                    intercepts,
                    target: NAMES[3].into(),
                    classes: NAMES[..classes].iter().rev().map(|n| (*n).to_owned()).collect(),
                    positive,
                    schema: schema.clone(),
                    rules,
                    fallback,
                    points_per_doubling: None,
                    threshold: None,
                    clauses: positive == Some(0),
                    held_out: None,
                    certificate,
                    settings: [("penalty".to_owned(), 0.1.into()), ("nothing".to_owned(), serde_json::Value::Null)]
                        .into(),
                };
                // Few models can have a threshold.
                model.clone().with_threshold(threshold).unwrap_or(model)
            },
        )
    })
}

/// A threshold, often one whose log-odds are sums of weights, so that rows tie.
pub(crate) fn threshold() -> impl Strategy<Value = f64> {
    let of_weights = prop::sample::select(vec![-0.75_f64, -0.25, 0.0, 0.25, 0.5, 1.25]);
    prop_oneof![of_weights.prop_map(|odds| 1.0 / (1.0 + (-odds).exp())), 0.01..0.99_f64]
}

/// A certificate with what it proves: bounds over short rules and the length of the first, the
/// rules that were the best, and a gain.
type Proofs = (Certificate, (Vec<f64>, usize), Option<(prop::sample::Index, usize)>, Option<f64>);

/// Adds proofs to a certificate for some number of rules.
fn proved((certificate, (bounds, first), chosen, further_gain): Proofs, rules: usize) -> Certificate {
    let scope = |(place, bound): (usize, f64)| Scope { max_length: first + place, lower_bound: bound };
    let scopes = bounds.into_iter().enumerate().map(scope).collect();
    let chosen = chosen.filter(|_| rules > 0);
    let one_by_one = chosen.map(|(index, max_length)| OneByOne { best: 1 + index.index(rules), max_length });
    Certificate { further_gain, one_by_one, ..certificate.with_scopes(scopes) }
}

/// A model, and a table with its columns in another order, among other columns, with cells of all
/// kinds.
pub(crate) fn models_and_tables() -> impl Strategy<Value = (Model, Table)> {
    let rows = prop_oneof![4 => 0usize..40, 1 => 1020usize..1030];
    (models_of(feature()), rows, any::<u64>()).prop_map(|(model, rows, seed)| {
        let mut columns: Vec<Column> = vec![Column::new("other", vec![0.0; rows]).unwrap()];
        for (f, feature) in model.schema.features.iter().enumerate().rev() {
            let mut random = seed ^ (f as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let mut below = |n: usize| {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (random >> 33) as usize % n
            };
            let values = match &feature.domain {
                Domain::Numeric { cuts } => {
                    let mut cell = || match (below(6), cuts.len()) {
                        (0, _) => f64::NAN,
                        (1, _) => -1e300,
                        (_, 0) => 0.0,
                        (2, n) => cuts[below(n)] + 1e-12,
                        (3, _) => 1e300,
                        (_, n) => cuts[below(n)],
                    };
                    Values::Numeric((0..rows).map(|_| cell()).collect())
                }
                Domain::Categorical { categories } => {
                    // The file has the categories in another order, and one more.
                    let names: Vec<String> =
                        std::iter::once("unseen".to_owned()).chain(categories.iter().rev().cloned()).collect();
                    let n = names.len();
                    let mut cell = || if below(6) == 0 { MISSING } else { below(n) as u32 };
                    Values::Categorical { codes: (0..rows).map(|_| cell()).collect(), categories: names }
                }
            };
            columns.push(Column::new(&feature.name, values).unwrap());
        }
        (model, Table::new(columns).unwrap())
    })
}

/// The points of every row of a table that is coded with the schema of `model`, summed up by hand
/// from its card.
pub(crate) fn points_of_card(card: &Card, model: &Model, table: &CodedTable) -> Vec<Vec<f64>> {
    let covers: Vec<_> =
        card.combinations.iter().map(|of| table.cover(&model.schema, &model.rules[of.rule].rule)).collect();
    let of_row = |row: usize| {
        let step = |column: &CardColumn| {
            let code = table.columns()[column.feature as usize].get(row);
            column.steps.iter().find(|step| step.holds(code)).map(|step| step.points.clone())
        };
        let met = card.combinations.iter().zip(&covers).filter(|(_, cover)| cover.contains(row));
        let all = card.columns.iter().filter_map(step).chain(met.map(|(of, _)| of.points.clone()));
        all.fold(card.start.clone(), |sum, points| sum.iter().zip(points).map(|(a, b)| a + b).collect())
    };
    (0..table.rows()).map(of_row).collect()
}
