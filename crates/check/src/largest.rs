//! The largest sums of gains over all rules in scope.
//!
//! Rules of up to three conditions are those of data cubes. Of longer rules, all conditions but the
//! last three, the prefix, are tried one by one: the last three are those of cubes of the samples
//! that the prefix covers. Rules are left out where others that are looked at gain no less:
//!
//!  * the samples that a prefix, a test or a pair of tests covers have positive gains that do not
//!    sum to more than is known, or too few rows;
//!  * a neighbour of a test gains no less in its place (`useful` in axis.rs);
//!  * a test after a prefix leaves out no negative gain, or implies a test of the prefix: the rule
//!    without one of them has a condition less.

use crate::Fault;
use crate::axis::Axis;
use crate::cube::{Cube, Job, jobs, number_of_tests};
use crate::fault::ensure;
use crate::gains::{Best, Gains, NOTHING, largest};
use crate::samples::Samples;
use crate::scope::{Scope, Test};
use std::collections::HashSet;

/// The conditions of a rule that cubes have.
const OF_CUBES: usize = 3;

/// The most cells of a cube.
const MOST_CELLS: f64 = 3e7;

/// The largest number of columns to the power of the number of columns of a cube.
const MOST_CUBES: f64 = 2e7;

/// The most sums over all prefixes: some minutes.
const MOST_SUMS: u64 = 1 << 38;

/// Returns, for each number of conditions from 1 to that of the scope, the largest sum of gains
/// that a rule of at most so many conditions covers: of gains if it is for `class`, and of negated
/// gains if it is for the `opposite` class, where there is one. It is `least` if that is larger.
///
/// `least` returns such numbers for all lengths from the sums of the first lengths that are known.
/// They are at least 0, which is what a rule over samples without gains sums up to, and do not
/// fall, but to 0 where a cost has more than 62 bits, which no sum of gains reaches.
/// Smaller sums do not matter, so rules without larger ones are passed over.
///
/// # Errors
/// Gains whose sums need more than 62 bits, cubes of very many cells, and very many prefixes.
pub(crate) fn largest_sums(
    gains: &[i64],
    (class, opposite): (usize, Option<usize>),
    scope: &Scope,
    samples: &Samples,
    least: &dyn Fn(&[i64]) -> Vec<i64>,
) -> Result<Vec<i64>, Fault> {
    let size = |numbers: &[i64]| numbers.iter().map(|number| u128::from(number.unsigned_abs())).sum::<u128>();
    let fits = size(gains).max(size(&samples.counts)) < 1 << 62;
    ensure(fits, "evidence", "sums of gains do not fit into 62 bits")?;
    // A sample without a gain matters where rows are counted.
    let chosen = (0..gains.len()).filter(|&i| gains[i] != 0 || scope.min_cover > 1);
    let chosen: Vec<usize> = chosen.collect();
    let cells = chosen.iter().map(|&i| [gains[i], gains[i].max(0), samples.counts[i]]).collect();
    let all = Gains { samples: chosen, cells, min_cover: scope.min_cover };
    let classes = [Some(class), opposite];
    let raised = |known: &[Best]| -> Vec<Best> {
        let of = |way: usize| least(&known.iter().map(|best| best[way]).collect::<Vec<_>>());
        let of = |way: usize| classes[way].map_or_else(|| vec![NOTHING; scope.max_length], |_| of(way));
        of(0).into_iter().zip(of(1)).map(|(up, down)| [up, down]).collect()
    };
    let mut best = raised(&[]);
    // Both directions share a cube. Few prefixes are long for both.
    for (of_cubes, asked) in [(true, [true, true]), (false, [true, false]), (false, [false, true])] {
        if !of_cubes {
            let least = raised(&best[..best.len().min(OF_CUBES)]);
            best.iter_mut().zip(least).skip(OF_CUBES).for_each(|(best, least)| *best = largest(*best, least));
        }
        for part in &scope.parts {
            let is_for = [0, 1].map(|way| asked[way] && classes[way].is_some_and(|class| part.is_for(class)));
            // No rule of the part exceeds what it is not for.
            let start =
                best.iter().map(|best| std::array::from_fn(|way| if is_for[way] { best[way] } else { NOTHING }));
            let start: Vec<Best> = start.collect();
            let root = Node { gains: all.clone(), tests: part.tests(&samples.columns), length: 0 };
            let found = if of_cubes { root.short(start, samples)? } else { root.long(start, samples)? };
            let with = |(best, found): (&mut Best, Best)| {
                (0..2).filter(|&way| is_for[way]).for_each(|way| best[way] = found[way])
            };
            best.iter_mut().zip(found).for_each(with);
        }
    }
    Ok(best.into_iter().map(|[up, down]| if opposite.is_some() { up.max(down) } else { up }).collect())
}

