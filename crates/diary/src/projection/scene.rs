//! An entry while it is put into what a side saw of it: events come in its own numbers, and before those that name what it had
//! not met come others that bring that in.

use super::{
    eyes::{Eyes, Viewer, is_foggy},
    ground, rules,
    translate::{Own, Translate},
    veil::recruit,
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
};
use wardiary_rules::{
    event::{Event, FoundCombat, FoundConflict, IntelEvent, Learned, MapEvent, Reading, UnderWay},
    order::Recruit,
    state::{Battle, Combat, CombatLine, Conflict, Contingent, EntityKind, State, Unit},
};

/// What is seen of an entry, as far as it is made.
pub(super) struct Scene<'a> {
    pub viewer: Viewer,
    /// The true state before the entry, and after it.
    pub before: &'a State,
    pub after: &'a State,
    /// The one of the two that units are in by the events told so far: the first, until all are told.
    pub now: &'a State,
    pub eyes: &'a mut Eyes,
    /// The state of the side's own diary, with the events so far.
    pub seen: State,
    pub events: Vec<Event>,
    /// The dice of the entry.
    pub falls: &'a [DiceRoll],
    /// What has been compared with what was known of it already.
    fresh: BTreeSet<UnitId>,
    /// The numbers that the side has for contacts that were asked for.
    contacts: BTreeMap<u32, u32>,
}

impl<'a> Scene<'a> {
    pub fn new(
        viewer: Viewer,
        (before, after): (&'a State, &'a State),
        falls: &'a [DiceRoll],
        eyes: &'a mut Eyes,
        seen: State,
    ) -> Self {
        Self {
            viewer,
            before,
            after,
            now: before,
            eyes,
            seen,
            events: Vec::new(),
            falls,
            fresh: BTreeSet::new(),
            contacts: BTreeMap::new(),
        }
    }

    /// Whether the side sees less than all there is.
    pub fn is_foggy(&self) -> bool {
        is_foggy(self.after.book())
    }

    /// Whether it sees a thing, before the entry or after it.
    pub fn sees(&self, id: Id) -> bool {
        self.viewer.sees(self.before, id) || self.viewer.sees(self.after, id)
    }

    /// Tells an event, put into the side's own numbers. What names anything that the side does not see, or does not fit what
    /// it knows, is not told.
    pub fn tell(&mut self, event: &Event) -> bool {
        let Some(mut own) = self.veiled(event) else { return false };
        let (eyes, told) = (self.eyes.clone(), self.events.len());
        let is_told = own.translate(&mut |id| self.own(id)).is_some() && self.record(own);
        if !is_told && self.events.len() == told {
            // No number is given to what is not told.
            *self.eyes = eyes;
        }
        is_told
    }

    /// Tells an event that is in the side's own numbers.
    pub fn record(&mut self, event: Event) -> bool {
        let fits = self.seen.validate(&event).is_ok();
        if fits {
            self.seen.apply(&event);
            self.events.push(event);
        }
        fits
    }

    /// The side's own number for what it sees. It is brought in where the side has not met it yet.
    pub fn own(&mut self, id: u32) -> Option<u32> {
        let kind = self.after.kind(Id(id)).or_else(|| self.before.kind(Id(id)))?;
        if let Some(own) = self.eyes.own(id) {
            let unit = UnitId(id);
            if kind == EntityKind::Unit {
                if !self.sees(unit.into()) {
                    return None;
                }
                self.refresh(unit);
            }
            // Of what goes on out of sight nothing is told, whether it was in sight before or not.
            if kind == EntityKind::Battle && !self.sees(Id(id)) {
                return None;
            }
            return Some(own);
        }
        if kind != EntityKind::Side && !self.sees(Id(id)) {
            return None;
        }
        let was_there = self.before.kind(Id(id)).is_some();
        match kind {
            _ if !was_there => Some(self.eyes.meet(id)),
            EntityKind::Side => self.meet_side(SideId(id)),
            EntityKind::Stack => self.meet_stack(StackId(id)),
            EntityKind::Unit => self.meet_unit(UnitId(id)),
            EntityKind::Battle => self.meet_battle(BattleId(id)),
            EntityKind::Map => self.meet_map(MapId(id)),
        }
    }

    /// The number that the side has for a contact, which it knows by the forces that are in it; also when it is told to be over.
    pub fn own_contact(&mut self, number: u32) -> u32 {
        if let Some(own) = self.contacts.get(&number) {
            return *own;
        }
        let contact = self.before.contact(number).or_else(|| self.after.contact(number));
        let own = |id: Id| self.eyes.own(id.0).map(Id);
        let forces = contact.and_then(|contact| own(contact.forces.0).zip(own(contact.forces.1)));
        let known = self.seen.contacts().iter().find(|known| Some(known.forces) == forces);
        let number_of_own = known.map_or(number, |known| known.number);
        self.contacts.insert(number, number_of_own);
        number_of_own
    }

