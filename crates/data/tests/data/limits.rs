//! Reading ends at limits, and before memory does.

use flate2::Compression;
use flate2::write::GzEncoder;
use rulegen_data::{DataError, ReadOptions, Table, read_path_within, read_reader_within};
use rulegen_limits::{Limit, Limits};
use std::io::Write;
use std::time::Instant;

/// Reads from a file and from a reader, which must agree.
fn read(bytes: &[u8], limits: &Limits) -> Result<Table, DataError> {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), bytes).unwrap();
    let options = ReadOptions::default();
    let (from_file, piped) =
        (read_path_within(file.path(), &options, limits), read_reader_within(bytes, &options, limits));
    assert_eq!(from_file.is_ok(), piped.is_ok(), "{from_file:?} and {piped:?}");
    from_file
}

fn packed(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn a_limit_that_is_reached_ends_reading() {
    let raised = Limits::default();
    raised.stop.raise();
    let late = Limits { deadline: Some(Instant::now()), ..Limits::default() };
    for (limits, expected) in [(raised, Limit::Interrupt), (late, Limit::Time)] {
        for bytes in [b"a,b\n1,2\n".to_vec(), packed("a,b\n1,2\n")] {
            let error = read(&bytes, &limits).unwrap_err();
            assert!(matches!(&error, DataError::Stopped { limit, .. } if *limit == expected), "{error}");
            assert!(!error.to_string().contains('\n') && error.to_string().ends_with("nothing was learned"));
        }
    }
}

#[test]
fn what_memory_has_no_room_for_is_refused_while_it_is_read() {
    let limits = Limits { memory: Some(4_000_000), ..Limits::default() };
    // A bomb of a few kilobytes, a cell of a hundred megabytes, and a quote that swallows all that
    // follows.
    let bomb = packed(&("a,b\n".to_owned() + &"1,2\n".repeat(2_000_000)));
    assert!(bomb.len() < 100_000);
    let cell = packed(&("a,b\n1,".to_owned() + &"x".repeat(50_000_000)));
    let quote = packed(&("a,b\n1,\"".to_owned() + &"x\n".repeat(10_000_000)));
    for bytes in [bomb, cell, quote] {
        let error = read(&bytes, &limits).unwrap_err();
        assert!(matches!(error, DataError::TooLarge { .. }), "{error}");
        assert!(error.to_string().ends_with("more than the 4.0 MB allowed"), "{error}");
    }
    // As many bytes in short rows of few categories take little, and what fits is read.
    let words = "a,b\n".to_owned() + &"a long word indeed,another long word\n".repeat(100_000);
    assert_eq!(read(&packed(&words), &limits).unwrap().rows(), 100_000);
}
