//! Translates orders and events into a side's ids.
//!
//! A side's diary has ids of its own, since the referee's would reveal how many things the side does not know. An event
//! that names something unknown to the side can't be translated; that is how hidden events are found.
//!
//! The tables name every variant and every field, without `..`, and translate all of them. A variant or a field that a
//! row does not name does not compile, nor does a field of a type that is in no table.

/// The trait, and the macros of the tables. Rows that name everything compile:
///
/// ```
/// include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/projection/translate/tables.rs"));
/// smaller_than_ids! { u8 }
/// struct Gains { strength: u8, edna: u8 }
/// enum Order { Recover(Gains), Pass }
/// structs! { Gains { strength, edna } }
/// enums! { Order { Recover(gains) Pass } }
/// # fn main() {}
/// ```
///
/// A row that forgets a field does not:
///
/// ```compile_fail
/// include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/projection/translate/tables.rs"));
/// smaller_than_ids! { u8 }
/// struct Gains { strength: u8, edna: u8 }
/// structs! { Gains { strength } }
/// # fn main() {}
/// ```
///
/// A row that forgets a variant does not:
///
/// ```compile_fail
/// include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/projection/translate/tables.rs"));
/// smaller_than_ids! { u8 }
/// enum Order { Recover(u8), Pass }
/// enums! { Order { Recover(gains) } }
/// # fn main() {}
/// ```
///
/// A field of a type that no table has does not:
///
/// ```compile_fail
/// include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/projection/translate/tables.rs"));
/// struct UnitId(u32);
/// struct March { unit: UnitId }
/// structs! { March { unit } }
/// # fn main() {}
/// ```
#[macro_use]
mod tables;

mod orders;

pub(super) use tables::{IdMap, Translate};

use wardiary_base::{
    book::{Change, Grade, Moment, NamedTest, RulebookDraft},
    dice::{Dice, DiceFormula, DiceRoll, DiceTerm, Origin, Owner, TermCount},
    ground::{Cell, Facing, Grid, GroundDraft, NetworkDraft, Pairs, Place, Spot, Station, TheatreDraft},
    id::{BattleId, Id, MapId, SideId, StackId, UnitId},
    text::Text,
};
use wardiary_rules::{
    event::{
        BattleEnd, Cast, Cause, Clash, ClashEffect, ClashKind, ClockEvent, CombatEnd, ConflictEnd, ContactCause,
        ContactEnd, DecidedBy, Decision, Driven, Event, IntelEvent, MapEvent, Marched, RefitEvent, RevealedTheatre,
        SightLevel, Square, StackEvent, StaffEvent, TheatreEvent, VictoryEvent,
    },
    order::{Award, Edge, Posture, Rank, Recruit, ScreenTarget, Stats, Support, Term, WearCause},
    state::muster::{MusteredBattle, MusteredMap, MusteredSide, MusteredStack},
};

macro_rules! ids {
    ($($Id:ty),*) => {$(
        impl Translate for $Id {
            fn translate(&mut self, ids: &mut IdMap<'_>) -> Option<()> {
                self.0 = ids(self.0)?;
                Some(())
            }
        }
    )*};
}

ids!(Id, SideId, StackId, UnitId, BattleId, MapId);

smaller_than_ids! {
    bool, u8, i8, u16, i16,
    Cast, Cause, Change, ClashEffect, ClashKind, DecidedBy, Dice, Driven, Edge, Facing, Grade, Grid, Posture, Rank,
    SightLevel, Term, TermCount, ContactCause, WearCause,
}

// Plain numbers and texts, and types of the rulebook, which names no id (crates/app/tests/app/architecture.rs).
without_ids! { u32, u64, i32, i64, char, String, Text, NamedTest, RulebookDraft }

impl Translate for Owner {
    fn translate(&mut self, ids: &mut IdMap<'_>) -> Option<()> {
        // Dice without an owner belong to everybody.
        if self.0 != 0 {
            self.0 = ids(self.0)?;
        }
        Some(())
    }
}

