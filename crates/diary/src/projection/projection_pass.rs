//! The pass that projects one entry: translates events into the side's ids, and inserts events that introduce things
//! the side has not met.

use super::{
    initial_view, map_events,
    redaction::recruit,
    translate::{IdMap, Translate},
    viewer_ids::{Viewer, ViewerIds, is_foggy},
};
use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};
use wardiary_base::{
    book::Detail,
    dice::DiceRoll,
    ground::Place,
    id::{BattleId, Id, MapId, SideId, StackId, UnitId},
    text::Text,
};
use wardiary_rules::{
    event::{Event, FoundCombat, FoundConflict, IntelEvent, Learned, MapEvent, Precision, UnderWay},
    order::Recruit,
    state::{Battle, Combat, CombatLine, Conflict, Contingent, EntityKind, State, Unit},
};

pub(super) struct ProjectionPass<'a> {
    pub viewer: Viewer,
    /// The true states before and after the entry.
    pub before: &'a State,
    pub after: &'a State,
    /// The true state that units are read from: `before` while the entry's events are projected, then `after`.
    pub now: &'a State,
    pub ids: &'a mut ViewerIds,
    /// The state of the side's own diary after the events so far.
    pub own_state: State,
    pub events: Vec<Event>,
    pub rolls: &'a [DiceRoll],
    /// Units already compared with what the side knows.
    compared: BTreeSet<UnitId>,
    /// The side's numbers of contacts looked up so far.
    contacts: BTreeMap<u32, u32>,
}

impl<'a> ProjectionPass<'a> {
    pub fn new(
        viewer: Viewer,
        (before, after): (&'a State, &'a State),
        rolls: &'a [DiceRoll],
        ids: &'a mut ViewerIds,
        own_state: State,
    ) -> Self {
        Self {
            viewer,
            before,
            after,
            now: before,
            ids,
            own_state,
            events: Vec::new(),
            rolls,
            compared: BTreeSet::new(),
            contacts: BTreeMap::new(),
        }
    }

    /// Whether the rules hide anything from the side.
    pub fn is_foggy(&self) -> bool {
        is_foggy(self.after.book())
    }

    /// Whether the side sees a thing before or after the entry.
    pub fn sees(&self, id: Id) -> bool {
        self.viewer.sees(self.before, id) || self.viewer.sees(self.after, id)
    }

    /// Whether a thing is the viewing side, or belongs to it.
    pub fn is_own(&self, id: Id) -> bool {
        self.before.side_of(id).or_else(|| self.after.side_of(id)) == Some(self.viewer.0)
    }

    /// Records an event in the side's ids, unless it names something that the side does not see, or does not fit what
    /// the side knows.
    pub fn record_translated(&mut self, mut event: Event) {
        let (ids, recorded) = (self.ids.clone(), self.events.len());
        let is_recorded = event.translate(&mut |id| self.own_id(id)).is_some() && self.record(event);
        if !is_recorded && self.events.len() == recorded {
            // Undo the ids assigned for an event that was not recorded.
            *self.ids = ids;
        }
    }

    /// Records an event that is in the side's ids already.
    pub fn record(&mut self, event: Event) -> bool {
        let fits = self.own_state.apply(&event).is_ok();
        if fits {
            self.events.push(event);
        }
        fits
    }

    /// The side's id for a thing that it sees. A new thing is introduced first.
    pub fn own_id(&mut self, id: u32) -> Option<u32> {
        let kind = self.after.kind(Id(id)).or_else(|| self.before.kind(Id(id)))?;
        if let Some(own) = self.ids.id(id) {
            let unit = UnitId(id);
            if kind == EntityKind::Unit {
                if !self.sees(unit.into()) {
                    return None;
                }
                self.refresh(unit);
            }
            // A battle out of sight is not recorded, even if it was in sight before.
            if kind == EntityKind::Battle && !self.sees(Id(id)) {
                return None;
            }
            return Some(own);
        }
        if kind != EntityKind::Side && !self.sees(Id(id)) {
            return None;
        }
        let was_there = self.before.kind(Id(id)).is_some();
        if !was_there {
            return Some(self.ids.assign(id));
        }
        match kind {
            EntityKind::Side => self.meet_side(SideId(id)),
            EntityKind::Stack => self.meet_stack(StackId(id)),
            EntityKind::Unit => self.meet_unit(UnitId(id)),
            EntityKind::Battle => self.meet_battle(BattleId(id)),
            EntityKind::Map => self.meet_map(MapId(id)),
            // Orders and events name its stacks.
            EntityKind::Formation => None,
        }
    }

