//! Dominance: literals that no rule worth finding has (docs/MATH.md 5, reductions 1 to 3).

use super::instance::{Code, Cover, Instance};
use super::price::LiteralPrice;
use super::task::Task;

/// Drops, for the whole subtree of a node,
///
/// * literals whose rules of at least one more literal cannot have more than `floor` positive gain
///   (reduction 1), the literals themselves having been priced;
/// * literals that cover all that the node covers (without them the rule is the same) or nothing;
/// * where only the best rule counts, literals that remove no more negative gain than they cost
///   (reduction 2): in a best rule every literal pays for itself. Without such a literal a rule
///   covers no fewer rows.
pub(super) fn drop_useless<C: Code>(
    instance: &Instance<C>,
    literals: &mut Vec<LiteralPrice>,
    cover: &Cover,
    task: &Task<'_>,
    floor: f64,
) {
    if task.best_only {
        let least = task.problem.per_literal + task.rounding();
        literals.retain(|l| l.positive > floor && cover.negative - l.negative > least);
    } else {
        literals.retain(|l| l.positive > floor && divides(instance, l, cover));
    }
}

/// True if some rows satisfy a literal and some do not. Rows without gain count, so equal sums do
/// not decide it.
fn divides<C: Code>(instance: &Instance<C>, l: &LiteralPrice, cover: &Cover) -> bool {
    let literal = instance.literals[l.literal as usize];
    let codes = &instance.axes[literal.axis as usize].codes;
    let satisfies = |&r: &u32| literal.set.contains(codes[r as usize].bin());
    if l.positive == 0.0 && l.negative == 0.0 && !cover.rows.iter().any(satisfies) {
        return false;
    }
    l.positive != cover.positive || l.negative != cover.negative || !cover.rows.iter().all(satisfies)
}

