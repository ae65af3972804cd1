//! The bytes of a frame.

use proptest::prelude::*;
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Color, Modifier, Style},
};
use wardiary_app::parts::changes;

const SIZE: (u16, u16) = (12, 4);

fn buffer() -> impl Strategy<Value = Buffer> {
    let colour = prop::sample::select(vec![
        Color::Reset,
        Color::Red,
        Color::White,
        Color::Indexed(77),
        Color::Rgb(1, 2, 3),
        Color::Rgb(200, 2, 3),
    ]);
    let modifier = prop::sample::select(vec![
        Modifier::empty(),
        Modifier::BOLD,
        Modifier::DIM,
        Modifier::ITALIC | Modifier::REVERSED,
        Modifier::UNDERLINED,
        Modifier::REVERSED,
    ]);
    let symbol = prop::sample::select(vec![" ", " ", " ", "a", "─", "█", "ä", "漢"]);
    let cell = (symbol, colour.clone(), colour, modifier);
    prop::collection::vec(cell, usize::from(SIZE.0 * SIZE.1)).prop_map(|cells| {
        let mut buffer = Buffer::empty(Rect::new(0, 0, SIZE.0, SIZE.1));
        for (cell, (symbol, fg, bg, modifier)) in buffer.content.iter_mut().zip(cells) {
            cell.set_symbol(symbol).set_style(Style::new().fg(fg).bg(bg).add_modifier(modifier));
        }
        // What is wide has the next cell too, if there is one.
        for y in 0..SIZE.1 {
            for x in 0..SIZE.0 {
                if buffer[(x, y)].symbol() != "漢" {
                    continue;
                }
                if x + 1 < SIZE.0 {
                    buffer[(x + 1, y)].reset();
                } else {
                    buffer[(x, y)].set_symbol("a");
                }
            }
        }
        buffer
    })
}

fn colour_seen(colour: Color) -> vt100::Color {
    match colour {
        Color::Rgb(r, g, b) => vt100::Color::Rgb(r, g, b),
        Color::Indexed(number) => vt100::Color::Idx(number),
        Color::Red => vt100::Color::Idx(1),
        Color::White => vt100::Color::Idx(15),
        _ => vt100::Color::Default,
    }
}

proptest! {
    /// Whatever stands there and is to stand there next: a terminal shows that, as far as it can be seen.
    #[test]
    fn a_terminal_shows_what_was_drawn(frames in prop::collection::vec(buffer(), 1..4)) {
        let (columns, rows) = (SIZE.0.try_into().expect("some"), SIZE.1.try_into().expect("some"));
        let mut terminal = vt100::Parser::new(rows, columns, 0);
        let mut before = Buffer::empty(Rect::new(0, 0, SIZE.0, SIZE.1));
        for frame in frames {
            terminal.process(&changes(&before, &frame));
            for y in 0..SIZE.1 {
                for x in 0..SIZE.0 {
                    let (wanted, seen) = (&frame[(x, y)], terminal.screen().cell(y, x).expect("a cell"));
                    if seen.is_wide_continuation() {
                        continue;
                    }
                    let text = if seen.contents().is_empty() { " " } else { seen.contents() };
                    prop_assert_eq!(text, wanted.symbol());
                    prop_assert_eq!(seen.bgcolor(), colour_seen(wanted.bg));
                    prop_assert_eq!(seen.inverse(), wanted.modifier.contains(Modifier::REVERSED));
                    prop_assert_eq!(seen.underline(), wanted.modifier.contains(Modifier::UNDERLINED));
                    if wanted.symbol() != " " || seen.inverse() {
                        prop_assert_eq!(seen.fgcolor(), colour_seen(wanted.fg));
                    }
                    if wanted.symbol() != " " {
                        prop_assert_eq!(seen.bold(), wanted.modifier.contains(Modifier::BOLD));
                        prop_assert_eq!(seen.dim(), wanted.modifier.contains(Modifier::DIM));
                        prop_assert_eq!(seen.italic(), wanted.modifier.contains(Modifier::ITALIC));
                    }
                }
            }
            before = frame;
        }
    }
}
