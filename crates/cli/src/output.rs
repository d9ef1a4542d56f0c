//! The output of `fit`.

use crate::front_table::front_table;
use crate::measured::{Measured, fairness_tables, quality_table};
use crate::words::count;
use anyhow::{Context, Result};
use rulegen::data::{Dataset, write_whole};
use rulegen::measure::{SampleSize, Size, held_out};
use rulegen::rule::{Form, HeldOut, HeldOutOf, Model, Predictor, Scope, Status, of_at_most, wrapped};
use rulegen::{Fitted, Method, proved_over};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;
use std::time::{Duration, Instant};

/// Writes a file whole or not at all.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<()> {
    write_whole(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

/// Prints to standard output; a reader that has gone away is no error.
pub(crate) fn print(text: impl AsRef<[u8]>) -> Result<()> {
    use std::io::{ErrorKind, Write};
    match std::io::stdout().write_all(text.as_ref()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error).context("cannot write to standard output"),
        _ => Ok(()),
    }
}

/// The files that a fit writes.
#[derive(Clone, Copy)]
pub(crate) struct WrittenFiles<'a> {
    /// The file that the model was to be written to, and true if it was.
    pub(crate) model: Option<(&'a Path, bool)>,
    /// The file of the proof and the data that it is about, if it was written.
    pub(crate) proof: Option<(&'a Path, &'a Path)>,
}

/// Says where a proof is, and who checks it.
pub(crate) fn proof_text(path: &Path, data: &Path) -> String {
    let (path, data) = (path.display(), data.display());
    format!("proof written to {path}: check it with rulegen-check {path} {data}")
}

/// The outcome of a fit.
pub(crate) struct FitReport<'a> {
    fitted: &'a Fitted,
    /// The time at which the command began.
    started: Instant,
    /// The time that learning took.
    seconds: Duration,
    train: Measured,
    sizes: SampleSize,
    holdout: Option<HeldOutRows>,
}

/// The quality on held-out rows.
struct HeldOutRows {
    measured: Measured,
    /// The model that was measured, and its number of rules.
    of: HeldOutOf,
    rules: usize,
}

impl HeldOutRows {
    fn is_of_second_model(&self) -> bool {
        self.of == HeldOutOf::SecondModel
    }

    /// Returns what the model file keeps. `share` is as for [`FitReport::model`].
    fn quality(&self, share: Option<f64>) -> HeldOut {
        let Measured { quality, scores, .. } = &self.measured;
        let rules = self.is_of_second_model().then_some(self.rules);
        HeldOut { rules, ..held_out(self.of, share, quality, scores) }
    }
}

impl<'a> FitReport<'a> {
    pub(crate) fn new(fitted: &'a Fitted, train: &Dataset, started: Instant, seconds: Duration) -> Result<Self> {
        let predictor = Predictor::new(&fitted.model);
        let (measured, sizes) = rayon::join(
            || Measured::of(&fitted.model, &predictor, train),
            || SampleSize::of(&predictor, &train.features),
        );
        Ok(FitReport { fitted, started, seconds, train: measured?, sizes: sizes?, holdout: None })
    }

    pub(crate) fn measure(&mut self, model: &Model, rows: &Dataset, of: HeldOutOf) -> Result<()> {
        let predictor = Predictor::new(model);
        let measured = Measured::of(model, &predictor, rows)?;
        self.holdout = Some(HeldOutRows { measured, of, rules: model.rules.len() });
        if of == HeldOutOf::Model {
            // Sizes per sample are those of the rows that quality is measured on.
            self.sizes = SampleSize::of(&predictor, &rows.features)?;
        }
        Ok(())
    }

    /// Prints the outcome, with the files that were written.
    pub(crate) fn print(&self, as_json: bool, files: WrittenFiles<'_>) -> Result<()> {
        if as_json {
            return print(format!("{:#}\n", self.json()));
        }
        let mut text = self.fitted.front.as_ref().map_or(String::new(), front_table);
        text.push_str(&self.fitted.model.to_text());
        // Some notes are about the quality on held-out rows.
        let before = self.fitted.model.notes();
        let notes = self.model(None).map_or(Vec::new(), |model| model.notes());
        let new: Vec<String> = notes.into_iter().filter(|note| !before.contains(note)).collect();
        text.push_str(&wrapped(&new));
        self.write_summary(&mut text, files).expect("writing to a string");
        print(text)
    }

    /// The quality on training rows.
    pub(crate) fn train(&self) -> &Measured {
        &self.train
    }

    /// The quality on held-out rows.
    pub(crate) fn held_out(&self) -> Option<&Measured> {
        self.holdout.as_ref().map(|held_out| &held_out.measured)
    }

