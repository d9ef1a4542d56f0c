//! Certificates, checked on tiny data against lists of all rules.

mod every_rule;
mod instance;
mod one_by_one;
mod optimum;
mod scopes;
mod stopped;
