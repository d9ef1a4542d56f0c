//! Columns with more numbers than are kept: closer looks make cut points exact.

use super::*;
use rulegen_numeric::Random;

/// A row of a column of many numbers (the first part) and of one with few, with its weight and the
/// number of rows that it stands for in quantiles.
type Row = (Option<i32>, u32, u32);

fn row() -> impl Strategy<Value = Row> {
    let number = prop_oneof![1 => Just(None), 4 => (0i32..8).prop_map(Some), 16 => (-900i32..900).prop_map(Some)];
    (number, 0u32..4, 1u32..400)
}

fn table(rows: &[Row]) -> Table {
    // Numbers of all sizes: -0, numbers whose differences overflow, and numbers with none between
    // them.
    let wide = |x: i32| match x {
        1..8 => f64::from_bits(9_f64.to_bits() + x as u64),
        0 => -0.0,
        899 => f64::MAX,
        -900 => f64::MIN,
        x => f64::from(x).powi(3) / 7.0,
    };
    let cells = |of: &dyn Fn(i32) -> f64| rows.iter().map(|row| row.0.map_or(f64::NAN, of)).collect::<Vec<_>>();
    let few = cells(&|x| f64::from(x.rem_euclid(5)));
    let words = Values::from_text(rows.iter().map(|row| ["a", "b"][row.1 as usize % 2]));
    Table::from_columns([
        ("wide", cells(&wide).into()),
        ("word", words),
        ("heavy", cells(&|x| f64::from(x.max(0))).into()),
        ("few", few.into()),
        ("key", (0..rows.len() as u32).map(f64::from).collect::<Vec<_>>().into()),
    ])
    .unwrap()
}

/// The meaning of the weights of rows.
#[derive(Clone, Copy, Debug)]
struct WeightKinds {
    weighted: bool,
    fractional: bool,
    ranked: bool,
}

impl WeightKinds {
    fn weights(self, rows: &[Row]) -> Option<Vec<f64>> {
        let part = if self.fractional { 0.5 } else { 1.0 };
        self.weighted.then(|| rows.iter().map(|row| f64::from(row.1) * part).collect())
    }

    fn ranks(self, rows: &[Row]) -> Option<Vec<f64>> {
        self.ranked.then(|| rows.iter().map(|row| f64::from(row.2 * row.1.max(1))).collect())
    }
}

/// Returns the merged answers of all partitions.
fn asked<T>(partitions: &[T], of: impl Fn(&T) -> Summary) -> Summary {
    merged(&partitions.iter().map(of).collect::<Vec<_>>())
}

/// Returns the refined summary, and the number of closer looks.
fn refined(
    most: SummaryLimits,
    partitions: &[Vec<Row>],
    how: WeightKinds,
    settings: &LearnSettings<'_>,
) -> (Summary, usize) {
    let with = |rows: &[Row]| (table(rows), how.weights(rows), how.ranks(rows));
    let mut all = asked(partitions, |rows| {
        let (table, weights, ranks) = with(rows);
        Summary::within(most, &table, weights.as_deref(), ranks.as_deref()).unwrap()
    });
    let mut looks = 0;
    while let Some(focus) = all.focus(settings).unwrap() {
        // The focus as it is sent.
        let focus: Focus = serde_json::from_str(&serde_json::to_string(&focus).unwrap()).unwrap();
        let closer = asked(partitions, |rows| {
            let (table, weights, ranks) = with(rows);
            Summary::closer_within(most, &focus, &table, weights.as_deref(), ranks.as_deref()).unwrap()
        });
        all.refine(&closer).unwrap();
        looks += 1;
        assert!(looks < 200, "no end");
    }
    (all, looks)
}

