//! Walks through the diary and gathers service records.

use super::{Condition, LeaderChange, Service, ServiceRecord, ServiceRecords, TakenObjective};
use std::{collections::BTreeMap, sync::Arc};
use wardiary_base::{
    ground::Cell,
    id::{BattleId, Id, MapId, StackId, UnitId},
    sides::CombatSide,
};
use wardiary_diary::diary::{
    Diary, EntryNo,
    steps::{DiaryStep, ReplayResult},
};
use wardiary_odds::odds::{Monitor, OddsError};
use wardiary_rules::{
    event::{Event, MapEvent, StackEvent, TheatreEvent},
    rules::FoughtPhase,
    state::{Battle, State, Unit, battle::Contingent},
};

/// The records of all units on the path to the head.
pub fn service(diary: &Diary, watch: Monitor) -> Result<ServiceRecords, OddsError> {
    let mut gathering = RecordCollector::default();
    let start = diary.state_at(0).expect("every diary has its muster");
    gathering.add_new_units(0, &start);
    for battle in start.battles() {
        battle
            .contingents
            .iter()
            .flat_map(Contingent::units)
            .for_each(|unit| gathering.join_battle(battle.id, unit, &start));
    }
    let led = start.stacks().iter().filter(|stack| stack.leader.is_some());
    gathering.leaders = led.map(|stack| LeaderChange { no: 0, stack: stack.id, leader: stack.leader }).collect();
    let mut days = Vec::new();
    let all = f64::from(u32::try_from(diary.path().len()).unwrap_or(u32::MAX).max(1));
    for (at, step) in (0u32..).zip(diary.steps(diary.path().iter().copied())) {
        watch.check_cancelled()?;
        (watch.progress)(f64::from(at) / all);
        if step.before.calendar().now.count != step.after.calendar().now.count {
            days.push(Arc::clone(&step.before));
        }
        gathering.entry(&step);
    }
    let state = diary.state();
    days.push(Arc::new(state.clone()));
    for battle in state.open_battles() {
        battle
            .contingents
            .iter()
            .flat_map(Contingent::units)
            .for_each(|unit| gathering.leave_battle(battle.id, unit, state));
    }
    let RecordCollector { records, entries, leaders, .. } = gathering;
    let mut units: Vec<ServiceRecord> = records.into_values().collect();
    let place = |unit: UnitId| state.units().iter().position(|other| other.id == unit);
    units.sort_by_key(|record| place(record.unit));
    let remarks = diary.path().iter().filter_map(|no| Some((*no, diary.remarks_on(*no)?.clone())));
    Ok(ServiceRecords { units, entries, remarks: remarks.collect(), leaders, days })
}

/// The service of each unit in one entry, by battle; only units that did something.
pub(super) fn step_services(step: &DiaryStep) -> Vec<(BattleId, UnitId, Service)> {
    let mut gathering = RecordCollector { single_step: Some(step), ..RecordCollector::default() };
    gathering.entry(step);
    let of_unit = |record: ServiceRecord| record.battles.into_iter().map(move |did| (did.battle, record.unit, did));
    gathering.records.into_values().flat_map(of_unit).filter(|(.., did)| did.is_notable()).collect()
}

#[derive(Default)]
struct RecordCollector<'a> {
    /// The single entry under consideration, if there is only one.
    single_step: Option<&'a DiaryStep<'a>>,
    records: BTreeMap<UnitId, ServiceRecord>,
    entries: BTreeMap<Id, Vec<EntryNo>>,
    leaders: Vec<LeaderChange>,
}

