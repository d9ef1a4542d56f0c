//! A reader that keeps to limits.

use std::cell::Cell;
use std::io::{self, Read};
use std::rc::Rc;

use rulegen_limits::Limits;

/// A reader that checks the limits whenever more is read, and refuses a row that does not fit into
/// memory.
pub(crate) struct Guard<'a, R> {
    inner: R,
    limits: &'a Limits,
    /// The bytes read so far.
    read: u64,
    /// The bytes of all rows that were parsed so far.
    taken: Rc<Cell<u64>>,
}

impl<'a, R: Read> Guard<'a, R> {
    pub(crate) fn new(inner: R, limits: &'a Limits, taken: Rc<Cell<u64>>) -> Self {
        Guard { inner, limits, read: 0, taken }
    }
}

impl<R: Read> Read for Guard<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.limits.check().map_err(io::Error::other)?;
        // The parser's copy of a row doubles as it grows.
        let row = 2 * self.read.saturating_sub(self.taken.get());
        self.limits.admit("one row of it", row).map_err(io::Error::other)?;
        let read = self.inner.read(buffer)?;
        self.read += read as u64;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulegen_limits::{Limit, TooLarge};

    #[test]
    fn it_reads_until_a_limit() {
        let limits = Limits { memory: Some(100), ..Limits::default() };
        let taken = Rc::new(Cell::new(0));
        let mut guard = Guard::new(io::repeat(b'x'), &limits, taken.clone());
        let mut buffer = [0; 40];
        assert_eq!((guard.read(&mut buffer).unwrap(), guard.read(&mut buffer).unwrap()), (40, 40));
        let error = guard.read(&mut buffer).unwrap_err();
        assert!(error.get_ref().is_some_and(|reason| reason.is::<TooLarge>()), "{error}");
        taken.set(80);
        assert_eq!(guard.read(&mut buffer).unwrap(), 40);
        limits.stop.raise();
        let error = guard.read(&mut buffer).unwrap_err();
        assert_eq!(error.get_ref().and_then(|reason| reason.downcast_ref()), Some(&Limit::Interrupt));
    }
}
