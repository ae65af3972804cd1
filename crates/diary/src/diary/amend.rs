//! Rebasing the diary: an old entry is changed or removed, and the entries that follow it on the path to the head are
//! carried out again on a new branch, with the dice recorded for them. Conflicts are listed before the user accepts the
//! rebase. No written entry is lost.

mod conflict;

use super::{Diary, Entry, EntryNo, NavigationError, Record, amend, append, prose, seal::Seal, verify};
pub use conflict::{AmendError, ConflictKind, Consequence, RebaseConflict, RebaseEffect};
use jiff::Timestamp;
use std::collections::BTreeMap;
use wardiary_base::dice::{
    DiceError, DiceRoll, Face, Origin, Request,
    source::{DiceSource, Seed},
};
use wardiary_rules::{
    event::{ClockEvent, Event, StaffEvent, TheatreEvent},
    notation::{EntryChange, Instruction, order_text, parse_instruction, refusal},
    order::{ClockOrder, Order, StaffOrder, TheatreOrder, Unfinished},
    rules::{self, CarryOutError, Completed, Refusal, Step, UnansweredRequest, refusal::ClockRefusal},
    state::{Scheduled, State, WrittenOrders},
};

/// A rebase: the batch to write, and its conflicts with the old entries.
#[derive(Clone, Debug, PartialEq)]
pub struct Rebase {
    pub record: Record,
    pub entry: EntryNo,
    pub conflicts: Vec<RebaseConflict>,
    /// Number of later entries that were carried out again.
    pub replayed: usize,
    /// The replacement entry: the changed order, or the entry that marks the removal.
    pub replacement: EntryNo,
    /// The start of an amendment that gives another answer instead, if the struck order answered something.
    pub milder: Option<String>,
}

impl Rebase {
    pub fn consequences(&self) -> impl Iterator<Item = Consequence> {
        RebaseEffect::ALL.iter().filter_map(|effect| Consequence::of(*effect, &self.conflicts))
    }
}

impl Diary {
    /// Rebases the diary onto a changed entry. A later entry that no longer holds is a listed conflict, not an error.
    pub fn rebase(&self, entry: EntryNo, change: &EntryChange, now: Timestamp) -> Result<Rebase, AmendError> {
        self.existing_entry(entry)?;
        let at = self.path().binary_search(&entry).map_err(|_| NavigationError::NotOnPath { no: entry })?;
        let old = self.entry(entry).ok_or(NavigationError::NoEntry { no: entry, last: self.next_no() - 1 })?;
        let before =
            self.state_at(old.parent()).ok_or(NavigationError::NoEntry { no: entry, last: self.next_no() - 1 })?;
        let mut then = before.clone();
        then.replay(&old.events);
        let mut rebasing = RebaseRun {
            diary: self,
            state: before,
            old_state: then,
            records: Vec::new(),
            conflicts: Vec::new(),
            replays_dice: false,
        };
        let (name, changed) = match change {
            EntryChange::Strike => (branch_name(entry, "struck"), None),
            EntryChange::Amend { order, faces } => {
                let changed = rebasing.changed(old, order.as_ref().map(|(text, _)| text.as_str()), faces.as_deref())?;
                let (order, Completed { result, rolls }) = &changed;
                let faces = |rolls: &[DiceRoll]| rolls.iter().map(|roll| roll.faces.clone()).collect::<Vec<_>>();
                // Ignore the program version: it is not part of what the entry says.
                let events = old.events.iter().filter(|event| !matches!(event, Event::Opened { .. }));
                if *order == old.order && result.events.iter().eq(events) && faces(rolls) == faces(&old.dice) {
                    return Err(AmendError::Unchanged { entry });
                }
                (branch_name(entry, AMENDED), Some(changed))
            }
        };
        let dice = self.replayed_dice.get(&old.parent()).and_then(|n| u32::try_from(*n).ok());
        rebasing.replays_dice = dice.is_some();
        let branch = Order::Branch { name: name.as_str().into(), dice };
        let Ok(Step::Done(named)) = rules::resolve(&rebasing.state, &branch, &[]) else {
            return Err(AmendError::NoOrder);
        };
        rebasing.push_entry(branch, Vec::new(), named.events, now);
        if let Some((order, completed)) = changed {
            rebasing.push_entry(order, completed.rolls, completed.result.events, old.at);
        }
        let later = self.path()[at + 1..].iter().filter_map(|no| self.entry(*no));
        let mut followed = 0;
        for entry in later {
            if let Order::Branch { dice, .. } = &entry.order {
                rebasing.replay_branch(entry, &name, *dice);
            } else {
                rebasing.replay_entry(entry);
                followed += 1;
            }
        }
        // The branch's first entry follows the parent of the changed one; each later entry follows the one before it.
        if let Some(Record::Entry(first)) = rebasing.records.first_mut() {
            first.after = Some(old.parent()).filter(|after| after + 1 != first.no);
        }
        let RebaseRun { records, conflicts: losses, .. } = rebasing;
        let strikes = *change == EntryChange::Strike;
        let replacement = self.next_no() + EntryNo::from(!strikes);
        let milder = other_answer(&old.order, self.state()).filter(|_| strikes);
        let milder = milder.map(|answer| format!("amend {entry} to {answer} because \""));
        Ok(Rebase { record: Record::Batch(records), entry, conflicts: losses, replayed: followed, replacement, milder })
    }
}