/// Compares neighbouring literals in a chain of nested ones, and drops (reduction 3)
///
/// * the looser where the tighter keeps the same positive gain,
/// * the tighter where the looser keeps the same negative gain, and where both agree.
///
/// This is valid for the best rule only. Gains are the same if they are equal as running sums: both
/// are sums of the same bins in the same order, except for bins without gain in between.
///
/// With a least cover (`least`) the looser is never dropped, because the tighter may cover too few
/// rows. The looser in place of the tighter covers no fewer.
pub(super) fn drop_dominated<C: Code>(instance: &Instance<C>, literals: &mut Vec<LiteralPrice>, least: bool) {
    let mut kept = 0;
    for at in 0..literals.len() {
        let next = literals[at];
        let (set, axis) = (instance.literals[next.literal as usize].set, instance.literals[next.literal as usize].axis);
        let mut keep = true;
        while kept > 0 {
            let last = literals[kept - 1];
            let last_literal = instance.literals[last.literal as usize];
            if last_literal.axis != axis {
                break;
            }
            // Up a chain of `<=` literals loosen, up a chain of `>` they tighten.
            let (tight, loose, loose_is_next) = if last_literal.set.inside(set) {
                (last, next, true)
            } else if set.inside(last_literal.set) {
                (next, last, false)
            } else {
                break;
            };
            let same_positive = !least && tight.positive == loose.positive;
            let same_negative = tight.negative == loose.negative;
            if same_negative && loose_is_next {
                kept -= 1;
            } else if same_negative || same_positive && loose_is_next {
                keep = false;
                break;
            } else if same_positive {
                kept -= 1;
            } else {
                break;
            }
        }
        if keep {
            literals[kept] = next;
            kept += 1;
        }
    }
    literals.truncate(kept);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::branch_and_bound::price::{PriceBuffers, drop_small, price_literals};
    use rulegen_binarize::Samples;
    use rulegen_driver::PricingProblem;
    use rulegen_limits::Limits;
    use rulegen_rule::{CodedTable, Codes, Domain, Feature, Schema, Test};

    /// Makes one numeric column with the codes 0, 1, 2, ..., one row each.
    fn samples(rows: usize) -> Samples {
        let cuts = (0..rows - 1).map(|c| c as f64).collect();
        let feature = Feature::new("x", Domain::Numeric { cuts });
        let table = CodedTable::new(rows, vec![Codes::Narrow((0..rows as u8).collect())]).unwrap();
        Samples::merge(Schema { features: vec![feature] }, &table, &vec![0; rows], &vec![1.0; rows], 1).unwrap()
    }

    /// Returns the literals that are left of a column with these gains, row by row.
    fn left(gains: &[f64], per_literal: f64, best_only: bool, floor: f64, dominated: bool) -> Vec<Test> {
        left_with(gains, per_literal, best_only, floor, dominated, 0)
    }

    fn left_with(
        gains: &[f64],
        per_literal: f64,
        best_only: bool,
        floor: f64,
        dominated: bool,
        min_cover: u64,
    ) -> Vec<Test> {
        let samples = samples(gains.len());
        let problem = PricingProblem {
            tag: 0,
            gains: gains.to_vec(),
            fixed: 0.0,
            per_literal,
            max_length: None,
            min_cover,
            threshold: 1e-6,
        };
        let limits = Limits::default();
        let (samples, problem, slack) = (&samples, &problem, 1e-12);
        let task = Task { samples, problem, limits: &limits, best_only, cubes_per_addition: 1.0, slack };
        let (instance, _) = Instance::<u8>::new(samples, problem, !best_only);
        let cover = instance.everything();
        let alive: Vec<u32> = (0..instance.literals.len() as u32).collect();
        let mut literals = Vec::new();
        price_literals(&instance, &cover, &alive, &mut PriceBuffers::default(), &mut literals);
        drop_small(&instance, &cover, task.least_rows(), &mut PriceBuffers::default(), &mut literals);
        drop_useless(&instance, &mut literals, &cover, &task, floor);
        if dominated {
            drop_dominated(&instance, &mut literals, min_cover > 1);
        }
        literals.iter().map(|l| instance.literals[l.literal as usize].literal.test).collect()
    }

    #[test]
    fn too_little_positive_gain_goes_whatever_is_asked_for() {
        for best_only in [true, false] {
            let kept = left(&[2.0, -1.0, 3.0], 0.0, best_only, 2.5, false);
            assert_eq!(kept, [Test::Above(0), Test::Above(1)].split_at(usize::from(best_only)).1);
        }
    }

    #[test]
    fn a_literal_must_remove_more_than_it_costs_only_where_the_best_rule_counts() {
        // `x <= 1` removes -1, `x <= 0` removes -1.5, the others no negative gain.
        let gains = [2.0, -0.5, -1.0];
        assert_eq!(left(&gains, 0.75, true, 0.0, false), [Test::AtMost(0), Test::AtMost(1)]);
        assert_eq!(left(&gains, 1.0, true, 0.0, false), [Test::AtMost(0)]);
        assert_eq!(left(&gains, 1.0, false, 0.0, false), [Test::AtMost(0), Test::AtMost(1)]);
    }

    #[test]
    fn of_a_chain_only_steps_that_trade_gain_against_gain_stay() {
        // `<= 0` and `<= 1` keep the same positive gain: the tighter stays. `<= 2` keeps more of
        // both.
        let kept = left(&[1.0, -1.0, 1.0, -1.0, -1.0], 0.0, true, 0.0, true);
        assert_eq!(kept, [Test::AtMost(0), Test::AtMost(2), Test::Above(1)]);
        // `> 0` and `> 1` leave the same negative gain: the looser stays.
        let kept = left(&[-1.0, 1.0, 1.0, -1.0], 0.0, true, 0.0, true);
        assert_eq!(kept, [Test::AtMost(2), Test::Above(0)]);
    }

    #[test]
    fn with_a_least_cover_small_literals_go_and_loose_ones_stay() {
        let gains = [1.0, -1.0, 1.0, -1.0, -1.0];
        assert_eq!(left(&gains, 0.0, true, 0.0, true), [Test::AtMost(0), Test::AtMost(2), Test::Above(1)]);
        // `<= 0` covers one row of two. `<= 3` keeps the positive gain of `<= 2`, and more rows:
        // both stay.
        let kept = left_with(&gains, 0.0, true, 0.0, true, 2);
        assert_eq!(kept, [Test::AtMost(2), Test::AtMost(3), Test::Above(1)]);
    }

    #[test]
    fn literals_that_divide_nothing_go_even_where_rows_without_gain_count() {
        let kept = left(&[1.0, 0.0, -1.0], 0.0, false, -9.0, false);
        assert_eq!(kept, [Test::AtMost(0), Test::AtMost(1), Test::Above(0), Test::Above(1)]);
    }
}
