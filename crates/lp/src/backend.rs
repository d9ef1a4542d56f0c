use std::fmt;

/// The libraries that can stand behind [`LpSolver`](crate::LpSolver); each is an [`LpFactory`](crate::LpFactory).
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

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
