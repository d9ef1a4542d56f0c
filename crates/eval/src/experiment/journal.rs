//! The journal of a run, which survives a kill at any moment.
//!
//! Each fit is a line of JSON that is appended and synced to the disk before anything else happens.
//! A kill can leave the last line half-written. It has no line end, and is cut off when the file is
//! opened again.

use super::error::{ExperimentError, ensure};
use super::row::{Row, Rows};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The file of all fits that are known.
#[derive(Debug)]
pub(crate) struct Journal {
    /// The file, locked as long as it is open. A run without a folder has none.
    file: Option<(PathBuf, File)>,
    /// The last row of each key.
    pub(crate) rows: Rows,
}

impl Journal {
    /// The journal of a folder.
    pub(crate) fn path(folder: &Path) -> PathBuf {
        folder.join("fits.jsonl")
    }

    /// Reads the rows of a folder, if it has any.
    ///
    /// # Errors
    /// A file that cannot be read, or holds something else.
    pub(crate) fn read(folder: &Path) -> Result<Rows, ExperimentError> {
        let path = Journal::path(folder);
        if !path.exists() {
            return Ok(Rows::new());
        }
        let bytes = std::fs::read(&path).map_err(ExperimentError::read(&path))?;
        Ok(parse(&path, &bytes)?.0)
    }

    /// A journal in memory alone.
    pub(crate) fn in_memory() -> Journal {
        Journal { file: None, rows: Rows::new() }
    }

    /// Opens the journal of a folder to continue it, and locks it. The lock ends with the process,
    /// however that ends.
    ///
    /// # Errors
    /// Another run has it, or it cannot be read or written.
    pub(crate) fn open(folder: &Path) -> Result<Journal, ExperimentError> {
        let path = Journal::path(folder);
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(&path);
        let mut file = file.map_err(ExperimentError::write(&path))?;
        // File systems without locks can keep results too.
        let free = !matches!(file.try_lock(), Err(TryLockError::WouldBlock));
        ensure(free, || {
            format!("another run is using {}: wait for its end, or name another folder", folder.display())
        })?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(ExperimentError::read(&path))?;
        let (rows, whole) = parse(&path, &bytes)?;
        let cut = file.set_len(whole as u64).and_then(|()| file.seek(SeekFrom::End(0)));
        cut.map_err(ExperimentError::write(&path))?;
        Ok(Journal { file: Some((path, file)), rows })
    }

    /// Adds rows and syncs them to the disk.
    pub(crate) fn append(&mut self, rows: Vec<Row>) -> Result<(), ExperimentError> {
        if let Some((path, file)) = &mut self.file {
            let line = |row: &Row| serde_json::to_string(row).expect("plain data") + "\n";
            let lines: String = rows.iter().map(line).collect();
            let written = file.write_all(lines.as_bytes()).and_then(|()| file.sync_data());
            written.map_err(ExperimentError::write(path))?;
        }
        self.rows.extend(rows.into_iter().map(|row| (row.key.clone(), row)));
        Ok(())
    }
}

/// Reads whole lines. Returns their rows and their bytes.
fn parse(path: &Path, bytes: &[u8]) -> Result<(Rows, usize), ExperimentError> {
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let row = |(at, line): (usize, &[u8])| {
        let row = serde_json::from_slice::<Row>(line);
        let row = row.map_err(|error| ExperimentError::within(path, format!("line {at} is damaged: {error}")))?;
        Ok((row.key.clone(), row))
    };
    let lines = (1..).zip(bytes[..whole].split_inclusive(|&byte| byte == b'\n'));
    Ok((lines.map(row).collect::<Result<_, _>>()?, whole))
}
