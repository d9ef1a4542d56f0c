/// The limit that ended some work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Limit {
    /// The deadline passed.
    #[error("the time limit was reached")]
    Time,
    /// The user asked to stop.
    #[error("interrupted")]
    Interrupt,
}
