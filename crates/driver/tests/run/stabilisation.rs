//! The dual points at which a round prices under smoothing.

use crate::script::*;
use rulegen_driver::{PricingOutcome, RunSettings};
use rulegen_rule::Status;

/// Returns the gains that pricers were shown, in order.
fn gains(calls: &Calls) -> Vec<f64> {
    let gain = |call: &Call| match call {
        Call::Gain(gain) => Some(*gain),
        _ => None,
    };
    calls.lock().unwrap().iter().filter_map(gain).collect()
}

fn smoothing(share: f64) -> RunSettings {
    RunSettings { smoothing: share, smooth_from: 0, ..at_vertices() }
}

#[test]
fn a_round_goes_on_to_the_duals_and_a_better_bound_moves_the_centre() {
    let calls = Calls::default();
    let mut master = ScriptedMaster::new(&calls);
    // Duals of the solves. The first has no centre yet; its bound makes it one.
    master.gains = vec![8.0, 16.0, 32.0];
    *master.bounds.get_mut().unwrap() = vec![1.0, 0.5, 2.0, 1.5].into();
    let nothing = || PricingOutcome { bounds: vec![Some(40.0)], ..Default::default() };
    let script = vec![
        found_within(&[(1, 1.0)], 1.0),
        nothing(),
        found_within(&[(2, 1.0)], 1.0),
        nothing(),
        nothing(),
        nothing(),
    ];
    let (summary, rounds) = run_stages(&mut master, vec![pricer("only", &calls, script)], &smoothing(0.5)).unwrap();
    assert_eq!((summary.lower_bound, summary.status, rounds.len()), (Some(2.0), Status::NoColumn, 3));
    // Halfway between 16 and 8 no column comes. A quarter of the way one does, and its bound moves
    // the centre to 14. Then follow the points halfway and a quarter of the way from 32 to 14, and
    // at last the duals themselves.
    assert_eq!(gains(&calls), [8.0, 12.0, 14.0, 23.0, 27.5, 32.0]);
    assert_eq!(rounds.iter().map(|r| r.stages.len()).collect::<Vec<_>>(), [1, 2, 3]);
}

#[test]
fn only_the_duals_are_priced_without_smoothing_while_the_master_is_small_and_while_it_is_warm() {
    let usual = smoothing(0.5);
    let small = RunSettings { smooth_from: 100, ..usual.clone() };
    for (settings, warm) in [(smoothing(0.0), false), (small, false), (usual, true)] {
        let calls = Calls::default();
        let mut master = ScriptedMaster::new(&calls);
        master.warm = warm;
        master.gains = vec![8.0, 16.0];
        *master.bounds.get_mut().unwrap() = vec![1.0].into();
        let script = vec![found_within(&[(1, 1.0)], 1.0)];
        run_stages(&mut master, vec![pricer("only", &calls, script)], &settings).unwrap();
        assert_eq!(gains(&calls), [8.0, 16.0]);
    }
}
