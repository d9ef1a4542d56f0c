//! The choice of the sample to decide next.

use super::pseudo_costs::{PseudoCosts, Rise};
use rulegen_limits::Limits;
use rulegen_master::{BranchedMaster, Decision};
use std::collections::HashMap;

/// The difference from 0 or 1 within which the linear program decides a sample.
const DECIDED: f64 = 1e-6;

/// The most samples that are probed at a node.
const PROBES: usize = 8;

/// The choice ends after this many samples in a row that are no better than the best.
const PATIENCE: usize = 5;

/// The least distance to a decision at which its rise is learned. Below it the rise for a whole
/// unit would be mostly rounding.
const NEAR: f64 = 1e-3;

/// Chooses the sample for which the product of the rises of both its decisions is largest, among
/// open samples that the rules in use cover in part. Samples are looked at in the order of their
/// expected rises. A sample without reliable means is probed, and its rises are added to `seen`.
pub(super) fn choose(
    master: &BranchedMaster,
    costs: &PseudoCosts,
    seen: &mut Vec<Rise>,
    limits: &Limits,
) -> Option<usize> {
    let coverage = master.coverage();
    let distance = |sample: usize, covered: bool| if covered { 1.0 - coverage[sample] } else { coverage[sample] };
    let expected = |sample: usize| {
        let rise = |covered| costs.expected(sample, covered) * distance(sample, covered);
        (costs.product([rise(false), rise(true)]), sample)
    };
    let mut candidates: Vec<(f64, usize)> = representatives(master, &coverage).into_iter().map(expected).collect();
    candidates.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let now = master.objective();
    let mut best: Option<(f64, usize)> = None;
    let (mut probed, mut worse) = (0, 0);
    for (expected, sample) in candidates {
        if worse >= PATIENCE {
            break;
        }
        let score = if costs.is_reliable(sample) || probed >= PROBES {
            expected
        } else {
            probed += 1;
            costs.product([false, true].map(|covered| {
                let rise = (master.probe(Decision { sample, covered }, limits) - now).max(0.0);
                let distance = distance(sample, covered);
                if distance >= NEAR {
                    seen.push(Rise { sample, covered, rise: rise / distance });
                }
                rise
            }))
        };
        worse += 1;
        if best.is_none_or(|best| score > best.0) {
            best = Some((score, sample));
            worse = 0;
        }
    }
    best.map(|(_, sample)| sample)
}

/// Returns one sample of each set of open samples that rules cover in part and that the rules in
/// use do not tell apart: the heaviest, and the first of these.
fn representatives(master: &BranchedMaster, coverage: &[f64]) -> Vec<usize> {
    let patterns = master.patterns();
    let mut heaviest: HashMap<&[u32], usize> = HashMap::new();
    let in_part = |&i: &usize| master.is_open(i) && coverage[i] > DECIDED && coverage[i] < 1.0 - DECIDED;
    for i in (0..coverage.len()).filter(in_part) {
        let known = heaviest.entry(&patterns[i]).or_insert(i);
        if master.error(i) > master.error(*known) {
            *known = i;
        }
    }
    heaviest.into_values().collect()
}
