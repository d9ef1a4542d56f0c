//! Prediction: many rows against many rules, block by block.

use crate::cover::{BLOCK, CodeTest};
use crate::threshold::Cut;
use crate::used::UsedSchema;
use crate::{CodedTable, Fallback, Feature, Model, Rule, RuleError, Schema};
use rulegen_data::Table;
use rulegen_limits::Limits;
use rulegen_numeric::softmax;
use std::collections::BTreeSet;

/// A model prepared for prediction, with only the columns, cut points and categories that its rules
/// use.
///
/// The cost is a byte operation per row and literal and two floating-point operations per row and
/// rule, both over blocks that stay in the first-level cache.
#[derive(Clone, Debug)]
pub struct Predictor {
    schema: Schema,
    /// The features of the schema with all cut points and categories of training.
    learned: Vec<Feature>,
    classes: usize,
    /// The classes that rules vote for, ascending: a file may name any number of others.
    pub(crate) voted: Vec<u32>,
    /// The intercepts, as rules that always hold, then the rules.
    pub(crate) votes: Vec<Vote>,
    /// The number of intercepts among the votes.
    pub(crate) intercepts: usize,
    pub(crate) fallback: Vec<(Vec<CodeTest>, u32)>,
    pub(crate) otherwise: u32,
    /// True if votes are log-odds.
    log_odds: bool,
    /// The threshold on scores. Both classes are voted for then, so that slots are classes.
    pub(crate) cut: Option<Cut>,
}

/// The rules that cover a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// The number of these rules.
    pub rules: u32,
    /// The number of conditions that they have together.
    pub conditions: u32,
}

/// A rule prepared for prediction.
#[derive(Clone, Debug)]
pub(crate) struct Vote {
    pub(crate) tests: Vec<CodeTest>,
    /// The position of the class among those voted for.
    pub(crate) slot: usize,
    pub(crate) weight: f64,
}

impl Predictor {
    /// Prepares `model`.
    pub fn new(model: &Model) -> Self {
        let (fallback, otherwise) = match &model.fallback {
            Fallback::Class(class) => (&[][..], *class),
            Fallback::Rules { rules, otherwise } => (&rules[..], *otherwise),
        };
        let rules = model.rules.iter().map(|r| &r.rule).chain(fallback.iter().map(|(rule, _)| rule));
        let used = UsedSchema::new(&model.schema, rules.flat_map(|r| r.literals().iter().copied()));
        let compile = |rule: &Rule| used.compile(rule);
        let before: Vec<(u32, f64)> = (0..).zip(model.intercepts.iter().copied()).filter(|(_, v)| *v > 0.0).collect();
        let classes = model.rules.iter().map(|r| r.class).chain(before.iter().map(|(class, _)| *class));
        let cut = model.cut();
        let classes = classes.chain(cut.iter().flat_map(|_| [0, 1]));
        let voted: Vec<u32> = classes.collect::<BTreeSet<_>>().into_iter().collect();
        let slot = |class: u32| voted.binary_search(&class).expect("every rule's class is voted for");
        let vote = |r: &crate::WeightedRule| Vote { tests: compile(&r.rule), slot: slot(r.class), weight: r.weight };
        let always = |&(class, weight): &(u32, f64)| Vote { tests: Vec::new(), slot: slot(class), weight };
        let votes = before.iter().map(always).chain(model.rules.iter().map(vote)).collect();
        let intercepts = before.len();
        let fallback = fallback.iter().map(|(rule, class)| (compile(rule), *class)).collect();
        Predictor {
            votes,
            intercepts,
            voted,
            fallback,
            otherwise,
            classes: model.classes.len(),
            learned: used.learned(&model.schema),
            schema: used.schema,
            log_odds: model.has_probabilities(),
            cut,
        }
    }

    /// The rules of the model, in their order.
    pub(crate) fn rules(&self) -> &[Vote] {
        &self.votes[self.intercepts..]
    }

