//! A side's view of a campaign with fog: in each command and on each screen, for the referee who looks on and for the
//! player. None of them contains hidden information.

use crate::harness::{
    call::Home,
    program::{Program, every_key},
};
use std::{fs, path::PathBuf};
use wardiary_app::Start;
use wardiary_base::id::SideId;
use wardiary_diary::{
    assets::Folders,
    diary::file::{Mode, Save},
    projection::SaveView,
};

pub(crate) const BOOK: &str = r#"(
    title: "Fog",
    based_on: "campaign",
    clock: (unit: "day"),
    sight: (range: 1, seen: (strength: Band([5, 10])), memory: 1),
)"#;

/// Blue and Red meet. A reserve of Red and a third side stay out of Blue's sight.
pub(crate) const SCENARIO: &str = r#"(
    title: "Fog over the river",
    about: "Two sides that know of each other, and a third.",
    rules: "fog",
    muster: (
        sides: [(id: 1, name: "Blue"), (id: 2, name: "Red"), (id: 900001, name: "Quillonfax")],
        stacks: [
            (id: 10, side: 1, name: "Blue Corps"),
            (id: 20, side: 2, name: "Red Corps"),
            (id: 21, side: 2, name: "Trundlewood"),
            (id: 900010, side: 900001, name: "Vexmordant"),
        ],
        units: [
            (id: 100, name: "1st Blue", stack: 10, strength: 6),
            (id: 101, name: "2nd Blue", stack: 10, strength: 6),
            (id: 200, name: "1st Red", stack: 20, strength: 7),
            (id: 210, name: "Brannigard Foot", stack: 21, strength: 613),
            (id: 900100, name: "Ozkaryl Lancers", stack: 900010, strength: 937),
        ],
        theatre: (
            network: (
                places: ["Alder", "Birch", "Cedar", "Dogwood", "Elm", "Fir"],
                roads: [
                    ("Alder", "Birch", 1), ("Birch", "Cedar", 1), ("Cedar", "Dogwood", 1), ("Dogwood", "Elm", 1),
                    ("Elm", "Fir", 1),
                ],
            ),
            at: [(10, "Alder"), (20, "Cedar"), (21, "Elm"), (900010, "Fir")],
        ),
    ),
)"#;

const ORDERS: &[&str] = &[
    r#"note "Wherewithal of the referee""#,
    "advance",
    r#"march "Blue Corps" to Cedar"#,
    "advance",
    r#"lose "Ozkaryl Lancers" 3 because "Hungerstrand""#,
    "march Trundlewood to Fir",
    "advance",
    "battle Ford from contact 1",
    "initiative",
    "first Blue",
    r#"scrud "1st Blue" v "1st Red""#,
];

/// Names and words that Blue must not see.
const NAMES: &[&str] =
    &["Quillonfax", "Trundlewood", "Vexmordant", "Brannigard", "Ozkaryl", "Wherewithal", "Hungerstrand"];

/// Numbers that occur nowhere else: strengths, ids, the seed.
const NUMBERS: &[&str] = &["613", "937", "934", "9000", "9001", "71938264"];

#[track_caller]
pub(crate) fn hides(told: &str, what: &str) {
    for hidden in NAMES.iter().chain(NUMBERS) {
        assert!(!told.contains(hidden), "{what} tells {hidden}:\n{told}");
    }
}

fn campaign() -> Home {
    let home = Home::new();
    home.book("fog", BOOK);
    home.scenario("fog", SCENARIO);
    home.run(&["new", "fog", "f.ron", "--no-open", "--seed", "71938264"]).done();
    home.run(&[&["do", "f.ron"], ORDERS].concat()).done();
    home
}

/// The program with a copy of the campaign in a folder of its own.
fn opened(home: &Home, open: impl FnOnce(&PathBuf) -> Start) -> Program {
    let folder = tempfile::tempdir().expect("a folder");
    let folders = Folders { saves: folder.path().join("saves"), config: folder.path().join("config") };
    fs::create_dir_all(&folders.saves).expect("a folder");
    let path = folders.saves.join("f.ron");
    fs::copy(home.path("f.ron"), &path).expect("a copy");
    let mut program = Program::begun(wardiary_app::start(open(&path), folders), folder);
    program.model.settings.flourish = false;
    program
}