    /// The side's number for a contact, found by its forces. It is cached, so it is known when the contact ends, too.
    pub fn own_contact(&mut self, number: u32) -> u32 {
        if let Some(own) = self.contacts.get(&number) {
            return *own;
        }
        let contact = self.before.contact(number).or_else(|| self.after.contact(number));
        let own = |id: Id| self.ids.id(id.0).map(Id);
        let forces = contact.and_then(|contact| own(contact.forces.0).zip(own(contact.forces.1)));
        let known = self.own_state.contacts().iter().find(|known| Some(known.forces) == forces);
        let number_of_own = known.map_or(number, |known| known.number);
        self.contacts.insert(number, number_of_own);
        number_of_own
    }

    fn meet_side(&mut self, id: SideId) -> Option<u32> {
        let name = self.before.side(id)?.name.clone().into();
        let own = self.ids.assign(id.0);
        self.record(Event::SideMade { id: SideId(own), name }).then_some(own)
    }

    fn meet_stack(&mut self, id: StackId) -> Option<u32> {
        let stack = self.before.stack(id)?;
        // A side that knows the name of a stack knows which formation it belongs to.
        let (name, formation) = (stack.name.clone().into(), self.before.formation_path(id).into());
        let side = SideId(self.own_id(stack.side.0)?);
        let own = self.ids.assign(id.0);
        self.record(Event::StackMade { id: StackId(own), side, name, formation }).then_some(own)
    }

    fn meet_unit(&mut self, id: UnitId) -> Option<u32> {
        let unit = self.now.unit(id)?;
        let side = Some(SideId(self.own_id(unit.side.0)?));
        let stack = match unit.stack {
            Some(stack) => Some(StackId(self.own_id(stack.0)?)),
            None => None,
        };
        // A unit on a map that the side does not see has no place.
        let on = unit.place.and_then(|place| self.own_id(place.map.0)).map(MapId);
        self.meet_kind(&unit.kind);
        let own = self.ids.assign(id.0);
        let at = unit.place.filter(|_| on.is_some()).map(|place| place.cell);
        let recruit = Recruit { id: UnitId(own), side, stack, on, at, ..recruit(self.now, &self.known_now(unit)) };
        let is_met = self.record(Event::UnitMade(recruit));
        self.refresh(id);
        is_met.then_some(own)
    }

    /// Adds a new troop type to the side's rules.
    pub fn meet_kind(&mut self, kind: &Text) {
        if self.own_state.book().troop(kind).is_some() {
            return;
        }
        let (before, after) = (self.before.book(), self.after.book());
        let book = if before.troop(kind).is_some() { before } else { after };
        let rules = initial_view::with_kind(book, &self.own_state, &self.after.name(self.viewer.0), kind);
        self.record(Event::RulesChanged(Box::new(rules)));
    }

