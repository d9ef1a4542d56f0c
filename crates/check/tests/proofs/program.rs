//! The program `rulegen-check`: lines and exit codes.

use super::folder;
use std::process::Command;

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_panic() {
    let path = |name: &str| folder().join(name).to_str().unwrap().to_owned();
    let checks = format!("{} {} {}", env!("CARGO_BIN_EXE_rulegen-check"), path("hinge.proof"), path("hinge.csv"));
    let line = format!("({checks}; echo \"code $?\" >&2) | true");
    // A shell that reads nothing may end before or after the program writes.
    let run = Command::new("sh").args(["-c", &line]).output().unwrap();
    let said = String::from_utf8(run.stderr).unwrap();
    assert!(["code 0\n", "code 2\n"].contains(&said.as_str()), "{said}");
}

#[test]
fn exit_codes_tell_proofs_that_hold_from_false_ones_and_from_other_files() {
    let path = |name: &str| folder().join(name).to_str().unwrap().to_owned();
    let (proof, data) = (path("hinge.proof"), path("hinge.csv"));
    for (arguments, code, said) in [
        (vec![proof.clone(), data.clone()], 0, "verified: the rules of the model are among these rules\n"),
        (vec![path("false/objective_lowered.proof"), path("margin_fair.csv")], 1, "refused: claims.objective: "),
        (vec![data.clone(), data.clone()], 2, "error: the proof is no JSON: no value at byte 0\n"),
        (vec![path("absent.proof"), data], 2, "absent.proof: "),
        (vec![proof], 2, "usage: rulegen-check PROOF DATA\n"),
        (vec!["--help".into()], 0, "usage: rulegen-check PROOF DATA\n"),
        (vec!["-h".into()], 0, "usage: rulegen-check PROOF DATA\n"),
        (vec!["--version".into()], 0, concat!("rulegen-check ", env!("CARGO_PKG_VERSION"), "\n")),
        (vec!["-v".into()], 2, "usage: rulegen-check PROOF DATA\n"),
    ] {
        let run = Command::new(env!("CARGO_BIN_EXE_rulegen-check")).args(&arguments).output().unwrap();
        let text = [run.stdout, run.stderr].concat();
        let text = String::from_utf8(text).unwrap();
        assert!(text.contains(said), "{arguments:?}: {text}");
        assert_eq!(run.status.code(), Some(code), "{arguments:?}: {text}");
    }
}
