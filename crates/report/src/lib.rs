#![doc = include_str!("../README.md")]
//!
//! # From a study to pages and plots
//!
//! A [`Study`] holds all figures of a model on a set of rows, overall and by rule. [`html`] writes
//! it as one self-contained page, which needs no network and no other file. [`draw`] draws one part
//! of it as SVG. [`front_html`] and [`draw_front`] do the same for models of different sizes.
#![forbid(unsafe_code)]

mod certificate;
mod error;
mod front;
mod page;
mod plot;
mod study;
mod trace;
mod used;
mod words;

pub use certificate::{certificate_sentence, further_sentence, one_by_one_sentence, scopes_sentence, status_sentence};
pub use error::ReportError;
pub use front::front_from_json;
pub use page::{PageSettings, front_html, html};
pub use plot::{Drawing, Plot, draw, draw_features, draw_front, draw_rules, draw_trace};
pub use study::{
    Calibration, CardFigures, CardLine, ClassCurve, ClassRates, ClassShare, Confusion, FeatureFigures, Inputs, Overlap,
    OverlapPair, Pattern, RowsQuality, RuleFigures, Study, Weighing,
};
pub use trace::Trace;
pub use used::with_used_columns;
