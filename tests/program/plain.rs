//! `--plain`: the program as lines of text, through a pipe and in a terminal that can't draw.

use crate::{
    harness::{
        call::{Home, as_str},
        session::Session,
    },
    week::{SCENARIO, SCRIPT, diary},
};
use portable_pty::CommandBuilder;
use wardiary_diary::diary::file::{Mode, Save};

/// The program in a terminal with `TERM=dumb`.
fn dumb(home: &Home, arguments: &[&str]) -> Session {
    let mut command = CommandBuilder::new("env");
    command.args(["TERM=dumb", env!("CARGO_BIN_EXE_wardiary")]);
    command.args(arguments);
    Session::of(&home.path(""), command, (120, 60))
}

/// Waits until a text was typed, and has come back in the answer.
fn answered(session: &Session, text: &str) {
    session.until(text, |session| session.text().matches(text).count() > 1);
}

#[test]
fn a_week_through_a_pipe_is_the_same_as_by_script() {
    let home = Home::new();
    for save in ["script.ron", "lines.ron"] {
        home.run(&["new", SCENARIO, save, "--no-open", "--seed", "1815"]).done();
    }
    home.feed(&["do", "script.ron", "-"], SCRIPT).done();
    let typed: String = SCRIPT.lines().filter(|line| !line.starts_with("//")).flat_map(|line| [line, "\n"]).collect();
    let told = home.feed(&["open", "lines.ron", "--plain"], &typed).done().harmless();
    assert_eq!(diary(&home.path("lines.ron")), diary(&home.path("script.ron")), "{}", told.out);
    for entry in ["1  ", "Next: "] {
        assert!(told.out.lines().any(|line| line.starts_with(entry)), "{entry}: {}", told.out);
    }
}

/// Lets a line be read alone: a line that follows another at once counts as pasted.
fn pause() {
    std::thread::sleep(std::time::Duration::from_millis(200));
}

#[test]
fn a_battle_is_played_in_a_terminal_that_cannot_draw() {
    let home = Home::new();
    let save = home.tannenberg("lines");
    let mut session = dumb(&home, &["open", as_str(&save)]);
    // The program offers the plain mode.
    session.sees("Enter continues in plain lines");
    session.keys("\r");
    session.sees("First day: turn 1");
    session.sees("Next: initiative to roll.");
    // The list of commands, and what the program waits for.
    session.keys("?\r");
    session.sees("go-on (Enter)");
    session.keys("\r");
    session.sees("won the initiative");
    session.sees("to choose who goes first.");
    session.keys("first Germans\r");
    session.sees("Next: Germans to act.");
    // An order completed by the numbers of the suggestions, with dice from the table.
    session.keys("dice by hand\r");
    session.sees("type in their faces");
    session.keys("scrud Germans v\r");
    session.sees("Order: scrud Germans v");
    session.sees("1  Russians  side");
    session.keys("1\r");
    session.sees("Order: scrud Germans v Russians");
    pause();
    session.keys("\r");
    session.sees("Dice from the table: scrud Germans v Russians.");
    session.keys("6 5 5 9\r");
    session.sees("a d6 has no 9");
    session.keys("4 4 4 3 3 2 2 1 1\r");
    session.sees("Russians suffered 4 defeats");
    session.sees("Next: phase 2 of");
    // Commands by name: an impossible command gives its reason, and a faulty order its fault.
    session.keys("keep dice\r");
    session.sees("keep dice: no dice can be rerolled now");
    session.keys("undo\r");
    session.sees("entry 3 was undone");
    session.keys("redo\r");
    session.sees("entry 3 is back");
    session.keys("scrudd\r");
    session.sees("`?` lists the commands");
    // A list, another screen, and a search in the palette.
    session.keys("branches\r");
    session.sees("Branches of the diary");
    pause();
    session.keys("back\r");
    pause();
    session.keys("review\r");
    session.sees("scrud Germans v Russians");
    pause();
    session.keys("back\r");
    pause();
    session.keys("? pass to\r");
    session.sees("pass to the next side, or the next phase of the turn");
    pause();
    session.keys("back\r");
    pause();
    session.keys("note \"the fog lifts\"\r");
    answered(&session, "\"the fog lifts\"");
    assert!(session.is_restored(), "nothing of the terminal was changed");
    session.keys("quit\r");
    assert_eq!(session.ends(), 0);
    let save = Save::open(&save, Mode::Read).unwrap_or_else(|e| panic!("{e}"));
    let orders: Vec<String> = (1..=4).filter_map(|no| Some(save.diary().step(no)?.account().order)).collect();
    assert_eq!(orders, ["initiative", "first Germans", "scrud Germans v Russians", "note \"the fog lifts\""]);
}

