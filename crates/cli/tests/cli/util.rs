//! A folder of files, and the binary run in it.

use rulegen::data::{ReadOptions, read_path};
use rulegen::rule::{Domain, Model, Predictor};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// The result of running the binary.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Run {
    pub(crate) fn of(output: Output) -> Run {
        let text = |bytes| String::from_utf8(bytes).expect("the binary writes UTF-8");
        let code = output.status.code().expect("no signal ends the binary");
        Run { code, stdout: text(output.stdout), stderr: text(output.stderr) }
    }

    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error} in {}", self.stdout))
    }
}

/// A folder that goes away with the test.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Folder {
        Folder(TempDir::new().expect("a temporary folder"))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file.
    pub(crate) fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> &Self {
        std::fs::write(self.path(name), bytes).expect("the folder can be written to");
        self
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// The binary with these arguments, in this folder. Where no method is said it is RUG: what the
    /// tests say of rounds and proofs is about the papers' method. The default method has tests of
    /// its own, which say `rules`.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rulegen"));
        let mut args = args.to_vec();
        if let (Some(&("fit" | "compare")), false) = (args.first(), args.iter().any(|arg| arg.starts_with("--method")))
        {
            args.extend(["--method", "rug"]);
        }
        command.args(args).current_dir(self.0.path()).env_remove("RUST_LOG").stdin(Stdio::null());
        command
    }

    pub(crate) fn run(&self, args: &[&str]) -> Run {
        Run::of(self.command(args).output().expect("the binary runs"))
    }

    /// A run that has to succeed.
    pub(crate) fn ok(&self, args: &[&str]) -> Run {
        let run = self.run(args);
        assert_eq!(run.code, 0, "{args:?}: {run:?}");
        run
    }

    /// A run that has to be refused as bad usage or input: one line that holds `says`.
    pub(crate) fn refused(&self, args: &[&str], says: &str) {
        let run = self.run(args);
        assert_eq!(run.code, 2, "{args:?}: {run:?}");
        assert_eq!(run.stdout, "", "{args:?}");
        assert_one_error(&run, says);
    }

    /// The labels that the library predicts with a model file, for comparison.
    pub(crate) fn library_predictions(&self, model: &str, data: &Path) -> Vec<String> {
        let model = Model::from_json(&self.read(model)).unwrap();
        let predictor = Predictor::new(&model);
        let categorical = |f: &&rulegen::rule::Feature| matches!(f.domain, Domain::Categorical { .. });
        let names = predictor.schema().features.iter().filter(categorical).map(|f| f.name.clone()).collect();
        let table = read_path(data, &ReadOptions { categorical: names, ..ReadOptions::default() }).unwrap();
        let classes = predictor.predict(&table).unwrap();
        classes.into_iter().map(|k| model.classes[k as usize].clone()).collect()
    }
}

/// Exactly one line on stderr, an error that holds `says`.
pub(crate) fn assert_one_error(run: &Run, says: &str) {
    let lines: Vec<&str> = run.stderr.lines().collect();
    assert_eq!(lines.len(), 1, "{run:?}");
    assert!(lines[0].starts_with("error: ") && lines[0].contains(says), "'{says}' is not in {run:?}");
    assert!(!lines[0].contains("panicked"), "{run:?}");
}

/// A file of the repository's `fixtures`.
pub(crate) fn fixture(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(name);
    path.canonicalize().unwrap_or_else(|error| panic!("{}: {error}", path.display())).display().to_string()
}

/// The object of a strategy in a report of `compare`.
pub(crate) fn strategy<'a>(report: &'a serde_json::Value, name: &str) -> &'a serde_json::Value {
    let rows = report["rows"].as_array().unwrap_or_else(|| panic!("no rows: {report:#}"));
    rows.iter().find(|row| row["strategy"] == name).unwrap_or_else(|| panic!("no {name}: {report:#}"))
}

/// The rows of a CSV file, header first.
pub(crate) fn csv_rows(text: &str) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
}

/// The predictions of a CSV file that `predict` wrote.
pub(crate) fn predictions(text: &str) -> Vec<String> {
    let mut rows = csv_rows(text);
    assert_eq!(rows.remove(0)[0], "prediction");
    rows.into_iter().map(|mut row| row.swap_remove(0)).collect()
}

/// Numbers from 0 to 1 that are the same in every run.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn next(&mut self) -> f64 {
        // The constants are Knuth's (MMIX); the high bits are random enough.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
}
