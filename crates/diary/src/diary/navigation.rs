//! Moving about in the diary: undo, redo, and going on from any entry. Nothing is erased; the head moves.

use super::{Diary, EntryNo, NavigationError, RecordError, tree::Branch};
use std::sync::OnceLock;
use wardiary_base::text;
use wardiary_rules::{
    notation::{Destination, Instruction},
    order::Order,
};

/// A move of the head, or an order on a new branch; neither needs dice.
#[derive(Clone, Debug, PartialEq)]
pub enum Move {
    /// The diary goes on from this entry.
    To(EntryNo),
    /// The diary goes on from this entry with this order.
    Branch(EntryNo, Order),
}

impl Diary {
    /// The entry that a place stands for.
    ///
    /// # Errors
    /// That there is none.
    pub fn place(&self, target: &Destination) -> Result<EntryNo, NavigationError> {
        match target {
            Destination::Entry(no) => self.there(*no),
            Destination::Branch(name) => {
                let branches = self.branches();
                let named = |branch: &&Branch| branch.name.as_ref().is_some_and(|n| n.eq_ignore_ascii_case(name));
                // Of two of one name the younger is meant.
                branches.iter().rev().find(named).map(|branch| branch.last).ok_or_else(|| {
                    let names: Vec<&str> = branches.iter().filter_map(|branch| branch.name.as_deref()).collect();
                    let nearest = text::nearest(name, names.iter().copied()).map(str::to_string);
                    NavigationError::NoBranch { name: text::display_name(name), nearest }
                })
            }
        }
    }

    /// The entry of that number, or the muster.
    pub(super) fn there(&self, no: EntryNo) -> Result<EntryNo, NavigationError> {
        let last = self.next_no() - 1;
        if no <= last { Ok(no) } else { Err(NavigationError::NoEntry { no, last }) }
    }

    /// Where an instruction leads; `None` for orders, rebases, remarks and what gives nothing.
    ///
    /// # Errors
    /// Why the diary can't move there.
    pub fn way(&self, instruction: &Instruction) -> Result<Option<Move>, NavigationError> {
        match instruction {
            Instruction::Order(_)
            | Instruction::Rebase { .. }
            | Instruction::Suggest(_)
            | Instruction::Remark { .. } => Ok(None),
            Instruction::Undo(many) => self.back(*many).map(|to| Some(Move::To(to))),
            Instruction::Redo(many) => self.forward(*many).map(|to| Some(Move::To(to))),
            Instruction::GoTo(target) => self.place(target).map(|to| Some(Move::To(to))),
            Instruction::WhatIf { name, from, same_dice } => {
                let (from, order) = self.what_if(name.clone(), *from, *same_dice)?;
                Ok(Some(Move::Branch(from, order)))
            }
        }
    }

    /// Where undoing so many entries leads.
    ///
    /// # Errors
    /// If there are not so many.
    pub fn back(&self, many: u32) -> Result<EntryNo, NavigationError> {
        let there = u32::try_from(self.path().len()).unwrap_or(u32::MAX);
        if many > there {
            return Err(NavigationError::Back { there });
        }
        let place = (there - many) as usize;
        Ok(if place == 0 { 0 } else { self.path()[place - 1] })
    }

    /// Where redoing so many entries leads.
    ///
    /// # Errors
    /// If not so many were left behind.
    pub fn forward(&self, many: u32) -> Result<EntryNo, NavigationError> {
        let there = || u32::try_from(self.redoable().count()).unwrap_or(u32::MAX);
        let place = (many as usize).checked_sub(1);
        place
            .map_or(Some(self.head), |place| self.redoable().nth(place))
            .ok_or_else(|| NavigationError::Forward { there: there() })
    }

    /// Makes an entry the head.
    pub(super) fn go_to(&mut self, to: EntryNo) -> Result<(), RecordError> {
        if to >= self.next_no() {
            return Err(RecordError::NoEntry(to));
        }
        if to != self.head {
            self.moves.push((self.next_no() - 1, to));
            self.trail.go_to(to);
            self.head = to;
            self.state = OnceLock::new();
        }
        Ok(())
    }
}
