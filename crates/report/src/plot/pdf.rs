//! Plots as PDF, for papers.

use super::vector::{failed, tree};
use crate::ReportError;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref};
use resvg::tiny_skia::{PathSegment, Point, Transform};
use resvg::usvg::{Color, FillRule, Group, LineCap, LineJoin, Node, Paint, Path, Stroke};
use std::collections::BTreeMap;
use std::io::Write;

/// Points of a page for each pixel of the drawing.
const POINTS: f32 = 0.75;

/// An SVG drawing as a PDF file of one page. Letters are outlines. There are paths in plain colours, more or less opaque:
/// all that plots consist of.
///
/// # Errors
/// [`ReportError::Drawing`] where something else is in the drawing.
pub fn pdf(svg: &str) -> Result<Vec<u8>, ReportError> {
    let tree = tree(svg)?;
    let (width, height) = (POINTS * tree.size().width(), POINTS * tree.size().height());
    let mut page = Drawn { content: Content::new(), opacities: BTreeMap::new() };
    // In PDF the origin is below.
    page.content.transform([POINTS, 0.0, 0.0, -POINTS, 0.0, height]);
    page.group(tree.root(), 1.0)?;
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(&page.content.finish()).map_err(failed)?;
    let content = encoder.finish().map_err(failed)?;

    let mut pdf = Pdf::new();
    let [catalog, pages, only_page, stream] = [1, 2, 3, 4].map(Ref::new);
    pdf.catalog(catalog).pages(pages);
    pdf.pages(pages).kids([only_page]).count(1);
    let mut written = pdf.page(only_page);
    written.media_box(Rect::new(0.0, 0.0, width, height)).parent(pages).contents(stream);
    let mut resources = written.resources();
    let mut states = resources.ext_g_states();
    for (name, opacity) in &page.opacities {
        let mut state = states.insert(Name(name.as_bytes())).start::<pdf_writer::writers::ExtGraphicsState<'_>>();
        state.stroking_alpha(*opacity).non_stroking_alpha(*opacity);
    }
    states.finish();
    resources.finish();
    written.finish();
    pdf.stream(stream, &content).filter(Filter::FlateDecode);
    Ok(pdf.finish())
}

/// A page so far.
struct Drawn {
    content: Content,
    /// The opacities in use, each with its name.
    opacities: BTreeMap<String, f32>,
}

impl Drawn {
    fn group(&mut self, group: &Group, opacity: f32) -> Result<(), ReportError> {
        if group.clip_path().is_some() || group.mask().is_some() || !group.filters().is_empty() {
            return Err(failed("a PDF has no clips, masks and filters"));
        }
        let opacity = opacity * group.opacity().get();
        group.children().iter().try_for_each(|node| match node {
            Node::Group(group) => self.group(group, opacity),
            Node::Path(path) if path.is_visible() => self.path(path, opacity),
            Node::Path(_) => Ok(()),
            Node::Text(text) => self.group(text.flattened(), opacity),
            Node::Image(_) => Err(failed("a PDF has no images")),
        })
    }

    fn path(&mut self, path: &Path, opacity: f32) -> Result<(), ReportError> {
        self.content.save_state();
        let Transform { sx, ky, kx, sy, tx, ty } = path.abs_transform();
        self.content.transform([sx, ky, kx, sy, tx, ty]);
        if let Some(fill) = path.fill() {
            let [red, green, blue] = colour(fill.paint())?;
            self.opacity(opacity * fill.opacity().get());
            self.content.set_fill_rgb(red, green, blue);
            self.outline(path);
            match fill.rule() {
                FillRule::NonZero => self.content.fill_nonzero(),
                FillRule::EvenOdd => self.content.fill_even_odd(),
            };
        }
        if let Some(stroke) = path.stroke() {
            let [red, green, blue] = colour(stroke.paint())?;
            self.opacity(opacity * stroke.opacity().get());
            self.content.set_stroke_rgb(red, green, blue);
            self.pen(stroke);
            self.outline(path);
            self.content.stroke();
        }
        self.content.restore_state();
        Ok(())
    }

    fn opacity(&mut self, opacity: f32) {
        let name = format!("opacity{:.0}", 1000.0 * opacity);
        self.content.set_parameters(Name(name.as_bytes()));
        self.opacities.insert(name, opacity);
    }

    fn pen(&mut self, stroke: &Stroke) {
        let cap = match stroke.linecap() {
            LineCap::Butt => LineCapStyle::ButtCap,
            LineCap::Round => LineCapStyle::RoundCap,
            LineCap::Square => LineCapStyle::ProjectingSquareCap,
        };
        let join = match stroke.linejoin() {
            LineJoin::Miter | LineJoin::MiterClip => LineJoinStyle::MiterJoin,
            LineJoin::Round => LineJoinStyle::RoundJoin,
            LineJoin::Bevel => LineJoinStyle::BevelJoin,
        };
        self.content.set_line_width(stroke.width().get()).set_line_cap(cap).set_line_join(join);
        self.content.set_miter_limit(stroke.miterlimit().get());
        let dashes = stroke.dasharray().unwrap_or_default().iter().copied();
        self.content.set_dash_pattern(dashes, stroke.dashoffset());
    }

    fn outline(&mut self, path: &Path) {
        let mut at = Point::zero();
        for segment in path.data().segments() {
            match segment {
                PathSegment::MoveTo(p) => self.content.move_to(p.x, p.y),
                PathSegment::LineTo(p) => self.content.line_to(p.x, p.y),
                PathSegment::QuadTo(via, p) => {
                    // PDF has cubic curves only: the same curve is one whose control points lie two thirds of the way.
                    let third = |from: f32, via: f32| from + 2.0 / 3.0 * (via - from);
                    let (x1, y1) = (third(at.x, via.x), third(at.y, via.y));
                    let (x2, y2) = (third(p.x, via.x), third(p.y, via.y));
                    self.content.cubic_to(x1, y1, x2, y2, p.x, p.y)
                }
                PathSegment::CubicTo(a, b, p) => self.content.cubic_to(a.x, a.y, b.x, b.y, p.x, p.y),
                PathSegment::Close => self.content.close_path(),
            };
            if let PathSegment::MoveTo(p)
            | PathSegment::LineTo(p)
            | PathSegment::QuadTo(_, p)
            | PathSegment::CubicTo(_, _, p) = segment
            {
                at = p;
            }
        }
    }
}

/// Red, green and blue, from 0 to 1.
fn colour(paint: &Paint) -> Result<[f32; 3], ReportError> {
    match paint {
        Paint::Color(Color { red, green, blue }) => Ok([red, green, blue].map(|part| f32::from(*part) / 255.0)),
        _ => Err(failed("a PDF has plain colours only")),
    }
}
