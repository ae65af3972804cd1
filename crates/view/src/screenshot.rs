//! A screenshot as a file: plain text, or an SVG of the drawn cells; and a drawn buffer as lines of text.
//!
//! Borders and blocks are drawn as shapes, so that they join in any font. All else is text, positioned cell by cell
//! where a font could shift it.

use crate::colour::PALETTES;
use ratatui::{
    buffer::{Buffer, Cell},
    layout::Rect,
    style::{Color, Modifier, Style},
    widgets::Widget,
};
use std::{collections::BTreeSet, fmt::Write};
use unicode_width::UnicodeWidthStr;
use wardiary_base::text::sanitize;

/// A cell's width and height, in tenths of a pixel.
const CELL: (u32, u32) = (84, 180);

/// The baseline of letters, in tenths of a pixel from the cell's top.
const BASELINE: u32 = 135;

/// The margin around the screen, in tenths of a pixel.
const MARGIN: u32 = 120;

/// Stand-ins for the terminal's default colours: text and background.
const DEFAULT_COLOURS: [Rgb; 2] = [(0xd0, 0xd0, 0xd0), (0x10, 0x10, 0x10)];

type Rgb = (u8, u8, u8);

/// The text on a screen: a line for each row, without trailing blanks.
pub fn text(buffer: &Buffer) -> String {
    let mut text = String::new();
    for row in rows(buffer) {
        let line: String = row.iter().map(|(_, cell)| sanitize(cell.symbol())).collect();
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// The screen as an SVG, with a base style for unstyled cells, and a title for screen readers.
pub fn svg(buffer: &Buffer, base: Style, title: &str) -> String {
    let own = [
        rgb(base.fg.unwrap_or_default()).unwrap_or(DEFAULT_COLOURS[0]),
        rgb(base.bg.unwrap_or_default()).unwrap_or(DEFAULT_COLOURS[1]),
    ];
    let [width, height] =
        [u32::from(buffer.area.width) * CELL.0 + 2 * MARGIN, u32::from(buffer.area.height) * CELL.1 + 2 * MARGIN]
            .map(pixels);
    let (mut grounds, mut shapes, mut letters) = (String::new(), String::new(), String::new());
    let mut inks: BTreeSet<Rgb> = BTreeSet::new();
    for (y, row) in rows(buffer).enumerate() {
        let top = MARGIN + u32::try_from(y).unwrap_or(0) * CELL.1;
        let row: Vec<ScreenCell> = row.iter().map(|(x, cell)| ScreenCell::new(*x, cell, own)).collect();
        write_backgrounds(&mut grounds, &row, top, own[1]);
        // A bar is one shape, so that it has no seams.
        for same in row.chunk_by(ScreenCell::continues_shape) {
            let (first, cells) = (&same[0], u32::try_from(same.len()).unwrap_or(1));
            if let Some(shape) = shape(first.symbol, (first.left(), top), cells) {
                let _ = writeln!(shapes, "<g class=\"{}\">{shape}</g>", class(first.ink));
                inks.insert(first.ink);
            }
        }
        for run in runs(&row) {
            letters.push_str(&text_element(run, top));
            inks.insert(run[0].ink);
        }
    }
    let mut styles = String::new();
    for ink in &inks {
        let _ = write!(styles, ".{0}{{fill:{1}}}g.{0}{{stroke:{1}}}", class(*ink), hex(*ink));
    }
    let ground = hex(own[1]);
    let title = escaped(&sanitize(title));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" xml:space=\"preserve\">\n<title>{title}</title>\n\
         <style>text{{font:14px 'DejaVu Sans Mono','Cascadia Mono',Menlo,Consolas,monospace;white-space:pre}}\
         path{{stroke-width:1.2;fill:none}}rect{{stroke:none;shape-rendering:crispEdges}}\
         .b{{font-weight:bold}}.i{{font-style:italic}}.u{{text-decoration:underline}}\
         .x{{text-decoration:line-through}}.d{{opacity:.6}}{styles}</style>\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"6\" fill=\"{ground}\"/>\n\
         <g shape-rendering=\"crispEdges\">\n{grounds}</g>\n{shapes}{letters}</svg>\n"
    )
}

/// The rows of a screen: its drawn cells with their columns. A wide character hides the cell behind it.
fn rows(buffer: &Buffer) -> impl Iterator<Item = Vec<(u16, &Cell)>> {
    let width = usize::from(buffer.area.width);
    buffer.content.chunks(width.max(1)).map(|row| {
        let mut taken = 0;
        let mut drawn = Vec::new();
        for (x, cell) in (0u16..).zip(row) {
            if x >= taken {
                taken = x + u16::try_from(cell.symbol().width().max(1)).unwrap_or(1);
                drawn.push((x, cell));
            }
        }
        drawn
    })
}

struct ScreenCell<'a> {
    column: u32,
    /// The number of cells that it takes.
    cells: u32,
    symbol: &'a str,
    ink: Rgb,
    background: Rgb,
    modifier: Modifier,
}

