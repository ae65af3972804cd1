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

/// The scenarios with a map, and the keys of the Map screen that compose an order.
const MAPS: [&str; 5] = ["crossings", "garrison", "night-attack", "ridge", "wadi"];

const MAP_KEYS: [&str; 12] = ["m", "O", "v", "s", "C", "e", "_", "i", "<enter>", "<enter><enter>", "p", "E"];

/// Completes and gives what is in the order line, in one of several ways, and checks each text there.
fn check(program: &mut Program, by: &str, ending: u8) -> Result<(), TestCaseError> {
    for end in
        [["<tab>", "<tab>"], ["<enter>", "<enter>"], ["<down>", "<enter>"], ["<esc>", "<esc>"]][usize::from(ending % 4)]
    {
        if let Some(text) = line(&program.shows(SIZE)) {
            let battle = program.model.session().and_then(Session::battle);
            let fault = fault(&text, battle, program.save().diary().state());
            prop_assert!(fault.is_none(), "{by}: {text}: {fault:?}");
        }
        program.keys(end);
    }
    for _ in 0..3 {
        program.draw(SIZE);
        program.keys("<esc>");
    }
    Ok(())
}

/// Stacks may be called as the formations above them, or as those of the enemy.
#[test]
fn names_shared_with_formations_are_accepted() {
    let muster = r#"(
        sides: [(id: 1, name: "Red"), (id: 2, name: "Blue")],
        stacks: [
            (id: 3, side: 1, name: "I Corps", formation: "Army / I Corps"),
            (id: 4, side: 2, name: "I Corps", formation: "Army / I Corps"),
            (id: 5, side: 2, name: "II Corps", formation: "Army / Reserve"),
        ],
        units: [
            (id: 6, name: "A", stack: 3), (id: 7, name: "I Corps", stack: 3),
            (id: 8, name: "X", stack: 4), (id: 9, name: "Reserve", stack: 5),
        ],
        battles: [(id: 10, name: "Day", parties: [[1], [2]])],
    )"#;
    for key in ["s", "v", "w", "<enter>"] {
        for row in 0..8 {
            let mut program = Program::of_muster(muster);
            program.keys(":initiative<enter>").draw(SIZE);
            program.keys(":first Red<enter>").draw(SIZE);
            program.keys("gg").keys(&"j".repeat(row)).keys(key);
            check(&mut program, key, 3).unwrap_or_else(|fault| panic!("row {row}: {fault}"));
        }
    }
}

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
            check(&mut program, KEYS[key], ending)?;
        }
    }

    /// A unit is chosen, perhaps others picked, the cursor moved or the mouse clicked, on the map or on a hint of the footer.
    #[test]
    fn what_the_map_composes_is_accepted(scenario in 0..MAPS.len(), steps in vec((any::<[u8; 6]>(), 0..MAP_KEYS.len()), 1..30)) {
        let mut program = Program::with(MAPS[scenario]);
        for ([units, moves, pick, click, row, ending], key) in steps {
            program.keys("2").keys(&"<tab>".repeat(usize::from(units % 8)));
            if pick % 3 == 0 {
                program.keys("<space><tab>");
            }
            for direction in [["h", "l"], ["j", "k"]].map(|pair| pair[usize::from(moves % 2)]) {
                program.keys(&direction.repeat(usize::from(moves / 2 % 6)));
            }
            program.draw(SIZE);
            let row = if row % 4 == 0 { SIZE.1 - 1 } else { u16::from(row) % SIZE.1 };
            if click % 2 == 0 {
                program.click(u16::from(click), row).release(u16::from(click), row);
                check(&mut program, &format!("a click at {click}, {row}"), ending)?;
            } else {
                program.keys(MAP_KEYS[key]);
                check(&mut program, MAP_KEYS[key], ending)?;
            }
        }
    }
}
