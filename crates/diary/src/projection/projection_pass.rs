//! The projection of one entry. A side's own state follows the true one: [`ProjectionPass::catch_up`] records the
//! difference between what the side knows and what it sees, before the entry's events are translated and after.

use super::{
    initial_view, map_events,
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
    event::{Event, FoundCombat, FoundConflict, IntelEvent, MapEvent, StackEvent, UnderWay},
    order::{Order, Recruit},
    state::{Battle, Combat, CombatLine, Conflict, Contingent, EntityKind, Map, Stack, State, Unit},
};

pub(super) struct ProjectionPass<'a> {
    pub viewer: Viewer,
    /// The true states before and after the entry.
    pub before: &'a State,
    pub after: &'a State,
    pub ids: &'a mut ViewerIds,
    /// The state of the side's own diary after the events so far.
    pub own_state: State,
    pub events: Vec<Event>,
    pub order: &'a Order,
    pub rolls: &'a [DiceRoll],
    /// The side's numbers of contacts looked up so far.
    contacts: BTreeMap<u32, u32>,
}

impl<'a> ProjectionPass<'a> {
    pub fn new(
        viewer: Viewer,
        (before, after): (&'a State, &'a State),
        (order, rolls): (&'a Order, &'a [DiceRoll]),
        ids: &'a mut ViewerIds,
        own_state: State,
    ) -> Self {
        Self { viewer, before, after, ids, own_state, events: Vec::new(), order, rolls, contacts: BTreeMap::new() }
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

    /// The side's id for a thing that it sees: one that it knows, or one that the entry makes. A side is introduced when
    /// it is first named.
    pub fn own_id(&mut self, id: u32) -> Option<u32> {
        let is_new = self.before.kind(Id(id)).is_none();
        let (kind, known) = (self.after.kind(Id(id))?, self.ids.id(id));
        match kind {
            EntityKind::Side if known.is_none() && !is_new => self.meet_side(SideId(id)),
            EntityKind::Side => Some(known.unwrap_or_else(|| self.ids.assign(id))),
            // Things out of sight are not named, even if they were in sight before.
            EntityKind::Stack | EntityKind::Unit | EntityKind::Battle if !self.sees(Id(id)) => None,
            EntityKind::Stack | EntityKind::Unit | EntityKind::Battle | EntityKind::Map => {
                known.or_else(|| (is_new && self.sees(Id(id))).then(|| self.ids.assign(id)))
            }
            // Orders and events name its stacks.
            EntityKind::Formation => None,
        }
    }

    /// Records the difference between what the side knows and the things that it sees after the entry, as they are in
    /// this state. Each kind of thing names only kinds before it.
    pub fn catch_up(&mut self, state: &State, seen: &BTreeSet<Id>) {
        let sees = |id: Id| seen.contains(&id);
        for map in state.maps().iter().filter(|map| sees(map.id.into())) {
            if self.ids.id(map.id.0).is_none() {
                self.meet_map(state, map);
            }
        }
        for stack in state.stacks().iter().filter(|stack| sees(stack.id.into())) {
            if self.ids.id(stack.id.0).is_none() {
                self.meet_stack(state, stack);
            }
        }
        for unit in state.units().iter().filter(|unit| sees(unit.id.into())) {
            // Under fog, units that fell before the side came to see them are not introduced.
            if self.ids.id(unit.id.0).is_none() && (unit.is_alive() || !self.is_foggy()) {
                self.meet_unit(state, unit);
            }
            if let Some(own) = self.ids.id(unit.id.0).map(UnitId) {
                self.learn(state, unit, own);
            }
        }
        for stack in state.stacks().iter().filter(|stack| sees(stack.id.into())) {
            self.learn_stack(stack);
        }
        for battle in state.open_battles().filter(|battle| sees(battle.id.into())) {
            if self.ids.id(battle.id.0).is_none() {
                self.meet_battle(state, battle);
            }
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

    /// Introduces a thing that the side does not know.
    fn introduce(&mut self, id: impl Into<Id>, made: impl FnOnce(u32) -> Event) -> Option<u32> {
        let own = self.ids.next_id();
        self.record(made(own)).then(|| self.ids.assign(id.into().0))
    }

    fn meet_side(&mut self, id: SideId) -> Option<u32> {
        let name = self.before.side(id)?.name.clone().into();
        self.introduce(id, |own| Event::SideMade { id: SideId(own), name })
    }

    fn meet_map(&mut self, state: &State, map: &Map) {
        let ground = Box::new(map_events::draft(state, map, |side| self.ids.id(side.0).is_some()));
        let laid = |own| Event::Map(MapEvent::LaidOut { id: MapId(own), ground, battle: None });
        self.introduce(map.id, laid);
    }

    fn meet_stack(&mut self, state: &State, stack: &Stack) {
        // A side that knows the name of a stack knows which formation it belongs to.
        let (name, formation) = (stack.name.clone().into(), state.formation_path(stack.id).into());
        let Some(side) = self.own_id(stack.side.0).map(SideId) else { return };
        self.introduce(stack.id, |own| Event::StackMade { id: StackId(own), side, name, formation });
    }

    fn meet_unit(&mut self, state: &State, unit: &Unit) {
        let side = self.own_id(unit.side.0).map(SideId);
        let stack = unit.stack.and_then(|stack| self.ids.id(stack.0)).map(StackId);
        // A unit on a map that the side does not see has no place.
        let on = unit.place.and_then(|place| self.own_id(place.map.0)).map(MapId);
        let at = unit.place.filter(|_| on.is_some()).map(|place| place.cell);
        self.meet_kind(&unit.kind);
        let made = self.redacted(state, unit).as_recruit(state.book());
        self.introduce(unit.id, |own| Event::UnitMade(Recruit { id: UnitId(own), side, stack, on, at, ..made }));
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
    fn meet_battle(&mut self, state: &State, battle: &Battle) -> Option<()> {
        let mut map = battle.map;
        let fights = |unit: &UnitId| {
            state.unit(*unit).is_some_and(Unit::is_alive) && state.battle_of(*unit).is_some_and(|of| of.id == battle.id)
        };
        let party = |party: &Contingent| (party.side, party.units().filter(fights).collect::<Vec<_>>());
        let mut sides: Vec<(SideId, Vec<UnitId>)> = battle.contingents.iter().map(party).collect();
        sides.retain(|(_, units)| !units.is_empty());
        map.translate(&mut |id| self.own_id(id))?;
        sides.translate(&mut |id| self.own_id(id))?;
        let name = battle.name.clone().into();
        self.introduce(battle.id, |own| Event::BattleBegun { id: BattleId(own), name, sides, map })?;
        let under_way = self.battle_progress(battle);
        self.record(Event::Intel(IntelEvent::CameUpon(Box::new(under_way))));
        Some(())
    }

    /// The progress of a battle, in the side's ids.
    fn battle_progress(&mut self, battle: &Battle) -> UnderWay {
        let viewer = self.viewer.0;
        let is_exact = !self.is_foggy() || *self.after.book().sight.unit_strength() == Detail::Exact;
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
            let units = units.filter_map(|(unit, sp)| Some((UnitId(own(unit.0)?), (*sp)?))).collect();
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

    /// A unit as the side may know it. Once the rules hide nothing, that is the unit itself.
    fn redacted<'u>(&self, state: &State, unit: &'u Unit) -> Cow<'u, Unit> {
        if self.is_foggy() { self.viewer.redacted_unit(state, unit) } else { Cow::Borrowed(unit) }
    }

    /// Adds a unit to a battle in which the side had not seen it: as part of the start, or as an arrival.
    fn join_battle(&mut self, state: &State, unit: UnitId, own: UnitId) {
        let Some(fought) = state.battle_of(unit).filter(|_| self.own_state.battle_of(own).is_none()) else { return };
        let Some(battle) = self.ids.id(fought.id.0).map(BattleId) else { return };
        if self.own_state.battle(battle).is_none_or(|battle| battle.ended.is_some()) {
            return;
        }
        let brought = fought.contingents.iter().flat_map(|contingent| &contingent.brought);
        let brought = brought.into_iter().find(|(other, _)| *other == unit).and_then(|(_, brought)| *brought);
        let placeholder = self.own_state.unit(own).filter(|unit| !unit.strength().is_exact());
        self.record(match brought {
            Some(brought) => {
                let brought = placeholder.map_or(brought, |unit| unit.strength_in_rules().now);
                Event::Intel(IntelEvent::FoundIn { battle, unit: own, brought })
            }
            None => Event::Arrived { battle, units: vec![own] },
        });
    }

    /// Records what the side learns about a known stack on seeing it. A leader or a screen that it does not see changes
    /// nothing that it knew.
    fn learn_stack(&mut self, stack: &Stack) -> Option<()> {
        let own = StackId(self.ids.id(stack.id.0)?);
        let known = self.own_state.stack(own)?.clone();
        let (mut leader, mut screening) = (stack.leader, stack.screening.clone());
        leader.translate(&mut |id| self.own_id(id)).unwrap_or_else(|| leader = known.leader);
        screening.translate(&mut |id| self.own_id(id)).unwrap_or_else(|| screening.clone_from(&known.screening));
        if known.name != stack.name {
            let (from, to) = (known.name.into(), stack.name.clone().into());
            self.record(Event::Renamed { id: own.into(), from, to });
        }
        if known.leader != leader {
            self.record(Event::Stacks(StackEvent::Led { stack: own, from: known.leader, to: leader }));
        }
        if known.screening != screening {
            self.record(Event::Stacks(StackEvent::Screened { stack: own, from: known.screening, to: screening }));
        }
        if known.posture != stack.posture {
            self.record(Event::Stacks(StackEvent::Postured { stack: own, from: known.posture, to: stack.posture }));
        }
        Some(())
    }

    /// Records what the side learns about a known unit on seeing it.
    fn learn(&mut self, state: &State, unit: &Unit, own: UnitId) {
        let Some(known) = self.own_state.unit(own) else { return };
        let mut learned = self.redacted(state, unit).changes_since(known);
        let (in_stack, at) = (known.stack, known.place);
        // A unit in an unknown stack or on an unknown map has no stack or place for the side.
        let stack = unit.stack.and_then(|stack| self.ids.id(stack.0)).map(StackId);
        let place = unit.place.and_then(|place| Some(Place { map: MapId(self.own_id(place.map.0)?), ..place }));
        learned.stack = (in_stack != stack).then(|| stack.into());
        learned.place = (at != place).then(|| place.into());
        if !learned.is_empty() {
            if let Some(kind) = &learned.kind {
                self.meet_kind(kind);
            }
            self.record(Event::Intel(IntelEvent::Learned(Box::new(learned))));
        }
        self.join_battle(state, unit.id, own);
    }
}
