//! Rules in words.

use crate::models::models;
use proptest::prelude::*;
use rulegen_rule::{Domain, Feature, Literal, Rule, Schema, Test, conditions, name_text, rule_text};

fn schema() -> Schema {
    let feature = |name: &str, domain| Feature { name: name.into(), domain, missing_seen: true, forbidden: Vec::new() };
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
    #[test]
    fn a_rule_is_one_line(model in models()) {
        for rule in &model.rules {
            let text = rule_text(&model, &rule.rule, rule.class);
            prop_assert!(text.starts_with("if ") && text.contains(" then ") && !text.contains('\n'), "{}", text);
        }
    }
}
