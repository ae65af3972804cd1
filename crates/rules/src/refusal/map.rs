//! Refusals of orders on the map. Source: RULES 4.4.

use super::{RefusalText, kind_and_name, quoted, quoted_name, refusals, sentence, troop_type_name};
use crate::{
    order::Border,
    state::{State, Unit},
};
use std::collections::BTreeMap;
use wardiary_base::{
    book::{Change, Stacking},
    fault::Fault,
    ground::{Cell, Facing, Grid, Ground, Place},
    id::{BattleId, Id, MapId, SideId, StackId, UnitId},
    text::{self, Text},
};

refusals! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum MapRefusal, |refusal, state| match refusal {
        Invalid(error: MapError) => error.describe(state),
        NoMap { battle: BattleId } => sentence(format!("{} is fought without a map", kind_and_name(state, *battle)))
            .with_hint(
                "name the map when the battle starts, `battle NAME with FORCE v FORCE on MAP`, or later: \
                 `map \"(…)\" for BATTLE`",
            ),
        OtherMap { battle: BattleId, map: MapId } => {
            sentence(format!("{} is fought on another map: {}", kind_and_name(state, *battle), state.name(*map)))
        },
        NotPlaced { who: Id } => sentence(format!("{} is not on the map", kind_and_name(state, *who)))
            .with_hint(format!("place it: `place {} at {}`", quoted_name(state, *who), example_cell(state, *who))),
        SideNotMovable { id: Id } => sentence(format!("{} can't move as one", kind_and_name(state, *id)))
            .with_hint("name units or stacks; several in one order: `move UNIT + UNIT to C5`"),
        AlreadyPlaced { unit: UnitId, at: Cell } => {
            let (name, to) = (quoted_name(state, *unit), example_cell(state, (*unit).into()));
            sentence(format!("{} is already at {at}, and the battle has begun", kind_and_name(state, *unit))).with_hint(format!(
                "use `move {name} to {to}`; to relocate it by a ruling: `place {name} at {to} anyway because \"…\"`"
            ))
        },
        /// The units of a stack are in several areas; a stack acts from one.
        Scattered {
            stack: StackId,
            /// In roster order.
            units: Vec<(UnitId, Place)>,
        } => {
            sentence(format!("{} is spread over several areas: {}", kind_and_name(state, *stack), units_by_area(state, units)))
                .with_hint(bring_together(state, units))
        },
        /// The order would leave the units of a stack in a Conflict in several areas.
        WouldScatter {
            stack: StackId,
            /// The place of each unit after the order, in roster order.
            units: Vec<(UnitId, Place)>,
        } => {
            let where_they = units_by_area(state, units);
            let stack = kind_and_name(state, *stack);
            sentence(format!("{stack} is in a Conflict and would be spread over several areas: {where_they}")).with_hint("a stack in a Conflict stays together; `join STACK to STACK` brings in another stack")
        },
        /// Only some units of a stack are on the map.
        PartlyPlaced {
            stack: StackId,
            unit: UnitId,
            at: Cell,
        } => {
            let name = quoted_name(state, *unit);
            sentence(format!(
                "only part of {} is at {at}: {} is not on the map",
                kind_and_name(state, *stack),
                state.name(*unit)
            ))
            .with_hint(format!("`place {name} at {at}` puts it with the others; or move the units separately"))
        },
        Moved { who: Id } => sentence(format!("{} has already moved this turn", kind_and_name(state, *who)))
            .with_hint("a unit moves once per turn; `undo` takes back the last order"),
        InFight {
            unit: UnitId,
            /// The stack, if it is in a Conflict.
            stack: Option<StackId>,
        } => match stack {
            None => sentence(format!("{} is in a combat", kind_and_name(state, *unit)))
                .with_hint(format!("to leave it: `withdraw {}`", quoted_name(state, *unit))),
            Some(stack) => sentence(format!("{} is in a Conflict", kind_and_name(state, *stack)))
                .with_hint("a stack leaves a Conflict with `flee`; `disengage` ends it for all stacks"),
        },
        Closed { cell: Cell, terrain: Text, kind: Text } => {
            sentence(format!("{cell} is {terrain}, which is closed to {kind}"))
        },
        Barred { from: Cell, to: Cell, edge: Text, kind: Text } => {
            sentence(format!("between {from} and {to} is the edge “{edge}”, which is closed to {kind}"))
                .with_hint("a road across it would let it pass")
        },
        TooFar {
            who: Id,
            /// The unit with the smallest allowance, if others may go farther.
            slowest: Option<UnitId>,
            cell: Cell,
            cost: u16,
            allowance: u16,
            /// The allowance on a path that is by road throughout.
            by_road: u16,
            /// Whether an attack has used one area of the allowance.
            attacked: bool,
        } => {
            too_far(state, (*who, *slowest), *cell, (*cost, *allowance, *by_road), *attacked)
        },
        MustStop { cell: Cell, enemy: UnitId } => {
            sentence(format!("a unit that enters {cell} must stop there, beside the enemy: {}", state.name(*enemy)))
                .with_hint("end the move there, or take another route")
        },
        /// A unit that moves off because an enemy faces it may not enter an area that another enemy faces.
        Front { cell: Cell, enemy: UnitId } => {
            let what = format!("{cell} is in front of another enemy: {}", state.name(*enemy));
            sentence(what)
                .with_hint("a unit faced by an adjacent enemy may move off, but not into an area that another enemy faces")
        },
        /// A unit that moves off because an enemy faces it may not end beside that enemy.
        StaysBeside { cell: Cell, enemy: UnitId } => {
            let what = format!("{cell} is still beside the enemy that it would move away from: {}", state.name(*enemy));
            sentence(what).with_hint("a unit faced by an adjacent enemy may move off, but must not end beside such an enemy")
        },
        Nearer {
            unit: UnitId,
            cell: Cell,
            /// The distance to the nearest enemy before the move.
            before: u32,
            after: u32,
            /// The side, if it is exhausted; otherwise the unit is ineffective.
            exhausted: Option<SideId>,
        } => {
            let why = match exhausted {
                Some(side) => format!("{} is exhausted", kind_and_name(state, *side)),
                None => format!("{} is ineffective, with an EDNA of 0,", kind_and_name(state, *unit)),
            };
            let far = text::count(usize::try_from(*before).unwrap_or(usize::MAX), "area", "areas");
            sentence(format!("{why} and can't move closer: at {cell} the nearest enemy would be {after} away instead of {far}"))
                .with_hint("it may move to areas that are no closer to the enemy")
        },
        MustFace { cell: Cell, enemies: Vec<(Facing, UnitId)> } => {
            let one = |(facing, enemy): &(Facing, UnitId)| format!("{facing} ({})", state.name(*enemy));
            let all: Vec<String> = enemies.iter().map(one).collect();
            let all: Vec<&str> = all.iter().map(String::as_str).collect();
            sentence(format!("a unit that stops at {cell}, beside the enemy, must face one: {}", text::list_or(&all)))
        },
        Spent { unit: UnitId } => sentence(format!("{} has used its whole move, and can't attack", kind_and_name(state, *unit)))
            .with_hint("an attack costs one area of the turn's move"),
        NoChange { unit: UnitId, change: Change } => {
            let what = format!("{} is {}, which can't {}", kind_and_name(state, *unit), troop_type_name(state, *unit), change.word());
            let into = quoted(&example_troop_type(state, *change));
            sentence(what).with_hint(format!(
                "its troop type in the rulebook must name what it changes into: `becomes: {{{change:?}: {into}}}`"
            ))
        },
        NoTerrain { name: Text } => {
            let names = state.book().ground.terrain.iter().map(|terrain| terrain.name.clone());
            let hint = suggest_name(name, &names.collect::<Vec<_>>());
            sentence(format!("the rulebook has no terrain “{}”", name.as_name())).with_hint(hint)
        },
        NoEdgeKind { name: Text } => {
            let names = state.book().ground.edges.iter().map(|edge| edge.name.clone());
            let hint = suggest_name(name, &names.chain(["road", "bridge"].map(Text::from)).collect::<Vec<_>>());
            sentence(format!("the rulebook has no kind of edge called “{}”", name.as_name()))
                .with_hint(hint)
        },
        NoNeighbours { from: Cell, to: Cell } => sentence(format!("{from} and {to} share no edge"))
            .with_hint("name two adjacent areas: `terrain C4 C5 with wall because \"…\"`"),
        NotBetween {
            from: Cell,
            to: Cell,
            what: Border,
            edge: Option<Text>,
            road: bool,
        } => {
            let named = match what {
                Border::Road => "road".into(),
                Border::Bridge => "bridge".into(),
                Border::Edge(name) => name.as_name(),
            };
            let edge = edge.as_ref().map(Text::as_name);
            let there = match (edge, *road) {
                (Some(edge), true) => format!("there is {edge}, with a bridge"),
                (Some(edge), false) => format!("there is {edge}, without a bridge"),
                (None, true) => "there is a road".into(),
                (None, false) => "there is nothing between them".into(),
            };
            sentence(format!("between {from} and {to} there is no {named}")).with_hint(there)
        },
        NothingToBridge { from: Cell, to: Cell } => {
            sentence(format!("between {from} and {to} there is nothing to bridge"))
                .with_hint(format!("for a road without a bridge: `terrain {from} {to} with road because \"…\"`"))
        },
    }
}

