//! Text for the clipboard.

use wardiary_app::parts::within;

#[test]
fn what_is_too_long_is_cut_between_characters() {
    let lines = ["ä".repeat(4), "b".into()];
    assert_eq!(within(&lines, 100), ("ääää\nb\n".into(), 0));
    assert_eq!(within(&lines, 5), ("ää".into(), 7));
    assert_eq!(within(&lines, 0), (String::new(), 11));
}
