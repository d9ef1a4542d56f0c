//! Data cubes: gains added up by the codes of some columns.
//!
//! The sum over the codes that conditions allow, a box of the cube, is what a rule with these
//! conditions gains. Boxes are added up axis by axis from sums of the first codes, the second, and
//! so on.

use crate::axis::Axis;
use crate::cell::{Cell, minus, plus};
use crate::gains::{Best, Gains, largest};

/// Some axes by their places, with the number of tests on each.
pub(crate) type Job = Vec<(usize, usize)>;

/// Returns all ways to divide up to `length` tests among axes, the fewest tests first.
pub(crate) fn jobs(axes: &[Axis], length: usize) -> Vec<Job> {
    let mut jobs: Vec<Job> = vec![Vec::new()];
    let mut first = 0;
    while first < jobs.len() {
        let job = jobs[first].clone();
        let next = job.last().map_or(0, |(axis, _)| axis + 1);
        for axis in next..axes.len() {
            for tests in 1..=(length - number_of_tests(&job)).min(axes[axis].sets.len()) {
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

pub(crate) fn number_of_tests(job: &Job) -> usize {
    job.iter().map(|(_, tests)| tests).sum()
}

pub(crate) struct Cube<'a> {
    pub(crate) gains: &'a Gains,
    pub(crate) axes: &'a [Axis],
    /// The largest gains of boxes of enough rows so far.
    pub(crate) best: Best,
    /// True if the positive or the negative gains of a box exceed these.
    pub(crate) may_exceed: bool,
    /// The number of sums so far.
    pub(crate) sums: u64,
}

impl<'a> Cube<'a> {
    pub(crate) fn new(gains: &'a Gains, axes: &'a [Axis], best: Best) -> Cube<'a> {
        Cube { gains, axes, best, may_exceed: false, sums: 0 }
    }

    /// Adds up the cube of a job, and looks at all its boxes.
    pub(crate) fn add_up(&mut self, job: &Job) {
        let axes = || job.iter().map(|&(axis, _)| &self.axes[axis]);
        let mut places = vec![0; self.gains.cells.len()];
        for Axis { codes, size, .. } in axes() {
            let size = *size as u32 + 1;
            places.iter_mut().zip(codes).for_each(|(place, code)| *place = *place * size + code + 1);
        }
        let mut sums = vec![Cell::default(); axes().map(|axis| axis.size + 1).product()];
        for (&place, cell) in places.iter().zip(&self.gains.cells) {
            let sum = &mut sums[place as usize];
            *sum = plus(*sum, *cell);
        }
        // Entry c of an axis becomes the sum over the codes below c.
        let mut width = sums.len();
        for Axis { size, .. } in axes() {
            let whole = width;
            width /= size + 1;
            for slab in sums.chunks_exact_mut(whole) {
                let (mut before, after) = slab.split_at_mut(width);
                for next in after.chunks_exact_mut(width) {
                    next.iter_mut().zip(&*before).for_each(|(next, before)| *next = plus(*next, *before));
                    before = next;
                }
            }
        }
        self.sums += (places.len() + sums.len()) as u64;
        let mut rooms: Vec<Vec<Cell>> = vec![Vec::new(); job.len()];
        self.look(&sums, job, &mut rooms);
    }

    /// Looks at all boxes over the axes of a job. `sums` are those over the first codes of each
    /// axis, and `rooms` has a place for the sums of a box for each.
    fn look(&mut self, sums: &[Cell], job: &[(usize, usize)], rooms: &mut [Vec<Cell>]) {
        let (Some((&(axis, tests), rest)), Some((room, rooms))) = (job.split_first(), rooms.split_first_mut()) else {
            return;
        };
        let axes = self.axes;
        let width = sums.len() / (axes[axis].size + 1);
        let below = |code: usize| &sums[code * width..][..width];
        for codes in &axes[axis].sets[tests - 1] {
            // The last sums are those over all codes of the other axes. No box within this one
            // gains more than its positive part.
            let [gain, positive, rows] = codes.sum(|code| sums[code * width + width - 1]);
            if !self.gains.may_exceed(self.best, [gain, positive, rows]) {
                continue;
            }
            if rest.is_empty() {
                (self.best, self.may_exceed) = (largest(self.best, [gain, -gain]), true);
                continue;
            }
            let range =
                |&(from, end): &(usize, usize)| below(end).iter().zip(below(from)).map(|(to, from)| minus(*to, *from));
            let mut ranges = codes.0.iter().map(range);
            room.clear();
            ranges.next().into_iter().for_each(|first| room.extend(first));
            for others in ranges {
                room.iter_mut().zip(others).for_each(|(cell, more)| *cell = plus(*cell, more));
            }
            self.sums += width as u64;
            self.look(room, rest, rooms);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::column::{Column, Domain};
    use crate::gains::NOTHING;
    use crate::samples::Samples;
    use crate::scope::{Codes, Test};

    #[test]
    fn sums_of_a_cube_are_counted() {
        let column = Column::for_test(Domain::Numeric(vec![1.0, 2.0]), false);
        let samples = Samples {
            columns: vec![column.clone()],
            classes: vec!["no".into(), "yes".into()],
            codes: vec![vec![0, 1, 2]],
            labels: vec![0; 3],
            groups: Vec::new(),
            grouped_by: Vec::new(),
            weights: Vec::new(),
            counts: vec![1; 3],
            rows: 3,
        };
        let gains = Gains { samples: vec![0, 1, 2], cells: vec![[-1, 0, 1], [5, 5, 1], [-2, 0, 1]], min_cover: 2 };
        let axis = Axis::new((0, &Test::all(&column)), &gains, (2, [0, 0], false), &samples).unwrap();
        assert_eq!((axis.size, axis.sets[0].len(), axis.sets[1].len()), (4, 2, 1));
        let axes = [axis];
        assert_eq!(jobs(&axes, 2), [[(0, 1)], [(0, 2)]]);
        let mut cube = Cube { sums: 7, ..Cube::new(&gains, &axes, [0, NOTHING]) };
        cube.add_up(&vec![(0, 1)]);
        // Three samples and five entries.
        assert_eq!((cube.best, cube.may_exceed, cube.sums), ([4, NOTHING], true, 15));
    }

    /// Gains of all rows of three columns, each of another number of codes.
    #[test]
    fn best_boxes_are_those_of_an_enumeration() {
        let numeric = |cuts: usize| Domain::Numeric((0..cuts).map(|cut| cut as f64).collect());
        let domains = [Domain::Categorical(["a", "b", "c"].map(String::from).into()), numeric(1), numeric(2)];
        let columns = domains.map(|domain| Column::for_test(domain, true));
        // Codes of a row: categories or cuts, other texts, and missing cells.
        let codes: Vec<Vec<usize>> =
            [(12, 5), (1, 3), (3, 4)].map(|(step, size)| (0..60).map(|row| row / step % size).collect()).into();
        let samples = Samples {
            columns: columns.into(),
            classes: vec!["no".into(), "yes".into()],
            codes,
            labels: vec![0; 60],
            groups: Vec::new(),
            grouped_by: Vec::new(),
            weights: Vec::new(),
            counts: vec![1; 60],
            rows: 60,
        };
        for seed in 1..10_i64 {
            let gain = |row: i64| (row * row * seed * 7 + row * 31 + seed) % 23 - 12;
            let cells = (0..60).map(|row| [gain(row), gain(row).max(0), 1 + row % 3]).collect();
            let gains = Gains { samples: (0..60).collect(), cells, min_cover: 1 + seed };
            let axis = |column: usize| {
                Axis::new((column, &Test::all(&samples.columns[column])), &gains, (3, [0, 0], false), &samples)
            };
            let axes: Vec<Axis> = (0..3).map(|column| axis(column).unwrap()).collect();
            let jobs = jobs(&axes, 3);
            assert!(jobs.len() >= 6, "{jobs:?}");
            for job in jobs {
                let mut boxes = vec![vec![true; 60]];
                for &(axis, tests) in &job {
                    let passes = |codes: &Codes, row: usize| {
                        let code = axes[axis].codes[row] as usize;
                        codes.0.iter().any(|(from, end)| (*from..*end).contains(&code))
                    };
                    let within = |rows: &Vec<bool>, codes: &Codes| {
                        (0..60).map(|row| rows[row] && passes(codes, row)).collect::<Vec<_>>()
                    };
                    boxes = boxes
                        .iter()
                        .flat_map(|rows| axes[axis].sets[tests - 1].iter().map(|codes| within(rows, codes)))
                        .collect();
                }
                let sum = |rows: &Vec<bool>, part: usize| {
                    (0..60).filter(|&row| rows[row]).map(|row| gains.cells[row][part]).sum::<i64>()
                };
                let enough = || boxes.iter().filter(|rows| sum(rows, 2) >= gains.min_cover);
                let best = |sign: i64| enough().map(|rows| sign * sum(rows, 0)).max().unwrap_or(0).max(0);
                let mut cube = Cube::new(&gains, &axes, [0, 0]);
                cube.add_up(&job);
                assert_eq!(cube.best, [best(1), best(-1)], "{seed} {job:?}");
                // In one direction alone.
                for (start, found) in [([0, NOTHING], [best(1), NOTHING]), ([NOTHING, 0], [NOTHING, best(-1)])] {
                    let mut cube = Cube::new(&gains, &axes, start);
                    cube.add_up(&job);
                    assert_eq!(cube.best, found, "{seed} {job:?}");
                }
            }
        }
    }
}