refusals! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum MapError, |error, state| match error {
        NoGround { named: Option<Text> } => match named {
            Some(name) => sentence(format!("the map “{}” has no ground", name.as_name()))
                .with_hint("add one: `ground: (title: …, rows: […], legend: {…})`"),
            None => sentence("a map needs its ground").with_hint("name a map, `map: \"…\"`, or write its `ground: (…)`"),
        },
        Ground(fault: Fault) => RefusalText { reason: fault.reason.clone(), hint: fault.hint.clone() },
        AmbiguousMap {
            maps: usize,
        } => sentence(match maps {
            0 => "there is no map to place it on".into(),
            maps => format!("there are {maps} maps: say which one it is on"),
        }),
        NoMap { map: MapId } => sentence(format!("there is no map {map}")),
        OffMap { map: MapId, cell: Cell } => {
            sentence(format!("{cell} is not on the map {}", state.name(*map))).with_hint(map_extent(state, *map))
        },
        NoEdge { map: MapId, facing: Facing } => {
            let grid = state.map(*map).map(|map| map.ground.grid());
            let words: Vec<&str> = grid.map(Grid::facings).unwrap_or_default().iter().map(|f| f.word()).collect();
            sentence(format!("its areas have no edge to the {}, only corners there", facing.name()))
                .with_hint(format!("their edges are {}", text::list(&words)))
        },
        Apart { from: Cell, to: Cell } => if from == to {
            sentence(format!("it is already at {to}")).with_hint("`face UNIT EDGE` turns it on the spot, which uses its move")
        } else {
            sentence(format!("{from} and {to} share no edge"))
                .with_hint(format!("name every area on the route, or let the program find one: `move UNIT to {to}`"))
        },
        EnemyThere { cell: Cell, enemy: UnitId } => sentence(format!("the enemy is in {cell}: {}", state.name(*enemy))),
        Taken { cell: Cell, by: UnitId } => sentence(format!("there is no room in {cell} beside {}", state.name(*by))).with_hint(
            "only Generals and transport share an area; the rulebook decides whether stacks do: `ground: (stacking: …)`",
        ),
        Crowded {
            cell: Cell,
            most: u16,
        } => {
            let most = text::count((*most).into(), "unit", "units");
            sentence(format!("{cell} would hold more than {most} of a stack"))
        },
        NoTroop { name: Text } => sentence(format!("the rulebook has no troop type “{}”", name.as_name())),
        Eliminated { unit: UnitId } => sentence(format!("{} is eliminated", kind_and_name(state, *unit))),
        NotPlaced { unit: UnitId } => sentence(format!("{} is not on the map of that battle", kind_and_name(state, *unit))),
        Nobody => sentence("no unit moves"),
        HasMap { battle: BattleId, map: MapId } => {
            sentence(format!("{} already has a map: {}", kind_and_name(state, *battle), state.name(*map)))
        },
        NoObjective { map: MapId, cell: Cell } => no_objective(state, *map, *cell),
    }
}