impl<'a> ScreenCell<'a> {
    fn new(column: u16, cell: &'a Cell, own: [Rgb; 2]) -> Self {
        let [mut ink, mut ground] = [rgb(cell.fg).unwrap_or(own[0]), rgb(cell.bg).unwrap_or(own[1])];
        if cell.modifier.contains(Modifier::REVERSED) {
            std::mem::swap(&mut ink, &mut ground);
        }
        let symbol = if cell.modifier.contains(Modifier::HIDDEN) { " " } else { cell.symbol() };
        let cells = u32::try_from(symbol.width().max(1)).unwrap_or(1);
        Self { column: column.into(), cells, symbol, ink, background: ground, modifier: cell.modifier }
    }

    fn left(&self) -> u32 {
        MARGIN + self.column * CELL.0
    }

    fn is_blank(&self) -> bool {
        self.symbol.trim().is_empty()
    }

    /// Whether every terminal font draws it exactly one cell wide, so that it can be part of a longer text.
    fn is_plain(&self) -> bool {
        self.symbol.chars().all(|c| c.is_ascii_graphic() || c == ' ' || ('\u{a1}'..='\u{17f}').contains(&c))
    }

    fn is_shape(&self) -> bool {
        shape(self.symbol, (0, 0), 1).is_some()
    }

    /// Whether the next cell continues the shape of this one.
    fn continues_shape(&self, next: &Self) -> bool {
        self.symbol == next.symbol && self.ink == next.ink && fills_width(self.symbol)
    }

    fn has_same_style(&self, other: &Self) -> bool {
        (self.ink, self.modifier) == (other.ink, other.modifier)
    }
}

/// Fills backgrounds that differ from the screen's, one rectangle for each run.
fn write_backgrounds(grounds: &mut String, row: &[ScreenCell], top: u32, screen: Rgb) {
    for same in row.chunk_by(|one, next| one.background == next.background).filter(|same| same[0].background != screen)
    {
        let cells: u32 = same.iter().map(|painted| painted.cells).sum();
        let [x, y, width, height] = [same[0].left(), top, cells * CELL.0, CELL.1].map(pixels);
        let fill = hex(same[0].background);
        let _ = writeln!(grounds, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>");
    }
}

/// The words of a row: adjacent cells of the same style. A letter whose width depends on the font is a run of its own.
fn runs<'r, 'a>(row: &'r [ScreenCell<'a>]) -> impl Iterator<Item = &'r [ScreenCell<'a>]> {
    let goes_on = |one: &ScreenCell, next: &ScreenCell| {
        one.is_plain() && next.is_plain() && (one.has_same_style(next) || one.is_blank() && next.is_blank())
    };
    let pieces = row.chunk_by(move |one, next| goes_on(one, next));
    // Wide gaps split runs, so that blanks need not be written.
    let words =
        pieces.flat_map(|piece| piece.split_inclusive(|painted| painted.is_blank() && painted.modifier.is_empty()));
    words.map(without_blanks).filter(|run| !run.is_empty() && !run[0].is_shape())
}

