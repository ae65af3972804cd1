//! Three-part tests: the field before, the orders with their dice, and the field after.
//!
//! *Before* is `A green, B yellow 2sp E3 v X, Y red general`: two sides, Red and Blue, each in one stack (`Reds`,
//! `Blues`) or, with a `+` between them, in several (`Reds2`, `Reds3`). Other values are the rulebook's. A unit can
//! have its numbers for stacks, `4/3/2/1/2/6` for attack, defense, dmg, dr, init and move, and can lead its stack:
//! `leads`. `A..J` are ten units. `@C5e` is a unit's area and the edge that it faces, on a map whose rows follow at the
//! end: `on ..w../.....`, perhaps `with road A1-A2, river B2s`. At the very end `over P-Q 1, Q-R 3` is a network that
//! is the theatre, with its roads, and perhaps `source Red P`; `over map` makes the map the theatre. With a theatre no
//! battle is open at the start.
//!
//! *Orders* are `scrud Red v Blue: 6 5 4`, with the faces after the colon. `! Exhausted` after an order means that it
//! must be refused so.
//!
//! *After* has the form of *before*, with the values that differ from the full value. After a `|` follow the battle's
//! turn, who acts, who is exhausted, who was pushed back and by whom, and how the battle ended.

use crate::shipped;
use crate::table::rows;
use std::{fmt::Write as _, sync::Arc};
use wardiary_base::{
    book::{Mechanism, Rulebook, RulebookDraft},
    dice::{DiceRoll, source::ScriptedDice},
    document,
    ground::{Cell, Facing, NetworkDraft, TheatreDraft},
    id::{Id, MapId, SideId, StackId, UnitId},
    text::Text,
};
use wardiary_rules::{
    event::Event,
    notation::{Instruction, parse_instruction, refusal},
    order::{Order, Recruit, Stats},
    rules::{self, Refusal},
    state::{
        Muster, State,
        muster::{MusteredBattle, MusteredMap, MusteredSide, MusteredStack},
    },
};

/// One test: settings laid over `mouat` with all mechanisms (after `classic: `, over that book unchanged), before,
/// orders, after, and the source of the case.
pub type Case = (&'static str, &'static str, &'static [&'static str], &'static str, &'static str);

/// Plays every case.
pub fn play(cases: &[Case]) {
    for (settings, before, orders, after, source) in cases {
        play_one([settings, before, after], orders, source);
    }
}

/// Plays every row of a table of tests/golden/rules, whose orders are separated by slashes.
pub fn play_table(table: &str) {
    for row in rows(table) {
        let orders: Vec<&str> = row.get("orders").split(" / ").collect();
        let source = format!("line {}: {}", row.line, row.get("source"));
        play_one(["settings", "before", "after"].map(|column| row.get(column)), &orders, &source);
    }
}

fn play_one([settings, before, after]: [&str; 3], orders: &[&str], source: &str) {
    let mut state = field(settings, before);
    for order in orders {
        give(&mut state, order).unwrap_or_else(|e| panic!("{source}: {order}: {e}"));
    }
    let told = describe(&state);
    let told = if after.contains('|') { told.as_str() } else { told.split(" |").next().unwrap_or_default() };
    assert_eq!(told, after, "{source}\n  before {before}, {settings}\n  orders {orders:?}");
}

/// The book of `(scrud: (phases: 1))`, `classic` or `classic: (scrud: (phases: 2))`.
pub fn book(settings: &str) -> Arc<Rulebook> {
    let named = match settings.split_once(": ").filter(|(base, _)| !base.contains('(')) {
        None if !settings.is_empty() && !settings.starts_with('(') => Some((settings, "")),
        named => named,
    };
    let (base, patch) = named.unwrap_or(("mouat", settings));
    let mut base = shipped::rulebook(base);
    if named.is_none() {
        let all = RulebookDraft { mechanisms: Some(Mechanism::ALL.to_vec()), ..RulebookDraft::default() };
        base = Arc::new(all.check(&base).expect("a book of all mechanisms"));
    }
    let patch = if patch.is_empty() { RulebookDraft::default() } else { document::read(patch).expect("settings read") };
    Arc::new(patch.check(&base).expect("settings make a book"))
}

/// The state before. Units have ids from #11 (Red) and #21 (Blue) on, in the battle #40. A side with more than ten
/// units has ids from #101 or #201 on.
pub fn field(settings: &str, before: &str) -> State {
    let (before, over) = before.split_once(" over ").map_or((before, None), |(before, over)| (before, Some(over)));
    let (before, ground) =
        before.split_once(" on ").map_or((before, None), |(before, rows)| (before, Some(ground(rows))));
    field_over(ground.as_deref(), over.map(theatre), settings, before)
}

