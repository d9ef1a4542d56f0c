//! The curves of classes over all thresholds.

use rulegen::measure::ThresholdCurve;
use rulegen_rule::Model;

/// The most classes whose curves are compared: as many as there are colours.
const MOST_CURVES: usize = 6;

/// The curve of one class against all others.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassCurve {
    /// The class.
    pub class: u32,
    /// The figures by threshold of its probability, or of its share of the votes.
    pub curve: ThresholdCurve,
}

/// Returns the curve of the positive class of two, or of each of the first six classes. Classes of
/// no row, or of every row, have none. `shares` are row by row, one for each class.
pub(super) fn curves(model: &Model, shares: &[f64], labels: &[u32]) -> Vec<ClassCurve> {
    let classes = model.classes.len();
    let shown = match classes {
        2 => model.positive.unwrap_or(1)..model.positive.unwrap_or(1) + 1,
        more => 0..more.min(MOST_CURVES) as u32,
    };
    let curve = |class: u32| {
        let scores: Vec<f64> = shares.iter().skip(class as usize).step_by(classes).copied().collect();
        let is_member: Vec<bool> = labels.iter().map(|label| *label == class).collect();
        Some(ClassCurve { class, curve: ThresholdCurve::new(&scores, &is_member)? })
    };
    shown.filter_map(curve).collect()
}