impl MapError {
    pub(super) fn field(&self) -> &'static str {
        match self {
            Self::Ground(_) => "ground",
            Self::HasMap { .. } => "battle",
            Self::NoGround { .. } | Self::AmbiguousMap { .. } | Self::NoMap { .. } => "map",
            Self::OffMap { .. }
            | Self::NoObjective { .. }
            | Self::NoEdge { .. }
            | Self::Apart { .. }
            | Self::EnemyThere { .. }
            | Self::Taken { .. }
            | Self::Crowded { .. } => "at",
            Self::NoTroop { .. } => "to",
            Self::Eliminated { .. } | Self::NotPlaced { .. } | Self::Nobody => "unit",
        }
    }
}

impl From<MapError> for super::Refusal {
    fn from(error: MapError) -> Self {
        Self::Map(MapRefusal::Invalid(error))
    }
}

/// An example of an area on the battle's map: C5, or the one nearest to it.
fn example_cell(state: &State, who: Id) -> Cell {
    let map = state.units_for_id(who).iter().find_map(|unit| state.battle_of(unit.id)?.map);
    let example = Cell::new(2, 4);
    let ground = map.and_then(|map| state.map(map)).map(|map| &map.ground);
    ground.map_or(example, |ground| {
        Cell::new(example.column.min(ground.width() - 1), example.row.min(ground.height() - 1))
    })
}

