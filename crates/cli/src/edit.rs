//! `rulegen edit`.

use crate::args::EditArgs;
use crate::exit::{DONE, INTERRUPTED};
use crate::failure::BadInput;
use crate::fit::DEFAULT_SHARE;
use crate::input::{limits, named, read_for_model, read_model, read_options, warn_of_unseen};
use crate::interrupt::stop_flag;
use crate::measured::Measured;
use crate::output::{bound, bounds_over_short_rules, certificates, print, proof_text, wrapped_lines, write_file};
use crate::proof::{layout, write_proof};
use crate::session::check_writable;
use crate::table::aligned;
use crate::target;
use crate::training::{SPLIT_AFTER, use_threads};
use anyhow::{Context, Result};
use rulegen::data::{Blocks, Dataset, ReadOptions, Target, stratified_split};
use rulegen::limits::Limits;
use rulegen::measure::held_out;
use rulegen::rule::{HeldOutOf, Model, PointsRows, Predictor, ROUNDING, Status, name_text, threshold_text, wrapped};
use rulegen::{Edit, Edited, ProvedRows, Registry};
use serde_json::{Value, json};
use std::path::PathBuf;

pub(crate) fn edit(args: &EditArgs, registry: &Registry) -> Result<u8> {
    use_threads(args.threads)?;
    let (drop, add, lock) = (args.drop.clone(), args.add.clone(), args.lock.clone());
    let edit = Edit { drop, add, lock, threshold: args.threshold, proved: false };
    if edit == Edit::default() && !args.round {
        return Err(BadInput("nothing to change: give --drop, --add, --lock, --threshold or --round".into()).into());
    }
    for path in [&args.output, &args.proof] {
        check_writable(path.as_deref(), &[Some(&*args.data), Some(&*args.model)])?;
    }
    let model = read_model(&args.model)?;
    check_proof(args, &edit, &model)?;
    let layout = |_: &PathBuf| layout(&args.data, &options(args, &model, None)?, args.weights.as_ref());
    let layout = args.proof.as_ref().map(layout).transpose()?;
    let limits = Limits { stop: stop_flag("ending with the weights so far"), ..limits(&args.read)? };
    let data = read(args, &model)?;
    let over = |model: &Model, edit: &Edit, data: &Dataset| -> Result<Edited> {
        let edited = edit.of(model, data, registry, &limits)?;
        if args.round { rounded(edited, data) } else { Ok(edited) }
    };
    let proved = Edit { proved: args.proof.is_some(), ..edit.clone() };
    let edited = over(&model, &proved, &data)
        .with_context(|| format!("{} with {}", args.model.display(), args.data.display()))?;
    let Edited { before, mut after, proof, without_weight } = edited;
    let train = [measured(&before, &data)?, measured(&after, &data)?];
    // Second weights are measured alone, so that no bound is to be proved for them.
    let mut unproved = model.clone();
    (unproved.certificate.lower_bound, unproved.certificate.scopes) = (None, Vec::new());
    // No weights are fitted for another threshold alone.
    let unseen = match edit.changes_rules() && limits.reached().is_none() {
        true => second_weights(&model, &data, |data| over(&unproved, &edit, data)),
        false => Ok(None),
    };
    let unseen = unseen.unwrap_or_else(|error| {
        // There is a model. Only the estimate of its quality is missing.
        log::warn!("no held-out quality: {error:#}");
        None
    });
    if let Some([_, Measured { quality, scores, .. }]) = &unseen {
        after.held_out = Some(held_out(HeldOutOf::SecondWeights, Some(DEFAULT_SHARE), quality, scores));
    }
    if edit.changes_rules() {
        // These weights are fitted to all rows, and measured on rows drawn at random.
        after.settings.remove(SPLIT_AFTER);
    }
    if let Some(path) = &args.output {
        write_file(path, after.to_json().as_bytes())?;
    }
    if let (Some(path), Some(layout)) = (&args.proof, layout) {
        write_proof(path, &ProvedRows::of(&data, Vec::new(), layout), proof.as_ref())?;
    }
    let comparison = Comparison { models: [&before, &after], train, unseen, refitted: edit.changes_rules() };
    if args.json {
        let [before, after] = comparison.json();
        print(format!("{:#}\n", json!({ "before": before, "after": after, "without_weight": without_weight })))?;
    } else {
        let mut text = after.to_text() + "\n" + &comparison.text();
        text.push_str(&same_rows(&model, &before));
        for rule in &without_weight {
            text.push_str(&format!("no weight, and so left out: {rule}\n"));
        }
        text.push_str(&match &args.output {
            Some(path) => format!("model written to {}\n", path.display()),
            None => "model not written: give -o FILE to keep it\n".into(),
        });
        if let Some(path) = &args.proof {
            text.push_str(&(proof_text(path, &args.data) + "\n"));
        }
        print(text)?;
    }
    Ok(if limits.stop.is_raised() { INTERRUPTED } else { DONE })
}

