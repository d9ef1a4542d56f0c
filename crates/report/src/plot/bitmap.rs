//! Bitmaps of plots.

use super::vector::{failed, tree};
use crate::ReportError;
use resvg::tiny_skia::{Pixmap, Transform};

/// Bitmap pixels for each pixel of the drawing, so that letters stay sharp in print.
const SCALE: f32 = 2.0;

/// An SVG drawing as a PNG file.
///
/// # Errors
/// [`ReportError::Drawing`].
pub fn png(svg: &str) -> Result<Vec<u8>, ReportError> {
    let tree = tree(svg)?;
    let size = tree.size().to_int_size().scale_by(SCALE).ok_or_else(|| failed("it has no size"))?;
    let mut pixels = Pixmap::new(size.width(), size.height()).ok_or_else(|| failed("it is too large for a bitmap"))?;
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
    pixels.encode_png().map_err(failed)
}
