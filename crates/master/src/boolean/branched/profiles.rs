//! The numbers of rules of each length that fit into a complexity together.

use crate::boolean::settings::OVERSPENT;

/// The most profiles that are listed. With more of them, their rows outweigh those of rules.
const MOST: usize = 2000;

/// The largest numbers of rules of each length that fit into a complexity (docs/MATH.md 6).
///
/// A profile `v` has `v_l` places for rules of `l` literals. A rule also fits into the place of a
/// longer one. So of all profiles only those are listed of which no other has as many places of
/// every length and above.
#[derive(Clone, Debug)]
pub(super) struct Profiles {
    /// The places for rules of each length, from 1 on.
    pub(super) places: Vec<Vec<f64>>,
}

impl Profiles {
    /// Lists the profiles of rules of the given sizes, ascending and positive, within `budget`.
    /// Returns `None` if there are too many of them.
    pub(super) fn new(sizes: &[f64], budget: f64) -> Option<Self> {
        let mut all = vec![(Vec::new(), budget + OVERSPENT)];
        for (length, size) in sizes.iter().enumerate().rev() {
            let mut longer = Vec::new();
            for (places, left) in all {
                let most = (left / size).floor().max(0.0);
                if most >= MOST as f64 {
                    return None;
                }
                // The shortest rules take all that is left.
                let least = if length == 0 { most as usize } else { 0 };
                for number in least..=most as usize {
                    let with = [number as f64].into_iter().chain(places.iter().copied()).collect();
                    longer.push((with, left - number as f64 * size));
                }
                if longer.len() > MOST {
                    return None;
                }
            }
            all = longer;
        }
        let mut places: Vec<Vec<f64>> = Vec::new();
        for (profile, _) in all {
            if places.iter().any(|known| holds(known, &profile)) {
                continue;
            }
            places.retain(|known| !holds(&profile, known));
            places.push(profile);
        }
        Some(Profiles { places })
    }

    /// Returns the most that the places of a profile cost at these prices, which do not fall with
    /// the length.
    pub(super) fn cost(&self, prices: &[f64]) -> f64 {
        let of_profile = |places: &Vec<f64>| places.iter().zip(prices).map(|(n, price)| n * price).sum();
        self.places.iter().map(of_profile).fold(0.0, f64::max)
    }

    /// Raises prices as far as neither their cost nor their order changes, those of the longest
    /// rules first. At higher prices fewer rules gain, which saves a search most where rules are
    /// long. Prices do not fall with the length.
    pub(super) fn raise(&self, prices: &mut [f64]) {
        let most = self.cost(prices);
        for length in (0..prices.len()).rev() {
            let cost = |places: &Vec<f64>| places.iter().zip(&*prices).map(|(n, price)| n * price).sum::<f64>();
            let room = |places: &Vec<f64>| (most - cost(places)) / places[length];
            let rooms = self.places.iter().filter(|places| places[length] > 0.0).map(room);
            let price = prices[length] + rooms.fold(f64::INFINITY, f64::min).max(0.0);
            let next = prices.get(length + 1).copied().unwrap_or(most);
            prices[length] = price.min(next).max(prices[length]);
        }
    }
}

/// True if the rules of profile `b` fit into the places of `a`.
fn holds(a: &[f64], b: &[f64]) -> bool {
    let mut more = 0.0;
    a.iter().zip(b).rev().all(|(a, b)| {
        more += a - b;
        more >= 0.0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(sizes: &[f64], budget: f64) -> Vec<Vec<f64>> {
        let mut places = Profiles::new(sizes, budget).unwrap().places;
        places.sort_by(|a, b| b.partial_cmp(a).unwrap());
        places
    }

    #[test]
    fn profiles_of_the_sizes_of_the_paper() {
        assert_eq!(sorted(&[2.0, 3.0, 4.0], 5.0), [[1.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
        let of_15 = [
            [6.0, 1.0, 0.0],
            [3.0, 3.0, 0.0],
            [4.0, 1.0, 1.0],
            [2.0, 1.0, 2.0],
            [1.0, 3.0, 1.0],
            [0.0, 5.0, 0.0],
            [0.0, 1.0, 3.0],
        ];
        let found = sorted(&[2.0, 3.0, 4.0], 15.0);
        assert!(found.iter().all(|profile| of_15.iter().any(|known| known[..] == profile[..])), "{found:?}");
        assert!(found.contains(&vec![0.0, 1.0, 3.0]) && found.contains(&vec![0.0, 5.0, 0.0]));
        assert_eq!(sorted(&[2.0, 3.0], 1.0), [[0.0, 0.0]]);
    }

    #[test]
    fn every_set_of_rules_within_the_budget_fits_into_a_profile() {
        for budget in [0.0, 2.0, 5.0, 9.0, 15.0, 15.5] {
            let sizes = [2.0, 3.0, 4.0];
            let profiles = Profiles::new(&sizes, budget).unwrap();
            for set in (0..512).map(|at| [at % 8, at / 8 % 8, at / 64].map(|n| n as f64)) {
                let size: f64 = set.iter().zip(sizes).map(|(n, size)| n * size).sum();
                let fits = profiles.places.iter().any(|places| holds(places, &set));
                assert_eq!(fits, size <= budget, "{set:?} {budget}");
            }
        }
    }

    #[test]
    fn raised_prices_cost_no_more() {
        let profiles = Profiles::new(&[2.0, 3.0, 4.0, 5.0, 6.0, 7.0], 15.0).unwrap();
        // Three rules of three conditions, or two of them and one of six.
        let mut prices = vec![0.0, 0.0, 4.0, 4.0, 4.0, 4.0];
        profiles.raise(&mut prices);
        assert_eq!(prices, [0.0, 0.0, 4.0, 4.0, 4.0, 4.0]);
        for mut prices in [vec![1.0, 2.0, 3.0, 3.0, 3.0, 3.0], vec![0.5; 6], vec![0.0, 3.0, 3.0, 3.5, 3.5, 4.0]] {
            let (before, cost) = (prices.clone(), profiles.cost(&prices));
            profiles.raise(&mut prices);
            assert!((profiles.cost(&prices) - cost).abs() < 1e-9, "{before:?} {prices:?}");
            assert!(prices.iter().zip(&before).all(|(after, before)| after >= before), "{before:?} {prices:?}");
            assert!(prices.is_sorted(), "{prices:?}");
            assert!(prices[5] > before[5], "{before:?} {prices:?}");
        }
    }

    #[test]
    fn too_many_are_refused() {
        assert!(Profiles::new(&[0.001, 0.002], 15.0).is_none());
    }
}
