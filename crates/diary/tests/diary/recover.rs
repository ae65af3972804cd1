//! Saves made from the readable parts of a damaged file.

use wardiary_base::dice::source::Seed;
use wardiary_diary::diary::{
    file::{load, recover},
    seal::Secret,
    watch::Watch,
};

/// For any damage, recovery returns a correctly sealed save or says why it can't.
#[test]
fn recovery_makes_a_save_or_gives_a_reason() {
    let whole =
        std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/golden/sealed-2.ron")).expect("it is there");
    let whole = whole.as_slice();
    let secret = Secret::from("1914".to_string());
    let seed: Seed = "1914".parse().expect("a seed");
    let body = whole.windows(8).position(|bytes| bytes == b"diary: [").expect("a diary");
    let (mut made, mut refused) = (0, 0);
    for round in 0..600u32 {
        let chance = seed.nonce(round);
        let number = |at: usize| usize::from(u16::from_le_bytes([chance[at], chance[at + 1]]));
        // Mostly below the header.
        let from = if round % 8 == 0 { 0 } else { body };
        let place = |at: usize| from + number(at) % (whole.len() - from);
        let (one, two) = (place(0).min(place(2)), place(0).max(place(2)));
        let mut bytes = whole.to_vec();
        match round % 5 {
            0 => bytes.truncate(one),
            1 => drop(bytes.drain(one..two)),
            2 => bytes[one..two.min(one + 40)].fill(chance[4]),
            3 => bytes[one] = chance[5],
            _ => bytes.splice(one..one, whole[one..two].to_vec()).for_each(drop),
        }
        match recover(&bytes, None, secret, Watch::none()) {
            Err(error) => {
                assert!(!error.problems.is_empty());
                refused += 1;
            }
            Ok(recovered) => {
                let loaded = load(recovered.text.as_bytes()).unwrap_or_else(|e| panic!("{round}: {:?}", e.problems));
                assert!(loaded.notices.is_empty(), "{round}: {:?}", loaded.notices);
                assert_eq!(loaded.diary.entries().len(), recovered.entries, "{round}");
                let all = recovered.lost.is_empty();
                assert!(!all || recovered.entries == 8 || round % 5 == 3, "{round}: nothing is said of what is gone");
                made += 1;
            }
        }
    }
    assert!(made > 400 && refused > 5, "{made} {refused}");
    let whole = recover(whole, None, secret, Watch::none()).expect("nothing is wrong with it");
    assert!(whole.lost.is_empty(), "{:?}", whole.lost);
}

/// Where records seem to begin within records that never end, the lines after them are still found, after a number of
/// readings that does not grow with their number.
#[test]
fn records_within_records_are_not_read_again_and_again() {
    let whole = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/golden/sealed-2.ron"));
    let whole = whole.expect("it is there");
    let body = whole.find("diary: [").expect("a diary") + "diary: [\n".len();
    let secret = Secret::from("1914".to_string());
    for begin in ["Batch([", "Batch(r#\"", "Batch([Entry(no:1,", "Entry(r#\"", "Batch([\n"] {
        let damaged = format!("{}{}\n{}", &whole[..body], begin.repeat(30_000), &whole[body..]);
        let recovered = recover(damaged.as_bytes(), None, secret, Watch::none()).expect("the header can be read");
        assert_eq!(recovered.entries, 8, "{begin}");
        assert!(!recovered.lost.is_empty(), "{begin}");
    }
}
