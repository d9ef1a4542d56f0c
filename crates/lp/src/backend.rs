//! The libraries that can stand behind [`LpSolver`](crate::LpSolver), one line each.

use std::fmt;

/// Passes the table of backends to another macro: variant, name and feature, and the function that
/// solves.
macro_rules! with_backends {
    ($then:ident) => {
        $then! {
            /// HiGHS, a dual simplex in C++ (feature `highs`).
            Highs, "highs", highs::Highs;
            /// microlp, a simplex in Rust (feature `microlp`).
            Microlp, "microlp", microlp::Microlp;
            /// minilp, the simplex that microlp grew from (feature `minilp`).
            Minilp, "minilp", minilp::Minilp;
        }
    };
}
pub(crate) use with_backends;

macro_rules! backends {
    ($($(#[doc = $about:literal])+ $variant:ident, $feature:tt, $module:ident::$solver:ident;)+) => {
        /// The libraries that can stand behind [`LpSolver`](crate::LpSolver); each is an
        /// [`LpFactory`](crate::LpFactory).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Backend {
            $($(#[doc = $about])+ $variant,)+
        }

        impl Backend {
            /// All backends, built in or not.
            pub const ALL: [Self; [$($feature),+].len()] = [$(Self::$variant),+];

            /// True if this backend is built in.
            pub fn is_built(self) -> bool {
                match self {
                    $(Self::$variant => cfg!(feature = $feature),)+
                }
            }

            /// Returns the name, which is also that of the feature that adds the backend.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $feature,)+
                }
            }
        }
    };
}

with_backends!(backends);

impl Backend {
    /// Returns HiGHS if it is built in, else microlp.
    pub fn auto() -> Self {
        if Self::Highs.is_built() { Self::Highs } else { Self::Microlp }
    }

    /// Returns the backends that are built in.
    pub fn built() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|backend| backend.is_built())
    }

    /// Returns all names, with commas between them.
    pub(crate) fn names() -> String {
        Self::ALL.map(Self::name).join(", ")
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
