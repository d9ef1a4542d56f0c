//! A model written by hand: its prediction for a row with the reasons, and the same model as text
//! and as SQL.
//!
//!     cargo run -p rulegen-rule --example written_by_hand

use rulegen_data::{ReadOptions, read_bytes};
use rulegen_rule::{
    Certificate, Domain, Fallback, Feature, Literal, Model, Rule, Schema, Status, Support, WeightedRule, explain,
};
use std::collections::BTreeMap;
use std::error::Error;

fn model() -> Result<Model, Box<dyn Error>> {
    let ages = Domain::Numeric { cuts: vec![30.0, 50.0] };
    let cities = Domain::Categorical { categories: vec!["Rome".into(), "Oslo".into()] };
    let schema = Schema { features: vec![Feature::new("age", ages), Feature::new("city", cities)] };
    let rule = |literals: Vec<Literal>, class, weight| WeightedRule {
        rule: Rule::new(literals),
        class,
        weight,
        support: Support { covered: 0.0, correct: 0.0 },
        folds: None,
    };
    let rules = vec![
        rule(vec![schema.above("age", 30.0)?, schema.is("city", "Rome")?], 1, 2.0),
        rule(vec![schema.above("age", 50.0)?], 0, 1.0),
    ];
    Ok(Model {
        method: "by hand".into(),
        loss: None,
        log_odds: false,
        target: "buys".into(),
        classes: vec!["no".into(), "yes".into()],
        positive: Some(1),
        schema,
        intercepts: vec![],
        rules,
        fallback: Fallback::Class(0),
        points_per_doubling: None,
        threshold: None,
        clauses: false,
        held_out: None,
        certificate: Certificate::of(Status::NoColumn, 0.0, 0.0, None),
        settings: BTreeMap::new(),
    })
}

fn main() -> Result<(), Box<dyn Error>> {
    let model = model()?;
    print!("{}", model.to_text());

    let table = read_bytes(b"age,city\n61,Rome\n25,Rome\n", &ReadOptions::default())?;
    let explanation = explain(&model, &table, 0)?;
    println!("\nrow 0 is {}:", explanation.prediction);
    explanation
        .rules
        .iter()
        .for_each(|rule| println!("  {} for {}: {}", rule.weight, rule.class, rule.because.join("; ")));
    assert_eq!((explanation.prediction.as_str(), explanation.rules.len()), ("yes", 2));

    println!("\n{}", model.to_sql("customers")?);
    // A model file holds all of this.
    assert_eq!(Model::from_json(&model.to_json())?, model);
    Ok(())
}

#[test]
fn it_runs() -> Result<(), Box<dyn Error>> {
    main()
}
