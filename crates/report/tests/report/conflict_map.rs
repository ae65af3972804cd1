//! Stacks and their Conflicts on a map: the hit Edge, turning, contact, and the order of the rounds.
//! Source: RULES 5.3, 5.6 to 5.8.

use wardiary_harness_rules::{
    field::{field, give, give_order},
    table::rows,
};

use std::f64::consts::PI;
use wardiary_base::{
    book::RulebookDraft,
    document,
    ground::{Cell, Facing, Grid, Place},
    id::{BattleId, MapId, StackId, UnitId},
};
use wardiary_diary::{assets, diary::file::Save};
use wardiary_harness_diary::play;
use wardiary_odds::odds::{
    Effort, Monitor,
    forecast::{MainOdds, bare_roll, forecast},
};
use wardiary_rules::{
    event::{Event, StackEvent},
    notation::{
        self, Instruction, NotationError, order_text, parse_instruction,
        refusal::{RefusalText, describe},
    },
    order::{Edge, Order},
    rules::{self, Roll, adjacent_enemy_stacks, outstanding},
    state::State,
};

mod together;

const FREE: &str = "(stacks: (rounds_a_turn: None), ground: (stacking: Stack(9)))";
const STRICT: &str = "unlurked-stacks: (turn: (order: Strict, phases: [Together(\"rounds\"), EachSide(\"moves\")]), square: (order: Strength))";
const SQUARES: &str = "on ...../...../...../...../.....";
const HEXES: &str = "on hex ...../...../...../...../.....";
const BATTLE: BattleId = BattleId(40);

fn place(cell: &str, facing: Facing) -> Place {
    Place { map: MapId(50), cell: cell.parse().expect("an area"), facing }
}

#[test]
fn the_edge_that_is_hit_is_as_worked_by_hand() {
    for row in rows(include_str!("../../../../tests/golden/maps/edges.csv")) {
        let grid = if row.get("grid") == "hexes" { Grid::Hex } else { Grid::Square };
        let stack = place("C3", row.get("faces").parse().expect("an edge"));
        let edge = Edge::hit_from(grid, stack, row.get("from").parse().expect("an area"));
        assert_eq!(edge.word(), row.get("edge"), "line {}", row.line);
    }
}

/// The same by angles. The sector of the Front is as wide as an area's edge, and so is that of the Back. A border
/// belongs to a Side.
fn by_angle(grid: Grid, stack: Place, from: Cell) -> Edge {
    let centre = |cell: Cell| {
        let (column, row) = (f64::from(cell.column), f64::from(cell.row));
        match grid {
            Grid::Square => (column, row),
            Grid::Hex => (column * 1.5, (row + f64::from(cell.column % 2) / 2.0) * 3f64.sqrt()),
        }
    };
    let bearing = |(from, to): ((f64, f64), (f64, f64))| (to.0 - from.0).atan2(from.1 - to.1);
    let ahead = grid.neighbour(stack.cell, stack.facing).expect("it is no border");
    let way = bearing((centre(stack.cell), centre(from))) - bearing((centre(stack.cell), centre(ahead)));
    let turn = (way + 3.0 * PI).rem_euclid(2.0 * PI) - PI;
    let half = PI / if grid == Grid::Hex { 6.0 } else { 4.0 };
    match turn {
        _ if turn.abs() < half - 1e-9 => Edge::Front,
        _ if turn.abs() > PI - half + 1e-9 => Edge::Back,
        _ if turn > 0.0 => Edge::Left,
        _ => Edge::Right,
    }
}

#[test]
fn the_edge_that_is_hit_is_the_one_of_its_angle() {
    for grid in [Grid::Square, Grid::Hex] {
        for (facing, own) in grid.facings().iter().flat_map(|facing| [(facing, "I9"), (facing, "J9")]) {
            let stack = place(own, *facing);
            let others = (0..18u16 * 18).map(|at| Cell::new(at % 18, at / 18)).filter(|cell| *cell != stack.cell);
            for from in others {
                assert_eq!(
                    Edge::hit_from(grid, stack, from),
                    by_angle(grid, stack, from),
                    "{grid:?} {own}{facing} {from}"
                );
            }
        }
    }
}

