//! Names that a language accepts.

use std::collections::{HashMap, HashSet};

/// Makes an identifier of lower-case ASCII letters, digits and `_` for each of `names`. All are
/// different, and none is `reserved`.
pub(crate) fn identifiers<'a>(names: impl Iterator<Item = &'a str>, reserved: &[&str]) -> Vec<String> {
    let mut taken: TakenNames = reserved.iter().map(|&word| word.to_owned()).collect();
    names.map(|name| taken.fresh(&identifier(name), "_")).collect()
}

/// Names that are taken.
#[derive(Default)]
pub(crate) struct TakenNames {
    names: HashSet<String>,
    /// The number to try next after each name that was requested again. All below it are taken.
    next: HashMap<String, usize>,
}

impl TakenNames {
    /// Returns `name` if it is not taken, or else `name` with the first number that is free, and
    /// marks it as taken.
    pub(crate) fn fresh(&mut self, name: &str, separator: &str) -> String {
        if self.names.insert(name.to_owned()) {
            return name.to_owned();
        }
        let next = self.next.entry(name.to_owned()).or_insert(2);
        loop {
            let numbered = format!("{name}{separator}{next}");
            *next += 1;
            if self.names.insert(numbered.clone()) {
                return numbered;
            }
        }
    }
}

impl FromIterator<String> for TakenNames {
    fn from_iter<I: IntoIterator<Item = String>>(names: I) -> Self {
        TakenNames { names: names.into_iter().collect(), next: HashMap::new() }
    }
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

    /// Each search for a free number continues where the last one ended: a million steps, not
    /// 10^12.
    #[test]
    fn a_million_names_of_one_identifier() {
        let found = identifiers(std::iter::repeat_n("é", 1_000_000), &["column_3"]);
        assert_eq!((&found[1][..], &found[2][..], &found[999_999][..]), ("column_2", "column_4", "column_1000001"));
    }
}
