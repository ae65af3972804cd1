//! Anybody can derive the program's dice again. Written values and a second, independent implementation pin the mapping
//! from the seed to the faces.

use proptest::prelude::*;
use wardiary_base::dice::{
    Die, Owner, Purpose, Request, RequestedDie,
    source::{DiceSource, Seed, SeededDice},
};

fn seed() -> Seed {
    "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f".parse().expect("64 digits")
}

fn die(sides: u8) -> Die {
    Die::new(sides).expect("a die")
}

/// Block number `counter` of the `ChaCha8` stream of a key, with stream number 0: sixteen words. Follows the
/// description of `ChaCha` (Bernstein 2008), with eight rounds and a 64-bit counter.
fn chacha8_block(key: [u8; 32], counter: u64) -> [u32; 16] {
    let mut start = [0u32; 16];
    start[..4].copy_from_slice(&[0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574]);
    for (word, bytes) in start[4..12].iter_mut().zip(key.chunks_exact(4)) {
        *word = u32::from_le_bytes(bytes.try_into().expect("four bytes"));
    }
    let [low, high] = [counter & 0xffff_ffff, counter >> 32].map(|half| u32::try_from(half).expect("32 bits"));
    (start[12], start[13]) = (low, high);
    let mut words = start;
    let mut quarter = |a: usize, b: usize, c: usize, d: usize| {
        for (x, y, z, turn) in [(a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)] {
            words[x] = words[x].wrapping_add(words[y]);
            words[z] = (words[z] ^ words[x]).rotate_left(turn);
        }
    };
    for _ in 0..4 {
        (0..4).for_each(|i| quarter(i, 4 + i, 8 + i, 12 + i));
        (0..4).for_each(|i| quarter(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4));
    }
    std::array::from_fn(|i| words[i].wrapping_add(start[i]))
}

/// The documented mapping from a seed and a serial number to a face.
fn derived(key: [u8; 32], serial: u64, sides: u8) -> u8 {
    let sides = u64::from(sides);
    let limit = (1u64 << 32) / sides * sides;
    let block = chacha8_block(key, serial);
    let word = block.iter().copied().find(|word| u64::from(*word) < limit).unwrap_or(block[15]);
    u8::try_from(u64::from(word) % sides + 1).expect("at most 100")
}

#[test]
fn faces_are_what_they_were() {
    // Never change these values: a change here changes the dice of every save.
    let table: [(u8, [u8; 20]); 4] = [
        (6, [5, 3, 5, 2, 5, 2, 6, 4, 2, 6, 3, 6, 4, 1, 4, 1, 5, 6, 2, 1]),
        (8, [1, 7, 3, 2, 1, 6, 4, 8, 8, 6, 7, 8, 2, 5, 8, 3, 5, 6, 6, 5]),
        (10, [7, 5, 1, 2, 7, 8, 10, 10, 6, 8, 3, 10, 10, 9, 4, 5, 7, 6, 10, 9]),
        (20, [17, 15, 11, 2, 17, 18, 20, 20, 16, 18, 3, 20, 10, 9, 4, 15, 17, 6, 10, 9]),
    ];
    for (sides, faces) in table {
        let found: Vec<u8> = (0..20).map(|serial| seed().face(serial, die(sides))).collect();
        assert_eq!(found, faces, "D{sides}");
    }
}

#[test]
fn the_independent_way_is_chacha8() {
    // The first words of the stream of the zero key: test vectors of the ChaCha8 draft (TC1, 256-bit key).
    let block = chacha8_block([0; 32], 0);
    let bytes: Vec<u8> = block.iter().flat_map(|word| word.to_le_bytes()).take(16).collect();
    assert_eq!(bytes, [0x3e, 0x00, 0xef, 0x2f, 0x89, 0x5f, 0x40, 0xd6, 0x7f, 0x5b, 0xb8, 0xe8, 0x1f, 0x09, 0xa5, 0xa1]);
}

proptest! {
    #[test]
    fn faces_can_be_derived_again(key in any::<[u8; 32]>(), serial in any::<u64>(), sides in 2u8..=100) {
        let digits = key.iter().fold(String::new(), |digits, byte| format!("{digits}{byte:02x}"));
        let seed: Seed = digits.parse().expect("64 digits");
        for serial in [serial, serial % 1000] {
            prop_assert_eq!(seed.face(serial, die(sides)), derived(key, serial, sides));
        }
    }

    /// A request gets the next serial numbers, independent of earlier requests.
    #[test]
    fn dice_are_numbered_one_by_one(first in 0u64..1_000_000, count in 1usize..40) {
        let mut dice = SeededDice { seed: seed(), next: first };
        let request = Request { purpose: Purpose::Sum, dice: vec![RequestedDie::plain(Owner(7), die(10)); count] };
        let fall = dice.roll(&request).expect("the program has dice enough");
        let alone: Vec<u8> = (first..).take(count).map(|serial| seed().face(serial, die(10))).collect();
        prop_assert_eq!(fall.faces, alone);
        prop_assert_eq!(dice.next, first + count as u64);
    }
}

#[test]
fn every_face_comes_as_often() {
    // Chi-squared over 12,000 dice of one seed: one seed in a million exceeds the bound.
    for (sides, bound) in [(6u8, 35.9), (8, 40.5), (10, 45.1), (20, 64.7)] {
        let mut counts = vec![0u32; usize::from(sides)];
        for serial in 0..12_000 {
            counts[usize::from(seed().face(serial, die(sides)) - 1)] += 1;
        }
        let expected = 12_000.0 / f64::from(sides);
        let chi: f64 = counts.iter().map(|n| (f64::from(*n) - expected).powi(2) / expected).sum();
        assert!(chi < bound, "D{sides}: {counts:?}, chi-squared {chi:.1}");
    }
}

#[test]
fn a_seed_is_read_as_it_is_written() {
    assert_eq!(seed().to_string().parse(), Ok(seed()));
    assert_eq!("c0ffee".parse::<Seed>().expect("short").to_string(), format!("{:0>64}", "c0ffee"));
    for wrong in ["", "xyz", "é", &"0".repeat(65)] {
        assert!(wrong.parse::<Seed>().is_err(), "{wrong}");
    }
}
