//! The flags of parameters, made of what the library declares.

use crate::input::read_model;
use anyhow::Result;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, value_parser};
use rulegen::{Method, Parameter, ParameterGroup, ParameterKind, ParameterValue, Settings, parameters};
use std::any::Any;
use std::path::{Path, PathBuf};

/// The parameters that were typed.
#[derive(Clone, Debug, Default)]
pub(crate) struct ParameterArgs {
    settings: Settings,
    /// Files of models, which are still to be read.
    files: Vec<(&'static str, PathBuf)>,
}

impl ParameterArgs {
    /// Returns the value typed for a parameter that is no file.
    pub(crate) fn get(&self, name: &str) -> Option<&ParameterValue> {
        self.settings.get(name)
    }

    /// The first file that was typed for a parameter.
    pub(crate) fn file(&self, name: &str) -> Option<&Path> {
        self.files.iter().find(|(of, _)| *of == name).map(|(_, path)| path.as_path())
    }

    /// True if a value or a file was typed for a parameter.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.get(name).is_some() || self.file(name).is_some()
    }

    /// True if rules are given, of which nobody knows from which rows they were learned.
    pub(crate) fn give_rules(&self) -> bool {
        self.file("pool").is_some() || self.file("must-have").is_some()
    }

    /// The files of models that were typed for all parameters.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().map(|(_, path)| path.as_path())
    }

    /// The seed of splits, which is that of the method too.
    pub(crate) fn seed(&self) -> u64 {
        match self.settings.get("seed") {
            Some(ParameterValue::Integer(seed)) => u64::try_from(*seed).unwrap_or_default(),
            _ => 0,
        }
    }

    /// All that was typed, with the models of the files.
    pub(crate) fn settings(&self) -> Result<Settings> {
        let mut settings = self.settings.clone();
        for (name, path) in &self.files {
            let model = read_model(path)?;
            match parameters().iter().find(|of| of.info.name == *name).map(|of| of.info.kind) {
                Some(ParameterKind::Rules) => {
                    let rules = settings.entry((*name).into()).or_insert(ParameterValue::List(Vec::new()));
                    if let ParameterValue::List(texts) = rules {
                        texts.push(model.to_json());
                    }
                }
                _ => {
                    settings.insert((*name).into(), ParameterValue::Model(Box::new(model)));
                }
            }
        }
        Ok(settings)
    }

    /// The names of what was typed and the method does not have.
    pub(crate) fn of_other_methods(&self, method: Method) -> impl Iterator<Item = &'static str> {
        let others = parameters().into_iter().filter(move |parameter| !parameter.info.methods.contains(&method));
        others.map(|parameter| parameter.info.name).filter(move |name| self.has(name))
    }
}

/// The name by which other flags refer to one.
fn id(parameter: &Parameter) -> String {
    parameter.info.name.replace('-', "_")
}

/// The parameters that decide how many rules there are. Help lists them first.
const SIZE: [&str; 9] =
    ["size", "max-rules", "max-conditions", "max-length", "folds", "divisions", "choose-by", "path", "complexities"];

/// The parameters of a run that are not about how rules are searched for and proved.
const RUN: [&str; 2] = ["time-limit", "seed"];

/// Returns the section of the help that lists a parameter, and its place among the sections.
fn section(parameter: &Parameter) -> (usize, &'static str) {
    let name = parameter.info.name;
    match parameter.info.group {
        _ if SIZE.contains(&name) => (0, "How many rules"),
        ParameterGroup::Data => (1, "Data"),
        ParameterGroup::Rules => (2, "Conditions of rules"),
        ParameterGroup::Method => match parameter.info.methods[..] {
            [Method::Rug, Method::Rules] => (3, "Rules that vote (--method rules or rug)"),
            [method @ Method::Rules] => (4, method.heading()),
            [method @ Method::Rug] => (5, method.heading()),
            [method] => (6, method.heading()),
            _ => (3, "Rules"),
        },
        ParameterGroup::Fairness => (7, "Fairness between groups"),
        _ if RUN.contains(&name) => (9, "Run"),
        _ => (8, "Search and proofs"),
    }
}

