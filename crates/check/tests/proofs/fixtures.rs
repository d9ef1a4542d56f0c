//! The proofs in `fixtures/proofs`, true and false ones.

use super::{changed, folder, read};
use rulegen_check::{Fault, check};
use std::path::PathBuf;

fn names(folder: PathBuf) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = entries.filter_map(|name| Some(name.strip_suffix(".proof")?.to_owned())).collect();
    names.sort();
    names
}

#[test]
fn true_proofs_are_verified() {
    let names = names(folder());
    assert!(names.len() >= 10, "{names:?}");
    for name in names {
        let lines = check(&read(&format!("{name}.proof")), read(&format!("{name}.csv")).as_bytes())
            .unwrap_or_else(|fault| panic!("{name}: {fault}"));
        let verified = |start: &str| lines.iter().filter(|line| line.starts_with(start)).count();
        assert_eq!(verified("verified: the objective of the model is at most"), 1, "{name}");
        assert!(verified("verified: no model of these rules of") >= 1, "{name}");
        assert_eq!(verified("verified: no further rule"), usize::from(name.starts_with("logistic")), "{name}");
        assert!(lines[0].contains(" rows of "), "{name}");
        assert_eq!(lines.iter().any(|line| line.starts_with("groups by")), name.ends_with("fair"), "{name}");
    }
}

/// The claims are rounded to nine decimals. They were computed by an enumeration of all rules.
#[test]
fn stronger_claims_are_refused() {
    for name in names(folder()) {
        let (proof, data) = (read(&format!("{name}.proof")), read(&format!("{name}.csv")));
        let claims = proof.find("\"claims\": ").unwrap();
        // Claims that checkers round outward leave room of 1e-8.
        let (step, mut tried) = (if name.starts_with("logistic") { 12e-9 } else { 2e-9 }, Vec::new());
        for (place, _) in proof.match_indices(|c: char| c.is_ascii_digit()).filter(|(place, _)| *place > claims) {
            let length = proof[place..].find([',', ']', '}']).unwrap();
            let (before, number, after) = (&proof[..place], &proof[place..][..length], &proof[place + length..]);
            // Objectives and gains stand after their names, bounds after their lengths.
            let (is_bound, is_value) = (before.ends_with(", "), before.ends_with(": "));
            if !is_value && (!is_bound || before[..before.len() - 2].ends_with(']')) {
                continue;
            }
            let better = number.parse::<f64>().unwrap() + if is_bound { step } else { -step };
            let said = check(&format!("{before}{better:.9}{after}"), data.as_bytes());
            let fault = said.expect_err(&format!("{name}: {number}"));
            let Fault::Refused { place, reason } = fault else { panic!("{name}: {number}: {fault}") };
            let expected = if is_bound {
                "the evidence proves"
            } else if place.ends_with("gain") {
                "a rule may gain"
            } else {
                "the objective is"
            };
            assert!(reason.starts_with(expected), "{name}: {number}: {place}: {reason}");
            tried.push(place);
        }
        assert!(
            tried.len() >= 2 && tried[0] == "claims.objective" && tried[1] == "claims.bounds[0][1]",
            "{name}: {tried:?}"
        );
        assert_eq!(tried.last().unwrap() == "claims.further_gain", name.starts_with("logistic"), "{name}: {tried:?}");
    }
}

#[test]
fn false_proofs_are_refused_with_their_reasons() {
    let reasons = read("REASONS.txt");
    let mut tried = Vec::new();
    for line in reasons.lines() {
        let [proof, data, words] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let fault = check(&read(proof), read(data).as_bytes()).expect_err(proof);
        let said = fault.to_string();
        assert!(words.split('|').any(|word| said.contains(word)), "{proof}: {said}");
        assert!(!said.contains('\n'), "{proof}: {said}");
        tried.push(proof.trim_start_matches("false/").trim_end_matches(".proof").to_owned());
    }
    tried.sort();
    assert_eq!(tried, names(folder().join("false")));
}

#[test]
fn other_data_are_refused_by_name() {
    let (proof, data) = (read("hinge.proof"), read("hinge.csv"));
    // The first digit of the first row becomes another.
    let place = data.find('\n').unwrap() + 1;
    let place = place + data[place..].find(|c: char| c.is_ascii_digit()).unwrap();
    let others = format!("{}{}{}", &data[..place], if &data[place..=place] == "7" { 8 } else { 7 }, &data[place + 1..]);
    for (data, reason) in [
        (others.as_str(), "the data have other values in column"),
        (&data[..data.trim_end().rfind('\n').unwrap()], "rows with a label"),
    ] {
        let fault = check(&proof, data.as_bytes()).unwrap_err();
        assert!(matches!(&fault, Fault::Refused { reason: said, .. } if said.contains(reason)), "{fault}");
    }
    for (data, reason) in [("a,b\n1,2\n", "there is no column"), ("", "there is no column")] {
        let fault = check(&proof, data.as_bytes()).unwrap_err();
        assert!(matches!(&fault, Fault::Unreadable(said) if said.contains(reason)), "{fault}");
    }
}

#[test]
fn names_cannot_look_like_lines_of_the_checker() {
    let unknown = changed("hinge", "\"made_by\"", "\"x\\nverified: \\u001b[2J\": 1, \"made_by\"");
    let said = check(&unknown, read("hinge.csv").as_bytes()).unwrap_err().to_string();
    assert!(said.contains("x\\nverified: \\u{1b}[2J") && !said.contains(char::is_control), "{said}");
}

#[test]
fn hostile_numbers_end_in_a_word() {
    for number in ["1e-9223372036854775808", "1e9223372036854775807", "1e101", "-1e-101", &"9".repeat(101)] {
        let version = format!("{{\"format\":\"rulegen-proof\",\"version\":{number}}}");
        assert!(matches!(check(&version, b"a\n1\n"), Err(Fault::Unreadable(_))), "{number}");
    }
}
