//! Narrates what happens between battles: march orders, marches, contacts, time and recovery. Whatever happened to
//! several at the same time is one sentence.

use super::{
    ChapterMemory, Clause, ClauseKind, Narration, NarrationContext, PredicateShare, event_sentences, from_account,
    sentence, theatre_marches,
};
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
        return march_orders(context, *force, to, memory);
    }
    let mut gathered = GroupedEvents::default();
    if context.has(|event| matches!(event, Event::Clock(ClockEvent::Advanced { .. }))) {
        theatre_marches::collect_marches(context, memory, |side, what, force| gathered.add_march(side, what, force));
    }
    for (at, event) in context.events.iter().enumerate() {
        match event {
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
    Narration { sentences, dice: context.dice(), ..Narration::default() }
}

/// Orders to march or to halt. A force that obeys is reported with its march.
fn march_orders(
    context: &NarrationContext,
    force: Id,
    to: &[wardiary_base::ground::Spot],
    memory: &mut ChapterMemory,
) -> Narration {
    memory.pending_marches.retain(|(other, _)| *other != force);
    let Some(side) = context.after.side_of(force) else { return from_account(context) };
    if to.is_empty() {
        let clause = Clause::new(ClauseKind::Halt(side), context.with_article(force), String::new());
        return Narration { clause: Some(clause), ..Narration::default() };
    }
    memory.pending_marches.push((force, context.account.no));
    Narration::default()
}

/// An action on the march, and its forces.
type MarchGroup = (String, Vec<Id>);

#[derive(Default)]
struct GroupedEvents {
    marches: Vec<(Option<SideId>, Vec<MarchGroup>)>,
    actions: Vec<GroupedAction>,
    meetings: Vec<Meeting>,
    /// Places that a side took or lost, with the verb.
    objectives: Vec<(SideId, &'static str, Vec<String>)>,
    others: Vec<String>,
}

/// The order of the actions in the text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum ActionOrder {
    Seen,
    Refitted,
}

/// An action or a fate that several subjects share.
struct GroupedAction {
    when: ActionOrder,
    whose: String,
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
    /// Adds an action of a force on the march.
    fn add_march(&mut self, side: Option<SideId>, what: String, who: Id) {
        let at = self.marches.iter().position(|(of, _)| *of == side).unwrap_or_else(|| {
            self.marches.push((side, Vec::new()));
            self.marches.len() - 1
        });
        let actions = &mut self.marches[at].1;
        match actions.iter_mut().find(|(other, _)| *other == what) {
            Some((_, all)) => all.push(who),
            None => actions.push((what, vec![who])),
        }
    }

    fn add_action(&mut self, deed: GroupedAction) {
        let alike = |other: &&mut GroupedAction| {
            (other.when, &other.whose, &other.what, other.each) == (deed.when, &deed.whose, &deed.what, deed.each)
        };
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
        if deed.when != ActionOrder::Refitted || !self.marches.is_empty() {
            return None;
        }
        let kind = ClauseKind::Refit(context.after.side_of(*deed.who.first()?)?);
        let names = deed.who.iter().map(|who| context.after.name(*who)).collect();
        let share = if deed.each { PredicateShare::Each } else { PredicateShare::Together };
        let clause = Clause::new(kind, context.list(&deed.who), deed.what.clone());
        Some(Clause { mergeable: Some((names, share)), ..clause })
    }

    fn into_sentences(mut self, context: &NarrationContext) -> Vec<String> {
        self.actions.sort_by_key(|deed| deed.when);
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
        let marches: Vec<String> = self
            .marches
            .iter()
            .enumerate()
            .flat_map(|(at, (_, actions))| theatre_marches::sentences(context, actions, at > 0))
            .collect();
        let did = |GroupedAction { who, what, each, .. }: &GroupedAction| {
            let each = if *each && who.len() > 1 { " each" } else { "" };
            format!("{what}{each}")
        };
        // All recoveries of the same units form one sentence.
        let together = self.actions.chunk_by(|one, next| one.when == ActionOrder::Refitted && one.who == next.who);
        let deed = |actions: &[GroupedAction]| {
            let GroupedAction { whose, who, .. } = &actions[0];
            let what: Vec<String> = actions.iter().map(did).collect();
            format!("{whose}{} {}", context.list(who), text::list(&what)).trim_end().to_string()
        };
        let prize = |(side, verb, places): &(SideId, &str, Vec<String>)| {
            format!("{} {verb} {}", context.with_article(*side), text::list(places))
        };
        let touch = |Meeting { who, verb, whom, place }: &Meeting| {
            format!("{} {verb} {} {place}", context.list(who), context.list(whom)).trim_end().to_string()
        };
        let text = marches
            .into_iter()
            .chain(touches.iter().map(touch))
            .chain(self.objectives.iter().map(prize))
            .chain(together.map(deed));
        text.chain(self.others).collect()
    }
}

fn add_theatre_event(context: &NarrationContext, event: &TheatreEvent, text: &mut GroupedEvents) {
    let Some(theatre) = context.after.theatre() else { return };
    let side = |force: Id| context.after.side_of(force);
    match event {
        TheatreEvent::LaidOut(_) => {
            let title = theatre.title();
            text.others.extend((!title.is_empty()).then(|| format!("the theatre of war was {title}")));
        }
        TheatreEvent::Stationed { force, to: Some(to), .. } => {
            text.add_march(side(*force), format!("now stood {}", theatre.whereabouts(*to)), *force);
        }
        TheatreEvent::Stationed { force, to: None, .. } => text.add_march(side(*force), "left the map".into(), *force),
        TheatreEvent::Sent { force, to, .. } if to.is_empty() => text.add_march(side(*force), "halted".into(), *force),
        TheatreEvent::Sent { force, to, .. } => {
            text.add_march(side(*force), format!("had orders to march {}", theatre.describe_route(to)), *force);
        }
        // Marches are told together, with the orders that caused them.
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
        // The beginning of a battle names its forces.
        TheatreEvent::Sighted { .. } if context.account.battle.is_some() => {}
        // The sentence of the contact names both forces.
        TheatreEvent::Sighted { force: seen, .. }
            if context.has_any(|event| {
                matches!(event, Event::Theatre(TheatreEvent::Met { first, second, .. })
                    if first == seen || second == seen)
            }) => {}
        TheatreEvent::Sighted { side, force, at, .. } => {
            let whose = format!("{} sighted ", context.with_article(*side));
            let what = theatre.whereabouts(*at);
            text.add_action(GroupedAction { when: ActionOrder::Seen, whose, who: vec![*force], what, each: false });
        }
        // A force that comes into sight again has a sentence there.
        TheatreEvent::LostSight { .. } => {}
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
        text.add_action(GroupedAction {
            when: ActionOrder::Refitted,
            whose: String::new(),
            who: vec![unit.into()],
            what,
            each,
        });
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
                add(format!("rose again from {} to {}", grade(*from), grade(*to)), *unit, false);
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
        (for_good + back > 0).then(|| {
            let side = names::with_article(&context.after.name(side.id));
            format!(
                "of what the survivors of {side} had lost, {} {} to come back, and {} {} gone for good",
                if back == 0 {
                    "no Strength Points".into()
                } else {
                    count_in_words(back, "Strength Point", "Strength Points")
                },
                if back == 1 { "was" } else { "were" },
                if for_good == 0 { "none".into() } else { names::number_in_words(for_good) },
                if for_good < 2 { "was" } else { "were" }
            )
        })
    });
    sides.collect()
}