/// Mark of an entry whose order was changed.
pub(super) const AMENDED: &str = "amended";

pub(super) fn branch_name(entry: EntryNo, how: &str) -> String {
    format!("entry {entry} {how}")
}

struct RebaseRun<'a> {
    diary: &'a Diary,
    state: State,
    /// The state on the old path at the same entry.
    old_state: State,
    records: Vec<Record>,
    conflicts: Vec<RebaseConflict>,
    /// Whether to replay the dice of another branch.
    replays_dice: bool,
}

impl RebaseRun<'_> {
    /// Carries out the changed order, with the given faces or else with the old entry's dice.
    fn changed(
        &self,
        old: &Entry,
        order: Option<&str>,
        faces: Option<&[Face]>,
    ) -> Result<(Order, Completed), AmendError> {
        let order = match order {
            None => old.order.clone(),
            Some(text) => match parse_instruction(text, &self.state).map_err(AmendError::Unreadable)? {
                Instruction::Order(order) => rules::normalize_combat_order(&self.state, order),
                _ => return Err(AmendError::NoOrder),
            },
        };
        let state = self.state.clone();
        let completed = if let Some(faces) = faces {
            let mut corrected = CorrectedDice { seed: &self.diary.header.seed, faces, old: &old.dice };
            let completed = rules::carry_out(state, &order, &mut corrected);
            let completed = completed.map_err(|error| self.refused(&error.into()))?;
            if !corrected.faces.is_empty() {
                return Err(AmendError::UnusedFaces { left: corrected.faces.into() });
            }
            completed
        } else {
            rules::carry_out(state, &order, &mut self.refitted_dice(old)).map_err(|error| match error {
                CarryOutError::Refused(refusal) => self.refused(&refusal),
                CarryOutError::Unanswered(_) => AmendError::Dice {
                    entry: old.no,
                    fell: old.dice.iter().flat_map(|fall| fall.faces.clone()).collect(),
                },
            })?
        };
        Ok((order, completed))
    }

    /// Fits the dice of an old entry to the requests of the new one.
    fn refitted_dice<'a>(&'a self, old: &'a Entry) -> RefittedDice<'a> {
        RefittedDice { seed: &self.diary.header.seed, old: &old.dice, unused: Vec::new() }
    }

    fn refused(&self, refusal: &Refusal) -> AmendError {
        AmendError::Refused(refusal::describe(refusal, &self.state))
    }

    /// Why a later entry is left out. Its subject may have gone with the change, so the old state supplies the names.
    fn drop_reason(&self, refusal: &Refusal, entry: &Entry) -> refusal::RefusalText {
        match refusal {
            Refusal::UnknownId { id } => match self.diary.state_at(entry.no.saturating_sub(1)) {
                Some(before) if before.kind(*id).is_some() => refusal::describe_gone(*id, &before),
                _ => refusal::describe(refusal, &self.state),
            },
            _ => refusal::describe(refusal, &self.state),
        }
    }

    /// Handles an entry that began a branch on the old path. The name stays there, for the new path has its own; the
    /// choice of dice to replay still applies.
    fn replay_branch(&mut self, entry: &Entry, name: &str, dice: Option<u32>) {
        self.old_state.replay(&entry.events);
        if dice.is_some() || self.replays_dice {
            self.replays_dice = dice.is_some();
            let named = vec![Event::BranchNamed { name: name.into() }];
            self.push_entry(Order::Branch { name: name.into(), dice }, Vec::new(), named, entry.at);
        }
    }

    fn replay_entry(&mut self, entry: &Entry) {
        let mut dice = self.refitted_dice(entry);
        let mut order = entry.order.clone();
        let renumbered = self.renumber(&mut order).map_err(CarryOutError::Refused);
        let carried_out = renumbered.and_then(|()| rules::carry_out(self.state.clone(), &order, &mut dice));
        let left = dice.unused_faces();
        let outcome = match carried_out {
            Ok(_) if entry.is_abandoned() => Err(ConflictKind::NotAbandoned),
            Ok(completed) => Ok((completed.rolls, completed.result.events)),
            Err(CarryOutError::Refused(refusal)) => Err(ConflictKind::Refused(self.drop_reason(&refusal, entry))),
            Err(CarryOutError::Unanswered(UnansweredRequest { rolls, error: MissingDice::Roll, .. }))
                if entry.is_abandoned() =>
            {
                Ok((rolls, vec![Event::Abandoned]))
            }
            Err(CarryOutError::Unanswered(unanswered)) => {
                let all = unanswered.request.dice.len();
                let missing = if let MissingDice::Dice(missing) = unanswered.error { missing } else { all };
                Err(ConflictKind::DiceMissing { missing })
            }
        };
        let mut lost = Vec::new();
        match outcome {
            Err(what) => lost.push(what),
            Ok((rolls, events)) => {
                if self.leaves_more_open(&entry.order, &order) {
                    lost.push(ConflictKind::LeavesOpen { order: order_text(&self.state, &order) });
                }
                if !left.is_empty() {
                    lost.push(ConflictKind::UnusedDice { left });
                }
                let opened = |event: &&Event| matches!(event, Event::Opened { .. });
                let facts = &entry.events[entry.events.iter().take_while(opened).count()..];
                if !verify::match_recorded(&without_numbers(&events), &without_numbers(facts)) {
                    let (was, now) =
                        verify::differing_sentences(entry, (&self.old_state, facts), (&self.state, &events));
                    let detail = verify::detail(facts, &events);
                    lost.push(ConflictKind::Differs { was, now, detail });
                }
                self.push_entry(order, rolls, events, entry.at);
            }
        }
        let headline = prose::order_line(&self.old_state, entry);
        self.old_state.replay(&entry.events);
        for what in lost {
            let headline = headline.clone();
            self.conflicts.push(RebaseConflict { entry: entry.no, headline, what });
        }
    }

    /// Gives an order the numbers that its things have in the new state. An advance leaves open whatever is open there.
    fn renumber(&self, order: &mut Order) -> Result<(), Refusal> {
        if let Order::Clock(ClockOrder::Advance { anyway: false, leaving }) = order {
            *leaving = rules::unfinished(&self.state);
        }
        for (number, thing) in numbers_mut(order) {
            let what = thing(*number);
            *number = self.counterpart(what).ok_or(ClockRefusal::NotOpen { what })?.number();
        }
        Ok(())
    }

    /// The thing in the new state that was this one on the old path. Items, orders and contacts are counted, so their
    /// numbers differ where one before them is gone.
    fn counterpart(&self, what: Unfinished) -> Option<Unfinished> {
        let (old, new) = (&self.old_state, &self.state);
        let same: Vec<Unfinished> = match what {
            Unfinished::Battle(_) => vec![what],
            Unfinished::Item(item) => {
                let key = |it: &Scheduled| (it.text.clone(), it.force);
                let this = key(old.calendar().item(item)?);
                let all = new.calendar().scheduled().iter();
                all.filter(|it| key(it) == this).map(|it| Unfinished::Item(it.item)).collect()
            }
            Unfinished::Orders(number) => {
                let key = |it: &WrittenOrders| (it.side, it.text.clone(), it.answer.is_some());
                let this = key(old.written_order(number)?);
                let all = new.written_orders().iter();
                all.filter(|it| key(it) == this).map(|it| Unfinished::Orders(it.number)).collect()
            }
            Unfinished::Contact(contact) => {
                let (first, second) = old.contact(contact)?.forces;
                let all = new.contacts().iter();
                let same = all.filter(|it| it.opponent(first) == Some(second));
                same.map(|it| Unfinished::Contact(it.number)).collect()
            }
        };
        same.contains(&what).then_some(what).or(same.first().copied())
    }

    /// Whether an advance, given again, leaves something open that it did not leave open then.
    fn leaves_more_open(&self, old: &Order, new: &Order) -> bool {
        let (
            Order::Clock(ClockOrder::Advance { anyway: false, leaving: old }),
            Order::Clock(ClockOrder::Advance { leaving: new, .. }),
        ) = (old, new)
        else {
            return false;
        };
        let left: Vec<Unfinished> = old.iter().filter_map(|what| self.counterpart(*what)).collect();
        new.iter().any(|what| !left.contains(what))
    }

    fn push_entry(&mut self, order: Order, dice: Vec<DiceRoll>, events: Vec<Event>, at: Timestamp) {
        let events = append::with_program_version(&self.state, events);
        self.state.replay(&events);
        let no = self.diary.next_no() + EntryNo::try_from(self.records.len()).unwrap_or(EntryNo::MAX);
        let at = append::truncate_to_second(at);
        self.records.push(Record::Entry(Entry {
            no,
            after: None,
            at,
            by: None,
            order,
            dice,
            events,
            seal: Seal::default(),
        }));
    }
}

