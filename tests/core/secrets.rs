//! What a side can't see leaves no trace in what it sees. Pairs of random games differ only in what Blue can't see: a war of
//! Red and Green far away, the referee's notes and rulings, the seed, numbers, how often anything was undone. What Blue sees
//! of the two is the same to the last bit.
//!
//! A hundred pairs by default; `cargo test --release -- --ignored` plays 2,000.

use jiff::Timestamp;
use rayon::prelude::*;
use serde_json::{Value, json};
use std::{collections::BTreeSet, fmt::Write as _, sync::Arc};
use wardiary::{
    book::{Rulebook, RulebookDraft},
    diary::{Diary, Entry, EntryNo, Header, Record, steps::DiaryStep},
    dice::{
        DiceRoll, Origin,
        source::{Replayed, Seed},
    },
    document,
    id::{Id, SideId},
    notation::{Change, Instruction, instruction},
    projection::Projector,
    report::model::as_json,
    rules::{Step, rolled_by, scrud::Party},
    state::{Battle, Muster, State},
};

const BLUE: SideId = SideId(1);

/// Random numbers from a seed.
struct Chance {
    seed: Seed,
    drawn: u32,
}

impl Chance {
    fn new(game: usize, what: &str) -> Self {
        let text = what.bytes().fold(format!("{game:08x}"), |text, byte| format!("{text}{byte:02x}"));
        Self { seed: text.parse().expect("a seed"), drawn: 0 }
    }

    fn below(&mut self, many: usize) -> usize {
        self.drawn += 1;
        let bytes = self.seed.nonce(self.drawn);
        u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]) as usize % many
    }

    fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }

    fn word(&mut self) -> String {
        let sounds = ["ka", "mo", "ru", "shi", "te", "vo", "xe", "zu"];
        let word: String = (0..4).map(|_| *self.of(&sounds)).collect();
        word[..1].to_uppercase() + &word[1..]
    }
}

const RULES: &str = r#"(
    clock: (parts: ["dawn", "day", "dusk"]),
    sight: (range: 1, memory: 1, seen: (strength: Band([5, 10]), kind: Hidden), in_contact: (strength: Band([4, 8])), FOUGHT),
    recover: (strength: 1, edna: 2),
    victory: (points: (objective: 2, loss: 1, battle: 5)),
    SECRET
)"#;

/// What the rulebook tells of those whom a side fights.
#[derive(Clone, Copy, PartialEq)]
enum Fought {
    Exact,
    Bands,
    Hidden,
}

impl Fought {
    fn rules(self) -> &'static str {
        match self {
            Self::Exact => "",
            Self::Bands => "fought: (strength: Band([3, 8]), edna: Band([6]), grade: Exact)",
            Self::Hidden => "fought: (strength: Hidden, edna: Hidden, grade: Hidden)",
        }
    }

    /// The strength and the EDNA of the Reds near Blue, in each game of a pair. Where Blue can't tell them apart they are so
    /// high that nothing which Blue may see comes of the difference.
    fn near(self, copy: usize) -> &'static str {
        match self {
            Self::Exact => "strength: 4",
            Self::Bands | Self::Hidden => ["strength: 523, edna: 149", "strength: 739, edna: 157"][copy],
        }
    }
}