fn referee(home: &Home) -> Program {
    opened(home, |path| Start::Save(Box::new(Save::open(path, Mode::Write).expect("it is sound"))))
}

/// The program as `wardiary open f.ron --for Blue` shows it.
fn player(home: &Home) -> Program {
    opened(home, |path| {
        let save = Save::open(path, Mode::Read).expect("it is sound");
        Start::Viewed(Box::new(SaveView::for_side(save, SideId(1)).expect("Blue sees it")), None)
    })
}

const SIZES: [(u16, u16); 3] = [(120, 40), (80, 24), (60, 20)];

/// The keys to each screen, and the keys to the overlays.
const SCREENS: &[&str] = &["1", "2", "3", "5", "6", "7"];
const OVER: &[&str] = &["", "?", "<ctrl-p>", "<ctrl-p>e", "/e", "'"];

#[test]
fn each_command_tells_a_side_what_it_knows() {
    let home = campaign();
    for call in [
        &["state", "f.ron"][..],
        &["state", "f.ron", "--at", "3"],
        &["log", "f.ron"],
        &["log", "f.ron", "--all"],
        &["log", "f.ron", "--branches"],
        &["odds", "--save", "f.ron", "edna \"1st Blue\""],
        &["odds", "--save", "f.ron", "scrud \"1st Blue\" v Red"],
        &["report", "f.ron"],
        &["report", "f.ron", "--format", "txt"],
        &["report", "f.ron", "--format", "csv"],
        &["luck", "f.ron", "--swing", "--units"],
        &["service", "f.ron"],
        &["service", "f.ron", "1st Blue"],
        &["compare", "f.ron", "--with", "1"],
        &["orders", "f.ron"],
        &["picture", "f.ron"],
        &["picture", "f.ron", "--at", "3", "--screen", "campaign"],
    ] {
        for json in [&[][..], &["--json"]] {
            let answer = home.run(&[call, &["--for", "Blue"], json].concat());
            assert!(!answer.out.is_empty() && (answer.code == 0 || call[0] == "compare"), "{call:?}");
            hides(&answer.out, &format!("{call:?} {json:?}"));
            hides(&answer.err, &format!("{call:?} {json:?}"));
        }
        assert!(home.run(call).code == 0 || call[0] == "compare", "the referee has it too: {call:?}");
    }
    // The style of a page contains digits by chance.
    let page = home.run(&["report", "f.ron", "--for", "Blue", "--format", "html"]).done().out;
    assert!(NAMES.iter().all(|name| !page.contains(name)), "{page}");
    let all = home.run(&["state", "f.ron"]).done().out + &home.run(&["log", "f.ron"]).done().out;
    assert!(NAMES.iter().all(|name| all.contains(name)), "the referee is told all: {all}");
    // The output names its view and contains what the side knows.
    let state = home.run(&["state", "f.ron", "--for", "Blue"]).done().out;
    assert!(state.starts_with("Fog over the river, as seen by Blue · day 4 · entry 8"), "{state}");
    assert!(state.contains("1st Red  infantry"), "{state}");
    let report = home.run(&["report", "f.ron", "--for", "Blue"]).done().out;
    assert!(report.starts_with("# Fog over the river, as seen by Blue\n"), "{report}");
    // A hidden name is refused like a name that does not exist.
    let unknown = ["odds", "--save", "f.ron", "--for", "Blue", "edna \"Brannigard Foot\""];
    home.run(&unknown).failed(1, &["there is no unit called “Brannigard Foot”"]);
    // A network is a map too.
    let network = home.run(&["map", "f.ron", "--for", "Blue"]).done().out;
    assert!(NAMES.iter().all(|name| !network.contains(name)), "{network}");
}

#[test]
fn entries_are_counted_as_the_side_saw_them() {
    let home = campaign();
    let state = |at| home.run(&["state", "f.ron", "--for", "Blue", "--at", at]);
    assert!(state("2").done().out.contains("day 2 · entry 2"));
    assert!(state("3").done().out.contains("in sight (1 unit, infantry, 5 to 9 SP)"));
    state("9").failed(1, &["there is no entry 9", "1 to 8"]);
    let picture = home.run(&["picture", "f.ron", "--for", "Blue", "--at", "2"]).done().out;
    assert!(picture.contains("entry 2") && picture.contains("day 2"), "{picture}");
}

