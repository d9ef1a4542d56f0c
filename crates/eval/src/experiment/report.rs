//! The results as a Markdown page.

use super::error::ExperimentError;
use super::manifest::Manifest;
use super::measure::{Look, Measure};
use super::plot::draw;
use super::published::Published;
use super::report_spec::{PlotSpec, SpreadKind};
use super::spec::{ChoiceSpec, Spec, SplitSpec};
use super::store::write_whole;
use super::tally::{Contender, Tally};
use crate::{Spread, Verdict};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// More columns than this are not put side by side: settings that have their rows each are for plots.
const MOST_COLUMNS: usize = 24;

/// Writes `report.md` and its plots from the results in a folder: those of the experiment, those of other programs in
/// `peers/results.csv` and `peers/timing.csv`, and published figures.
///
/// # Errors
/// A folder without results of an experiment, or files that cannot be read or written.
pub fn write_experiment_report(spec_file: &Path, folder: &Path) -> Result<PathBuf, ExperimentError> {
    let spec = Spec::read(spec_file)?;
    let none = || ExperimentError::spec(format!("{} holds no results: run the experiment first", folder.display()));
    let manifest = Manifest::read(folder)?.ok_or_else(none)?;
    let methods: Vec<String> = spec.methods.iter().map(|method| method.name.clone()).collect();
    let tally = Tally::read(folder, &methods)?;
    let published = spec.report.published.iter().map(Published::read);
    let published: Vec<Published> = published.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect();
    let page = Page { spec: &spec, manifest: &manifest, tally: &tally, published: &published };
    let mut text = page.text();
    for (at, plot) in spec.report.plots.iter().enumerate() {
        let kind = match plot {
            PlotSpec::Tradeoff { .. } => "tradeoff",
            PlotSpec::Versus { .. } => "versus",
        };
        let file = format!("{kind}-{}.svg", at + 1);
        if let Some(caption) = draw(plot, &tally, &folder.join(&file))? {
            let _ = write!(text, "\n![{caption}]({file})\n\n{caption}\n");
        }
    }
    let path = folder.join("report.md");
    write_whole(&path, text.as_bytes())?;
    Ok(path)
}

struct Page<'a> {
    spec: &'a Spec,
    manifest: &'a Manifest,
    tally: &'a Tally,
    published: &'a [Published],
}

