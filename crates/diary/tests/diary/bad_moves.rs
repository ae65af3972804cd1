//! Invalid orders on the map: each is refused in a sentence that names the rule and, for a path, the area where it
//! fails. Nothing moves. Source: issue 12, "Bad input".

use wardiary_harness_rules::{
    field::{book, field_on, give},
    table::rows,
};

use wardiary_base::{
    document,
    ground::Cell,
    id::{Id, MapId, UnitId},
};
use wardiary_diary::diary::{Diary, Header, file::Save};
use wardiary_harness_diary::play;
use wardiary_rules::{
    notation::{Instruction, order_text, parse_instruction},
    order::{MapOrder, Order},
    state::Muster,
};

const FREE: &str = "itchy-and-scratchy: (turn: (order: Free))";
const PLAIN: &str = "(title: \"Plain\", rows: [\".....\", \".....\", \"...w.\", \".....\", \".....\"], legend: {'.': \"open\", 'w': \"woods\"})";
const HEXES: &str =
    "(title: \"Hexes\", grid: Hex, rows: [\".....\", \".....\", \".....\", \".....\"], legend: {'.': \"open\"})";

#[test]
fn orders_that_the_map_does_not_allow() {
    let closed = format!(
        "{}, ground: (terrain: [(name: \"open\"), (name: \"woods\", cover: true, forbids: [\"artillery\"])]))",
        &FREE[..FREE.len() - 1]
    );
    let table = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/golden/maps/refused.csv");
    let mut wrong = Vec::new();
    for row in rows(&std::fs::read_to_string(table).expect("the table is there")) {
        let mut state = field_on(Some(PLAIN), &closed, row.get("units"));
        for order in row.get("before").split(" / ").filter(|order| !order.is_empty()) {
            give(&mut state, order).unwrap_or_else(|e| panic!("line {}: {order}: {e}", row.line));
        }
        let (order, says, unmoved) = (row.get("order"), row.get("says"), state.clone());
        let at = format!("tests/golden/maps/refused.csv:{}: {order}", row.line);
        match give(&mut state, order) {
            Ok(()) => wrong.push(format!("{at} was carried out")),
            Err(said) if !said.contains(says) => wrong.push(format!("{at}: {said}")),
            Err(_) if state != unmoved => wrong.push(format!("{at}: something moved")),
            Err(_) => {}
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn corners_of_hexes_are_no_edges_either() {
    for (order, says) in [
        ("face A e", "no edge to the east, only corners there"),
        ("move A by C2 facing w", "no edge to the west, only corners there"),
        ("move A by D1", "C3 and D1 share no edge"),
        ("move A by C2 facing q", "“q” is neither an edge nor a unit"),
    ] {
        let mut state = field_on(Some(HEXES), FREE, "A @C3n v X @A1");
        let unmoved = state.clone();
        let said = give(&mut state, order).expect_err(order);
        assert!(said.contains(says), "{order}: {said}");
        assert_eq!(state, unmoved, "{order}: nothing moves");
    }
}

/// The refusal lists the possible facings in the form in which the order was typed.
#[test]
fn the_edges_are_named() {
    for (ground, order, hint) in [
        (PLAIN, "move A to C2 facing q", "the edges are n, e, s and w"),
        (HEXES, "move A by C2 facing q", "the edges are n, ne, se, s, sw and nw"),
        (HEXES, "move A by C2 facing Alpah", "the edges are n, ne, se, s, sw and nw; did you mean Alpha?"),
    ] {
        let state = field_on(Some(ground), FREE, "A @C3n v Alpha @A1");
        let error = parse_instruction(order, &state).expect_err(order);
        assert!(error.reason.ends_with("is neither an edge nor a unit"), "{order}: {}", error.reason);
        assert!(error.hint.as_deref().is_some_and(|told| told.starts_with(hint)), "{order}: {:?}", error.hint);
    }
}

/// The example setting in the refusal is the one for the ordered change.
#[test]
fn an_example_is_of_what_was_asked() {
    for (order, example) in [
        ("mount A", "becomes: {Mount: \"mounted cavalry\"}"),
        ("dismount A", "becomes: {Dismount: \"dismounted cavalry\"}"),
        ("limber A", "becomes: {Limber: \"limbered artillery\"}"),
        ("unlimber A", "becomes: {Unlimber: \"artillery\"}"),
    ] {
        let mut state = field_on(Some(PLAIN), FREE, "A infantry @C3n v X @A1");
        let Ok(Instruction::Order(order)) = parse_instruction(order, &state) else { panic!("{order} reads") };
        let mut dice = wardiary_base::dice::source::ScriptedDice { faces: [].into() };
        let refused = wardiary_rules::rules::carry_out(state.clone(), &order, &mut dice).expect_err("it is refused");
        let wardiary_rules::rules::CarryOutError::Refused(refusal) = refused else { panic!("{refused:?}") };
        let text = wardiary_rules::notation::refusal::describe(&refusal, &state);
        assert!(text.hint.as_deref().is_some_and(|hint| hint.contains(example)), "{:?}", text.hint);
        give(&mut state, "note x").expect("all goes on");
    }
}

/// A quoted name is a name, even if it could be an area; it is printed with quotes.
#[test]
fn a_unit_may_have_the_name_of_an_area() {
    let state = field_on(Some(PLAIN), FREE, "C5 @C4, B4 @B5 v X @C1");
    for (text, who, to) in [("move \"C5\" to D4", UnitId(11), "D4"), ("move \"B4\" by B4", UnitId(12), "B4")] {
        let Ok(Instruction::Order(order)) = parse_instruction(text, &state) else { panic!("{text} reads") };
        let Order::Map(MapOrder::Move { marches, .. }) = &order else { panic!("{order:?}") };
        assert_eq!((marches[0].who, marches[0].by.last().map(Cell::to_string)), (Id::from(who), Some(to.to_string())));
        let printed = order_text(&state, &order);
        assert!(printed.contains(&format!("\"{}\"", state.name(who))), "{printed}");
        assert_eq!(parse_instruction(&printed, &state), Ok(Instruction::Order(order)), "{printed}");
    }
}

/// Two battles, each on its map, and a third without a map.
const TWO_MAPS: &str = r#"(
    sides: [(id: 1, name: "Red"), (id: 2, name: "Blue")],
    units: [
        (id: 11, name: "A", side: 1, at: "A1", on: 50), (id: 12, name: "B", side: 1, at: "A1", on: 51), (id: 13, name: "C", side: 1),
        (id: 21, name: "X", side: 2, at: "C3", on: 50), (id: 22, name: "Y", side: 2, at: "C3", on: 51), (id: 23, name: "Z", side: 2),
    ],
    maps: [
        (id: 50, ground: (title: "Hill", rows: ["...", "...", "..."], legend: {'.': "open"})),
        (id: 51, ground: (title: "Ford", rows: ["...", "...", "..."], legend: {'.': "open"})),
    ],
    battles: [
        (id: 40, name: "First", parties: [[11], [21]], map: 50), (id: 41, name: "Second", parties: [[12], [22]], map: 51),
        (id: 42, name: "Third", parties: [[13], [23]]),
    ],
)"#;

#[test]
fn a_unit_stands_on_the_map_of_its_own_battle() {
    let muster: Muster = document::read(TWO_MAPS).expect("the muster reads");
    let mut state = muster.check(&book(FREE)).expect("it stands");
    for (order, says) in [
        ("place A at B1 on Ford", "the battle First is fought on another map: Hill"),
        ("place C at B1 on Hill", "the battle Third is fought without a map"),
        ("move C by B1", "the battle Third is fought without a map"),
        ("place A at B1 on Moor", "there is no map called “Moor”"),
        ("place C at B1", "there are 2 maps: name one"),
        ("volley A at Y", "A and Y are not in the same battle"),
    ] {
        let unmoved = state.clone();
        let said = give(&mut state, order).expect_err(order);
        assert!(said.contains(says), "{order}: {said}");
        assert_eq!(state, unmoved, "{order}: nothing moves");
    }
    // Each moves independently, though both are at A1.
    for (order, unit, map) in [("move A by B1", UnitId(11), MapId(50)), ("move B by A2", UnitId(12), MapId(51))] {
        give(&mut state, order).unwrap_or_else(|e| panic!("{order}: {e}"));
        assert_eq!(state.unit(unit).and_then(|unit| unit.place).map(|place| place.map), Some(map));
    }
}

/// A scenario places units under the same rules as orders.
#[test]
fn a_scenario_places_nobody_where_he_can_not_stand() {
    for (at, says) in [
        ("at: \"F1\"", "F1 is not on the map Plain"),
        ("at: \"A3\"", "there is no room in A3 beside A"),
        ("at: \"E5\"", "the enemy is in E5: X"),
        ("at: \"B1\", facing: ne", "no edge to the north-east"),
        ("at: \"B1\", on: 51", "there is no map #51"),
    ] {
        let muster = format!(
            r#"(
                sides: [(id: 1, name: "Red"), (id: 2, name: "Blue")],
                units: [(id: 11, name: "A", side: 1, at: "A3"), (id: 21, name: "X", side: 2, at: "E5"), (id: 12, name: "B", side: 1, {at})],
                maps: [(id: 50, ground: (title: "Plain", rows: [".....", ".....", ".....", ".....", "....."], legend: {{'.': "open"}}))],
                battles: [(id: 40, name: "Field", parties: [[1], [2]], map: 50)],
            )"#
        );
        let seed = "1".parse().expect("a seed");
        let muster = document::read(&muster).expect("the muster reads");
        let faults = Diary::new(Header { title: "Bad".into(), seed, book: book(FREE), muster }).expect_err(at);
        let said = faults[0].to_string();
        assert!(said.contains("units.2") && said.contains(says), "{at}: {said}");
    }
}

/// A move that later moves depend on can be amended and struck. The dependent moves then fail, and the conflict names
/// the area.
#[test]
fn a_move_that_others_rest_on_is_amended_or_struck() {
    let muster = r#"(
        sides: [(id: 1, name: "Red"), (id: 2, name: "Blue")],
        units: [(id: 11, name: "A", side: 1, at: "A1"), (id: 12, name: "B", side: 1, at: "A3"), (id: 21, name: "X", side: 2, at: "E5")],
        maps: [(id: 50, ground: (title: "Plain", rows: [".....", ".....", ".....", ".....", "....."], legend: {'.': "open"}))],
        battles: [(id: 40, name: "Field", parties: [[1], [2]], map: 50)],
    )"#;
    let orders = ["move A by B1", "end turn", "move A by C1 C2", "move B by A2 A1"];
    for (change, losses, places) in [
        (
            "strike 1",
            &[
                "entry 3, move A by C1 C2: left out: A1 and C1 share no edge",
                "entry 4, move B by A2 A1: left out: there is no room in A1",
            ][..],
            ["A1", "A3"],
        ),
        ("amend 1 to move A by A2", &["entry 3, move A by C1 C2: left out: A2 and C1 share no edge"], ["A2", "A1"]),
        ("amend 1 to move A by D1", &[], ["C2", "A1"]),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let header = Header {
            title: "Resting".into(),
            seed: "1".parse().expect("a seed"),
            book: book(FREE),
            muster: document::read(muster).expect("the muster reads"),
        };
        let mut save = Save::create(&folder.path().join("s.ron"), header).expect("a save");
        orders.iter().for_each(|order| play::give(&mut save, order, &[]).unwrap_or_else(|e| panic!("{order}: {e}")));
        let standing = |save: &Save| {
            let state = save.diary().state();
            [11, 12].map(|unit| {
                state.unit(UnitId(unit)).and_then(|unit| unit.place).map(|p| p.cell.to_string()).unwrap_or_default()
            })
        };
        assert_eq!(standing(&save), ["C2", "A1"]);
        let Ok(Instruction::Rebase { entry, change: how, .. }) = parse_instruction(change, save.diary().state()) else {
            panic!("{change} reads")
        };
        let rebase = match save.diary().rebase(entry, &how, jiff::Timestamp::UNIX_EPOCH) {
            Ok(rebase) => rebase,
            Err(refused) => {
                // The replacement is no legal move.
                assert!(losses.is_empty(), "{change}: {refused}");
                assert!(refused.to_string().contains("A1 and D1 share no edge"), "{refused}");
                assert_eq!(standing(&save), places, "{change}: nothing moves");
                continue;
            }
        };
        let said: Vec<String> = rebase
            .consequences()
            .flat_map(|group| group.rows)
            .map(|(entry, what)| format!("{entry}: {what}"))
            .collect();
        assert_eq!(said.len(), losses.len(), "{change}: {said:?}");
        said.iter().zip(losses).for_each(|(said, loss)| assert!(said.starts_with(loss), "{change}: {said}"));
        save.rebase(rebase).unwrap_or_else(|e| panic!("{change}: {e:?}"));
        assert_eq!(standing(&save), places, "{change}");
    }
}