impl RecordCollector<'_> {
    fn add_new_units(&mut self, no: EntryNo, state: &State) {
        for unit in state.units() {
            self.records.entry(unit.id).or_insert_with(|| record_from(no, state, unit));
        }
    }

    /// The record of a unit. For a single entry it is created here, with the battles that the unit was already in.
    fn record(&mut self, unit: UnitId) -> Option<&mut ServiceRecord> {
        if let Some(step) = self.single_step.filter(|_| !self.records.contains_key(&unit)) {
            let (state, found) =
                [&step.before, &step.after].into_iter().find_map(|state| Some((state, state.unit(unit)?)))?;
            let mut record = record_from(step.entry.parent(), state, found);
            if let Some(before) = step.before.unit(unit) {
                let is_there = |battle: &&Battle| battle.contingents.iter().any(|contingent| contingent.contains(unit));
                let battles = step.before.open_battles().filter(is_there);
                record.battles.extend(battles.map(|b| Service::new(b.id, &step.before, before)));
            }
            self.records.insert(unit, record);
        }
        self.records.get_mut(&unit)
    }

    fn join_battle(&mut self, battle: BattleId, unit: UnitId, state: &State) {
        let Some(found) = state.unit(unit) else { return };
        if let Some(record) = self.record(unit) {
            record.battles.push(Service::new(battle, state, found));
        }
    }

    /// Adds the battle with the unit's condition before the entry, or after it if a side first sees the unit in it.
    fn join_battle_during(&mut self, battle: BattleId, unit: UnitId, step: &DiaryStep) {
        let was_there = step.before.unit(unit).is_some();
        self.join_battle(battle, unit, if was_there { &step.before } else { &step.after });
    }

    fn leave_battle(&mut self, battle: BattleId, unit: UnitId, state: &State) {
        let Some(found) = state.unit(unit) else { return };
        if let Some(service) = self.service(battle, unit) {
            service.to = Condition::new(state, found);
            service.lost = service.lost.filter(|_| found.strength().is_exact());
        }
    }

    fn service(&mut self, battle: BattleId, unit: UnitId) -> Option<&mut Service> {
        let record = self.record(unit)?;
        record.battles.iter_mut().rev().find(|service| service.battle == battle)
    }

    /// A unit's service in the battle that it is in at this entry.
    fn current_service(&mut self, step: &DiaryStep, unit: UnitId) -> Option<&mut Service> {
        let battle = step.before.battle_of(unit).or_else(|| step.after.battle_of(unit))?.id;
        self.service(battle, unit)
    }

    fn entry(&mut self, step: &DiaryStep) {
        let no = step.entry.no;
        if self.single_step.is_none() {
            self.add_new_units(no, &step.after);
        }
        for event in &step.entry.events {
            self.event(step, event);
        }
        if !step.entry.dice.is_empty()
            && let ReplayResult::AsRecorded(done) = step.replay().result
            && let Some(fought) = done.rolled.as_ref().and_then(|rolled| rolled.phase()).filter(|f| f.settled)
        {
            self.count_defeats(step, fought);
        }
        for id in step.concerns() {
            self.entries.entry(id).or_default().push(no);
            let unit = UnitId(id.0);
            let Some(record) = self.records.get_mut(&unit) else { continue };
            let Some(found) = step.after.unit(unit) else { continue };
            let now = Condition::new(&step.after, found);
            if record.history.last().is_none_or(|(_, last)| *last != now) {
                record.history.push((no, now));
            }
        }
    }

    fn event(&mut self, step: &DiaryStep, event: &Event) {
        match event {
            Event::BattleBegun { id, sides, .. } => {
                sides.iter().flat_map(|(_, units)| units).for_each(|unit| self.join_battle_during(*id, *unit, step));
            }
            Event::Arrived { battle, units } => {
                units.iter().for_each(|unit| self.join_battle_during(*battle, *unit, step));
            }
            Event::BattleEnded { battle, .. } => {
                let units =
                    step.after.battle(*battle).into_iter().flat_map(|b| &b.contingents).flat_map(Contingent::units);
                units.for_each(|unit| {
                    self.leave_battle(*battle, unit, &step.after);
                    if let Some(service) = self.service(*battle, unit) {
                        service.held_objective = held_objective(&step.after, unit);
                    }
                });
            }
            Event::Map(MapEvent::ChangedHands { map, at, .. }) => {
                step.objective_takers(event)
                    .into_iter()
                    .for_each(|unit| self.take_objective(step, unit, &area(&step.after, *map, *at)));
            }
            Event::Theatre(TheatreEvent::ChangedHands { at, .. }) => {
                let Some(theatre) = step.after.theatre() else { return };
                step.objective_takers(event)
                    .into_iter()
                    .for_each(|unit| self.take_objective(step, unit, &theatre.name(*at)));
            }
            Event::CombatOpened { battle, first, second } => {
                first.1.iter().chain(&second.1).for_each(|unit| self.count_combat(*battle, *unit));
            }
            Event::Committed { battle, units, .. } => units.iter().for_each(|unit| self.count_combat(*battle, *unit)),
            Event::Stacks(StackEvent::ConflictOpened { battle, stacks }) => {
                stacks.0.iter().chain(&stacks.1).for_each(|stack| self.count_stack_combat(step, *battle, *stack));
            }
            Event::Stacks(StackEvent::Led { stack, to, .. }) => {
                self.leaders.push(LeaderChange { no: step.entry.no, stack: *stack, leader: *to });
            }
            Event::Stacks(StackEvent::Joined { battle, stack, .. }) => self.count_stack_combat(step, *battle, *stack),
            Event::Volleyed { battle, unit, hits, .. } => {
                if let Some(service) = self.service(*battle, *unit) {
                    service.volleys += 1;
                    service.hits += hits.iter().map(|(_, hits)| u32::from(*hits)).sum::<u32>();
                }
            }
            Event::EdnaTested { unit, acts, .. } => self.count_test(step, *unit, *acts),
            // The test stays the same; its new result replaces the old one.
            Event::EdnaRetested { unit, acts: true, .. } => {
                self.current_service(step, *unit).into_iter().for_each(|service| service.passed += 1);
            }
            Event::DiceTested { passed, failed, .. } => {
                passed.iter().for_each(|unit| self.count_test(step, *unit, true));
                failed.iter().for_each(|unit| self.count_test(step, *unit, false));
            }
            Event::StrengthLost { unit, from, to } => self.count_loss(step, *unit, from.saturating_sub(*to)),
            Event::Eliminated { unit, from, .. } => self.count_loss(step, *unit, *from),
            _ => {}
        }
    }

    /// Records that a unit took an objective, in its battle or in none.
    fn take_objective(&mut self, step: &DiaryStep, unit: UnitId, place: &str) {
        let stack = step.after.unit(unit).and_then(|unit| unit.stack);
        let taken = TakenObjective { no: step.entry.no, place: place.to_string(), stack };
        if let Some(service) = self.current_service(step, unit) {
            service.objectives_taken.push(taken);
        } else if let Some(record) = self.record(unit) {
            record.objectives_taken.push(taken);
        }
    }

    fn count_combat(&mut self, battle: BattleId, unit: UnitId) {
        self.service(battle, unit).into_iter().for_each(|service| service.combats += 1);
    }

    fn count_stack_combat(&mut self, step: &DiaryStep, battle: BattleId, stack: StackId) {
        let units = step.before.units_of_stack(stack).filter(|unit| unit.is_alive());
        units.for_each(|unit| self.count_combat(battle, unit.id));
    }

    fn count_test(&mut self, step: &DiaryStep, unit: UnitId, passed: bool) {
        if let Some(service) = self.current_service(step, unit) {
            service.tests += 1;
            service.passed += u32::from(passed);
        }
    }

    fn count_loss(&mut self, step: &DiaryStep, unit: UnitId, points: u16) {
        self.current_service(step, unit)
            .into_iter()
            .for_each(|service| service.lost = service.lost.map(|lost| lost + u32::from(points)));
    }

    /// Records the defeats that each unit of a phase inflicted and suffered.
    fn count_defeats(&mut self, step: &DiaryStep, fought: &FoughtPhase) {
        for side in CombatSide::BOTH {
            for unit in fought.inflicted_by(side) {
                self.current_service(step, unit).into_iter().for_each(|service| service.inflicted += 1);
            }
            for (unit, fate) in fought.units[side].iter().zip(&fought.phase.fates[side]) {
                let suffered = u32::from(fate.defeats);
                self.current_service(step, *unit).into_iter().for_each(|service| service.suffered += suffered);
            }
        }
    }
}

fn record_from(no: EntryNo, state: &State, unit: &Unit) -> ServiceRecord {
    ServiceRecord {
        unit: unit.id,
        side: unit.side,
        history: vec![(no, Condition::new(state, unit))],
        battles: Vec::new(),
        objectives_taken: Vec::new(),
    }
}

fn held_objective(state: &State, unit: UnitId) -> Option<String> {
    let unit = state.unit(unit).filter(|unit| unit.is_alive())?;
    let place = unit.place?;
    let holder = state.map(place.map)?.holder(place.cell)??;
    (holder == unit.side).then(|| area(state, place.map, place.cell))
}

/// An area of a map as text: `The wells (G2)`.
fn area(state: &State, map: MapId, cell: Cell) -> String {
    let name = state.map(map).and_then(|map| map.ground.name_of(cell));
    name.map_or_else(|| cell.to_string(), |name| format!("{name} ({cell})"))
}
