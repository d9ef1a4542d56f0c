//! Merges rows that no rule can distinguish.

use crate::rows::{LabelledRows, row_counts};
use crate::samples::{NO_SAMPLE, Samples};
use rulegen_limits::{Limit, Limits};
use rulegen_rule::{CodedTable, Codes, Schema};
use std::collections::HashMap;

/// The number of rows between two checks of the limits.
const LOOK: usize = 1 << 16;

/// Merges the rows of positive weight. The arguments are consistent. Samples are in the order of
/// labels, groups and codes, so that no model depends on the order of rows.
pub(crate) fn merge(
    schema: Schema,
    table: &CodedTable,
    LabelledRows { labels, groups, weights }: LabelledRows<'_>,
    classes: usize,
    limits: &Limits,
) -> Result<Samples, Limit> {
    let columns = table.columns();
    let group = |row: usize| groups.map_or(0, |groups| groups[row]);
    let hashes = hashes(table, labels, groups, limits)?;
    let mut firsts: Vec<u32> = Vec::new();
    let mut merged: Vec<f64> = Vec::new();
    let mut counts: Vec<u64> = Vec::new();
    let rows = row_counts(Some(weights), table.rows());
    let mut sample_of_row = vec![NO_SAMPLE; table.rows()];
    // The last sample of each hash value, and the sample before each with the same hash. There is
    // none unless the hash collides.
    let mut by_hash: HashMap<u64, u32> = HashMap::new();
    let mut before: Vec<Option<u32>> = Vec::new();
    for row in (0..table.rows()).filter(|&row| weights[row] > 0.0) {
        if row.is_multiple_of(LOOK) {
            limits.check()?;
        }
        let same = |&s: &u32| {
            let first = firsts[s as usize] as usize;
            let alike = labels[first] == labels[row] && group(first) == group(row);
            alike && columns.iter().all(|c| c.get(first) == c.get(row))
        };
        let last = by_hash.get(&hashes[row]).copied();
        let sample = match std::iter::successors(last, |&s| before[s as usize]).find(same) {
            Some(sample) => sample,
            None => {
                let sample = firsts.len() as u32;
                before.push(by_hash.insert(hashes[row], sample));
                firsts.push(row as u32);
                merged.push(0.0);
                counts.push(0);
                sample
            }
        };
        merged[sample as usize] += weights[row];
        counts[sample as usize] += rows[row];
        sample_of_row[row] = sample;
    }
    limits.check()?;
    let order = sorted(&firsts, |row| (labels[row], group(row)), table);
    let mut place = vec![0; order.len()];
    (0..).zip(&order).for_each(|(new, &old)| place[old as usize] = new);
    let counted = sample_of_row.iter_mut().filter(|sample| **sample != NO_SAMPLE);
    counted.for_each(|sample| *sample = place[*sample as usize]);
    let firsts: Vec<u32> = order.iter().map(|&sample| firsts[sample as usize]).collect();
    let merged = order.iter().map(|&sample| merged[sample as usize]).collect();
    let counts = order.iter().map(|&sample| counts[sample as usize]).collect();
    let labels = firsts.iter().map(|&row| labels[row as usize]).collect();
    let groups = firsts.iter().map(|&row| group(row as usize)).collect();
    let table = table.select(&firsts);
    Ok(Samples { schema, table, labels, groups, weights: merged, counts, classes, sample_of_row, covers: None })
}

/// Sorts samples, given by their first rows, by `key` of the row, then by its codes.
fn sorted(firsts: &[u32], key: impl Fn(usize) -> (u32, u32), table: &CodedTable) -> Vec<u32> {
    /// The number of codes, of two bytes at most, that fill a word of 16 bytes.
    const PACKED: usize = 8;
    let columns = table.columns();
    // The first codes as one number. Few rows agree in them, and the table is only read for these.
    let packed = |row: usize| columns.iter().take(PACKED).fold(0u128, |word, c| word << 16 | u128::from(c.get(row)));
    let rest = |row: u32| columns.iter().skip(PACKED).map(move |c| c.get(row as usize));
    let placed = |(sample, &first): (u32, &u32)| (key(first as usize), packed(first as usize), first, sample);
    let mut order: Vec<_> = (0..).zip(firsts).map(placed).collect();
    order.sort_unstable_by(|a, b| (a.0, a.1).cmp(&(b.0, b.1)).then_with(|| rest(a.2).cmp(rest(b.2))));
    order.into_iter().map(|(.., sample)| sample).collect()
}

/// Returns a hash of the codes, the label and the group of every row, column by column.
fn hashes(table: &CodedTable, labels: &[u32], groups: Option<&[u32]>, limits: &Limits) -> Result<Vec<u64>, Limit> {
    /// An odd number with well-spread bits (the golden ratio).
    const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
    let mix = |h: u64, code: u64| (h.rotate_left(23) ^ code).wrapping_mul(SPREAD);
    let mut hashes: Vec<u64> = labels.iter().map(|&label| mix(1, label.into())).collect();
    hashes.iter_mut().zip(groups.unwrap_or_default()).for_each(|(h, &group)| *h = mix(*h, group.into()));
    for column in table.columns() {
        limits.check()?;
        match column {
            Codes::Narrow(codes) => hashes.iter_mut().zip(codes).for_each(|(h, &c)| *h = mix(*h, c.into())),
            Codes::Wide(codes) => hashes.iter_mut().zip(codes).for_each(|(h, &c)| *h = mix(*h, c.into())),
        }
    }
    Ok(hashes)
}
