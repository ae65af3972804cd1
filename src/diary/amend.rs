//! Rebasing the diary: an old entry is changed or struck, and every entry that followed it on the path to the head is
//! carried out again with the dice that were rolled for it, on a branch of its own. What no longer holds is listed before anybody has
//! to accept it, and nothing that was written is lost.

use super::{Diary, Entry, EntryNo, NavigationError, Record, making, prose, seal::Seal, verify};
use crate::{
    dice::{
        DiceRoll, Face, Request,
        source::{DiceSource, Scripted, Seed},
    },
    event::Event,
    notation::{
        Change, Instruction, NotationError, instruction,
        refusal::{self, RefusalText},
    },
    order::Order,
    rules::{self, CarryOutError, Completed, Refusal, Step, Unanswered},
    state::State,
    text,
};
use jiff::Timestamp;
use std::fmt;

/// A rebase of the diary: the batch to be written, and the conflicts with what was there before.
#[derive(Clone, Debug, PartialEq)]
pub struct Rebase {
    /// What is to be written: a branch, all or nothing.
    pub record: Record,
    /// The entry that is changed.
    pub entry: EntryNo,
    /// What no longer holds, by the old entries.
    pub losses: Vec<RebaseConflict>,
    /// How many entries after it were worked out again.
    pub followed: usize,
}

impl Rebase {
    /// Whether an entry that followed is left out of the rebase.
    #[must_use]
    pub fn leaves_out(&self) -> bool {
        self.losses.iter().any(|loss| loss.what.leaves_out())
    }
}

/// A conflict of a rebase: an old entry that does not hold any more.
#[derive(Clone, Debug, PartialEq)]
pub struct RebaseConflict {
    /// The entry.
    pub entry: EntryNo,
    /// Its order, in words.
    pub headline: String,
    /// What does not hold.
    pub what: ConflictKind,
}

impl fmt::Display for RebaseConflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "entry {}, {}: {}", self.entry, self.headline, self.what)
    }
}

/// What of an entry does not hold after a rebase.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ConflictKind {
    /// The order is refused now; it is left out.
    #[error("left out: {0}")]
    Refused(RefusalText),
    /// It needs dice that never fell; it is left out.
    #[error("left out: {} that never fell", text::count(*missing, "die is needed", "dice are needed"))]
    DiceMissing {
        /// How many.
        missing: usize,
    },
    /// Some of its dice are not needed.
    #[error("not needed of its dice: {}", faces(left))]
    DiceLeft {
        /// Their faces.
        left: Vec<Face>,
    },
    /// Something else comes of it.
    #[error("{}", instead(was.as_ref(), now.as_ref()))]
    Differs {
        /// As it was.
        was: Option<String>,
        /// As it comes out now.
        now: Option<String>,
    },
}

impl ConflictKind {
    /// Whether the entry is left out.
    #[must_use]
    pub fn leaves_out(&self) -> bool {
        matches!(self, Self::Refused(_) | Self::DiceMissing { .. })
    }
}

fn instead(was: Option<&String>, now: Option<&String>) -> String {
    match (was, now) {
        (Some(was), Some(now)) => format!("now “{now}” where it was “{was}”"),
        (Some(was), None) => format!("no longer “{was}”"),
        (None, Some(now)) => format!("“{now}” comes of it too"),
        (None, None) => "it comes out otherwise".into(),
    }
}

