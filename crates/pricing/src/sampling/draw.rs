//! Draws without replacement.

use rulegen_numeric::Random;

/// Draws about `count` places without replacement, with chances proportional to `weights` up to
/// certainty. Returns the places, ascending, with the chance that each had. If no more than `count`
/// weights are positive, all of these are drawn.
pub(super) fn draw(weights: &[f64], count: usize, random: &mut Random) -> Vec<(u32, f64)> {
    let rate = rate(weights, count);
    let mut places: Vec<u32> = (0..weights.len() as u32).filter(|&i| weights[i as usize] > 0.0).collect();
    // Systematic sampling: one random start and equal steps over the summed chances, in random
    // order. The number of draws is within one of its expectation.
    random.shuffle(&mut places);
    let mut next = random.unit();
    let mut sum = 0.0;
    let mut drawn = Vec::with_capacity(count + 1);
    for place in places {
        let chance = (rate * weights[place as usize]).min(1.0);
        sum += chance;
        if chance >= 1.0 || sum > next {
            drawn.push((place, chance));
        }
        while sum > next {
            next += 1.0;
        }
    }
    drawn.sort_unstable_by_key(|&(place, _)| place);
    drawn
}

/// Returns the `rate` at which the chances `min(1, rate * weight)` sum to `count`, or to the number
/// of positive weights.
fn rate(weights: &[f64], count: usize) -> f64 {
    let mut descending: Vec<f64> = weights.iter().copied().filter(|&w| w > 0.0).collect();
    if descending.len() <= count {
        return f64::INFINITY;
    }
    descending.sort_unstable_by(|a, b| b.total_cmp(a));
    let mut rest: f64 = descending.iter().sum();
    for (certain, weight) in descending[..count].iter().enumerate() {
        let rate = (count - certain) as f64 / rest;
        if rate * weight <= 1.0 {
            return rate;
        }
        rest -= weight;
    }
    // All draws but for rounding went to weights that dwarf the rest.
    1.0 / descending[count - 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_have_the_chances_that_they_report() {
        let weights: Vec<f64> = (0..40).map(|i| if i < 4 { 0.0 } else { f64::from(i * i) }).collect();
        let mut counts = [0.0; 40];
        let mut chances = [0.0; 40];
        const TIMES: u64 = 20_000;
        for stream in 0..TIMES {
            let drawn = draw(&weights, 12, &mut Random::new(7, stream));
            assert!(drawn.is_sorted_by_key(|&(place, _)| place));
            assert!((11..=13).contains(&drawn.len()), "{}", drawn.len());
            for (place, chance) in drawn {
                counts[place as usize] += 1.0 / TIMES as f64;
                chances[place as usize] = chance;
            }
        }
        assert!((chances.iter().sum::<f64>() - 12.0).abs() < 1e-9);
        assert!(chances.iter().zip(&counts).all(|(a, b)| (a - b).abs() < 0.02), "{chances:?} {counts:?}");
    }

    #[test]
    fn few_or_dominant_weights_are_certain() {
        let all = |weights: &[f64], count| draw(weights, count, &mut Random::new(0, 0));
        assert_eq!(all(&[0.0, 1.0, 0.5], 2), [(1, 1.0), (2, 1.0)]);
        assert!(all(&[1e300, 1e-300, 1e-300], 1).contains(&(0, 1.0)));
        assert_eq!(all(&[0.0; 3], 2), []);
    }
}
