//! Narrates what happens between battles: march orders, marches, contacts, time and recovery. Whatever happened to
//! several at the same time is one sentence.

use super::{Clause, ClauseKind, Memory, Scene, Share, Told, in_general, in_words, journey, sentence};
use crate::report::names::{self, counted};
use wardiary_base::{
    id::{Id, SideId, UnitId},
    text,
};
use wardiary_rules::{
    event::{ClockEvent, Event, Parting, RefitEvent, TheatreEvent, Touch},
    notation::{due_order, due_text},
};

/// Whether an event happens between battles.
pub(super) fn is_between(event: &Event) -> bool {
    matches!(event, Event::Theatre(_) | Event::Clock(_) | Event::Refit(_))
}

pub(super) fn between(scene: &Scene, memory: &mut Memory) -> Told {
    if let [Event::Theatre(TheatreEvent::Sent { force, to, .. })] = scene.events {
        return sent(scene, *force, to, memory);
    }
    let mut gathered = Gathered::default();
    if scene.has(|event| matches!(event, Event::Clock(ClockEvent::Advanced { .. }))) {
        journey::told(scene, memory, |side, what, force| gathered.march(side, what, force));
    }
    for (at, event) in scene.events.iter().enumerate() {
        match event {
            Event::Theatre(event) => theatre(scene, event, &mut gathered),
            Event::Refit(event) => refit(scene, event, &mut gathered),
            Event::Clock(event) => gathered.others.extend(clock(scene, event)),
            _ => {
                let told = in_words(scene, event);
                gathered.others.extend(told.unwrap_or_else(|| scene.step.sentences_at(at)));
            }
        }
    }
    if let Some(clause) = gathered.of_one(scene) {
        return Told { clause: Some(clause), dice: scene.dice(), ..Told::default() };
    }
    let sentences = gathered.told(scene).iter().map(|line| sentence(line)).collect();
    Told { sentences, dice: scene.dice(), ..Told::default() }
}

/// Orders to march or to halt. A force that obeys is reported with its march.
fn sent(scene: &Scene, force: Id, to: &[wardiary_base::ground::Spot], memory: &mut Memory) -> Told {
    memory.ordered.retain(|(other, _)| *other != force);
    let Some(side) = scene.after.side_of(force) else { return in_general(scene) };
    if to.is_empty() {
        let clause = Clause::new(ClauseKind::Halt(side), scene.the(force), String::new());
        return Told { clause: Some(clause), ..Told::default() };
    }
    memory.ordered.push((force, scene.account.no));
    Told::default()
}

/// What was done on the march, and by which forces.
type MarchTold = (String, Vec<Id>);

/// The events of an entry, grouped by likeness.
#[derive(Default)]
struct Gathered {
    /// The marches of each side's forces.
    marches: Vec<(Option<SideId>, Vec<MarchTold>)>,
    deeds: Vec<Deed>,
    touches: Vec<Meeting>,
    /// Places that a side took or lost, with the verb.
    prizes: Vec<(SideId, &'static str, Vec<String>)>,
    others: Vec<String>,
}

/// The order in which deeds are told.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum When {
    Seen,
    Refitted,
}

/// What several subjects did, or what happened to them.
struct Deed {
    when: When,
    whose: String,
    who: Vec<Id>,
    what: String,
    /// Whether the text applies to each of them.
    each: bool,
}

/// Who met whom, or broke away.
struct Meeting {
    who: Vec<Id>,
    verb: &'static str,
    whom: Vec<Id>,
    place: String,
}

impl Gathered {
    /// Adds what a force did on the march.
    fn march(&mut self, side: Option<SideId>, what: String, who: Id) {
        let at = self.marches.iter().position(|(of, _)| *of == side).unwrap_or_else(|| {
            self.marches.push((side, Vec::new()));
            self.marches.len() - 1
        });
        let deeds = &mut self.marches[at].1;
        match deeds.iter_mut().find(|(other, _)| *other == what) {
            Some((_, all)) => all.push(who),
            None => deeds.push((what, vec![who])),
        }
    }

    fn add(&mut self, deed: Deed) {
        let alike = |other: &&mut Deed| {
            (other.when, &other.whose, &other.what, other.each) == (deed.when, &deed.whose, &deed.what, deed.each)
        };
        match self.deeds.iter_mut().find(alike) {
            Some(other) => other.who.extend(deed.who),
            None => self.deeds.push(deed),
        }
    }

