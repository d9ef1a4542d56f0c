//! Weights and intercepts, and their objective.

use crate::restricted::Partition;
use crate::{Column, RuleTerms};
use rulegen_numeric::softmax;

/// A point of the restricted problem.
#[derive(Clone, Debug)]
pub(super) struct State {
    /// One weight for each column, not negative.
    pub(super) weights: Vec<f64>,
    /// One intercept for each class. The first is 0.
    pub(super) intercepts: Vec<f64>,
}

impl State {
    /// Makes a point without rules, whose intercepts give every class its part of the weight.
    pub(super) fn of_class_weights(weights: &[f64], most: f64) -> Self {
        let intercept = |weight: &f64| (weight / weights[0]).ln();
        // A class without weight has the least intercept. If the first class has none, all others
        // have the largest.
        let inside = |b: f64| if b.is_nan() { 0.0 } else { b.clamp(-most, most) };
        let mut intercepts: Vec<f64> = weights.iter().map(intercept).map(inside).collect();
        intercepts[0] = 0.0;
        State { weights: Vec::new(), intercepts }
    }
}

/// A point with what was computed there.
pub(super) struct Evaluation {
    pub(super) state: State,
    /// The scores of each cluster, class by class.
    scores: Vec<f64>,
    pub(super) objective: f64,
}

impl Evaluation {
    /// Returns the point, the class probabilities of each cluster, class by class, and the
    /// objective.
    pub(super) fn into_parts(self, classes: usize) -> (State, Vec<f64>, f64) {
        (self.state, softmaxes(self.scores, classes), self.objective)
    }
}

/// The restricted problem: columns, and samples merged that they cannot tell apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Problem<'a> {
    pub(super) columns: &'a [Column],
    pub(super) partition: &'a Partition,
    pub(super) classes: usize,
    /// B.
    pub(super) box_of_intercepts: f64,
    /// rho.
    pub(super) ridge: f64,
    /// The columns whose weight is fixed.
    pub(super) locked: &'a [bool],
}

/// The decrease of the loss with each weight and each intercept.
pub(super) struct Gains {
    /// `sum over covered of omega (1[y = c] - p_c)` of each column.
    pub(super) columns: Vec<f64>,
    /// `sum over all of omega (1[y = c] - p_c)` of each class.
    pub(super) intercepts: Vec<f64>,
}

impl Problem<'_> {
    /// Returns the scores of each cluster, class by class.
    fn scores(&self, state: &State) -> Vec<f64> {
        let of_column = |(column, &weight): (&Column, &f64)| (column.tag as usize, weight);
        let votes: Vec<(usize, f64)> = self.columns.iter().zip(&state.weights).map(of_column).collect();
        let mut scores = state.intercepts.repeat(self.partition.clusters.len());
        for (cluster, scores) in self.partition.clusters.iter().zip(scores.chunks_exact_mut(self.classes)) {
            for &k in &cluster.columns {
                let (class, weight) = votes[k as usize];
                scores[class] += weight;
            }
        }
        scores
    }

    /// Returns the class probabilities of each cluster, class by class: the softmax of its scores.
    pub(super) fn probabilities(&self, state: &State) -> Vec<f64> {
        softmaxes(self.scores(state), self.classes)
    }

    /// Returns the loss with the costs of rules and the ridge.
    pub(super) fn objective(&self, state: &State) -> f64 {
        self.objective_of(state, &self.scores(state))
    }

    /// Computes the scores and the objective at a point.
    pub(super) fn evaluate(&self, state: State) -> Evaluation {
        let scores = self.scores(&state);
        Evaluation { objective: self.objective_of(&state, &scores), state, scores }
    }

    fn objective_of(&self, state: &State, scores: &[f64]) -> f64 {
        let loss = |(cluster, scores): (usize, &[f64])| {
            let cluster = &self.partition.clusters[cluster];
            cluster.weight * log_loss(scores, cluster.class as usize)
        };
        let losses: f64 = scores.chunks_exact(self.classes).enumerate().map(loss).sum();
        let cost = |(w, column): (&f64, &Column)| w * (column.cost + self.ridge / 2.0 * w);
        losses + state.weights.iter().zip(self.columns).map(cost).sum::<f64>()
    }

    /// Returns the most that a weight may be: rules that cost nothing have a box, unless a ridge
    /// holds them down.
    pub(super) fn most_weight(&self, column: usize) -> f64 {
        let has_box = self.columns[column].cost <= 0.0 && self.ridge <= 0.0;
        if has_box { RuleTerms::MOST_FREE_WEIGHT } else { f64::INFINITY }
    }

    /// True if all weights are inside their boxes.
    pub(super) fn is_inside(&self, state: &State) -> bool {
        state.weights.iter().enumerate().all(|(k, weight)| *weight <= self.most_weight(k))
    }

    pub(super) fn gains(&self, probabilities: &[f64]) -> Gains {
        let mut gains = Gains { columns: vec![0.0; self.columns.len()], intercepts: vec![0.0; self.classes] };
        let tags: Vec<u32> = self.columns.iter().map(|column| column.tag).collect();
        let mut of_class = vec![0.0; self.classes];
        for (cluster, p) in self.partition.clusters.iter().zip(probabilities.chunks_exact(self.classes)) {
            for (class, of_class) in of_class.iter_mut().enumerate() {
                *of_class = cluster.weight * gain(p, cluster.class as usize, class);
                gains.intercepts[class] += *of_class;
            }
            for &k in &cluster.columns {
                gains.columns[k as usize] += of_class[tags[k as usize] as usize];
            }
        }
        gains
    }

    /// Returns the dual value, over the columns at hand, of the point scaled until it is feasible
    /// (docs/MATH.md 10). With a ridge every point is feasible. A column that is paid more than it
    /// costs then reduces the value by the square of the excess over twice the ridge. Without one,
    /// a column that costs nothing reduces it by what it is paid, times the most it weighs. Locked
    /// columns need not be feasible. They add their cost, less what the point pays for their
    /// weight.
    pub(super) fn dual_value(&self, probabilities: &[f64], gains: &Gains, weights: &[f64]) -> f64 {
        let excess = |(gain, column): (&f64, &Column)| (gain - column.cost).max(0.0);
        let feasible = |(gain, column): (&f64, &Column)| if *gain > column.cost { column.cost / gain } else { 1.0 };
        let free = self.locked.iter().map(|locked| !locked);
        let pairs = gains.columns.iter().zip(self.columns).zip(free).filter_map(|(pair, free)| free.then_some(pair));
        let (t, overpaid) = match self.ridge > 0.0 {
            true => (1.0, pairs.map(excess).map(|more| more * more / (2.0 * self.ridge)).sum()),
            false => {
                let (costless, others): (Vec<_>, Vec<_>) = pairs.partition(|(_, column)| column.cost <= 0.0);
                let t = others.into_iter().map(feasible).fold(1.0, f64::min);
                (t, costless.into_iter().map(excess).map(|paid| free_value(t * paid, self.ridge)).sum::<f64>())
            }
        };
        let mut value = 0.0;
        for (cluster, p) in self.partition.clusters.iter().zip(probabilities.chunks_exact(self.classes)) {
            value += cluster.weight * entropy(others(p, cluster.class as usize).map(|p| t * p));
        }
        for k in (0..self.columns.len()).filter(|&k| self.locked[k]) {
            value += weights[k] * (self.columns[k].cost + self.ridge / 2.0 * weights[k] - t * gains.columns[k]);
        }
        value
            - overpaid
            - self.box_of_intercepts * gains.intercepts[1..].iter().map(|gain| (t * gain).abs()).sum::<f64>()
    }
}

