//! The accounts of all entries on all branches, with the battle, turn and phase after each, for moving about in a long
//! diary. It is built a few entries at a time, so that no frame waits for all of it.

use super::{Account, Diary, EntryNo, steps::DiaryStep};
use std::collections::{BTreeMap, BTreeSet};
use wardiary_base::id::{BattleId, SideId};
use wardiary_rules::{notation::RollLuck, state::State};

/// The entries whose rolls were weighed, and how lucky they were for each side.
pub type LuckByEntry = BTreeMap<EntryNo, BTreeSet<RollLuck>>;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EntryPosition {
    /// The entry's battle; or else the previous entry's, or one that is under way.
    pub battle: Option<BattleId>,
    pub turn: u32,
    /// The phase of that turn, from 0, and the side whose part it is.
    pub phase: (usize, Option<SideId>),
}

impl EntryPosition {
    fn of(state: &State, battle: Option<BattleId>) -> Self {
        let found = battle.and_then(|battle| state.battle(battle));
        Self {
            battle,
            turn: found.map_or(0, |battle| battle.turn),
            phase: found.map_or((0, None), |battle| (battle.phase, battle.acting_side)),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Span {
    Entry,
    /// A phase of a turn, or a side's part of it.
    Phase,
    Turn,
    Battle,
}

impl Span {
    /// Whether both moments lie in the same span.
    pub fn contains_both(self, one: &EntryPosition, other: &EntryPosition) -> bool {
        match self {
            Self::Entry => false,
            Self::Phase => one == other,
            Self::Turn => (one.battle, one.turn) == (other.battle, other.turn),
            Self::Battle => one.battle == other.battle,
        }
    }
}

/// Accounts and moments by entry number, as far as they are loaded.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    accounts: Vec<Account>,
    positions: Vec<EntryPosition>,
    /// The lucky and unlucky rolls by side, and the last entry for which that is known.
    roll_luck: (EntryNo, LuckByEntry),
}

impl Catalogue {
    /// Loads up to `many` more entries; `account` describes each.
    pub fn extend(&mut self, diary: &Diary, many: usize, account: impl Fn(&DiaryStep) -> Account) {
        if self.positions.is_empty() {
            self.positions.push(EntryPosition::of(
                &diary.muster_state,
                diary.muster_state.open_battles().next().map(|battle| battle.id),
            ));
        }
        let from = self.loaded();
        for step in diary.steps((from + 1..diary.next_no()).take(many)) {
            let account = Account { roll_luck: self.roll_luck_of(step.entry.no), ..account(&step) };
            let before = self.positions.get(step.entry.parent() as usize).and_then(|moment| moment.battle);
            self.positions.push(EntryPosition::of(
                &step.after,
                account.battle.or_else(|| battle_shown_after(&step.after, before)),
            ));
            self.accounts.push(account);
        }
    }

    pub fn loaded(&self) -> EntryNo {
        EntryNo::try_from(self.accounts.len()).unwrap_or(EntryNo::MAX)
    }

    pub fn is_complete(&self, diary: &Diary) -> bool {
        !self.positions.is_empty() && self.loaded() + 1 >= diary.next_no()
    }

    pub fn accounts(&self) -> &[Account] {
        &self.accounts
    }

    pub fn account(&self, no: EntryNo) -> Option<&Account> {
        self.accounts.get((no as usize).checked_sub(1)?)
    }

    /// Replaces an entry's account, after a remark was added to it.
    pub fn replace(&mut self, account: Account) {
        let roll_luck = self.roll_luck_of(account.no);
        let place = (account.no as usize).checked_sub(1).and_then(|at| self.accounts.get_mut(at));
        if let Some(place) = place {
            *place = Account { roll_luck, ..account };
        }
    }

    fn roll_luck_of(&self, no: EntryNo) -> BTreeSet<RollLuck> {
        self.roll_luck.1.get(&no).cloned().unwrap_or_default()
    }

    pub fn set_roll_luck(&mut self, last: EntryNo, roll_luck: LuckByEntry) {
        self.roll_luck = (last, roll_luck);
        for at in 0..self.accounts.len() {
            self.accounts[at].roll_luck = self.roll_luck_of(self.accounts[at].no);
        }
    }

    pub fn has_all_roll_luck(&self, diary: &Diary) -> bool {
        self.roll_luck.0 + 1 >= diary.next_no()
    }

    pub fn position(&self, no: EntryNo) -> Option<&EntryPosition> {
        self.positions.get(no as usize)
    }

    /// The index in `way` that a step reaches, if it is loaded; 0 is the muster. A step back goes to the start of the
    /// current span, and from there to that of the previous one.
    pub fn step(&self, way: &[EntryNo], at: usize, span: Span, forward: bool) -> Option<usize> {
        if span == Span::Entry {
            return if forward { Some(at + 1).filter(|place| *place <= way.len()) } else { at.checked_sub(1) };
        }
        let moment = |place: usize| self.position(place.checked_sub(1).map_or(0, |at| way[at]));
        if forward {
            let here = moment(at)?;
            let mut further = at + 1..=way.len();
            return further
                .find(|place| moment(*place).is_none_or(|moment| !span.contains_both(here, moment)))
                .filter(|place| moment(*place).is_some());
        }
        let before = at.checked_sub(1)?;
        let then = moment(before)?;
        (0..=before)
            .rev()
            .take_while(|place| moment(*place).is_some_and(|moment| span.contains_both(then, moment)))
            .last()
    }
}

/// The battle to show after an entry of none: the one shown before or, if it is over, the first still under way.
fn battle_shown_after(state: &State, before: Option<BattleId>) -> Option<BattleId> {
    let is_open = |id: &BattleId| state.battle(*id).is_some_and(|battle| battle.ended.is_none());
    let open = || state.open_battles().next().map(|battle| battle.id);
    before.filter(is_open).or_else(open).or(before)
}

impl Diary {
    /// The battle of an entry, or of the last entry that has one; if it is over, and for the muster, one under way.
    pub fn battle_at(&self, no: EntryNo) -> Option<BattleId> {
        /// Maximum number of entries without a battle to look back over.
        const MAX_LOOKBACK: usize = 64;
        let before = |no: &EntryNo| self.entry(*no).map(super::Entry::parent);
        let way = std::iter::successors(Some(no), before).take(MAX_LOOKBACK);
        let found = way.filter_map(|no| self.step(no)).find_map(|step| Some((step.entry.no, step.battle()?)));
        match found {
            Some((own, battle)) if own == no => Some(battle),
            found => battle_shown_after(&self.state_at(no)?, found.map(|(_, battle)| battle)),
        }
    }

    /// The path through an entry to the end of its branch: along the head's path or redo, else the one left last.
    pub fn path_through(&self, no: EntryNo) -> Vec<EntryNo> {
        let mut way: Vec<EntryNo> =
            std::iter::successors(self.entry(no), |entry| self.entry(entry.parent())).map(|entry| entry.no).collect();
        way.reverse();
        let place = if no == 0 { Some(0) } else { self.path().binary_search(&no).ok().map(|at| at + 1) };
        let mut end = no;
        if let Some(place) = place {
            way.extend(&self.path()[place..]);
            end = self.head;
        }
        let first_child = |no: EntryNo| {
            let follows = |child: &EntryNo| self.entry(*child).is_some_and(|entry| entry.parent() == no);
            self.with_children.contains(&no).then(|| (no + 1..self.next_no()).find(follows)).flatten()
        };
        while let Some(next) = self.head_path.redo_child(end).or_else(|| first_child(end)) {
            way.push(next);
            end = next;
        }
        way
    }

    pub fn children(&self, no: EntryNo) -> impl Iterator<Item = EntryNo> + '_ {
        let from = self.with_children.contains(&no).then_some(no as usize);
        let entries = from.map_or(&[][..], |from| &self.entries[from..]);
        entries.iter().filter(move |entry| entry.parent() == no).map(|entry| entry.no)
    }
}
