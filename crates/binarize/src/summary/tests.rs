mod closer;

use super::*;
use crate::dropped::DroppedColumn;
use crate::rows::row_counts;
use crate::{Bins, LearnSettings, Names, learn_with};
use proptest::prelude::*;
use rulegen_data::Sparse;
use rulegen_rule::WholeNumbers;

/// A row: a number, two words and a weight.
#[derive(Clone, Debug)]
struct Row {
    number: Option<i32>,
    words: [usize; 2],
    weight: f64,
}

/// The first is a blank cell. Some are numbers, and a partition may have no other words.
const WORDS: [&str; 8] = ["", "b", "a", "10", "9", "x", "y", "z"];

fn row(weight: impl Strategy<Value = f64>) -> impl Strategy<Value = Row> {
    let number = prop_oneof![1 => Just(None), 5 => (-9i32..30).prop_map(Some)];
    (number, 0usize..8, 0usize..5, weight).prop_map(|(number, a, b, weight)| Row { number, words: [a, b], weight })
}

/// Partitions of rows, some of them without any.
fn partitions(weight: impl Strategy<Value = f64>) -> impl Strategy<Value = Vec<Vec<Row>>> {
    prop::collection::vec(prop::collection::vec(row(weight), 0..30), 1..5)
}

/// Columns of numbers, dense and sparse, some of them never missing and one always, and columns of
/// text.
fn table(rows: &[Row]) -> Table {
    let number = |row: &Row| row.number.map_or(f64::NAN, |x| f64::from(x) * -0.1);
    let full = |row: &Row| f64::from(row.number.unwrap_or(7)).max(0.0);
    let text = |i: usize| Values::from_text(rows.iter().map(|row| WORDS[row.words[i]]));
    let not_zero: Vec<u32> = (0..rows.len() as u32).filter(|&i| full(&rows[i as usize]) != 0.0).collect();
    let numbers = not_zero.iter().map(|&i| full(&rows[i as usize])).collect();
    Table::from_columns([
        ("number", Values::from(rows.iter().map(number).collect::<Vec<_>>())),
        ("sparse", Sparse::new(rows.len(), not_zero, numbers).unwrap().into()),
        ("word", text(0)),
        ("few", text(1)),
        ("empty", vec![f64::NAN; rows.len()].into()),
        ("constant", vec![1.0; rows.len()].into()),
    ])
    .unwrap()
}

/// The number of rows that each row stands for in quantiles, by its second word.
fn ranks(rows: &[Row]) -> Vec<f64> {
    rows.iter().map(|row| 1.0 + row.words[1] as f64).collect()
}

fn weights(rows: &[Row]) -> Vec<f64> {
    rows.iter().map(|row| row.weight).collect()
}

fn merged<'a>(summaries: impl IntoIterator<Item = &'a Summary>) -> Summary {
    let mut summaries = summaries.into_iter();
    let first = summaries.next().unwrap().clone();
    summaries.fold(first, |mut all, next| {
        all.merge(next).unwrap();
        all
    })
}

fn of_partitions(partitions: &[Vec<Row>], weighted: bool, ranked: bool) -> Vec<Summary> {
    let of = |rows: &Vec<Row>| {
        let (weights, ranks) = (weighted.then(|| weights(rows)), ranked.then(|| ranks(rows)));
        Summary::of(&table(rows), weights.as_deref(), ranks.as_deref()).unwrap()
    };
    partitions.iter().map(of).collect()
}

/// Checks that the same is learned from the merged summaries and from all rows together.
fn check_same(
    partitions: &[Vec<Row>],
    weighted: bool,
    ranked: bool,
    settings: &LearnSettings<'_>,
) -> Result<(), TestCaseError> {
    let summary = merged(&of_partitions(partitions, weighted, ranked));
    let rows = partitions.concat();
    let (weights, ranks) = (weighted.then(|| weights(&rows)), ranked.then(|| ranks(&rows)));
    let settings = &LearnSettings { ranks: ranks.as_deref(), ..*settings };
    prop_assert_eq!(summary.rows(), row_counts(weights.as_deref(), rows.len()).iter().sum::<u64>());
    prop_assert_eq!(summary.focus(settings).unwrap(), None);
    prop_assert_eq!(summary.learn(settings).unwrap(), learn_with(&table(&rows), weights.as_deref(), settings).unwrap());
    Ok(())
}

fn bins() -> impl Strategy<Value = Bins> {
    prop_oneof![Just(Bins::Values), (2usize..40).prop_map(Bins::Quantiles)]
}

