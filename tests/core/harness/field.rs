//! Three-part tests: who stands on the field, what is ordered and falls, who stands there after.
//!
//! *Before* is `A green, B yellow 2sp E3 v X, Y red general`: two sides, Red and Blue, each in one stack (`Reds`, `Blues`);
//! what is not said is as the rulebook has it. *Orders* are `scrud Red v Blue: 6 5 4`, the faces behind the colon, and
//! `! Exhausted` behind an order that must be refused so. *After* is written as *before* is, with what differs from the
//! full value; behind a `|` stand the battle's turn, who acts, who is exhausted, who was pushed back and by whom, and how
//! it ended.

use super::table::rows;
use std::{fmt::Write as _, sync::Arc};
use wardiary::{
    assets,
    book::{Mechanism, Rulebook, RulebookDraft},
    dice::source::Scripted,
    document,
    id::{Id, SideId, StackId, UnitId},
    notation::{Instruction, instruction, refusal},
    order::{Order, Recruit},
    rules::{self, Refusal},
    state::{
        Muster, State,
        muster::{MusteredBattle, MusteredSide, MusteredStack},
    },
};

/// One test: settings laid over `mouat` with all mechanisms (after `classic: `, over that book as it is), before, orders, after, and where it is written.
pub type Case = (&'static str, &'static str, &'static [&'static str], &'static str, &'static str);

/// Plays every case.
pub fn play(cases: &[Case]) {
    for (settings, before, orders, after, source) in cases {
        play_one([settings, before, after], orders, source);
    }
}

/// Plays every row of a table of tests/golden/rules, whose orders stand between slashes.
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

fn book(settings: &str) -> Arc<Rulebook> {
    let named = settings.split_once(": ").filter(|(base, _)| !base.contains('('));
    let (base, patch) = named.unwrap_or(("mouat", settings));
    let mut base = assets::rulebook(base, None).expect("it ships");
    if named.is_none() {
        let all = RulebookDraft { mechanisms: Some(Mechanism::ALL.to_vec()), ..RulebookDraft::default() };
        base = Arc::new(all.check(&base).expect("a book of all mechanisms"));
    }
    let patch = if patch.is_empty() { RulebookDraft::default() } else { document::read(patch).expect("settings read") };
    Arc::new(patch.check(&base).expect("settings make a book"))
}

/// The field as it stands before: units from #11 (Red) and #21 (Blue) on, in the battle #40.
pub fn field(settings: &str, before: &str) -> State {
    let names = ["Red", "Blue"];
    let mut muster = Muster::default();
    for ((at, name), units) in (0u32..).zip(names).zip(before.split(" v ")) {
        let (side, stack) = (SideId(at + 1), StackId(at + 5));
        muster.sides.push(MusteredSide { id: side, name: name.into() });
        muster.stacks.push(MusteredStack::new(stack, side, format!("{name}s")));
        for (number, unit) in (0u32..).zip(units.split(", ")) {
            muster.units.push(Recruit { stack: Some(stack), ..recruit(UnitId(11 + 10 * at + number), unit) });
        }
    }
    let parties = vec![vec![Id(1)], vec![Id(2)]];
    muster.battles.push(MusteredBattle { id: wardiary::id::BattleId(40), name: "Field".into(), parties });
    muster.check(&book(settings)).unwrap_or_else(|faults| panic!("{before}: {faults:?}"))
}

fn recruit(id: UnitId, text: &str) -> Recruit {
    let mut words = text.split(' ');
    let mut recruit = Recruit::new(id, words.next().expect("a name"));
    for word in words {
        if let Some(points) = word.strip_suffix("sp") {
            recruit.strength = Some(points.parse().expect("Strength Points"));
        } else if let Some(edna) = word.strip_prefix('E') {
            recruit.worn = 8 - edna.parse::<u8>().expect("an EDNA");
        } else if ["general", "transport", "artillery", "aircraft", "air-defence"].contains(&word) {
            recruit.kind = Some(word.replace('-', " "));
        } else {
            recruit.grade = Some(word.into());
        }
    }
    recruit
}

