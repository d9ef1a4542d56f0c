/// What a pricer promises.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Promise {
    /// It says nothing false. Its candidates are sorted, different, of literals, a length and a cover that are admitted, above the threshold and
    /// of the gain that they state; no rule is above a bound.
    Honest,
    /// It is honest, finds a best rule of every problem that has a rule above the threshold, and proves it.
    Exact {
        /// How far found gains and bounds may be from the best gain. It is not allowed for where no rule is above the
        /// threshold: the bound must prove that.
        tolerance: f64,
    },
}
