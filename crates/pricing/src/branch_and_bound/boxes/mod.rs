//! The search by boxes (RMA: Kagawa and Eckstein; MATH.md 5).
//!
//! A node holds for every axis the bins that its rules may cover, and those that they all do. Classes
//! of rows that no rule of the node tells apart are covered together or not at all, so
//!
//! ```text
//! gain(rule of the node) <= sum over classes of max(0, net gain)  -  fixed  -  per_literal * length
//! ```
//!
//! where `length` counts the literals that all its rules have. A second bound counts what further
//! literals can remove of the negative gain (`profits`). What has one outcome is decided at once: bins
//! become one where no best rule ends between them, and join the inner box where all rules cover them.
//!
//! Measured against enumeration on deciles without a length limit, one thread, seconds by the
//! clock on a busy machine (nodes); the last row's searches were not timed side by side:
//!
//! | duals | enumeration | boxes | mixed |
//! |---|---|---|---|
//! | transfusion, RUG, last | 0.011 (2,453) | 0.010 (1,158) | 0.013 |
//! | heart, RUG, late | 0.29 (33,734) | 1.91 (42,972) | 0.28 |
//! | heart, Boolean C = 15, last | 0.97 (137,492) | 2.4 (70,261) | 1.9 |
//! | wdbc, RUG, round 15 | 0.24 (3,254) | 3.8 (11,978) | 0.40 |
//! | ionosphere, Boolean, round 15 | not in 40 | 32.6 (228,783) | 15.2 |
//! | ionosphere, Boolean, round 19 | 118 (6.6 million) | 23.6 (245,955) | 11.9 |
//!
//! Enumeration opens a node in a third of the time, and its bound on literals prunes as well on RUG's
//! duals. Under a limit of 4 or 6 literals it won on both problems tried, 3 to 24 times faster. On
//! ionosphere's Boolean duals classes prune far better. Hence the mixture: some nodes by enumeration
//! first, then boxes, then more of each in turn: on the last Boolean duals of ilpd (C = 15) enumeration ends after
//! 1.8 million nodes, 8 s of one thread, and boxes are far from it after 12 s (779,050 nodes).

mod axis;
mod branch;
mod node;
mod options;
mod price;
mod profits;
mod search;

pub(super) use search::search_boxes;
