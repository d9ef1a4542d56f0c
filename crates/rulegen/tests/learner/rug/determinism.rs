//! Models are the same from run to run, whatever the number of threads.

use crate::rug::data::{ALL, fit};
use rulegen::{Method, Parameters};

#[test]
fn models_do_not_depend_on_threads() {
    for (name, _) in ALL {
        for parameters in [
            Parameters::of(Method::Rug),
            Parameters { all_nodes: true, max_iterations: Some(4), ..Parameters::of(Method::Rug) },
        ] {
            let model = |threads| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                pool.install(|| fit(name, parameters.clone()).0.model.to_json())
            };
            let first = model(1);
            for threads in [1, 2, 3] {
                assert!(model(threads) == first, "{name} differs at {threads} threads");
            }
        }
    }
}
