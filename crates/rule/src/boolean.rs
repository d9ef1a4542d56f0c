//! Categories that other programs write in another way: `true` and `True`, 1 and 1.0 mean the same
//! in training and later.

use crate::{Domain, Feature, RuleError, Schema};
use rulegen_data::{Column, DateForm, MISSING, Table, Values};
use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, HashSet};

/// The boolean that a word says: as this workspace writes it, as pandas does, or as R does.
fn truth(word: &str) -> Option<bool> {
    match word {
        "true" | "True" | "TRUE" => Some(true),
        "false" | "False" | "FALSE" => Some(false),
        _ => None,
    }
}

/// The boolean that a word or the text of a number says.
fn truth_or_bit(word: &str) -> Option<bool> {
    let bit = |number: f64| if number == 1.0 { Some(true) } else { (number == 0.0).then_some(false) };
    truth(word).or_else(|| word.parse().ok().and_then(bit))
}

/// Returns a whole number without its point: `5` for `5.0`. Programs that hold codes as floats
/// write them so. Returns `None` for all other words.
pub(crate) fn without_point(word: &str) -> Option<&str> {
    let whole = word.trim_end_matches('0').strip_suffix('.')?;
    let digits = whole.strip_prefix('-').unwrap_or(whole);
    (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())).then_some(whole)
}

impl Feature {
    /// True if the column may have held booleans in training: it has one cut point, between 0 and
    /// 1, or all of its categories are forms of true and false.
    pub fn may_be_boolean(&self) -> bool {
        match &self.domain {
            Domain::Numeric { cuts } if self.dates.is_none() => matches!(cuts[..], [cut] if (0.0..1.0).contains(&cut)),
            Domain::Categorical { categories } => {
                !categories.is_empty() && categories.iter().all(|category| truth(category).is_some())
            }
            Domain::Numeric { .. } => false,
        }
    }

    /// True if categories are whole numbers, none of which has a point: `5.0` is 5 then.
    pub(crate) fn is_of_codes(&self) -> bool {
        let Domain::Categorical { categories } = &self.domain else { return false };
        let is_code = |category: &String| without_point(&format!("{category}.")).is_some();
        categories.iter().any(is_code) && !categories.iter().any(|category| without_point(category).is_some())
    }

