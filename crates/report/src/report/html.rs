//! A report as a self-contained page: the story as text, tables and drawings, and a script that replays the battle. The
//! script holds no facts; it applies the changes that the program computed.
//!
//! All text goes through `maud`, which escapes it. The content security policy allows only the page's own style and
//! script, by their digests, and nothing is fetched.

mod chart;
mod drawing;
mod map;
mod player;
pub mod print;
mod story;
pub mod terrain;

pub use drawing::{DrawingKind, drawing};
pub use player::{Player, PlayerPage, REQUEST, player_page, refusal_page};

use super::{
    Report,
    replay::Replay,
    story::{Columns, Story},
};
use crate::report::story::StoryGrade;
use base64::{Engine, prelude::BASE64_STANDARD};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use wardiary_base::text;

const STYLE: &str = include_str!("../../assets/page.css");
const SCRIPT: &str = include_str!("../../assets/page.js");
const SCRIPT_OF_PLAYER: &str = include_str!("../../assets/player.js");

/// A complete page, with the replay if there is one.
pub fn page(report: &Report) -> String {
    let story = &report.story;
    let replay = report.replay.as_ref().filter(|replay| replay.count > 0);
    let style = format!("{STYLE}{}", grade_rules(&story.grades));
    let script = replay.map(|_| SCRIPT);
    // One template for all of it: the markup of a long diary would take its memory again for each within another.
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            (head(&story.title, &style, script))
            body {
                a.skip href="#story" { "Skip to the story" }
                header {
                    h1 { (story.title) }
                    p.facts { (super::writer::facts(story).join(" · ")) }
                    (story::lead(story))
                    (contents(report))
                }
                main #story { (story::chapters(report)) (story::appendices(story)) (story::reading_guide(story)) }
                @if let Some(replay) = replay {
                    (replay_controls(replay, columns(story)))
                    script type="application/json" #diary {
                        (PreEscaped(format!(r#"{{"start":{},"steps":["#, script_json(&replay.start)))) (PreEscaped(&replay.steps)) "]}"
                    }
                    (map::grounds(&report.end))
                }
                footer { p { "Written by wardiary from its diary." } }
                @if let Some(script) = script { script { (PreEscaped(script)) } }
            }
        }
    };
    page.into_string() + "\n"
}

/// The story alone, for embedding in another page: no script, no style, and no headings above the second level.
pub fn fragment(report: &Report) -> String {
    let story = &report.story;
    let body = html! {
        article {
            h2 { (story.title) }
            p { (super::writer::facts(story).join(" · ")) }
            (story::lead(story))
            (story::chapters(report))
            (story::appendices(story))
            (story::reading_guide(story))
        }
    };
    body.into_string() + "\n"
}

fn head(title: &str, style: &str, script: Option<&str>) -> Markup {
    head_with(title, style, script, "form-action 'none'")
}

/// A page's head; `more` are further directives of its content security policy.
fn head_with(title: &str, style: &str, script: Option<&str>, more: &str) -> Markup {
    html! {
        head {
            meta charset="utf-8";
            meta http-equiv="Content-Security-Policy" content=(policy(style, script, more));
            meta name="viewport" content="width=device-width, initial-scale=1";
            meta name="color-scheme" content="light dark";
            meta name="generator" content="wardiary";
            title { (title) }
            style { (PreEscaped(style)) }
        }
    }
}

fn contents(report: &Report) -> Markup {
    let chapters = &report.story.chapters;
    html! {
        @if chapters.len() + report.story.appendices.len() > 1 {
            nav aria-label="Chapters" {
                ol {
                    @for (at, chapter) in (1..).zip(chapters) { li { a href=(format!("#c{at}")) { (chapter.title) } } }
                    @for appendix in &report.story.appendices { li { a href=(format!("#{}", appendix.key)) { (appendix.title) } } }
                }
            }
        }
    }
}

/// The columns that any chapter of the story has.
fn columns(story: &Story) -> Columns {
    let rolls = story.chapters.iter().flat_map(|chapter| &chapter.opening_forces);
    rolls.fold(Columns::default(), |all, roll| Columns {
        grade: all.grade || roll.columns.grade,
        edna: all.edna || roll.columns.edna,
    })
}

fn replay_controls(replay: &Replay, columns: Columns) -> Markup {
    html! {
        section.replay #replay hidden aria-label="Replay" {
            div.controls {
                button type="button" data-go="first" title="First entry (Home)" { "«" span { "First" } }
                button type="button" data-go="back" title="Previous entry (←)" { "‹" span { "Back" } }
                button type="button" data-go="play" title="Play (P)" aria-pressed="false" { "▶" span { "Play" } }
                button type="button" data-go="on" title="Next entry (→)" { "›" span { "Next" } }
                button type="button" data-go="last" title="Last entry (End)" { "»" span { "Last" } }
                button type="button" data-go="forces" title="State of all units (F)" aria-expanded="false" aria-controls="forces" { "☰" span { "Forces" } }
                label { span { "Entry" } input #at type="range" min="0" max=(replay.count) value="0"; }
            }
            p #caption aria-live="polite" {}
            div #gauges {}
            div #forces hidden tabindex="-1" data-grade=[columns.grade.then_some("")] data-edna=[columns.edna.then_some("")] {}
        }
    }
}

/// JSON for a script element, without characters that could end the element or begin a comment in it.
pub(super) fn script_json(json: &Value) -> String {
    text::escape_json(&json.to_string()).replace('<', "\\u003c").replace('>', "\\u003e")
}

/// A policy that allows this style and script by their digests, embedded pictures, and nothing from elsewhere.
fn policy(style: &str, script: Option<&str>, more: &str) -> String {
    let script = script.map_or_else(|| "'none'".to_string(), digest);
    format!(
        "default-src 'none'; style-src {}; script-src {script}; img-src data:; base-uri 'none'; {more}",
        digest(style)
    )
}

fn digest(text: &str) -> String {
    format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(text.as_bytes())))
}

/// The colours of sides. Their lightness differs, for readers who see no colours.
const SIDE_COLOURS: [&str; 4] = ["#1f5fa8", "#c2410c", "#0f766e", "#7c3aed"];

/// A CSS rule for the dice of each grade.
fn grade_rules(grades: &[StoryGrade]) -> String {
    let mut style = String::new();
    for grade in grades {
        let (red, green, blue) = colour(&grade.colour.to_string());
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
