//! Gives access to the bytes of a Parquet file without trusting the offsets and lengths in it.

use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};

use bytes::{Buf, Bytes};
use parquet::errors::{ParquetError, Result};
use parquet::file::reader::{ChunkReader, Length};

use crate::error::DataError;
use crate::source::{Origin, Source, open_file};

/// The stored bytes of a file.
#[derive(Debug)]
pub(super) enum Chunks {
    File { file: File, length: u64 },
    Memory(Bytes),
}

impl Chunks {
    pub(super) fn open(source: Source<'_>) -> std::result::Result<Chunks, DataError> {
        match source.origin {
            Origin::Bytes(bytes) => Ok(Chunks::Memory(Bytes::copy_from_slice(bytes))),
            Origin::File(path) => {
                let file = open_file(path)?;
                let length = file.metadata().map_err(|reason| source.read_error(reason))?.len();
                Ok(Chunks::File { file, length })
            }
        }
    }
}

impl Length for Chunks {
    fn len(&self) -> u64 {
        match self {
            Chunks::File { length, .. } => *length,
            Chunks::Memory(bytes) => bytes.len() as u64,
        }
    }
}

impl ChunkReader for Chunks {
    type T = Box<dyn Read>;

    fn get_read(&self, start: u64) -> Result<Self::T> {
        if start > self.len() {
            return Err(outside());
        }
        match self {
            Chunks::File { file, .. } => {
                let mut file = file.try_clone()?;
                file.seek(SeekFrom::Start(start))?;
                Ok(Box::new(BufReader::new(file)))
            }
            Chunks::Memory(bytes) => Ok(Box::new(bytes.slice(start as usize..).reader())),
        }
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        let end = start.checked_add(length as u64).filter(|&end| end <= self.len()).ok_or_else(outside)?;
        match self {
            Chunks::File { file, .. } => {
                let mut file = file.try_clone()?;
                file.seek(SeekFrom::Start(start))?;
                let mut bytes = vec![0; length];
                file.read_exact(&mut bytes)?;
                Ok(bytes.into())
            }
            Chunks::Memory(bytes) => Ok(bytes.slice(start as usize..end as usize)),
        }
    }
}

fn outside() -> ParquetError {
    ParquetError::EOF("it points outside itself".to_owned())
}
