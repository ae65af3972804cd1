//! A campaign with the diary's text for each entry: orders as text, and the sentences about each.

use std::sync::Arc;
use wardiary_base::{book::RulebookDraft, dice::source::ScriptedDice, document};
use wardiary_diary::{
    assets,
    diary::{Account, Diary, Header, Record},
};
use wardiary_rules::{
    notation::{Instruction, parse_instruction, refusal},
    state::Muster,
};

/// A campaign in memory.
pub struct NarratedCampaign {
    pub diary: Diary,
}

impl NarratedCampaign {
    /// A muster as RON, under a shipped book with other settings laid over it.
    pub fn new(book: &str, settings: &str, muster: &str) -> Self {
        let muster: Muster = document::read(muster).unwrap_or_else(|e| panic!("{muster}: {e:?}"));
        let base = assets::rulebook(book, None).expect("it ships");
        let draft: RulebookDraft = if settings.is_empty() {
            RulebookDraft::default()
        } else {
            document::read(settings).unwrap_or_else(|e| panic!("{settings}: {e:?}"))
        };
        let book = Arc::new(draft.check(&base).unwrap_or_else(|faults| panic!("{settings}: {faults:?}")));
        let header = Header { title: "Told".into(), seed: "7e11".parse().expect("a seed"), book, muster };
        Self { diary: Diary::new(header).unwrap_or_else(|e| panic!("{e:?}")) }
    }

    /// Carries out an order with these faces. Returns its sentences.
    #[track_caller]
    pub fn give(&mut self, text: &str, faces: &[u8]) -> Account {
        let state = self.diary.state();
        let read = parse_instruction(text, state).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        let Instruction::Order(order) = read else { panic!("{text}: no order") };
        let at = jiff::Timestamp::from_second(1_790_000_000).expect("a time");
        let mut dice = ScriptedDice { faces: faces.iter().copied().collect() };
        let done = self.diary.carry_out(order, &mut dice, at);
        let entry = done.unwrap_or_else(|e| panic!("{text}: {e:?}")).entry;
        assert!(dice.faces.is_empty(), "{text}: {} faces too many", dice.faces.len());
        self.diary.append(Record::Entry(entry)).unwrap_or_else(|e| panic!("{text}: {e}"));
        self.diary.step(self.diary.head()).expect("it has just been entered").account()
    }

    /// The sentences about an order, also those that the log leaves to the card at the end of a turn.
    #[track_caller]
    pub fn sentences(&mut self, text: &str, faces: &[u8]) -> Vec<String> {
        self.give(text, faces);
        let step = self.diary.step(self.diary.head()).expect("it has just been entered");
        (0..step.entry.events.len()).flat_map(|at| step.texts_at(at)).collect()
    }

    /// The refusal of an order, as text.
    #[track_caller]
    pub fn refusal(&self, text: &str) -> String {
        let state = self.diary.state();
        let Ok(Instruction::Order(order)) = parse_instruction(text, state) else { panic!("{text}: no order") };
        let refusal = self.diary.resolve(&order, &[]).expect_err(text);
        refusal::describe(&refusal, state).reason
    }
}
