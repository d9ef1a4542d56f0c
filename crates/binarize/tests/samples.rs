//! Checks of arguments of samples, and their sums over rows.

use ndarray::array;
use proptest::prelude::*;
use rulegen_binarize::{BinarizeError, Bins, Samples, learn};
use rulegen_data::{Table, Values};
use rulegen_rule::{CodedTable, Codes, Domain, Feature, Schema};

fn schema(cuts: &[f64]) -> Schema {
    let domain = Domain::Numeric { cuts: cuts.to_vec() };
    Schema { features: vec![Feature::new("x", domain)] }
}

fn coded(codes: &[u8]) -> CodedTable {
    CodedTable::new(codes.len(), vec![Codes::Narrow(codes.to_vec())]).unwrap()
}

#[test]
fn what_does_not_fit_is_refused() {
    let merge = |schema: Schema, codes: &[u8], labels: &[u32], weights: &[f64]| {
        Samples::merge(schema, &coded(codes), labels, weights, 2).unwrap_err().to_string()
    };
    let cut = || schema(&[0.5]);
    assert_eq!(merge(cut(), &[0, 1], &[0], &[1.0; 2]), "there are 1 labels for 2 rows");
    assert_eq!(merge(cut(), &[0, 1], &[0, 1], &[1.0; 3]), "there are 3 weights for 2 rows");
    assert_eq!(
        merge(cut(), &[0, 1], &[0, 2], &[1.0; 2]),
        "row 1 (from 0) has the label 2, and there are 2 classes, counted from 0"
    );
    let expected = "row 0 (from 0) has the weight NaN, which is not a number of at least 0";
    assert_eq!(merge(cut(), &[0, 1], &[0, 1], &[f64::NAN, 1.0]), expected);
    assert_eq!(
        merge(cut(), &[0, 3], &[0, 1], &[1.0; 2]),
        "row 1 (from 0) has the code 3 of 'x', which has 3 codes, counted from 0"
    );
    assert_eq!(merge(schema(&[1.0, 0.0]), &[0, 1], &[0, 1], &[1.0; 2]), "the cut points of 'x' do not ascend");
    assert_eq!(merge(schema(&[f64::NEG_INFINITY]), &[0], &[0], &[1.0]), "the cut points of 'x' do not ascend");
    assert_eq!(merge(Schema::default(), &[0], &[0], &[1.0]), "the coded table has 1 columns for 0 features");
    let groups = Samples::merge_grouped(cut(), &coded(&[0, 1]), &[0, 1], Some(&[0]), &[1.0; 2], 2);
    assert_eq!(groups.unwrap_err().to_string(), "there are 1 groups for 2 rows");
    assert!(CodedTable::new(3, vec![Codes::Narrow(vec![0, 1])]).is_err());
}

#[test]
fn bins_and_weights_are_checked() {
    let table = Table::from_columns([("x", Values::from([1.0, 2.0]))]).unwrap();
    let message = |weights: Option<&[f64]>, bins| learn(&table, weights, bins).unwrap_err().to_string();
    assert_eq!(message(None, Bins::Quantiles(1)), "1 bins are asked for; 2 to 255 are possible");
    assert_eq!(message(None, Bins::Quantiles(100_000)), "100000 bins are asked for; 2 to 255 are possible");
    assert_eq!(message(Some(&[1.0]), Bins::Values), "there are 1 weights for 2 rows");
    assert_eq!(
        message(Some(&[1.0, -1.0]), Bins::Values),
        "row 1 (from 0) has the weight -1, which is not a number of at least 0"
    );
}

#[test]
fn samples_of_an_array_have_one_class() {
    let x = array![[1.0, 0.0], [1.0, 0.0], [2.0, f64::NAN]];
    let (samples, dropped) = Samples::from_array(x.view(), None, Bins::Values).unwrap();
    assert!(dropped.is_empty());
    assert_eq!((samples.classes, samples.labels.as_slice()), (1, &[0, 0][..]));
    assert_eq!(samples.weights, [2.0, 1.0]);
    assert_eq!(samples.sum_rows(&[1.0, 2.0, 4.0]).unwrap(), [3.0, 4.0]);
    assert!(matches!(samples.sum_rows(&[1.0]), Err(BinarizeError::NotOnePerRow { found: 1, rows: 3, .. })));
    let infinite = array![[1.0], [f64::INFINITY]];
    assert!(matches!(Samples::from_array(infinite.view(), None, Bins::Values), Err(BinarizeError::Data(_))));
    let constant = array![[1.0], [1.0]];
    assert!(matches!(
        Samples::from_array(constant.view(), None, Bins::Values),
        Err(BinarizeError::NoFeature { columns: 1, .. })
    ));
}

proptest! {
    /// For any rule, rows and samples gain the same. Samples without labels are as if there had
    /// been none.
    #[test]
    fn sums_of_rows_are_sums_of_samples(
        rows in prop::collection::vec((0u8..4, 0u32..2, 0u8..3, -4i8..4), 1..40),
    ) {
        let codes: Vec<u8> = rows.iter().map(|row| row.0).collect();
        let labels: Vec<u32> = rows.iter().map(|row| row.1).collect();
        let weights: Vec<f64> = rows.iter().map(|row| row.2.into()).collect();
        let gains: Vec<f64> = rows.iter().map(|row| row.3.into()).collect();
        let (schema, table) = (schema(&[0.0, 1.0]), coded(&codes));
        let samples = Samples::merge(schema.clone(), &table, &labels, &weights, 2).unwrap();
        let of_samples = samples.sum_rows(&gains).unwrap();
        let merged = samples.without_labels();
        let of_merged = merged.sum_rows(&of_samples).unwrap();
        for literal in schema.literals() {
            let rule = rulegen_rule::Rule::new([literal]);
            let cover = table.cover(&schema, &rule);
            let by_rows: f64 = cover.iter().filter(|&row| weights[row] > 0.0).map(|row| gains[row]).sum();
            let by_samples: f64 = samples.cover(&rule).iter().map(|sample| of_samples[sample]).sum();
            let by_merged: f64 = merged.cover(&rule).iter().map(|sample| of_merged[sample]).sum();
            prop_assert_eq!((by_rows, by_rows), (by_samples, by_merged));
        }
        let counted: Vec<u8> = (0..rows.len()).filter(|&row| weights[row] > 0.0).map(|row| codes[row]).collect();
        let unlabelled = Samples::merge_unlabelled(schema, &coded(&counted)).unwrap();
        prop_assert_eq!((&unlabelled.table, unlabelled.classes), (&merged.table, merged.classes));
    }
}

/// Pricers add up counts, also as doubles.
#[test]
fn counts_beyond_exact_sums_are_cut() {
    let domain = Domain::Numeric { cuts: vec![0.0] };
    let x = Feature::new("x", domain);
    let table = CodedTable::new(2, vec![Codes::Narrow(vec![0, 1])]).unwrap();
    let samples = Samples::merge(Schema { features: vec![x] }, &table, &[0, 1], &[1.0; 2], 2).unwrap();
    assert_eq!(samples.clone().counting(&[3, 5]).unwrap().counts, [3, 5]);
    assert_eq!(samples.counting(&[u64::MAX, 5]).unwrap().counts, [1 << 52, 5]);
}
