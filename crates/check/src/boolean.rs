//! Rule sets of bounded complexity: their objective, and the leaves of a branching.

use crate::Fault;
use crate::column::has_twins;
use crate::duals::Cost;
use crate::fault::ensure;
use crate::fields::Field;
use crate::fraction::{Fraction, sum};
use crate::largest::largest_sums;
use crate::model::Model;
use crate::samples::{Samples, over};
use crate::scope::{Scope, covering};
use crate::whole::Whole;

/// The most steps of complexity in which the most profitable lengths are found exactly.
const MOST_STEPS: usize = 1_000_000;

/// The most decisions of a leaf. Branchings are far less deep.
const MOST_DECISIONS: usize = 1000;

/// The terms of rule sets.
#[derive(Debug)]
pub(crate) struct Boolean {
    complexity: Fraction,
    size: Cost,
    price: Fraction,
    false_negative: Fraction,
    false_positive: Fraction,
}

/// A decision about a sample: whether a rule covers it.
type Decision = (usize, bool);

/// The rule sets that keep some decisions, with a dual point of theirs.
struct Leaf<'a> {
    field: Field<'a>,
    decisions: Vec<Decision>,
    scale: Whole,
    /// A value for each sample, 0 for most.
    values: Vec<i64>,
}

impl Boolean {
    pub(crate) fn read(field: &Field<'_>, fields: &Field<'_>) -> Result<Boolean, Fault> {
        Ok(Boolean {
            complexity: fields.get("complexity").not_negative()?,
            size: Cost::read(field, &fields.get("size_per_rule"), &fields.get("size_per_condition"))?,
            price: fields.get("price").not_negative()?,
            false_negative: fields.get("false_negative").positive()?,
            false_positive: fields.get("false_positive").positive()?,
        })
    }

    /// Returns the sum of the objectives of the rule sets of all classes.
    ///
    /// # Errors
    /// A rule set of a class that has no evidence, or that is too complex.
    pub(crate) fn objective(&self, model: &Model, classes: &[usize], samples: &Samples) -> Result<Fraction, Fault> {
        let one = Fraction::from(1);
        let fits = model.rules.iter().all(|rule| classes.contains(&rule.class) && rule.weight == one);
        ensure(fits, "model.rules", "a rule has a class without evidence, or a weight other than 1")?;
        let mut objective = Fraction::zero();
        for &class in classes {
            let of_class = || model.rules.iter().filter(move |rule| rule.class == class);
            let size = sum(of_class().map(|rule| self.size.of(rule.conditions.len())));
            ensure(size <= self.complexity, "model.rules", &format!("the rules for class {class} are too complex"))?;
            objective = &objective + &(&self.price * &size);
            let rules: Vec<_> = of_class().map(|rule| covering(&rule.conditions, samples)).collect();
            for i in 0..samples.len() {
                let covering = rules.iter().filter(|covers| covers(i)).count() as i64;
                let errors = match samples.labels[i] == class {
                    true => &self.false_negative * &Fraction::from(i64::from(covering == 0)),
                    false => &self.false_positive * &Fraction::from(covering),
                };
                objective = &objective + &(&errors * &samples.weights[i]);
            }
        }
        Ok(objective)
    }

    /// Reads the classes that have evidence, and returns the sum of their bounds.
    pub(crate) fn bound(
        &self,
        evidence: &Field<'_>,
        scope: &Scope,
        samples: &Samples,
    ) -> Result<(Vec<usize>, Fraction), Fault> {
        let (mut classes, mut bound) = (Vec::new(), Fraction::zero());
        for field in evidence.list()? {
            let fields = field.object(&["class", "leaves"])?;
            let class = fields.get("class").below(samples.classes.len())?;
            fields.get("class").ensure(!classes.contains(&class), "there is evidence for it already")?;
            let leaves = fields.get("leaves");
            let read = leaves.each(|leaf| Leaf::read(leaf, samples))?;
            let decisions: Vec<&[Decision]> = read.iter().map(|leaf| &leaf.decisions[..]).collect();
            leaves.ensure(cover_all(&decisions), "some rule sets are in no leaf")?;
            let bounds: Vec<Fraction> =
                read.iter().map(|leaf| self.bound_of(leaf, class, scope, samples)).collect::<Result<_, _>>()?;
            let least = bounds.into_iter().min().ok_or_else(|| leaves.refused("there is no leaf"))?;
            let whole = self.is_whole(class, scope, samples);
            bound = &bound + &if whole { Fraction::from(least.rounded_up()) } else { least };
            classes.push(class);
        }
        evidence.ensure(!classes.is_empty(), "there is none")?;
        Ok((classes, bound))
    }

