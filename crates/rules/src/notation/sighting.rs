//! Words for a side's knowledge of an enemy force, and for staff work: orders that were handed in, messages on their way. Source: RULES 7.

use super::written_order;
use crate::{
    event::SightLevel,
    rules::sighting::{Age, Estimate, Known},
    state::{AnswerKind, Message, State, VisibilityRuling, WrittenOrders},
};
use std::collections::BTreeMap;
use wardiary_base::{
    book::{Grade, Ladder, Moment},
    id::{Id, SideId},
    text::{self, Text},
};

/// `sighted by Red: XX Corps at Thorn, in contact (2 units, infantry, 5 to 9 SP, green, EDNA 8)`
pub fn sighting_text(state: &State, side: SideId, known: &Known) -> String {
    let SightingText { who, place, when, facts, .. } = sighting_parts(state, known);
    let facts = if facts.is_empty() { String::new() } else { format!(" ({facts})") };
    format!("sighted by {}: {who}{place}, {when}{facts}", state.name(side))
}

pub struct SightingText {
    /// The force's name, or that it is a force of some side.
    pub who: String,
    /// Where it is or was, with a leading space; empty if unknown.
    pub place: String,
    /// How it is known now, or when it was last seen.
    pub when: String,
    /// Whether it is in sight, and no more.
    pub only_seen: bool,
    /// The known facts about its units; empty if there are none.
    pub facts: String,
}

pub fn sighting_parts(state: &State, known: &Known) -> SightingText {
    let nameless =
        || known.alias.as_ref().map_or_else(|| format!("a force of {}", state.name(known.of)), Text::to_string);
    let who = known.force.map_or_else(nameless, |force| state.name(force));
    // A force without a known name is called by its place, which is then not repeated: “infantry, about C5”.
    let says_where = |name: &str| known.force.is_none() && who.ends_with(name);
    let place = known
        .place
        .zip(state.theatre())
        .filter(|(place, theatre)| !says_where(&theatre.name_of_station(*place)))
        .map_or(String::new(), |(place, theatre)| format!(" {}", theatre.whereabouts(place)));
    let over = if known.is_over { as_of_text(state, known) } else { String::new() };
    let when = match (known.age, known.level) {
        (Age::InSight, Some(SightLevel::Fought)) => format!("in battle{over}"),
        (Age::InSight, Some(SightLevel::InContact)) => format!("in contact{over}"),
        (Age::InSight, _) => "in sight".into(),
        (Age::Remembered(seen) | Age::LastSeen(seen), _) => {
            format!("last seen on {}", state.book().clock.format_moment(seen))
        }
    };
    let only_seen = matches!((known.age, known.level), (Age::InSight, None | Some(SightLevel::Seen)));
    SightingText { who, place, when, only_seen, facts: facts(state, known).join(", ") }
}

/// `South: Brigade Leroy, last seen on day 2, night (2 units, infantry)`: a known enemy force, to be listed under its place.
pub fn sighting_entry(state: &State, known: &Known) -> String {
    let SightingText { who, when, facts, .. } = sighting_parts(state, known);
    let facts = if facts.is_empty() { String::new() } else { format!(" ({facts})") };
    format!("{}: {who}, {when}{facts}", state.name(known.of))
}

/// The name of the enemy force with this number in a side's own diary.
pub fn sighted_force_name(state: &State, number: u32) -> Option<String> {
    state.sighting_estimate(number).map(|(_, known)| sighting_parts(state, &known).who)
}

/// ` as of day 3, dawn` for a past sighting: when the side last looked there.
fn as_of_text(state: &State, known: &Known) -> String {
    let clock = &state.book().clock;
    if clock.is_on() { format!(" as of {}", clock.format_moment(known.as_of)) } else { ", now over".into() }
}