/// Rounds the edited model to whole points over these rows.
fn rounded(edited: Edited, data: &Dataset) -> Result<Edited> {
    let table = edited.after.encode_used(&data.features)?;
    let rows = PointsRows { table: &table, labels: &data.target.labels };
    Ok(Edited { after: edited.after.to_points(None, Some(rows))?, ..edited })
}

/// Reads the rows to fit weights to, with labels that are indices of the model's classes. Rows that
/// the model's folds kept together stay together, if the data say which they are.
fn read(args: &EditArgs, model: &Model) -> Result<Dataset> {
    let split_by = model.settings.get("split_by").and_then(Value::as_str);
    match read_with(args, model, split_by) {
        // The name is no column where groups came from elsewhere, as in Python.
        Err(_) if split_by.is_some() => read_with(args, model, None),
        read => read,
    }
}

fn read_with(args: &EditArgs, model: &Model, split_by: Option<&str>) -> Result<Dataset> {
    let target = args.target.as_ref().unwrap_or(&model.target);
    let (options, cuts) = (options(args, model, split_by)?, model.target_cuts());
    let bad = |error| named(&args.data, error);
    let table = read_for_model(model, &model.schema, &args.data, options, &limits(&args.read)?)?;
    let (mut table, rows) = target::with_labels(table, target).map_err(bad)?;
    warn_of_unseen(&model.schema, &table);
    let column = table.take_column(target).map_err(bad)?;
    let bad = |error| bad(rows.error_in_file(error));
    let labels = target::labels(column, &cuts, &model.classes).map_err(bad)?;
    let column = split_by.map(|name| table.take_column(name)).transpose().map_err(bad)?;
    let blocks = column.map(Blocks::from_column).transpose().map_err(bad)?;
    let weights = args.weights.as_deref().map(|name| table.take_column(name)).transpose().map_err(bad)?;
    let labelled = Target { classes: model.classes.clone(), labels, cuts, form: None };
    let data = Dataset::with_target(table, target, labelled, weights).map_err(bad)?;
    Ok(Dataset { blocks, ..data })
}

/// The options by which the columns that are no features are read.
fn options(args: &EditArgs, model: &Model, split_by: Option<&str>) -> Result<ReadOptions> {
    let target = args.target.as_ref().unwrap_or(&model.target);
    let mut options = read_options(&args.read)?;
    target::declare(&mut options, target, &model.target_cuts());
    options.undated = split_by.map(str::to_owned).into_iter().collect();
    let only = [Some(target), args.weights.as_ref()].into_iter().flatten().map(String::as_str);
    options.only = Some(only.chain(split_by).map(str::to_owned).collect());
    Ok(options)
}

/// Refuses what a proof cannot be about.
fn check_proof(args: &EditArgs, edit: &Edit, model: &Model) -> Result<(), BadInput> {
    match (&args.proof, &args.target) {
        (Some(_), _) if !edit.changes_rules() => {
            Err(BadInput("--proof is of edited rules: give --drop, --add or --lock".into()))
        }
        (Some(_), Some(target)) if *target != model.target => Err(BadInput(format!(
            "--proof is about the column {}, not {}",
            name_text(&model.target),
            name_text(target)
        ))),
        _ => Ok(()),
    }
}

fn measured(model: &Model, data: &Dataset) -> Result<Measured> {
    Ok(Measured::of(model, &Predictor::new(model), data)?)
}

/// Measures both models on a share of the rows, with weights fitted without these. Returns none if
/// the rows are too few to split. The rows are those that `fit` holds out by default.
fn second_weights(
    model: &Model,
    data: &Dataset,
    over: impl Fn(&Dataset) -> Result<Edited>,
) -> Result<Option<[Measured; 2]>> {
    let seed = model.settings.get("seed").and_then(Value::as_u64).unwrap_or(0);
    let Ok((train, test)) = stratified_split(&data.target, data.blocks.as_ref(), DEFAULT_SHARE, seed) else {
        return Ok(None);
    };
    if test.is_empty() {
        return Ok(None);
    }
    let Edited { before, after, .. } = over(&data.select_rows(&train))?;
    let test = data.select_rows(&test);
    Ok(Some([measured(&before, &test)?, measured(&after, &test)?]))
}

