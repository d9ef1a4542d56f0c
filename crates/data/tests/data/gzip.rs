//! Text in gzip.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use rulegen_data::{ReadOptions, read_bytes, read_path};

use crate::util::{message, words};

pub(crate) fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn read_by_content_and_twice() {
    let mut file = tempfile::NamedTempFile::with_suffix(".csv").unwrap();
    file.write_all(&packed("\u{feff}a,b\n1,x\ny,2\n".as_bytes())).unwrap();
    let table = read_path(file.path(), &ReadOptions::default()).unwrap();
    assert_eq!(words(&table, "a"), ["1", "y"]);
}

#[test]
fn members_follow_each_other() {
    let bytes = [packed(b"a,b\n1,2\n"), packed(b"3,4\n")].concat();
    assert_eq!(read_bytes(&bytes, &ReadOptions::default()).unwrap().rows(), 2);
}

#[test]
fn damaged() {
    let default = ReadOptions::default();
    let text: String = (0..20_000).map(|i| format!("{i},{}\n", i * 7919 % 1000)).collect();
    let sound = packed(format!("a,b\n{text}").as_bytes());
    let cut = &sound[..sound.len() / 2];
    assert_eq!(message(cut, &default), "the input is not a sound gzip file: it is cut short");
    let mut flipped = sound.clone();
    let last = flipped.len() - 6;
    flipped[last] ^= 1;
    assert!(message(&flipped, &default).starts_with("the input is not a sound gzip file: "));
    assert_eq!(message(b"\x1f\x8b", &default), "the input is not a sound gzip file: it is cut short");
    assert_eq!(message(&packed(b""), &default), "the input is empty");
}

#[test]
fn parquet_inside() {
    let expected = "the input is a Parquet file, packed in gzip, which is not supported";
    assert_eq!(message(&packed(b"PAR1...."), &ReadOptions::default()), expected);
}

#[test]
fn what_follows_the_packed_text() {
    let default = ReadOptions::default();
    let sound = packed(b"a,b\n1,2\n");
    let with = |rest: &[u8]| [&sound, rest].concat();
    // Zeros fill up a block.
    assert_eq!(read_bytes(&with(&[0; 700]), &default).unwrap().rows(), 1);
    let further =
        "the input is not a sound gzip file: after the end of the packed text come further bytes, which are not gzip";
    assert_eq!(message(&with(b"a note"), &default), further);
    assert_eq!(message(&with(&[&[0; 70_000][..], b"x"].concat()), &default), further);
    // The start of a member, and no more.
    assert_eq!(message(&with(b"\x1f\x8b"), &default), "the input is not a sound gzip file: it is cut short");
    assert_eq!(message(&packed(&sound), &default), "the input is gzip inside gzip: unpack it once");
}
