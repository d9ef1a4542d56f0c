use super::*;
use crate::planted::samples;
#[cfg(any(feature = "cbc", feature = "highs"))]
use crate::planted::{hidden, problems};

/// The solvers that are built in.
#[cfg(any(feature = "cbc", feature = "highs"))]
const BUILT: &[BilpSolver] = &[
    #[cfg(feature = "cbc")]
    BilpSolver::Cbc,
    #[cfg(feature = "highs")]
    BilpSolver::Highs,
];

#[cfg(any(feature = "cbc", feature = "highs"))]
fn bilp(samples: &Arc<Samples>, solver: BilpSolver, settings: BilpSettings) -> Bilp {
    Bilp::new(samples.clone(), solver, settings).unwrap()
}

#[cfg(any(feature = "cbc", feature = "highs"))]
#[test]
fn proves_a_rule_as_good_as_the_hidden_one() {
    let samples = samples(70);
    let problems = problems(&samples);
    for &solver in BUILT {
        let mut pricer = bilp(&samples, solver, BilpSettings::default());
        assert_eq!(pricer.name(), solver.pricer_name());
        let outcome = pricer.price(&problems[1..], &Limits::default()).unwrap();
        let best = &outcome.candidates[0];
        assert!((outcome.bounds[0].unwrap() - best.gain).abs() < 1e-6, "{solver:?}");
        let hidden = problems[1].gain(samples.cover(&hidden()).iter(), hidden().len());
        assert!(best.gain >= hidden, "{solver:?}: {} for {hidden}", best.gain);
    }
}

#[cfg(any(feature = "cbc", feature = "highs"))]
#[test]
fn a_stop_ends_the_call_and_bounds_stay_true() {
    let samples = samples(900);
    let problems = problems(&samples);
    for &solver in BUILT {
        let limits = Limits::default();
        limits.stop.raise();
        let outcome = bilp(&samples, solver, BilpSettings::default()).price(&problems, &limits).unwrap();
        assert_eq!(outcome, PricingOutcome { bounds: vec![None, None], ..Default::default() });

        let best = crate::BranchAndBound::new(samples.clone(), Default::default())
            .price(&problems, &Limits::default())
            .unwrap()
            .bounds;
        for milliseconds in [1, 100, 700] {
            let settings = BilpSettings { time_limit: Some(Duration::from_millis(milliseconds)), ..Default::default() };
            let start = Instant::now();
            let outcome = bilp(&samples, solver, settings).price(&problems, &Limits::default()).unwrap();
            assert!(start.elapsed() < Duration::from_secs(4), "{solver:?} {milliseconds}: {:?}", start.elapsed());
            for (bound, best) in outcome.bounds.iter().zip(&best) {
                assert!(bound.is_none_or(|bound| bound >= best.unwrap() - 1e-9), "{solver:?}: {bound:?} for {best:?}");
            }
        }
    }
}

#[cfg(any(feature = "cbc", feature = "highs"))]
#[test]
fn several_threads_may_ask_at_once() {
    let samples = samples(40);
    let problems = problems(&samples);
    for &solver in BUILT {
        let price = || bilp(&samples, solver, BilpSettings::default()).price(&problems, &Limits::default()).unwrap();
        let alone = price();
        std::thread::scope(|scope| {
            let all: Vec<_> = (0..3).map(|_| scope.spawn(price)).collect();
            all.into_iter().for_each(|one| assert_eq!(one.join().unwrap(), alone));
        });
    }
}

#[cfg(feature = "highs")]
#[test]
fn highs_returns_more_than_its_best() {
    let samples = samples(100);
    let problems = problems(&samples);
    let outcome = bilp(&samples, BilpSolver::Highs, BilpSettings::default()).price(&problems, &Limits::default());
    assert!(outcome.unwrap().candidates.len() > 2);
}

#[cfg(not(all(feature = "cbc", feature = "highs")))]
#[test]
fn a_solver_that_is_not_built_in_names_its_feature() {
    for (solver, feature) in [(BilpSolver::Cbc, "cbc"), (BilpSolver::Highs, "highs")] {
        if let Err(error) = Bilp::new(samples(3), solver, BilpSettings::default()) {
            assert_eq!(error, PricingError::NotBuilt { pricer: solver.pricer_name(), feature });
        }
    }
}

#[test]
fn gaps_out_of_range_are_refused() {
    for gap in [-1e-9, 1.0, f64::NAN, f64::INFINITY] {
        let error = Bilp::new(samples(3), BilpSolver::Cbc, BilpSettings { gap, ..Default::default() }).unwrap_err();
        assert!(matches!(error, PricingError::InvalidGap(_)));
    }
}

/// Solves the program itself by a solver that is always built in, with a least cover.
#[test]
fn programs_are_exact_by_our_own_branch_and_bound() {
    use crate::conformance::{Promise, check_pricer};
    let backend: rulegen_lp::MipBackend = "microlp".parse().unwrap();
    let make = |samples: Arc<Samples>| -> Box<dyn Pricer> {
        let (merged, settings) = (samples.without_labels(), BilpSettings::default());
        Box::new(Bilp { samples, merged, settings, name: "own", solver: backend.create().unwrap() })
    };
    // Seed 0 has a larger instance, which takes this solver minutes.
    check_pricer(make, Promise::Exact { tolerance: 1e-7 }, 1..150).unwrap();
}
