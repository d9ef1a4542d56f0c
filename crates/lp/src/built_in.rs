//! The solvers that are built in, by name.

use std::str::FromStr;

use crate::backend::with_backends;
use crate::{Backend, LpError, LpFactory, LpSolver};

macro_rules! factories {
    ($($(#[doc = $about:literal])+ $variant:ident, $feature:tt, $module:ident::$solver:ident;)+) => {
        impl LpFactory for Backend {
            fn name(&self) -> &str {
                Backend::name(*self)
            }

            fn create(&self) -> Result<Box<dyn LpSolver>, LpError> {
                match *self {
                    $(
                        #[cfg(feature = $feature)]
                        Self::$variant => Ok(Box::new(crate::$module::$solver::default())),
                        #[cfg(not(feature = $feature))]
                        Self::$variant => Err(LpError::NotBuilt { backend: *self, feature: $feature }),
                    )+
                }
            }
        }
    };
}

with_backends!(factories);

/// Parses a name, or `auto` for [`Backend::auto`].
impl FromStr for Backend {
    type Err = LpError;

    fn from_str(name: &str) -> Result<Self, LpError> {
        if name == "auto" {
            return Ok(Self::auto());
        }
        let known = Self::ALL.into_iter().find(|backend| backend.name() == name);
        known.ok_or_else(|| LpError::UnknownBackend { name: name.to_owned() })
    }
}
