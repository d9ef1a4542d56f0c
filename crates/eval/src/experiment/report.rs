//! The results as a Markdown page, and its tables in LaTeX.

use super::error::ExperimentError;
use super::manifest::{Manifest, fingerprint};
use super::measure::Measure;
use super::plan::in_words;
use super::plot::draw;
use super::published::PublishedFigures;
use super::row::{Row, write_whole};
use super::spec::{ChoiceSpec, MethodSpec, PlotSpec, Spec, SplitSpec, SpreadKind};
use super::tally::{Contender, Tally};
use crate::{LATEX_PACKAGES, latex_table, markdown_table};
use rulegen_measure::{Spread, Verdict};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Tables have at most this many columns. Methods with a row for each setting are shown in plots.
const MOST_COLUMNS: usize = 24;

/// Writes `report.md` and `report.tex`, and each plot as SVG, from the results in a folder: those
/// of the experiment, those of other programs in `peers`, and published figures. LaTeX reads no
/// SVG, so `report.tex` has the tables alone.
///
/// # Errors
/// A folder without results of the experiment, or files that cannot be read or written.
pub fn write_experiment_report(spec_file: &Path, folder: &Path) -> Result<PathBuf, ExperimentError> {
    let spec = Spec::read(spec_file)?;
    let none = || ExperimentError::Input(format!("{} holds no results: run the experiment first", folder.display()));
    let manifest = Manifest::read(folder, &fingerprint(spec_file)?)?.ok_or_else(none)?;
    let methods: Vec<String> = spec.methods.iter().map(|method| method.name.clone()).collect();
    let tally = Tally::read(folder, &methods, &manifest)?;
    let published = spec.report.published.iter().map(PublishedFigures::read).collect::<Result<Vec<_>, _>>()?;
    let published: Vec<PublishedFigures> = published.into_iter().flatten().collect();
    let page = Page { spec: &spec, manifest: &manifest, methods: &methods, tally: &tally, published: &published };
    let mut text = page.text();
    for (at, plot) in (1..).zip(&spec.report.plots) {
        let kind = if matches!(plot, PlotSpec::Tradeoff {}) { "tradeoff" } else { "versus" };
        let name = format!("{kind}-{at}.svg");
        let path = folder.join(&name);
        if let Some((caption, svg)) = draw(plot, &tally).map_err(ExperimentError::write(&path))? {
            write_whole(&path, svg.as_bytes())?;
            let _ = write!(text, "\n![{caption}]({name})\n\n{caption}\n");
        }
    }
    write_whole(&folder.join("report.tex"), page.latex().as_bytes())?;
    let path = folder.join("report.md");
    write_whole(&path, text.as_bytes())?;
    Ok(path)
}

/// A table of the report.
struct Table {
    title: String,
    /// Heading first.
    lines: Vec<Vec<String>>,
    /// An explanation in Markdown.
    note: String,
}

struct Page<'a> {
    spec: &'a Spec,
    manifest: &'a Manifest,
    methods: &'a [String],
    tally: &'a Tally,
    published: &'a [PublishedFigures],
}

