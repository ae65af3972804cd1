//! The start screen: its description of the selected save, and the actions on saves.

use crate::harness::{
    program::Program,
    session::{Session, home, saves},
};
use std::{
    fs,
    path::PathBuf,
    time::{Duration, UNIX_EPOCH},
};
use wardiary_app::Start;
use wardiary_diary::{
    assets::{self, Folders},
    diary::file::Save,
};

/// The start screen with these saves, newest first, each from the scenario, and their folder.
fn with_saves(names: &[&str]) -> (Program, PathBuf) {
    with_files(names, &[])
}

/// Like `with_saves`, with other files, which are older.
fn with_files(names: &[&str], files: &[(&str, &str)]) -> (Program, PathBuf) {
    let home = tempfile::tempdir().expect("a folder");
    let folders = Folders { saves: home.path().join("saves"), config: home.path().join("config") };
    let header = assets::scenario("tannenberg", None, "1".parse().expect("a seed")).expect("it ships");
    let first = folders.saves.join("first.ron");
    drop(Save::create(&first, header).expect("a save"));
    let text = fs::read_to_string(&first).expect("it was written");
    fs::remove_file(&first).expect("it was the pattern");
    let _ = fs::remove_file(folders.saves.join(".first.ron.lock"));
    let texts = names.iter().map(|name| (format!("{name}.ron"), text.as_str()));
    let texts = texts.chain(files.iter().map(|(name, text)| ((*name).to_string(), *text)));
    for ((name, text), seconds) in texts.zip((0..).map(|at| 1_790_000_000 - at)) {
        let path = folders.saves.join(name);
        fs::write(&path, text).expect("a file");
        let file = fs::File::options().write(true).open(&path).expect("a file");
        file.set_modified(UNIX_EPOCH + Duration::from_secs(seconds)).expect("a time");
    }
    let saves = folders.saves.clone();
    (Program::begun(wardiary_app::start(Start::StartScreen, folders), home), saves)
}

#[test]
fn the_chosen_save_tells_its_sides_their_strength_and_what_was_last() {
    let (mut program, _) = with_files(&[], &[("sample.ron", assets::SAMPLE.1)]);
    // Wide enough for the path of a temporary folder.
    let screen = program.shows((200, 40));
    for wanted in ["Germans", "Russians", "of 32 SP", "entry ", "rulebook: ", "sample.ron", "last written"] {
        assert!(screen.contains(wanted), "“{wanted}” is not there\n{screen}");
    }
    let screen = program.shows((80, 24));
    for wanted in ["Germans", "Russians", "of 32 SP", "entry "] {
        assert!(screen.contains(wanted), "“{wanted}” is not there\n{screen}");
    }
}

#[test]
fn the_start_screen_at_its_sizes() {
    for (width, height) in [(120, 40), (80, 24), (60, 20)] {
        let (mut program, _) = with_files(&["evening"], &[("sample.ron", assets::SAMPLE.1)]);
        program.sees(
            (width, height),
            &[
                "w a r d i a r y   the war diary of your campaign",
                "◆ Open or start",
                "▌ Continue: Tannenberg, the first day  (evening)",
                "  The sample battle: Tannenberg, the first day",
                "  Open: Tannenberg, the first day  (sample)",
                "  New: The Grand Couronné",
                " Tannenberg, the first day ─",
                " 26 August 1914 • First day • turn 1 • 0 entries",
                " Germans   ████████████████████████  16 of 16 SP, 4 units",
                " now: initiative to roll",
                " Enter open   r rename   c copy   d delete",
            ],
        );
        program.draws(
            (width, height),
            &[
                ("Open or start", |theme| theme.frame.title_focused),
                ("New: The Grand Couronné", |theme| theme.dialog.text),
            ],
        );
    }
}

