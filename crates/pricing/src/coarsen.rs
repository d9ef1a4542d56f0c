//! Coarser bins.

/// Joins neighbouring bins between which none of `bounds` lies. Returns, for each old bin, its new
/// one, and last the number of new bins; at one of `bounds` that is its new bound too.
pub(crate) fn coarsen(bins: usize, bounds: impl IntoIterator<Item = usize>) -> Vec<u32> {
    let mut new_of = vec![0; bins + 1];
    bounds.into_iter().for_each(|bound| new_of[bound] = 1);
    (new_of[0], new_of[bins]) = (0, 1);
    let mut new = 0;
    for bound in &mut new_of {
        new += *bound;
        *bound = new;
    }
    new_of
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_between_two_bounds_are_one() {
        assert_eq!(coarsen(5, [2, 3, 2]), [0, 0, 1, 2, 2, 3]);
        assert_eq!(coarsen(2, [0, 2]), [0, 0, 1]);
    }
}
