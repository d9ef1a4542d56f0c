//! `rulegen-check PROOF DATA`.

use std::io::Write;
use std::process::ExitCode;

/// The exit code of a proof that is refused, and of files that cannot be read.
const REFUSED: u8 = 1;
const UNREADABLE: u8 = 2;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if matches!(&arguments[..], [version] if version == "--version" || version == "-V") {
        println!("rulegen-check {}", env!("CARGO_PKG_VERSION"));
        return ExitCode::SUCCESS;
    }
    let [proof, data] = &arguments[..] else {
        println!(
            "usage: rulegen-check PROOF DATA\n\nChecks the proof that `rulegen fit --proof` wrote against the data, a CSV file."
        );
        let asked = matches!(&arguments[..], [help] if help == "--help" || help == "-h");
        return ExitCode::from(if asked { 0 } else { UNREADABLE });
    };
    let read = |path: &String| std::fs::read(path).map_err(|reason| format!("error: {path}: {reason}"));
    let files = read(proof).and_then(|proof| Ok((proof, read(data)?)));
    let checked = files.map(|(proof, data)| match String::from_utf8(proof) {
        Ok(proof) => rulegen_check::check(&proof, &data),
        Err(_) => Err(rulegen_check::Fault::Unreadable("the proof is no UTF-8".into())),
    });
    match checked {
        Ok(Ok(lines)) => match std::io::stdout().write_all((lines.join("\n") + "\n").as_bytes()) {
            Ok(()) => ExitCode::SUCCESS,
            // Nobody has read what is verified.
            Err(_) => ExitCode::from(UNREADABLE),
        },
        Ok(Err(fault)) => {
            println!("{fault}");
            ExitCode::from(if matches!(fault, rulegen_check::Fault::Refused { .. }) { REFUSED } else { UNREADABLE })
        }
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::from(UNREADABLE)
        }
    }
}
