//! The rules that a proof is about.

use super::format::{Part, ProofRules, WrittenTest};
use crate::training::Training;
use rulegen_binarize::Samples;
use rulegen_pricing::Cube;
use rulegen_rule::{Domain, Feature, Literal, Rule, Test};
use std::sync::Arc;

/// The most conditions of a rule that checkers take from cubes alone. Of longer rules they try the
/// first conditions one by one.
pub(super) const OF_CUBES: usize = 3;

/// The most conditions of a rule that a proof may be about.
const LONGEST: usize = 64;

/// The most seconds that cubes of all prefixes of long rules may take: checkers need some ten times
/// as long as the cubes of this library.
const SECONDS: f64 = 5.0;

/// Returns the number of conditions of the longest rules that a proof is about, of at most `most`:
/// those of cubes, and longer ones as far as checkers can try all their prefixes.
pub(super) fn longest(training: &Training<'_>, most: usize) -> usize {
    let features = &training.samples.schema.features;
    let tests: usize = features.iter().map(|feature| feature.tests().len()).sum();
    let on_one = |feature: &Feature| match &feature.domain {
        Domain::Numeric { cuts } => cuts.len().clamp(1, 2),
        Domain::Categorical { categories } => categories.len().saturating_sub(1).max(1),
    };
    // More conditions on a column only say again what others say.
    let most = most.min(features.iter().map(on_one).sum::<usize>().max(1)).min(LONGEST);
    let seconds = Cube::seconds(&training.samples, Some(OF_CUBES)).unwrap_or(f64::INFINITY);
    let (mut length, mut prefixes) = (OF_CUBES, 1.0);
    while length < most {
        let first = length + 1 - OF_CUBES;
        prefixes *= (tests + 1).saturating_sub(first) as f64 / first as f64;
        if prefixes == 0.0 || prefixes * seconds > SECONDS {
            break;
        }
        length += 1;
    }
    length.min(most)
}

/// The rules of a training set, of at most some length, that cover enough rows.
#[derive(Clone, Copy)]
pub(super) struct Scope<'a> {
    pub(super) training: &'a Training<'a>,
    pub(super) max_length: usize,
    pub(super) min_cover: u64,
}

impl Scope<'_> {
    /// Writes the scope. `classes` are those that have rules.
    pub(super) fn written(&self, classes: &[u32]) -> ProofRules {
        let all = classes
            .iter()
            .flat_map(|&class| self.training.parts_of(class).iter().map(move |part| written_part(part, class)));
        let mut parts: Vec<Part> = Vec::new();
        for part in all {
            match parts.iter_mut().find(|known| known.columns == part.columns && known.without == part.without) {
                Some(known) => known.classes.extend(part.classes),
                None => parts.push(part),
            }
        }
        ProofRules { max_length: self.max_length, min_cover: self.min_cover, parts }
    }

    /// True if a rule for a class is in scope.
    pub(super) fn has(&self, rule: &Rule, class: u32) -> bool {
        let offers = |part: &Arc<Samples>| part.schema.offers(rule);
        let samples = &self.training.samples;
        rule.len() <= self.max_length
            && self.training.parts_of(class).iter().any(offers)
            && samples.rows_of(&samples.cover(rule)) >= self.min_cover
    }
}

/// Writes the tests that rules for a class may combine.
fn written_part(part: &Samples, class: u32) -> Part {
    let features = || (0..).zip(&part.schema.features).filter(|(_, feature)| !feature.tests().is_empty());
    let left_out = |(column, feature): (u32, &Feature)| {
        let free = Feature { forbidden: Vec::new(), ..feature.clone() };
        let forbidden = free.tests().into_iter().filter(|test| !feature.offers(*test));
        forbidden.map(|test| written(Literal::new(column, test))).collect::<Vec<_>>()
    };
    Part {
        classes: vec![class],
        columns: features().map(|(column, _)| column).collect(),
        without: features().flat_map(left_out).collect(),
    }
}

/// Writes a condition.
pub(super) fn written(literal: Literal) -> WrittenTest {
    let (name, value) = match literal.test {
        Test::AtMost(cut) => ("at_most", cut),
        Test::Above(cut) => ("above", cut),
        Test::Is(category) => ("is", category),
        Test::IsNot(category) => ("is_not", category),
        Test::Missing => ("missing", 0),
        Test::Present => ("present", 0),
    };
    (literal.column, name, value)
}