/// Corrected faces in place of those rolled. A program die whose face is unchanged stays a program die; every other
/// becomes a table die.
struct CorrectedDice<'a> {
    seed: &'a Seed,
    faces: &'a [Face],
    /// Recorded rolls not corrected yet.
    old: &'a [DiceRoll],
}

impl DiceSource for CorrectedDice<'_> {
    type Error = DiceError;

    fn roll(&mut self, request: &Request) -> Result<DiceRoll, DiceError> {
        let wanted = request.dice.len();
        let (faces, rest) =
            self.faces.split_at_checked(wanted).ok_or(DiceError::Count { wanted, given: self.faces.len() })?;
        let mut serials = vec![None; wanted];
        if let Some((old, later)) = self.old.split_first() {
            serials = old.serials_of(request, faces);
            self.old = later;
        }
        for ((wanted, face), serial) in request.dice.iter().zip(faces).zip(&mut serials) {
            // A program die may stand for another kind of die only if its stream gives that kind the same face.
            *serial = serial.filter(|serial| self.seed.face(*serial, wanted.die) == *face);
            wanted.check(*face, serial.is_none())?;
        }
        self.faces = rest;
        let who = request.dice.iter().map(|wanted| wanted.owner).collect();
        Ok(DiceRoll { who, from: Origin::from_serials(serials), faces: faces.into() })
    }
}

