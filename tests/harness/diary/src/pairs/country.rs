//! The campaign of a pair of games: the part that Blue knows from the beginning, and a distant country that differs
//! between the two games.

use super::chance::PairRng;
use std::{fmt::Write as _, sync::Arc};
use wardiary_base::{
    book::{Rulebook, RulebookDraft},
    document,
};
use wardiary_diary::diary::Header;
use wardiary_rules::state::Muster;

const RULES: &str = r#"(
    clock: (parts: ["dawn", "day", "dusk"]),
    sight: (range: 1, memory: 1, seen: (SEEN), in_contact: (strength: Band([4, 8])), FOUGHT),
    recover: (strength: 1, edna: 2),
    supply: (levels: [(name: "full"), (name: "low")]),
    victory: (points: (objective: 2, loss: 1, battle: 5), battle_margins: [(1, "narrow"), (1300, "crushing")]),
    SECRET
)"#;

/// A map that everybody knows and on which nobody fights.
const FIELD: &str = r#"(id: 30, ground: (title: "The field", rows: [".....", ".....", "..w..", "....."],
    legend: {'.': "open", 'w': "woods"}, places: {"Crest": "C2"}, objectives: {"Crest": ""}))"#;

/// What the rulebook discloses about enemies that a side fights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EnemyKnowledge {
    Exact,
    Bands,
    Hidden,
}

impl EnemyKnowledge {
    /// What the rulebook discloses about enemies in sight.
    fn seen(self) -> &'static str {
        match self {
            Self::Exact => "strength: Band([5, 10]), kind: Hidden",
            Self::Bands => "presence: Band([2, 9]), strength: Band([5, 10])",
            Self::Hidden => "presence: Band([2, 9]), kind: Hidden, place: Hidden",
        }
    }

    fn rules(self) -> &'static str {
        match self {
            Self::Exact => "",
            Self::Bands => "fought: (strength: Band([3, 8]), edna: Band([6]), grade: Exact)",
            Self::Hidden => "fought: (strength: Hidden, edna: Hidden, grade: Hidden)",
        }
    }

    /// The attack and the defence of a unit. If Blue can't know them, they are so high that the difference has no visible
    /// effect.
    fn powers(self, copy: usize) -> String {
        match self {
            Self::Exact | Self::Bands => "attack: 4, defense: 2".into(),
            Self::Hidden => format!("attack: {}, defense: {}", [631, 673][copy], [829, 863][copy]),
        }
    }

    /// The strength and the EDNA of a Red unit near Blue, in each game of a pair. If Blue can't know these numbers,
    /// they are so high that the difference has no visible effect. The units that are strong in one game are weak in
    /// the other.
    fn near(self, copy: usize, nth: usize) -> String {
        match self {
            Self::Exact => "strength: 4".into(),
            Self::Bands | Self::Hidden => {
                let strength = [[523, 541, 577], [787, 761, 739]][copy][nth];
                format!("strength: {strength}, edna: {}", [149, 157][copy])
            }
        }
    }
}

/// Ids from here on belong to things that Blue can't know.
pub const FIRST_HIDDEN_NUMBER: u32 = 900_000;

/// A pool of replacements, as text of a rulebook.
pub fn pool(name: &str, side: &str, points: usize) -> String {
    format!("(name: \"{name}\", side: \"{side}\", points: {points}), ")
}

