//! Selects some of many numbers.

use super::count::Count;
use super::focus::Edges;
use super::mark::Mark;

/// Returns the different numbers in ascending order, with all of their rows.
pub(super) fn distinct(mut cells: Vec<(f64, u64)>) -> Vec<(f64, Count)> {
    cells.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let mut distinct: Vec<(f64, Count)> = Vec::new();
    for (x, weight) in cells {
        match distinct.last_mut() {
            Some((last, count)) if *last == x => count.add(Count::of_row(weight)),
            // 0 is added so that -0 is 0.
            _ => distinct.push((x + 0.0, Count::of_row(weight))),
        }
    }
    distinct
}

/// Makes marks of these numbers: of the edges, of the numbers next to them, and of about `most`
/// others, at evenly spaced ranks. `passed` is the number of rows above each edge, up to the next
/// one.
pub(super) fn thinned(
    distinct: &[(f64, Count)],
    edges: &Edges,
    passed: &[Count],
    most: usize,
    whole: bool,
) -> Vec<Mark> {
    let places: Vec<Option<usize>> = distinct.iter().map(|(x, _)| edges.place(*x)).collect();
    let inner = || distinct.iter().zip(&places).filter(|(_, place)| place.is_none()).map(|(number, _)| number.1);
    let all_fit = inner().count() <= most;
    let mut spaced = SpacedRanks::new(inner().map(|count| count.of(whole)), most.saturating_sub(1).max(1));
    let is_inner = |i: usize| places.get(i).is_some_and(Option::is_none);
    let mut marks: Vec<Mark> = Vec::new();
    let mut between = Count::default();
    for (i, &(x, at)) in distinct.iter().enumerate() {
        let may_go = is_inner(i) && !spaced.reaches(at.of(whole)) && !all_fit;
        if may_go && i > 0 && is_inner(i - 1) && is_inner(i + 1) {
            between.add(at);
            continue;
        }
        if let Some(last) = marks.last_mut() {
            last.after = between;
        }
        marks.push(Mark { x, before: between, at, after: Count::default() });
        between = places[i].map_or(Count::default(), |edge| passed[edge]);
    }
    marks
}

/// Evenly spaced ranks.
struct SpacedRanks {
    reached: u128,
    next: u128,
    all: u128,
    steps: u128,
}

impl SpacedRanks {
    fn new(rows: impl Iterator<Item = u64>, steps: usize) -> Self {
        SpacedRanks { reached: 0, next: 1, all: rows.map(u128::from).sum::<u128>().max(1), steps: steps as u128 }
    }

    /// Advances by this many rows. Returns true if one of the ranks is among them.
    fn reaches(&mut self, rows: u64) -> bool {
        self.reached += u128::from(rows);
        let reaches = self.reached * self.steps >= self.next * self.all;
        if reaches {
            self.next = self.reached * self.steps / self.all + 1;
        }
        reaches
    }
}