/// The parameters in the order of help.
fn by_section() -> Vec<Parameter> {
    let mut all = parameters();
    let place = |parameter: &Parameter| SIZE.iter().position(|name| *name == parameter.info.name);
    all.sort_by_key(|parameter| (section(parameter).0, place(parameter)));
    all
}

/// The flag of a parameter.
fn flag(parameter: &Parameter) -> Arg {
    let info = parameter.info;
    let help = info.help.trim();
    let arg = Arg::new(id(parameter)).long(info.name).help_heading(section(parameter).1);
    let arg = arg.help(help.strip_suffix('.').unwrap_or(help).to_owned());
    let arg = match info.unit {
        "" => arg.value_name(id(parameter).to_uppercase()),
        unit => arg.value_name(unit),
    };
    let arg = match info.kind {
        ParameterKind::Flag => return arg.action(ArgAction::SetTrue),
        ParameterKind::Number | ParameterKind::Seconds => arg.value_parser(value_parser!(f64)),
        ParameterKind::Count => arg.value_parser(value_parser!(u64)),
        ParameterKind::Choice(words) | ParameterKind::ChoiceOrName(words) => {
            let value = words.iter().map(|word| PossibleValue::new(word.name).help(word.help));
            arg.value_parser(PossibleValuesParser::new(value))
        }
        ParameterKind::Words | ParameterKind::Numbers => arg.action(ArgAction::Append).value_delimiter(','),
        ParameterKind::Texts | ParameterKind::Rules => arg.action(ArgAction::Append),
        ParameterKind::Model | ParameterKind::ChoiceOrModel(_) => arg.value_parser(value_parser!(PathBuf)),
        _ => arg,
    };
    let arg = match &parameter.default {
        ParameterValue::None | ParameterValue::List(_) => arg,
        default => arg.default_value(default.to_string()),
    };
    match info.name {
        "fairness" => arg.requires("group"),
        "epsilon" => arg.requires("fairness"),
        _ => arg,
    }
}

