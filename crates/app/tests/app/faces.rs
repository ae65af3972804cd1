//! Typing the faces of a request.

use proptest::prelude::*;
use wardiary_app::parts::Faces;
use wardiary_base::dice::{Die, Owner, Purpose, Request, RequestedDie};

fn dice(kinds: &[u8]) -> Faces {
    let die = |sides: &u8| RequestedDie::plain(Owner(1), Die::new(*sides).expect("a die"));
    Faces::new(Request { purpose: Purpose::Scrud, dice: kinds.iter().map(die).collect() })
}

/// The dice after these keys, `_` for a blank one: `<` and `>` move, `b` erases.
fn after(kinds: &[u8], keys: &str) -> (String, Option<String>) {
    let mut faces = dice(kinds);
    for key in keys.chars() {
        match key {
            '<' => faces.move_by(-1),
            '>' => faces.move_by(1),
            ' ' => faces.type_space(),
            'b' => faces.erase(),
            digit => faces.type_digit(digit),
        }
    }
    let shown = faces.texts().map(|face| if face.is_empty() { "_".into() } else { face });
    (shown.collect::<Vec<_>>().join(" "), faces.fault.clone())
}

#[test]
fn typed_faces_are_shown_on_the_dice() {
    for (kinds, keys, shows, said) in [
        (&[6, 6, 6][..], "652", "6 5 2", ""),
        (&[6, 6, 6], "6 5 2", "6 5 2", ""),
        (&[6, 6, 6], "6  2", "6 2 _", ""),
        (&[6, 6, 6], " 6 2", "6 2 _", ""),
        (&[6, 6, 6], "6521", "6 5 2", "3 dice are entered: the extra 1 is ignored"),
        (&[6, 6, 6], "652b4", "6 5 4", ""),
        (&[6, 6, 6], "652<<3", "6 3 2", ""),
        (&[6, 6, 6], "652<<34", "6 3 2", "3 dice are entered: the extra 4 is ignored"),
        (&[6, 6, 6], ">5<<64", "6 5 4", ""),
        (&[6, 6], "67", "6 _", "a d6 has no 7"),
        (&[20, 20], "1 2 ", "1 2", ""),
        (&[20, 20], "1520", "15 20", ""),
        (&[20, 20], "15 20", "15 20", ""),
        (&[20, 6], "7 6", "7 6", ""),
        // Movement wraps around.
        (&[6, 6, 6], "<4", "_ _ 4", ""),
        (&[6, 6, 6], ">>>4", "4 _ _", ""),
        (&[6, 6, 6], ">>45", "_ _ 4", "the last die is entered, but 2 dice before it are still blank"),
        (&[6], "bb", "_", ""),
        (&[6, 6], "65bbb", "_ _", ""),
    ] {
        let (shown, fault) = after(kinds, keys);
        assert_eq!(shown, shows, "{keys}");
        assert!(fault.as_deref().unwrap_or_default().contains(said), "{keys}: {fault:?}");
        assert_eq!(fault.is_none(), said.is_empty(), "{keys}: {fault:?}");
    }
}

#[test]
fn blanks_and_typed_faces_are_asked_about_once() {
    let mut faces = dice(&[6, 6, 6]);
    faces.type_digit('5');
    assert!(!faces.confirm_finish());
    assert_eq!(faces.fault.as_deref(), Some("2 blank: press again to let the program roll them"));
    assert!(faces.confirm_finish(), "asked for twice");
    faces.type_digit('4');
    assert!(!faces.confirm_finish(), "a key between asks again");
    assert!(!faces.confirm_cancel(), "the answer to one question is none to another");
    assert!(!faces.confirm_finish());
    faces.type_digit('3');
    assert!(faces.confirm_finish(), "nothing is blank");
}

proptest! {
    /// Digits and spaces alone never change a face: the dice show the first faces typed.
    #[test]
    fn no_digit_is_laid_over_another(keys in "[1-6 ]{0,20}", count in 1..8usize) {
        let mut faces = dice(&vec![6; count]);
        let mut before: Vec<String> = faces.texts().collect();
        for key in keys.chars() {
            if key == ' ' { faces.type_space() } else { faces.type_digit(key) }
            let now: Vec<String> = faces.texts().collect();
            let changed = before.iter().zip(&now).filter(|(was, is)| was != is).collect::<Vec<_>>();
            prop_assert!(changed.iter().all(|(was, _)| was.is_empty()) && changed.len() <= 1, "{before:?} {now:?}");
            if key != ' ' {
                prop_assert_eq!(changed.is_empty(), faces.fault.is_some());
            }
            before = now;
        }
    }
}
