//! Faulty input: each message names the fault, its place and a way out, and the program overwrites and loses nothing.
//! Source: issue 2, "Bad input".

use crate::harness::call::{Answered, Home, as_str};
use std::{fs, sync::LazyLock};
use wardiary_diary::diary::file::{Mode, Save};

/// The sample without its seals, so that a change to it is not reported as a broken seal.
static SAMPLE: LazyLock<String> = LazyLock::new(|| {
    let lines = include_str!("../../saves/tannenberg.ron").lines().filter(|line| !line.starts_with("seal:"));
    let bare = lines.map(|line| match line.rfind("seal:\"") {
        Some(at) => format!("{}\"\"),\n", &line[..at + "seal:".len()]),
        None => format!("{line}\n"),
    });
    bare.collect()
});

/// The sample with `old` replaced by `new`.
fn with(old: &str, new: &str) -> String {
    assert!(SAMPLE.contains(old), "the sample holds {old}");
    SAMPLE.replacen(old, new, 1)
}

/// The position of `of` in `text`, as `line:column`.
fn place(text: &str, of: &str) -> String {
    let at = text.find(of).expect("it is there");
    let line_start = text[..at].rfind('\n').map_or(0, |n| n + 1);
    let line = text[..at].matches('\n').count() + 1;
    format!("{line}:{}", text[line_start..at].chars().count() + 1)
}

/// Runs every command that opens a save on an unreadable file: all report the same fault, and the file does not change.
#[track_caller]
fn refused_by_all(content: &[u8], says: &[&str]) {
    let home = Home::new();
    home.file("bad.ron", content);
    for arguments in [&["state", "bad.ron"][..], &["log", "bad.ron"], &["do", "bad.ron", "note \"x\""]] {
        home.run(arguments).failed(3, says).harmless();
        assert!(fs::read(home.path("bad.ron")).expect("it is there") == content, "{arguments:?} changed the file");
    }
    let checked = home.run(&["check", "bad.ron"]);
    assert!(checked.code == 1 || checked.code == 3, "check answers {}", checked.code);
    assert!(checked.out.contains(says[0]), "check says: {}", checked.out);
}

#[test]
fn files_that_are_no_save() {
    let header = SAMPLE.split("diary: [").next().expect("there is a header");
    let cases: &[(&[u8], &[&str])] = &[
        (b"Dear diary", &["bad.ron:1:1: ", "a save begins with `(wardiary: 2"]),
        (b"", &["bad.ron: ", "the file is empty"]),
        (b"\x80\xff\x00\x01\xfe", &["bad.ron:1:1: "]),
        (b"\x1b[2J\x1b]0;owned\x07", &["bad.ron:1:1: "]),
        (b"[1, 2, 3]", &["bad.ron:1:1: "]),
        // Half a file, cut at several places before the entries.
        (b"(", &["bad.ron:1:1: the text ends here", "not closed"]),
        (&SAMPLE.as_bytes()[..10], &["bad.ron:1:10: the text ends here"]),
        (&SAMPLE.as_bytes()[..346], &["bad.ron:7:92: "]),
        (&SAMPLE.as_bytes()[..2546], &["bad.ron:73:55: "]),
        (header.as_bytes(), &["bad.ron:81:3: "]),
    ];
    for (content, says) in cases {
        let first = says[0];
        let all = [first, says.last().copied().unwrap_or(first)];
        let home = Home::new();
        home.file("bad.ron", content);
        for arguments in [&["state", "bad.ron"][..], &["log", "bad.ron"], &["do", "bad.ron", "note \"x\""]] {
            home.run(arguments).failed(3, &all).harmless();
            assert!(fs::read(home.path("bad.ron")).expect("it is there") == *content, "the file was changed");
        }
        // A list is valid RON of the wrong type.
        let code = if content.starts_with(b"[") { 1 } else { 3 };
        home.run(&["check", "bad.ron"]).failed(code, &["1 of 1 file is faulty"]).harmless();
    }
}