/// The rules that begin with a prefix.
struct Node {
    /// The samples that the prefix covers.
    gains: Gains,
    /// The tests that may follow, by column.
    tests: Vec<(usize, Vec<Test>)>,
    /// The number of conditions of the prefix.
    length: usize,
}

impl Node {
    /// Returns the best sums once those of rules that cubes hold are known.
    fn short(&self, best: Vec<Best>, samples: &Samples) -> Result<Vec<Best>, Fault> {
        let length = best.len().min(OF_CUBES);
        let axes = self.axes((length, best[0]), samples)?;
        let add_up = |job: &Job, best: &mut [Best]| {
            self.add_up(job, &axes, best);
            Ok(())
        };
        in_parallel(&jobs(&axes, length), best, add_up)
    }

    /// Returns the best sums once those of longer rules are known too.
    fn long(&self, best: Vec<Best>, samples: &Samples) -> Result<Vec<Best>, Fault> {
        if best.len() <= OF_CUBES {
            return Ok(best);
        }
        let axes = self.axes((OF_CUBES, best[OF_CUBES]), samples)?;
        let tests = tests(&axes);
        let (start, most) = (best.clone(), MOST_SUMS / tests.len().max(1) as u64);
        let grow = |test: &(usize, usize), best: &mut [Best]| {
            // Each starts from the same sums, so that threads do not decide what is cut off.
            let (mut of_child, mut left) = (start.clone(), most);
            if let Some(child) = self.child(*test, &axes, &start, samples) {
                child.grow(&mut of_child, &mut left, samples)?;
            }
            best.iter_mut().zip(of_child).for_each(|(best, found)| *best = largest(*best, found));
            Ok(())
        };
        in_parallel(&tests, best, grow)
    }

    /// Returns the axes for cubes of up to `most` tests whose rules gain more than `best`.
    fn axes(&self, (most, best): (usize, Best), samples: &Samples) -> Result<Vec<Axis>, Fault> {
        let axis = |(column, tests): &(usize, Vec<Test>)| {
            Axis::new((*column, tests), &self.gains, (most, best, self.length != 0), samples)
        };
        let mut axes: Vec<Axis> = self.tests.iter().map(axis).collect::<Result<_, _>>()?;
        axes.retain(|axis| !axis.tests.is_empty());
        let cubes = (axes.len() as f64).powi(most as i32);
        ensure(cubes <= MOST_CUBES, "rules.parts", "too many columns for cubes")?;
        let mut sizes: Vec<f64> = axes.iter().map(|axis| (axis.size + 1) as f64).collect();
        sizes.sort_unstable_by(|a, b| b.total_cmp(a));
        let cells = sizes.iter().take(most).product::<f64>();
        ensure(cells <= MOST_CELLS, "data.columns", "too many cut points and categories for a cube")?;
        Ok(axes)
    }

    /// Adds up a cube, and returns the number of its sums.
    fn add_up(&self, job: &Job, axes: &[Axis], best: &mut [Best]) -> u64 {
        let longer = &mut best[self.length + number_of_tests(job) - 1..];
        let mut cube = Cube::new(&self.gains, axes, longer[0]);
        cube.add_up(job);
        longer.iter_mut().for_each(|best| *best = largest(*best, cube.best));
        cube.sums
    }

