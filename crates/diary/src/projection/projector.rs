//! The referee's diary, fed entry by entry, and the side's own that grows by it.

use super::{
    beginning,
    eyes::{Eyes, Viewer},
    fog, glimpse, ground, orders,
    scene::Scene,
    sketching,
};
use crate::diary::{Diary, Entry, EntryNo, Folded, Record, seal::Seal};
use jiff::Timestamp;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};
use wardiary_base::{
    dice::DiceRoll,
    fault::Fault,
    id::{Id, SideId, UnitId},
};
use wardiary_rules::{
    event::{ClockEvent, Event},
    order::Order,
    state::State,
};

/// Makes a side's own diary of the referee's, as that grows: each entry once.
#[derive(Clone, Debug)]
pub struct Projector {
    viewer: Viewer,
    seen: Diary,
    /// For the muster and each entry of the referee's what the side knows after it.
    marks: Vec<Mark>,
    /// How many of the referee's moves through his diary were followed.
    moves: usize,
    truth: Truth,
}

/// The true state after the entry that was fed last, and the one before it. Where entries follow each other each state is made of
/// the last but one, by the events that it lacks: that costs less than a copy of the last.
#[derive(Clone, Debug)]
struct Truth {
    /// The entry that was fed last.
    no: EntryNo,
    /// The state after it.
    now: State,
    /// A state that lacks the events of that entry; the same, where it lacks none.
    behind: (State, Option<EntryNo>),
}

impl Truth {
    /// At an entry's state.
    fn at(no: EntryNo, now: State) -> Self {
        Self { no, behind: (now.clone(), None), now }
    }

    /// Goes on by an entry that may follow another one: the states before it and after it.
    fn go_on(&mut self, source: &Diary, entry: &Entry) -> (&State, &State) {
        let from = entry.follows();
        if from != self.no {
            // One step back is what is taken most.
            let is_behind = self.behind.1.and_then(|no| source.entry(no)).is_some_and(|last| last.follows() == from);
            let now = if is_behind { Some(self.behind.0.clone()) } else { source.at(from) };
            *self = Self::at(from, now.unwrap_or_else(|| source.state().clone()));
        }
        let (state, lacks) = &mut self.behind;
        let lacking = lacks.and_then(|no| source.entry(no)).into_iter().chain([entry]);
        lacking.flat_map(|entry| &entry.events).for_each(|event| state.apply(event));
        std::mem::swap(state, &mut self.now);
        (self.no, *lacks) = (entry.no, Some(entry.no));
        (&self.behind.0, &self.now)
    }
}

/// What a side knows after an entry.
#[derive(Clone, Debug)]
struct Mark {
    /// The entry of its own at which it is then.
    at: EntryNo,
    eyes: Arc<Eyes>,
    /// When the part began in which it is then: entries have no finer times, which could tell of what lies between. None
    /// before it has seen anything.
    since: Option<Timestamp>,
}

/// What a side saw of an entry.
struct Seen {
    order: Order,
    dice: Vec<DiceRoll>,
    events: Vec<Event>,
}

impl Projector {
    /// What a side sees of a diary, whose entries are not fed yet.
    ///
    /// # Errors
    /// What is wrong with the side's own beginning, which is a mistake of ours.
    pub fn new(source: &Diary, side: SideId) -> Result<Self, Vec<Fault>> {
        let start = source.at(0).unwrap_or_else(|| source.state().clone());
        let (header, eyes) = beginning::header(source.header(), &start, side);
        let mut seen = Diary::new(header)?;
        if let Some(own) = eyes.own(side.0) {
            seen.look_as(SideId(own));
        }
        let first = Mark { at: 0, eyes: Arc::new(eyes), since: None };
        Ok(Self { viewer: Viewer(side), seen, marks: vec![first], moves: 0, truth: Truth::at(0, start) })
    }

    /// All that a side sees of a diary.
    ///
    /// # Errors
    /// As [`Projector::new`].
    pub fn of(source: &Diary, side: SideId) -> Result<Self, Vec<Fault>> {
        let mut projector = Self::new(source, side)?;
        projector.follow(source);
        Ok(projector)
    }

    /// The side whose eyes look.
    #[must_use]
    pub fn side(&self) -> SideId {
        self.viewer.0
    }

    /// The number by which it goes in its own diary.
    #[must_use]
    pub fn own_side(&self) -> Option<SideId> {
        // A side that was made later has its number from then on.
        self.marks.iter().find_map(|mark| mark.eyes.own(self.viewer.0.0)).map(SideId)
    }

    /// The side's own diary.
    #[must_use]
    pub fn diary(&self) -> &Diary {
        &self.seen
    }

    /// The entry of its own at which the side is after an entry of the referee's.
    #[must_use]
    pub fn own_entry(&self, no: EntryNo) -> Option<EntryNo> {
        self.marks.get(no as usize).map(|mark| mark.at)
    }

    /// The number by which it goes there, after an entry of the referee's, what goes by that one in his.
    #[must_use]
    pub fn own_id(&self, no: EntryNo, id: Id) -> Option<Id> {
        self.marks.get(no as usize)?.eyes.own(id.0).map(Id)
    }

    /// What its numbers stand for in the referee's diary, after an entry of that.
    pub(super) fn truth_of(&self, no: EntryNo) -> Option<BTreeMap<u32, u32>> {
        self.marks.get(no as usize).map(|mark| mark.eyes.truth())
    }

