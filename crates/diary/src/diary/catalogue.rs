//! What there is to say of all entries, on whatever branch, with how things stood after each: for going about in a long
//! diary. It is made a few entries at a time, so that nobody waits for the whole of it.

use super::{Account, Diary, EntryNo, steps::DiaryStep};
use std::collections::{BTreeMap, BTreeSet};
use wardiary_base::id::{BattleId, SideId};
use wardiary_rules::{notation::Fortune, state::State};

/// The entries with rolls that were weighed, and how these came out for the sides.
pub type Fortunes = BTreeMap<EntryNo, BTreeSet<Fortune>>;

/// Where the campaign stands after an entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moment {
    /// The battle that the entry belongs to; or else the one before it, or one that is under way.
    pub battle: Option<BattleId>,
    /// The turn of that battle.
    pub turn: u32,
    /// The phase of that turn, from 0, and whose part of it.
    pub phase: (usize, Option<SideId>),
}

impl Moment {
    fn of(state: &State, battle: Option<BattleId>) -> Self {
        let found = battle.and_then(|battle| state.battle(battle));
        Self {
            battle,
            turn: found.map_or(0, |battle| battle.turn),
            phase: found.map_or((0, None), |battle| (battle.phase, battle.acting)),
        }
    }
}

/// How far a step goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Span {
    /// An entry.
    Entry,
    /// A phase of a turn, or a side's part of it.
    Phase,
    /// A turn of a battle.
    Turn,
    /// A battle.
    Battle,
}

impl Span {
    /// Whether both moments are in the same one.
    #[must_use]
    pub fn holds(self, one: &Moment, other: &Moment) -> bool {
        match self {
            Self::Entry => false,
            Self::Phase => one == other,
            Self::Turn => (one.battle, one.turn) == (other.battle, other.turn),
            Self::Battle => one.battle == other.battle,
        }
    }
}

/// What there is to say of entries, by their numbers, as far as it was looked up.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    accounts: Vec<Account>,
    moments: Vec<Moment>,
    /// For whom rolls were lucky or unlucky, and up to which entry that is known.
    fortunes: (EntryNo, Fortunes),
}

impl Catalogue {
    /// Looks up so many entries more; each is described by `account`.
    pub fn extend(&mut self, diary: &Diary, many: usize, account: impl Fn(&DiaryStep) -> Account) {
        if self.moments.is_empty() {
            self.moments.push(Moment::of(&diary.start, diary.start.open_battles().next().map(|battle| battle.id)));
        }
        let from = self.known();
        for step in diary.steps((from + 1..diary.next_no()).take(many)) {
            let account = Account { fortunes: self.fortune(step.entry.no), ..account(&step) };
            let before = self.moments.get(step.entry.follows() as usize).and_then(|moment| moment.battle);
            self.moments.push(Moment::of(&step.after, account.battle.or_else(|| shown_after(&step.after, before))));
            self.accounts.push(account);
        }
    }

    /// The last entry that was looked up.
    #[must_use]
    pub fn known(&self) -> EntryNo {
        EntryNo::try_from(self.accounts.len()).unwrap_or(EntryNo::MAX)
    }

    /// Whether all entries of the diary were.
    #[must_use]
    pub fn is_complete(&self, diary: &Diary) -> bool {
        !self.moments.is_empty() && self.known() + 1 >= diary.next_no()
    }

    /// The accounts so far, the first entry's first.
    #[must_use]
    pub fn accounts(&self) -> &[Account] {
        &self.accounts
    }

    /// What there is to say of an entry.
    #[must_use]
    pub fn account(&self, no: EntryNo) -> Option<&Account> {
        self.accounts.get((no as usize).checked_sub(1)?)
    }

    /// Says an entry anew, on which something was remarked.
    pub fn replace(&mut self, account: Account) {
        let fortunes = self.fortune(account.no);
        let place = (account.no as usize).checked_sub(1).and_then(|at| self.accounts.get_mut(at));
        if let Some(place) = place {
            *place = Account { fortunes, ..account };
        }
    }

    fn fortune(&self, no: EntryNo) -> BTreeSet<Fortune> {
        self.fortunes.1.get(&no).cloned().unwrap_or_default()
    }

    /// Takes in for whom rolls were lucky or unlucky, of all entries up to the last.
    pub fn know_fortunes(&mut self, last: EntryNo, fortunes: Fortunes) {
        self.fortunes = (last, fortunes);
        for at in 0..self.accounts.len() {
            self.accounts[at].fortunes = self.fortune(self.accounts[at].no);
        }
    }

