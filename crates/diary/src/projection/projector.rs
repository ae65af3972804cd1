//! Feeds the referee's diary entry by entry into a side's own diary, and carries a player's order over to the true
//! state. A player's order is validated against what the side knows; what the side could not see may stop a move but
//! never refuses it. Source: the architecture, “What a side sees”.

use super::{
    disclosure, event_projection, fog_changes, initial_view, map_events,
    projection_pass::ProjectionPass,
    sighting_estimates,
    translate::Translate,
    viewer_ids::{Viewer, ViewerIds},
};
use crate::diary::{DerivedState, Diary, Entry, EntryNo, Record, seal::Seal};
use jiff::Timestamp;
use std::{collections::BTreeMap, sync::Arc};
use wardiary_base::{
    dice::DiceRoll,
    fault::Fault,
    id::{Id, SideId},
};
use wardiary_rules::{
    event::{ClockEvent, Event},
    order::{MapOrder, March, Order},
    rules::{Refusal, resolve},
    state::State,
};

/// Makes a side's own diary from the referee's, incrementally. Each entry is processed once.
#[derive(Clone, Debug)]
pub struct Projector {
    viewer: Viewer,
    own_diary: Diary,
    /// The side's knowledge after each entry of the referee's, by entry number; the first is the muster's.
    checkpoints: Vec<Checkpoint>,
    /// The number of the referee's moves (undo, redo, goto) processed.
    moves: usize,
    truth: TrueStates,
}

/// The true states before and after the last entry. In a row of entries each state is made from the last but one by
/// applying the events it lacks, which costs less than a copy.
#[derive(Clone, Debug)]
struct TrueStates {
    no: EntryNo,
    now: State,
    /// An older state, and the entry whose events it lacks, if any.
    previous: (State, Option<EntryNo>),
}

impl TrueStates {
    /// Starts at the state of an entry.
    fn at(no: EntryNo, now: State) -> Self {
        Self { no, previous: (now.clone(), None), now }
    }

    /// Advances by an entry, which may be on another branch. Returns the states before and after it.
    fn advance(&mut self, source: &Diary, entry: &Entry) -> (&State, &State) {
        let from = entry.parent();
        if from != self.no {
            // Going back by one entry is the most frequent case.
            let is_behind = self.previous.1.and_then(|no| source.entry(no)).is_some_and(|last| last.parent() == from);
            let now = if is_behind { Some(self.previous.0.clone()) } else { source.state_at(from) };
            *self = Self::at(from, now.unwrap_or_else(|| source.state().clone()));
        }
        let (state, lacks) = &mut self.previous;
        let lacking = lacks.and_then(|no| source.entry(no)).into_iter().chain([entry]);
        state.replay(lacking.flat_map(|entry| &entry.events));
        std::mem::swap(state, &mut self.now);
        (self.no, *lacks) = (entry.no, Some(entry.no));
        (&self.previous.0, &self.now)
    }
}

/// A side's knowledge after an entry of the referee's.
#[derive(Clone, Debug)]
struct Checkpoint {
    at: EntryNo,
    ids: Arc<ViewerIds>,
    /// The start of the current part of a day or battle, which is the time of the side's entries: a finer time could
    /// reveal what happened between them. `None` before the first entry.
    since: Option<Timestamp>,
}

struct ProjectedEntry {
    order: Order,
    dice: Vec<DiceRoll>,
    events: Vec<Event>,
}

impl Projector {
    /// Creates a projector for a side. No entry is processed yet.
    pub fn new(source: &Diary, side: SideId) -> Result<Self, Vec<Fault>> {
        let start = source.state_at(0).unwrap_or_else(|| source.state().clone());
        let (header, ids) = initial_view::header(source.header(), &start, side);
        let mut own_diary = Diary::new(header)?;
        if let Some(own) = ids.id(side.0) {
            own_diary.view_as(SideId(own));
        }
        let first = Checkpoint { at: 0, ids: Arc::new(ids), since: None };
        Ok(Self {
            viewer: Viewer(side),
            own_diary,
            checkpoints: vec![first],
            moves: 0,
            truth: TrueStates::at(0, start),
        })
    }

