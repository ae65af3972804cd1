//! The maps of turning points and of days of marches.

use std::path::Path;
use wardiary_base::{ground::Spot, id::Id};
use wardiary_diary::diary::{
    Account,
    file::{Mode, Save},
};
use wardiary_report::report::{self, ReportSource, scene::MapScene, story::Block};
use wardiary_rules::state::State;

struct WithSwing;

impl ReportSource for WithSwing {
    fn includes_swing(&self) -> bool {
        true
    }
}

/// Where a unit or a force is on a map or in the theatre.
fn place_of(state: &State, mover: Id) -> Option<Spot> {
    let unit = state.units_for_id(mover).first().and_then(|unit| unit.place).map(|place| Spot::Area(place.cell));
    unit.or_else(|| state.station(mover).map(|station| station.at))
}

/// A turning point on a map has the map before it, and the arrows of its turn end where the units stand. Those of a
/// day end where the forces came to.
#[test]
fn a_map_shows_how_it_came_to_that() {
    let (mut points, mut days, mut arrows) = (0, 0, 0);
    for name in ["crossings", "hundred-days", "orla", "ridge", "sealed-orders", "vale", "wadi"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../saves/{name}.ron"));
        let save = Save::open(&path, Mode::Read).expect("it opens");
        let diary = save.diary();
        let story = report::report(diary, &mut WithSwing, &|_: &Account| true).story;
        let mut holds = |scene: &MapScene, moving: &[Id], what: &str| {
            assert!(!scene.focus.is_empty(), "{name}: {what}");
            for moved in scene.moves.iter().filter(|moved| !moving.contains(&moved.mover)) {
                let end = moved.way.last().map(|station| station.at);
                // The dead are nowhere.
                let now = place_of(&scene.state, moved.mover);
                assert!(now.is_none() || now == end, "{name}: {what}: {} {moved:?}", scene.state.name(moved.mover));
                arrows += 1;
            }
        };
        for chapter in &story.chapters {
            let map = chapter.battle.and_then(|battle| diary.state().battle(battle)?.map);
            for point in chapter.swing.iter().flat_map(|swing| &swing.turning_points) {
                let step = diary.step(point.entry).expect("an entry");
                let is_on_map = |unit| step.before.unit(unit).is_some_and(|unit| unit.place.is_some());
                assert!(point.scene.is_some() || !step.changed_units().any(is_on_map), "{name}: {}", point.line());
                let Some(scene) = &point.scene else { continue };
                assert_eq!((&*scene.state, scene.map), (&*step.before, map), "{name}: {}", point.line());
                holds(scene, &step.changed_units().map(Id::from).collect::<Vec<_>>(), &point.line());
                points += 1;
            }
            for block in chapter.turns.iter().flat_map(|turn| &turn.blocks) {
                let Block::Marches { head, scene, .. } = block else { continue };
                holds(scene.as_ref().expect("somebody marched"), &[], &head[0]);
                days += 1;
            }
        }
    }
    assert!(points > 15 && days > 10 && arrows > 100, "{points} points, {days} days, {arrows} arrows");
}
