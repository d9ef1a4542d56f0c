//! A file of results that survives a kill at any moment.
//!
//! Rows are appended whole and synced to the disk before anything else happens. A kill can leave the last line
//! half-written: it has no line end, and is cut off when the file is opened again.

use super::error::ExperimentError;
use super::row::About;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// How many columns come first and are the key of a row.
const KEY: usize = 4;

/// A CSV file that grows by rows.
#[derive(Debug)]
pub(crate) struct Store<T> {
    path: PathBuf,
    file: File,
    /// Whether the file lacks its header.
    empty: bool,
    /// The rows, in the order of the file.
    pub(crate) rows: Vec<T>,
}

impl<T: Serialize + DeserializeOwned + Default + About> Store<T> {
    /// Opens a file to continue, or creates it. A file of an older version, which lacks columns of this one, gets them, without
    /// values.
    ///
    /// # Errors
    /// A file that cannot be read or written, or holds something else.
    pub(crate) fn open(path: PathBuf) -> Result<Store<T>, ExperimentError> {
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(&path);
        let mut file = file.map_err(ExperimentError::write(&path))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(ExperimentError::read(&path))?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let half = bytes.split_off(whole);
        let bad = |message: String| ExperimentError::BadResults { path: path.clone(), message };
        // A file without a whole line must begin like the header.
        let header = header::<T>();
        let same = bytes.starts_with(&header) || bytes.is_empty() && header.starts_with(&half);
        if !same && !is_part(&bytes, &header) {
            return Err(bad("its columns are not those of this version".into()));
        }
        let rows = parse(&bytes).map_err(bad)?;
        let written = file.set_len(whole as u64).and_then(|()| file.seek(SeekFrom::End(0)));
        written.map_err(ExperimentError::write(&path))?;
        let mut store = Store { path, file, empty: whole == 0, rows };
        if !same {
            store.replace()?;
        }
        Ok(store)
    }

    /// An error about what the file holds.
    pub(crate) fn bad(&self, message: String) -> ExperimentError {
        ExperimentError::BadResults { path: self.path.clone(), message }
    }

    /// Adds rows and syncs them to the disk.
    pub(crate) fn append(&mut self, rows: Vec<T>) -> Result<(), ExperimentError> {
        let mut bytes = if self.empty { header::<T>() } else { Vec::new() };
        bytes.extend(lines(&rows, false));
        let written = self.file.write_all(&bytes).and_then(|()| self.file.sync_data());
        written.map_err(ExperimentError::write(&self.path))?;
        self.empty = false;
        self.rows.extend(rows);
        Ok(())
    }

    /// Keeps some rows only.
    pub(crate) fn retain(&mut self, keep: impl FnMut(&T) -> bool) -> Result<(), ExperimentError> {
        let before = self.rows.len();
        self.rows.retain(keep);
        if self.rows.len() < before { self.replace() } else { Ok(()) }
    }

    /// Puts the rows in order.
    pub(crate) fn sort_by_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K) -> Result<(), ExperimentError> {
        self.rows.sort_by_key(key);
        self.replace()
    }

    /// Replaces the file by one with the current rows, atomically.
    fn replace(&mut self) -> Result<(), ExperimentError> {
        write_whole(&self.path, &[header::<T>(), lines(&self.rows, false)].concat())?;
        let file = OpenOptions::new().append(true).open(&self.path);
        self.file = file.map_err(ExperimentError::write(&self.path))?;
        self.empty = false;
        Ok(())
    }
}

/// Whether a file has the first four columns of a header, which are the key, and of the others some in their order.
fn is_part(file: &[u8], header: &[u8]) -> bool {
    let names = |bytes: &[u8]| -> Vec<String> {
        let line = String::from_utf8_lossy(bytes).lines().next().unwrap_or_default().to_owned();
        line.split(',').map(str::to_owned).collect()
    };
    let (theirs, ours) = (names(file), names(header));
    let mut left = ours.iter();
    theirs.len() >= KEY && theirs[..KEY] == ours[..KEY] && theirs.iter().all(|name| left.any(|ours| ours == name))
}

/// Reads a finished file of results; columns may be missing. No file is no rows.
pub(crate) fn read_rows<T: DeserializeOwned + About>(path: &Path) -> Result<Vec<T>, ExperimentError> {
    match std::fs::read(path) {
        Ok(bytes) => parse(&bytes).map_err(|message| ExperimentError::BadResults { path: path.into(), message }),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(ExperimentError::read(path)(error)),
    }
}

/// Writes a file whole or not at all.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), ExperimentError> {
    rulegen_data::write_whole(path, bytes).map_err(ExperimentError::write(path))
}

fn parse<T: DeserializeOwned + About>(bytes: &[u8]) -> Result<Vec<T>, String> {
    let rows = csv::Reader::from_reader(bytes).into_deserialize().collect::<Result<_, _>>();
    let rows: Vec<T> = rows.map_err(|error: csv::Error| error.to_string())?;
    let mut seen = HashMap::new();
    for (row, about) in (1..).zip(rows.iter().map(About::about)) {
        match seen.entry(about) {
            Entry::Vacant(free) => free.insert(row),
            Entry::Occupied(first) => {
                return Err(format!("rows {} and {row} are both of {}", first.get(), first.key()));
            }
        };
    }
    Ok(rows)
}