impl Page<'_> {
    fn text(&self) -> String {
        let mut text = format!("# {}\n\n", self.spec.title);
        if !self.spec.note.trim().is_empty() {
            let _ = write!(text, "{}\n\n", self.spec.note.trim());
        }
        let _ = writeln!(text, "{}", self.provenance());
        let measures = self.spec.measures();
        for measure in &measures {
            text.push_str(&self.table(*measure));
        }
        text.push_str(&self.verdicts(&measures));
        text.push_str(&self.failures());
        text
    }

    /// What the figures are of.
    fn provenance(&self) -> String {
        let (spec, manifest) = (self.spec, self.manifest);
        let machine = &manifest.machine;
        let splits = match &spec.splits {
            SplitSpec::Holdout { repeats, test } => {
                format!("{repeats} stratified splits with {:.0}% test rows each", 100.0 * test)
            }
            SplitSpec::Folds { k, repeats: 1 } => format!("stratified {k}-fold cross-validation"),
            SplitSpec::Folds { k, repeats } => format!("stratified {k}-fold cross-validation, {repeats} times"),
            SplitSpec::Rows { .. } => "one given split".into(),
        };
        let choice = match &spec.choice {
            ChoiceSpec::Each => "each setting has its own rows".into(),
            ChoiceSpec::CrossValidation { folds, measure, .. } => format!(
                "settings are chosen by {folds}-fold cross-validation on the training rows ({})",
                measure.look().title.trim_end_matches(", %")
            ),
        };
        let spread = match spec.report.spread {
            SpreadKind::Interval => {
                "± is half of the 95% t-interval of the mean over splits, widened because training sets share rows"
            }
            SpreadKind::StandardError => "± is the standard error of the mean over splits",
        };
        let statuses = self.tally.statuses().into_iter().map(|(status, count)| format!("{count} {status}"));
        let statuses = statuses.collect::<Vec<_>>().join(", ");
        format!(
            "rulegen {}, {} ({} cores, {} GB, {}), {} of its threads used, {} for each fit; seed {}.\n\
             At most {splits}, fewer where a budget ended the run (column `splits`); {choice}. {spread}.\n\
             Fits by how they ended: {statuses}.",
            manifest.version,
            machine.processor,
            machine.cores,
            machine.memory_gigabytes,
            machine.system,
            manifest.threads,
            manifest.fit_threads,
            manifest.seed,
        )
    }

    /// The contenders that have values of a measure.
    fn contenders(&self, measure: Measure) -> Vec<&Contender> {
        let has = |contender: &&Contender| {
            self.tally.sets.iter().any(|set| self.tally.spread(contender, set, measure).is_some())
        };
        self.tally.contenders.iter().filter(has).collect()
    }

    /// A row for each set, a column for each contender and published method.
    fn table(&self, measure: Measure) -> String {
        let (look, contenders) = (measure.look(), self.contenders(measure));
        if contenders.is_empty() || contenders.len() > MOST_COLUMNS {
            return String::new();
        }
        let published: Vec<&Published> = self.published.iter().filter(|published| published.has(measure)).collect();
        let mut heading = vec!["data set".to_string(), "splits".into()];
        heading.extend(contenders.iter().map(|contender| contender.name.clone()));
        heading.extend(published.iter().map(|published| published.name.clone()));
        let mut lines = vec![heading];
        for set in &self.tally.sets {
            let mut line = vec![set.clone(), self.tally.splits(set).to_string()];
            let mean = |contender: &&Contender| {
                let spread = self.tally.spread(contender, set, measure);
                spread.map_or("-".into(), |spread| self.cell(&spread, look))
            };
            line.extend(contenders.iter().map(mean));
            let figure =
                |published: &&Published| published.get(set, measure).map_or("-".into(), |figure| number(figure, look));
            line.extend(published.iter().map(figure));
            lines.push(line);
        }
        format!("\n## {}\n\n{}", capital(look.title), markdown(&lines))
    }

    fn cell(&self, spread: &Spread, look: Look) -> String {
        let half = match self.spec.report.spread {
            SpreadKind::Interval => spread.interval.map(|[low, high]| (high - low) / 2.0),
            SpreadKind::StandardError => spread.standard_error,
        };
        let half = half.map_or(String::new(), |half| format!(" ± {}", number(half, look)));
        number(spread.mean, look) + &half
    }

    /// How the reference does against each of the others, over sets.
    fn verdicts(&self, measures: &[Measure]) -> String {
        // Of a method whose settings have their rows each there is no one to compare with.
        let ours: Vec<&Contender> =
            self.tally.contenders.iter().filter(|contender| contender.method == self.spec.reference()).collect();
        let [reference] = ours[..] else { return String::new() };
        let mut lines = vec![["against", "measure", "wins", "ties", "losses", "lost on"].map(String::from).to_vec()];
        for other in self.tally.contenders.iter().filter(|other| *other != reference) {
            lines.extend(measures.iter().filter_map(|&measure| {
                let verdict = |set: &String| self.tally.verdict(reference, other, set, measure);
                self.counted(&other.name, measure, verdict)
            }));
        }
        for published in self.published {
            lines.extend(measures.iter().filter_map(|&measure| {
                let verdict = |set: &String| self.against_figure(reference, published, set, measure);
                self.counted(&format!("{}*", published.name), measure, verdict)
            }));
        }
        if lines.len() == 1 {
            return String::new();
        }
        format!(
            "\n## Wins, ties and losses of {}\n\n{}\n\
             A win or a loss is a mean difference on the same splits whose 95% interval leaves out 0; sets with fewer \
             than two splits do not count.\n* Published figures have no splits to pair: they win or lose where they are \
             outside of our interval.\n",
            reference.name,
            markdown(&lines)
        )
    }

    /// A line of wins, ties and losses; none where nothing could be compared.
    fn counted(
        &self,
        name: &str,
        measure: Measure,
        verdict: impl Fn(&String) -> Option<Verdict>,
    ) -> Option<Vec<String>> {
        let verdicts: Vec<(&String, Verdict)> =
            self.tally.sets.iter().filter_map(|set| Some((set, verdict(set)?))).collect();
        let count = |of: Verdict| verdicts.iter().filter(|(_, verdict)| *verdict == of).count().to_string();
        let lost = verdicts.iter().filter(|(_, verdict)| *verdict == Verdict::Loss).map(|(set, _)| set.as_str());
        let lost = Some(lost.collect::<Vec<_>>().join(", ")).filter(|lost| !lost.is_empty());
        let counts = [Verdict::Win, Verdict::Tie, Verdict::Loss].map(count);
        let mut line = vec![name.to_owned(), measure.look().title.trim_end_matches(", %").to_owned()];
        line.extend(counts);
        line.push(lost.unwrap_or_else(|| "-".into()));
        (!verdicts.is_empty()).then_some(line)
    }

    /// Whether a published figure is outside of the interval of ours.
    fn against_figure(&self, ours: &Contender, theirs: &Published, set: &str, measure: Measure) -> Option<Verdict> {
        let [low, high] = self.tally.spread(ours, set, measure)?.interval?;
        let figure = theirs.get(set, measure)?;
        Some(match (figure < low, figure > high) {
            (false, false) => Verdict::Tie,
            (below, _) if below == measure.look().up => Verdict::Win,
            _ => Verdict::Loss,
        })
    }

    fn failures(&self) -> String {
        let line = |row: &super::row::Row| {
            vec![row.set.clone(), row.method.clone(), row.split.to_string(), row.settings.clone(), row.note.clone()]
        };
        let mut lines = vec![["data set", "method", "split", "settings", "why"].map(String::from).to_vec()];
        lines.extend(self.tally.failures().map(line));
        if lines.len() == 1 { String::new() } else { format!("\n## Fits that failed\n\n{}", markdown(&lines)) }
    }
}

fn number(value: f64, look: Look) -> String {
    let shown = if look.percent { 100.0 * value } else { value };
    format!("{shown:.*}", look.places)
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// A table, heading first, all columns but the first to the right.
fn markdown(lines: &[Vec<String>]) -> String {
    let mut text = String::new();
    for (at, line) in lines.iter().enumerate() {
        let cells: Vec<String> = line.iter().map(|cell| cell.replace('|', "\\|")).collect();
        let _ = writeln!(text, "| {} |", cells.join(" | "));
        if at == 0 {
            let _ = writeln!(text, "|---|{}", "---:|".repeat(line.len() - 1));
        }
    }
    text
}