/// A terminal without bracketed paste gives pasted lines at once. Only the first is an order.
#[test]
fn of_pasted_lines_only_the_first_is_given() {
    let home = Home::new();
    let save = home.tannenberg("lines");
    let mut session = dumb(&home, &["--plain", "open", as_str(&save)]);
    session.sees("> ");
    session.keys("note \"dawn\"\rinitiative\r\rfirst Germans\r\r\r");
    session.sees("2 more lines were pasted and are ignored. `wardiary do SAVE -` reads a script.");
    answered(&session, "\"dawn\"");
    session.keys("note \"dusk\"\r");
    answered(&session, "\"dusk\"");
    session.keys("quit\r");
    assert_eq!(session.ends(), 0);
    let save = Save::open(&save, Mode::Read).unwrap_or_else(|e| panic!("{e}"));
    let orders: Vec<String> = (1..).map_while(|no| Some(save.diary().step(no)?.account().order)).collect();
    assert_eq!(orders, ["note \"dawn\"", "note \"dusk\""]);
}

/// Drawing a map in plain mode: it describes areas, goes to an area by its name, and selects a tool by its number.
#[test]
fn a_map_is_drawn_in_lines() {
    let home = Home::new();
    let typed = "C4\ndraw-name\nThe old mill\n'\nwood\ndraw-paint\n?\nshow\nsave\nZ99\nquit\n";
    let told = home.feed(&["--plain", "draw", "mill.ron", "--size", "9x6"], typed).done().harmless();
    for words in [
        "9 x 6 squares",
        "The cursor is at C4",
        "Rows 1 to 6: A to I ",
        "Tools: terrain, edges, roads. Current tool: terrain",
        "Places: The old mill C4.",
        "Jump to ~",
        "terrain wood",
        "Row 4: A to B ",
        "there is no command \"Z99\" here",
    ] {
        assert!(told.out.contains(words), "“{words}”:\n{}", told.out);
    }
    assert!(!told.out.contains('│'), "nothing is drawn:\n{}", told.out);
    assert!(home.read("mill.ron").contains("The old mill"), "it is saved");
}

/// The picker and the faults of a user's files are printed as lines.
#[test]
fn the_picker_and_faults_are_told() {
    let home = Home::new();
    let save = home.tannenberg("lines");
    let told = home.feed(&["--plain", "open", as_str(&save)], "jump unit\n2\njump unit\n75th\n").done().harmless();
    for words in ["Jump to a unit 12 of 12", "1  unit ", "2  unit ", "75th Brigade"] {
        assert!(told.out.contains(words), "“{words}”:\n{}", told.out);
    }
    std::fs::create_dir_all(home.path("config")).expect("a folder");
    home.file("config/keys.ron", "(battle: [(does: \"hop\", keys: [\"x\"])])");
    home.file("config/settings.ron", "(theme: \"none-such\", flourish: 3)");
    let told = home.feed(&["--plain"], "back\n").done().harmless();
    for words in ["Faults in your own files", "settings.ron:1", "keys.ron:1:", "Type a number to open one of these:"] {
        assert!(told.out.contains(words), "“{words}”:\n{}", told.out);
    }
    assert!(!told.out.contains('│'), "nothing is drawn:\n{}", told.out);
}

/// Declining the plain mode leaves the program.
#[test]
fn offers_can_be_declined() {
    let home = Home::new();
    let save = home.tannenberg("lines");
    let mut session = dumb(&home, &["open", as_str(&save)]);
    session.sees("Enter continues in plain lines");
    session.keys("no\r");
    assert_eq!(session.ends(), 0);
}

/// A setting always selects the plain mode. The start screen is a numbered list. The program ends with its input.
#[test]
fn lines_can_be_set() {
    let home = Home::new();
    std::fs::create_dir_all(home.path("config")).expect("a folder");
    home.file("config/settings.ron", "(plain: true)");
    let told = home.feed(&[], "1\nshow\nmenu\nno such thing\n").done().harmless();
    for words in
        ["Type a number to open one of these:", "The sample battle", "Next: ", "there is no command \"no such thing\""]
    {
        assert!(told.out.contains(words), "{words}: {}", told.out);
    }
}

/// Where the locale is not UTF-8 the screen is drawn in ASCII, and a terminal that has no colours gets none.
#[test]
fn an_old_terminal_gets_ascii_and_no_colours() {
    let home = Home::new();
    let save = home.tannenberg("old");
    let mut command = CommandBuilder::new("env");
    command.args(["TERM=vt100", "LC_ALL=C", env!("CARGO_BIN_EXE_wardiary"), "open", as_str(&save)]);
    let session = Session::of(&home.path(""), command, (120, 40));
    session.sees("Forces");
    session.keys("i\r");
    session.keys("?");
    session.sees("Esc");
    let written = session.written();
    assert!(written.is_ascii(), "{:?}", written.chars().filter(|sign| !sign.is_ascii()).collect::<String>());
    for colour in ["38;5;", "48;5;", "38;2;", "48;2;"] {
        assert!(!written.contains(colour), "{colour}: {written:?}");
    }
}