/// The part that Blue knows from the beginning, and a distant country of Red and Green that differs between the games.
pub fn header(game: usize, copy: usize, fought: EnemyKnowledge) -> Header {
    let mut chance = PairRng::hidden_from_blue(game, if copy == 0 { "one" } else { "other" });
    let first = FIRST_HIDDEN_NUMBER as usize + 100 * chance.below(500);
    let (mut stacks, mut units, mut at) = (String::new(), String::new(), String::new());
    let (mut far_stacks, mut far_units) = (String::new(), String::new());
    let near = [
        (1, 10, "I Corps", "Ford"),
        (1, 11, "II Corps", "Mill"),
        (2, 20, "Reds", "Town"),
        (2, 21, "Red Guards", "Hill"),
    ];
    for (side, id, name, place) in near {
        // Blue meets the formation of a Red stack with the stack. Stacks that it never sees are in it, too.
        let army = if side == 1 { "Army of the Ford / Wing" } else { "Red Army" };
        let _ = write!(stacks, "(id: {id}, side: {side}, name: \"{name}\", formation: \"{army}\"), ");
        let _ = write!(at, "({id}, \"{place}\"), ");
        let column = if side == 2 { 'E' } else { 'A' };
        for nth in 0..3 {
            let numbers = if side == 2 { fought.near(copy, nth) } else { "strength: 4".into() };
            // One stack of each side is also on a map.
            let stands = if id % 10 == 0 { format!("on: 30, at: \"{column}{}\",", nth + 1) } else { String::new() };
            let grade = ["green", "white", "yellow"][nth];
            let powers = if side == 2 { fought.powers(copy) } else { EnemyKnowledge::Exact.powers(copy) };
            let _ = write!(
                units,
                "(id: {id}{nth}, name: \"{name} {nth}\", stack: {id}, kind: \"infantry\", {stands} {numbers}, grade: \"{grade}\",
                  stats: ({powers}, dmg: 2, init: 3)), "
            );
        }
    }
    let far = 2 + chance.below(3);
    for nth in 0..far {
        let (id, side, name) = (first + 10 * nth, 2 + nth % 2, chance.word());
        let army = ["Red Army".to_string(), format!("Red Army / {}", chance.word()), chance.word(), String::new()];
        let army = &army[chance.below(4)];
        let _ = write!(far_stacks, "(id: {id}, side: {side}, name: \"{name}\", formation: \"{army}\"), ");
        let _ = write!(at, "({id}, \"{}\"), ", ["Port", "Fort"][nth % 2]);
        for unit in 1..=1 + chance.below(4) {
            let (name, strength) = (chance.word(), 501 + chance.below(419));
            let _ = write!(
                far_units,
                "(id: {}, name: \"{name}\", stack: {id}, kind: \"artillery\", strength: {strength}), ",
                id + unit
            );
        }
    }
    // The order within lists differs between the games.
    let in_order = |near: String, far: String, far_first: bool| if far_first { far + &near } else { near + &far };
    let stacks = in_order(stacks, far_stacks, chance.below(2) == 0);
    let units = in_order(units, far_units, chance.below(2) == 0);
    let more = match chance.below(2) {
        0 => String::new(),
        _ => format!(", (id: {}, name: \"{}\")", first + 99, chance.word()),
    };
    let scheduled =
        if chance.below(2) == 0 { String::new() } else { format!("(\"day 2 day\", \"{}\")", chance.word()) };
    let text = format!(
        "(sides: [(id: 1, name: \"Blue\"), (id: 2, name: \"Red\"), (id: 3, name: \"{}\"){more}], stacks: [{stacks}], units: [{units}],
          scheduled: [{scheduled}],
          maps: [{FIELD}],
          theatre: (network: (title: \"The country\",
              places: [\"Ford\", \"Mill\", \"Town\", \"Hill\", \"Moor\", \"Port\", \"Fort\", \"Keep\"],
              roads: [(\"Ford\", \"Mill\", 1), (\"Mill\", \"Town\", 1), (\"Town\", \"Hill\", 1), (\"Hill\", \"Moor\", 1), (\"Moor\", \"Ford\", 2),
                (\"Port\", \"Fort\", 1), (\"Fort\", \"Keep\", 2)]),
            at: [{at}], objectives: [(\"Town\", 3), (\"Keep\", 2)]))",
        chance.word()
    );
    let muster: Muster = document::read(&text).unwrap_or_else(|faults| panic!("{faults:?} in {text}"));
    let tables = format!(
        "tables: {{\"{}\": (roll: \"1d6\", rows: [(on: \"1-3\", text: \"{}\"), (on: \"4-6\", text: \"{}\")])}}",
        chance.word(),
        chance.word(),
        chance.word()
    );
    let (red, blue) = (pool(&chance.word(), "Red", chance.below(90) + 10), pool("depot", "Blue", 12));
    let pools = if chance.below(2) == 0 { red + &blue } else { blue + &red };
    let secret = format!("{tables}, replacements: (pools: [{pools}])");
    let rules: RulebookDraft = document::read(
        &RULES.replace("SECRET", &secret).replace("SEEN", fought.seen()).replace("FOUGHT", fought.rules()),
    )
    .expect("it reads");
    let book = rules.check(&Rulebook::default_rules()).expect("it is a book");
    let seed = chance.save_seed();
    Header { title: "The war".into(), seed, book: Arc::new(book), muster }
}
