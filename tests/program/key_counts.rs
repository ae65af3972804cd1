//! The number of keys for frequent actions, with the program's dice. A frame follows each key, as at the table.

use crate::harness::program::Program;

const SIZE: (u16, u16) = (120, 40);

/// Presses keys with a frame after each, and counts the keys.
fn pressed(program: &mut Program, keys: &[&str]) -> usize {
    for key in keys {
        program.keys(key);
        program.draw(SIZE);
    }
    keys.len()
}

/// Gives the composed order, also if the program warns of it first.
fn given(program: &mut Program) -> usize {
    let keys = pressed(program, &["<enter>"]);
    if program.shows(SIZE).contains("Enter to give the order anyway") {
        return keys + pressed(program, &["<enter>"]);
    }
    keys
}

fn last_order(program: &Program) -> String {
    let diary = program.save().diary();
    diary.step(diary.head()).map(|step| step.account().order).unwrap_or_default()
}

fn head(program: &Program) -> u32 {
    program.save().diary().head()
}

/// The Grand Couronné after the initiative, with a unit chosen.
fn at_the_table(unit: &str) -> Program {
    let mut program = Program::with("grand-couronne");
    program.draw(SIZE);
    begin_turn(&mut program);
    pressed(&mut program, &[&format!("/{unit}"), "<enter>"]);
    program
}

/// The initiative, and the choice of who goes first, with the winner offered.
fn begin_turn(program: &mut Program) -> usize {
    let keys = pressed(program, &["<enter>"]);
    if program.shows(SIZE).contains("to choose who goes first") {
        return keys + pressed(program, &["<enter>", "<enter>"]);
    }
    keys
}

/// Opens an attack with a key and fights it for at most so many phases. The keys, and the phases that were fought.
fn fight(program: &mut Program, open: &[&str], phases: usize) -> (usize, usize) {
    let mut keys = pressed(program, open);
    let before = head(program);
    keys += given(program);
    assert!(last_order(program).starts_with("scrud "), "{}", last_order(program));
    let mut fought = 1;
    while fought < phases && program.shows(SIZE).contains(&format!("phase {} of ", fought + 1)) {
        keys += given(program);
        fought += 1;
    }
    assert_eq!(head(program), before + u32::try_from(fought).expect("a few"), "{}", program.shows(SIZE));
    (keys, fought)
}

/// A stack of four units, chosen, that faces one of three, with all dice rolled on the table.
fn four_against_three() -> Program {
    let mut program = Program::of_muster(
        r#"(
            sides: [(id: 1, name: "Reds"), (id: 2, name: "Blues")],
            stacks: [(id: 10, side: 1, name: "Guard"), (id: 20, side: 2, name: "Line")],
            units: [
                (id: 11, name: "A", stack: 10, kind: "infantry", grade: "green"),
                (id: 12, name: "B", stack: 10, kind: "infantry", grade: "green"),
                (id: 13, name: "C", stack: 10, kind: "infantry", grade: "green"),
                (id: 21, name: "K", stack: 20, kind: "infantry", grade: "green"),
                (id: 22, name: "L", stack: 20, kind: "infantry", grade: "green"),
                (id: 23, name: "M", stack: 20, kind: "infantry", grade: "green"),
                (id: 24, name: "N", stack: 20, kind: "infantry", grade: "green"),
            ],
            battles: [(id: 30, name: "Hill", parties: [[1], [2]])],
        )"#,
    );
    program.draw(SIZE);
    begin_turn(&mut program);
    pressed(&mut program, &["H", "/Line", "<enter>"]);
    program
}

/// Types the faces of seven dice, by which nobody is beaten.
fn seven_dice(program: &mut Program) -> usize {
    program.sees(SIZE, &["Dice from the table"]);
    pressed(program, &["3", "3", "3", "1", "3", "3", "3", "<enter>"])
}

