//! The beam search that finds good rules before the proof begins.

use super::instance::{Code, Cover, Instance};
use super::price::{LiteralPrice, PriceBuffers, drop_small, price_literals};
use super::search::Search;
use rulegen_rule::Literal;

/// The length at which a search without a limit on length ends in any case.
const LONGEST: usize = 16;

/// A conjunction on the beam.
struct Beam {
    cover: Cover,
    literals: Vec<u32>,
}

/// Extends the `width` best conjunctions of each length by every literal, and offers all rules
/// found to the incumbents of `search`.
pub(super) fn beam_search<C: Code>(search: &mut Search<'_>, instance: &Instance<C>, width: usize) {
    let longest = search.task.more(0).unwrap_or(LONGEST);
    let mut buffers = PriceBuffers::default();
    let mut priced = Vec::new();
    let mut beams = vec![Beam { cover: instance.everything(), literals: Vec::new() }];
    let mut best = f64::NEG_INFINITY;
    for length in 1..=longest {
        let mut next: Vec<(f64, usize, LiteralPrice)> = Vec::new();
        let cost = search.task.problem.cost(length);
        for (at, beam) in beams.iter().enumerate() {
            if search.stops() {
                return;
            }
            search.count(beam.cover.rows.len() * instance.axes.len());
            let alive = compatible(instance, &beam.literals);
            price_literals(instance, &beam.cover, &alive, &mut buffers, &mut priced);
            drop_small(instance, &beam.cover, search.task.least_rows(), &mut buffers, &mut priced);
            // A longer rule must be able to gain more.
            let grows = priced.iter().filter(|p| p.positive - cost > search.incumbents.cutoff());
            next.extend(grows.map(|p| (p.net() - cost, at, *p)));
        }
        if search.looks(next.len()) {
            return;
        }
        // The best come first, so that the incumbents soon refuse most.
        next.sort_by(|a, b| b.0.total_cmp(&a.0));
        next.dedup_by(|a, b| a.2.positive == b.2.positive && a.2.negative == b.2.negative);
        for (gain, at, p) in &next {
            if *gain > search.incumbents.accept() {
                let literals: Vec<Literal> = beams[*at]
                    .literals
                    .iter()
                    .chain([&p.literal])
                    .map(|&a| instance.literals[a as usize].literal)
                    .collect();
                search.incumbents.offer(search.task.samples, search.task.problem, literals);
                if search.looks(search.task.samples.len()) {
                    return;
                }
            }
        }
        next.truncate(width);
        let grows = |top: &(f64, usize, LiteralPrice)| search.task.problem.max_length.is_some() || top.0 > best;
        if !next.first().is_some_and(grows) {
            return;
        }
        best = best.max(next[0].0);
        beams = next.iter().map(|(_, at, p)| extend(instance, &beams[*at], p)).collect();
    }
}

fn extend<C: Code>(instance: &Instance<C>, beam: &Beam, p: &LiteralPrice) -> Beam {
    let mut cover = Cover::default();
    instance.restrict(&beam.cover, p.literal, p.positive, p.negative, &mut cover);
    Beam { cover, literals: beam.literals.iter().copied().chain([p.literal]).collect() }
}

/// Returns the literals that may be added to a conjunction.
fn compatible<C: Code>(instance: &Instance<C>, literals: &[u32]) -> Vec<u32> {
    let fits = |a: u32, b: u32| {
        let (a, b) = (&instance.literals[a as usize], &instance.literals[b as usize]);
        a.axis != b.axis || a.set.crosses(b.set)
    };
    (0..instance.literals.len() as u32).filter(|&a| literals.iter().all(|&b| fits(a, b))).collect()
}
