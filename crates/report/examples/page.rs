//! A page on a model, with cases to try: learns it, measures it, and writes the page where it is
//! told to.
//!
//!     cargo run --release -p rulegen-report --example page -- page.html

use rulegen::data::{Dataset, ReadOptions, read_bytes, write_whole};
use rulegen::{Learner, Parameters};
use rulegen_report::{Inputs, PageSettings, Study, html};
use std::error::Error;
use std::path::Path;

fn page() -> Result<String, Box<dyn Error>> {
    // People buy who are of 37 or more, and of 30 or more in Rome.
    let buys = |age: usize, city: &str| if age >= 37 || age >= 30 && city == "Rome" { "yes" } else { "no" };
    let people = (20..60).flat_map(|age| ["Rome", "Oslo"].map(|city| (age, city)));
    let rows: String = people.map(|(age, city)| format!("{age},{city},{}\n", buys(age, city))).collect();
    let table = read_bytes(format!("age,city,buys\n{rows}").as_bytes(), &ReadOptions::default())?;
    let data = Dataset::from_table(table, "buys", None)?;
    let fitted = Learner::new(Parameters::default())?.fit(&data, "buys")?;
    let study = Study::new(Inputs {
        model: fitted.model,
        model_name: "who buys".into(),
        table: data.features,
        labels: data.target.labels,
        data_name: "forty ages in two towns".into(),
        held_out: None,
        groups: None,
        trace: None,
        front: fitted.front,
    })?;
    Ok(html(&study, &PageSettings::default())?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let page = page()?;
    match std::env::args_os().nth(1) {
        Some(path) => write_whole(Path::new(&path), page.as_bytes())?,
        None => println!("a page of {} bytes: say where to write it", page.len()),
    }
    Ok(())
}

#[test]
fn it_shows_the_model() -> Result<(), Box<dyn Error>> {
    assert!(page()?.contains("who buys"));
    Ok(())
}
