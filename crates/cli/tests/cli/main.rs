//! The command line, through its binary.

mod bad_input;
mod bad_models;
mod blocks;
mod boolean;
mod codes;
mod columns;
mod compare;
mod dates;
mod determinism;
mod diff;
mod edit;
mod experiment;
mod experiment_folder;
mod explain;
mod fair;
mod forms_of_data;
mod front;
mod groups;
mod honesty;
mod ids;
mod interrupt;
mod limits;
mod messages;
mod missing;
mod must_have;
mod next_steps;
mod numbers;
mod output;
mod own_parts;
mod points;
mod proof;
mod real;
mod report;
mod targets;
mod threshold;
mod thresholds;
mod usage;
mod util;
mod whole_numbers;

/// The example, whose own tests run here: built as a test it would be no executable.
#[path = "../../examples/own_pricer_and_loss.rs"]
#[allow(dead_code)]
mod own_pricer_and_loss;
