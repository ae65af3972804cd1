//! A drawn buffer as text that a snapshot can hold: what stands there, and in which styles.

use ratatui::{buffer::Buffer, style::Style};
use std::{collections::BTreeMap, fmt::Write as _};

/// The text of a buffer, its rows; then each row's styles as letters, and what the letters stand for.
pub fn picture(buffer: &Buffer) -> String {
    let mut letters: BTreeMap<String, char> = BTreeMap::new();
    let mut names: Vec<String> = Vec::new();
    let area = buffer.area;
    let (mut text, mut styles) = (String::new(), String::new());
    for y in area.top()..area.bottom() {
        let (mut row, mut row_styles) = (String::new(), String::new());
        for x in area.left()..area.right() {
            let cell = &buffer[(x, y)];
            row.push_str(cell.symbol());
            let name = name(cell.style());
            let letter = *letters.entry(name.clone()).or_insert_with(|| {
                names.push(name);
                let number = u32::try_from(names.len() - 1).expect("few styles");
                char::from_u32(if number < 26 { 97 + number } else { 65 + number - 26 }).expect("a letter")
            });
            row_styles.push(letter);
        }
        writeln!(text, "{}", row.trim_end()).expect("a string takes all");
        writeln!(styles, "{}", runs(&row_styles)).expect("a string takes all");
    }
    let mut legend = String::new();
    for name in &names {
        writeln!(legend, "{} {name}", letters[name]).expect("a string takes all");
    }
    format!("{text}---- styles\n{styles}---- legend\n{legend}")
}

/// The text alone.
pub fn text(buffer: &Buffer) -> String {
    let whole = picture(buffer);
    whole.split("---- styles").next().unwrap_or_default().to_string()
}

/// `aaab` as `3a b`.
fn runs(letters: &str) -> String {
    let mut runs: Vec<(char, usize)> = Vec::new();
    for c in letters.chars() {
        match runs.last_mut() {
            Some((last, count)) if *last == c => *count += 1,
            _ => runs.push((c, 1)),
        }
    }
    runs.iter().map(|(c, n)| if *n == 1 { c.to_string() } else { format!("{n}{c}") }).collect::<Vec<_>>().join(" ")
}

fn name(style: Style) -> String {
    let colour = |c: Option<ratatui::style::Color>| c.map_or("-".into(), |c| c.to_string());
    format!("{} on {} {:?}", colour(style.fg), colour(style.bg), style.add_modifier)
}
