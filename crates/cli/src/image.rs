//! Images: SVG, and PDF made of it.

use crate::failure::BadInput;
use crate::output::write_file;
use anyhow::Result;
use std::path::Path;

/// The ending of a file in small letters; SVG for a file without one.
fn ending(path: &Path) -> String {
    path.extension().map_or("svg".into(), |ending| ending.to_string_lossy().to_lowercase())
}

/// The fonts that can be embedded, the first one that the system has.
#[cfg(feature = "pdf")]
const SANS_SERIF: [&str; 5] = ["Helvetica", "Arial", "Liberation Sans", "DejaVu Sans", "Noto Sans"];

/// True if PDF is built in.
pub(crate) const HAS_PDF: bool = cfg!(feature = "pdf");

/// Refuses files of other kinds.
pub(crate) fn check_image(path: &Path) -> Result<(), BadInput> {
    match ending(path).as_str() {
        "svg" => Ok(()),
        "pdf" if HAS_PDF => Ok(()),
        "pdf" => Err(BadInput("PDF is not built in: build with the feature pdf, or convert an SVG file".into())),
        other => {
            let formats = if HAS_PDF { ".svg or .pdf" } else { ".svg" };
            Err(BadInput(format!("plots are {formats}, not .{other}: convert an SVG file")))
        }
    }
}

/// Writes an image in the format of the ending.
pub(crate) fn write_image(path: &Path, svg: &str) -> Result<()> {
    match ending(path).as_str() {
        "pdf" => write_file(path, &pdf(svg)?),
        _ => write_file(path, svg.as_bytes()),
    }
}

/// Makes a PDF of an SVG image, with its letters as text in embedded fonts.
#[cfg(feature = "pdf")]
fn pdf(svg: &str) -> Result<Vec<u8>> {
    use svg2pdf::usvg;
    let mut options = usvg::Options::default();
    let fonts = options.fontdb_mut();
    fonts.load_system_fonts();
    let known = |family: &&&str| fonts.faces().any(|face| face.families.iter().any(|(name, _)| name == **family));
    if let Some(family) = SANS_SERIF.iter().find(known).map(|family| (*family).to_owned()) {
        fonts.set_sans_serif_family(family);
    } else {
        log::warn!("none of the fonts {} is there: the PDF has no letters", SANS_SERIF.join(", "));
    }
    let tree = usvg::Tree::from_str(svg, &options)?;
    let made = svg2pdf::to_pdf(&tree, svg2pdf::ConversionOptions::default(), svg2pdf::PageOptions::default());
    made.map_err(|error| anyhow::anyhow!("the PDF cannot be made: {error}"))
}

#[cfg(not(feature = "pdf"))]
fn pdf(_: &str) -> Result<Vec<u8>> {
    Err(BadInput("PDF is not built in".into()).into())
}
