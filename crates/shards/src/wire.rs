//! Coded columns in the form in which they are sent.

use rulegen_rule::Codes;

/// The codes of a column, of one byte or of two. The other list is empty.
pub(crate) type WireCodes = (Vec<u8>, Vec<u16>);

pub(crate) fn to_wire(codes: &Codes) -> WireCodes {
    match codes {
        Codes::Narrow(codes) => (codes.clone(), Vec::new()),
        Codes::Wide(codes) => (Vec::new(), codes.clone()),
    }
}

pub(crate) fn from_wire((narrow, wide): WireCodes) -> Codes {
    match wide.is_empty() {
        true => Codes::Narrow(narrow),
        false => Codes::Wide(wide),
    }
}