/// The dice of an old entry, used for the requests of the new one where they fit.
struct RefittedDice<'a> {
    seed: &'a Seed,
    old: &'a [DiceRoll],
    /// Faces of used rolls that were not needed.
    unused: Vec<Face>,
}

enum MissingDice {
    Roll,
    /// The old roll is this many dice short.
    Dice(usize),
}

impl RefittedDice<'_> {
    fn unused_faces(mut self) -> Vec<Face> {
        self.unused.extend(self.old.iter().flat_map(|roll| &roll.faces));
        self.unused
    }
}

impl DiceSource for RefittedDice<'_> {
    type Error = MissingDice;

    fn roll(&mut self, request: &Request) -> Result<DiceRoll, MissingDice> {
        let (old, rest) = self.old.split_first().ok_or(MissingDice::Roll)?;
        self.old = rest;
        // A program die may stand for another kind of die only if its stream gives that kind the same face.
        let refitted =
            old.reuse_for(request, |serial, die, face| serial.is_none_or(|serial| self.seed.face(serial, die) == face));
        if refitted.missing_dice > 0 {
            return Err(MissingDice::Dice(refitted.missing_dice));
        }
        self.unused.extend(refitted.unused_faces);
        Ok(refitted.roll)
    }
}

/// The thing with a number.
type Thing = fn(u32) -> Unfinished;

/// The numbers in an order that count things, with the things.
fn numbers_mut(order: &mut Order) -> Vec<(&mut u32, Thing)> {
    let (number, thing, inner): (_, Thing, _) = match order {
        Order::Battle { contact: Some(number), .. }
        | Order::Theatre(TheatreOrder::SetAside { contact: number, .. }) => (number, Unfinished::Contact, None),
        Order::Clock(ClockOrder::Settle { item, .. }) => (item, Unfinished::Item, None),
        Order::Clock(ClockOrder::Give { item, order }) => (item, Unfinished::Item, Some(order)),
        Order::Staff(StaffOrder::Grant { number, order }) => (number, Unfinished::Orders, Some(order)),
        Order::Staff(StaffOrder::Done { number, .. } | StaffOrder::Refuse { number, .. }) => {
            (number, Unfinished::Orders, None)
        }
        _ => return Vec::new(),
    };
    let mut all = inner.map_or_else(Vec::new, |order| numbers_mut(order));
    all.push((number, thing));
    all
}

