//! Moves the head: undo, redo, and jumps to any entry. Nothing is erased.

use super::{Diary, EntryNo, NavigationError, RecordError, tree::Branch};
use std::sync::OnceLock;
use wardiary_base::text::{self, name_match::are_twins};
use wardiary_rules::{
    notation::{Destination, Instruction},
    order::Order,
};

/// A move of the head, or an order that begins a branch. Neither needs dice.
#[derive(Clone, Debug, PartialEq)]
pub enum Move {
    To(EntryNo),
    /// Branch off after this entry with this order.
    Branch(EntryNo, Order),
}

impl Diary {
    /// Resolves a destination to an entry.
    ///
    /// # Errors
    /// The destination does not exist.
    pub fn resolve_destination(&self, target: &Destination) -> Result<EntryNo, NavigationError> {
        match target {
            Destination::Entry(no) => self.existing_entry(*no),
            Destination::Branch(name) => {
                let branches = self.branches();
                let named = |branch: &&Branch| branch.name.as_ref().is_some_and(|n| are_twins(n, name));
                // Of two branches with the same name, the newer one is meant.
                branches.iter().rev().find(named).map(|branch| branch.last).ok_or_else(|| {
                    let names: Vec<&str> = branches.iter().filter_map(|branch| branch.name.as_deref()).collect();
                    let nearest = text::nearest(name, names.iter().copied()).map(str::to_string);
                    NavigationError::NoBranch { name: name.as_str().into(), nearest }
                })
            }
        }
    }

    pub(super) fn existing_entry(&self, no: EntryNo) -> Result<EntryNo, NavigationError> {
        let last = self.next_no() - 1;
        if no <= last { Ok(no) } else { Err(NavigationError::NoEntry { no, last }) }
    }

    /// Where an instruction moves the head. `None` for orders, rebases, remarks and instructions that write nothing.
    ///
    /// # Errors
    /// Why the head can't move there.
    pub fn head_move(&self, instruction: &Instruction) -> Result<Option<Move>, NavigationError> {
        match instruction {
            Instruction::Order(_)
            | Instruction::Rebase { .. }
            | Instruction::Suggest(_)
            | Instruction::Remark { .. } => Ok(None),
            Instruction::Undo(many) => self.undo_target(*many).map(|to| Some(Move::To(to))),
            Instruction::Redo(many) => self.redo_target(*many).map(|to| Some(Move::To(to))),
            Instruction::GoTo(target) => self.resolve_destination(target).map(|to| Some(Move::To(to))),
            Instruction::WhatIf { name, from, same_dice } => {
                let (from, order) = self.what_if(name.clone(), *from, *same_dice)?;
                Ok(Some(Move::Branch(from, order)))
            }
        }
    }

    /// The entry that undoing `many` entries leads to.
    ///
    /// # Errors
    /// There are fewer entries before the head.
    pub fn undo_target(&self, many: u32) -> Result<EntryNo, NavigationError> {
        let there = u32::try_from(self.path().len()).unwrap_or(u32::MAX);
        if many > there {
            return Err(NavigationError::TooFarBack { there });
        }
        let place = (there - many) as usize;
        Ok(if place == 0 { 0 } else { self.path()[place - 1] })
    }

    /// The entry that redoing `many` entries leads to.
    ///
    /// # Errors
    /// Fewer entries were undone.
    pub fn redo_target(&self, many: u32) -> Result<EntryNo, NavigationError> {
        let there = || u32::try_from(self.redoable().count()).unwrap_or(u32::MAX);
        let place = (many as usize).checked_sub(1);
        place
            .map_or(Some(self.head), |place| self.redoable().nth(place))
            .ok_or_else(|| NavigationError::TooFarForward { there: there() })
    }

    pub(super) fn move_head(&mut self, to: EntryNo) -> Result<(), RecordError> {
        if to >= self.next_no() {
            return Err(RecordError::NoEntry(to));
        }
        if to != self.head {
            self.moves.push((self.next_no() - 1, to));
            self.head_path.move_to(to);
            self.head = to;
            self.state = OnceLock::new();
        }
        Ok(())
    }
}