fn faces(faces: &[Face]) -> String {
    faces.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Why an entry can't be changed so.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum AmendError {
    /// There is no such entry on the way.
    #[error(transparent)]
    Navigation(#[from] NavigationError),
    /// The new order can't be read.
    #[error("{0}")]
    Unreadable(NotationError),
    /// What is to be done instead is no order.
    #[error("only an order can stand in an entry")]
    NoOrder,
    /// The new order is refused.
    #[error("{0}")]
    Refused(RefusalText),
    /// The entry's dice do not do for the order.
    #[error("the dice of entry {entry} do not do for it")]
    Dice {
        /// The entry.
        entry: EntryNo,
        /// What fell for it.
        fell: Vec<Face>,
    },
    /// Too many faces were given.
    #[error("{} not asked for: {}", text::count(left.len(), "face was", "faces were"), faces(left))]
    FacesLeft {
        /// Those.
        left: Vec<Face>,
    },
}

impl AmendError {
    /// What to do about it, where that is known.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Unreadable(error) => error.hint.clone(),
            Self::NoOrder => Some("`goto`, `undo` and the like are given by themselves".into()),
            Self::Refused(refusal) => refusal.hint.clone(),
            Self::Dice { entry, fell } if fell.is_empty() => Some(format!("give them: amend {entry} dice 6,5,2 …")),
            Self::Dice { entry, fell } => {
                let fell: Vec<String> = fell.iter().map(ToString::to_string).collect();
                Some(format!("there fell {0}; give what shall count: amend {entry} dice {0} …", fell.join(",")))
            }
            Self::Navigation(_) | Self::FacesLeft { .. } => None,
        }
    }
}

impl Diary {
    /// The diary as it would be with an entry changed.
    ///
    /// # Errors
    /// Why the entry can't be changed so. What can't hold of later entries is no error; it is listed.
    pub fn rebase(&self, entry: EntryNo, change: &Change, now: Timestamp) -> Result<Rebase, AmendError> {
        self.there(entry)?;
        let at = self.path.binary_search(&entry).map_err(|_| NavigationError::NotOnTheWay { no: entry })?;
        let old = self.entry(entry).ok_or(NavigationError::NoEntry { no: entry, last: self.next_no() - 1 })?;
        let before = self.at(old.follows()).ok_or(NavigationError::NoEntry { no: entry, last: self.next_no() - 1 })?;
        let mut then = before.clone();
        old.events.iter().for_each(|event| then.apply(event));
        let mut rebasing = Rebasing { diary: self, state: before, then, records: Vec::new(), losses: Vec::new() };
        let (name, changed) = match change {
            Change::Strike => (format!("entry {entry} struck"), None),
            Change::Amend { order, faces } => {
                let changed = rebasing.changed(old, order.as_ref().map(|(text, _)| text.as_str()), faces.as_deref())?;
                (format!("entry {entry} amended"), Some(changed))
            }
        };
        let branch =
            Order::Branch { name, dice: self.replayed_dice.get(&old.follows()).and_then(|n| u32::try_from(*n).ok()) };
        let Ok(Step::Done(named)) = rules::resolve(&rebasing.state, &branch, &[]) else {
            return Err(AmendError::NoOrder);
        };
        rebasing.write(branch, Vec::new(), named.events, now);
        if let Some((order, completed)) = changed {
            rebasing.write(order, completed.rolls, completed.result.events, old.at);
        }
        let later = &self.path[at + 1..];
        later.iter().filter_map(|no| self.entry(*no)).for_each(|entry| rebasing.follow(entry));
        // The first entry of the branch follows what the changed one followed; each of the others the one before it.
        if let Some(Record::Entry(first)) = rebasing.records.first_mut() {
            first.after = Some(old.follows()).filter(|after| after + 1 != first.no);
        }
        let Rebasing { records, losses, .. } = rebasing;
        Ok(Rebase { record: Record::Batch(records), entry, losses, followed: later.len() })
    }
}

/// What fell for an entry, face by face.
fn fell(entry: &Entry) -> Vec<Face> {
    entry.dice.iter().flat_map(|fall| fall.faces.iter().copied()).collect()
}

/// A rebase under way.
struct Rebasing<'a> {
    diary: &'a Diary,
    state: State,
    /// The state on the old path at the same place.
    then: State,
    records: Vec<Record>,
    losses: Vec<RebaseConflict>,
}