fn facts(state: &State, known: &Known) -> Vec<String> {
    let ladder = &state.book().ladder;
    let units = known.units.map(|units| {
        let noun = if units.most == Some(1) { "unit" } else { "units" };
        format!("{units} {noun}")
    });
    let kinds = known.kinds.as_ref().map(|kinds| {
        let kinds: Vec<String> = kinds.iter().map(Text::as_name).collect();
        text::list(&kinds)
    });
    let strength = known.strength.map(|strength| format!("{strength} SP"));
    let grades = known.grades.as_ref().map(|grades| list_estimates(grades, |grade| grade_text(ladder, grade)));
    let edna = known.edna.as_ref().map(|edna| format!("EDNA {}", list_estimates(edna, ToString::to_string)));
    let facts = [units, kinds, strength, grades, edna];
    facts.into_iter().flatten().filter(|fact| !fact.is_empty()).collect()
}

fn list_estimates(estimates: &[Estimate], words: impl Fn(&Estimate) -> String) -> String {
    text::list(&estimates.iter().map(words).collect::<Vec<_>>())
}

/// `green`, or `black to green`
fn grade_text(ladder: &Ladder, grade: &Estimate) -> String {
    let (best, worst) = grade_range(ladder, grade);
    let (best, worst) = (ladder.name(best), ladder.name(worst));
    if best == worst { best.to_string() } else { format!("{best} to {worst}") }
}

/// The best and the worst grade within an estimate; grades are numbered from 1.
pub fn grade_range(ladder: &Ladder, grade: &Estimate) -> (Grade, Grade) {
    let lowest = ladder.lowest();
    let numbered =
        |number: u32| u8::try_from(number.saturating_sub(1)).map_or(lowest, |number| Grade(number).min(lowest));
    (numbered(grade.least), grade.most.map_or(lowest, numbered))
}

/// `, and stopped at Thorn`, for forces that wanted to go further. With several places each force is named.
pub fn stopped_at(state: &State, forces: &[Id]) -> String {
    match forces_by_place(state, forces).as_slice() {
        [] => String::new(),
        [(place, there)] if there.len() == forces.len() => format!(", and stopped {place}"),
        places => {
            let stopped = |(place, there): &(String, Vec<Id>)| format!("{} stopped {place}", force_names(state, there));
            format!("; {}", text::list(&places.iter().map(stopped).collect::<Vec<_>>()))
        }
    }
}

/// `I Corps was stopped at Thorn`, for forces that wanted to go further.
pub fn was_stopped_at(state: &State, forces: &[Id]) -> String {
    let stopped = |(place, there): &(String, Vec<Id>)| {
        let were = if there.len() == 1 { "was" } else { "were" };
        format!("{} {were} stopped {place}", force_names(state, there))
    };
    text::list(&forces_by_place(state, forces).iter().map(stopped).collect::<Vec<_>>())
}

/// The places of forces that want to go further, each with the forces there.
fn forces_by_place(state: &State, forces: &[Id]) -> Vec<(String, Vec<Id>)> {
    let Some(theatre) = state.theatre() else { return Vec::new() };
    let mut places: Vec<(String, Vec<Id>)> = Vec::new();
    for force in forces.iter().copied().filter(|force| !state.route_of(*force).is_empty()) {
        let Some(station) = state.station(force) else { continue };
        let place = theatre.whereabouts(station);
        match places.iter_mut().find(|(other, _)| *other == place) {
            Some((_, there)) => there.push(force),
            None => places.push((place, vec![force])),
        }
    }
    places
}

fn force_names(state: &State, forces: &[Id]) -> String {
    text::list(&forces.iter().map(|force| state.name(*force)).collect::<Vec<_>>())
}

/// All pending staff work and standing rulings, one a line.
pub fn staff_work(state: &State) -> Vec<String> {
    let waiting = state.waiting_orders();
    let waiting = waiting.iter().map(|orders| {
        let (what, when) = arrival_text(state, orders.due);
        let label = state.orders_label(orders.number);
        format!("{what}: orders {label} of {} “{}”{when}", state.name(orders.side), orders.text)
    });
    let coming = pending_messages(state);
    let coming = coming.iter().map(|message| {
        let (what, when) = arrival_text(state, message.due);
        format!("{what}: message to {} “{}”{when}", side_names(state, &message.sides), message.text)
    });
    waiting.chain(coming).chain(rulings(state)).collect()
}

