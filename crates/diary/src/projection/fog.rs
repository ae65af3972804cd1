//! Changes of what a side may see during a campaign: fog starts, ends or changes, and rulings hide and reveal. The
//! side's diary is updated in the same entry, not at the next event.

use super::{
    eyes::is_foggy,
    ground,
    scene::Scene,
    sketching::{self, is_enemy},
};
use wardiary_base::{
    book::RulebookDraft,
    id::{BattleId, Id, MapId, SideId, UnitId},
};
use wardiary_rules::{
    event::{Age, Event, IntelEvent, Known, Lifted},
    rules::sighting,
    state::{Battle, Contingent, State, Unit},
};

/// Updates what the side knows after a change of the sighting rules or the rulings.
pub(super) fn follow(scene: &mut Scene) {
    let (viewer, before, after) = (scene.viewer, scene.before, scene.after);
    let is_new = before.book().sight != after.book().sight;
    if is_new {
        match (is_foggy(before.book()), is_foggy(after.book())) {
            (false, true) => come_down(scene),
            (true, false) => lift(scene),
            _ => {}
        }
        for unit in after.units().iter().filter(|unit| viewer.sees(after, unit.id.into())) {
            scene.refresh(unit.id);
        }
    }
    let is_ruled = |state: &State| state.rulings().next().is_some();
    if scene.is_foggy() && (is_new || is_ruled(before) || is_ruled(after)) {
        lose_sight(scene);
        gain_sight(scene);
        if !before.rulings().eq(after.rulings()) {
            // A ruling may also change which numbers of visible units the side knows.
            for (unit, ..) in in_battles(scene).into_iter().filter(|(.., is)| *is) {
                scene.refresh(unit);
            }
        }
    }
}

/// The living units in the battles that the side sees, with whether it saw each before the entry and sees it after.
fn in_battles(scene: &Scene) -> Vec<(UnitId, bool, bool)> {
    let (viewer, before, after) = (scene.viewer, scene.before, scene.after);
    let looks = |battle: &&Battle| viewer.sees_battle(after, battle.id);
    let units = after.open_battles().filter(looks).flat_map(|battle| &battle.contingents).flat_map(Contingent::units);
    let units = units.filter(|unit| after.unit(*unit).is_some_and(Unit::is_alive));
    units.map(|unit| (unit, viewer.sees(before, unit.into()), viewer.sees(after, unit.into()))).collect()
}

/// Removes battles that the side no longer sees, and hidden units in its own battles.
fn lose_sight(scene: &mut Scene) {
    let (viewer, before, after) = (scene.viewer, scene.before, scene.after);
    let own = |id: u32| scene.eyes.own(id);
    let lost = in_battles(scene).into_iter().filter(|(_, was, is)| *was && !is);
    let units: Vec<UnitId> = lost.filter_map(|(unit, ..)| own(unit.0)).map(UnitId).collect();
    let goes_on = |battle: &&Battle| viewer.sees_battle(before, battle.id) && !viewer.sees_battle(after, battle.id);
    let battles: Vec<BattleId> = after.open_battles().filter(goes_on).map(|battle| battle.id).collect();
    let is_open = |battle: &BattleId| scene.seen.battle(*battle).is_some_and(|battle| battle.over.is_none());
    let told: Vec<BattleId> = battles.iter().filter_map(|battle| own(battle.0)).map(BattleId).filter(is_open).collect();
    if !(units.is_empty() && told.is_empty()) {
        scene.record(Event::Intel(IntelEvent::OutOfSight { units, battles: told }));
    }
    battles.into_iter().for_each(|battle| scene.eyes.lose_thing(battle.0));
}

fn gain_sight(scene: &mut Scene) {
    for (unit, ..) in in_battles(scene).into_iter().filter(|(_, was, is)| !was && *is) {
        if scene.own(unit.0).is_some() {
            scene.refresh(unit);
        }
    }
}

