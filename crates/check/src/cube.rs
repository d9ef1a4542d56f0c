//! Largest sums of gains over all rules, by data cubes.
//!
//! The gains of the samples are added up by the codes of some columns. The sum over the codes that
//! conditions allow, a box of the cube, is what a rule with these conditions gains. Boxes are
//! added up axis by axis from sums of the first codes, the second, and so on.

use crate::Fault;
use crate::axis::Axis;
use crate::samples::Samples;
use crate::scope::{Codes, Scope};

/// The most cells of a cube.
const MOST_CELLS: f64 = 3e7;

/// The largest number of columns to the power of the number of columns of a cube.
const MOST_CUBES: f64 = 2e7;

/// A gain, its positive part, and a number of rows.
type Cell = [i64; 3];

fn plus(a: Cell, b: Cell) -> Cell {
    std::array::from_fn(|part| a[part] + b[part])
}

fn minus(a: Cell, b: Cell) -> Cell {
    std::array::from_fn(|part| a[part] - b[part])
}

/// Returns, for each number of conditions from 1 to that of the scope, the largest sum of gains
/// that a rule of at most so many conditions for this class covers, or the entry of `least` if that
/// is larger. Smaller sums do not matter, so boxes without larger ones are passed over.
///
/// # Errors
/// Gains whose sums need more than 62 bits, or cubes of very many cells.
pub(crate) fn largest_sums(
    gains: &[i64],
    class: usize,
    scope: &Scope,
    samples: &Samples,
    least: Vec<i64>,
) -> Result<Vec<i64>, Fault> {
    let sizes = |numbers: &[i64]| numbers.iter().try_fold(0_i64, |sum, number| sum.checked_add(number.checked_abs()?));
    if [gains, &samples.counts].into_iter().any(|numbers| sizes(numbers).is_none_or(|size| size >= 1 << 62)) {
        return Err(Fault::refused("evidence", "sums of gains do not fit into 62 bits"));
    }
    // A sample without a gain matters where rows are counted.
    let chosen: Vec<usize> = (0..gains.len()).filter(|&i| gains[i] != 0 || scope.min_cover > 1).collect();
    let of_chosen = |numbers: &[i64]| chosen.iter().map(|&i| numbers[i]).collect::<Vec<_>>();
    let (gains, counts) = (&of_chosen(gains)[..], &of_chosen(&samples.counts)[..]);
    let mut best = least;
    for part in scope.parts_of(class) {
        let axes = Axis::all(part, (&chosen, gains), scope, samples)?;
        if (axes.len() as f64).powi(scope.max_length.min(3) as i32) > MOST_CUBES {
            return Err(Fault::refused("rules.parts", "too many columns for cubes"));
        }
        let jobs = jobs(&axes, scope.max_length);
        let cells = |job: &Job| job.iter().map(|&(axis, _)| (axes[axis].size + 1) as f64).product::<f64>();
        if jobs.iter().any(|job| cells(job) > MOST_CELLS) {
            return Err(Fault::refused("data.columns", "too many cut points and categories for a cube"));
        }
        let threads = std::thread::available_parallelism().map_or(1, usize::from).min(jobs.len().max(1));
        let share = |first: usize, mut best: Vec<i64>| {
            let mut cube = Cube { gains, counts, axes: &axes, min_cover: scope.min_cover, best: 0 };
            // Jobs of few tests come first.
            for job in jobs.iter().skip(first).step_by(threads) {
                let length: usize = job.iter().map(|(_, tests)| tests).sum();
                cube.best = best[length - 1];
                cube.add_up(job);
                best[length - 1..].iter_mut().for_each(|best| *best = cube.best.max(*best));
            }
            best
        };
        let found: Vec<Vec<i64>> = std::thread::scope(|scope| {
            let start = |first| {
                scope.spawn({
                    let best = best.clone();
                    move || share(first, best)
                })
            };
            let running: Vec<_> = (0..threads).map(start).collect();
            running.into_iter().map(|thread| thread.join().expect("no thread panics")).collect()
        });
        for found in found {
            best.iter_mut().zip(found).for_each(|(best, found)| *best = found.max(*best));
        }
    }
    Ok(best)
}

