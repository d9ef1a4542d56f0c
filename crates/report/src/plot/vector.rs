//! Plots as trees of paths, for the formats that are made of them.

use crate::ReportError;
use resvg::usvg::{Options, Tree, fontdb};
use std::sync::Arc;

/// The tree of an SVG drawing. Its letters are those of a font in this library, so it looks the same everywhere.
pub(super) fn tree(svg: &str) -> Result<Tree, ReportError> {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_source(fontdb::Source::Binary(Arc::new(dejavu::sans::regular())));
    fonts.set_sans_serif_family("DejaVu Sans");
    let options = Options { fontdb: Arc::new(fonts), ..Options::default() };
    Tree::from_str(svg, &options).map_err(failed)
}

pub(super) fn failed(why: impl std::fmt::Display) -> ReportError {
    ReportError::Drawing(why.to_string())
}
