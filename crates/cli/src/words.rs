//! Words of messages.

use rulegen::parameters;

/// `1 rule`, `2 rules`.
pub(crate) fn count(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

/// Writes the names of parameters that stand in backquotes as flags: `` `keep` `` as `--keep`.
pub(crate) fn with_flags(message: &str) -> String {
    // The names in such a message are those of a file.
    if message.contains("unknown field `") {
        return message.to_owned();
    }
    // Columns declared to hold categories are no parameter of the learner.
    let names = parameters().into_iter().map(|parameter| parameter.info.name).chain(["categorical"]);
    names.fold(message.to_owned(), |text, name| {
        text.replace(&format!("`{}`", name.replace('-', "_")), &format!("--{name}"))
    })
}

/// Puts the words of the standard library for a text that is no number in plain words.
pub(crate) fn plain_numbers(message: &str) -> String {
    const PLAIN: [(&str, &str); 8] = [
        ("invalid float literal", "it must be a number"),
        ("cannot parse float from empty string", "it must be a number"),
        ("invalid digit found in string", "it must be a whole number, not negative"),
        ("cannot parse integer from empty string", "it must be a whole number, not negative"),
        ("number too large to fit in target type", "it is too large"),
        ("number too small to fit in target type", "it is too small"),
        ("number would be zero for non-zero type", "it must be at least 1"),
        ("too many characters in string", "it must be one character"),
    ];
    PLAIN.iter().fold(message.to_owned(), |text, (jargon, plain)| text.replace(jargon, plain))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_in_backquotes_become_flags() {
        let says = "name it in `keep`, or more `max_rules`; `other` and 'keep' stay";
        assert_eq!(with_flags(says), "name it in --keep, or more --max-rules; `other` and 'keep' stay");
    }
}