    fn meet_side(&mut self, id: SideId) -> Option<u32> {
        let name = self.before.side(id)?.name.to_string();
        let own = self.eyes.meet(id.0);
        self.record(Event::SideMade { id: SideId(own), name }).then_some(own)
    }

    fn meet_stack(&mut self, id: StackId) -> Option<u32> {
        let stack = self.before.stack(id)?;
        let (name, side) = (stack.name.to_string(), SideId(self.own(stack.side.0)?));
        let own = self.eyes.meet(id.0);
        self.record(Event::StackMade { id: StackId(own), side, name }).then_some(own)
    }

    fn meet_unit(&mut self, id: UnitId) -> Option<u32> {
        let unit = self.now.unit(id)?;
        let side = Some(SideId(self.own(unit.side.0)?));
        let stack = match unit.stack {
            Some(stack) => Some(StackId(self.own(stack.0)?)),
            None => None,
        };
        // On another map than that on which it is seen it stands nowhere.
        let on = unit.place.and_then(|place| self.own(place.map.0)).map(MapId);
        self.meet_kind(&unit.kind);
        let own = self.eyes.meet(id.0);
        let at = unit.place.filter(|_| on.is_some()).map(|place| place.cell);
        let recruit = Recruit { id: UnitId(own), side, stack, on, at, ..recruit(self.now, &self.known_now(unit)) };
        let is_met = self.record(Event::UnitMade(recruit));
        self.refresh(id);
        is_met.then_some(own)
    }

    /// A troop type that the side had not met comes into its rules.
    pub fn meet_kind(&mut self, kind: &str) {
        if self.seen.book().troop(kind).is_some() {
            return;
        }
        let (before, after) = (self.before.book(), self.after.book());
        let book = if before.troop(kind).is_some() { before } else { after };
        let rules = rules::with_kind(book, &self.seen, &self.after.name(self.viewer.0), kind);
        self.record(Event::RulesChanged(Box::new(rules)));
    }

    /// A battle that was under way already when the side came into it.
    fn meet_battle(&mut self, id: BattleId) -> Option<u32> {
        let battle = self.before.battle(id)?;
        let mut map = battle.map;
        // Whoever has fallen is on nobody's side of the table any more.
        let before = self.before;
        let fights = |unit: &UnitId| {
            before.unit(*unit).is_some_and(Unit::is_alive) && before.battle_of(*unit).is_some_and(|of| of.id == id)
        };
        let party = |party: &Contingent| (party.side, party.units().filter(fights).collect::<Vec<_>>());
        let mut sides: Vec<(SideId, Vec<UnitId>)> = battle.contingents.iter().map(party).collect();
        sides.retain(|(_, units)| !units.is_empty());
        map.translate(&mut |id| self.own(id))?;
        sides.translate(&mut |id| self.own(id))?;
        let own = self.eyes.meet(id.0);
        let begun = Event::BattleBegun { id: BattleId(own), name: battle.name.to_string(), sides, map };
        let is_met = self.record(begun);
        if is_met {
            let under_way = self.under_way(battle);
            self.record(Event::Intel(IntelEvent::CameUpon(Box::new(under_way))));
        }
        is_met.then_some(own)
    }