impl Rebasing<'_> {
    /// The changed order carried out: with the faces given, or else with the dice that fell for the old one.
    fn changed(
        &self,
        old: &Entry,
        order: Option<&str>,
        faces: Option<&[Face]>,
    ) -> Result<(Order, Completed), AmendError> {
        let order = match order {
            None => old.order.clone(),
            Some(text) => match instruction(text, &self.state).map_err(AmendError::Unreadable)? {
                Instruction::Order(order) => order,
                _ => return Err(AmendError::NoOrder),
            },
        };
        let state = self.state.clone();
        let completed = if let Some(faces) = faces {
            let mut script = Scripted { faces: faces.iter().copied().collect() };
            let completed = rules::carry_out(state, &order, &mut script);
            let completed = completed.map_err(|error| self.refused(&error.into()))?;
            if !script.faces.is_empty() {
                return Err(AmendError::FacesLeft { left: script.faces.into() });
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

    /// The dice of an old entry, for what the rebase asks for.
    fn refit<'a>(&'a self, old: &'a Entry) -> RefittedDice<'a> {
        RefittedDice { seed: &self.diary.header.seed, old: old.dice.iter(), left: Vec::new() }
    }

    /// Why the changed order is refused, in the words of its place.
    fn refused(&self, refusal: &Refusal) -> AmendError {
        AmendError::Refused(refusal::describe(refusal, &self.state))
    }

    /// An entry that followed, worked out again.
    fn follow(&mut self, entry: &Entry) {
        let mut dice = self.refit(entry);
        let carried_out = rules::carry_out(self.state.clone(), &entry.order, &mut dice);
        let left = dice.all_left();
        let outcome = match carried_out {
            Ok(completed) => Ok((completed.rolls, completed.result.events)),
            Err(CarryOutError::Refused(refusal)) => {
                Err(ConflictKind::Refused(refusal::describe(&refusal, &self.state)))
            }
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
                let events = if entry.is_abandoned() { vec![Event::Abandoned] } else { events };
                if facts != events {
                    let (was, now) = verify::facts_differ(entry, (&self.then, facts), (&self.state, &events));
                    lost.push(ConflictKind::Differs { was, now });
                }
                self.write(entry.order.clone(), rolls, events, entry.at);
            }
        }
        entry.events.iter().for_each(|event| self.then.apply(event));
        for what in lost {
            let headline = prose::headline(&self.then, entry);
            self.losses.push(RebaseConflict { entry: entry.no, headline, what });
        }
    }

    fn write(&mut self, order: Order, dice: Vec<DiceRoll>, events: Vec<Event>, at: Timestamp) {
        let events = making::opened(&self.state, events);
        events.iter().for_each(|event| self.state.apply(event));
        let no = self.diary.next_no() + EntryNo::try_from(self.records.len()).unwrap_or(EntryNo::MAX);
        let at = making::to_the_second(at);
        self.records.push(Record::Entry(Entry { no, after: None, at, order, dice, events, seal: Seal::default() }));
    }
}

/// The dice that fell for an entry, as far as they answer what is asked for now.
struct RefittedDice<'a> {
    seed: &'a Seed,
    old: std::slice::Iter<'a, DiceRoll>,
    /// The faces of rolls that were used which were not needed.
    left: Vec<Face>,
}

/// What old dice lack for a request.
enum Missing {
    /// There is no roll any more.
    Roll,
    /// So many of the dice asked for did not fall.
    Dice(usize),
}

impl RefittedDice<'_> {
    /// The faces of all dice that were not needed.
    fn all_left(mut self) -> Vec<Face> {
        self.left.extend(self.old.flat_map(|roll| &roll.faces));
        self.left
    }
}

impl DiceSource for RefittedDice<'_> {
    type Error = Missing;

    fn answer(&mut self, request: &Request) -> Result<DiceRoll, Missing> {
        let old = self.old.next().ok_or(Missing::Roll)?;
        // A die of the program's that would be of another kind now never fell as that.
        let refitted =
            old.refit(request, |serial, die, face| serial.is_none_or(|serial| self.seed.face(serial, die) == face));
        if refitted.missing > 0 {
            return Err(Missing::Dice(refitted.missing));
        }
        self.left.extend(refitted.left);
        Ok(refitted.fall)
    }
}
