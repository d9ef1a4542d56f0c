//! The search by boxes: the same promises, the same answers as enumeration.

use crate::suite::{exact, exact_without_some, honest, on_random_instances};
use proptest::{prop_assert, prop_assert_eq};
use rulegen_driver::{Limits, Pricer};
use rulegen_pricing::{BranchAndBound, BranchAndBoundSettings, Order, SearchKind};

const ORDERS: [Order; 2] = [Order::DepthFirst, Order::BestFirst];

fn settings(order: Order) -> BranchAndBoundSettings {
    BranchAndBoundSettings { search: SearchKind::Boxes, order, beam: 0, ..Default::default() }
}

/// Enumeration that gives way to boxes after so many nodes.
fn mixed(first_nodes: u64, order: Order) -> BranchAndBoundSettings {
    BranchAndBoundSettings { search: SearchKind::Mixed, first_nodes, ..settings(order) }
}

#[test]
fn boxes_after_enumeration_are_exact() {
    for (first_nodes, order) in [(0, ORDERS[0]), (1, ORDERS[1]), (3, ORDERS[0]), (10, ORDERS[1])] {
        exact(|samples| BranchAndBound::new(samples, mixed(first_nodes, order)));
    }
}

#[test]
fn boxes_after_enumeration_are_honest_when_stopped() {
    for (first_nodes, limit) in [(0, 0), (0, 1), (1, 2), (3, 4), (2, 20)] {
        for enough in [None, Some(0), Some(1), Some(3)] {
            let settings = BranchAndBoundSettings { node_limit: Some(limit), enough, ..mixed(first_nodes, ORDERS[0]) };
            honest(100, |samples| BranchAndBound::new(samples, settings.clone()));
        }
    }
}

#[test]
fn boxes_are_exact() {
    for order in ORDERS {
        for beam in [0, 16] {
            exact(|samples| BranchAndBound::new(samples, BranchAndBoundSettings { beam, ..settings(order) }));
        }
    }
}

#[test]
fn boxes_find_what_enumeration_finds() {
    on_random_instances(1000, |instance| {
        let best = |search| {
            let settings = BranchAndBoundSettings { search, ..settings(Order::DepthFirst) };
            let mut pricer = BranchAndBound::new(instance.samples.clone(), settings);
            pricer.price(&instance.problems, &Limits::default()).unwrap()
        };
        let (boxes, enumeration) = (best(SearchKind::Boxes), best(SearchKind::Enumeration));
        for (a, b) in boxes.bounds.iter().zip(&enumeration.bounds) {
            prop_assert!((a.unwrap() - b.unwrap()).abs() <= 1e-9, "{:?} {:?}", a, b);
        }
        prop_assert_eq!(boxes.candidates.is_empty(), enumeration.candidates.is_empty());
        Ok(())
    });
}

#[test]
fn boxes_of_few_nodes_are_honest() {
    for limit in [0, 1, 2, 5, 20] {
        for order in ORDERS {
            for enough in [None, Some(1)] {
                let settings = BranchAndBoundSettings { node_limit: Some(limit), enough, ..settings(order) };
                honest(100, |samples| BranchAndBound::new(samples, settings.clone()));
            }
        }
    }
}

/// A box ends where no literal may: what boxes would miss is left to enumeration.
#[test]
fn forbidden_literals_are_left_out_and_nothing_else() {
    for (search, first_nodes) in [(SearchKind::Boxes, 0), (SearchKind::Mixed, 0), (SearchKind::Mixed, 3)] {
        exact_without_some(|samples| {
            let settings = BranchAndBoundSettings { search, first_nodes, ..settings(Order::DepthFirst) };
            BranchAndBound::new(samples, settings)
        });
    }
}

#[test]
fn threads_do_not_change_boxes() {
    for order in ORDERS {
        for (base, node_limit) in [(settings(order), None), (settings(order), Some(7)), (mixed(2, order), Some(9))] {
            let settings = BranchAndBoundSettings { node_limit, ..base };
            on_random_instances(60, |instance| {
                let price = || {
                    let mut pricer = BranchAndBound::new(instance.samples.clone(), settings.clone());
                    pricer.price(&instance.problems, &Limits::default()).unwrap()
                };
                let with = |threads| {
                    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                    pool.install(price)
                };
                prop_assert_eq!(with(1), with(2));
                Ok(())
            });
        }
    }
}