    /// Returns the model with its held-out quality, if that was measured. `share` is the share of
    /// all rows that was held out at random, if it was.
    pub(crate) fn model(&self, share: Option<f64>) -> Option<Model> {
        let held_out = Some(self.holdout.as_ref()?.quality(share));
        Some(Model { held_out, ..self.fitted.model.clone() })
    }

    pub(crate) fn json(&self) -> Value {
        let (model, run) = (&self.fitted.model, &self.fitted.run);
        let size = Size::of(model);
        let certificate = &model.certificate;
        json!({
            "method": model.method,
            "threshold": model.threshold,
            "objective": certificate.objective,
            "lp_objective": certificate.lp_objective,
            "lower_bound": certificate.lower_bound,
            "lp_lower_bound": run.lower_bound,
            "gap": certificate.gap(),
            "raised": self.fitted.raised,
            "status": certificate.status,
            "terms": self.fitted.terms,
            "iterations": run.iterations,
            "columns": self.fitted.columns,
            "nodes": run.nodes,
            "seconds": {
                "all": self.started.elapsed().as_secs_f64(),
                "total": self.seconds.as_secs_f64(),
                "lp": run.lp.as_secs_f64(),
                "pricing": run.pricing.as_secs_f64(),
                "mip": self.fitted.mip.unwrap_or_default().as_secs_f64(),
            },
            "n_rules": size.n_rules,
            "avg_rule_length": size.avg_rule_length,
            "rules_per_sample": self.sizes.rules_per_sample,
            "rule_length_per_sample": self.sizes.rule_length_per_sample,
            "complexity": size.complexity,
            "certificates": certificates(model),
            "one_by_one": certificate.one_by_one,
            "front": self.fitted.front.as_ref().map(|front| &front.rows),
            "front_measures": self.fitted.front.as_ref().map(|front| &front.measures),
            "front_folds": self.fitted.front.as_ref().map(|front| front.folds),
            "front_divisions": self.fitted.front.as_ref().map(|front| front.divisions),
            "front_choice": self.fitted.front.as_ref().map(|front| &front.choice),
            "train": self.train,
            "holdout": self.held_out(),
            "holdout_is_of_second_model": self.holdout.as_ref().map(HeldOutRows::is_of_second_model),
        })
    }

    fn write_summary(&self, text: &mut String, files: WrittenFiles<'_>) -> std::fmt::Result {
        let (model, run, certificate) = (&self.fitted.model, &self.fitted.run, &self.fitted.model.certificate);
        let size = Size::of(model);
        // In an AND of ORs, a row is covered by the clauses that it does not meet.
        let (what, meets) = match model.form() {
            Form::AllClauses { .. } => ("clause", "fails"),
            _ => ("rule", "meets"),
        };
        writeln!(
            text,
            "\n{} with {:.1} conditions on average; a row {meets} {:.1} of them.\n",
            count(size.n_rules, what),
            size.avg_rule_length,
            self.sizes.rules_per_sample
        )?;
        let second = self.holdout.as_ref().filter(|held_out| held_out.is_of_second_model());
        let rows: Vec<(&str, &Measured)> = [("training", Some(&self.train)), ("held out", self.held_out())]
            .into_iter()
            .filter_map(|(name, measured)| Some((name, measured?)))
            .collect();
        text.push_str(&quality_table(model, &rows));
        if let Some(second) = second {
            writeln!(text, "(held out: {}, learned without these rows)", second.quality(None).second_model())?;
        }
        text.push_str(&fairness_tables(model, &rows));
        let boolean = model.method == Method::Boolean.name();
        let (lp, scope) = (certificate.lp_objective, of_at_most(model.max_length()));
        let mut found = format!("{}\n{}", objective_text(model), bounds_over_short_rules(model));
        if let Some(proof) = certificate.one_by_one {
            let (which, length) = (proof.rules_in_words(size.n_rules), of_at_most(Some(proof.max_length)));
            writeln!(found, "proved: when it was chosen, {which} lowered the objective as fast as any rule{length}")?;
        }
        if let Some(gain) = certificate.further_gain {
            writeln!(
                found,
                "proved: no further rule{scope} lowers the objective by more than {:.4} for each unit of its weight",
                // The number is rounded up, so that a gap is never understated.
                (gain * 1e4).ceil() / 1e4
            )?;
        }
        if let Some(raised) = self.fitted.raised.filter(|raised| *raised > 1e-6) {
            writeln!(
                found,
                "fairness rows: {raised:.6} of that are errors added to groups that fare better; predictions are less \
                 alike than the rows ask for"
            )?;
        }
        if boolean {
            // Rules larger than the complexity cannot be part of the rule set.
            let proved = match run.lower_bound {
                Some(bound) if lp - bound <= 1e-6 * lp.abs().max(1.0) => "proved over all rules that fit".into(),
                Some(bound) => format!("proved to be at least {bound:.6} over all rules that fit"),
                None => "over the rules tried".into(),
            };
            let most = model.complexity_limit_in_words().map_or(String::new(), |most| format!(" of at most {most}"));
            writeln!(found, "complexity {}{most}; linear program {lp:.6}, {proved}", size.complexity)?;
        }
        let status = match certificate.status {
            Status::Size => "size chosen".into(),
            status => status.to_string(),
        };
        let (rounds, tried) = (count(run.iterations, "round"), count(self.fitted.columns, "rule"));
        writeln!(found, "{status} after {rounds}: {tried} tried")?;
        text.push('\n');
        text.push_str(&wrapped_lines(&found));
        let mip = self.fitted.mip.map_or(String::new(), |mip| format!(", integer program {:.2} s", mip.as_secs_f64()));
        // Times are not wrapped: their digits would move the words of the next line.
        writeln!(
            text,
            "{:.2} s to learn (LP {:.2} s, pricing {:.2} s{mip}); {:.2} s in all",
            self.seconds.as_secs_f64(),
            run.lp.as_secs_f64(),
            run.pricing.as_secs_f64(),
            self.started.elapsed().as_secs_f64(),
        )?;
        if let Some(terms) = &self.fitted.terms {
            text.push_str(&wrapped_lines(&terms.to_string()));
        }
        match files.model {
            Some((path, true)) => writeln!(text, "model written to {}", path.display())?,
            Some((path, false)) => writeln!(text, "model not written to {}", path.display())?,
            None => writeln!(text, "model not written: give -o FILE to keep it")?,
        }
        match files.proof {
            Some((path, data)) => writeln!(text, "{}", proof_text(path, data)),
            None => Ok(()),
        }
    }
}

