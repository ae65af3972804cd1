//! Makes new entries, and checks records before they are written, so that entering a written record cannot fail.

use super::{
    Diary, Entry, EntryNo, FoundCut, PROGRAM, Record, RecordError, Remark,
    seal::Seal,
    steps::{DerivedState, StateSnapshots},
    tree::Branch,
};
use jiff::Timestamp;
use std::sync::OnceLock;
use wardiary_base::{
    dice::{
        DiceRoll,
        source::{DiceSource, SeededDice},
    },
    text::name_match::are_twins,
};
use wardiary_rules::{
    event::{Event, TheatreEvent},
    notation::refusal::describe_event_error,
    order::Order,
    rules::{self, CarryOutError, Completed, OrderRoll, Refusal, Step, refusal::TheatreRefusal},
    state::State,
};

#[derive(Debug)]
pub enum CheckedRecord {
    /// The next entry, and the state after it.
    Entry(Box<Entry>, Box<DerivedState>),
    Head(EntryNo),
    Cut(FoundCut),
    Remark(Remark),
    /// A digest in a share; it changes nothing.
    Digest,
    Batch(Vec<Record>),
}

impl Diary {
    /// Enters a record, read from a file or new. On an error nothing of a batch is entered.
    pub fn append(&mut self, record: Record) -> Result<(), RecordError> {
        match record {
            Record::Entry(entry) => self.append_entry(entry),
            Record::Head(to, _) => self.move_head(to),
            Record::Cut(cut) => {
                self.append_checked(CheckedRecord::Cut(cut));
                Ok(())
            }
            record @ (Record::Batch(_) | Record::Remark(_) | Record::Digest(_)) => {
                let checked = self.check(record)?;
                self.append_checked(checked);
                Ok(())
            }
        }
    }

    fn append_entry(&mut self, entry: Entry) -> Result<(), RecordError> {
        let next = self.next_no();
        if entry.no != next {
            return Err(RecordError::Number { found: entry.no, next });
        }
        // A rejected entry on another branch leaves the head in place.
        let here = if entry.parent() == self.head { self.state.take() } else { None };
        let before = here.or_else(|| self.derive_state_with_snapshot(entry.parent()));
        let mut state = before.ok_or(RecordError::NoEntry(entry.parent()))?;
        entry.try_apply(&mut state.state)?;
        self.enter_entry(entry, state);
        Ok(())
    }

    /// Lends the head's state to be folded into: a copy would cost as much as many events. It comes back through
    /// [`Diary::append_applied`] or [`Diary::restore_head_state`].
    pub(crate) fn take_head_state(&mut self) -> DerivedState {
        let head = self.state.take().or_else(|| self.derive_state_with_snapshot(self.head));
        head.expect("the head is an entry")
    }

    pub fn restore_head_state(&mut self, lent: DerivedState) {
        self.state = OnceLock::from(lent);
    }

    /// Enters an entry that follows the head, with the lent state into which its events were folded.
    pub(crate) fn append_applied(&mut self, entry: Entry, lent: DerivedState) -> Result<(), RecordError> {
        let next = self.next_no();
        if entry.no != next {
            return Err(RecordError::Number { found: entry.no, next });
        }
        if entry.parent() != self.head {
            return Err(RecordError::NoEntry(entry.parent()));
        }
        self.enter_entry(entry, lent);
        Ok(())
    }

    /// Enters an entry whose events are already in the state.
    fn enter_entry(&mut self, entry: Entry, mut state: DerivedState) {
        if entry.parent() != self.head {
            self.head_path.move_to(entry.parent());
            self.head = entry.parent();
        }
        self.next_serial = self.next_serial.max(DiceRoll::next_serial_after(&entry.dice));
        if !self.with_children.insert(self.head) {
            self.forks.insert(self.head);
        }
        Self::track_replayed_dice(&mut self.replayed_dice, &entry);
        self.head = entry.no;
        self.head_path.append(entry.parent());
        self.snapshots.snapshot_if_due(entry.no, &mut state);
        self.state = OnceLock::from(state);
        self.entries.push(entry);
    }

