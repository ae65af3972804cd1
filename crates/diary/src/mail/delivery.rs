//! A letter taken in by the referee: each order read as its writer meant it, and handed in as he wrote it.
//!
//! What is in the inbox is read by both. So an order stands there by the names that its side knows: those that it has in the
//! save may be others by now, or be told apart from what the side has never heard of. Where it reads otherwise in the save,
//! the referee is told how.

use super::{Letter, order_of};
use crate::{
    diary::{Diary, Entry, EntryNo, seal::Secret},
    error::UserError,
    projection::Projector,
};
use wardiary_base::{
    id::{Id, SideId},
    text,
};
use wardiary_rules::{
    event::{Event, StaffEvent},
    notation::{Instruction, instruction, order_text},
    order::{Order, StaffOrder},
    rules,
    state::State,
};

/// What of a letter goes into the inbox.
#[derive(Clone, Debug, PartialEq)]
pub struct Delivery {
    /// The side, by its true number.
    pub side: SideId,
    /// The entry of the side's own on which it was composed.
    pub entry: EntryNo,
    /// The entry at which the side is now.
    pub knows: EntryNo,
    /// Whether the one on which it was composed was taken back since.
    pub is_withdrawn: bool,
    /// Its orders, in their order.
    pub orders: Vec<Delivered>,
}

/// An order of a letter.
#[derive(Clone, Debug, PartialEq)]
pub struct Delivered {
    /// The order by which it is handed in.
    pub order: Order,
    /// Its text, as it is handed in.
    pub text: String,
    /// How it was read.
    pub read_as: ReadAs,
    /// The number in the inbox of the same, which was handed in since the letter was composed.
    pub before: Option<u32>,
}

/// How an order of a letter was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadAs {
    /// As an order, which is the same in the save.
    Order,
    /// As an order that reads so in the save: there its own text is another, or none.
    Otherwise(String),
    /// As words for the referee.
    Words,
    /// It is none that the side can give, by this: it is handed in as it is written.
    Unread(String),
}

/// Why a letter is not taken in.
#[derive(Debug, thiserror::Error)]
pub enum NotDelivered {
    /// It is of another campaign.
    #[error("these are orders in “{}”, and the save is “{}”", text::sanitize(letter), text::sanitize(save))]
    OtherTitle {
        /// The title in the letter.
        letter: String,
        /// The save's.
        save: String,
    },
    /// It is of a side that is not there.
    #[error("these are orders of “{}”, and the save has no such side", text::sanitize(name))]
    NoSide {
        /// Its name.
        name: String,
    },
    /// It was composed on a share of another save, or of another side.
    #[error("these orders were composed on no share of this save for that side: the campaigns only have one title")]
    OtherGame,
    /// It was composed on more than the side can have seen in this save.
    #[error("they were composed on entry {entry} of what the side knew, and by this save it has seen {knows}")]
    Ahead {
        /// The side's own entry.
        entry: EntryNo,
        /// Its last.
        knows: EntryNo,
    },
    /// There are no orders in it.
    #[error("there are no orders in it")]
    Empty,
    /// An order can't be handed in.
    #[error("order {nth}: {why}")]
    Refused {
        /// Its place in the letter, from 1.
        nth: usize,
        /// Why.
        why: String,
    },
    /// What the side sees can't be told, which is a mistake of ours.
    #[error("what the side knows can't be told: {what}")]
    Unprojected {
        /// What is wrong.
        what: String,
    },
}

impl Delivery {
    /// What of a letter goes into the inbox of a save with that secret, where it has one. Nothing is written.
    ///
    /// # Errors
    /// Why it is not for this save.
    pub fn of(letter: &Letter, diary: &Diary, secret: Option<Secret>) -> Result<Self, NotDelivered> {
        let state = diary.state();
        let title = &diary.header().title;
        if letter.title != *title {
            return Err(NotDelivered::OtherTitle { letter: letter.title.clone(), save: title.clone() });
        }
        let side = side_called(diary, &letter.side);
        let side = side.ok_or_else(|| NotDelivered::NoSide { name: letter.side.clone() })?;
        let known = secret.map(|secret| secret.of_share(side).mail_mark());
        if let (Some(game), Some(known)) = (&letter.game, &known)
            && game != known
        {
            return Err(NotDelivered::OtherGame);
        }
        if letter.orders.is_empty() {
            return Err(NotDelivered::Empty);
        }
        let projector = Projector::of(diary, side).map_err(|faults| NotDelivered::Unprojected {
            what: faults.first().map_or_else(String::new, ToString::to_string),
        })?;
        let seen = projector
            .diary()
            .at(letter.entry)
            .ok_or_else(|| NotDelivered::Ahead { entry: letter.entry, knows: projector.diary().next_no() - 1 })?;
        let (no, is_withdrawn) = composed_at(diary, &projector, letter.entry);
        let post = Post { truth: state, seen: &seen, side, projector: &projector, no };
        let mut handed_in = handed_in_since(diary, side, no);
        let deliver = |(at, written): (usize, &String)| {
            let (order, text, read_as) = post.handed_in(written);
            rules::resolve(state, &order, &[]).map_err(|refusal| NotDelivered::Refused {
                nth: at + 1,
                why: UserError::from(wardiary_rules::notation::refusal::describe(&refusal, state)).what,
            })?;
            // Each that was handed in answers for one that is written.
            let same = handed_in.iter().position(|(_, there)| *there == text);
            let before = same.map(|at| handed_in.swap_remove(at).0);
            Ok(Delivered { order, text, read_as, before })
        };
        let orders = letter.orders.iter().enumerate().map(deliver).collect::<Result<_, _>>()?;
        Ok(Self { side, entry: letter.entry, knows: projector.diary().head(), is_withdrawn, orders })
    }

