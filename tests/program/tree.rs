//! Branches, amendments and seals on the command line.

use crate::harness::{call::Home, program::Program};
use serde_json::Value;

#[test]
fn the_command_line_asks_before_anything_is_lost() {
    let home = Home::new();
    home.tannenberg("t");
    let script = ["do", "t.ron", "initiative", "first Russians", "edna \"1st Rifle\"", "--dice", "3,5,6,2"];
    home.run(&script).done();
    // The refusal lists what no longer holds, and nothing is written.
    let refused = home.run(&["do", "t.ron", "strike 1"]);
    refused.failed(
        1,
        &[
            "2 later entries are carried out again:",
            "1 order no longer holds:",
            "entry 2, first Russians: left out",
            "`anyway`",
        ],
    );
    let told = home.run(&["do", "t.ron", "strike 1 anyway", "--json"]).done().json();
    assert_eq!(told[0]["head"], 5);
    assert!(
        told[0]["events"]
            .as_array()
            .is_some_and(|e| e.iter().any(|e| e.as_str().is_some_and(|e| e.contains("left out"))))
    );
    let branches = home.run(&["log", "t.ron", "--branches", "--json"]).done().json();
    assert_eq!(branches[1]["name"], "entry 1 struck");
    assert_eq!(branches[1]["current"], Value::Bool(true));
    let shown = home.run(&["log", "t.ron", "--branches"]).done().out;
    assert!(shown.contains("entry 1 struck") && shown.contains("branches off at the muster"), "{shown}");
    // A fault in the new order has its position in the whole line.
    let fault = home.run(&["do", "t.ron", "amend 4 to note"]);
    fault.failed(1, &["amend 4 to note", "                ^"]);
    let verified = home.run(&["verify", "t.ron"]).done().out;
    assert!(
        verified.contains("5 entries, 4 seals, 0 dice rolled by the program and 6 on the table: no line was changed"),
        "{verified}"
    );
}

#[test]
fn changed_by_hand_is_said_wherever_the_save_is_told() {
    let home = Home::new();
    home.tannenberg("t");
    home.run(&["do", "t.ron", "note one", "note two", "note three"]).done();
    let path = home.path("t.ron");
    let text = std::fs::read_to_string(&path).expect("it is there");
    std::fs::write(&path, text.replace("\"two\"", "\"too\"")).expect("it can be edited");
    let log = home.run(&["log", "t.ron"]).done();
    assert!(log.out.contains("“too”\n          changed by hand since it was written"), "{}", log.out);
    let json = home.run(&["log", "t.ron", "--json"]).done().json();
    assert_eq!((&json[0]["by_hand"], &json[1]["by_hand"]), (&Value::Bool(false), &Value::Bool(true)));
    let line = text.lines().position(|line| line.contains("\"two\"")).expect("its line") + 1;
    home.run(&["verify", "t.ron"]).failed(1, &["1 of 1 save has differences"]);
    let verified = home.run(&["verify", "t.ron"]).out;
    assert!(
        verified.contains(&format!("t.ron:{line}: entry 2: it was changed by hand: the seal does not fit")),
        "{verified}"
    );
    let sealed = home.run(&["seal", "t.ron"]).done().out;
    assert!(sealed.contains("sealed, accepting edits by hand in entry 2; the earlier version is kept in"), "{sealed}");
    home.run(&["verify", "t.ron"]).done();
    let again = home.run(&["seal", "t.ron"]).done().out;
    assert!(again.contains("every seal is correct"), "{again}");
    let missing = home.run(&["verify", "t.ron", "nowhere.ron"]);
    missing.failed(3, &["1 of 2 saves could not be read"]);
}