/// What Blue knows from the beginning, and beside it a far country of Red's and Green's, which is another in each game.
fn header(game: usize, copy: usize, fought: Fought) -> Header {
    let mut chance = Chance::new(game, if copy == 0 { "one" } else { "other" });
    let first = 900_000 + 100 * chance.below(500);
    let (mut stacks, mut units, mut at) = (String::new(), String::new(), String::new());
    let near = [
        (1, 10, "I Corps", "Ford"),
        (1, 11, "II Corps", "Mill"),
        (2, 20, "Reds", "Town"),
        (2, 21, "Red Guards", "Hill"),
    ];
    for (side, id, name, place) in near {
        let _ = write!(stacks, "(id: {id}, side: {side}, name: \"{name}\"), ");
        let _ = write!(at, "({id}, \"{place}\"), ");
        let numbers = if side == 2 { fought.near(copy) } else { "strength: 4" };
        for nth in 0..3 {
            let grade = ["green", "white", "yellow"][nth];
            let _ = write!(
                units,
                "(id: {id}{nth}, name: \"{name} {nth}\", stack: {id}, kind: \"infantry\", {numbers}, grade: \"{grade}\",
                  stats: (attack: 4, defense: 2, dmg: 2, init: 3)), "
            );
        }
    }
    let far = 2 + chance.below(3);
    for nth in 0..far {
        let (id, side, name) = (first + 10 * nth, 2 + nth % 2, chance.word());
        let _ = write!(stacks, "(id: {id}, side: {side}, name: \"{name}\"), ");
        let _ = write!(at, "({id}, \"{}\"), ", ["Port", "Fort"][nth % 2]);
        for unit in 1..=1 + chance.below(4) {
            let (name, strength) = (chance.word(), 1 + chance.below(919));
            let _ = write!(
                units,
                "(id: {}, name: \"{name}\", stack: {id}, kind: \"artillery\", strength: {strength}), ",
                id + unit
            );
        }
    }
    let scheduled =
        if chance.below(2) == 0 { String::new() } else { format!("(\"day 2 day\", \"{}\")", chance.word()) };
    let text = format!(
        "(sides: [(id: 1, name: \"Blue\"), (id: 2, name: \"Red\"), (id: 3, name: \"{}\")], stacks: [{stacks}], units: [{units}],
          scheduled: [{scheduled}],
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
    let rules: RulebookDraft =
        document::read(&RULES.replace("SECRET", &tables).replace("FOUGHT", fought.rules())).expect("it reads");
    let book = rules.check(&Rulebook::default_rules()).expect("it is a book");
    let seed = format!("{:032x}", chance.below(1 << 30)).parse().expect("a seed");
    Header { title: "The war".into(), seed, book: Arc::new(book), muster }
}

/// A game as the referee has it.
struct Game {
    diary: Diary,
    /// What Blue sees, fed as the game goes on.
    blue: Projector,
    chance: Chance,
    now: i64,
}

impl Game {
    fn new(game: usize, copy: usize, fought: Fought) -> Self {
        let diary = Diary::new(header(game, copy, fought)).expect("the muster stands");
        let blue = Projector::of(&diary, BLUE).expect("its beginning stands");
        Self { diary, blue, chance: Chance::new(game, if copy == 0 { "hidden" } else { "otherwise" }), now: 1_000_000 }
    }

    /// Carries an order out with dice that show what `faces` says, thrown by the program or on the table; whether it was not
    /// refused.
    fn give(&mut self, text: &str, mut faces: impl FnMut() -> u8, hour: i64) -> bool {
        let Ok(Instruction::Order(order)) = instruction(text, self.diary.state()) else { return false };
        let mut falls: Vec<DiceRoll> = Vec::new();
        loop {
            match self.diary.resolve(&order, &falls) {
                Ok(Step::NeedDice(request)) => {
                    let thrown: Vec<_> =
                        request.dice.iter().map(|die| 1 + (faces() - 1) % die.die.sides().min(6)).collect();
                    let from = if self.chance.below(2) == 0 {
                        Origin::Table
                    } else {
                        Origin::App(self.diary.next_serial() + falls.len() as u64 * 100)
                    };
                    let who = request.dice.iter().map(|die| die.owner).collect();
                    falls.push(DiceRoll { who, from, faces: thrown });
                }
                Ok(Step::Done(_)) => break,
                Err(_) => return false,
            }
        }
        let at = Timestamp::from_second(hour).expect("a time");
        let entry = self.diary.carry_out(order, &mut Replayed::new(falls, None), at).expect("it was not refused").entry;
        self.record(Record::Entry(entry));
        true
    }

    fn record(&mut self, record: Record) {
        self.diary.admit(record).expect("it stands in the diary");
        if self.chance.below(3) == 0 {
            self.blue.follow(&self.diary);
        }
    }

    /// Something that Blue can't see.
    fn hidden(&mut self) {
        self.now += 1 + i64::try_from(self.chance.below(1000)).expect("a few");
        let text = {
            let state = self.diary.state();
            hidden_order(&mut self.chance, state)
        };
        let seed = Chance { seed: self.chance.seed, drawn: 500_000 + self.chance.drawn };
        let mut dice = seed;
        let now = self.now;
        match self.chance.below(8) {
            0 => self.back_and_forth(),
            1 => self.strike(),
            _ => {
                self.give(&text, || u8::try_from(1 + dice.below(6)).expect("a face"), now);
            }
        }
    }

    /// Looks back as far as Blue sees nothing of it, and maybe forth again.
    fn back_and_forth(&mut self) {
        let hidden = self.hidden_at_the_end();
        if hidden > 0 {
            let many = u32::try_from(1 + self.chance.below(hidden)).expect("a few");
            let (head, to) = (self.diary.head(), self.diary.back(many).expect("there are so many"));
            self.record(Record::head(to));
            if self.chance.below(2) == 0 {
                self.record(Record::head(head));
            }
        }
    }