#[test]
fn a_side_is_named_by_its_beginning_and_must_be_there() {
    let home = campaign();
    home.run(&["state", "f.ron", "--for", "bl"]).done();
    home.run(&["state", "f.ron", "--for", "Green"])
        .failed(2, &["there is no side called “Green”", "the sides are Blue, Red and Quillonfax"]);
    home.run(&["do", "f.ron", "--for", "Blue", "undo"]).failed(2, &["--for shows what a side sees"]);
    home.run(&["odds", "2d6", "--for", "Blue"]).failed(2, &["the same for every side", "--save"]);
    home.run(&["map", "wadi", "--for", "Blue"]).failed(2, &["is a map, not a save"]);
    // The message about a faulty save quotes no line to a side.
    let broken = home.read("f.ron").replace("Entry(no: 5,", "Entri(no: 5,");
    home.file("broken.ron", broken);
    let failed = home.run(&["state", "broken.ron", "--for", "Blue"]).failed(3, &["it is faulty", "wardiary check"]);
    hides(&failed.err, "a refusal");
}

/// The referee who looks on sees exactly the player's screens, and returns to the same place.
#[test]
fn the_referee_sees_what_the_player_sees() {
    let home = campaign();
    let (mut referee, mut player) = (referee(&home), player(&home));
    for size in SIZES {
        let own = referee.shows(size);
        assert!(own.contains("entry 11") || size.0 < 80, "{own}");
        referee.keys("<f3>");
        for screen in SCREENS {
            for over in OVER {
                let keys = format!("{screen}{over}");
                let (seen, has) = (referee.keys(&keys).draw(size), player.keys(&keys).draw(size));
                // The help differs, because only the referee can switch between views.
                if *over != "?" {
                    assert_eq!(seen, has, "{keys} at {size:?}");
                }
                let told = player.shows(size);
                // The screens of figures have no header.
                if over.is_empty() && ["1", "2", "3", "5"].contains(screen) {
                    assert!(told.contains("as seen by Blue"), "{keys} at {size:?}:\n{told}");
                }
                hides(&told, &format!("{keys} at {size:?}"));
                hides(&referee.shows(size), &format!("{keys} at {size:?}"));
                // Closes the overlay or the search.
                if !over.is_empty() {
                    referee.keys("<esc>");
                    player.keys("<esc>");
                }
            }
        }
        for keys in ["4", "edna 8", "<esc>"] {
            assert_eq!(referee.keys(keys).draw(size), player.keys(keys).draw(size), "{keys} at {size:?}");
            hides(&player.shows(size), keys);
        }
        player.keys("<esc>1");
        referee.keys("<esc>1<f3>");
        assert!(referee.shows(size).contains("as seen by Red"));
        referee.keys("<f3>");
        assert!(referee.shows(size).contains("as seen by Quillonfax"));
        referee.keys("<f3>");
        assert_eq!(referee.shows(size), own, "he is where he was");
        referee.keys("<f3><esc>");
        assert_eq!(referee.shows(size), own, "Esc comes back too");
    }
    // The side's view shows the last entry that the side knew at the reviewed entry.
    referee.keys("3<left><left><left><left><left><left><left>");
    assert!(referee.shows((120, 40)).contains("REVIEW of entry 4"), "{}", referee.shows((120, 40)));
    let told = referee.keys("<f3>").shows((120, 40));
    assert!(told.contains("REVIEW of entry 3") && told.contains("as seen by Blue"), "{told}");
    assert!(referee.keys("<f3><f3><f3>").shows((120, 40)).contains("REVIEW of entry 4"));
}