#[test]
fn saves_with_a_fault_above_the_entries() {
    // old text | new text | position | message
    let cases = [
        ("date: \"26", "dat: \"26", "dat: \"26", "muster: there is no field `dat` (did you mean `date`?)"),
        ("extras: BeatLowest", "extras: BeatHighest", "BeatHighest", "there is no word `BeatHighest`"),
        (
            "wardiary: 1",
            "wardiary: 3",
            "wardiary: 3",
            "the save has format 3; this program reads formats 1 to 2 (open it with a newer",
        ),
        ("phases: 3", "phases: 0", "phases: 0", "rules.scrud.phases: a combat has 1 to 99 phases"),
        (
            "(id: 31, name: \"1st Rifle Brigade\", stack: 20",
            "(id: 31, name: \"1st Rifle Brigade\", stack: 29",
            "stack: 29",
            "there is no stack #29 (there are #10 XX Corps",
        ),
        (
            "(id: 32,",
            "(id: 31,",
            "id: 31, name: \"2nd",
            "the number #31 is taken by the unit 1st Rifle Brigade (#32 is free)",
        ),
        ("grade: \"green\"", "grade: \"mauve\"", "grade: \"mauve\"", "mauve"),
        ("parties: [[1], [2]]", "parties: [[1]]", "parties: [[1]]", "muster.battles.0"),
        ("1914\",", "no number\",", "seed: ", "a seed must have 1 to 64 hexadecimal digits"),
    ];
    for (old, new, at, says) in cases {
        let content = with(old, new);
        // The position of a faulty value is where the value begins.
        let line = place(&content, at);
        let line = line.split(':').next().expect("a line");
        refused_by_all(content.as_bytes(), &[&format!("bad.ron:{line}:"), says]);
    }
    let missing = with("seed: ", "sed: ");
    refused_by_all(missing.as_bytes(), &["bad.ron:1:", "there is no field `sed`"]);
    let missing = SAMPLE.replace(" title: \"Tannenberg, the first day\",", "");
    refused_by_all(missing.as_bytes(), &["the field `title` is missing", "add `title: …`"]);
}

#[test]
fn a_fault_has_its_column() {
    for (old, new, at) in [
        (
            "(id: 31, name: \"1st Rifle Brigade\", stack: 20",
            "(id: 31, name: \"1st Rifle Brigade\", stack: 29",
            "stack: 29",
        ),
        ("(id: 32,", "(id: 31,", "id: 31, name: \"2nd"),
        ("wardiary: 1", "wardiary: 3", "wardiary: 3"),
    ] {
        let content = with(old, new);
        refused_by_all(content.as_bytes(), &[&format!("bad.ron:{}: ", place(&content, at))]);
    }
}

/// The program reports settings that it can't read and uses the defaults.
#[test]
fn settings_that_can_not_be_read_are_said() {
    let home = Home::new();
    home.tannenberg("t");
    let config = home.run(&["paths", "--json"]).done().json();
    let config = std::path::PathBuf::from(config["config"].as_str().expect("a path"));
    std::fs::create_dir_all(&config).expect("a folder");
    for (name, bytes) in [
        ("settings.ron", &b"(daily_copies: 3, theme: \"d\xffrk\")"[..]),
        ("settings.ron", b"(daily_copies: many)"),
        ("keys.ron", b"\xff"),
        ("keys.ron", b"(nonsense: 3)"),
    ] {
        std::fs::write(config.join(name), bytes).expect("written");
        for call in [&["do", "t.ron", "note on"][..], &["list"]] {
            let said = home.run(call).done();
            assert!(
                said.err.contains(name) && said.err.contains("; the defaults are used instead"),
                "{call:?}: {}",
                said.err
            );
        }
        std::fs::remove_file(config.join(name)).expect("removed");
    }
    assert_eq!(home.run(&["do", "t.ron", "note on"]).done().err, "");
}

