//! Votes that tie exactly.

/// The step, as a part of the largest weight, that all weights are rounded to multiples of, so that
/// sums of them are exact.
const GRAIN: f64 = 1.0 / GRAINS as f64;
const GRAINS: u32 = 1 << 30;

/// The largest common denominator that is looked for.
const LARGEST_DENOMINATOR: u32 = 10_000;

/// The error of a weight from a linear program, as a part of the largest weight.
const OPEN: f64 = 1e-9;

/// Divides votes by `unit`, the largest weight, and rounds them to multiples of a small part of it.
///
/// The weights at a vertex of a linear program are fractions, but the last digits of their floating
/// point numbers are left open, and would decide where the sums of two classes are equal. If `D` is
/// the least number such that all votes are multiples of `1 / D`, one vote is worth
/// `floor(2^30 / D) D` parts of `2^-30`, so that sums tie where those of the fractions do. Votes
/// that have no common denominator up to 10,000 are rounded to the nearest part.
pub(super) fn exact_votes(votes: &[f64], unit: f64) -> Vec<f64> {
    let votes = votes.iter().map(|votes| votes / unit);
    let is_multiple = |votes: f64, of: f64| ((votes * of).round() / of - votes).abs() <= OPEN;
    let denominator = (1..=LARGEST_DENOMINATOR).find(|&d| votes.clone().all(|votes| is_multiple(votes, f64::from(d))));
    let (parts, grain) = match denominator {
        Some(denominator) => (denominator, f64::from(GRAINS / denominator) * GRAIN),
        None => (GRAINS, GRAIN),
    };
    votes.map(|votes| (votes * f64::from(parts)).round() * grain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn fractions_tie_where_their_sums_are_equal() {
        let noisy = |k: f64, d: f64| k / d * (1.0 + 3e-15);
        for (votes, left, right) in [
            (vec![1.0, noisy(1.0, 2.0), noisy(1.0, 4.0), 0.25], vec![1], vec![2, 3]),
            (vec![1.0, noisy(1.0, 3.0), 1.0 / 3.0, noisy(2.0, 3.0)], vec![0], vec![1, 3]),
            (vec![23.0, 1.0, noisy(7.0, 1.0), 10.0, 4.0, 6.0, noisy(8.0, 1.0)], vec![1, 1, 2, 3], vec![1, 4, 5, 6]),
        ] {
            let exact = exact_votes(&votes, votes[0]);
            let sum = |of: &[usize]| of.iter().map(|&k| exact[k]).sum::<f64>();
            assert_eq!(sum(&left), sum(&right), "{exact:?}");
            assert!((exact[0] - 1.0).abs() <= 1e-5);
        }
        assert_eq!(exact_votes(&[2.0, 1.0, 0.5], 2.0), [1.0, 0.5, 0.25]);
    }

    proptest! {
        #[test]
        fn votes_stay_what_they_are(votes in prop::collection::vec(1e-6f64..1.0, 1..8)) {
            let unit = votes.iter().copied().fold(0.0, f64::max);
            let exact = exact_votes(&votes, unit);
            // One vote is worth as much less for all.
            let one = exact.iter().copied().fold(0.0, f64::max);
            prop_assert!(one > 1.0 - 1.1e-5 && one <= 1.0 + OPEN);
            for (exact, votes) in exact.iter().zip(&votes) {
                prop_assert!((exact / one - votes / unit).abs() <= 3.0 * OPEN);
                prop_assert_eq!((exact / GRAIN).fract(), 0.0);
            }
        }
    }
}
