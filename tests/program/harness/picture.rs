//! A drawn buffer as text, and the styles of its words.

use ratatui::{
    buffer::{Buffer, Cell},
    style::{Color, Style},
};
use wardiary_view::Theme;

/// The style of a theme for one role.
pub type Role = fn(&Theme) -> Style;

/// The rows of a buffer, without trailing blanks.
pub fn text(buffer: &Buffer) -> String {
    let rows = buffer.content.chunks(usize::from(buffer.area.width.max(1)));
    rows.flat_map(|row| {
        let row: String = row.iter().map(Cell::symbol).collect();
        [row.trim_end().to_string(), "\n".to_string()]
    })
    .collect()
}

/// The cells of the first occurrence of the words, row by row.
fn cells_of<'a>(buffer: &'a Buffer, words: &str) -> Option<&'a [Cell]> {
    let signs: Vec<char> = words.chars().collect();
    let is_there = |cells: &&[Cell]| cells.iter().zip(&signs).all(|(cell, sign)| cell.symbol().chars().eq([*sign]));
    let rows = buffer.content.chunks(usize::from(buffer.area.width.max(1)));
    rows.flat_map(|row| row.windows(signs.len())).find(is_there)
}

/// Checks that words on a screen have the style of their role, on the theme's background unless the role sets its own.
/// Returns the fault. The text `before` the words may have another style.
pub fn role_fault(buffer: &Buffer, theme: &Theme, before: &str, words: &str, role: Role) -> Option<String> {
    let Some(cells) = cells_of(buffer, &format!("{before}{words}")) else {
        return Some(format!("“{before}{words}” is not on the screen"));
    };
    let others = before.chars().count();
    let plain = Style::new().fg(Color::Reset).bg(Color::Reset);
    let wanted = plain.patch(theme.base).patch(role(theme));
    let looks = |style: Style| (style.fg, style.bg, style.add_modifier);
    let drawn = cells[others..].iter().filter(|cell| cell.symbol() != " ").map(|cell| looks(cell.style()));
    let wrong = drawn.into_iter().find(|drawn| *drawn != looks(wanted))?;
    Some(format!("“{words}” is drawn as {wrong:?}, not {:?}", looks(wanted)))
}

/// Checks that words on a screen have the styles of their roles.
#[track_caller]
pub fn has_roles(story: &str, buffer: &Buffer, theme: &Theme, roles: &[(&str, Role)]) {
    for (words, role) in roles {
        if let Some(fault) = role_fault(buffer, theme, "", words, *role) {
            panic!("{story}: {fault}\n{}", text(buffer));
        }
    }
}

/// Checks that every frame is closed at the right edge of the screen, and that no hint of the footer is cut.
#[track_caller]
pub fn is_whole(story: &str, buffer: &Buffer) {
    let screen = text(buffer);
    for row in buffer.content.chunks(usize::from(buffer.area.width.max(1))) {
        let [first, .., last] = row else { continue };
        let is_framed = "┌├└│╔╠╚║+|".contains(first.symbol());
        assert!(!is_framed || "┐┤┘│╗╣╝║+|".contains(last.symbol()), "{story}: a frame is open\n{screen}");
    }
    let footer = screen.lines().last().unwrap_or_default();
    assert!(!footer.trim().is_empty() && !footer.contains('…'), "{story}: the footer is “{footer}”\n{screen}");
}
