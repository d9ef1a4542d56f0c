//! Aligned columns.

/// Lines of cells as text, the first column to the left and the others to the right. A line may
/// have fewer cells.
pub(crate) fn aligned(lines: &[Vec<String>]) -> String {
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let widths = lines.iter().filter_map(|line| line.get(column)).map(|cell| cell.chars().count());
        widths.max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for line in lines {
        let cell = |(i, (cell, &width)): (usize, (&String, &usize))| match i {
            0 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        };
        let cells: Vec<String> = line.iter().zip(&widths).enumerate().map(cell).collect();
        text.push_str(cells.join("  ").trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::aligned;

    #[test]
    fn lines_of_cells() {
        let line = |text: &str| text.split(' ').map(str::to_owned).collect();
        assert_eq!(aligned(&[line("a é 10"), line("word"), line("b 22 3")]), "a      é  10\nword\nb     22   3\n");
        assert_eq!(aligned(&[]), "");
    }
}
