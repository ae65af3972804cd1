//! An awkward campaign: homonyms of every sort, names that are keywords, two open battles.

use std::sync::Arc;
use wardiary_base::{
    book::{Change, ClockDraft, ListDraft, Rulebook, RulebookDraft, TroopType},
    document,
};
use wardiary_diary::diary::Header;
use wardiary_rules::state::Muster;

const MUSTER: &str = r##"(
    date: "1 May",
    sides: [(id: 1, name: "Red"), (id: 2, name: "v"), (id: 3, name: "side")],
    stacks: [
        (id: 10, side: 1, name: "Guard"),
        (id: 11, side: 1, name: "Red"),
        (id: 12, side: 2, name: "Guard"),
        (id: 13, side: 2, name: "for"),
        (id: 14, side: 1, name: "at", leader: 108, posture: Offensive),
        (id: 15, side: 2, name: "left"),
    ],
    units: [
        (id: 100, name: "Guards", stack: 10, grade: "green", tests: [(name: "in", dice: 2, needs: AtMost(4))]),
        (id: 101, name: "Guards", stack: 10, grade: "blue", strength: 1, weapons: ["muskets"]),
        (id: 102, name: "3", stack: 11, grade: "black", edna: 2, at: "B2"),
        (id: 103, name: "because", stack: 11, grade: "red", at: "B3", facing: ne),
        (id: 104, name: "say \"hi\"", side: 1, lost: 2),
        (id: 105, name: "back\\slash", side: 1, kind: "artillery", grade: "yellow"),
        (id: 106, name: "Guard", side: 1, worn: 8),
        (id: 107, name: "C5", stack: 11, kind: "general", at: "B3"),
        (id: 108, name: "structure", stack: 14, stats: (attack: 3, defense: 2, dmg: 2, ranks: [Warlord])),
        (id: 109, name: "into", stack: 14),
        (id: 150, name: "support", stack: 10, kind: "artillery", grade: "red"),
        (id: 151, name: "Guns", stack: 10, kind: "air defence"),
        (id: 152, name: "by test", stack: 11, kind: "artillery", grade: "green"),
        (id: 153, name: "counter", stack: 11, kind: "aircraft"),
        (id: 158, name: "by", side: 1, kind: "dismounted cavalry"),
        (id: 159, name: "limber", side: 1, kind: "limbered artillery"),
        (id: 120, name: "Guards", stack: 12, grade: "green"),
        (id: 121, name: "unit of", stack: 12, grade: "yellow"),
        (id: 122, name: "#100", stack: 12, grade: "white"),
        (id: 123, name: "v", stack: 13, grade: "red", kind: "mounted cavalry", at: "E4"),
        (id: 124, name: "GUARDS", stack: 13, edna: 12),
        (id: 125, name: "Guards of Red", side: 2, grade: "black"),
        (id: 126, name: "a + b, c", side: 2, grade: "green"),
        (id: 127, name: "naïve 中 //", side: 2),
        (id: 128, name: "transport", side: 2, kind: "transport"),
        (id: 129, name: "back", stack: 15, stats: (attack: 1, dmg: 9, init: 3, decrypted: true)),
        (id: 130, name: "stats", stack: 15),
        (id: 154, name: "counter", stack: 12, kind: "artillery", grade: "green"),
        (id: 155, name: "Guns", stack: 12, kind: "aircraft", grade: "red"),
        (id: 156, name: "roll 2d6", stack: 13, kind: "artillery"),
        (id: 157, name: "then", stack: 13, kind: "air defence"),
        (id: 160, name: "gone", side: 1, lost: 4),
        (id: 161, name: "because of", side: 2, lost: 3),
        (id: 140, name: "side", side: 3, grade: "green", at: "F6"),
        (id: 141, name: "undo", side: 3, grade: "yellow"),
    ],
    battles: [
        (id: 200, name: "in", parties: [[10], [12]]),
        (id: 201, name: "First day", parties: [[11, 14, 104], [13, 15, 125, 126], [3]], map: 300),
    ],
    maps: [(id: 300, ground: (title: "on", grid: Hex,
        rows: ["......", ".ww..m", "..w.b.", "......", "...f..", "..rr.."],
        legend: {'.': "open", 'w': "woods", 'b': "built-up", 'f': "fortification", 'm': "woods", 'r': "open"},
        roads: [["A1", "A2", "A3", "B3"]], places: {"e": "D4", "by way": "E5"}, objectives: {"e": ""}))],
)"##;