/// The theatre of `P-Q 1, Q-R 3` or of `map`.
fn theatre(over: &str) -> TheatreDraft {
    let (mut places, mut roads) = (Vec::new(), Vec::new());
    let (mut objectives, mut sources, mut map) = (Vec::new(), Vec::new(), None);
    for road in over.split(", ") {
        if road == "map" {
            map = Some(MapId(50));
            continue;
        }
        if let Some(source) = road.strip_prefix("source ") {
            let (side, place) = source.split_once(' ').expect("a side and its place");
            sources.push((SideId(if side == "Red" { 1 } else { 2 }), place.into()));
            continue;
        }
        if let Some(prize) = road.strip_prefix("objective ") {
            let (place, points) = prize.split_once(' ').expect("a place and its points");
            objectives.push((place.into(), points.parse().expect("points")));
            continue;
        }
        let (ends, length) = road.split_once(' ').expect("a road and its length");
        let (from, to) = ends.split_once('-').expect("a road has two ends");
        for place in [from, to] {
            if !places.iter().any(|known: &Text| *known == *place) {
                places.push(place.into());
            }
        }
        roads.push((from.into(), to.into(), length.parse().expect("a length")));
    }
    if map.is_some() {
        return TheatreDraft { map, objectives, sources, ..TheatreDraft::default() };
    }
    let network = NetworkDraft { title: "Net".into(), about: Text::default(), places, roads };
    TheatreDraft { network: Some(network), objectives, sources, ..TheatreDraft::default() }
}

/// The ground of `…/..w../…` or of `hex …`: `w` is woods, `h` houses, anything else open.
/// `… with road A1-A2, river B2s` adds a road over areas, an objective in an area, or any other feature on an edge.
fn ground(rows: &str) -> String {
    let (rows, with) = rows.split_once(" with ").unwrap_or((rows, ""));
    let (mut roads, mut edges) = (String::new(), String::new());
    let (mut places, mut objectives) = (String::new(), String::new());
    for (kind, at) in with.split(", ").filter_map(|what| what.split_once(' ')) {
        if kind == "objective" {
            write!(places, "\"Mill {at}\": {at:?},").expect("a string takes all");
            write!(objectives, "\"Mill {at}\": \"\",").expect("a string takes all");
        } else if kind == "road" {
            let cells: Vec<String> = at.split('-').map(|cell| format!("{cell:?}")).collect();
            write!(roads, "[{}],", cells.join(",")).expect("a string takes all");
        } else {
            let (cell, edge) = parse_place(at);
            write!(edges, "(\"{cell}\", {edge}, {kind:?}),").expect("a string takes all");
        }
    }
    let (grid, rows) = rows.strip_prefix("hex ").map_or(("Square", rows), |rows| ("Hex", rows));
    let rows: Vec<String> = rows.split('/').map(|row| format!("{row:?}")).collect();
    let legend = "'.': \"open\", 'w': \"woods\", 'h': \"built-up\"";
    let rows = rows.join(", ");
    format!(
        "(title: \"Ground\", grid: {grid}, rows: [{rows}], legend: {{{legend}}}, edges: [{edges}], roads: [{roads}], places: {{{places}}}, objectives: {{{objectives}}})"
    )
}

/// The same ground as the map #50, `(title: "Field", …)`. `@C5e` is a unit's area and the edge that it faces.
pub fn field_on(ground: Option<&str>, settings: &str, before: &str) -> State {
    field_over(ground, None, settings, before)
}

fn field_over(ground: Option<&str>, theatre: Option<TheatreDraft>, settings: &str, before: &str) -> State {
    let book = book(settings);
    let mut muster = Muster::default();
    let ground = ground.map(|ground| document::read(ground).expect("the ground reads"));
    let map = ground.is_some().then_some(MapId(50));
    muster.maps.extend(map.map(|id| MusteredMap { id, map: None, ground }));
    for ((at, name), stacks) in (0u32..).zip(["Red", "Blue"]).zip(before.split(" v ")) {
        let side = SideId(at + 1);
        muster.sides.push(MusteredSide { id: side, name: name.into() });
        let stacks: Vec<Vec<String>> =
            stacks.split(" + ").map(|units| units.split(", ").flat_map(expand_range).collect()).collect();
        let many = stacks.iter().map(Vec::len).sum::<usize>() > 10;
        let mut next = if many { 101 + 100 * at } else { 11 + 10 * at };
        for (number, units) in (0u32..).zip(stacks) {
            // Units have 11 and up, the battle 40.
            let stack = StackId(if number < 3 { 5 + at } else { 25 + at } + 2 * number);
            let number = if number == 0 { String::new() } else { (number + 1).to_string() };
            let mut mustered = MusteredStack::new(stack, side, format!("{name}s{number}"));
            for unit in units {
                let (recruit, leads) = recruit(&book, UnitId(next), &unit);
                mustered.leader = mustered.leader.or(leads.then_some(recruit.id));
                muster.units.push(Recruit { stack: Some(stack), ..recruit });
                next += 1;
            }
            muster.stacks.push(mustered);
        }
    }
    let parties = vec![vec![Id(1)], vec![Id(2)]];
    match theatre {
        Some(theatre) => muster.theatre = Some(theatre),
        None => {
            muster.battles.push(MusteredBattle {
                id: wardiary_base::id::BattleId(40),
                name: "Field".into(),
                parties,
                map,
            });
        }
    }
    muster.check(&book).unwrap_or_else(|faults| panic!("{before}: {faults:?}"))
}

