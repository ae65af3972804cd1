//! The campaign between battles, in words: the theatre, the clock, staff work and victory. Source: RULES 7.

use super::EntryContext;
use std::collections::BTreeSet;
use wardiary_base::{
    dice::{DiceFormula, Face},
    id::{Id, SideId, UnitId},
    text::{self, Text},
};
use wardiary_rules::{
    event::{
        ClockEvent, ContactCause, ContactEnd, Event, IntelEvent, Marched, SightLevel, StaffEvent, TheatreEvent,
        VictoryEvent,
    },
    notation::{self, battle_end_text, campaign_end_text, due_text, row_text},
    rules::table::sum_text,
    state::{Score, Standstill, State, Theatre, Unit},
};

/// An event in the theatre; a sentence for each force that marched.
pub(super) fn sentences(before: &State, after: &State, event: &TheatreEvent) -> Vec<String> {
    let Some(theatre) = after.theatre() else { return Vec::new() };
    let name = |id| after.name(id);
    match event {
        TheatreEvent::LaidOut(_) => {
            let title = theatre.title();
            vec![if title.is_empty() { "the theatre is laid out".into() } else { format!("the theatre is {title}") }]
        }
        TheatreEvent::Stationed { force, to, .. } => vec![match to {
            Some(to) => format!("{} stands {}", name(*force), theatre.whereabouts(*to)),
            None => format!("{} no longer stands anywhere", name(*force)),
        }],
        TheatreEvent::Sent { force, to, .. } => vec![match to.last() {
            Some(_) => format!("{} will march {}", name(*force), theatre.describe_route(to)),
            None => format!("{} halts", name(*force)),
        }],
        TheatreEvent::Marched(moves) => moves.iter().map(|marched| march_sentence(after, theatre, marched)).collect(),
        TheatreEvent::Met { contact, first, second, how } => {
            let (first, second) = (name(*first), name(*second));
            vec![match how {
                // One of several is reported with the others: see `met`.
                ContactCause::Met => format!("{first} met {second}: contact {contact}"),
                ContactCause::Passed => format!("{first} and {second} marched into each other: contact {contact}"),
                ContactCause::Ruled => format!("{first} is in contact with {second}: contact {contact}"),
            }]
        }
        TheatreEvent::Parted { contact, how } => {
            let of = before.contact(*contact).map_or(String::new(), |at| {
                let (first, second) = at.forces;
                format!(" of {} with {}", name(first), name(second))
            });
            let over = format!("contact {contact}{of} is over");
            vec![match how {
                ContactEnd::Left(force) => format!("{over}: {} left", name(*force)),
                ContactEnd::Gone(force) => format!("{over}: {} is no more", name(*force)),
                ContactEnd::Fought(battle) => format!("{over}: it is fought in {}", name((*battle).into())),
                ContactEnd::SetAside => format!("contact {contact}{of} is set aside"),
            }]
        }
        TheatreEvent::Sighted { side, force, at, level } => {
            let at = theatre.whereabouts(*at);
            let sighted = format!("{} sighted {} {at}", name((*side).into()), name(*force));
            vec![match level {
                SightLevel::Seen => sighted,
                SightLevel::InContact => format!("{sighted}, in contact"),
                SightLevel::Fought => format!("{sighted}, in battle"),
            }]
        }
        TheatreEvent::LostSight { side, force, .. } => {
            vec![format!("{} lost sight of {}", name((*side).into()), name(*force))]
        }
        TheatreEvent::ChangedHands { at, to, .. } => {
            let holder = to.map_or("nobody".into(), |side| name(side.into()));
            vec![format!("{} is held by {holder} now", theatre.name(*at))]
        }
    }
}

