//! A little XML: elements with attributes and children.

use std::fmt;

/// An element.
pub(crate) struct Element {
    name: &'static str,
    attributes: Vec<(&'static str, String)>,
    children: Vec<Element>,
    text: String,
}

impl Element {
    pub(crate) fn new(name: &'static str) -> Self {
        Element { name, attributes: Vec::new(), children: Vec::new(), text: String::new() }
    }

    /// Adds an attribute.
    pub(crate) fn with(mut self, name: &'static str, value: impl fmt::Display) -> Self {
        self.attributes.push((name, value.to_string()));
        self
    }

    /// Adds a child.
    pub(crate) fn child(mut self, child: Element) -> Self {
        self.children.push(child);
        self
    }

    /// Adds children.
    pub(crate) fn children(mut self, children: impl IntoIterator<Item = Element>) -> Self {
        self.children.extend(children);
        self
    }

    /// Sets the text before any children.
    pub(crate) fn text(mut self, text: impl fmt::Display) -> Self {
        self.text = text.to_string();
        self
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, depth: usize) -> fmt::Result {
        let indent = "  ".repeat(depth);
        write!(f, "{indent}<{}", self.name)?;
        for (name, value) in &self.attributes {
            write!(f, " {name}=\"{}\"", escaped(value))?;
        }
        match (self.children.is_empty(), self.text.is_empty()) {
            (true, true) => writeln!(f, "/>"),
            (true, false) => writeln!(f, ">{}</{}>", escaped(&self.text), self.name),
            (false, _) => {
                writeln!(f, ">")?;
                self.children.iter().try_for_each(|child| child.write(f, depth + 1))?;
                writeln!(f, "{indent}</{}>", self.name)
            }
        }
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
        self.write(f, 0)
    }
}

/// True if XML 1.0 has the character at all.
pub(crate) fn is_character(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..)
}

/// Escapes text for an attribute, where spaces other than the common one would be read as that.
fn escaped(text: &str) -> String {
    let escape = |c: char| match c {
        '&' => "&amp;".into(),
        '<' => "&lt;".into(),
        '>' => "&gt;".into(),
        '"' => "&quot;".into(),
        '\t' | '\n' | '\r' => format!("&#{};", u32::from(c)),
        c => c.to_string(),
    };
    text.chars().map(escape).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_in_elements() {
        let inner = Element::new("b").with("x", "<\"&\n>").text("a < b");
        let text = Element::new("a").child(inner).child(Element::new("c")).to_string();
        let lines: Vec<&str> = text.lines().skip(1).collect();
        assert_eq!(lines, ["<a>", "  <b x=\"&lt;&quot;&amp;&#10;&gt;\">a &lt; b</b>", "  <c/>", "</a>"]);
        assert!(is_character('é') && is_character('\t') && !is_character('\0') && !is_character('\u{fffe}'));
    }
}
