//! Text for the clipboard.

use wardiary_app::parts::join_within;

#[test]
fn long_text_is_cut_between_characters() {
    let lines = ["ä".repeat(4), "b".into()];
    assert_eq!(join_within(&lines, 100), ("ääää\nb\n".into(), 0));
    assert_eq!(join_within(&lines, 5), ("ää".into(), 7));
    assert_eq!(join_within(&lines, 0), (String::new(), 11));
}
