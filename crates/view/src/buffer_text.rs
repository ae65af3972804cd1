//! A drawn buffer as lines of text, without frames, bars and blanks.

use ratatui::{buffer::Buffer, layout::Rect, widgets::Widget};

/// The lines of text that a pane draws at a given size, without empty ones.
pub fn rendered_lines(pane: impl Widget, (width, height): (u16, u16)) -> Vec<String> {
    let mut buf = Buffer::empty(Rect::new(0, 0, width, height));
    pane.render(buf.area, &mut buf);
    buffer_lines(&buf).into_iter().filter(|line| !line.is_empty()).collect()
}

/// The text of each row; empty if a row has none.
pub fn buffer_lines(buf: &Buffer) -> Vec<String> {
    let rows = buf.content.chunks(usize::from(buf.area.width).max(1));
    rows.map(|row| strip_graphics(&row.iter().map(ratatui::buffer::Cell::symbol).collect::<String>())).collect()
}

/// A row without box-drawing characters and blocks, its runs of blanks shortened to two.
fn strip_graphics(row: &str) -> String {
    let message = |c: char| if matches!(c, '\u{2500}'..='\u{259f}' | '\u{2800}'..='\u{28ff}') { ' ' } else { c };
    let plain: String = row.chars().map(message).collect();
    plain.split("  ").map(str::trim).filter(|part| !part.is_empty()).collect::<Vec<_>>().join("  ")
}
