//! Moves the head: undo, redo, and jumps to any entry. Nothing is erased.

use super::{Diary, EntryNo, NavigationError, RecordError};
use std::sync::OnceLock;
use wardiary_base::{
    book::Period,
    id::BattleId,
    text::{self, name_match::position_named},
};
use wardiary_rules::{
    notation::{self, Destination, Instruction},
    order::Order,
    state::{Battle, State},
};

/// A move of the head, or an order that begins a branch. Neither needs dice.
#[derive(Clone, Debug, PartialEq)]
pub enum Move {
    To(EntryNo),
    /// Branch off after this entry with this order.
    Branch(EntryNo, Order),
}

impl Diary {
    pub fn resolve_destination(&self, target: &Destination) -> Result<EntryNo, NavigationError> {
        match target {
            Destination::Entry(no) => self.existing_entry(*no),
            Destination::Turn(turn) => self.start_of_turn(*turn).map(|(_, no)| no),
            Destination::Time(period) => self.start_of_period(*period),
            Destination::Branch(name) => {
                let branches = self.branches();
                // Of two branches with the same name, the newer one is meant.
                let named: Vec<_> = branches.iter().rev().map(|branch| (branch.title(), branch.last)).collect();
                if let Some(at) = position_named(named.iter().map(|(name, _)| &**name), name) {
                    return Ok(named[at].1);
                }
                if let Some(time) = notation::parse_time(name, self.state()) {
                    return self.resolve_destination(&time.map_err(NavigationError::Unreadable)?);
                }
                Err({
                    let nearest = text::nearest(name, named.iter().map(|(name, _)| &**name)).map(str::to_string);
                    NavigationError::NoBranch { name: name.as_str().into(), nearest }
                })
            }
        }
    }

    /// The battle and entry that `turn N` means, on the path to the head or what redo brings back: in the battle under
    /// way at its end, or the last one fought.
    fn start_of_turn(&self, turn: u32) -> Result<(BattleId, EntryNo), NavigationError> {
        self.on_path_or_redoable(|path, end| {
            let mut battles: Vec<&Battle> = end.open_battles().collect();
            if battles.is_empty() {
                battles.extend(end.battles().last());
            }
            let Some(longest) = battles.iter().max_by_key(|battle| battle.turn) else {
                return Err(NavigationError::NoBattle { turn });
            };
            let start = |battle: &&Battle| {
                let has_begun = |state: &State| state.battle(battle.id).is_some_and(|battle| battle.turn == turn);
                self.first_entry(path, has_begun).map(|no| (battle.id, no))
            };
            let not_reached =
                || NavigationError::NoTurn { turn, battle: end.name(longest.id).into(), last: longest.turn };
            battles.iter().filter_map(start).max_by_key(|(_, no)| *no).ok_or_else(not_reached)
        })
    }

    /// The entry where the campaign's clock enters this period; 0 if the campaign begins in it.
    fn start_of_period(&self, period: Period) -> Result<EntryNo, NavigationError> {
        self.on_path_or_redoable(|path, end| {
            let clock = &end.book().clock;
            let asked = clock.format_period(period);
            if !clock.is_on() {
                return Err(NavigationError::NoClock { asked: asked.into() });
            }
            let found = self.first_entry(path, |state| period.contains(state.calendar().now));
            found.ok_or_else(|| NavigationError::NotReached {
                asked: asked.into(),
                first: clock.format_moment(self.muster_state.calendar().now).into(),
                last: clock.format_moment(end.calendar().now).into(),
            })
        })
    }

    /// Looks on the path to the head and then on what redo would bring back. `find` gets the path and the state at its
    /// end.
    fn on_path_or_redoable<T>(
        &self,
        find: impl Fn(&[EntryNo], &State) -> Result<T, NavigationError>,
    ) -> Result<T, NavigationError> {
        let found = find(self.path(), self.state());
        let further: Vec<EntryNo> = self.path().iter().copied().chain(self.redoable()).collect();
        match further.last().filter(|_| found.is_err()).and_then(|end| self.state_at(*end)) {
            Some(end) => find(&further, &end),
            None => found,
        }
    }