/// Checks that the summaries and all rows together teach the same.
fn check_exact(
    most: SummaryLimits,
    partitions: &[Vec<Row>],
    how: WeightKinds,
    settings: &LearnSettings<'_>,
) -> Result<(), TestCaseError> {
    let (summary, _) = refined(most, partitions, how, settings);
    let rows = partitions.concat();
    let (weights, ranks) = (how.weights(&rows), how.ranks(&rows));
    let settings = &LearnSettings { ranks: ranks.as_deref(), ..*settings };
    // Running numbers in each partition do not name rows in all if a number is kept twice.
    let of_rows = learn_with(&table(&rows), weights.as_deref(), settings).unwrap();
    let learned = summary.learn(settings).unwrap();
    for feature in learned.schema.features.iter().filter(|feature| feature.name != "key") {
        prop_assert_eq!(Some(feature), of_rows.schema.features.iter().find(|of| of.name == feature.name));
    }
    let others =
        |dropped: &[DroppedColumn]| dropped.iter().filter(|why| why.column() != "key").cloned().collect::<Vec<_>>();
    prop_assert_eq!(others(&learned.dropped), others(&of_rows.dropped));
    Ok(())
}

fn how() -> impl Strategy<Value = WeightKinds> {
    (any::<bool>(), any::<bool>(), any::<bool>()).prop_map(|(weighted, fractional, ranked)| WeightKinds {
        weighted,
        fractional,
        ranked,
    })
}