fn header<T: Serialize + Default>() -> Vec<u8> {
    let mut bytes = lines(&[T::default()], true);
    let end = bytes.iter().position(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    bytes.truncate(end);
    bytes
}

fn lines<T: Serialize>(rows: &[T], with_header: bool) -> Vec<u8> {
    let mut writer = csv::WriterBuilder::new().has_headers(with_header).from_writer(Vec::new());
    rows.iter().for_each(|row| writer.serialize(row).expect("rows of plain cells, in memory"));
    writer.into_inner().expect("flushed in memory")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::row::{Key, Row};

    fn row(split: usize) -> Row {
        let key = Key { set: "a \"b\", c".into(), method: "m".into(), split, setting: 0 };
        Row { accuracy: Some(1.0 / 3.0), note: "x, y".into(), ..Row::new(&key, 8, 2) }
    }

    #[test]
    fn whatever_is_left_of_the_last_line_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.csv");
        let mut store = Store::open(path.clone()).unwrap();
        store.append(vec![row(0), row(1)]).unwrap();
        store.append(vec![row(2)]).unwrap();
        let whole = std::fs::read(&path).unwrap();
        let second = whole.len() - lines(&[row(2)], false).len();
        for end in 0..=whole.len() {
            std::fs::write(&path, &whole[..end]).unwrap();
            let mut store: Store<Row> = Store::open(path.clone()).unwrap();
            let kept = store.rows.len();
            assert!(store.rows.iter().enumerate().all(|(at, found)| *found == row(at)), "{end}");
            assert_eq!(kept == 3, end == whole.len());
            assert_eq!(kept >= 2, end >= second);
            // And it can be continued, to the same file.
            (kept..3).for_each(|at| store.append(vec![row(at)]).unwrap());
            assert_eq!(std::fs::read(&path).unwrap(), whole, "{end}");
        }
    }

    #[test]
    fn another_file_is_not_touched() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.csv");
        for text in ["a,b\n1,2\n", "a list of results"] {
            std::fs::write(&path, text).unwrap();
            let error = Store::<Row>::open(path.clone()).unwrap_err().to_string();
            assert!(error.contains("its columns are not those of this version"), "{error}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    }

    #[test]
    fn a_file_of_an_older_version_gets_the_columns_that_it_lacks() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.csv");
        let old = "set,method,split,setting,settings,n_train,accuracy,status\nwine,RUG,0,0,,142,0.5,optimal\n";
        std::fs::write(&path, format!("{old}wine,RU")).unwrap();
        let mut store: Store<Row> = Store::open(path.clone()).unwrap();
        store.append(vec![Row { auc: Some(0.75), ..row(1) }]).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.as_bytes().starts_with(&header::<Row>()) && text.lines().count() == 3, "{text}");
        let rows = Store::<Row>::open(path.clone()).unwrap().rows;
        let found: Vec<_> = rows.iter().map(|row| (row.n_train, row.accuracy, row.auc, row.status.as_str())).collect();
        assert_eq!(found, [(Some(142), Some(0.5), None, "optimal"), (Some(8), Some(1.0 / 3.0), Some(0.75), "")]);
        // Columns in another order, of another name, or without the key are another file's.
        for header in
            ["set,method,split,setting,accuracy,settings", "set,method,split,setting,x", "set,method,accuracy"]
        {
            std::fs::write(&path, format!("{header}\n")).unwrap();
            assert!(Store::<Row>::open(path.clone()).is_err(), "{header}");
        }
    }

    #[test]
    fn a_row_that_is_there_twice_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.csv");
        let mut store = Store::open(path.clone()).unwrap();
        store.append(vec![row(0), row(1), row(0)]).unwrap();
        let says = "rows 1 and 3 are both of set \"a \\\"b\\\", c\", method \"m\", split 0, setting 0";
        let error = Store::<Row>::open(path.clone()).unwrap_err().to_string();
        assert!(error.ends_with(says), "{error}");
        // Nor does a report count it twice.
        assert!(read_rows::<Row>(&path).unwrap_err().to_string().ends_with(says));
    }

    #[test]
    fn rows_of_other_programs_may_lack_columns_and_cells() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("peers.csv");
        assert_eq!(read_rows::<Row>(&path).unwrap(), []);
        let lines = "wine,RIPPER,3,143,0.5,,\nwine,EBM,3,,,,failed\n";
        std::fs::write(&path, format!("set,method,split,n_train,accuracy,n_rules,status\n{lines}")).unwrap();
        let rows: Vec<Row> = read_rows(&path).unwrap();
        assert_eq!((rows[0].split, rows[0].accuracy, rows[0].n_rules), (3, Some(0.5), None));
        // A fit that failed has no sizes either.
        assert_eq!((rows[1].n_train, rows[1].accuracy, &rows[1].status[..]), (None, None, "failed"));
    }
}
