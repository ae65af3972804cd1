//! `wardiary merge`: its messages, and its refusals, which write nothing.

use crate::harness::call::Home;
use std::fs;

/// A save and a copy of it, both with further entries.
fn copies() -> Home {
    let home = Home::new();
    home.tannenberg("desk");
    home.run(&["do", "desk.ron", "note a", "note b"]).done();
    fs::copy(home.path("desk.ron"), home.path("laptop.ron")).expect("copied");
    home.run(&["do", "desk.ron", "note ours", "remark 1 ! ours"]).done();
    home.run(&["do", "laptop.ron", "note theirs", "note \"theirs too\"", "remark 1 ? theirs"]).done();
    home
}

#[test]
fn merging_adds_the_other_save_as_one_branch() {
    let home = copies();
    let (before, other) = (home.read("desk.ron"), home.read("laptop.ron"));
    let told = home.run(&["merge", "desk.ron", "laptop.ron"]).done().out;
    for said in [
        "merged 2 entries of laptop.ron after entry 2 as entries 5 and 6, on the branch “merged from laptop.ron, sealed again”, named by entry 4, and sealed again",
        "the copies have different remarks on entry 1: both are kept",
        "1 remark\n",
        "desk.ron is at entry 3, as before; `goto 6` goes to the last merged entry",
        "desk.ron.before-merge-1",
    ] {
        assert!(told.contains(said), "{said}: {told}");
    }
    assert_eq!(home.read("desk.ron.before-merge-1"), before, "the file as it was is kept");
    assert_eq!(home.read("laptop.ron"), other, "the other is as it was");
    home.run(&["verify", "desk.ron"]).done();
    let log = home.run(&["log", "desk.ron", "--all"]).done().out;
    assert!(log.contains("sealed again"), "the save says so ever after: {log}");
    assert!(log.contains("“theirs too”") && log.contains("remark: ! ours / theirs (?)"), "{log}");
    // A second merge finds nothing new, writes nothing and keeps no second backup.
    let after = home.read("desk.ron");
    home.run(&["merge", "desk.ron", "laptop.ron"]).failed(1, &["the other copy has nothing new"]);
    assert_eq!(home.read("desk.ron"), after);
    assert!(!home.path("desk.ron.before-merge-2").exists());
    home.run(&["merge", "desk.ron", "desk.ron"]).failed(1, &["the other copy has nothing new"]);
    // In the other direction the laptop gets the entries of the desk.
    let json = home.run(&["merge", "laptop.ron", "desk.ron", "--json"]).done().json();
    assert_eq!((json["common"].as_u64(), json["entries"].as_u64()), (Some(2), Some(1)), "{json}");
}

#[test]
fn refuses_merges_of_unrelated_saves() {
    let home = copies();
    let before = home.read("desk.ron");
    let refused = |other: &str, code: i32, said: &[&str]| {
        let there = fs::read(home.path(other)).ok();
        home.run(&["merge", "desk.ron", other]).failed(code, said);
        assert_eq!(home.read("desk.ron"), before, "{other}");
        assert_eq!(fs::read(home.path(other)).ok(), there, "{other}");
        assert!(!home.path("desk.ron.before-merge-1").exists(), "{other}");
    };
    // The save itself, also under another name.
    refused("desk.ron", 1, &["the other copy has nothing new"]);
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(home.path("desk.ron"), home.path("link.ron")).expect("a link");
        refused("link.ron", 1, &["the other copy has nothing new"]);
    }
    // A save of another campaign, and files that are not saves.
    home.run(&["new", "tannenberg", "stranger.ron", "--seed", "77", "--no-open"]).done();
    refused("stranger.ron", 1, &["they are not copies of one save"]);
    home.file("letter.ron", "Dear diary");
    refused("letter.ron", 3, &["letter.ron"]);
    refused("nowhere.ron", 3, &["nowhere.ron"]);
    // A damaged copy is refused. `recover` makes a save of it, which can be merged.
    let text = home.read("laptop.ron");
    let line = text.lines().find(|line| line.starts_with("Entry(no: 4,")).expect("the entry");
    home.file("damaged.ron", text.replace(line, "Entry(no: 4, order: nonsense"));
    refused("damaged.ron", 3, &["damaged.ron"]);
    home.run(&["recover", "damaged.ron"]);
    home.run(&["merge", "desk.ron", "damaged.recovered-1.ron"]).done();
    home.run(&["verify", "desk.ron"]).done();
    let log = home.run(&["log", "desk.ron", "--all"]).done().out;
    assert!(log.contains("“theirs”") && !log.contains("“theirs too”"), "{log}");
}

/// The merge marks entries that were changed by hand in the other copy.
#[test]
fn merging_reports_changes_by_hand() {
    let home = copies();
    let text = home.read("laptop.ron");
    home.file("laptop.ron", text.replace("theirs too", "theirs 2"));
    let told = home.run(&["merge", "desk.ron", "laptop.ron"]).done().out;
    assert!(told.contains("changed by hand there, and are marked"), "{told}");
    let log = home.run(&["log", "desk.ron", "--all"]).done().out;
    assert!(log.contains("“theirs 2”") && log.contains("changed by hand"), "{log}");
}
