//! The samples that ship, read again on the Review screen.

use crate::harness::program::Program;
use std::fs;
use wardiary::{
    app::{self, Opening, Start},
    assets::Folders,
    diary::{
        EntryNo,
        file::{Mode, Save},
    },
};

/// The program with a sample on the Review screen.
fn review(name: &str, at: EntryNo) -> Program {
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join(format!("{name}.ron"));
    fs::copy(format!("{}/saves/{name}.ron", env!("CARGO_MANIFEST_DIR")), &path).expect("the folder is fresh");
    let save = Save::open(&path, Mode::Read).expect("it opens");
    let folders = Folders { saves: home.path().join("saves"), config: home.path().join("config") };
    let mut model = app::start(Start::Reading(Box::new(save), Opening::Review(Some(at))), folders);
    model.settings.flourish = false;
    model.theme = wardiary::view::theme::Theme::shipped("dark").expect("it ships");
    Program::begun(model, home)
}

/// However long the campaign's title is, and what is awaited: which battle is looked at is said first.
#[test]
fn the_header_names_the_battle_of_each_entry() {
    for (name, entries) in [("orla", vec![17, 18, 23, 24, 29, 30, 34, 39]), ("hundred-days", vec![24, 35, 46, 51])] {
        for size in [(140, 40), (120, 40), (80, 24)] {
            for at in &entries {
                let mut program = review(name, *at);
                let screen = program.shows(size);
                let diary = program.save().diary();
                let battle = diary.battle_at(*at).expect("it belongs to a battle");
                let battle = diary.at(*at).expect("it is there").name(battle);
                // What several battles are called side by side stands in the second row.
                let head: Vec<&str> = screen.lines().take(3).collect();
                let begins: String = battle.chars().take(5).collect();
                assert!(
                    head.iter().any(|line| line.contains(&begins)),
                    "{name} {at} {size:?}: {battle}\n{}",
                    head.join("\n")
                );
                assert!(
                    head.iter().any(|line| line.contains(&format!("REVIEW of entry {at}"))),
                    "{name} {at}\n{}",
                    head.join("\n")
                );
            }
        }
    }
}

#[test]
fn where_dice_came_from_is_said_of_those_that_are_shown() {
    let screen = review("tannenberg", 4).shows((120, 40));
    assert!(screen.contains("dice: from the table") && !screen.contains("dice: the program"), "{screen}");
    let screen = review("tannenberg", 1).shows((120, 40));
    assert!(!screen.contains("dice: "), "{screen}");
}
