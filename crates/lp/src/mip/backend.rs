use std::fmt;

/// The solvers of mixed-integer programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MipBackend {
    /// HiGHS (feature `highs`).
    Highs,
    /// COIN-OR CBC (feature `cbc`, on Unix). CBC has global state and is not thread-safe, so every
    /// solve runs in a child process of its own. Several threads may solve at once.
    ///
    /// **It deserves less trust than the others.** Of some 300,000 small random programs, CBC 2.10
    /// as Debian builds it ended its process on 8, by an assertion in
    /// `OsiClpSolverInterface::crunch()`. The program is then solved again without cuts, heuristics
    /// and strong branching, and a second failure is an error. Its preprocessing, which called
    /// wrong points optimal, is used only for programs like that of pricing.
    Cbc,
    /// microlp (feature `microlp`). Integers have 32 bits: a search goes no further.
    Microlp,
}

impl MipBackend {
    /// All solvers, built in or not.
    pub const ALL: [Self; 3] = [Self::Highs, Self::Cbc, Self::Microlp];

    /// Returns HiGHS if it is built in, else microlp.
    pub fn auto() -> Self {
        if Self::Highs.is_built() { Self::Highs } else { Self::Microlp }
    }

    /// Returns the solvers that are built in.
    pub fn built() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|backend| backend.is_built())
    }

    /// True if this solver is built in.
    pub fn is_built(self) -> bool {
        match self {
            Self::Highs => cfg!(feature = "highs"),
            Self::Cbc => cfg!(feature = "cbc"),
            Self::Microlp => cfg!(feature = "microlp"),
        }
    }

    /// Returns the name, which is also that of the cargo feature that adds the solver.
    pub fn name(self) -> &'static str {
        match self {
            Self::Highs => "highs",
            Self::Cbc => "cbc",
            Self::Microlp => "microlp",
        }
    }
}

impl fmt::Display for MipBackend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
