//! Dice in a session: who throws them, those that are shown at the entry that is looked at, and what their odds are asked by.

use super::Session;
use crate::{odds_worker::OddsJob, session_odds::Asked, table::Table};
use std::sync::Arc;
use wardiary_base::dice::Origin;
use wardiary_diary::diary::{
    Entry, EntryNo,
    steps::{self, DiaryStep},
};
use wardiary_odds::odds::unknown_side_of;
use wardiary_rules::{
    rules::{self, Fought, Rolled},
    state::State,
};

/// So many entries of a battle may follow those whose dice are shown.
const MOST_PASSED: u32 = 8;

impl Session {
    /// The jobs by which the odds are worked out that are asked for, but for those of a screen.
    #[must_use]
    pub(crate) fn odds_jobs(&self, asked: &Asked) -> Vec<OddsJob> {
        match asked {
            Asked::Order(_, order) => {
                let state = self.save.diary().state();
                let is_known = unknown_side_of(state, order).is_none();
                is_known.then(|| OddsJob::Order(Box::new(state.clone()), order.clone())).into_iter().collect()
            }
            Asked::Rolled(no) => {
                // The referee knows all numbers, and no state need be folded to ask.
                let is_known = |at: DiaryStep| unknown_side_of(&at.before, &at.entry.order).is_none();
                let known = !self.save.is_told_to_side() || self.save.diary().step(*no).is_some_and(is_known);
                let job = |rolled| OddsJob::Standing(Arc::clone(self.state().book()), Box::new(rolled));
                self.rolled.clone().filter(|_| known).map(job).into_iter().collect()
            }
            Asked::Nothing | Asked::Screen { .. } => Vec::new(),
        }
    }

    /// Who throws on the table.
    #[must_use]
    pub fn table(&self) -> Table<'_> {
        self.table_in(self.save.diary().state())
    }

    /// The same as of a state.
    #[must_use]
    pub(crate) fn table_in<'s>(&self, state: &'s State) -> Table<'s> {
        Table::new(state, self.save.diary().table(), self.by_hand)
    }

    /// Where the dice of the next roll come from, in a few words.
    #[must_use]
    pub(crate) fn dice_from(&self) -> &'static str {
        let table = self.table();
        match table.has_all() {
            true => "next dice: from the table",
            false if table.sides.is_empty() => "next dice: the program's",
            false => "next dice: the table's and the program's",
        }
    }

    /// The state in which what was rolled last is told: the one that is looked at, but that dice which are landing have made.
    #[must_use]
    pub(crate) fn state_rolled(&self) -> &State {
        if self.landed.is_some() { self.save.diary().state() } else { self.state() }
    }

    /// Has the dice of the last entry land one after the other. Until they have, all else is as it was before.
    pub(crate) fn let_land(&mut self, entry: EntryNo) {
        let diary = self.save.diary();
        let before = diary.entry(entry).map(Entry::follows);
        self.before_fall = before.and_then(|before| Some((before, diary.at(before)?)));
        self.landed = Some(0);
    }

    /// Whether dice fell in the entry that is looked at.
    #[must_use]
    pub(crate) fn rolled_dice(&self) -> bool {
        self.save.diary().entry(self.entry()).is_some_and(|entry| entry.dice.iter().any(|fall| !fall.faces.is_empty()))
    }

    /// Where the dice came from that are shown at the entry that is looked at; empty where none are.
    #[must_use]
    pub(crate) fn dice_came_from(&self) -> &'static str {
        let fallen = self.save.diary().entry(self.rolled_in).map_or(&[][..], |entry| &entry.dice);
        if fallen.iter().any(|fall| fall.from == Origin::Shown) {
            return "";
        }
        let by_hand =
            |wanted: bool| fallen.iter().any(|fall| (0..fall.faces.len()).any(|at| fall.is_by_hand(at) == wanted));
        match (by_hand(true), by_hand(false)) {
            (true, true) => "dice: the table's and the program's",
            (true, false) => "dice: from the table",
            (false, true) => "dice: the program's",
            (false, false) => "",
        }
    }

    /// The entry whose dice are shown; none where none are.
    #[must_use]
    pub(crate) fn rolled_last(&self) -> Option<EntryNo> {
        Some(self.rolled_in).filter(|no| *no > 0)
    }

    /// The phase that was fought last, if nothing else was rolled since.
    #[must_use]
    pub fn fought(&self) -> Option<&Fought> {
        self.rolled.as_ref().and_then(Rolled::fought)
    }

    /// Keeps what the dice of an entry came to that has just been recorded, so that it is not worked out again.
    pub(crate) fn rolled_in(&mut self, entry: EntryNo, rolled: Option<Rolled>) {
        self.rolled = rolled;
        self.rolled_in = entry;
    }

    /// Brings what was rolled last up to the entry that is looked at.
    pub(super) fn find_rolled(&mut self) {
        let no = self.last_roll();
        if no == self.rolled_in {
            return;
        }
        let diary = self.save.diary();
        let rolled = diary.entry(no).and_then(|entry| steps::rolled(&diary.at(entry.follows())?, entry));
        self.rolled_in(no, rolled);
    }

    /// The entry whose dice are shown at the entry that is looked at; 0 where there are none. Where several battles are under
    /// way it is one of the battle that is shown, or of none.
    fn last_roll(&mut self) -> EntryNo {
        let several = self.state().open_battles().count() > 1;
        let mut at = self.entry();
        // Notes and rulings after a phase leave its dice on the table; half a turn later they are of no interest.
        let mut passed = 0;
        for _ in 0..if several { MOST_PASSED * MOST_PASSED } else { MOST_PASSED } {
            let Some(entry) = self.save.diary().entry(at) else { return 0 };
            let (no, follows, rolls) = (entry.no, entry.follows(), rules::rolled::rolls(&entry.order));
            let elsewhere = several && self.battle_of(no).is_some_and(|battle| Some(battle) != self.battle());
            if rolls && !elsewhere {
                // A battle's dice are cleared away when it is past.
                return if self.battle_there().is_none() && self.battle_of(no).is_some() { 0 } else { no };
            }
            passed += u32::from(!elsewhere);
            if passed == MOST_PASSED {
                return 0;
            }
            at = follows;
        }
        0
    }
}
