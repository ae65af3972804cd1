//! Translates orders and events into a side's ids.
//!
//! A side's diary has ids of its own, since the referee's would reveal how many things the side does not know. An event
//! that names something unknown to the side can't be translated; that is how hidden events are found. Its matches have
//! no wildcards.

use wardiary_base::{
    dice::{DiceRoll, Owner},
    ground::{Place, TheatreDraft},
    id::{BattleId, Id, MapId, SideId, StackId, UnitId},
};
use wardiary_rules::{
    event::{
        BattleEnd, Clash, ClockEvent, CombatEnd, ConflictEnd, Decision, Event, Formation, Found, FoundCombat,
        FoundConflict, IntelEvent, Known, Learned, Lifted, MapEvent, Marched, Parting, RefitEvent, StackEvent,
        StaffEvent, TheatreEvent, UnderWay, VictoryEvent,
    },
    order::{Award, Recruit, ScreenTarget, Support},
};

/// Maps an id; `None` if the side does not know the thing.
pub(super) type IdMap<'a> = dyn FnMut(u32) -> Option<u32> + 'a;

/// A value that contains ids.
pub(super) trait Translate {
    /// Translates all ids in place. Returns `None` if one is unknown; the value is unusable then.
    fn translate(&mut self, own: &mut IdMap<'_>) -> Option<()>;
}

macro_rules! ids {
    ($($Id:ty),*) => {$(
        impl Translate for $Id {
            fn translate(&mut self, own: &mut IdMap<'_>) -> Option<()> {
                self.0 = own(self.0)?;
                Some(())
            }
        }
    )*};
}

ids!(Id, SideId, StackId, UnitId, BattleId, MapId);

impl Translate for Owner {
    fn translate(&mut self, own: &mut IdMap<'_>) -> Option<()> {
        // Dice without an owner belong to everybody.
        if self.0 != 0 {
            self.0 = own(self.0)?;
        }
        Some(())
    }
}

/// Unknown items are removed. A list of unknown items only is unknown itself.
impl<T: Translate> Translate for Vec<T> {
    fn translate(&mut self, own: &mut IdMap<'_>) -> Option<()> {
        let many = self.len();
        self.retain_mut(|item| item.translate(own).is_some());
        (many == 0 || !self.is_empty()).then_some(())
    }
}

impl<T: Translate> Translate for Option<T> {
    fn translate(&mut self, own: &mut IdMap<'_>) -> Option<()> {
        self.iter_mut().try_for_each(|item| item.translate(own))
    }
}

impl<T: Translate> Translate for Box<T> {
    fn translate(&mut self, own: &mut IdMap<'_>) -> Option<()> {
        self.as_mut().translate(own)
    }
}

impl<A: Translate, B: Translate> Translate for (A, B) {
    fn translate(&mut self, own: &mut IdMap<'_>) -> Option<()> {
        self.0.translate(own)?;
        self.1.translate(own)
    }
}

/// Implements [`Translate`] from a list of the fields with ids in each variant.
macro_rules! variants {
    ($($Enum:ident { $($Variant:ident { $($field:ident),* })* })*) => {$(
        impl Translate for $Enum {
            fn translate(&mut self, own: &mut IdMap<'_>) -> Option<()> {
                match self {
                    $(Self::$Variant { $($field,)* .. } => { $($field.translate(own)?;)* })*
                }
                Some(())
            }
        }
    )*};
}

macro_rules! fields {
    ($($Struct:ident { $($field:ident),* })*) => {$(
        impl Translate for $Struct {
            fn translate(&mut self, own: &mut IdMap<'_>) -> Option<()> {
                $(self.$field.translate(own)?;)*
                Some(())
            }
        }
    )*};
}

mod orders;

fields! {
    Place { map }
    Recruit { id, side, stack, on }
    Support { unit, counter }
    Marched { force }
    Formation { units, leader, screen }
    Decision { award }
    Learned { unit, stack, place }
    FoundCombat { first, second, over }
    FoundConflict { stacks, to_act, over }
    Known { force, of }
}

impl Translate for DiceRoll {
    fn translate(&mut self, own: &mut IdMap<'_>) -> Option<()> {
        // Each face has an owner, so no owner can be removed.
        self.who.iter_mut().try_for_each(|owner| owner.translate(own))
    }
}

impl<T: Translate> Translate for Found<T> {
    fn translate(&mut self, own: &mut IdMap<'_>) -> Option<()> {
        match self {
            Self::In(place) => place.translate(own),
            Self::Nowhere => Some(()),
        }
    }
}

impl<W: Translate> Translate for Clash<W> {
    fn translate(&mut self, own: &mut IdMap<'_>) -> Option<()> {
        self.by.translate(own)?;
        self.at.translate(own)
    }
}

impl Translate for ScreenTarget {
    fn translate(&mut self, own: &mut IdMap<'_>) -> Option<()> {
        match self {
            Self::Edge(stack, _) => stack.translate(own),
            Self::Unit(unit) => unit.translate(own),
            Self::Structure(_) => Some(()),
        }
    }
}

impl Translate for Parting {
    fn translate(&mut self, own: &mut IdMap<'_>) -> Option<()> {
        match self {
            Self::Left(force) | Self::Gone(force) => force.translate(own),
            Self::Fought(battle) => battle.translate(own),
            Self::SetAside => Some(()),
        }
    }
}

impl Translate for CombatEnd {
    fn translate(&mut self, own: &mut IdMap<'_>) -> Option<()> {
        match self {
            Self::Withdrew(side) | Self::NoneLeft(side) => side.translate(own),
            Self::PhasesUsed | Self::TimeUp => Some(()),
        }
    }
}

impl Translate for BattleEnd {
    fn translate(&mut self, own: &mut IdMap<'_>) -> Option<()> {
        match self {
            Self::NoneLeft(side) => side.translate(own),
            Self::Called | Self::AllExhausted => Some(()),
        }
    }
}

impl Translate for ConflictEnd {
    fn translate(&mut self, own: &mut IdMap<'_>) -> Option<()> {
        match self {
            Self::NoneLeft(side) => side.translate(own),
            Self::Disengaged | Self::TimeUp => Some(()),
        }
    }
}

impl Translate for UnderWay {
    fn translate(&mut self, own: &mut IdMap<'_>) -> Option<()> {
        let Self { battle, turn: _, phase: _, acting, initiative, first, exhausted, brought, combats, conflicts } =
            self;
        battle.translate(own)?;
        [acting, initiative, first].into_iter().try_for_each(|side| side.translate(own))?;
        exhausted.translate(own)?;
        for (side, units) in brought {
            side.translate(own)?;
            counted(units, own)?;
        }
        combats.translate(own)?;
        conflicts.translate(own)
    }
}

impl Translate for Lifted {
    fn translate(&mut self, own: &mut IdMap<'_>) -> Option<()> {
        let Self { side, stations, ways, contacts, holders, sources, points } = self;
        side.translate(own)?;
        stations.iter_mut().try_for_each(|(force, _)| force.translate(own))?;
        ways.iter_mut().try_for_each(|(force, _)| force.translate(own))?;
        contacts
            .iter_mut()
            .try_for_each(|(first, second, _)| first.translate(own).and_then(|()| second.translate(own)))?;
        holders.iter_mut().try_for_each(|(_, holder)| holder.translate(own))?;
        sources.iter_mut().try_for_each(|(side, _)| side.translate(own))?;
        points.iter_mut().try_for_each(|(side, _)| side.translate(own))
    }
}

impl Translate for TheatreDraft {
    fn translate(&mut self, own: &mut IdMap<'_>) -> Option<()> {
        self.map.translate(own)?;
        self.at.iter_mut().try_for_each(|(force, _)| force.translate(own))?;
        self.sources.iter_mut().try_for_each(|(side, _)| side.translate(own))
    }
}

fn counted<T>(units: &mut [(UnitId, T)], own: &mut IdMap<'_>) -> Option<()> {
    units.iter_mut().try_for_each(|(unit, _)| unit.translate(own))
}

impl Translate for Event {
    fn translate(&mut self, own: &mut IdMap<'_>) -> Option<()> {
        match self {
            Self::Opened { .. }
            | Self::RulesChanged(_)
            | Self::LadderChanged { .. }
            | Self::Abandoned
            | Self::DateSet { .. }
            | Self::Noted
            | Self::BranchNamed { .. }
            | Self::Argued { .. } => Some(()),
            Self::SideMade { id, .. } => id.translate(own),
            Self::StackMade { id, side, .. } => id.translate(own).and_then(|()| side.translate(own)),
            Self::UnitMade(recruit) => recruit.translate(own),
            Self::Renamed { id, .. } => id.translate(own),
            Self::Assigned { unit, from, to } => {
                unit.translate(own)?;
                from.translate(own)?;
                to.translate(own)
            }
            Self::BattleBegun { id, sides, map, .. } => {
                id.translate(own)?;
                map.translate(own)?;
                sides.translate(own)
            }
            Self::BattleEnded { battle, how, decision, .. } => {
                battle.translate(own)?;
                how.translate(own)?;
                decision.translate(own)
            }
            Self::InitiativeWon { battle, side }
            | Self::FirstChosen { battle, side }
            | Self::Exhausted { battle, side, .. }
            | Self::Objected { battle, side, .. } => battle.translate(own).and_then(|()| side.translate(own)),
            Self::PhaseBegun { battle, side, .. } => battle.translate(own).and_then(|()| side.translate(own)),
            Self::TurnEnded { battle, .. } | Self::Rethrown { battle, .. } | Self::PhaseFought { battle, .. } => {
                battle.translate(own)
            }
            Self::EdnaTested { unit, .. }
            | Self::EdnaRetested { unit, .. }
            | Self::EdnaWorn { unit, .. }
            | Self::EdnaRuled { unit, .. }
            | Self::Demoted { unit, .. }
            | Self::Eliminated { unit, .. }
            | Self::StrengthLost { unit, .. }
            | Self::StrengthRestored { unit, .. }
            | Self::Regraded { unit, .. }
            | Self::Shifted { unit, .. } => unit.translate(own),
            Self::CombatOpened { battle, first, second } => {
                battle.translate(own)?;
                first.translate(own)?;
                second.translate(own)
            }
            Self::Arrived { battle, units } | Self::Committed { battle, units, .. } => {
                battle.translate(own).and_then(|()| units.translate(own))
            }
            Self::Thrown { battle, support, .. } => battle.translate(own).and_then(|()| support.translate(own)),
            Self::CombatEnded { battle, how, .. } => battle.translate(own).and_then(|()| how.translate(own)),
            Self::PushedBack { unit, by } => unit.translate(own).and_then(|()| by.translate(own)),
            Self::DiceTested { passed, failed, .. } => passed.translate(own).and_then(|()| failed.translate(own)),
            Self::Volleyed { battle, unit, hits, .. } => {
                battle.translate(own)?;
                unit.translate(own)?;
                counted(hits, own)
            }
            Self::Supported { battle, units, clashes, .. } => {
                battle.translate(own)?;
                units.translate(own)?;
                clashes.translate(own)
            }
            Self::Consulted { who, .. } => who.translate(own),
            Self::Stacks(event) => event.translate(own),
            Self::Map(event) => event.translate(own),
            Self::Clock(event) => event.translate(own),
            Self::Victory(event) => event.translate(own),
            Self::Refit(event) => event.translate(own),
            Self::Theatre(event) => event.translate(own),
            Self::Staff(event) => event.translate(own),
            Self::Intel(event) => event.translate(own),
        }
    }
}

impl Translate for RefitEvent {
    fn translate(&mut self, own: &mut IdMap<'_>) -> Option<()> {
        match self {
            Self::Counted { battle, losses } => {
                battle.translate(own)?;
                losses.iter_mut().try_for_each(|(unit, ..)| unit.translate(own))
            }
            Self::Credited { battle, units } => battle.translate(own).and_then(|()| counted(units, own)),
            Self::Supplied { units, .. } => counted(units, own),
            Self::Returned { unit, .. }
            | Self::Recovered { unit, .. }
            | Self::Replaced { unit, .. }
            | Self::Raised { unit, .. } => unit.translate(own),
        }
    }
}

variants! {
    ClockEvent { Scheduled { who } Advanced {} Settled {} }
    Award { Won { side } Drawn {} }
    VictoryEvent {
        BattleDecided { battle, decision }
        Scored { side }
        CampaignEnded { decision }
    }
    MapEvent {
        Placed { unit, from, to }
        Moved { battle, units, stopped }
        Changed { unit }
        TerrainChanged { map }
        EdgeChanged { map }
        RoadChanged { map }
        LaidOut { id, battle }
        ChangedHands { map, from, to }
    }
    StaffEvent {
        Told { sides }
        Delivered {}
        Revealed { what, to }
        Hidden { what, from }
        HandedIn { side }
        Granted {}
        Refused {}
    }
    StackEvent {
        Postured { stack }
        Led { stack, from, to }
        Screened { stack, from, to }
        StatsSet { unit }
        ConflictOpened { battle, stacks }
        Formed { battle, stack, formation }
        RoundBegun { battle, order }
        Struck { battle, by, at }
        Exposed { unit }
        Held { battle, stack }
        Rotated { battle, stack }
        RoundEnded { battle }
        Joined { battle, stack }
        Fled { battle, stack }
        ConflictEnded { battle, how }
    }
}

impl Translate for IntelEvent {
    fn translate(&mut self, own: &mut IdMap<'_>) -> Option<()> {
        match self {
            Self::Sketched { side, known, .. } => side.translate(own).and_then(|()| known.translate(own)),
            Self::Faded { .. } => Some(()),
            Self::Met { forces, .. } | Self::Parted { forces, .. } => forces.translate(own),
            Self::Learned(learned) => learned.translate(own),
            Self::FoundIn { battle, unit, .. } => battle.translate(own).and_then(|()| unit.translate(own)),
            Self::OutOfSight { units, battles } => units.translate(own).and_then(|()| battles.translate(own)),
            Self::Stopped { forces } => forces.translate(own),
            Self::CameUpon(under_way) => under_way.translate(own),
            Self::FogFell { side } => side.translate(own),
            Self::FogLifted(lifted) => lifted.translate(own),
        }
    }
}

impl Translate for TheatreEvent {
    fn translate(&mut self, own: &mut IdMap<'_>) -> Option<()> {
        match self {
            Self::LaidOut(draft) => draft.translate(own),
            Self::Marched(moves) => moves.translate(own),
            Self::Stationed { force, .. } | Self::Sent { force, .. } => force.translate(own),
            Self::Met { first, second, .. } => first.translate(own).and_then(|()| second.translate(own)),
            Self::Parted { how, .. } => how.translate(own),
            Self::Sighted { side, force, .. } | Self::LostSight { side, force, .. } => {
                side.translate(own).and_then(|()| force.translate(own))
            }
            Self::ChangedHands { from, to, .. } => from.translate(own).and_then(|()| to.translate(own)),
        }
    }
}
