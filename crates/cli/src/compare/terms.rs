//! The terms on which strategies are compared.

use crate::args::FitArgs;
use crate::front::settling;
use rulegen::{Method, ParameterValue, Settings};

/// The seconds of each strategy, if the user does not say.
const SECONDS: f64 = 60.0;

/// The settings of every strategy, except for those that were typed: the same terms for all.
pub(super) fn settings(args: &FitArgs) -> Settings {
    let mut settings = args.method.equal_terms();
    if chooses_size(args) {
        settings.insert("size".into(), ParameterValue::Text("auto".into()));
    }
    settings.insert("time-limit".into(), ParameterValue::Number(SECONDS));
    settings
}

/// True if models of the default method are compared as `fit` learns them, with a size that is
/// chosen, because no flag settles it.
fn chooses_size(args: &FitArgs) -> bool {
    args.method == Method::default() && !settling(args.method).iter().any(|name| args.parameters.has(name))
}

/// The terms that flags may change, each with the sentence that its help is made of.
const TERMS: [(&str, &str); 3] = [
    ("size", "How many rules: auto, best, a number, or given (determined by the penalty or the complexity)"),
    ("time-limit", "The most seconds of each strategy"),
    (
        "terms",
        "The length of column generation, and the way in which it solves linear programs; --iterations, --tolerance \
         and --lp-strategy override it",
    ),
];

/// Writes the help of the terms with their defaults, for all methods or by method.
pub(crate) fn helps() -> impl Iterator<Item = (&'static str, String)> {
    let of = |method: Method, name: &str| match name {
        "time-limit" => Some(ParameterValue::Number(SECONDS)),
        "size" if method == Method::default() => {
            let settled = settling(method).iter().map(|name| format!("--{name}")).collect::<Vec<_>>().join(" or ");
            Some(ParameterValue::Text(format!("auto, or given with {settled}")))
        }
        _ => method.equal_terms().get(name).cloned(),
    };
    TERMS.into_iter().map(move |(name, sentence)| {
        let mut values: Vec<(Vec<&str>, String)> = Vec::new();
        for method in Method::ALL {
            let Some(value) = of(method, name).map(|value| value.to_string()) else { continue };
            match values.iter_mut().find(|(_, known)| *known == value) {
                Some((methods, _)) => methods.push(method.name()),
                None => values.push((vec![method.name()], value)),
            }
        }
        let by_method = |(methods, value): &(Vec<&str>, String)| format!("{}: {value}", methods.join(", "));
        let usual = match &values[..] {
            [(_, value)] => value.clone(),
            all => all.iter().map(by_method).collect::<Vec<_>>().join("; "),
        };
        (name, format!("{sentence} [default: {usual}]"))
    })
}
