//! A buffer as a picture and as text.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Color, Modifier, Style},
};
use wardiary_view::screenshot::{svg, text};

fn drawn(draw: impl FnOnce(&mut Buffer)) -> Buffer {
    let mut buffer = Buffer::empty(Rect::new(0, 0, 20, 2));
    draw(&mut buffer);
    buffer
}

fn pictured(buffer: &Buffer) -> String {
    let base = Style::new().fg(Color::Rgb(200, 200, 200)).bg(Color::Rgb(0, 0, 0));
    svg(buffer, base, "A <test> & more")
}

#[test]
fn words_stand_in_their_cells() {
    let bold = Style::new().fg(Color::Red).add_modifier(Modifier::BOLD | Modifier::ITALIC | Modifier::UNDERLINED);
    let svg = pictured(&drawn(|buffer| {
        buffer.set_string(2, 1, "a<b", bold);
        buffer.set_string(7, 1, "cd  ef", Style::new());
    }));
    for part in [
        "<title>A &lt;test&gt; &amp; more</title>",
        "<text x=\"28.8\" textLength=\"25.2\" lengthAdjust=\"spacingAndGlyphs\" y=\"43.5\" class=\"ccd0000 b i u\">a&lt;b</text>",
        ".ccd0000{fill:#cd0000}g.ccd0000{stroke:#cd0000}",
        "<text x=\"70.8\" textLength=\"16.8\" lengthAdjust=\"spacingAndGlyphs\" y=\"43.5\" class=\"cc8c8c8\">cd</text>",
        "<text x=\"104.4\" textLength=\"16.8\" lengthAdjust=\"spacingAndGlyphs\" y=\"43.5\" class=\"cc8c8c8\">ef</text>",
    ] {
        assert!(svg.contains(part), "{part}\n{svg}");
    }
}

#[test]
fn wide_letters_take_two_cells() {
    let buffer = drawn(|buffer| {
        buffer.set_string(0, 0, "第二x", Style::new());
    });
    let svg = pictured(&buffer);
    for part in [
        "<text x=\"20.4\" text-anchor=\"middle\"",
        "<text x=\"37.2\" text-anchor",
        "<text x=\"45.6\" textLength=\"8.4\"",
    ] {
        assert!(svg.contains(part), "{part}\n{svg}");
    }
    assert_eq!(text(&buffer), "第二x\n\n");
}

#[test]
fn grounds_are_filled_and_reversed_cells_swap() {
    let svg = pictured(&drawn(|buffer| {
        buffer.set_string(0, 0, "ab", Style::new().bg(Color::Rgb(1, 2, 3)));
        buffer.set_string(2, 0, "cd", Style::new().add_modifier(Modifier::REVERSED));
    }));
    assert!(svg.contains("<rect x=\"12\" y=\"12\" width=\"16.8\" height=\"18\" fill=\"#010203\"/>"), "{svg}");
    assert!(svg.contains("<rect x=\"28.8\" y=\"12\" width=\"16.8\" height=\"18\" fill=\"#c8c8c8\"/>"), "{svg}");
    assert!(svg.contains("class=\"c000000\">cd</text>"), "{svg}");
}

#[test]
fn control_characters_are_removed() {
    let mut buffer = drawn(|_| {});
    buffer[(0, 0)].set_symbol("\u{1b}[31m");
    buffer[(1, 0)].set_symbol("\u{202e}");
    for made in [pictured(&buffer), text(&buffer)] {
        assert!(made.chars().all(|c| c == '\n' || !c.is_control() && c != '\u{202e}'), "{made:?}");
    }
}
