//! Names in words.

/// A name as it is where it reads as one word or several, in quotes with escapes where it would mislead.
pub fn quoted(name: &str) -> String {
    let plain = |c: char| !c.is_control() && !matches!(c, '"' | '\\' | ',');
    let clear = !name.is_empty() && name.trim() == name && name.chars().all(plain);
    if clear { name.to_string() } else { format!("{name:?}") }
}
