//! Texts in CSV.

/// Returns lines of cells as CSV.
///
/// # Panics
/// If a line has not as many cells as the first.
pub fn csv_text<C: AsRef<[u8]>>(lines: impl IntoIterator<Item = impl IntoIterator<Item = C>>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    lines.into_iter().for_each(|line| writer.write_record(line).expect("lines are equally long"));
    String::from_utf8(writer.into_inner().expect("memory takes all bytes")).expect("all cells are text")
}