    /// True if every objective of a rule set is a whole number.
    fn is_whole(&self, class: usize, scope: &Scope, samples: &Samples) -> bool {
        let error = |(label, weight): (&usize, &Fraction)| {
            (weight * if *label == class { &self.false_negative } else { &self.false_positive }).is_whole()
        };
        samples.labels.iter().zip(&samples.weights).all(error)
            && (1..=scope.max_length).all(|length| (&self.price * &self.size.of(length)).is_whole())
    }

    /// Returns a number that the objective of no rule set of a leaf is below.
    fn bound_of(&self, leaf: &Leaf<'_>, class: usize, scope: &Scope, samples: &Samples) -> Result<Fraction, Fault> {
        let scale = Fraction::from(leaf.scale.clone());
        let (mut missed, mut paid, mut gains) = (Fraction::zero(), Whole::default(), Vec::new());
        for (i, (&label, weight)) in samples.labels.iter().zip(&samples.weights).enumerate() {
            let value = leaf.values[i];
            let decided = leaf.decisions.iter().find(|(sample, _)| *sample == i).map(|(_, covered)| *covered);
            let refused = |reason: &str| Err(leaf.field.refused(format!("the value of sample {i} {reason}")));
            let missing = &self.false_negative * weight;
            match (label == class, decided) {
                (true, None) if over(&Whole::from(value), &leaf.scale) > missing => {
                    return refused("is more than it weighs");
                }
                (false, None) if value != 0 => return refused("has no meaning"),
                (true, Some(false)) => missed = &missed + &missing,
                _ => {}
            }
            // A fine is no part of the sum.
            let is_fine = decided == Some(false);
            paid = if is_fine { paid } else { &paid + &Whole::from(value) };
            let own = Whole::from(if is_fine { -value } else { value });
            let cost = if label == class { Fraction::zero() } else { &(&self.false_positive * weight) * &scale };
            // Rounded up, which can only lower the bound.
            let gain = (&Fraction::from(own) - &cost).rounded_up().small();
            gains.push(gain.ok_or_else(|| leaf.field.refused("its gains do not fit into 62 bits"))?);
        }
        let price = |length: usize| &(&self.price * &self.size.of(length)) * &scale;
        let net = |(place, &sum): (usize, &i64)| (&Fraction::from(sum) - &price(place + 1)).max(Fraction::zero());
        // Only rules that gain more than their price and than shorter ones in their place matter.
        let least = |known: &[i64]| {
            let known: Vec<Fraction> = known.iter().enumerate().map(net).collect();
            let least = |length: usize| &price(length) + &self.most(&known, &self.size.of(length));
            (1..=scope.max_length).map(|length| least(length).rounded_down().small().unwrap_or(0)).collect()
        };
        let sums = largest_sums(&gains, (class, None), scope, samples, &least)?;
        let gains: Vec<Fraction> = sums.iter().enumerate().map(net).collect();
        let value = &(&Fraction::from(paid) - &self.most(&gains, &self.complexity)) / &scale;
        Ok(&missed + &value)
    }

    /// Returns the largest sum of gains by length over lists of lengths whose sizes have room, or
    /// where sizes have many digits a number that is not below it.
    fn most(&self, gains: &[Fraction], room: &Fraction) -> Fraction {
        let sizes: Vec<Fraction> = (1..=gains.len()).map(|length| self.size.of(length)).collect();
        // Denominators of decimal fractions divide the largest of them.
        let one = Whole::from(1);
        let unit = sizes.iter().chain([room]).map(Fraction::under).fold(&one, Ord::max);
        let steps = |size: &Fraction| Some((size * &Fraction::from(unit.clone())).rounded_down().small()? as usize);
        let all = steps(room).filter(|steps| *steps <= MOST_STEPS);
        let each = sizes.iter().map(steps).collect::<Option<Vec<usize>>>();
        let (Some(all), Some(each)) = (all, each) else {
            let rates = gains.iter().zip(&sizes).map(|(gain, size)| gain / size);
            return room * &rates.max().unwrap_or_else(Fraction::zero);
        };
        // Entry n is the largest sum of lists that take at most n steps.
        let mut most = vec![Fraction::zero()];
        for used in 1..=all {
            let ends_with = |(gain, size): (&Fraction, &usize)| Some(gain + most.get(used.checked_sub(*size)?)?);
            let sums = gains.iter().zip(&each).filter_map(ends_with);
            most.push(sums.chain([most[used - 1].clone()]).max().unwrap_or_else(Fraction::zero));
        }
        most.pop().unwrap_or_else(Fraction::zero)
    }
}

