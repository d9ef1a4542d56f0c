//! The results as a Markdown page, and its tables and plots in LaTeX.

use super::error::ExperimentError;
use super::manifest::{Maker, Manifest, fingerprint};
use super::measure::{Look, Measure};
use super::plot::draw;
use super::published::Published;
use super::report_spec::{PlotSpec, SpreadKind};
use super::spec::{ChoiceSpec, Spec, SplitSpec};
use super::store::write_whole;
use super::tally::{Contender, Tally};
use crate::table::latex_escaped;
use crate::{LATEX_PACKAGES, latex_table, markdown_table};
use rulegen_measure::{Spread, Verdict};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Tables have at most this many columns. Methods with a row for each setting are shown in plots.
const MOST_COLUMNS: usize = 24;

/// What makes a PDF of an SVG drawing.
pub type ToPdf<'a> = &'a dyn Fn(&str) -> Result<Vec<u8>, Box<dyn std::error::Error>>;

/// Writes `report.md` and `report.tex`, with each plot as SVG for the one and, if there is a `pdf`, as PDF for the other, from
/// the results in a folder: those of the experiment, those of other programs in `peers/results.csv` and `peers/timing.csv`,
/// and published figures.
///
/// # Errors
/// A folder without results of an experiment, files that cannot be read or written, or a failure of `pdf`.
pub fn write_experiment_report(
    spec_file: &Path,
    folder: &Path,
    pdf: Option<ToPdf<'_>>,
) -> Result<PathBuf, ExperimentError> {
    let spec = Spec::read(spec_file)?;
    let none = || ExperimentError::spec(format!("{} holds no results: run the experiment first", folder.display()));
    let manifest = Manifest::read(folder)?.ok_or_else(none)?;
    manifest.check(&fingerprint(spec_file)?, folder)?;
    let methods: Vec<String> = spec.methods.iter().map(|method| method.name.clone()).collect();
    let tally = Tally::read(folder, &methods, &manifest)?;
    let published = spec.report.published.iter().map(Published::read);
    let published: Vec<Published> = published.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect();
    let page = Page { spec: &spec, manifest: &manifest, tally: &tally, published: &published };
    let (mut text, mut latex) = (page.text(), page.latex());
    for (at, plot) in spec.report.plots.iter().enumerate() {
        let kind = match plot {
            PlotSpec::Tradeoff { .. } => "tradeoff",
            PlotSpec::Versus { .. } => "versus",
        };
        let name = format!("{kind}-{}", at + 1);
        let path = folder.join(format!("{name}.svg"));
        if let Some(caption) = draw(plot, &tally, &path)? {
            let _ = write!(text, "\n![{caption}]({name}.svg)\n\n{caption}\n");
            if let Some(pdf) = pdf {
                write_pdf(&path, pdf)?;
                let _ = write!(latex, "\n{}", latex_figure(&caption, &name));
            }
        }
    }
    let path = folder.join("report.md");
    write_whole(&path, text.as_bytes())?;
    write_whole(&folder.join("report.tex"), latex.as_bytes())?;
    Ok(path)
}

/// Writes the PDF of an SVG file beside it.
fn write_pdf(svg: &Path, pdf: ToPdf<'_>) -> Result<(), ExperimentError> {
    let failed = |message: String| ExperimentError::Plot { path: svg.into(), message };
    let drawing = std::fs::read_to_string(svg).map_err(|error| failed(error.to_string()))?;
    let page = pdf(&drawing).map_err(|error| failed(error.to_string()))?;
    write_whole(&svg.with_extension("pdf"), &page)
}

/// A figure of a PDF file, named without its ending, under a caption. It needs the package `graphicx`.
fn latex_figure(caption: &str, name: &str) -> String {
    let caption = capital(&latex_escaped(caption));
    format!(
        "\\begin{{figure}}\n\\centering\n\\includegraphics[width=\\linewidth]{{{name}}}\n\\caption{{{caption}.}}\n\\end{{figure}}\n"
    )
}

/// A table of the report.
struct Table {
    title: String,
    /// Heading first.
    lines: Vec<Vec<String>>,
    /// What it means.
    note: String,
}

