//! The theatre of a campaign, in words. Source: RULES 7.

use super::{EntryContext, Statement, States};
use std::collections::BTreeSet;
use wardiary_base::{
    ground::{Spot, Station},
    id::{BattleId, Id, SideId, UnitId},
    text,
};
use wardiary_rules::{
    event::{ContactCause, ContactEnd, Event, IntelEvent, Marched, SightLevel, TheatreEvent, VictoryEvent},
    notation,
    state::{Standstill, State, Theatre, Unit},
};

#[derive(Clone, Debug, PartialEq)]
pub enum TheatreStatement<'a> {
    LaidOut,
    Stationed { force: Id, to: Option<Station> },
    // No places if it halts.
    Sent { force: Id, to: &'a [Spot] },
    // It lost its march orders with the battle.
    Beaten { force: Id },
    Marched(&'a Marched),
    DidNotMarch { forces: Vec<Id>, why: HaltReason },
    // Each of the first forces came into contact with each of the others.
    Met { first: Vec<Id>, second: Vec<Id>, contacts: Vec<u32>, how: ContactCause },
    ContactEnded { contact: u32, forces: Option<(Id, Id)>, how: ContactEnd },
    // A unit took over the contact of a stack that it was the last to leave, or a stack that of a unit.
    ContactTakenOver { contact: u32, forces: (Id, Id), by: Id },
    Sighted { side: SideId, force: Id, at: Station, level: SightLevel },
    LostSight { side: SideId, force: Id },
    ChangedHands { at: Spot, to: Option<SideId> },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HaltReason {
    Fighting(BattleId),
    /// It can't march for lack of an allowance or of supply.
    Standstill(Standstill),
    /// Enemies in contact with it: forces, and numbers of sightings.
    InContact(Vec<Id>, Vec<u32>),
}

impl TheatreStatement<'_> {
    pub(super) fn text(&self, states: States) -> String {
        let state = states.after;
        let Some(theatre) = state.theatre() else { return String::new() };
        let name = |id: &Id| state.name(*id);
        let names = |ids: &[Id]| text::list(&ids.iter().map(name).collect::<Vec<_>>());
        let apart = |first: &[Id], second: &[Id]| {
            let at = |forces: &[Id]| forces.first().and_then(|force| state.station(*force));
            let steps = at(first).zip(at(second)).and_then(|(first, second)| theatre.distance_between(first, second));
            let unit = if theatre.network().is_some() { "steps" } else { "areas" };
            steps.filter(|steps| *steps > 1).map_or_else(String::new, |steps| format!(", {steps} {unit} apart"))
        };
        match self {
            Self::LaidOut if theatre.title().is_empty() => "the theatre is laid out".into(),
            Self::LaidOut => format!("the theatre is {}", theatre.title()),
            Self::Stationed { force, to: Some(to) } => {
                format!("{} stationed {}", name(force), theatre.whereabouts(*to))
            }
            Self::Stationed { force, to: None } => format!("{} no longer stationed anywhere", name(force)),
            Self::Sent { force, to: [] } => format!("{} halted", name(force)),
            Self::Sent { force, to } => format!("{} will march {}", name(force), theatre.describe_route(to)),
            Self::Beaten { force } => format!("beaten, {} lost its march orders", name(force)),
            Self::Marched(marched) => march_text(state, theatre, marched),
            Self::DidNotMarch { forces, why } => format!("{} did not march: {}", names(forces), why.text(states)),
            Self::Met { first, second, contacts, how } => {
                let one = if contacts.len() == 1 { "contact" } else { "contacts" };
                let contacts = text::ranges(contacts.iter().copied());
                let apart = apart(first, second);
                let (first, second) = (names(first), names(second));
                let met = match how {
                    ContactCause::Met => format!("{first} met {second}"),
                    ContactCause::Passed => format!("{first} and {second} marched into each other"),
                    ContactCause::Ruled => format!("{first} is in contact with {second}{apart}"),
                };
                format!("{met}: {one} {contacts}")
            }
            Self::ContactEnded { contact, forces, how } => {
                let of = forces.map(|(first, second)| format!(" of {} with {}", name(&first), name(&second)));
                let contact = format!("contact {contact}{}", of.unwrap_or_default());
                match how {
                    ContactEnd::Left(force) => format!("{contact} ended: {} left", name(force)),
                    ContactEnd::Gone(force) => format!("{contact} ended: {} gone", name(force)),
                    ContactEnd::Fought(battle) => {
                        format!("{contact} became the battle {}", state.name(*battle))
                    }
                    ContactEnd::SetAside => format!("{contact} was set aside"),
                }
            }
            Self::ContactTakenOver { contact, forces: (first, second), by } => {
                format!("contact {contact} of {} with {} passed to {}", name(first), name(second), name(by))
            }
            Self::Sighted { side, force, at, level } => {
                let level = match level {
                    SightLevel::Seen => "",
                    SightLevel::InContact => ", in contact",
                    SightLevel::Fought => ", in battle",
                };
                format!("{} sighted {} {}{level}", state.name(*side), name(force), theatre.whereabouts(*at))
            }
            Self::LostSight { side, force } => format!("{} lost sight of {}", state.name(*side), name(force)),
            Self::ChangedHands { at, to } => {
                let holder = to.map_or("nobody".into(), |side| state.name(side));
                format!("{} is held by {holder} now", theatre.name(*at))
            }
        }
    }
}

impl HaltReason {
    fn text(&self, states: States) -> String {
        match self {
            Self::Fighting(battle) => format!("fighting in {}", states.name(*battle)),
            Self::Standstill(Standstill::Allowance) => "the rulebook gives no march allowance".into(),
            Self::Standstill(Standstill::Supply) => "too short of supply".into(),
            Self::InContact(forces, sighted) => {
                let enemies = forces.iter().map(|enemy| states.name(*enemy));
                let sighted = sighted.iter().filter_map(|number| notation::sighted_force_name(states.before, *number));
                let enemies = text::list(&enemies.chain(sighted).collect::<Vec<_>>());
                format!("in contact with {enemies}, and the route does not lead away")
            }
        }
    }
}

fn march_text(state: &State, theatre: Theatre, Marched { force, from, by, to }: &Marched) -> String {
    let force = state.name(*force);
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

/// An event in the theatre; a statement for each force that marched.
pub(super) fn statements<'a>(context: &EntryContext<'a>, event: &'a TheatreEvent) -> Vec<Statement<'a>> {
    use TheatreStatement as Theatre;
    if context.after.theatre().is_none() {
        return Vec::new();
    }
    let statement = match *event {
        TheatreEvent::LaidOut(_) => Theatre::LaidOut,
        TheatreEvent::Stationed { force, to, .. } => Theatre::Stationed { force, to },
        TheatreEvent::Sent { force, ref to, .. } if to.is_empty() && ends_battle(context) => Theatre::Beaten { force },
        TheatreEvent::Sent { force, ref to, .. } => Theatre::Sent { force, to },
        TheatreEvent::Marched(ref moves) => {
            return moves.iter().map(|marched| Theatre::Marched(marched).into()).collect();
        }
        TheatreEvent::Met { contact, first, second, how: ContactCause::Met } => {
            return met(context, (contact, first, second)).map(Into::into).into_iter().collect();
        }
        TheatreEvent::Met { contact, first, second, how } => {
            Theatre::Met { first: vec![first], second: vec![second], contacts: vec![contact], how }
        }
        TheatreEvent::Parted { contact, how } => {
            Theatre::ContactEnded { contact, forces: context.before.contact(contact).map(|at| at.forces), how }
        }
        TheatreEvent::Sighted { side, force, at, level } => Theatre::Sighted { side, force, at, level },
        TheatreEvent::LostSight { side, force, .. } => Theatre::LostSight { side, force },
        TheatreEvent::ChangedHands { at, to, .. } => Theatre::ChangedHands { at, to },
    };
    vec![statement.into()]
}

/// Whether a battle was decided in the entry.
fn ends_battle(context: &EntryContext) -> bool {
    let decides =
        |event: &Event| matches!(event, Event::BattleEnded { .. } | Event::Victory(VictoryEvent::BattleDecided { .. }));
    context.entry.events.iter().any(decides)
}

/// The contacts that a unit takes over as the last to leave a stack in contact, or its new stack from it.
pub(super) fn contacts_taken_over<'a>(context: &EntryContext, unit: UnitId) -> Vec<Statement<'a>> {
    let (Some(old), Some(new)) = (context.before.force_of(unit), context.after.force_of(unit)) else {
        return Vec::new();
    };
    let assigned = |event: &Event| if let Event::Assigned { unit, .. } = event { Some(*unit) } else { None };
    let is_last = context.entry.events.iter().rev().find_map(assigned) == Some(unit);
    let before = context.before.contacts().iter().filter(|at| is_last && old != new && at.opponent(old).is_some());
    let taken = before.filter(|at| context.after.contact(at.number).is_some_and(|now| now.opponent(new).is_some()));
    let taken = taken.map(|at| TheatreStatement::ContactTakenOver { contact: at.number, forces: at.forces, by: new });
    taken.map(Statement::Theatre).collect()
}

/// Contacts. If all forces in one place met all in another, the first of these contacts reports them all.
fn met<'a>(context: &EntryContext, own: (u32, Id, Id)) -> Option<TheatreStatement<'a>> {
    let meeting = |event: &Event| match event {
        Event::Theatre(TheatreEvent::Met { contact, first, second, how: ContactCause::Met }) => {
            Some((*contact, *first, *second))
        }
        _ => None,
    };
    let places = |(_, first, second): &(u32, Id, Id)| (context.after.station(*first), context.after.station(*second));
    let all = context.entry.events.iter().filter_map(meeting).filter(|other| places(other) == places(&own));
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
        (all, first, second) = (vec![own], vec![own.1], vec![own.2]);
    }
    let contacts = all.iter().map(|(contact, ..)| *contact).collect();
    (all[0] == own).then_some(TheatreStatement::Met { first, second, contacts, how: ContactCause::Met })
}

/// Forces with march orders that did not move as time passed, and why; those with one reason share a statement. A force
/// stopped by an enemy on this march is reported with the contact.
pub(super) fn halted_forces<'a>(context: &EntryContext) -> Vec<Statement<'a>> {
    let before = context.before;
    let reported: BTreeSet<Id> = context
        .entry
        .events
        .iter()
        .flat_map(|event| match event {
            // A force may be sighted, or lost sight of, while it stands still.
            Event::Theatre(TheatreEvent::Sighted { .. } | TheatreEvent::LostSight { .. }) => Vec::new(),
            Event::Theatre(event) => event.forces(),
            Event::Intel(event @ IntelEvent::Met { .. }) => event.ids().collect(),
            _ => Vec::new(),
        })
        .collect();
    let mut halted: Vec<(HaltReason, Vec<Id>)> = Vec::new();
    for (force, units) in before.forces_with_units() {
        // A fighting force is reported even if another event mentions it.
        let is_told = reported.contains(&force) && before.battle_of_force(force).is_none();
        if before.route_of(force).is_empty() || is_told {
            continue;
        }
        let Some(why) = halt_reason(before, force, &units) else { continue };
        match halted.iter_mut().find(|(other, _)| *other == why) {
            Some((_, forces)) => forces.push(force),
            None => halted.push((why, vec![force])),
        }
    }
    halted.into_iter().map(|(why, forces)| TheatreStatement::DidNotMarch { forces, why }.into()).collect()
}

fn halt_reason(before: &State, force: Id, units: &[&Unit]) -> Option<HaltReason> {
    if let Some(battle) = before.battle_of_force(force) {
        return Some(HaltReason::Fighting(battle));
    }
    if let Some(standstill) = before.standstill(units) {
        return Some(HaltReason::Standstill(standstill));
    }
    let enemies: Vec<Id> = before.enemies_in_contact(force).collect();
    let sighted: Vec<u32> = before.contacts_with_sighted(force).collect();
    (!enemies.is_empty() || !sighted.is_empty()).then_some(HaltReason::InContact(enemies, sighted))
}
