//! Marks at the words of a search.

use ratatui::{buffer::Buffer, layout::Rect, style::Modifier};
use wardiary_view::{
    Glyphs, Look, Theme,
    search::{highlight, terms},
};

#[test]
fn words_are_marked_where_they_stand_and_nowhere_else() {
    let theme = Theme::default();
    let look = Look::new(&theme, &Glyphs::UNICODE);
    let area = Rect::new(0, 0, 20, 2);
    let mut buf = Buffer::with_lines(["Ärger im XX Corps   ", "corps de réserve  x "]);
    highlight(look, &terms("  CORPS är "), area, &mut buf);
    let marked = |y: u16| -> String {
        (0..20).map(|x| if buf[(x, y)].modifier.contains(Modifier::UNDERLINED) { '^' } else { ' ' }).collect()
    };
    assert_eq!(marked(0), "^^          ^^^^^   ");
    assert_eq!(marked(1), "^^^^^               ");
    // Any area, and wide characters too.
    let mut buf = Buffer::with_lines(["軍団 corps"]);
    highlight(look, &terms("軍 c"), Rect::new(0, 0, 500, 500), &mut buf);
    assert!(buf[(0, 0)].modifier.contains(Modifier::UNDERLINED));
}