    /// Whether it is known of all entries of the diary for whom their rolls were lucky.
    #[must_use]
    pub fn knows_fortunes(&self, diary: &Diary) -> bool {
        self.fortunes.0 + 1 >= diary.next_no()
    }

    /// How things stood after an entry; after none, for the muster.
    #[must_use]
    pub fn moment(&self, no: EntryNo) -> Option<&Moment> {
        self.moments.get(no as usize)
    }

    /// The place on a way, from 0 for the muster, that a step of this length leads to; nothing where there is none, or not all
    /// entries that it passes were looked up. A step back leads to where the present one began, or if it is there, to where
    /// the one before did.
    #[must_use]
    pub fn step(&self, way: &[EntryNo], at: usize, span: Span, forward: bool) -> Option<usize> {
        if span == Span::Entry {
            return if forward { Some(at + 1).filter(|place| *place <= way.len()) } else { at.checked_sub(1) };
        }
        let moment = |place: usize| self.moment(place.checked_sub(1).map_or(0, |at| way[at]));
        if forward {
            let here = moment(at)?;
            let mut further = at + 1..=way.len();
            return further
                .find(|place| moment(*place).is_none_or(|moment| !span.holds(here, moment)))
                .filter(|place| moment(*place).is_some());
        }
        let before = at.checked_sub(1)?;
        let then = moment(before)?;
        (0..=before).rev().take_while(|place| moment(*place).is_some_and(|moment| span.holds(then, moment))).last()
    }
}

/// The battle that is shown after an entry that belongs to none, by the one that was shown before it: another takes its
/// place where it is over and that is under way, the one begun first.
fn shown_after(state: &State, before: Option<BattleId>) -> Option<BattleId> {
    let is_open = |id: &BattleId| state.battle(*id).is_some_and(|battle| battle.over.is_none());
    let open = || state.open_battles().next().map(|battle| battle.id);
    before.filter(is_open).or_else(open).or(before)
}

impl Diary {
    /// The battle that an entry belongs to, or else the last before it on the way from the muster; one that is under way in
    /// its place where that is over, and for the muster.
    #[must_use]
    pub fn battle_at(&self, no: EntryNo) -> Option<BattleId> {
        /// So many entries are looked at, which belong to none.
        const MOST: usize = 64;
        let before = |no: &EntryNo| self.entry(*no).map(super::Entry::follows);
        let way = std::iter::successors(Some(no), before).take(MOST);
        let found = way.filter_map(|no| self.step(no)).find_map(|step| Some((step.entry.no, step.battle()?)));
        match found {
            Some((own, battle)) if own == no => Some(battle),
            found => shown_after(&self.at(no)?, found.map(|(_, battle)| battle)),
        }
    }

    /// The way from the muster through an entry and on to where it ends: the way to the head and what redo would bring back,
    /// where the entry lies on it; else the way on that was left last.
    #[must_use]
    pub fn way_through(&self, no: EntryNo) -> Vec<EntryNo> {
        let mut way: Vec<EntryNo> =
            std::iter::successors(self.entry(no), |entry| self.entry(entry.follows())).map(|entry| entry.no).collect();
        way.reverse();
        let place = if no == 0 { Some(0) } else { self.path().binary_search(&no).ok().map(|at| at + 1) };
        let mut end = no;
        if let Some(place) = place {
            way.extend(&self.path()[place..]);
            end = self.head;
        }
        let first_child = |no: EntryNo| {
            let follows = |child: &EntryNo| self.entry(*child).is_some_and(|entry| entry.follows() == no);
            self.followed.contains(&no).then(|| (no + 1..self.next_no()).find(follows)).flatten()
        };
        while let Some(next) = self.trail.left(end).or_else(|| first_child(end)) {
            way.push(next);
            end = next;
        }
        way
    }

    /// The entries that follow this one, or the muster, in the order in which they were written.
    pub fn children(&self, no: EntryNo) -> impl Iterator<Item = EntryNo> + '_ {
        let from = self.followed.contains(&no).then_some(no as usize);
        let entries = from.map_or(&[][..], |from| &self.entries[from..]);
        entries.iter().filter(move |entry| entry.follows() == no).map(|entry| entry.no)
    }
}
