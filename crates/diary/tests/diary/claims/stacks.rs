//! Statements about stacks and maps: events.

use super::ledger::Ledger;
use wardiary_base::{
    dice::{Face, Owner},
    ground::Cell,
    id::{Id, MapId, UnitId},
    text::Text,
};
use wardiary_rules::{
    event::{MapEvent, Square, StackEvent},
    state::ConflictStack,
};

pub fn check_stack(l: &mut Ledger, event: &StackEvent) {
    match *event {
        StackEvent::Postured { stack, to, .. } => l.doing(stack).posture = to,
        StackEvent::Led { stack, from, to } => {
            assert_eq!(l.doing(stack).leader, from);
            l.doing(stack).leader = to;
        }
        StackEvent::Screened { stack, ref to, .. } => {
            assert_eq!(l.after().stack(stack).expect("a stack").screening, *to);
            l.doing(stack).screens = to.is_some();
        }
        StackEvent::StatsSet { unit, ref from, ref to } => {
            let stats = |state: &wardiary_rules::state::State| {
                state.unit(unit).expect("it is there").stats_in_rules().cloned().map(Box::new)
            };
            assert_eq!((stats(&l.step.before), stats(l.after())), (from.clone(), Some(to.clone())));
        }
        StackEvent::ConflictOpened { battle, ref stacks } => {
            let conflict = l.own(battle).conflicts.last().expect("a new Conflict");
            let mut named = stacks.0.iter().chain(&stacks.1);
            assert!(named.all(|stack| conflict.stacks.iter().any(|s| s.stack == *stack)));
        }
        StackEvent::Formed { stack, square: Square { ref units, .. }, .. } => {
            // A unit that was assigned from elsewhere forms with the stack after its arrival.
            let here = |unit: UnitId| l.step.before.battle_of(unit).is_some();
            let living = l.units.iter().filter(|(id, u)| u.stack == Some(stack) && u.strength > 0 && here(**id));
            assert_eq!(units.len(), living.count());
        }
        StackEvent::RoundBegun { .. } => panic!("it has no sentence"),
        // Source: RULES 5.8.
        StackEvent::Struck { by, at, face, ap, dp, damage, spare, .. } => {
            assert_eq!(l.owed, 0, "the blow before has done its damage");
            assert_ne!(l.after().side_of(by.into()), l.after().side_of(at.into()));
            assert!(has_thrown(l, by.into(), face), "its die");
            let reached = u32::from(face) + ap >= u32::from(l.after().book().stacks.hit) + dp;
            assert_eq!(damage.is_some(), face == 20 || (face != 1 && reached));
            l.owed = damage.unwrap_or_default() - spare;
        }
        StackEvent::Exposed { unit, face, .. } => assert!(has_thrown(l, unit.into(), face), "his die"),
        StackEvent::Held { stack, .. } => assert!(l.after().stack(stack).is_some()),
        StackEvent::Rotated { stack, cost, facing, .. } => {
            let turned = l.after().conflict_entry(stack).map(|s| s.turn_penalty);
            assert!(turned >= Some(cost));
            for unit in l.units.values_mut().filter(|unit| unit.stack == Some(stack)) {
                unit.place.iter_mut().for_each(|place| place.facing = facing.unwrap_or(place.facing));
            }
        }
        StackEvent::RoundEnded { battle, round, .. } => {
            assert!(l.own(battle).conflicts.iter().any(|c| c.round == round + 1 && !c.under_way));
        }
        StackEvent::Joined { battle, stack, .. } => {
            l.own(battle);
            assert!(l.after().conflict_entry(stack).is_some());
        }
        StackEvent::Fled { battle, stack, .. } => {
            let fled = |s: &ConflictStack| s.stack == stack && s.fled;
            assert!(l.own(battle).conflicts.iter().any(|c| c.stacks.iter().any(fled)));
        }
        StackEvent::ConflictEnded { battle, conflict, how } => {
            assert_eq!(l.own(battle).conflicts[usize::from(conflict)].ended, Some(how));
        }
    }
}

/// Whether the owner threw this face.
fn has_thrown(l: &Ledger, owner: Id, face: Face) -> bool {
    let mut fell = l.step.entry.dice.iter().flat_map(|fall| fall.who.iter().zip(&fall.faces));
    fell.any(|(who, fell)| (*who, *fell) == (Owner(owner.0), face))
}

pub fn check_map(l: &mut Ledger, event: &MapEvent) {
    match *event {
        MapEvent::Placed { unit, from, to } => {
            let place = &mut l.numbers(unit).place;
            assert_eq!(*place, from);
            *place = Some(to);
        }
        MapEvent::Moved { ref units, from, ref by, facing, stopped, .. } => {
            let map = l.numbers(units[0]).place.expect("it is there").map;
            let ground = &l.after().map(map).expect("the map").ground;
            let way: Vec<Cell> = std::iter::once(from).chain(by.iter().copied()).collect();
            let touch = |pair: &[Cell]| ground.grid().facing_to(pair[0], pair[1]).is_some();
            assert!(way.windows(2).all(touch), "{way:?}");
            let to = *way.last().expect("its place");
            // The enemy is in the area that they face.
            let beyond = ground.neighbour(to, facing);
            assert!(stopped.is_none_or(|enemy| l.units[&enemy].place.map(|place| place.cell) == beyond));
            for unit in units {
                let place = l.numbers(*unit).place.as_mut().expect("it is there");
                assert_eq!(place.cell, from);
                (place.cell, place.facing) = (to, facing);
            }
        }
        MapEvent::Changed { unit, ref from, ref to, .. } => {
            let kind = std::mem::replace(&mut l.numbers(unit).kind, to.to_string());
            assert_eq!(kind, from.to_string());
        }
        MapEvent::TerrainChanged { map, at, ref from, ref to } => {
            assert_eq!(l.grounds.insert((map, at), to.clone()), Some(from.clone()));
        }
        MapEvent::EdgeChanged { between, ref from, ref to, .. } => border(l, between, |(edge, _)| {
            assert_eq!(edge, from);
            edge.clone_from(to);
        }),
        MapEvent::RoadChanged { between, there, .. } => border(l, between, |(_, road)| {
            assert_eq!(*road, !there);
            *road = there;
        }),
        MapEvent::LaidOut { id, battle, .. } => {
            let map = l.after().maps().last().expect("a map");
            assert!(map.id == id && battle.is_none_or(|battle| l.battle_after(battle).map == Some(id)));
            let name = map.name.to_string();
            l.names.insert(id.0, name);
        }
        MapEvent::ChangedHands { map, at, from, to } => {
            assert_eq!(l.objectives.insert((map, at), to), Some(from));
        }
    }
}

/// Both sides of an edge change.
fn border(l: &mut Ledger, (from, to): (Cell, Cell), change: impl Fn(&mut (Option<Text>, bool))) {
    let grid = l.after().map(MapId(50)).expect("the map").ground.grid();
    for (cell, other) in [(from, to), (to, from)] {
        let facing = grid.facing_to(cell, other).expect("they touch");
        change(l.borders.get_mut(&(cell, facing)).expect("an edge of the map"));
    }
}
