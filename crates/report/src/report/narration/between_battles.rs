//! Narrates what happens between battles: march orders, marches, contacts, time and recovery. Whatever happened to
//! several at the same time is one sentence.

use super::{ChapterMemory, Clause, ClauseKind, Narration, NarrationContext, event_sentences, from_account, sentence};
use crate::report::names::{self, count_in_words};
use wardiary_base::{
    id::{Id, SideId, UnitId},
    text,
};
use wardiary_rules::{
    event::{ClockEvent, ContactCause, ContactEnd, Event, RefitEvent, TheatreEvent},
    notation::{due_order, due_text},
};

/// Whether an event happens between battles.
pub(super) fn is_between_battles(event: &Event) -> bool {
    matches!(event, Event::Theatre(_) | Event::Clock(_) | Event::Refit(_))
}

pub(super) fn narrate(context: &NarrationContext, memory: &mut ChapterMemory) -> Narration {
    if let [Event::Theatre(TheatreEvent::Sent { force, to, .. })]
    | [Event::Staff(_), Event::Theatre(TheatreEvent::Sent { force, to, .. })] = context.events
    {
        let letter = context.events.iter().find_map(|event| event_sentences(context, event)).unwrap_or_default();
        let sentences = letter.iter().map(|line| sentence(line)).collect();
        return Narration { sentences, ..march_orders(context, *force, to, memory) };
    }
    let mut gathered = GroupedEvents::default();
    let mut marches = None;
    if context.has(|event| matches!(event, Event::Clock(ClockEvent::Advanced { .. }))) {
        memory.sightings.clear();
        marches = memory.marches.add_part(context);
    }
    for (at, event) in context.events.iter().enumerate() {
        match event {
            // A sighting is told where it changed somebody's plans.
            Event::Theatre(TheatreEvent::Sighted { side, force, at, .. }) => {
                memory.sightings.push((*side, *force, at.at));
            }
            Event::Theatre(event) => add_theatre_event(context, event, &mut gathered),
            Event::Refit(event) => add_refit_event(context, event, &mut gathered),
            Event::Clock(event) => gathered.others.extend(clock_sentences(context, event)),
            _ => {
                let text = event_sentences(context, event);
                gathered.others.extend(text.unwrap_or_else(|| context.step.texts_at(at)));
            }
        }
    }
    if let Some(clause) = gathered.single_clause(context) {
        return Narration { clause: Some(clause), dice: context.dice(), ..Narration::default() };
    }
    let sentences = gathered.into_sentences(context).iter().map(|line| sentence(line)).collect();
    Narration { sentences, marches, dice: context.dice(), ..Narration::default() }
}

/// Orders to march or to halt. The day's table has the march.
fn march_orders(
    context: &NarrationContext,
    force: Id,
    to: &[wardiary_base::ground::Spot],
    memory: &ChapterMemory,
) -> Narration {
    let Some(side) = context.after.side_of(force) else { return from_account(context) };
    if to.is_empty() {
        let clause = Clause::new(ClauseKind::Halt(side), vec![context.after.name(force)], String::new());
        return Narration { clause: Some(clause), ..Narration::default() };
    }
    let goal = to.last();
    let seen = memory.sightings.iter().filter(|(by, _, at)| *by == side && Some(at) == goal);
    let seen: Vec<Id> = seen.map(|(_, seen, _)| *seen).collect();
    let (Some(goal), Some(theatre), false) = (goal, context.after.theatre(), seen.is_empty()) else {
        return Narration::default();
    };
    let what = format!("went for {}, where {} had been sighted", theatre.name(*goal), context.list_in_brief(&seen));
    let clause = Clause::new(ClauseKind::Sent(side), vec![context.after.name(force)], what);
    Narration { clause: Some(clause), ..Narration::default() }
}

#[derive(Default)]
struct GroupedEvents {
    actions: Vec<GroupedAction>,
    meetings: Vec<Meeting>,
    /// Places that a side took or lost, with the verb.
    objectives: Vec<(SideId, &'static str, Vec<String>)>,
    others: Vec<String>,
}

/// A recovery that several subjects share.
struct GroupedAction {
    who: Vec<Id>,
    what: String,
    /// Whether the text applies to each of them.
    each: bool,
}

/// An encounter of forces, or its end.
struct Meeting {
    who: Vec<Id>,
    verb: &'static str,
    whom: Vec<Id>,
    place: String,
}

impl GroupedEvents {
    fn add_action(&mut self, deed: GroupedAction) {
        let alike = |other: &&mut GroupedAction| (&other.what, other.each) == (&deed.what, deed.each);
        match self.actions.iter_mut().find(alike) {
            Some(other) => other.who.extend(deed.who),
            None => self.actions.push(deed),
        }
    }

