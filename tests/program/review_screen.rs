//! The Review screen: stepping by keys and mouse, playback, search and remarks. The screen writes nothing on its own.

use crate::harness::program::Program;
use std::{
    fs,
    path::{Path, PathBuf},
};
use wardiary_app::{ReadingStart, Start};
use wardiary_base::dice::source::ScriptedDice;
use wardiary_diary::{
    assets::Folders,
    diary::{
        EntryNo,
        file::{Mode, Save},
        watch::Watch,
    },
};
use wardiary_rules::notation::{Instruction, parse_instruction};

/// A save with two consecutive battles, an abandoned branch, and some remarks.
pub fn played(folder: &std::path::Path) -> PathBuf {
    let header =
        wardiary_diary::assets::scenario("tannenberg", None, "1914".parse().expect("a seed")).expect("it ships");
    let path = folder.join("two.ron");
    let mut save = Save::create(&path, header).expect("the folder is fresh");
    let orders: &[(&str, &[u8])] = &[
        ("note begin", &[]),
        ("initiative", &[3, 3, 5, 2]),
        ("first Russians", &[]),
        ("scrud \"XX Corps\" v Russians", &[6, 6, 5, 4, 5, 4, 4, 3, 3, 2, 2, 1]),
        ("end turn", &[]),
        ("initiative", &[6, 2]),
        ("note \"what was tried first\"", &[]),
        ("undo", &[]),
        ("first Germans", &[]),
        ("edna \"37th Brigade\"", &[1, 2]),
        ("end turn", &[]),
        ("end battle", &[]),
        ("note between", &[]),
        ("battle \"The second day\" with Germans v Russians", &[]),
        ("initiative", &[5, 1]),
        ("note end", &[]),
        ("remark 4 !? \"too early\"", &[]),
        ("bookmark 12 \"the second day\"", &[]),
    ];
    for (text, faces) in orders {
        let now = jiff::Timestamp::from_second(1_790_000_000).expect("a time");
        let done =
            match parse_instruction(text, save.diary().state()).unwrap_or_else(|e| panic!("{text}: {}", e.reason)) {
                Instruction::Order(order) => {
                    let mut dice = ScriptedDice { faces: faces.iter().copied().collect() };
                    save.submit(order, &mut dice, now).map(drop).map_err(|e| format!("{e:?}"))
                }
                Instruction::Undo(many) => save.undo(many).map(drop).map_err(|e| format!("{e:?}")),
                Instruction::Remark { entry, annotation: says } => {
                    save.remark(entry, says, now).map_err(|e| format!("{e:?}"))
                }
                other => panic!("{other:?}"),
            };
        done.unwrap_or_else(|e| panic!("{text}: {e}"));
    }
    path
}

/// The program with that save on the Review screen.
pub fn review(at: Option<EntryNo>) -> (Program, PathBuf) {
    let home = tempfile::tempdir().expect("a folder");
    let path = played(home.path());
    (reading(home, &path, ReadingStart::Review(at)), path)
}

/// The program with a save opened for reading.
pub fn reading(home: tempfile::TempDir, path: &Path, opening: ReadingStart) -> Program {
    let save = Save::open(path, Mode::Read).expect("it opens");
    let folders = Folders { saves: home.path().join("saves"), config: home.path().join("config") };
    let mut model = wardiary_app::start(Start::ReadOnly(Box::new(save), opening), folders);
    model.settings.flourish = false;
    model.theme = wardiary_view::theme::Theme::shipped("dark").expect("it ships");
    let mut program = Program::begun(model, home);
    program.shows((120, 40));
    program
}

pub fn at(program: &Program) -> EntryNo {
    program.model.session().expect("a save is open").entry()
}

/// Each way to an entry shows the state of that entry.
#[test]
fn stepping_by_any_way_leads_to_the_state_of_the_entry() {
    let (mut program, _) = review(Some(0));
    for (keys, there) in [
        ("", 0),
        ("l", 1),
        ("j", 2),
        ("]", 5),
        ("]", 10),
        ("}", 13),
        ("{", 0),
        ("))", 5),
        ("(", 3),
        ("g", 0),
        ("G", 15),
        ("kk", 13),
        ("[", 10),
        (":4<enter>", 4),
        (":turn 2<enter>", 5),
        (":the second<enter>", 12),
        ("/text between<enter>", 12),
        ("n", 12),
        ("<esc>g/kind initiative<enter>", 2),
        ("n", 6),
        ("n", 14),
        ("n", 2),
        ("N", 14),
        ("<esc>gJ", 6),
        ("l", 8),
        ("\\", 7),
        ("\\", 8),
        ("<alt-j>", 6),
        ("\\", 7),
    ] {
        program.keys(keys).shows((120, 40));
        assert_eq!(at(&program), there, "{keys}");
        let session = program.model.session().expect("a save is open");
        let wanted = session.diary().state_at(there).expect("it is there");
        assert_eq!(format!("{:?}", session.state()), format!("{wanted:?}"), "{keys}");
    }
}