    /// Creates a projector and processes the whole diary.
    pub fn of(source: &Diary, side: SideId) -> Result<Self, Vec<Fault>> {
        let mut projector = Self::new(source, side)?;
        projector.update(source);
        Ok(projector)
    }

    /// The side, by its id in the referee's diary.
    pub fn side(&self) -> SideId {
        self.viewer.0
    }

    /// The side's id in its own diary.
    pub fn own_side(&self) -> Option<SideId> {
        // A side made later gets its id at that point.
        self.checkpoints.iter().find_map(|mark| mark.ids.id(self.viewer.0.0)).map(SideId)
    }

    pub fn diary(&self) -> &Diary {
        &self.own_diary
    }

    /// The side's entry that corresponds to an entry of the referee's.
    pub fn own_entry(&self, no: EntryNo) -> Option<EntryNo> {
        self.checkpoints.get(no as usize).map(|mark| mark.at)
    }

    /// The side's id for a thing after an entry of the referee's.
    pub fn own_id(&self, no: EntryNo, id: Id) -> Option<Id> {
        self.checkpoints.get(no as usize)?.ids.id(id.0).map(Id)
    }

    /// The referee's ids by the side's, after an entry of the referee's.
    pub(super) fn true_ids(&self, no: EntryNo) -> Option<BTreeMap<u32, u32>> {
        self.checkpoints.get(no as usize).map(|mark| mark.ids.reverse())
    }

    /// Processes what is new in the referee's diary: entries in writing order, and moves between them.
    pub fn update(&mut self, source: &Diary) {
        while self.checkpoints.len() <= source.entries().len() {
            let no = EntryNo::try_from(self.checkpoints.len()).unwrap_or(EntryNo::MAX);
            self.move_to(source, no - 1);
            let batch = source.last_of_batch(no);
            for no in no..=batch {
                if let Some(entry) = source.entry(no) {
                    self.process(source, entry);
                }
            }
            self.move_to_entry(batch);
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
            if (*to as usize) < self.checkpoints.len() {
                self.move_to_entry(*to);
            }
        }
    }

    /// Moves the side's diary to where it was after an entry of the referee's.
    fn move_to_entry(&mut self, no: EntryNo) {
        let to = self.checkpoints[no as usize].at;
        if to != self.own_diary.head() {
            let moved = self.own_diary.append(Record::head(to));
            debug_assert!(moved.is_ok(), "a mark is an entry of the side's own diary");
        }
    }

    fn process(&mut self, source: &Diary, entry: &Entry) {
        let mark = self.checkpoints[entry.parent() as usize].clone();
        let mut ids = ViewerIds::clone(&mark.ids);
        // If the side's diary is elsewhere, as in a batch with branches, a copy of the state is used.
        let lent = (mark.at == self.own_diary.head()).then(|| self.own_diary.take_head_state());
        let (own, folded) = match lent {
            Some(DerivedState { state, since_snapshot: since }) => (Some(state), Some(since)),
            None => (self.own_diary.state_at(mark.at), None),
        };
        let own = own.expect("a mark is an entry of the side's own diary");
        let states = self.truth.advance(source, entry);
        let (seen, state) = project_entry(self.viewer, states, entry, own, &mut ids);
        let mark = if let Some(seen) = seen {
            self.write(&mark, ids, seen, (entry.at, (state, folded)))
        } else {
            if let Some(since) = folded {
                self.own_diary.restore_head_state(DerivedState { state, since_snapshot: since });
            }
            Checkpoint { ids: Arc::new(mark.ids.with_unseen_of(ids)), ..mark }
        };
        self.checkpoints.push(mark);
    }