    /// Returns the schema of the tables that [`Predictor::predict_coded`] expects: a part of the
    /// model's schema.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// Codes `table` with [`Predictor::schema`].
    ///
    /// # Errors
    /// A column that the rules use is not there, or holds words where the model has numbers.
    pub(crate) fn encode(&self, table: &Table) -> Result<CodedTable, RuleError> {
        self.schema.encode_learned(&self.learned, table, &Limits::default())
    }

    /// The number of classes.
    pub fn classes(&self) -> usize {
        self.classes
    }

    /// Returns the class index of every row of `table`, whose columns are found by name.
    ///
    /// # Errors
    /// A column that the rules use is missing, or holds words instead of numbers.
    pub fn predict(&self, table: &Table) -> Result<Vec<u32>, RuleError> {
        Ok(self.predict_coded(&self.encode(table)?))
    }

    /// Returns the class index of every row of a table that is coded with [`Predictor::schema`].
    pub fn predict_coded(&self, table: &CodedTable) -> Vec<u32> {
        let mut answers = Vec::with_capacity(table.rows());
        self.for_each_block(table, |block| answers.extend_from_slice(block.answers));
        answers
    }

    /// Returns the sums of intercepts and weights for every row: row by row, one for each class.
    ///
    /// # Errors
    /// As [`Predictor::predict`].
    pub fn scores(&self, table: &Table) -> Result<Vec<f64>, RuleError> {
        Ok(self.scores_coded(&self.encode(table)?))
    }

    /// Returns the shares of the classes for every row of `table`: row by row, one for each class,
    /// at least 0, with the sum 1.
    ///
    /// If the model [has probabilities](Model::has_probabilities), a share is one: the softmax of
    /// the scores, `exp f_c / sum_d exp f_d` (docs/MATH.md 10). Otherwise it is the share of the
    /// votes, which is no probability. The predicted class has the whole share of a row without
    /// votes.
    ///
    /// # Errors
    /// As [`Predictor::predict`].
    pub fn probabilities(&self, table: &Table) -> Result<Vec<f64>, RuleError> {
        Ok(self.probabilities_coded(&self.encode(table)?))
    }

    /// Returns the shares as [`Predictor::probabilities`] does, for a table that is coded with
    /// [`Predictor::schema`].
    pub(crate) fn probabilities_coded(&self, table: &CodedTable) -> Vec<f64> {
        let (mut all, answers) = self.scores_and_answers(table);
        let rows = all.chunks_mut(self.classes);
        match self.log_odds {
            true => rows.for_each(softmax),
            false => rows.zip(answers).for_each(|(votes, answer)| share_out(votes, answer as usize)),
        }
        all
    }

    /// Returns the sums of weights for every row of a table that is coded with
    /// [`Predictor::schema`].
    pub(crate) fn scores_coded(&self, table: &CodedTable) -> Vec<f64> {
        self.scores_and_answers(table).0
    }

    /// Returns the sums of weights and the class index of every row.
    fn scores_and_answers(&self, table: &CodedTable) -> (Vec<f64>, Vec<u32>) {
        let mut all = vec![0.0; table.rows() * self.classes];
        let mut answers = Vec::with_capacity(table.rows());
        let mut rows = all.chunks_mut(self.classes);
        self.for_each_block(table, |block| {
            answers.extend_from_slice(block.answers);
            for (r, scores) in rows.by_ref().take(block.answers.len()).enumerate() {
                for (slot, &class) in self.voted.iter().enumerate() {
                    scores[class as usize] = block.scores[slot * BLOCK + r];
                }
            }
        });
        (all, answers)
    }

    /// Returns the number of rules that cover every row of `table`, and of the conditions that
    /// these have together.
    ///
    /// # Errors
    /// As [`Predictor::predict`].
    pub fn coverage(&self, table: &Table) -> Result<Vec<Coverage>, RuleError> {
        let table = self.encode(table)?;
        let mut coverage = vec![Coverage::default(); table.rows()];
        let mut mask = [0u8; BLOCK];
        for (block, rows) in coverage.chunks_mut(BLOCK).enumerate() {
            for vote in self.rules() {
                let mask = &mut mask[..rows.len()];
                satisfy(&vote.tests, &table, block * BLOCK, mask);
                for (row, &m) in rows.iter_mut().zip(&*mask) {
                    row.rules += u32::from(m);
                    row.conditions += u32::from(m) * vote.tests.len() as u32;
                }
            }
        }
        Ok(coverage)
    }

