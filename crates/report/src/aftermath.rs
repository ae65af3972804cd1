//! Losses at the end of a battle, or of a turn in which a side was exhausted: which units lost strength, and how close
//! each side is to its Exhaustion Point. Derived from the diary, never stored. Source: RULES 4.2.

use wardiary_base::{
    book::Mechanism,
    id::{BattleId, SideId, UnitId},
};
use wardiary_diary::diary::{Diary, EntryNo, entry::Entry};
use wardiary_rules::{
    event::Event,
    state::{Contingent, Losses, State},
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aftermath {
    pub battle: BattleId,
    /// The turn, from 1; `None` for the whole battle.
    pub turn: Option<u32>,
    /// The entry after which the battle or turn began; 0 is the muster.
    pub start: EntryNo,
    /// In the battle's order of sides.
    pub sides: Vec<SideLosses>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideLosses {
    pub side: SideId,
    /// Strength Points lost in the period, including those of units that arrived during it; `None` if they are not known.
    pub lost: Option<u32>,
    /// Losses so far in the whole battle; `None` if they are not known or the rulebook has no exhaustion.
    pub battle_losses: Option<Losses>,
    pub exhausted: bool,
    /// Only units with losses, in roster order.
    pub units: Vec<UnitLosses>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitLosses {
    pub unit: UnitId,
    /// Strength Points at the start of the period, or on arrival; `None` if they are not known.
    pub from: Option<u16>,
    /// Strength Points now; 0 if the unit is eliminated.
    pub to: u16,
}

impl UnitLosses {
    pub fn points(&self) -> Option<u32> {
        self.from.map(|from| u32::from(from - self.to))
    }
}

impl Aftermath {
    /// The aftermath of the battle that ended with an entry, or else of the turn in which a side was exhausted by it.
    pub fn new(diary: &Diary, no: EntryNo) -> Option<Self> {
        let entry = diary.entry(no)?;
        let (battle, is_over) = battle_to_report(entry)?;
        let since = period_start(diary, entry, battle, is_over);
        let (after, then) = (diary.state_at(no)?, diary.state_at(since)?);
        let found = after.battle(battle)?;
        let exhausts = after.book().uses(Mechanism::Exhaustion);
        let side = |contingent: &Contingent| {
            let units = losses(&after, (!is_over).then_some(&then), contingent);
            SideLosses {
                side: contingent.side,
                lost: after.losses(found, contingent).and_then(|_| units.iter().map(UnitLosses::points).sum()),
                battle_losses: after.losses(found, contingent).filter(|_| exhausts),
                exhausted: contingent.exhausted,
                units,
            }
        };
        let sides = found.contingents.iter().map(side).collect();
        // The entry that ends a turn increments the turn number, so the number is taken from the state before it.
        let turn = diary.state_at(entry.parent())?.battle(battle).map_or(found.turn, |before| before.turn);
        Some(Self { battle, turn: (!is_over).then_some(turn), start: since, sides })
    }

    pub fn has_losses(&self) -> bool {
        self.sides.iter().any(|side| !side.units.is_empty())
    }
}

/// The battle that ended with the entry (`true`), or one in which a side was exhausted (`false`).
fn battle_to_report(entry: &Entry) -> Option<(BattleId, bool)> {
    let ended =
        |event: &Event| if let Event::BattleEnded { battle, .. } = event { Some((*battle, true)) } else { None };
    let spent = |event: &Event| if let Event::Exhausted { battle, .. } = event { Some((*battle, false)) } else { None };
    entry.events.iter().find_map(ended).or_else(|| entry.events.iter().find_map(spent))
}

/// The latest earlier entry that began the battle, or its current turn.
fn period_start(diary: &Diary, entry: &Entry, battle: BattleId, whole: bool) -> EntryNo {
    let turn_ended = |event: &Event| matches!(event, Event::TurnEnded { battle: of, .. } if !whole && *of == battle);
    last_entry_with(diary, entry.parent(), |event| is_battle_start(event, battle) || turn_ended(event))
}

/// The latest entry, up to this one, that began the battle; 0 if the campaign begins with it.
pub fn battle_start(diary: &Diary, no: EntryNo, battle: BattleId) -> EntryNo {
    last_entry_with(diary, no, |event| is_battle_start(event, battle))
}

fn is_battle_start(event: &Event, battle: BattleId) -> bool {
    matches!(event, Event::BattleBegun { id, .. } if *id == battle)
}

/// The latest entry on the path, up to this one, with a matching event; 0 if there is none.
fn last_entry_with(diary: &Diary, no: EntryNo, is_it: impl Fn(&Event) -> bool) -> EntryNo {
    let mut way = std::iter::successors(diary.entry(no), |entry| diary.entry(entry.parent()));
    way.find(|entry| entry.events.iter().any(&is_it)).map_or(0, |entry| entry.no)
}

/// The units of a side that have fewer Strength Points than on arrival, or than in `then`.
fn losses(after: &State, then: Option<&State>, contingent: &Contingent) -> Vec<UnitLosses> {
    let mut units: Vec<UnitLosses> = contingent
        .strengths_on_arrival()
        .filter_map(|(unit, came)| {
            let had = then.filter(|then| then.battle_of(unit).is_some()).and_then(|then| then.unit(unit));
            let from = had.map_or(came, |unit| unit.strength_left().exact());
            let left = after.unit(unit).map_or(from, |unit| unit.strength_left().exact());
            // Of a unit of unknown strength only its end is known.
            let to = left.filter(|left| *left == 0 && from != Some(0) || Some(*left) < from)?;
            Some(UnitLosses { unit, from, to })
        })
        .collect();
    units.sort_by_key(|losses| after.roster_index(losses.unit));
    units
}
