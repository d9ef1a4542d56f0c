//! A pricer of one's own: all rules of one literal, in one pass over them. It learns with the RUG classifier, before the
//! branch and bound that proves the result.
//!
//!     cargo run -p rulegen --example own_pricer

use rulegen::binarize::Samples;
use rulegen::data::{Dataset, ReadOptions, read_bytes};
use rulegen::driver::{Candidate, DriverError, Pricer, PricingOutcome, PricingProblem};
use rulegen::limits::Limits;
use rulegen::pricing::{BranchAndBound, BranchAndBoundSettings};
use rulegen::rule::Rule;
use rulegen::{Fitted, Learner, Method, Parameters};
use std::error::Error;
use std::sync::Arc;

struct Stumps {
    samples: Arc<Samples>,
}

impl Pricer for Stumps {
    fn name(&self) -> &str {
        "stumps"
    }

    fn price(&mut self, problems: &[PricingProblem], limits: &Limits) -> Result<PricingOutcome, DriverError> {
        let mut candidates = Vec::new();
        for literal in self.samples.schema.literals() {
            if limits.reached().is_some() {
                break;
            }
            let rule = Rule::new([literal]);
            let cover = self.samples.cover(&rule);
            for problem in problems {
                let gain = problem.gain(cover.iter(), 1);
                if gain > problem.threshold && problem.admits_cover(self.samples.rows_of(&cover)) {
                    candidates.push(Candidate { tag: problem.tag, rule: rule.clone(), gain });
                }
            }
        }
        candidates.sort_by(Candidate::best_first);
        // Longer rules may gain more: nothing is proved.
        Ok(PricingOutcome { candidates, bounds: vec![None; problems.len()], nodes: 0 })
    }
}

fn learn() -> Result<Fitted, Box<dyn Error>> {
    let text = include_bytes!("monks1.csv");
    let table = read_bytes(text, &ReadOptions { text: vec!["class".into()], ..Default::default() })?;
    let data = Dataset::from_table(table, "class", None)?;
    let parameters = Parameters { penalty: Some(0.25), max_length: Some(3), ..Parameters::of(Method::Rug) };
    let stages = |samples: &Arc<Samples>| -> Result<Vec<Box<dyn Pricer>>, _> {
        let exact = BranchAndBound::new(samples.clone(), BranchAndBoundSettings::default());
        Ok(vec![Box::new(Stumps { samples: samples.clone() }), Box::new(exact)])
    };
    Ok(Learner::new(parameters)?.fit_with(&data, "class", stages, &Limits::default(), &mut ())?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let fitted = learn()?;
    print!("{}", fitted.model.to_text());
    println!("{:?} after {} rounds: {:?}", fitted.run.status, fitted.run.iterations, fitted.model.certificate);
    Ok(())
}

#[test]
fn it_is_proved_optimal() {
    let fitted = learn().unwrap();
    assert!(fitted.model.certificate.gap().is_some_and(|gap| gap <= 1e-6), "{:?}", fitted.model.certificate);
    assert_eq!(fitted.model.settings["pricers"], serde_json::json!(["stumps", "branch-and-bound"]));
}