/// `verify` reports an unreadable save as unreadable, not as different.
#[test]
fn unverifiable_files_are_reported() {
    let home = Home::new();
    home.tannenberg("t");
    home.run(&["verify", "nowhere.ron"]).failed(3, &["error: 1 of 1 save could not be read"]);
    home.run(&["verify", "t.ron", "."]).failed(3, &["error: 1 of 2 saves could not be read"]);
}

#[test]
fn a_bad_line_in_the_middle_is_named_and_the_save_can_be_read_up_to_it() {
    // old text | new text | the entry before | message
    let cases = [
        (
            "order:Note(text:\"The Germans",
            "order:Nte(text:\"The Germans",
            4,
            "there is no word `Nte` in order (did you mean `Note`?)",
        ),
        ("Entry(no:5,", "Entry(no:5,mood:\"grim\",", 4, "there is no field `mood`"),
        ("Entry(no:5,at:\"2026-11-14T19:08:17Z\",", "Entry(no:5,", 4, "the field `at` of entry is missing"),
        ("Entry(no:5,", "Entry(no:7,", 4, "entry 7 is in the place of entry 5"),
        ("Entry(no:5,", "garbage\nEntry(no:5,", 4, ""),
        ("Demoted(unit:13,from:2,to:3)", "Demoted(unit:13,from:1,to:3)", 7, "is impossible: its grade was"),
        ("Demoted(unit:13,from:2,to:3)", "Demoted(unit:99,from:2,to:3)", 7, "#99"),
        ("Demoted(unit:13,from:2,to:3)", "Demoted(unit:13,from:2,to:77)", 7, "is impossible"),
        ("TurnEnded(battle:40,turn:1)],seal:\"\")", "TurnEnded(battle:40,turn:1)],seal:\"\"", 9, ""),
    ];
    for (old, new, before, says) in cases {
        let content = with(old, new);
        let line = place(&content, new.split('\n').next().expect("a line"));
        let line = line.split(':').next().expect("a line");
        let hint = format!("wardiary open --at {before} bad.ron");
        refused_by_all(content.as_bytes(), &[&format!("bad.ron:{line}:"), says, &hint]);

        let home = Home::new();
        home.file("bad.ron", &content);
        let state = home.run(&["state", "bad.ron", "--json", "--at", &before.to_string()]).done().json();
        assert_eq!(state["entry"], before, "{new}");
        home.run(&["state", "bad.ron", "--at", &(before + 1).to_string()]).failed(3, &[&format!("bad.ron:{line}:")]);
    }
}

#[test]
fn traces_of_text_editors_are_accepted_and_the_save_continues() {
    let commented = with("Entry(no:2,", "\n   // the dice were Tom's\n/* two\n lines */\nEntry(no:2,");
    let behind = with("events:[Noted],seal:\"\"),\nEntry(no:6", "events:[Noted],seal:\"\"), // what a day\nEntry(no:6");
    let no_closers = SAMPLE.trim_end().trim_end_matches("])").to_string();
    let no_comma = SAMPLE.trim_end().trim_end_matches("),\n])").to_string() + ")\n])\n";
    let cases = [
        ("CRLF", SAMPLE.replace('\n', "\r\n")),
        ("blank lines", SAMPLE.replace("\nEntry", "\n\n  \t\nEntry") + "\n\n"),
        ("a comment", commented.clone()),
        ("a comment and CRLF", commented.replace('\n', "\r\n")),
        ("a comment behind a line", behind),
        ("a comment at the end", SAMPLE.to_string() + "// the end\n"),
        ("a byte-order mark", format!("\u{feff}{}", *SAMPLE)),
        ("no closers", no_closers),
        ("no last comma", no_comma),
        ("no last line end", SAMPLE.trim_end().to_string()),
        ("indented", SAMPLE.replace("\nEntry", "\n    Entry")),
    ];
    for (what, content) in cases {
        let home = Home::new();
        home.file("edited.ron", &content);
        let before = home.run(&["state", "edited.ron", "--json"]).done().json();
        assert_eq!(before["entry"], 11, "{what}");
        assert_eq!(home.read("edited.ron"), content, "{what}: reading changes nothing");
        for entry in 12..=13 {
            let done = home.run(&["do", "edited.ron", "--json", "note \"and on\""]).done();
            assert_eq!(done.json()[0]["entry"], entry, "{what}");
            // Entries may be missing before a lost closing line, so the program warns, once.
            let is_said = what == "no closers" && entry == 12;
            assert_eq!(done.err.contains("its closing line is missing"), is_said, "{what}: {}", done.err);
            assert_eq!(done.err.is_empty(), !is_said, "{what}: {}", done.err);
        }
        let after = home.read("edited.ron");
        for comment in ["the dice were Tom's", " lines */", "// what a day", "// the end"] {
            assert_eq!(after.contains(comment), content.contains(comment), "{what}: {comment} stays");
        }
        let all = home.run(&["log", "edited.ron", "--json"]).done().json();
        assert_eq!(all.as_array().map(Vec::len), Some(13), "{what}");
        home.run(&["check", "edited.ron"]).done();
    }
}

