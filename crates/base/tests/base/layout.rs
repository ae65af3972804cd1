//! The layout of written documents.

use wardiary_base::document::{layout, to_lines};

/// On Windows, RON's own default is CRLF.
#[test]
fn lines_end_in_lf_on_every_system() {
    assert_eq!(layout(1).new_line, "\n");
    assert_eq!(to_lines(&vec![(1, 2)], 1), "[\n (1, 2),\n]");
}
