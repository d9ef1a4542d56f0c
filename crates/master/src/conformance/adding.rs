//! Checks of the counts that a master reports for candidates.

use super::subject::Subject;
use super::violation::Breach;
use rulegen_driver::{AddCounts, Candidate, PricingProblem};

/// Offers candidates twice, all with true claims. Returns the number of columns that were made.
pub(super) fn add(
    subject: &mut Subject<'_>,
    problems: &[PricingProblem],
    candidates: &[Candidate],
) -> Result<usize, Breach> {
    let first = counted(subject, problems, candidates)?;
    let again = counted(subject, problems, candidates)?;
    if again.new > 0 || again.known < first.new + first.known {
        return Err(Breach::Forgets { first, again });
    }
    Ok(first.new)
}

/// Adds candidates, and compares the counts that the master reports with its number of columns.
fn counted(
    subject: &mut Subject<'_>,
    problems: &[PricingProblem],
    candidates: &[Candidate],
) -> Result<AddCounts, Breach> {
    let before = subject.master.columns();
    let added = subject.master.add(problems, candidates).map_err(Breach::Failed)?;
    let columns = subject.master.columns();
    let offered = candidates.len();
    if added.new + added.known + added.rejected != offered || before + added.new != columns {
        return Err(Breach::Miscounts { added, offered, columns: [before, columns] });
    }
    Ok(added)
}
