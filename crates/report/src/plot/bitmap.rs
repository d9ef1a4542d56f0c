//! Bitmaps of plots.

use super::Drawing;
use crate::ReportError;
use resvg::{tiny_skia, usvg};
use std::sync::Arc;

/// Bitmap pixels for each pixel of the drawing, so that letters stay sharp in print.
const SCALE: f32 = 2.0;

/// A drawing as a PNG file. Its letters are those of a font in this library, so it looks the same everywhere.
///
/// # Errors
/// [`ReportError::Drawing`].
pub fn png(drawing: &Drawing) -> Result<Vec<u8>, ReportError> {
    let failed = |error: &dyn std::fmt::Display| ReportError::Drawing(error.to_string());
    let mut fonts = usvg::fontdb::Database::new();
    fonts.load_font_source(usvg::fontdb::Source::Binary(Arc::new(dejavu::sans::regular())));
    fonts.set_sans_serif_family("DejaVu Sans");
    let options = usvg::Options { fontdb: Arc::new(fonts), ..usvg::Options::default() };
    let tree = usvg::Tree::from_str(&drawing.svg, &options).map_err(|error| failed(&error))?;
    let size = tree.size().to_int_size().scale_by(SCALE).ok_or_else(|| failed(&"it has no size"))?;
    let mut pixels =
        tiny_skia::Pixmap::new(size.width(), size.height()).ok_or_else(|| failed(&"it is too large for a bitmap"))?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| failed(&error))
}
