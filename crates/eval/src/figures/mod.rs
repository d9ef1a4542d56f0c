//! Figures of several panels, as SVG.

mod axis;
mod convergence;
mod panels;
mod profile;
mod runs;

pub(crate) use axis::Axis;
pub use convergence::{Against, draw_convergence};
pub(crate) use panels::{DrawError, Figure, Line, Marks, Panel, Point, Stroke};
pub use profile::draw_profile;
