//! Edges, roads and bridges that an entry adds or removes. Source: RULES 4.4, the readings for the map.

use wardiary_base::{
    ground::{Facing, Ground},
    text::Text,
};
use wardiary_harness_rules::field::{field_on, give};
use wardiary_rules::{
    notation::{Instruction, order_text, parse_instruction},
    state::State,
};

/// A river between the rows 2 and 3, with a bridge between B2 and B3; a wall between D4 and D5.
const GROUND: &str = "(title: \"Map\", rows: [\".....\", \".....\", \".....\", \".....\", \".....\"], legend: {'.': \"open\"}, \
                      edges: [(\"A2\", s, \"river\"), (\"B2\", s, \"river\"), (\"C2\", s, \"river\"), (\"D2\", s, \"river\"), (\"E2\", s, \"river\"), (\"D4\", s, \"wall\")], \
                      roads: [[\"B1\", \"B2\", \"B3\"]])";

const RULES: &str = "itchy-and-scratchy: (turn: (order: Free), ground: (edges: [(name: \"river\", forbids: [\"infantry\"]), (name: \"wall\", cover: true), (name: \"hedge\", cover: true)]))";

/// The units, and orders, each with its refusal after ` ! `.
const CASES: &[(&str, &[&str])] = &[
    // Units that can't cross the river cross it by the bridge, until the bridge is blown.
    ("A @B3n v X @E5n", &["move A by B2"]),
    ("A @C3n v X @E5n", &["move A by C2 ! closed to infantry"]),
    (
        "A @B3n v X @E5n",
        &[
            "terrain B3 B2 without bridge because \"blown up\"",
            "move A by B2 ! closed to infantry",
            "terrain B2 B3 without bridge because \"again\" ! there is no bridge",
            "terrain B2 B3 without road because \"again\" ! there is no road",
            "terrain B2 B3 with bridge because \"pontoons\"",
            "move A by B2",
        ],
    ),
    // A river runs dry; another is dammed up.
    ("A @C3n v X @E5n", &["terrain C2 C3 without river because \"a drought\"", "move A by C2"]),
    ("A @C5n v X @E5n", &["terrain C4 C5 with river because \"a dam\"", "move A by C4 ! closed to infantry"]),
    // Only features that cover do so against fire across them.
    (
        "A @D5n v X @D4n",
        &[
            "volley A at X in cover: 1 2 3 4 5 6",
            "end turn",
            "terrain D5 D4 without wall because \"shot to pieces\"",
            "volley A at X in cover ! not in cover",
            "terrain D4 D5 with hedge because \"grown\"",
        ],
    ),
    (
        "A @D5n v X @D3n",
        &[
            "terrain D4 D5 with hedge because \"x\"",
            "terrain D4 D5 without wall because \"x\" ! there is no wall",
            "terrain D4 D5 with Hedge because \"x\" ! change nothing",
            "terrain D4 E5 with wall because \"x\" ! share no edge",
            "terrain D4 D6 with wall because \"x\" ! D6 is not on the map",
            "terrain D4 D5 with moat because \"x\" ! no kind of edge called “moat”",
            "terrain A1 B1 with bridge because \"x\" ! there is nothing to bridge",
            "terrain A1 B1 with road because \"x\"",
            "terrain A1 B1 with road because \"x\" ! change nothing",
            "terrain A1 B1 without \"road\" because \"x\" ! there is no road",
        ],
    ),
];

/// The feature on every edge, from both sides.
fn told(ground: &Ground) -> Vec<(Facing, Option<&Text>, bool)> {
    let of = |cell| {
        ground
            .neighbours(cell)
            .map(move |(facing, _)| (facing, ground.edge(cell, facing), ground.has_road(cell, facing)))
    };
    let both = |cell| {
        for (facing, beyond) in ground.neighbours(cell) {
            let back = facing.opposite();
            assert_eq!(ground.edge(cell, facing), ground.edge(beyond, back), "{cell} {facing}");
            assert_eq!(ground.has_road(cell, facing), ground.has_road(beyond, back), "{cell} {facing}");
        }
        cell
    };
    ground.cells().map(both).flat_map(of).collect()
}

/// An order's text reads back as the same order. A refused order changes nothing.
fn carry_out(state: &mut State, order: &str, refused: &str) {
    let text = order.split(": ").next().unwrap_or(order);
    let Ok(Instruction::Order(read)) = parse_instruction(text, state) else { panic!("{order} is no order") };
    let printed = order_text(state, &read);
    assert_eq!(parse_instruction(&printed, state), Ok(Instruction::Order(read)), "{printed}");
    let before = state.clone();
    match give(state, order) {
        Ok(()) => assert_eq!(refused, "", "{order} was carried out"),
        Err(why) => {
            assert!(!refused.is_empty() && why.contains(refused), "{order}: {why}");
            assert_eq!(told(&state.maps()[0].ground), told(&before.maps()[0].ground));
        }
    }
}

#[test]
fn borders_are_added_and_removed() {
    for (units, orders) in CASES {
        let mut state = field_on(Some(GROUND), RULES, units);
        for order in *orders {
            let (order, refused) = order.split_once(" ! ").unwrap_or((order, ""));
            carry_out(&mut state, order, refused);
        }
        told(&state.maps()[0].ground);
    }
}