/// A whole turn with three fights, the first of which ends early.
fn turn_of_three_fights() -> usize {
    let mut program = Program::with("grand-couronne");
    program.draw(SIZE);
    let mut keys = begin_turn(&mut program);
    let mut phases = 0;
    for _ in 0..3 {
        // Enter begins the best proposal.
        let (pressed, fought) = fight(&mut program, &["<enter>"], 3);
        keys += pressed;
        phases += fought;
    }
    assert_eq!(phases, 8, "{}", program.shows(SIZE));
    keys += pressed(&mut program, &["E"]);
    if last_order(&program) != "end turn" {
        // It asks, as the last fight is not over.
        keys += pressed(&mut program, &["<enter>"]);
    }
    assert_eq!(last_order(&program), "end turn");
    keys
}

/// The keys of each frequent action, from a unit that is chosen at the table.
#[test]
fn frequent_actions_take_few_keys() {
    type Action = fn() -> usize;
    let rows: [(&str, usize, Action); 6] = [
        ("the initiative", 1, || {
            let mut program = Program::with("grand-couronne");
            program.draw(SIZE);
            let keys = pressed(&mut program, &["<enter>"]);
            assert_eq!(last_order(&program), "initiative");
            keys
        }),
        ("SCRUD of three phases, with its target", 6, || {
            let (keys, fought) = fight(&mut at_the_table("22nd Brigade"), &["s"], 3);
            assert_eq!(fought, 3);
            keys
        }),
        ("EDNA", 2, || {
            let mut program = at_the_table("22nd Brigade");
            let keys = pressed(&mut program, &["e", "<enter>"]);
            assert!(last_order(&program).starts_with("edna "), "{}", last_order(&program));
            keys
        }),
        // Its range, too, is chosen from a list.
        ("a volley without a map", 6, || {
            let mut program = at_the_table("75s of XX Corps");
            let mut keys = pressed(&mut program, &["v", "<enter>"]);
            program.sees(SIZE, &["range 1", "range 2", "dice"]);
            keys += pressed(&mut program, &["<down>", "<enter>"]);
            assert!(last_order(&program).ends_with("range 2"), "{}", last_order(&program));
            keys
        }),
        ("a phase of seven dice by hand", 9, || {
            let mut program = four_against_three();
            pressed(&mut program, &["s", "<enter>"]);
            seven_dice(&mut program);
            let keys = pressed(&mut program, &["<enter>"]) + seven_dice(&mut program);
            assert_eq!((head(&program), last_order(&program)), (4, "scrud Line v Guard".into()));
            keys
        }),
        ("a turn of three fights and eight phases", 25, turn_of_three_fights),
    ];
    for (action, most, keys) in rows {
        let keys = keys();
        assert!(keys <= most, "{action}: {keys} keys");
    }
}

#[test]
fn passing_and_ending_a_turn_take_a_key_each() {
    let mut program = Program::with("tannenberg");
    pressed(&mut program, &[":initiative", "<enter>", ":first Germans", "<enter>"]);
    let before = head(&program);
    pressed(&mut program, &["p"]);
    assert_eq!((head(&program), last_order(&program)), (before + 1, "pass".into()));
    pressed(&mut program, &["E"]);
    assert_eq!((head(&program), last_order(&program)), (before + 2, "end turn".into()));
    program.sees(SIZE, &["12 units could still attack: undo takes the end of the turn back; "]);
    pressed(&mut program, &["u"]);
    assert_eq!(head(&program), before + 1, "the second side still has its part of the turn");
}

#[test]
fn a_key_that_would_break_a_fight_off_asks_first() {
    let mut program = Program::with("tannenberg");
    pressed(&mut program, &[":initiative", "<enter>", ":first Germans", "<enter>", "s", "<enter>"]);
    let before = head(&program);
    let fighting = program.save().diary().state().battles()[0].combats.iter().any(|combat| combat.ended.is_none());
    assert!(fighting, "a phase of it is fought: {}", last_order(&program));
    pressed(&mut program, &["E"]);
    assert_eq!(head(&program), before, "it is asked");
    assert!(program.shows(SIZE).contains("phases fought"), "{}", program.shows(SIZE));
    pressed(&mut program, &["<enter>"]);
    assert_eq!((head(&program), last_order(&program)), (before + 1, "end turn".into()));
}