    /// The first entry of a path after which the state is like that; 0 for the muster.
    fn first_entry(&self, path: &[EntryNo], is_like: impl Fn(&State) -> bool) -> Option<EntryNo> {
        if is_like(&self.muster_state) {
            return Some(0);
        }
        self.steps(path.iter().copied()).find(|step| is_like(&step.after)).map(|step| step.entry.no)
    }

    /// The battle of a destination that is a turn: `turn 3 of Coa Bridge`. `None` for other destinations.
    pub fn turn_text(&self, target: &Destination) -> Option<String> {
        let turn = match target {
            Destination::Turn(turn) => *turn,
            Destination::Entry(_) | Destination::Branch(_) | Destination::Time(_) => return None,
        };
        let (battle, no) = self.start_of_turn(turn).ok()?;
        Some(format!("turn {turn} of {}", self.state_at(no)?.name(battle)))
    }

    pub(super) fn existing_entry(&self, no: EntryNo) -> Result<EntryNo, NavigationError> {
        let last = self.next_no() - 1;
        if no <= last { Ok(no) } else { Err(NavigationError::NoEntry { no, last }) }
    }

    /// Where an instruction moves the head. `None` for orders, rebases, remarks and instructions that write nothing.
    pub fn head_move(&self, instruction: &Instruction) -> Result<Option<Move>, NavigationError> {
        match instruction {
            Instruction::Order(_)
            | Instruction::Rebase { .. }
            | Instruction::Suggest(_)
            | Instruction::Propose
            | Instruction::Remark { .. } => Ok(None),
            Instruction::Undo(many) => self.undo_target(*many).map(|to| Some(Move::To(to))),
            Instruction::UndoTo(target) => {
                let no = self.resolve_destination(target)?;
                let is_behind = no == 0 || self.path().binary_search(&no).is_ok();
                if is_behind { Ok(Some(Move::To(no))) } else { Err(NavigationError::NotOnPath { no }) }
            }
            Instruction::Redo(many) => self.redo_target(*many).map(|to| Some(Move::To(to))),
            Instruction::GoTo(target) => self.resolve_destination(target).map(|to| Some(Move::To(to))),
            Instruction::WhatIf { name, from, same_dice } => {
                let (from, order) = self.what_if(name.clone(), from.as_ref(), *same_dice)?;
                Ok(Some(Move::Branch(from, order)))
            }
        }
    }

    /// The entry that undoing `many` entries leads to. An amendment is undone as a whole, and orders that players sent are
    /// not undone.
    pub fn undo_target(&self, many: u32) -> Result<EntryNo, NavigationError> {
        let steps = std::iter::successors(Some(self.head), |no| {
            self.head_before_amendment(*no).or_else(|| self.entry(*no).map(super::Entry::parent))
        });
        let is_sent = |no: &EntryNo| self.entry(*no).is_some_and(|entry| entry.by.is_some());
        let to = steps.clone().nth(many as usize);
        let mut back = steps.clone().take(many as usize);
        if let Some(to) = to.filter(|_| back.any(|no| is_sent(&no))) {
            let own = self.path().iter().rfind(|no| !is_sent(no)).filter(|_| many == 1).copied();
            return Err(NavigationError::PlayersSent { own, to });
        }
        let there = || u32::try_from(steps.clone().count() - 1).unwrap_or(u32::MAX);
        to.ok_or_else(|| NavigationError::TooFarBack { there: there() })
    }

    /// The entry that redoing `many` entries leads to. Where nothing else was undone, an amendment comes back whole.
    pub fn redo_target(&self, many: u32) -> Result<EntryNo, NavigationError> {
        let steps = std::iter::successors(Some(self.head), |no| {
            self.head_path.redo_child(*no).or_else(|| self.newest_amendment_of(*no))
        });
        let there = || u32::try_from(steps.clone().count() - 1).unwrap_or(u32::MAX);
        steps.clone().nth(many as usize).ok_or_else(|| NavigationError::TooFarForward { there: there() })
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