impl<'a> Leaf<'a> {
    fn read(field: &Field<'a>, samples: &Samples) -> Result<Leaf<'a>, Fault> {
        let fields = field.object(&["decisions", "scale", "values"])?;
        let decision = |field: &Field<'a>| {
            let [sample, covered] = field.items()?;
            Ok((sample.below(samples.len())?, covered.truth()?))
        };
        let decisions = fields.get("decisions").each(decision)?;
        let field_of = fields.get("decisions");
        field_of.ensure(decisions.len() <= MOST_DECISIONS, format!("more than {MOST_DECISIONS}"))?;
        field_of.ensure(!has_twins(decisions.iter().map(|(sample, _)| sample)), "a sample is decided twice")?;
        let (mut values, mut next) = (vec![0; samples.len()], 0);
        for pair in fields.get("values").list()? {
            let [sample, value] = pair.items()?;
            let (place, value) = (sample.below(samples.len())?, value.count()?);
            pair.ensure(place >= next && value > 0, "the samples do not ascend, or a value is 0")?;
            (values[place], next) = (value, place + 1);
        }
        Ok(Leaf { field: field.clone(), decisions, scale: fields.get("scale").positive_whole()?, values })
    }
}

/// True if every rule set keeps the decisions of a leaf.
fn cover_all(leaves: &[&[Decision]]) -> bool {
    let Some((first, _)) = leaves.iter().find_map(|decisions| decisions.first()) else { return leaves.len() == 1 };
    if leaves.iter().any(|decisions| decisions.first().is_none_or(|(sample, _)| sample != first)) {
        return false;
    }
    let (covered, others): (Vec<&[Decision]>, Vec<_>) = leaves.iter().partition(|decisions| decisions[0].1);
    [covered, others].iter().all(|side| cover_all(&side.iter().map(|decisions| &decisions[1..]).collect::<Vec<_>>()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::column::{Column, Domain};
    use crate::model::Rule;
    use crate::scope::Test;

    #[test]
    fn leaves_cover_all_rule_sets_if_every_decision_has_both_sides() {
        let tree = |leaves: &[&[Decision]]| cover_all(leaves);
        assert!(tree(&[&[]]));
        assert!(tree(&[&[(3, true)], &[(3, false), (1, true)], &[(3, false), (1, false)]]));
        for wrong in [
            &[][..],
            &[&[][..], &[]],
            &[&[(3, true)][..]],
            &[&[(3, true)][..], &[(2, false)]],
            &[&[(3, true)][..], &[(3, false), (1, true)]],
            &[&[(3, true)][..], &[(3, false)], &[]],
        ] {
            assert!(!tree(wrong), "{wrong:?}");
        }
    }

    #[test]
    fn the_most_profitable_lengths_fit_the_complexity() {
        let number = |text: &str| Fraction::of_decimal(text).unwrap();
        let terms = |complexity: &str, per_rule: &str| Boolean {
            complexity: number(complexity),
            size: Cost { per_rule: number(per_rule), per_condition: number("1") },
            price: number("0"),
            false_negative: number("1"),
            false_positive: number("1"),
        };
        let gains = ["2", "3", "7"].map(number);
        // Sizes 2, 3 and 4.
        for (complexity, most) in
            [("1", "0"), ("2", "2"), ("3", "3"), ("4", "7"), ("5", "7"), ("7", "10"), ("8.5", "14")]
        {
            assert_eq!(terms(complexity, "1").most(&gains, &number(complexity)), number(most), "{complexity}");
        }
        // Sizes of a few digits: five rules of size 1.9 take 9.5.
        assert_eq!(terms("1", "0.9").most(&["7", "3", "2"].map(number), &number("9.5")), number("35"));
        assert_eq!(terms("1", "0.9").most(&["7", "3", "2"].map(number), &number("9.4")), number("28"));
        assert_eq!(terms("1", "1.25").most(&gains, &number("8.25")), number("10"));
        // Sizes of many digits are not counted in steps.
        assert_eq!(
            terms("1", "1.0000001").most(&gains, &number("8")),
            &number("8") * &(&number("7") / &number("4.0000001"))
        );
    }

    /// Two codes of one column: of class 0 with weights 2 and 1, of class 1 with weights 1 and 4.
    fn samples() -> Samples {
        let column = Column::for_test(Domain::Numeric(vec![1.0]), false);
        Samples {
            columns: vec![column],
            classes: vec!["no".into(), "yes".into()],
            codes: vec![vec![0, 1, 0, 1]],
            labels: vec![0, 0, 1, 1],
            groups: Vec::new(),
            grouped_by: Vec::new(),
            weights: [2, 1, 1, 4].map(Fraction::from).into(),
            counts: vec![1; 4],
            rows: 4,
        }
    }

    /// Missing a sample of weight 1 costs 2, covering it wrongly 3, and a rule of one condition 1.
    fn terms(complexity: &str, [price, false_negative, false_positive]: [&str; 3]) -> Boolean {
        let number = |text: &str| Fraction::of_decimal(text).unwrap();
        let (one, complexity) = (number("1"), number(complexity));
        let size = Cost { per_rule: one.clone(), per_condition: one };
        let [price, false_negative, false_positive] = [price, false_negative, false_positive].map(number);
        Boolean { complexity, size, price, false_negative, false_positive }
    }

    fn scope(samples: &Samples) -> Scope {
        let text = r#"{"max_length":1,"min_cover":1,"parts":[{"classes":[1],"columns":[0],"without":[]}]}"#;
        Scope::read(&Field::root(&crate::json::parse(text).unwrap()), samples).unwrap()
    }

    #[test]
    fn bounds_of_leaves_are_those_counted_by_hand() {
        let (samples, null) = (samples(), crate::json::Json::Null);
        let bound = |complexity: &str, decisions: &[Decision], values: [i64; 4]| {
            let (field, scale) = (Field::root(&null), Whole::from(1));
            let leaf = Leaf { field, decisions: decisions.to_vec(), scale, values: values.to_vec() };
            terms(complexity, ["0.5", "2", "3"]).bound_of(&leaf, 1, &scope(&samples), &samples)
        };
        let whole = |number: i64| Ok(Fraction::from(number));
        // The best rule set is `x > 1`: one missed sample, one covered wrongly, and its price.
        assert_eq!(bound("4", &[], [0, 0, 2, 4]), whole(6));
        // A rule that gains 4 lowers the bound by as many times 4 as the complexity has room.
        assert_eq!(bound("4", &[], [0, 0, 2, 8]), whole(2));
        assert_eq!(bound("3.5", &[], [0, 0, 2, 8]), whole(6));
        // Sets that leave the last sample out cost 10 at least, those that cover it 6.
        assert_eq!(bound("4", &[(3, false)], [0, 0, 2, 5]), whole(10));
        assert_eq!(bound("4", &[(3, false)], [0, 0, 2, 0]), whole(10));
        assert_eq!(bound("4", &[(3, true)], [0, 0, 2, 4]), whole(6));
        assert_eq!(bound("4", &[(3, true)], [0, 0, 2, 9]), whole(1));
        // Sets that cover the first one have `x <= 1`, and both rules cost 11.
        assert_eq!(bound("4", &[(0, true)], [5, 0, 2, 4]), whole(11));
        assert_eq!(bound("4", &[(0, false)], [9, 0, 2, 4]), whole(6));
        for (decisions, values, reason) in [
            (&[][..], [0, 0, 3, 4], "sample 2 is more than it weighs"),
            (&[(2, true)], [0, 0, 2, 9], "sample 3 is more than it weighs"),
            (&[], [1, 0, 2, 4], "sample 0 has no meaning"),
        ] {
            let said = bound("4", decisions, values).unwrap_err().to_string();
            assert!(said.contains(reason), "{said}");
        }
    }

    #[test]
    fn long_rules_lower_a_bound_by_what_they_gain() {
        // A sample passes four tests, and four of the other class pass three of them each: rules of
        // n conditions gain 4 n.
        let samples = Samples {
            columns: vec![Column::for_test(Domain::Numeric(vec![1.0]), false); 4],
            codes: (0..4).map(|column| (0..5).map(|row| usize::from(row != column)).collect()).collect(),
            labels: vec![0, 0, 0, 0, 1],
            groups: Vec::new(),
            grouped_by: Vec::new(),
            weights: [4, 4, 4, 4, 16].map(Fraction::from).into(),
            counts: vec![1; 5],
            rows: 5,
            ..samples()
        };
        let text = r#"{"max_length":4,"min_cover":1,"parts":[{"classes":[1],"columns":[0,1,2,3],"without":[]}]}"#;
        let scope = Scope::read(&Field::root(&crate::json::parse(text).unwrap()), &samples).unwrap();
        let null = crate::json::Json::Null;
        let bound = |samples: &Samples, complexity: &str, price: &str| {
            let (scale, values) = (Whole::from(1), vec![0, 0, 0, 0, 16]);
            let leaf = Leaf { field: Field::root(&null), decisions: Vec::new(), scale, values };
            terms(complexity, [price, "1", "1"]).bound_of(&leaf, 1, &scope, samples).unwrap()
        };
        // Rules of n conditions have size n + 1.
        let expected = [
            ("3.9", "0", 8),
            ("4", "0", 4),
            ("5", "0", 0),
            ("10", "0", -16),
            ("5", "0.2", 1),
            ("5", "0.6", 3),
            ("5", "2", 10),
        ];
        for (complexity, price, value) in expected {
            assert_eq!(bound(&samples, complexity, price), Fraction::from(value), "{complexity} {price}");
        }
        // Rules of n conditions gain 12 + n, those of one condition most for their size of 2. In
        // the place of the longest one there is room for one of them and one of two conditions.
        let samples = Samples { weights: [1, 1, 1, 1, 16].map(Fraction::from).into(), ..samples };
        assert_eq!(bound(&samples, "5", "0"), Fraction::from(16 - 13 - 14));
        assert_eq!(bound(&samples, "4.9", "0"), Fraction::from(16 - 13 - 13));
    }

    #[test]
    fn objectives_are_rounded_up_where_all_of_them_are_whole() {
        let samples = samples();
        let whole = |terms: [&str; 3]| self::terms("4", terms).is_whole(1, &scope(&samples), &samples);
        assert!(whole(["0.5", "2", "3"]) && whole(["0", "1", "1"]) && whole(["1", "3", "1"]));
        for terms in [["0.25", "2", "3"], ["0.5", "0.5", "3"], ["0.5", "2", "0.5"], ["0.1", "2", "3"]] {
            assert!(!whole(terms), "{terms:?}");
        }
        // Halves of the even weights of class 0 are whole, and twice the halves of class 1.
        let even = Samples {
            weights: ["2", "4", "0.5", "1.5"].map(|text| Fraction::of_decimal(text).unwrap()).into(),
            ..self::samples()
        };
        let whole = |terms: [&str; 3]| self::terms("4", terms).is_whole(1, &scope(&even), &even);
        assert!(whole(["0", "2", "0.5"]) && !whole(["0", "0.5", "2"]) && !whole(["0", "1", "0.5"]));
    }

    #[test]
    fn objectives_count_misses_covers_and_sizes() {
        let samples = samples();
        let rule = |test: Test| Rule { class: 1, conditions: vec![(0, test)], weight: Fraction::from(1) };
        let objective = |complexity: &str, rules: Vec<Rule>| {
            let model = Model { rules, intercepts: Vec::new() };
            terms(complexity, ["0.5", "2", "3"]).objective(&model, &[1], &samples)
        };
        let (low, high) = (|| rule(Test::AtMost(0)), || rule(Test::Above(0)));
        assert_eq!(objective("4", Vec::new()), Ok(Fraction::from(10)));
        assert_eq!(objective("2", vec![high()]), Ok(Fraction::from(6)));
        assert_eq!(objective("4", vec![low()]), Ok(Fraction::from(15)));
        assert_eq!(objective("4", vec![low(), high()]), Ok(Fraction::from(11)));
        // A sample counts once for each rule that covers it.
        assert_eq!(objective("6", vec![high(), high()]), Ok(Fraction::from(10)));
        assert!(objective("3.9", vec![low(), high()]).unwrap_err().to_string().contains("too complex"));
        let other = |rule: Rule| objective("4", vec![rule]).unwrap_err().to_string().contains("without evidence");
        assert!(other(Rule { class: 0, ..high() }) && other(Rule { weight: Fraction::from(2), ..high() }));
    }
}
