//! A hash table of rows.

/// Rows by their hash.
#[derive(Debug, Default)]
pub(super) struct Table {
    slots: Vec<u32>,
}

impl Table {
    pub(super) fn clear(&mut self, rows: usize) {
        self.slots.clear();
        self.slots.resize((2 * rows).next_power_of_two(), u32::MAX);
    }

    /// Finds the row of this hash that is the `same`. Returns the free slot for it if there is
    /// none.
    pub(super) fn find(&self, hash: u64, same: impl Fn(u32) -> bool) -> Result<u32, usize> {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            match self.slots[slot] {
                u32::MAX => return Err(slot),
                row if same(row) => return Ok(row),
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    pub(super) fn insert(&mut self, slot: usize, row: u32) {
        self.slots[slot] = row;
    }
}
