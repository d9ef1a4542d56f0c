//! Tables as CSV, in Markdown and in LaTeX.

use serde::Serialize;
use std::fmt::Write;

/// Rows with named fields as CSV, perhaps under a heading.
pub(crate) fn csv_rows(rows: &[impl Serialize], heading: bool) -> String {
    let mut writer = csv::WriterBuilder::new().has_headers(heading).from_writer(Vec::new());
    rows.iter().for_each(|row| writer.serialize(row).expect("cells in memory"));
    String::from_utf8(writer.into_inner().expect("flushed in memory")).expect("text")
}

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

/// The most lines of a table on one page. Longer tables go on in a further one.
const PAGE: usize = 45;

/// A LaTeX table under a caption and a label, heading first, all columns but the first to the
/// right. It needs [`LATEX_PACKAGES`]. A line whose first cell is empty belongs to the line before;
/// there is space between such groups. A table of several pages has a part on each, which begins
/// with a group.
pub fn latex_table(caption: &str, label: &str, lines: &[Vec<String>]) -> String {
    let Some((heading, lines)) = lines.split_first() else { return String::new() };
    let mut parts: Vec<&[Vec<String>]> = Vec::new();
    let mut rest = lines;
    while rest.len() > PAGE {
        let end = (1..=PAGE).rev().find(|&end| !rest[end][0].is_empty()).unwrap_or(PAGE);
        let (part, others) = rest.split_at(end);
        parts.push(part);
        rest = others;
    }
    parts.push(rest);
    let part = |(at, part): (usize, &&[Vec<String>])| {
        let of = match (at, parts.len()) {
            (_, 1) => format!("{}}}\n\\label{{{label}}}", latex_escaped(caption)),
            (0, n) => format!("{} (Part 1 of {n}.)}}\n\\label{{{label}}}", latex_escaped(caption)),
            (at, n) => format!("Part {} of {n} of Table~\\ref{{{label}}}.}}", at + 1),
        };
        latex_part(&of, heading, part)
    };
    parts.iter().enumerate().map(part).collect::<Vec<_>>().join("\n")
}

/// A table of one page. `caption` ends its own braces.
fn latex_part(caption: &str, heading: &[String], lines: &[Vec<String>]) -> String {
    let groups = lines.iter().any(|line| line[0].is_empty());
    // A table that is wider than the page is shrunk.
    let mut text = format!(
        "\\begin{{table}}\n\\centering\n\\caption{{{caption}\n\\resizebox{{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}}{{!}}{{\
         \\begin{{tabular}}{{l{}}}\n\\toprule\n",
        "r".repeat(heading.len().saturating_sub(1))
    );
    for (at, line) in std::iter::once(heading).chain(lines.iter().map(Vec::as_slice)).enumerate() {
        if groups && at > 1 && !line[0].is_empty() {
            text.push_str("\\addlinespace\n");
        }
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
            '≤' => escaped.push_str("$\\le$"),
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
            latex_table("Gap of #1", "tab:gap", &table),
            "\\begin{table}\n\\centering\n\\caption{Gap of \\#1}\n\\label{tab:gap}\n\
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
