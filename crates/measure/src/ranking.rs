//! The area under the curve of true against false positives.

use crate::Estimate;
use crate::intervals::NORMAL_QUANTILE;

/// The largest variance of a number from 0 to 1.
const LARGEST_VARIANCE: f64 = 0.25;

/// Computes the area under the ROC curve: the chance that a row of a class scores higher for it
/// than a row of another class, where a tie counts half (Hanley and McNeil, Radiology 143, 1982).
/// It only depends on the order of the scores.
///
/// `scores` are row by row, one for each class. Two classes have the area of `positive`, or of the
/// second. More classes have one area each against all others. These are weighted by their rows
/// (Provost and Domingos, Well-trained PETs, 2000), so that a class without rows does not count.
/// Returns `None` without rows, or if all rows are of one class.
///
/// The interval is that of DeLong, DeLong and Clarke-Pearson (Biometrics 44, 1988) on the scale of
/// log-odds, on which it stays within 0 and 1 (Pepe, The statistical evaluation of medical tests,
/// 2003, 5.2). With more classes the components of all areas are added up row by row, and the
/// shares of the classes are taken as given. A class of one row does not determine its variance, so
/// the largest possible variance is assumed. There is no interval if nothing varies, as in a
/// perfect ranking.
///
/// # Panics
/// If there are not `classes` scores for each label, or a label is not below `classes`.
pub(crate) fn auc(scores: &[f64], classes: usize, labels: &[u32], positive: Option<u32>) -> Option<Estimate> {
    assert_eq!(scores.len(), labels.len() * classes, "a score for each row and class");
    let mut rows = vec![0_usize; classes];
    labels.iter().for_each(|&label| rows[label as usize] += 1);
    if rows.iter().filter(|&&n| n > 0).count() < 2 {
        return None;
    }
    let of = |class: usize| -> Vec<f64> { scores.iter().skip(class).step_by(classes).copied().collect() };
    let mut area = Area { value: 0.0, shares: vec![0.0; labels.len()], unknown: 0.0 };
    if classes == 2 {
        let class = positive.map_or(1, |class| class as usize);
        area.add(&of(class), labels, class, rows[class], 1.0);
    } else {
        for class in (0..classes).filter(|&class| rows[class] > 0) {
            area.add(&of(class), labels, class, rows[class], rows[class] as f64 / labels.len() as f64);
        }
    }
    Some(Estimate { value: area.value, interval: area.interval() })
}

/// A weighted sum of areas.
struct Area {
    value: f64,
    /// The part of each row in the deviation of the sum from its mean.
    shares: Vec<f64>,
    /// The variance from rows that are the only one of their class.
    unknown: f64,
}

impl Area {
    /// Adds the area of one class with `members` rows against all others.
    fn add(&mut self, scores: &[f64], labels: &[u32], class: usize, members: usize, weight: f64) {
        let others = labels.len() - members;
        let is_member = |row: u32| labels[row as usize] as usize == class;
        let mut order: Vec<u32> = (0..labels.len() as u32).collect();
        order.sort_unstable_by(|&a, &b| scores[a as usize].total_cmp(&scores[b as usize]));
        // For each member, the share of other rows below it. For each other row, the share of
        // members above it.
        let mut placements = vec![0.0; labels.len()];
        let (mut members_below, mut others_below) = (0, 0);
        for tied in order.chunk_by(|&a, &b| scores[a as usize] == scores[b as usize]) {
            let members_here = tied.iter().filter(|&&row| is_member(row)).count();
            let others_here = tied.len() - members_here;
            let below = (others_below as f64 + 0.5 * others_here as f64) / others as f64;
            let above = ((members - members_below) as f64 - 0.5 * members_here as f64) / members as f64;
            for &row in tied {
                placements[row as usize] = if is_member(row) { below } else { above };
            }
            members_below += members_here;
            others_below += others_here;
        }
        let area = order.iter().filter(|&&row| is_member(row)).map(|&row| placements[row as usize]).sum::<f64>();
        let area = area / members as f64;
        self.value += weight * area;
        // The variance of the mean of n numbers is the sum of squared deviations divided by n (n -
        // 1).
        let scale = |n: usize| if n > 1 { weight / (n as f64 * (n as f64 - 1.0)).sqrt() } else { 0.0 };
        let (of_member, of_other) = (scale(members), scale(others));
        for (row, (share, placement)) in self.shares.iter_mut().zip(placements).enumerate() {
            *share += (placement - area) * if is_member(row as u32) { of_member } else { of_other };
        }
        let alone = [members, others].iter().filter(|&&n| n == 1).count();
        self.unknown += alone as f64 * weight * weight * LARGEST_VARIANCE;
    }

