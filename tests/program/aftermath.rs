//! The view that opens when a battle ends or a side is exhausted: the result, the losses, the best and worst roll, and
//! what to do next.

use crate::harness::program::Program;
use std::fs;
use wardiary_app::Start;
use wardiary_diary::{
    assets::Folders,
    diary::file::{Mode, Save},
};
use wardiary_report::aftermath::{Aftermath, UnitLosses};

const WIDE: (u16, u16) = (120, 40);
const SMALL: (u16, u16) = (80, 24);

/// A day's battle that is ready to end.
fn fought() -> Program {
    let mut program = Program::with("tannenberg");
    for order in [
        "scrud \"XX Corps\" v \"XIII Corps\"",
        "edna \"37th Brigade\"",
        "scrud \"XX Corps\" v \"XIII Corps\"",
        "edna \"5th Rifle Brigade\"",
    ] {
        program.keys(&format!(":{order}<enter>")).draw(WIDE);
    }
    program
}

/// A copy of a sample, opened at the table with its diary at entry `no`.
fn sample_at(name: &str, no: u32) -> Program {
    let home = tempfile::tempdir().expect("a folder");
    let folders = Folders { saves: home.path().join("saves"), config: home.path().join("config") };
    fs::create_dir_all(&folders.saves).expect("a folder");
    let path = folders.saves.join(format!("{name}.ron"));
    let sample = format!("{}/saves/{name}.ron", env!("CARGO_MANIFEST_DIR"));
    fs::copy(sample, &path).expect("it ships");
    let save = Save::open(&path, Mode::Write).expect("it opens");
    let mut program = Program::begun(wardiary_app::start(Start::Save(Box::new(save)), folders), home);
    program.model.settings.flourish = false;
    program.keys(&format!(":goto {no}<enter>")).draw(WIDE);
    program
}

#[test]
fn the_end_of_a_battle_is_told() {
    for size in [WIDE, SMALL] {
        let mut program = fought();
        let screen = program
            .keys(":end battle won by Germans margin \"decisive\" because \"the night falls\"<enter>")
            .shows(size);
        for said in [
            "First day is over",
            "won by Germans, a decisive victory (“the night",
            "Germans: lost 0 of 16 SP, Exhaustion Point 8",
            "Russians: lost 16 of 32 SP, Exhaustion Point 16",
            "4th Rifle Brigade  lost 4  ░░░░░░░░░░  eliminated",
            "Luckiest roll: entry 1, Germans, best possible result",
            "◆ Next steps",
            "▌back to the table  with the battle in its final state",
            "Enter do it   u undo   Esc back",
        ] {
            assert!(screen.contains(said), "“{said}”\n{screen}");
        }
        program.draws(size, &[("Next steps", |theme| theme.frame.title_focused)]);
    }
}

#[test]
fn the_next_step_takes_one_key() {
    let ended = || {
        let mut program = fought();
        program.keys(":end battle drawn<enter>").draw(WIDE);
        program
    };
    // Enter goes back to the table and gives no order.
    let mut program = ended();
    let head = program.save().diary().head();
    let screen = program.keys("<enter>").shows(WIDE);
    assert!(!screen.contains("Next steps") && screen.contains("over: drawn"), "{screen}");
    assert_eq!(program.save().diary().head(), head);
    // The view opens only once.
    assert!(!program.keys("<tab><esc>").shows(WIDE).contains("Next steps"));
    // The second row reviews the battle from its first entry and writes nothing.
    let mut program = ended();
    let screen = program.keys("<down><enter>").shows(WIDE);
    assert!(screen.contains("REVIEW") || screen.contains("Review"), "{screen}");
    assert!(screen.contains("entry 1"), "{screen}");
    assert_eq!(program.save().diary().head(), head);
    // The next rows open the records, the luck and the next battle. `u` undoes the end of the battle.
    assert!(ended().keys("<down><down><enter>").shows(WIDE).contains("37th Brigade"));
    assert!(ended().keys("<down><down><down><enter>").shows(WIDE).contains("Luck of the sides"));
    assert!(ended().keys("<down><down><down><down><enter>").shows(WIDE).contains(": battle "));
    let mut program = ended();
    let screen = program.keys("u").shows(WIDE);
    assert!(!screen.contains("Next steps") && !screen.contains("over: drawn"), "{screen}");
    assert_eq!(program.save().diary().head(), head - 1);
}