/// The start of another answer to what an order answers.
fn other_answer(order: &Order, state: &State) -> Option<String> {
    match order {
        Order::Battle { contact: Some(number), .. } => Some(format!("contact {number} aside")),
        Order::Clock(ClockOrder::Give { item, .. }) => Some(format!("settle {item}")),
        Order::Staff(StaffOrder::Grant { number, .. } | StaffOrder::Done { number, .. }) => {
            Some(format!("refuse {}", state.orders_label(*number)))
        }
        _ => None,
    }
}

/// Whether an entry's order was made from another when the diary was rebased: only their numbers may differ.
fn is_copy(copy: &Order, of: &Order) -> bool {
    let [copy, of] = [copy, of].map(|order| {
        let mut order = order.clone();
        if let Order::Clock(ClockOrder::Advance { leaving, .. }) = &mut order {
            leaving.clear();
        }
        numbers_mut(&mut order).into_iter().for_each(|(number, _)| *number = 0);
        order
    });
    copy == of
}

/// The events without the numbers that count messages, orders, items and contacts. A thing with another number is the
/// same.
fn without_numbers(events: &[Event]) -> Vec<Event> {
    let mut events = events.to_vec();
    for event in &mut events {
        match event {
            Event::Staff(
                StaffEvent::Told { message: number, .. }
                | StaffEvent::Delivered { message: number }
                | StaffEvent::HandedIn { number, .. }
                | StaffEvent::Granted { number, .. }
                | StaffEvent::Refused { number, .. },
            )
            | Event::Clock(ClockEvent::Scheduled { item: number, .. } | ClockEvent::Settled { item: number })
            | Event::Theatre(
                TheatreEvent::Met { contact: number, .. } | TheatreEvent::Parted { contact: number, .. },
            ) => *number = 0,
            _ => {}
        }
    }
    events
}

impl Diary {
    /// Maps each entry that an amendment carried out again to the entry that was written first.
    pub fn origins(&self) -> BTreeMap<EntryNo, EntryNo> {
        let mut origins = BTreeMap::new();
        for (first, last, head) in &self.batches {
            let again = (*first..=*last).filter_map(|no| self.entry(no)).collect::<Vec<_>>();
            for (copy, of) in self.copies(&again, *head) {
                let origin = origins.get(&of).copied().unwrap_or(of);
                origins.insert(copy, origin);
            }
        }
        origins
    }

    /// Where the head was before the amendment whose last entry this is.
    pub fn head_before_amendment(&self, last: EntryNo) -> Option<EntryNo> {
        let at = self.batches.binary_search_by_key(&last, |(_, last, _)| *last).ok()?;
        let (first, _, head) = self.batches[at];
        self.entry(first).filter(|entry| matches!(entry.order, Order::Branch { .. })).map(|_| head)
    }

    /// The last entry of the newest amendment that was made while the head was here.
    pub(super) fn newest_amendment_of(&self, head: EntryNo) -> Option<EntryNo> {
        let made_here = |last: &EntryNo| self.head_before_amendment(*last) == Some(head);
        self.batches.iter().rev().map(|(_, last, _)| *last).find(made_here)
    }

    /// Pairs each entry of a batch with the entry on the path to the old head that it was made from.
    fn copies(&self, again: &[&Entry], head: EntryNo) -> Vec<(EntryNo, EntryNo)> {
        let [branch, rest @ ..] = again else { return Vec::new() };
        let Order::Branch { name, .. } = &branch.order else { return Vec::new() };
        let from = branch.parent();
        let back = std::iter::successors(self.entry(head), |entry| self.entry(entry.parent()));
        let mut old: Vec<&Entry> = back.take_while(|entry| entry.no > from).collect();
        if old.last().is_none_or(|entry| entry.parent() != from) {
            return Vec::new();
        }
        old.reverse();
        let changed = old.remove(0);
        let mut copies = Vec::new();
        let mut rest = rest.iter();
        if *name == *amend::branch_name(changed.no, amend::AMENDED) {
            copies.extend(rest.next().map(|amended| (amended.no, changed.no)));
        }
        // The others are unchanged and in order; some may have been left out.
        let mut old = old.into_iter();
        for entry in rest {
            let before = old.clone();
            match old.find(|old| old.at == entry.at && is_copy(&entry.order, &old.order)) {
                Some(found) => copies.push((entry.no, found.no)),
                None => old = before,
            }
        }
        copies
    }
}
