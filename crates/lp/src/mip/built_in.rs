//! The solvers of mixed-integer programs that are built in, by name.

use std::str::FromStr;

use super::branch_and_bound::BranchAndBound;
use super::solver::CheckedEngine;
use super::{MipBackend, MipSolver};
use crate::LpError;

const OWN: &str = "branch-and-bound-";

impl MipBackend {
    /// Creates the solver.
    ///
    /// # Errors
    /// [`LpError::MipNotBuilt`] if it is not built in.
    pub fn create(self) -> Result<Box<dyn MipSolver>, LpError> {
        match self {
            #[cfg(feature = "highs")]
            Self::Highs => Ok(Box::new(CheckedEngine(crate::highs::HighsMip))),
            #[cfg(feature = "cbc")]
            Self::Cbc => Ok(Box::new(CheckedEngine(super::cbc::Cbc))),
            Self::BranchAndBound(backend) if backend.is_built() => {
                Ok(Box::new(CheckedEngine(BranchAndBound { backend, name: self.name() })))
            }
            #[allow(unreachable_patterns)]
            absent => Err(LpError::MipNotBuilt { backend: absent, feature: absent.feature() }),
        }
    }
}

/// Parses a name, or `auto` for [`MipBackend::auto`]. The name `branch-and-bound-auto` stands for
/// our own branch and bound over [`Backend::auto`](crate::Backend::auto).
impl FromStr for MipBackend {
    type Err = LpError;

    fn from_str(name: &str) -> Result<Self, LpError> {
        let unknown = || LpError::UnknownMipBackend { name: name.to_owned() };
        match name {
            "auto" => Ok(Self::auto()),
            "highs" => Ok(Self::Highs),
            "cbc" => Ok(Self::Cbc),
            _ => {
                let backend = name.strip_prefix(OWN).ok_or_else(unknown)?;
                backend.parse().map(Self::BranchAndBound).map_err(|_| unknown())
            }
        }
    }
}
