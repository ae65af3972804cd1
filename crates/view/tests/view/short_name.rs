//! Names shortened to a few columns.

use wardiary_view::{
    Glyphs,
    measure::{self, shorten_name, shorten_place_name},
};

#[test]
fn names_are_shortened_to_what_tells_them_apart() {
    for (name, columns, shown) in [
        ("Highlanders", 7, "Highlan"),
        ("1st Fusiliers", 7, "1 Fusil"),
        ("2nd Fusiliers", 7, "2 Fusil"),
        ("Horsemen of the North", 7, "Hor Nor"),
        ("Horsemen of the South", 7, "Hor Sth"),
        ("Camp", 7, "Camp"),
        ("Red Banner", 7, "Red Ban"),
        ("Green Banner", 7, "Grn Ban"),
        ("Blue Foot", 7, "Blue Ft"),
        ("Village Guard", 7, "Vil Grd"),
        ("6th (Inniskilling) Dragoons", 11, "6 Innis Drg"),
        ("6th (Inniskilling) Dragoons", 7, "6 Dragn"),
        ("Riflemen of the Wells", 15, "Riflemen Wells"),
        ("37th Brigade", 6, "37 Brg"),
        ("1st Brigade", 7, "1 Brigd"),
        ("1st Crown Horse", 7, "1 Horse"),
        ("The chapel", 6, "chapel"),
        ("Tel Amara", 6, "Tel Am"),
        ("A Battery", 7, "A Battr"),
        ("Sheikh’s house", 8, "Shek hou"),
        ("the", 2, "th"),
        ("—", 0, ""),
    ] {
        assert_eq!(shorten_name(name, columns), shown, "{name}");
    }
}

#[test]
fn a_name_that_is_cut_keeps_its_apostrophe() {
    assert_eq!(shorten_place_name("Sheikh's house", 10, &Glyphs::UNICODE), "Sheikh's…");
    assert_eq!(shorten_place_name("Sheikh’s house", 10, &Glyphs::UNICODE), "Sheikh’s…");
}

#[test]
fn no_name_takes_more_columns_than_there_are() {
    let names = [
        "",
        "a",
        "6th (Inniskilling) Dragoons",
        "第一騎兵隊 of the 北",
        "a b c d e f g",
        "1st 2nd 3rd",
        "…",
        "Sainte-Odile",
    ];
    for name in names {
        for columns in 0..30 {
            assert!(measure::width(&shorten_name(name, columns)) <= columns, "{name} in {columns}");
        }
    }
}