/// `contact 1 of R1 with B1 goes over to r1b`, for a unit that is the last to leave a stack in contact, or the last to
/// join another.
pub(super) fn contacts_taken_over(context: &EntryContext, unit: UnitId) -> Vec<String> {
    let (Some(old), Some(new)) = (context.before.force_of(unit), context.after.force_of(unit)) else {
        return Vec::new();
    };
    let assigned = |event: &Event| if let Event::Assigned { unit, .. } = event { Some(*unit) } else { None };
    let is_last = context.entry.events.iter().rev().find_map(assigned) == Some(unit);
    let before = context.before.contacts().iter().filter(|at| is_last && old != new && at.opponent(old).is_some());
    let taken = before.filter(|at| context.after.contact(at.number).is_some_and(|now| now.opponent(new).is_some()));
    let text = taken.map(|at| {
        let (first, second) = at.forces;
        let of = format!("{} with {}", context.name(first), context.name(second));
        format!("contact {} of {of} goes over to {}", at.number, context.name(new))
    });
    text.collect()
}

/// Who met whom. If all forces in one place met all in another, the first of these contacts reports them in one
/// sentence.
pub(super) fn contact_sentences(after: &State, events: &[Event], at: usize) -> Vec<String> {
    let meeting = |event: &Event| match event {
        Event::Theatre(TheatreEvent::Met { contact, first, second, how: ContactCause::Met }) => {
            Some((*contact, *first, *second))
        }
        _ => None,
    };
    let Some(text) = meeting(&events[at]) else { return Vec::new() };
    let places = |(_, first, second): &(u32, Id, Id)| (after.station(*first), after.station(*second));
    let all = events.iter().filter_map(meeting).filter(|other| places(other) == places(&text));
    let mut all: Vec<(u32, Id, Id)> = all.collect();
    let different = |of: fn(&(u32, Id, Id)) -> Id| {
        let mut ids: Vec<Id> = Vec::new();
        all.iter().map(of).for_each(|id| {
            if !ids.contains(&id) {
                ids.push(id);
            }
        });
        ids
    };
    let (mut first, mut second) = (different(|of| of.1), different(|of| of.2));
    if first.len() * second.len() != all.len() {
        (all, first, second) = (vec![text], vec![text.1], vec![text.2]);
    }
    if all[0] != text {
        return Vec::new();
    }
    let names = |ids: &[Id]| text::list(&ids.iter().map(|id| after.name(*id)).collect::<Vec<_>>());
    let one = if all.len() == 1 { "contact" } else { "contacts" };
    let contacts = format!("{one} {}", text::ranges(all.iter().map(|(contact, ..)| *contact)));
    vec![format!("{} met {}: {contacts}", names(&first), names(&second))]
}

/// Forces with march orders that did not move as time passed, and why; those with one reason share a sentence. A force
/// stopped by an enemy on this march is reported with the contact.
pub(super) fn halted_forces(before: &State, after: &State, events: &[Event]) -> Vec<String> {
    let reported: BTreeSet<Id> = events
        .iter()
        .flat_map(|event| match event {
            // A force may be sighted, or lost sight of, while it stands still.
            Event::Theatre(TheatreEvent::Sighted { .. } | TheatreEvent::LostSight { .. }) => Vec::new(),
            Event::Theatre(event) => event.forces(),
            Event::Intel(event @ IntelEvent::Met { .. }) => event.ids().collect(),
            _ => Vec::new(),
        })
        .collect();
    let mut halted: Vec<(String, Vec<String>)> = Vec::new();
    for (force, units) in before.forces_with_units() {
        // A fighting force is reported even if another event mentions it.
        let is_told = reported.contains(&force) && before.battle_of_force(force).is_none();
        if before.route_of(force).is_empty() || is_told {
            continue;
        }
        let Some(why) = halt_reason(before, after, force, &units) else { continue };
        match halted.iter_mut().find(|(other, _)| *other == why) {
            Some((_, names)) => names.push(after.name(force)),
            None => halted.push((why, vec![after.name(force)])),
        }
    }
    halted.iter().map(|(why, names)| format!("{} did not march: {why}", text::list(names))).collect()
}

