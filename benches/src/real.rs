//! The data sets on which exact pricers are measured: public ones by name, and any CSV file.

use rulegen::FitError;
use rulegen::binarize::{Bins, Samples};
use rulegen::data::{Dataset, ReadOptions, read_path};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A public data set: `NAME.csv` in the folder of shared data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RealSet {
    /// The name of the file, without its ending.
    pub name: &'static str,
    target: &'static str,
    /// Columns of numbers that are codes. Columns of words are recognised without this list.
    categorical: &'static [&'static str],
}

impl RealSet {
    /// The sets that are measured.
    pub const ALL: [RealSet; 13] = [
        RealSet { name: "tictactoe", target: "class", categorical: &[] },
        RealSet { name: "transfusion", target: "donated", categorical: &[] },
        RealSet {
            name: "heart",
            target: "target",
            categorical: &["sex", "cp", "fbs", "restecg", "exang", "slope", "ca", "thal"],
        },
        RealSet { name: "liver", target: "selector", categorical: &[] },
        RealSet { name: "banknote", target: "class", categorical: &[] },
        RealSet { name: "wine", target: "cultivar", categorical: &[] },
        RealSet { name: "wdbc", target: "diagnosis", categorical: &[] },
        RealSet { name: "diabetes", target: "outcome", categorical: &[] },
        RealSet { name: "heloc", target: "risk_performance", categorical: &[] },
        RealSet { name: "default", target: "y", categorical: &["EDUCATION", "MARRIAGE"] },
        RealSet { name: "adult", target: "income", categorical: &[] },
        RealSet { name: "bank_mkt", target: "deposit", categorical: &[] },
        RealSet { name: "magic", target: "class", categorical: &[] },
    ];

    /// Returns the set of this name.
    pub fn named(name: &str) -> Option<RealSet> {
        RealSet::ALL.into_iter().find(|set| set.name == name)
    }

    /// The column that is predicted.
    pub fn target(&self) -> &'static str {
        self.target
    }

    /// Its file in a folder.
    pub fn file(&self, folder: &Path) -> PathBuf {
        folder.join(format!("{}.csv", self.name))
    }

    /// The set as a CSV file in a folder.
    pub fn in_folder(&self, folder: &Path) -> CsvSet {
        let categorical = self.categorical.iter().map(|&column| column.into()).collect();
        CsvSet { file: self.file(folder), target: self.target.into(), categorical }
    }
}

/// A CSV file with a column to predict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CsvSet {
    /// The file.
    pub file: PathBuf,
    /// The column that is predicted.
    pub target: String,
    /// Columns of numbers that are codes. Columns of words are recognised without this list.
    pub categorical: Vec<String>,
}

impl CsvSet {
    /// The name of the file, without its ending.
    pub fn name(&self) -> String {
        self.file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Reads all rows.
    ///
    /// # Errors
    /// A file that cannot be read, or one without the target.
    pub fn dataset(&self) -> Result<Dataset, FitError> {
        let (text, categorical) = (vec![self.target.clone()], self.categorical.clone());
        let table = read_path(&self.file, &ReadOptions { text, categorical, ..ReadOptions::default() })?;
        Ok(Dataset::from_table(table, &self.target, None)?)
    }

    /// Reads all rows, with numbers cut at deciles.
    ///
    /// # Errors
    /// As [`CsvSet::dataset`], or data without a column to learn from.
    pub fn samples(&self) -> Result<Arc<Samples>, FitError> {
        let Dataset { features, target, .. } = self.dataset()?;
        let (samples, _) = Samples::learn(&features, &target.labels, None, target.classes.len(), Bins::Quantiles(10))?;
        Ok(Arc::new(samples))
    }
}

/// Returns the folder of the public data sets: `RULEGEN_BENCH_DATA`, or the one beside the
/// repository. It need not exist.
pub fn shared_data() -> PathBuf {
    let named = std::env::var_os("RULEGEN_BENCH_DATA").map(PathBuf::from);
    named.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data"))
}