    /// Checks a record without changing the diary; [`Diary::append_checked`] then enters it.
    pub fn check(&self, record: Record) -> Result<CheckedRecord, RecordError> {
        match record {
            Record::Entry(entry) => {
                let next = self.next_no();
                if entry.no != next {
                    return Err(RecordError::Number { found: entry.no, next });
                }
                let before = if entry.parent() == self.head { self.state.get().cloned() } else { None };
                let before = before.or_else(|| self.derive_state(entry.parent()));
                let mut state = before.ok_or(RecordError::NoEntry(entry.parent()))?;
                entry.try_apply(&mut state.state)?;
                Ok(CheckedRecord::Entry(Box::new(entry), Box::new(state)))
            }
            Record::Cut(cut) => Ok(CheckedRecord::Cut(cut)),
            Record::Remark(remark) if Self::accepts_remark(&remark.says, remark.on, self.next_no()) => {
                Ok(CheckedRecord::Remark(remark))
            }
            Record::Remark(remark) => Err(RecordError::NoEntry(remark.on)),
            Record::Digest(_) if self.share.is_some() => Ok(CheckedRecord::Digest),
            Record::Digest(_) => Err(RecordError::NotAShare),
            Record::Head(to, _) => {
                self.existing_entry(to).map(CheckedRecord::Head).map_err(|_| RecordError::NoEntry(to))
            }
            Record::Batch(records) => {
                self.check_all(&records)?;
                Ok(CheckedRecord::Batch(records))
            }
        }
    }

    /// Checks records that follow each other, as a batch does.
    pub(crate) fn check_all(&self, records: &[Record]) -> Result<(), RecordError> {
        TrialRun::on(self).all(records)
    }

    /// Enters what was checked against this diary.
    pub fn append_checked(&mut self, checked: CheckedRecord) {
        match checked {
            CheckedRecord::Entry(entry, state) => self.enter_entry(*entry, *state),
            CheckedRecord::Head(to) => self.move_head(to).expect("it was found to be there"),
            CheckedRecord::Cut(cut) => {
                let (after, bare) = (self.next_no() - 1, |cut: FoundCut| FoundCut { seal: Seal::default(), ..cut });
                // The same mark again says no more.
                if self.cuts.last().is_none_or(|(last, other)| (*last, bare(*other)) != (after, bare(cut))) {
                    self.cuts.push((after, cut));
                }
            }
            CheckedRecord::Remark(remark) => self.remarks.add(remark),
            CheckedRecord::Digest => {}
            CheckedRecord::Batch(records) => {
                let (first, head) = (self.next_no(), self.head);
                self.append_all(records);
                if self.next_no() > first {
                    self.batches.push((first, self.next_no() - 1, head));
                }
            }
        }
    }

    fn append_all(&mut self, records: Vec<Record>) {
        for record in records {
            match record {
                Record::Batch(records) => self.append_all(records),
                record => self.append(record).expect("a batch is tried as a whole before it is entered"),
            }
        }
    }
}

/// A trial run of records over an unchanged diary: a batch is entered whole or not at all, and copying a diary is slow.
struct TrialRun<'a> {
    diary: &'a Diary,
    new: Vec<&'a Entry>,
    head: EntryNo,
    state: Option<DerivedState>,
    snapshots: StateSnapshots,
}

impl<'a> TrialRun<'a> {
    fn on(diary: &'a Diary) -> Self {
        Self { diary, new: Vec::new(), head: diary.head, state: None, snapshots: StateSnapshots::default() }
    }