    /// Returns the cells in the form that the column had in training: booleans as numbers if it
    /// held numbers, else as its own categories for false and true; a whole number with a point
    /// that is no category as the one without it; text as days if it held dates, and dates as text
    /// if it held categories. All other cells stay as they are.
    ///
    /// # Errors
    /// [`RuleError::ColumnKind`] if the cells are words, or booleans that do not fit, and the model
    /// has numbers, or if only one of them has dates.
    pub fn as_learned<'a>(&self, column: &'a Column) -> Result<Cow<'a, Values>, RuleError> {
        let cells = column.values();
        match (&self.domain, self.dates, column.dates()) {
            (_, Some(_), Some(_)) => return Ok(Cow::Borrowed(cells)),
            (_, Some(form), None) => return self.as_dates(column, form),
            (Domain::Numeric { .. }, None, Some(_)) => return self.without_dates(cells),
            (Domain::Categorical { .. }, None, Some(_)) => {
                let (_, words) = column.clone().with_dates_as_text().into_parts();
                return Ok(Cow::Owned(words));
            }
            (_, None, None) => {}
        }
        match (&self.domain, cells) {
            (Domain::Numeric { .. }, Values::Categorical { codes, categories }) => {
                self.check_words(cells)?;
                let number = |&code: &u32| match categories.get(code as usize).and_then(|word| truth(word)) {
                    Some(yes) => f64::from(u8::from(yes)),
                    None => f64::NAN,
                };
                Ok(Cow::Owned(Values::Numeric(codes.iter().map(number).collect())))
            }
            (Domain::Categorical { categories }, cells) => Ok(Categories::of(categories).as_learned(cells)),
            (Domain::Numeric { .. }, _) => Ok(Cow::Borrowed(cells)),
        }
    }

    /// Refuses cells that the column cannot have had in training.
    fn check_kind(&self, column: &Column) -> Result<(), RuleError> {
        if self.dates.is_some() || column.dates().is_some() {
            return self.as_learned(column).map(|_| ());
        }
        let cells = column.values();
        match (&self.domain, cells) {
            (Domain::Numeric { .. }, Values::Categorical { .. }) => self.check_words(cells),
            (Domain::Categorical { .. }, Values::Categorical { codes, categories }) if self.may_be_boolean() => {
                self.check_booleans(present(codes, categories).into_iter(), cells)
            }
            (Domain::Categorical { .. }, Values::Numeric(_) | Values::Sparse(_)) if self.may_be_boolean() => {
                let numbers = cells.numbers().unwrap_or_default();
                let strange = numbers.iter().find(|number| ![0.0, 1.0].contains(*number) && !number.is_nan());
                self.check_booleans(strange.map(f64::to_string).as_deref().into_iter(), cells)
            }
            (Domain::Categorical { categories: known }, Values::Categorical { codes, categories }) => {
                let words = present(codes, categories);
                let known = Categories::of(known);
                let unknown = |word: &&str| truth(word).is_some() && known.named(word).is_none();
                match words.first() {
                    Some(example) if words.iter().all(unknown) => {
                        Err(self.kind("categorical", "booleans", example, cells))
                    }
                    _ => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }

    /// Refuses words for a column of numbers, but for booleans where the numbers may have been
    /// such.
    fn check_words(&self, cells: &Values) -> Result<(), RuleError> {
        let Values::Categorical { codes, categories } = cells else { return Ok(()) };
        let words = present(codes, categories);
        match (words.iter().find(|word| truth(word).is_none()), words.first()) {
            (Some(word), _) => Err(self.kind("numeric", "words", word, cells)),
            (None, Some(boolean)) if !self.may_be_boolean() => Err(self.kind("numeric", "booleans", boolean, cells)),
            _ => Ok(()),
        }
    }

    /// Refuses what is no boolean for a column of booleans.
    fn check_booleans<'a>(&self, mut words: impl Iterator<Item = &'a str>, cells: &Values) -> Result<(), RuleError> {
        match words.find(|word| truth_or_bit(word).is_none()) {
            Some(number) if number.parse::<f64>().is_ok() => Err(self.kind("boolean", "numbers", number, cells)),
            Some(word) => Err(self.kind("boolean", "words", word, cells)),
            None => Ok(()),
        }
    }

    /// Makes the error of a column of another kind than in training. `example` is one of its cells.
    pub(crate) fn kind(&self, learned: &'static str, came: &'static str, example: &str, cells: &Values) -> RuleError {
        let row = first_row(cells, example);
        RuleError::ColumnKind { column: self.name.clone(), learned, came, example: example.to_owned(), row }
    }
}

impl Schema {
    /// Refuses a table with a column that cannot be the one of training: words, dates, or booleans
    /// that do not fit, where the model has numbers; anything but dates where it has dates;
    /// anything but booleans where it has booleans; nothing but booleans where it has other
    /// categories. Coding accepts more, since a fold of a
    /// cross-validation may lack a category, so ask this about rows of unknown origin. Columns that
    /// are absent pass.
    ///
    /// # Errors
    /// [`RuleError::ColumnKind`].
    pub fn check_kinds(&self, table: &Table) -> Result<(), RuleError> {
        let columns: HashMap<&str, &Column> = table.columns().iter().map(|column| (column.name(), column)).collect();
        let check =
            |feature: &Feature| columns.get(feature.name.as_str()).map_or(Ok(()), |column| feature.check_kind(column));
        self.features.iter().try_for_each(check)
    }
}

/// Returns the first row with a cell that is written so.
fn first_row(cells: &Values, text: &str) -> usize {
    let row = match cells {
        Values::Categorical { codes, categories } => {
            codes.iter().position(|&code| categories.get(code as usize).is_some_and(|category| category == text))
        }
        numbers => {
            let is_it = |x: &f64| x.to_string() == text || DateForm::ISO.write(*x).as_deref() == Some(text);
            numbers.numbers().unwrap_or_default().iter().position(is_it)
        }
    };
    row.unwrap_or_default()
}

/// The categories that some cell has.
fn present<'a>(codes: &[u32], categories: &'a [String]) -> Vec<&'a str> {
    let seen: BTreeSet<u32> = codes.iter().copied().collect();
    seen.into_iter().filter_map(|code| categories.get(code as usize)).map(String::as_str).collect()
}