impl Page<'_> {
    fn text(&self) -> String {
        let mut text = format!("# {}\n\n", self.spec.title);
        if !self.spec.note.trim().is_empty() {
            let _ = write!(text, "{}\n\n", self.spec.note.trim());
        }
        let _ = writeln!(text, "{}", self.provenance());
        for Table { title, lines, note } in self.tables().chain(self.failures()) {
            let note = if note.is_empty() { String::new() } else { format!("\n{note}\n") };
            let _ = write!(text, "\n## {title}\n\n{}{note}", markdown_table(&lines));
        }
        text
    }

    /// The tables, to be included in a paper.
    fn latex(&self) -> String {
        let mut text = format!("% {LATEX_PACKAGES}\n");
        text.extend(self.provenance().lines().map(|line| format!("% {line}\n")));
        for Table { title, lines, note } in self.tables() {
            let note = note.replace("\n\n", " ").replace("\\*", "*");
            let words: Vec<&str> =
                title.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
            let label = format!("tab:{}", words.join("-").to_lowercase());
            let _ = write!(text, "\n{}", latex_table(format!("{title}. {note}").trim_end(), &label, &lines));
        }
        text
    }

    /// A table for each measure, and one of wins, ties and losses.
    fn tables(&self) -> impl Iterator<Item = Table> {
        self.spec.measures().into_iter().filter_map(|measure| self.table(measure)).chain(self.verdicts())
    }

    /// The way in which the figures were obtained.
    fn provenance(&self) -> String {
        let splits = match &self.spec.splits {
            SplitSpec::Holdout { repeats, test } => {
                format!("{repeats} stratified splits with {:.0}% test rows each", 100.0 * test)
            }
            SplitSpec::Folds { k, repeats } => match repeats.unwrap_or(1) {
                1 => format!("The {k} splits of a stratified cross-validation"),
                n => format!("The {} splits of {n} stratified cross-validations of {k} folds", k * n),
            },
            SplitSpec::Rows { .. } => "One given split".into(),
            SplitSpec::None { .. } => "All rows, on which rules are learned and measured".into(),
        };
        let spread = match self.spec.report.spread {
            SpreadKind::Interval => {
                "half of the 95% t-interval of the mean over splits, widened because training sets share rows"
            }
            SpreadKind::StandardError => "the standard error of the mean over splits",
        };
        let statuses = self.tally.statuses(self.methods).into_iter().map(|(status, count)| format!("{count} {status}"));
        let statuses = match statuses.collect::<Vec<_>>().join(", ") {
            none if none.is_empty() => "There are no results yet.".into(),
            counts => format!("Our fits by how they ended: {counts}."),
        };
        let makers = self.manifest.made_by.iter().map(|maker| format!("{maker}.\n"));
        format!(
            "{}{splits}, fewer where a budget ended the run or fits failed (column `splits`; a number in brackets \
             after a mean where that method has fewer still); seed {}. {}. {}± is {spread}.\n{statuses}",
            makers.collect::<String>(),
            self.manifest.seed,
            self.choices(),
            self.terms()
        )
    }

    /// The terms of column generation, by method where they differ.
    fn terms(&self) -> String {
        let words = |method: &MethodSpec| {
            let own =
                ["terms", "iterations", "tolerance", "lp-strategy", "start"].into_iter().filter_map(
                    |name| match method.settings.get(name) {
                        Some(value) => Some(format!("{name} {}", in_words(value))),
                        None if method.grid.contains_key(name) => Some(format!("{name} by the grid")),
                        None => (name == "terms").then(|| format!("terms {}", self.manifest.terms)),
                    },
                );
            own.collect::<Vec<_>>().join(", ")
        };
        let weighing = self.spec.methods.iter().filter(|method| method.weighs());
        let said = by_kind(weighing, words, |words, of| format!("column generation{of}: {words}"));
        if said.is_empty() { said } else { said + ". " }
    }

    /// The way in which the settings of each method are chosen.
    fn choices(&self) -> String {
        by_kind(
            &self.spec.methods,
            |method| self.spec.choice_of(method),
            |choice, of| {
                let ChoiceSpec::CrossValidation { folds, measure, then } = choice else {
                    return format!("each setting{of} has its own rows");
                };
                let then = then.map_or(String::new(), |then| format!(", ties by {}", plain(then)));
                let by = measure.map_or("accuracy", plain);
                format!("settings{of} are chosen by {folds}-fold cross-validation on the training rows ({by}{then})")
            },
        )
    }

    /// A table with a row for each set and a column for each contender and published method.
    fn table(&self, measure: Measure) -> Option<Table> {
        let (tally, sets) = (self.tally, &self.tally.sets);
        let has = |of: &&Contender| sets.iter().any(|set| tally.spread(of, set, measure).is_some());
        let contenders: Vec<&Contender> = tally.contenders.iter().filter(has).collect();
        if contenders.is_empty() || contenders.len() > MOST_COLUMNS {
            return None;
        }
        let has = |of: &&PublishedFigures| sets.iter().any(|set| of.get(set, measure).is_some());
        let published: Vec<&PublishedFigures> = self.published.iter().filter(has).collect();
        let names = contenders.iter().map(|of| &of.name).chain(published.iter().map(|of| &of.name));
        let mut lines = vec![["data set".into(), "splits".into()].into_iter().chain(names.cloned()).collect()];
        for set in sets {
            let splits = tally.splits(set);
            let mean = |of: &&Contender| tally.spread(of, set, measure).map(|mean| self.cell(&mean, measure, splits));
            let figure = |of: &&PublishedFigures| of.get(set, measure).map(|figure| measure.shown(figure));
            let cells = contenders.iter().map(mean).chain(published.iter().map(figure));
            let cells = cells.map(|cell| cell.unwrap_or_else(|| "-".into()));
            lines.push([set.clone(), splits.to_string()].into_iter().chain(cells).collect());
        }
        Some(Table { title: capital(measure.title), lines, note: String::new() })
    }

    /// A mean with its spread, and the number of its splits where that is not that of the line.
    fn cell(&self, spread: &Spread, measure: Measure, splits: usize) -> String {
        let half = match self.spec.report.spread {
            SpreadKind::Interval => spread.interval.map(|[low, high]| (high - low) / 2.0),
            SpreadKind::StandardError => spread.standard_error,
        };
        let half = half.map_or(String::new(), |half| format!(" ± {}", measure.shown(half)));
        let fewer = if spread.n < splits { format!(" ({})", spread.n) } else { String::new() };
        measure.shown(spread.mean) + &half + &fewer
    }

    /// Wins, ties and losses of the reference against each of the others, over sets.
    fn verdicts(&self) -> Option<Table> {
        let (tally, measures) = (self.tally, self.spec.measures());
        let reference = self.spec.report.reference.as_ref().unwrap_or(&self.methods[0]);
        // A method with rows for each setting has no single column to compare.
        let mut ours = tally.contenders.iter().filter(|contender| contender.method == *reference);
        let (Some(ours), None) = (ours.next(), ours.next()) else { return None };
        let mut lines = Vec::new();
        for other in tally.contenders.iter().filter(|other| *other != ours) {
            let line =
                |&measure: &Measure| self.counted(&other.name, measure, |set| tally.verdict(ours, other, set, measure));
            lines.extend(measures.iter().filter_map(line));
        }
        for published in self.published {
            let name = format!("{}*", published.name);
            let line = |&measure: &Measure| {
                self.counted(&name, measure, |set| {
                    let [low, high] = tally.spread(ours, set, measure)?.interval?;
                    let figure = published.get(set, measure)?;
                    Some(match (figure < low, figure > high) {
                        (false, false) => Verdict::Tie,
                        (below, _) if below == measure.up => Verdict::Win,
                        _ => Verdict::Loss,
                    })
                })
            };
            lines.extend(measures.iter().filter_map(line));
        }
        let mut note =
            "A win or a loss is a mean difference on the same splits whose 95% interval excludes 0; sets with \
             fewer than two splits do not count."
                .to_string();
        if !self.published.is_empty() {
            note.push_str(
                "\n\n\\* Published figures have no splits to pair: ours wins or loses where they are outside the 95% \
                 interval of our mean. Seconds were measured on another machine.",
            );
        }
        let title = format!("Wins, ties and losses of {reference}");
        table_of(title, ["against", "measure", "wins", "ties", "losses", "lost on"], lines, note)
    }

    /// A line of wins, ties and losses, if anything could be compared.
    fn counted(&self, name: &str, measure: Measure, verdict: impl Fn(&str) -> Option<Verdict>) -> Option<Vec<String>> {
        let verdicts = self.tally.sets.iter().filter_map(|set| Some((set.as_str(), verdict(set)?)));
        let verdicts: Vec<(&str, Verdict)> = verdicts.collect();
        let of = |kind: Verdict| verdicts.iter().filter(move |(_, verdict)| *verdict == kind).map(|(set, _)| *set);
        let lost = of(Verdict::Loss).collect::<Vec<_>>().join(", ");
        let mut line = vec![name.to_owned(), plain(measure).to_owned()];
        line.extend([Verdict::Win, Verdict::Tie, Verdict::Loss].map(|kind| of(kind).count().to_string()));
        line.push(if lost.is_empty() { "-".into() } else { lost });
        (!verdicts.is_empty()).then_some(line)
    }

    /// The fits that failed.
    fn failures(&self) -> Option<Table> {
        let line = |row: &Row| {
            let Row { key, settings, note, .. } = row;
            vec![key.set.clone(), key.method.clone(), key.split.to_string(), settings.clone(), note.clone()]
        };
        let lines = self.tally.failures().map(line).collect();
        table_of("Fits that failed".into(), ["data set", "method", "split", "settings", "why"], lines, String::new())
    }
}

