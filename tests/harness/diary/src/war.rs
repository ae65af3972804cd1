//! A campaign with every feature: a theatre on areas or on a network, a clock, supply, recovery, replacements, tables,
//! points; three sides, each with stacks, units outside of stacks, and some eliminated units.

use std::{fmt::Write as _, sync::Arc};
use wardiary_base::{
    book::{Rulebook, RulebookDraft},
    document,
};
use wardiary_diary::diary::Header;
use wardiary_rules::state::Muster;

/// The kind of theatre.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TheatreKind {
    Areas,
    Network,
}

/// The settings of all campaigns.
const BASE: &str = r#"(
    clock: (parts: ["dawn", "day", "dusk"]),
    march: (allowance: 2, but: [(troops: ["artillery"], allowance: 1), (troops: ["mounted cavalry"], allowance: 3)]),
    lost_for_good: (share: 0.3, parts: 3),
    raise: (share: 0.5, after: 2),
    promote: (after: Battles(1), most: 2),
    tables: {
        "Weather": (roll: "2d6", rows: [
            (on: "2-5", text: "rain", orders: ["note \"the roads are mud\""], then: "Mud"),
            (on: "6-12", text: "fair"),
        ]),
        "Mud": (roll: "1d6", rows: [(on: "1-3", text: "deep"), (on: "4-6", text: "shallow", orders: ["advance anyway"])]),
        "Stance": (roll: "1d6", rows: [
            (on: "1-3", text: "{force} holds", orders: ["lose {force} 1 because \"{force} is sick\""]),
            (on: "4-6", text: "{force} goes on", orders: ["promote {force} 1 this combat because \"it is bold\""]),
        ]),
    },
)"#;

/// The further settings, which alternate between campaigns.
const BOOKS: &[&str] = &[
    r#"(recover: (strength: 1, edna: 2, grade: 1, when: Unengaged(1), most: 0.9),
        replacements: (pools: [(name: "depot", points: 12, gains: 1, every: 2), (name: "guards", side: "North", troops: ["infantry"], points: 5)], at_a_time: 2, when: Passed(1)),
        supply: (levels: [(name: "full"), (name: "low", grade: -1, recovery: 0.5, allowance: 0.5), (name: "none", grade: -2, recovery: 0)], range: 3),
        sight: (range: 2, memory: 2, seen: (strength: Band([5, 10]))),
        victory: (decides: Losses, battle_margins: [(1, "narrow"), (4, "a rout")], points: (objective: 2, loss: 1, battle: 5), margins: [(2, "minor"), (20, "major")]))"#,
    r#"(recover: (strength: 2, edna: 1, when: AfterBattle), replacements: (pools: [(name: "depot", points: 9)], when: AfterBattle),
        supply: (levels: [(name: "full"), (name: "low", grade: -1)]), promote: (after: Won(1), most: 2),
        victory: (decides: Broken, points: (battle: 3)))"#,
    r#"(recover: (edna: 1, grade: 1, when: Rested(1)), replacements: (pools: [(name: "depot", points: 30, gains: 4, every: 3)]),
        promote: (after: Inflicted(2)), sight: (range: 1),
        victory: (points: (objective: 1, loss: 1)), scrud: (dice_per: StrengthPoint, defeat: [LoseStrength(1), PushBack]),
        turn: (order: Strict))"#,
    r#"(recover: (strength: 1, when: Passed(1)), stacks: (blows: Scrud, rounds_a_turn: 1), edna: (rerolls: 1),
        supply: (levels: [(name: "full"), (name: "cut off", grade: -3, recovery: 0, allowance: 0.3)], range: 2))"#,
];

/// The theatre on areas, with each side's own ground first.
const AREAS: [[&str; 5]; 3] =
    [["A1", "B1", "C1", "D1", "E1"], ["A5", "B5", "C5", "D5", "E5"], ["G2", "G3", "G4", "F2", "F4"]];

/// The theatre on a network.
const PLACES: [[&str; 5]; 3] = [
    ["Ahlen", "Buren", "Celle", "Dorn", "Esch"],
    ["Fulda", "Gera", "Halle", "Ilmen", "Jena"],
    ["Kehl", "Lohr", "Metz", "Neuss", "Olpe"],
];