/// Carries out orders, each with its expected refusal or an empty text.
#[track_caller]
fn played(settings: &str, before: &str, orders: &[(&str, &str)]) -> State {
    let mut state = field(settings, before);
    for (order, refused) in orders {
        match give(&mut state, order) {
            Ok(()) => assert_eq!(*refused, "", "{order} was carried out"),
            Err(why) => assert!(!refused.is_empty() && why.contains(refused), "{order}: {why}"),
        }
    }
    state
}

/// The refusal of an order.
#[track_caller]
fn refused(state: &State, text: &str) -> RefusalText {
    let Ok(Instruction::Order(order)) = parse_instruction(text, state) else { panic!("{text}: no order") };
    describe(&rules::resolve(state, &order, &[]).map(drop).expect_err("it is refused"), state)
}

/// The Edges that an order's blows hit, in order.
#[track_caller]
fn edges(state: &mut State, order: &str) -> Vec<Edge> {
    let given = give_order(state, order).unwrap_or_else(|e| panic!("{order}: {e}")).expect("it is carried out");
    let struck = given.events.iter().filter_map(|event| match event {
        Event::Stacks(StackEvent::Struck { edge, .. }) => Some(*edge),
        _ => None,
    });
    struck.collect()
}

fn at(state: &State, unit: u32) -> String {
    let place = state.unit(UnitId(unit)).and_then(|unit| unit.place);
    place.map_or("nowhere".into(), |place| format!("{} {}", place.cell, place.facing))
}

fn stack(state: &State, name: &str) -> StackId {
    state.stacks().iter().find(|stack| *stack.name == *name).expect("a stack of that name").id
}

#[test]
fn a_blow_falls_on_the_edge_that_the_map_says() {
    let before = format!("A..D 0/5/0/0/0/0 1sp @C3n v X 9/0/1/0/9/0 @D3w {SQUARES}");
    let mut state = played(
        FREE,
        &before,
        &[
            ("conflict Reds v Blues", ""),
            ("strike Blues at Reds back: 20", "Reds at C3 faces north: Blues at D3 hits its left, not its back"),
            ("strike Blues at Reds front", "hits its left, not its front"),
        ],
    );
    // The order with these names is accepted. The left-hand column is in order from back to front.
    let mut same = state.clone();
    assert_eq!(edges(&mut same, "strike Blues at Reds left: 20"), [Edge::Left]);
    let mut ruled = state.clone();
    assert_eq!(edges(&mut ruled, "strike Blues at Reds back anyway because \"a ladder\": 20"), [Edge::Back]);
    assert_eq!((at(&ruled, 14), at(&ruled, 13)), ("nowhere".into(), "C3 n".into()), "the last of the Square");
    assert_eq!(edges(&mut state, "strike Blues at Reds: 20"), [Edge::Left]);
    assert_eq!((at(&state, 13), at(&state, 14)), ("nowhere".into(), "C3 n".into()), "AB/CD from the left");
}

#[test]
fn a_stack_is_attacked_on_two_edges_at_once() {
    let before = format!("A..D 0/5/0/0/1/0 @C3n v X 1/0/0/0/9/0 @D3w + Y 1/0/0/0/5/0 @C4n {SQUARES}");
    let mut state = played(FREE, &before, &[("conflict Blues + Blues2 v Reds", "")]);
    let mut rounds = state.clone();
    assert_eq!(edges(&mut rounds, "round: 1 1 1"), [Edge::Left, Edge::Back, Edge::Front]);
    // It turns to one enemy, and the other is on its Right.
    give(&mut state, "rotate Reds e").expect("it turns");
    assert_eq!(at(&state, 11), "C3 e");
    assert_eq!(edges(&mut state, "round: 1 1 1"), [Edge::Front, Edge::Left, Edge::Front]);
    assert_eq!(at(&state, 11), "C3 e", "it has turned for good");
}

