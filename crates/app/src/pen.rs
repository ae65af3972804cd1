//! How a frame is written to the terminal: what has changed, in as few bytes as say it. Where a cell is blank its ink does not
//! matter, colours are only named where they change, and the cursor is moved within a row by its column alone.

#![allow(clippy::disallowed_methods, reason = "the terminal's output")]

use crossterm::{
    cursor::{Hide, MoveTo, Show},
    queue,
};
use ratatui::{
    backend::{Backend, ClearType, CrosstermBackend, WindowSize},
    buffer::{Buffer, Cell, CellDiffOption},
    layout::{Position, Rect, Size},
    style::{Color, Modifier},
};
use std::{
    io::{self, Stdout, Write, stdout},
    ops::Range,
};
use unicode_width::UnicodeWidthStr;

/// The terminal as frames are written to it: what is written last of one is what sends it off.
pub(super) struct Pen {
    rest: CrosstermBackend<Stdout>,
    /// Whether its cursor is seen, where that is known.
    shows_cursor: Option<bool>,
}

impl Pen {
    pub(super) fn new() -> Self {
        Self { rest: CrosstermBackend::new(stdout()), shows_cursor: None }
    }

    /// Makes one frame of another of the same size.
    pub(super) fn turn(&mut self, before: &Buffer, now: &Buffer) -> io::Result<()> {
        self.rest.write_all(&changes(before, now))
    }
}

/// What is seen of a blank: that it has a line through or under it, or stands reversed.
const SEEN_ON_BLANKS: Modifier = Modifier::UNDERLINED.union(Modifier::CROSSED_OUT).union(Modifier::REVERSED);

/// What text is written with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ink {
    fg: Color,
    bg: Color,
    modifier: Modifier,
}

/// What a terminal writes with when it was told nothing.
const PLAIN: Ink = Ink { fg: Color::Reset, bg: Color::Reset, modifier: Modifier::empty() };

/// A modifier, the number that switches it on, and the one that switches it off: bold and dim have that in common.
const MODIFIERS: [(Modifier, u8, u8); 8] = [
    (Modifier::BOLD, 1, 22),
    (Modifier::DIM, 2, 22),
    (Modifier::ITALIC, 3, 23),
    (Modifier::UNDERLINED, 4, 24),
    (Modifier::SLOW_BLINK, 5, 25),
    (Modifier::RAPID_BLINK, 6, 25),
    (Modifier::REVERSED, 7, 27),
    (Modifier::CROSSED_OUT, 9, 29),
];

impl Ink {
    /// The ink of a cell, after that one. Of a blank only its ground is seen.
    fn of(cell: &Cell, before: Self) -> Self {
        if cell.symbol() == " " && !cell.modifier.intersects(SEEN_ON_BLANKS) {
            return Self { bg: cell.bg, modifier: before.modifier - SEEN_ON_BLANKS, ..before };
        }
        Self { fg: cell.fg, bg: cell.bg, modifier: cell.modifier }
    }

    /// Writes what differs from another as one sequence.
    fn write_after(self, before: Self, bytes: &mut Vec<u8>) {
        if self == before {
            return;
        }
        if self == PLAIN {
            bytes.extend(b"\x1b[m");
            return;
        }
        let gone = before.modifier - self.modifier;
        let mut new = self.modifier - before.modifier;
        bytes.extend(b"\x1b[");
        let began = bytes.len();
        let mut code = |of: &[u8]| {
            if bytes.len() > began {
                bytes.push(b';');
            }
            for (at, number) in of.iter().enumerate() {
                if at > 0 {
                    bytes.push(b';');
                }
                write_number((*number).into(), bytes);
            }
        };
        let mut last = None;
        for (modifier, _, off) in MODIFIERS.into_iter().filter(|(modifier, ..)| gone.contains(*modifier)) {
            // What else that switches off is switched on again.
            let others = MODIFIERS.iter().filter(|(other, _, same)| *same == off && *other != modifier);
            new |= others.fold(Modifier::empty(), |all, (other, ..)| all | *other) & self.modifier;
            // Two that have it in common stand side by side.
            if last.replace(off) != Some(off) {
                code(&[off]);
            }
        }
        for (_, on, _) in MODIFIERS.into_iter().filter(|(modifier, ..)| new.contains(*modifier)) {
            code(&[on]);
        }
        for (colour, before, of) in [(self.fg, before.fg, 38), (self.bg, before.bg, 48)] {
            if colour != before {
                write_colour(colour, of, &mut code);
            }
        }
        bytes.push(b'm');
    }
}

/// A colour of the ink (38) or the ground (48).
fn write_colour(colour: Color, of: u8, code: &mut impl FnMut(&[u8])) {
    let mut numbered = |number: u8| code(&[of, 5, number]);
    match colour {
        Color::Reset => code(&[of + 1]),
        Color::Rgb(r, g, b) => code(&[of, 2, r, g, b]),
        Color::Indexed(number) => numbered(number),
        Color::Black => numbered(0),
        Color::Red => numbered(1),
        Color::Green => numbered(2),
        Color::Yellow => numbered(3),
        Color::Blue => numbered(4),
        Color::Magenta => numbered(5),
        Color::Cyan => numbered(6),
        Color::Gray => numbered(7),
        Color::DarkGray => numbered(8),
        Color::LightRed => numbered(9),
        Color::LightGreen => numbered(10),
        Color::LightYellow => numbered(11),
        Color::LightBlue => numbered(12),
        Color::LightMagenta => numbered(13),
        Color::LightCyan => numbered(14),
        Color::White => numbered(15),
    }
}

/// Writes a number in decimal digits: a frame has thousands, too many to make a string of each.
fn write_number(number: u16, bytes: &mut Vec<u8>) {
    if number >= 10 {
        write_number(number / 10, bytes);
    }
    bytes.push(b'0' + u8::try_from(number % 10).unwrap_or_default());
}