/// Settings laid over the shipped rules, with all mechanisms, so that some book uses each setting.
pub const BOOKS: &[&str] = &[
    r#"(stacks: (rounds_a_turn: 1), edna: (rerolls: 2), ground: (edges: [(name: "river", cost: 1), (name: "wall", cost: 1)]), clock: (parts: ["dawn", "day", "at night"]), recover: (strength: 1, edna: 1, when: Passed(1)), lost_for_good: (share: 0.2, parts: 1), raise: (share: 0.5), victory: (decides: Losses, battle_margins: [(1, "narrow"), (5, "a rout")], points: (objective: 3, loss: 1, battle: 5), margins: [(2, "minor")]))"#,
    r#"(scrud: (rerolls: (dice: 1), carry: PerBattle), exhaustion: (exhausted_from: AtOnce), clock: (unit: "week"), recover: (strength: 2, grade: 1, when: AfterBattle, most: 0.8), lost_for_good: (share: 0.1, parts: 0), promote: (after: Battles(1)), replacements: (pools: [(name: "depot", points: 9, gains: 2)], when: Passed(1)), supply: (levels: [(name: "full"), (name: "low", grade: -1, recovery: 0.5)]), victory: (decides: Broken, points: (battle: 1)))"#,
    "(scrud: (dice_per: StrengthPoint, defeat: [LoseStrength(1), PushBack], line_up: AsRolled), turn: (order: Strict, attacks: OncePerTurn), edna: (rerolls: 1))",
    "(scrud: (extras: OverHalf, ties: Defender, margins: true, carry: PerCombat, phases: 1), edna: (wear: (fire: 1, manoeuvre: 2)))",
    // Tests for all units, and fire scaled by EDNA.
    r#"(edna: (wear: (fire: 1), scales: (fire: 1)), volley: (general_hit: D6), troops: [
            (name: "infantry", strength: 4, weapons: ["rifles"], tests: [
                (name: "Leadership", dice: 2, needs: AtMost(4)),
                (name: "of", dice: 3, needs: AtLeast(2), pass: All),
            ]),
            (name: "artillery", strength: 2, target: "artillery", weapons: ["rifled heavy artillery"], support: Artillery),
            (name: "aircraft", strength: 1, fights: false, support: Aircraft),
            (name: "air defence", strength: 1, fights: false, support: AirDefence),
            (name: "mounted cavalry", strength: 3, target: "cavalry", weapons: ["rifles"]),
            (name: "transport", strength: 1, fights: false, target: "cavalry"),
            (name: "general", strength: 1, fights: false, target: "general"),
        ])"#,
    "(scrud: (rerolls: (dice: 2, faces: [1, 2]), eliminate_every: None), exhaustion: (reinforcements_count: true, fraction: (1, 3)), stacks: (power: PerEdge), square: (order: Value))",
    // Conflicts by SCRUD, several rounds a turn.
    "(scrud: (hand_dice: Specialist), edna: (equal: Halts, rerolls: 1), turn: (attacks: Free), tests: (parallel: Objected), volley: (hits: AtMostOne, other_double: OtherFace), stacks: (blows: Scrud, rounds_a_turn: 4, edge_minimum: 0))",
    // Marches in a theatre.
    r#"(scrud: (by_margin: [(1, [PushBack]), (2, [Retire]), (3, [Demote]), (5, [Rout])]), clock: (parts: ["dawn", "dusk"]), march: (allowance: 2, but: [(troops: ["artillery"], allowance: 1)]), sight: (range: 2, memory: 1, seen: (strength: Band([4, 8]), grade: Band([3]))))"#,
];