/// Some axes by their places, with the number of tests on each.
type Job = Vec<(usize, usize)>;

/// Returns all ways to divide up to `length` tests among axes.
fn jobs(axes: &[Axis], length: usize) -> Vec<Job> {
    let mut jobs: Vec<Job> = vec![Vec::new()];
    let mut first = 0;
    while first < jobs.len() {
        let job = jobs[first].clone();
        let used: usize = job.iter().map(|(_, tests)| tests).sum();
        let next = job.last().map_or(0, |(axis, _)| axis + 1);
        for axis in next..axes.len() {
            for tests in 1..=(length - used).min(axes[axis].sets.len()) {
                if !axes[axis].sets[tests - 1].is_empty() {
                    jobs.push(job.iter().copied().chain([(axis, tests)]).collect());
                }
            }
        }
        first += 1;
    }
    jobs.remove(0);
    jobs
}

struct Cube<'a> {
    gains: &'a [i64],
    counts: &'a [i64],
    axes: &'a [Axis],
    min_cover: i64,
    /// The largest gain of a box of enough rows so far.
    best: i64,
}

impl Cube<'_> {
    /// Adds up the cube of a job, and looks at all its boxes.
    fn add_up(&mut self, job: &Job) {
        let axes = || job.iter().map(|&(axis, _)| &self.axes[axis]);
        let mut places = vec![0; self.gains.len()];
        for Axis { codes, size, .. } in axes() {
            places.iter_mut().zip(codes).for_each(|(place, code)| *place = *place * (size + 1) + code + 1);
        }
        let mut sums = vec![Cell::default(); axes().map(|axis| axis.size + 1).product()];
        for ((&place, &gain), &count) in places.iter().zip(self.gains).zip(self.counts) {
            sums[place] = plus(sums[place], [gain, gain.max(0), count]);
        }
        // Entry c of an axis becomes the sum over the codes below c.
        let mut width = sums.len();
        for Axis { size, .. } in axes() {
            let whole = width;
            width /= size + 1;
            for slab in sums.chunks_exact_mut(whole) {
                (width..whole).for_each(|place| slab[place] = plus(slab[place], slab[place - width]));
            }
        }
        let mut rooms: Vec<Vec<Cell>> = vec![Vec::new(); job.len()];
        self.look(&sums, job, &mut rooms);
    }

    /// Looks at all boxes over the axes of a job. `sums` are those over the first codes of each
    /// axis, and `rooms` has a place for the sums of a box for each.
    fn look(&mut self, sums: &[Cell], job: &[(usize, usize)], rooms: &mut [Vec<Cell>]) {
        let (Some((&(axis, tests), rest)), Some((room, rooms))) = (job.split_first(), rooms.split_first_mut()) else {
            let [gain, _, rows] = sums[0];
            if gain > self.best && rows >= self.min_cover {
                self.best = gain;
            }
            return;
        };
        let axes = self.axes;
        let width = sums.len() / (axes[axis].size + 1);
        let below = |code: usize| &sums[code * width..][..width];
        for Codes { low, high, without } in &axes[axis].sets[tests - 1] {
            room.clear();
            room.extend(below(high + 1).iter().zip(below(*low)).map(|(to, from)| minus(*to, *from)));
            for code in without {
                let left_out = below(code + 1).iter().zip(below(*code));
                room.iter_mut().zip(left_out).for_each(|(cell, (to, from))| *cell = minus(*cell, minus(*to, *from)));
            }
            // The last sums are those over all codes: no box within this one gains more.
            let [_, positive, rows] = room[width - 1];
            if positive > self.best && rows >= self.min_cover {
                self.look(room, rest, rooms);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::column::{Column, Domain};
    use crate::fields::Field;
    use crate::fraction::Fraction;
    use crate::json::parse;
    use crate::scope::{Condition, Test, covers};
    use proptest::prelude::*;

    /// Three columns: numbers and two of categories, with missing cells and other categories.
    fn samples(rows: &[([usize; 3], i64)]) -> Samples {
        let numeric = Domain::Numeric(vec![1.0, 2.0, 3.0]);
        let categories = |number: usize| Domain::Categorical((0..number).map(|place| place.to_string()).collect());
        let column = |domain: Domain| Column::for_test(domain, true);
        Samples {
            columns: [numeric, categories(4), categories(2)].map(column).into(),
            classes: vec!["a".into(), "b".into()],
            codes: (0..3).map(|column| rows.iter().map(|(codes, _)| codes[column]).collect()).collect(),
            labels: vec![0; rows.len()],
            weights: vec![Fraction::from(1); rows.len()],
            counts: rows.iter().map(|(_, count)| *count).collect(),
            rows: rows.len(),
        }
    }

    fn tests_of(samples: &Samples) -> Vec<Condition> {
        let of = |column: usize| Test::all(&samples.columns[column]).into_iter().map(move |test| (column, test));
        (0..samples.columns.len()).flat_map(of).collect()
    }

    proptest! {
        #[test]
        fn sums_are_those_of_an_enumeration(
            rows in prop::collection::vec((([0_usize..5, 0..6, 0..4], 1_i64..4), -9_i64..10), 1..14),
            left_out in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
            columns in prop::sample::subsequence(vec![0, 1, 2], 1..=3),
            (min_cover, max_length, least) in (0_i64..6, 1_usize..=3, 0_i64..20),
        ) {
            let (samples, gains) = (samples(&rows.iter().map(|(row, _)| *row).collect::<Vec<_>>()), rows.iter().map(|(_, gain)| *gain).collect::<Vec<_>>());
            let tests = tests_of(&samples);
            let name = |(column, test): Condition| {
                let (name, value) = match test {
                    Test::AtMost(cut) => ("at_most", cut),
                    Test::Above(cut) => ("above", cut),
                    Test::Is(place) => ("is", place),
                    Test::IsNot(place) => ("is_not", place),
                    Test::Missing => ("missing", 0),
                    Test::Present => ("present", 0),
                };
                format!("[{column},\"{name}\",{value}]")
            };
            let without: Vec<String> = left_out.iter().map(|place| name(*place.get(&tests))).collect();
            // A second part has the first column alone.
            let text = format!(
                "{{\"max_length\":{max_length},\"min_cover\":{min_cover},\"parts\":[{{\"classes\":[0],\"columns\":{columns:?},\"without\":[{}]}},\
                 {{\"classes\":[0,1],\"columns\":[0],\"without\":[]}}]}}",
                without.join(",")
            );
            let scope = Scope::read(&Field::root(&parse(&text).unwrap()), &samples).unwrap();
            for class in 0..2 {
                let mut best = vec![least; max_length];
                let mut rules: Vec<Vec<Condition>> = vec![Vec::new()];
                for length in 1..=max_length {
                    rules = rules.iter().flat_map(|rule| tests.iter().map(|test| rule.iter().copied().chain([*test]).collect())).collect();
                    for rule in rules.iter().filter(|rule| scope.has(class, rule, &samples)) {
                        let gain: i64 = (0..samples.len()).filter(|&i| covers(rule, &samples, i)).map(|i| gains[i]).sum();
                        (length..=max_length).for_each(|longer| best[longer - 1] = gain.max(best[longer - 1]));
                    }
                }
                prop_assert_eq!(largest_sums(&gains, class, &scope, &samples, vec![least; max_length]).unwrap(), best);
            }
        }
    }
}
