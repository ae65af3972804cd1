//! Rebasing the diary: an old entry is changed or removed, and the entries that follow it on the path to the head are
//! carried out again on a new branch, with the dice recorded for them. Conflicts are listed before the user accepts the
//! rebase. No written entry is lost.

mod conflict;

pub use conflict::ConflictKind;
pub use conflict::{AmendError, RebaseConflict};

use super::{Diary, Entry, EntryNo, NavigationError, Record, making, prose, seal::Seal, verify};
use jiff::Timestamp;
use wardiary_base::dice::{
    DiceError, DiceRoll, Face, Origin, Request,
    source::{DiceSource, Seed},
};
use wardiary_rules::{
    event::{Event, StaffEvent},
    notation::{Change, Instruction, instruction, refusal},
    order::Order,
    rules::{self, CarryOutError, Completed, Refusal, Step, Unanswered},
    state::State,
};

/// A rebase: the batch to write, and its conflicts with the old entries.
#[derive(Clone, Debug, PartialEq)]
pub struct Rebase {
    pub record: Record,
    pub entry: EntryNo,
    /// The conflicts, in the order of the old entries.
    pub losses: Vec<RebaseConflict>,
    /// Number of later entries that were carried out again.
    pub followed: usize,
    /// The replacement entry: the changed order, or the entry that marks the removal.
    pub now: EntryNo,
}

impl Rebase {
    pub fn leaves_out(&self) -> bool {
        self.losses.iter().any(|loss| loss.what.leaves_out())
    }
}

impl Diary {
    /// Rebases the diary onto a changed entry.
    ///
    /// # Errors
    /// Why the entry can't be changed like this. A later entry that no longer holds is a listed conflict, not an error.
    pub fn rebase(&self, entry: EntryNo, change: &Change, now: Timestamp) -> Result<Rebase, AmendError> {
        self.there(entry)?;
        let at = self.path().binary_search(&entry).map_err(|_| NavigationError::NotOnTheWay { no: entry })?;
        let old = self.entry(entry).ok_or(NavigationError::NoEntry { no: entry, last: self.next_no() - 1 })?;
        let before = self.at(old.follows()).ok_or(NavigationError::NoEntry { no: entry, last: self.next_no() - 1 })?;
        let mut then = before.clone();
        then.replay(&old.events);
        let mut rebasing =
            Rebasing { diary: self, state: before, then, records: Vec::new(), losses: Vec::new(), replays_dice: false };
        let (name, changed) = match change {
            Change::Strike => (branch_name(entry, "struck"), None),
            Change::Amend { order, faces } => {
                let changed = rebasing.changed(old, order.as_ref().map(|(text, _)| text.as_str()), faces.as_deref())?;
                let (order, Completed { result, rolls }) = &changed;
                let faces = |rolls: &[DiceRoll]| rolls.iter().map(|roll| roll.faces.clone()).collect::<Vec<_>>();
                // Ignore the program version: it is not part of what the entry says.
                let said = old.events.iter().filter(|event| !matches!(event, Event::Opened { .. }));
                if *order == old.order && result.events.iter().eq(said) && faces(rolls) == faces(&old.dice) {
                    return Err(AmendError::Unchanged { entry });
                }
                (branch_name(entry, AMENDED), Some(changed))
            }
        };
        let dice = self.replayed_dice.get(&old.follows()).and_then(|n| u32::try_from(*n).ok());
        rebasing.replays_dice = dice.is_some();
        let branch = Order::Branch { name: name.clone(), dice };
        let Ok(Step::Done(named)) = rules::resolve(&rebasing.state, &branch, &[]) else {
            return Err(AmendError::NoOrder);
        };
        rebasing.write(branch, Vec::new(), named.events, now);
        if let Some((order, completed)) = changed {
            rebasing.write(order, completed.rolls, completed.result.events, old.at);
        }
        let later = self.path()[at + 1..].iter().filter_map(|no| self.entry(*no));
        let mut followed = 0;
        for entry in later {
            if let Order::Branch { dice, .. } = &entry.order {
                rebasing.follow_branch(entry, &name, *dice);
            } else {
                rebasing.follow(entry);
                followed += 1;
            }
        }
        // The branch's first entry follows the parent of the changed one; each later entry follows the one before it.
        if let Some(Record::Entry(first)) = rebasing.records.first_mut() {
            first.after = Some(old.follows()).filter(|after| after + 1 != first.no);
        }
        let Rebasing { records, losses, .. } = rebasing;
        let now = self.next_no() + EntryNo::from(matches!(change, Change::Amend { .. }));
        Ok(Rebase { record: Record::Batch(records), entry, losses, followed, now })
    }
}