#[test]
fn a_torn_last_line_is_kept_beside_and_said_and_written_on_after() {
    let entry = |no: u32| SAMPLE.find(&format!("Entry(no:{no},")).expect("it is there");
    // where the file is cut | the last whole entry
    let cases = [
        (entry(1) + 5, 0),
        (entry(4) + 1, 3),
        (entry(4) + 200, 3),
        (entry(8) + 60, 7),
        // Inside the `’`, so that the bytes are not valid UTF-8.
        (SAMPLE.find('’').expect("it is there") + 1, 0),
        (entry(11) + 100, 10),
    ];
    for (cut, whole) in cases {
        let home = Home::new();
        home.file("torn.ron", &SAMPLE.as_bytes()[..cut]);
        let state = home.run(&["state", "torn.ron", "--json"]).done();
        assert!(state.err.contains("torn.ron: the last line is incomplete"), "{cut}: {}", state.err);
        assert_eq!(state.json()["entry"], whole, "{cut}");
        assert_eq!(
            fs::read(home.path("torn.ron")).expect("it is there"),
            &SAMPLE.as_bytes()[..cut],
            "reading mends nothing"
        );
        home.run(&["check", "torn.ron"]).failed(1, &[]);

        let done = home.run(&["do", "torn.ron", "note \"we go on\"", "--json"]).done();
        assert!(
            done.err.contains("was incomplete and has been left out; it is kept in torn.ron.torn-1"),
            "{}",
            done.err
        );
        assert_eq!(done.json()[0]["entry"], whole + 1, "{cut}");
        let torn = fs::read(home.path("torn.ron.torn-1")).expect("it is kept");
        assert!(SAMPLE.as_bytes()[..cut].ends_with(&torn), "what was torn off is kept to the byte");
        let again = home.run(&["do", "torn.ron", "note \"and on\"", "--json"]).done();
        assert_eq!((again.json()[0]["entry"].clone(), again.err.as_str()), ((whole + 2).into(), ""), "{cut}");
        home.run(&["check", "torn.ron"]).done();
    }
}

