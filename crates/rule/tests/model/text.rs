//! Rules in words.

use crate::models::{models, whole_numbers};
use proptest::prelude::*;
use rulegen_rule::{Domain, Feature, Literal, Rule, Schema, Test, WholeNumbers, conditions, name_text, rule_text};

fn schema() -> Schema {
    let feature = |name: &str, domain| Feature { missing_seen: true, ..Feature::new(name, domain) };
    let numeric = || Domain::Numeric { cuts: vec![-1.0, 0.5, 1e6] };
    let categories = vec!["red".into(), "light blue".into(), "a, \"b\"\nc".into(), "".into()];
    Schema {
        features: vec![
            feature("age", numeric()),
            feature("colour", Domain::Categorical { categories }),
            feature("odd, name", numeric()),
        ],
    }
}

#[test]
fn conditions_in_words() {
    let words =
        |tests: &[(u32, Test)]| conditions(&schema(), &Rule::new(tests.iter().map(|&(c, t)| Literal::new(c, t))));
    assert_eq!(words(&[(0, Test::AtMost(1)), (0, Test::Above(0))]), ["-1 < age <= 0.5"]);
    assert_eq!(words(&[(0, Test::Above(2)), (1, Test::Is(1))]), ["age > 1000000", "colour = light blue"]);
    assert_eq!(words(&[(1, Test::IsNot(0)), (1, Test::IsNot(2))]), ["colour != red", r#"colour != "a, \"b\"\nc""#]);
    assert_eq!(words(&[(1, Test::Is(3))]), [r#"colour = """#]);
    assert_eq!(words(&[(0, Test::Missing), (2, Test::Present)]), ["age is missing", "\"odd, name\" is present"]);
    assert_eq!(words(&[(2, Test::AtMost(0))]), ["\"odd, name\" <= -1"]);
    assert_eq!(words(&[]), [""; 0]);
}

#[test]
fn whole_numbers_in_words() {
    let whole = Some(WholeNumbers { least: 0, most: 6 });
    let parch = Feature { whole, ..Feature::new("Parch", Domain::Numeric { cuts: vec![0.5, 1.0, 2.0, 5.0] }) };
    let schema = Schema { features: vec![parch] };
    let words = |tests: &[Test]| schema.rule_text(&Rule::new(tests.iter().map(|&test| Literal::new(0, test))));
    assert_eq!(words(&[Test::AtMost(0)]), "Parch = 0");
    assert_eq!(words(&[Test::Above(0)]), "Parch >= 1");
    assert_eq!(words(&[Test::AtMost(1)]), "Parch <= 1");
    assert_eq!(words(&[Test::Above(3)]), "Parch = 6");
    assert_eq!(words(&[Test::Above(1), Test::AtMost(2)]), "Parch = 2");
    assert_eq!(words(&[Test::Above(0), Test::AtMost(3)]), "1 <= Parch <= 5");
    // No number meets both.
    assert_eq!(words(&[Test::Above(2), Test::AtMost(0)]), "2 < Parch <= 0.5");
}

/// A column of whole numbers with any cut points.
fn whole_column() -> impl Strategy<Value = Feature> {
    let cuts = prop::collection::vec(prop_oneof![-3i32..5, -30i32..50], 0..6);
    (cuts, any::<bool>(), whole_numbers()).prop_map(|(cuts, tenths, whole)| {
        let mut cuts: Vec<f64> =
            cuts.iter().map(|&x| if tenths { f64::from(x) / 10.0 } else { f64::from(x) }).collect();
        cuts.sort_by(f64::total_cmp);
        cuts.dedup();
        Feature { whole: Some(whole), ..Feature::new("x", Domain::Numeric { cuts }) }
    })
}

/// True if a number meets a condition on `x` as it reads: `x >= 3`, `1 < x <= 2`.
fn reads(words: &str, x: f64) -> bool {
    let parts: Vec<&str> = words.split(' ').collect();
    let number = |part: &str| if part == "x" { x } else { part.parse().unwrap() };
    let holds = |pair: &[&str]| {
        let (a, b) = (number(pair[0]), number(pair[2]));
        match pair[1] {
            "<=" => a <= b,
            "<" => a < b,
            ">=" => a >= b,
            ">" => a > b,
            "=" => a == b,
            other => panic!("{other}"),
        }
    };
    parts.windows(3).step_by(2).all(holds)
}

#[test]
fn names_are_quoted_where_they_mislead() {
    for plain in ["a", "two words", "ä→", "it's", "x1=3"] {
        assert_eq!(name_text(plain), plain);
    }
    for (name, shown) in
        [("", r#""""#), (" a", r#"" a""#), ("a,b", r#""a,b""#), ("a\nb", r#""a\nb""#), ("\\", r#""\\""#)]
    {
        assert_eq!(name_text(name), shown);
    }
}

proptest! {
    /// The words are true of just the whole numbers that meet the rule.
    #[test]
    fn words_of_whole_numbers_are_true(feature in whole_column(), picks in prop::collection::vec(any::<prop::sample::Index>(), 1..4)) {
        let tests = feature.tests();
        prop_assume!(!tests.is_empty());
        let (Some(seen), Domain::Numeric { cuts }) = (feature.whole, feature.domain.clone()) else { unreachable!() };
        let schema = Schema { features: vec![feature] };
        let rule = Rule::new(picks.iter().map(|pick| Literal::new(0, *pick.get(&tests))));
        let words = schema.rule_text(&rule);
        for x in (seen.least..=seen.most).map(|x| x as f64) {
            let meets = rule.literals().iter().all(|literal| match literal.test {
                Test::AtMost(j) => x <= cuts[j as usize],
                Test::Above(j) => x > cuts[j as usize],
                _ => unreachable!(),
            });
            prop_assert_eq!(reads(&words, x), meets, "{} of {}", words, x);
        }
    }

    /// No spelling of a test is one of another test.
    #[test]
    fn spellings_are_read_as_their_test(feature in whole_column()) {
        for test in feature.tests() {
            for spelling in feature.spellings(test) {
                let read: Vec<Test> =
                    feature.tests().into_iter().filter(|&other| feature.spellings(other).contains(&spelling)).collect();
                prop_assert_eq!(read, [test], "{:?}", spelling);
            }
        }
    }

    #[test]
    fn a_rule_is_one_line(model in models()) {
        for rule in &model.rules {
            let text = rule_text(&model, &rule.rule, rule.class);
            prop_assert!(text.starts_with("if ") && text.contains(" then ") && !text.contains('\n'), "{}", text);
        }
    }
}
