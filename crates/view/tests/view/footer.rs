//! The message above the footer.

use ratatui::{buffer::Buffer, layout::Rect, widgets::Widget};
use wardiary_view::{
    Glyphs, Look, Theme,
    footer::{FooterMessage, FooterMessagePane, MessageTone},
};

#[test]
fn what_is_said_is_all_there_or_ends_in_an_ellipsis() {
    let theme = Theme::default();
    let look = Look::new(&theme, &Glyphs::UNICODE);
    let frame = Rect::new(0, 0, 80, 24);
    for (words, is_cut) in [(30, false), (60, true)] {
        let said = FooterMessage { text: "halted ".repeat(words), tone: MessageTone::Outcome };
        let mut buf = Buffer::empty(frame);
        FooterMessagePane { look, message: &said }.render(frame, &mut buf);
        let drawn: String = buf.content.iter().map(ratatui::buffer::Cell::symbol).collect();
        assert_eq!(drawn.matches("halted").count() < words, is_cut, "{drawn}");
        assert_eq!(drawn.contains('…'), is_cut, "{drawn}");
    }
}