proptest! {
    #[test]
    fn quantiles_are_those_of_all_rows(
        partitions in prop::collection::vec(prop::collection::vec(row(), 0..150), 1..6),
        how in how(), n in 2usize..40, numbers in 2usize..16, closer in 1usize..16, left_out: bool,
    ) {
        let most = SummaryLimits { numbers, closer, between: 1, ..MOST };
        let names = if left_out { Names::LeftOut { but: &[] } } else { Names::Kept };
        check_exact(most, &partitions, how, &LearnSettings { names, ..LearnSettings::everything(Bins::Quantiles(n)) })?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn nearly_raw_values_are_those_of_all_rows(
        partitions in prop::collection::vec(prop::collection::vec(row(), 0..900), 1..4),
        how in how(), closer in 1usize..40,
    ) {
        // A column with this many numbers is exact.
        let most = SummaryLimits { numbers: Bins::MOST, closer, between: 1, ..MOST };
        check_exact(most, &partitions, how, &LearnSettings::everything(Bins::Values))?;
    }
}

/// Partitions of a column with this many numbers, some of them frequent.
fn large(partitions: u64, rows: usize) -> Vec<Vec<f64>> {
    let cells = |partition| {
        let mut random = Random::new(11, partition);
        (0..rows).map(|_| if random.below(5) == 0 { 0.25 } else { random.unit().powi(3) }).collect()
    };
    (0..partitions).map(cells).collect()
}

#[test]
fn looks_are_few_and_answers_are_small() {
    let partitions = large(4, 50_000);
    for (bins, most_looks, most_kept) in [(Bins::Quantiles(20), 1, 2500), (Bins::Values, 2, 30_000)] {
        let settings = LearnSettings::everything(bins);
        let mut all = asked(&partitions, |cells| summary(&column(cells.clone())));
        let mut looks = 0;
        while let Some(focus) = all.focus(&settings).unwrap() {
            let closer = |cells: &Vec<f64>| Summary::closer(&focus, &column(cells.clone()), None, None).unwrap();
            for answer in partitions.iter().map(closer) {
                let Kind::Numbers(numbers) = &answer.columns[0].present else { unreachable!("numbers") };
                assert!(numbers.kept() <= most_kept, "{bins:?}: {}", numbers.kept());
            }
            all.refine(&asked(&partitions, closer)).unwrap();
            looks += 1;
        }
        assert!((1..=most_looks).contains(&looks), "{bins:?}: {looks}");
        assert_eq!(all.learn(&settings).unwrap(), learn_with(&column(partitions.concat()), None, &settings).unwrap());
    }
}

#[test]
fn at_most_so_many_numbers_are_kept_and_few_are_exact() {
    let settings = LearnSettings::everything(Bins::Quantiles(20));
    let of = |numbers: u32| summary(&column((0..numbers).map(f64::from).collect::<Vec<_>>()));
    assert_eq!(of(KEPT as u32).focus(&settings).unwrap(), None);
    let thinned = of(9000);
    let Kind::Numbers(numbers) = &thinned.columns[0].present else { unreachable!("numbers") };
    assert!((KEPT - 2..=KEPT).contains(&numbers.kept()), "{}", numbers.kept());
    assert!(thinned.focus(&settings).unwrap().is_some());
    // Columns that name rows are left out, and so are not examined.
    let names = LearnSettings { names: Names::LeftOut { but: &[] }, ..settings };
    assert_eq!(thinned.focus(&names).unwrap(), None);
    assert!(matches!(of(9).focus(&LearnSettings::everything(Bins::Quantiles(1))), Err(BinarizeError::BadBins(1))));
}

#[test]
fn other_columns_and_rows_are_refused() {
    let cells: Vec<f64> = (0..9000).map(|i| f64::from(i).sqrt()).collect();
    let mut all = summary(&column(cells.clone()));
    let focus = all.focus(&LearnSettings::everything(Bins::Quantiles(5))).unwrap().unwrap();
    let look = |table: &Table| Summary::closer(&focus, table, None, None);
    assert!(matches!(look(&column(["red"])), Err(BinarizeError::PartitionKind { .. })));
    assert!(matches!(look(&Table::from_columns([("y", [1.0].into())]).unwrap()), Err(BinarizeError::Data(_))));
    let before = all.clone();
    for other in [look(&column(cells[1..].to_vec())), Ok(summary(&column(["red"]))), look(&column([""]))] {
        assert!(
            matches!(all.refine(&other.unwrap()), Err(BinarizeError::PartitionChanged { column }) if column == "x")
        );
    }
    assert_eq!(all, before);
    all.refine(&look(&column(cells)).unwrap()).unwrap();
}

#[test]
fn bytes_that_are_no_summary_are_refused() {
    let json = serde_json::to_string(&summary(&column([1.5, 2.5]))).unwrap();
    assert!(serde_json::from_str::<Summary>(&json).is_ok());
    assert!(serde_json::from_str::<Summary>(&json.replace("1.5", "2.5")).is_err());
    let cells: Vec<f64> = (0..9000).map(|i| f64::from(i) + 0.5).collect();
    let focus = summary(&column(cells)).focus(&LearnSettings::everything(Bins::Quantiles(2))).unwrap();
    let json = serde_json::to_string(&focus).unwrap();
    assert!(serde_json::from_str::<Focus>(&json).is_ok());
    assert!(serde_json::from_str::<Focus>(&json.replace("[[0.5", "[[8999.5")).is_err());
}

#[test]
fn a_quantile_that_is_rounded_to_the_upper_number_has_its_neighbour() {
    // Rank 51 has the first number and rank 52 the next one that exists. There is none halfway, so
    // the quantile is rounded.
    let below = |ulps: u64| f64::from_bits(0.3_f64.to_bits() - ulps);
    let above = (0..50).map(|i| f64::from(40 + i));
    let cells: Vec<f64> = [vec![below(2); 52], vec![below(1), 0.3], above.collect()].concat();
    let settings = LearnSettings::everything(Bins::Quantiles(2));
    let most = SummaryLimits { numbers: 2, closer: 1, between: 1, ..MOST };
    let table = column(cells);
    let mut all = Summary::within(most, &table, None, None).unwrap();
    while let Some(focus) = all.focus(&settings).unwrap() {
        all.refine(&Summary::closer_within(most, &focus, &table, None, None).unwrap()).unwrap();
    }
    assert_eq!(all.learn(&settings).unwrap(), learn_with(&table, None, &settings).unwrap());
}
