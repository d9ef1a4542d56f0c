//! The solvers that are built in, by name.

use std::str::FromStr;

use crate::{Backend, LpError, LpFactory, LpSolver};

impl LpFactory for Backend {
    fn name(&self) -> &str {
        Self::name(*self)
    }

    fn create(&self) -> Result<Box<dyn LpSolver>, LpError> {
        match *self {
            #[cfg(feature = "highs")]
            Self::Highs => Ok(Box::new(crate::highs::Highs::default())),
            #[cfg(feature = "microlp")]
            Self::Microlp => Ok(Box::new(crate::microlp::Microlp::default())),
            #[cfg(feature = "minilp")]
            Self::Minilp => Ok(Box::new(crate::minilp::Minilp)),
            #[allow(unreachable_patterns)]
            absent => Err(LpError::NotBuilt { backend: absent, feature: Self::name(absent) }),
        }
    }
}

/// Reads a name, or `auto` for [`Backend::auto`].
impl FromStr for Backend {
    type Err = LpError;

    fn from_str(name: &str) -> Result<Self, LpError> {
        if name == "auto" {
            return Ok(Self::auto());
        }
        Self::ALL
            .into_iter()
            .find(|backend| backend.name() == name)
            .ok_or_else(|| LpError::UnknownBackend { name: name.to_owned() })
    }
}
