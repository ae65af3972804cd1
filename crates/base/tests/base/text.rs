//! Text from outside.

use regex_syntax::hir::{Class, HirKind};
use wardiary_base::text::{
    FORMULA_STARTS, NameFault, display_name, escape_cell, excerpt, name_fault,
    name_match::{normalized_name, position_named},
    nearest, nearest_by, sanitize, sanitize_char, unescape_cell, with_article,
};

#[test]
fn words_have_their_article() {
    let words = ["general", "armoured car", "Outright"];
    assert_eq!(words.map(with_article), ["a general", "an armoured car", "an Outright"]);
}

/// Text that skips segmentation is shown as it is, and so is the same text before a character that needs segmentation.
#[test]
fn plain_text_is_shown_as_it_is() {
    let plain = [' '..='~', '\u{c0}'..='\u{24f}', '\u{2010}'..='\u{2015}', '\u{2018}'..='\u{201f}', '…'..='…'];
    for c in plain.into_iter().flatten() {
        for text in [format!("{c}"), format!("a{c}{c}b"), format!("{c}é…"), format!("ß–{c}")] {
            let slow = format!("{text}中");
            assert_eq!((sanitize(&text), sanitize(&slow)), (text, slow), "{c:?}");
        }
    }
}

#[test]
fn invisible_characters_are_removed_from_names_and_refused_in_new_ones() {
    for c in "\u{2800}\u{34f}\u{fe0f}\u{fe00}\u{3164}\u{ffa0}\u{115f}\u{180b}\u{e0100}\u{ad}\u{200b}\u{200d}\u{2060}\u{e0041}\u{1d173}\u{feff}\u{202e}".chars() {
        for name in [format!("1st{c}Guards"), format!("{c}Guards"), format!("Guards{c}"), format!("中{c}"), format!("1{c}")] {
            assert_eq!(name_fault(&name), Some(NameFault::Unshowable(c)), "{name:?}");
            assert_eq!(display_name(&name), name.replace(c, "▫"), "{name:?}");
        }
    }
    // A joiner between letters, a lone variation selector, tags without their flag or their end tag.
    for name in ["a\u{200d}b", "😀\u{200d}", "\u{200d}😀", "\u{1f3f4}\u{e0067}", "😀\u{e0067}\u{e007f}", "😀\u{34f}"]
    {
        assert!(name_fault(name).is_some() && display_name(name).contains('▫'), "{name:?}");
    }
}

#[test]
fn emoji_keep_what_they_need() {
    let family = "👨🏻\u{200d}👩🏻\u{200d}👧🏻\u{200d}👦🏻";
    let england = "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}";
    let names = [
        family,
        england,
        "👩\u{200d}🚀",
        "❤\u{fe0f}\u{200d}🔥",
        "🏴\u{200d}☠\u{fe0f}",
        "1\u{fe0f}\u{20e3}",
        "🇩🇪",
        "👍🏽",
        "⚔\u{fe0f} Guards",
        "Jäger",
        "Ёлка",
        "近衛",
        "e\u{301}\u{302}\u{303}\u{304}",
    ];
    for name in names {
        assert_eq!((name_fault(name), display_name(name).as_str()), (None, name));
    }
    let piled = format!("😀{}", "\u{301}".repeat(9));
    assert_eq!(name_fault(&piled), Some(NameFault::Marks));
    assert_eq!(name_fault(&format!("a{}", "\u{301}".repeat(5))), Some(NameFault::Marks));
}

/// Follows Unicode's own list of the property: every character with it is shown as a square.
#[test]
fn all_characters_with_the_property_show_as_a_square() {
    let parsed = regex_syntax::parse(r"\p{Default_Ignorable_Code_Point}").map(regex_syntax::hir::Hir::into_kind);
    let Ok(HirKind::Class(Class::Unicode(class))) = parsed else { panic!("a property of Unicode") };
    let all = class.ranges().iter().flat_map(|range| range.start()..=range.end());
    let many = all.inspect(|c| assert_eq!(sanitize_char(*c), '▫')).count();
    assert!(many > 4_000, "{many}");
}

#[test]
fn no_cell_begins_a_formula_and_each_is_read_back() {
    let texts = [
        "=1+1",
        "+4 Guards",
        "-",
        "@SUM(A1)",
        "\tx",
        " =x",
        "'=x",
        "''=x",
        "'",
        "''",
        "'tis",
        "1st Guards",
        "",
        "＝x",
        "' =x",
    ];
    for text in texts {
        let cell = escape_cell(text);
        assert!(!cell.trim_start_matches(' ').starts_with(FORMULA_STARTS), "{text:?}: {cell:?}");
        assert_eq!(unescape_cell(&cell), text);
    }
    assert_eq!(["'tis", "1st Guards"].map(escape_cell), ["'tis", "1st Guards"]);
}

/// A word that is too long to be similar is not compared: the cost of a suggestion is linear in its length.
#[test]
fn a_suggestion_for_a_long_word_costs_little() {
    let known: Vec<String> = (0..50).map(|at| format!("{at} Guards of the Emperor")).collect();
    let cells = |found: &str| {
        let mut cells = 0;
        nearest_by(found, known.iter().map(String::as_str), |a, b| {
            cells += a.len() * b.len();
            usize::MAX
        });
        cells
    };
    assert!(cells("7 Gards of the Emperor") > 0);
    for length in [100, 1_000, 1_000_000] {
        assert_eq!(cells(&"x".repeat(length)), 0, "{length}");
    }
    for (found, near) in [("drak", Some("dark")), ("DARK", Some("dark")), ("d", None), ("darkness", None), ("", None)] {
        assert_eq!(nearest(found, ["light", "dark"]), near, "{found}");
    }
}

#[test]
fn an_excerpt_has_200_characters() {
    for (text, wanted) in [
        ("short\u{1b}".to_string(), "short␛".to_string()),
        ("é".repeat(200), "é".repeat(200)),
        ("é".repeat(201), "é".repeat(199) + "…"),
    ] {
        assert_eq!(excerpt(&text), wanted);
    }
}

#[test]
fn a_name_is_found_as_people_type_it() {
    let names = ["Ścinawa", "Elan", "Élan", "Piré’s", "élan vital", "Aš", "Aş", "Łódź", "Straße", "Ǿresund", "Mo▫re"];
    for (typed, found) in [
        ("Ścinawa", Some(0)),
        ("scinawa", Some(0)),
        ("elan", Some(1)),
        ("ELAN", Some(1)),
        ("élan", Some(2)),
        ("E\u{301}LAN", Some(2)),
        ("Pire's", Some(3)),
        ("Elan Vital", Some(4)),
        ("Lodz", Some(7)),
        ("STRASSE", Some(8)),
        ("oresund", Some(9)),
        // The sign that replaced an invisible letter need not be typed.
        ("more", Some(10)),
        // It could be either, is only a beginning, or is none.
        ("as", None),
        ("Scin", None),
        ("Ela", None),
        ("", None),
    ] {
        assert_eq!(position_named(names.into_iter(), typed), found, "{typed}");
    }
    for (name, normalized) in [(" \u{a0}a\u{2009}b ", "a b"), ("E\u{301}", "É"), ("a\nb", "a\nb"), ("x\n", "x\n")] {
        assert_eq!(normalized_name(name), normalized);
    }
}
