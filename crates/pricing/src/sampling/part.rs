//! A random part of the samples, over a part of the literals.

use super::draw::draw;
use super::settings::SamplingSettings;
use rulegen_binarize::Samples;
use rulegen_driver::PricingProblem;
use rulegen_numeric::Random;
use rulegen_rule::{CodedTable, Codes, Domain, Feature, Literal, Rule, Schema, Test};
use std::sync::Arc;

/// Some samples, over some cut points and categories of some columns.
pub(super) struct Part {
    pub(super) samples: Arc<Samples>,
    /// The samples drawn, with their chances.
    drawn: Vec<(u32, f64)>,
    columns: Vec<KeptColumn>,
    /// The number of rows of the samples that were not drawn.
    left_out: u64,
}

/// A column of the part.
struct KeptColumn {
    /// Its index in the whole.
    column: u32,
    /// The cut points or categories kept, ascending.
    kept: Vec<u16>,
}

impl Part {
    /// Draws a part for `problems`. Returns `None` where no sample has a gain.
    pub(super) fn draw(
        samples: &Samples,
        problems: &[PricingProblem],
        settings: &SamplingSettings,
        random: &mut Random,
    ) -> Option<Part> {
        let weight = |i: usize| problems.iter().map(|p| p.gains[i].abs()).fold(0.0, f64::max);
        let weights: Vec<f64> = (0..samples.len()).map(weight).collect();
        let drawn = draw(&weights, settings.rows.get(), random);
        let columns = draw_columns(&samples.schema, settings.nonzeros.get() / drawn.len().max(1), random);
        if drawn.is_empty() || columns.is_empty() {
            return None;
        }
        let rows: Vec<u32> = drawn.iter().map(|&(row, _)| row).collect();
        let features = columns.iter().map(|c| c.feature(&samples.schema)).collect();
        let coded = |c: &KeptColumn| c.codes(&samples.schema, &samples.table.columns()[c.column as usize], &rows);
        let table =
            CodedTable::new(rows.len(), columns.iter().map(coded).collect()).expect("a code for each row drawn");
        let labels: Vec<u32> = rows.iter().map(|&row| samples.labels[row as usize]).collect();
        let weights: Vec<f64> = drawn.iter().map(|&(row, chance)| samples.weights[row as usize] / chance).collect();
        // There is no part where weights overflow, which takes a chance that is next to nothing.
        let merged = Samples::merge(Schema { features }, &table, &labels, &weights, samples.classes).ok()?;
        let counts: Vec<u64> = rows.iter().map(|&row| samples.counts[row as usize]).collect();
        let left_out = samples.counts.iter().sum::<u64>() - counts.iter().sum::<u64>();
        Some(Part { samples: Arc::new(merged.counting(&counts).ok()?), drawn, columns, left_out })
    }

    /// Returns the problems over the part.
    pub(super) fn problems(&self, problems: &[PricingProblem]) -> Vec<PricingProblem> {
        let narrow = |problem: &PricingProblem| {
            let mut gains = vec![0.0; self.samples.len()];
            for (&(row, chance), sample) in self.drawn.iter().zip(self.samples.sample_of_row()) {
                let sample = sample.expect("the weights of samples are positive");
                gains[sample as usize] += problem.gains[row as usize] / chance;
            }
            // A rule may cover all samples that were not drawn, so in the part it may cover fewer
            // by their number.
            let min_cover = problem.min_cover.saturating_sub(self.left_out);
            PricingProblem { gains, min_cover, ..problem.clone() }
        };
        problems.iter().map(narrow).collect()
    }