    /// How far a battle is, in the side's own numbers.
    fn under_way(&mut self, battle: &Battle) -> UnderWay {
        let viewer = self.viewer.0;
        let is_exact = !self.is_foggy() || self.after.book().sight.fought.strength == Detail::Exact;
        let knows = |side: SideId| side == viewer || is_exact;
        let mut own = |id: u32| self.own(id);
        let line = |line: &CombatLine, own: &mut Own<'_>| {
            // Whoever is no more is not met.
            let units = line.units.iter().filter_map(|unit| own(unit.0)).map(UnitId).collect();
            Some((SideId(own(line.side.0)?), units))
        };
        let combat = |combat: &Combat, own: &mut Own<'_>| {
            let (first, second) = (line(&combat.lines.first, own)?, line(&combat.lines.second, own)?);
            let mut over = combat.over;
            over.translate(own)?;
            Some(FoundCombat { first, second, phases: combat.phases, over })
        };
        let conflict = |conflict: &Conflict, own: &mut Own<'_>| {
            let mut known = |stacks: Vec<StackId>| -> Vec<StackId> {
                stacks.into_iter().filter_map(|stack| own(stack.0)).map(StackId).collect()
            };
            let stacks = known(conflict.stacks.iter().filter(|at| !at.fled).map(|at| at.stack).collect());
            let to_act = conflict.under_way.then(|| known(conflict.to_act.clone()));
            let mut over = conflict.over;
            over.translate(own)?;
            Some(FoundConflict { stacks, round: conflict.round, begun: conflict.begun, to_act, over })
        };
        let mut side = |side: Option<SideId>| side.and_then(|side| own(side.0)).map(SideId);
        let (acting, initiative, first) = (side(battle.acting), side(battle.initiative), side(battle.first));
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
        let ground = Box::new(ground::draft(before, before.map(id)?, |side| self.eyes.own(side.0).is_some()));
        let own = self.eyes.meet(id.0);
        let laid = MapEvent::LaidOut { id: MapId(own), ground, battle: None };
        self.record(Event::Map(laid)).then_some(own)
    }

    /// A unit as the side may know it: where the rules hide nothing any more after the entry, as it is.
    fn known_now<'u>(&self, unit: &'u Unit) -> Cow<'u, Unit> {
        if self.is_foggy() { self.viewer.as_seen(self.now, unit) } else { Cow::Borrowed(unit) }
    }

    /// A unit that stood in a battle without the side's knowing it is in that for it too: from its beginning, or since it came.
    fn join_battle(&mut self, unit: UnitId, own: UnitId) {
        let Some(fought) = self.now.battle_of(unit).filter(|_| self.seen.battle_of(own).is_none()) else { return };
        let Some(battle) = self.eyes.own(fought.id.0).map(BattleId) else { return };
        if self.seen.battle(battle).is_none_or(|battle| battle.over.is_some()) {
            return;
        }
        let brought = fought.contingents.iter().flat_map(|contingent| &contingent.brought);
        let brought = brought.into_iter().find(|(other, _)| *other == unit).map(|(_, brought)| *brought);
        let placeholder = self.seen.unit(own).filter(|unit| !unit.strength_known().is_exact());
        self.record(match brought {
            Some(brought) => {
                let brought = placeholder.map_or(brought, |unit| unit.strength.now);
                Event::Intel(IntelEvent::FoundIn { battle, unit: own, brought })
            }
            None => Event::Arrived { battle, units: vec![own] },
        });
    }

    /// What has changed of a unit that the side knows, without its seeing how: it is learned when it is seen.
    pub fn refresh(&mut self, unit: UnitId) {
        let (Some(own), Some(is)) = (self.eyes.own(unit.0), self.now.unit(unit)) else { return };
        let is_after = std::ptr::eq(self.now, self.after);
        if !is_after && !self.fresh.insert(unit) {
            return;
        }
        let Some(known) = self.seen.unit(UnitId(own)) else { return };
        let mut learned = learned(known, &self.known_now(is));
        // Where it is in a stack, or on a map, of which the side knows nothing, it is nowhere for it.
        let stack = is.stack.and_then(|stack| self.own(stack.0)).map(StackId);
        let place = is.place.and_then(|place| Some(Place { map: MapId(self.own(place.map.0)?), ..place }));
        let Some(known) = self.seen.unit(UnitId(own)) else { return };
        learned.stack = (known.stack != stack).then(|| stack.into());
        learned.place = (known.place != place).then(|| place.into());
        if !learned.is_nothing() {
            if let Some(kind) = &learned.kind {
                self.meet_kind(kind);
            }
            self.record(Event::Intel(IntelEvent::Learned(Box::new(learned))));
        }
        self.join_battle(unit, UnitId(own));
    }
}

/// What is otherwise with a unit than is known; where it is is not compared.
fn learned(known: &Unit, is: &Unit) -> Learned {
    // Of whoever has fallen there is nothing more to be known: what stands for hidden numbers does not take the place of those
    // that are.
    let may_tell = |reading: Reading| is.is_alive() || reading.is_exact();
    let shifts = |unit: &Unit| unit.shifts.iter().map(|shift| (shift.by, shift.term)).collect::<Vec<_>>();
    Learned {
        unit: known.id,
        name: (known.name != is.name).then(|| is.name.to_string()),
        strength: (known.strength != is.strength).then_some((is.strength.now, is.strength.full)),
        edna: (known.edna != is.edna && may_tell(is.edna_known())).then_some((is.edna.now, is.edna.full)),
        grade: (known.grade != is.grade && may_tell(is.grade_known())).then_some(is.grade),
        shifts: (known.shifts != is.shifts && may_tell(is.grade_known())).then(|| shifts(is)),
        kind: (known.kind != is.kind).then(|| is.kind.to_string()),
        stats: is.stats.clone().filter(|_| known.stats != is.stats),
        veil: (known.veil != is.veil && is.is_alive()).then(|| is.veil.as_deref().cloned().unwrap_or_default()),
        ..Learned::default()
    }
}
