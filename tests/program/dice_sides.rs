//! Which sides roll dice on the table: the choice per side is stored in the save.

use crate::harness::{
    program::Program,
    session::{Session, home, saves},
};
use std::fs;
use wardiary_app::Start;
use wardiary_base::id::{Id, SideId};
use wardiary_diary::{
    assets::{self, Folders},
    diary::file::{Mode, Save},
};

/// The sides of the last entry's dice, each with whether a player typed the dice in.
fn thrown(program: &Program) -> Vec<(SideId, bool)> {
    let diary = program.save().diary();
    let entry = diary.entry(diary.head()).expect("an entry");
    let dice =
        entry.dice.iter().flat_map(|fall| fall.who.iter().enumerate().map(|(at, who)| (*who, fall.is_by_hand(at))));
    let mut thrown: Vec<_> =
        dice.map(|(who, typed)| (diary.state().side_of(Id(who.0)).expect("a side"), typed)).collect();
    thrown.dedup();
    thrown
}

#[test]
fn mine_on_the_table_and_his_in_the_program() {
    let mut program = Program::with("tannenberg");
    let germans = program.save().diary().state().sides()[0].id;
    let russians = program.save().diary().state().sides()[1].id;
    let screen = program.keys("<alt-h>").shows((120, 40));
    assert!(
        screen.contains("dice of Germans: rolled on the table and typed in; of Russians: rolled by the program"),
        "{screen}"
    );
    assert_eq!(program.save().diary().head(), 0, "it is no entry");
    // The form asks only for the Germans' dice and refuses more digits.
    let screen = program.keys("js<enter>").shows((120, 40));
    assert!(screen.contains("Dice from the table:") && screen.contains("[·"), "{screen}");
    let screen = program.keys("65549").shows((120, 40));
    assert!(screen.contains("4 dice are entered: the") && screen.contains("extra 9 is ignored"), "{screen}");
    program.keys("<backspace>4<enter>");
    assert_eq!(thrown(&program), [(germans, true), (russians, false)]);
    // Neither undo nor opening the save in another program changes the choice.
    program.keys("u");
    assert_eq!(program.save().diary().table_dice_sides(), Some(&[germans][..]));
    let again = Save::open(program.save().path(), Mode::Read).expect("it is sound");
    assert_eq!(again.diary().table_dice_sides(), Some(&[germans][..]));
    // `h` cycles through the sides and returns to the first state.
    for table in [vec![germans, russians], vec![], vec![germans]] {
        program.keys("H");
        assert_eq!(program.save().diary().table_dice_sides(), Some(&table[..]));
    }
    program.keys("<alt-h>");
    assert_eq!(program.save().diary().table_dice_sides(), Some(&[][..]));
}

/// A turn in a terminal, with one side's dice typed in and the other side's rolled by the program.
#[test]
#[cfg_attr(windows, ignore = "needs a pseudo-terminal")]
fn a_turn_is_fought_with_mixed_dice() {
    let home = home();
    let mut session = Session::start(home.path(), &["new", "tannenberg", "--seed", "1914"], (120, 40));
    session.sees("initiative to roll");
    session.keys("\x1bh");
    session.sees("dice of Germans: rolled on the table");
    session.keys("\r");
    session.sees("Dice from the table:");
    session.keys("6\r");
    session.until("the initiative", |session| {
        // A tie needs another roll.
        let text = session.text();
        if text.contains("a tie at 6") {
            session.keys("6\r");
        }
        text.contains("won the initiative")
    });
    session.keys(":first Germans\r");
    session.sees("Germans to act");
    session.keys("js");
    session.sees(": scrud \"37th Brigade\" v ");
    session.keys("\r");
    session.sees("Dice from the table:");
    session.keys("6\r");
    session.sees("phase 2 of ");
    session.keys("E");
    session.keys("\r");
    session.until("the turn to end", |session| session.text().contains("turn 2"));
    session.keys("q");
    assert_eq!(session.ends(), 0);
    let save = Save::open(&saves(home.path())[0], Mode::Read).expect("it is sound");
    let diary = save.diary();
    let by_hand = |no| {
        let entry = diary.entry(no).expect("an entry");
        let dice = entry.dice.iter().flat_map(|fall| (0..fall.who.len()).map(|at| fall.is_by_hand(at)));
        (dice.clone().filter(|typed| *typed).count(), dice.filter(|typed| !typed).count())
    };
    let (typed, thrown) = by_hand(3);
    assert!(typed == 1 && thrown > 0, "{typed} typed in, {thrown} rolled by the program");
    assert!(by_hand(1).0 > 0 && by_hand(1).1 > 0);
}