/// `due`, or `coming` and ` on day 3, dawn`.
fn arrival_text(state: &State, at: Moment) -> (&'static str, String) {
    if at <= state.calendar().now {
        return ("due", String::new());
    }
    ("coming", format!(" on {}", state.book().clock.format_moment(at)))
}

/// The undelivered messages, the next first.
pub fn pending_messages(state: &State) -> Vec<&Message> {
    let mut coming: Vec<&Message> = state.messages().iter().filter(|message| message.delivered.is_none()).collect();
    coming.sort_by_key(|message| message.due);
    coming
}

/// `revealed to Blue: XX Corps, 1st Foot`, one line for each side and ruling.
fn rulings(state: &State) -> Vec<String> {
    let mut lines: Vec<(String, Vec<String>)> = Vec::new();
    for (what, side, ruled) in state.rulings() {
        let whom = side.map_or_else(|| "all other sides".into(), |side| state.name(side));
        let heading = match ruled {
            VisibilityRuling::Revealed => format!("revealed to {whom}"),
            VisibilityRuling::Hidden => format!("hidden from {whom}"),
        };
        match lines.iter_mut().find(|(other, _)| *other == heading) {
            Some((_, names)) => names.push(state.name(what)),
            None => lines.push((heading, vec![state.name(what)])),
        }
    }
    lines.into_iter().map(|(heading, names)| format!("{heading}: {}", names.join(", "))).collect()
}

pub fn side_names(state: &State, sides: &[SideId]) -> String {
    text::list(&sides.iter().map(|side| state.name(*side)).collect::<Vec<_>>())
}

/// The waiting orders that a newer one of the same side replaces because it marches or halts the same force at the same
/// time; each with the newer. Only texts that read as orders count, and none that was refused or cancelled.
pub fn replaced_orders(state: &State) -> BTreeMap<u32, u32> {
    let is_open = |orders: &WrittenOrders| orders.answer.is_none();
    let is_alive =
        |orders: &&WrittenOrders| orders.answer.as_ref().is_none_or(|answer| answer.kind == AnswerKind::Granted);
    let since_open = state.written_orders().iter().skip_while(|orders| !is_open(orders)).filter(is_alive);
    let sent = since_open.filter_map(|orders| Some((orders, written_order(state, orders).ok()?.sent_force()?)));
    let sent: Vec<(&WrittenOrders, Id)> = sent.collect();
    let newer = |(at, (older, force)): (usize, &(&WrittenOrders, Id))| {
        let replaces = |(newer, other): &&(&WrittenOrders, Id)| {
            other == force && newer.side == older.side && newer.due == older.due.max(newer.received)
        };
        let (newer, _) = sent[at + 1..].iter().rfind(replaces).filter(|_| is_open(older))?;
        Some((older.number, newer.number))
    };
    sent.iter().enumerate().filter_map(newer).collect()
}

/// The status of written orders: `due`, `due on day 3, dawn`, `granted on day 2`, `refused: “the bridge is down”`.
pub fn orders_status(state: &State, orders: &WrittenOrders) -> String {
    let clock = &state.book().clock;
    let on = |at| if clock.is_on() { format!(" on {}", clock.format_moment(at)) } else { String::new() };
    match &orders.answer {
        None if orders.due <= state.calendar().now => "due".into(),
        None => format!("due{}", on(orders.due)),
        Some(answer) => {
            let how = answer.kind.word();
            let why = answer.why.as_ref().map_or_else(String::new, |why| format!(": “{why}”"));
            format!("{how}{}{why}", on(answer.answered_at))
        }
    }
}