    /// Translates a rule over the part into one over the whole.
    pub(super) fn whole(&self, rule: &Rule) -> Rule {
        let literal = |literal: &Literal| {
            let KeptColumn { column, kept } = &self.columns[literal.column as usize];
            let of = |place: u16| kept[place as usize];
            let test = match literal.test {
                Test::AtMost(j) => Test::AtMost(of(j)),
                Test::Above(j) => Test::Above(of(j)),
                Test::Is(v) => Test::Is(of(v)),
                Test::IsNot(v) => Test::IsNot(of(v)),
                Test::Missing | Test::Present => literal.test,
            };
            Literal::new(*column, test)
        };
        Rule::new(rule.literals().iter().map(literal))
    }
}

/// Draws at most `most` cut points and categories, at least one, all equally likely. A sample
/// satisfies one literal for each: `<=` or `>`, `=` or `!=`. Two categories are the two sides of
/// one choice.
fn draw_columns(schema: &Schema, most: usize, random: &mut Random) -> Vec<KeptColumn> {
    let mut units: Vec<(u32, Vec<u16>)> = Vec::new();
    for (column, feature) in schema.features.iter().enumerate() {
        let column = column as u32;
        match &feature.domain {
            Domain::Numeric { cuts } => units.extend((0..cuts.len() as u16).map(|j| (column, vec![j]))),
            Domain::Categorical { categories } if categories.len() <= 2 => {
                units.push((column, (0..categories.len() as u16).collect()));
            }
            Domain::Categorical { categories } => {
                units.extend((0..categories.len() as u16).map(|v| (column, vec![v])));
            }
        }
    }
    if units.len() > most.max(1) {
        random.shuffle(&mut units);
        units.truncate(most.max(1));
        units.sort_unstable();
    }
    let columns = units.chunk_by(|a, b| a.0 == b.0);
    columns
        .map(|units| KeptColumn { column: units[0].0, kept: units.iter().flat_map(|u| u.1.clone()).collect() })
        .collect()
}

impl KeptColumn {
    fn feature(&self, schema: &Schema) -> Feature {
        let whole = &schema.features[self.column as usize];
        let domain = match &whole.domain {
            Domain::Numeric { cuts } => Domain::Numeric { cuts: self.kept.iter().map(|&j| cuts[j as usize]).collect() },
            Domain::Categorical { categories } => {
                let kept = self.kept.iter().map(|&v| categories[v as usize].clone());
                Domain::Categorical { categories: kept.collect() }
            }
        };
        let forbidden = whole.forbidden.iter().filter_map(|&test| self.of_part(test)).collect();
        Feature { domain, forbidden, ..whole.clone() }
    }

    /// Translates a test on the whole column into one on the part. Returns `None` if the part does
    /// not have it.
    fn of_part(&self, test: Test) -> Option<Test> {
        let place = |j: u16| self.kept.binary_search(&j).ok().map(|place| place as u16);
        match test {
            Test::AtMost(j) => place(j).map(Test::AtMost),
            Test::Above(j) => place(j).map(Test::Above),
            Test::Is(v) => place(v).map(Test::Is),
            Test::IsNot(v) => place(v).map(Test::IsNot),
            Test::Missing | Test::Present => Some(test),
        }
    }

    /// Returns the codes of `rows` over the cut points or categories kept.
    fn codes(&self, schema: &Schema, whole: &Codes, rows: &[u32]) -> Codes {
        let feature = &schema.features[self.column as usize];
        let (missing, kept) = (feature.missing_code(), self.kept.len());
        let new = |code: usize| match &feature.domain {
            _ if code == missing => kept + 1,
            Domain::Numeric { .. } => self.kept.partition_point(|&j| (j as usize) < code),
            // A category left out becomes one that the part has not seen.
            Domain::Categorical { .. } => self.kept.iter().position(|&v| v as usize == code).unwrap_or(kept),
        };
        let table: Vec<u16> = (0..=missing).map(|code| new(code) as u16).collect();
        let codes = rows.iter().map(|&row| table[whole.get(row as usize) as usize]);
        if kept + 2 <= 256 { Codes::Narrow(codes.map(|c| c as u8).collect()) } else { Codes::Wide(codes.collect()) }
    }
}