#[test]
fn one_key_gives_all_dice_to_the_table() {
    let mut program = Program::with("tannenberg");
    let all: Vec<SideId> = program.save().diary().state().sides().iter().map(|side| side.id).collect();
    program.keys("H");
    assert_eq!(program.save().diary().table_dice_sides(), Some(&all[..]));
    let screen = program.keys("js<enter>").shows((120, 40));
    assert!(!screen.contains("[·"), "{screen}");
    program.keys("<esc>H");
    assert_eq!(program.save().diary().table_dice_sides(), Some(&[][..]), "the program's, whatever the settings say");
    program.keys("js<enter>");
    assert_eq!(program.save().diary().head(), 1, "nothing was asked");
}

/// The settings apply until the save says otherwise.
#[test]
fn the_settings_are_the_default() {
    let mut program = Program::with("tannenberg");
    program.model.settings.by_hand = true;
    assert_eq!(program.save().diary().table_dice_sides(), None);
    let sealed = std::fs::read_to_string(program.keys("H").save().path()).expect("the save");
    assert_eq!(sealed.lines().filter(|line| line.starts_with("Remark(on: 0, ")).count(), 1, "{sealed}");
}

/// One die of the initiative roll comes from the table.
#[test]
fn initiative_with_one_on_the_table() {
    let mut program = Program::with("tannenberg");
    program.keys("<alt-h>:initiative<enter>");
    let screen = program.shows((80, 24));
    assert!(screen.contains("Dice from the table:"), "{screen}");
    program.keys("4<enter>");
    let thrown = thrown(&program);
    assert!(thrown.contains(&(program.save().diary().state().sides()[1].id, false)), "{thrown:?}");
}

/// Tannenberg on the screen, with these settings.
fn with_settings(content: &str) -> Program {
    let home = tempfile::tempdir().expect("a folder");
    let folders = Folders { saves: home.path().join("saves"), config: home.path().join("config") };
    fs::create_dir_all(&folders.config).expect("the folder can be made");
    fs::write(folders.config.join("settings.ron"), content).expect("it can be written");
    let header = assets::scenario("tannenberg", None, "1".parse().expect("a seed")).expect("it ships");
    drop(Save::create(&folders.saves.join("battle.ron"), header).expect("a save"));
    let save = Save::open(&folders.saves.join("battle.ron"), Mode::Write).expect("it is sound");
    Program::begun(wardiary_app::start(Start::Save(Box::new(save)), folders), home)
}

#[test]
fn the_last_face_gives_the_order_where_a_setting_says_so() {
    for (settings, head) in
        [("(by_hand: true, last_face_gives: true, flourish: false)", 1), ("(by_hand: true, flourish: false)", 0)]
    {
        let mut program = with_settings(settings);
        program.keys("j:scrud \"XX Corps\" v Russians<enter>65544433221");
        assert_eq!(program.save().diary().head(), 0, "{settings}: a die is blank");
        program.keys("1");
        assert_eq!(program.save().diary().head(), head, "{settings}");
    }
}

#[test]
fn a_tie_for_the_initiative_is_said_and_thrown_again() {
    let mut program = with_settings("(by_hand: true, flourish: false)");
    let screen = program.keys(":initiative<enter>44<enter>").shows((120, 40));
    assert!(screen.contains("a tie at 4, rerolled"), "{screen}");
    program.keys("52<enter>");
    assert_eq!(program.save().diary().head(), 1, "{}", program.shows((120, 40)));
}
