//! Changes of what a side may see during a campaign: fog starts, ends or changes, and rulings hide and reveal. The
//! side's diary is updated in the same entry, not at the next event.

use super::{
    projection_pass::ProjectionPass,
    sighting_estimates::{self, is_enemy},
    translate::Translate,
    viewer_ids::is_foggy,
};
use wardiary_base::{
    book::RulebookDraft,
    id::{BattleId, Id, SideId, UnitId},
};
use wardiary_rules::{
    event::{Age, Event, IntelEvent, Known, RevealedTheatre},
    rules::sighting,
    state::{Contingent, Unit},
};

/// Updates what the side knows after a change of the sighting rules or the rulings.
pub(super) fn project_fog_changes(pass: &mut ProjectionPass) {
    let (before, after) = (pass.before, pass.after);
    let is_new = before.book().sight != after.book().sight;
    if is_new {
        match (is_foggy(before.book()), is_foggy(after.book())) {
            (false, true) => start_fog(pass),
            (true, false) => end_fog(pass),
            (true, true) | (false, false) => {}
        }
    }
    if pass.is_foggy() {
        lose_sight(pass);
    }
}

/// Removes battles that the side no longer sees, and hidden units in battles that it sees.
fn lose_sight(pass: &mut ProjectionPass) {
    let (viewer, before, after) = (pass.viewer, pass.before, pass.after);
    let is_lost = |id: Id| viewer.sees(before, id) && !viewer.sees(after, id);
    let own = |id: u32| pass.ids.id(id);
    let watched = after.open_battles().filter(|battle| viewer.sees_battle(after, battle.id));
    let units = watched.flat_map(|battle| &battle.contingents).flat_map(Contingent::units);
    let units = units.filter(|unit| after.unit(*unit).is_some_and(Unit::is_alive) && is_lost((*unit).into()));
    let units: Vec<UnitId> = units.filter_map(|unit| own(unit.0)).map(UnitId).collect();
    let lost: Vec<BattleId> =
        after.open_battles().map(|battle| battle.id).filter(|battle| is_lost((*battle).into())).collect();
    let is_open = |battle: &BattleId| pass.own_state.battle(*battle).is_some_and(|battle| battle.ended.is_none());
    let battles: Vec<BattleId> = lost.iter().filter_map(|battle| own(battle.0)).map(BattleId).filter(is_open).collect();
    if !(units.is_empty() && battles.is_empty()) {
        pass.record(Event::Intel(IntelEvent::OutOfSight { units, battles }));
    }
    lost.into_iter().for_each(|battle| pass.ids.remove_id(battle.0));
}

/// Starts the fog. Enemy forces that are not in sight are remembered where they are now.
fn start_fog(pass: &mut ProjectionPass) {
    let side = pass.viewer.0;
    let Some(own_side) = pass.ids.id(side.0).map(SideId) else { return };
    pass.record(Event::Intel(IntelEvent::FogFell { side: own_side }));
    let after = pass.after;
    let in_sight = sighting::known_forces(after, side);
    for force in after.forces().into_iter().filter(|force| is_enemy(after, side, *force)) {
        if after.station(force).is_none() || in_sight.iter().any(|(other, _)| *other == force) {
            continue;
        }
        let (Some(known), Some(of)) = (sighting::full_knowledge(after, side, force), after.side_of(force)) else {
            continue;
        };
        let Some(of) = pass.ids.id(of.0).map(SideId) else { continue };
        let number = pass.ids.estimate_number(force, true);
        // The next sighting of the force is a new estimate, until the side knows it is the same.
        pass.ids.lose_track(number);
        let (age, alias) = (Age::Remembered(known.as_of), Some(after.name(force).into()));
        sighting_estimates::record_if_changed(pass, own_side, number, Known { age, of, alias, force: None, ..known });
    }
}

/// Ends the fog: the side learns all forces, stations and objectives.
fn end_fog(pass: &mut ProjectionPass) {
    let after = pass.after;
    if pass.own_state.book() != after.book() {
        let book = after.book().to_draft();
        let hidden = RulebookDraft {
            troops: book.troops,
            tables: book.tables,
            replacements: book.replacements,
            ..RulebookDraft::default()
        };
        pass.record(Event::RulesChanged(Box::new(hidden)));
    }
    let estimates: Vec<u32> = pass.own_state.sighting_estimates().map(|(_, number, _)| number).collect();
    estimates.into_iter().for_each(|number| pass.ids.remove_estimate(number));
    if let Some(mut lifted) = lifted_facts(pass)
        && lifted.translate(&mut |id| pass.own_id(id)).is_some()
    {
        pass.record(Event::Intel(IntelEvent::FogLifted(Box::new(lifted))));
    }
}

/// The facts of the theatre that the side did not know, in the referee's ids.
fn lifted_facts(pass: &ProjectionPass) -> Option<RevealedTheatre> {
    let after = pass.after;
    let theatre = after.theatre();
    // A force without an id has been eliminated and has no station.
    let is_known = |force: &Id| pass.ids.id(force.0).is_some();
    let forces: Vec<Id> = after.forces().into_iter().filter(is_known).collect();
    let way = |force: &Id| Some(after.route_of(*force).to_vec()).filter(|way| !way.is_empty()).map(|way| (*force, way));
    let points = after.score().iter().map(|score| (score.side, score.rulings)).filter(|(_, by)| *by != 0).collect();
    let side = pass.viewer.0;
    pass.ids.id(side.0)?;
    Some(RevealedTheatre {
        side,
        stations: forces.iter().filter_map(|force| Some((*force, after.station(*force)?))).collect(),
        ways: forces.iter().filter_map(way).collect(),
        contacts: after.contacts().iter().map(|at| (at.forces.0, at.forces.1, at.touch)).collect(),
        holders: theatre
            .iter()
            .flat_map(|theatre| theatre.own_objectives())
            .map(|prize| (prize.spot, prize.holder))
            .collect(),
        sources: theatre.map(|theatre| theatre.sources().to_vec()).unwrap_or_default(),
        points,
    })
}
