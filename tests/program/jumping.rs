//! Jumping to a named thing by a few of its letters, and the panel of keys that may follow a first key.

use crate::harness::{
    program::Program,
    session::{Session, home},
};
use std::fs;
use wardiary_diary::assets;

const SIZE: (u16, u16) = (120, 40);

#[test]
fn the_panel_shows_what_may_follow() {
    for (width, height) in [(120, 40), (80, 24)] {
        let mut program = Program::with("tannenberg");
        program.draw((width, height));
        program.keys("'");
        program.sees(
            (width, height),
            &[
                "◆ ' …",
                "│ '  jump to anything by a few letters of its name",
                "│ u  jump to a unit ",
                "│ s  jump to a stack ",
                "│ b  jump to a battle ",
                "│ m  jump to a marked entry or a branch ",
                "│ o  jump to another save ",
                "Esc back",
            ],
        );
        program.draws((width, height), &[("jump to a unit", |theme| theme.help.text)]);
    }
    let mut program = Program::with("tannenberg");
    let screen = program.keys("'x").shows(SIZE);
    assert!(screen.contains("' x does nothing here") && !screen.contains("jump to a unit"), "{screen}");
    let screen = program.keys("'<esc>").shows(SIZE);
    assert!(!screen.contains("jump to a unit") && !screen.contains("does nothing"), "{screen}");
    // In an order line the key types its character.
    let screen = program.keys(":'").shows(SIZE);
    assert!(screen.contains(": '"), "{screen}");
    for size in [(0, 0), (1, 1), (60, 20), (200, 60), (61, 5)] {
        program.keys("<esc>'").draw(size);
    }
}

#[test]
fn the_picker_at_its_sizes() {
    for (width, height) in [(120, 40), (80, 24)] {
        let mut program = Program::with("tannenberg");
        program.draw((width, height));
        program.keys("'urif");
        let screen = program.sees((width, height), &["/ rif", "8 of 12", "Enter go there"]);
        // The matches, best first, with the first selected.
        let rows = screen.lines().filter(|line| line.contains(" Rifle Brigade  ")).count();
        assert!(rows >= 8 && screen.contains("▌"), "{screen}");
        program.draws((width, height), &[("rif", |theme| theme.help.matched)]);
    }
}

/// Story, keys, text on the screen, and selected row.
#[test]
fn a_few_letters_lead_there() {
    let table: &[(&str, &str, &str, &str)] = &[
        ("a unit on the table", "'u5rb<enter>", "◆ Forces", "5th Rifle Brigade"),
        ("a stack", "'sxv<enter>", "◆ Forces", "XV Corps"),
        ("a side", "''russ<enter>", "◆ Forces", "▾ Russians"),
        ("anything", "''xyz<backspace><backspace><backspace>8th<enter>", "◆ Forces", "8th Rifle Brigade"),
        ("by one key", "<ctrl-p>75th<enter>", "◆ Forces", "75th Brigade"),
        ("the second of those found", "'urif<down><enter>", "◆ Forces", "2nd Rifle Brigade"),
        ("on the Campaign screen", "5'u6th<enter>", "Forces", "6th Rifle Brigade"),
        ("among the records", "7'u6th<enter>", "6th Rifle Brigade of Russians", ""),
        ("from the odds to the table", "4<tab><tab>'u6th<enter>", "◆ Forces", "6th Rifle Brigade"),
        ("a battle", "'bfirst<enter>", "First day", ""),
        ("nothing is called so", "'uxyzzy<enter>", "no match", ""),
        ("Esc changes nothing", "jj'u8th<esc>", "◆ Forces", "37th Brigade"),
        (
            "a mark",
            ":note one<enter>:note two<enter><tab><up>3*<ctrl-u>the ridge<enter><esc><esc>'mridge<enter>",
            "REVIEW of entry 1",
            "",
        ),
    ];
    let mut faults = Vec::new();
    for (story, keys, seen, chosen) in table {
        let mut program = Program::with("tannenberg");
        program.draw(SIZE);
        let screen = program.keys(keys).shows(SIZE);
        if !screen.contains(seen) {
            faults.push(format!("{story}: “{seen}” is not on the screen\n{screen}"));
        }
        let here = |line: &str| line.contains('▌') && line.contains(chosen);
        if !chosen.is_empty() && !screen.lines().any(here) {
            faults.push(format!("{story}: “{chosen}” is not chosen\n{screen}"));
        }
        for size in [(80, 24), (60, 20), (200, 60)] {
            program.draw(size);
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_map_is_jumped_to_by_its_name() {
    let mut program = Program::with("wadi");
    program.draw(SIZE);
    program.keys("''tel").sees(SIZE, &["map", "The wells at Tel Amara"]);
    program.keys("<enter>").sees(SIZE, &["◆ The wells at Tel Amara"]);
}

/// On the start screen a few letters open a save or begin a scenario. Esc changes nothing.
#[test]
fn the_start_screen_is_jumped_about_in() {
    for (story, keys, seen) in [
        ("all that there is", "'", "Open or start …"),
        ("a scenario is begun", "'couronne<enter>", "Grand Couronn"),
        ("by the other key", "<ctrl-p>sample battle<enter>", "Tannenberg, the first day"),
        ("a question opens over it", "'csv<enter>", "CSV"),
        ("Esc changes nothing", "jj'couronne<esc>", "w a r d i a r y"),
    ] {
        let mut program = Program::at_menu();
        program.draw(SIZE);
        let screen = program.keys(keys).shows(SIZE);
        assert!(screen.contains(seen), "{story}: {screen}");
        assert_eq!(
            program.model.session().is_some(),
            story.contains("begun") || story.contains("other key"),
            "{story}"
        );
        for size in [(80, 24), (60, 20), (200, 60), (1, 1)] {
            program.draw(size);
        }
    }
}

/// In a terminal: opens the panel and goes from it to another save.
#[test]
#[cfg_attr(windows, ignore = "needs a pseudo-terminal")]
fn from_one_save_to_another() {
    let home = home();
    fs::create_dir_all(home.path().join("saves")).expect("a folder");
    fs::write(home.path().join("saves/played.ron"), assets::SAMPLE.1).expect("a save");
    let mut session = Session::start(home.path(), &["new", "grand-couronne"], SIZE);
    session.sees("initiative");
    session.keys("'");
    session.sees("jump to another save");
    session.keys("oplayed");
    session.sees("(played)");
    session.keys("\r");
    session.sees("37th Brigade");
    session.keys("q");
    assert_eq!(session.ends(), 0);
}