    fn add_objective(&mut self, side: SideId, verb: &'static str, place: String) {
        match self.objectives.iter_mut().find(|(other, did, _)| (*other, *did) == (side, verb)) {
            Some((.., places)) => places.push(place),
            None => self.objectives.push((side, verb, vec![place])),
        }
    }

    /// Adds an enemy that a force met.
    fn add_meeting(&mut self, who: Id, verb: &'static str, whom: Id, place: String) {
        let same = |other: &&mut Meeting| (&other.who[..], other.verb, &other.place) == (&[who], verb, &place);
        match self.meetings.iter_mut().find(same) {
            Some(other) => other.whom.push(whom),
            None => self.meetings.push(Meeting { who: vec![who], verb, whom: vec![whom], place }),
        }
    }

    /// The recovery of a single unit, if the entry has nothing else, for combining with the next entry's.
    fn single_clause(&self, context: &NarrationContext) -> Option<Clause> {
        let ([deed], [], [], []) = (&self.actions[..], &self.meetings[..], &self.objectives[..], &self.others[..])
        else {
            return None;
        };
        let kind = ClauseKind::Refit(context.after.side_of(*deed.who.first()?)?);
        let names = deed.who.iter().map(|who| context.after.name(*who)).collect();
        Some(Clause { kind, names, predicate: deed.what.clone(), is_of_each: deed.each })
    }