    /// Returns the pairs of axes of which two tests leave rules that may gain more than `best`.
    fn pairs(&self, axes: &[Axis], best: Best, sums: &mut u64) -> HashSet<(usize, usize)> {
        let all = (0..axes.len()).flat_map(|a| (a + 1..axes.len()).map(move |b| (a, b)));
        let leaves_more = |(a, b): &(usize, usize)| {
            let mut cube = Cube::new(&self.gains, axes, best);
            cube.add_up(&vec![(*a, 1), (*b, 1)]);
            *sums += cube.sums;
            cube.may_exceed
        };
        all.filter(leaves_more).collect()
    }

    /// Returns the rules with one condition more in the prefix, a test of an axis, unless none of
    /// them gains more than the best.
    fn child(&self, (axis, test): (usize, usize), axes: &[Axis], best: &[Best], samples: &Samples) -> Option<Node> {
        let condition = (axes[axis].column, axes[axis].tests[test]);
        let gains = self.gains.covered_by(condition, samples);
        // A later test that implies this one makes a rule that is as good without this one.
        let codes = |test: Test| test.codes(samples.columns[condition.0].missing_code());
        let is_stricter = |later: &Test| codes(*later).and(&codes(condition.1)) == codes(*later);
        let after = axes[axis].tests[test + 1..].iter().filter(|later| !is_stricter(later)).copied().collect();
        let others = axes[axis + 1..].iter().map(|axis| (axis.column, axis.tests.clone()));
        let tests = std::iter::once((condition.0, after)).chain(others).collect();
        let length = self.length + 1;
        gains.may_exceed(best[length + OF_CUBES - 1], gains.sum()).then_some(Node { gains, tests, length })
    }

    /// Looks at all rules of three conditions more than the prefix, and longer ones.
    fn grow(&self, best: &mut [Best], left: &mut u64, samples: &Samples) -> Result<(), Fault> {
        let axes = self.axes((OF_CUBES, best[self.length + OF_CUBES - 1]), samples)?;
        let mut sums = ((self.gains.cells.len() + 1) * (axes.len() + 1)) as u64;
        let pairs = self.pairs(&axes, best[self.length + OF_CUBES - 1], &mut sums);
        let has_pairs = |job: &Job| {
            let of_later =
                |(place, &(a, _)): (usize, &(usize, usize))| job[place + 1..].iter().map(move |&(b, _)| (a, b));
            job.iter().enumerate().flat_map(of_later).all(|pair| pairs.contains(&pair))
        };
        for job in jobs(&axes, OF_CUBES).iter().filter(|job| number_of_tests(job) == OF_CUBES && has_pairs(job)) {
            sums += self.add_up(job, &axes, best);
        }
        let too_many = || Fault::refused("rules.max_length", "too many rules of this length to be checked");
        *left = left.checked_sub(sums).ok_or_else(too_many)?;
        let has_longer = self.length + OF_CUBES < best.len();
        for test in tests(&axes).into_iter().filter(|_| has_longer) {
            if let Some(child) = self.child(test, &axes, best, samples) {
                child.grow(best, left, samples)?;
            }
        }
        Ok(())
    }
}

/// Returns the tests of all axes by the places of both.
fn tests(axes: &[Axis]) -> Vec<(usize, usize)> {
    axes.iter().enumerate().flat_map(|(place, axis)| (0..axis.tests.len()).map(move |test| (place, test))).collect()
}

