//! Sums of answers: the sum of those of several shards equals that of one shard with all their
//! rows.

use crate::ShardError;
use crate::division::Division;
use crate::merged::smallest;
use crate::message::{Answer, from_bytes, to_bytes};
use rulegen_pricing::Share;

/// Sums the answers that shards gave to the same request. Sums are exact, so their order does not
/// matter.
///
/// # Errors
/// No answer, bytes that are none, and answers to different requests.
pub fn sum_answers<'a>(answers: impl IntoIterator<Item = &'a [u8]>) -> Result<Vec<u8>, ShardError> {
    let mut answers = answers.into_iter();
    let first = answers.next().ok_or(ShardError::NoPartition)?;
    let sum = answers.try_fold(from_bytes(first)?, |sum: Answer, answer| sum.plus(from_bytes(answer)?))?;
    Ok(to_bytes(&sum))
}

impl Answer {
    /// Adds another answer to this one.
    ///
    /// # Errors
    /// [`ShardError::Misfit`] if they answer different requests.
    pub(crate) fn plus(self, other: Answer) -> Result<Answer, ShardError> {
        match (self, other) {
            (Answer::Clusters { clusters: one, rows: of_one }, Answer::Clusters { clusters: two, rows: of_two }) => {
                let whole =
                    |division: &Division, rows: &[u64]| division.is_whole() && rows.len() == division.clusters();
                if one.rules() != two.rules() || !whole(&one, &of_one) || !whole(&two, &of_two) {
                    return Err(ShardError::Misfit { what: "clusters" });
                }
                let (clusters, pairs) = one.union(&two);
                let of = |rows: &[u64], at: u32| rows.get(at as usize).copied().unwrap_or(0);
                let rows = pairs.iter().map(|&[a, b]| of(&of_one, a).saturating_add(of(&of_two, b))).collect();
                Ok(Answer::Clusters { clusters, rows })
            }
            (Answer::Histograms(mut sum), Answer::Histograms(other)) => {
                if shape(&sum) != shape(&other) {
                    return Err(ShardError::Misfit { what: "histograms" });
                }
                let cells = sum.iter_mut().flatten().flatten().zip(other.iter().flatten().flatten());
                cells.for_each(|(sum, share)| sum.add(share));
                Ok(Answer::Histograms(sum))
            }
            (Answer::Draws { most, draws }, Answer::Draws { most: of_other, draws: other }) if most == of_other => {
                Ok(Answer::Draws { most, draws: smallest([draws, other].concat(), most) })
            }
            (Answer::Rows(rows), Answer::Rows(other)) => Ok(Answer::Rows(rows.and(other)?)),
            _ => Err(ShardError::Misfit { what: "answers" }),
        }
    }
}

/// The number of codes of each column of each part.
fn shape(histograms: &[Vec<Vec<Share>>]) -> Vec<Vec<usize>> {
    histograms.iter().map(|part| part.iter().map(Vec::len).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::merged::MergedRows;
    use rulegen_binarize::{Bins, Samples, learn};
    use rulegen_data::{Table, Values};
    use rulegen_limits::Limits;

    fn clusters(labels: &[u32], rows: &[u64]) -> Vec<u8> {
        to_bytes(&Answer::Clusters { clusters: Division::of_classes(labels.to_vec()), rows: rows.to_vec() })
    }

    fn histograms(gains: &[i64]) -> Vec<u8> {
        let shares = gains.iter().map(|&gain| Share::of(gain, 7, 2)).collect();
        to_bytes(&Answer::Histograms(vec![vec![shares]]))
    }

    #[test]
    fn answers_add_up_in_any_order() {
        let of_three = [clusters(&[0, 2], &[5, 7]), clusters(&[1], &[9]), clusters(&[0, 1], &[1, 1])];
        let sum = clusters(&[0, 1, 2], &[6, 10, 7]);
        for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2]] {
            let answers = order.map(|at: usize| &of_three[at][..]);
            assert_eq!(sum_answers(answers).unwrap(), sum);
            let two = sum_answers([answers[1], answers[2]]).unwrap();
            assert_eq!(sum_answers([answers[0], &two]).unwrap(), sum);
        }
        let found: Answer =
            from_bytes(&sum_answers([&histograms(&[3, -1])[..], &histograms(&[1, 2])]).unwrap()).unwrap();
        let Answer::Histograms(found) = found else { panic!("{found:?}") };
        assert_eq!(found[0][0][0], Share { positive: 4, negative: 0, key: 28, rows: 4 });
        assert_eq!(found[0][0][1], Share { positive: 2, negative: -1, key: 28, rows: 4 });
    }

    #[test]
    fn draws_and_merged_rows_are_put_together() {
        let draws = |most: usize, keys: &[u64]| {
            to_bytes(&Answer::Draws { most, draws: keys.iter().map(|&key| (key, 0)).collect() })
        };
        let (one, two) = (draws(3, &[1, 5, 9]), draws(3, &[2, 5]));
        assert_eq!(sum_answers([&one[..], &two]).unwrap(), draws(3, &[1, 2, 5]));
        assert!(matches!(sum_answers([&one[..], &draws(2, &[1])]), Err(ShardError::Misfit { .. })));
        let table = Table::from_columns([("x", Values::from(vec![1.0, 2.0, 3.0]))]).unwrap();
        let (schema, _) = learn(&table, None, Bins::Values).unwrap();
        let codes = schema.encode(&table).unwrap();
        let samples = |weights: &[f64]| Samples::merge(schema.clone(), &codes, &[0, 1, 0], weights, 2).unwrap();
        let of = |weights: &[f64]| to_bytes(&Answer::Rows(MergedRows::of(&samples(weights), 7, u64::MAX)));
        let sum = sum_answers([&of(&[1.0, 0.0, 2.0])[..], &of(&[1.0, 4.0, 0.0]), &of(&[0.0; 3])]).unwrap();
        let Answer::Rows(rows) = from_bytes(&sum).unwrap() else { panic!("other answers") };
        let found = rows.samples(schema.clone(), 2, &Limits::default()).unwrap();
        let all = samples(&[2.0, 4.0, 2.0]);
        assert_eq!((found.table, found.labels, found.counts), (all.table, all.labels, all.counts));
    }

    #[test]
    fn answers_to_different_requests_do_not() {
        let good = clusters(&[0, 1], &[1, 1]);
        for bad in [clusters(&[0], &[1, 1]), clusters(&[1, 0], &[1, 1]), histograms(&[1])] {
            assert!(matches!(sum_answers([&good[..], &bad]), Err(ShardError::Misfit { .. })));
        }
        assert!(matches!(sum_answers([&histograms(&[1])[..], &histograms(&[1, 2])]), Err(ShardError::Misfit { .. })));
        assert!(matches!(sum_answers([&good[..], &good[1..]]), Err(ShardError::BadMessage { .. })));
        assert!(matches!(sum_answers([]), Err(ShardError::NoPartition)));
    }
}
