//! The report as one HTML page.
//!
//! Template, style sheet and script are files of their own in `assets`, put together when this
//! crate is compiled. All names and categories go through the template's escaping, or into one JSON
//! element.

mod by_hand;
mod card;
mod data;
mod overview;
mod quality;
mod samples;
mod scores;
mod sections;
mod settings;
mod sizes;

pub use settings::PageSettings;
pub use sizes::front_html;

use crate::{ReportError, Study};
use askama::Template;
use by_hand::ByHandSection;
use card::CardSection;
use overview::Tile;
use quality::QualitySection;
use sections::{CalibrationSection, ConfusionSection, GroupSection, OverlapSection, RuleRow, TraceSection};
use sizes::SizeSection;

/// The template's words.
#[derive(Template)]
#[template(path = "report.html")]
struct Page<'a> {
    target: &'a str,
    model_name: &'a str,
    data_name: &'a str,
    measured: &'a str,
    /// The words behind intervals of rows that rules were chosen by; empty for others.
    as_if: &'a str,
    lead: String,
    tiles: Vec<Tile>,
    figures: String,
    card: Option<CardSection>,
    how: String,
    notes: String,
    certificate: String,
    status: &'a str,
    quality: QualitySection,
    /// True if votes are log-odds.
    probabilities: bool,
    clauses: bool,
    rules: Vec<RuleRow>,
    classes: Vec<String>,
    rule_columns: Vec<String>,
    overlap: OverlapSection,
    features: Vec<crate::FeatureFigures>,
    unused: Vec<String>,
    confusion: ConfusionSection,
    calibration: Option<CalibrationSection>,
    groups: Option<GroupSection>,
    trace: Option<TraceSection>,
    sizes: Option<SizeSection>,
    by_hand: Option<ByHandSection>,
    settings: Vec<(String, String)>,
    samples: String,
    css: &'static str,
    model_js: &'static str,
    page_js: &'static str,
    cases_js: &'static str,
    changes_js: &'static str,
    browse_js: &'static str,
    sizes_js: &'static str,
    by_hand_js: &'static str,
    data: String,
}

/// Writes the page.
///
/// # Errors
/// [`ReportError::Drawing`] or [`ReportError::Template`] if a library fails.
pub fn html(study: &Study, settings: &PageSettings) -> Result<String, ReportError> {
    let (data, samples) = data::json(study, settings);
    let page = Page {
        target: &study.model.target,
        model_name: &study.model_name,
        data_name: &study.data_name,
        measured: study.measured_name(),
        as_if: if study.is_training() { " (as if the rules had not been chosen by these rows)" } else { "" },
        lead: overview::lead(study),
        tiles: overview::tiles(study),
        figures: overview::figures(study),
        card: CardSection::new(study),
        how: overview::how(&study.model),
        notes: study.model.notes().join(" "),
        certificate: proved(&study.model),
        status: crate::status_sentence(study.model.certificate.status),
        quality: QualitySection::new(study),
        probabilities: study.model.has_probabilities(),
        clauses: matches!(study.model.form(), rulegen_rule::Form::AllClauses { .. }),
        rules: sections::rule_rows(study),
        classes: sections::voted_classes(study),
        rule_columns: study.model.schema.features.iter().map(|feature| feature.name.clone()).collect(),
        overlap: OverlapSection::new(study)?,
        features: study.features.iter().filter(|feature| feature.rules > 0).cloned().collect(),
        unused: study.features.iter().filter(|f| f.rules == 0).map(|f| f.name.clone()).collect(),
        confusion: ConfusionSection::new(study),
        calibration: CalibrationSection::new(study)?,
        groups: GroupSection::new(study)?,
        trace: TraceSection::new(study)?,
        sizes: study.front.as_ref().map(SizeSection::new).transpose()?,
        by_hand: ByHandSection::new(study),
        settings: study.model.settings.iter().map(|(name, value)| (name.clone(), value.to_string())).collect(),
        samples: overview::samples_sentence(samples, study.table.rows()),
        css: include_str!("../../assets/report.css"),
        model_js: include_str!("../../assets/model.js"),
        page_js: include_str!("../../assets/page.js"),
        cases_js: include_str!("../../assets/cases.js"),
        changes_js: include_str!("../../assets/changes.js"),
        browse_js: include_str!("../../assets/browse.js"),
        sizes_js: sizes::SCRIPT,
        by_hand_js: include_str!("../../assets/byhand.js"),
        data,
    };
    Ok(page.render()?)
}

/// Everything that is proved for a model.
fn proved(model: &rulegen_rule::Model) -> String {
    let more = [crate::one_by_one_sentence(model), crate::further_sentence(model), crate::scopes_sentence(model)];
    [Some(crate::certificate_sentence(model))].into_iter().chain(more).flatten().collect::<Vec<_>>().join(" ")
}