impl Args for ParameterArgs {
    fn augment_args(command: Command) -> Command {
        by_section().iter().fold(command, |command, parameter| command.arg(flag(parameter)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for ParameterArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut args = ParameterArgs::default();
        args.update_from_arg_matches(matches)?;
        Ok(args)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for parameter in parameters() {
            let (name, id) = (parameter.info.name, id(&parameter));
            if matches.value_source(&id) != Some(ValueSource::CommandLine) {
                continue;
            }
            let value = match parameter.info.kind {
                ParameterKind::Model => {
                    self.files.extend(one::<PathBuf>(matches, &id).map(|path| (name, path)));
                    continue;
                }
                ParameterKind::ChoiceOrModel(words) => one::<PathBuf>(matches, &id).and_then(|typed| {
                    let word = words.iter().find(|word| typed.as_os_str() == word.name);
                    if word.is_none() {
                        self.files.push((name, typed));
                    }
                    word.map(|word| ParameterValue::Text(word.name.into()))
                }),
                ParameterKind::Rules => {
                    let typed = matches.get_many::<String>(&id).into_iter().flatten();
                    let (texts, files): (Vec<_>, Vec<_>) = typed.cloned().partition(|typed| is_rule(typed));
                    self.files.extend(files.into_iter().map(|path| (name, PathBuf::from(path))));
                    (!texts.is_empty()).then_some(ParameterValue::List(texts))
                }
                ParameterKind::Flag => one(matches, &id).map(ParameterValue::Flag),
                ParameterKind::Number | ParameterKind::Seconds => one(matches, &id).map(ParameterValue::Number),
                ParameterKind::Count => one::<u64>(matches, &id).map(|n| ParameterValue::Integer(n.into())),
                ParameterKind::Words | ParameterKind::Numbers | ParameterKind::Texts => {
                    Some(ParameterValue::List(matches.get_many(&id).into_iter().flatten().cloned().collect()))
                }
                _ => one(matches, &id).map(ParameterValue::Text),
            };
            self.settings.extend(value.map(|value| (name.into(), value)));
        }
        Ok(())
    }
}

/// True if this is a rule in words, not the name of a file.
fn is_rule(typed: &str) -> bool {
    let has_test = typed.contains(['<', '>', '=']) || typed.contains(" is ") || typed.starts_with("if ");
    has_test && !Path::new(typed).exists()
}

fn one<T: Any + Clone + Send + Sync>(matches: &ArgMatches, id: &str) -> Option<T> {
    matches.get_one(id).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(words: &[&str]) -> ParameterArgs {
        let group = Arg::new("group").long("group");
        let command = ParameterArgs::augment_args(Command::new("fit")).arg(group);
        let matches = command.try_get_matches_from([&["fit"], words].concat()).unwrap();
        ParameterArgs::from_arg_matches(&matches).unwrap()
    }

    #[test]
    fn every_parameter_is_a_flag_with_the_same_default() {
        let command = ParameterArgs::augment_args(Command::new("fit"));
        let flags: Vec<&str> = command.get_arguments().filter_map(|arg| arg.get_long()).collect();
        assert_eq!(flags, by_section().iter().map(|parameter| parameter.info.name).collect::<Vec<_>>());
        for (arg, parameter) in command.get_arguments().zip(by_section()) {
            let shown: Vec<String> =
                arg.get_default_values().iter().map(|value| value.to_string_lossy().into_owned()).collect();
            match &parameter.default {
                ParameterValue::None | ParameterValue::List(_) | ParameterValue::Flag(_) => assert!(shown.is_empty()),
                default => assert_eq!(shown, [default.to_string()]),
            }
            assert!(arg.get_help().is_some_and(|help| help.to_string().len() > 10), "{}", parameter.info.name);
        }
        assert!(parsed(&[]).settings.is_empty(), "what was not typed is left to the library");
    }

    #[test]
    fn the_default_typed_is_the_default() {
        for parameter in parameters() {
            let flag = format!("--{}", parameter.info.name);
            for method in parameter.info.methods {
                let typed = match &parameter.default {
                    ParameterValue::None | ParameterValue::List(_) | ParameterValue::Flag(_) => continue,
                    default => parsed(&[&flag, &default.to_string()]),
                };
                let settings = typed.settings().unwrap();
                assert_eq!(settings.len(), 1, "{flag}");
                let usual = method.learner(Settings::new()).unwrap();
                assert_eq!(format!("{:?}", method.learner(settings).unwrap()), format!("{usual:?}"), "{flag}");
            }
        }
    }

    #[test]
    fn values_are_those_typed() {
        let typed = parsed(&[
            "--pricers",
            "tree,greedy",
            "--forbid",
            "a, b",
            "--forbid",
            "c",
            "--cnf",
            "--ridge",
            "1",
            "--gap",
            "NaN",
        ]);
        let words = |words: &[&str]| ParameterValue::List(words.iter().map(|word| (*word).to_owned()).collect());
        assert_eq!(typed.get("pricers"), Some(&words(&["tree", "greedy"])));
        assert_eq!(typed.get("forbid"), Some(&words(&["a, b", "c"])));
        assert_eq!(typed.get("cnf"), Some(&ParameterValue::Flag(true)));
        assert!(matches!(typed.get("gap"), Some(ParameterValue::Number(gap)) if gap.is_nan()));
        assert_eq!(typed.of_other_methods(Method::Rug).collect::<Vec<_>>(), ["ridge", "cnf"]);
        assert_eq!(typed.of_other_methods(Method::Rules).collect::<Vec<_>>(), ["cnf"]);
        let pool = parsed(&["--pool", "m.json"]);
        assert_eq!((pool.file("pool"), pool.get("pool")), (Some(Path::new("m.json")), None));
        let required =
            parsed(&["--must-have", "if a <= 1 then b", "--must-have", "m.json", "--must-have", "c is missing"]);
        assert_eq!(required.get("must-have"), Some(&words(&["if a <= 1 then b", "c is missing"])));
        assert_eq!(required.file("must-have"), Some(Path::new("m.json")));
        let start = parsed(&["--start", "none"]);
        assert_eq!((start.file("start"), start.get("start")), (None, Some(&ParameterValue::Text("none".into()))));
        let start = parsed(&["--start", "m.json"]);
        assert_eq!((start.file("start"), start.get("start")), (Some(Path::new("m.json")), None));
    }
}
