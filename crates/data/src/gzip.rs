//! Unpacks gzip, in which several members may follow one another.

use std::io::{self, BufRead, Read};

use flate2::bufread::GzDecoder;

/// The first bytes of each member.
pub(crate) const MAGIC: &[u8] = &[0x1f, 0x8b];

/// Reads the text of all members.
///
/// Zeros after the last member fill up a block and mean nothing, as for gzip itself. Anything else
/// there is an error: the file was damaged, or something was appended that would be lost.
pub(crate) struct Members<R: BufRead> {
    state: State<R>,
}

enum State<R: BufRead> {
    Inside(Box<GzDecoder<R>>),
    /// After the end of a member.
    Between(R),
    Ended,
}

impl<R: BufRead> State<R> {
    fn inside(packed: R) -> Self {
        State::Inside(Box::new(GzDecoder::new(packed)))
    }
}

impl<R: BufRead> Members<R> {
    pub(crate) fn new(packed: R) -> Self {
        Members { state: State::inside(packed) }
    }
}

impl<R: BufRead> Read for Members<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            match std::mem::replace(&mut self.state, State::Ended) {
                State::Ended => return Ok(0),
                State::Inside(mut member) => match member.read(buffer)? {
                    0 => self.state = State::Between(member.into_inner()),
                    n => {
                        self.state = State::Inside(member);
                        return Ok(n);
                    }
                },
                State::Between(mut rest) => match rest.fill_buf()?.first() {
                    None => return Ok(0),
                    Some(&byte) if byte == MAGIC[0] => self.state = State::inside(rest),
                    Some(_) => only_zeros(rest)?,
                },
            }
        }
    }
}

fn only_zeros(mut rest: impl BufRead) -> io::Result<()> {
    loop {
        let bytes = rest.fill_buf()?;
        if bytes.iter().any(|&byte| byte != 0) {
            let message = "after the end of the packed text come further bytes, which are not gzip";
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        match bytes.len() {
            0 => return Ok(()),
            n => rest.consume(n),
        }
    }
}
