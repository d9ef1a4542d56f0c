//! From log-odds to probabilities.

/// Probabilities of log-odds, whatever their size.
pub(crate) fn softmax(scores: &mut [f64]) {
    let largest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    scores.iter_mut().for_each(|score| *score = (*score - largest).exp());
    let total: f64 = scores.iter().sum();
    scores.iter_mut().for_each(|score| *score /= total);
}
