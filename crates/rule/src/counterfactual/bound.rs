//! Bounds that end parts of the search which cannot contain a change.

use super::instance::{ColumnTests, Instance};

/// The decision on a column so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// It keeps the cell of the row.
    Kept,
    /// It may change.
    Open,
    /// It changes, to a cell that is not chosen yet.
    Changes,
    /// It changes to the cell of this code.
    Set(u16),
}

/// The possible states of a rule.
enum Fate {
    /// It does not cover the row, whatever else changes.
    Dead,
    /// It covers the row unless one of its columns changes.
    Covers,
    /// It covers the row if this many of its columns change.
    Needs(usize),
}

/// The part of all votes that bounds how much two sums of votes in different orders, here and in a
/// prediction, may differ. It is far more than they do.
const ROUNDING: f64 = 1e-9;

impl Instance<'_> {
    /// False if no choice of cells, for the columns that change and for at most `open` more
    /// columns, leads to a class that is asked for.
    pub(super) fn is_possible(&self, states: &[State], open: usize) -> bool {
        let fates: Vec<Fate> = self.rules.iter().map(|rule| self.fate(rule, states, open)).collect();
        self.may_fall_back(&fates, states, open) || self.candidates().any(|to| self.may_win(to, &fates, states, open))
    }

    /// Returns the classes that votes may give.
    fn candidates(&self) -> impl Iterator<Item = u32> + '_ {
        // The first class wins if only rules without weight cover the row, even if no rule votes
        // for it.
        let first = (!self.predictor.voted.contains(&0)).then_some(0);
        first.into_iter().chain(self.predictor.voted.iter().copied()).filter(|&class| self.wants(class))
    }

    fn fate(&self, rule: &[ColumnTests], states: &[State], open: usize) -> Fate {
        let (mut needs, mut needs_open) = (0, 0);
        for on in rule {
            match states[on.column] {
                State::Set(code) if on.holds[code as usize] => {}
                State::Set(_) => return Fate::Dead,
                _ if on.now => {}
                State::Kept => return Fate::Dead,
                State::Open | State::Changes if !on.then.contains(&true) => return Fate::Dead,
                State::Open => (needs, needs_open) = (needs + 1, needs_open + 1),
                State::Changes => needs += 1,
            }
        }
        match needs {
            _ if needs_open > open => Fate::Dead,
            0 => Fate::Covers,
            needs => Fate::Needs(needs),
        }
    }

    /// True if it is possible that no rule covers the row and the fallback leads to a class that is
    /// asked for.
    fn may_fall_back(&self, fates: &[Fate], states: &[State], open: usize) -> bool {
        if self.predictor.cut.is_some() {
            return false;
        }
        let fallback = self.predictor.fallback.iter().map(|(_, class)| *class);
        if !fallback.chain([self.predictor.otherwise]).any(|class| self.wants(class)) {
            return false;
        }
        // Rules without a common column each need a change of their own.
        let (mut taken, mut needed) = (vec![false; states.len()], 0);
        for (rule, _) in self.rules.iter().zip(fates).filter(|(_, fate)| matches!(fate, Fate::Covers)) {
            let breaks = |on: &&ColumnTests| is_undecided(states[on.column], open) && on.then.contains(&false);
            let breakers: Vec<usize> = rule.iter().filter(breaks).map(|on| on.column).collect();
            let free = breakers.iter().any(|&column| states[column] == State::Changes);
            if breakers.is_empty() {
                return false;
            }
            if !free && breakers.iter().all(|&column| !taken[column]) {
                breakers.iter().for_each(|&column| taken[column] = true);
                needed += 1;
            }
        }
        needed <= open
    }

    /// True if the votes may make `to` the class.
    fn may_win(&self, to: u32, fates: &[Fate], states: &[State], open: usize) -> bool {
        let votes = &self.predictor.votes;
        let voted = &self.predictor.voted;
        let helps = |(rule, fate): (&crate::predict::Vote, &Fate)| {
            let weighs = voted[rule.slot] == to && rule.weight > 0.0;
            !matches!(fate, Fate::Dead) && (weighs || (to == 0 && rule.weight == 0.0))
        };
        let total: f64 = votes.iter().map(|vote| vote.weight).sum();
        if let Some(cut) = self.predictor.cut {
            let least = cut.least_lead(to);
            // Slots are classes.
            return self.lead(to, 1 - to as usize, fates, states, open) >= least - ROUNDING * (total + least.abs());
        }
        votes.iter().zip(fates).any(helps)
            && (0..voted.len())
                .filter(|&rival| voted[rival] != to)
                .all(|rival| self.lead(to, rival, fates, states, open) >= -ROUNDING * total)
    }

    /// Returns an upper bound on the lead of `to`: its votes minus those for the class of slot
    /// `rival`.
    ///
    /// A rule that covers the row stops doing so as soon as one of its columns changes, so each
    /// column counts its whole weight. A rule that needs changes of several columns covers the row
    /// only if all of them change, so each column counts a part of its weight.
    fn lead(&self, to: u32, rival: usize, fates: &[Fate], states: &[State], open: usize) -> f64 {
        let mut lead = 0.0;
        let mut gains: Vec<Vec<f64>> = self.cells.iter().map(|cells| vec![0.0; cells.len()]).collect();
        for ((vote, rule), fate) in self.predictor.votes.iter().zip(&self.rules).zip(fates) {
            let (ours, theirs) = (self.predictor.voted[vote.slot] == to, vote.slot == rival);
            let mut gain = |on: &ColumnTests, holds: bool, gain: f64| {
                let cells = gains[on.column].iter_mut().zip(&on.then);
                cells.filter(|(_, then)| **then == holds).for_each(|(cell, _)| *cell += gain);
            };
            let undecided = |on: &&ColumnTests| is_undecided(states[on.column], open);
            match fate {
                Fate::Covers if ours => lead += vote.weight,
                Fate::Covers if theirs => {
                    lead -= vote.weight;
                    rule.iter().filter(undecided).for_each(|on| gain(on, false, vote.weight));
                }
                Fate::Needs(columns) if ours => {
                    let missing = rule.iter().filter(undecided).filter(|on| !on.now);
                    missing.for_each(|on| gain(on, true, vote.weight / *columns as f64));
                }
                _ => {}
            }
        }
        let mut may_change = Vec::new();
        for (gains, state) in gains.iter().zip(states) {
            let most = gains.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            match state {
                State::Changes => lead += most,
                State::Open if most > 0.0 => may_change.push(most),
                _ => {}
            }
        }
        may_change.sort_unstable_by(|a, b| b.total_cmp(a));
        lead + may_change.iter().take(open).sum::<f64>()
    }
}

/// True if a column may still change to a cell that is not chosen yet.
fn is_undecided(state: State, open: usize) -> bool {
    state == State::Changes || (state == State::Open && open > 0)
}
