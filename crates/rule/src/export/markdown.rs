//! A table in Markdown.

use super::text::{heading, rule_words};
use crate::{Form, Model};

impl Model {
    /// Writes the rules as a table of GitHub-flavoured Markdown, under a sentence on how they
    /// decide.
    pub fn to_markdown(&self) -> String {
        let form = self.form();
        let mut text = escaped(&heading(self).trim_end().replace('\n', " "));
        if self.rules.is_empty() {
            return text + "\n";
        }
        let (words, covers) = match form {
            Form::AnyRule { .. } => ("rule", "covers"),
            Form::AllClauses { .. } => ("clause", "excludes"),
            Form::Votes => ("if", "covers"),
        };
        let votes = form == Form::Votes;
        text.push_str(&format!(
            "\n\n| | {words} |{} {covers} | right |\n",
            if votes { " then | weight |" } else { "" }
        ));
        text.push_str(&format!("|--:|:--|{}--:|--:|\n", if votes { ":--|--:|" } else { "" }));
        for (number, rule) in (1..).zip(&self.rules) {
            let vote = match votes {
                true => {
                    format!(
                        " {} | {:.3} |",
                        escaped(&crate::name_text(&self.classes[rule.class as usize])),
                        rule.weight
                    )
                }
                false => String::new(),
            };
            let words = escaped(&rule_words(self, &rule.rule));
            let precision = 100.0 * rule.support.precision();
            text.push_str(&format!("| {number} | {words} |{vote} {} | {precision:.1}% |\n", rule.support.covered));
        }
        text
    }
}

/// Escapes text so that Markdown and HTML take it for plain text.
fn escaped(text: &str) -> String {
    let escape = |c: char| match c {
        '<' => "&lt;".into(),
        '>' => "&gt;".into(),
        '&' => "&amp;".into(),
        '\\' | '|' | '*' | '_' | '`' | '[' | ']' | '~' | '$' => format!("\\{c}"),
        c => c.to_string(),
    };
    text.chars().map(escape).collect()
}
