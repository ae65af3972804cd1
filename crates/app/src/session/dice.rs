//! Dice in a session: whose dice are physical, which roll is shown, and the odds to request.

use super::Session;
use crate::{dice_table::DiceTable, odds_worker::OddsJob, session_odds::OddsRequest};
use std::sync::Arc;
use wardiary_base::dice::Origin;
use wardiary_diary::diary::{
    Entry, EntryNo,
    steps::{self, DiaryStep},
};
use wardiary_odds::odds::unknown_side_of;
use wardiary_rules::{
    rules::{self, FoughtPhase, OrderRoll},
    state::State,
};

/// Maximum number of later entries of the same battle after which a roll is still shown.
const MAX_PASSED: u32 = 8;

impl Session {
    /// The jobs of an odds request, except a screen's own.
    pub(crate) fn jobs_for(&self, asked: &OddsRequest) -> Vec<OddsJob> {
        match asked {
            OddsRequest::Order(_, order) => {
                let state = self.save.diary().state();
                let is_known = unknown_side_of(state, order).is_none();
                is_known.then(|| OddsJob::Order(Box::new(state.clone()), order.clone())).into_iter().collect()
            }
            OddsRequest::RollRank(no) => {
                // The referee knows every number, so no state need be built to check.
                let is_known = |at: DiaryStep| unknown_side_of(&at.before, &at.entry.order).is_none();
                let known = !self.save.is_for_side() || self.save.diary().step(*no).is_some_and(is_known);
                let job = |rolled| OddsJob::RollRank(Arc::clone(self.state().book()), Box::new(rolled));
                self.last_roll.clone().filter(|_| known).map(job).into_iter().collect()
            }
            OddsRequest::Nothing | OddsRequest::Screen { .. } => Vec::new(),
        }
    }

    pub fn dice_table(&self) -> DiceTable<'_> {
        self.dice_table_in(self.save.diary().state())
    }

    pub(crate) fn dice_table_in<'s>(&self, state: &'s State) -> DiceTable<'s> {
        DiceTable::new(state, self.save.diary().table_dice_sides(), self.settings.by_hand)
    }

    /// Where the next dice come from, as a short text.
    pub(crate) fn next_dice_source(&self) -> &'static str {
        let table = self.dice_table();
        match table.all {
            true => "next dice: from the table",
            false if table.sides.is_empty() => "next dice: the program's",
            false => "next dice: the table's and the program's",
        }
    }

    /// The state in which the last roll is described: the current one, or while dice fall the state after them.
    pub(crate) fn state_of_roll(&self) -> &State {
        if self.dice_landed.is_some() { self.save.diary().state() } else { self.state() }
    }

    /// Starts the animation of the entry's dice. Until they have landed, everything else stays as before.
    pub(crate) fn start_dice_animation(&mut self, entry: EntryNo) {
        let diary = self.save.diary();
        let before = diary.entry(entry).map(Entry::parent);
        self.before_dice = before.and_then(|before| Some((before, diary.state_at(before)?)));
        self.dice_landed = Some(0);
    }

    pub(crate) fn has_dice(&self) -> bool {
        self.save.diary().entry(self.entry()).is_some_and(|entry| entry.dice.iter().any(|fall| !fall.faces.is_empty()))
    }

    /// Where the dice on screen came from; empty if there are none.
    pub(crate) fn shown_dice_source(&self) -> &'static str {
        let fallen = self.save.diary().entry(self.last_roll_entry).map_or(&[][..], |entry| &entry.dice);
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

    pub(crate) fn last_rolled_entry(&self) -> Option<EntryNo> {
        Some(self.last_roll_entry).filter(|no| *no > 0)
    }

    /// The last phase, if nothing was rolled since.
    pub fn last_phase(&self) -> Option<&FoughtPhase> {
        self.last_roll.as_ref().and_then(OrderRoll::phase)
    }

    /// Records the result of the dice of an entry, so that it is not computed again.
    pub(crate) fn set_last_roll(&mut self, entry: EntryNo, rolled: Option<OrderRoll>) {
        self.last_roll = rolled;
        self.last_roll_entry = entry;
    }

    pub(super) fn update_last_roll(&mut self) {
        let no = self.find_last_roll_entry();
        if no == self.last_roll_entry {
            return;
        }
        let diary = self.save.diary();
        let rolled = diary.entry(no).and_then(|entry| steps::entry_roll(&diary.state_at(entry.parent())?, entry));
        self.set_last_roll(no, rolled);
    }

    /// The entry whose dice are shown; 0 for none. During a review these are the viewed entry's own, whatever battle is
    /// shown. With several open battles, an earlier one belongs to the current battle or to no battle.
    fn find_last_roll_entry(&mut self) -> EntryNo {
        let several = self.state().open_battles().count() > 1;
        let mut at = self.entry();
        // Notes and rulings after a phase keep its dice on screen; half a turn later they are out of date.
        let mut passed = 0;
        for _ in 0..if several { MAX_PASSED * MAX_PASSED } else { MAX_PASSED } {
            let Some(entry) = self.save.diary().entry(at) else { return 0 };
            let (no, follows, rolls) = (entry.no, entry.parent(), rules::resolution::shows_dice(&entry.order));
            let elsewhere = several && self.battle_of(no).is_some_and(|battle| Some(battle) != self.battle());
            if rolls && at == self.entry() && self.is_reviewing() {
                return no;
            }
            if rolls && !elsewhere {
                // Once a battle is past, its dice are cleared.
                return if self.battle_there().is_none() && self.battle_of(no).is_some() { 0 } else { no };
            }
            passed += u32::from(!elsewhere);
            if passed == MAX_PASSED {
                return 0;
            }
            at = follows;
        }
        0
    }
}