const ROADS: &[(&str, &str, u8)] = &[
    ("Ahlen", "Buren", 1),
    ("Buren", "Celle", 1),
    ("Celle", "Dorn", 2),
    ("Dorn", "Esch", 1),
    ("Fulda", "Gera", 1),
    ("Gera", "Halle", 2),
    ("Halle", "Ilmen", 1),
    ("Ilmen", "Jena", 1),
    ("Kehl", "Lohr", 1),
    ("Lohr", "Metz", 1),
    ("Metz", "Neuss", 1),
    ("Neuss", "Olpe", 2),
    ("Ahlen", "Fulda", 2),
    ("Celle", "Halle", 1),
    ("Esch", "Kehl", 3),
    ("Jena", "Olpe", 1),
    ("Dorn", "Metz", 1),
    ("Ilmen", "Metz", 2),
    ("Buren", "Gera", 3),
];

fn muster(field: TheatreKind) -> Muster {
    let own = if field == TheatreKind::Areas { &AREAS } else { &PLACES };
    let (mut stacks, mut units, mut at, mut sources) = (String::new(), String::new(), String::new(), String::new());
    for (side, places) in (1..).zip(own) {
        #[allow(clippy::needless_range_loop, reason = "the index is the number of the stack")]
        for stack in 0..3 {
            let id = 10 * side + stack;
            let _ = write!(stacks, "(id: {id}, side: {side}, name: \"Corps {id}\"), ");
            let _ = write!(at, "({id}, \"{}\"), ", places[stack]);
            for (nth, kind) in ["infantry", "infantry", "artillery"].into_iter().enumerate() {
                let _ = write!(
                    units,
                    "(id: {id}{nth}, name: \"Brigade {id}-{nth}\", stack: {id}, kind: \"{kind}\", strength: 8, grade: \"green\", \
                     stats: (attack: 4, defense: 2, dmg: 2, init: 3)), "
                );
            }
        }
        for (nth, (kind, lost)) in [("mounted cavalry", 0), ("infantry", 2), ("infantry", 3)].into_iter().enumerate() {
            let id = 1000 + 10 * side + nth;
            let _ = write!(
                units,
                "(id: {id}, name: \"Regiment {id}\", side: {side}, kind: \"{kind}\", strength: 3, lost: {lost}, worn: 2), "
            );
            // The last unit is eliminated from the start.
            if lost < 3 {
                let _ = write!(at, "({id}, \"{}\"), ", places[3 + nth]);
            }
        }
        let _ = write!(sources, "({side}, \"{}\"), ", places[0]);
    }
    let theatre = match field {
        TheatreKind::Areas => "map: 900".to_string(),
        TheatreKind::Network => {
            let names: Vec<&str> = PLACES.iter().flatten().copied().collect();
            format!("network: (title: \"The country\", places: {names:?}, roads: {ROADS:?})")
        }
    };
    let objectives = [own[0][2], own[1][2], own[2][2]].map(|place| format!("(\"{place}\", 3)")).join(", ");
    let text = format!(
        "(sides: [(id: 1, name: \"North\"), (id: 2, name: \"South\"), (id: 3, name: \"East\")], stacks: [{stacks}], units: [{units}],
          maps: [
            (id: 900, ground: (title: \"The country\", grid: Hex,
                rows: [\".......\", \".ww.m..\", \"..w.b..\", \"....m..\", \".......\"],
                legend: {{'.': \"open\", 'w': \"woods\", 'b': \"built-up\", 'm': \"woods\"}}, roads: [[\"C1\", \"C2\", \"C3\", \"C4\", \"C5\"]])),
            (id: 901, ground: (title: \"A field\", grid: Hex, rows: [\"....\", \".ww.\", \"....\"],
                legend: {{'.': \"open\", 'w': \"woods\"}}, places: {{\"mill\": \"B2\"}}, objectives: {{\"mill\": \"\"}})),
          ],
          theatre: ({theatre}, at: [{at}], objectives: [{objectives}], sources: [{sources}]))"
    );
    document::read(&text).unwrap_or_else(|faults| panic!("{faults:?} in {text}"))
}

/// The campaign with this number. Every other one is on a network, and the rulebooks alternate.
pub fn header(number: usize) -> Header {
    let field = if number.is_multiple_of(2) { TheatreKind::Areas } else { TheatreKind::Network };
    let patched = |book: &Rulebook, patch: &str| {
        let patch: RulebookDraft = document::read(patch).expect("it reads");
        patch.check(book).expect("it is a book")
    };
    let book = patched(&patched(&Rulebook::default_rules(), BASE), BOOKS[number / 2 % BOOKS.len()]);
    let seed = format!("{:x}", number + 1).parse().expect("a seed");
    Header { title: format!("War {number}").into(), seed, book: Arc::new(book), muster: muster(field) }
}
