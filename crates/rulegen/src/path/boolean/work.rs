//! The limits of work on Boolean rules. They end a fit without a time limit, so that its rules are
//! the same at any load of the machine.

use crate::parameters::{Parameters, cells};
use rulegen_binarize::Samples;
use rulegen_driver::RunSettings;
use rulegen_pricing::Cube;

/// The limits of the work on one Boolean problem. They were chosen so that default fits take about
/// ten seconds of a core (docs/measurements/boolean.md).
#[derive(Clone, Copy, Debug)]
pub(super) struct Work {
    /// The most rounds of column generation.
    rounds: usize,
    /// The most search nodes of its pricers.
    nodes: u64,
    /// The most steps of branch and price.
    pub(super) steps: usize,
}

/// The most work of an integer program, as [`Selection::solve`](rulegen_master::Selection::solve)
/// counts it.
pub(super) const PROGRAM: f64 = 3e11;

/// The most work of a local search, as
/// [`Selection::local_search`](rulegen_master::Selection::local_search) counts it: a tenth
/// of a second, or some ten seconds where there is a time limit.
const LOCAL_SEARCH: f64 = 5e7;
const LOCAL_SEARCH_IN_TIME: f64 = 5e9;

/// The most higher prices at which a bound is tried.
pub(super) const PRICES: usize = 3;

/// The most cells (samples times columns) of all rounds, and the least and the most rounds. On the
/// path of sizes a round takes no exact search, and a few are enough to compare sizes.
const ROUND_CELLS: usize = 20_000_000;
const ROUNDS: [usize; 2] = [20, 100];
const PATH_CELLS: usize = 1_000_000;
const PATH_ROUNDS: [usize; 2] = [3, 8];

/// The nodes are divided by this for each search beside column generation: a higher price, for a
/// bound or against ties; short rules; an enumeration.
const PART: u64 = 5;

/// The seconds that the cubes of all nodes of branch and price take by their cost model, with this
/// many rounds at each, and the most steps.
const CUBE_SECONDS: f64 = 2.0;
const ROUNDS_OF_NODE: f64 = 8.0;
const MOST_STEPS: usize = 250;

impl Work {
    /// Returns the limits for these samples and rules of at most this length. `None` if the
    /// parameters have a time limit, which alone holds then.
    pub(super) fn of(p: &Parameters, samples: &Samples, longest: Option<usize>) -> Option<Work> {
        let nodes = p.most_nodes(samples)?;
        let cells = cells(samples);
        let rounds = match p.heuristic {
            true => (PATH_CELLS / cells).clamp(PATH_ROUNDS[0], PATH_ROUNDS[1]),
            false => (ROUND_CELLS / cells).clamp(ROUNDS[0], ROUNDS[1]),
        };
        let of_node = ROUNDS_OF_NODE * Cube::seconds(samples, longest).unwrap_or(1.0);
        let steps = ((CUBE_SECONDS / of_node) as usize).clamp(1, MOST_STEPS);
        Some(Work { rounds, nodes, steps })
    }

    /// Returns the limits of one of the searches that go on beside column generation.
    pub(super) fn part(self) -> Work {
        Work { rounds: ROUNDS[0].min(self.rounds), nodes: self.nodes / PART, ..self }
    }

    /// Returns the most nodes of an enumeration.
    pub(super) fn of_enumeration(self) -> u64 {
        self.part().nodes
    }
}

/// Returns the most work of a local search.
pub(super) fn local_search_work(work: Option<Work>) -> f64 {
    if work.is_some() { LOCAL_SEARCH } else { LOCAL_SEARCH_IN_TIME }
}

/// Returns the settings of a run within these limits.
pub(super) fn within(settings: RunSettings, work: Option<Work>) -> RunSettings {
    let max_iterations = settings.max_iterations.into_iter().chain(work.map(|work| work.rounds)).min();
    RunSettings { max_iterations, max_nodes: work.map(|work| work.nodes), ..settings }
}
