//! What came of a battle when it ended, or of a turn in which a side was exhausted: who lost what, and how near each side is to its
//! Exhaustion Point. Derived from the diary, never stored. Source: RULES 4.2.

use wardiary_base::{
    book::Mechanism,
    id::{BattleId, SideId, UnitId},
};
use wardiary_diary::diary::{Diary, EntryNo, entry::Entry};
use wardiary_rules::{
    event::Event,
    state::{Contingent, Losses, State},
};

/// What came of a battle, or of a turn of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aftermath {
    /// The battle.
    pub battle: BattleId,
    /// The turn, from 1; none where it is about the whole battle.
    pub turn: Option<u32>,
    /// The entry after which that began; 0 is the muster.
    pub since: EntryNo,
    /// Each side of the battle, in its order.
    pub sides: Vec<SideLosses>,
}

/// What a side lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideLosses {
    /// The side.
    pub side: SideId,
    /// Strength Points lost in that time, those of units that came later among them.
    pub lost: u32,
    /// How it stands in the whole battle; none where the rulebook knows no exhaustion.
    pub way: Option<Losses>,
    /// Whether the strength of its units is known exactly.
    pub is_known: bool,
    /// Whether it is exhausted.
    pub exhausted: bool,
    /// The units that lost any, in the order of the roster.
    pub units: Vec<UnitLosses>,
}

/// What a unit lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitLosses {
    /// The unit.
    pub unit: UnitId,
    /// The Strength Points that it had, or came with.
    pub from: u16,
    /// Those that it has; none where it is eliminated.
    pub to: u16,
}

impl Aftermath {
    /// What an entry is to tell: of the battle that ended with it, or else of the turn in which a side was exhausted with it. Nothing
    /// where neither came about.
    #[must_use]
    pub fn of(diary: &Diary, no: EntryNo) -> Option<Self> {
        let entry = diary.entry(no)?;
        let (battle, is_over) = told_of(entry)?;
        let since = begun(diary, entry, battle, is_over);
        let (after, then) = (diary.at(no)?, diary.at(since)?);
        let found = after.battle(battle)?;
        let exhausts = after.book().uses(Mechanism::Exhaustion);
        let side = |contingent: &Contingent| {
            let units = losses(&after, (!is_over).then_some(&then), contingent);
            SideLosses {
                side: contingent.side,
                lost: units.iter().map(|unit| u32::from(unit.from - unit.to)).sum(),
                way: exhausts.then(|| after.losses(found, contingent)),
                exhausted: contingent.exhausted,
                is_known: after.losses(found, contingent).is_known,
                units,
            }
        };
        let sides = found.contingents.iter().map(side).collect();
        // The turn is counted on with the entry that ends it.
        let turn = diary.at(entry.follows())?.battle(battle).map_or(found.turn, |before| before.turn);
        Some(Self { battle, turn: (!is_over).then_some(turn), since, sides })
    }

    /// Whether anybody lost anything.
    #[must_use]
    pub fn has_losses(&self) -> bool {
        self.sides.iter().any(|side| !side.units.is_empty())
    }
}

/// The battle that ended with an entry, and that it did; or one in which a side was exhausted.
fn told_of(entry: &Entry) -> Option<(BattleId, bool)> {
    let ended =
        |event: &Event| if let Event::BattleEnded { battle, .. } = event { Some((*battle, true)) } else { None };
    let spent = |event: &Event| if let Event::Exhausted { battle, .. } = event { Some((*battle, false)) } else { None };
    entry.events.iter().find_map(ended).or_else(|| entry.events.iter().find_map(spent))
}

/// The last entry before this one with which the battle began, or its turn did.
fn begun(diary: &Diary, entry: &Entry, battle: BattleId, whole: bool) -> EntryNo {
    let turn_ended = |event: &Event| matches!(event, Event::TurnEnded { battle: of, .. } if !whole && *of == battle);
    last_with(diary, entry.follows(), |event| begins(event, battle) || turn_ended(event))
}

/// The last entry up to this one with which a battle began; 0 for one that the campaign begins with.
#[must_use]
pub fn battle_began(diary: &Diary, no: EntryNo, battle: BattleId) -> EntryNo {
    last_with(diary, no, |event| begins(event, battle))
}

fn begins(event: &Event, battle: BattleId) -> bool {
    matches!(event, Event::BattleBegun { id, .. } if *id == battle)
}

/// The last entry of the way up to this one that has such an event; 0 where none has.
fn last_with(diary: &Diary, no: EntryNo, is_it: impl Fn(&Event) -> bool) -> EntryNo {
    let mut way = std::iter::successors(diary.entry(no), |entry| diary.entry(entry.follows()));
    way.find(|entry| entry.events.iter().any(&is_it)).map_or(0, |entry| entry.no)
}

/// The units of a side that have fewer Strength Points than they came with, or than they had then.
fn losses(after: &State, then: Option<&State>, contingent: &Contingent) -> Vec<UnitLosses> {
    let mut units: Vec<UnitLosses> = contingent
        .came()
        .map(|(unit, came)| {
            let had = then.filter(|then| then.battle_of(unit).is_some()).and_then(|then| then.unit(unit));
            let from = had.map_or(came, |unit| unit.strength.now);
            UnitLosses { unit, from, to: after.unit(unit).map_or(from, |unit| unit.strength.now.min(from)) }
        })
        .filter(|losses| losses.to < losses.from)
        .collect();
    units.sort_by_key(|losses| after.roster_place(losses.unit));
    units
}