/// Starts the fog. Enemy forces that are not in sight are remembered where they are now.
fn come_down(scene: &mut Scene) {
    let side = scene.viewer.0;
    let Some(own_side) = scene.eyes.own(side.0).map(SideId) else { return };
    scene.record(Event::Intel(IntelEvent::FogFell { side: own_side }));
    let after = scene.after;
    let in_sight = sighting::known_forces(after, side);
    for force in after.forces().into_iter().filter(|force| is_enemy(after, side, *force)) {
        if after.station(force).is_none() || in_sight.iter().any(|(other, _)| *other == force) {
            continue;
        }
        let (Some(known), Some(of)) = (sighting::exactly(after, side, force), after.side_of(force)) else { continue };
        let Some(of) = scene.eyes.own(of.0).map(SideId) else { continue };
        let number = scene.eyes.sketch(force, true);
        // The next sighting of the force is a new sketch, until the side knows it is the same.
        scene.eyes.lose(number);
        let (age, alias) = (Age::Remembered(known.as_of), Some(after.name(force).into()));
        sketching::put(scene, own_side, number, Known { age, of, alias, force: None, ..known });
    }
}

/// Ends the fog: the side learns all forces, stations and objectives.
fn lift(scene: &mut Scene) {
    let after = scene.after;
    let things = after.sides().iter().map(|side| side.id.0).chain(after.maps().iter().map(|map| map.id.0));
    let things = things.chain(after.stacks().iter().map(|stack| stack.id.0));
    let things = things.chain(after.units().iter().map(|unit| unit.id.0));
    for id in things.chain(after.open_battles().map(|battle| battle.id.0)).collect::<Vec<_>>() {
        scene.own(id);
    }
    if scene.seen.book() != after.book() {
        let book = after.book().to_draft();
        let hidden = RulebookDraft {
            troops: book.troops,
            tables: book.tables,
            replacements: book.replacements,
            ..RulebookDraft::default()
        };
        scene.record(Event::RulesChanged(Box::new(hidden)));
    }
    let sketches: Vec<u32> = scene.seen.sketches().map(|(_, number, _)| number).collect();
    sketches.into_iter().for_each(|number| scene.eyes.forget(number));
    ground::look_again(scene);
    objectives_of_maps(scene);
    if let Some(lifted) = lifted(scene) {
        scene.tell(&Event::Intel(IntelEvent::FogLifted(Box::new(lifted))));
    }
}

/// The facts of the theatre that the side did not know, in the referee's ids.
fn lifted(scene: &Scene) -> Option<Lifted> {
    let after = scene.after;
    let theatre = after.theatre();
    // A force without an id has been eliminated and has no station.
    let is_known = |force: &Id| scene.eyes.own(force.0).is_some();
    let forces: Vec<Id> = after.forces().into_iter().filter(is_known).collect();
    let way = |force: &Id| Some(after.way_of(*force).to_vec()).filter(|way| !way.is_empty()).map(|way| (*force, way));
    let points = after.score().iter().map(|score| (score.side, score.rulings)).filter(|(_, by)| *by != 0).collect();
    let side = scene.viewer.0;
    scene.eyes.own(side.0)?;
    Some(Lifted {
        side,
        stations: forces.iter().filter_map(|force| Some((*force, after.station(*force)?))).collect(),
        ways: forces.iter().filter_map(way).collect(),
        contacts: after.contacts().iter().map(|at| (at.forces.0, at.forces.1, at.how)).collect(),
        holders: theatre.iter().flat_map(|theatre| theatre.prizes()).map(|prize| (prize.at, prize.holder)).collect(),
        sources: theatre.map(|theatre| theatre.sources().to_vec()).unwrap_or_default(),
        points,
    })
}

/// Updates the holders of objectives on maps.
fn objectives_of_maps(scene: &mut Scene) {
    let after = scene.after;
    for map in after.maps() {
        let Some(own) = scene.eyes.own(map.id.0).map(MapId) else { continue };
        for (at, holder) in map.objectives() {
            ground::change_hands(scene, own, at, holder);
        }
    }
}