#[test]
fn strange_names_are_shown_and_never_sent_to_the_terminal() {
    let long = "B".repeat(10_000);
    let strange = SAMPLE
        .replace("37th Brigade", "37th\\u{1b}[31m\\u{202e} Brigade")
        .replace("73rd Brigade", "\u{1b}]0;owned\u{7}\u{9b}2J")
        .replace("41st Brigade", &long)
        .replace("75th Brigade", &format!("e{}", "\u{301}".repeat(500)))
        .replace("XX Corps", "\u{200b}")
        .replace("Tannenberg, the first day", "\u{1b}[2JTannenberg");
    let home = Home::new();
    home.file("strange.ron", &strange);
    let calls: &[&[&str]] = &[
        &["state", "strange.ron"],
        &["state", "strange.ron", "--json"],
        &["log", "strange.ron"],
        &["log", "strange.ron", "--json"],
        &["check", "strange.ron"],
        &["do", "strange.ron", "note \"\u{1b}[31mred\u{202e}\"", "edna #11", "rename #12 to \"plain\""],
        &["log", "strange.ron", "--text", "red"],
        &["log", "strange.ron", "--json"],
        &["do", "strange.ron", "edna \u{1b}[31m"],
        &["do", "strange.ron", "rename #13 to \"a\\u{1b}b\""],
        &["state", "no\u{1b}[31m.ron"],
        &["roll", "2d6\u{1b}[31m"],
        &["new", "\u{1b}[31m"],
        &["new", "tannenberg", "\u{1b}[31m"],
    ];
    for call in calls {
        home.run(call).harmless();
    }
    let state = home.run(&["state", "strange.ron"]).done();
    for (shown, of) in [("37th␛[31m▫ Brigade", "line 65, column 12"), ("BBBB…", "line 67, column 12")] {
        assert!(state.out.contains(shown), "{}", state.out);
        assert!(state.err.contains(of), "{}", state.err);
    }
    assert!(!state.out.contains(&"B".repeat(61)), "a long name is cut");
    assert!(home.read("strange.ron").contains(&long), "the file keeps what it has");
}

#[test]
fn a_save_that_is_open_elsewhere_can_be_read_and_not_written() {
    let home = Home::new();
    let path = home.tannenberg("t");
    let before = home.read("t.ron");
    let held = Save::open(&path, Mode::Write).expect("nobody else has it");
    let pid = std::process::id();
    let says = [&*format!("t.ron: it is open elsewhere (process {pid})"), "wardiary open --follow t.ron"];
    home.run(&["do", "t.ron", "note \"x\""]).failed(3, &says);
    home.run(&["state", "t.ron"]).done();
    home.run(&["log", "t.ron"]).done();
    assert_eq!(home.read("t.ron"), before);
    drop(held);
    home.run(&["do", "t.ron", "note \"x\""]).done();
}

#[test]
fn a_folder_that_cannot_be_written() {
    // Nobody can create anything below a file, not even root.
    let home = Home::new();
    home.file("file", "");
    let says = ["file", "it can't be", "choose another folder"];
    home.run(&["new", "tannenberg", "file/t.ron"]).failed(3, &says);
    home.run(&["new", "tannenberg", "file/deep/er/t.ron"]).failed(3, &says);
    home.run(&["do", "file/t.ron", "note \"x\""]).failed(3, &["file/t.ron: it can't be read:"]);
    let mut nowhere = home.command(&["new", "tannenberg"]);
    let made: Answered = nowhere.env("WARDIARY_HOME", home.path("file")).output().expect("the program starts").into();
    made.failed(3, &says);
    assert_eq!(home.read("file"), "");
}

#[cfg(unix)]
#[test]
fn a_folder_without_permission() {
    use std::os::unix::fs::PermissionsExt;
    let home = Home::new();
    let folder = home.path("closed");
    fs::create_dir(&folder).expect("it can be made");
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o555)).expect("it is ours");
    if fs::write(folder.join("probe"), "").is_ok() {
        eprintln!("not tested: whoever runs this (root?) may write everywhere");
        return;
    }
    let says = ["closed", "it can't be written", "choose a folder you may write to"];
    home.run(&["new", "tannenberg", "closed/t.ron"]).failed(3, &says);
}

#[test]
fn without_a_terminal_the_screens_say_so_and_touch_nothing() {
    let home = Home::new();
    home.tannenberg("t");
    let torn = &SAMPLE.as_bytes()[..SAMPLE.len() - 40];
    home.file("torn.ron", torn);
    for call in [&[][..], &["open", "t.ron"], &["open", "torn.ron"], &["open", "t.ron", "--follow"]] {
        home.run(call).failed(2, &["this needs a terminal", "`wardiary do`, `state` and `log` work without one"]);
    }
    assert_eq!(fs::read(home.path("torn.ron")).expect("it is there"), torn);
    assert!(!home.path("torn.ron.torn-1").exists(), "nothing is mended for nothing");
}