fn halt_reason(before: &State, after: &State, force: Id, units: &[&Unit]) -> Option<String> {
    if let Some(battle) = before.battle_of_force(force) {
        return Some(format!("fighting in {}", after.name(battle)));
    }
    let enemies = before.enemies_in_contact(force).map(|enemy| after.name(enemy));
    let sketched =
        before.contacts_with_sighted(force).filter_map(|number| notation::sighted_force_name(before, number));
    let enemies: Vec<String> = enemies.chain(sketched).collect();
    match before.standstill(units) {
        Some(Standstill::Allowance) => Some("no step in a part by the rulebook".into()),
        Some(Standstill::Supply) => Some("supplied too badly".into()),
        None if enemies.is_empty() => None,
        None => Some(format!("in contact with {}, on a way that does not lead away", text::list(&enemies))),
    }
}

fn march_sentence(after: &State, theatre: Theatre, Marched { force, from, by, to }: &Marched) -> String {
    let force = after.name(*force);
    let on = to.toward.map(|(toward, _)| theatre.name(toward));
    // A force that turned back on its way first reaches the place that it had left.
    let went_back = from.toward.is_some() && by.first() == Some(&from.at);
    let further = |on: Option<String>| on.map_or(String::new(), |on| format!(", and on towards {on}"));
    match (by.is_empty(), on) {
        (false, on) if went_back && by.len() == 1 => {
            format!("{force} turned back to {}{}", theatre.name(from.at), further(on))
        }
        (false, on) if went_back => {
            let way = theatre.describe_route(&by[1..]);
            format!("{force} turned back to {} and marched on {way}{}", theatre.name(from.at), further(on))
        }
        (false, on) => {
            format!("{force} marched from {} {}{}", theatre.name(from.at), theatre.describe_route(by), further(on))
        }
        (true, on) => format!("{force} is on the way from {} to {}", theatre.name(to.at), on.unwrap_or_default()),
    }
}

/// An event of the clock, and a sentence for each thing that comes due with it.
pub(super) fn clock_sentences(before: &State, after: &State, event: &ClockEvent) -> Vec<String> {
    let clock = &after.book().clock;
    match event {
        ClockEvent::Advanced { from, to } => {
            let calendar = after.calendar();
            let due = calendar.due().iter().filter(|scheduled| scheduled.due > *from);
            let due = due.map(|scheduled| format!("due now: {} “{}”", scheduled.item, due_text(after, scheduled)));
            std::iter::once(format!("it is {}", clock.format_moment(*to))).chain(due).collect()
        }
        // What a table makes due is due at once.
        ClockEvent::Scheduled { item, at, .. } if *at <= before.calendar().now => {
            let what = after.calendar().item(*item).map(|item| due_text(after, item));
            vec![format!("due now: {item} “{}”", what.unwrap_or_default())]
        }
        ClockEvent::Scheduled { item, at, .. } => vec![format!("due on {} as number {item}", clock.format_moment(*at))],
        ClockEvent::Settled { item } => {
            let what = before.calendar().item(*item).map(|item| due_text(before, item));
            vec![format!("settled: “{}”", what.unwrap_or_default())]
        }
    }
}

pub(super) fn consulted(
    after: &State,
    (table, total): (&Text, i32),
    (row, becomes): (&Text, Option<&Text>),
    who: Option<Id>,
) -> String {
    let becomes = becomes.map_or_else(String::new, |state| format!(" (now {})", state.as_name()));
    format!("rolled {total} on {}: {}{becomes}", table.as_name(), row_text(after, row, who))
}