#[test]
fn keys_typed_over_the_aftermath_are_not_lost() {
    let mut program = fought();
    program.keys(":end battle drawn<enter>").draw(WIDE);
    let screen = program.keys("6").shows(WIDE);
    assert!(screen.contains("Luck of the sides"), "{screen}");
    // Keys typed before the view opens are not lost either.
    let mut program = fought();
    let screen = program.keys(":end battle drawn<enter>:note the night falls<enter>").shows(WIDE);
    assert!(screen.contains("“the night falls”") && !screen.contains("Next steps"), "{screen}");
}

#[test]
fn a_click_on_what_comes_next_chooses_it_and_a_second_does_it() {
    let mut program = fought();
    let screen = program.keys(":end battle drawn<enter>").shows(WIDE);
    let row = screen.lines().position(|line| line.contains("the luck ")).expect("it is listed");
    let row = u16::try_from(row).expect("on the screen");
    program.click(40, row);
    assert!(program.shows(WIDE).contains("Next steps"));
    program.click(40, row);
    assert!(program.shows(WIDE).contains("Luck of the sides"));
}

#[test]
fn a_side_that_is_exhausted_is_told_with_its_turn() {
    for (name, no) in [("wadi", 120), ("ridge", 64)] {
        let mut program = sample_at(name, no);
        let order = if name == "wadi" { "pass" } else { "end turn" };
        let screen = program.keys(&format!(":{order}<enter>")).shows(WIDE);
        assert!(screen.contains("Next steps") && screen.contains("exhausted"), "{screen}");
        if name == "ridge" {
            insta::assert_snapshot!("exhausted_ridge", screen);
        }
        let screen = program.keys("<enter>").shows(WIDE);
        assert!(!screen.contains("Next steps"), "{screen}");
    }
}

#[test]
fn the_losses_are_those_of_the_diary() {
    let program = sample_at("ridge", 65);
    let diary = program.save().diary();
    for no in diary.path() {
        let Some(found) = Aftermath::new(diary, *no) else { continue };
        let (then, now) = (diary.state_at(found.start).expect("an entry"), diary.state_at(*no).expect("an entry"));
        for side in &found.sides {
            // The slow way: compare the strength of all units of the side before and after.
            let strength = |state: &wardiary_rules::state::State| {
                let units = state.units().iter().filter(|unit| unit.side == side.side);
                units.map(|unit| u32::from(unit.strength_in_rules().now)).sum::<u32>()
            };
            assert_eq!(side.lost, Some(strength(&then) - strength(&now)), "entry {no}");
            assert_eq!(side.units.iter().map(UnitLosses::points).sum::<Option<u32>>(), side.lost);
        }
    }
    assert!(diary.path().iter().any(|no| Aftermath::new(diary, *no).is_some()));
}

#[test]
fn the_ended_battle_of_several_can_be_reviewed() {
    let ended = || {
        let mut program = Program::without_battles("tannenberg");
        for order in [
            "battle Beta with \"37th Brigade\" v \"1st Rifle Brigade\"",
            "battle Gamma with \"73rd Brigade\" v \"2nd Rifle Brigade\"",
            "note \"between\"",
            "end battle in Beta drawn",
        ] {
            program.keys(&format!(":{order}<enter>")).draw(WIDE);
        }
        program
    };
    let screen = ended().shows(WIDE);
    assert!(screen.contains("Beta is over") && screen.contains("to Gamma"), "{screen}");
    // The review starts at the battle's own first entry.
    let screen = ended().keys("<down><down><enter>").shows(WIDE);
    assert!(screen.contains("REVIEW of entry 1"), "{screen}");
    // The table shows the battle that ended, although another battle is under way. The first row goes to the other
    // battle.
    let screen = ended().keys("<down><enter>").shows(WIDE);
    assert!(screen.contains("over: drawn"), "{screen}");
    let screen = ended().keys("<enter>").shows(WIDE);
    assert!(screen.contains("Gamma") && !screen.contains("over: drawn"), "{screen}");
}

#[test]
fn undone_entries_are_counted() {
    let mut program = Program::with("tannenberg");
    program.keys(":note one<enter>:note two<enter>:note three<enter>:goto 1<enter>:note \"another branch\"<enter>");
    let screen = program.keys("u").shows(WIDE);
    assert!(screen.contains("entry 4 was undone"), "{screen}");
}
