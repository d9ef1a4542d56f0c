//! A dictionary of the categories of a column.

use std::collections::HashMap;
use std::str::Utf8Error;

/// The code of a missing cell in [`Values::Categorical`](crate::Values::Categorical).
pub const MISSING: u32 = u32::MAX;

/// A dictionary of categories and the codes of the cells.
#[derive(Debug, Default)]
pub(crate) struct Categories {
    codes: Vec<u32>,
    names: Vec<String>,
    index: HashMap<Box<[u8]>, u32>,
    /// The total length of all names.
    letters: usize,
}

impl Categories {
    pub(crate) fn push_missing(&mut self) {
        self.codes.push(MISSING);
    }

    /// Adds a trimmed cell that is not missing.
    #[inline]
    pub(crate) fn push(&mut self, cell: &[u8]) -> Result<(), Utf8Error> {
        // Files are often sorted or have long runs: the last category first.
        if let Some(&last) = self.codes.last()
            && self.names.get(last as usize).is_some_and(|name| name.as_bytes() == cell)
        {
            self.codes.push(last);
            return Ok(());
        }
        let code = match self.index.get(cell) {
            Some(&code) => code,
            None => {
                let name = std::str::from_utf8(cell)?;
                // Memory ends long before 2^32 - 1 names do.
                let code = self.names.len() as u32;
                self.letters += name.len();
                self.names.push(name.to_owned());
                self.index.insert(cell.into(), code);
                code
            }
        };
        self.codes.push(code);
        Ok(())
    }

    /// Returns the bytes of memory that the dictionary takes: a code for each cell, and each name
    /// twice.
    pub(crate) fn bytes(&self) -> u64 {
        const PER_NAME: usize = 128;
        (4 * self.codes.capacity() + 2 * self.letters + PER_NAME * self.names.len()) as u64
    }

    /// The number of cells.
    pub(crate) fn len(&self) -> usize {
        self.codes.len()
    }

    /// One code per cell, and the category of each code.
    pub(crate) fn finish(self) -> (Vec<u32>, Vec<String>) {
        (self.codes, self.names)
    }
}
