//! Orders given before, in the order line.

use wardiary_app::parts::HistoryCursor;

#[test]
fn history_offers_lines_with_the_prefix_first_and_restores_the_draft() {
    let lines = || ["pass", "note two", "scrud A v B", "note one"].map(String::from).to_vec();
    let mut recalled = HistoryCursor::of("No", lines()).expect("two begin so");
    assert_eq!((recalled.line(), recalled.position_text().as_str()), ("note two", "1 of 2 earlier orders"));
    recalled.older();
    recalled.older();
    assert_eq!(recalled.line(), "note one");
    assert!(recalled.newer() && !recalled.newer());
    assert_eq!(recalled.draft(), "No");
    assert_eq!(HistoryCursor::of("volley", lines()).expect("all there are").line(), "pass");
    assert!(HistoryCursor::of("", Vec::new()).is_none());
}
