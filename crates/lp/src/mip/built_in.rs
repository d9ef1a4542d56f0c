//! The solvers of mixed-integer programs that are built in, by name.

use std::str::FromStr;

#[cfg(any(feature = "cbc", feature = "highs", feature = "microlp"))]
use super::solver::CheckedEngine;
use super::{MipBackend, MipSolver};
use crate::LpError;

impl MipBackend {
    /// Creates the solver.
    ///
    /// # Errors
    /// [`LpError::MipNotBuilt`] if it is not built in.
    pub fn create(self) -> Result<Box<dyn MipSolver>, LpError> {
        match self {
            #[cfg(feature = "highs")]
            Self::Highs => Ok(Box::new(CheckedEngine(super::highs::HighsMip))),
            #[cfg(feature = "cbc")]
            Self::Cbc => Ok(Box::new(CheckedEngine(super::cbc::Cbc))),
            #[cfg(feature = "microlp")]
            Self::Microlp => Ok(Box::new(CheckedEngine(super::microlp::MicrolpMip))),
            #[allow(unreachable_patterns)]
            absent => Err(LpError::MipNotBuilt { backend: absent }),
        }
    }
}

/// Parses a name, or `auto` for [`MipBackend::auto`].
impl FromStr for MipBackend {
    type Err = LpError;

    fn from_str(name: &str) -> Result<Self, LpError> {
        match name {
            "auto" => Ok(Self::auto()),
            _ => Self::ALL
                .into_iter()
                .find(|known| known.name() == name)
                .ok_or_else(|| LpError::UnknownMipBackend { name: name.to_owned() }),
        }
    }
}