/// No key on a player's screen writes a file, opens another save, or shows hidden information.
#[test]
fn the_screens_of_a_side_are_read_only() {
    let home = campaign();
    let mut player = player(&home);
    let path = player.save().path().to_path_buf();
    let folder = path.parent().and_then(|saves| saves.parent()).expect("its folder").to_path_buf();
    let files = || {
        let mut all: Vec<PathBuf> =
            fs::read_dir(&folder).expect("it is there").map(|f| f.expect("a file").path()).collect();
        all.extend(
            fs::read_dir(path.parent().expect("a folder")).expect("it is there").map(|f| f.expect("a file").path()),
        );
        all.sort();
        all
    };
    let (bytes, before) = (fs::read(&path).expect("the save"), files());
    let keys = every_key();
    for screen in ["1", "2", "3", "5"] {
        for key in &keys {
            // Types into a line or list that the key may have opened.
            let told = player.keys(screen).keys(key).keys("x<enter>").shows((80, 24));
            hides(&told, &format!("{screen}{key}x"));
            let session = player.model.session().filter(|session| session.viewed().side() == Some(SideId(1)));
            assert!(session.is_some() && player.model.drawing_context().is_none(), "{screen}{key} leads to:\n{told}");
            player.keys("<esc><esc><esc>").rest();
        }
    }
    assert_eq!(fs::read(&path).expect("the save"), bytes);
    assert_eq!(files(), before);
    assert!(player.keys("1").shows((80, 24)).contains("as seen by Blue"));
    // Each refusal has a message.
    for (keys, says) in [
        ("1:", "this is the view of Blue, which is read-only"),
        ("5u", "this is the view of Blue, which is read-only"),
        ("3#", "this is the view of Blue, which is read-only"),
        ("1Q", "this is the view of Blue, which is read-only"),
        ("1<f3>", "this is the view of one side"),
    ] {
        let told = player.keys("<esc><esc>").keys(keys).shows((120, 40));
        assert!(told.contains(says), "{keys}:\n{told}");
        player.rest();
    }
}

#[test]
fn in_lines_a_side_is_told_the_same() {
    let home = campaign();
    let told = home.feed(&["open", "f.ron", "--for", "Blue", "--plain"], "show\nundo\n3\nshow\n?\n").done().out;
    assert!(told.contains("This is the view of Blue.") && told.contains("this is the view of Blue"), "{told}");
    hides(&told, "the program in lines");
}

/// A player's terminal shows changes and undone entries within half a second. Hidden changes do not affect it.
#[test]
#[cfg_attr(windows, ignore = "needs a pseudo-terminal")]
fn a_sides_screen_follows_the_referee() {
    use crate::harness::session::Session;
    use std::{
        thread,
        time::{Duration, Instant},
    };
    let home = campaign();
    let folder = home.path("");
    let save = home.path("f.ron");
    let mut player =
        Session::start(&folder, &["open", save.to_str().expect("a path"), "--for", "Blue", "--follow"], (120, 40));
    player.sees("as seen by Blue");
    player.sees("entry 8");
    let mut times = Vec::new();
    for number in 0..6u64 {
        thread::sleep(Duration::from_millis(41 * number));
        let order = if number % 2 == 0 { "lose \"2nd Blue\" 1" } else { "restore \"2nd Blue\" 1" };
        home.run(&["do", "f.ron", &format!("{order} because hunger")]).done();
        let written = Instant::now();
        player.sees(&format!("entry {}", 9 + number));
        times.push(written.elapsed());
    }
    times.sort();
    println!("seen after {times:?}");
    // On a busy machine most updates are in time, and none is much later.
    assert!(times[times.len() / 2] < Duration::from_millis(500), "{times:?}");
    assert!(times[times.len() - 1] < Duration::from_secs(2), "{times:?}");
    home.run(&["do", "f.ron", "undo 3"]).done();
    player.sees("entry 11");
    // The rank of the last roll appears a moment later.
    thread::sleep(Duration::from_millis(800));
    let before = player.text();
    home.run(&["do", "f.ron", "note \"Wherewithal again\"", "restore \"Ozkaryl Lancers\" 1 because x"]).done();
    thread::sleep(Duration::from_millis(800));
    assert_eq!(player.text(), before, "he can't see that anything happened");
    hides(&player.written(), "the terminal");
    player.keys("q");
    assert_eq!(player.ends(), 0);
}

