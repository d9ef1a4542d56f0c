use std::fmt;

use crate::Backend;

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
    /// Our own small branch and bound over an LP solver.
    BranchAndBound(Backend),
}

impl MipBackend {
    /// All solvers, built in or not.
    pub const ALL: [Self; 2 + Backend::ALL.len()] = {
        let mut all = [Self::Highs; 2 + Backend::ALL.len()];
        all[1] = Self::Cbc;
        let mut at = 0;
        while at < Backend::ALL.len() {
            all[2 + at] = Self::BranchAndBound(Backend::ALL[at]);
            at += 1;
        }
        all
    };

    /// Returns HiGHS if it is built in, else our own branch and bound over microlp.
    pub fn auto() -> Self {
        if Self::Highs.is_built() { Self::Highs } else { Self::BranchAndBound(Backend::Microlp) }
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
            Self::BranchAndBound(backend) => backend.is_built(),
        }
    }

    /// Returns the name: `highs`, `cbc`, or `branch-and-bound-` with the name of the LP backend.
    pub fn name(self) -> &'static str {
        match self {
            Self::Highs => "highs",
            Self::Cbc => "cbc",
            Self::BranchAndBound(backend) => backend.branch_and_bound(),
        }
    }

    /// Returns the cargo feature that adds the solver.
    pub fn feature(self) -> &'static str {
        match self {
            Self::Highs => "highs",
            Self::Cbc => "cbc",
            Self::BranchAndBound(backend) => backend.name(),
        }
    }
}

impl fmt::Display for MipBackend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
