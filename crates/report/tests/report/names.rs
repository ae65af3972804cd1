//! Names in a sentence.

use wardiary_report::report::names::{count_in_words, list, number_in_words, ordinal, place, with_article};

#[test]
fn names_have_an_article_where_they_show_that_they_want_one() {
    for name in
        ["Germans", "1st Rifle Brigade", "8th Division (Lefol)", "Highlanders", "League", "Horsemen of the North"]
    {
        assert_eq!(with_article(name), format!("the {name}"));
    }
    for name in [
        "General Harcourt",
        "XX Corps",
        "Prussian I Corps (Zieten)",
        "Dusek's Rifles",
        "Marshal Odo",
        "The Buffs",
        "A Battery",
        "Red",
        "France",
        "<b>x</b>",
        "",
        "Hans",
    ] {
        assert_eq!(with_article(name), name);
    }
}

#[test]
fn places_stand_in_a_sentence() {
    for (name, told) in [
        ("The wells", "the wells"),
        ("Old fort", "the Old fort"),
        ("Stone bridge", "the Stone bridge"),
        ("Sheikh's house", "Sheikh's house"),
        ("Tel Amara", "Tel Amara"),
        ("Zariba", "Zariba"),
        ("", ""),
    ] {
        assert_eq!(place(name), told);
    }
}

#[test]
fn units_of_one_kind_are_drawn_together() {
    let names = |names: &[&str]| list(&names.iter().map(|name| (*name).to_string()).collect::<Vec<_>>());
    assert_eq!(names(&["1st Rifle Brigade"]), "the 1st Rifle Brigade");
    assert_eq!(
        names(&["1st Rifle Brigade", "2nd Rifle Brigade", "4th Rifle Brigade"]),
        "the 1st, 2nd and 4th Rifle Brigades"
    );
    assert_eq!(names(&["1st Foot", "2nd Foot", "General Ash"]), "the 1st and 2nd Foot and General Ash");
    assert_eq!(names(&["A", "A"]), "A and A");
}

#[test]
fn numbers_are_words_as_far_as_prose_has_them_so() {
    assert_eq!([0, 1, 12, 13].map(number_in_words), ["no", "one", "twelve", "13"]);
    assert_eq!([1, 3, 10, 11, 22].map(ordinal), ["first", "third", "tenth", "11th", "22nd"]);
    assert_eq!([1, 8].map(|n| count_in_words(n, "unit", "units")), ["one unit", "eight units"]);
}
