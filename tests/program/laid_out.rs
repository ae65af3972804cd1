//! An order that names a map lays out the same map in the program as on the command line.

use crate::harness::program::Program;
use std::fs;
use wardiary_base::id::BattleId;

const SIZE: (u16, u16) = (120, 40);

/// The title of the first battle's map.
fn map_of_battle(program: &Program) -> Option<String> {
    let state = program.save().diary().state();
    let battle: BattleId = state.battles().first().expect("there is a battle").id;
    state.map_of(battle).map(|map| map.name.to_string())
}

#[test]
fn a_map_is_laid_out_by_its_name() {
    let mut program = Program::with("tannenberg");
    let shown = program.keys(":map ").shows(SIZE);
    for name in ["wadi", "crossings", "ridge"] {
        assert!(shown.contains(name), "{name} is offered:\n{shown}");
    }
    let shown = program.keys("wad").shows(SIZE);
    assert!(shown.contains("wadi") && !shown.contains("crossings") && !shown.contains("no map"), "{shown}");
    let shown = program.keys("<tab>").shows(SIZE);
    assert!(shown.contains("map wadi — Enter gives the order"), "the name is shown, and no ground:\n{shown}");
    let shown = program.keys("for \"First day\"").shows(SIZE);
    assert!(shown.contains("map wadi for \"First day\" — Enter gives the order"), "{shown}");
    program.keys("<enter>");
    assert_eq!(map_of_battle(&program).as_deref(), Some("The wells at Tel Amara"));
    // An amended order lays out a map too.
    program.keys(":amend 1 to MAP ridge for \"First day\"<enter>");
    assert_eq!(map_of_battle(&program).as_deref(), Some("The ridge at Sainte-Odile"), "{}", program.shows(SIZE));
}

#[test]
fn a_map_of_ones_own_is_laid_out_and_one_that_is_not_there_is_said() {
    let mut program = Program::with("tannenberg");
    let maps = program.model.folders.config.join("maps");
    fs::create_dir_all(&maps).expect("a folder");
    let ground = "(title: \"Ours\", rows: [\"..\"], legend: {'.': \"open\"})";
    fs::write(maps.join("my heath.ron"), ground).expect("it can be written");
    fs::write(maps.join("faulty.ron"), ground.replace("\"..\"", "\".x\"")).expect("it can be written");
    let shown = program.keys(":map moor").shows(SIZE);
    assert!(shown.contains("there is no map “moor”"), "{shown}");
    let shown = program.keys("<enter>").shows(SIZE);
    assert!(shown.contains("there is no map “moor”"), "it stays, and nothing was given:\n{shown}");
    let shown = program.keys("<esc>:map faulty").shows(SIZE);
    assert!(shown.contains("the character “x” is not in the legend"), "{shown}");
    program.keys("<esc>:map my<tab>for \"First day\"<enter>");
    assert_eq!(map_of_battle(&program).as_deref(), Some("Ours"), "{}", program.shows(SIZE));
    assert_eq!(program.save().diary().entries().len(), 1);
}
