//! Drawing a line fast.

use ratatui::{buffer::Buffer, layout::Rect, text::Line};
use wardiary_view::draw_line;

/// The fast path draws what `Buffer::set_line` draws, for any text.
#[test]
fn a_line_is_drawn_as_the_buffer_draws_it() {
    let texts = [
        "Germans 4/4  E8",
        "│ ▸ “Düna” … 6th ●→✕▼ │",
        "e\u{301}te\u{301} 漢字 👩‍👩‍👧 ⚑️",
        "a\tb\u{7}c\u{200b}d\u{ad}e",
        "",
        "↔️ ↔ ▶️",
    ];
    let same = |text: &str, width: u16| {
        let area = Rect::new(1, 0, width, 1);
        let whole = Rect::new(0, 0, width + 2, 1);
        let style = ratatui::style::Style::new().fg(ratatui::style::Color::Red);
        let line = Line::styled("", style).spans([text, text]);
        let (mut fast, mut slow) = (Buffer::empty(whole), Buffer::empty(whole));
        draw_line(&mut fast, area, (0, 0), &line);
        slow.set_line(area.x, area.y, &line, area.width);
        assert_eq!(fast, slow, "{text:?} in {width}");
    };
    texts.iter().for_each(|text| [0, 1, 2, 5, 40].iter().for_each(|width| same(text, *width)));
    let every = (0..0x2_0000).filter_map(char::from_u32);
    every.for_each(|c| same(&format!("a{c}b"), 6));
}
