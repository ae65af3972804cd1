//! A long game that the program plays against itself: turns, tests, combats, losses, rulings, notes, occasional undo,
//! and fresh units for a side that runs short.

use jiff::Timestamp;
use wardiary_base::id::{BattleId, SideId, UnitId};
use wardiary_diary::diary::{Diary, Record, file, seal::Secret};
use wardiary_rules::{
    notation::{Instruction, parse_instruction},
    order::{Order, Recruit},
    state::{PendingDecision, Unit},
};

/// A diary of the scenario Grand Couronné with this many entries, and the lines of its records.
pub fn game(entries: usize) -> (Diary, Vec<String>) {
    let seed = "1914".parse().expect("a seed");
    let header = wardiary_diary::assets::scenario("grand-couronne", None, seed).expect("it ships");
    let mut diary = Diary::new(header).expect("the muster stands");
    let mut chain = file::new_save_text(diary.header(), secret()).1.chain();
    let mut lines = Vec::new();
    let mut turn = 0usize;
    while diary.entries().len() < entries {
        turn += 1;
        let mut record = if turn.is_multiple_of(40) {
            Record::head(diary.undo_target(1).expect("there is an entry"))
        } else {
            let order = next_order(&diary, turn);
            let at = Timestamp::from_second(1_790_000_000 + 20 * i64::try_from(turn).expect("a few")).expect("a time");
            match entry(&diary, order, at) {
                Some(record) => record,
                None => continue,
            }
        };
        lines.push(chain.write(&mut record) + ",\n");
        diary.append(record).expect("what the rules make stands in the diary");
    }
    (diary, lines)
}

/// The text of a game's save.
pub fn text(diary: &Diary, lines: &[String]) -> String {
    let open = file::new_save_text(diary.header(), secret()).0 + &lines.concat();
    let closers = file::load(open.as_bytes()).expect("what was played loads").seals.chain().closers();
    open + &closers
}

fn secret() -> Secret {
    Secret::from("00112233445566778899aabbccddeeff".to_string())
}

fn entry(diary: &Diary, order: Order, at: Timestamp) -> Option<Record> {
    let new = diary.carry_out(order, &mut diary.program_dice(&[]), at).ok()?;
    Some(Record::Entry(new.entry))
}

fn next_order(diary: &Diary, turn: usize) -> Order {
    let state = diary.state();
    let sides: Vec<SideId> = state.sides().iter().map(|s| s.id).collect();
    let living = |side: SideId| -> Vec<&Unit> { state.units_of_side(side).filter(|u| u.is_alive()).collect() };
    if let Some(side) = sides.iter().find(|side| living(**side).len() < 12) {
        let recruit = Recruit::new(UnitId(state.next_id()), format!("{turn}th Reserve"));
        return Order::Unit(Recruit { side: Some(*side), grade: Some("green".into()), ..recruit });
    }
    let Some(battle) = state.open_battles().next() else {
        let parties = sides.iter().map(|side| vec![(*side).into()]).collect();
        return Order::Battle {
            id: BattleId(state.next_id()),
            name: format!("Battle of entry {turn}").into(),
            parties,
            map: None,
            contact: None,
        };
    };
    if let Some(PendingDecision::First(side)) = battle.pending_decision() {
        return Order::First { battle: battle.id, side };
    }
    let side = sides[turn % 2];
    let own = living(side);
    let unit = own[turn * 7 % own.len()];
    let enemy = living(sides[(turn + 1) % 2]);
    let foe = enemy[turn * 5 % enemy.len()];
    let text = match turn % 16 {
        0 => "initiative".to_string(),
        1..=3 => format!("edna {} for \"take the ridge\"", unit.id),
        4..=8 => match (unit.stack, foe.stack) {
            (Some(own), Some(foe)) if turn.is_multiple_of(3) => format!("scrud {own} v {foe}"),
            _ => format!("scrud {} v {}", unit.id, foe.id),
        },
        9 => format!("lose {} 1 because \"shelled in the assembly area\"", unit.id),
        10 => format!(
            "restore {} 1",
            own.iter().find(|u| u.strength_in_rules().now < u.strength_in_rules().full).unwrap_or(&unit).id
        ),
        11 => format!("promote {} 1 this combat because \"dug in\"", unit.id),
        12 => format!("rally {} 2 because \"the colonel himself\"", unit.id),
        13 => format!("note \"At {turn} the fog lifts, and both sides see how close they stand.\""),
        14 => format!("reinforce {}", own.iter().find(|u| state.battle_of(u.id).is_none()).unwrap_or(&unit).id),
        _ => "end turn".into(),
    };
    match parse_instruction(&text, state) {
        Ok(Instruction::Order(order)) => order,
        other => panic!("{text}: {other:?}"),
    }
}
