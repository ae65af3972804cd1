//! Names on the command line: of saves and their files, of things in a campaign, and of things in a rulebook.

use crate::harness::call::{Answered, Home, as_str};
use serde_json::json;
use std::{
    fs::{self, File},
    time::{Duration, UNIX_EPOCH},
};

#[test]
fn a_new_save_lies_in_the_folder_of_saves_or_where_the_name_says() {
    let home = Home::new();
    // arguments | path | title
    let cases: &[(&[&str], &str, &str)] = &[
        (&["new", "tannenberg"], "saves/tannenberg.ron", "Tannenberg, the first day"),
        (&["new", "tannenberg"], "saves/tannenberg-2.ron", "Tannenberg, the first day"),
        (&["new", "tannenberg", "A wet August"], "saves/a-wet-august.ron", "A wet August"),
        (&["new", "tannenberg", "here.ron"], "here.ron", "Tannenberg, the first day"),
        (&["new", "grand-couronne", "./deep/er/save"], "deep/er/save.ron", "The Grand Couronné"),
        // A title with a slash stays a title.
        (&["new", "tannenberg", "Ney/Wellington 1815"], "saves/ney-wellington-1815.ron", "Ney/Wellington 1815"),
        (&["new", "tannenberg", "a\\b"], "saves/a-b.ron", "a\\b"),
        // Windows reserves the names of its devices.
        (&["new", "tannenberg", "CON"], "saves/con-save.ron", "CON"),
        (&["new", "tannenberg", "Com1"], "saves/com1-save.ron", "Com1"),
        (&["new", "tannenberg", "nul.ron"], "nul-save.ron", "Tannenberg, the first day"),
        (&["new", "tannenberg", "aux.old.ron"], "aux-save.old.ron", "Tannenberg, the first day"),
        (&["new", "tannenberg", "CONOUT$.ron"], "CONOUT$-save.ron", "Tannenberg, the first day"),
        (&["new", "tannenberg", "Con/aux /x.ron"], "Con-save/aux-save/x.ron", "Tannenberg, the first day"),
        // A drive's letter without a blank behind it begins a path on every system.
        (&["new", "tannenberg", "A: the advance"], "saves/a-the-advance.ron", "A: the advance"),
        (&["new", "tannenberg", "The end. . "], "saves/the-end.ron", "The end. ."),
        // The program normalizes a title to composed characters.
        (&["new", "tannenberg", "E\u{301}lan"], "saves/élan.ron", "\u{c9}lan"),
    ];
    for (arguments, path, title) in cases {
        let made = home.run(arguments).done();
        let told = made.out.replace(std::path::MAIN_SEPARATOR, "/");
        assert!(told.trim_end().ends_with(path), "{arguments:?}: {told}");
        let state = home.run(&["state", as_str(&home.path(path)), "--json"]).done().json();
        assert_eq!(state["title"], *title, "{arguments:?}");
    }
    let made = home.run(&["--json", "new", "tannenberg", "x.ron"]).done().json();
    assert_eq!(made, json!({ "path": "x.ron", "title": "Tannenberg, the first day" }));
    for (name, why) in [
        ("/", "/ names a folder"),
        ("./dir/", "./dir/ names a folder"),
        ("C:", "C: names a folder"),
        (".", "“.” has no letter and no digit"),
        ("..", "“..” has no letter and no digit"),
        (" /", "“/” has no letter and no digit"),
        (" ~", "“~” has no letter and no digit"),
        ("...", "“...” has no letter and no digit"),
        ("../", "../ names a folder"),
        (".ron", ".ron is only an extension, without a name"),
        ("..ron", "..ron is only an extension, without a name"),
        ("~root", "~root.ron begins with ~"),
        ("~root.ron", "~root.ron begins with ~"),
        ("", "a name can't be empty"),
        ("  ", "a name can't be empty"),
    ] {
        home.run(&["new", "tannenberg", name]).failed(2, &[why]);
    }
    if cfg!(unix) {
        home.run(&["new", "tannenberg", "./.ron"]).failed(2, &["./.ron is only an extension, without a name"]);
        for name in ["\\foo", "..\\x", "./a\\b.ron"] {
            home.run(&["new", "tannenberg", name]).failed(2, &["contains a backslash", "separate folders with /"]);
        }
    }
    home.file("u.csv", "side,stack,name\nA,,a\nB,,b\n");
    for command in [
        "recover x.ron -o",
        "backup x.ron -o",
        "muster u.csv -o",
        "muster u.csv --scenario",
        "share x.ron --for Germans -o",
    ] {
        let arguments: Vec<&str> = command.split(' ').chain([".ron"]).collect();
        home.run(&arguments).failed(2, &[".ron is only an extension, without a name"]);
    }
    assert!(!home.path(".ron").exists());
    // Every file that a command writes gets a name that Windows can give.
    for (command, path) in [
        ("muster u.csv -o ./CON", "CON-save.ron"),
        ("muster u.csv -o ./Nul.ron", "Nul-save.ron"),
        ("muster u.csv --scenario AUX.ron", "AUX-save.ron"),
        ("backup Nul-save.ron -o com1.ron", "com1-save.ron"),
        ("recover Nul-save.ron -o LPT9.ron", "LPT9-save.ron"),
        ("report x.ron -o PRN.html", "PRN-save.html"),
        ("picture x.ron -o con.svg", "con-save.svg"),
    ] {
        let arguments: Vec<&str> = command.split(' ').collect();
        home.run(&arguments).done();
        assert!(home.path(path).exists(), "{command}");
    }
    // The title of a new save finds the save.
    let found = home.run(&["state", "Ney/Wellington 1815", "--json"]).done().json();
    assert_eq!(found["title"], "Ney/Wellington 1815");
    home.run(&["new", "tannenberg", "x.ron"]).failed(3, &["x.ron: the file already exists", "hint"]);
    // A save is found by its title where no file has the name; the title may be typed without accents.
    home.run(&["new", "tannenberg", "Käse 1"]).done();
    let named = home.path("saves/käse-1.ron");
    std::fs::rename(&named, home.path("saves/cheese.ron")).unwrap();
    for name in ["Käse 1", "kase 1", "cheese"] {
        home.run(&["do", name, "note here"]).done();
    }
    for (name, code, why) in [
        ("Tannenberg, the first day", 1, &["2 saves are called", "tannenberg-2.ron or ", "tannenberg.ron"][..]),
        ("", 2, &["the name of the save is empty", "wardiary list"]),
        (".", 3, &["this is a folder, not a save", "wardiary list"]),
        ("..", 3, &["this is a folder, not a save"]),
        ("/", 3, &["this is a folder, not a save"]),
        ("./saves", 3, &["this is a folder, not a save"]),
    ] {
        for command in ["log", "do", "backup", "report", "picture", "check"] {
            let arguments: &[&str] = if command == "do" { &[command, name, "undo"] } else { &[command, name] };
            home.run(arguments).failed(code, why);
        }
    }
    home.run(&["new", "tannenburg"]).failed(2, &["there is no scenario “tannenburg”", "mean “tannenberg”?"]);
}

