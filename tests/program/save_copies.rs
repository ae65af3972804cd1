//! Copies of saves: while a save is being written, the daily copy, and the recovered copy of a damaged save.

use crate::harness::call::{Home, as_str};
use std::{fs, thread};
use wardiary_diary::diary::file::{Mode, Save};
use wardiary_rules::order::Order;

/// The notes in a save.
fn notes(home: &Home, name: &str) -> Vec<String> {
    let save = Save::open(&home.path(name), Mode::Read).unwrap_or_else(|e| panic!("{name}: {e}"));
    let notes = save.diary().entries().iter().filter_map(|entry| match &entry.order {
        Order::Note { text } => Some(text.to_string()),
        _ => None,
    });
    notes.collect()
}

fn played(home: &Home) -> String {
    home.tannenberg("t");
    let orders = ["note one", "initiative", "note two", "undo", "note three", "edna \"37th Brigade\"", "note four"];
    home.run(&[&["do", "t.ron"], &orders[..]].concat()).done();
    home.read("t.ron")
}

#[test]
fn a_backup_is_whole_while_the_save_is_written_on() {
    let home = Home::new();
    home.tannenberg("t");
    let lines: Vec<String> = (0..300).map(|n| format!("note \"{n} {}\"\n", "x".repeat(n % 9 * 200))).collect();
    let script = lines.concat();
    let mut copies = 0;
    thread::scope(|scope| {
        let writer = scope.spawn(|| home.feed(&["do", "t.ron", "-"], &script).done());
        while !writer.is_finished() {
            let copied = home.run(&["backup", "t.ron"]).done();
            copies += 1;
            assert!(copied.out.contains(&format!("t.backup-{copies}.ron: a copy of ")), "{}", copied.out);
        }
    });
    let all = notes(&home, "t.ron");
    for copy in 1..=copies {
        let name = format!("t.backup-{copy}.ron");
        home.run(&["verify", &name]).done();
        assert!(all.starts_with(&notes(&home, &name)), "{name}");
    }
    home.run(&["backup", "t.ron", "-o", "mine.ron"]).done();
    assert_eq!(home.read("mine.ron"), home.read("t.ron"));
    home.run(&["backup", "t.ron", "-o", "mine.ron"]).failed(3, &["the file already exists"]);
    home.run(&["backup", "nowhere.ron"]).failed(3, &["nowhere.ron"]);
    println!("{copies} copies");
}

#[test]
fn the_last_daily_copies_are_kept() {
    let home = Home::new();
    home.tannenberg("t");
    home.run(&["do", "t.ron", "note one"]).done();
    let daily = || {
        let mut names: Vec<String> = fs::read_dir(home.path(""))
            .expect("it is there")
            .flatten()
            .map(|file| file.file_name().to_string_lossy().into_owned())
            .filter(|name| name.contains(".daily-"))
            .collect();
        names.sort();
        names
    };
    assert_eq!(daily(), Vec::<String>::new(), "none without the setting");
    let config = home.run(&["paths", "--json"]).done().json();
    let config = std::path::PathBuf::from(config["config"].as_str().expect("a path"));
    fs::create_dir_all(&config).expect("a folder");
    fs::write(config.join("settings.ron"), "(daily_copies: 3)").expect("written");
    home.run(&["check", as_str(&config.join("settings.ron"))]).done();
    for day in 1..=4 {
        home.file(&format!("t.ron.daily-2026-01-0{day}"), home.read("t.ron"));
    }
    for name in ["not-a-day", "2026-01-05"] {
        home.file(&format!("t.ron.daily-{name}"), "something else");
    }
    home.run(&["do", "t.ron", "note two"]).done();
    home.run(&["do", "t.ron", "note three"]).done();
    let names = daily();
    assert_eq!(names.len(), 5, "{names:?}");
    assert_eq!(names[..3], [3, 4, 5].map(|day| format!("t.ron.daily-2026-01-0{day}")));
    assert_eq!(names[4], "t.ron.daily-not-a-day");
    assert_eq!(home.read(&names[2]), "something else", "a file of such a name that is no copy counts and goes as none");
    assert_eq!(notes(&home, &names[3]), ["one"], "as it was before the first order of the day");
}