    fn all(&mut self, records: &'a [Record]) -> Result<(), RecordError> {
        records.iter().try_for_each(|record| match record {
            Record::Entry(entry) => self.entry(entry),
            Record::Head(to, _) => self.move_head(*to),
            Record::Cut(_) => Ok(()),
            Record::Remark(remark) if Diary::accepts_remark(&remark.says, remark.on, self.next_no()) => Ok(()),
            Record::Remark(remark) => Err(RecordError::NoEntry(remark.on)),
            // A digest stands between records, never in a batch.
            Record::Digest(_) => Err(RecordError::NotAShare),
            Record::Batch(records) => self.all(records),
        })
    }

    fn move_head(&mut self, to: EntryNo) -> Result<(), RecordError> {
        if to >= self.next_no() {
            return Err(RecordError::NoEntry(to));
        }
        if to != self.head {
            (self.head, self.state) = (to, None);
        }
        Ok(())
    }

    fn next_no(&self) -> EntryNo {
        self.diary.next_no() + EntryNo::try_from(self.new.len()).unwrap_or(0)
    }

    fn entry(&mut self, entry: &'a Entry) -> Result<(), RecordError> {
        let next = self.next_no();
        if entry.no != next {
            return Err(RecordError::Number { found: entry.no, next });
        }
        self.move_head(entry.parent())?;
        let before = self.state.take().or_else(|| self.derive_state(entry.parent()));
        let mut state = before.ok_or(RecordError::NoEntry(entry.parent()))?;
        entry.try_apply(&mut state.state)?;
        self.head = entry.no;
        self.new.push(entry);
        self.snapshots.snapshot_if_due(entry.no, &mut state);
        self.state = Some(state);
        Ok(())
    }

    fn derive_state(&mut self, no: EntryNo) -> Option<DerivedState> {
        let (diary, new) = (self.diary, &self.new);
        let own = |no: EntryNo| new.get(no.checked_sub(diary.next_no())? as usize).copied();
        let way = self.snapshots.path_from_snapshot(no, own);
        // A path that no snapshot of the trial leads to begins with an entry of the diary.
        let own = self.snapshots.start_state(&way, &diary.muster_state).filter(|_| way.from != 0);
        let from = own.or_else(|| diary.derive_state(way.from).map(|folded| folded.state))?;
        Some(self.snapshots.apply_path(way, from))
    }
}

