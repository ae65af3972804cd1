//! Creates new entries: an order carried out at the head, abandoned, or given on a new branch.

use super::{Diary, Entry, EntryNo, PROGRAM, seal::Seal, tree::Branch};
use jiff::Timestamp;
use wardiary_base::{
    dice::{
        DiceRoll,
        source::{DiceSource, SeededDice},
    },
    text::name_match::are_twins,
};
use wardiary_rules::{
    event::{Event, TheatreEvent},
    order::Order,
    rules::{self, CarryOutError, Completed, OrderRoll, Refusal, Step, refusal::TheatreRefusal},
    state::State,
};

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