/// Sealing reports every change and keeps a copy of the original file.
#[test]
fn sealing_says_what_it_does() {
    let home = Home::new();
    home.tannenberg("t");
    home.run(&["do", "t.ron", "note one", "note two"]).done();
    let text = home.read("t.ron");
    let is_sealing = |line: &&str| line.starts_with("seals: (") || line.starts_with("seal: \"");
    let bare: Vec<&str> = text.lines().filter(|line| !is_sealing(line)).collect();
    // Removes the seal from an entry, and everything but the brackets from the closing line.
    let bare = bare.iter().map(|line| match (line.find(", seal: \""), line.starts_with("], records")) {
        (Some(at), _) => format!("{}),\n", &line[..at]),
        (None, true) => "])".to_string(),
        (None, false) => format!("{line}\n"),
    });
    let bare: String = bare.collect();
    let table = [
        (
            "counts fewer",
            text.replace("records: 2", "records: 1"),
            "accepting a closing line that counts 2 lines instead of 1",
        ),
        ("without seals", bare, "accepting the missing seals of entries 1 and 2"),
    ];
    for (at, (what, changed, says)) in table.iter().enumerate() {
        assert_ne!(*changed, text, "{what}");
        home.file("t.ron", changed.as_bytes());
        home.run(&["verify", "t.ron"]).failed(1, &["1 of 1 save has differences"]);
        let sealed = home.run(&["seal", "t.ron"]).done().out;
        assert!(sealed.contains(says), "{what}: {sealed}\n{changed}");
        let copy = format!("t.ron.before-seal-{}", at + 1);
        assert!(sealed.contains(&copy), "{what}: {sealed}");
        assert_eq!(home.read(&copy), *changed, "{what}: the copy is of what was there");
        home.run(&["verify", "t.ron"]).done();
        let again = home.run(&["seal", "t.ron"]).done().out;
        assert!(again.contains("every seal is correct"), "{what}: {again}");
    }
}

#[test]
fn the_state_names_its_branch() {
    let home = Home::new();
    home.tannenberg("t");
    assert_eq!(home.run(&["state", "t.ron", "--json"]).done().json()["branch"], Value::Null);
    home.run(&["do", "t.ron", "note one", "what if \"No artillery\" from 0", "note two"]).done();
    assert_eq!(home.run(&["state", "t.ron", "--json"]).done().json()["branch"], "No artillery");
    let told = home.run(&["state", "t.ron"]).done().out;
    assert!(told.contains("entry 3 · branch “No artillery” · rules"), "{told}");
    assert_eq!(home.run(&["state", "t.ron", "--json", "--at", "1"]).done().json()["branch"], Value::Null);
    // A branch without a name of its own is called as in the list.
    home.run(&["do", "t.ron", "undo", "note three"]).done();
    let branches = home.run(&["log", "t.ron", "--branches"]).done().out;
    assert!(branches.lines().any(|line| line.starts_with('*') && line.contains("from entry 4")), "{branches}");
    let told = home.run(&["state", "t.ron"]).done().out;
    assert!(told.contains("entry 4 · branch “from entry 4” · rules"), "{told}");
}

