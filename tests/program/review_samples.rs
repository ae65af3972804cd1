//! The samples that ship, on the Review screen.

use crate::harness::program::Program;
use std::fs;
use wardiary_app::{ReadingStart, Start};
use wardiary_diary::{
    assets::Folders,
    diary::{
        EntryNo,
        file::{Mode, Save},
    },
};
use wardiary_harness_rules::case_sample::{case_count, sample};

/// The program with a sample on the Review screen.
fn review(name: &str, at: EntryNo) -> Program {
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join(format!("{name}.ron"));
    fs::copy(format!("{}/saves/{name}.ron", env!("CARGO_MANIFEST_DIR")), &path).expect("the folder is fresh");
    let save = Save::open(&path, Mode::Read).expect("it opens");
    let folders = Folders { saves: home.path().join("saves"), config: home.path().join("config") };
    let mut model = wardiary_app::start(Start::ReadOnly(Box::new(save), ReadingStart::Review(Some(at))), folders);
    model.settings.flourish = false;
    model.theme = wardiary_view::theme::Theme::shipped("dark").expect("it ships");
    Program::begun(model, home)
}

/// The header names the battle under review first, however long the title and the rest of the header are.
#[test]
fn the_header_names_the_battle_of_each_entry() {
    for (name, entries) in [("orla", vec![17, 18, 23, 24, 29, 30, 34, 39]), ("hundred-days", vec![24, 35, 46, 51])] {
        for at in &entries {
            let mut program = review(name, *at);
            for size in [(140, 40), (120, 40), (80, 24)] {
                let screen = program.shows(size);
                let diary = program.save().diary();
                let battle = diary.battle_at(*at).expect("it belongs to a battle");
                let battle = diary.state_at(*at).expect("it is there").name(battle);
                // With several battles side by side, their names are in the second row.
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

/// Every entry of a campaign, in single steps: an entry of a battle shows the battle's whole name and its gauges. An
/// entry between battles shows the time of the campaign, and no ended battle as if it were under way.
#[test]
fn between_battles_the_header_has_the_time() {
    for name in ["orla", "hundred-days"] {
        let mut program = review(name, 0);
        let last = program.save().diary().next_no() - 1;
        let (mut between, mut fought) = (0, 0);
        for no in 1..=last {
            program.keys("l");
            // Each entry at one or more sizes.
            let sizes = sample([(120, 40), (80, 24), (60, 20)].into_iter().enumerate(), no as usize, 3);
            let screens: Vec<(usize, String)> = sizes.map(|(at, size)| (at, program.shows(size))).collect();
            let session = program.model.session().expect("a save is open");
            assert_eq!(session.entry(), no);
            let (state, step) = (session.state(), session.diary().step(no).expect("it is there"));
            let open = state.open_battles().next().map(|battle| battle.id);
            let battle = step.account().battle.or(open);
            let time = state.time().expect("it has a clock");
            for (at, screen) in &screens {
                let mut lines = screen.lines();
                let (head, gauges) = (
                    lines.next().expect("a header"),
                    lines.take_while(|line| !line.contains(['╔', '┌'])).collect::<String>(),
                );
                if let Some(battle) = battle {
                    fought += 1;
                    let whole = state.name(battle);
                    let begins: String = whole.chars().take(6).collect();
                    assert!(head.contains(if *at < 2 { &whole } else { &begins }), "{name} {no}: {head}");
                    assert!(gauges.contains("exhausted") || gauges.contains('/'), "{name} {no}: {gauges}");
                } else {
                    between += 1;
                    assert!(head.contains(&time) && head.contains("no battle"), "{name} {no}, {time}: {head}");
                    let named = state.battles().iter().any(|battle| head.contains(&*battle.name));
                    assert!(!named && !gauges.contains("lost "), "{name} {no}: {head}\n{gauges}");
                    let over = state.battles().last().is_none() || gauges.contains(" is over: ");
                    assert!(over, "{name} {no}: {gauges}");
                }
                assert!(head.contains("REVIEW") || no == last, "{name} {no}: {head}");
            }
        }
        let many = case_count(20, 60);
        assert!(between > many && fought > many, "{name}: {between}, {fought}");
    }
}

/// A turn number that this battle does not have, but another battle has.
#[test]
fn a_turn_of_another_battle_is_named() {
    let mut program = review("hundred-days", 38);
    // Enough frames to index the whole diary.
    (0..8).for_each(|_| drop(program.shows((120, 40))));
    program.keys(":turn 4<enter>").shows((120, 40));
    let said = program.model.notice().map_or_else(String::new, |notice| notice.text.clone());
    assert_eq!(said, "Quatre Bras has no turn 4: its last is 2. Turn 4 of Waterloo begins at entry 130: go to 130");
    program.keys(":130<enter>").shows((120, 40));
    assert_eq!(program.model.session().expect("open").entry(), 130);
    let screen = program.keys(":turn 9<enter>").shows((160, 40));
    assert!(screen.contains("there is no turn 9 on this branch: its last is 7"), "{screen}");
}

/// The list says what happened, the result the order too, and the strip stays where it is.
#[test]
fn lists_say_what_happened() {
    let mut program = review("wadi", 44);
    let screen = program.shows((120, 40));
    assert!(screen.contains("44 T2 Horsemen of the South fired: 1st"), "{screen}");
    assert!(screen.contains("volley "), "{screen}");
    let mut program = review("hundred-days", 1);
    let strip = |screen: &str| screen.lines().position(|line| line.contains('◆') && !line.contains('═'));
    for size in [(120, 40), (80, 24), (60, 20)] {
        let at: Vec<_> = [1, 14, 23, 30, 40, 50, 120, 222]
            .map(|no| {
                (0..8).for_each(|_| drop(program.shows(size)));
                strip(&program.keys(&format!(":{no}<enter>")).shows(size))
            })
            .into();
        assert!(at[0].is_some() && at.iter().all(|row| *row == at[0]), "{size:?}: {at:?}");
    }
}

/// In review the records say how far they go. A key leads from a unit in the Forces pane to its record. No name is cut
/// beside empty columns.
#[test]
fn the_records_say_how_far_they_go() {
    let mut program = review("hundred-days", 50);
    program.shows((120, 40));
    let screen = program.keys("<tab>jjjV").shows((160, 40));
    assert!(screen.contains("1st Division (Allix) of French"), "{screen}");
    let said = "the records cover all entries up to 222, not only up to the viewed entry 50";
    assert!(screen.contains(said), "{screen}");
    let screen = program.shows((120, 40));
    for whole in ["11th Division (Berthezène)", "III Cavalry Corps (Kellermann)"] {
        let line = screen.lines().find(|line| line.contains(whole)).expect(whole);
        let grades = ["  white ", "  green ", "  yellow ", "  red ", "  blue ", "  black "];
        assert!(line.contains(" SP, EDNA 8 ") && grades.iter().any(|grade| line.contains(grade)), "{screen}");
    }
}

/// A changed entry takes the recorded dice, or typed dice.
#[test]
fn no_dice_are_thrown_for_a_change() {
    let mut program = review("tannenberg", 4);
    for keys in ["A", "X"] {
        let screen = program.keys(keys).shows((120, 40));
        assert!(screen.contains("no dice are rerolled") && !screen.contains("dice: the program"), "{screen}");
        program.keys("<esc>");
    }
}

#[test]
fn shown_dice_name_their_source() {
    let screen = review("tannenberg", 4).shows((120, 40));
    assert!(screen.contains("dice: from the table") && !screen.contains("dice: the program"), "{screen}");
    let screen = review("tannenberg", 1).shows((120, 40));
    assert!(!screen.contains("dice: "), "{screen}");
}

/// In review no text asks for an order. The lead describes the enemy's way to exhaustion, and at most the whole way.
#[test]
fn texts_in_review_fit_the_viewed_entry() {
    for at in [0, 1, 107] {
        let screen = review("orla", at).shows((120, 40));
        assert!(!screen.contains("Choose a stack"), "{at}: {screen}");
    }
    let mut program = review("orla", 87);
    let mut looked_up = std::iter::repeat_with(|| program.shows((120, 40))).take(200);
    let screen = looked_up.find(|screen| screen.contains("lead: Kessler")).expect("it comes to an end");
    assert!(screen.contains("lead: Kessler, the enemy at the Exhaustion Point"), "{screen}");
}

/// The Luck screen says how far it goes. Between battles no screen shows an ended battle in its header.
#[test]
fn other_screens_in_review_say_what_they_show() {
    let mut program = review("orla", 82);
    let screen = program.keys("6").shows((120, 40));
    assert!(screen.contains("not only up to the viewed entry 82"), "{screen}");
    let between = [46, 60, 92];
    for at in between {
        for key in ["1", "2", "6", "7"] {
            let screen = review("orla", at).keys(key).shows((120, 40));
            let head: String = screen.lines().take(1).collect();
            assert!(head.contains("no battle is under way"), "{at} {key}: {head}");
        }
    }
}
