//! Objectives: who holds them, and when they change hands. Source: RULES 4.4, the readings for the map.

use wardiary_harness_rules::field::{field_on, give};

use std::collections::BTreeMap;
use wardiary_base::{
    ground::Cell,
    id::{MapId, SideId, UnitId},
};
use wardiary_diary::{assets, diary::steps::DiaryStep};
use wardiary_harness_diary::worn_units::{WornGame, header};
use wardiary_rules::{
    order::{MapOrder, Order},
    state::State,
};

const GROUND: &str = "(title: \"Map\", rows: [\".....\", \".....\", \".....\", \".....\", \".....\"], legend: {'.': \"open\"}, \
                      places: {\"Mill\": \"C3\", \"Ford\": \"A1\", \"Fort\": \"E5\"}, \
                      objectives: {\"Mill\": \"\", \"Ford\": \"blue\", \"Fort\": \"Green\"})";

const FREE: &str = "itchy-and-scratchy: (turn: (order: Free))";

/// The holders as text: `Mill: Red, Ford: nobody`.
fn told(state: &State) -> String {
    let map = &state.maps()[0];
    let one = |(cell, side): (Cell, Option<SideId>)| {
        let side = side.map_or("nobody".into(), |side| state.name(side));
        format!("{}: {side}", map.ground.name_of(cell).expect("it has a name"))
    };
    map.objectives().map(one).collect::<Vec<_>>().join(", ")
}

/// The units at the start, orders (with their refusal after ` ! `), and the holders at the end.
const CASES: &[(&str, &[&str], &str)] = &[
    // The map names the holders at the start. An objective without a holder, or with an absent side as holder, belongs
    // to the side that is in it.
    ("A @B3n v X @D3s", &[], "Mill: nobody, Ford: Blue, Fort: nobody"),
    ("A @C3n v X @E5s", &[], "Mill: Red, Ford: Blue, Fort: Blue"),
    ("A @A1n v X @D3s", &[], "Mill: nobody, Ford: Blue, Fort: nobody"),
    // A unit that ends a move there takes the objective; a unit that moves through does not.
    ("A @B3n v X @D1s", &["move A to C3"], "Mill: Red, Ford: Blue, Fort: nobody"),
    ("A mounted-cavalry @A2n v X @E4s", &["move A by A1 B1"], "Mill: nobody, Ford: Blue, Fort: nobody"),
    // Turning on the spot is a move of no areas.
    ("A @A1n v X @D3s", &["face A e"], "Mill: nobody, Ford: Red, Fort: nobody"),
    // The side that left it keeps it until another comes.
    ("A @B3n v X @D4s", &["move A by C3", "end turn", "move A by C2"], "Mill: Red, Ford: Blue, Fort: nobody"),
    (
        "A @B3n v X @D4s",
        &["move A by C3", "end turn", "move A by C2", "move X by D3", "end turn", "move X by C3"],
        "Mill: Blue, Ford: Blue, Fort: nobody",
    ),
    // A unit that is placed there takes it, and so does an arriving one.
    ("A v X @D3s", &["place A at Ford"], "Mill: nobody, Ford: Red, Fort: nobody"),
    ("A @B3n v X @D3s", &["unit B in Reds kind infantry at E5 as #90"], "Mill: nobody, Ford: Blue, Fort: Red"),
    // A ruling of the referee.
    ("A @B3n v X @D3s", &["objective Mill held by Blue because \"a spy\""], "Mill: Blue, Ford: Blue, Fort: nobody"),
    ("A @B3n v X @D3s", &["objective A1 held by nobody because \"burnt\""], "Mill: nobody, Ford: nobody, Fort: nobody"),
    (
        "A @B3n v X @D3s",
        &[
            "objective B2 held by Red because \"x\" ! B2 is not an objective",
            "objective J20 held by Red because \"x\" ! J20 is not on the map",
            "objective Ford held by Blue because \"x\" ! change nothing",
            "objective Mill held by nobody because \"x\" ! change nothing",
        ],
        "Mill: nobody, Ford: Blue, Fort: nobody",
    ),
];

#[test]
fn objectives_change_hands_as_worked_by_hand() {
    for (units, orders, holds) in CASES {
        let mut state = field_on(Some(GROUND), FREE, units);
        for order in *orders {
            let (order, refused) = order.split_once(" ! ").unwrap_or((order, ""));
            match give(&mut state, order) {
                Ok(()) => assert_eq!(refused, "", "{order} was carried out"),
                Err(why) => assert!(!refused.is_empty() && why.contains(refused), "{units}: {order}: {why}"),
            }
        }
        assert_eq!(told(&state), *holds, "{units}: {orders:?}");
    }
}

/// The units in each objective, and their earlier places.
fn holds_after(step: &DiaryStep) {
    let (before, after) = (&step.before, &step.after);
    let ruled = matches!(step.entry.order, Order::Map(MapOrder::Objective { .. }));
    let holders = |state: &State| -> BTreeMap<(MapId, Cell), Option<SideId>> {
        let of = |map: &wardiary_rules::state::Map| {
            map.objectives().map(|(cell, side)| ((map.id, cell), side)).collect::<Vec<_>>()
        };
        state.maps().iter().flat_map(of).collect()
    };
    for ((map, cell), holder) in holders(after) {
        let was = holders(before)[&(map, cell)];
        let stood = |unit: UnitId| {
            before.unit(unit).and_then(|unit| unit.place).is_some_and(|p| (p.map, p.cell) == (map, cell))
        };
        let came = after.units_at(map, cell).find(|unit| !stood(unit.id));
        match came {
            _ if ruled => assert_ne!(before.units(), &[], "a ruling"),
            Some(unit) => assert_eq!(holder, Some(unit.side), "who came holds it: {:?}", step.entry.order),
            None if holder != was => {
                let turned = after.units_at(map, cell).any(|unit| Some(unit.side) == holder);
                assert!(turned, "nobody of those who hold it is there: {:?}", step.entry.order);
            }
            None => {}
        }
    }
}

#[test]
fn units_hold_the_objectives_they_enter_in_random_games() {
    let mut taken = 0;
    for book in ["itchy-and-scratchy", "campaign"] {
        let book = assets::rulebook(book, None).expect("it ships");
        for seed in 0..6 {
            WornGame::new(header(&book, seed.into()), seed).play(150, |step| {
                holds_after(step);
                taken += usize::from(format!("{:?}", step.entry.events).contains("ChangedHands"));
            });
        }
    }
    assert!(taken > 4, "they change hands: {taken}");
}