    fn prize(&mut self, side: SideId, verb: &'static str, place: String) {
        match self.prizes.iter_mut().find(|(other, did, _)| (*other, *did) == (side, verb)) {
            Some((.., places)) => places.push(place),
            None => self.prizes.push((side, verb, vec![place])),
        }
    }

    /// Adds an enemy that a force met.
    fn meeting(&mut self, who: Id, verb: &'static str, whom: Id, place: String) {
        let same = |other: &&mut Meeting| (&other.who[..], other.verb, &other.place) == (&[who], verb, &place);
        match self.touches.iter_mut().find(same) {
            Some(other) => other.whom.push(whom),
            None => self.touches.push(Meeting { who: vec![who], verb, whom: vec![whom], place }),
        }
    }

    /// The recovery of a single unit, if the entry has nothing else: the next entry may have a similar one to combine
    /// with.
    fn of_one(&self, scene: &Scene) -> Option<Clause> {
        let ([deed], [], [], []) = (&self.deeds[..], &self.touches[..], &self.prizes[..], &self.others[..]) else {
            return None;
        };
        if deed.when != When::Refitted || !self.marches.is_empty() {
            return None;
        }
        let kind = ClauseKind::Refit(scene.after.side_of(*deed.who.first()?)?);
        let names = deed.who.iter().map(|who| scene.after.name(*who)).collect();
        let share = if deed.each { Share::Each } else { Share::Alike };
        let clause = Clause::new(kind, scene.list(&deed.who), deed.what.clone());
        Some(Clause { each: Some((names, share)), ..clause })
    }

