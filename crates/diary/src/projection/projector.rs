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
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};
use wardiary_base::{
    dice::DiceRoll,
    fault::Fault,
    id::{Id, SideId},
    remark,
};
use wardiary_rules::{
    event::{ClockEvent, Event},
    order::{MapOrder, March, Order},
    state::State,
};

/// Makes a side's own diary from the referee's, incrementally. It goes through the entries on the paths to the places up
/// to which the campaign was shared with the side, in the order of sharing, and then to the head. So an entry that was
/// withdrawn before it was shared never gets into the side's diary, and one that was shared stays there.
#[derive(Clone, Debug)]
pub struct Projector {
    viewer: Viewer,
    own_diary: Diary,
    /// The side's knowledge after each entry of the referee's that was processed, and after the muster (0).
    checkpoints: BTreeMap<EntryNo, Checkpoint>,
    /// The referee's entry whose path was processed last.
    reached: EntryNo,
    shared: SharedPart,
    truth: TrueStates,
}

/// The part of a side's diary that was shared with it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SharedPart {
    /// How often the campaign was shared with the side.
    pub times: usize,
    /// The side's last entry in it, and the side's head.
    pub last: EntryNo,
    pub head: EntryNo,
    /// The number of the side's moves in it.
    moves: usize,
    /// The referee's entry up to which it was shared last.
    reached: EntryNo,
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
            checkpoints: BTreeMap::from([(0, first)]),
            reached: 0,
            shared: SharedPart::default(),
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
        self.checkpoints.values().find_map(|mark| mark.ids.id(self.viewer.0.0)).map(SideId)
    }

    pub fn diary(&self) -> &Diary {
        &self.own_diary
    }

    /// The side's entry that corresponds to an entry of the referee's; `None` if that was withdrawn before it was shared.
    pub fn own_entry(&self, no: EntryNo) -> Option<EntryNo> {
        self.checkpoints.get(&no).map(|mark| mark.at)
    }

    /// The side's id for a thing after an entry of the referee's.
    pub fn own_id(&self, no: EntryNo, id: Id) -> Option<Id> {
        self.checkpoints.get(&no)?.ids.id(id.0).map(Id)
    }

    /// The referee's ids by the side's, after an entry of the referee's.
    pub(super) fn true_ids(&self, no: EntryNo) -> Option<BTreeMap<u32, u32>> {
        self.checkpoints.get(&no).map(|mark| mark.ids.reverse())
    }

    /// The entries shared with the side so far.
    pub(crate) fn shared(&self) -> SharedPart {
        self.shared
    }

    /// Processes what is new in the referee's diary.
    pub fn update(&mut self, source: &Diary) {
        let places = source.shared_with(remark::Viewer::Side(self.viewer.0)).map(|(no, _)| no);
        let places: Vec<EntryNo> = places.collect();
        if !self.leads_to(source, places.get(self.shared.times).copied().unwrap_or(source.head())) {
            // The header was accepted before.
            let Ok(fresh) = Self::new(source, self.viewer.0) else { return };
            *self = fresh;
        }
        for no in &places[self.shared.times..] {
            self.share_up_to(source, *no);
        }
        self.go_to(source, source.head());
    }

    /// Whether all that was not shared yet stays in the side's diary when it goes to this entry of the referee's.
    fn leads_to(&self, source: &Diary, no: EntryNo) -> bool {
        let mut path = source.path_back_from(no).take_while(|no| *no >= self.reached);
        let has_moved = self.own_diary.moves().len() > self.shared.moves;
        self.reached == no || !has_moved && (self.reached == self.shared.reached || path.any(|no| no == self.reached))
    }

    /// Processes the entries up to one up to which the campaign was shared with the side.
    fn share_up_to(&mut self, source: &Diary, no: EntryNo) {
        self.go_to(source, no);
        self.shared = SharedPart {
            times: self.shared.times + 1,
            last: self.own_diary.next_no() - 1,
            head: self.own_diary.head(),
            moves: self.own_diary.moves().len(),
            reached: no,
        };
    }

    /// Processes the entries on the path to one of the referee's, and moves the side's diary there.
    pub(crate) fn go_to(&mut self, source: &Diary, no: EntryNo) {
        let path = source.path_back_from(no).take_while(|no| !self.checkpoints.contains_key(no));
        let path: Vec<EntryNo> = path.collect();
        for entry in path.into_iter().rev().filter_map(|no| source.entry(no)) {
            self.process(source, entry);
        }
        self.reached = no;
        let to = self.checkpoints[&no].at;
        if to != self.own_diary.head() {
            let moved = self.own_diary.append(Record::head(to));
            debug_assert!(moved.is_ok(), "a mark is an entry of the side's own diary");
        }
    }

    fn process(&mut self, source: &Diary, entry: &Entry) {
        let mark = self.checkpoints[&entry.parent()].clone();
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
        self.checkpoints.insert(entry.no, mark);
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
            let entry = Entry { no, after, at: began, by: None, order, dice, events, seal: Seal::default() };
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
    let mut pass = ProjectionPass::new(viewer, (before, after), (entry.order.effective_order(), &entry.dice), ids, own);
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
    pub fn to_true_order(&self, no: EntryNo, order: &Order) -> Option<Order> {
        let mut order = order.clone();
        let truth = self.true_ids(no)?;
        order.translate(&mut |own| truth.get(&own).copied()).map(|()| order)
    }

    /// The possible part of a side's order after this entry: the order itself, or a move that goes only part of the way.
    /// In the referee's ids; `None` if nothing is.
    ///
    /// Each form is resolved, whatever comes of the others; a form that names something unknown is resolved in the side's
    /// own state. So the steps that this takes depend on the order alone.
    pub fn possible_part(
        &self,
        (no, truth): (EntryNo, &State),
        order: &Order,
        mut resolve: impl FnMut(&State, &Order) -> bool,
    ) -> Option<Order> {
        let shorter = |order: &Order| {
            let mut order = order.clone();
            shorten(&mut order).then_some(order)
        };
        let is_possible = |form: Order| {
            let true_form = self.to_true_order(no, &form);
            let is_possible = match &true_form {
                Some(form) => resolve(truth, form),
                None => resolve(self.diary().state(), &form),
            };
            true_form.filter(|_| is_possible)
        };
        let forms = std::iter::successors(Some(order.clone()), shorter);
        forms.map(is_possible).fold(None, Option::or)
    }
}

pub(crate) fn ids_of(order: &Order) -> BTreeSet<Id> {
    let mut ids = BTreeSet::new();
    let _ = order.clone().translate(&mut |id| {
        ids.insert(Id(id));
        Some(id)
    });
    ids
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