/// Runs jobs on all processors, each of which begins with the same best sums, and returns the best
/// of all.
fn in_parallel<T: Sync>(
    jobs: &[T],
    best: Vec<Best>,
    run: impl Fn(&T, &mut [Best]) -> Result<(), Fault> + Sync,
) -> Result<Vec<Best>, Fault> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(jobs.len().max(1));
    let share = |first: usize, mut best: Vec<Best>| {
        jobs.iter().skip(first).step_by(threads).try_for_each(|job| run(job, &mut best)).map(|()| best)
    };
    let found: Vec<Result<Vec<Best>, Fault>> = std::thread::scope(|scope| {
        let (share, best) = (&share, &best);
        let running: Vec<_> = (0..threads).map(|first| scope.spawn(move || share(first, best.clone()))).collect();
        running.into_iter().map(|thread| thread.join().expect("no thread panics")).collect()
    });
    found.into_iter().try_fold(best, |best, found| {
        Ok(best.into_iter().zip(found?).map(|(best, found)| largest(best, found)).collect())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::column::{Column, Domain};
    use crate::fields::Field;
    use crate::fraction::Fraction;
    use crate::json::parse;
    use crate::scope::{Condition, Test, covering};
    use proptest::prelude::*;

    /// Five columns: numbers and four of categories, the first ones with missing cells and other
    /// categories.
    fn samples(rows: &[([usize; 5], i64)]) -> Samples {
        let numeric = Domain::Numeric(vec![1.0, 2.0, 3.0]);
        let categories = |number: usize| Domain::Categorical((0..number).map(|place| place.to_string()).collect());
        let domains = [
            (numeric, true),
            (categories(3), true),
            (categories(2), true),
            (categories(2), false),
            (categories(2), false),
        ];
        Samples {
            columns: domains.map(|(domain, missing_seen)| Column::for_test(domain, missing_seen)).into(),
            classes: vec!["a".into(), "b".into()],
            codes: (0..5).map(|column| rows.iter().map(|(codes, _)| codes[column]).collect()).collect(),
            labels: vec![0; rows.len()],
            groups: Vec::new(),
            grouped_by: Vec::new(),
            weights: vec![Fraction::from(1); rows.len()],
            counts: rows.iter().map(|(_, count)| *count).collect(),
            rows: rows.len(),
        }
    }

    fn tests_of(samples: &Samples) -> Vec<Condition> {
        let of = |column: usize| Test::all(&samples.columns[column]).into_iter().map(move |test| (column, test));
        (0..samples.columns.len()).flat_map(of).collect()
    }

    /// All rules of at most this length over the first columns, without some tests.
    fn all_rules(max_length: usize, columns: usize, without: Vec<String>, samples: &Samples) -> Scope {
        let (columns, without): (Vec<usize>, String) = ((0..columns).collect(), without.join(","));
        let part = format!(r#"{{"classes": [0], "columns": {columns:?}, "without": [{without}]}}"#);
        let text = format!(r#"{{"max_length": {max_length}, "min_cover": 1, "parts": [{part}]}}"#);
        Scope::read(&Field::root(&parse(&text).unwrap()), samples).unwrap()
    }

    #[test]
    fn samples_without_a_gain_count_as_rows() {
        let samples = samples(&[([0; 5], 1), ([0, 1, 0, 0, 0], 2), ([1, 0, 0, 0, 0], 9)]);
        for (min_cover, most) in [(1, 5), (3, 5), (4, 4), (13, 0)] {
            let scope = Scope { min_cover, ..all_rules(1, 2, Vec::new(), &samples) };
            let found = largest_sums(&[5, 0, -1], (0, None), &scope, &samples, &|_| vec![0]);
            assert_eq!(found, Ok(vec![most]), "{min_cover}");
        }
    }

    #[test]
    fn rules_of_all_lengths_are_added_up() {
        // One sample passes five tests, and each of five others all but one of them.
        let passes = [3, 1, 1, 1, 1];
        let fails = |column: usize| std::array::from_fn(|place| if place == column { 0 } else { passes[place] });
        let rows: Vec<([usize; 5], i64)> = (0..=5).map(|column| (fails(column), 1)).collect();
        let samples = samples(&rows);
        let scope = all_rules(5, 5, Vec::new(), &samples);
        let found = largest_sums(&[-4, -4, -4, -4, -4, 20], (0, None), &scope, &samples, &|_| vec![0; 5]);
        assert_eq!(found, Ok(vec![4, 8, 12, 16, 20]));
        // For the opposite class, whose gains are these with the other sign.
        let part = r#"{"classes": [1], "columns": [0, 1, 2, 3, 4], "without": []}"#;
        let text = format!(r#"{{"max_length": 5, "min_cover": 1, "parts": [{part}]}}"#);
        let scope = Scope::read(&Field::root(&parse(&text).unwrap()), &samples).unwrap();
        for (classes, sums) in [((0, Some(1)), [4, 8, 12, 16, 20]), ((1, None), [4; 5]), ((0, None), [0; 5])] {
            let found = largest_sums(&[4, 4, 4, 4, 4, -20], classes, &scope, &samples, &|_| vec![0; 5]);
            assert_eq!(found, Ok(sums.into()), "{classes:?}");
        }
    }

    #[test]
    fn sums_have_at_most_62_bits() {
        let sums = |gains: [i64; 2], counts: [i64; 2]| {
            let samples = samples(&[([0; 5], counts[0]), ([1, 0, 0, 0, 0], counts[1])]);
            largest_sums(&gains, (0, None), &all_rules(1, 1, Vec::new(), &samples), &samples, &|_| vec![0])
                .map_err(|fault| fault.to_string())
        };
        const MOST: i64 = (1 << 62) - 1;
        assert_eq!(sums([MOST, 0], [1, 1]), Ok(vec![MOST]));
        assert_eq!(sums([MOST - 5, -5], [MOST - 1, 1]), Ok(vec![MOST - 5]));
        for (gains, counts) in [
            ([MOST, 1], [1, 1]),
            ([MOST, -1], [1, 1]),
            ([-MOST, -1], [1, 1]),
            ([i64::MIN, 0], [1, 1]),
            ([i64::MAX, i64::MAX], [1, 1]),
            ([1, 1], [MOST, 1]),
        ] {
            assert_eq!(sums(gains, counts), Err("refused: evidence: sums of gains do not fit into 62 bits".into()));
        }
    }

    #[test]
    fn long_rules_take_at_most_some_sums() {
        let rows: Vec<([usize; 5], i64)> = (0..16).map(|row| ([row % 4, row / 4, row % 2, row / 8, 1], 1)).collect();
        let samples = samples(&rows);
        let cells = (0..16).map(|row| if row % 3 == 0 { [-1, 0, 1] } else { [2, 2, 1] }).collect();
        let root = Node {
            gains: Gains { samples: (0..16).collect(), cells, min_cover: 1 },
            tests: all_rules(5, 5, Vec::new(), &samples).parts[0].tests(&samples.columns),
            length: 0,
        };
        let grow = |mut left: u64| root.grow(&mut [[0, NOTHING]; 5], &mut left, &samples).map(|()| left);
        let all = 1 << 30;
        let needed = all - grow(all).unwrap();
        // Each cube of three tests begins with the sixteen samples.
        let axes = root.axes((OF_CUBES, [0, NOTHING]), &samples).unwrap();
        let cubes = jobs(&axes, OF_CUBES).iter().filter(|job| number_of_tests(job) == OF_CUBES).count() as u64;
        assert!(needed > 16 * cubes && cubes > 10, "{needed} {cubes}");
        assert_eq!(grow(needed), Ok(0));
        let said = grow(needed - 1).unwrap_err().to_string();
        assert_eq!(said, "refused: rules.max_length: too many rules of this length to be checked");
    }

    #[test]
    fn cubes_are_not_too_many_or_too_large() {
        let of_columns = |number: usize, cuts: usize, rows: &[(usize, i64)]| Samples {
            columns: vec![Column::for_test(Domain::Numeric((0..cuts).map(|cut| cut as f64).collect()), false); number],
            codes: vec![rows.iter().map(|(code, _)| *code).collect(); number],
            ..samples(&rows.iter().map(|_| ([0; 5], 1)).collect::<Vec<_>>())
        };
        let sums = |samples: &Samples, rows: &[(usize, i64)]| {
            let gains: Vec<i64> = rows.iter().map(|(_, gain)| *gain).collect();
            let above = |column: usize| {
                (0..samples.columns[column].values()).map(move |cut| format!("[{column},\"above\",{cut}]"))
            };
            let scope = all_rules(3, samples.columns.len(), (0..3).flat_map(above).collect(), samples);
            largest_sums(&gains, (0, None), &scope, samples, &|_| vec![0; 3]).map_err(|fault| fault.to_string())
        };
        let rows = [(0, 1), (1, 1)];
        assert_eq!(
            sums(&of_columns(272, 1, &rows), &rows),
            Err("refused: rules.parts: too many columns for cubes".into())
        );
        // Codes of 308 cuts and of missing cells, and one entry more for each axis: 311 cubed.
        let rows: Vec<(usize, i64)> = (0..=308).flat_map(|code| [(code, 1), (code, -1)]).collect();
        let reason = "refused: data.columns: too many cut points and categories for a cube";
        assert_eq!(sums(&of_columns(3, 308, &rows), &rows), Err(reason.into()));
    }

    #[test]
    fn both_ends_of_a_range_may_be_in_a_long_rule() {
        // Four conditions leave out one row each: both ends of a range of one code, and two more.
        let rows = [[1, 0, 0, 1, 1], [0, 0, 0, 1, 1], [2, 0, 0, 1, 1], [1, 0, 0, 0, 1], [1, 0, 0, 1, 0]];
        let samples = samples(&rows.map(|codes| (codes, 1)));
        let text = r#"{"max_length":4,"min_cover":1,"parts":[{"classes":[0],"columns":[0,3,4],"without":[[0,"missing",0],[0,"present",0]]}]}"#;
        let scope = Scope::read(&Field::root(&parse(text).unwrap()), &samples).unwrap();
        let sums = largest_sums(&[10, -10, -10, -10, -10], (0, None), &scope, &samples, &|_| vec![0; 4]);
        assert_eq!(sums, Ok(vec![0, 0, 0, 10]));
    }

    proptest! {
        #[test]
        fn sums_are_those_of_an_enumeration(
            rows in prop::collection::vec((([0_usize..5, 0..5, 0..4, 0..2, 0..2], 1_i64..4), -9_i64..10), 1..14),
            left_out in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
            columns in prop::sample::subsequence(vec![0, 1, 2, 3, 4], 1..=5),
            (min_cover, max_length, least) in (0_i64..6, 1_usize..=5, 0_i64..20),
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
            let least = |known: &[i64]| vec![known.iter().copied().max().unwrap_or(least); max_length];
            let both = largest_sums(&gains, (0, Some(1)), &scope, &samples, &least).unwrap();
            let mut of_both = least(&[]);
            for (class, sign) in [(0, 1), (1, -1)] {
                let gains: Vec<i64> = gains.iter().map(|gain| sign * gain).collect();
                let mut best = least(&[]);
                let mut rules: Vec<(usize, Vec<Condition>)> = vec![(0, Vec::new())];
                for length in 1..=max_length {
                    let longer = |(next, rule): &(usize, Vec<Condition>)| (*next..tests.len())
                        .map(|place| (place + 1, rule.iter().copied().chain([tests[place]]).collect()))
                        .collect::<Vec<_>>();
                    rules = rules.iter().flat_map(longer).collect();
                    for (_, rule) in rules.iter().filter(|(_, rule)| scope.has(class, rule, &samples)) {
                        let gain: i64 = (0..samples.len()).filter(|&i| covering(rule, &samples)(i)).map(|i| gains[i]).sum();
                        (length..=max_length).for_each(|longer| best[longer - 1] = gain.max(best[longer - 1]));
                    }
                }
                of_both.iter_mut().zip(&best).for_each(|(both, best)| *both = *best.max(both));
                prop_assert_eq!(largest_sums(&gains, (class, None), &scope, &samples, &least).unwrap(), best);
            }
            prop_assert_eq!(both, of_both);
        }
    }
}