#[test]
fn two_hundred_saves_and_a_broken_one() {
    let names: Vec<String> = (0..200).map(|n| format!("war-{n:03}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let broken = "(wardiary: 1, title: \"Broken\", seed: \"1\",\nrules: (";
    let (mut program, saves) = with_files(&names, &[("broken.ron", broken)]);
    program.keys("/Broken<enter>");
    for size in [(120, 40), (80, 24), (60, 20)] {
        let screen = program.shows(size);
        assert!(screen.contains("Open: Broken  (broken)") && screen.contains("The save can't be read."), "{screen}");
        assert!(screen.contains("broken.ron:"), "where it is wrong is told\n{screen}");
    }
    let screen = program.keys("k").shows((80, 24));
    assert!(screen.contains("(war-199)") && screen.contains("of 32 SP"), "{screen}");
    let screen = program.keys("g").shows((80, 24));
    assert!(screen.contains("Continue: ") && screen.contains("(war-000)"), "{screen}");
    // A broken save can be deleted like any other.
    program.keys("/Broken<enter>").draw((80, 24));
    let screen = program.keys("d<down><enter>").shows((120, 40));
    assert!(screen.contains("deleted: it was moved to") && !saves.join("broken.ron").exists(), "{screen}");
    assert!(saves.with_file_name("deleted-saves").join("broken.ron").exists());
}

/// The latest save that can be read is chosen; each row has the date, the turn and who leads.
#[test]
fn rows_say_how_a_save_stands_and_a_broken_one_is_not_chosen_first() {
    let broken = assets::SAMPLE.1.replacen("no:5,", "no:five,", 1);
    let (mut program, _) =
        with_files(&[], &[("broken.ron", &broken), ("played.ron", assets::SAMPLE.1), ("worse.ron", "(wardiary: 1")]);
    program.draw((200, 40));
    program.sees(
        (200, 40),
        &[
            "  Open: Tannenberg, the first day  (broken) ",
            "can't be read│",
            "▌ Continue: Tannenberg, the first day  (played) ",
            "26 August 1914 • turn 2 • Germans lead│",
        ],
    );
    program.sees((60, 20), &["▌ Continue: Tannenberg, the first day  (played)", "can't be read│"]);
    program
        .keys("k")
        .sees((200, 40), &["▌ Open: Tannenberg, the first day  (broken)", "a new save of the part that can be read"]);
}

/// Story, keys, text on the screen, and the remaining saves.
#[test]
fn keys_work() {
    let table: &[(&str, &str, &str, &[&str])] = &[
        ("another name", "r<ctrl-u>the ridge<enter>", "renamed to ", &["the ridge"]),
        ("the name that it has", "r<enter>", "it already has that name", &["one"]),
        ("nothing typed is nothing done", "r<ctrl-u><enter>", "◆ New name", &["one"]),
        (
            "a name that is none",
            "r<ctrl-u>a/b<enter>",
            "a save's name must not begin with a dot or contain any of",
            &["one"],
        ),
        ("nor is one that hides", "r<ctrl-u>.hidden<enter>", "must not begin with a dot", &["one"]),
        ("Esc leaves all as it is", "r<ctrl-u>x<esc>", "Continue", &["one"]),
        ("a copy", "c<enter>", "copied to", &["one", "one-copy"]),
        ("a copy of a name that is taken", "c<ctrl-u>one<enter>", "the file already exists", &["one"]),
        ("deleting is asked, and keeping is offered", "d<enter>", "Continue", &["one"]),
        ("deleted", "d<down><enter>", "deleted: it was moved to", &[]),
        ("a scenario is no save", "<down>r", "rename: choose a save first", &["one"]),
        ("nor can it be thrown away", "<down>d", "delete: choose a save first", &["one"]),
        ("another rulebook", "b<down><enter>", "new campaigns use the rulebook `", &["one"]),
        ("a table that does not exist", "t/there/is/none.csv<enter>", "none.csv: it can't be read", &["one"]),
    ];
    for (story, keys, seen, left) in table {
        let (mut program, saves) = with_saves(&["one"]);
        fs::write(saves.join("one.links.json"), "{}").expect("the folder can be written");
        program.draw((120, 40));
        let screen = program.keys(keys).shows((120, 40));
        assert!(screen.contains(seen), "{story}: “{seen}” is not on the screen\n{screen}");
        let files = |suffix: &str| {
            let mut there: Vec<String> = fs::read_dir(&saves)
                .expect("the folder")
                .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
                .filter_map(|name| name.strip_suffix(suffix).map(String::from))
                .collect();
            there.sort();
            there
        };
        assert_eq!(files(".ron"), *left, "{story}\n{screen}");
        // The links to a save's pages go with it.
        assert_eq!(files(".links.json"), left[..left.len().min(1)], "{story}");
        for size in [(80, 24), (60, 20), (200, 60)] {
            program.draw(size);
        }
    }
}

#[test]
fn a_campaign_begins_from_a_table_by_the_chosen_rulebook() {
    let (mut program, saves) = with_saves(&[]);
    let table = saves.with_file_name("army.csv");
    fs::write(&table, "side,stack,name,kind,count\nRed,I Corps,Guards,infantry,3\nBlue,II Corps,Line,infantry,2\n")
        .expect("a table");
    program.draw((120, 40));
    let typed = table.display().to_string();
    let begun = typed.strip_suffix("my.csv").expect("its end").to_string();
    let screen = program.keys(&format!("t{begun}")).shows((120, 40));
    assert!(screen.contains("army.csv"), "it is offered\n{screen}");
    let screen = program.keys("<down><enter>").shows((80, 24));
    assert!(screen.contains(": Army") && screen.contains("2 sides, 2 stacks, 5 units; Enter starts"), "{screen}");
    let screen = program.keys("<ctrl-u>La Haye<enter>").shows((120, 40));
    assert!(screen.contains("I Corps") && screen.contains("5 units, with the rulebook `campaign`"), "{screen}");
    assert_eq!(program.save().diary().state().units().len(), 5);
    assert_eq!(program.save().diary().header().title, "La Haye");
}

/// Down and Tab choose a file; Enter without one says how. Faults come in a list that scrolls, and the line stays open.
#[test]
fn a_faulty_table_is_mended() {
    let (mut program, saves) = with_saves(&[]);
    let table = saves.with_file_name("bad.csv");
    let rows = (0..9).fold(String::new(), |rows, at| rows + &format!("Red;I;Unit {at};kind {at};{}\n", 400 + at));
    fs::write(&table, format!("Side;Brigade;Unit;Type;Men\n{rows}")).expect("a table");
    fs::write(saves.with_file_name("other.csv"), "").expect("a table");
    program.draw((80, 24));
    let screen = program.keys("t<enter>").shows((80, 24));
    assert!(screen.contains("choose a file with Down, or type its path"), "{screen}");
    let folder = format!("{}{}", saves.with_file_name("").display(), std::path::MAIN_SEPARATOR);
    let folder = folder.replace("//", "/");
    let screen = program.keys(&format!("{folder}<down><down><up><enter>")).shows((80, 24));
    for words in
        ["Faults of the table", "100 men to a Strength Point", "Strength Points", "rows 2 to 10, column E (Men)"]
    {
        assert!(screen.contains(words), "“{words}” is not on the screen\n{screen}");
    }
    let screen = program.keys("G").shows((80, 24));
    assert!(screen.contains("the troop types are infantry"), "{screen}");
    let screen = program.keys("g<enter>").shows((80, 24));
    assert!(screen.contains("row 2, column D (Type)") && !screen.contains("look like men"), "{screen}");
    let screen = program.keys("<esc>").shows((80, 24));
    assert!(screen.contains("A table of units") && screen.contains("bad.csv"), "{screen}");
    // Mended, it is read with a note, and asks for a title.
    fs::write(&table, "Side;Stack;Unit;SP\nRed;I;A;4\nBlue;II;B;4\n").expect("a table");
    let screen = program.keys("<enter>").shows((80, 24));
    assert!(screen.contains("How the table was read") && screen.contains("“Unit” is read as `name`"), "{screen}");
    let screen = program.keys("<enter><enter>").shows((80, 24));
    assert!(screen.contains("2 sides, 2 stacks, 2 units, with the rulebook"), "{screen}");
}

#[test]
fn a_scenario_can_be_played_by_another_rulebook() {
    let (mut program, _) = with_saves(&[]);
    program.draw((120, 40));
    // Below the scenario's own rulebook, the list has the order of `wardiary rules`.
    let mouat = assets::rulebooks(None).iter().position(|book| book.name == "mouat").expect("it ships");
    program.keys("b").keys(&"<down>".repeat(mouat + 1)).keys("<enter>");
    let screen = program.keys("<down>").shows((120, 40));
    assert!(screen.contains("It will use the rulebook `mouat`."), "{screen}");
    let screen = program.keys("<enter>").shows((120, 40));
    assert!(screen.contains(", with the rulebook `mouat`"), "{screen}");
    assert_eq!(program.save().diary().state().book().name, "mouat");
}

#[test]
fn refuses_to_move_the_open_save() {
    let (mut program, saves) = with_saves(&["one"]);
    program.draw((120, 40));
    program.keys("<enter>");
    for keys in ["Qr<ctrl-u>two<enter>", "<esc>d<down><enter>"] {
        let screen = program.keys(keys).shows((120, 40));
        assert!(screen.contains("is open behind this screen can't be"), "{screen}");
        assert!(saves.join("one.ron").exists());
    }
}

/// In a terminal: the program loads a save in the background, copies, renames and deletes it, and says where it went.
#[test]
#[cfg_attr(windows, ignore = "needs a pseudo-terminal")]
fn from_a_copy_to_the_trash() {
    let home = home();
    let mut command = portable_pty::CommandBuilder::new(env!("CARGO_BIN_EXE_wardiary"));
    command.env("XDG_DATA_HOME", home.path().join("data"));
    fs::create_dir_all(home.path().join("saves")).expect("a folder");
    fs::write(home.path().join("saves/sample.ron"), assets::SAMPLE.1).expect("a save");
    let mut session = Session::of(home.path(), command, (200, 40));
    session.sees("Continue: ");
    session.sees("of 32 SP");
    session.keys("c\r");
    session.sees("copied to ");
    session.sees("(sample-copy)");
    session.keys("r\x15spare\r");
    session.sees("renamed to ");
    assert_eq!(saves(home.path()).len(), 2);
    session.keys("d");
    session.sees("Delete this save?");
    session.keys("j\r");
    session.until("word of where it went", |session| {
        let text = session.text();
        text.contains("was moved to the system's trash") || text.contains("deleted: it was moved to")
    });
    assert_eq!(saves(home.path()), [home.path().join("saves/sample.ron")]);
    session.keys("q");
    assert_eq!(session.ends(), 0);
}