/// `37th Brigade rolls 2d6: 3 + 4 = 7 (“the ford”)`
pub(super) fn rolled(
    context: &EntryContext,
    (dice, totals): (&DiceFormula, &[i32]),
    who: Option<Id>,
    purpose: Option<&Text>,
) -> String {
    let result = match totals {
        [total] => {
            let faces: Vec<Face> = context.entry.dice.iter().flat_map(|roll| roll.faces.iter().copied()).collect();
            sum_text(dice, &faces, *total)
        }
        _ => totals.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
    };
    let roll = if totals.len() == 1 { dice.to_string() } else { format!("{}x {dice}", totals.len()) };
    match (who.map(|who| context.after.name(who)), purpose.map(Text::as_name)) {
        (None, None) => format!("rolled {roll}: {result}"),
        (None, Some(purpose)) => format!("rolled {roll} for {purpose}: {result}"),
        (Some(who), None) => format!("rolled {roll} for {who}: {result}"),
        (Some(who), Some(purpose)) => format!("rolled {roll} for {who} ({purpose}): {result}"),
    }
}

pub(super) fn staff_sentence(state: &State, event: &StaffEvent) -> String {
    let clock = &state.book().clock;
    let named = |sides: &[SideId]| text::list(&sides.iter().map(|side| state.name(*side)).collect::<Vec<_>>());
    let answered = |number: u32, how: &str, why: &Option<Text>| {
        let of =
            state.written_order(number).map_or_else(String::new, |orders| format!(" of {}", state.name(orders.side)));
        let why = why.as_ref().filter(|why| !why.is_blank());
        let why = why.map_or_else(String::new, |why| format!(": “{}”", why.trim()));
        format!("orders {number}{of} {how}{why}")
    };
    match event {
        StaffEvent::Told { sides, text, due: None, .. } => message_sentence(&named(sides), text),
        StaffEvent::Told { sides, due: Some(due), .. } => {
            format!("message to {} due on {}", named(sides), clock.format_moment(*due))
        }
        StaffEvent::Delivered { message: number } => {
            let found = state.message(*number);
            found.map_or_else(String::new, |found| message_sentence(&named(&found.sides), &found.text))
        }
        StaffEvent::Revealed { what, to } => format!("{} revealed to {}", state.name(*what), named(to)),
        StaffEvent::Hidden { what, from } if from.is_empty() => {
            let others = if state.side_of(*what).is_some() { "all other sides" } else { "all sides" };
            format!("{} hidden from {others}", state.name(*what))
        }
        StaffEvent::Hidden { what, from } => format!("{} hidden from {}", state.name(*what), named(from)),
        StaffEvent::HandedIn { number, side, due, .. } => {
            let due = due.map_or_else(String::new, |due| format!(", due on {}", clock.format_moment(due)));
            format!("orders {number} handed in by {}{due}", state.name(*side))
        }
        StaffEvent::Granted { number, why } => answered(*number, "granted", why),
        StaffEvent::Refused { number, why } => answered(*number, "refused", why),
    }
}

fn message_sentence(to: &str, text: &Text) -> String {
    format!("message to {to}: “{}”", text.trim())
}

pub(super) fn victory_sentence(after: &State, event: &VictoryEvent) -> String {
    match event {
        VictoryEvent::BattleDecided { battle, .. } => {
            let how = after.battle(*battle).and_then(|battle| battle_end_text(after, battle));
            format!("the battle {}: {}", after.name(*battle), how.unwrap_or_default())
        }
        VictoryEvent::Scored { side, by } => {
            let many = usize::try_from(by.unsigned_abs()).unwrap_or(usize::MAX);
            let points = text::count(many, "victory point", "victory points");
            let total = after
                .score()
                .into_iter()
                .find(|score| score.side == *side)
                .map_or_else(String::new, Score::total_words);
            let to = if *by < 0 { "taken from" } else { "for" };
            format!("{points} {to} {}: {total} in all", after.name(*side))
        }
        VictoryEvent::CampaignEnded { .. } => {
            let how = campaign_end_text(after).map_or(String::new(), |how| format!(": {how}"));
            format!("the campaign ended{how}")
        }
    }
}
