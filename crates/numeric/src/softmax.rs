//! Turns scores into probabilities.

/// Turns log-odds, one for each class and of any size, into probabilities: class `c` has
/// `exp f_c / sum_d exp f_d`.
pub fn softmax(scores: &mut [f64]) {
    let largest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    scores.iter_mut().for_each(|score| *score = (*score - largest).exp());
    let total: f64 = scores.iter().sum();
    scores.iter_mut().for_each(|score| *score /= total);
}