    /// Introduces a battle that started before the side came to see it.
    fn meet_battle(&mut self, id: BattleId) -> Option<u32> {
        let battle = self.before.battle(id)?;
        let mut map = battle.map;
        // Eliminated units are not introduced.
        let before = self.before;
        let fights = |unit: &UnitId| {
            before.unit(*unit).is_some_and(Unit::is_alive) && before.battle_of(*unit).is_some_and(|of| of.id == id)
        };
        let party = |party: &Contingent| (party.side, party.units().filter(fights).collect::<Vec<_>>());
        let mut sides: Vec<(SideId, Vec<UnitId>)> = battle.contingents.iter().map(party).collect();
        sides.retain(|(_, units)| !units.is_empty());
        map.translate(&mut |id| self.own_id(id))?;
        sides.translate(&mut |id| self.own_id(id))?;
        let own = self.ids.assign(id.0);
        let begun = Event::BattleBegun { id: BattleId(own), name: battle.name.clone().into(), sides, map };
        let is_met = self.record(begun);
        if is_met {
            let under_way = self.battle_progress(battle);
            self.record(Event::Intel(IntelEvent::CameUpon(Box::new(under_way))));
        }
        is_met.then_some(own)
    }

    /// The progress of a battle, in the side's ids.
    fn battle_progress(&mut self, battle: &Battle) -> UnderWay {
        let viewer = self.viewer.0;
        let is_exact = !self.is_foggy() || self.after.book().sight.fought.strength == Detail::Exact;
        let knows = |side: SideId| side == viewer || is_exact;
        let mut own = |id: u32| self.own_id(id);
        let line = |line: &CombatLine, own: &mut IdMap<'_>| {
            // Eliminated units are not introduced.
            let units = line.units.iter().filter_map(|unit| own(unit.0)).map(UnitId).collect();
            Some((SideId(own(line.side.0)?), units))
        };
        let combat = |combat: &Combat, own: &mut IdMap<'_>| {
            let (first, second) = (line(&combat.lines.first, own)?, line(&combat.lines.second, own)?);
            let mut over = combat.ended;
            over.translate(own)?;
            Some(FoundCombat { first, second, phases: combat.phases_fought, over })
        };
        let conflict = |conflict: &Conflict, own: &mut IdMap<'_>| {
            let mut known = |stacks: Vec<StackId>| -> Vec<StackId> {
                stacks.into_iter().filter_map(|stack| own(stack.0)).map(StackId).collect()
            };
            let stacks = known(conflict.stacks.iter().filter(|at| !at.fled).map(|at| at.stack).collect());
            let to_act = conflict.under_way.then(|| known(conflict.to_act.clone()));
            let mut over = conflict.ended;
            over.translate(own)?;
            Some(FoundConflict { stacks, round: conflict.round, begun: conflict.rounds_begun, to_act, over })
        };
        let mut side = |side: Option<SideId>| side.and_then(|side| own(side.0)).map(SideId);
        let (acting, initiative, first) =
            (side(battle.acting_side), side(battle.initiative_winner), side(battle.first_side));
        let exhausted = battle.contingents.iter().filter(|contingent| contingent.exhausted);
        let exhausted = exhausted.filter_map(|contingent| side(Some(contingent.side))).collect();
        let brought = battle.contingents.iter().filter(|contingent| knows(contingent.side));
        let brought = brought.filter_map(|contingent| {
            let units = contingent.brought.iter().chain(&contingent.arrived);
            let units = units.filter_map(|(unit, sp)| Some((UnitId(own(unit.0)?), *sp))).collect();
            Some((SideId(own(contingent.side.0)?), units))
        });
        let brought = brought.collect();
        UnderWay {
            exhausted,
            brought,
            battle: BattleId(own(battle.id.0).unwrap_or_default()),
            turn: battle.turn,
            phase: u8::try_from(battle.phase).unwrap_or(u8::MAX),
            acting,
            initiative,
            first,
            combats: battle.combats.iter().filter_map(|at| combat(at, &mut own)).collect(),
            conflicts: battle.conflicts.iter().filter_map(|at| conflict(at, &mut own)).collect(),
        }
    }

    fn meet_map(&mut self, id: MapId) -> Option<u32> {
        let before = self.before;
        let ground = Box::new(map_events::draft(before, before.map(id)?, |side| self.ids.id(side.0).is_some()));
        let own = self.ids.assign(id.0);
        let laid = MapEvent::LaidOut { id: MapId(own), ground, battle: None };
        self.record(Event::Map(laid)).then_some(own)
    }

    /// A unit as the side may know it. Once the rules hide nothing, that is the unit itself.
    fn known_now<'u>(&self, unit: &'u Unit) -> Cow<'u, Unit> {
        if self.is_foggy() { self.viewer.redacted_unit(self.now, unit) } else { Cow::Borrowed(unit) }
    }

    /// Adds a unit to a battle in which the side had not seen it: as part of the start, or as an arrival.
    fn join_battle(&mut self, unit: UnitId, own: UnitId) {
        let Some(fought) = self.now.battle_of(unit).filter(|_| self.own_state.battle_of(own).is_none()) else { return };
        let Some(battle) = self.ids.id(fought.id.0).map(BattleId) else { return };
        if self.own_state.battle(battle).is_none_or(|battle| battle.ended.is_some()) {
            return;
        }
        let brought = fought.contingents.iter().flat_map(|contingent| &contingent.brought);
        let brought = brought.into_iter().find(|(other, _)| *other == unit).map(|(_, brought)| *brought);
        let placeholder = self.own_state.unit(own).filter(|unit| !unit.strength_precision().is_exact());
        self.record(match brought {
            Some(brought) => {
                let brought = placeholder.map_or(brought, |unit| unit.strength.now);
                Event::Intel(IntelEvent::FoundIn { battle, unit: own, brought })
            }
            None => Event::Arrived { battle, units: vec![own] },
        });
    }

    /// Records what the side learns about a known unit on seeing it.
    pub fn refresh(&mut self, unit: UnitId) {
        let (Some(own), Some(is)) = (self.ids.id(unit.0), self.now.unit(unit)) else { return };
        let is_after = std::ptr::eq(self.now, self.after);
        if !is_after && !self.compared.insert(unit) {
            return;
        }
        let Some(known) = self.own_state.unit(UnitId(own)) else { return };
        let mut learned = learned(known, &self.known_now(is));
        // A unit in an unknown stack or on an unknown map has no stack or place for the side.
        let stack = is.stack.and_then(|stack| self.own_id(stack.0)).map(StackId);
        let place = is.place.and_then(|place| Some(Place { map: MapId(self.own_id(place.map.0)?), ..place }));
        let Some(known) = self.own_state.unit(UnitId(own)) else { return };
        learned.stack = (known.stack != stack).then(|| stack.into());
        learned.place = (known.place != place).then(|| place.into());
        if !learned.is_empty() {
            if let Some(kind) = &learned.kind {
                self.meet_kind(kind);
            }
            self.record(Event::Intel(IntelEvent::Learned(Box::new(learned))));
        }
        self.join_battle(unit, UnitId(own));
    }
}

