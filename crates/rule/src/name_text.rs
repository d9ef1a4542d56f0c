//! Names in texts.

/// Writes the name of a column, class or category as texts of rules have it: as it is if it reads
/// as one or several words, and otherwise in quotes with escapes. Names that stand beside rules
/// look the same.
///
/// ```
/// use rulegen_rule::name_text;
///
/// assert_eq!(name_text("capital gain"), "capital gain");
/// assert_eq!(name_text("yes, but"), r#""yes, but""#);
/// ```
pub fn name_text(name: &str) -> String {
    let plain = |c: char| !c.is_control() && !matches!(c, '"' | '\\' | ',');
    let clear = !name.is_empty() && name.trim() == name && name.chars().all(plain);
    if clear { name.to_string() } else { format!("{name:?}") }
}
