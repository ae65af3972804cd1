//! Moves over the map: examples worked by hand from the sources, and reachable areas compared with a search over all
//! paths.
//! Source: RULES 4.4.

use proptest::prelude::*;
use std::collections::BTreeMap;
use wardiary_base::{
    ground::{Cell, Facing},
    id::UnitId,
};
use wardiary_harness_rules::{
    arbitrary::RandomNumbers,
    field::{field_on, give},
};
use wardiary_rules::{
    rules::{
        Refusal,
        movement::{Reach, reach},
        refusal::MapRefusal,
    },
    state::{State, Unit},
};

const PLAIN: &str =
    "(title: \"Plain\", rows: [\".....\", \".....\", \".....\", \".....\", \".....\"], legend: {'.': \"open\"})";
const HEXES: &str = "(title: \"Hexes\", grid: Hex, rows: [\".....\", \".....\", \".....\", \".....\", \".....\"], legend: {'.': \"open\"})";
const STRICT: &str = "itchy-and-scratchy: (turn: (order: Free))";
const A: UnitId = UnitId(11);

/// `B2 C2!`: the areas in reach; `!` marks those in which the unit must stop.
fn reached(state: &State, unit: UnitId) -> String {
    let reach = reach(state, unit).expect("it may move");
    let area = |area: &wardiary_rules::rules::movement::ReachedArea| {
        format!("{}{}", area.at, if area.stopping_enemies.is_empty() { "" } else { "!" })
    };
    reach.areas.iter().map(area).collect::<Vec<_>>().join(" ")
}

/// The ground, the units, and the areas in reach of A.
const REACHED: &[(&str, &str, &str)] = &[
    // Infantry moves two areas; no enemy is near.
    (PLAIN, "A infantry @C3 v X infantry @E5", "C1 B2 C2 D2 A3 B3 D3 E3 B4 C4 D4 C5"),
    // Beside an enemy it stops; nobody enters an enemy's area.
    (PLAIN, "A infantry @C3 v X infantry @C1n", "B2 C2! D2 A3 B3 D3 E3 B4 C4 D4 C5"),
    // Faced by an adjacent enemy, it moves away: it may not end beside that enemy.
    (PLAIN, "A infantry @C3 v X infantry @C2s", "A3 B3 D3 E3 B4 C4 D4 C5"),
    // And it enters no area that another enemy faces.
    (PLAIN, "A infantry @C3 v X infantry @C2s, Y infantry @A4e", "A3! B3 D3 E3 C4 D4 C5"),
    // An adjacent enemy that faces elsewhere does not stop it; the next area beside an enemy does.
    (PLAIN, "A infantry @C3 v X infantry @C2n", "B2! D2! A3 B3 D3 E3 B4 C4 D4 C5"),
    // It passes friends, and can't end with any; a General can.
    (PLAIN, "A infantry @A1, B infantry @B1 v X infantry @E5", "C1 A2 B2 A3"),
    (PLAIN, "A general @A1, B infantry @B1 v X infantry @E5", "B1 C1 D1 A2 B2 C2 A3 B3 A4"),
    (PLAIN, "A infantry @A1, B general @B1 v X infantry @E5", "B1 C1 A2 B2 A3"),
    // Six neighbours on hexes.
    (HEXES, "A machine-gun @C3 v X infantry @E5", "C1 B1 D1 A2 B2 C2 D2 E2 A3 B3 D3 E3 A4 B4 C4 D4! E4! C5"),
];

#[test]
fn reach_matches_hand_calculations() {
    for (ground, units, areas) in REACHED {
        let state = field_on(Some(ground), STRICT, units);
        let mut wanted: Vec<&str> = areas.split(' ').collect();
        let found = reached(&state, A);
        let mut told: Vec<&str> = found.split(' ').collect();
        wanted.sort_unstable();
        told.sort_unstable();
        assert_eq!(told, wanted, "{units}");
    }
}