#[test]
fn turning_takes_as_many_rotations_as_there_are_edges() {
    /// The facing after the order and the reduction of AP, or the text of the refusal.
    type Turned = Result<(&'static str, u16), &'static str>;
    let cases: &[(&str, &str, Turned)] = &[
        (SQUARES, "rotate Reds e", Ok(("C3 e", 2))),
        (SQUARES, "rotate Reds w", Ok(("C3 w", 2))),
        (SQUARES, "rotate Reds s", Ok(("C3 s", 4))),
        (SQUARES, "rotate Reds 2", Ok(("C3 s", 4))),
        (SQUARES, "rotate Reds 4", Ok(("C3 n", 8))),
        (SQUARES, "rotate Reds 1", Err("turned once, the stack Reds could face east or west")),
        (SQUARES, "rotate Reds 3", Err("turned 3 times, the stack Reds could face west or east")),
        (SQUARES, "rotate Reds n", Err("would change nothing")),
        (SQUARES, "rotate Reds q", Err("“q” is neither an edge nor a unit")),
        (SQUARES, "rotate Reds se", Err("no edge to the south-east")),
        (HEXES, "rotate Reds se", Ok(("C3 se", 4))),
        (HEXES, "rotate Reds nw", Ok(("C3 nw", 2))),
        (HEXES, "rotate Reds s", Ok(("C3 s", 6))),
        (HEXES, "rotate Reds 3", Ok(("C3 s", 6))),
        (HEXES, "rotate Reds 2", Err("could face south-east or south-west")),
        ("", "rotate Reds e", Err("is fought without a map")),
        ("", "rotate Reds 1", Ok(("nowhere", 2))),
    ];
    for (ground, order, wanted) in cases {
        let units = "A..D 9/9/0/0/9/0 @C3n v X 0/0/0/0/1/0 @C2s";
        let units = if ground.is_empty() { units.replace(" @C3n", "").replace(" @C2s", "") } else { units.to_string() };
        let mut state = field(FREE, format!("{units} {ground}").trim());
        give(&mut state, "conflict Reds v Blues").expect("they engage");
        match (give(&mut state, order), wanted) {
            (Ok(()), Ok((faces, cost))) => {
                assert_eq!(at(&state, 11), *faces, "{order}");
                let reds = stack(&state, "Reds");
                assert_eq!(state.conflict_entry(reds).map(|s| s.turn_penalty), Some(*cost), "{order} {ground}");
            }
            (Err(why), Err(wanted)) => assert!(why.contains(wanted), "{order}: {why}"),
            (found, wanted) => panic!("{order} {ground}: {found:?}, not {wanted:?}"),
        }
    }
}

#[test]
fn stacks_that_acted_or_fight_by_scrud_do_not_turn() {
    let before = format!("A..D 9/9/0/0/9/0 @C3n v X 0/0/0/0/1/0 @C2s {SQUARES}");
    let after =
        [("conflict Reds v Blues", ""), ("hold Reds", ""), ("rotate Reds e", "has already acted in this round")];
    let state = played(FREE, &before, &after);
    assert_eq!(at(&state, 11), "C3 n", "nothing moves");
    let scrud = "(stacks: (blows: Scrud, rounds_a_turn: None), ground: (stacking: Stack(9)))";
    played(scrud, &before, &[("conflict Reds v Blues", ""), ("rotate Reds e", "a round is a single SCRUD phase")]);
}

#[test]
fn destroyed_stacks_strike_from_their_last_area() {
    let before = format!("A..D 0/5/0/0/1/0 @C3n v X 9/0/1/0/9/0 @D3w + Y 9/0/1/0/5/0 1sp @B3e {SQUARES}");
    let mut state = played(FREE, &before, &[("conflict Blues + Blues2 v Reds", ""), ("strike Blues at Reds: 1", "")]);
    give(&mut state, "eliminate Y because \"a stray bolt\"").expect("a ruling");
    assert_eq!(edges(&mut state, "strike Blues2 at Reds: 20"), [Edge::Right]);
}

#[test]
fn stacks_in_contact_fight_and_no_others() {
    let before = format!("A @C3n + B @A5n v X @C2s + Y @D3w + Z @E5n {SQUARES}");
    let mut state = played(
        FREE,
        &before,
        &[
            ("conflict Reds v Blues3", "the stack Reds at C3 is not beside Blues3 at E5"),
            ("conflict Reds + Reds2 v Blues", "the stack Reds2 at A5 is not beside Blues at C2"),
            ("conflict Reds v Blues + Blues3", "the stack Blues3 at E5 is not beside Reds at C3"),
        ],
    );
    // By contact, left to right, top to bottom.
    let read = |state: &State, text: &str| match parse_instruction(text, state) {
        Ok(Instruction::Order(order)) => Ok(order_text(state, &order)),
        Ok(other) => panic!("{other:?}"),
        Err(NotationError { reason: what, .. }) => Err(what),
    };
    assert_eq!(read(&state, "conflict Reds"), Ok("conflict Reds v Blues + Blues2".into()));
    assert!(read(&state, "conflict Reds2").is_err(), "nobody is beside it");
    let mut ruled = state.clone();
    give(&mut ruled, "conflict Reds v Blues3 anyway because \"by ladder\"").expect("the referee says so");
    // With nobody beside it, it strikes at any enemy. The hit edge is the one nearest to the direction of the blow.
    assert_eq!(edges(&mut ruled, "round: 1 1").len(), 2);
    give(&mut state, "conflict Reds").expect("they engage");
    give(&mut state, "round: 1 1 1").expect("a round");
    let refused = give(&mut state, "join Blues3 to Blues").expect_err("it is far away");
    assert!(refused.contains("the stack Blues3 at E5 is not beside Reds at C3"), "{refused}");
    give(&mut state, "join Blues3 to Blues anyway because \"by ladder\"").expect("the referee says so");
    // A stack with enemies beside it strikes at these.
    give(&mut state, "hold Blues").err();
    let refused = give(&mut state, "strike Reds at Blues3").expect_err("it is far away");
    assert!(refused.contains("the stack Reds at C3 is not beside Blues3 at E5"), "{refused}");
}

#[test]
fn screeners_are_hit_clockwise_from_the_front() {
    // Created in the order east, west, south-east of a stack that faces n: clockwise ne, se, nw.
    let rows = "A..D 0/5/0/0/0/0 1sp @C3n + E 1sp @D3n + F 1sp @B2n + G 1sp @D2n v X 9/0/5/0/9/0 @C2s";
    let screens = ["screen Reds2 for Reds front", "screen Reds3 for Reds front", "screen Reds4 for Reds front"];
    let gone = |settings: &str, before: &str, screens: &[&str]| {
        let mut state = field(settings, before);
        for order in screens.iter().chain(&["conflict Blues v Reds"]) {
            give(&mut state, order).unwrap_or_else(|e| panic!("{order}: {e}"));
        }
        let given = give_order(&mut state, "strike Blues at Reds: 20").expect("it strikes").expect("it is carried out");
        let lost = given.events.iter().filter_map(|event| match event {
            Event::Eliminated { unit, .. } => Some(state.name(*unit)),
            _ => None,
        });
        lost.collect::<Vec<_>>().concat()
    };
    let dealt = |text: &str| text.chars().filter(|c| "EFG".contains(*c)).collect::<String>();
    let reach = "(stacks: (rounds_a_turn: None), ground: (stacking: Stack(9)))";
    let on_map = gone(reach, &format!("{rows} {HEXES}"), &screens);
    assert_eq!(on_map.len(), 5, "{on_map}");
    assert_eq!(dealt(&on_map).len(), 3, "{on_map}");
    // Each event of a loss names its stack; the order of the stacks is the order of distribution.
    let order = |before: &str| {
        let mut state = field(reach, before);
        screens.iter().for_each(|order| give(&mut state, order).expect("it screens"));
        give(&mut state, "conflict Blues v Reds").expect("they engage");
        // Two points of damage: one for the Defended Stack, one for its first screener.
        give(&mut state, "strike Blues at Reds: 20").expect("it strikes");
        let fallen = |unit: &&std::sync::Arc<wardiary_rules::state::Unit>| !unit.is_alive();
        state.units().iter().filter(fallen).map(|unit| unit.name.to_string()).collect::<String>()
    };
    let two = rows.replace("9/0/5/0", "9/0/2/0");
    assert_eq!(order(&format!("{two} {HEXES}")), "AG", "first whoever stands to the north-east");
    let words: Vec<&str> = two.split(' ').filter(|word| !word.starts_with('@')).collect();
    assert_eq!(order(&words.join(" ")), "AE", "without a map as they were made");
}

#[test]
fn rounds_go_left_to_right_and_top_to_bottom() {
    let before = "A @E5n + B @A3n v X @E4s + Y @A2s on ...../...../...../...../.....";
    let mut state = field(STRICT, before);
    for order in ["pass", "conflict Reds v Blues", "round Reds: 1 1", "conflict Reds2 v Blues2", "round Reds2: 1 1"] {
        give(&mut state, order).unwrap_or_else(|e| panic!("{order}: {e}"));
    }
    for order in ["pass", "pass"] {
        give(&mut state, order).unwrap_or_else(|e| panic!("{order}: {e}"));
    }
    // The last created Conflict is first on the map.
    assert_eq!(outstanding(&state, BATTLE).due_rounds, [1, 0]);
    assert_eq!(state.order_of_conflicts(BATTLE), [1, 0]);
    let refused = give(&mut state, "round Reds: 1 1").expect_err("the other comes first");
    assert!(refused.contains("the Conflict of Blues2 at A2 comes first"), "{refused}");
    let Err(error) = parse_instruction("round", &state) else { panic!("two are due") };
    assert!(error.hint.expect("it says which").starts_with("add `Reds2`"), "left to right, top to bottom");
    for order in ["round Reds2: 1 1", "round Reds: 1 1"] {
        give(&mut state, order).unwrap_or_else(|e| panic!("{order}: {e}"));
    }
    // Without a map, in the order of their creation and as players choose.
    let mut state = field(STRICT, "A + B v X + Y");
    for order in ["pass", "conflict Reds v Blues", "round Reds: 1 1", "conflict Reds2 v Blues2", "round Reds2: 1 1"] {
        give(&mut state, order).unwrap_or_else(|e| panic!("{order}: {e}"));
    }
    for order in ["pass", "pass", "round Reds2: 1 1", "round Reds: 1 1"] {
        give(&mut state, order).unwrap_or_else(|e| panic!("{order}: {e}"));
    }
}

#[test]
fn contacts_are_still_to_do() {
    let before = format!("A @C3n + B @A5n v X @C2s + Y @D3w + Z @E5n {SQUARES}");
    let settings = "unlurked-stacks: (turn: (order: Free), square: (order: Strength))";
    let before = before.replace("A ", "A 1/1/1/1/1/3 ").replace("B ", "B 1/1/1/1/1/3 ").replace("X ", "X 1/1/1/1/1/3 ");
    let mut state = field(settings, &before);
    let left = outstanding(&state, BATTLE);
    let (reds, blues) = (stack(&state, "Reds"), stack(&state, "Blues"));
    assert_eq!(left.contacts, [(blues, vec![reds]), (stack(&state, "Blues2"), vec![reds])]);
    for (stack, beside) in &left.contacts {
        assert_eq!(adjacent_enemy_stacks(&state, &[*stack]), *beside, "as one by one");
    }
    assert_eq!(left.units, [UnitId(11), UnitId(21), UnitId(22)], "those who stand apart can't attack");
    give(&mut state, "conflict Reds").expect("they engage");
    assert!(outstanding(&state, BATTLE).contacts.is_empty());
}

#[test]
fn an_exhausted_side_and_one_that_screens_turn_and_are_hit_as_others_are() {
    let settings = "(stacks: (rounds_a_turn: None), ground: (stacking: Stack(9)), exhaustion: (exhausted_from: AtOnce, exhausted_may: Press))";
    let before = format!("A..D 1/5/0/0/1/0 @C3n + E 1/4/0/0/1/0 @C2n v X 1/0/0/0/9/0 @D3w + Y @B3e {SQUARES}");
    let mut state = played(
        settings,
        &before,
        &[
            ("screen Reds2 for Reds left", "is not to the left or right of Reds2"),
            ("face Reds2 e", ""),
            ("screen Reds2 for Reds left", ""),
            ("conflict Blues v Reds", ""),
            ("lose A 4", ""),
            ("lose B 4", ""),
            ("lose C 4", ""),
            // Exhausted, it opens no Conflict. In a Conflict it may turn and strike.
            ("conflict Reds v Blues2", "is already in a Conflict"),
        ],
    );
    assert!(state.battles()[0].contingents[0].exhausted);
    // D alone: 5 less 1 for the Side, and half of 4 for the screen. Turned: less 1 for its row, on the Front without a
    // screen.
    let given = give_order(&mut state.clone(), "strike Blues at Reds: 1").expect("it strikes").expect("it is given");
    let dp = |given: &wardiary_harness_rules::field::GivenOrder| {
        given.events.iter().find_map(|event| match event {
            Event::Stacks(StackEvent::Struck { edge, dp, .. }) => Some((*edge, *dp)),
            _ => None,
        })
    };
    assert_eq!(dp(&given), Some((Edge::Left, 6)));
    give(&mut state, "promote D 1 this combat because \"cheers\"").expect("a ruling on its grade");
    give(&mut state, "rotate Reds e").expect("it turns");
    let given = give_order(&mut state, "strike Blues at Reds: 1").expect("it strikes").expect("it is given");
    assert_eq!(dp(&given), Some((Edge::Front, 4)));
}

#[test]
fn the_preview_and_the_order_agree_on_the_edge() {
    let before = format!("A..E 1/5/0/0/1/0 1sp @C3n v X 6/2/2/0/9/0 @D3w {SQUARES}");
    let mut state = field(FREE, &before);
    give(&mut state, "conflict Blues v Reds").expect("they engage");
    let read = |text: &str| match parse_instruction(text, &state) {
        Ok(Instruction::Order(order)) => order,
        other => panic!("{other:?}"),
    };
    let odds = |order: &Order| {
        let found = forecast(&state, order, &Effort::BATCH, Monitor::none()).expect("nobody cancels");
        found.expect("it has dice")
    };
    let (plain, said) = (read("strike Blues at Reds"), read("strike Blues at Reds left"));
    assert_eq!(odds(&plain), odds(&said));
    let ruled = read("strike Blues at Reds back anyway because \"so\"");
    assert_ne!(odds(&plain), odds(&ruled));
    for (order, edge) in [(&plain, Edge::Left), (&ruled, Edge::Back)] {
        let (Roll::Blow(blow), true) = bare_roll(&state, order).expect("it rolls") else { panic!("a blow") };
        let mut after = state.clone();
        let text = format!("{}: 20", order_text(&state, order));
        let given = give_order(&mut after, &text).expect("it strikes").expect("it is given");
        let struck = given.events.iter().find_map(|event| match event {
            Event::Stacks(StackEvent::Struck { edge, ap, dp, .. }) => Some((*edge, *ap, *dp)),
            _ => None,
        });
        assert_eq!(struck, Some((edge, blow.ap.into(), blow.dp.into())), "{text}");
        // The lost unit is the most probable one.
        let lost = given.events.iter().find_map(|event| match event {
            Event::Eliminated { unit, .. } => Some(*unit),
            _ => None,
        });
        assert_eq!(odds(order).units.first().map(|unit| unit.unit), lost, "{text}");
        let MainOdds::Blows(blows) = odds(order).main_odds else { panic!("blows") };
        assert_eq!(blows.len(), 1);
    }
    // The suggestions for a Conflict are the enemies beside the stack.
    let Err(error) = parse_instruction("conflict Reds v", &state) else { panic!("it is unfinished") };
    assert!(!error.to_string().is_empty() && !notation::completions("conflict Reds v ", &state).is_empty());
}

#[test]
fn a_turn_in_a_conflict_is_undone_and_amended() {
    let folder = tempfile::tempdir().expect("there is room");
    let mut header = assets::scenario("ridge", None, "1".parse().expect("a seed")).expect("it ships");
    let free: RulebookDraft = document::read("(turn: (order: Free))").expect("settings");
    header.book = free.check(&header.book).expect("a book").into();
    let mut save = Save::create(&folder.path().join("s.ron"), header).expect("the folder is fresh");
    let mut give = |order: &str, faces: &[u8]| {
        play::give(&mut save, order, faces).unwrap_or_else(|e| panic!("{order}: {e}"));
        let state = save.diary().state();
        let told = save.diary().step(save.diary().head()).map(|step| step.account().sentences.join("; "));
        (at(state, 100), told.unwrap_or_default())
    };
    give("place Vanguard at I5 facing s", &[]);
    give("place \"Village Guard\" at I6 facing s", &[]);
    let (_, told) = give("conflict Vanguard", &[]);
    assert!(told.contains("Vanguard engaged Village Guard"), "{told}");
    let (facing, told) = give("rotate \"Village Guard\" n", &[]);
    assert_eq!(facing, "I6 n");
    assert!(
        told.contains("Village Guard turned 3 times to face north: AP and DP reduced by 6 for the rest of the round"),
        "{told}"
    );
    assert_eq!(give("undo", &[]).0, "I6 s");
    assert_eq!(give("redo", &[]).0, "I6 n");
    let (_, told) = give("strike Vanguard at \"Village Guard\"", &[1]);
    assert!(told.contains("Vanguard struck at Village Guard: "), "the Front: {told}");
    // Once amended, the next blow hits the Edge that is there then.
    let (facing, told) = give("amend 4 anyway to rotate \"Village Guard\" ne", &[]);
    assert_eq!(facing, "I6 ne");
    assert!(told.contains("Vanguard struck at Village Guard on the right: "), "{told}");
}
