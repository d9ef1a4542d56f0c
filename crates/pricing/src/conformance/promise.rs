/// The promise of a pricer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Promise {
    /// It says nothing false. Its candidates are sorted, different, of admitted literals, length
    /// and cover, above the threshold, and of the gain that they state. No rule is above a bound,
    /// and this holds for the answer at a limit too, which comes soon. The answer depends on the
    /// question alone: not on what was asked before, nor on the number of threads.
    Honest,
    /// It says nothing false, but may answer one question in several ways, because it draws at
    /// random or the clock ends it.
    Varying,
    /// It is honest, finds a best rule of every problem that has a rule above the threshold, proves
    /// it, and says so by [`Pricer::may_prove`](rulegen_driver::Pricer::may_prove).
    Exact {
        /// The most that found gains and bounds may differ from the best gain. It does not apply
        /// where no rule is above the threshold: there the bound must prove that.
        tolerance: f64,
    },
}
