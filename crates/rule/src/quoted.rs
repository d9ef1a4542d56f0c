//! Names in words.

/// Returns a name as it is if it reads as one or several words, and otherwise in quotes with
/// escapes.
pub fn quoted(name: &str) -> String {
    let plain = |c: char| !c.is_control() && !matches!(c, '"' | '\\' | ',');
    let clear = !name.is_empty() && name.trim() == name && name.chars().all(plain);
    if clear { name.to_string() } else { format!("{name:?}") }
}
