//! Data sets of `fixtures/`, each with the name of its target.

use rulegen::Parameters;
use rulegen::data::{Dataset, ReadOptions, read_path};

pub(crate) fn fixture(name: &str, target: &'static str) -> (Dataset, &'static str) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../fixtures/{name}.csv"));
    let table = read_path(&path, &ReadOptions { text: vec![target.into()], ..Default::default() }).unwrap();
    (Dataset::from_table(table, target, None).unwrap(), target)
}

pub(crate) fn all() -> [(Dataset, &'static str); 4] {
    [fixture("monks1", "class"), fixture("wdbc", "diagnosis"), fixture("iris", "species"), fixture("wine", "cultivar")]
}

/// Returns the default parameters with one division of the rows into folds. A fit takes an eighth
/// of the time that it takes with eight.
pub(crate) fn one_division() -> Parameters {
    Parameters { divisions: Some(1), ..Parameters::default() }
}