/// Header and gauges show the battle of the entry under review, on this screen and at the table.
#[test]
fn the_battle_shown_is_that_of_the_entry() {
    let (mut program, _) = review(Some(0));
    let first = program.model.session().expect("open").diary().state_at(1).expect("it is there");
    let first = first.battles()[0].name.to_string();
    // In single steps, forward and back, the header shows each entry's battle and turn, and never reports that there is
    // no battle.
    let keys = std::iter::repeat_n("l", 14).chain(std::iter::repeat_n("h", 14));
    for (key, at_start) in std::iter::once(("g", true)).chain(keys.map(|key| (key, false))) {
        let screen = program.keys(key).shows((140, 40));
        let session = program.model.session().expect("open");
        let no = session.entry();
        assert!(!at_start || no == 0);
        let (name, of) = if no < 13 { (first.as_str(), 0) } else { ("The second day", 1) };
        let top = screen.lines().next().expect("a header");
        let battle = &session.state().battles()[of];
        assert!(top.contains(name) && top.contains("REVIEW"), "entry {no}: {top}");
        let turn = if battle.ended.is_some() { "over".to_string() } else { format!("turn {}", battle.turn) };
        assert!(top.contains(&turn), "entry {no}, {turn}: {top}");
        // The gauges show that battle.
        for (row, side) in ["Germans", "Russians"].iter().enumerate() {
            let gauge = screen.lines().nth(row + 5).expect("a gauge");
            let contingent = &battle.contingents[row];
            let losses = session.state().losses(battle, contingent).expect("all is known");
            let said = format!("lost {:>2} of {}", losses.lost, losses.initial);
            assert!(gauge.contains(side) && gauge.contains(&said), "entry {no}, {said}: {gauge}");
        }
    }
    for no in 0..=15 {
        let screen = program.keys(&format!(":{no}<enter>")).shows((140, 40));
        let top = screen.lines().next().expect("a header").to_string();
        let name = if no < 13 { first.as_str() } else { "The second day" };
        assert!(top.contains(name) && !top.contains("no battle"), "entry {no}: {top}");
        assert!(top.contains(&format!("REVIEW of entry {no}")), "entry {no}: {top}");
        assert!(screen.lines().nth(5).is_some_and(|line| line.contains("Germans")), "entry {no}:\n{screen}");
        // The table shows the same entry; leaving the Review screen by Esc returns to the present.
        if no < 15 {
            let top = program.keys("1").shows((140, 40)).lines().next().expect("a header").to_string();
            assert!(top.contains(name) && top.contains("REVIEW"), "at the table, entry {no}: {top}");
            let top = program.keys("3<esc>").shows((140, 40)).lines().next().expect("a header").to_string();
            assert!(!top.contains("REVIEW"), "back from entry {no}: {top}");
            program.keys("3");
        }
    }
}

#[test]
fn keys_of_the_review_screen_work() {
    let table: &[(&str, &str, &[&str])] = &[
        ("the remark is seen", ":4<enter>", &["remark: !? too early", "!?"]),
        ("what the entry changed is marked", ":4<enter>", &["»", "(+"]),
        ("the strip has turns and battles", "", &["T2", "The second day"]),
        (
            "a filter shows what fits alone",
            "/side Russians kind scrud<enter>",
            &["entry 4, match 1 of 1 for `side Russians kind scrud`", "Diary: side Russians kind scrud, 1 match"],
        ),
        (
            "one that fits nothing names the nearest",
            "/turn 9 kind scrud<enter>",
            &["`turn 1 kind scrud` would show 1 entry"],
        ),
        ("and a fault is said", "/side Germns<enter>", &["there is no side called “Germns”: did you mean Germans?"]),
        (
            "an entry that does not exist",
            ":99<enter>",
            &["there is no entry 99: entries are 1 to 15, and 0 is the muster"],
        ),
        ("a turn that does not exist", ":turn 9<enter>", &["there is no turn 9 on this branch"]),
        ("remarks are listed", "'r", &["Remarks and bookmarks", "too early", "bookmark: the second day"]),
        ("and gone to", "'r<enter>", &["REVIEW of entry"]),
        ("a way that was left", ":7<enter>", &["what was tried first", "this entry was left behind"]),
        (
            "branches side by side",
            "<alt-c><enter>",
            &["Differences at the end; fork after entry 6", "The path to entry 7: 1 entry"],
        ),
        ("it plays, and says how fast", "g<space>", &["playing, 1 second per entry"]),
        ("faster", "g<space>++", &["playing, 4 entries per second"]),
        ("the end of the way", "Gl", &["this is the last entry"]),
        ("writing on is asked", ":4<enter>W", &["Continue from entry 4?", "later entries stay as a branch"]),
        ("a remark that says nothing", ":3<enter>#!!!<enter>", &["`!!!` is not a mark"]),
    ];
    for (story, keys, seen) in table {
        let (mut program, _) = review(None);
        let screen = program.keys(keys).shows((120, 40));
        for seen in *seen {
            assert!(screen.contains(seen), "{story}: “{seen}” is not on the screen\n{screen}");
        }
    }
}

