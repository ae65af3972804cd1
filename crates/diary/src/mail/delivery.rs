//! The referee's side of play by mail: reads a letter's orders with the names of its writer and hands them in.
//!
//! Both the player and the referee read the inbox. An order is therefore stored with the names that its side knows. The
//! save may use other names by now, or need more words to tell a thing from others that the side has never heard of. If
//! an order reads differently in the save, the referee learns how.

use super::{Letter, parse_order};
use crate::{
    diary::{
        Diary, Entry, EntryNo, Mentions,
        file::{HandedIn, Save},
        seal::Secret,
    },
    error::{ErrorKind, UserError},
    projection::{Projector, ids_of},
};
use jiff::Timestamp;
use wardiary_base::{
    id::{Id, SideId},
    text::{self, Text},
};
use wardiary_rules::{
    event::{Event, StaffEvent},
    notation::{Instruction, order_text, parse_instruction},
    order::{Order, StaffOrder},
    rules,
    state::State,
};

/// The orders of a letter, ready for the inbox.
#[derive(Clone, Debug, PartialEq)]
pub struct Delivery {
    /// The side, by its number in the save.
    pub side: SideId,
    /// The entry of the side's own diary on which the letter was composed.
    pub entry: EntryNo,
    /// The latest entry of the side's own diary.
    pub latest: EntryNo,
    /// Whether that entry has been withdrawn since.
    pub is_withdrawn: bool,
    pub orders: Vec<DeliveredOrder>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct DeliveredOrder {
    /// The order as its writer knows it.
    pub order: HandedIn,
    pub read_as: LetterOrderForm,
    /// The latest entry of the side's own diary after the letter was composed that concerns the order. Any entry may
    /// concern words.
    pub changed_since: Option<EntryNo>,
    /// The number in the inbox of an equal order that was handed in after the letter was composed.
    pub earlier_number: Option<u32>,
}

/// How an order of a letter was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LetterOrderForm {
    /// As an order that reads the same in the save.
    Order,
    /// As an order that needs this text in the save: its own text means something else there, or nothing.
    DifferentText(String),
    /// As free text for the referee.
    FreeText,
    /// Not as an order that the side can give, for this reason. It is handed in as written.
    NotAnOrder(String),
}

#[derive(Debug, thiserror::Error)]
pub enum DeliveryError {
    /// It is for another campaign.
    #[error("these orders are for “{letter}”, but the save is “{save}”")]
    OtherTitle { letter: Text, save: Text },
    #[error("these are orders of “{name}”, but the save has no such side")]
    NoSide { name: Text },
    /// It was composed on a share of another save, or of another side.
    #[error("these orders were not written on a share of this save for that side: another campaign has the same title")]
    OtherGame,
    /// It was composed on an entry that the side has not reached in this save.
    #[error(
        "they were written at entry {entry} of the side's own diary, but in this save that diary ends with entry {knows}"
    )]
    Ahead { entry: EntryNo, knows: EntryNo },
    #[error("the file has no orders")]
    Empty,
    #[error("order {nth}: {why}")]
    Refused {
        /// Its place in the letter, from 1.
        nth: usize,
        why: String,
    },
    /// The side's view of the save can't be made, which is a bug.
    #[error("the side's view of the save can't be made: {what}")]
    Unprojected { what: String },
}

impl Delivery {
    /// Reads a letter for a save with this secret, if the save has one. Nothing is written.
    pub fn of(letter: &Letter, diary: &Diary, secret: Option<Secret>) -> Result<Self, DeliveryError> {
        let state = diary.state();
        let title = &diary.header().title;
        if letter.title != *title {
            return Err(DeliveryError::OtherTitle { letter: letter.title.clone(), save: title.clone() });
        }
        let side = side_by_name(diary, letter.side.raw());
        let side = side.ok_or_else(|| DeliveryError::NoSide { name: letter.side.clone() })?;
        let known = secret.map(|secret| secret.share_secret(side).letter_tag());
        if let (Some(game), Some(known)) = (&letter.game, &known)
            && game != known
        {
            return Err(DeliveryError::OtherGame);
        }
        if letter.orders.is_empty() {
            return Err(DeliveryError::Empty);
        }
        let projector = Projector::of(diary, side).map_err(|faults| DeliveryError::Unprojected {
            what: faults.first().map_or_else(String::new, ToString::to_string),
        })?;
        let seen = projector
            .diary()
            .state_at(letter.entry)
            .ok_or_else(|| DeliveryError::Ahead { entry: letter.entry, knows: projector.diary().next_no() - 1 })?;
        let (no, is_withdrawn) = composed_at(diary, &projector, letter.entry);
        let post = DeliveryViews { truth: state, seen: &seen, side, projector: &projector, no, entry: letter.entry };
        let mut handed_in = handed_in_since(diary, side, no);
        let deliver = |(at, written): (usize, &Text)| {
            let mut delivered = post.hand_in(written);
            rules::resolve(state, &delivered.order.to_order(state), &[]).map_err(|refusal| DeliveryError::Refused {
                nth: at + 1,
                why: UserError::from(wardiary_rules::notation::refusal::describe(&refusal, state)).what,
            })?;
            // Each order in the inbox matches one order of the letter only.
            let same = handed_in.iter().position(|(_, there)| *there == delivered.order.text);
            delivered.earlier_number = same.map(|at| handed_in.swap_remove(at).0);
            Ok(delivered)
        };
        let orders = letter.orders.iter().enumerate().map(deliver).collect::<Result<_, _>>()?;
        Ok(Self { side, entry: letter.entry, latest: projector.diary().head(), is_withdrawn, orders })
    }