/// Writes each line of a text on lines of at most 80 characters.
pub(crate) fn wrapped_lines(text: &str) -> String {
    wrapped(&text.lines().map(str::to_owned).collect::<Vec<_>>())
}

/// Writes the proved bound over all rules.
pub(crate) fn bound(model: &Model) -> String {
    let certificate = &model.certificate;
    let over = proved_over(model).map_or(String::new(), |over| format!(" over {over}"));
    match (certificate.lower_bound, certificate.gap()) {
        (Some(bound), Some(gap)) => format!("proved to be at least {bound:.6}{over} (gap {:.4}%)", 100.0 * gap),
        (Some(bound), None) => format!("proved to be at least {bound:.6}{over}"),
        (None, _) if !certificate.scopes.is_empty() && model.max_length().is_none() => {
            "no bound was proved over rules of all lengths".into()
        }
        (None, _) if !certificate.scopes.is_empty() => {
            format!("no bound was proved over rules{}", model.limits_in_words(model.max_length()))
        }
        (None, _) => "no bound was proved".into(),
    }
}

/// Writes the objective of a model and the bound that is proved for it.
pub(crate) fn objective_text(model: &Model) -> String {
    let certificate = &model.certificate;
    let (objective, lp) = (certificate.objective, certificate.lp_objective);
    let boolean = model.method == Method::Boolean.name();
    let before = match (objective - lp).abs() > 1e-6 * lp.abs().max(1.0) {
        true if !boolean => format!(" ({lp:.6} before rules of small weight were dropped)"),
        _ => String::new(),
    };
    format!("objective {objective:.6}{before}; {}", bound(model))
}

/// Writes a line for each proved bound over short rules that says more than those over longer ones.
pub(crate) fn bounds_over_short_rules(model: &Model) -> String {
    let what = if model.method == Method::Boolean.name() { "sets of rules" } else { "rules" };
    let line = |Scope { max_length, lower_bound }| {
        format!("proved to be at least {lower_bound:.6} over all {what}{}\n", model.limits_in_words(Some(max_length)))
    };
    model.certificate.distinct_scopes().map(line).collect()
}

/// Returns the proved bounds of a model by the length of rules, from short rules to all that were
/// allowed (`null` if any length was).
pub(crate) fn certificates(model: &Model) -> Vec<Value> {
    let certificate = &model.certificate;
    let short = certificate.scopes.iter().map(|scope| json!(scope));
    let all = certificate.lower_bound.map(|bound| json!({ "max_length": model.max_length(), "lower_bound": bound }));
    short.chain(all).collect()
}