    /// Follows what the referee's diary has more than was fed already: entries in the order in which they were written, and
    /// where it stands. What was written as one is seen as one.
    pub fn follow(&mut self, source: &Diary) {
        while self.marks.len() <= source.entries().len() {
            let no = EntryNo::try_from(self.marks.len()).unwrap_or(EntryNo::MAX);
            self.move_to(source, no - 1);
            let batch = source.batch_from(no);
            for no in no..=batch {
                if let Some(entry) = source.entry(no) {
                    self.feed(source, entry);
                }
            }
            self.stand_at(batch);
            // Where it went within the batch was on the way to the entries that followed.
            let passed = source.moves()[self.moves..].iter().take_while(|(then, _)| *then < batch).count();
            self.moves += passed;
        }
        self.move_to(source, EntryNo::MAX);
    }

    /// Follows the moves through the diary that were made before the entry after that one was written.
    fn move_to(&mut self, source: &Diary, written: EntryNo) {
        while let Some((_, to)) = source.moves().get(self.moves).filter(|(then, _)| *then <= written) {
            self.moves += 1;
            if (*to as usize) < self.marks.len() {
                self.stand_at(*to);
            }
        }
    }

    /// The side's diary stands where it stood after an entry of the referee's.
    fn stand_at(&mut self, no: EntryNo) {
        let to = self.marks[no as usize].at;
        if to != self.seen.head() {
            let moved = self.seen.admit(Record::head(to));
            debug_assert!(moved.is_ok(), "a mark is an entry of the side's own diary");
        }
    }

    fn feed(&mut self, source: &Diary, entry: &Entry) {
        let mark = self.marks[entry.follows() as usize].clone();
        let mut eyes = Eyes::clone(&mark.eyes);
        // Where the side's diary stands elsewhere, in a batch with ways of its own, a copy does.
        let lent = (mark.at == self.seen.head()).then(|| self.seen.lend());
        let (own, folded) = match lent {
            Some(Folded { state, since }) => (Some(state), Some(since)),
            None => (self.seen.at(mark.at), None),
        };
        let own = own.expect("a mark is an entry of the side's own diary");
        let states = self.truth.go_on(source, entry);
        let (seen, state) = seen_of(self.viewer, states, entry, own, &mut eyes);
        let mark = if let Some(seen) = seen {
            self.write(&mark, eyes, seen, (entry.at, (state, folded)))
        } else {
            if let Some(since) = folded {
                self.seen.give_back(Folded { state, since });
            }
            Mark { eyes: Arc::new(mark.eyes.with_unseen_of(eyes)), ..mark }
        };
        self.marks.push(mark);
    }

    /// Writes what was seen, unless the same stands there already: then that is what the side saw.
    fn write(
        &mut self,
        mark: &Mark,
        eyes: Eyes,
        seen: Seen,
        (now, (state, folded)): (Timestamp, (State, Option<usize>)),
    ) -> Mark {
        let began = mark.since.unwrap_or(now);
        let since = Some(if ends_part(&seen.events) { now } else { began });
        let Seen { order, dice, events } = seen;
        let is_same = |entry: &&Entry| entry.order == order && entry.dice == dice && entry.events == events;
        let children = self.seen.children(mark.at);
        let told = children.filter_map(|no| self.seen.entry(no)).find(is_same).map(|entry| entry.no);
        let at = told.unwrap_or_else(|| {
            let no = self.seen.next_no();
            let after = Some(mark.at).filter(|at| at + 1 != no);
            let entry = Entry { no, after, at: began, order, dice, events, seal: Seal::default() };
            let admitted = match folded {
                Some(since) => self.seen.admit_folded(entry, Folded { state, since }),
                None => self.seen.admit(Record::Entry(entry)),
            };
            debug_assert!(admitted.is_ok(), "each event was found to fit: {admitted:?}");
            if admitted.is_err() {
                return mark.at;
            }
            // A side that is made later is known from then on.
            if let Some(own) = eyes.own(self.viewer.0.0).filter(|_| mark.eyes.own(self.viewer.0.0).is_none()) {
                self.seen.look_as(SideId(own));
            }
            no
        });
        Mark { at, eyes: Arc::new(eyes), since }
    }
}

/// What the side sees of an entry, if anything, and what it knows after it.
fn seen_of(
    viewer: Viewer,
    (before, after): (&State, &State),
    entry: &Entry,
    own: State,
    eyes: &mut Eyes,
) -> (Option<Seen>, State) {
    let mut scene = Scene::new(viewer, (before, after), &entry.dice, eyes, own);
    let touched: BTreeSet<UnitId> = entry.events.iter().flat_map(orders::touched).map(UnitId).collect();
    // What was known of them is put right first: some events change units that they do not name.
    for unit in &touched {
        if scene.sees((*unit).into()) {
            scene.refresh(*unit);
        }
    }
    for event in &entry.events {
        glimpse::tell(&mut scene, event);
    }
    scene.now = after;
    fog::follow(&mut scene);
    for unit in touched {
        if after.unit(unit).is_some() && viewer.sees(after, unit.into()) {
            scene.refresh(unit);
        }
    }
    if scene.is_foggy() {
        ground::look_again(&mut scene);
    }
    sketching::sketch(&mut scene);
    if scene.events.is_empty() {
        return (None, scene.seen);
    }
    let order = orders::known(&mut scene, entry);
    let is_known = !matches!(order, Order::Note { .. });
    let dice = orders::dice(&mut scene, entry, is_known);
    (Some(Seen { order, dice, events: scene.events }), scene.seen)
}

/// Whether a part of a day or of a battle ends with these, so that the next entries are of another.
pub fn ends_part(events: &[Event]) -> bool {
    events.iter().any(|event| {
        matches!(
            event,
            Event::Clock(ClockEvent::Advanced { .. })
                | Event::TurnEnded { .. }
                | Event::BattleBegun { .. }
                | Event::BattleEnded { .. }
        )
    })
}
