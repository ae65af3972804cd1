//! Volleys over the map: examples worked by hand from the sources, and the possible targets compared with the orders
//! themselves.
//! Source: RULES 4.5.

use proptest::prelude::*;
use wardiary_base::{
    ground::{Cell, Facing, Place},
    id::{MapId, UnitId},
};
use wardiary_harness_rules::{
    arbitrary::RandomNumbers,
    field::{describe_unit, field, field_on, give},
};
use wardiary_odds::odds::{
    Effort, Monitor,
    forecast::{MainOdds, bare_roll, forecast},
};
use wardiary_rules::{
    notation::{Instruction, order_text, parse_instruction},
    order::Order,
    rules::volley::{FieldOfFire, targets, targets_from},
    state::State,
};

/// Open ground except a wood (`w`) at C2, one at B4 and C4, and a house at E3; between D4 and D5 a wall.
const MAP: &str = "(title: \"Map\", rows: [\".....\", \"..w..\", \"....h\", \".ww..\", \".....\"], \
                   legend: {'.': \"open\", 'w': \"woods\", 'h': \"built-up\"}, edges: [(\"D4\", s, \"wall\")])";
const HEXES: &str = "(title: \"Hexes\", grid: Hex, rows: [\".....\", \".....\", \"..w..\", \".....\", \".....\"], legend: {'.': \"open\", 'w': \"woods\"})";
const FREE: &str = "itchy-and-scratchy: (turn: (order: Free), ground: (terrain: [(name: \"open\"), (name: \
                    \"woods\", cover: true), (name: \"built-up\", cover: true, but: [(troops: [\"general\"], cover: \
                    false)])], edges: [(name: \"wall\", cover: true)]))";
const STACKS: &str = "itchy-and-scratchy: (turn: (order: Free), ground: (stacking: Stack(8)))";
const A: UnitId = UnitId(11);

/// `X at C1, 2 areas, 4 dice`, with `covered` and `general`: the possible targets of a unit.
fn told(state: &State, unit: UnitId) -> String {
    let found = targets(state, unit).expect("it may fire");
    let one = |target: &wardiary_rules::rules::volley::TargetArea| {
        let names: Vec<String> = target.units().map(|unit| state.name(unit)).collect();
        let cover = if target.all_in_cover() { " covered" } else { "" };
        let general = if target.general { " general" } else { "" };
        format!("{} {} {}: {}{cover}{general}", names.join("+"), target.cell, target.range, target.dice)
    };
    found.iter().map(one).collect::<Vec<_>>().join("; ")
}

/// The ground, the units, and the possible targets of A: name, area, range, dice.
const FIRED_AT: &[(&str, &str, &str)] = &[
    // Rifles 6 4 2, straight ahead.
    (MAP, "A infantry @A5n v X infantry @A4", "X A4 1: 6"),
    (MAP, "A infantry @A5n v X infantry @A3", "X A3 2: 4"),
    (MAP, "A infantry @A5n v X infantry @A2", "X A2 3: 2"),
    (MAP, "A infantry @A5n v X infantry @A1", ""),
    // On squares the arc covers 1, 3, 3 and 5 areas of the rows ahead: 45° is inside it, 60° and more is not.
    (MAP, "A infantry @A1s v X infantry @B1, Y infantry @B2", "Y B2 2: 4"),
    (MAP, "A infantry @A1s v X infantry @C2, Y infantry @B3", "Y B3 3: 2"),
    // Nobody fires backwards.
    (MAP, "A infantry @A3n v X infantry @A4", ""),
    // A wood between hides; units do not.
    (MAP, "A infantry @C3n v X infantry @C1", ""),
    (MAP, "A infantry @A5n v X infantry @A4, Y infantry @A3", "Y A3 2: 4; X A4 1: 6"),
    // One area into cover, and a unit there is in cover.
    (MAP, "A infantry @C3n v X infantry @C2", "X C2 1: 6 covered"),
    // Out of a wood from its edge; within the same wood only the adjacent area.
    (MAP, "A infantry @C4n v X infantry @C3", "X C3 1: 6"),
    (MAP, "A infantry @C4w v X infantry @B4, Y infantry @A4", "X B4 1: 6 covered"),
    // Also from farther away.
    (MAP, "A infantry @E5n v X infantry @E3", "X E3 2: 4 covered"),
    (MAP, "A infantry @A3s v X infantry @B5", ""),
    // Fire through a corner is blocked only if the areas on both sides of the corner block.
    (MAP, "A infantry @B3s v X infantry @C4", "X C4 2: 4 covered"),
    // A wall covers only against fire across it.
    (MAP, "A infantry @D5n v X infantry @D4", "X D4 1: 6 covered"),
    (MAP, "A infantry @D3s v X infantry @D4", "X D4 1: 6"),
    // A General in the firer's area adds two dice. Everybody in the target's area is judged.
    (MAP, "A infantry @A5n, G general @A5 v X infantry @A4, H general @A4", "X+H A4 1: 8 general"),
    (MAP, "A infantry @A5n, G general @A4 v X infantry @A3", "X A3 2: 4"),
    // Cover for one troop type need not be cover for another.
    (MAP, "A infantry @E4n v X infantry @E3, H general @E3", "X+H E3 1: 6"),
    // On hexes 2r − 1 areas at range r.
    (HEXES, "A infantry @B1s v X infantry @A2, Y infantry @B2, Z infantry @C2", "Y B2 1: 6"),
    (
        HEXES,
        "A infantry @B1s v X infantry @A3, Y infantry @B3, Z infantry @C3",
        "X A3 2: 4; Z C3 2: 4 covered; Y B3 2: 4",
    ),
    (HEXES, "A infantry @C1s v X infantry @C2, Y infantry @C4", "X C2 1: 6"),
];