/// When the program reads many presses before it draws the result of the first, only the first counts.
#[test]
fn awaited_actions_run_once_a_frame() {
    let mut program = Program::with("tannenberg");
    program.draw(SIZE);
    program.keys("<enter><enter><enter>");
    assert_eq!(head(&program), 1, "the initiative alone");
    program.draw(SIZE);
    program.keys("<enter>");
    assert!(program.shows(SIZE).contains("first "), "{}", program.shows(SIZE));
    // While dice are landing, the key shows them at once.
    program.keys("<enter>");
    program.draw(SIZE);
    program.keys("s<enter>");
    let fought = head(&program);
    program.model.settings.flourish = true;
    program.draw(SIZE);
    program.keys("<enter>");
    assert_eq!(head(&program), fought + 1, "{}", last_order(&program));
    program.draw(SIZE);
    program.keys("<enter>");
    assert_eq!(head(&program), fought + 1, "the dice were landing");
    let lying = program.shows(SIZE);
    program.keys("<enter>");
    assert_ne!(program.shows(SIZE), lying, "now they lie there, and it goes on");
}

#[test]
fn the_cursor_follows_the_side_to_act() {
    let mut program = Program::with("tannenberg");
    pressed(&mut program, &[":initiative", "<enter>", ":first Germans", "<enter>", "p"]);
    let state = program.save().diary().state();
    let acting = state.battles()[0].acting_side.expect("a side acts");
    let name = state.name(acting);
    pressed(&mut program, &["s"]);
    let line = program.shows(SIZE).lines().find(|line| line.contains("scrud ")).expect("a line").to_string();
    let own = program.save().diary().state().stacks().iter().any(|s| s.side == acting && line.contains(&*s.name));
    assert!(own, "{name} are to act: {line}");
}

#[test]
fn a_key_goes_to_the_next_unit_that_can_still_attack() {
    let mut program = Program::with("tannenberg");
    pressed(&mut program, &[":initiative", "<enter>", ":first Germans", "<enter>"]);
    let mut seen = Vec::new();
    for _ in 0..4 {
        pressed(&mut program, &[".", "s"]);
        let shown = program.shows(SIZE);
        seen.push(shown.lines().find(|line| line.contains("scrud ")).expect("a line").trim().to_string());
        pressed(&mut program, &["<esc>"]);
    }
    seen.dedup();
    assert!(seen.len() > 1, "{seen:?}");
}

#[test]
fn an_attack_by_arrows_takes_three_keys_and_its_next_phase_one() {
    let mut program = Program::with("tannenberg");
    pressed(&mut program, &[":initiative", "<enter>", ":first Germans", "<enter>"]);
    let before = head(&program);
    // Another target is below the first in the list.
    assert_eq!(pressed(&mut program, &["s", "<down>", "<enter>"]), 3);
    assert_eq!(head(&program), before + 1, "{}", last_order(&program));
    assert!(last_order(&program).starts_with("scrud "), "{}", last_order(&program));
    assert_eq!(pressed(&mut program, &["<enter>"]), 1);
    assert_eq!(head(&program), before + 2, "{}", program.shows(SIZE));
    assert!(last_order(&program).starts_with("scrud "), "{}", last_order(&program));
}

/// The keys open the form with the dice of the last entry, go to a die, type its face, and confirm.
#[test]
fn a_wrong_face_of_the_last_entry_is_amended_in_four_keys() {
    let mut program = Program::with("tannenberg");
    pressed(&mut program, &["H", ":scrud Germans v Russians<enter>", "655444332211", "<enter>"]);
    let faces = |program: &Program| {
        let diary = program.save().diary();
        let entry = diary.entries().iter().find(|entry| entry.no == diary.head()).expect("the last");
        entry.dice.iter().flat_map(|fall| fall.faces.iter().copied()).collect::<Vec<_>>()
    };
    let before = faces(&program);
    assert_eq!(before[..2], [6, 5]);
    assert_eq!(pressed(&mut program, &["K", "<right>", "6", "<enter>"]), 4);
    let after = faces(&program);
    assert_eq!(after[..2], [6, 6], "{}", program.shows(SIZE));
    assert_eq!(after[2..], before[2..]);
}