/// Whole weights, and sometimes one that is not whole.
fn weight() -> impl Strategy<Value = f64> {
    prop_oneof![200 => (0u32..5).prop_map(f64::from), 1 => Just(0.5)]
}

/// One fraction counts, even where it is not among the numbers that are kept.
#[test]
fn a_column_with_one_fraction_among_many_numbers_is_not_whole() {
    let whole = |fraction: f64| {
        let numbers = (0..9 * KEPT).map(|i| if i == 777 { i as f64 + fraction } else { i as f64 });
        let table = Table::from_columns([("x", numbers.collect::<Vec<_>>().into())]).unwrap();
        let summary = Summary::of(&table, None, None).unwrap();
        summary.learn(&LearnSettings::everything(Bins::Quantiles(10))).unwrap().schema.features.swap_remove(0).whole
    };
    assert_eq!(whole(0.5), None);
    assert_eq!(whole(0.0), Some(WholeNumbers { least: 0, most: 9 * KEPT as i64 - 1 }));
}

proptest! {
    #[test]
    fn partitions_teach_what_all_rows_teach(
        partitions in partitions(weight()), weighted: bool, ranked: bool, bins in bins(), min_category in 1u64..12,
    ) {
        check_same(&partitions, weighted, ranked, &LearnSettings { min_category, ..LearnSettings::everything(bins) })?;
    }

    #[test]
    fn one_partition_teaches_what_it_does_without_a_summary(
        rows in prop::collection::vec(row(weight()), 0..40), weighted: bool, ranked: bool, bins in bins(), kept: bool,
    ) {
        let but = if kept { vec!["number".to_owned(), "word".to_owned()] } else { Vec::new() };
        let settings = LearnSettings { bins, names: Names::LeftOut { but: &but }, min_category: 2, ranks: None };
        check_same(&[rows], weighted, ranked, &settings)?;
    }

    #[test]
    fn order_and_grouping_do_not_matter(partitions in partitions(weight()), turn in 0usize..4, cut in 0usize..4) {
        let mut summaries = of_partitions(&partitions, true, false);
        let expected = merged(&summaries);
        let (head, tail) = summaries.split_at(cut.clamp(1, summaries.len()));
        if !tail.is_empty() {
            prop_assert_eq!(&merged([&merged(head), &merged(tail)]), &expected);
        }
        let turn = turn % summaries.len();
        summaries.rotate_left(turn);
        prop_assert_eq!(&merged(&summaries), &expected);
        summaries.reverse();
        prop_assert_eq!(&merged(&summaries), &expected);
        let sent: Summary = serde_json::from_str(&serde_json::to_string(&expected).unwrap()).unwrap();
        prop_assert_eq!(sent, expected);
    }
}

/// A table with one column of these cells.
fn column(values: impl Into<Values>) -> Table {
    Table::from_columns([("x", values.into())]).unwrap()
}

fn summary(table: &Table) -> Summary {
    Summary::of(table, None, None).unwrap()
}

#[test]
fn columns_have_to_be_the_same() {
    let two = |names: [&str; 2]| summary(&Table::from_columns(names.map(|name| (name, [1.0].into()))).unwrap());
    let mut all = two(["a", "b"]);
    let says = |all: &mut Summary, next: &Summary| all.merge(next).unwrap_err().to_string();
    assert_eq!(says(&mut all, &two(["b", "a"])), "column 1 of a partition is 'b', and 'a' in those before it");
    let one = summary(&column([1.0]));
    assert_eq!(says(&mut all, &one), "a partition has 1 columns, and those before it have 2");
    let text = summary(&column(["red"]));
    assert_eq!(says(&mut one.clone(), &text), "column 'x' has text in a partition and numbers in those before it");
    assert_eq!(says(&mut text.clone(), &one), "column 'x' has numbers in a partition and text in those before it");
    // The rejected summary changed nothing.
    assert_eq!(all, two(["a", "b"]));
}

#[test]
fn a_column_without_cells_goes_with_both_kinds() {
    let settings = LearnSettings::everything(Bins::Values);
    let (numbers, blanks) = (summary(&column([f64::NAN])), summary(&column([""])));
    // A column whose cells are all in rows of weight 0 is compatible, too.
    let no_row = Summary::of(&column(["red"]), Some(&[0.0]), None).unwrap();
    let empty = merged([&numbers, &blanks, &no_row]);
    assert_eq!((empty.rows(), empty.learn(&settings).unwrap().dropped), (2, vec![DroppedColumn::Empty("x".into())]));
    for other in [column([1.0]), column(["red"])] {
        let learned = merged([&empty, &summary(&other), &empty]).learn(&settings).unwrap();
        assert!(learned.schema.features[0].missing_seen);
    }
}

