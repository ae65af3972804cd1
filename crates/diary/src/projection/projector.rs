//! Feeds the referee's diary entry by entry into a side's own diary.

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

/// Makes a side's own diary from the referee's, incrementally. Each entry is processed once.
#[derive(Clone, Debug)]
pub struct Projector {
    viewer: Viewer,
    seen: Diary,
    /// What the side knows after each entry of the referee's, by entry number; the first is the muster's.
    marks: Vec<Mark>,
    /// The number of the referee's moves (undo, redo, goto) processed.
    moves: usize,
    truth: Truth,
}

/// The true states before and after the last entry. In a row of entries each state is made from the last but one by
/// applying the events it lacks, which costs less than a copy.
#[derive(Clone, Debug)]
struct Truth {
    no: EntryNo,
    now: State,
    /// An older state, and the entry whose events it lacks, if any.
    behind: (State, Option<EntryNo>),
}

impl Truth {
    /// Starts at the state of an entry.
    fn at(no: EntryNo, now: State) -> Self {
        Self { no, behind: (now.clone(), None), now }
    }

    /// Advances by an entry, which may be on another branch. Returns the states before and after it.
    fn go_on(&mut self, source: &Diary, entry: &Entry) -> (&State, &State) {
        let from = entry.follows();
        if from != self.no {
            // Going back by one entry is the most frequent case.
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

/// What a side knows after an entry of the referee's.
#[derive(Clone, Debug)]
struct Mark {
    /// The side's entry at that point.
    at: EntryNo,
    eyes: Arc<Eyes>,
    /// The start of the current part of a day or battle, which is the time of the side's entries: a finer time could
    /// reveal what happened between them. `None` before the first entry.
    since: Option<Timestamp>,
}

struct Seen {
    order: Order,
    dice: Vec<DiceRoll>,
    events: Vec<Event>,
}

impl Projector {
    /// Creates a projector for a side. No entry is processed yet.
    ///
    /// # Errors
    /// The faults of the side's own muster, which are a bug.
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

    /// Creates a projector and processes the whole diary.
    ///
    /// # Errors
    /// See [`Projector::new`].
    pub fn of(source: &Diary, side: SideId) -> Result<Self, Vec<Fault>> {
        let mut projector = Self::new(source, side)?;
        projector.follow(source);
        Ok(projector)
    }

    /// The side, by its id in the referee's diary.
    pub fn side(&self) -> SideId {
        self.viewer.0
    }

    /// The side's id in its own diary.
    pub fn own_side(&self) -> Option<SideId> {
        // A side made later gets its id at that point.
        self.marks.iter().find_map(|mark| mark.eyes.own(self.viewer.0.0)).map(SideId)
    }

    /// The side's own diary.
    pub fn diary(&self) -> &Diary {
        &self.seen
    }

    /// The side's entry that corresponds to an entry of the referee's.
    pub fn own_entry(&self, no: EntryNo) -> Option<EntryNo> {
        self.marks.get(no as usize).map(|mark| mark.at)
    }

    /// The side's id for a thing after an entry of the referee's.
    pub fn own_id(&self, no: EntryNo, id: Id) -> Option<Id> {
        self.marks.get(no as usize)?.eyes.own(id.0).map(Id)
    }

    /// The referee's ids by the side's, after an entry of the referee's.
    pub(super) fn truth_of(&self, no: EntryNo) -> Option<BTreeMap<u32, u32>> {
        self.marks.get(no as usize).map(|mark| mark.eyes.truth())
    }

    /// Processes what is new in the referee's diary: entries in writing order, and moves between them. A batch is
    /// processed as one.
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
            // Moves within the batch only led to its later entries.
            let passed = source.moves()[self.moves..].iter().take_while(|(then, _)| *then < batch).count();
            self.moves += passed;
        }
        self.move_to(source, EntryNo::MAX);
    }

    /// Processes the moves made before the entry after `written` was written.
    fn move_to(&mut self, source: &Diary, written: EntryNo) {
        while let Some((_, to)) = source.moves().get(self.moves).filter(|(then, _)| *then <= written) {
            self.moves += 1;
            if (*to as usize) < self.marks.len() {
                self.stand_at(*to);
            }
        }
    }

    /// Moves the side's diary to where it was after an entry of the referee's.
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
        // If the side's diary is elsewhere, as in a batch with branches, a copy of the state is used.
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

    /// Writes an entry of the side's diary, or finds an equal one that exists already.
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
            // A side made later is known from this entry on.
            if let Some(own) = eyes.own(self.viewer.0.0).filter(|_| mark.eyes.own(self.viewer.0.0).is_none()) {
                self.seen.look_as(SideId(own));
            }
            no
        });
        Mark { at, eyes: Arc::new(eyes), since }
    }
}

/// Returns what the side sees of an entry, if anything, and the side's state after it.
fn seen_of(
    viewer: Viewer,
    (before, after): (&State, &State),
    entry: &Entry,
    own: State,
    eyes: &mut Eyes,
) -> (Option<Seen>, State) {
    let mut scene = Scene::new(viewer, (before, after), &entry.dice, eyes, own);
    let touched: BTreeSet<UnitId> = entry.events.iter().flat_map(orders::touched).map(UnitId).collect();
    // Update these units first: some events change units that they do not name.
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

/// Whether the events end a part of a day or of a battle.
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
