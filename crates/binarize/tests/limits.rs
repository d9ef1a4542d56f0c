//! Limits end slow work at once.

use rulegen_binarize::{BinarizeError, Bins, LabelledRows, LearnSettings, Samples, learn, learn_until};
use rulegen_data::{Column, Table};
use rulegen_limits::{Limit, Limits};
use rulegen_rule::RuleError;
use std::time::Instant;

#[test]
fn learning_coding_and_merging_end_at_a_limit() {
    let table = Table::new(vec![Column::new("x", vec![1.0, 2.0, 3.0]).unwrap()]).unwrap();
    let schema = learn(&table, None, Bins::Values).unwrap().0;
    let coded = schema.encode(&table).unwrap();
    let rows = LabelledRows { labels: &[0, 1, 0], groups: None, weights: &[1.0; 3] };
    let raised = Limits::default();
    raised.stop.raise();
    let late = Limits { deadline: Some(Instant::now()), ..Limits::default() };
    for (limits, expected) in [(raised, Limit::Interrupt), (late, Limit::Time)] {
        let settings = LearnSettings::everything(Bins::Values);
        let learned = learn_until(&table, None, &settings, &limits);
        assert!(matches!(learned, Err(BinarizeError::Stopped(limit)) if limit == expected), "{learned:?}");
        let encoded = schema.encode_until(&table, &limits);
        assert!(matches!(encoded, Err(RuleError::Stopped(limit)) if limit == expected), "{encoded:?}");
        let merged = Samples::merge_until(schema.clone(), &coded, rows, 2, &limits);
        assert!(matches!(merged, Err(BinarizeError::Stopped(limit)) if limit == expected), "{merged:?}");
    }
    assert_eq!(Samples::merge_until(schema, &coded, rows, 2, &Limits::default()).unwrap().len(), 3);
}
