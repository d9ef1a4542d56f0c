use std::fmt;
use std::str::FromStr;

use crate::{LpError, LpFactory, LpSolver};

/// The libraries that can stand behind [`LpSolver`]; each is an [`LpFactory`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Backend {
    /// HiGHS, a dual simplex in C++ (feature `highs`).
    Highs,
    /// microlp, a simplex in Rust (feature `microlp`).
    Microlp,
    /// minilp, the simplex that microlp grew from (feature `minilp`).
    Minilp,
}

impl Backend {
    /// Every backend there is, built in or not.
    pub const ALL: [Self; 3] = [Self::Highs, Self::Microlp, Self::Minilp];

    /// HiGHS where it is built in, else microlp.
    pub fn auto() -> Self {
        if Self::Highs.is_built() { Self::Highs } else { Self::Microlp }
    }

    /// The backends that are built in.
    pub fn built() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|backend| backend.is_built())
    }

    /// Whether this backend is built in.
    pub fn is_built(self) -> bool {
        match self {
            Self::Highs => cfg!(feature = "highs"),
            Self::Microlp => cfg!(feature = "microlp"),
            Self::Minilp => cfg!(feature = "minilp"),
        }
    }

    /// Its name, which is also the name of the feature that adds it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Highs => "highs",
            Self::Microlp => "microlp",
            Self::Minilp => "minilp",
        }
    }
}

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

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
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