/// Unknown items are removed. A list of unknown items only is unknown itself.
impl<T: Translate> Translate for Vec<T> {
    fn translate(&mut self, ids: &mut IdMap<'_>) -> Option<()> {
        let many = self.len();
        self.retain_mut(|item| item.translate(ids).is_some());
        (many == 0 || !self.is_empty()).then_some(())
    }
}

impl<K: Translate, V: Translate> Translate for Pairs<K, V> {
    fn translate(&mut self, ids: &mut IdMap<'_>) -> Option<()> {
        self.0.translate(ids)
    }
}

impl<T: Translate> Translate for Option<T> {
    fn translate(&mut self, ids: &mut IdMap<'_>) -> Option<()> {
        self.iter_mut().try_for_each(|item| item.translate(ids))
    }
}

impl<T: Translate> Translate for Box<T> {
    fn translate(&mut self, ids: &mut IdMap<'_>) -> Option<()> {
        self.as_mut().translate(ids)
    }
}

impl<A: Translate, B: Translate> Translate for (A, B) {
    fn translate(&mut self, ids: &mut IdMap<'_>) -> Option<()> {
        self.0.translate(ids)?;
        self.1.translate(ids)
    }
}

impl<A: Translate, B: Translate, C: Translate> Translate for (A, B, C) {
    fn translate(&mut self, ids: &mut IdMap<'_>) -> Option<()> {
        self.0.translate(ids)?;
        self.1.translate(ids)?;
        self.2.translate(ids)
    }
}

/// A side's own event is in its ids already.
impl Translate for IntelEvent {
    fn translate(&mut self, _: &mut IdMap<'_>) -> Option<()> {
        None
    }
}

structs! {
    Cell { row, column }
    Station { at, toward }
    Moment { count, part }
    DiceFormula { terms, plus }
    DiceTerm { dice, count }
    GroundDraft { title, about, rules, grid, rows, legend, edges, roads, places, objectives }
    NetworkDraft { title, about, places, roads }
    Place { map, cell, facing }
    TheatreDraft { map, network, at: whole, objectives, sources: whole }
    // Each face has an owner.
    DiceRoll { who: whole, from, faces }
    MusteredSide { id, name }
    MusteredStack { id, side, name, formation, leader, posture, screening }
    MusteredBattle { id, name, parties, map }
    MusteredMap { id, map, ground }
    Recruit {
        id, name, side, stack, kind, strength, lost, edna, worn, grade, tests, weapons, stats, at, facing, on
    }
    Stats {
        attack, defense, dmg, dr, init, movement, upkeep, level, specials, bonus, ranks, decrypted
    }
    Support { unit, counter }
    Marched { force, from, by, to }
    Square { units, posture, leader, screen }
    Decision { award, by }
    Clash<UnitId> { what, by, at, scores, effect }
    RevealedTheatre {
        side, stations: whole, ways: whole, contacts: whole, holders: whole, sources: whole, points: whole
    }
}

enums! {
    Spot { Area(cell) Place(index) }
    Origin { App(first) Table Mixed { first, table } Each(serials) Shown }
    ScreenTarget { Edge(stack, edge) Unit(unit) Structure(name) }
    ContactEnd { Left(force) Gone(force) Fought(battle) SetAside }
    CombatEnd { PhasesUsed Withdrew(side) NoneLeft(side) TimeUp }
    BattleEnd { Called AllExhausted NoneLeft(side) }
    ConflictEnd { NoneLeft(side) Disengaged TimeUp }
    Award { Won { side, margin } Drawn }
    ClockEvent { Advanced { from, to } Scheduled { item, at, what, who } Settled { item } }
}