    fn for_each_block(&self, table: &CodedTable, mut visit: impl FnMut(Block<'_>)) {
        let mut scores = vec![0.0; self.voted.len() * BLOCK];
        let (mut mask, mut covered, mut answers) = ([0u8; BLOCK], [0u8; BLOCK], [0u32; BLOCK]);
        for start in (0..table.rows()).step_by(BLOCK) {
            let len = BLOCK.min(table.rows() - start);
            let (mask, covered, answers) = (&mut mask[..len], &mut covered[..len], &mut answers[..len]);
            covered.fill(0);
            scores.fill(0.0);
            for vote in &self.votes {
                satisfy(&vote.tests, table, start, mask);
                let score = &mut scores[vote.slot * BLOCK..][..len];
                for ((s, &m), c) in score.iter_mut().zip(&*mask).zip(&mut *covered) {
                    *s += vote.weight * f64::from(m);
                    *c |= m;
                }
            }
            match self.cut {
                Some(cut) => decide(cut, &scores, answers),
                None => {
                    argmax(&scores, &self.voted, answers);
                    self.fall_back(table, start, covered, mask, answers);
                }
            }
            visit(Block { scores: &scores, answers });
        }
    }

    /// Answers for the rows of a block that are not `covered`. Leaves the others alone.
    fn fall_back(&self, table: &CodedTable, start: usize, covered: &mut [u8], mask: &mut [u8], answers: &mut [u32]) {
        let mut answer = |covered: &mut [u8], mask: &[u8], class: u32| {
            for ((a, c), &m) in answers.iter_mut().zip(covered).zip(mask) {
                if *c == 0 && m == 1 {
                    (*a, *c) = (class, 1);
                }
            }
        };
        for (tests, class) in &self.fallback {
            satisfy(tests, table, start, mask);
            answer(covered, mask, *class);
        }
        mask.fill(1);
        answer(covered, mask, self.otherwise);
    }
}

/// The results for one block: scores by class voted for, then by row, and the answers.
struct Block<'a> {
    scores: &'a [f64],
    answers: &'a [u32],
}

fn satisfy(tests: &[CodeTest], table: &CodedTable, start: usize, mask: &mut [u8]) {
    mask.fill(1);
    for test in tests {
        test.restrict(&table.columns()[test.column], start, mask);
    }
}

/// Returns the class of the largest score per row, and of several that tie the lowest index. Scores
/// are not negative. Those of classes that no rule votes for are 0.
fn argmax(scores: &[f64], voted: &[u32], answers: &mut [u32]) {
    let mut best = [0.0; BLOCK];
    answers.fill(0);
    for (&class, scores) in voted.iter().zip(scores.chunks(BLOCK)) {
        for ((answer, best), &score) in answers.iter_mut().zip(&mut best).zip(scores) {
            if score > *best {
                (*answer, *best) = (class, score);
            }
        }
    }
}

/// Returns the class of each row by a threshold on the scores of two classes.
fn decide(cut: Cut, scores: &[f64], answers: &mut [u32]) {
    let (first, second) = scores.split_at(BLOCK);
    for ((answer, &first), &second) in answers.iter_mut().zip(first).zip(second) {
        *answer = cut.decide([first, second]);
    }
}

/// Turns votes into shares. The `answer` has the whole share if there are no votes.
fn share_out(votes: &mut [f64], answer: usize) {
    let total: f64 = votes.iter().sum();
    match total > 0.0 {
        true => votes.iter_mut().for_each(|vote| *vote /= total),
        false => votes[answer] = 1.0,
    }
}