/// Mark of an entry whose order was changed.
pub(super) const AMENDED: &str = "amended";

/// The name of the branch that a rebase creates.
pub(super) fn branch_name(entry: EntryNo, how: &str) -> String {
    format!("entry {entry} {how}")
}

fn fell(entry: &Entry) -> Vec<Face> {
    entry.dice.iter().flat_map(|fall| fall.faces.iter().copied()).collect()
}

struct Rebasing<'a> {
    diary: &'a Diary,
    state: State,
    /// The state on the old path at the same entry.
    then: State,
    records: Vec<Record>,
    losses: Vec<RebaseConflict>,
    /// Whether to replay the dice of another branch.
    replays_dice: bool,
}

impl Rebasing<'_> {
    /// Carries out the changed order, with the given faces or else with the old entry's dice.
    fn changed(
        &self,
        old: &Entry,
        order: Option<&str>,
        faces: Option<&[Face]>,
    ) -> Result<(Order, Completed), AmendError> {
        let order = match order {
            None => old.order.clone(),
            Some(text) => match instruction(text, &self.state).map_err(AmendError::Unreadable)? {
                Instruction::Order(order) => rules::as_fought(&self.state, order),
                _ => return Err(AmendError::NoOrder),
            },
        };
        let state = self.state.clone();
        let completed = if let Some(faces) = faces {
            let mut corrected = CorrectedDice { seed: &self.diary.header.seed, faces, old: &old.dice };
            let completed = rules::carry_out(state, &order, &mut corrected);
            let completed = completed.map_err(|error| self.refused(&error.into()))?;
            if !corrected.faces.is_empty() {
                return Err(AmendError::FacesLeft { left: corrected.faces.into() });
            }
            completed
        } else {
            rules::carry_out(state, &order, &mut self.refit(old)).map_err(|error| match error {
                CarryOutError::Refused(refusal) => self.refused(&refusal),
                CarryOutError::Unanswered(_) => AmendError::Dice { entry: old.no, fell: fell(old) },
            })?
        };
        Ok((order, completed))
    }

    /// Fits the dice of an old entry to the requests of the new one.
    fn refit<'a>(&'a self, old: &'a Entry) -> RefittedDice<'a> {
        RefittedDice { seed: &self.diary.header.seed, old: &old.dice, left: Vec::new() }
    }

    /// Why the changed order is refused, with the names of the state before it.
    fn refused(&self, refusal: &Refusal) -> AmendError {
        AmendError::Refused(refusal::describe(refusal, &self.state))
    }

    /// Why a later entry is left out. Its subject may have gone with the change, so the old state supplies the names.
    fn why_left_out(&self, refusal: &Refusal, entry: &Entry) -> refusal::RefusalText {
        match refusal {
            Refusal::Nobody { id } => match self.diary.at(entry.no.saturating_sub(1)) {
                Some(before) if before.kind(*id).is_some() => refusal::describe_gone(*id, &before),
                _ => refusal::describe(refusal, &self.state),
            },
            _ => refusal::describe(refusal, &self.state),
        }
    }

    /// Handles an entry that began a branch on the old path. The name stays there, for the new path has its own; the
    /// choice of dice to replay still applies.
    fn follow_branch(&mut self, entry: &Entry, name: &str, dice: Option<u32>) {
        self.then.replay(&entry.events);
        if dice.is_some() || self.replays_dice {
            self.replays_dice = dice.is_some();
            let named = vec![Event::BranchNamed { name: name.into() }];
            self.write(Order::Branch { name: name.into(), dice }, Vec::new(), named, entry.at);
        }
    }

    /// Carries out a later entry again.
    fn follow(&mut self, entry: &Entry) {
        let mut dice = self.refit(entry);
        let carried_out = rules::carry_out(self.state.clone(), &entry.order, &mut dice);
        let left = dice.all_left();
        let outcome = match carried_out {
            Ok(_) if entry.is_abandoned() => Err(ConflictKind::NotBrokenOff),
            Ok(completed) => Ok((completed.rolls, completed.result.events)),
            Err(CarryOutError::Refused(refusal)) => Err(ConflictKind::Refused(self.why_left_out(&refusal, entry))),
            Err(CarryOutError::Unanswered(Unanswered { rolls, error: Missing::Roll, .. })) if entry.is_abandoned() => {
                Ok((rolls, vec![Event::Abandoned]))
            }
            Err(CarryOutError::Unanswered(unanswered)) => {
                let all = unanswered.request.dice.len();
                let missing = if let Missing::Dice(missing) = unanswered.error { missing } else { all };
                Err(ConflictKind::DiceMissing { missing })
            }
        };
        let mut lost = Vec::new();
        match outcome {
            Err(what) => lost.push(what),
            Ok((rolls, events)) => {
                if !left.is_empty() {
                    lost.push(ConflictKind::DiceLeft { left });
                }
                let opened = |event: &&Event| matches!(event, Event::Opened { .. });
                let facts = &entry.events[entry.events.iter().take_while(opened).count()..];
                if !verify::are_recorded_as(&unnumbered(&events), &unnumbered(facts)) {
                    let (was, now) = verify::facts_differ(entry, (&self.then, facts), (&self.state, &events));
                    let detail = verify::detail(facts, &events);
                    lost.push(ConflictKind::Differs { was, now, detail });
                }
                self.write(entry.order.clone(), rolls, events, entry.at);
            }
        }
        let headline = prose::headline(&self.then, entry);
        self.then.replay(&entry.events);
        for what in lost {
            let headline = headline.clone();
            self.losses.push(RebaseConflict { entry: entry.no, headline, what });
        }
    }

    fn write(&mut self, order: Order, dice: Vec<DiceRoll>, events: Vec<Event>, at: Timestamp) {
        let events = making::opened(&self.state, events);
        self.state.replay(&events);
        let no = self.diary.next_no() + EntryNo::try_from(self.records.len()).unwrap_or(EntryNo::MAX);
        let at = making::to_the_second(at);
        self.records.push(Record::Entry(Entry { no, after: None, at, order, dice, events, seal: Seal::default() }));
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

    fn answer(&mut self, request: &Request) -> Result<DiceRoll, DiceError> {
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
        Ok(DiceRoll { who, from: Origin::of(serials), faces: faces.into() })
    }
}