/// Orders, each with its refusal or an empty text.
fn play(ground: &str, settings: &str, units: &str, orders: &[(&str, &str)]) -> State {
    let mut state = field_on(Some(ground), settings, units);
    for (order, refused) in orders {
        let before = state.clone();
        match give(&mut state, order) {
            Ok(()) => assert_eq!(*refused, "", "{order} was carried out"),
            Err(why) => {
                assert!(!refused.is_empty() && why.contains(refused), "{order}: {why}");
                assert_eq!(state, before, "nothing moves");
            }
        }
    }
    state
}

fn stands(state: &State, unit: u32) -> String {
    let place = state.unit(UnitId(unit)).and_then(|unit| unit.place).expect("it stands somewhere");
    format!("{} {}", place.cell, place.facing)
}

#[test]
fn a_move_is_refused_with_the_area_where_it_fails() {
    let state = play(
        PLAIN,
        STRICT,
        "A infantry @C3, B infantry @C4 v X infantry @C1s",
        &[
            ("move A by C2 C1", "a unit that enters C2 must stop there"),
            ("move A by B3 B2 B1", "B1 is too far for A: the route there costs 3, the allowance is 2 areas"),
            ("move A by B3 D3", "B3 and D3 share no edge"),
            ("move A by C4", "no room in C4 beside B"),
            ("move B by C5 C6", "C6 is not on the map"),
            ("move A by B3 facing ne", "no edge to the north-east"),
            ("move A by C2 facing w", "must face one: n (X)"),
            ("move A by B3, B by B4 A4, B by B3", "B has already moved this turn"),
            ("face A n", "would change nothing"),
            ("move A to C2", ""),
            ("move A by C3", "A has already moved this turn"),
            ("place A at E5", "is already at C2"),
            ("move A by B2 anyway because \"the map was wrong\"", ""),
        ],
    );
    assert_eq!(stands(&state, 11), "B2 w");
}

#[test]
fn turning_in_place_needs_no_room() {
    // After a change of the rules an area may hold too many units; they can still turn.
    let units = "A infantry @C3, B infantry @C3 v X infantry @E5";
    let settings = "itchy-and-scratchy: (turn: (order: Free), ground: (stacking: Stack(4)))";
    let change = r#"rules change "(ground: (stacking: One))""#;
    let orders =
        [(change, ""), ("face A e", ""), ("move B by C4", ""), ("move B by C3 anyway because \"so\"", "no room in C3")];
    assert_eq!(stands(&play(PLAIN, settings, units, &orders), 11), "C3 e");
}

#[test]
fn units_that_stop_beside_an_enemy_face_it() {
    let state = play(
        PLAIN,
        STRICT,
        "A infantry @C4, B infantry @E4 v X infantry @C2e, Y infantry @D3n",
        &[
            // X is straight ahead, Y to the right.
            ("move A by C3", ""),
            ("move B by E3 facing Y", ""),
        ],
    );
    assert_eq!((stands(&state, 11), stands(&state, 12)), ("C3 n".into(), "E3 w".into()));
}

#[test]
fn moving_and_attacking_go_in_either_order() {
    let units = "A infantry @C5, B infantry @B5 v X infantry @C3";
    let state = play(
        PLAIN,
        STRICT,
        units,
        &[
            ("move B by B4 B3", ""),
            ("volley B at X range 1", "B has used its whole move"),
            ("move A by C4", ""),
            ("volley A at X range 1: 1 2 3 1 2 3", ""),
        ],
    );
    assert_eq!(stands(&state, 12), "B3 e");
    play(
        PLAIN,
        STRICT,
        units,
        &[
            ("volley A at X range 2: 1 2 3 6", ""),
            ("move A by B5", "no room in B5"),
            ("move A by D5 E5", "the allowance is 1 area after its attack"),
            ("move A by D5", ""),
        ],
    );
    // The cost of a weapon is the rulebook's.
    let freely = "itchy-and-scratchy: (turn: (order: Free), only: [Weapons, Troops], weapons: [(name: \"spears\", dice: [4, 4], \
                  attack_costs_move: false)], troops: [(name: \"infantry\", strength: 4, weapons: [\"spears\"])])";
    play(
        PLAIN,
        freely,
        "A infantry @C5, B infantry @B4 v X infantry @C3",
        &[
            ("move A by D5 D4", ""),
            ("move B by B3", ""),
            ("volley B at X: 1 2 3 6", ""),
            ("volley A at X: 1 2 3 6", ""),
        ],
    );
}