/// Moves the cursor to a place, by these numbers: its row, which is left out within one, and its column, both from 0.
fn write_move(row: Option<u16>, column: u16, bytes: &mut Vec<u8>) {
    bytes.extend(b"\x1b[");
    if let Some(row) = row {
        write_number(row + 1, bytes);
        bytes.push(b';');
    }
    write_number(column + 1, bytes);
    bytes.push(if row.is_some() { b'H' } else { b'G' });
}

/// The bytes that make one frame of another of the same size. Most rows are the same, and only the others are gone through for
/// what has changed in them: that takes several times as long as to see that a row has not.
pub fn changes(before: &Buffer, now: &Buffer) -> Vec<u8> {
    let area = now.area;
    let width = usize::from(area.width.max(1));
    let rows = before.content.chunks(width).zip(now.content.chunks(width)).zip(area.y..);
    let changed: Vec<(Buffer, Buffer)> =
        rows.filter_map(|((before, now), y)| changed_part(Rect { y, height: 1, ..area }, before, now)).collect();
    written(changed.iter().flat_map(|(before, now)| before.diff_iter(now)), Some(now))
}

/// The part of a row from the first of its cells that has changed to the last, before and now, with a cell more on either side: one
/// that is wide has a half there. None where the row is as it was.
fn changed_part(row: Rect, before: &[Cell], now: &[Cell]) -> Option<(Buffer, Buffer)> {
    let differs = |(before, now): (&Cell, &Cell)| before != now;
    let first = before.iter().zip(now).position(differs)?.saturating_sub(1);
    let last = before.iter().zip(now).rposition(differs)?.saturating_add(1).min(now.len() - 1);
    let width = u16::try_from(last + 1 - first).unwrap_or(row.width);
    let part = Rect { x: row.x + u16::try_from(first).unwrap_or(0), width, ..row };
    let of = |cells: &[Cell]| Buffer { area: part, content: cells[first..=last].to_vec() };
    let (before, mut now) = (of(before), of(now));
    for at in 1..now.content.len() {
        // Of the other half of what was wide terminals disagree when the first is written over: it is written too.
        let [was, is] = [&before, &now].map(|row| row.content[at - 1].symbol().width());
        if was > 1 && is <= 1 {
            now.content[at].set_diff_option(CellDiffOption::AlwaysUpdate);
        }
    }
    Some((before, now))
}

/// The bytes that write these cells, over what stands there, where that is known.
fn written<'a>(cells: impl Iterator<Item = (u16, u16, &'a Cell)>, around: Option<&Buffer>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut ink = PLAIN;
    // Where the cursor stands; after what is not one column wide terminals disagree.
    let mut at: Option<(u16, u16)> = None;
    for (x, y, cell) in cells {
        match at {
            Some(here) if here == (x, y) => {}
            Some((from, row)) if row == y => {
                let moved = bytes.len();
                write_move(None, x, &mut bytes);
                if let Some(same) = around.and_then(|around| written_again(around, from..x, y, ink))
                    && same.len() <= bytes.len() - moved
                {
                    bytes.truncate(moved);
                    bytes.extend(same.as_bytes());
                }
            }
            Some((_, row)) if row + 1 == y && x == 0 => bytes.extend(b"\r\n"),
            _ => write_move(Some(y), x, &mut bytes),
        }
        let next = Ink::of(cell, ink);
        next.write_after(ink, &mut bytes);
        ink = next;
        bytes.extend(cell.symbol().as_bytes());
        at = (cell.symbol().width() == 1).then_some((x + 1, y));
    }
    PLAIN.write_after(ink, &mut bytes);
    bytes
}

/// What stands between two changes in a row: over a blank or a letter or two it takes fewer bytes to write them again than to move
/// to the other side. None where it is not of this ink, or not a column wide each.
fn written_again(around: &Buffer, columns: Range<u16>, row: u16, ink: Ink) -> Option<String> {
    // No more than the longest move has.
    if columns.len() > 6 {
        return None;
    }
    let same = |column: u16| {
        let cell = &around[(column, row)];
        (Ink::of(cell, ink) == ink && cell.symbol().width() == 1).then(|| cell.symbol())
    };
    columns.map(same).collect()
}

impl Backend for Pen {
    type Error = io::Error;

    fn draw<'a, I>(&mut self, content: I) -> io::Result<()>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        self.rest.write_all(&written(content, None))
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        if self.shows_cursor == Some(false) {
            return Ok(());
        }
        self.shows_cursor = Some(false);
        queue!(self.rest, Hide)
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        if self.shows_cursor == Some(true) {
            return Ok(());
        }
        self.shows_cursor = Some(true);
        queue!(self.rest, Show)
    }

    fn get_cursor_position(&mut self) -> io::Result<Position> {
        self.rest.get_cursor_position()
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        let Position { x, y } = position.into();
        queue!(self.rest, MoveTo(x, y))
    }

    fn clear(&mut self) -> io::Result<()> {
        self.rest.clear()
    }

    fn clear_region(&mut self, clear_type: ClearType) -> io::Result<()> {
        self.rest.clear_region(clear_type)
    }

    fn size(&self) -> io::Result<Size> {
        // It is asked before every frame.
        #[cfg(unix)]
        if let Ok(size) = rustix::termios::tcgetwinsize(stdout())
            && size.ws_col > 0
            && size.ws_row > 0
        {
            return Ok(Size::new(size.ws_col, size.ws_row));
        }
        self.rest.size()
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        self.rest.window_size()
    }

    fn flush(&mut self) -> io::Result<()> {
        Backend::flush(&mut self.rest)
    }
}