    /// How many entries at the end of the way say nothing to Blue.
    fn hidden_at_the_end(&mut self) -> usize {
        self.blue.follow(&self.diary);
        let path = self.diary.path();
        path.iter().rev().take_while(|no| self.is_hidden(**no)).count()
    }

    /// Whether an entry says nothing to Blue, and nothing of the forces near it either.
    fn is_hidden(&self, no: EntryNo) -> bool {
        let step = self.diary.step(no).expect("it is there");
        let own = |no: EntryNo| self.blue.own_entry(no).expect("it was fed");
        own(no) == own(step.entry.follows()) && step.concerns().iter().all(|id| id.0 < 10 || id.0 >= 900)
    }

    /// Strikes an entry that Blue did not see, beneath others that it did.
    fn strike(&mut self) {
        self.blue.follow(&self.diary);
        let path = self.diary.path().iter();
        let hidden: Vec<EntryNo> = path.rev().copied().filter(|no| self.is_hidden(*no)).take(6).collect();
        if hidden.is_empty() {
            return;
        }
        let no = *self.chance.of(&hidden);
        let change = if self.chance.below(2) == 0 {
            Change::Strike
        } else {
            let text = format!("note \"{}\"", self.chance.word());
            Change::Amend { order: Some((text, 0..0)), faces: None }
        };
        let at = Timestamp::from_second(self.now).expect("a time");
        let Ok(rebase) = self.diary.rebase(no, &change, at) else { return };
        // Where something no longer holds, or comes out otherwise, that may be what Blue saw.
        if rebase.losses.is_empty() {
            self.record(rebase.record);
        }
    }

    /// All that there is of what Blue sees, as text.
    fn seen(&mut self) -> String {
        let blue = Projector::of(&self.diary, BLUE).expect("its beginning stands");
        self.blue.follow(&self.diary);
        let [whole, fed] = [&blue, &self.blue].map(|blue| told(blue.diary()));
        assert_eq!(whole, fed, "fed entry by entry it is the same");
        whole
    }
}

/// A diary as text: its header, lines and moves, what is said of each entry, and its state.
fn told(diary: &Diary) -> String {
    let Header { title, seed, book, muster } = diary.header();
    let mut text = format!("{title:?} {seed:?} {book:?}\n{muster:?}\n");
    let entry = |entry: &Entry| document::to_line(entry);
    for no in 1..diary.next_no() {
        let _ = writeln!(text, "{}", entry(diary.entry(no).expect("it is there")));
        let _ = writeln!(text, "{:?}", diary.step(no).expect("it is there").account());
    }
    let _ = writeln!(text, "head {}\n{:?}", diary.head(), diary.state());
    text
}

/// An order about the far country, or the referee's own affairs.
fn hidden_order(chance: &mut Chance, state: &State) -> String {
    let far: Vec<Id> = state.forces().into_iter().filter(|force| force.0 >= 900_000).collect();
    let units: Vec<Id> = state.units().iter().filter(|unit| unit.id.0 >= 900_000).map(|unit| unit.id.into()).collect();
    let battle = state.open_battles().find(|battle| battle.name.starts_with("Far"));
    let sides =
        |side: u32| far.iter().copied().filter(|force| state.side_of(*force) == Some(SideId(side))).collect::<Vec<_>>();
    let (red, green) = (sides(2), sides(3));
    let (force, unit) = (chance.of(&far).0, chance.of(&units).0);
    let place = *chance.of(&["Port", "Fort", "Keep"]);
    let (word, other) = (chance.word(), chance.word());
    let few = 1 + chance.below(3);
    match chance.below(26) {
        0 => format!("note \"{word} {other}\""),
        1 => format!("march #{force} to {place}"),
        2 => format!("station #{force} at {place} because \"{word}\""),
        3 => format!("halt #{force}"),
        4 => format!("lose #{unit} {few} because \"{word}\""),
        5 => format!("restore #{unit} {few}"),
        6 => format!("demote #{unit} 1 because \"{word}\""),
        7 => format!("promote #{unit} 1 this combat because \"{word}\""),
        8 => format!("shake #{unit} {few} because \"{word}\""),
        9 => format!("rename #{unit} to \"{word}\""),
        10 => format!("rename #{force} to \"{word}\""),
        11 => format!("rename #3 to \"{word}\""),
        12 => format!("unit \"{word}\" in #{force} kind artillery strength {few}"),
        13 => format!("stack \"{word}\" for #3 as #{}", 990_000 + chance.below(9000)),
        14 => format!("schedule \"{word}\" at day {few}"),
        15 => format!("settle {few} because \"{word}\""),
        16 => format!("score Red {few} because \"{word}\""),
        17 => format!("argue \"{word}\" by Red for \"{other}\" succeeds then demote #{unit} 1"),
        18 => format!("branch \"{word}\""),
        19 => match (red.first(), green.first()) {
            (Some(red), Some(green)) if battle.is_none() => format!("battle \"Far {word}\" with #{red} v #{green}"),
            _ => format!("edna #{unit} for \"{word}\""),
        },
        20..=23 => match (battle, red.first(), green.first()) {
            (Some(battle), Some(red), Some(green)) => match chance.below(6) {
                0 => format!("initiative in #{}", battle.id.0),
                1 => format!("first #{} in #{}", 2 + chance.below(2), battle.id.0),
                2 => format!("end turn in #{}", battle.id.0),
                3 => format!("end battle in #{} because \"{word}\"", battle.id.0),
                4 => format!("edna #{unit}"),
                _ => format!("scrud #{red} v #{green}"),
            },
            _ => format!("supply #{force} low because \"{word}\""),
        },
        24 => format!("consult \"{}\"", state.book().tables.iter().next().map_or("", |table| &table.name)),
        _ => format!("eliminate #{unit} because \"{word}\""),
    }
}