    fn interval(&self) -> Option<[f64; 2]> {
        let variance = self.shares.iter().map(|share| share * share).sum::<f64>() + self.unknown;
        let spread = self.value * (1.0 - self.value);
        // Rounding does not count as variance.
        if variance <= f64::EPSILON || spread <= f64::EPSILON {
            return None;
        }
        let middle = (self.value / (1.0 - self.value)).ln();
        let half = NORMAL_QUANTILE * variance.sqrt() / spread;
        Some([middle - half, middle + half].map(|x| 1.0 / (1.0 + (-x).exp())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Makes scores of two classes from those of the second.
    fn pairs(scores: &[f64]) -> Vec<f64> {
        scores.iter().flat_map(|score| [1.0 - score, *score]).collect()
    }

    /// Returns the share of pairs, one row of the class and one of another, in which the first
    /// scores higher.
    fn by_pairs(scores: &[f64], classes: usize, labels: &[u32], class: usize) -> Option<f64> {
        let score = |row: usize| scores[row * classes + class];
        let is = |row: &usize| labels[*row] as usize == class;
        let (members, others): (Vec<usize>, Vec<usize>) = (0..labels.len()).partition(is);
        let mut won = 0.0;
        for &member in &members {
            for &other in &others {
                won += match score(member).partial_cmp(&score(other)).unwrap() {
                    std::cmp::Ordering::Greater => 1.0,
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Less => 0.0,
                };
            }
        }
        let n = members.len() * others.len();
        (n > 0).then(|| won / n as f64)
    }

    #[test]
    fn a_small_table_by_hand() {
        // Four of six pairs are in order and one is tied.
        let scores = pairs(&[0.9, 0.4, 0.4, 0.7, 0.1]);
        let found = auc(&scores, 2, &[1, 1, 0, 0, 0], None).unwrap();
        assert!((found.value - 4.5 / 6.0).abs() < 1e-15);
        // The placements of the members are 1 and 1/2, of the others 3/4, 1/2 and 1. The variances
        // are 1/8 with 2 rows and 1/16 with 3.
        let half = NORMAL_QUANTILE * (1.0 / 16.0 + 1.0 / 48.0_f64).sqrt() / (0.75 * 0.25);
        let [low, high] = found.interval.unwrap();
        assert!((low - 1.0 / (1.0 + (half - 3_f64.ln()).exp())).abs() < 1e-12);
        assert!((high - 1.0 / (1.0 + (-half - 3_f64.ln()).exp())).abs() < 1e-12);
        // For the other class the order is reversed twice.
        assert_eq!(auc(&scores, 2, &[1, 1, 0, 0, 0], Some(0)).unwrap().value, found.value);
    }

    #[test]
    fn what_cannot_be_ranked_has_no_area() {
        assert_eq!(auc(&[], 3, &[], None), None);
        assert_eq!(auc(&pairs(&[0.5, 0.7]), 2, &[1, 1], None), None);
        assert_eq!(auc(&[0.2, 0.3, 0.5], 3, &[2], None), None);
        // A perfect ranking and one with only ties do not vary.
        let perfect = auc(&pairs(&[0.1, 0.2, 0.8, 0.9]), 2, &[0, 0, 1, 1], None).unwrap();
        assert_eq!((perfect.value, perfect.interval), (1.0, None));
        let tied = auc(&pairs(&[0.5; 4]), 2, &[0, 0, 1, 1], None).unwrap();
        assert_eq!((tied.value, tied.interval), (0.5, None));
        // A class of one row leaves nearly everything open.
        let [low, high] = auc(&pairs(&[0.1, 0.4, 0.3, 0.2]), 2, &[0, 0, 1, 0], None).unwrap().interval.unwrap();
        assert!(low < 0.1 && high > 0.9, "{low} {high}");
    }

    #[test]
    fn a_class_without_rows_takes_no_part() {
        let scores = [0.6, 0.4, 0.0, 0.3, 0.7, 0.0, 0.8, 0.2, 0.0, 0.5, 0.5, 0.0];
        let labels = [0, 1, 1, 0];
        let expected = 0.5 * (by_pairs(&scores, 3, &labels, 0).unwrap() + by_pairs(&scores, 3, &labels, 1).unwrap());
        assert!((auc(&scores, 3, &labels, None).unwrap().value - expected).abs() < 1e-15);
    }

    proptest! {
        #[test]
        fn it_is_the_share_of_pairs_in_order(
            rows in prop::collection::vec((0..4_u32, prop::array::uniform4(0..6_u8)), 1..40),
            classes in 2..=4_usize,
        ) {
            let labels: Vec<u32> = rows.iter().map(|(label, _)| label % classes as u32).collect();
            let scores: Vec<f64> =
                rows.iter().flat_map(|(_, scores)| scores[..classes].iter().map(|&s| f64::from(s) / 5.0)).collect();
            let found = auc(&scores, classes, &labels, None);
            let share = |class: usize| labels.iter().filter(|&&l| l as usize == class).count() as f64 / labels.len() as f64;
            let areas: Vec<Option<f64>> = (0..classes).map(|class| by_pairs(&scores, classes, &labels, class)).collect();
            let expected = match classes {
                2 => areas[1],
                _ => areas.iter().enumerate().filter_map(|(class, area)| Some(share(class) * (*area)?)).reduce(|a, b| a + b),
            };
            prop_assert_eq!(found.is_some(), expected.is_some());
            if let (Some(found), Some(expected)) = (found, expected) {
                prop_assert!((found.value - expected).abs() < 1e-12, "{} for {}", found.value, expected);
                if let Some([low, high]) = found.interval {
                    // With classes of one row the interval is so wide that its end differs from 1
                    // by 1e-16 only.
                    prop_assert!(0.0 < low && low < found.value && found.value < high && high <= 1.0);
                }
            }
            // Only the order of scores counts.
            let bent: Vec<f64> = scores.iter().map(|score| (3.0 * score).exp() - 7.0).collect();
            prop_assert_eq!(auc(&bent, classes, &labels, None), found);
        }

        /// With two classes, the sum over the classes one against the rest gives DeLong's interval
        /// itself.
        #[test]
        fn more_classes_generalise_two(rows in prop::collection::vec((0..2_u32, 0..9_u8), 2..40)) {
            let labels: Vec<u32> = rows.iter().map(|row| row.0).collect();
            let two = pairs(&rows.iter().map(|row| f64::from(row.1) / 8.0).collect::<Vec<_>>());
            let three: Vec<f64> = two.chunks(2).flat_map(|row| [row[0], row[1], 0.0]).collect();
            let alone = labels.iter().filter(|&&l| l == 1).count().min(labels.iter().filter(|&&l| l == 0).count()) == 1;
            let (two, three) = (auc(&two, 2, &labels, None), auc(&three, 3, &labels, None));
            prop_assert_eq!(two.is_some(), three.is_some());
            if let (Some(two), Some(three)) = (two, three) {
                prop_assert!((two.value - three.value).abs() < 1e-12);
                if let (Some(two), Some(three), false) = (two.interval, three.interval, alone) {
                    prop_assert!((two[0] - three[0]).abs() < 1e-9 && (two[1] - three[1]).abs() < 1e-9);
                }
            }
        }
    }
}