/// Losing the focus while dice are landing shows the dice at once and rolls no others.
#[test]
fn focus_lost_in_the_midst_of_a_roll_rolls_nothing() {
    let mut program = Program::with("tannenberg");
    pressed(&mut program, &[":initiative", "<enter>", ":first Germans", "<enter>"]);
    program.model.settings.flourish = true;
    program.keys("s<enter>");
    let (fought, dice) = (head(&program), program.save().diary().next_serial());
    program.draw(SIZE);
    program.rest();
    program.keys("<enter>");
    program.rest();
    program.draw(SIZE);
    assert_eq!((head(&program), program.save().diary().next_serial()), (fought, dice), "{}", program.shows(SIZE));
}

/// When the side to act has no attackers left, Enter ends its part and never offers an order of the other side.
#[test]
fn enter_hands_on_where_nobody_of_the_side_to_act_is_left() {
    let mut program = Program::with("grand-couronne");
    program.draw(SIZE);
    for _ in 0..60 {
        let state = program.save().diary().state().clone();
        let Some(battle) = state.open_battles().next() else { return };
        let acting = battle.acting_side;
        let before = head(&program);
        pressed(&mut program, &["<enter>"]);
        let screen = program.shows(SIZE);
        // An order offered to a side belongs to that side.
        if let (Some(side), Some(line)) = (acting, screen.lines().find(|line| line.contains("│: scrud "))) {
            let first = line.split('"').nth(1).unwrap_or_default().to_string();
            let of = state.units().iter().find(|unit| *unit.name == *first).map(|unit| unit.side);
            let of = of.or(state.stacks().iter().find(|stack| *stack.name == *first).map(|stack| stack.side));
            // Two units of the same name are distinguished by their sides.
            let is_own = line.contains(&format!(" of {} v ", state.name(side)));
            assert!(is_own || of == Some(side), "{line}\n{screen}");
        }
        if head(&program) == before && screen.contains("Order ─") {
            pressed(&mut program, &["<enter>"]);
        }
        if head(&program) == before && program.shows(SIZE).contains("Order ─") {
            pressed(&mut program, &["<esc>", "p"]);
        }
        if battle.turn > 1 {
            return;
        }
    }
}

/// An unfinished word is not reported as a fault. The first completions are what the order lacks.
#[test]
fn a_word_is_not_called_wrong_while_it_is_typed() {
    let mut program = Program::with("tannenberg");
    let screen = program.keys(":sc").shows(SIZE);
    assert!(screen.contains("scrud") && !screen.contains("expected") && !screen.contains("unknown order"), "{screen}");
    let screen = program.keys("<esc>:scx").shows(SIZE);
    assert!(screen.contains("unknown order `scx`"), "{screen}");
    let screen = program.keys("<esc>:scrud \"XX Corps\" ").shows(SIZE);
    let [v, bonus] = [" v ", "bonus"].map(|word| screen.find(&format!("▌{}", word.trim())).or(screen.find(word)));
    assert!(screen.contains("▌v") && bonus > v, "{screen}");
}

/// Forces, diary and gauges change only when the dice have landed.
#[test]
fn all_but_the_dice_is_as_it_was_until_they_have_landed() {
    let mut program = Program::with("grand-couronne");
    program.draw(SIZE);
    pressed(&mut program, &[":initiative", "<enter>"]);
    if program.shows(SIZE).contains("to choose who goes first") {
        pressed(&mut program, &["<enter>", "<enter>"]);
    }
    let part = |screen: &str| screen.lines().take(20).map(str::to_string).collect::<Vec<_>>();
    let before = program.shows(SIZE);
    program.model.settings.flourish = true;
    pressed(&mut program, &["s", "<down>"]);
    given(&mut program);
    assert!(last_order(&program).starts_with("scrud "), "{}", last_order(&program));
    let falling = program.shows(SIZE);
    assert!(falling.contains("phase 1 of "), "the dice are shown\n{falling}");
    let words = |screen: &str| part(screen).concat().matches("suffered").count();
    assert_eq!(words(&falling), words(&before), "{falling}");
    // A key shows the dice at once and still has its effect.
    program.keys("<down>");
    let landed = program.shows(SIZE);
    assert!(words(&landed) > words(&before), "{landed}");
}