fn without_blanks<'r, 'a>(run: &'r [ScreenCell<'a>]) -> &'r [ScreenCell<'a>] {
    let first = run.iter().position(|painted| !painted.is_blank()).unwrap_or(run.len());
    let last = run.iter().rposition(|painted| !painted.is_blank()).map_or(first, |last| last + 1);
    &run[first..last]
}

/// A run as text: a word stretched to its cells, a single letter centred in its cell.
fn text_element(run: &[ScreenCell], top: u32) -> String {
    let first = &run[0];
    let cells: u32 = run.iter().map(|painted| painted.cells).sum();
    let words: String = run.iter().map(|painted| sanitize(painted.symbol)).collect();
    let place = if first.is_plain() {
        let length = pixels(cells * CELL.0);
        format!("x=\"{}\" textLength=\"{length}\" lengthAdjust=\"spacingAndGlyphs\"", pixels(first.left()))
    } else {
        format!("x=\"{}\" text-anchor=\"middle\"", pixels(first.left() + cells * CELL.0 / 2))
    };
    let mut classes = class(first.ink);
    for (modifier, name) in [
        (Modifier::BOLD, " b"),
        (Modifier::ITALIC, " i"),
        (Modifier::UNDERLINED, " u"),
        (Modifier::CROSSED_OUT, " x"),
        (Modifier::DIM, " d"),
    ] {
        if first.modifier.contains(modifier) {
            classes.push_str(name);
        }
    }
    format!("<text {place} y=\"{}\" class=\"{classes}\">{}</text>\n", pixels(top + BASELINE), escaped(&words))
}

/// A colour as RGB; `None` for the terminal's own.
fn rgb(colour: Color) -> Option<Rgb> {
    PALETTES[0].rgb(colour)
}

fn hex((r, g, b): Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

fn class((r, g, b): Rgb) -> String {
    format!("c{r:02x}{g:02x}{b:02x}")
}

/// Tenths of a pixel as pixels: `16.8`.
fn pixels(tenths: u32) -> String {
    if tenths.is_multiple_of(10) { (tenths / 10).to_string() } else { format!("{}.{}", tenths / 10, tenths % 10) }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

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
    let blank = |c: char| if matches!(c, '\u{2500}'..='\u{259f}' | '\u{2800}'..='\u{28ff}') { ' ' } else { c };
    let plain: String = row.chars().map(blank).collect();
    plain.split("  ").map(str::trim).filter(|part| !part.is_empty()).collect::<Vec<_>>().join("  ")
}

/// The weight of an arm of a border character.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Arm {
    None,
    Light,
    Heavy,
    Double,
}

/// Border characters with their arms: up, right, down, left. `.` is none, `-` light, `#` heavy and `=` double.
const BORDERS: &[(char, &str)] = &[
    ('─', ".-.-"),
    ('│', "-.-."),
    ('┌', ".--."),
    ('┐', "..--"),
    ('└', "--.."),
    ('┘', "-..-"),
    ('├', "---."),
    ('┤', "-.--"),
    ('┬', ".---"),
    ('┴', "--.-"),
    ('┼', "----"),
    ('╴', "...-"),
    ('╵', "-..."),
    ('╶', ".-.."),
    ('╷', "..-."),
    ('━', ".#.#"),
    ('┃', "#.#."),
    ('┏', ".##."),
    ('┓', "..##"),
    ('┗', "##.."),
    ('┛', "#..#"),
    ('┣', "###."),
    ('┫', "#.##"),
    ('┳', ".###"),
    ('┻', "##.#"),
    ('╋', "####"),
    ('╸', "...#"),
    ('╹', "#..."),
    ('╺', ".#.."),
    ('╻', "..#."),
    ('═', ".=.="),
    ('║', "=.=."),
    ('╔', ".==."),
    ('╗', "..=="),
    ('╚', "==.."),
    ('╝', "=..="),
    ('╠', "===."),
    ('╣', "=.=="),
    ('╦', ".==="),
    ('╩', "==.="),
    ('╬', "===="),
    ('╪', "-=-="),
    ('╫', "=-=-"),
    ('╭', ".--."),
    ('╮', "..--"),
    ('╰', "--.."),
    ('╯', "-..-"),
];