    fn into_sentences(self, context: &NarrationContext) -> Vec<String> {
        // Forces that met the same enemies met them together.
        let mut touches: Vec<Meeting> = Vec::new();
        for touch in self.meetings {
            let same = |other: &&mut Meeting| {
                (other.verb, &other.whom, &other.place) == (touch.verb, &touch.whom, &touch.place)
            };
            match touches.iter_mut().find(same) {
                Some(other) => other.who.extend(touch.who),
                None => touches.push(touch),
            }
        }
        let did = |GroupedAction { who, what, each, .. }: &GroupedAction| {
            let each = if *each && who.len() > 1 { " each" } else { "" };
            format!("{what}{each}")
        };
        // All recoveries of the same units form one sentence.
        let together = self.actions.chunk_by(|one, next| one.who == next.who);
        let deed = |actions: &[GroupedAction]| {
            let what: Vec<String> = actions.iter().map(did).collect();
            format!("{} {}", context.list(&actions[0].who), text::list(&what)).trim_end().to_string()
        };
        let prize = |(side, verb, places): &(SideId, &str, Vec<String>)| {
            format!("{} {verb} {}", context.with_article(*side), text::list(places))
        };
        let touch = |Meeting { who, verb, whom, place }: &Meeting| {
            format!("{} {verb} {} {place}", context.list_in_brief(who), context.list_in_brief(whom))
                .trim_end()
                .to_string()
        };
        let text = touches.iter().map(touch).chain(self.objectives.iter().map(prize)).chain(together.map(deed));
        text.chain(self.others).collect()
    }
}

fn add_theatre_event(context: &NarrationContext, event: &TheatreEvent, text: &mut GroupedEvents) {
    let Some(theatre) = context.after.theatre() else { return };
    let mut add = |force: Id, what: String| text.add_action(GroupedAction { who: vec![force], what, each: false });
    match event {
        TheatreEvent::LaidOut(_) => {
            let title = theatre.title();
            text.others.extend((!title.is_empty()).then(|| format!("the theatre of war was {title}")));
        }
        TheatreEvent::Stationed { force, to, .. } => {
            add(
                *force,
                to.map_or_else(|| "left the map".into(), |to| format!("now stood {}", theatre.whereabouts(to))),
            );
        }
        TheatreEvent::Sent { force, to, .. } => {
            let orders = if to.is_empty() {
                "halted".into()
            } else {
                format!("had orders to march {}", theatre.describe_route(to))
            };
            add(*force, orders);
        }
        // The day's table has the marches.
        TheatreEvent::Marched(_) => {}
        TheatreEvent::Met { contact, first, second, how } => {
            let place = context.after.contact(*contact).map_or(String::new(), |at| theatre.whereabouts(at.stations.1));
            let verb = match how {
                ContactCause::Met => "came upon",
                ContactCause::Passed => "ran into",
                ContactCause::Ruled => "came into contact with",
            };
            text.add_meeting(*first, verb, *second, place);
        }
        TheatreEvent::Parted { contact, how: ContactEnd::Left(who) } => {
            let other = context.before.contact(*contact).and_then(|at| at.opponent(*who));
            let Some(other) = other else { return };
            text.add_meeting(*who, "broke contact with", other, String::new());
        }
        TheatreEvent::Parted { contact, how: ContactEnd::SetAside } => {
            let Some(contact) = context.before.contact(*contact) else { return };
            text.add_meeting(contact.forces.0, "lost touch with", contact.forces.1, String::new());
        }
        // The battle that a contact becomes, and the end of a force, are told separately.
        TheatreEvent::Parted { .. } => {}
        TheatreEvent::Sighted { .. } | TheatreEvent::LostSight { .. } => {}
        TheatreEvent::ChangedHands { at, from, to } => {
            let (side, verb) = match (from, to) {
                (_, Some(to)) => (*to, "took"),
                (Some(from), None) => (*from, "lost"),
                (None, None) => return,
            };
            text.add_objective(side, verb, theatre.name(*at));
        }
    }
}

/// Events of the clock. The next heading shows the time; an order that comes due is reported when it is given.
fn clock_sentences(context: &NarrationContext, event: &ClockEvent) -> Vec<String> {
    let ClockEvent::Advanced { from, .. } = event else { return Vec::new() };
    let due = context.after.calendar().due().iter().filter(|scheduled| scheduled.due > *from);
    let news = due.filter(|scheduled| due_order(context.after, scheduled).is_err());
    news.map(|scheduled| due_text(context.after, scheduled).to_string()).collect()
}

fn add_refit_event(context: &NarrationContext, event: &RefitEvent, text: &mut GroupedEvents) {
    let points =
        |from: u16, to: u16| count_in_words(to.saturating_sub(from).into(), "Strength Point", "Strength Points");
    let grade = |grade| context.after.book().ladder.name(grade).to_lowercase();
    if let RefitEvent::Counted { losses, .. } = event {
        return text.others.extend(recovery_sentences(context, losses));
    }
    let mut add = |what: String, unit: UnitId, each: bool| {
        text.add_action(GroupedAction { who: vec![unit.into()], what, each });
    };
    match event {
        RefitEvent::Counted { .. } | RefitEvent::Credited { .. } => {}
        RefitEvent::Returned { unit, from, to } => {
            add(format!("got back {}", points(*from, *to)), *unit, true);
        }
        RefitEvent::Recovered { unit, strength, edna, grade: regained } => {
            if let Some((from, to)) = strength {
                add(format!("recovered {}", points(*from, *to)), *unit, true);
            }
            if let Some((from, to)) = edna {
                add(format!("rested: the EDNA went from {from} to {to}"), *unit, false);
            }
            if let Some((from, to)) = regained {
                let verb = if strength.is_some() { "rose" } else { "recovered" };
                add(format!("{verb} from {} to {}", grade(*from), grade(*to)), *unit, false);
            }
        }
        RefitEvent::Replaced { unit, pool, from, to } => {
            let pool = pool.as_name();
            let the = if pool.starts_with(char::is_lowercase) { "the " } else { "" };
            add(format!("drew {} from {the}{pool}", points(*from, *to)), *unit, true);
        }
        RefitEvent::Raised { unit, to, grade: (from, now), .. } => {
            let worse = if from == now { String::new() } else { format!(", now {}", grade(*now)) };
            add(format!("came back into the line with {}{worse}", points(0, *to)), *unit, true);
        }
        RefitEvent::Supplied { units, to } => {
            let name = |level: u8| {
                let level = context.after.book().supply.level(level);
                level.map_or(String::new(), |level| level.name.as_name())
            };
            for (unit, from) in units.iter().filter(|(_, from)| from != to) {
                add(format!("went from {} supply to {}", name(*from), name(*to)), *unit, false);
            }
        }
    }
}

/// A battle's recoverable losses, a sentence for each side.
fn recovery_sentences(context: &NarrationContext, losses: &[(UnitId, u16, u16)]) -> Vec<String> {
    let sides = context.after.sides().iter().filter_map(|side| {
        let own =
            || losses.iter().filter(|(unit, ..)| context.after.unit(*unit).is_some_and(|unit| unit.side == side.id));
        let sum = |of: fn(&(UnitId, u16, u16)) -> u16| own().map(|loss| u32::from(of(loss))).sum::<u32>();
        let (for_good, back) = (sum(|loss| loss.1), sum(|loss| loss.2));
        let side = names::with_article(&context.after.name(side.id));
        let points = |points: u32| count_in_words(points, "Strength Point", "Strength Points");
        let gone = names::number_in_words(for_good);
        match (back, for_good) {
            (0, 0) => None,
            (0, _) => Some(format!("the survivors of {side} had lost {} for good", points(for_good))),
            (_, 0) => Some(format!("the survivors of {side} would get back {}", points(back))),
            _ => Some(format!("the survivors of {side} would get back {}, and had lost {gone} for good", points(back))),
        }
    });
    sides.collect()
}