    /// Whether the side has seen more since, or what it saw was taken back.
    #[must_use]
    pub fn is_of_older_share(&self) -> bool {
        self.entry != self.knows
    }
}

/// The side of that name; or that which had it last, since a share that was sent before a side was renamed has its older name.
fn side_called(diary: &Diary, name: &str) -> Option<SideId> {
    let sides = diary.state().sides();
    let had_it = |event: &Event| match event {
        Event::Renamed { id, from, .. } if from == name => sides.iter().find(|side| Id::from(side.id) == *id),
        _ => None,
    };
    let mut told = diary.path().iter().rev().filter_map(|no| diary.entry(*no)).flat_map(|entry| &entry.events);
    let side = sides.iter().find(|side| *side.name == *name).or_else(|| told.find_map(had_it));
    side.map(|side| side.id)
}

/// The entry of the save after which the side knew what it knew at one of its own, and whether that was taken back since: then
/// the last before it that was not.
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
            None => at = projector.diary().entry(at).map_or(0, Entry::follows),
        }
    }
}

/// What a side handed in on the way behind an entry: the numbers and the texts.
fn handed_in_since(diary: &Diary, side: SideId, no: EntryNo) -> Vec<(u32, String)> {
    let way = diary.path();
    let behind = &way[way.partition_point(|on| *on <= no)..];
    let events = behind.iter().filter_map(|no| diary.entry(*no)).flat_map(|entry| &entry.events);
    let texts = events.filter_map(|event| match event {
        Event::Staff(StaffEvent::HandedIn { number, side: whose, text, .. }) if *whose == side => {
            Some((*number, text.clone()))
        }
        _ => None,
    });
    texts.collect()
}

/// Where a letter comes from, and where it goes to.
struct Post<'d> {
    truth: &'d State,
    seen: &'d State,
    side: SideId,
    projector: &'d Projector,
    /// The entry of the save after which the side knew what it wrote by.
    no: EntryNo,
}

impl Post<'_> {
    /// The order by which one of the letter is handed in, its text, and how it was read.
    fn handed_in(&self, written: &str) -> (Order, String, ReadAs) {
        let own = self.projector.own_id(self.no, self.side.into()).map_or(SideId(0), |id| SideId(id.0));
        let (text, due, read_as) = match order_of(written, self.seen, own) {
            Err(failure) => {
                let why = failure.what.lines().next().unwrap_or_default().to_string();
                (written.trim().to_string(), None, ReadAs::Unread(why))
            }
            // What it asks the referee for may be an order too.
            Ok(Order::Staff(StaffOrder::HandIn { text, due, .. })) => {
                let read_as = match order_of(&text, self.seen, own) {
                    Ok(order) => self.in_truth(&order, &text),
                    Err(_) => ReadAs::Words,
                };
                (text, due, read_as)
            }
            Ok(order) => {
                let text = order_text(self.seen, &order);
                let read_as = self.in_truth(&order, &text);
                (text, None, read_as)
            }
        };
        // What was to be given by now is due at once.
        let due = due.filter(|due| *due >= self.truth.calendar().now && self.truth.book().clock.has(*due));
        (Order::Staff(StaffOrder::HandIn { side: self.side, text: text.clone(), due }), text, read_as)
    }

    /// How an order of the side reads in the save, beside its text.
    fn in_truth(&self, order: &Order, text: &str) -> ReadAs {
        let Some(order) = self.projector.in_truth(self.no, order) else {
            return ReadAs::Unread("it names what is not in the save".into());
        };
        let reads = |text: &str| matches!(instruction(text, self.truth), Ok(Instruction::Order(read)) if read == order);
        let in_the_save = order_text(self.truth, &order);
        match reads(text) {
            true => ReadAs::Order,
            false if reads(&in_the_save) => ReadAs::Otherwise(in_the_save),
            false => ReadAs::Unread("it names what is not there any more".into()),
        }
    }
}