/// The entry of a move stays small: 300 bytes on average in the shipped saves.
#[test]
fn the_entry_of_a_move_is_small() {
    for (name, text) in [
        ("wadi", include_str!("../../../../saves/wadi.ron")),
        ("ridge", include_str!("../../../../saves/ridge.ron")),
        ("crossings", include_str!("../../../../saves/crossings.ron")),
    ] {
        let moves: Vec<usize> = text.lines().filter(|line| line.contains("order: Map(Move(")).map(str::len).collect();
        assert!(moves.len() > 10, "{name}: {} moves", moves.len());
        let mean = moves.iter().sum::<usize>() / moves.len();
        assert!(mean <= 300, "{name}: {mean} bytes on average");
    }
}

/// The advice of a refusal is possible: it goes only to units that can follow it, and its areas are on the map.
#[test]
fn suggested_orders_can_be_given() {
    let small =
        PLAIN.replace("\".....\", \".....\"]", "\".....\"]").replace("\".....\"", "\"....\"").replace("...w.", "...w");
    for (ground, stacks, units, before, order, what, hint) in [
        // A unit that has moved can't turn any more.
        (
            PLAIN,
            "",
            "A infantry @C3n v X @C5",
            "",
            "volley A at X",
            "outside the arc",
            Some("turn it with `face \"A\" …`"),
        ),
        (PLAIN, "", "A infantry @C3w v X @C5", "face A n", "volley A at X", "outside the arc", Some("to either side")),
        (&small, "", "A @A1, B v X @D4", "", "move B to A2", "is not on the map", Some("`place \"B\" at C4`")),
        // The refusal names the slowest unit if there is one.
        (PLAIN, "(8)", "A @C5n v X @A1", "", "move Reds by C4 C3 C2 C1", "too far", None),
        (PLAIN, "(8)", "A @C5n, B @C5n v X @A1", "", "move Reds by C4 C3 C2 C1", "too far", None),
        (
            PLAIN,
            "(8)",
            "A 0/0/0/0/0/2 @C5n, B 0/0/0/0/0/1 @C5n v X @A1",
            "",
            "move Reds by C4 C3 C2",
            "too far",
            Some("its slowest unit: B"),
        ),
        (PLAIN, "", "A @C5n v X @A1", "", "move A to C5", "it is already at C5", Some("`face")),
        (PLAIN, "", "A @C5n v X @C3, Y @B4", "", "move A by C4 facing s", "must face one: n (X) or w (Y)", None),
    ] {
        let stacking = if stacks.is_empty() { "One".to_string() } else { format!("Stack{stacks}") };
        let book = format!("itchy-and-scratchy: (turn: (order: Free), ground: (stacking: {stacking}))");
        let mut state = field_on(Some(ground), &book, units);
        if !before.is_empty() {
            give(&mut state, before).expect(before);
        }
        let Ok(Instruction::Order(read)) = parse_instruction(order, &state) else { panic!("{order} reads") };
        let mut dice = wardiary_base::dice::source::ScriptedDice { faces: [].into() };
        let refused = wardiary_rules::rules::carry_out(state.clone(), &read, &mut dice).expect_err("it is refused");
        let wardiary_rules::rules::CarryOutError::Refused(refusal) = refused else { panic!("{refused:?}") };
        let text = wardiary_rules::notation::refusal::describe(&refusal, &state);
        assert!(text.reason.contains(what), "{units}: {order}: {}", text.reason);
        match (&text.hint, hint) {
            (Some(told), Some(hint)) => assert!(told.contains(hint), "{units}: {order}: {told}"),
            (told, hint) => assert_eq!(told.as_deref(), hint, "{units}: {order}"),
        }
        assert!(
            before.is_empty() || text.hint.is_none_or(|hint| !hint.contains("turn it with")),
            "{order}: who has moved turns no more"
        );
    }
}