#[test]
fn orders_that_can_not_be_carried_out() {
    // order | dice | messages
    let cases: &[(&str, Option<&str>, &[&str])] = &[
        ("edna \"75th Brigade\"", Some("7,1"), &["face 1 of --dice: a d6 has no 7", "order 1, `edna"]),
        ("edna \"75th Brigade\"", Some("1,0"), &["face 2 of --dice: a d6 has no 0"]),
        ("edna Absent", None, &["there is no unit called “Absent”", "edna Absent\n       ^"]),
        ("edna \"75th Brigad \"", None, &["there is no unit called", "did you mean \"75th Brigade\"?"]),
        ("edna #999", None, &["nothing has the number #999"]),
        ("edna #10", None, &["order 1, `edna #10`"]),
        ("withdraw X", None, &["“X” matches 3 things", "write \"XX Corps\" or \"XIII Corps\" or \"XV Corps\""]),
        ("edna \"1st Rifle Brigade\"", None, &["1st Rifle Brigade is eliminated", "hint"]),
        ("scrud \"1st Rifle Brigade\" v Germans", None, &["1st Rifle Brigade is eliminated"]),
        ("lose \"1st Rifle Brigade\" 1", None, &["1st Rifle Brigade is eliminated"]),
        ("battle \"Alone\" with Germans", None, &["the unit 37th Brigade is already in the battle First day"]),
        ("scrud Germans v \"XX Corps\"", None, &["name an enemy"]),
        ("lose \"37th Brigade\" 5", None, &["37th Brigade has 4 of 4 Strength Points; 5 can't be lost"]),
        ("attack the hill", None, &["unknown order `attack`", "attack the hill\n  ^"]),
        ("note \"never closed", None, &["the quotes are not closed"]),
        ("", None, &["order 1"]),
        ("undo 12", None, &["only 11 entries can be undone"]),
        ("redo", None, &["there is nothing to redo"]),
    ];
    for (order, dice, says) in cases {
        let home = Home::new();
        home.file("t.ron", &**SAMPLE);
        let mut arguments = vec!["do", "t.ron", order];
        arguments.extend(dice.iter().flat_map(|dice| ["--dice", *dice]));
        home.run(&arguments).failed(1, says).harmless();
        assert_eq!(home.read("t.ron"), *SAMPLE, "{order}");
    }
}

#[test]
fn a_battle_needs_two_sides() {
    let home = Home::new();
    home.tannenberg("t");
    home.run(&["do", "t.ron", "end battle"]).done();
    let before = home.read("t.ron");
    let orders = [
        "battle \"Alone\" with Germans",
        "battle \"Alone\" with \"37th Brigade\" v \"73rd Brigade\"",
        "battle \"Alone\" with Germans v Germans",
    ];
    for order in orders {
        home.run(&["do", "t.ron", order]).failed(
            1,
            &["a battle needs units of two sides, but this one has only Germans", "name a force for each side"],
        );
        assert_eq!(home.read("t.ron"), before);
    }
}

#[test]
fn two_units_of_one_name_are_told_apart_by_their_side() {
    let home = Home::new();
    home.file("t.ron", SAMPLE.replace("8th Rifle Brigade", "37th Brigade"));
    let says = ["“37th Brigade” matches 2 things", "write \"37th Brigade\" of Germans or \"37th Brigade\" of Russians"];
    home.run(&["do", "t.ron", "edna \"37th Brigade\""]).failed(1, &says);
    home.run(&["do", "t.ron", "edna \"37th Brigade\" of Russians"]).done();
}

#[test]
fn a_save_that_is_not_there() {
    let home = Home::new();
    for call in [&["state", "nowhere"][..], &["do", "nowhere", "note x"], &["log", "nowhere"]] {
        home.run(call).failed(3, &["nowhere.ron: it can't be read", "`wardiary list` lists your saves"]);
    }
    assert!(!home.path("saves").exists(), "nothing is made for nothing");
    assert!(!as_str(&home.path("saves")).is_empty());
}