/// Names of a rulebook are found without their accents, too, and written with them.
#[test]
fn names_of_rules_are_found_without_accents() {
    let home = Home::new();
    let troops = "troops: {\"hussard léger\": (strength: 3)}, clock: (parts: [\"matin\", \"soirée\"])";
    let levels = "supply: (levels: [(name: \"bien nourri\"), (name: \"affamé\")])";
    home.book("grande", &format!("(title: \"Grande Armée\", based_on: \"campaign\", {troops}, {levels})"));
    let muster = "side,stack,name,strength\nNord,I,Élan,4\nSüd,II,Garde,4\n";
    home.file("t.csv", muster);
    home.run(&["muster", "t.csv", "--rules", "grande", "-o", "t.ron"]).done();
    for (order, written) in [
        ("unit Lasalle in stack I kind \"hussard leger\"", "kind \"hussard léger\""),
        ("schedule \"note \\\"relief\\\"\" at day 1 soiree", "soirée"),
        ("schedule \"note \\\"relief\\\"\" at soiree", "soirée"),
        ("end battle", "end battle"),
        ("supply Elan affame because snow", "affamé"),
    ] {
        let done = home.run(&["do", "t.ron", order]).done();
        assert!(done.out.contains(written), "{order}: {}", done.out);
    }
}

