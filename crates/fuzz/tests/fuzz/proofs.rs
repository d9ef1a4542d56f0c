//! Proofs, which the checker may refuse but not stumble over.

use crate::target::fuzz_files;

const WORDS: &[&str] = &[
    "null",
    "true",
    "false",
    "0",
    "1",
    "-1",
    "1e400",
    "1e-400",
    "0.1",
    "9007199254740993",
    "18446744073709551616",
    "[]",
    "{}",
    "[0,\"at_most\",0]",
    "\"is_not\"",
    "\"logistic\"",
    "\"hinge\"",
    "\"boolean\"",
    "\"missing\"",
    ",",
    "]",
    "}",
    "\"",
    "\\u0000",
    "\"max_length\":4",
    "\"min_cover\":0",
    "NA",
    "\n",
    "[[0,true]]",
];

#[test]
fn proofs() {
    fuzz_files!("proofs", WORDS, check_proof);
}

/// Checks the proof in the first line about the data in the other lines.
fn check_proof(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let (proof, data) = text.split_once('\n').unwrap_or((text, ""));
    match rulegen_check::check(proof, data.as_bytes()) {
        Ok(lines) => {
            assert!(lines.len() > 1, "{lines:?}");
            true
        }
        Err(fault) => {
            let said = fault.to_string();
            assert!(!said.is_empty() && said.len() < 2000, "{said:?}");
            false
        }
    }
}
