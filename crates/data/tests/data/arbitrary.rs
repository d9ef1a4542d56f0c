//! No input makes reading panic.

use proptest::prelude::*;
use rulegen_data::{Header, ReadOptions, read_bytes};

use crate::gzip::packed;
use crate::util::{assert_sound, names, one_line};

/// Reads bytes in several ways: whatever comes out is a sound table or a message of one line.
fn try_all(bytes: &[u8]) {
    let plain = ReadOptions::default();
    let headless = ReadOptions { header: Header::Absent, delimiter: Some(b','), ..ReadOptions::default() };
    let declared = ReadOptions {
        header: Header::Absent,
        numeric: names(&["x1"]),
        categorical: names(&["x2"]),
        missing: names(&["a"]),
        ..ReadOptions::default()
    };
    for options in [plain, headless, declared] {
        match read_bytes(bytes, &options) {
            Ok(table) => assert_sound(&table),
            Err(error) => drop(one_line(&error)),
        }
    }
}

/// Text made of what matters to a reader of tables.
fn tabular() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        ",", ",", ",", "\n", "\n", "\r\n", "\"", "\"\"", ";", "\t", " ", "1", "2.5", "-3e4", "inf", "NaN", "NA", "?",
        "a", "b", "é", "1e999", "\u{feff}", "\r",
    ]);
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

/// Every place of a sound file may change, be cut off, or come twice.
fn mutated(sound: Vec<u8>) -> impl Strategy<Value = Vec<u8>> {
    let length = sound.len();
    let changes = prop::collection::vec((0..length, any::<u8>()), 0..4);
    (changes, 0..length, prop::bool::weighted(0.3)).prop_map(move |(changes, cut, do_cut)| {
        let mut bytes = sound.clone();
        for (place, byte) in changes {
            bytes[place] = byte;
        }
        if do_cut {
            bytes.truncate(cut);
        }
        bytes
    })
}

fn sound_text() -> Vec<u8> {
    let rows: String = (0..40).map(|i| format!("{i},{},\"w{}\"\n", f64::from(i) / 7.0, i % 3)).collect();
    format!("id,\"x, or y\",word\n{rows}").into_bytes()
}

proptest! {
    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        try_all(&bytes);
    }

    #[test]
    fn any_bytes_that_claim_a_format(bytes in prop::collection::vec(any::<u8>(), 0..300), gzip: bool) {
        let magic: &[u8] = if gzip { b"\x1f\x8b\x08\x00" } else { b"PAR1" };
        try_all(&[magic, &bytes].concat());
        try_all(&[magic, &bytes, &[9, 0, 0, 0], b"PAR1"].concat());
    }

    #[test]
    fn any_table(text in tabular()) {
        try_all(text.as_bytes());
    }

    #[test]
    fn mutated_text(bytes in mutated(sound_text())) {
        try_all(&bytes);
    }

    #[test]
    fn mutated_gzip(bytes in mutated(packed(&sound_text()))) {
        try_all(&bytes);
    }

    #[cfg(feature = "parquet")]
    #[test]
    fn mutated_parquet(bytes in mutated(crate::parquet::mixed(parquet::basic::Compression::SNAPPY))) {
        try_all(&bytes);
    }

    #[test]
    fn what_is_written_is_read(cells in prop::collection::vec("[ -~é\n\r]{0,8}", 2..20)) {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(["n", "cell"]).unwrap();
        for (i, cell) in cells.iter().enumerate() {
            writer.write_record([&i.to_string(), cell]).unwrap();
        }
        let bytes = writer.into_inner().unwrap();
        let options =
            ReadOptions { delimiter: Some(b','), text: names(&["cell"]), ..ReadOptions::default() };
        let table = read_bytes(&bytes, &options).unwrap();
        let trimmed = |cell: &String| cell.trim_matches([' ', '\t']).to_owned();
        let expected: Vec<String> =
            cells.iter().map(trimmed).map(|cell| if cell.is_empty() { "-".to_owned() } else { cell }).collect();
        prop_assert_eq!(crate::util::words(&table, "cell"), expected);
    }
}
