//! Growing a tree on weighted samples.

use super::settings::TreeSettings;
use super::split::{Split, best_split};
use super::weighted::WeightedSamples;
use rulegen_binarize::Samples;
use rulegen_limits::Limits;
use rulegen_rule::{Codes, Rule};

/// A node of the tree.
pub(super) struct Node {
    pub(super) rule: Rule,
    pub(super) leaf: bool,
    /// The samples in the node, ascending.
    pub(super) rows: Vec<u32>,
    /// Their weight by label.
    pub(super) weights: Vec<f64>,
}

/// Returns all nodes of the tree, each parent before its children, or as many as time permits. Both
/// sides of every split have `min_cover` rows.
pub(super) fn grow(
    samples: &Samples,
    weighted: WeightedSamples,
    settings: &TreeSettings,
    min_cover: u64,
    limits: &Limits,
) -> Vec<Node> {
    let mut nodes = Vec::new();
    let mut open = vec![(Rule::default(), weighted, 0)];
    while let Some((rule, part, depth)) = open.pop() {
        if limits.reached().is_some() {
            break;
        }
        let weights = part.totals();
        let pure = weights.iter().filter(|&&w| w > 0.0).count() < 2;
        let ends = pure || depth == settings.max_depth;
        let split = if ends { None } else { best_split(samples, &part, settings, min_cover) };
        if let Some(split) = &split {
            // The list is a stack, so branches are pushed in reverse to come off in their order.
            for (branch, part) in branches(&part, samples, split).into_iter().enumerate().rev() {
                open.push((rule.and(split.literals[branch]), part, depth + 1));
            }
        }
        nodes.push(Node { rule, leaf: split.is_none(), rows: part.rows, weights });
    }
    nodes
}

/// Returns the samples of each branch of a split.
fn branches(part: &WeightedSamples, samples: &Samples, split: &Split) -> Vec<WeightedSamples> {
    let empty = || WeightedSamples { rows: Vec::new(), labels: Vec::new(), weights: Vec::new(), classes: part.classes };
    let mut branches: Vec<WeightedSamples> = split.literals.iter().map(|_| empty()).collect();
    let mut distribute = |code: &dyn Fn(usize) -> usize| {
        for ((&row, &label), &weight) in part.rows.iter().zip(&part.labels).zip(&part.weights) {
            let branch = &mut branches[split.branch_of_code[code(row as usize)] as usize];
            branch.rows.push(row);
            branch.labels.push(label);
            branch.weights.push(weight);
        }
    };
    match &samples.table.columns()[split.literals[0].column as usize] {
        Codes::Narrow(codes) => distribute(&|row| codes[row].into()),
        Codes::Wide(codes) => distribute(&|row| codes[row].into()),
    }
    branches
}
