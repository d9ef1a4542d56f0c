//! The LP backend of the branch and bound, and the name that goes with it.

use crate::Backend;

#[derive(Clone, Copy, Debug)]
pub(in crate::mip) struct BranchAndBound {
    pub(in crate::mip) backend: Backend,
    pub(in crate::mip) name: &'static str,
}