/// Returns the most that the weight of a rule without a cost can lower the dual function by, if the
/// point pays it this much: `max_w paid w - ridge/2 w^2`, over weights up to the box without a
/// ridge.
pub(super) fn free_value(paid: f64, ridge: f64) -> f64 {
    if ridge > 0.0 { paid * paid / (2.0 * ridge) } else { RuleTerms::MOST_FREE_WEIGHT * paid }
}

/// Turns the scores of each cluster, class by class, into probabilities.
fn softmaxes(mut scores: Vec<f64>, classes: usize) -> Vec<f64> {
    scores.chunks_exact_mut(classes).for_each(softmax);
    scores
}

/// Returns `log sum_c exp f_c - f_own`, exact to the last digits where it is small.
fn log_loss(scores: &[f64], own: usize) -> f64 {
    let ahead = others(scores, own).map(|f| f - scores[own]);
    let largest = ahead.clone().fold(0.0, f64::max);
    match largest > 0.0 {
        true => largest + ((-largest).exp() + ahead.map(|d| (d - largest).exp()).sum::<f64>()).ln(),
        false => ahead.map(f64::exp).sum::<f64>().ln_1p(),
    }
}

/// Returns `1[class = own] - p_class`. The own class adds up the others, because 1 less a
/// probability near 1 would leave rounding.
pub(super) fn gain(p: &[f64], own: usize, class: usize) -> f64 {
    if class == own { others(p, own).sum() } else { -p[class] }
}

/// Returns the values of the other classes.
fn others(of_class: &[f64], own: usize) -> impl Iterator<Item = f64> + Clone {
    of_class.iter().enumerate().filter(move |(class, _)| *class != own).map(|(_, &x)| x)
}

/// Returns the entropy `- sum q ln q` of a distribution, from the probabilities of all classes but
/// one, which has the rest.
pub(super) fn entropy(outside: impl Iterator<Item = f64>) -> f64 {
    let (mut taken, mut value) = (0.0, 0.0);
    for q in outside.filter(|q| *q > 0.0) {
        taken += q;
        value -= q * q.ln();
    }
    // The limit of `x ln x` at 0 is 0.
    if taken < 1.0 { value - (1.0 - taken) * (-taken).ln_1p() } else { value }
}

/// Returns a number not below `| sum g |`, with the rounding of the gains and of the sum, since a
/// bound subtracts B times this.
pub(super) fn imbalance(gains: &[f64]) -> f64 {
    // Neumaier's sum, whose own error is far below that of one rounding of each gain.
    let (mut sum, mut lost, mut size) = (0.0, 0.0, 0.0);
    for &gain in gains {
        let next: f64 = sum + gain;
        lost += if sum.abs() >= gain.abs() { (sum - next) + gain } else { (gain - next) + sum };
        (sum, size) = (next, size + gain.abs());
    }
    (sum + lost).abs() + 4.0 * f64::EPSILON * size
}