/// Says something of each kind of methods, with their names (` of A, B`) if there are several
/// kinds.
fn by_kind<'a, K: PartialEq>(
    methods: impl IntoIterator<Item = &'a MethodSpec>,
    kind: impl Fn(&'a MethodSpec) -> K,
    say: impl Fn(&K, &str) -> String,
) -> String {
    let mut kinds: Vec<(K, Vec<&str>)> = Vec::new();
    for method in methods {
        let kind = kind(method);
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, names)) => names.push(&method.name),
            None => kinds.push((kind, vec![&method.name])),
        }
    }
    let several = kinds.len() > 1;
    let of = |names: &[&str]| if several { format!(" of {}", names.join(", ")) } else { String::new() };
    let said: Vec<String> = kinds.iter().map(|(kind, names)| say(kind, &of(names))).collect();
    capital(&said.join("; "))
}

/// A table under a heading, if it has lines.
fn table_of<const N: usize>(
    title: String,
    heading: [&str; N],
    mut lines: Vec<Vec<String>>,
    note: String,
) -> Option<Table> {
    if lines.is_empty() {
        return None;
    }
    lines.insert(0, heading.map(String::from).to_vec());
    Some(Table { title, lines, note })
}

/// The name of a measure without its unit.
fn plain(measure: Measure) -> &'static str {
    measure.title.trim_end_matches(", %")
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
