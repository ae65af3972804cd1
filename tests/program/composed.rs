//! Whatever a key, a suggestion or a proposal puts into the order line parses, and the rules accept it or ask for more.

use crate::harness::program::Program;
use proptest::{collection::vec, prelude::*};
use wardiary_app::parts::Session;
use wardiary_base::id::BattleId;
use wardiary_harness_rules::case_sample::case_count;
use wardiary_rules::{
    notation::{self, Instruction},
    rules,
    state::State,
};

const SIZE: (u16, u16) = (240, 30);

/// The text of the open order line.
fn line(screen: &str) -> Option<String> {
    let shown = screen.lines().find_map(|line| line.split_once("│: "))?.1;
    Some(shown.split('│').next().unwrap_or_default().trim_end().to_string())
}

/// Why a composed text is neither a valid order nor the beginning of one.
fn fault(text: &str, battle: Option<BattleId>, state: &State) -> Option<String> {
    match notation::parse_instruction_in(battle, text, state) {
        Ok(Instruction::Order(order)) => match rules::resolve(state, &order, &[]) {
            Err(refusal) if !refusal.is_incomplete() => Some(notation::refusal::describe(&refusal, state).reason),
            _ => None,
        },
        Ok(_) => None,
        Err(_) if notation::orders_by_force(text, state).is_some_and(|orders| orders.is_ok()) => None,
        Err(error) if error.at.start >= text.trim_end().len() => None,
        Err(error) => Some(error.reason),
    }
}

const SCENARIOS: [&str; 7] = ["crossings", "garrison", "grand-couronne", "night-attack", "ridge", "tannenberg", "wadi"];

/// The keys that open the order line, and those that move a battle on.
const KEYS: [&str; 24] = [
    "s", "a", "e", "v", "t", "C", "d", "w", "c", "-", "+", ">", "<", "P", "L", "S", "r", "R", "i", "<ctrl-e>",
    "<enter>", "<enter>", "p", "E",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: case_count(6, 60), max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn what_keys_compose_is_accepted(scenario in 0..SCENARIOS.len(), steps in vec((any::<[u8; 4]>(), 0..KEYS.len()), 1..30)) {
        let mut program = Program::with(SCENARIOS[scenario]);
        for ([down, pick, top, ending], key) in steps {
            program.keys(&"j".repeat(usize::from(down % 4)));
            if pick % 3 == 0 {
                program.keys("<space>");
            }
            if top % 9 == 0 {
                program.keys("<esc>g");
            }
            program.draw(SIZE);
            program.keys(KEYS[key]);
            // Its suggestions are completed too.
            for end in [["<tab>", "<tab>"], ["<enter>", "<enter>"], ["<down>", "<enter>"], ["<esc>", "<esc>"]][usize::from(ending % 4)] {
                if let Some(text) = line(&program.shows(SIZE)) {
                    let battle = program.model.session().and_then(Session::battle);
                    let fault = fault(&text, battle, program.save().diary().state());
                    prop_assert!(fault.is_none(), "{}: {text}: {fault:?}", KEYS[key]);
                }
                program.keys(end);
            }
            program.draw(SIZE);
            program.keys("<esc>");
        }
    }
}