/// The damage, the file's bytes, the recovered notes, and the messages.
type Row<'a> = (&'a str, Vec<u8>, Vec<&'a str>, &'a [&'a str]);

#[test]
fn recover_keeps_all_readable_entries() {
    let home = Home::new();
    let text = played(&home);
    let line = |begin: &str| text.lines().find(|line| line.starts_with(begin)).unwrap_or_else(|| panic!("{begin}"));
    let without = |begin: &str| text.replacen(&format!("{}\n", line(begin)), "", 1);
    let garbled = |begin: &str| text.replacen(line(begin), &line(begin)[..line(begin).len() / 2], 1);
    let at = text.find("\"two\"").expect("the note") + 3;
    let no_text = [&text.as_bytes()[..at], b"\xff", &text.as_bytes()[at + 1..]].concat();
    let (all, third) = (vec!["one", "two", "three", "four"], line("Entry(no: 3,"));
    let (first, second) = (line("Entry(no: 3,"), line("Entry(no: 4,"));
    let exchanged = text.replacen(first, "§§", 1).replacen(second, first, 1).replacen("§§", second, 1);
    let (second, last) = (line("Entry(no: 4,"), line("Entry(no: 6,"));
    let exchanged_without = text
        .replacen(&format!("{}\n", line("Entry(no: 5,")), "", 1)
        .replacen(second, "§§", 1)
        .replacen(last, second, 1)
        .replacen("§§", last, 1);
    let table: Vec<Row> = vec![
        ("whole", text.clone().into(), all.clone(), &["everything could be read"]),
        ("a line taken out", without("Entry(no: 3,").into(), vec!["one", "three", "four"], &["entry 3 is missing"]),
        (
            "two lines taken out",
            without("Entry(no: 3,").replacen(&format!("{}\n", line("Head(")), "", 1).into(),
            vec!["one", "three", "four"],
            &["entry 3 is missing"],
        ),
        ("half a line", garbled("Entry(no: 3,").into(), vec!["one", "three", "four"], &["unreadable: Entry(no: 3,"]),
        (
            "a line that others need",
            without("Entry(no: 1,").into(),
            vec!["two", "three", "four"],
            &["entry 1 is missing"],
        ),
        (
            "torn",
            text.as_bytes()[..text.len() - 150].to_vec(),
            vec!["one", "two", "three"],
            &["unreadable: Entry(no: 6,"],
        ),
        (
            "cut at a line's end",
            text[..text.find("Entry(no: 6,").expect("it is there")].into(),
            vec!["one", "two", "three"],
            &["the file is cut off here"],
        ),
        (
            "zeros in it",
            text.replacen(third, &"\0".repeat(99), 1).into(),
            vec!["one", "three", "four"],
            &["entry 3 is missing"],
        ),
        (
            "something else in it",
            text.replacen(third, "(here)", 1).into(),
            vec!["one", "three", "four"],
            &["unreadable: (here"],
        ),
        (
            "no text in it",
            no_text,
            vec!["one", "tw\u{fffd}", "three", "four"],
            &["entry 3 has characters that are not text"],
        ),
        ("on one line", text.replace(",\nEntry", ", Entry").into(), all.clone(), &["everything could be read"]),
        ("over many lines", text.replace(", order:", ",\n  order:").into(), all.clone(), &["everything could be read"]),
        (
            "a line twice",
            text.replacen(third, &format!("{third}\n{third}"), 1).into(),
            all.clone(),
            &["entry 3 occurs again"],
        ),
        ("two lines exchanged", exchanged.into(), all.clone(), &["everything could be read"]),
        (
            "two lines exchanged and one before them taken out",
            exchanged_without.into(),
            vec!["one", "two", "three", "four"],
            &["entry 5 is missing"],
        ),
        ("two files in one", format!("{}{}", text, &text[text.len() - 400..]).into(), all.clone(), &["occurs again"]),
    ];
    for (what, bytes, wanted, says) in &table {
        home.file("damaged.ron", bytes);
        let _ = fs::remove_file(home.path("damaged.recovered-1.ron"));
        let made = home.run(&["recover", "damaged.ron"]).done();
        for words in *says {
            assert!(made.out.contains(words), "{what}: no “{words}” in\n{}", made.out);
        }
        assert_eq!(notes(&home, "damaged.recovered-1.ron"), *wanted, "{what}: {}", made.out);
        // The recovered save marks what was lost. Sealing accepts the loss, and the save is sound.
        home.run(&["seal", "damaged.recovered-1.ron"]).done();
        let verified = home.run(&["verify", "damaged.recovered-1.ron"]);
        let verified = if *what == "whole" { verified.done() } else { verified };
        assert!(verified.code == 0 || verified.out.contains("not recorded"), "{what}: {}", verified.out);
        home.run(&["do", "damaged.recovered-1.ron", "note on"]).done();
        assert_eq!(&fs::read(home.path("damaged.ron")).expect("it is there"), bytes, "{what}: the damaged file stays");
    }
}

#[test]
fn a_header_can_come_from_another_save() {
    let home = Home::new();
    let text = played(&home);
    fs::copy(home.path("t.ron"), home.path("copy.ron")).expect("a copy");
    home.file("damaged.ron", text.replacen("muster: (", "muster: (?", 1));
    home.run(&["recover", "damaged.ron"]).failed(3, &["--header SAVE"]);
    home.file("headless.ron", &text[text.find("Entry(no: 2,").expect("it is there")..]);
    home.run(&["recover", "damaged.ron", "--header", "copy.ron"]).done();
    assert_eq!(notes(&home, "damaged.recovered-1.ron"), ["one", "two", "three", "four"]);
    home.run(&["recover", "headless.ron", "--header", "copy.ron", "-o", "mine.ron"]).done();
    assert_eq!(notes(&home, "mine.ron"), ["two", "three", "four"]);
    home.run(&["recover", "headless.ron", "--header", "copy.ron", "-o", "mine.ron"]).failed(3, &["already"]);
}

/// A copy, whatever its name, has the permissions of the save.
#[test]
#[cfg(unix)]
fn copies_are_as_private_as_the_save() {
    use std::os::unix::fs::PermissionsExt as _;
    let home = Home::new();
    played(&home);
    for mode in [0o600, 0o640, 0o644] {
        fs::set_permissions(home.path("t.ron"), fs::Permissions::from_mode(mode)).expect("its mode");
        for command in ["backup", "recover"] {
            let named = format!("{command}-{mode:o}.ron");
            home.run(&[command, "t.ron", "-o", &named]).done();
            let beside = home.run(&[command, "t.ron", "--json"]).done().json();
            let beside = beside["copy"].as_str().or(beside["save"].as_str()).expect("where it is").to_string();
            for made in [home.path(&named), home.path(&beside)] {
                let found = fs::metadata(&made).expect("it is there").permissions().mode() & 0o777;
                assert_eq!(found, mode, "{}", made.display());
            }
        }
    }
}

/// A recovered copy still shows a change made by hand, although its seals are new and match.
#[test]
fn a_change_by_hand_is_named_and_marked_for_good() {
    let home = Home::new();
    let text = played(&home);
    let line = |begin: &str| text.lines().find(|line| line.starts_with(begin)).unwrap_or_else(|| panic!("{begin}"));
    let (third, die) = (line("Entry(no: 3,"), line("Entry(no: 5,"));
    let sealed = third.find("seal: \"").expect("a seal") + 7;
    let last = text.rfind("last: \"").expect("a last seal") + 7;
    let relabelled = |from: &str| format!("Table{}", &from[from.find(')').expect("a number") + 1..]);
    let (before, after) = die.split_once("App(").expect("a die of the program's");
    for (what, changed, says, later) in [
        ("a text", text.replacen("\"two\"", "\"forged\"", 1), "entry 3 was changed by hand", "entry 3: when"),
        (
            "the title",
            text.replacen("title: \"", "title: \"Not ", 1),
            "the header was changed by hand",
            "the header: when",
        ),
        (
            "a die",
            text.replacen(die, &format!("{before}{}", relabelled(after)), 1),
            "entry 5 was changed by hand",
            "entry 5: when",
        ),
        (
            "an undo taken out",
            text.replacen(&format!("{}\n", line("Head(")), "", 1),
            "entry 4 was changed by hand",
            "entry 4: when",
        ),
        (
            "an undo changed",
            text.replacen("Head(2,", "Head(1,", 1),
            "an undo, redo, change of branch or remark after entry 3",
            "after entry 3: when",
        ),
        (
            "a seal",
            text.replacen(third, &format!("{}00000000{}", &third[..sealed], &third[sealed + 8..]), 1),
            "entry 3 was changed by hand",
            "entry 3: when",
        ),
        (
            "the last seal",
            format!("{}00000000{}", &text[..last], &text[last + 8..]),
            "does not fit the last line",
            "the file was found cut here",
        ),
    ] {
        assert_ne!(changed, text, "{what}");
        home.file("changed.ron", &changed);
        let _ = fs::remove_file(home.path("changed.recovered-1.ron"));
        let _ = fs::remove_file(home.path("changed.recovered-1.recovered-1.ron"));
        assert_eq!(home.run(&["verify", "changed.ron"]).code, 1, "{what}");
        let made = home.run(&["recover", "changed.ron"]).done();
        assert!(made.out.contains(says) && !made.out.contains('␊'), "{what}: {}", made.out);
        let found = home.run(&["verify", "changed.recovered-1.ron"]);
        assert!(found.code == 1 && found.out.contains(later), "{what}: {}", found.out);
        // Recovering the copy again keeps the mark.
        let again = home.run(&["recover", "changed.recovered-1.ron"]).done();
        assert!(again.out.contains("; everything could be read\n"), "{what}: {}", again.out);
        let found = home.run(&["verify", "changed.recovered-1.recovered-1.ron"]);
        assert!(found.code == 1 && found.out.contains(later), "{what}: {}", found.out);
        home.run(&["seal", "changed.recovered-1.ron"]).done();
        let accepted = home.run(&["verify", "changed.recovered-1.ron"]);
        assert!(accepted.out.contains(later) && accepted.out.contains("this was accepted"), "{what}: {}", accepted.out);
        println!("{what}\n{}{}{}", made.out, found.out, accepted.out);
    }
}
