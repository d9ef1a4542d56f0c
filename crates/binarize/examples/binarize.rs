//! Binarization alone: from an array to cut points, coded rows, rules in words, and the rows that
//! they cover.
//!
//!     cargo run -p rulegen-binarize --example binarize

use ndarray::{Array1, array};
use rulegen_binarize::{BinarizeError, Bins, Samples};
use rulegen_rule::{Domain, Rule};

fn main() -> Result<(), BinarizeError> {
    // A row per person: age, income, and a column that never changes. NaN is a missing cell.
    let people = array![
        [25.0, 1800.0, 1.0],
        [25.0, 1900.0, 1.0],
        [31.0, f64::NAN, 1.0],
        [44.0, 2600.0, 1.0],
        [52.0, 4100.0, 1.0],
        [52.0, 4000.0, 1.0],
    ];
    let names = ["age", "income", "constant"];
    let (samples, dropped) = Samples::from_array(people.view(), Some(&names), Bins::Quantiles(3))?;

    // The features, and the values that their conditions use.
    for feature in &samples.schema.features {
        if let Domain::Numeric { cuts } = &feature.domain {
            println!("{} is cut at {cuts:?}; missing cells: {}", feature.name, feature.missing_seen);
        }
    }
    dropped.iter().for_each(|column| println!("{column}"));

    // Rows that no rule can distinguish are one sample.
    println!("{} rows are {} samples of weights {:?}", people.nrows(), samples.len(), samples.weights);
    assert_eq!(samples.len(), 4);

    // Rules by column and value, in words, with the rows that they cover.
    let schema = &samples.schema;
    let rule = Rule::new([schema.above("age", 30.0)?, schema.present("income")?]);
    let rows = schema.encode_array(people.view(), Some(&names))?.cover(schema, &rule);
    println!("{} covers {:?}", schema.rule_text(&rule), Array1::from(&rows).to_vec());
    assert_eq!(rows.iter().collect::<Vec<_>>(), [3, 4, 5]);

    // The gain of a rule is the sum of the gains of its rows, added once per sample. This is how
    // rules are priced.
    let gains = [1.0, -0.5, 2.0, 0.25, 1.0, 1.0];
    let of_samples = samples.sum_rows(&gains)?;
    let gain: f64 = samples.cover(&rule).iter().map(|sample| of_samples[sample]).sum();
    println!("it gains {gain}");
    assert_eq!(gain, 2.25);

    // A value that is no cut point is an error, which names the nearest ones.
    println!("{}", schema.at_most("age", 33.0).unwrap_err());
    Ok(())
}

#[test]
fn it_runs() -> Result<(), BinarizeError> {
    main()
}