/// An order that Blue hears of, or that it is told of what comes of it.
fn open_order(chance: &mut Chance, state: &State) -> String {
    let battle = near_battle(state);
    let mine = [10, 11, 20, 21];
    let force = *chance.of(&mine);
    let unit = 10 * force + chance.below(3);
    let place = *chance.of(&["Ford", "Mill", "Town", "Hill", "Moor"]);
    let (word, few) = (chance.word(), 1 + chance.below(2));
    let contact = near_contact(state);
    let (blue, red) = (10 + chance.below(2), 20 + chance.below(2));
    match (chance.below(16), battle) {
        (0..=4, _) => "advance anyway".to_string(),
        (5..=7, None) => format!("march #{force} to {place}"),
        (8, _) => format!("lose #{unit} 1 because \"{word}\""),
        (9, _) => format!("shake #{unit} {few}"),
        (10, _) => format!("rename #{unit} to \"{word}\""),
        (11, _) => format!("demote #{unit} 1 this combat because \"{word}\""),
        (_, None) => match contact {
            Some(_) => format!("battle \"Near {word}\" from contact CONTACT"),
            None => format!("march #{force} to Mill"),
        },
        (12, Some(_)) => format!("end battle in BATTLE because \"{word}\""),
        (13, Some(_)) => "end turn in BATTLE".to_string(),
        (14, Some(_)) => "initiative in BATTLE".to_string(),
        (5, Some(_)) => "first Blue in BATTLE".to_string(),
        (6, _) => format!("edna #{unit}"),
        (_, Some(_)) if chance.below(2) == 0 => format!("scrud #{blue} v #{red}"),
        (_, Some(_)) => format!("scrud #{red} v #{blue}"),
    }
}

/// Both games of a pair, after so many orders of which Blue may hear.
fn pair(game: usize, orders: i64, fought: Fought) -> [Game; 2] {
    let mut games = [Game::new(game, 0, fought), Game::new(game, 1, fought)];
    let mut open = Chance::new(game, "open");
    for hour in 0..orders {
        let now = 10_000_000 + 3600 * hour;
        let order = open_order(&mut open, games[0].diary.state());
        let back = open.below(12) == 0;
        let faces = open.drawn;
        let given: Vec<bool> = games
            .iter_mut()
            .map(|game| {
                for _ in 0..game.chance.below(5) {
                    game.hidden();
                }
                let mut dice = Chance { seed: open.seed, drawn: 1_000_000 + 100 * faces };
                let given =
                    game.give(&text_in(&order, &game.diary), || u8::try_from(1 + dice.below(6)).expect("a face"), now);
                // What Blue saw is taken back, in both games; with what it did not see of it.
                if given && back {
                    let to = game.diary.back(1).expect("one was written");
                    game.record(Record::head(to));
                }
                given
            })
            .collect();
        assert_eq!(given[0], given[1], "pair {game}: {order:?} is refused in one only");
    }
    games
}