/// The theatre of the last book. No battle is open at the start.
const THEATRE: &str = r#"(map: 300, at: [(10, "A1"), (11, "B2"), (14, "C1"), (104, "D1"), (105, "A3"), (106, "A3"), (158, "E1"),
    (12, "A6"), (13, "B5"), (15, "C6"), (125, "D6"), (126, "E6"), (127, "F6"), (140, "F3"), (141, "F3")],
    objectives: [("e", 3), ("B2", 1), ("F3", 2)], sources: [(1, "A1"), (2, "A6")])"#;

/// Tables with awkward names. They refer to each other and give orders that are not always possible.
const TABLES: &str = r#"{
    "Weather": (roll: "1d6", states: [(name: "dry"), (name: "wet", march: 1, attack_dice: -1, volley_dice: -1)], rows: [
        (on: "1-2", becomes: "wet", text: "rain", orders: ["note rain", "advance anyway"], then: "for", tell: All),
        (on: "3-6", text: "fair", orders: ["note fair"]),
        (on: "4-6", after: ["wet"], becomes: "dry", text: "it dries"),
    ]),
    "for": (roll: "2d4-1", rows: [
        (on: "1-3", text: "{force}", orders: ["demote {force} 1 because \"{force} is wet\""]),
        (on: "4-7", text: "none", then: "Deep mud"),
    ]),
    "Deep mud": (roll: "1d2", rows: [(on: 1, text: "mud", orders: ["consult Weather for {force}"]), (on: 2, text: "deep mud")]),
}"#;

/// The book at this index of [`BOOKS`].
pub fn book(at: usize) -> Arc<Rulebook> {
    let patch = BOOKS[at % BOOKS.len()];
    let patch: RulebookDraft = document::read(patch).expect("it reads");
    let book = patch.check(&Rulebook::default_rules()).expect("it is a book");
    // Every book has guns that can be drawn.
    let mut troops = book.troops.clone();
    let guns = troops.iter_mut().find(|troop| troop.name == "artillery").expect("every book has guns");
    let drawn = |guns: &TroopType| TroopType {
        name: "limbered artillery".into(),
        becomes: [(Change::Unlimber, "artillery".into())].into(),
        ..guns.clone()
    };
    let drawn = drawn(guns);
    guns.becomes.insert(Change::Limber, drawn.name.clone());
    troops.push(drawn);
    if book.troop("dismounted cavalry").is_none() {
        let riders = book.troop("mounted cavalry").expect("every book has riders").clone();
        let becomes = [(Change::Mount, riders.name.clone())].into();
        troops.push(TroopType { name: "dismounted cavalry".into(), becomes, ..riders });
    }
    // Most books have tables, some with awkward names.
    let tables = (!at.is_multiple_of(4)).then(|| document::read(TABLES).expect("the tables read"));
    // Most books have a clock.
    let clock =
        (!book.clock.is_on() && !at.is_multiple_of(3)).then(|| ClockDraft { unit: Some("bound".into()), parts: None });
    let with_guns = RulebookDraft { troops: Some(ListDraft::Whole(troops)), clock, tables, ..RulebookDraft::default() };
    Arc::new(with_guns.check(&book).expect("it is a book"))
}

/// The campaign, under the book at this index of [`BOOKS`].
pub fn header(at: usize) -> Header {
    let mut muster: Muster = document::read(MUSTER).expect("the muster reads");
    if at % BOOKS.len() == BOOKS.len() - 1 {
        muster.theatre = Some(document::read(THEATRE).expect("the theatre reads"));
        muster.battles.clear();
    }
    Header { title: "Awkward names".into(), seed: "c0ffee".parse().expect("a seed"), book: book(at), muster }
}

/// The same campaign without a map: orders name the range and the cover.
pub fn without_map(mut header: Header) -> Header {
    header.muster.maps.clear();
    header.muster.battles.iter_mut().for_each(|battle| battle.map = None);
    header.muster.units.iter_mut().for_each(|unit| (unit.at, unit.on) = (None, None));
    header
}
