//! Error rates of groups with their intervals, and scores of fairness.
//!
//!     cargo run -p rulegen-eval --example groups

use rulegen_data::{DataError, Dataset, GroupColumn, Groups, ReadOptions, read_bytes};
use rulegen_eval::FairnessReport;

fn main() -> Result<(), DataError> {
    // Forty people: women of more than 50 are refused more often than they should be.
    let rows = (0..40).map(|i| format!("{},{},{}\n", 20 + i, ["F", "M"][i % 2], ["no", "yes"][i / 20]));
    let csv = format!("age,sex,loan\n{}", rows.collect::<String>());
    let table = read_bytes(csv.as_bytes(), &ReadOptions::default())?;
    let groups = Groups::from_table(&table, &[GroupColumn { name: "sex".into(), cuts: vec![] }])?;
    let data = Dataset::from_table(table, "loan", None)?;
    let predicted: Vec<u32> = (0..40).map(|i| u32::from(i >= 20 && (i % 2 == 1 || i < 30))).collect();

    let report = FairnessReport::new(&predicted, &data.target.labels, &data.target.classes, &groups, Some(1));
    for group in &report.groups {
        let rate = &group.error_rate;
        println!("{}: {} of {} predicted wrongly, 95% interval {:.3?}", group.name, rate.count, rate.n, rate.interval);
    }
    println!("{:?}", report.scores);
    assert_eq!(report.groups[0].error_rate.count, 5);
    assert_eq!(report.scores.odm, Some(0.75));
    Ok(())
}

#[test]
fn it_runs() -> Result<(), DataError> {
    main()
}
