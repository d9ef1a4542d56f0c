//! Literals that no rule worth finding holds (tests 1 to 3 of MATH.md).

use super::instance::{Code, Cover, Instance};
use super::price::Priced;
use super::search::Task;

/// Drops, for the whole subtree of a node,
///
/// * literals whose rules of at least one more literal cannot have more than `floor` positive gain
///   (test 1), the literals themselves having been priced;
/// * literals that cover all that the node covers (without them the rule is the same) or nothing;
/// * where only the best rule counts, literals that remove no more negative gain than they cost
///   (test 2): in a best rule every literal pays for itself.
pub(super) fn drop_useless<C: Code>(
    instance: &Instance<C>,
    literals: &mut Vec<Priced>,
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

/// Whether some rows satisfy a literal and some do not. Rows without gain count, so equal sums do not tell.
fn divides<C: Code>(instance: &Instance<C>, l: &Priced, cover: &Cover) -> bool {
    let arm = instance.arms[l.arm as usize];
    let codes = &instance.axes[arm.axis as usize].codes;
    let satisfies = |&r: &u32| arm.set.contains(codes[r as usize].bin());
    if l.positive == 0.0 && l.negative == 0.0 && !cover.rows.iter().any(satisfies) {
        return false;
    }
    l.positive != cover.positive || l.negative != cover.negative || !cover.rows.iter().all(satisfies)
}

/// Of neighbouring literals of a chain of nested ones, drops (test 3)
///
/// * the looser where the tighter keeps the same positive gain,
/// * the tighter where the looser keeps the same negative gain, and where both agree.
///
/// Holds for the best rule only. Gains are the same if equal as running sums: both are sums of the
/// same bins in the same order, but for bins without gain in between.
pub(super) fn drop_dominated<C: Code>(instance: &Instance<C>, literals: &mut Vec<Priced>) {
    let mut kept = 0;
    for at in 0..literals.len() {
        let next = literals[at];
        let (set, axis) = (instance.arms[next.arm as usize].set, instance.arms[next.arm as usize].axis);
        let mut keep = true;
        while kept > 0 {
            let last = literals[kept - 1];
            let last_arm = instance.arms[last.arm as usize];
            if last_arm.axis != axis {
                break;
            }
            // Up a chain of `<=` literals loosen, up a chain of `>` they tighten.
            let (tight, loose, loose_is_next) = if last_arm.set.inside(set) {
                (last, next, true)
            } else if set.inside(last_arm.set) {
                (next, last, false)
            } else {
                break;
            };
            let same_positive = tight.positive == loose.positive;
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