/// An order as it is given in one of the games: its battles and contacts have numbers of their own there.
fn text_in(order: &str, diary: &Diary) -> String {
    let state = diary.state();
    let battle = near_battle(state).map_or(0, |battle| battle.id.0);
    order.replace("BATTLE", &format!("#{battle}")).replace("CONTACT", &near_contact(state).unwrap_or(0).to_string())
}

/// The battle that is under way among those whom Blue knows.
fn near_battle(state: &State) -> Option<&Battle> {
    state.open_battles().find(|battle| battle.name.starts_with("Near"))
}

/// The first contact among those whom Blue knows.
fn near_contact(state: &State) -> Option<u32> {
    state.contacts().iter().find(|contact| contact.forces.0.0 < 900_000).map(|contact| contact.number)
}

fn are_alike(pairs: std::ops::Range<usize>, orders: i64, fought: Fought) {
    pairs.into_par_iter().for_each(|game| {
        let [one, other] = pair(game, orders, fought).map(|mut game| game.seen());
        if let Some((one, other)) = one.lines().zip(other.lines()).find(|(one, other)| one != other) {
            panic!("pair {game}:\n{one}\n{other}");
        }
        assert_eq!(one.len(), other.len(), "pair {game}");
    });
}

#[test]
fn what_blue_can_not_see_leaves_no_trace() {
    are_alike(0..100, 14, Fought::Exact);
}

#[test]
fn what_blue_can_not_see_of_whom_it_fights_leaves_no_trace() {
    are_alike(0..50, 14, Fought::Bands);
    are_alike(50..100, 14, Fought::Hidden);
}

#[test]
#[ignore = "long"]
fn what_blue_can_not_see_leaves_no_trace_in_many_games() {
    are_alike(0..2000, 60, Fought::Exact);
    are_alike(2000..2500, 60, Fought::Bands);
    are_alike(2500..3000, 60, Fought::Hidden);
}

/// What a projection would tell that leaks, of a game.
type Leak = fn(&Game) -> String;

/// What a careless projection would tell besides: each is found by comparing the games of a pair.
const LEAKS: &[(&str, Leak)] = &[
    ("an alias that keeps an id", |game| {
        let force = game.diary.state().forces().into_iter().max();
        format!("infantry #{}, about Mill", force.expect("somebody is far away").0)
    }),
    ("the order of a hash map", |game| {
        let keyed = |id: u32| game.diary.header().seed.nonce(id);
        let mut units: Vec<_> = game.blue.diary().state().units().iter().map(|unit| unit.id.0).collect();
        units.sort_by_key(|id| keyed(*id));
        format!("{units:?}")
    }),
    ("a count in a header", |game| format!("entry {}", game.diary.entries().len())),
    ("a gap in serial numbers", |game| {
        let seen = |no: EntryNo| {
            game.blue.own_entry(no) != game.blue.own_entry(game.diary.entry(no).expect("it is there").follows())
        };
        let entries = (1..game.diary.next_no()).filter(|no| seen(*no)).filter_map(|no| game.diary.entry(no));
        let serials: Vec<u64> = entries.filter_map(|entry| entry.dice.first()?.serial(0)).collect();
        format!("{serials:?}")
    }),
    ("a time", |game| {
        let times: Vec<String> = game.diary.entries().iter().map(|entry| entry.at.to_string()).collect();
        times.join(" ")
    }),
];

#[test]
fn planted_leaks_are_found() {
    let fed = |mut game: Game| {
        game.blue.follow(&game.diary);
        game
    };
    let games: Vec<[Game; 2]> = (0..6).into_par_iter().map(|game| pair(game, 24, Fought::Exact).map(fed)).collect();
    for (what, leak) in LEAKS {
        let found = games.iter().filter(|[one, other]| leak(one) != leak(other)).count();
        // Where the dice lay on the table there is no serial number that could tell.
        assert!(found > games.len() / 3, "{what} is found in {found} of {} pairs", games.len());
    }
}

