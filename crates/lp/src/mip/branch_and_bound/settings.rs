//! What relaxations are solved with.

use crate::Backend;

#[derive(Clone, Copy, Debug)]
pub(in crate::mip) struct BranchAndBound {
    pub(in crate::mip) backend: Backend,
    pub(in crate::mip) name: &'static str,
}
