//! The digest SHA-256 (FIPS 180-4).

/// Returns the first 32 bits of the fractional part of a root of each of the first primes: of the
/// square root, or of the cube root.
fn constants<const N: usize>(power: u32) -> [u32; N] {
    let is_prime = |n: &u128| (2..*n).take_while(|d| d * d <= *n).all(|d| !n.is_multiple_of(d));
    let mut primes = (2_u128..).filter(is_prime);
    std::array::from_fn(|_| {
        // The root of n 2^(32 power) is the root of n in units of 2^-32.
        let scaled = primes.next().unwrap_or(2) << (32 * power);
        let (mut low, mut high) = (0_u128, 1_u128 << 40);
        while high - low > 1 {
            let middle = (low + high) / 2;
            if middle.pow(power) <= scaled { low = middle } else { high = middle }
        }
        low as u32
    })
}

/// Returns the digest of some bytes in hexadecimal digits.
pub(crate) fn digest(bytes: &[u8]) -> String {
    let factors: [u32; 64] = constants(3);
    let mut state: [u32; 8] = constants(2);
    let padding = (119 - bytes.len() % 64) % 64;
    let end = bytes.len() / 64 * 64;
    let mut tail = bytes[end..].to_vec();
    tail.push(0x80);
    tail.extend(std::iter::repeat_n(0, padding));
    tail.extend((8 * bytes.len() as u64).to_be_bytes());
    for block in bytes[..end].chunks_exact(64).chain(tail.chunks_exact(64)) {
        compress(&mut state, block, &factors);
    }
    state.iter().map(|word| format!("{word:08x}")).collect()
}

fn compress(state: &mut [u32; 8], block: &[u8], factors: &[u32; 64]) {
    let mut words = [0_u32; 64];
    for (word, bytes) in words.iter_mut().zip(block.chunks_exact(4)) {
        *word = bytes.iter().fold(0, |word, &byte| word << 8 | u32::from(byte));
    }
    for t in 16..64 {
        let (a, b) = (words[t - 15], words[t - 2]);
        let small = a.rotate_right(7) ^ a.rotate_right(18) ^ a >> 3;
        let large = b.rotate_right(17) ^ b.rotate_right(19) ^ b >> 10;
        words[t] = words[t - 16].wrapping_add(small).wrapping_add(words[t - 7]).wrapping_add(large);
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    for (factor, word) in factors.iter().zip(words) {
        let mixed = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let chosen = e & f ^ !e & g;
        let first = h.wrapping_add(mixed).wrapping_add(chosen).wrapping_add(*factor).wrapping_add(word);
        let mixed = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let second = mixed.wrapping_add(a & b ^ a & c ^ b & c);
        (h, g, f, e, d, c, b, a) = (g, f, e, d.wrapping_add(first), c, b, a, first.wrapping_add(second));
    }
    for (word, more) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *word = word.wrapping_add(more);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_the_standard() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        let long = "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1";
        let million = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";
        assert_eq!(digest(b""), empty);
        assert_eq!(digest(b"abc"), abc);
        assert_eq!(digest(b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"), long);
        assert_eq!(digest(&[b'a'; 1_000_000]), million);
    }
}
