//! Names that a language accepts.

use std::collections::HashSet;

/// Identifiers of lower-case ASCII letters, digits and `_` for `names`, all different and none `reserved`.
pub(crate) fn identifiers<'a>(names: impl Iterator<Item = &'a str>, reserved: &[&str]) -> Vec<String> {
    let mut taken: HashSet<String> = reserved.iter().map(|&word| word.to_owned()).collect();
    names.map(|name| fresh(&identifier(name), "_", &mut taken)).collect()
}

/// `name`, or with a number after it the first that is not taken; it is taken then.
pub(crate) fn fresh(name: &str, separator: &str, taken: &mut HashSet<String>) -> String {
    let numbered = (2..).map(|n| format!("{name}{separator}{n}"));
    let free = std::iter::once(name.to_owned()).chain(numbered).find(|name| !taken.contains(name));
    let free = free.expect("there are endlessly many numbers");
    taken.insert(free.clone());
    free
}

fn identifier(name: &str) -> String {
    let words = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let plain = words.map(str::to_ascii_lowercase).collect::<Vec<_>>().join("_");
    match plain.chars().next() {
        None => "column".into(),
        Some(c) if c.is_ascii_digit() => format!("column_{plain}"),
        Some(_) => plain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_identifiers() {
        let names = ["Age", "age", "remark, \"if any\"", "", "ä", "2nd", "type", "_x_", "a\nb"];
        let expected = ["age", "age_2", "remark_if_any", "column", "column_2", "column_2nd", "type_2", "x", "a_b"];
        assert_eq!(identifiers(names.into_iter(), &["type"]), expected);
    }
}