enums! {
    Event {
        Opened { program }
        RulesChanged(rules)
        LadderChanged { rules, grades }
        Abandoned
        SideMade { id, name }
        StackMade { id, side, name, formation }
        UnitMade(recruit)
        Renamed { id, from, to }
        Assigned { unit, from, to }
        DateSet { from, to }
        BattleBegun { id, name, map, sides }
        Arrived { battle, units }
        BattleEnded { battle, how, outcome, decision }
        InitiativeWon { battle, side }
        FirstChosen { battle, side }
        PhaseBegun { battle, phase, side }
        TurnEnded { battle, turn }
        Exhausted { battle, side, lost, point }
        EdnaTested { unit, total, acts, from, to }
        EdnaRetested { unit, total, acts, against, from, to }
        EdnaWorn { unit, cause, from, to }
        EdnaRuled { unit, from, to }
        CombatOpened { battle, first, second }
        Committed { battle, combat, units }
        Thrown { battle, combat, dice, bonus, support, left_out }
        Rethrown { battle, combat, dice }
        PhaseFought { battle, combat, defeats, carried }
        CombatEnded { battle, combat, how }
        Demoted { unit, from, to, used, spent }
        PushedBack { unit, by, leaves }
        Eliminated { unit, from, by }
        StrengthLost { unit, from, to }
        StrengthRestored { unit, from, to }
        Regraded { unit, from, to }
        Shifted { unit, by, term }
        Noted
        DiceTested { test, passed, failed, dice }
        Objected { battle, side, off }
        Volleyed { battle, unit, dice, hits: whole, freely }
        Supported { battle, combat, units, clashes }
        Argued { succeeds, total }
        Stacks(event)
        Map(event)
        Clock(event)
        Victory(event)
        Refit(event)
        Theatre(event)
        Staff(event)
        Consulted { table, total, text, who, becomes }
        Rolled { dice, totals, who, purpose }
        Intel(event)
        BranchNamed { name }
    }
}

enums! {
    StackEvent {
        Postured { stack, from, to }
        Led { stack, from, to }
        Screened { stack, from, to }
        StatsSet { unit, from, to }
        ConflictOpened { battle, stacks }
        Formed { battle, conflict, stack, square, init }
        RoundBegun { battle, conflict, order }
        Struck { battle, conflict, by, at, edge, face, ap, dp, damage, spare }
        Exposed { unit, face, exposed }
        Held { battle, conflict, stack }
        Rotated { battle, conflict, stack, times, cost, facing }
        RoundEnded { battle, conflict, round }
        Joined { battle, conflict, stack }
        Fled { battle, conflict, stack, lost_contact }
        ConflictEnded { battle, conflict, how }
    }
}

enums! {
    MapEvent {
        Placed { unit, from, to }
        Moved { battle, units, from, by, facing, cost, of, stopped, driven }
        Changed { unit, how, from, to }
        TerrainChanged { map, at, from, to }
        EdgeChanged { map, between, from, to }
        RoadChanged { map, between, there }
        LaidOut { id, ground, battle }
        ChangedHands { map, at, from, to }
    }
}

enums! {
    VictoryEvent {
        BattleDecided { battle, decision, outcome }
        Scored { side, by }
        CampaignEnded { decision, outcome }
    }
}

enums! {
    RefitEvent {
        Counted { battle, losses: whole }
        Credited { battle, units: whole }
        Returned { unit, from, to }
        Recovered { unit, strength, edna, grade }
        Replaced { unit, pool, from, to }
        Raised { unit, to, edna, grade }
        Supplied { units: whole, to }
    }
}

enums! {
    TheatreEvent {
        LaidOut(draft)
        Stationed { force, from, to }
        Sent { force, from, to }
        Marched(moves)
        Met { contact, first, second, how }
        Parted { contact, how }
        Sighted { side, force, at, level }
        LostSight { side, force, seen }
        ChangedHands { at, from, to }
    }
}

enums! {
    StaffEvent {
        Told { message, sides, text, due }
        Delivered { message }
        Revealed { what, to }
        Hidden { what, from }
        HandedIn { number, side, text, due }
        Granted { number, why }
        Refused { number, why }
        Cancelled { number }
    }
}