/// The dice of an old entry, used for the requests of the new one where they fit.
struct RefittedDice<'a> {
    seed: &'a Seed,
    old: &'a [DiceRoll],
    /// Faces of used rolls that were not needed.
    left: Vec<Face>,
}

enum Missing {
    Roll,
    /// The old roll is this many dice short.
    Dice(usize),
}

impl RefittedDice<'_> {
    fn all_left(mut self) -> Vec<Face> {
        self.left.extend(self.old.iter().flat_map(|roll| &roll.faces));
        self.left
    }
}

impl DiceSource for RefittedDice<'_> {
    type Error = Missing;

    fn answer(&mut self, request: &Request) -> Result<DiceRoll, Missing> {
        let (old, rest) = self.old.split_first().ok_or(Missing::Roll)?;
        self.old = rest;
        // A program die may stand for another kind of die only if its stream gives that kind the same face.
        let refitted =
            old.refit(request, |serial, die, face| serial.is_none_or(|serial| self.seed.face(serial, die) == face));
        if refitted.missing > 0 {
            return Err(Missing::Dice(refitted.missing));
        }
        self.left.extend(refitted.left);
        Ok(refitted.fall)
    }
}

/// The events without message numbers. Nobody knows a message by its number, so a different number is no difference.
fn unnumbered(events: &[Event]) -> Vec<Event> {
    let mut events = events.to_vec();
    for event in &mut events {
        if let Event::Staff(StaffEvent::Told { message, .. } | StaffEvent::Delivered { message }) = event {
            *message = 0;
        }
    }
    events
}