/// An example of a troop type that results from a change.
fn example_troop_type(state: &State, change: Change) -> Text {
    let known = state.book().troops.iter().find_map(|troop| troop.becomes.get(&change));
    known.cloned().unwrap_or_else(|| {
        let example = match change {
            Change::Mount => "mounted cavalry",
            Change::Dismount => "dismounted cavalry",
            Change::Limber => "limbered artillery",
            Change::Unlimber => "artillery",
        };
        example.into()
    })
}

/// `A and B at C5, C at D5`: units by area, left to right and top to bottom.
fn units_by_area(state: &State, units: &[(UnitId, Place)]) -> String {
    let mut areas: BTreeMap<(MapId, Cell), Vec<String>> = BTreeMap::new();
    for (unit, place) in units {
        areas.entry((place.map, place.cell)).or_default().push(state.name(*unit));
    }
    let one_map = areas.keys().all(|(map, _)| Some(map) == areas.keys().next().map(|(map, _)| map));
    let at = |((map, cell), names): (&(MapId, Cell), &Vec<String>)| {
        let on = if one_map { String::new() } else { format!(" on {}", state.name(*map)) };
        format!("{} at {cell}{on}", text::list(names))
    };
    areas.iter().map(at).collect::<Vec<_>>().join(", ")
}

/// A hint how to bring the units of a stack into one area, or how to divide it.
fn bring_together(state: &State, units: &[(UnitId, Place)]) -> String {
    let fills = |unit: &&Unit| state.occupies_area(unit);
    let alone = units.iter().filter_map(|(unit, _)| state.unit(*unit)).filter(fills).count() > 1;
    if alone && state.book().ground.stacking == Stacking::One {
        let one = "its units move separately, since under these rules an area holds one of them";
        return format!(
            "{one}; split it up so that its units can fight, merge and screen (`assign UNIT to STACK`, `detach UNIT`)"
        );
    }
    let strays = units.first().and_then(|(_, first)| units.iter().find(|(_, place)| place.cell != first.cell));
    let (Some((_, first)), Some((stray, _))) = (units.first(), strays) else { return String::new() };
    let name = quoted_name(state, *stray);
    let together = format!("its units move separately: `move {name} to {}` brings them together", first.cell);
    format!("{together}; `assign {name} to STACK` or `detach {name}` splits the stack")
}

/// A hint with the name that was probably meant, or with all of them.
fn suggest_name(name: &Text, names: &[Text]) -> String {
    match text::nearest(name, names) {
        Some(near) => format!("did you mean {}?", quoted(near)),
        None => format!("available: {}", text::list(names)),
    }
}

fn too_far(
    state: &State,
    (who, slowest): (Id, Option<UnitId>),
    cell: Cell,
    (cost, allowance, by_road): (u16, u16, u16),
    attacked: bool,
) -> RefusalText {
    let areas = text::count(allowance.into(), "area", "areas");
    let after = if attacked { " after its attack" } else { "" };
    let by_road = text::more_by_road(allowance, by_road);
    let what = format!(
        "{cell} is too far for {}: the route there costs {cost}, the allowance is {areas}{after}{by_road}",
        state.name(who)
    );
    match slowest {
        None => sentence(what),
        Some(slowest) => {
            sentence(what).with_hint(format!("a stack moves only as far as its slowest unit: {}", state.name(slowest)))
        }
    }
}

/// Refuses an area that is no objective, with a list of the objectives.
fn no_objective(state: &State, map: MapId, cell: Cell) -> RefusalText {
    let what = sentence(format!("{cell} is not an objective of the map {}", state.name(map)));
    let named = |ground: &Ground| -> Vec<String> {
        let cells = ground.objectives().iter().map(|(cell, _)| *cell);
        cells.filter_map(|cell| Some(format!("{} ({cell})", ground.name_of(cell)?))).collect()
    };
    match state.map(map).map(|map| named(&map.ground)).unwrap_or_default() {
        all if all.is_empty() => {
            what.with_hint("it has none; a map defines them: `objectives: {\"Tel Amara\": \"British\"}`")
        }
        all => what.with_hint(format!("its objectives: {}", text::list(&all))),
    }
}

fn map_extent(state: &State, map: MapId) -> String {
    match state.map(map) {
        Some(map) => format!("it covers A1 to {}", Cell::new(map.ground.width() - 1, map.ground.height() - 1)),
        None => "it has no such area".into(),
    }
}
