//! A letter: a side's orders as a document that people can read and write by hand.

use super::parse_order;
use crate::diary::{Diary, EntryNo, file::Save};
use serde::{Deserialize, Serialize};
use wardiary_base::{
    document::{self, SourceProblem},
    fault::Fault,
    text::Text,
};

const LETTER_FORMAT: u32 = 1;

const MAX_ORDERS: usize = 1_000;

/// The maximum length of an order in characters. It exceeds that of any order that can be handed in, with quotes.
const MAX_ORDER_LENGTH: usize = 10_000;

/// A side's orders and the share entry they were composed on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Letter {
    orders_file: u32,
    pub title: Text,
    pub side: Text,
    /// The mark by which the save recognizes its share. Without it title and side must match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The share entry on which they were composed, numbered as in the side's own diary.
    pub entry: EntryNo,
    /// The orders' texts, with the side's names.
    pub orders: Vec<Text>,
}

impl Letter {
    /// An empty letter for the current entry of a share.
    pub fn blank(share: &Save) -> Self {
        let diary = share.diary();
        Self {
            orders_file: LETTER_FORMAT,
            title: diary.header().title.clone(),
            side: diary.share_side_name().unwrap_or_default(),
            game: share.seals().chain().secret().map(crate::diary::seal::Secret::letter_tag),
            entry: diary.head(),
            orders: Vec::new(),
        }
    }

    /// Whether both letters are of the same game and side.
    pub fn is_of_same_side(&self, other: &Self) -> bool {
        let is_same_game = self.game.as_ref().zip(other.game.as_ref()).is_none_or(|(one, other)| one == other);
        self.title == other.title && self.side == other.side && is_same_game
    }

    pub fn read(text: &str) -> Result<Self, Vec<SourceProblem>> {
        let letter: Self = document::read(text).map_err(|problem| vec![problem])?;
        let mut faults = Vec::new();
        if letter.orders_file != LETTER_FORMAT {
            let what = format!("this program reads orders files of format {LETTER_FORMAT}");
            faults.push(Fault::at("orders_file", what).with_hint("a newer version of wardiary may have written it"));
        }
        if letter.orders.len() > MAX_ORDERS {
            faults.push(Fault::at(
                "orders",
                format!("there are {} orders; the maximum is {MAX_ORDERS}", letter.orders.len()),
            ));
        }
        for (at, order) in letter.orders.iter().enumerate().take(MAX_ORDERS) {
            let (path, characters) = (format!("orders.{at}"), order.raw().chars().count());
            if order.is_blank() {
                faults.push(Fault::at(path, "the order is empty").with_hint("write the order, or delete the line"));
            } else if characters > MAX_ORDER_LENGTH {
                faults.push(Fault::at(
                    path,
                    format!("it has {characters} characters; the maximum is {MAX_ORDER_LENGTH}"),
                ));
            }
        }
        let problems = SourceProblem::from_faults(text, faults);
        if problems.is_empty() { Ok(letter) } else { Err(problems) }
    }

    /// The problems of a letter, with places in its text, that show only beside the share it was composed on.
    pub(super) fn problems_against(&self, text: &str, share: &Diary) -> Vec<SourceProblem> {
        let own = share.share().map(|share| share.side).unwrap_or_default();
        let faults = match share.state_at(self.entry) {
            None => {
                let last = share.next_no() - 1;
                vec![Fault::at("entry", format!("the share has no entry {}; its last is {last}", self.entry))]
            }
            Some(seen) => {
                let unreadable = |(at, order): (usize, &Text)| {
                    let failure = parse_order(order.raw(), &seen, own).err()?;
                    let what = failure.what.lines().next().unwrap_or_default().to_string();
                    Some(Fault { hint: failure.hint, ..Fault::at(format!("orders.{at}"), what) })
                };
                self.orders.iter().enumerate().filter_map(unreadable).collect()
            }
        };
        SourceProblem::from_faults(text, faults)
    }

    pub fn text(&self) -> String {
        document::to_lines(self, 2) + "\n"
    }
}