/// Names, strengths and numbers that Blue can't know stand nowhere in what it sees, and what it sees is not nothing.
#[test]
fn nothing_hidden_is_named() {
    (0..20).into_par_iter().for_each(|number| {
        let [mut game, _] = pair(number, 24, Fought::Exact);
        let seen = game.seen();
        let state = game.diary.state();
        let far = state.units().iter().filter(|unit| unit.id.0 >= 900_000);
        let names = far.clone().map(|unit| unit.name.to_string()).chain([state.name(SideId(3))]);
        let stacks = state.forces().into_iter().filter(|force| force.0 >= 900_000).map(|force| state.name(force));
        for secret in names.chain(stacks).chain(far.map(|unit| unit.id.0.to_string())) {
            assert!(!seen.contains(&secret), "game {number} tells Blue of {secret}");
        }
        assert!(!seen.contains(&game.diary.header().seed.to_string()), "the seed");
        let own = game.blue.diary();
        assert!(own.entries().len() > 8, "game {number}: Blue sees {} entries", own.entries().len());
        let fights = own.entries().iter().filter(|entry| !entry.dice.is_empty()).count();
        assert!(number > 0 || fights > 0, "no dice that Blue saw");
    });
}

/// Of those whom Blue fights it has no number that the rulebook hides, in no line of its diary and not in its state, and it is
/// told what it may know.
#[test]
fn numbers_of_whom_blue_fights_are_veiled() {
    let met = [Fought::Bands, Fought::Hidden].map(|fought| {
        let units = (0..20).into_par_iter().map(|number| {
            let [mut game, _] = pair(number, 24, fought);
            let seen = game.seen();
            let reds = game.diary.state().units().iter().filter(|unit| unit.side == SideId(2) && unit.id.0 < 900);
            let strengths = reds.clone().flat_map(|unit| [unit.strength.now, unit.strength.full]);
            let edna = reds.flat_map(|unit| [unit.edna.now, unit.edna.full]).map(u16::from);
            let secrets: BTreeSet<String> =
                strengths.chain(edna).filter(|n| *n > 99).map(|secret| secret.to_string()).collect();
            let told: Vec<&str> = seen.split(|c: char| !c.is_ascii_alphanumeric()).collect();
            let leaked = told.iter().find(|word| secrets.contains(**word));
            assert_eq!(leaked, None, "game {number} tells Blue of a number");
            let blue = game.blue.diary().state();
            let json = as_json("", 0, blue);
            let own = game.blue.own_side().expect("it is there");
            for (unit, json) in blue.units().iter().zip(json["units"].as_array().expect("units")) {
                let alive = unit.is_alive();
                let words = (unit.strength_words(), unit.edna_words());
                let numbers = [&json["strength"], &json["edna"]];
                match fought {
                    _ if unit.side == own => assert_eq!(unit.veil, None),
                    Fought::Hidden => {
                        assert_eq!(words, (if alive { "?" } else { "0" }.into(), "E?".into()));
                        assert_eq!(numbers, [&Value::Null; 2]);
                        assert_eq!(unit.grade, blue.book().ladder.neutral());
                    }
                    _ => {
                        assert_eq!(words, (if alive { "8 or more" } else { "0" }.into(), "E6 or more".into()));
                        assert_eq!(numbers[1], &json!({ "least": 6, "most": null }));
                    }
                }
            }
            blue.units().iter().filter(|unit| unit.side != own).count()
        });
        units.sum::<usize>()
    });
    assert!(met.iter().all(|units| *units > 0), "Blue fights nobody");
}

/// The scores of either side in a phase, in no order; nothing where an entry shows no phase.
fn scores(step: &DiaryStep) -> Option<[Vec<i16>; 2]> {
    let fought = rolled_by(&step.before, &step.entry.order, &step.entry.dice)?.into_fought()?;
    let of = |party: &Party| {
        let mut scores: Vec<i16> = party.dice.iter().map(|die| die.score).collect();
        scores.sort_unstable();
        scores
    };
    Some([of(&fought.parties.first), of(&fought.parties.second)])
}

/// Where grades are hidden, the dice that Blue sees score what they scored.
#[test]
fn dice_of_hidden_grades_keep_their_scores() {
    let phases = (0..40).into_par_iter().map(|number| {
        let [mut game, _] = pair(number, 40, Fought::Hidden);
        game.seen();
        let own = |no: EntryNo| game.blue.own_entry(no).expect("it was fed");
        let mut compared = 0;
        for no in 1..game.diary.next_no() {
            let step = game.diary.step(no).expect("it is there");
            if own(no) == own(step.entry.follows()) {
                continue;
            }
            let seen = game.blue.diary().step(own(no)).expect("it is there");
            if let (false, Some(known)) = (seen.entry.dice.is_empty(), scores(&seen)) {
                assert_eq!(Some(known), scores(&step), "game {number}, entry {no}");
                compared += 1;
            }
        }
        compared
    });
    assert!(phases.sum::<usize>() > 0, "Blue saw no dice");
}