/// Enter begins the best proposal, and `s` the likeliest enemy of what is chosen; another is below it.
#[test]
fn enter_and_s_begin_with_a_good_idea() {
    let mut program = Program::with("tannenberg");
    pressed(&mut program, &[":initiative", "<enter>", ":first Germans", "<enter>", "<enter>"]);
    let screen = program.sees(SIZE, &["scrud \"XX Corps\" v \"XIII Corps\" — Enter: 4 dice for Germans"]);
    assert!(!screen.contains("unknown"), "{screen}");
    program.keys("<esc>").shows(SIZE);
    // Nobody has fought yet: the unit at the same place of the other line.
    pressed(&mut program, &["jj", "s"]);
    program
        .sees(SIZE, &["scrud \"73rd Brigade\" v \"2nd Rifle Brigade\" — Enter: 1 die for Germans, 1 die for Russians"]);
    pressed(&mut program, &["<esc>", ":scrud \"73rd Brigade\" v \"8th Rifle Brigade\"", "<enter>"]);
    pressed(&mut program, &[":withdraw \"73rd Brigade\"", "<enter>", "s"]);
    program.sees(SIZE, &["73rd Brigade has attacked this turn"]);
}

/// The likeliest target of a volley fights in the line: not the general at the same place of the other line.
#[test]
fn a_volley_begins_with_a_target_that_can_be_hit() {
    let mut program = Program::of_muster(
        r#"(
            sides: [(id: 1, name: "Red"), (id: 2, name: "Blue")],
            stacks: [(id: 3, side: 1, name: "Foot"), (id: 4, side: 2, name: "Line")],
            units: [
                (id: 5, name: "Battery", stack: 3, kind: "artillery"),
                (id: 6, name: "General", stack: 4, kind: "general"),
                (id: 7, name: "Guard", stack: 4, kind: "infantry"),
            ],
            battles: [(id: 8, name: "Day", parties: [[1], [2]])],
        )"#,
    );
    pressed(&mut program, &[":initiative", "<enter>", ":first Red", "<enter>", "/Battery", "<enter>", "v"]);
    program.sees(SIZE, &["volley Battery at", "▌Guard  unit of Blue"]);
}

/// Picks that are not in the combat are named, and a combat can be left with units picked or none.
#[test]
fn picks_that_are_dropped_are_named() {
    let mut program = Program::with("tannenberg");
    pressed(&mut program, &[":initiative", "<enter>", ":first Germans", "<enter>"]);
    pressed(&mut program, &[":scrud \"73rd Brigade\" v \"2nd Rifle Brigade\"", "<enter>"]);
    pressed(&mut program, &["/73rd Brigade", "<enter>", "<space>", "/75th Brigade", "<enter>", "<space>", "s"]);
    program.sees(SIZE, &["left out, since it is not in this combat: 75th Brigade"]);
    // Nobody chosen is in the combat: the side to act leaves the only one.
    pressed(&mut program, &["<esc>", "<esc>", "/75th Brigade", "<enter>", "w"]);
    program.sees(SIZE, &["withdraw \"73rd Brigade\""]);
}

/// The finder knows formations and places, as orders do.
#[test]
fn formations_and_places_are_found() {
    let muster = "(sides: [(id: 1, name: \"Red\"), (id: 2, name: \"Blue\")], \
        stacks: [(id: 3, side: 1, name: \"Foot\", formation: \"Army / I Corps\"), (id: 4, side: 2, name: \"Line\")], \
        units: [(id: 5, name: \"A\", stack: 3), (id: 6, name: \"X\", stack: 4)], \
        battles: [(id: 7, name: \"Day\", parties: [[1], [2]])])";
    let mut program = Program::of_muster(muster);
    pressed(&mut program, &["''i corps"]);
    program.sees(SIZE, &["formation I Corps", "Red, 1 stack"]);
    let mut program = Program::with("ridge");
    pressed(&mut program, &["''the chap"]);
    program.sees(SIZE, &["place", "The chapel"]);
    pressed(&mut program, &["<enter>"]);
    let state = program.save().diary().state();
    let (_, cell) =
        state.maps()[0].ground.places().iter().find(|(name, _)| name.as_name() == "The chapel").expect("it");
    let cell = cell.to_string();
    program.sees(SIZE, &["The chapel", &cell]);
}
