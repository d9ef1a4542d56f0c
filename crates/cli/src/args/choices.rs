//! Flags with a few words as values.

macro_rules! choices {
    ($name:ident { $($(#[$variant_doc:meta])* $variant:ident),* $(,)? }) => {
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
        pub(crate) enum $name { $($(#[$variant_doc])* $variant),* }
    };
}
pub(super) use choices;