#[test]
fn targets_match_hand_calculations() {
    for (ground, units, fired_at) in FIRED_AT {
        let state = field_on(Some(ground), FREE, units);
        let (found, wanted) = (told(&state, A), (*fired_at).to_string());
        let sorted = |text: &str| {
            let mut all: Vec<String> = text.split("; ").map(Into::into).collect();
            all.sort();
            all
        };
        assert_eq!(sorted(&found), sorted(&wanted), "{units}");
    }
}

/// Orders, each with its refusal or an empty text. Returns the state after them.
#[track_caller]
fn play(ground: Option<&str>, settings: &str, units: &str, orders: &[(&str, &str)]) -> State {
    let mut state = match ground {
        Some(ground) => field_on(Some(ground), settings, units),
        None => field(settings, units),
    };
    for (order, refused) in orders {
        match give(&mut state, order) {
            Ok(()) => assert_eq!(*refused, "", "{order} was carried out"),
            Err(why) => assert!(!refused.is_empty() && why.contains(refused), "{order}: {why}"),
        }
    }
    state
}

fn units(state: &State) -> String {
    state.units().iter().map(|unit| describe_unit(state, unit)).collect::<Vec<_>>().join(", ")
}

#[test]
fn orders_may_omit_and_not_contradict_the_map() {
    let field = "A infantry @A5n, G general @C5 v X infantry @A3, H general @A3, Y infantry @C3, Z infantry @E3";
    let state = play(
        Some(MAP),
        FREE,
        field,
        &[
            ("volley A at X range 1", "the distance from A at A5 to X at A3 is 2 areas, not 1"),
            ("volley A at X in cover", "at A3 X is not in cover from A5"),
            ("volley A at X with general", "there is no General with A at A5"),
            ("volley A at X + Y", "X is at A3, Y at C3: a volley targets one area"),
            ("volley A at Z", "E3 is outside the arc of fire of A, which faces north at A5"),
            ("volley A at X range 2 with muskets", "carries no “muskets”"),
        ],
    );
    // By one roll, each separately, including the General who is there.
    let mut after = state.clone();
    give(&mut after, "volley A at X: 4 4 1 2").expect("it is given");
    assert_eq!(units(&after).matches("3sp").count(), 1, "{}", units(&after));
    // A ruling overrules it, with a reason.
    let mut ruled = state;
    give(&mut ruled, "volley A at Y range 1 with general in cover anyway because \"so it was\": 1 1 2 2 4 4 5 5")
        .expect("it is given");
    assert!(units(&ruled).contains("Y white 2sp"), "{}", units(&ruled));
}

#[test]
fn obstacles_are_named() {
    play(
        Some(MAP),
        FREE,
        "A infantry @C3n, B infantry @D5w v X infantry @C1, Y infantry @A4",
        &[
            ("volley A at X", "A at C3 can't see C1: C2 (woods) blocks the line of sight"),
            ("volley B at Y", "B4 (woods) blocks the line of sight"),
        ],
    );
    play(
        None,
        FREE,
        "A v X",
        &[
            ("volley A at X anyway because \"why not\": 1", "is fought without a map"),
            ("volley A at X", "unknown without a map"),
        ],
    );
}