/// `A..C green` is `A green`, `B green`, `C green`.
fn expand_range(unit: &str) -> Vec<String> {
    let name = unit.split(' ').next().unwrap_or_default();
    let Some((first, last)) = name.split_once("..") else { return vec![unit.to_string()] };
    let letter = |text: &str| text.chars().next().expect("a letter");
    (letter(first)..=letter(last)).map(|letter| unit.replacen(name, &letter.to_string(), 1)).collect()
}

/// `C5e`: the area, and the edge that the unit faces.
fn parse_place(text: &str) -> (Cell, Facing) {
    let digit = text.rfind(|c: char| c.is_ascii_digit()).expect("a row") + 1;
    let facing = Some(&text[digit..]).filter(|facing| !facing.is_empty());
    (text[..digit].parse().expect("an area"), facing.map_or(Facing::N, |facing| facing.parse().expect("an edge")))
}

/// A unit, and whether it leads its stack.
fn recruit(book: &Rulebook, id: UnitId, text: &str) -> (Recruit, bool) {
    let mut words = text.split(' ');
    let mut recruit = Recruit::new(id, words.next().expect("a name"));
    let mut leads = false;
    for word in words {
        let kind = word.replace('-', " ");
        let strength = word.strip_suffix("sp").and_then(|points| points.parse().ok());
        let edna: Option<u8> = word.strip_prefix('E').and_then(|edna| edna.parse().ok());
        if let Some((cell, facing)) = word.strip_prefix('@').map(parse_place) {
            (recruit.at, recruit.facing) = (Some(cell), facing);
        } else if word == "leads" {
            leads = true;
        } else if word.contains('/') {
            recruit.stats = Some(Box::new(numbers(word)));
        } else if strength.is_some() {
            recruit.strength = strength;
        } else if let Some(edna) = edna {
            recruit.worn = book.edna.start - edna;
        } else if book.troop(&kind).is_some() {
            recruit.kind = Some(kind.into());
        } else {
            recruit.grade = Some(word.into());
        }
    }
    (recruit, leads)
}

/// `4/3/2/1/2/6`: attack, defense, dmg, dr, init and move.
pub fn numbers(text: &str) -> Stats {
    let n: Vec<u16> = text.split('/').map(|n| n.trim().parse().expect("a number")).collect();
    let [attack, defense, dmg, dr, init, movement] = n[..] else { panic!("six numbers, not {text}") };
    Stats { attack, defense, dmg, dr, init, movement, ..Stats::default() }
}

/// The result of an order.
pub struct GivenOrder {
    pub before: State,
    pub order: Order,
    pub events: Vec<Event>,
    pub dice: Vec<DiceRoll>,
}

/// Refusals that the golden rows call by an older name, with the current name.
const RENAMED: &[(&str, &str)] = &[
    ("Cannot", "Invalid"),
    ("ForWhom", "ForceMissing"),
    ("IsThere", "AlreadyThere"),
    ("NoWay", "NoRoute"),
    ("NotOfIt", "ContactForceMissing"),
    ("Own", "OwnThing"),
    ("RoundBefore", "OtherConflictFirst"),
    ("Standing", "AlreadyPlaced"),
    ("Still", "CannotMarch"),
    ("WhichWay", "AmbiguousTurn"),
];

/// Gives an order in the notation of the cases.
pub fn give(state: &mut State, text: &str) -> Result<(), String> {
    give_order(state, text).map(drop)
}

