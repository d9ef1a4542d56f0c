//! Three tasks share a budget of time. Each gets an equal part of the time left, so the first,
//! which ends early, leaves most of its part to the others.

use rulegen_limits::{Limit, Limits};
use std::time::{Duration, Instant};

fn main() {
    let limits = Limits::default().within(Some(Duration::from_millis(30)));
    for (sharing, name, most) in [(3, "first", 1_000), (2, "second", u64::MAX), (1, "third", u64::MAX)] {
        let own = limits.part(sharing);
        let (start, mut steps) = (Instant::now(), 0u64);
        while own.reached().is_none() && steps < most {
            steps += 1;
        }
        println!("{name}: {steps} steps in {:.0?}", start.elapsed());
    }
    assert_eq!(limits.reached(), Some(Limit::Time));
}

#[test]
fn it_runs() {
    main();
}