/// Two Unicode forms of a name are the same name, and a search ignores accents and the kind of apostrophe.
#[test]
fn names_that_look_the_same_are_one_name() {
    let home = Home::new();
    let table = "side,stack,name,strength\nNord,I,\u{c9}lan,4\nNord,I,E\u{301}lan,4\nSüd,II,Piré’s,4\n";
    std::fs::write(home.path("twins.csv"), table).expect("it is written");
    home.run(&["muster", "twins.csv"]).failed(1, &["twins.csv: row 3", "a second “Élan” in the same stack"]);
    std::fs::write(home.path("names.csv"), table.replace("I,E\u{301}lan", "I,Elan")).expect("it is written");
    home.run(&["muster", "names.csv", "-o", "names.ron"]).done();
    for (typed, found) in [
        ("\"E\u{301}lan\"", Some("Élan")),
        ("Elan", Some("Elan")),
        ("élan", Some("Élan")),
        ("Pire's", Some("Piré’s")),
        ("\"pire\"", Some("Piré’s")),
        ("Elen", None),
    ] {
        let done = home.run(&["do", "names.ron", &format!("rename {typed} to Other"), "undo"]);
        match found {
            Some(found) => assert!(done.done().out.contains(found), "{typed}"),
            None => drop(done.failed(1, &["there is no"])),
        }
    }
    home.run(&["do", "names.ron", "rename Elan to \"Cafe\u{301}  \""]).done();
    assert!(home.run(&["state", "names.ron"]).done().out.contains("Caf\u{e9}"));
    assert!(!home.run(&["check", "names.ron"]).done().err.contains("in different characters"));
    for order in ["branch Arrière", "what if from 0 \"von Łódź\"", "goto \"von lodz\"", "goto Arriere"] {
        home.run(&["do", "names.ron", order]).done();
    }
    for branch in ["branch ARRIÈRE", "branch Arrière", "branch \"Arri\u{200b}ère\"", "what if from 0 arrière"] {
        home.run(&["do", "names.ron", branch]).failed(1, &["there is already a branch called", "choose another name"]);
    }
    // Sides, stacks of a side and units of a stack have their own names.
    home.run(&["do", "names.ron", "side West", "stack II for Nord", "unit Caf\u{e9} in stack II of Nord"]).done();
    for (order, kind) in [
        ("side West", "side"),
        ("stack II for Nord", "stack"),
        ("unit \"Cafe\u{301}\" in stack II of Nord", "unit"),
        ("rename side Nord to West", "side"),
        ("rename stack I of Nord to II", "stack"),
    ] {
        let what = format!("there is already a {kind} called");
        home.run(&["do", "names.ron", order]).failed(1, &[&what, "choose another name"]);
    }
    home.run(&["do", "names.ron", "stack II for West", "rename side West to West"]).done();
    // A scenario has composed names, and no twins.
    let scenario = |name: &str| {
        format!(
            "(title: \"t\", muster: (sides: [(id: 1, name: \"A\")], stacks: [(id: 10, side: 1, name: \"I\")], \
             units: [(id: 11, stack: 10, name: \"E\u{301}lan\"), (id: 12, stack: 10, name: \"{name}\")]))"
        )
    };
    home.file("one.ron", scenario("Garde"));
    home.run(&["check", "one.ron"]).done();
    home.run(&["new", "one.ron", "composed.ron"]).done();
    let state = home.run(&["state", "composed.ron", "--json"]).done().out;
    assert!(state.contains("\u{c9}lan") && !state.contains("E\u{301}lan"), "{state}");
    for twin in ["\u{c9}lan", "E\u{301}l\u{200b}an"] {
        home.file("two.ron", scenario(twin));
        let checked = home.run(&["check", "two.ron"]);
        assert!(
            checked.code != 0 && checked.out.contains("looks like an earlier name"),
            "{}{}",
            checked.out,
            checked.err
        );
        home.run(&["new", "two.ron", "no.ron"]).failed(3, &["looks like an earlier name"]);
    }
    // So have invisible letters, in every kind of name.
    for name in ["G\u{200b}arde", "x\u{1b}"] {
        let of_unit = scenario(name);
        for named in [&of_unit, &scenario("Garde").replace("\"I\"", &format!("{name:?}"))] {
            home.file("two.ron", named);
            let checked = home.run(&["check", "two.ron"]);
            assert!(checked.code != 0 && checked.out.contains("can't be displayed"), "{}", checked.out);
            home.run(&["new", "two.ron", "no.ron"]).failed(3, &["can't be displayed"]);
        }
    }
    // An old save keeps its names.
    let old = std::fs::read_to_string(home.path("names.ron")).expect("it is there").replace("Piré’s", "E\u{301}lan");
    std::fs::write(home.path("old.ron"), old).expect("it is written");
    let checked = home.run(&["check", "old.ron"]);
    assert!(checked.err.contains("both look like “Élan”"), "{}{}", checked.out, checked.err);
    // An invisible letter is shown as a sign, which nobody needs to type.
    let old = std::fs::read_to_string(home.path("names.ron")).expect("it is there").replace("Piré’s", "Gui\u{200b}des");
    std::fs::write(home.path("old.ron"), &old).expect("it is written");
    home.run(&["do", "old.ron", "rename Guides to Gardes", "undo"]).done();
    std::fs::write(home.path("old.ron"), old.replace("\"Élan\"", "\"Guides\"")).expect("it is written");
    let checked = home.run(&["check", "old.ron"]);
    assert!(checked.err.contains("both look like “Gui"), "{}{}", checked.out, checked.err);
}

