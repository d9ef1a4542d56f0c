//! Tables in Markdown and LaTeX.

use std::fmt::Write;

/// A Markdown table, heading first, all columns but the first to the right.
pub fn markdown_table(lines: &[Vec<String>]) -> String {
    let mut text = String::new();
    for (at, line) in lines.iter().enumerate() {
        let cells: Vec<String> = line.iter().map(|cell| cell.replace('|', "\\|")).collect();
        let _ = writeln!(text, "| {} |", cells.join(" | "));
        if at == 0 {
            let _ = writeln!(text, "|---|{}", "---:|".repeat(line.len() - 1));
        }
    }
    text
}

/// The line that loads the packages which LaTeX tables need.
pub const LATEX_PACKAGES: &str = "\\usepackage{booktabs,graphicx}";

/// A LaTeX table under a caption, heading first, all columns but the first to the right. It needs
/// [`LATEX_PACKAGES`].
pub fn latex_table(caption: &str, lines: &[Vec<String>]) -> String {
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    // A table that is wider than the page is shrunk.
    let mut text = format!(
        "\\begin{{table}}\n\\centering\n\\caption{{{}}}\n\\resizebox{{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}}{{!}}{{\
         \\begin{{tabular}}{{l{}}}\n\\toprule\n",
        latex_escaped(caption),
        "r".repeat(columns.saturating_sub(1))
    );
    for (at, line) in lines.iter().enumerate() {
        let cells: Vec<String> = line.iter().map(|cell| latex_escaped(cell)).collect();
        // An empty group keeps a cell such as `[1]` from being read as the length of the line break
        // before it.
        let _ = writeln!(text, "{{}}{} \\\\", cells.join(" & "));
        if at == 0 {
            text.push_str("\\midrule\n");
        }
    }
    let _ = writeln!(text, "\\bottomrule\n\\end{{tabular}}}}\n\\end{{table}}");
    text
}

/// Text in which LaTeX reads no command.
pub(crate) fn latex_escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => escaped.extend(['\\', letter]),
            '\\' => escaped.push_str("\\textbackslash{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '<' => escaped.push_str("\\textless{}"),
            '>' => escaped.push_str("\\textgreater{}"),
            '|' => escaped.push_str("\\textbar{}"),
            '"' => escaped.push_str("''"),
            '±' => escaped.push_str("$\\pm$"),
            '\n' | '\r' => escaped.push(' '),
            _ => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(cells: &[&[&str]]) -> Vec<Vec<String>> {
        cells.iter().map(|line| line.iter().map(|cell| (*cell).to_owned()).collect()).collect()
    }

    #[test]
    fn markdown() {
        let table = lines(&[&["set", "gap"], &["a|b", "1.5"]]);
        assert_eq!(markdown_table(&table), "| set | gap |\n|---|---:|\n| a\\|b | 1.5 |\n");
        assert_eq!(markdown_table(&[]), "");
    }

    #[test]
    fn latex() {
        let table = lines(&[&["set", "gap, %"], &["bank_mkt & co", "1.5 ± 0.2"]]);
        assert_eq!(
            latex_table("Gap of #1", &table),
            "\\begin{table}\n\\centering\n\\caption{Gap of \\#1}\n\
             \\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{\\begin{tabular}{lr}\n\\toprule\n\
             {}set & gap, \\% \\\\\n\\midrule\n{}bank\\_mkt \\& co & 1.5 $\\pm$ 0.2 \\\\\n\
             \\bottomrule\n\\end{tabular}}\n\\end{table}\n"
        );
        assert_eq!(
            latex_escaped("a\\b{c}~^<$>"),
            "a\\textbackslash{}b\\{c\\}\\textasciitilde{}\\textasciicircum{}\\textless{}\\$\\textgreater{}"
        );
    }
}
