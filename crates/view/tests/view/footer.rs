//! The message above the footer.

use ratatui::{buffer::Buffer, layout::Rect, widgets::Widget};
use wardiary_view::{
    Glyphs, Look, Theme,
    footer::{StatusLine, StatusLinePane, StatusTone},
};

#[test]
fn status_lines_fit_or_end_in_an_ellipsis() {
    let theme = Theme::default();
    let look = Look::new(&theme, &Glyphs::UNICODE);
    let frame = Rect::new(0, 0, 80, 24);
    for (words, is_cut) in [(30, false), (60, true)] {
        let said = StatusLine { text: "halted ".repeat(words), tone: StatusTone::Outcome };
        let mut buf = Buffer::empty(frame);
        StatusLinePane { look, line: &said }.render(frame, &mut buf);
        let drawn: String = buf.content.iter().map(ratatui::buffer::Cell::symbol).collect();
        assert_eq!(drawn.matches("halted").count() < words, is_cut, "{drawn}");
        assert_eq!(drawn.contains('…'), is_cut, "{drawn}");
    }
}