/// People read the time of their own clock, programs UTC.
#[test]
fn times_are_local_for_people() {
    let home = Home::new();
    let save = home.tannenberg("t");
    let written = UNIX_EPOCH + Duration::from_secs(1_795_000_000);
    File::options().write(true).open(&save).and_then(|file| file.set_modified(written)).expect("a time");
    fs::create_dir_all(home.path("saves")).expect("a folder");
    fs::rename(&save, home.path("saves/t.ron")).expect("moved");
    let listed = |arguments: &[&str]| -> Answered {
        home.command(arguments).env("TZ", "EST5").output().expect("the program starts").into()
    };
    let (text, json) = (listed(&["list"]).done().out, listed(&["list", "--json"]).done().out);
    assert!(text.contains("2026-11-18 06:06 EST"), "{text}");
    assert!(json.contains("2026-11-18T11:06:40Z"), "{json}");
}

/// JSON escapes what could steer a terminal, and loses nothing.
#[test]
fn json_has_the_title_as_it_was_written() {
    let home = Home::new();
    let save = home.tannenberg("t");
    let text = home.read("t.ron").replacen("Tannenberg, the", "Tan\u{202e}nen\u{1b}[2Jberg, the", 1);
    fs::write(&save, text).expect("written");
    fs::create_dir_all(home.path("saves")).expect("a folder");
    fs::copy(&save, home.path("saves/t.ron")).expect("copied");
    for arguments in [
        &["state", "t.ron", "--json"][..],
        &["report", "t.ron", "--format", "json"],
        &["list", "--json"],
        &["state", "t.ron", "--json", "--for", "Germans"],
    ] {
        let json = home.run(arguments).harmless().out;
        assert!(json.contains("Tan\\u202enen\\u001b[2Jberg"), "{arguments:?}: {json}");
    }
    let text = home.run(&["state", "t.ron"]).harmless().out;
    assert!(text.contains("nen␛[2Jberg"), "{text}");
}

