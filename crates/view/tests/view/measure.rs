//! Text cut to columns.

use proptest::prelude::*;
use std::collections::BTreeSet;
use unicode_width::UnicodeWidthStr;
use wardiary_view::{
    Glyphs,
    measure::{self, cut, first_that_fits, without_shared_words, wrap, wrap_in_two_lines},
};

proptest! {
    /// No line is too long, and nothing but blanks is lost.
    #[test]
    fn a_text_is_wrapped_between_words(text in "[a-z,.;()' é-]{0,80}", columns in 1usize..30) {
        let lines = wrap(&text, columns);
        prop_assert!(lines.iter().all(|line| line.width() <= columns), "{lines:?}");
        let letters = |text: &str| text.split_whitespace().collect::<String>();
        prop_assert_eq!(letters(&lines.concat()), letters(&text));
    }

    #[test]
    fn a_name_takes_no_more_columns_than_there_are(name in "[A-Z0-9a-zé漢( ).'-]{0,40}", columns in 0usize..40) {
        prop_assert!(measure::cut_name(&name, columns, &Glyphs::UNICODE).width() <= columns);
    }
}

#[test]
fn shared_words_of_names_are_omitted() {
    let cut = |names: &[&'static str]| without_shared_words(names);
    assert_eq!(cut(&["37th Brigade", "73rd Brigade"]), ["37th", "73rd"]);
    assert_eq!(cut(&["Prussian Brigade Steinmetz", "Prussian Brigade Pirch"]), ["Steinmetz", "Pirch"]);
    assert_eq!(cut(&["1 Swords", "1 Stabbers"]), ["Swords", "Stabbers"]);
    assert_eq!(cut(&["1 Swords", "2 Swords"]), ["1", "2"]);
    assert_eq!(cut(&["Old Guard", "Old Guard"]), ["Old", "Old"]);
    assert_eq!(cut(&["6th (Inniskilling) Dragoons", "", "2nd Dragoons"]), ["6th (Inniskilling)", "", "2nd"]);
    assert_eq!(cut(&["Old Guard"]), ["Old Guard"]);
}

#[test]
fn cuts_fall_after_words_and_never_in_numbers() {
    let cut = |text: &str, columns| cut(text, columns, &Glyphs::UNICODE);
    assert_eq!(cut("all four of the brigades", 20), "all four of the…");
    assert_eq!(cut("all four of the brigades", 16), "all four of the…");
    assert_eq!(cut("won by French, a narrow victory", 18), "won by French, a…");
    assert_eq!(cut("won by French, a narrow victory", 23), "won by French, a…");
    assert_eq!(cut("scrud \"XX Corps\" v Russians", 20), "scrud \"XX Corps\" v…");
    assert_eq!(cut("they suffered 1 defeat: 1 demoted", 28), "they suffered 1 defeat: 1…");
    assert_eq!(cut("I Corps (d'Erlon)", 13), "I Corps…");
    assert_eq!(cut("won by French, a rout (nobody is left)", 33), "won by French, a rout (nobody is…");
    assert_eq!(cut("6th (Inniskilling) Dragoons", 12), "6th (Innisk…");
    assert_eq!(cut("to the front", 7), "to the…");
    assert_eq!(cut("General de Castelnau", 14), "General de…");
    assert_eq!(cut("The ford at Bischofsburg", 7), "The…");
    assert_eq!(cut("The ford at Bischofsburg", 8), "The for…");
    assert_eq!(cut("33rd Regiment", 9), "33rd…");
    assert_eq!(cut("no loss 48.32%", 11), "no loss…");
    assert_eq!(cut("lost 1234", 8), "lost…");
    assert_eq!(cut("x1234", 4), "x…");
    assert_eq!(cut("1234", 3), "…");
    assert_eq!(cut("two words", 9), "two words");
}

#[test]
fn the_shortest_variant_is_cut_last() {
    let told = ["over: won by French, a rout".to_string(), "won by French".to_string()];
    let fits = |columns| first_that_fits(&told, columns, &Glyphs::UNICODE);
    assert_eq!(
        [27, 26, 13, 12].map(fits),
        ["over: won by French, a rout", "won by French", "won by French", "won by…"]
    );
}

#[test]
fn names_too_long_for_a_line_go_on_in_a_second() {
    let two = |texts: &[(&str, usize)]| wrap_in_two_lines(texts, &Glyphs::UNICODE);
    let pair = |first: &str, rest: &str| (first.to_string(), rest.to_string());
    assert_eq!(two(&[("1 Swords", 8), ("Foot", 8)]), None);
    let found = two(&[("6th (Inniskilling)", 8), ("2nd", 8)]);
    assert_eq!(found, Some(vec![pair("6th", "(Innis.)"), pair("2nd", "")]));
    let found = two(&[("Landwehr regiment A", 9), ("Landwehr regiment B", 9)]);
    assert_eq!(found, Some(vec![pair("Landwehr", "regim. A"), pair("Landwehr", "regim. B")]));
    let alike = ["Landwehr regiment Aachen north", "Landwehr regiment Minden north"].map(|name| (name, 9));
    assert_eq!(two(&alike), None, "they would look the same");
}

#[test]
fn words_of_names_are_abbreviated_and_those_in_the_middle_left_out() {
    for (name, columns, shown) in [
        ("6th (Inniskilling) Dragoons", 27, "6th (Inniskilling) Dragoons"),
        ("6th (Inniskilling) Dragoons", 22, "6th (Inniskil.) Drag."),
        ("6th (Inniskilling) Dragoons", 17, "6th (Inn.) Drag."),
        ("6th (Inniskilling) Dragoons", 12, "6th…Dragoons"),
        ("III Corps (Vandamme)", 17, "III Corps (Vand.)"),
        ("33rd Regiment", 10, "33rd Reg."),
        ("Ligne légère 12345", 18, "Ligne légère 12345"),
        ("95th (Rifle) Regiment of Foot 1. Battalion", 18, "95th…Foot 1. Batt."),
        ("95th (Rifle) Regiment of Foot 2. Battalion", 18, "95th…Foot 2. Batt."),
        ("Prussian Brigade Steinmetz", 12, "Pruss.…Ste."),
        ("Anglo-Allied I Corps", 13, "Angl. I Corps"),
        ("Prussian II Corps (Pirch)", 15, "Prus. II…(Pir.)"),
        ("12345678", 5, "…"),
        ("漢字漢字", 4, "漢…"),
        ("Foot", 0, ""),
    ] {
        assert_eq!(measure::cut_name(name, columns, &Glyphs::UNICODE), shown, "{name} in {columns}");
    }
}

#[test]
fn names_that_differ_at_their_ends_alone_look_different() {
    let generals = ["Steinmetz", "Pirch", "Jagow", "Tippelskirchen"];
    for columns in 10..32 {
        let short = |name| measure::cut_name(&format!("Prussian Brigade von {name}"), columns, &Glyphs::UNICODE);
        let looks: BTreeSet<String> = generals.iter().map(short).collect();
        assert_eq!(looks.len(), generals.len(), "{columns}: {looks:?}");
    }
}