#[test]
fn settings_and_weights_are_checked() {
    let table = column([1.0, 2.0]);
    assert!(matches!(
        Summary::of(&table, Some(&[1.0]), None),
        Err(BinarizeError::NotOnePerRow { found: 1, rows: 2, .. })
    ));
    assert!(matches!(Summary::of(&table, Some(&[1.0, -1.0]), None), Err(BinarizeError::BadWeight { row: 1, .. })));
    let settings = LearnSettings::everything(Bins::Quantiles(1));
    assert!(matches!(summary(&table).learn(&settings), Err(BinarizeError::BadBins(1))));
}

#[test]
fn weights_beyond_counting_count_once() {
    let table = column([1.0, 2.0, 3.0]);
    let half = Summary::of(&table, Some(&[(1_u64 << 53) as f64, 0.0, 0.0]), None).unwrap();
    assert_eq!(half.rows(), 1 << 53);
    assert_eq!(merged(std::iter::repeat_n(&half, 5000)).rows(), 5000);
}

#[test]
fn zeros_are_the_same() {
    assert_eq!(summary(&column([-0.0, 1.0])), summary(&column([0.0, 1.0])));
    assert_eq!(summary(&column([-0.0, 0.0])), summary(&column([0.0, 0.0])));
}

/// Returns how the column names rows.
fn naming(summary: &Summary) -> Option<Naming> {
    let settings = LearnSettings { names: Names::LeftOut { but: &[] }, ..LearnSettings::everything(Bins::Values) };
    match summary.learn(&settings).unwrap().dropped.first() {
        Some(DroppedColumn::NamesRows(_, naming)) => Some(*naming),
        _ => None,
    }
}

fn range(numbers: std::ops::Range<u32>) -> Summary {
    summary(&column(numbers.map(f64::from).collect::<Vec<_>>()))
}

#[test]
fn columns_that_name_rows_are_those_of_learn_with() {
    let rows: Vec<u32> = (0..60).collect();
    let numbers = |f: fn(u32) -> f64| Values::from(rows.iter().map(|&row| f(row)).collect::<Vec<_>>());
    let text = |f: fn(u32) -> String| Values::from_text(rows.iter().map(|&row| f(row)));
    let table = Table::from_columns([
        ("row", numbers(f64::from)),
        ("id", numbers(|row| f64::from(row * 7919 % 60 * 100_003))),
        ("root", numbers(|row| f64::from(row).sqrt())),
        ("ticket", text(|row| format!("T{}", row % 31))),
        ("word", text(|row| format!("w{}", row % 30))),
    ])
    .unwrap();
    for but in [vec![], vec!["row".to_owned()], vec!["ticket".to_owned(), "id".to_owned()]] {
        let settings = LearnSettings { names: Names::LeftOut { but: &but }, ..LearnSettings::everything(Bins::Values) };
        let expected = learn_with(&table, None, &settings).unwrap();
        assert_eq!(expected.dropped.len(), 3 - but.len());
        assert_eq!(summary(&table).learn(&settings).unwrap(), expected);
    }
}

#[test]
fn numbers_name_rows_if_no_partition_says_otherwise() {
    let running = Some(Naming::RunningNumber);
    assert_eq!(naming(&merged([&range(0..60), &range(60..90)])), running);
    // Ten rows decide nothing unless they repeat a number.
    let few = range(100..110);
    assert_eq!(naming(&merged([&few, &range(0..60), &range(200..210)])), running);
    assert_eq!(naming(&merged([&few, &range(110..120)])), None);
    assert_eq!(naming(&merged([&summary(&column([100.0, 100.0])), &range(0..60)])), None);
    // A number in two partitions, and partitions whose numbers do not name rows.
    assert_eq!(naming(&merged([&range(0..60), &range(59..99)])), None);
    let spread = summary(&column((0..60).map(|row| f64::from(row * row * 40 % 4999)).collect::<Vec<_>>()));
    assert_eq!((naming(&spread), naming(&merged([&range(5000..5060), &spread]))), (None, None));
    // It also holds if not all are kept.
    assert_eq!(naming(&merged([&range(0..9000), &range(9000..20_000)])), running);
    assert_eq!(naming(&merged([&range(0..9000), &range(0..9000)])), None);
}

/// A table of one column of dates.
fn dates(days: impl Iterator<Item = u32>, form: &str) -> Table {
    let column = Column::of_dates("day", days.map(f64::from).collect(), form.parse().unwrap());
    Table::new(vec![column.unwrap()]).unwrap()
}