/// Says if the rules as they were have another objective on these rows than the model records.
fn same_rows(model: &Model, before: &Model) -> String {
    let [recorded, found] = [model, before].map(|model| model.certificate.objective);
    match (recorded - found).abs() <= ROUNDING * recorded.abs().max(1.0) {
        true => String::new(),
        false => wrapped(&[format!(
            "the model file has an objective of {recorded:.6}: it was learned from other rows, or with other weights \
             of rows (--weights), and both columns above are about these"
        )]),
    }
}

/// Both models and their quality.
struct Comparison<'a> {
    models: [&'a Model; 2],
    train: [Measured; 2],
    /// On rows that other weights of the same rules have not seen.
    unseen: Option<[Measured; 2]>,
    /// True if weights were fitted again.
    refitted: bool,
}

impl Comparison<'_> {
    fn json(&self) -> [Value; 2] {
        [0, 1].map(|at| {
            let (model, certificate) = (self.models[at], &self.models[at].certificate);
            json!({
                "objective": certificate.objective,
                "lower_bound": certificate.lower_bound,
                "gap": certificate.gap(),
                "certificates": certificates(model),
                "status": certificate.status,
                "threshold": model.threshold,
                "n_rules": model.rules.len(),
                "n_conditions": model.conditions(),
                "train": self.train[at],
                "holdout": self.unseen.as_ref().map(|unseen| &unseen[at]),
            })
        })
    }

    fn text(&self) -> String {
        let certificates = self.models.map(|model| &model.certificate);
        let line = |name: &str, cells: [String; 2]| [&[name.to_owned()], &cells[..]].concat();
        let is_rounded = self.models[1].certificate.status == Status::Rounded;
        let exact = if is_rounded { " of exact weights" } else { "" };
        let mut lines = vec![
            line("", ["before".into(), "after".into()]),
            line(&format!("objective{exact}"), certificates.map(|certificate| format!("{:.6}", certificate.objective))),
        ];
        if let [Some(before), Some(after)] = certificates.map(|certificate| certificate.gap()) {
            lines.push(line(
                &format!("gap{exact} to the proved bound"),
                [before, after].map(|gap| format!("{:.4}%", 100.0 * gap)),
            ));
        }
        lines.push(line("rules", self.models.map(|model| model.rules.len().to_string())));
        lines.push(line("conditions", self.models.map(|model| model.conditions().to_string())));
        // A threshold trades one error for the other.
        let [before, after] = self.models;
        let differ = before.threshold != after.threshold;
        let positive =
            after.towards().filter(|_| differ).map(|class| (class, name_text(&after.classes[class as usize])));
        if differ {
            let said = |model: &Model| model.threshold.map_or("none".into(), threshold_text);
            lines.push(line("threshold", self.models.map(said)));
        }
        for (rows, sets) in [("training", Some(&self.train)), ("held-out", self.unseen.as_ref())] {
            let Some(sets) = sets else { continue };
            let accuracies = [0, 1].map(|at| format!("{:.4}", sets[at].quality.accuracy));
            lines.push(line(&format!("{rows} accuracy"), accuracies));
            lines.extend(positive.iter().flat_map(|&(class, ref name)| {
                let of = |at: usize| &sets[at].quality.classes[class as usize];
                let [recall, precision] = [[0, 1].map(|at| of(at).recall), [0, 1].map(|at| of(at).precision)]
                    .map(|both| both.map(|share| format!("{share:.4}")));
                [
                    line(&format!("{rows} recall of {name}"), recall),
                    line(&format!("{rows} precision of {name}"), precision),
                ]
            }));
            for (at, name) in ["AUC", "log loss"].into_iter().enumerate() {
                if let [Some(before), Some(after)] = [0, 1].map(|of| sets[of].scores.measures()[at]) {
                    let values = [before, after].map(|estimate| format!("{:.4}", estimate.value));
                    lines.push(line(&format!("{rows} {name}"), values));
                }
            }
        }
        let mut text = aligned(&lines);
        let now_rounded = is_rounded && before.certificate.status != Status::Rounded;
        text.push_str(match (self.refitted, differ, now_rounded) {
            (true, ..) => "(before: the rules as they were; both have weights fitted to the same rows)\n",
            (false, true, false) => "(rules and weights are the same; the threshold is another)\n",
            (false, true, true) => "(the threshold is another)\n",
            (false, false, _) => "",
        });
        if now_rounded {
            text.push_str("(after: weights are rounded to whole points)\n");
        }
        if let Some([Measured { quality, .. }, _]) = &self.unseen {
            text.push_str(&wrapped(&[format!(
                "(held out: {} rows that other weights of the same rules have not seen; the rules may have)",
                quality.n
            )]));
        }
        if after.certificate.lower_bound.is_some() {
            text.push_str(&wrapped(&[format!("after: {}", bound(after))]));
        }
        text + &wrapped_lines(&bounds_over_short_rules(after))
    }
}