/// Whether a character fills its cell horizontally, so that a run of it is one shape.
fn fills_width(symbol: &str) -> bool {
    matches!(symbol, "─" | "━" | "═" | "░" | "▒" | "▓" | "▀") || ("▁"..="█").contains(&symbol)
}

/// The shape of a character in the cell at a corner, or of a run of `cells` of them if it [`fills_width`] its cell. `None`
/// for letters and symbols of a font.
fn shape(symbol: &str, (left, top): (u32, u32), cells: u32) -> Option<String> {
    let mut chars = symbol.chars();
    let (Some(c), None) = (chars.next(), chars.next()) else { return None };
    let (width, height) = (CELL.0 * cells, CELL.1);
    if let Some((_, arms)) = BORDERS.iter().find(|(border, _)| *border == c) {
        return Some(border(arms, (left, top), (width, height)));
    }
    let block = |x: u32, y: u32, width: u32, height: u32, opacity: &str| {
        let [x, y, width, height] = [left + x, top + y, width, height].map(pixels);
        Some(format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{opacity}/>"))
    };
    match c {
        // Eighths from below, and from the left.
        '▁'..='█' => {
            let part = height * (u32::from(c) - u32::from('▁') + 1) / 8;
            block(0, height - part, width, part, "")
        }
        '▉'..='▏' => block(0, 0, width * (7 - (u32::from(c) - u32::from('▉'))) / 8, height, ""),
        '▀' => block(0, 0, width, height / 2, ""),
        '▐' => block(width / 2, 0, width / 2, height, ""),
        '░' => block(0, 0, width, height, " opacity=\".25\""),
        '▒' => block(0, 0, width, height, " opacity=\".5\""),
        '▓' => block(0, 0, width, height, " opacity=\".75\""),
        '╱' => Some(line((left, top + height), (left + width, top))),
        '╲' => Some(line((left, top), (left + width, top + height))),
        _ => None,
    }
}

/// The arms of a border, each from the middle of the cell to its edge.
fn border(arms: &str, (left, top): (u32, u32), (width, height): (u32, u32)) -> String {
    let arms: Vec<Arm> = arms
        .chars()
        .map(|arm| match arm {
            '-' => Arm::Light,
            '#' => Arm::Heavy,
            '=' => Arm::Double,
            _ => Arm::None,
        })
        .collect();
    let middle = (left + width / 2, top + height / 2);
    let ends = [(middle.0, top), (left + width, middle.1), (middle.0, top + height), (left, middle.1)];
    let mut drawn = String::new();
    let (mut light, mut heavy) = (String::new(), String::new());
    for (at, (arm, end)) in arms.iter().zip(ends).enumerate() {
        // A double arm is two parallel lines, offset across its direction.
        let beside = |by: u32, (x, y): (u32, u32)| if at % 2 == 0 { (x + by - 12, y) } else { (x, y + by - 12) };
        match arm {
            Arm::None => {}
            Arm::Light => light.push_str(&border_arm_steps(middle, end)),
            Arm::Heavy => heavy.push_str(&border_arm_steps(middle, end)),
            Arm::Double => {
                for by in [0, 24] {
                    light.push_str(&border_arm_steps(beside(by, middle), beside(by, end)));
                }
            }
        }
    }
    if !light.is_empty() {
        let _ = write!(drawn, "<path d=\"{light}\" stroke-linecap=\"square\"/>");
    }
    if !heavy.is_empty() {
        let _ = write!(drawn, "<path d=\"{heavy}\" style=\"stroke-width:2.6\" stroke-linecap=\"square\"/>");
    }
    drawn
}

fn line(from: (u32, u32), to: (u32, u32)) -> String {
    format!("<path d=\"{}\"/>", border_arm_steps(from, to))
}

fn border_arm_steps(from: (u32, u32), to: (u32, u32)) -> String {
    let [x, y, to_x, to_y] = [from.0, from.1, to.0, to.1].map(pixels);
    format!("M{x} {y}L{to_x} {to_y}")
}