#[test]
fn remarks_are_written_and_writing_on_goes_to_the_table() {
    let (mut program, path) = review(Some(4));
    let before = fs::read_to_string(&path).expect("it is there");
    program.keys("#<ctrl-u>?? \"far too early\" with table.jpg<enter>").shows((120, 40));
    assert_eq!(at(&program), 4, "the reader stays where he is");
    let screen = program.shows((120, 40));
    assert!(screen.contains("remark: ?? far too early [table.jpg]"), "{screen}");
    let text = fs::read_to_string(&path).expect("it is there");
    assert_ne!(text, before);
    assert_eq!(text.matches("\nEntry(").count(), before.matches("\nEntry(").count(), "no entry is written");
    program.keys("*here<enter>#<ctrl-u><enter>").shows((120, 40));
    let save = program.save();
    let remarks = save.diary().remarks_on(4).expect("a bookmark").clone();
    assert_eq!((remarks.comment, remarks.bookmark), (None, Some("here".into())));
    // After a confirmation the diary continues from there, at the table.
    program.keys("W<down><enter>").shows((120, 40));
    assert_eq!(program.save().diary().head(), 15, "stayed");
    let screen = program.keys("W<enter>").shows((120, 40));
    assert_eq!(program.save().diary().head(), 4);
    assert!(!screen.contains("REVIEW"), "{screen}");
}

#[test]
fn the_strip_is_scrubbed_by_the_mouse_and_entries_are_clicked() {
    let (mut program, _) = review(None);
    let strip = 2;
    program.click(1, strip).shows((120, 40));
    assert_eq!(at(&program), 0);
    program.drag(118, strip).shows((120, 40));
    assert_eq!(at(&program), 15);
    program.drag(60, strip).release(60, strip).shows((120, 40));
    let middle = at(&program);
    assert!((5..10).contains(&middle), "{middle}");
    // After the release, the mouse moves nothing.
    program.drag(1, strip).shows((120, 40));
    assert_eq!(at(&program), middle);
    let screen = program.shows((120, 40));
    let row = screen.lines().position(|line| line.contains("12 ")).expect("it is listed");
    program.click(100, u16::try_from(row).expect("a row")).shows((120, 40));
    assert_eq!(at(&program), 12);
}

#[test]
fn how_it_looks() {
    for size in [(120, 40), (80, 24), (60, 20)] {
        let (mut program, _) = review(Some(4));
        let screen = program.sees(
            size,
            &[
                "REVIEW of entry 4",
                "(+4)",
                "◆ Diary",
                "4 T1 !? Germans beat",
                "●─╮ ",
                "Entry 4, T1, ",
                "remark: !? too early",
                "Germans attacked Russians",
                "lead: Germans, the enemy 25% nearer exhaustion (+25%)",
                "Space play",
            ],
        );
        // The timeline has marks for the current entry, for an abandoned branch and for a bookmark.
        let line: String = screen.lines().skip(1).take_while(|line| !line.starts_with('╔')).collect();
        assert!(line.contains('◆') && line.contains('Ψ') && line.contains('¶'), "{screen}");
        program.draws(
            size,
            &[
                ("REVIEW of entry 4", |theme| theme.header.warning),
                ("╔", |theme| theme.in_review().frame.border_focused),
                ("Diary", |theme| theme.frame.title_focused),
            ],
        );
    }
}

/// A save with an unreadable end opens for review up to its last readable entry.
#[test]
fn a_save_is_read_as_far_as_it_goes() {
    let home = tempfile::tempdir().expect("a folder");
    let path = played(home.path());
    let text = fs::read_to_string(&path).expect("it is there");
    fs::write(&path, text.replacen("Entry(no: 9,", "Entry(no: nine,", 1)).expect("written");
    let save = Save::open_up_to(&path, 5, Watch::none()).expect("it opens as far as it goes");
    assert_eq!(save.diary().next_no(), 9);
    assert!(Save::open_up_to(&path, 9, Watch::none()).is_err());
}

/// Esc on a screen above the Review screen returns to the entry under review.
#[test]
fn the_map_leads_back_to_the_entry_under_review() {
    let (mut program, _) = review(Some(4));
    for screen in ["2", "5"] {
        program.keys(screen).shows((120, 40));
        let top = program.keys("<esc>").shows((120, 40)).lines().next().expect("a header").to_string();
        assert!(top.contains("REVIEW of entry 4"), "{screen}: {top}");
    }
}
