//! Text cut to columns.

use proptest::prelude::*;
use std::collections::BTreeSet;
use unicode_width::UnicodeWidthStr;
use wardiary_view::{
    Glyphs,
    measure::{
        cut, cut_apart, cut_sentences_apart, first_that_fits, in_two_lines, without_shared_words, wrap, wrap_any,
    },
};

proptest! {
    /// The fast path wraps as the library does.
    #[test]
    fn a_plain_text_is_wrapped_as_any_is(text in "[a-z,.;()' -]{0,80}", columns in 1usize..30) {
        let one = text.split_whitespace().collect::<Vec<_>>().join(" ");
        prop_assert_eq!(wrap(&text, columns), wrap_any(&one, columns));
    }
}

#[test]
fn what_all_names_share_is_left_out() {
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
fn what_is_cut_ends_with_a_word_where_one_is_near_and_never_in_a_number() {
    let cut = |text: &str, columns| cut(text, columns, &Glyphs::UNICODE);
    assert_eq!(cut("all four of the brigades", 20), "all four…");
    assert_eq!(cut("all four of the brigades", 16), "all four…");
    assert_eq!(cut("won by French, a narrow victory", 18), "won by French…");
    assert_eq!(cut("won by French, a narrow victory", 23), "won by French…");
    assert_eq!(cut("scrud \"XX Corps\" v Russians", 20), "scrud \"XX Corps\"…");
    assert_eq!(cut("they suffered 1 defeat: 1 demoted", 28), "they suffered 1 defeat…");
    assert_eq!(cut("I Corps (d'Erlon)", 13), "I Corps…");
    assert_eq!(cut("won by French, a rout (nobody is left)", 33), "won by French, a rout…");
    assert_eq!(cut("6th (Inniskilling) Dragoons", 12), "6th…");
    assert_eq!(cut("to the front", 7), "to…");
    assert_eq!(cut("General de Castelnau", 14), "General…");
    assert_eq!(cut("The ford at Bischofsburg", 7), "The fo…");
    assert_eq!(cut("The ford at Bischofsburg", 8), "The for…");
    assert_eq!(cut("33rd Regiment", 9), "33rd…");
    assert_eq!(cut("no loss 48.32%", 11), "no loss…");
    assert_eq!(cut("lost 1234", 8), "lost…");
    assert_eq!(cut("x1234", 4), "x…");
    assert_eq!(cut("1234", 3), "12…");
    assert_eq!(cut("two words", 9), "two words");
}

#[test]
fn what_is_said_in_fewer_words_is_cut_last() {
    let told = ["over: won by French, a rout".to_string(), "won by French".to_string()];
    let fits = |columns| first_that_fits(&told, columns, &Glyphs::UNICODE);
    assert_eq!([27, 26, 13, 12].map(fits), ["over: won by French, a rout", "won by French", "won by French", "won…"]);
}

#[test]
fn names_too_long_for_a_line_go_on_in_a_second() {
    let two = |texts: &[(&str, usize)]| in_two_lines(texts, &Glyphs::UNICODE);
    let pair = |first: &str, rest: &str| (first.to_string(), rest.to_string());
    assert_eq!(two(&[("1 Swords", 8), ("Foot", 8)]), None);
    let found = two(&[("6th (Inniskilling)", 8), ("2nd", 8)]);
    assert_eq!(found, Some(vec![pair("6th", "(Innis.)"), pair("2nd", "")]));
    let found = two(&[("Landwehr regiment A", 9), ("Landwehr regiment B", 9)]);
    assert_eq!(found, Some(vec![pair("Landwehr", "regim. A"), pair("Landwehr", "regim. B")]));
    let alike = ["Landwehr regiment Aachen north", "Landwehr regiment Aachen south"].map(|name| (name, 9));
    assert_eq!(two(&alike), None, "they would look the same");
}

#[test]
fn names_that_begin_alike_are_cut_where_they_do() {
    let cut = |texts: &[(&str, usize)]| cut_apart(texts, &Glyphs::UNICODE);
    let allies = [("Anglo-Allied I Corps", 13), ("Anglo-Allied Reserve", 13)];
    assert_eq!(cut(&allies), ["Angl. I Corps", "Angl. Reserve"]);
    let foot = "95th (Rifle) Regiment of Foot";
    let battalions = [1, 2].map(|nth| format!("{foot} {nth}. Battalion"));
    let battalions = battalions.each_ref().map(|name| (&**name, 18));
    assert_eq!(cut(&battalions), ["95th…1. Battalion", "95th…2. Battalion"]);
    assert_eq!(cut(&battalions.map(|(name, _)| (name, 12))), ["95th…1. Bat.", "95th…2. Bat."]);
    assert_eq!(cut(&[("33rd Regiment", 9), ("52nd Regiment", 9)]), ["33rd Reg.", "52nd Reg."]);
    let side = [("Imperial Austrians", 12), ("Imperial Austrians 1. Corps", 12)];
    assert_eq!(cut(&side), ["Imper. Aust.", "…1. Corps"]);
    let regiments = ["Regiment Prince Emil", "Regiment Hohenau", "Regiment St. Veit"].map(|name| (name, 15));
    assert_eq!(cut(&regiments), ["…Prince Emil", "Regim. Hohenau", "Regim. St. Veit"]);
    // Equal names are cut alike; a name with enough room is kept whole.
    assert_eq!(cut(&[("Landwehr", 5), ("Landwehr", 5), ("Foot", 5)]), ["Land.", "Land.", "Foot"]);
    // Wide characters are never split.
    assert_eq!(cut(&[("漢字漢字 一", 6), ("漢字漢字 二", 6)]), ["…一", "…二"]);
    assert_eq!(cut(&[("Foot", 0), ("Horse", 1)]), ["", "…"]);
}

#[test]
fn names_that_differ_at_their_ends_alone_do_so_in_few_columns_too() {
    let generals =
        ["Steinmetz", "Pirch", "Jagow", "Tippelskirchen"].map(|name| format!("Prussian Brigade von {name} 1"));
    let cut = |columns| {
        let names = generals.each_ref().map(|name| (&**name, columns));
        cut_apart(&names, &Glyphs::UNICODE)
    };
    assert_eq!(cut(14), ["…Steinmetz 1", "…Pirch 1", "…Jagow 1", "…Tippelskir. 1"]);
    for columns in 5..32 {
        let names = cut(columns);
        let looks: BTreeSet<&String> = names.iter().collect();
        assert_eq!(looks.len(), names.len(), "{columns}: {names:?}");
        assert!(names.iter().all(|name| name.width() <= columns), "{columns}: {names:?}");
    }
}

#[test]
fn sentences_that_differ_look_so() {
    let met = |whom: &str| format!("II Corps (Reille) met {whom}");
    let whom = ["Prussian IV Corps", "Anglo-Allied I Corps", "Anglo-Allied Reserve", "Anglo-Allied Cavalry"];
    let met = whom.map(met);
    let met: Vec<(&str, usize)> = met.iter().map(|text| (&**text, 21)).collect();
    let cut = cut_sentences_apart(&met, &Glyphs::UNICODE);
    assert_eq!(cut, ["II…Prussian IV Corps", "II…Anglo-Allied I…", "II Corps…Reserve", "II Corps…Cavalry"]);
}