    fn told(mut self, scene: &Scene) -> Vec<String> {
        self.deeds.sort_by_key(|deed| deed.when);
        // Forces that met the same enemies met them together.
        let mut touches: Vec<Meeting> = Vec::new();
        for touch in self.touches {
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
            .flat_map(|(at, (_, deeds))| journey::sentences(scene, deeds, at > 0))
            .collect();
        let did = |Deed { who, what, each, .. }: &Deed| {
            let each = if *each && who.len() > 1 { " each" } else { "" };
            format!("{what}{each}")
        };
        // All recoveries of the same units form one sentence.
        let together = self.deeds.chunk_by(|one, next| one.when == When::Refitted && one.who == next.who);
        let deed = |deeds: &[Deed]| {
            let Deed { whose, who, .. } = &deeds[0];
            let what: Vec<String> = deeds.iter().map(did).collect();
            format!("{whose}{} {}", scene.list(who), text::list(&what)).trim_end().to_string()
        };
        let prize = |(side, verb, places): &(SideId, &str, Vec<String>)| {
            format!("{} {verb} {}", scene.the(*side), text::list(places))
        };
        let touch = |Meeting { who, verb, whom, place }: &Meeting| {
            format!("{} {verb} {} {place}", scene.list(who), scene.list(whom)).trim_end().to_string()
        };
        let told = marches
            .into_iter()
            .chain(touches.iter().map(touch))
            .chain(self.prizes.iter().map(prize))
            .chain(together.map(deed));
        told.chain(self.others).collect()
    }
}

fn theatre(scene: &Scene, event: &TheatreEvent, told: &mut Gathered) {
    let Some(theatre) = scene.after.theatre() else { return };
    let side = |force: Id| scene.after.side_of(force);
    match event {
        TheatreEvent::LaidOut(_) => {
            let title = theatre.title();
            told.others
                .extend((!title.is_empty()).then(|| format!("the theatre of war was {}", text::sanitize(title))));
        }
        TheatreEvent::Stationed { force, to: Some(to), .. } => {
            told.march(side(*force), format!("now stood {}", theatre.whereabouts(*to)), *force);
        }
        TheatreEvent::Stationed { force, to: None, .. } => told.march(side(*force), "left the map".into(), *force),
        TheatreEvent::Sent { force, to, .. } if to.is_empty() => told.march(side(*force), "halted".into(), *force),
        TheatreEvent::Sent { force, to, .. } => {
            told.march(side(*force), format!("had orders to march {}", theatre.name_of_way(to)), *force);
        }
        // Marches are told together, with the orders that caused them.
        TheatreEvent::Marched(_) => {}
        TheatreEvent::Met { contact, first, second, how } => {
            let place = scene.after.contact(*contact).map_or(String::new(), |at| theatre.whereabouts(at.at.1));
            let verb = match how {
                Touch::Met => "came upon",
                Touch::Passed => "ran into",
                Touch::Ruled => "came into contact with",
            };
            told.meeting(*first, verb, *second, place);
        }
        TheatreEvent::Parted { contact, how: Parting::Left(who) } => {
            let other = scene.before.contact(*contact).and_then(|at| at.other(*who));
            let Some(other) = other else { return };
            told.meeting(*who, "broke contact with", other, String::new());
        }
        TheatreEvent::Parted { contact, how: Parting::SetAside } => {
            let Some(contact) = scene.before.contact(*contact) else { return };
            told.meeting(contact.forces.0, "lost touch with", contact.forces.1, String::new());
        }
        // The battle that a contact becomes, and the end of a force, are told separately.
        TheatreEvent::Parted { .. } => {}
        TheatreEvent::Sighted { side, force, at, .. } => {
            let whose = format!("{} sighted ", scene.the(*side));
            let what = theatre.whereabouts(*at);
            told.add(Deed { when: When::Seen, whose, who: vec![*force], what, each: false });
        }
        TheatreEvent::LostSight { side, force, .. } => {
            let whose = format!("{} lost sight of ", scene.the(*side));
            told.add(Deed { when: When::Seen, whose, who: vec![*force], what: String::new(), each: false });
        }
        TheatreEvent::ChangedHands { at, from, to } => {
            let (side, verb) = match (from, to) {
                (_, Some(to)) => (*to, "took"),
                (Some(from), None) => (*from, "lost"),
                (None, None) => return,
            };
            told.prize(side, verb, theatre.name(*at));
        }
    }
}

/// What comes due. The next heading shows the time; an order that comes due is told when it is given.
fn clock(scene: &Scene, event: &ClockEvent) -> Vec<String> {
    let ClockEvent::Advanced { from, .. } = event else { return Vec::new() };
    let due = scene.after.calendar().due().iter().filter(|scheduled| scheduled.at > *from);
    let news = due.filter(|scheduled| due_order(scene.after, scheduled).is_err());
    news.map(|scheduled| text::sanitize(&due_text(scene.after, scheduled))).collect()
}

fn refit(scene: &Scene, event: &RefitEvent, told: &mut Gathered) {
    let points = |from: u16, to: u16| counted(to.saturating_sub(from).into(), "Strength Point", "Strength Points");
    let grade = |grade| scene.after.book().ladder.name(grade).to_lowercase();
    if let RefitEvent::Counted { losses, .. } = event {
        return told.others.extend(losses_counted(scene, losses));
    }
    let mut add = |what: String, unit: UnitId, each: bool| {
        told.add(Deed { when: When::Refitted, whose: String::new(), who: vec![unit.into()], what, each });
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
            let pool = text::display_name(pool);
            let the = if pool.starts_with(char::is_lowercase) { "the " } else { "" };
            add(format!("drew {} from {the}{pool}", points(*from, *to)), *unit, true);
        }
        RefitEvent::Raised { unit, to, grade: (from, now), .. } => {
            let worse = if from == now { String::new() } else { format!(", now {}", grade(*now)) };
            add(format!("came back into the line with {}{worse}", points(0, *to)), *unit, true);
        }
        RefitEvent::Supplied { units, to } => {
            let name = |level: u8| {
                let level = scene.after.book().supply.level(level);
                level.map_or(String::new(), |level| text::display_name(&level.name))
            };
            for (unit, from) in units.iter().filter(|(_, from)| from != to) {
                add(format!("went from {} supply to {}", name(*from), name(*to)), *unit, false);
            }
        }
    }
}

/// A battle's recoverable losses, a sentence for each side.
fn losses_counted(scene: &Scene, losses: &[(UnitId, u16, u16)]) -> Vec<String> {
    let sides = scene.after.sides().iter().filter_map(|side| {
        let own =
            || losses.iter().filter(|(unit, ..)| scene.after.unit(*unit).is_some_and(|unit| unit.side == side.id));
        let sum = |of: fn(&(UnitId, u16, u16)) -> u16| own().map(|loss| u32::from(of(loss))).sum::<u32>();
        let (for_good, back) = (sum(|loss| loss.1), sum(|loss| loss.2));
        (for_good + back > 0).then(|| {
            let side = names::the(&scene.after.name(side.id));
            format!(
                "of what the survivors of {side} had lost, {} {} to come back, and {} {} gone for good",
                if back == 0 {
                    "no Strength Points".into()
                } else {
                    counted(back, "Strength Point", "Strength Points")
                },
                if back == 1 { "was" } else { "were" },
                if for_good == 0 { "none".into() } else { names::number(for_good) },
                if for_good < 2 { "was" } else { "were" }
            )
        })
    });
    sides.collect()
}
