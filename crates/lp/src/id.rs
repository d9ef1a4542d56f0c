//! Indices as types of their own, so that a row never passes for a variable.

use std::fmt;

macro_rules! index_type {
    ($(#[$doc:meta])* $name:ident, $noun:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);

        impl $name {
            /// Creates the id of a position, counted from 0 in the order of adding.
            ///
            /// # Panics
            ///
            /// If the position exceeds `u32::MAX`.
            pub fn new(index: usize) -> Self {
                Self(u32::try_from(index).expect(concat!("more than u32::MAX ", $noun, "s")))
            }

            /// Returns the position, counted from 0 in the order of adding.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($noun, " {}"), self.0)
            }
        }
    };
}

index_type! {
    /// A variable of a linear program.
    VariableId, "variable"
}

index_type! {
    /// A row (constraint) of a linear program.
    RowId, "row"
}