/// A path means the same if a shell did not expand it, and never becomes a file that nobody meant.
#[test]
#[cfg_attr(windows, ignore = "sets the home folder as Unix does")]
fn paths_are_not_taken_literally() {
    let home = Home::new();
    home.run(&["new", "tannenberg", "t.ron", "--no-open"]).done();
    let run = |arguments: &[&str]| -> Answered {
        home.command(arguments).env("HOME", home.path("")).output().expect("the program starts").into()
    };
    run(&["new", "tannenberg", "~/a.RON", "--no-open"]).done();
    run(&["report", "~/t.ron", "--output=~/b.md"]).done();
    assert!(home.path("a.RON").exists() && home.path("b.md").exists() && !home.path("a.RON.ron").exists());
    for (arguments, says) in [
        (&["new", "tannenberg", "~anna/x.ron", "--no-open"][..], "only stands for your own home folder"),
        (&["new", "tannenberg", "~", "--no-open"], "names a folder"),
        (&["new", "tannenberg", "C:\\x", "--no-open"], "this system has none"),
        (&["new", "tannenberg", "C:x", "--no-open"], "this system has none"),
        (&["backup", "t.ron", "-o", "C:\\x.ron"], "this system has none"),
        (&["report", "t.ron", "-oD:/x.html"], "this system has none"),
        (&["new", "tannenberg", "-", "--no-open"], "give it a title or a file"),
    ] {
        run(arguments).failed(2, &[says]);
    }
    let save = home.read("t.ron");
    for arguments in [&["recover", "-"][..], &["backup", "-"]] {
        let answer = home.feed(arguments, &save).done();
        assert!(answer.out.starts_with("(wardiary:"), "{arguments:?}: {}", answer.out);
    }
    let share = home.feed(&["share", "-", "--for", "Germans"], &save).done();
    assert!(share.out.starts_with("(wardiary:"), "{}", share.out);
    let mut names: Vec<String> = fs::read_dir(home.path(""))
        .expect("the home")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .filter(|name| !name.starts_with('.'))
        .collect();
    names.sort();
    assert_eq!(names, ["a.RON", "b.md", "t.ron"]);
}

/// All is ASCII where the locale is not UTF-8; with `--plain` signs are, and names keep their letters. Documents keep all.
#[test]
fn signs_are_ascii_where_the_locale_says_so() {
    let home = Home::new();
    home.tannenberg("t");
    home.run(&["do", "t.ron", "note Düna", "initiative"]).done();
    let run = |locale: &str, arguments: &[&str]| -> Answered {
        home.command(arguments).env("LC_ALL", locale).output().expect("the program starts").into()
    };
    let is_ascii = |text: &str| text.replace('ü', "").is_ascii();
    for arguments in [
        &["log", "t.ron"][..],
        &["log", "t.ron", "--odds"],
        &["state", "t.ron"],
        &["odds", "scrud 4 green v 8 yellow"],
        &["luck", "t.ron"],
        &["log", "t.ron", "--unit", "Nobody"],
        &["help", "orders"],
        &["open", "--help"],
        &["do", "t.ron", "Noht"],
        &["nothing"],
    ] {
        let in_c = run("C", arguments);
        assert!(in_c.out.is_ascii() && in_c.err.is_ascii(), "{arguments:?}: {}{}", in_c.out, in_c.err);
        let plain = run("C.UTF-8", &[arguments, &["--plain"]].concat());
        assert!(is_ascii(&plain.out) && is_ascii(&plain.err), "{arguments:?}: {}{}", plain.out, plain.err);
    }
    assert!(run("C.UTF-8", &["log", "t.ron"]).out.contains("“Düna”"));
    assert!(run("C", &["log", "t.ron"]).out.contains("\"Duna\""));
    for arguments in [&["report", "t.ron"][..], &["log", "t.ron", "--json"], &["rules", "mouat", "--ron"]] {
        assert_eq!(run("C", arguments).out, run("C.UTF-8", arguments).out, "{arguments:?}");
    }
}
