//! A drawn buffer as lines of text.

use ratatui::buffer::Buffer;
use wardiary_view::screenshot::buffer_lines;

#[test]
fn decorations_are_omitted_in_line_mode() {
    for (row, wanted) in [
        ("│ a corps     3/4 │", "a corps  3/4"),
        ("┌─ Forces ────────┐", "Forces"),
        ("████▌", ""),
        ("lost ▐████ 3 of 16", "lost  3 of 16"),
    ] {
        assert_eq!(buffer_lines(&Buffer::with_lines([row])), [wanted], "{row}");
    }
}
