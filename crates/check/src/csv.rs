//! Text tables.

use crate::Fault;
use std::collections::BTreeMap;

/// The delimiters that are tried where a proof names none.
const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];

/// Some columns of a file of cells between delimiters (RFC 4180), by name. Cells are without spaces
/// around them.
#[derive(Debug)]
pub(crate) struct Table(pub(crate) BTreeMap<String, Vec<String>>);

impl Table {
    /// Reads the columns of these names.
    ///
    /// # Errors
    /// [`Fault::Unreadable`] for text that is not UTF-8, columns that are not there or there twice,
    /// and rows with more or fewer cells than the first.
    pub(crate) fn read(bytes: &[u8], header: bool, delimiter: Option<u8>, names: &[&str]) -> Result<Table, Fault> {
        let bad = |reason: String| Fault::Unreadable(format!("the data: {reason}"));
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let text = std::str::from_utf8(bytes).map_err(|e| bad(format!("no UTF-8 from byte {} on", e.valid_up_to())))?;
        let first = |delimiter| -> Option<Vec<String>> {
            let cells = Records { rest: text, delimiter }.next()?.ok()?;
            Some(if header { cells } else { (1..=cells.len()).map(|number| format!("x{number}")).collect() })
        };
        let has_all = |known: &[String]| names.iter().all(|name| known.iter().any(|cell| cell == name));
        let tried = delimiter.map_or(DELIMITERS.to_vec(), |delimiter| vec![delimiter]);
        let found = tried.iter().find_map(|&d| Some((d, first(d)?)).filter(|(_, known)| has_all(known)));
        let Some((delimiter, known)) = found else {
            let known = first(tried[0]).unwrap_or_default();
            let missing = names.iter().find(|name| !known.iter().any(|cell| cell == *name)).unwrap_or(&"");
            return Err(bad(format!("there is no column '{missing}'")));
        };
        if let Some(name) = names.iter().find(|name| known.iter().filter(|cell| cell == *name).count() > 1) {
            return Err(bad(format!("there are two columns '{name}'")));
        }
        let mut columns = vec![Vec::new(); known.len()];
        for (number, record) in (Records { rest: text, delimiter }).skip(usize::from(header)).enumerate() {
            let cells = record.map_err(|reason| bad(format!("row {}: {reason}", number + 1)))?;
            if cells.len() != known.len() {
                return Err(bad(format!("row {} has {} cells, not {}", number + 1, cells.len(), known.len())));
            }
            columns.iter_mut().zip(cells).for_each(|(column, cell)| column.push(cell));
        }
        let named = known.into_iter().zip(columns).filter(|(name, _)| names.contains(&name.as_str()));
        Ok(Table(named.collect()))
    }

    /// Keeps some rows alone.
    pub(crate) fn retain(&mut self, keep: &[bool]) {
        for cells in self.0.values_mut() {
            let mut keep = keep.iter();
            cells.retain(|_| keep.next() == Some(&true));
        }
    }
}

/// The rows of a text, without blank lines.
struct Records<'a> {
    rest: &'a str,
    delimiter: u8,
}

impl Iterator for Records<'_> {
    type Item = Result<Vec<String>, String>;

    fn next(&mut self) -> Option<Self::Item> {
        self.rest = self.rest.trim_start_matches(['\r', '\n']);
        if self.rest.is_empty() {
            return None;
        }
        let mut cells = Vec::new();
        loop {
            match self.cell() {
                Ok(cell) => cells.push(cell),
                Err(reason) => {
                    self.rest = "";
                    return Some(Err(reason));
                }
            }
            match self.rest.as_bytes().first() {
                Some(&byte) if byte == self.delimiter => self.rest = &self.rest[1..],
                _ => return Some(Ok(cells)),
            }
        }
    }
}

impl Records<'_> {
    /// Takes a cell, up to the delimiter or the end of the line.
    fn cell(&mut self) -> Result<String, String> {
        let (mut cell, mut quoted) = (String::new(), false);
        if let Some(mut inside) = self.rest.strip_prefix('"') {
            quoted = true;
            loop {
                let (before, after) = inside.split_once('"').ok_or("a quote without an end")?;
                cell.push_str(before);
                inside = after;
                match inside.strip_prefix('"') {
                    Some(more) => inside = more,
                    None => break,
                }
                cell.push('"');
            }
            self.rest = inside;
        }
        let end = |byte: &u8| *byte == self.delimiter || matches!(byte, b'\r' | b'\n');
        let length = self.rest.bytes().position(|byte| end(&byte)).unwrap_or(self.rest.len());
        let (here, rest) = self.rest.split_at(length);
        if quoted && !here.is_empty() {
            return Err("text after a quote".into());
        }
        cell.push_str(here);
        self.rest = rest;
        Ok(cell.trim_matches([' ', '\t']).to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, names: &[&str]) -> Result<Vec<Vec<String>>, String> {
        Table::read(text.as_bytes(), true, None, names)
            .map(|table| names.iter().map(|name| table.0[*name].clone()).collect())
            .map_err(|fault| fault.to_string())
    }

    #[test]
    fn cells_are_trimmed_and_quotes_taken_off() {
        let text = "\u{feff}a,\"b,c\" ,d\r\n 1 ,\"x \"\"y\"\"\n\",\r\n\n2,,3";
        assert_eq!(
            read("\u{feff}a,\"b,c\",d\r\n 1 ,\"x \"\"y\"\"\n\",\r\n\n2,,3", &["b,c", "a"]).unwrap(),
            [["x \"y\"\n", ""], ["1", "2"]]
        );
        assert!(read(text, &["a"]).unwrap_err().contains("no column"));
        assert_eq!(read("a;b\n1;2,5\n", &["b"]).unwrap(), [["2,5"]]);
        assert_eq!(Table::read(b"1\t2\n3\t4", false, None, &["x2"]).unwrap().0["x2"], ["2", "4"]);
    }

    #[test]
    fn faults_have_their_row() {
        for (text, reason) in [
            ("a,b\n1,2\n3\n", "row 2 has 1 cells, not 2"),
            ("a,b\n1,\"2\n", "row 1: a quote without an end"),
            ("a,b\n1,\"2\"x\n", "row 1: text after a quote"),
            ("a,a,b\n1,2,3\n", "two columns 'a'"),
            ("x\n1\n", "no column 'a'"),
            ("", "no column 'a'"),
        ] {
            let found = read(text, &["a", "b"]).unwrap_err();
            assert!(found.contains(reason), "{found}");
        }
        assert!(Table::read(b"a\n\xff", true, None, &["a"]).unwrap_err().to_string().contains("no UTF-8 from byte 2"));
        assert!(Table::read(b"a,b\n1,2", true, Some(b';'), &["a"]).is_err());
    }
}
