//! Borders, bars and shades as shapes that fill their cells and so join up.

use super::{CELL, pixels};
use std::fmt::Write;

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
pub(super) fn fills_width(symbol: &str) -> bool {
    matches!(symbol, "─" | "━" | "═" | "░" | "▒" | "▓" | "▀") || ("▁"..="█").contains(&symbol)
}

/// The shape of a character in the cell at a corner, or of a run of `cells` of them if it [`fills_width`] its cell. `None`
/// for letters and symbols of a font.
pub(super) fn shape(symbol: &str, (left, top): (u32, u32), cells: u32) -> Option<String> {
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
