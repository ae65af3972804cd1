//! Opening the save of a campaign of 30 days with 20 battles and 20,000 entries.

use jiff::Timestamp;
use std::{fs, hint::black_box};
use wardiary_base::id::UnitId;
use wardiary_diary::diary::{
    Diary, Record,
    file::{self, Mode, Save, load},
    seal::{Chain, Secret},
};
use wardiary_harness_diary::war;
use wardiary_rules::{
    notation::{Instruction, parse_instruction},
    order::Order,
    rules::proposals,
    state::{Battle, PendingDecision, Unit},
};

const DAYS: usize = 30;
const BATTLES: usize = 20;
const ENTRIES: usize = 20_000;

/// A campaign under way, and the lines of its records.
struct Month {
    diary: Diary,
    chain: Chain,
    text: String,
    given: usize,
}

impl Month {
    fn begun() -> Self {
        let diary = Diary::new(war::header(1)).expect("the muster stands");
        let secret = Secret::from("00112233445566778899aabbccddeeff".to_string());
        let (text, seals) = file::new_save_text(diary.header(), secret);
        Self { diary, chain: seals.chain(), text, given: 0 }
    }

    /// Carries out the order of a text, unless it does not parse or is refused.
    fn give(&mut self, text: &str) {
        if let Ok(Instruction::Order(order)) = parse_instruction(text, self.diary.state()) {
            self.carry_out(order);
        }
    }

    /// Carries out an order, unless it is refused.
    fn carry_out(&mut self, order: Order) {
        self.given += 1;
        let at = Timestamp::from_second(1_790_000_000 + 20 * i64::try_from(self.given).expect("a few"));
        let dice = &mut self.diary.program_dice(&[]);
        let Ok(new) = self.diary.carry_out(order, dice, at.expect("a time")) else { return };
        let mut record = Record::Entry(new.entry);
        self.text += &(self.chain.write(&mut record) + ",\n");
        self.diary.append(record).expect("what the rules make stands in the diary");
    }

    fn living(&self, side: usize) -> Vec<UnitId> {
        let state = self.diary.state();
        let own = state.units_of_side(state.sides()[side].id);
        own.filter(|unit| unit.is_alive()).map(|unit: &Unit| unit.id).collect()
    }

    /// Part of a battle between two sides.
    fn fight(&mut self, turn: usize) {
        let awaited = self.diary.state().open_battles().next().and_then(Battle::pending_decision);
        if let Some(PendingDecision::First(side)) = awaited {
            return self.give(&format!("first {side}"));
        }
        let side = turn % 2;
        let (own, foes) = (self.living(side), self.living(1 - side));
        if own.len() < 4 || foes.is_empty() {
            let id = self.diary.state().next_id();
            return self.give(&format!("unit \"Reserve {id}\" in #{} kind infantry strength 6", 10 * (side + 1)));
        }
        let (unit, foe) = (own[turn * 7 % own.len()], foes[turn * 5 % foes.len()]);
        let text = match turn % 12 {
            0 => "initiative".to_string(),
            1..=3 => format!("edna {unit} for \"take the ridge\""),
            4..=6 => format!("scrud {unit} v {foe}"),
            7 => format!("rally {unit} 2 because \"the colonel himself\""),
            8 => format!("restore {unit} 1 because \"stragglers\""),
            9 => format!("reinforce {unit}"),
            10 => "note \"The fog lifts.\"".into(),
            _ => "end turn".into(),
        };
        self.give(&text);
    }

    /// A day: on the first days a battle, then what is due, marches, and an advance of the clock.
    fn day(&mut self, number: usize) {
        if number < BATTLES {
            let until = ENTRIES / (BATTLES + 1) * (number + 1);
            self.give(&format!("battle \"Battle {number}\" with North v South"));
            for turn in 0.. {
                let is_over = self.diary.state().open_battles().next().is_none();
                if self.diary.entries().len() >= until || is_over {
                    break;
                }
                self.fight(turn);
            }
            if self.diary.state().open_battles().next().is_some() {
                self.give("end battle because \"night fell\"");
            }
        }
        for proposal in proposals(self.diary.state()) {
            self.carry_out(proposal.order);
        }
        for part in 0..3 {
            self.give(&format!("march #{} to {}", 10 + part, ["Ahlen", "Celle", "Fulda", "Esch"][(number + part) % 4]));
            self.give("advance anyway");
        }
    }
}

/// The text of the save.
fn month() -> String {
    let mut month = Month::begun();
    (0..DAYS).for_each(|number| month.day(number));
    while month.diary.entries().len() < ENTRIES {
        month.give("note \"It is quiet.\"");
    }
    let state = month.diary.state();
    assert!(state.battles().len() >= BATTLES && state.calendar().now.count >= 30, "{:?}", state.calendar().now);
    month.text + &month.chain.closers()
}

pub fn run() {
    let text = month();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("month.ron");
    fs::write(&path, &text).expect("a save");
    assert!(load(text.as_bytes()).is_ok_and(|loaded| loaded.notices.is_empty()), "it loads");
    let mut criterion = super::criterion().sample_size(20);
    criterion.bench_function("opening a campaign of 30 days, 20 battles and 20,000 entries (under 400 ms)", |b| {
        b.iter_with_large_drop(|| Save::open(black_box(&path), Mode::Read).expect("it opens"));
    });
    criterion.final_summary();
}