    /// Writes an entry of the side's diary, or finds an equal one that exists already.
    fn write(
        &mut self,
        mark: &Checkpoint,
        ids: ViewerIds,
        seen: ProjectedEntry,
        (now, (state, folded)): (Timestamp, (State, Option<usize>)),
    ) -> Checkpoint {
        let began = mark.since.unwrap_or(now);
        let since = Some(if ends_part(&seen.events) { now } else { began });
        let ProjectedEntry { order, dice, events } = seen;
        let is_same = |entry: &&Entry| entry.order == order && entry.dice == dice && entry.events == events;
        let children = self.own_diary.children(mark.at);
        let existing = children.filter_map(|no| self.own_diary.entry(no)).find(is_same).map(|entry| entry.no);
        let at = existing.unwrap_or_else(|| {
            let no = self.own_diary.next_no();
            let after = Some(mark.at).filter(|at| at + 1 != no);
            let entry = Entry { no, after, at: began, order, dice, events, seal: Seal::default() };
            let admitted = match folded {
                Some(since) => self.own_diary.append_applied(entry, DerivedState { state, since_snapshot: since }),
                None => self.own_diary.append(Record::Entry(entry)),
            };
            debug_assert!(admitted.is_ok(), "each event was found to fit: {admitted:?}");
            if admitted.is_err() {
                return mark.at;
            }
            // A side made later is known from this entry on.
            if let Some(own) = ids.id(self.viewer.0.0).filter(|_| mark.ids.id(self.viewer.0.0).is_none()) {
                self.own_diary.view_as(SideId(own));
            }
            no
        });
        Checkpoint { at, ids: Arc::new(ids), since }
    }
}

/// Returns what the side sees of an entry, if anything, and the side's state after it.
fn project_entry(
    viewer: Viewer,
    (before, after): (&State, &State),
    entry: &Entry,
    own: State,
    ids: &mut ViewerIds,
) -> (Option<ProjectedEntry>, State) {
    let mut pass = ProjectionPass::new(viewer, (before, after), &entry.dice, ids, own);
    let seen = viewer.things_seen(after);
    pass.catch_up(before, &seen);
    for event in &entry.events {
        event_projection::project_event(&mut pass, event);
    }
    fog_changes::project_fog_changes(&mut pass);
    pass.catch_up(after, &seen);
    map_events::update_maps(&mut pass);
    sighting_estimates::update_estimates(&mut pass);
    if pass.events.is_empty() {
        return (None, pass.own_state);
    }
    let (order, dice) = disclosure::known_order(&mut pass, entry);
    (Some(ProjectedEntry { order, dice, events: pass.events }), pass.own_state)
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

impl Projector {
    /// Translates an order from the side's ids to the referee's after this entry. Returns `None` if it names something
    /// unknown to the side.
    pub fn to_true_order(&self, no: crate::diary::EntryNo, order: &Order) -> Option<Order> {
        let mut order = order.clone();
        let truth = self.true_ids(no)?;
        order.translate(&mut |own| truth.get(&own).copied()).map(|()| order)
    }
}

/// Shortens a move to what the true state allows: each unit goes as far as it can.
pub fn shorten_to_possible(truth: &State, order: &Order) -> Result<Order, Refusal> {
    let mut order = order.clone();
    loop {
        let Err(refusal) = resolve(truth, &order, &[]) else { return Ok(order) };
        if !shorten(&mut order) {
            return Err(refusal);
        }
    }
}

/// Removes the last area from the last march of a move. Returns false if nothing is left to shorten.
fn shorten(order: &mut Order) -> bool {
    let Order::Map(MapOrder::Move { marches, anyway: None }) = order else { return false };
    let Some(March { by, facing, .. }) = marches.last_mut() else { return false };
    by.pop();
    *facing = None;
    if by.is_empty() {
        marches.pop();
    }
    !marches.is_empty()
}