impl Table {
    fn markdown(&self) -> String {
        let note = if self.note.is_empty() { String::new() } else { format!("\n{}\n", self.note) };
        format!("\n## {}\n\n{}{note}", self.title, markdown_table(&self.lines))
    }

    fn latex(&self) -> String {
        // The note is Markdown.
        let note = self.note.replace("\n\n", " ").replace("\\*", "*");
        latex_table(format!("{}. {note}", self.title).trim_end(), &self.lines)
    }
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
        text.extend(self.tables().iter().map(Table::markdown));
        text.push_str(&self.failures());
        text
    }

    /// The tables, to be included in a paper.
    fn latex(&self) -> String {
        let comment = |line: &str| format!("% {line}\n");
        let mut text = comment(LATEX_PACKAGES);
        text.extend(self.provenance().lines().map(comment));
        for table in self.tables() {
            let _ = write!(text, "\n{}", table.latex());
        }
        text
    }

    /// A table for each measure, and one of wins, ties and losses.
    fn tables(&self) -> Vec<Table> {
        let measures = self.spec.measures();
        let of_measures = measures.iter().filter_map(|measure| self.table(*measure));
        of_measures.chain(self.verdicts(&measures)).collect()
    }

    /// How the figures were obtained.
    fn provenance(&self) -> String {
        let (spec, manifest) = (self.spec, self.manifest);
        let splits = match &spec.splits {
            SplitSpec::Holdout { repeats, test } => {
                format!("{repeats} stratified splits with {:.0}% test rows each", 100.0 * test)
            }
            SplitSpec::Folds { k, repeats: 1 } => format!("The {k} splits of a stratified cross-validation"),
            SplitSpec::Folds { k, repeats } => {
                format!("The {} splits of {repeats} stratified cross-validations of {k} folds", k * repeats)
            }
            SplitSpec::Rows { .. } => "One given split".into(),
        };
        let spread = match spec.report.spread {
            SpreadKind::Interval => {
                "± is half of the 95% t-interval of the mean over splits, widened because training sets share rows"
            }
            SpreadKind::StandardError => "± is the standard error of the mean over splits",
        };
        let statuses = self.tally.statuses().into_iter().map(|(status, count)| format!("{count} {status}"));
        let statuses = match statuses.collect::<Vec<_>>().join(", ") {
            none if none.is_empty() => "There are no results yet.".into(),
            counts => format!("Our fits by how they ended: {counts}."),
        };
        let makers = manifest.made_by.iter().map(|maker| format!("{}.\n", described(maker))).collect::<String>();
        format!(
            "{makers}{splits}, fewer where a budget ended the run or fits failed (column `splits`; a number in brackets \
             after a mean where that method has fewer still); seed {}. {}. {spread}.\n{statuses}",
            manifest.seed,
            self.choices()
        )
    }

    /// How the settings of each method are chosen.
    fn choices(&self) -> String {
        let mut kinds: Vec<(&ChoiceSpec, Vec<&str>)> = Vec::new();
        for method in &self.spec.methods {
            let choice = self.spec.choice_of(method);
            match kinds.iter_mut().find(|(kind, _)| *kind == choice) {
                Some((_, names)) => names.push(&method.name),
                None => kinds.push((choice, vec![&method.name])),
            }
        }
        let several = kinds.len() > 1;
        let words = kinds.into_iter().map(|(choice, names)| {
            let of = if several { format!(" of {}", names.join(", ")) } else { String::new() };
            match choice {
                ChoiceSpec::Each => format!("each setting{of} has its own rows"),
                ChoiceSpec::CrossValidation { folds, measure, then } => {
                    let then = then.map_or(String::new(), |then| format!(", ties by {}", plain(then)));
                    format!(
                        "settings{of} are chosen by {folds}-fold cross-validation on the training rows ({}{then})",
                        plain(*measure)
                    )
                }
            }
        });
        capital(&words.collect::<Vec<_>>().join("; "))
    }

    /// The contenders that have values of a measure.
    fn contenders(&self, measure: Measure) -> Vec<&Contender> {
        let has = |contender: &&Contender| {
            self.tally.sets.iter().any(|set| self.tally.spread(contender, set, measure).is_some())
        };
        self.tally.contenders.iter().filter(has).collect()
    }

    /// A table with a row for each set and a column for each contender and published method.
    fn table(&self, measure: Measure) -> Option<Table> {
        let (look, contenders) = (measure.look(), self.contenders(measure));
        if contenders.is_empty() || contenders.len() > MOST_COLUMNS {
            return None;
        }
        let published: Vec<&Published> =
            self.published.iter().filter(|published| published.has(&self.tally.sets, measure)).collect();
        let mut heading = vec!["data set".to_string(), "splits".into()];
        heading.extend(contenders.iter().map(|contender| contender.name.clone()));
        heading.extend(published.iter().map(|published| published.name.clone()));
        let mut lines = vec![heading];
        for set in &self.tally.sets {
            let splits = self.tally.splits(set);
            let mut line = vec![set.clone(), splits.to_string()];
            let mean = |contender: &&Contender| {
                let spread = self.tally.spread(contender, set, measure);
                spread.map_or("-".into(), |spread| self.cell(&spread, look, splits))
            };
            line.extend(contenders.iter().map(mean));
            let figure =
                |published: &&Published| published.get(set, measure).map_or("-".into(), |figure| number(figure, look));
            line.extend(published.iter().map(figure));
            lines.push(line);
        }
        Some(Table { title: capital(look.title), lines, note: String::new() })
    }

    /// A mean with its spread, and the number of its splits where that is not that of the line.
    fn cell(&self, spread: &Spread, look: Look, splits: usize) -> String {
        let half = match self.spec.report.spread {
            SpreadKind::Interval => spread.interval.map(|[low, high]| (high - low) / 2.0),
            SpreadKind::StandardError => spread.standard_error,
        };
        let half = half.map_or(String::new(), |half| format!(" ± {}", number(half, look)));
        let fewer = if spread.n < splits { format!(" ({})", spread.n) } else { String::new() };
        number(spread.mean, look) + &half + &fewer
    }

    /// Wins, ties and losses of the reference against each of the others, over sets.
    fn verdicts(&self, measures: &[Measure]) -> Option<Table> {
        // A method with rows for each setting has no single column to compare.
        let ours: Vec<&Contender> =
            self.tally.contenders.iter().filter(|contender| contender.method == self.spec.reference()).collect();
        let [reference] = ours[..] else { return None };
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
            return None;
        }
        let mut note =
            "A win or a loss is a mean difference on the same splits whose 95% interval excludes 0; sets with \
                        fewer than two splits do not count."
                .to_string();
        if !self.published.is_empty() {
            note.push_str(
                "\n\n\\* Published figures have no splits to pair: ours wins or loses where they are outside the 95% interval \
                 of our mean. Seconds were measured on another machine.",
            );
        }
        Some(Table { title: format!("Wins, ties and losses of {}", reference.name), lines, note })
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
        let mut line = vec![name.to_owned(), plain(measure).to_owned()];
        line.extend(counts);
        line.push(lost.unwrap_or_else(|| "-".into()));
        (!verdicts.is_empty()).then_some(line)
    }

    /// Whether a published figure is outside our interval.
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
        if lines.len() == 1 { String::new() } else { format!("\n## Fits that failed\n\n{}", markdown_table(&lines)) }
    }
}

/// What made results.
fn described(maker: &Maker) -> String {
    let Maker { version, commit, threads, fit_threads, machine } = maker;
    let commit = commit.as_ref().map_or(String::new(), |commit| format!(", built from {commit}"));
    format!(
        "rulegen {version}{commit}, {} ({} cores, {} GB, {}), {threads} of its threads used, {fit_threads} for each fit",
        machine.processor, machine.cores, machine.memory_gigabytes, machine.system
    )
}

/// The name of a measure without its unit.
fn plain(measure: Measure) -> &'static str {
    measure.look().title.trim_end_matches(", %")
}

fn number(value: f64, look: Look) -> String {
    let shown = if look.percent { 100.0 * value } else { value };
    format!("{shown:.*}", look.places)
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
