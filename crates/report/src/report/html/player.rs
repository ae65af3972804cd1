//! The page of a player: what his side knows now, and its diary. A script only loads it again when it changed.

use super::{SCRIPT_OF_PLAYER, STYLE, digest, grade_rules, head_with, map, print, story};
use crate::report::Report;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use wardiary_rules::{notation, rules::sighting::all_knowledge, state::State};

/// More rules than a report's, for the parts that it takes from the printed sheets. A sheet's last column, for notes with
/// a pencil, is hidden.
const MORE_STYLE: &str = ".legend{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;font-size:.9rem}\
    .box{display:inline-block;width:.8em;height:.8em;margin:.06em;border:1.5px solid var(--ink);vertical-align:middle}\
    .off{background:var(--soft)}\
    .grade{display:inline-block;width:.9em;height:.9em;margin-right:.35em;border:1px solid var(--ink);background:var(--die);vertical-align:middle}\
    .scroll{overflow-x:auto}.scroll:focus-visible{outline:3px solid var(--link)}.scroll th:last-child,.scroll td:last-child{display:none}.scroll .graded{white-space:nowrap}.map svg{background:#fff}#status{min-height:1.6em}";

/// A side's page, and its version, which changes when and only when the page does.
pub struct PlayerPage {
    pub html: String,
    pub version: String,
}

/// The page of a side, from a report of its own diary.
pub fn player_page(report: &Report, side: &str) -> PlayerPage {
    let story = &report.story;
    let view = html! {
        div #view {
            p.facts { (crate::report::writer::facts(story).join(" · ")) }
            (now(&report.end))
            (story::chapters(report))
        }
    };
    let version = digest(&view.0);
    let style = format!("{STYLE}{MORE_STYLE}{}", grade_rules(&story.grades));
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            (head_with(&format!("{} – {side}", story.title), &style, Some(SCRIPT_OF_PLAYER), "connect-src 'self'; form-action 'none'"))
            body data-version=(version) {
                a.skip href="#view" { "Skip to the page" }
                header { h1 { (story.title) } p { "As seen by " (side) } p #status role="status" {} }
                main { (view) }
                footer { p { "Written by wardiary from its diary." } }
                script { (PreEscaped(SCRIPT_OF_PLAYER)) }
            }
        }
    };
    PlayerPage { html: page.into_string() + "\n", version }
}

/// The situation: map, forces, sightings and messages.
fn now(state: &State) -> Markup {
    let sightings: Vec<String> =
        all_knowledge(state).map(|(side, known)| notation::sighting_text(state, side, &known)).collect();
    let delivered = state.messages().iter().rev().filter(|message| message.delivered.is_some());
    let messages: Vec<String> =
        notation::staff_work(state).into_iter().chain(delivered.map(|message| message.text.to_string())).collect();
    let positions = positions(state);
    html! {
        @for map in state.maps() { section { h2 { (map.name) } (map::map_with_units(state, map)) (print::legend(map)) } }
        (lines("Sightings", &sightings))
        (lines("Messages and orders", &messages))
        (lines("Where the forces are", &positions))
        div.scroll tabindex="0" role="region" aria-label="Forces" { (print::roster(state)) }
    }
}

/// `Reserve at Ligny`: the position of each force in the theatre.
fn positions(state: &State) -> Vec<String> {
    let Some(theatre) = state.theatre() else { return Vec::new() };
    let at = |force| Some(format!("{} {}", state.name(force), theatre.whereabouts(state.station(force)?)));
    state.forces().into_iter().filter_map(at).collect()
}

fn lines(title: &str, lines: &[String]) -> Markup {
    html! { @if !lines.is_empty() { section { h2 { (title) } ul { @for line in lines { li { (line) } } } } } }
}