    /// Whether the side has seen something since that concerns an order.
    pub fn is_outdated(&self) -> bool {
        self.orders.iter().any(|order| order.changed_since.is_some())
    }
}

impl DeliveryError {
    pub fn into_user_error(self, file: &str, state: &State) -> UserError {
        let hint = match self {
        Self::OtherTitle { .. } => Some("import it into the save of that campaign".into()),
        Self::NoSide { .. } => {
            let sides = state.sides().iter().map(|side| side.name.to_string());
            Some(format!("its sides are {}", text::list(&sides.collect::<Vec<_>>())))
        }
        Self::OtherGame => Some(
            "import it into the save that was shared; if that is this one, recovered since, delete the line `game: …` from the \
             file"
                .into(),
        ),
        Self::Ahead { .. } => Some("this may be an older copy of the save: `wardiary merge` merges two copies".into()),
        Self::Empty => Some("ask the player for the unchanged file beside the share".into()),
        Self::Refused { .. } => Some("nothing was handed in; correct the order in the file".into()),
        Self::Unprojected { .. } => Some("this is a bug in wardiary: please report it".into()),
    };
        UserError { kind: ErrorKind::Refused, what: format!("{file}: {self}"), hint }
    }
}

impl DeliveredOrder {
    /// Hands the order in, unless it was handed in before. Returns its number in the inbox.
    pub fn enter(&self, save: &mut Save, again: bool, now: Timestamp) -> Result<Option<u32>, UserError> {
        if self.earlier_number.is_some() && !again {
            return Ok(None);
        }
        let state = save.diary().state();
        let order = self.order.to_order(state);
        let number = match order {
            Order::Staff(StaffOrder::Cancel { side, own_number }) => {
                state.orders_of(side, own_number).map(|orders| orders.number)
            }
            _ => Some(state.next_orders_number()),
        };
        // Handing in an order rolls no dice.
        let mut dice = save.diary().program_dice(&[]);
        let submitted = save.submit_by(Some(self.order.side), order, &mut dice, now);
        submitted.map(|_| number).map_err(|error| UserError::from_submit(error, save.diary().state()))
    }

    /// A note for the referee about an order with this name in the inbox; empty if there is nothing to say.
    pub fn note(&self, label: &str) -> String {
        let changed =
            self.changed_since.map(|no| format!("entry {no} of the side’s diary, after it was written, concerns it"));
        let reading = match &self.read_as {
            LetterOrderForm::NotAnOrder(why) => Some(format!("not an order as written: {why}")),
            LetterOrderForm::DifferentText(order) => {
                Some(format!("written differently in the save: grant {label} as {order}"))
            }
            LetterOrderForm::FreeText => return "in words".into(),
            LetterOrderForm::Order => None,
        };
        reading.into_iter().chain(changed).collect::<Vec<_>>().join("; ")
    }
}

/// Returns the side with this name, or the side that had it last: a share from before a renaming has the old name.
fn side_by_name(diary: &Diary, name: &str) -> Option<SideId> {
    let sides = diary.state().sides();
    let had_it = |event: &Event| match event {
        Event::Renamed { id, from, .. } if from == name => sides.iter().find(|side| Id::from(side.id) == *id),
        _ => None,
    };
    let mut events = diary.path().iter().rev().filter_map(|no| diary.entry(*no)).flat_map(|entry| &entry.events);
    let side = sides.iter().find(|side| *side.name == *name).or_else(|| events.find_map(had_it));
    side.map(|side| side.id)
}

