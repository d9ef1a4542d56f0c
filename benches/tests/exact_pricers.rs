//! The exact pricers agree on real pricing problems, where the public data sets are present.

use rulegen::PricerName;
use rulegen::binarize::Samples;
use rulegen::driver::{Pricer, PricingProblem};
use rulegen::limits::Limits;
use rulegen::pricing::{BilpSolver, BranchAndBound, BranchAndBoundSettings};
use rulegen_bench::{PROVED, RealSet, Rounds, Stage, exact_pricer, prove, shared_data};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

const MAX_LENGTH: usize = 5;

/// More time than branch and bound needs for a problem on any machine.
const PLENTY: Duration = Duration::from_secs(300);

/// The time after which an integer program is let off: most of the problems take minutes and hours.
const LIMIT: Duration = Duration::from_secs(5);

/// The number of problems that a solver may leave without proof before it is asked no more.
const PATIENCE: usize = 2;

/// A pricing problem with the gain that branch and bound proves.
struct Case {
    name: String,
    samples: Arc<Samples>,
    problem: PricingProblem,
    /// The best gain, 0 if none is above the threshold.
    gain: f64,
}

impl Case {
    /// Asserts that a pricer proves the same gain, unless it is out of time. Returns true if it was
    /// in time.
    fn agrees(&self, pricer: &mut dyn Pricer, limit: Duration) -> bool {
        let Some(found) = proved_gain(pricer, &self.problem, limit) else { return false };
        let (name, gain) = (&self.name, self.gain);
        assert!((found - gain).abs() <= PROVED, "{name}: {} proves {found}, branch and bound {gain}", pricer.name());
        true
    }
}

/// Returns the gain that `pricer` proves, 0 if none is above the threshold, or `None` if the time
/// is over.
fn proved_gain(pricer: &mut dyn Pricer, problem: &PricingProblem, limit: Duration) -> Option<f64> {
    let proof = prove(pricer, problem, limit).unwrap();
    proof.proved.then(|| proof.gain.unwrap_or(0.0))
}

/// Returns the problems of these rounds, or none, with a message, where the data sets are missing.
fn cases(rounds: &[(&str, Stage)]) -> Vec<Case> {
    let folder = shared_data();
    if !folder.is_dir() {
        eprintln!("skipped: no data sets in {}", folder.display());
        return Vec::new();
    }
    rounds.iter().flat_map(|&(name, stage)| cases_of(RealSet::named(name).unwrap(), stage)).collect()
}

fn cases_of(set: RealSet, stage: Stage) -> Vec<Case> {
    let samples = set.in_folder(&shared_data()).samples().unwrap();
    let rounds = Rounds::of_run(&samples, 0.25, Some(MAX_LENGTH), None).unwrap();
    let mut ours = exact_pricer(&PricerName::BRANCH_AND_BOUND, &samples).unwrap().unwrap();
    let case = |problem: &PricingProblem| {
        let name = format!("{}, {}, class {}", set.name, stage.name(), problem.tag);
        let gain = proved_gain(&mut *ours, problem, PLENTY).unwrap_or_else(|| panic!("{name}: no proof"));
        Case { name, samples: samples.clone(), problem: problem.clone(), gain }
    };
    let cases: Vec<Case> = rounds.problems(stage).iter().map(case).collect();
    assert!(cases.iter().any(|case| case.gain > 0.0), "{}: no rule improves", set.name);
    cases
}

/// Rules of at most three and four literals are priced without any search.
#[test]
fn cubes_agree_with_branch_and_bound() {
    for Case { name, samples, problem, .. } in
        cases(&["tictactoe", "transfusion", "banknote", "wine", "heart"].map(|set| (set, Stage::Middle)))
    {
        for length in [3, 4] {
            let problem = PricingProblem { max_length: Some(length), ..problem.clone() };
            let [search, cube] = [PricerName::BRANCH_AND_BOUND, PricerName::CUBE].map(|pricer| {
                let mut pricer = exact_pricer(&pricer, &samples).unwrap().unwrap();
                proved_gain(&mut *pricer, &problem, PLENTY).unwrap_or_else(|| panic!("{name}: no proof"))
            });
            assert!((search - cube).abs() <= PROVED, "{name}, length {length}: {cube} on cubes, {search} by search");
        }
    }
}

/// The search for all rules above a gain prunes less than that for the best rule, and takes another
/// way through the tree.
#[test]
fn both_searches_of_branch_and_bound_agree() {
    for case in cases(&["tictactoe", "transfusion", "banknote", "wine"].map(|set| (set, Stage::Late))) {
        let Case { name, samples, problem, gain } = case;
        let pricer = BranchAndBound::new(samples, BranchAndBoundSettings::default());
        let limits = Limits { deadline: Some(Instant::now() + PLENTY), ..Limits::default() };
        let found = pricer.rules_above(&problem, problem.threshold, NonZeroUsize::MIN, &limits).unwrap();
        assert!(!found.stopped, "{name}: no proof of the rules above the threshold");
        let best = found.candidates.first().map_or(0.0, |candidate| candidate.gain);
        assert!((best - gain).abs() <= PROVED, "{name}: {best} is the best above the threshold, {gain} is proved");
    }
}

#[test]
fn integer_programs_agree_with_branch_and_bound() {
    let mut solvers = vec![(BilpSolver::Highs, PricerName::BILP_HIGHS), (BilpSolver::Cbc, PricerName::BILP_CBC)];
    solvers.retain(|(solver, _)| solver.check_built().inspect_err(|error| eprintln!("skipped: {error}")).is_ok());
    if solvers.is_empty() {
        return;
    }
    let rounds =
        [("wine", Stage::Middle), ("wine", Stage::Late), ("banknote", Stage::Late), ("tictactoe", Stage::Late)];
    let cases = cases(&rounds);
    for (_, kind) in solvers {
        let mut left = PATIENCE;
        for case in &cases {
            let mut pricer = exact_pricer(&kind, &case.samples).unwrap().unwrap();
            if left == 0 || !case.agrees(&mut *pricer, LIMIT) {
                eprintln!("skipped: {}, for which {} takes too long", case.name, kind);
                left = left.saturating_sub(1);
            }
        }
    }
}