/// Gives an order as a case writes it.
pub fn give(state: &mut State, text: &str) -> Result<(), String> {
    let (text, wanted) = text.split_once(" ! ").map_or((text, None), |(text, refusal)| (text, Some(refusal)));
    let is_faces = |text: &str| text.chars().all(|c| c.is_ascii_digit() || c == ' ');
    let (text, faces) = text.rsplit_once(": ").filter(|(_, faces)| is_faces(faces)).unwrap_or((text, ""));
    let faces = faces.split_whitespace().map(|f| f.parse().map_err(|e| format!("the face {f}: {e}")));
    let faces: Vec<u8> = faces.collect::<Result<_, String>>()?;
    let read = instruction(text, state).map_err(|e| e.to_string())?;
    let Instruction::Order(order) = read else { return Err("no order".into()) };
    match (outcome(state, &order, faces), wanted) {
        (Ok(after), None) => {
            *state = after;
            Ok(())
        }
        (Err(refusal), Some(wanted)) => {
            let name = format!("{refusal:?}");
            // `Awaits` or, with the part of the rules before it, `Battle(Awaits`.
            let is_so = name.split([' ', '(', ')']).take(2).any(|word| word == wanted);
            if is_so { Ok(()) } else { Err(format!("refused as {name}")) }
        }
        (Ok(_), Some(wanted)) => Err(format!("not refused as {wanted}")),
        (Err(refusal), None) => Err(format!("{} ({refusal:?})", refusal::describe(&refusal, state))),
    }
}

fn outcome(state: &State, order: &Order, faces: Vec<u8>) -> Result<State, Refusal> {
    let mut script = Scripted { faces: faces.into() };
    let done = rules::carry_out(state.clone(), order, &mut script)?.result;
    assert!(script.faces.is_empty(), "{} dice too many", script.faces.len());
    let mut after = state.clone();
    for event in &done.events {
        assert_eq!(after.validate(event), Ok(()), "{event:?}");
        after.apply(event);
    }
    assert_eq!(after, done.after, "the state after is what the events make of the state before");
    Ok(after)
}

/// The field as cases write it.
pub fn describe(state: &State) -> String {
    let ladder = &state.book().ladder;
    let unit = |u: &wardiary::state::Unit| {
        let mut text = u.name.to_string();
        if !u.is_alive() {
            return text + " gone";
        }
        write!(text, " {}", ladder.name(u.grade)).expect("a string takes all");
        if state.grade_used(u) != u.grade {
            write!(text, "~{}", ladder.name(state.grade_used(u))).expect("a string takes all");
        }
        if u.strength.now != u.strength.full {
            write!(text, " {}sp", u.strength.now).expect("a string takes all");
        }
        if u.edna.now != u.edna.full {
            write!(text, " E{}", u.edna.now).expect("a string takes all");
        }
        text
    };
    let sides: Vec<String> =
        state.sides().iter().map(|s| state.units_of_side(s.id).map(unit).collect::<Vec<_>>().join(", ")).collect();
    let battle = state.battles().first().expect("there is a battle");
    let mut flags = vec![format!("turn {}", battle.turn)];
    flags.extend(battle.acting.map(|side| format!("{} acts", state.name(side))));
    flags
        .extend(battle.contingents.iter().filter(|c| c.exhausted).map(|c| format!("{} exhausted", state.name(c.side))));
    flags.extend(battle.pushed_back.iter().map(|push| {
        let by = push.by.expect("this program says by whom");
        format!("{} pushed back by {}", state.name(push.unit), state.name(by))
    }));
    flags.extend(battle.over.map(|how| format!("over: {how:?}")));
    format!("{} | {}", sides.join(" v "), flags.join(", "))
}