#[test]
fn a_column_follows_its_head() {
    let state = play(
        PLAIN,
        STRICT,
        "A infantry @C3, B infantry @C4, C infantry @C5 v X infantry @E5",
        &[("move A + B + C to C1", "")],
    );
    assert_eq!([11, 12, 13].map(|unit| stands(&state, unit)), ["C1 n", "C2 n", "C3 n"]);
}

#[test]
fn an_exhausted_side_comes_no_nearer() {
    let settings =
        "itchy-and-scratchy: (turn: (order: Free), exhaustion: (fraction: (1, 100), exhausted_from: AtOnce))";
    let state = play(
        PLAIN,
        settings,
        "A infantry @C5 v X infantry @C1",
        &[
            ("lose A 1", ""),
            ("move A by C4", "the nearest enemy would be 3 away instead of 4 areas"),
            ("move A by B5", ""),
        ],
    );
    assert_eq!(stands(&state, 11), "B5 w");
}

#[test]
fn a_stack_moves_as_one() {
    let settings = "(ground: (stacking: Stack(2)))";
    let units = "A @B2, B @B2 + C @D4 + D @E1 v X @E5";
    let state = play(
        PLAIN,
        settings,
        units,
        &[
            ("move Reds by B3 B4", ""),
            ("move C by C4 B4", "no room in B4"),
            ("move A by B5", "has already moved this turn"),
        ],
    );
    assert_eq!((stands(&state, 11), stands(&state, 12)), ("B4 s".into(), "B4 s".into()));
    play(
        PLAIN,
        settings,
        units,
        &[("move A by B3", ""), ("move Reds by B3", "is spread over several areas: B at B2, A at B3")],
    );
    // The order names the stack, which moves as far as its slowest unit.
    let carts = "A infantry @B2, B carts @B2 v X infantry @E5";
    let settings = "itchy-and-scratchy: (turn: (order: Free), ground: (stacking: Stack(2)), only: [Troops], \
                    troops: [(name: \"infantry\", strength: 4), (name: \"carts\", strength: 1, moves: 1)])";
    let refused = "B4 is too far for Reds: the route there costs 2, the allowance is 1 area";
    play(
        PLAIN,
        settings,
        carts,
        &[
            ("move Reds by B3 B4", refused),
            ("move Reds by B3", ""),
            ("move Reds by B4", "the stack Reds has already moved this turn"),
        ],
    );
}

/// The reachable areas, by all paths: a direct definition of the rules, without any precomputation.
struct Search<'a> {
    state: &'a State,
    unit: &'a Unit,
    found: BTreeMap<Cell, u16>,
}