/// An entry that a side was shown and the referee undid, amended or struck appears in the side's diary as withdrawn. A
/// change of hidden entries leaves no trace, nor does an entry that was taken back before the side was shown it.
#[test]
fn undone_entries_are_withdrawn_for_a_side() {
    let home = campaign();
    let log = || home.run(&["log", "f.ron", "--for", "Blue"]).done().out;
    let numbers = |log: &str| log.matches("(taken back by the referee)").count();
    let before = log();
    assert_eq!(numbers(&before), 0, "{before}");
    let amended = |call: &[&str]| home.run(&[&["do", "f.ron"], call].concat()).done();
    // Hidden changes: the note, the distant loss, and an entry that is undone at once.
    amended(&["strike 1 anyway"]);
    assert_eq!(log(), before, "a note is struck");
    amended(&["note other", "undo"]);
    assert_eq!(log(), before, "a note is taken back");
    for order in ["tell Blue \"Wherewithal\"", "reveal Trundlewood to Blue", "advance anyway"] {
        amended(&[order, "undo"]);
        assert_eq!(log(), before, "{order} is taken back before Blue gets it");
    }
    // Visible changes, after Blue has an answer to an order of its own.
    let answered = || home.run(&["do", "f.ron", "--as", "Blue", "orders Blue \"ready\""]).done();
    amended(&["tell Blue \"the bridge is down\""]);
    answered();
    amended(&["goto 22"]);
    let told = log();
    assert!(told.contains("the bridge is down") && numbers(&told) == 2, "{told}");
    assert!(told.starts_with(&before), "its diary only grows:\n{before}\n{told}");
    amended(&["lose \"1st Blue\" 1 because hunger", "lose \"2nd Blue\" 1 because hunger"]);
    answered();
    let losses = log();
    assert_eq!(numbers(&losses), 2, "{losses}");
    let last =
        home.run(&["log", "f.ron", "--json"]).done().json().as_array().expect("entries").last().expect("one")["entry"]
            .clone();
    let first = last.as_u64().expect("a number") - 2;
    amended(&[&format!("amend {first} to lose \"1st Blue\" 2 because hunger")]);
    let amended_then = log();
    assert_eq!(numbers(&amended_then), 5, "the loss and what followed it: {amended_then}");
    let json = home.run(&["log", "f.ron", "--for", "Blue", "--json"]).done().json();
    let current = |entry: &&serde_json::Value| entry["current"] == false;
    assert_eq!(json.as_array().expect("entries").iter().filter(current).count(), 5);
    // The Review screen marks the withdrawn branch.
    let mut player = player(&home);
    let shown = player.keys("3B").shows((120, 40));
    assert!(shown.contains("Branches of the diary"), "{shown}");
    let shown = player.keys("j<enter>").shows((120, 40));
    assert!(shown.contains("this entry was taken back by the referee"), "{shown}");
    hides(&shown, "the review");
}

/// A side without sightings knows neither the enemy's gains nor their points.
#[test]
fn points_that_a_side_can_not_know_are_not_told_as_all() {
    let home = Home::new();
    home.book(
        "dim",
        r#"(title: "Dim", based_on: "campaign", clock: (unit: "day"), sight: (range: 1, memory: 1), victory: (points: (objective: 2)))"#,
    );
    home.scenario(
        "dim",
        r#"(title: "D", about: "Two who never meet.", rules: "dim", muster: (
            sides: [(id: 1, name: "Blue"), (id: 2, name: "Red")],
            stacks: [(id: 10, side: 1, name: "Blue Corps"), (id: 20, side: 2, name: "Red Corps")],
            units: [(id: 100, name: "1st Blue", stack: 10), (id: 200, name: "1st Red", stack: 20)],
            theatre: (
                network: (
                    places: ["Alder", "Birch", "Cedar", "Elm", "Fir"],
                    roads: [("Alder", "Birch", 1), ("Birch", "Cedar", 1), ("Cedar", "Elm", 1), ("Elm", "Fir", 1)],
                ),
                at: [(10, "Alder"), (20, "Elm")],
                objectives: [("Fir", 6), ("Alder", 3)],
            ),
        ))"#,
    );
    home.run(&["new", "dim", "d.ron", "--campaign", "--no-open"]).done();
    home.run(&["do", "d.ron", "march \"Red Corps\" to Fir", "advance", "end campaign"]).done();
    let truth = home.run(&["state", "d.ron"]).done().out;
    assert!(truth.contains("Red 6"), "{truth}");
    home.run(&["share", "d.ron", "--for", "Blue"]).done();
    for view in [&["state", "d.ron", "--for", "Blue"][..], &["state", "d.Blue.share.ron"]] {
        let told = home.run(view).done().out;
        assert!(!told.contains("Blue ahead") && !told.contains("Red 0)"), "{told}");
        assert!(told.contains("objective Fir (6 points) holder unknown"), "{told}");
    }
}