#[test]
fn a_stack_is_judged_once_for_each_troop_type() {
    // Two infantry and two guns: by value the greens are in front.
    let field = "A v X infantry 1sp, Y infantry, M machine-gun, N machine-gun + Z";
    let orders: &[(&str, &str)] = &[
        ("volley A at Blues2 + X range 1", "can't be in the same place"),
        ("volley A at Blues range 1: 1 1 4 4 5 5", ""),
    ];
    let state = play(None, STACKS, field, orders);
    let told = units(&state);
    // Two hits on the infantry: the first takes the last SP of the unit in front, the second hits the next unit. One
    // hit on a machine gun.
    assert!(told.contains("X gone, Y white 3sp, ") && told.matches("1sp").count() == 1, "{told}");
    // The odds count each troop type once.
    let state = field_of_stack();
    let Ok(Instruction::Order(order)) = parse_instruction("volley A at Blues range 1", &state) else {
        panic!("it reads")
    };
    let (roll, plain) = bare_roll(&state, &order).expect("it rolls");
    assert!(plain, "{roll:?}");
    let forecast =
        forecast(&state, &order, &Effort::BATCH, Monitor::none()).expect("it is worked out").expect("it has odds");
    let MainOdds::Volley(units) = &forecast.main_odds else { panic!("a volley") };
    let mean: f64 = units.iter().take(2).map(|(_, _, mean)| mean).sum();
    // Six dice: infantry in the open loses 0, 1, 2 or 3 SP with these frequencies.
    assert!((mean - (0.517_940 + 2.0 * 0.143_068 + 3.0 * 0.003_922)).abs() < 1e-5, "{mean}");
    assert_eq!(order_text(&state, &order), "volley A at Blues range 1");
}

fn field_of_stack() -> State {
    field(STACKS, "A v X infantry 1sp, Y infantry, M machine-gun, N machine-gun")
}

#[test]
fn without_stacks_a_place_holds_one_unit() {
    play(None, FREE, "A v X, Y", &[("volley A at Blues range 1", "X and Y can't be in the same place")]);
}

/// The field, the order, and the area of X after it: pushed back by SCRUD.
const PUSHED: &[(&str, &str, &str)] = &[
    ("A @C4n v X @C3s on ...../...../...../...../.....", "scrud A v X: 6 1", "C2 s"),
    ("A @C5n v X @C3s on ...../...../...../...../.....", "scrud A v X: 6 1", "C2 s"),
    ("A @C3n v X @C2s on hex ...../...../...../...../.....", "scrud A v X: 6 1", "C1 s"),
    ("A @B2se v X @C3nw on hex ...../...../...../...../.....", "scrud A v X: 6 1", "D3 nw"),
    // Without a straight line: the farthest area, and among equals the one nearest to its rear.
    ("A @B4n v X @C3s on ...../...../...../...../.....", "scrud A v X: 6 1", "C2 s"),
    ("A @B4n v X @C3w on ...../...../...../...../.....", "scrud A v X: 6 1", "D3 w"),
    // At the end of the map: to one side, clockwise from n.
    ("A @C2n v X @C1s on ...../...../...../...../.....", "scrud A v X: 6 1", "D1 s"),
    // A friend is behind, and no unit goes beside an enemy.
    ("A @C3n, B @D1s v X @C2s, Y @C1s on ...../...../...../...../.....", "scrud A v X: 6 1", "B2 e"),
    // Away from the die that beat it first: B's is higher.
    ("A @C4n, B @D3w v X @C3s on ...../...../...../...../.....", "scrud A + B v X: 5 6 1", "B3 e"),
    // No area is free.
    ("A @B1w, B @A2n v X @A1s on ...../...../...../...../.....", "scrud A v X: 6 1", "A1 s"),
];

#[test]
fn units_are_pushed_back_as_worked_by_hand() {
    for (before, order, after) in PUSHED {
        let mut state = field("(scrud: (defeat: [PushBack]))", before);
        give(&mut state, order).unwrap_or_else(|e| panic!("{before}: {e}"));
        let place = state.unit(UnitId(21)).and_then(|unit| unit.place).expect("it stands there");
        assert_eq!(format!("{} {}", place.cell, place.facing), *after, "{before}: {order}");
    }
}

#[test]
fn sides_fight_within_the_reach_that_the_rulebook_gives() {
    let rows = "on ...../...../...../...../.....";
    let far = format!("A @C5n, B @A5n v X @C3s {rows}");
    let reach = "(ground: (reach: 1))";
    let refused = "the unit A is 2 areas away from X, and only adjacent units fight";
    let near = format!("A @C4n, B @A5n v X @C3s {rows}");
    play(None, reach, &far, &[("scrud A v X", refused), ("scrud Reds v X", "only adjacent units fight")]);
    play(None, "", &far, &[("scrud A v X: 1 1", "")]);
    // Of a side, the near units fight.
    play(None, reach, &near, &[("scrud Reds v X: 1 1", ""), ("commit B to A", "only adjacent units fight")]);
}