#[test]
fn columns_of_dates_are_those_of_learn_with_and_name_no_rows() {
    let settings =
        LearnSettings { names: Names::LeftOut { but: &[] }, ..LearnSettings::everything(Bins::Quantiles(20)) };
    let expected = learn_with(&dates(0..3000, "YYYY-MM-DD"), None, &settings).unwrap();
    let [feature] = &expected.schema.features[..] else { panic!("dates name no rows: {expected:?}") };
    assert_eq!(feature.whole, Some(WholeNumbers { least: 0, most: 2999 }));
    let parts = [0..100, 100..2400, 2400..3000];
    let merged = |forms: [&str; 3]| {
        let tables: Vec<Table> = parts.iter().zip(forms).map(|(days, form)| dates(days.clone(), form)).collect();
        let mut all = merged(tables.iter().map(summary).collect::<Vec<_>>().iter().collect::<Vec<_>>());
        while let Some(focus) = all.focus(&settings).unwrap() {
            let closer = |table: &Table| Summary::closer(&focus, table, None, None).unwrap();
            all.refine(&self::merged(tables.iter().map(closer).collect::<Vec<_>>().iter().collect::<Vec<_>>()))
                .unwrap();
        }
        all
    };
    let all = merged(["YYYY-MM-DD"; 3]);
    assert_eq!(all.learn(&settings).unwrap(), expected);
    assert_eq!(all.without_rows().unwrap().columns()[0].dates(), feature.dates);
    // Partitions in several forms.
    assert_eq!(merged(["DD.MM.YYYY", "DD.MM.YYYY", "MM/DD/YYYY"]).learn(&settings).unwrap(), expected);
    // All cells of a partition are missing.
    let missing = Table::from_columns([("day", Values::from(vec![f64::NAN]))]).unwrap();
    assert!(summary(&missing).merge(&summary(&dates(0..9, "YYYY-MM-DD"))).is_ok());
    let numbers = Table::from_columns([("day", Values::from(vec![1.0]))]).unwrap();
    let error = summary(&numbers).merge(&summary(&dates(0..9, "YYYY-MM-DD"))).unwrap_err();
    assert_eq!(error.to_string(), "column 'day' has dates in a partition and numbers in those before it");
}

#[test]
fn codes_and_running_numbers_are_running_numbers() {
    let keys = |from: u32, step: u32| {
        let cells = (0..30).map(|i| f64::from(from + (i * 7 % 30) * step)).collect::<Vec<_>>();
        summary(&Table::from_columns([("id", Values::from(cells))]).unwrap())
    };
    let (codes, running) = (keys(10_000_000, 1003), keys(1, 1));
    assert_eq!((naming(&codes), naming(&running)), (Some(Naming::Code), Some(Naming::RunningNumber)));
    assert_eq!(naming(&merged([&codes, &running])), Some(Naming::RunningNumber));
}

fn towns(most: usize, towns: std::ops::Range<u32>) -> Summary {
    let cells = Values::from_text(towns.flat_map(|town| [format!("town {town}"), format!("town {town}")]));
    Summary::within(SummaryLimits { categories: most, ..MOST }, &column(cells), None, None).unwrap()
}

#[test]
fn too_many_categories_are_counted() {
    let settings = LearnSettings::everything(Bins::Values);
    let within = |summaries: &[Summary]| {
        let mut all = summaries[0].clone();
        summaries[1..]
            .iter()
            .for_each(|next| all.merge_within(SummaryLimits { categories: 50, ..MOST }, next).unwrap());
        all
    };
    let dropped = |summary: &Summary| summary.learn(&settings).unwrap().dropped;
    let many = |n: usize| vec![DroppedColumn::TooManyCategories("x".into(), n)];
    assert_eq!(dropped(&towns(50, 0..50)), []);
    assert_eq!(dropped(&towns(50, 0..51)), many(51));
    assert_eq!(dropped(&within(&[towns(50, 0..50), towns(50, 10..50)])), []);
    let parts = [towns(50, 0..50), towns(50, 10..51), towns(50, 0..60)];
    assert_eq!(dropped(&within(&parts[..2])), many(91));
    let all = within(&parts);
    assert_eq!(dropped(&all), many(151));
    assert_eq!(all, within(&[parts[2].clone(), within(&[parts[1].clone(), parts[0].clone()])]));
    // With two rows of each value, they do not name rows. With one of each, they do.
    assert_eq!(naming(&all), None);
    let ids = Values::from_text((0..60).map(|row| format!("C-{row}")));
    let ids = Summary::within(SummaryLimits { categories: 50, ..MOST }, &column(ids), None, None).unwrap();
    assert_eq!(naming(&ids), Some(Naming::Text));
}