/// Returns the entry of the save at which the side's diary was at its entry `own`, and whether that entry has been
/// withdrawn. If so, the last entry before it that has not.
fn composed_at(diary: &Diary, projector: &Projector, own: EntryNo) -> (EntryNo, bool) {
    let on_the_way = |own: EntryNo| {
        let way = diary.path().iter().rev().copied().chain([0]);
        way.into_iter().find(|no| projector.own_entry(*no) == Some(own))
    };
    let mut at = own;
    loop {
        match on_the_way(at) {
            Some(no) => return (no, at != own),
            None if at == 0 => return (0, true),
            None => at = projector.diary().entry(at).map_or(0, Entry::parent),
        }
    }
}

/// The numbers and texts of what a side handed in or took back after an entry, along the current branch.
fn handed_in_since(diary: &Diary, side: SideId, no: EntryNo) -> Vec<(u32, Text)> {
    let way = diary.path();
    let behind = &way[way.partition_point(|on| *on <= no)..];
    let events = behind.iter().filter_map(|no| diary.entry(*no)).flat_map(|entry| &entry.events);
    let texts = events.filter_map(|event| match event {
        Event::Staff(StaffEvent::HandedIn { number, side: whose, text, .. }) if *whose == side => {
            Some((*number, text.clone()))
        }
        Event::Staff(StaffEvent::Cancelled { number }) => {
            let orders = diary.state().written_order(*number).filter(|orders| orders.side == side)?;
            let order = Order::Staff(StaffOrder::Cancel { side, own_number: orders.own_number });
            Some((*number, order_text(diary.state(), &order).into()))
        }
        _ => None,
    });
    texts.collect()
}

/// The two views of a delivery: the writer's and the referee's.
struct DeliveryViews<'d> {
    truth: &'d State,
    seen: &'d State,
    side: SideId,
    projector: &'d Projector,
    /// The entry of the save at which the side knew what the writer knew.
    no: EntryNo,
    /// The entry of the side's own diary on which the letter was composed.
    entry: EntryNo,
}

impl DeliveryViews<'_> {
    /// Reads one order of the letter.
    fn hand_in(&self, written: &Text) -> DeliveredOrder {
        let own = self.projector.own_id(self.no, self.side.into()).map_or(SideId(0), |id| SideId(id.0));
        let (text, due, order) = match parse_order(written.raw(), self.seen, own) {
            // Words for the referee may be an order, too.
            Ok(Order::Staff(StaffOrder::HandIn { text, due, .. })) => {
                let order = parse_order(text.raw(), self.seen, own).map_err(|_| LetterOrderForm::FreeText);
                (text, due, order)
            }
            Ok(order) => (order_text(self.seen, &order).into(), None, Ok(order)),
            Err(failure) => {
                let why = failure.what.lines().next().unwrap_or_default().to_string();
                (written.trim(), None, Err(LetterOrderForm::NotAnOrder(why)))
            }
        };
        DeliveredOrder {
            changed_since: self.changed_since(order.as_ref().ok()),
            read_as: order.map_or_else(|form| form, |order| self.compare_reading(&order, text.raw())),
            // The same orders file, taken in twice while the save is open elsewhere, is handed in once.
            order: HandedIn {
                side: self.side,
                text,
                due,
                request: Some(format!("orders file of entry {}", self.entry)),
            },
            earlier_number: None,
        }
    }

    fn changed_since(&self, order: Option<&Order>) -> Option<EntryNo> {
        let diary = self.projector.diary();
        let Some(order) = order else { return Some(diary.head()).filter(|head| *head != self.entry) };
        let mut ids = ids_of(order);
        ids.retain(|id| self.seen.side(SideId(id.0)).is_none());
        let units: Vec<Id> = ids.iter().flat_map(|id| self.seen.units_for_id(*id)).map(|unit| unit.id.into()).collect();
        ids.extend(units);
        let since = diary.path().partition_point(|no| *no <= self.entry)..diary.path().len();
        Mentions::default().last(diary, &ids, since, 1).pop()
    }

    /// Compares how the side's order and its text read in the save.
    fn compare_reading(&self, order: &Order, text: &str) -> LetterOrderForm {
        let Some(order) = self.projector.to_true_order(self.no, order) else {
            return LetterOrderForm::NotAnOrder("it names something that is not in the save".into());
        };
        let reads =
            |text: &str| matches!(parse_instruction(text, self.truth), Ok(Instruction::Order(read)) if read == order);
        let in_the_save = order_text(self.truth, &order);
        match reads(text) {
            true => LetterOrderForm::Order,
            false if reads(&in_the_save) => LetterOrderForm::DifferentText(in_the_save),
            false => LetterOrderForm::NotAnOrder("it names something that no longer exists".into()),
        }
    }
}
