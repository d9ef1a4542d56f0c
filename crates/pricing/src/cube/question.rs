//! Pricing problems that one cube answers.

use super::axis;
use super::settings::MOST_DIMENSIONS;
use super::whole::WholeGains;
use rulegen_driver::PricingProblem;

/// The most literals of a rule on a cube.
const MOST_LITERALS: usize = MOST_DIMENSIONS * axis::MOST_LITERALS;

/// Problems of the same gains, but for a sign: the cube of one has the answers of all. The two
/// classes of a problem of two classes are such a pair, since what one gains the other loses.
pub(super) struct Question<'a> {
    pub(super) whole: WholeGains,
    /// The problems, at least one. They agree in the most literals and the fewest rows of a rule.
    pub(super) asked: Vec<Asked<'a>>,
}

/// A problem, as the cube of its question answers it.
pub(super) struct Asked<'a> {
    /// Its place among all problems.
    pub(super) place: usize,
    pub(super) problem: &'a PricingProblem,
    /// 1, or -1 if its gains are those of the question with the sign turned.
    pub(super) sign: f64,
    /// The whole cost of a rule by its number of literals.
    pub(super) costs: Vec<f64>,
}

impl<'a> Question<'a> {
    /// Makes one question of all problems that a cube can answer together.
    pub(super) fn of(problems: &'a [PricingProblem]) -> Vec<Question<'a>> {
        let mut questions: Vec<Question<'a>> = Vec::new();
        for (place, problem) in problems.iter().enumerate() {
            let found = questions.iter_mut().find_map(|question| {
                let first = question.first();
                let limits = first.max_length == problem.max_length && first.min_cover == problem.min_cover;
                sign(&first.gains, &problem.gains).filter(|_| limits).map(|sign| (question, sign))
            });
            match found {
                Some((question, sign)) => {
                    let costs = question.whole.costs(|literals| problem.cost(literals), MOST_LITERALS);
                    question.asked.push(Asked { place, problem, sign, costs });
                }
                None => questions.push(Question::extending(problem, place, 0, &problem.gains)),
            }
        }
        questions
    }

    /// Makes the question about rules with `literals` literals beside those on the cubes, given the
    /// gains of the rows that satisfy them.
    pub(super) fn extending(problem: &'a PricingProblem, place: usize, literals: usize, gains: &[f64]) -> Self {
        let whole = WholeGains::new(gains);
        let costs = whole.costs(|more| problem.cost(literals + more), MOST_LITERALS);
        Question { whole, asked: vec![Asked { place, problem, sign: 1.0, costs }] }
    }

    /// The first problem, whose gains have the sign of the question.
    pub(super) fn first(&self) -> &'a PricingProblem {
        self.asked[0].problem
    }

    /// Returns a whole gain that every rule above the threshold of `asked` exceeds.
    pub(super) fn floor(&self, asked: &Asked<'_>) -> f64 {
        self.whole.floor(asked.problem.threshold)
    }
}

/// Returns 1 if `b` is `a`, -1 if it is `a` with all signs turned.
fn sign(a: &[f64], b: &[f64]) -> Option<f64> {
    let pairs = || a.iter().zip(b);
    if pairs().all(|(a, b)| a == b) { Some(1.0) } else { pairs().all(|(a, b)| *a == -*b).then_some(-1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_classes_are_one_question() {
        let problem = |tag, gains: &[f64], min_cover| PricingProblem {
            tag,
            gains: gains.to_vec(),
            fixed: 1.0,
            per_literal: 0.5,
            max_length: Some(3),
            min_cover,
            threshold: 1e-6,
        };
        let problems = [
            problem(0, &[1.0, -2.0], 0),
            problem(1, &[-1.0, 2.0], 0),
            problem(2, &[1.0, -2.0], 5),
            problem(3, &[1.0, 2.0], 0),
        ];
        let places: Vec<Vec<(usize, f64)>> =
            Question::of(&problems).iter().map(|q| q.asked.iter().map(|a| (a.place, a.sign)).collect()).collect();
        assert_eq!(places, [vec![(0, 1.0), (1, -1.0)], vec![(2, 1.0)], vec![(3, 1.0)]]);
    }
}