/// The categories of a column, and which of them mean false and true.
struct Categories<'a> {
    known: HashSet<&'a str>,
    /// The first category that means false, and the first that means true.
    booleans: [Option<&'a str>; 2],
    /// True if a category is a form of true or false, so that 0 and 1 mean these too.
    says_truth: bool,
}

impl<'a> Categories<'a> {
    /// Categories called 0 and 1 are booleans only if there are no others.
    fn of(known: &'a [String]) -> Self {
        let all_booleans = known.iter().all(|word| truth_or_bit(word).is_some());
        let meaning = |word: &str| if all_booleans { truth_or_bit(word) } else { truth(word) };
        let first = |yes: bool| known.iter().map(String::as_str).find(|word| meaning(word) == Some(yes));
        Categories {
            known: known.iter().map(String::as_str).collect(),
            booleans: [first(false), first(true)],
            says_truth: known.iter().any(|word| truth(word).is_some()),
        }
    }

    /// The category that a word is called in training.
    fn named(&self, word: &str) -> Option<&'a str> {
        let meaning = |word: &str| if self.says_truth { truth_or_bit(word) } else { truth(word) };
        let same = |word: &str| self.known.get(word).copied();
        let boolean = || meaning(word).and_then(|yes| self.booleans[usize::from(yes)]);
        same(word).or_else(boolean).or_else(|| without_point(word).and_then(same))
    }

    fn as_learned<'v>(&self, cells: &'v Values) -> Cow<'v, Values> {
        match cells {
            Values::Categorical { codes, categories } => {
                let names: Vec<&str> = categories.iter().map(|word| self.named(word).unwrap_or(word)).collect();
                let renamed = names.iter().zip(categories).any(|(name, word)| name != word);
                if renamed { Cow::Owned(under_names(codes, &names)) } else { Cow::Borrowed(cells) }
            }
            numbers if self.says_truth => Cow::Owned(self.of_numbers(&numbers.numbers().unwrap_or_default())),
            numbers => Cow::Borrowed(numbers),
        }
    }

    /// Numbers as categories: 0 and 1 as the booleans that they mean, others as their text.
    fn of_numbers(&self, numbers: &[f64]) -> Values {
        let mut places: HashMap<u64, u32> = HashMap::new();
        let mut texts = Vec::new();
        let mut code = |number: &f64| {
            if number.is_nan() {
                return MISSING;
            }
            // Minus zero is zero.
            *places.entry((number + 0.0).to_bits()).or_insert_with(|| {
                texts.push((number + 0.0).to_string());
                texts.len() as u32 - 1
            })
        };
        let codes: Vec<u32> = numbers.iter().map(&mut code).collect();
        let names: Vec<&str> = texts.iter().map(|text| self.named(text).unwrap_or(text)).collect();
        under_names(&codes, &names)
    }
}

