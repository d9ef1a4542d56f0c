//! Random tiny data, and random constraints on rules of them.

use rulegen::data::{Dataset, MISSING, Table, Target, Values};
use rulegen::{ClassWeight, Fitted, Learner, LossName, Method, NormalForm, Parameters, PathKind, SizeChoice};
use rulegen_numeric::Random;
use std::num::NonZeroUsize;

/// A table of numbers `x` and `z` and words `c`, with missing cells, and what is asked of rules.
pub(crate) struct Instance {
    pub(crate) data: Dataset,
    pub(crate) forbidden: Option<&'static str>,
    /// True if rules may combine `x` with `c`, and `z` with none.
    pub(crate) together: bool,
    /// True if the second class becomes more likely with `x`, false if less likely.
    pub(crate) rises: Option<bool>,
    pub(crate) min_cover: u64,
    balanced: bool,
}

impl Instance {
    pub(crate) fn random(random: &mut Random) -> Instance {
        let classes = 2 + usize::from(random.below(3) == 0);
        let mut rows: Vec<[usize; 4]> = (0..4 + random.below(6))
            .map(|row| {
                let label = if row < classes { row } else { random.below(classes) };
                [random.below(5), random.below(4), random.below(4), label]
            })
            .collect();
        // Some rows come again, with whatever label.
        for _ in 0..random.below(3) {
            let [x, z, c, _] = rows[random.below(rows.len())];
            rows.push([x, z, c, random.below(classes)]);
        }
        let weights = match random.below(4) {
            0 => Some((0..rows.len()).map(|row| if row < classes { 1 } else { random.below(4) } as f64).collect()),
            1 => Some(rows.iter().map(|_| 0.25 + random.unit()).collect()),
            _ => None,
        };
        let number = |column: usize, missing: usize| {
            let cell = |row: &[usize; 4]| if row[column] == missing { f64::NAN } else { row[column] as f64 };
            Values::Numeric(rows.iter().map(cell).collect())
        };
        let codes = rows.iter().map(|row| if row[2] == 3 { MISSING } else { row[2] as u32 }).collect();
        let words = Values::Categorical { codes, categories: ["u", "v", "w"].map(String::from).to_vec() };
        let features = Table::from_columns([("x", number(0, 4)), ("z", number(1, 9)), ("c", words)]).unwrap();
        let names = (0..classes).map(|k| format!("k{k}")).collect();
        let target =
            Target { classes: names, labels: rows.iter().map(|row| row[3] as u32).collect(), ..Target::default() };
        let forbidden = ["x <=", "x", "c !=", "c = u", "z >", "c is missing"];
        Instance {
            data: Dataset { features, target, weights, groups: None, blocks: None },
            forbidden: forbidden.get(random.below(18)).copied(),
            together: random.below(4) == 0,
            rises: (classes == 2 && random.below(3) == 0).then(|| random.below(2) == 0),
            min_cover: 1 + random.below(2) as u64,
            balanced: random.below(4) == 0,
        }
    }

    /// Asks for the constraints.
    pub(crate) fn constrain(&self, parameters: Parameters) -> Parameters {
        Parameters {
            forbidden: self.forbidden.iter().map(|text| (*text).to_owned()).collect(),
            together: if self.together { vec!["x,c".parse().unwrap()] } else { Vec::new() },
            monotone: self.rises.map(|rises| if rises { "x:+" } else { "x:-" }.parse().unwrap()).into_iter().collect(),
            min_cover: usize::try_from(self.min_cover).ok(),
            class_weight: if self.balanced { ClassWeight::Balanced } else { ClassWeight::Rows },
            ..parameters
        }
    }

    pub(crate) fn classes(&self) -> usize {
        self.data.target.classes.len()
    }

    pub(crate) fn labels(&self) -> &[u32] {
        &self.data.target.labels
    }

    /// The weight of each row, with that of its class.
    pub(crate) fn weights(&self) -> Vec<f64> {
        let own = self.data.weights.clone().unwrap_or_else(|| vec![1.0; self.labels().len()]);
        let total = |class: u32| (0..own.len()).filter(|&i| self.labels()[i] == class).map(|i| own[i]).sum::<f64>();
        let all: f64 = own.iter().sum();
        let factor = |class| if self.balanced { all / (self.classes() as f64 * total(class)) } else { 1.0 };
        (0..own.len()).map(|i| own[i] * factor(self.labels()[i])).collect()
    }

    /// The number of rows that each row stands for.
    pub(crate) fn counts(&self) -> Vec<u64> {
        let Some(weights) = &self.data.weights else { return vec![1; self.labels().len()] };
        let whole = weights.iter().all(|weight| weight.fract() == 0.0);
        weights.iter().map(|&weight| if whole { weight as u64 } else { u64::from(weight > 0.0) }).collect()
    }

    /// Learns with these parameters. `None` if they cannot be asked of the data, because no rule
    /// could have the forbidden condition, or no column is left.
    pub(crate) fn fit(&self, parameters: &Parameters) -> Option<Fitted> {
        Learner::new(parameters.clone()).unwrap().fit(&self.data, "y").ok()
    }
}

/// Draws one of these.
pub(crate) fn one<T: Clone>(random: &mut Random, of: &[T]) -> T {
    of[random.below(of.len())].clone()
}

/// The ways to learn whose default pricers prove something.
pub(crate) const WAYS: usize = 6;

/// Draws parameters of a way to learn. Conjunctive rule sets are of two classes.
pub(crate) fn parameters(way: usize, instance: &Instance, random: &mut Random) -> Parameters {
    let max_length = one(random, &[None, Some(1), Some(2), Some(3), Some(4)]);
    let penalty = Some(one(random, &[0.05, 0.3, 1.0]));
    let loss = if way.is_multiple_of(2) { LossName::LOGISTIC } else { LossName::HINGE };
    let p = match way {
        0 | 1 => Parameters { penalty, loss, ..Parameters::of(Method::Rules) },
        2 | 3 => {
            let rules = NonZeroUsize::new(1 + random.below(4)).unwrap();
            let (folds, size) = (2, Some(SizeChoice::Rules(rules)));
            let path = if random.below(15) == 0 { PathKind::Penalty } else { PathKind::Forward };
            Parameters { size, folds, loss, path, ..Parameters::of(Method::Rules) }
        }
        4 => Parameters { penalty: one(random, &[None, penalty]), ..Parameters::of(Method::Rug) },
        _ => Parameters {
            complexity: Some(4.0 + random.below(7) as f64),
            complexity_price: one(random, &[0.0, 0.0, 0.25]),
            false_positive_weight: one(random, &[1.0, 1.0, 2.0]),
            false_negative_weight: one(random, &[1.0, 1.0, 1.5]),
            form: match instance.classes() == 2 && random.below(2) == 0 {
                true => NormalForm::Conjunctive,
                false => NormalForm::Disjunctive,
            },
            enumeration_limit: one(random, &[20_000, 20_000, 0, 1, 7]),
            ..Parameters::of(Method::Boolean)
        },
    };
    instance.constrain(Parameters { max_length, ..p })
}
