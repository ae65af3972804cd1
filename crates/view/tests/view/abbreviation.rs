//! Words of names, abbreviated.

use std::collections::BTreeMap;
use unicode_width::UnicodeWidthStr;
use wardiary_view::measure::abbreviation::{Shortened, abbreviated};

fn short(name: &str, columns: usize) -> Option<String> {
    abbreviated(name, columns, &BTreeMap::new(), Shortened::All)
}

#[test]
fn words_are_shortened_and_numbers_are_not() {
    let told = |name, columns| short(name, columns).unwrap_or_default();
    assert_eq!(told("6th (Inniskilling) Dragoons", 27), "6th (Inniskilling) Dragoons");
    assert_eq!(told("6th (Inniskilling) Dragoons", 22), "6th (Innisk.) Drag.");
    assert_eq!(told("6th (Inniskilling) Dragoons", 17), "6th (Inni.) Drag.");
    assert_eq!(told("III Corps (Vandamme)", 17), "III Corps (Vand.)");
    assert_eq!(told("33rd Regiment", 10), "33rd Regi.");
    assert_eq!(told("Ligne légère 12345", 18), "Ligne légère 12345");
    assert_eq!([short("12345678", 5), short("6th Dragoons", 6), short("漢字漢字", 4)], [const { None }; 3]);
    assert_eq!(told("", 0), "");
}

#[test]
fn what_neighbours_share_is_shortened_first_or_alone() {
    let times = BTreeMap::from([("Prussian", 2), ("Brigade", 2), ("Steinmetz", 1)]);
    let short = |columns, which| abbreviated("Prussian Brigade Steinmetz", columns, &times, which);
    assert_eq!(short(21, Shortened::All).as_deref(), Some("Prus. Brig. Steinmetz"));
    assert_eq!(short(16, Shortened::All).as_deref(), Some("Pru. Bri. Stein."));
    assert_eq!(short(21, Shortened::Shared), short(21, Shortened::All));
    assert_eq!(short(16, Shortened::Shared), None);
}

#[test]
fn no_more_columns_are_taken_than_there_are() {
    let names = [
        "6th (Inniskilling) Dragoons",
        "1st Division (d'Erlon)",
        "Anglo-Allied Reserve",
        "a b c",
        "(((",
        "e\u{301}toile Ney",
    ];
    for (columns, name) in (0..40).flat_map(|columns| names.map(|name| (columns, name))) {
        assert!(short(name, columns).is_none_or(|short| short.width() <= columns), "{name} in {columns}");
    }
}
