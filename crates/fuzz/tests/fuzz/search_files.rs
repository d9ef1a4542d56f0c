//! Files about a search: traces, fronts, saved pricing problems.

use crate::target::fuzz_files;
use rulegen::driver::Pricer;
use rulegen::limits::Limits;
use rulegen::pricing::{BranchAndBound, BranchAndBoundSettings, Greedy, GreedySettings};
use rulegen_bench::ProblemFile;
use rulegen_pricing::conformance::{Instance, check_honest};
use rulegen_report::{Drawing, ReportError, Trace, draw_front, draw_trace, front_from_json, front_html};

const NUMBERS: &[&str] = &[
    "0",
    "-1",
    "1",
    "0.5",
    "1e308",
    "-1e308",
    "1e-320",
    "18446744073709551615",
    "1e999",
    "NaN",
    "inf",
    "",
    "null",
    "true",
    ",",
    "\"\"",
    "\"a\"",
    "[]",
    "{}",
    "\n",
    "1,greedy,5,,3,0.1\n",
];

#[test]
fn traces() {
    fuzz_files!("traces", NUMBERS, |bytes: &[u8]| {
        let Ok(trace) = Trace::from_csv(bytes) else { return false };
        assert!(!trace.runs().is_empty());
        check_drawing(draw_trace(&trace));
        true
    });
}

#[test]
fn fronts() {
    fuzz_files!("fronts", NUMBERS, |bytes: &[u8]| {
        let Ok(front) = front_from_json(&String::from_utf8_lossy(bytes)) else { return false };
        check_drawing(draw_front(&front));
        let _ = front_html(&front, "class", "data.csv");
        true
    });
}

/// Checks that a drawing has no NaN or infinity.
fn check_drawing(drawing: Result<Drawing, ReportError>) {
    if let Ok(drawing) = drawing {
        assert!(!drawing.svg.contains("\"NaN") && !drawing.svg.contains("\"inf"), "{}", drawing.svg);
    }
}

/// Pricing problems from files: pricers are asked about them, and small ones are compared with
/// enumeration.
#[test]
fn pricing_problems() {
    fuzz_files!("pricing_problems", NUMBERS, |bytes: &[u8]| {
        let Ok(saved) = serde_json::from_slice::<ProblemFile>(bytes) else { return false };
        let Ok((samples, problems)) = saved.open() else { return false };
        assert!(ProblemFile::new(&samples, &problems).is_ok(), "what was read can be saved");
        let settings = BranchAndBoundSettings { node_limit: Some(10_000), ..Default::default() };
        let mut search = BranchAndBound::new(samples.clone(), settings);
        let mut greedy = Greedy::new(samples.clone(), GreedySettings::default());
        // Beyond these sizes rounding alone makes other gains.
        let small =
            problems.iter().flat_map(|p| p.gains.iter().chain([&p.fixed, &p.per_literal])).all(|x| x.abs() <= 16.0);
        let enumerable = samples.len() <= 64 && samples.schema.literals().len() <= 12;
        let instance = Instance { samples, problems };
        for pricer in [&mut search as &mut dyn Pricer, &mut greedy] {
            let outcome = pricer.price(&instance.problems, &Limits::default()).expect("the problems were checked");
            if small && enumerable {
                check_honest(&instance, &outcome).unwrap_or_else(|breach| panic!("{}: {breach:?}", pricer.name()));
            }
        }
        true
    });
}
