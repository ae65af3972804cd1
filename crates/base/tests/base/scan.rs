//! The outline of a document, parts of which may be missing.

use wardiary_base::document::{
    SourcePosition, after_value, find_list, has_field, position_of_path, read_document_end, value_end,
};

#[test]
fn the_list_is_found_behind_strings_and_comments() {
    let text = "(title: \"diary: [\", /* diary: [ */ a: (diary: [1]), // diary: [\n diary : [\nEntry";
    let at = find_list(text, "diary").expect("it is there").after_bracket;
    assert_eq!(&text[at..], "\nEntry");
    assert_eq!(find_list("(a: [1])", "diary"), None);
}

#[test]
fn a_field_is_found_at_the_outermost_level_only_and_in_half_a_text() {
    assert!(has_field("(a: (muster: 1), // muster: 2\n muster: (", "muster"));
    assert!(!has_field("(a: (muster: 1), b: \"muster: 1\", muster", "muster"));
}

#[test]
fn a_value_ends_with_its_brackets() {
    let ends = |text: &str| value_end(text).map(|at| text[at..].to_string());
    assert_eq!(ends("Head(3), // back").as_deref(), Some(", // back"));
    assert_eq!(ends("Note(text: \")\"), x").as_deref(), Some(", x"));
    assert_eq!(ends("Head(3"), None);
    assert_eq!(ends("Note(text: \"a\\"), None);
    assert_eq!(ends("])"), None);
}

#[test]
fn closers_go_and_comments_stay() {
    let kept = |text| read_document_end(text, &["records", "last"]).ok().map(|found| found.comments);
    assert_eq!(kept("\n] , // ])\n) /* ) */").as_deref(), Some("\n  // ])\n /* ) */"));
    assert_eq!(kept("]) Head(1)"), None);
    let whole = "], records: 12, last: \"9f\")";
    for at in 0..=whole.len() {
        assert!(read_document_end(&whole[..at], &["records", "last"]).is_ok(), "{}", &whole[..at]);
    }
    let found = read_document_end(whole, &["records", "last"]).expect("it closes");
    assert_eq!(found.brackets, 2);
    assert_eq!(found.fields, [("records", "12"), ("last", "\"9f\"")].map(|(a, b)| (a.into(), b.into())));
    assert_eq!(read_document_end("], more: 1)", &["records"]).map_err(|before| before.brackets), Err(1));
    assert_eq!(
        [after_value(" , // x"), after_value(" // ,"), after_value("])"), after_value(", x")].map(|b| b as u8),
        [0, 1, 2, 2]
    );
}

#[test]
fn a_path_leads_to_its_place() {
    let text = "(muster: (\n units: [\n  (id: 1),\n  (id: 2, stack: 9),\n ]))";
    let path: Vec<String> = ["muster", "units", "1", "stack"].map(String::from).into();
    assert_eq!(position_of_path(text, &path), SourcePosition { line: 4, column: 11 });
    assert_eq!(position_of_path(text, &["nowhere".into()]), SourcePosition { line: 1, column: 1 });
}