#[test]
fn every_place_is_named_by_number_branch_or_time() {
    let home = Home::new();
    home.tannenberg("t");
    let days = r#"rules change "(clock: (parts: [\"dawn\", \"dusk\"]))""#;
    home.run(&["do", "t.ron", days, "advance anyway", "note dusk", "end turn", "advance anyway", "note dawn"]).done();
    let at = |place| home.run(&["state", "t.ron", "--json", "--at", place]).done().json()["entry"].clone();
    for (place, entry) in [("2", 2), ("day 1", 0), ("day 1 dusk", 2), ("turn 2", 4), ("day 2", 5)] {
        assert_eq!(at(place), entry, "{place}");
    }
    let log = |filter: &[&str]| {
        let told = home.run(&[&["log", "t.ron", "--json"], filter].concat()).done().json();
        told.as_array().expect("a list").iter().map(|entry| entry["entry"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(log(&["day 1"]), [1, 2, 3, 4, 5]);
    assert_eq!(log(&["day 1 dusk not kind advance"]), [3, 4]);
    assert_eq!(log(&["turn 2"]), [6], "time is no part of a battle");
    home.run(&["state", "t.ron", "--at", "day 9"])
        .failed(1, &["the diary has no day 9: it goes from day 1, dawn to day 2, dawn"]);
    let near = home.run(&["log", "t.ron", "day 9"]).done().err;
    assert!(near.contains("`day 2` would show 1 entry"), "{near}");
    home.run(&["map", "t.ron", "--at", "night"]).failed(1, &["no branch is called “night”"]);
    let compared = home.run(&["compare", "t.ron", "--at", "day 1 dusk", "--with", "turn 2"]).failed(1, &["differ"]).out;
    assert!(compared.contains("They diverge after entry 2"), "{compared}");
    let gone = home.run(&["do", "t.ron", "goto turn 2"]).done().out;
    assert!(gone.contains("at entry 4, where turn 2 of "), "{gone}");
}

/// A line of several entries has one seal. If the line was changed, no entry is reported as unsealed.
#[test]
fn a_changed_batch_misses_no_seal() {
    let home = Home::new();
    home.tannenberg("t");
    home.run(&["do", "t.ron", "note one", "note two", "amend 1 to note uno"]).done();
    let path = home.path("t.ron");
    let text = std::fs::read_to_string(&path).expect("it is there");
    std::fs::write(&path, text.replace("\"uno\"", "\"una\"")).expect("it can be edited");
    let verified = home.run(&["verify", "t.ron"]).out;
    assert!(verified.contains("the seal does not fit") && !verified.contains("is missing"), "{verified}");
}

/// The steps of an attack: a save cut at the end of a line, then `verify`, `do`, `verify`.
#[test]
fn a_cut_save_passes_nowhere_as_whole() {
    let home = Home::new();
    home.tannenberg("t");
    home.run(&["do", "t.ron", "note one", "note two", "note three"]).done();
    home.run(&["verify", "t.ron"]).done();
    let path = home.path("t.ron");
    let text = std::fs::read_to_string(&path).expect("it is there");
    let cut = text.find("Entry(no: 3,").expect("the third note");
    std::fs::write(&path, &text[..cut]).expect("it can be cut");
    let verified = home.run(&["verify", "t.ron"]).failed(1, &["1 of 1 save has differences"]);
    assert!(
        verified.out.contains("t.ron: the end: the file is cut off: its closing line is missing"),
        "{}",
        verified.out
    );
    let log = home.run(&["log", "t.ron"]).done();
    assert!(log.err.contains("there were at least 2 entries"), "{}", log.err);
    let given = home.run(&["do", "t.ron", "note four"]).done();
    assert!(given.err.contains("there were at least 2 entries"), "{}", given.err);
    let verified = home.run(&["verify", "t.ron"]).failed(1, &["1 of 1 save has differences"]);
    let said = "t.ron: after entry 2: the file was found cut here, and lines may be missing";
    assert!(verified.out.contains(said), "{}", verified.out);
    let log = home.run(&["log", "t.ron"]).done();
    assert!(
        log.err.is_empty() && log.out.contains("the file was found cut off before this entry"),
        "{} {}",
        log.err,
        log.out
    );
    // Sealing accepts the loss, and the save records it permanently.
    home.run(&["seal", "t.ron"]).done();
    let verified = home.run(&["verify", "t.ron"]).done();
    assert!(verified.out.contains("this was accepted"), "{}", verified.out);
    // Cut inside a line.
    std::fs::write(&path, &text[..cut + 20]).expect("it can be cut");
    home.run(&["verify", "t.ron"]).failed(1, &["1 of 1 save has differences"]);
}

/// The header names the branch at every width, and the program says when a new one begins.
#[test]
fn the_header_names_the_branch_and_a_new_one_is_announced() {
    let mut program = Program::with("tannenberg");
    assert!(!program.keys(":note one<enter>").shows((120, 40)).contains("main"), "there is one branch");
    for keys in [":branch \"The guard stands\"<enter>", ":note two<enter>", ":note three<enter>", "uu"] {
        program.keys(keys).shows((120, 40));
    }
    let screen = program.keys(":note four<enter>").shows((120, 40));
    assert!(screen.contains("a new branch, “from entry 5”; the other is kept as “The guard stands”"), "{screen}");
    for size in [(200, 60), (120, 40), (80, 24), (60, 20)] {
        let screen = program.shows(size);
        assert!(screen.lines().next().expect("a header").contains("from ent"), "{size:?}: {screen}");
    }
    program.keys(":goto 0<enter>").shows((120, 40));
    program.keys(":note five<enter>").shows((120, 40));
    let screen = program.sees((120, 40), &["a new branch, “from entry 6”; the other is kept as “The guard stands”"]);
    assert!(screen.contains("from entry 6"), "{screen}");
    program.keys(":goto \"from entry 5\"<enter>").shows((120, 40));
    assert_eq!(program.save().diary().head(), 5, "a branch is found by the title that is shown");
}

/// After many undos and a new note, the header and the list of branches name the same one, and the other is called main.
#[test]
fn the_header_and_the_list_name_the_same_branch() {
    for size in [(60, 20), (80, 24), (120, 40)] {
        let mut program = Program::with("tannenberg");
        for keys in (0..12).map(|no| format!(":note {no}<enter>")).chain(std::iter::repeat_n("u".into(), 11)) {
            program.keys(&keys).draw(size);
        }
        let screen = program.keys(":note other<enter>").shows(size);
        assert!(screen.contains("a new branch, “from entry 13”; the other is kept as"), "{size:?}: {screen}");
        let header = screen.lines().next().expect("a header");
        let named = header.split('Ψ').nth(1).and_then(|rest| rest.split(" ─").next()).expect("a branch").trim();
        let list = program.keys("B").shows(size);
        let chosen = list.lines().find(|line| line.contains("▌ Ψ")).expect("the branch");
        assert!(chosen.contains(&format!("Ψ {named} ")) && list.contains(" main "), "{size:?}: {header}\n{list}");
    }
}

/// One undo takes back an amendment, whole.
#[test]
fn one_undo_takes_back_an_amendment() {
    let mut program = Program::with("tannenberg");
    for keys in [":note one<enter>", ":note two<enter>", ":note three<enter>"] {
        program.keys(keys).shows((120, 40));
    }
    program.keys(":amend 2 to note other<enter>").shows((120, 40));
    assert_eq!(program.save().diary().head(), 6);
    program.keys("u").sees((120, 40), &["the amendment is undone; it is kept as the branch “entry 2 amended”"]);
    assert_eq!(program.save().diary().head(), 3);
    program.keys("U").shows((120, 40));
    assert_eq!(program.save().diary().head(), 6, "one redo brings it back");
    program.keys("uu").sees((120, 40), &["entry 3 was undone: “three”"]);
}

/// A battle that ended without a winner is decided by its name, and the refusal says so.
#[test]
fn an_undecided_battle_is_decided_by_its_name() {
    let home = Home::new();
    home.tannenberg("t");
    home.run(&["do", "t.ron", "end battle"]).done();
    home.run(&["do", "t.ron", "end battle won by Germans"])
        .failed(1, &["name it: `end battle in \"First day\" won by …`"]);
    home.run(&["do", "t.ron", "end battle in \"First day\" won by Germans"]).done();
}

/// What was asked when an order was struck is asked again, and no part of the day is lost.
#[test]
fn a_struck_grant_leaves_its_orders_open_and_a_refusal_is_milder() {
    let home = Home::new();
    std::fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/saves/vale.ron"), home.path("v.ron")).expect("the sample");
    home.run(&["do", "v.ron", "strike 15"]).failed(
        1,
        &[
            "150 later entries are carried out again:\n    16 advances leave more open:\n        entries 16, 26, 27, 42,",
            ", advance: now `advance leaving order S2`",
            "milder: `amend 15 to refuse S2 because \"…\"`",
        ],
    );
    home.run(&["do", "v.ron", "amend 15 to refuse 6 because \"he may not\""]).done();
    home.run(&["do", "v.ron", "goto 165", "strike 15 anyway"]).done();
    home.run(&["verify", "v.ron"]).done();
}