/// Categories with these names by code; codes of the same name become one.
fn under_names(codes: &[u32], names: &[&str]) -> Values {
    let mut categories: Vec<String> = Vec::new();
    let mut places: HashMap<&str, u32> = HashMap::new();
    let mut of_code = Vec::with_capacity(names.len());
    for &name in names {
        of_code.push(*places.entry(name).or_insert_with(|| {
            categories.push(name.to_owned());
            categories.len() as u32 - 1
        }));
    }
    let codes = codes.iter().map(|&code| of_code.get(code as usize).copied().unwrap_or(MISSING)).collect();
    Values::Categorical { codes, categories }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Codes;

    fn numeric(cuts: &[f64]) -> Feature {
        feature(Domain::Numeric { cuts: cuts.to_vec() })
    }

    fn categorical(categories: &[&str]) -> Feature {
        feature(Domain::Categorical { categories: categories.iter().map(|&word| word.into()).collect() })
    }

    fn feature(domain: Domain) -> Feature {
        Feature { missing_seen: true, ..Feature::new("flag", domain) }
    }

    fn table(cells: impl Into<Values>) -> Table {
        Table::new(vec![Column::new("flag", cells).unwrap()]).unwrap()
    }

    /// Codes, none where the column is refused.
    fn codes(feature: &Feature, cells: impl Into<Values>) -> Option<Vec<u8>> {
        let (schema, table) = (Schema { features: vec![feature.clone()] }, table(cells));
        schema.check_kinds(&table).ok()?;
        match &schema.encode(&table).unwrap().columns()[0] {
            Codes::Narrow(codes) => Some(codes.clone()),
            Codes::Wide(_) => unreachable!("there are few codes"),
        }
    }

    #[test]
    fn all_forms_of_a_boolean_have_one_code() {
        let columns = [
            numeric(&[0.5]),
            categorical(&["false", "true"]),
            categorical(&["False", "True"]),
            categorical(&["FALSE", "TRUE"]),
            categorical(&["0", "1"]),
        ];
        for learned in columns {
            let missing = learned.missing_code() as u8;
            assert_eq!(codes(&learned, ["false", "true", ""]), Some(vec![0, 1, missing]), "{learned:?}");
            assert_eq!(codes(&learned, ["True", "False", ""]), Some(vec![1, 0, missing]), "{learned:?}");
            assert_eq!(codes(&learned, [0.0, -0.0, 1.0, f64::NAN]), Some(vec![0, 0, 1, missing]), "{learned:?}");
            assert_eq!(codes(&learned, ["", ""]), Some(vec![missing; 2]), "{learned:?}");
        }
        assert_eq!(codes(&categorical(&["false", "true"]), ["0", "1.0", "true"]), Some(vec![0, 1, 1]));
    }

    #[test]
    fn a_category_stands_for_itself_before_it_is_a_boolean() {
        let learned = categorical(&["True", "true", "unknown"]);
        assert_eq!(codes(&learned, ["true", "True", "TRUE", "unknown"]), Some(vec![1, 0, 0, 2]));
        assert_eq!(codes(&learned, [1.0, 7.0]), Some(vec![0, 3]));
        // A code 1 among others is a code, and no boolean.
        assert_eq!(codes(&categorical(&["1", "2"]), ["2", "true"]), Some(vec![1, 2]));
        // Training saw nothing but true.
        assert_eq!(codes(&categorical(&["true"]), ["True", "False"]), Some(vec![0, 1]));
    }

    #[test]
    fn what_cannot_be_mapped_is_refused_with_the_column_and_both_kinds() {
        let message = |learned: Feature, cells: Values| {
            let schema = Schema { features: vec![learned] };
            schema.check_kinds(&table(cells)).unwrap_err().to_string()
        };
        let words = |cells: [&str; 2]| Values::from(cells);
        let says = |learned, came| format!("column 'flag' is {learned} in the model but holds {came}");
        assert_eq!(
            message(numeric(&[35.5]), words(["true", "false"])),
            says("numeric", "booleans in the data, such as 'true' in row 0 (from 0)")
        );
        assert_eq!(
            message(numeric(&[0.5]), words(["true", "maybe"])),
            says("numeric", "words in the data, such as 'maybe' in row 1 (from 0)")
        );
        assert_eq!(
            message(categorical(&["false", "true"]), words(["true", "maybe"])),
            says("boolean", "words in the data, such as 'maybe' in row 1 (from 0)")
        );
        assert_eq!(
            message(categorical(&["false", "true"]), Values::from([1.0, 2.0])),
            says("boolean", "numbers in the data, such as '2' in row 1 (from 0)")
        );
        assert_eq!(
            message(categorical(&["no", "yes"]), words(["False", "True"])),
            says("categorical", "booleans in the data, such as 'False' in row 0 (from 0)")
        );
    }

    #[test]
    fn a_whole_number_with_a_point_is_the_category_without_it() {
        let learned = categorical(&["5", "-12", "7", "7.0", "A"]);
        assert_eq!(codes(&learned, ["5.0", "-12.00", "7.0", "7", "A"]), Some(vec![0, 1, 3, 2, 4]));
        assert_eq!(codes(&learned, ["5.5", "8.0", "A.0", ".0", "5.0.0"]), Some(vec![5; 5]));
        assert_eq!(codes(&categorical(&["0", "1"]), ["1.0", "0.0"]), Some(vec![1, 0]));
    }

    /// A fold may lack a category that another has, and then codes it as one that training did not
    /// see.
    #[test]
    fn coding_accepts_what_the_check_refuses() {
        let schema = Schema { features: vec![categorical(&["false", "true"])] };
        let coded = schema.encode(&table(["maybe", "true"])).unwrap();
        assert_eq!(coded.columns()[0], Codes::Narrow(vec![2, 1]));
    }
}
