//! Orders given before, in the order line.

use wardiary_app::parts::Recalled;

#[test]
fn what_begins_as_the_draft_comes_first_and_the_draft_comes_back() {
    let lines = || ["pass", "note two", "scrud A v B", "note one"].map(String::from).to_vec();
    let mut recalled = Recalled::of("No", lines()).expect("two begin so");
    assert_eq!((recalled.line(), recalled.place().as_str()), ("note two", "1 of 2 ordered earlier"));
    recalled.go_back();
    recalled.go_back();
    assert_eq!(recalled.line(), "note one");
    assert!(recalled.go_on() && !recalled.go_on());
    assert_eq!(recalled.draft(), "No");
    assert_eq!(Recalled::of("volley", lines()).expect("all there are").line(), "pass");
    assert!(Recalled::of("", Vec::new()).is_none());
}
