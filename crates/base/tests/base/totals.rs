//! The totals and rolls of a rulebook's tables.

use wardiary_base::book::{TableRoll, Totals};

#[test]
fn totals_are_read_as_people_write_them() {
    let totals = |least, most| Ok(Totals { least, most });
    for text in ["2-4", "2..=4", "2 to 4", "2–4", " 2 - 4 "] {
        assert_eq!(text.parse(), totals(2, 4), "{text}");
    }
    assert_eq!("7".parse(), totals(7, 7));
    assert_eq!("-3".parse(), totals(-3, -3));
    assert_eq!("-3 to -1".parse(), totals(-3, -1));
    assert_eq!("-3--1".parse(), totals(-3, -1));
    for (least, most) in [(2, 4), (7, 7), (-3, -1), (-1, 2), (0, 0)] {
        assert_eq!(Totals { least, most }.to_string().parse(), totals(least, most));
    }
    assert_eq!("4-2".parse::<Totals>(), Err("totals go from the least to the most: \"2-4\"".into()));
    for text in ["", "-", "2-", "a", "2-4-6", "2,4", "é-1"] {
        assert!(text.parse::<Totals>().is_err(), "{text}");
    }
}

#[test]
fn rolls_are_read_as_they_are_written() {
    for text in ["2d6", "1d100", "1d6+1", "3d6-2"] {
        assert_eq!(text.parse::<TableRoll>().map(|roll| roll.to_string()), Ok(text.into()));
    }
    assert_eq!("d6 + 1".parse::<TableRoll>().map(|roll| roll.to_string()), Ok("1d6+1".into()));
    assert_eq!("3d6-2".parse::<TableRoll>().map(TableRoll::range), Ok(Totals { least: 1, most: 16 }));
    for text in ["", "2", "d", "2d6x", "0d6", "2d1", "2d6+", "2d6+-1", "2d6+9999"] {
        assert!(text.parse::<TableRoll>().is_err(), "{text}");
    }
}