impl Search<'_> {
    fn others(&self, friends: bool) -> impl Iterator<Item = &Unit> {
        let place = self.unit.place.expect("it stands there");
        let others = self.state.units_on(place.map).map(|(unit, _)| unit).filter(|other| other.id != self.unit.id);
        others.filter(move |other| (other.side == self.unit.side) == friends)
    }

    fn at(unit: &Unit) -> Cell {
        unit.place.expect("it stands there").cell
    }

    fn fills(&self, unit: &Unit) -> bool {
        let troop = self.state.book().troop(&unit.kind).expect("a troop type");
        troop.fights && troop.target != "general"
    }

    fn go(&mut self, here: Cell, cost: u16, by_road: bool) {
        let start = self.unit.place.expect("it stands there");
        let map = self.state.map(start.map).expect("the map");
        let (ground, rules) = (&map.ground, &self.state.book().ground);
        let troop = self.state.book().troop(&self.unit.kind).expect("a troop type");
        let beside = |a: Cell, b: Cell| ground.grid().distance(a, b) == 1;
        let front = |enemy: &Unit| ground.neighbour(Self::at(enemy), enemy.place.expect("a place").facing);
        let facers: Vec<Cell> = self.others(false).filter(|e| front(e) == Some(start.cell)).map(Self::at).collect();
        for facing in Facing::ALL {
            let Some(to) = ground.neighbour(here, facing) else { continue };
            if self.others(false).any(|e| Self::at(e) == to || (!facers.is_empty() && front(e) == Some(to))) {
                continue;
            }
            let road = ground.has_road(here, facing);
            let terrain = ground.terrain(to).and_then(|name| rules.terrain(name)).expect("a terrain");
            let edge = ground.edge(here, facing).and_then(|name| rules.edge(name));
            let step = match (terrain.cost_for(&troop.name), edge.map_or(Some(0), |edge| edge.cost_for(&troop.name))) {
                _ if road => rules.road,
                (Some(enter), Some(cross)) => enter + cross,
                _ => continue,
            };
            let (cost, by_road) = (cost + u16::from(step), by_road && road);
            let areas = u16::from(troop.moves + if by_road { rules.road_bonus } else { 0 });
            let stops = self.others(false).any(|e| beside(Self::at(e), to));
            if cost > areas + u16::from(troop.charge) {
                continue;
            }
            let in_time = cost <= areas || stops;
            let free = !self.others(true).any(|f| Self::at(f) == to && self.fills(f)) || !self.fills(self.unit);
            if in_time && free && to != start.cell && !facers.iter().any(|facer| beside(*facer, to)) {
                let known = self.found.entry(to).or_insert(cost);
                *known = cost.min(*known);
            }
            if !stops {
                self.go(to, cost, by_road);
            }
        }
    }
}

fn slowly(state: &State, unit: UnitId) -> BTreeMap<Cell, u16> {
    let unit = state.unit(unit).expect("it is there");
    let mut search = Search { state, unit, found: BTreeMap::new() };
    search.go(unit.place.expect("it stands there").cell, 0, true);
    search.found
}