#[test]
fn stacks_screen_and_merge_with_neighbours() {
    let settings = "(ground: (stacking: Stack(4)))";
    let field = "A @C3n, B @C3n + D @D3n + E @C2n + F @A3n v X @A1s on ...../...../...../...../.....";
    let state = play(
        None,
        settings,
        field,
        &[
            ("screen Reds4 for Reds front", "Reds4 at A3 and Reds at C3 are not neighbours"),
            ("screen Reds for Reds3 front", "Reds3 at C2 is not to the left or right of Reds, which faces north"),
            ("screen Reds2 for Reds left", ""),
            ("merge Reds4 into Reds", "Reds4 at A3 and Reds at C3 are not neighbours"),
            ("merge Reds3 into Reds", ""),
        ],
    );
    let place = |unit: u32| state.unit(UnitId(unit)).and_then(|unit| unit.place).expect("it stands there").cell;
    assert_eq!(place(14), Cell::new(2, 2), "it stands with the stack it has joined");
    let screening = |state: &State| state.stacks().iter().filter(|stack| stack.screening.is_some()).count();
    assert_eq!(screening(&state), 1);
    // A stack that leaves screens nobody.
    let mut state = state;
    give(&mut state, "move Reds2 to E4").expect("it may move");
    assert_eq!(screening(&state), 0);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// Exactly the listed targets can be fired at.
    #[test]
    fn listed_targets_are_those_that_orders_accept(numbers in proptest::collection::vec(any::<u16>(), 60)) {
        let chance = &mut RandomNumbers::new(&numbers);
        let hex = chance.below(2) == 0;
        let grid = if hex { "Hex" } else { "Square" };
        let rows: Vec<String> = (0..6).map(|_| (0..6).map(|_| if chance.below(4) == 0 { 'w' } else { '.' }).collect()).collect();
        let rows: Vec<String> = rows.iter().map(|row| format!("{row:?}")).collect();
        let ground = format!("(title: \"M\", grid: {grid}, rows: [{}], legend: {{'.': \"open\", 'w': \"woods\"}})", rows.join(", "));
        let mut cells: Vec<Cell> = (0..36).map(|at| Cell::new(at % 6, at / 6)).collect();
        let mut cell = || { let at = chance.below(cells.len()); cells.swap_remove(at) };
        let own = [cell(), cell()];
        let enemies: Vec<String> = ["X", "Y", "Z", "W"].iter().map(|name| format!("{name} infantry @{}", cell())).collect();
        let facing = [Facing::N, Facing::S][chance.below(2)];
        let text = format!("A infantry @{}{facing}, B machine-gun @{}{facing} v {}", own[0], own[1], enemies.join(", "));
        let state = field_on(Some(&ground), FREE, &text);
        for unit in [A, UnitId(12)] {
            let may: Vec<UnitId> = targets(&state, unit).expect("it may fire").iter().flat_map(|t| t.units().collect::<Vec<_>>()).collect();
            let place = state.unit(unit).and_then(|unit| unit.place).expect("it stands there");
            prop_assert_eq!(targets_from(&state, unit, place), targets(&state, unit).expect("it may fire"));
            prop_assert_eq!(place, Place { map: MapId(50), ..place });
            let field = FieldOfFire::new(&state, place.map).expect("the map is there");
            let firer = state.unit(unit).expect("it stands there");
            let into: Vec<Cell> = field.cells_in_range(firer, place, false).into_iter().map(|(cell, _)| cell).collect();
            for enemy in 21..25 {
                let there = state.unit(UnitId(enemy)).and_then(|unit| unit.place).expect("it stands there").cell;
                let shot = field.shot(firer, place, there, None, false);
                prop_assert_eq!(shot.is_ok(), may.contains(&UnitId(enemy)), "{:?}", shot);
                prop_assert_eq!(shot.is_ok(), into.contains(&there));
                let order = format!("volley {} at {}", state.name(unit), state.name(UnitId(enemy)));
                let Ok(Instruction::Order(order)) = parse_instruction(&order, &state) else { panic!("{order}") };
                prop_assert!(matches!(order, Order::Volley(_)));
                let accepted = wardiary_rules::rules::resolve(&state, &order, &[]).is_ok();
                prop_assert_eq!(accepted, may.contains(&UnitId(enemy)), "{:?} on {}: {}", order, ground, text);
            }
        }
    }
}
