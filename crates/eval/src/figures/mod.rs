//! Figures of several panels, as SVG.

mod axis;
mod convergence;
mod error;
mod panels;
mod profile;
mod runs;

pub(crate) use axis::Axis;
pub use convergence::{Against, draw_convergence};
pub use error::FigureError;
pub(crate) use panels::{Figure, Line, Marks, Panel, Point, Stroke};
pub use profile::draw_profile;