/// Gives an order in the notation of the cases. Returns its result, or `None` if it is refused as expected.
pub fn give_order(state: &mut State, text: &str) -> Result<Option<GivenOrder>, String> {
    let (text, wanted) = text.split_once(" ! ").map_or((text, None), |(text, refusal)| (text, Some(refusal)));
    let is_faces = |text: &str| text.chars().all(|c| c.is_ascii_digit() || c == ' ');
    let (text, faces) = text.rsplit_once(": ").filter(|(_, faces)| is_faces(faces)).unwrap_or((text, ""));
    let faces = faces.split_whitespace().map(|f| f.parse().map_err(|e| format!("the face {f}: {e}")));
    let faces: Vec<u8> = faces.collect::<Result<_, String>>()?;
    let read = parse_instruction(text, state).map_err(|e| e.to_string())?;
    let Instruction::Order(order) = read else { return Err("no order".into()) };
    match (outcome(state, &order, faces), wanted) {
        (Ok((after, events, dice)), None) => {
            let before = std::mem::replace(state, after);
            Ok(Some(GivenOrder { before, order, events, dice }))
        }
        (Err(refusal), Some(wanted)) => {
            // `Awaits` or, after the part of the rules, `Battle(Awaits` or `Map(Invalid(Taken`.
            let name = match &refusal {
                Refusal::Event(error) => format!("Event({:?})", error.problem),
                _ => format!("{refusal:?}"),
            };
            let renamed = RENAMED.iter().find(|(golden, _)| *golden == wanted).map(|(_, today)| *today);
            let is_so = name.split([' ', '(', ')']).take(3).any(|word| word == wanted || Some(word) == renamed);
            if is_so { Ok(None) } else { Err(format!("refused as {name}")) }
        }
        (Ok(_), Some(wanted)) => Err(format!("not refused as {wanted}")),
        (Err(refusal), None) => Err(format!("{} ({refusal:?})", refusal::describe(&refusal, state))),
    }
}

type ResolvedOrder = (State, Vec<Event>, Vec<DiceRoll>);

fn outcome(state: &State, order: &Order, faces: Vec<u8>) -> Result<ResolvedOrder, Refusal> {
    let mut script = ScriptedDice { faces: faces.into() };
    let done = rules::carry_out(state.clone(), order, &mut script)?;
    let (done, dice) = (done.result, done.rolls);
    assert!(script.faces.is_empty(), "{} dice too many", script.faces.len());
    let mut after = state.clone();
    for event in &done.events {
        assert_eq!(after.apply(event), Ok(()), "{event:?}");
    }
    assert_eq!(after, done.after, "the state after is what the events make of the state before");
    Ok((after, done.events, dice))
}

/// A unit in the notation of the cases.
pub fn describe_unit(state: &State, u: &wardiary_rules::state::Unit) -> String {
    let ladder = &state.book().ladder;
    let mut text = u.name.to_string();
    if !u.is_alive() {
        return text + " gone";
    }
    write!(text, " {}", ladder.name(u.grade_in_rules().own)).expect("a string takes all");
    if state.grade_in_rules(u) != u.grade_in_rules().own {
        write!(text, "~{}", ladder.name(state.grade_in_rules(u))).expect("a string takes all");
    }
    if u.strength_in_rules().now != u.strength_in_rules().full {
        write!(text, " {}sp", u.strength_in_rules().now).expect("a string takes all");
    }
    if u.edna_in_rules().now != u.edna_in_rules().full {
        write!(text, " E{}", u.edna_in_rules().now).expect("a string takes all");
    }
    text
}

/// The turn of the first battle, who acts, who is exhausted, and how it ended; empty without a battle.
pub fn flags(state: &State) -> Vec<String> {
    let Some(battle) = state.battles().first() else { return Vec::new() };
    let mut flags = vec![format!("turn {}", battle.turn)];
    flags.extend(battle.acting_side.map(|side| format!("{} acts", state.name(side))));
    flags
        .extend(battle.contingents.iter().filter(|c| c.exhausted).map(|c| format!("{} exhausted", state.name(c.side))));
    flags.extend(battle.pushed_back.iter().map(|push| {
        let by = push.beaten_by.expect("this program says by whom");
        format!("{} pushed back by {}", state.name(push.unit), state.name(by))
    }));
    flags.extend(battle.ended.map(|how| format!("over: {how:?}")));
    flags
}

/// The field in the notation of the cases.
pub fn describe(state: &State) -> String {
    let unit = |u: &wardiary_rules::state::Unit| describe_unit(state, u);
    let sides: Vec<String> =
        state.sides().iter().map(|s| state.units_of_side(s.id).map(unit).collect::<Vec<_>>().join(", ")).collect();
    format!("{} | {}", sides.join(" v "), flags(state).join(", "))
}
