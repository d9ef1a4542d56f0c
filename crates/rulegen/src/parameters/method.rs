//! The methods by name.

use crate::parameter_error::ParameterError;
use std::fmt;
use std::str::FromStr;

/// A method: a preset of the parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// Weighted rules that vote for any number of classes, from a linear program solved by column
    /// generation (RUG).
    ///
    /// ```
    /// use rulegen::{Learner, Method, Parameters};
    /// use rulegen::data::{Dataset, ReadOptions, read_bytes};
    ///
    /// let csv = b"size,colour,kind\n1,red,a\n2,red,a\n3,blue,b\n4,blue,b\n5,red,b\n";
    /// let options = ReadOptions { text: vec!["kind".into()], ..Default::default() };
    /// let table = read_bytes(csv, &options)?;
    /// let data = Dataset::from_table(table, "kind", None)?;
    ///
    /// let parameters = Parameters { penalty: Some(0.1), ..Parameters::of(Method::Rug) };
    /// let learner = Learner::new(parameters)?;
    /// let fitted = learner.fit(&data, "kind")?;
    /// let predicted = rulegen::rule::Predictor::new(&fitted.model).predict(&data.features)?;
    /// assert_eq!(predicted, data.target.labels);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Rug,
    /// Few weighted rules that vote, under a loss that you choose. Their number is chosen by
    /// cross-validation ([`SizeChoice`](crate::SizeChoice)); at a given penalty they minimise the
    /// loss and their costs.
    ///
    /// ```
    /// use rulegen::{Learner, Parameters};
    /// use rulegen::data::{Dataset, ReadOptions, read_bytes};
    ///
    /// let csv = b"size,colour,kind\n1,red,a\n2,red,a\n3,blue,b\n4,blue,b\n5,red,b\n";
    /// let options = ReadOptions { text: vec!["kind".into()], ..Default::default() };
    /// let table = read_bytes(csv, &options)?;
    /// let data = Dataset::from_table(table, "kind", None)?;
    ///
    /// let learner = Learner::new(Parameters { penalty: Some(0.1), ..Parameters::default() })?;
    /// let fitted = learner.fit(&data, "kind")?;
    /// let predictor = rulegen::rule::Predictor::new(&fitted.model);
    /// let probabilities = predictor.probabilities(&data.features)?;
    /// assert!(probabilities[0] > 0.9, "the first row is of class a");
    ///
    /// // By default the number of rules is chosen, and the other sizes are there to look at.
    /// let fitted = Learner::new(Parameters::default())?.fit(&data, "kind")?;
    /// assert!(fitted.front.expect("sizes were compared").rows.iter().any(|row| row.chosen));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[default]
    Rules,
    /// Rule sets that say yes or no (Boolean decision rules; Dash, Günlük, Wei 2018): the fewest
    /// errors within a bound on complexity, or with a price on it. Without a bound the complexity
    /// is chosen by cross-validation.
    ///
    /// With two classes the positive one has rules, and a row that meets none is negative. With
    /// several classes each has rules, learned against all others. The class with most rules that a
    /// row meets wins, or the first of those that tie. A row that meets none gets the class that is
    /// most frequent among such rows in training.
    ///
    /// ```
    /// use rulegen::{Learner, Method, Parameters};
    /// use rulegen::data::{Dataset, ReadOptions, read_bytes};
    ///
    /// let csv = b"size,colour,kind\n1,red,no\n2,red,no\n3,blue,yes\n4,blue,yes\n5,red,yes\n";
    /// let options = ReadOptions { text: vec!["kind".into()], ..Default::default() };
    /// let table = read_bytes(csv, &options)?;
    /// let data = Dataset::from_table(table, "kind", None)?;
    ///
    /// let parameters = Parameters { complexity: Some(2.0), ..Parameters::of(Method::Boolean) };
    /// let fitted = Learner::new(parameters)?.fit(&data, "kind")?;
    /// assert_eq!(fitted.model.certificate.gap(), Some(0.0));
    /// let predicted = rulegen::rule::Predictor::new(&fitted.model).predict(&data.features)?;
    /// assert_eq!(predicted, data.target.labels);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Boolean,
}

impl Method {
    /// All methods.
    pub const ALL: [Method; 3] = [Method::Rug, Method::Rules, Method::Boolean];

    /// The name on the command line, and in model files.
    pub fn name(self) -> &'static str {
        match self {
            Method::Rug => "rug",
            Method::Rules => "rules",
            Method::Boolean => "boolean",
        }
    }

    /// True if its rules have weights, and vote.
    pub fn weighs(self) -> bool {
        self != Method::Boolean
    }

    /// True if it may choose the number of its rules.
    pub fn may_choose_size(self) -> bool {
        self != Method::Rug
    }

    /// True if the caller names the loss, and the least cover of rules follows the number of rows.
    pub(crate) fn names_loss(self) -> bool {
        self == Method::Rules
    }

    /// The models that it learns, in a sentence.
    pub fn help(self) -> &'static str {
        match self {
            Method::Rug => "Weighted rules that vote (RUG)",
            Method::Rules => {
                "Few weighted rules that vote, with probabilities; their number is chosen by cross-validation"
            }
            Method::Boolean => "Boolean decision rules: an OR of ANDs, or an AND of ORs",
        }
    }

    /// The heading of its own parameters in help.
    pub fn heading(self) -> &'static str {
        match self {
            Method::Rug => "Rules that vote (--method rug)",
            Method::Rules => "Rules that vote, under a loss that you choose (--method rules)",
            Method::Boolean => "Rule sets that say yes or no (--method boolean)",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Method {
    type Err = ParameterError;

    fn from_str(name: &str) -> Result<Self, ParameterError> {
        Method::ALL.into_iter().find(|method| method.name() == name).ok_or_else(|| {
            let names = Method::ALL.map(Method::name).join(", ");
            ParameterError { name: "the method".into(), range: format!("one of {names}"), value: format!("'{name}'") }
        })
    }
}
