//! The page of a player: a form for his orders, what his side knows now, and its diary. A script loads it again when it
//! changed, keeps the draft of an order, and composes one from a force and a place.

use super::{SCRIPT_OF_PLAYER, STYLE, digest, grade_rules, head_with, print, story};
use crate::report::Report;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use wardiary_base::{id::SideId, text::Text};
use wardiary_rules::{
    notation::{self, quote_if_needed},
    rules::sighting::all_knowledge,
    state::{State, Theatre},
};

/// More rules than a report's, for the parts that it takes from the printed sheets. A sheet's last column, for notes with
/// a pencil, is hidden.
const MORE_STYLE: &str = ".legend{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;font-size:.9rem}\
    .box{display:inline-block;width:.8em;height:.8em;margin:.06em;border:1.5px solid var(--ink);vertical-align:middle}\
    .off{background:var(--soft)}\
    .grade{display:inline-block;width:.9em;height:.9em;margin-right:.35em;border:1px solid var(--ink);background:var(--die);vertical-align:middle}\
    .scroll{overflow-x:auto}.scroll:focus-visible{outline:3px solid var(--link)}.scroll th:last-child,.scroll td:last-child{display:none}.scroll .graded{white-space:nowrap}#status{min-height:1.6em}\
    textarea{display:block;width:100%;margin:.3rem 0;padding:.5rem;font:inherit;color:inherit;background:transparent;border:1px solid var(--soft);border-radius:.4rem}\
    form button{padding:0 1rem}.compose button{margin:0 .4rem .4rem 0;padding:0 .7rem}.compose p{margin:.3rem 0}";

/// Where the key of a request goes in the page: at the end of this text, which no other text contains.
pub const REQUEST: &str = r#"name="request" value=""#;

/// Maximum length of an order, in characters.
const MAX_ORDER: u32 = 2000;

/// The side whose page it is.
pub struct Player<'a> {
    pub name: &'a str,
    /// Its id in its own diary; none before the side exists there.
    pub own: Option<SideId>,
    /// Its orders that the referee's program has not taken in yet.
    pub on_their_way: &'a [Text],
}

/// A side's page, and its version, which changes when and only when the page does.
pub struct PlayerPage {
    pub html: String,
    pub version: String,
}

/// The page of a side, from a report of its own diary.
pub fn player_page(report: &Report, player: &Player) -> PlayerPage {
    let story = &report.story;
    let view = html! {
        div #view {
            p.facts { (crate::report::writer::facts(story).join(" · ")) }
            (compose(&report.end, player.own))
            (lines("On their way to the referee", &player.on_their_way.iter().map(Text::to_string).collect::<Vec<_>>()))
            (now(&report.end))
            (story::chapters(report))
        }
    };
    let version = digest(&view.0);
    let style = format!("{STYLE}{MORE_STYLE}{}", grade_rules(&story.grades));
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            (head_with(&format!("{} – {}", story.title, player.name), &style, Some(SCRIPT_OF_PLAYER), "connect-src 'self'; form-action 'self'"))
            body data-version=(version) {
                a.skip href="#view" { "Skip to the page" }
                header { h1 { (story.title) } p { "As seen by " (player.name) } }
                main { (order_form("")) p #status role="status" {} (view) }
                footer { p { "Written by wardiary from its diary." } }
                script { (PreEscaped(SCRIPT_OF_PLAYER)) }
            }
        }
    };
    PlayerPage { html: page.into_string() + "\n", version }
}

/// The answer to an order that was not handed in: why, and the order as it was written. It can be sent again unless the
/// link no longer works.
pub fn refusal_page(why: &str, order: &str, does_link_work: bool) -> String {
    let style = format!("{STYLE}{MORE_STYLE}");
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            (head_with("Not handed in", &style, None, "form-action 'self'"))
            body {
                main {
                    h1 { "Not handed in" }
                    p #why { (why) }
                    @if does_link_work { (order_form(order)) p { a href="./" { "Back to the page" } } }
                    @else { label for="order" { "Your order" } textarea #order rows="6" readonly { (order) } }
                }
            }
        }
    };
    page.into_string() + "\n"
}

fn order_form(order: &str) -> Markup {
    html! {
        form #orders method="post" action="orders" {
            label for="order" { "Order to the referee, in your own words" }
            textarea #order name="order" rows="3" maxlength=(MAX_ORDER) required { (order) }
            input type="hidden" name="request" value="";
            button { "Hand in" }
        }
    }
}

/// Buttons for the script: a force begins an order, a place completes it.
fn compose(state: &State, own: Option<SideId>) -> Markup {
    let Some(own) = own else { return html! {} };
    let theatre = state.theatre();
    let is_own = |force: &_| theatre.is_some() && state.side_of(*force) == Some(own) && state.station(*force).is_some();
    let marches = state.forces().into_iter().filter(is_own);
    let mut forces: Vec<(String, String)> = marches.map(|force| (state.name(force), "march".into())).collect();
    let network = theatre.and_then(Theatre::network);
    let mut places: Vec<&Text> = network.iter().flat_map(|network| network.places()).collect();
    for map in state.maps() {
        let units = state.units_on(map.id).filter(|(unit, _)| unit.side == own);
        forces.extend(units.map(|(unit, _)| (unit.name.to_string(), "move".into())));
        places.extend(map.ground.places().iter().map(|(name, _)| name));
    }
    html! {
        @if !forces.is_empty() {
            section.compose hidden {
                h2 { "Compose an order" }
                p { "Tap a force, then a place or an area of the map." }
                p { @for (name, verb) in &forces { button type="button" data-order=(format!("{verb} {} to ", quote_if_needed(name))) { (name) } } }
                p { @for place in places { button type="button" data-place=(quote_if_needed(place)) { (place) } } }
            }
        }
    }
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
        (print::maps(state))
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
