//! The memory of the machine.

use sysinfo::System;

/// The bytes of memory that this process may use: those of the machine, or of its control group or
/// resource limit if these are fewer. None if the system does not say.
pub(crate) fn usable_memory() -> Option<u64> {
    let mut system = System::new();
    system.refresh_memory();
    let of_group = system.cgroup_limits().map(|limits| limits.total_memory);
    let known = [Some(system.total_memory()), of_group, address_space()];
    known.into_iter().flatten().filter(|&bytes| bytes > 0).min()
}

/// The most bytes that one table may need: four fifths of the usable memory.
pub fn most_for_a_table() -> Option<u64> {
    usable_memory().map(|bytes| bytes / 5 * 4)
}

/// Half of the address space that the process may have (`ulimit -v`), because stacks, libraries and
/// the reserves of allocators are in it too.
fn address_space() -> Option<u64> {
    #[cfg(unix)]
    {
        use nix::sys::resource::{RLIM_INFINITY, Resource, getrlimit};
        let (soft, _) = getrlimit(Resource::RLIMIT_AS).ok()?;
        (soft != RLIM_INFINITY).then_some(soft / 2)
    }
    #[cfg(not(unix))]
    None
}

#[cfg(test)]
mod tests {
    #[test]
    fn there_is_memory() {
        assert!(super::usable_memory().is_none_or(|bytes| bytes > 64 << 20));
    }
}
