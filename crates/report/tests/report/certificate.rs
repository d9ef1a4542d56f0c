//! The sentence on a certificate claims no more than its numbers.

use crate::util::model;
use rulegen_report::{certificate_sentence, one_by_one_sentence, scopes_sentence};
use rulegen_rule::{Certificate, OneByOne, Scope, Status};

fn sentence(status: Status, objective: f64, lower_bound: Option<f64>) -> String {
    let mut model = model();
    model.certificate = Certificate { status, objective, lp_objective: objective, lower_bound, ..model.certificate };
    certificate_sentence(&model)
}

#[test]
fn only_a_closed_gap_is_the_best() {
    for (objective, bound) in [(4.0, 4.0), (0.0, 0.0), (4.0, 4.0 - 1e-9)] {
        let says = sentence(Status::Optimal, objective, Some(bound));
        assert!(says.contains("no other set of weighted rules does better"), "{says}");
    }
    let says = sentence(Status::Optimal, 4.0, Some(3.9));
    assert!(!says.contains("does better") && says.contains("more than 2.5% better"), "{says}");
}

#[test]
fn gaps_are_rounded_up() {
    let says = sentence(Status::Gap, 1000.0, Some(998.44));
    assert!(says.contains("more than 0.2% better"), "{says}");
    let says = sentence(Status::Gap, 1000.0, Some(999.99));
    assert!(says.contains("more than 0.01% better"), "{says}");
    let says = sentence(Status::Gap, 8.0, Some(-2.0));
    assert!(says.contains("more than 125.0% better"), "{says}");
}

#[test]
fn a_status_proves_nothing() {
    for status in [Status::Optimal, Status::NoColumn, Status::TimeLimit] {
        let says = sentence(status, 4.0, None);
        assert!(says.starts_with("Nothing is proved"), "{says}");
    }
    // Nor does a bound that no number is.
    assert!(sentence(Status::Optimal, 4.0, Some(f64::NAN)).starts_with("Nothing is proved"));
    // Rounded weights are not those that a proof is about.
    let says = sentence(Status::Rounded, 4.0, Some(4.0));
    assert!(says.starts_with(
        "The weights were rounded to whole points after the search: what follows is about the exact ones."
    ));
    // A bound above the objective is none.
    assert!(sentence(Status::Optimal, 4.0, Some(5.0)).starts_with("Nothing is proved"));
    // Without errors or cost a bound below zero says little.
    let says = sentence(Status::TimeLimit, 0.0, Some(-1.0));
    assert!(says.starts_with("It is proved only that no set of weighted rules scores below -1"), "{says}");
}

/// The certificate of another program's model is about rules, of whatever kind they are.
#[test]
fn methods_of_ones_own_have_rules() {
    let mut model = model();
    model.method = "mine".into();
    model.certificate = Certificate {
        status: Status::Optimal,
        objective: 4.0,
        lp_objective: 4.0,
        lower_bound: Some(4.0),
        ..model.certificate
    };
    let says = certificate_sentence(&model);
    assert!(says.starts_with("It is proved that no other set of rules does better"), "{says}");
}

#[test]
fn rules_chosen_one_by_one_are_those_that_were_the_best() {
    let mut model = model();
    assert_eq!(one_by_one_sentence(&model), None);
    let mut says = |best, max_length| {
        model.certificate.one_by_one = Some(OneByOne { best, max_length });
        one_by_one_sentence(&model).unwrap()
    };
    let expected = |which: &str, conditions: &str| {
        format!(
            "The rules were chosen one by one. It is proved that, when it was chosen, {which} improved this score as \
             fast as any rule of at most {conditions} within the limits that were set."
        )
    };
    // The model has three rules.
    assert_eq!(says(3, 2), expected("each rule", "2 conditions"));
    assert_eq!(says(2, 1), expected("each of 2 of the 3 rules", "1 condition"));
    assert_eq!(says(1, 3), expected("one of the 3 rules", "3 conditions"));
}

#[test]
fn bounds_over_short_rules_are_rounded_down() {
    let mut model = model();
    assert_eq!(scopes_sentence(&model), None);
    let scope = |max_length, lower_bound| Scope { max_length, lower_bound };
    model.certificate.scopes = vec![scope(1, 3.123_96)];
    let one = "It is proved that no score is below 3.123 with rules of at most 1 condition.";
    assert_eq!(scopes_sentence(&model).unwrap(), one);
    model.certificate.scopes = vec![scope(1, 1999.96), scope(2, 12.0), scope(3, 0.0)];
    let three = "It is proved that no score is below 1,999 with rules of at most 1 condition, nor below 12 with \
                 rules of at most 2 conditions, nor below 0 with rules of at most 3 conditions.";
    assert_eq!(scopes_sentence(&model).unwrap(), three);
    // A bound over longer rules that is as good says it all, and that over all rules most.
    model.certificate.scopes = vec![scope(1, 3.5), scope(2, 3.5), scope(3, 3.0)];
    model.certificate.lower_bound = Some(3.0);
    let longest = "It is proved that no score is below 3.5 with rules of at most 2 conditions.";
    assert_eq!(scopes_sentence(&model).unwrap(), longest);
}