/// A battle on random ground of 5×5 areas: units, terrain, edges, a road.
fn random(chance: &mut RandomNumbers, moves: usize) -> State {
    let hex = chance.below(2) == 0;
    let row = |chance: &mut RandomNumbers| (0..5).map(|_| b"....wmr"[chance.below(7)] as char).collect::<String>();
    let rows: Vec<String> = (0..5).map(|_| format!("\"{}\"", row(chance))).collect();
    let facings = if hex { ["se", "s"] } else { ["e", "s"] };
    let mut edges = Vec::new();
    for at in 0..16 {
        if chance.below(3) == 0 {
            let kind = ["river", "wall"][chance.below(2)];
            edges.push(format!(
                "(\"{}{}\", {}, \"{kind}\")",
                ["A", "B", "C", "D"][at % 4],
                at / 4 + 1,
                facings[chance.below(2)]
            ));
        }
    }
    let ground = format!(
        "(title: \"Random\", grid: {}, rows: [{}], legend: {{'.': \"open\", 'w': \"woods\", 'm': \"marsh\", 'r': \"rocks\"}}, edges: [{}], \
         roads: [[\"B1\", \"B2\", \"B3\", \"B4\", \"B5\"]])",
        if hex { "Hex" } else { "Square" },
        rows.join(", "),
        edges.join(", ")
    );
    let settings = format!(
        "(ground: (terrain: [(name: \"open\"), (name: \"woods\", enter: 2), (name: \"marsh\", forbids: [\"infantry\"]), (name: \"rocks\", \
         only: [\"infantry\"])], edges: [(name: \"river\", cost: 1), (name: \"wall\", forbids: [\"mounted cavalry\"])], road_bonus: {}), \
         only: [Troops], troops: [(name: \"infantry\", strength: 4, moves: {moves}, charge: {}), (name: \"mounted cavalry\", strength: 3, \
         moves: {moves}), (name: \"general\", strength: 1, fights: false, target: \"general\", moves: {moves})])",
        chance.below(2),
        chance.below(2),
    );
    let mut cells: Vec<String> = Vec::new();
    let mut unit = |chance: &mut RandomNumbers, name: &str| {
        let facing = if hex {
            ["n", "ne", "se", "s", "sw", "nw"][chance.below(6)]
        } else {
            ["n", "e", "s", "w"][chance.below(4)]
        };
        let mut cell = format!("{}{}", ["A", "B", "C", "D", "E"][chance.below(5)], chance.below(5) + 1);
        while cells.contains(&cell) {
            let next = cells.len();
            cell = format!("{}{}", ["A", "B", "C", "D", "E"][next % 5], next / 5 + 1);
            if cells.contains(&cell) {
                cells.push(String::new());
            }
        }
        cells.push(cell.clone());
        let kind = ["infantry", "infantry", "mounted-cavalry", "general"][chance.below(4)];
        format!("{name} {kind} @{cell}{facing}")
    };
    let red: Vec<String> = ["A", "B", "C"].iter().map(|name| unit(chance, name)).collect();
    let blue: Vec<String> = ["X", "Y", "Z"].iter().take(1 + chance.below(3)).map(|name| unit(chance, name)).collect();
    field_on(Some(&ground), &settings, &format!("{} v {}", red.join(", "), blue.join(", ")))
}

/// Asserts that a path is connected, enters no enemy's area, and passes terrain and edges closed to A only by road.
fn crosses_nothing(state: &State, from: Cell, path: &[Cell]) -> Result<(), TestCaseError> {
    let unit = state.unit(A).expect("it is there");
    let map = state.map(unit.place.expect("it stands there").map).expect("the map");
    let (ground, rules) = (&map.ground, &state.book().ground);
    let mut here = from;
    for to in path {
        let through = ground.neighbours(here).find(|(_, beyond)| beyond == to).map(|(facing, _)| facing);
        prop_assert!(through.is_some(), "{} and {} do not touch", here, to);
        let through = through.unwrap_or_default();
        let enemy = state.units_at(map.id, *to).find(|other| other.side != unit.side);
        prop_assert!(enemy.is_none(), "an enemy stands in {}", to);
        let terrain = ground.terrain(*to).and_then(|name| rules.terrain(name)).expect("a terrain");
        let edge = ground.edge(here, through).and_then(|name| rules.edge(name));
        let open =
            terrain.cost_for(&unit.kind).is_some() && edge.is_none_or(|edge| edge.cost_for(&unit.kind).is_some());
        prop_assert!(open || ground.has_road(here, through), "from {} to {} is closed", here, to);
        here = *to;
    }
    Ok(())
}

