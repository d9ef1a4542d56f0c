//! What a build without the feature `images` says of images.

use crate::ReportError;

/// A bitmap, in builds with the feature `images`.
///
/// # Errors
/// [`ReportError::NoImages`].
pub fn png(_svg: &str) -> Result<Vec<u8>, ReportError> {
    Err(ReportError::NoImages)
}

/// A PDF file, in builds with the feature `images`.
///
/// # Errors
/// [`ReportError::NoImages`].
pub fn pdf(_svg: &str) -> Result<Vec<u8>, ReportError> {
    Err(ReportError::NoImages)
}