impl Entry {
    /// Folds the entry's events into the state it follows, up to the first that can't have happened.
    pub(super) fn try_apply(&self, state: &mut State) -> Result<(), RecordError> {
        for (at, event) in self.events.iter().enumerate() {
            state.apply(event).map_err(|error| {
                let what = describe_event_error(&error, state).reason;
                RecordError::Event { no: self.no, at, error: error.into(), what }
            })?;
        }
        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct NewEntry {
    pub entry: Entry,
    pub rolled: Option<OrderRoll>,
}

impl Diary {
    pub fn resolve(&self, order: &Order, rolls: &[DiceRoll]) -> Result<Step, Refusal> {
        self.check_branch_name(order)?;
        rules::resolve(self.state(), order, rolls)
    }

    /// Refuses the name of a new branch if an older branch has it, or one that looks the same.
    fn check_branch_name(&self, order: &Order) -> Result<(), Refusal> {
        let Order::Branch { name, .. } = order else { return Ok(()) };
        let is_twin = |branch: &Branch| are_twins(&branch.title(), name.raw());
        match self.branches().into_iter().find(is_twin) {
            Some(branch) => Err(Refusal::BranchTwin { name: name.clone(), last: branch.last }),
            None => Ok(()),
        }
    }

    /// The program's dice for an order, after the rolls already made for it. All serial numbers of program dice are
    /// assigned here.
    pub fn program_dice(&self, made: &[DiceRoll]) -> SeededDice {
        SeededDice { seed: self.header.seed, next: self.next_serial().max(DiceRoll::next_serial_after(made)) }
    }

    /// Carries out an order at the head with dice from a source. An order for the next phase of a combat is stored with
    /// its combatants named. The diary does not change; [`Diary::append`] enters the entry.
    pub fn carry_out<S: DiceSource>(
        &self,
        order: Order,
        dice: &mut S,
        at: Timestamp,
    ) -> Result<NewEntry, CarryOutError<S::Error>> {
        self.check_branch_name(&order).map_err(CarryOutError::Refused)?;
        let order = rules::normalize_combat_order(self.state(), order);
        let carried_out = rules::carry_out(self.state().clone(), &order, dice);
        let Completed { result, rolls } = carried_out.map_err(|error| match error {
            CarryOutError::Refused(refusal) => CarryOutError::Refused(self.explain_undone(refusal, self.state())),
            unanswered @ CarryOutError::Unanswered(_) => unanswered,
        })?;
        Ok(NewEntry { entry: self.write(order, rolls, result.events, at), rolled: result.rolled })
    }

    /// Improves a refusal with what the rest of the diary knows: for example, that a missing contact was undone.
    pub fn explain_undone(&self, refusal: Refusal, state: &State) -> Refusal {
        let Refusal::Theatre(TheatreRefusal::NoContact { contact }) = refusal else { return refusal };
        let is_it = |event: &Event| matches!(event, Event::Theatre(TheatreEvent::Met { contact: number, .. }) if *number == contact);
        // An id assigned on the path to the state was not undone.
        let elsewhere = || self.entries().iter().rev().find(|entry| entry.events.iter().any(is_it));
        match (contact >= state.next_contact_number()).then(elsewhere).flatten() {
            Some(entry) => TheatreRefusal::OnAbandonedBranch { contact, entry: entry.no }.into(),
            None => TheatreRefusal::NoContact { contact }.into(),
        }
    }

    /// An entry for an order that was abandoned after these dice were shown.
    pub fn abandoned(&self, order: Order, rolls: Vec<DiceRoll>, at: Timestamp) -> Entry {
        self.write(order, rolls, vec![Event::Abandoned], at)
    }

    /// An entry for an order that begins a branch after `from`.
    pub fn branching(&self, from: EntryNo, order: Order, at: Timestamp) -> Result<Entry, Refusal> {
        self.check_branch_name(&order)?;
        self.resolved_after(from, order, at)
    }

    /// Like [`Diary::branching`], for names that are not the user's: another branch may have it.
    pub(super) fn resolved_after(&self, from: EntryNo, order: Order, at: Timestamp) -> Result<Entry, Refusal> {
        let state = self.state_at(from).ok_or(Refusal::NoChange)?;
        match rules::resolve(&state, &order, &[])? {
            Step::NeedDice(_) => Err(Refusal::NoChange),
            Step::Done(done) => Ok(self.written(from, &state, order, Vec::new(), done.events, at)),
        }
    }

    fn write(&self, order: Order, dice: Vec<DiceRoll>, events: Vec<Event>, at: Timestamp) -> Entry {
        self.written(self.head, self.state(), order, dice, events, at)
    }

    fn written(
        &self,
        from: EntryNo,
        state: &State,
        order: Order,
        dice: Vec<DiceRoll>,
        events: Vec<Event>,
        at: Timestamp,
    ) -> Entry {
        let events = with_program_version(state, events);
        let no = self.next_no();
        let after = Some(from).filter(|from| from + 1 != no);
        let at = truncate_to_second(at);
        Entry { no, after, at, by: None, order, dice, events, seal: Seal::default() }
    }
}

/// Adds the program version to an entry's events if the state does not have it yet. So every path records which version
/// wrote its events.
pub(super) fn with_program_version(state: &State, mut events: Vec<Event>) -> Vec<Event> {
    if state.program().is_none_or(|program| *program != *PROGRAM) {
        events.insert(0, Event::Opened { program: PROGRAM.into() });
    }
    events
}

/// Truncates a time to whole seconds, as entries store it.
pub(super) fn truncate_to_second(at: Timestamp) -> Timestamp {
    Timestamp::from_second(at.as_second()).unwrap_or(at)
}
