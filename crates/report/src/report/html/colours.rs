//! The colours of grades and sides on a page.

use crate::report::story::StoryGrade;
use std::fmt::Write;

/// The colours of sides. Their lightness differs, for readers who see no colours.
pub(super) const SIDES: [&str; 4] = ["#1f5fa8", "#c2410c", "#0f766e", "#7c3aed"];

/// A CSS rule for the dice of each grade.
pub(super) fn grades(grades: &[StoryGrade]) -> String {
    let mut style = String::new();
    for grade in grades {
        let (red, green, blue) = colour(&grade.colour);
        let light = 299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue) > 140_000;
        let pips = if light { "#111" } else { "#fff" };
        let _ = write!(style, ".g{}{{--die:#{red:02x}{green:02x}{blue:02x};--pip:{pips}}}", grade.grade.0);
    }
    style
}

/// A colour by its name or as `#rrggbb`; otherwise grey.
fn colour(text: &str) -> (u8, u8, u8) {
    if let Some(hex) = text.strip_prefix('#').filter(|hex| hex.len() == 6 && hex.is_ascii()) {
        let part = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).unwrap_or(128);
        return (part(0), part(2), part(4));
    }
    match text.to_lowercase().trim_start_matches("light").trim_start_matches("dark").trim() {
        "black" => (0x2b, 0x2b, 0x2b),
        "blue" => (0x2f, 0x6f, 0xd0),
        "green" => (0x2f, 0x8f, 0x46),
        "white" => (0xff, 0xff, 0xff),
        "yellow" => (0xf6, 0xd0, 0x4d),
        "red" => (0xc9, 0x3a, 0x36),
        "orange" => (0xe8, 0x8a, 0x2e),
        "cyan" => (0x3a, 0xb5, 0xc4),
        "magenta" | "purple" | "violet" => (0x8e, 0x4f, 0xb8),
        "brown" => (0x8a, 0x5a, 0x34),
        "pink" => (0xe8, 0x8f, 0xb0),
        _ => (0x9a, 0x9a, 0x9a),
    }
}