/// Asserts that each area is in reach or has a reason why not, that an area reported as too far is in no reach, and
/// that exactly the possible edges are accepted as facings.
fn says_why_not(state: &State, reach: &Reach) -> Result<(), TestCaseError> {
    let ground = &state.map(reach.from.map).expect("the map").ground;
    let grid = ground.grid();
    for at in (0..ground.areas()).map(|at| ground.cell(at)).filter(|at| *at != reach.from.cell) {
        let why = reach.refusal_for(state, at);
        let mut after = state.clone();
        let given = give(&mut after, &format!("move A to {at}"));
        prop_assert_eq!(why.is_none(), given.is_ok(), "{}: {:?}", at, why);
        if let Some(Refusal::Map(MapRefusal::TooFar { cell, cost, allowance, .. })) = why {
            prop_assert!(cost > allowance && reach.at(cell).is_none(), "{} is too far at {}", at, cell);
        }
    }
    for area in &reach.areas {
        let by: Vec<String> = area.path.iter().map(ToString::to_string).collect();
        for facing in grid.facings() {
            let given = give(&mut state.clone(), &format!("move A by {} facing {facing}", by.join(" ")));
            prop_assert_eq!(given.is_ok(), area.facings(grid).contains(facing), "{} {}", area.at, facing);
        }
        let mut after = state.clone();
        prop_assert_eq!(give(&mut after, &format!("move A by {}", by.join(" "))), Ok(()));
        let faces = after.unit(A).and_then(|unit| unit.place).map(|place| place.facing);
        prop_assert_eq!(faces, Some(area.facing(grid, reach.from.cell)));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn reach_equals_an_exhaustive_search(numbers in proptest::collection::vec(any::<u16>(), 120)) {
        for moves in 1..4 {
            let state = random(&mut RandomNumbers::new(&numbers), moves);
            let reach = reach(&state, A).expect("it may move");
            let found: BTreeMap<Cell, u16> = reach.areas.iter().map(|area| (area.at, area.cost)).collect();
            prop_assert_eq!(&found, &slowly(&state, A));
            // The rules allow the path to each area. A larger allowance only adds areas.
            for area in &reach.areas {
                crosses_nothing(&state, reach.from.cell, &area.path)?;
                let by: Vec<String> = area.path.iter().map(ToString::to_string).collect();
                let mut after = state.clone();
                let order = format!("move A by {}", by.join(" "));
                prop_assert_eq!(give(&mut after, &order), Ok(()), "{}", order);
                prop_assert_eq!(after.unit(A).and_then(|unit| unit.place).map(|place| place.cell), Some(area.at));
            }
            says_why_not(&state, &reach)?;
            let farther = slowly(&random(&mut RandomNumbers::new(&numbers), moves + 1), A);
            prop_assert!(found.keys().all(|cell| farther.contains_key(cell)));
        }
    }
}

/// The answer says that a move leaves an attack only to units that have one.
#[test]
fn reach_says_who_can_still_attack() {
    let reach_of = |state: &State, unit: u32| {
        let reach = reach(state, UnitId(unit)).expect("it can move");
        (reach.can_attack, reach.areas.iter().any(|area| area.may_attack))
    };
    let state = field_on(Some(PLAIN), "", "A @C5n, B general @A5n, C transport @E5n v X @C1s");
    assert_eq!([11, 12, 13].map(|unit| reach_of(&state, unit)), [(true, true), (false, false), (false, false)]);
    // If there are only Conflicts, a unit with numbers or a die fights in those of its stack.
    let state = field_on(Some(PLAIN), "unlurked-stacks", "A 1/1/1/1/1/2 @C5n, B @A5n v X @C1s");
    assert_eq!([11, 12].map(|unit| reach_of(&state, unit)), [(true, true); 2]);
    // An exhausted side's unit or one without EDNA attacks hand to hand no more, but can still fire.
    let settings = "(exhaustion: (exhausted_from: AtOnce), troops: [(name: \"infantry\", strength: 4), (name: \"archer\", strength: 4, weapons: [\"rifles\"])])";
    let mut state = field_on(Some(PLAIN), settings, "A @C3n, B archer @A3n, C @E3n v X @C1s");
    assert_eq!([11, 12].map(|unit| reach_of(&state, unit)), [(true, true); 2]);
    for order in ["lose A 3", "lose C 3"] {
        give(&mut state, order).expect("it is lost");
    }
    assert_eq!([11, 12].map(|unit| reach_of(&state, unit)), [(true, false), (true, true)]);
    give(&mut state, "shake B 8").expect("a ruling");
    assert_eq!(reach_of(&state, 12), (true, false));
}
