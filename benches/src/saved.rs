//! Pricing problems in a file, with the samples that they are about, so that any pricer can be
//! asked again.

use anyhow::{Context, ensure};
use rulegen::binarize::Samples;
use rulegen::driver::PricingProblem;
use rulegen::rule::{CodedTable, Codes, Domain, Feature, Schema, WholeNumbers};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::Arc;

/// The problems of a round and their samples, as JSON.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProblemFile {
    features: Vec<SavedFeature>,
    labels: Vec<u32>,
    groups: Vec<u32>,
    weights: Vec<f64>,
    /// Rows of each sample. `None` in files without a least cover.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    counts: Option<Vec<u64>>,
    classes: usize,
    problems: Vec<SavedProblem>,
}

/// A column: its schema, and the code of each sample.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedFeature {
    name: String,
    /// The cut points, for a column of numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cuts: Option<Vec<f64>>,
    /// The categories, for another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    categories: Option<Vec<String>>,
    missing_seen: bool,
    /// The range of a column of whole numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    whole: Option<WholeNumbers>,
    codes: Vec<u16>,
}

/// A [`PricingProblem`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedProblem {
    #[serde(alias = "class")]
    tag: u32,
    /// One for each sample.
    pub gains: Vec<f64>,
    fixed: f64,
    per_literal: f64,
    max_length: Option<usize>,
    #[serde(default, skip_serializing_if = "is_none")]
    min_cover: u64,
    threshold: f64,
}

/// True if rules may cover any number of rows.
fn is_none(min_cover: &u64) -> bool {
    *min_cover == 0
}

impl ProblemFile {
    /// Records problems over `samples`.
    ///
    /// # Errors
    /// Forbidden conditions, which the file cannot store; a problem about other samples.
    pub fn new(samples: &Samples, problems: &[PricingProblem]) -> anyhow::Result<ProblemFile> {
        problems.iter().try_for_each(|problem| problem.check(samples.len()))?;
        let feature = |(feature, codes): (&Feature, &Codes)| {
            ensure!(feature.forbidden.is_empty(), "conditions on {} are forbidden: they cannot be saved", feature.name);
            let (cuts, categories) = match feature.domain.clone() {
                Domain::Numeric { cuts } => (Some(cuts), None),
                Domain::Categorical { categories } => (None, Some(categories)),
            };
            let codes = (0..samples.len()).map(|i| codes.get(i)).collect();
            let Feature { name, missing_seen, whole, .. } = feature.clone();
            Ok(SavedFeature { name, cuts, categories, missing_seen, whole, codes })
        };
        let features = samples.schema.features.iter().zip(samples.table.columns());
        Ok(ProblemFile {
            features: features.map(feature).collect::<anyhow::Result<_>>()?,
            labels: samples.labels.clone(),
            groups: samples.groups.clone(),
            weights: samples.weights.clone(),
            counts: problems.iter().any(PricingProblem::counts_rows).then(|| samples.counts.clone()),
            classes: samples.classes,
            problems: problems.iter().map(SavedProblem::from).collect(),
        })
    }

    /// Reads a file.
    ///
    /// # Errors
    /// A file that cannot be read or has other contents.
    pub fn read(path: &Path) -> anyhow::Result<ProblemFile> {
        let text = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        serde_json::from_slice(&text).with_context(|| format!("{} holds no pricing problems", path.display()))
    }

    /// Writes a file.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn write(&self, path: &Path) -> anyhow::Result<()> {
        std::fs::write(path, serde_json::to_vec(self)?).with_context(|| format!("cannot write {}", path.display()))
    }

    /// Returns the samples and the problems.
    ///
    /// # Errors
    /// Codes that are not those of their column, samples that are there twice or in another order,
    /// and problems that no pricer can take.
    pub fn open(self) -> anyhow::Result<(Arc<Samples>, Vec<PricingProblem>)> {
        let rows = self.labels.len();
        let (mut schema, mut columns) = (Schema::default(), Vec::new());
        for SavedFeature { name, cuts, categories, missing_seen, whole, codes } in self.features {
            let domain = match (cuts, categories) {
                (Some(cuts), None) => Domain::Numeric { cuts },
                (None, Some(categories)) => Domain::Categorical { categories },
                _ => anyhow::bail!("the column {name} needs either cuts or categories"),
            };
            schema.features.push(Feature { missing_seen, whole, ..Feature::new(name, domain) });
            columns.push(Codes::Wide(codes));
        }
        let table = CodedTable::new(rows, columns)?;
        let samples =
            Samples::merge_grouped(schema, &table, &self.labels, Some(&self.groups), &self.weights, self.classes)?;
        let samples = match &self.counts {
            Some(counts) => samples.counting(counts)?,
            None => samples,
        };
        let in_order = samples.sample_of_row().enumerate().all(|(row, sample)| sample == u32::try_from(row).ok());
        ensure!(
            in_order && samples.counts.iter().all(|&rows| rows > 0),
            "the samples are not those of a training set: some are alike, weigh nothing, stand for no row or are out of order"
        );
        let problems: Vec<PricingProblem> = self.problems.iter().map(PricingProblem::from).collect();
        problems.iter().try_for_each(|problem| problem.check(rows))?;
        let repeated = problems.iter().enumerate().find(|(at, p)| problems[..*at].iter().any(|q| q.tag == p.tag));
        if let Some((_, problem)) = repeated {
            anyhow::bail!("two problems have the tag {}: an answer would not say whose it is", problem.tag);
        }
        Ok((Arc::new(samples), problems))
    }
}

impl From<&PricingProblem> for SavedProblem {
    fn from(problem: &PricingProblem) -> Self {
        let PricingProblem { tag, gains, fixed, per_literal, max_length, min_cover, threshold } = problem.clone();
        SavedProblem { tag, gains, fixed, per_literal, max_length, min_cover, threshold }
    }
}

impl From<&SavedProblem> for PricingProblem {
    fn from(saved: &SavedProblem) -> Self {
        let SavedProblem { tag, gains, fixed, per_literal, max_length, min_cover, threshold } = saved.clone();
        PricingProblem { tag, gains, fixed, per_literal, max_length, min_cover, threshold }
    }
}