/// The differences between a unit and what the side knows of it, except for its stack and place.
fn learned(known: &Unit, is: &Unit) -> Learned {
    // Nothing new is learned about an eliminated unit: placeholders must not replace numbers known before.
    let may_tell = |precision: Precision| is.is_alive() || precision.is_exact();
    let shifts = |unit: &Unit| unit.shifts.iter().map(|shift| (shift.steps, shift.term)).collect::<Vec<_>>();
    Learned {
        unit: known.id,
        name: (known.name != is.name).then(|| is.name.clone().into()),
        strength: (known.strength != is.strength).then_some((is.strength.now, is.strength.full)),
        edna: (known.edna != is.edna && may_tell(is.edna_precision())).then_some((is.edna.now, is.edna.full)),
        grade: (known.grade != is.grade && may_tell(is.grade_precision())).then_some(is.grade),
        shifts: (known.shifts != is.shifts && may_tell(is.grade_precision())).then(|| shifts(is)),
        kind: (known.kind != is.kind).then(|| is.kind.clone()),
        stats: is.stats.clone().filter(|_| known.stats != is.stats),
        precision: (known.precision != is.precision && is.is_alive())
            .then(|| is.precision.as_deref().cloned().unwrap_or_default()),
        ..Learned::default()
    }
}
