//! The dual points at which a round prices.

use crate::script::*;
use rulegen_driver::{PricingOutcome, PricingState, RunSettings, Stabilisation, WentgesSmoothing};
use rulegen_rule::Status;
use std::sync::Arc;

/// Returns the gains that pricers were shown, in order.
fn gains(calls: &Calls) -> Vec<f64> {
    let gain = |call: &Call| match call {
        Call::Gain(gain) => Some(*gain),
        _ => None,
    };
    calls.lock().unwrap().iter().filter_map(gain).collect()
}

fn smoothing_from(share: f64, from_columns: usize) -> RunSettings {
    RunSettings { stabilisation: Arc::new(WentgesSmoothing { share, from_columns }), ..at_vertices() }
}

fn smoothing(share: f64) -> RunSettings {
    smoothing_from(share, 0)
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
    let small = smoothing_from(0.5, 100);
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

/// A stabilisation that is given by its numbers.
#[derive(Debug)]
struct Given {
    shares: Vec<f64>,
    after_round: f64,
    after_bound: f64,
}

impl Stabilisation for Given {
    fn shares(&self, state: PricingState) -> Vec<f64> {
        assert!(state.rounds > 0, "there is no centre before the first round");
        self.shares.clone()
    }

    fn after_round(&self) -> f64 {
        self.after_round
    }

    fn after_bound(&self) -> f64 {
        self.after_bound
    }
}

/// Returns the gains that were priced, where each round finds a rule at its last point.
fn priced(given: Given, duals: &[f64], points: &[usize]) -> Vec<f64> {
    let calls = Calls::default();
    let mut master = ScriptedMaster::new(&calls);
    master.gains = duals.to_vec();
    let of_round = |(round, &points): (usize, &usize)| {
        let mut script = vec![found(&[]); points - 1];
        script.push(found(&[(round as u32 + 1, 1.0)]));
        script
    };
    let script = points.iter().enumerate().flat_map(of_round).collect();
    let settings = RunSettings { stabilisation: Arc::new(given), max_iterations: Some(points.len()), ..at_vertices() };
    let (_, rounds) = run_stages(&mut master, vec![pricer("only", &calls, script)], &settings).unwrap();
    assert_eq!(rounds.iter().map(|round| round.stages.len()).collect::<Vec<_>>(), points);
    gains(&calls)
}

#[test]
fn an_average_of_duals_is_a_centre() {
    let average = || Given { shares: vec![0.5], after_round: 0.25, after_bound: 0.0 };
    // The centre is 8, then 8 + (16 - 8) / 4 = 10. The second round prices 16 and 8 halfway.
    assert_eq!(priced(average(), &[8.0, 16.0, 20.0], &[1, 1, 2]), [8.0, 12.0, 15.0, 20.0]);
}

#[test]
fn numbers_out_of_range_are_points_between_duals_and_centre() {
    let shares = vec![f64::NAN, -1.0, 0.0, 7.0, f64::INFINITY];
    let wild = || Given { shares: shares.clone(), after_round: 7.0, after_bound: f64::NAN };
    // The centre is the last duals: 8. Two of the shares are points.
    assert_eq!(priced(wild(), &[8.0, 16.0], &[1, 3]), [8.0, 8.0, 8.0, 16.0]);
    let endless = Given { shares: vec![0.5; 1000], after_round: 1.0, after_bound: 0.0 };
    assert_eq!(priced(endless, &[8.0, 16.0], &[1, 21]).last(), Some(&16.0));
}
