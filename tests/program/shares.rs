//! `wardiary share` and `wardiary verify --against`: their output, their refusals, and that the program never writes to
//! a share.

use crate::harness::{call::Home, program::Program, session::Session};
use std::fs;
use wardiary_app::Start;
use wardiary_diary::{
    assets::Folders,
    diary::file::{Mode, Save},
};

/// A save with secret dice and some entries, and the Germans' share.
fn shared() -> Home {
    let home = Home::new();
    home.run(&["new", "tannenberg", "mine.ron", "--no-open"]).done();
    home.run(&["do", "mine.ron", "--dice", "6,1,2,3", "initiative", "first Germans", "edna \"37th Brigade\""]).done();
    home.run(&["share", "mine.ron", "--for", "Germ"]).done();
    home
}

const SHARE: &str = "mine.Germans.share.ron";

#[test]
fn a_share_is_read_like_a_save_and_proved_by_it() {
    let home = shared();
    let save = home.read("mine.ron");
    for reads in [
        &["log", SHARE][..],
        &["state", SHARE],
        &["report", SHARE],
        &["luck", SHARE],
        &["service", SHARE],
        &["check", SHARE],
        &["backup", SHARE],
    ] {
        home.run(reads).done().harmless();
    }
    assert!(home.run(&["log", SHARE]).done().out.contains("37th Brigade"));
    let own = home.run(&["verify", SHARE]).done().out;
    assert!(own.contains("this is a share") && own.contains("no line was changed"), "{own}");
    let told = home.run(&["verify", "--against", SHARE, "mine.ron"]).done().harmless().out;
    for said in ["an honest extract of mine.ron: what Germans knew", "This does not show:", "dice were not chosen"] {
        assert!(told.contains(said), "{said}: {told}");
    }
    home.run(&["do", "mine.ron", "note later"]).done();
    let json = home.run(&["verify", "--against", SHARE, "mine.ron", "--json"]).done().json();
    assert_eq!((json["verdict"].as_str(), json["side"].as_str()), (Some("honest"), Some("Germans")), "{json}");
    // The share contains neither the seed nor the secrets of the save.
    let share = home.read(SHARE);
    let quoted = |field: &str| {
        save.split(field).nth(1).and_then(|rest| rest.split('"').nth(1)).expect("it is there").to_string()
    };
    for never in [quoted("seed: "), quoted("secret: "), "App(".into()] {
        assert!(!share.contains(&never), "{never}");
    }
}

/// Before a share is written it can be read, and afterwards what it showed stays shared. What was taken back before leaves
/// no trace.
#[test]
fn entries_taken_back_before_they_were_shared_are_in_no_share() {
    let home = shared();
    let tell = r#"tell Germans "Quillonfax holds the bridge""#;
    let amended = |orders: &[&str]| home.run(&[&["do", "mine.ron"], orders].concat()).done();
    let preview = || home.run(&["share", "mine.ron", "--for", "Germans", "--dry-run"]).done().out;
    let share = |to: &str| {
        home.run(&["share", "mine.ron", "--for", "Germans", "-o", to]).done();
        home.read(to)
    };
    let first = share("first.ron");
    assert_eq!(first, home.read(SHARE), "nothing new");
    assert!(preview().starts_with("Germans will learn nothing new.\nGermans has learned so far: 3 entries, up to “"));
    amended(&[tell]);
    let told = preview();
    assert!(
        told.starts_with("Germans will learn:\n  4  Message to Germans: “Quillonfax")
            && told.contains("so far: 3 entries"),
        "{told}"
    );
    amended(&["undo"]);
    assert_eq!(share("taken-back.ron"), first, "to the last byte");
    assert!(!home.run(&["log", "mine.ron", "--for", "Germans"]).done().out.contains("Quillonfax"));
    // After a share it is withdrawn, and the next share says so.
    amended(&[tell]);
    assert!(share("told.ron").contains("Quillonfax"));
    amended(&["undo"]);
    let withdrawn = preview();
    assert!(withdrawn.contains("  entry 4\n     taken back by the referee"), "{withdrawn}");
    assert!(share("withdrawn.ron").contains("Quillonfax"));
    assert!(home.run(&["log", "withdrawn.ron"]).done().out.contains("(taken back by the referee)"));
    amended(&["redo"]);
    assert!(preview().contains("  entry 4\n     no longer taken back"), "{}", preview());
    share("restored.ron");
    let json = home.run(&["share", "mine.ron", "--for", "Germans", "--dry-run", "--json"]).done().json();
    assert_eq!(json["known"], serde_json::json!({ "entries": 4, "shares": 4 }), "{json}");
    for made in ["first.ron", "taken-back.ron", "told.ron", "withdrawn.ron", "restored.ron"] {
        home.run(&["verify", "--against", made, "mine.ron"]).done();
    }
    home.run(&["verify", "mine.ron"]).done();
}

/// In the program, a key lists the sides, Enter what one of them will learn, and Enter again writes its share.
#[test]
fn the_program_lists_what_a_side_will_learn_and_writes_its_share() {
    let home = shared();
    home.run(&["do", "mine.ron", r#"tell Germans "hold the bridge""#]).done();
    let folder = tempfile::tempdir().expect("a folder");
    let folders = Folders { saves: home.path(""), config: folder.path().join("config") };
    let save = Save::open(&home.path("mine.ron"), Mode::Write).expect("it is sound");
    let mut program = Program::begun(wardiary_app::start(Start::Save(Box::new(save)), folders), folder);
    program.keys("5<f7>");
    program.sees(
        (120, 40),
        &["Share with …", "Germans has learned so far: 3 entries", "Nothing has been shared with Russians"],
    );
    program.keys("<enter>");
    program.sees((80, 24), &["Germans will learn", "Message to Germans: “hold the bridge”", "Enter writes the share"]);
    assert!(!home.read(SHARE).contains("hold the bridge"));
    program.keys("<enter>");
    program.sees((120, 40), &["the share for Germans is in "]);
    assert!(home.read(SHARE).contains("hold the bridge"));
    program.keys("<f7><enter>");
    program.sees((120, 40), &["nothing new"]);
    drop(program);
    home.run(&["verify", "--against", SHARE, "mine.ron"]).done();
}

/// A save that another process has open, or that can only be read, is shared all the same, and gets no record.
#[test]
fn a_share_of_a_save_that_is_open_elsewhere_is_not_recorded() {
    let home = shared();
    let open = Save::open(&home.path("mine.ron"), Mode::Write).expect("it is sound");
    let before = home.read("mine.ron");
    let made = home.run(&["share", "mine.ron", "--for", "Russians"]).done();
    assert!(made.err.contains("the share is not recorded there: if you take back what it shows"), "{}", made.err);
    assert_eq!(home.read("mine.ron"), before);
    drop(open);
    let json = home.run(&["share", "mine.ron", "--for", "Russians", "--force", "--json"]).done().json();
    assert_eq!(json["recorded"], true, "{json}");
    assert!(home.read("mine.ron").contains("says: Shared(Side("));
    home.run(&["verify", "--against", "mine.Russians.share.ron", "mine.ron"]).done();
}

#[test]
fn all_sides_get_their_shares_at_once() {
    let home = shared();
    std::fs::create_dir(home.path("post")).expect("a folder");
    let told = home.run(&["share", "mine.ron", "--all", "-o", "post", "--json"]).done().json();
    for (at, side) in ["Germans", "Russians"].into_iter().enumerate() {
        let file = told[at]["share"].as_str().expect("a path");
        assert!(file.starts_with(&format!("post/mine.{side}")), "{told}");
        home.run(&["verify", "--against", file, "mine.ron"]).done();
    }
    home.run(&["share", "mine.ron", "--all", "-o", "post"]).failed(1, &["this file already exists", "--force"]);
    home.run(&["share", "mine.ron", "--all", "--for", "Germans"]).failed(2, &["--all"]);
}

#[test]
fn sharing_overwrites_only_an_older_share() {
    let home = shared();
    let share = home.read(SHARE);
    home.run(&["share", "mine.ron", "--for", "Germans"]).failed(1, &["this file already exists", "--force"]);
    home.run(&["do", "mine.ron", "--dice", "6,6", "edna \"41st Brigade\""]).done();
    home.run(&["share", "mine.ron", "--for", "Germans", "--force"]).done();
    assert_ne!(home.read(SHARE), share);
    let save = home.read("mine.ron");
    home.tannenberg("other");
    home.file("notes.txt", "mine\n");
    for (to, said) in [
        ("mine.ron", "mine.ron: this is a save, and saves are never overwritten"),
        ("other.ron", "other.ron: this is a save, and saves are never overwritten"),
        ("notes.txt", "only a share may be overwritten"),
    ] {
        home.run(&["share", "mine.ron", "--for", "Germans", "-o", to, "--force"]).failed(1, &[said]);
    }
    assert_eq!((home.read("mine.ron"), home.read("notes.txt")), (save, "mine\n".to_string()));
    home.run(&["share", "mine.ron", "--for", "Germans", "-o", "nowhere/x.ron"]).failed(3, &["there is no such folder"]);
}

#[test]
fn refused_shares_have_hints() {
    let home = shared();
    home.run(&["share", "mine.ron", "--for", "Austrians"])
        .failed(2, &["Austrians", "its sides are Germans and Russians"]);
    home.tannenberg("short");
    home.run(&["share", "short.ron", "--for", "Germans"]).failed(
        1,
        &[
            "its seed is short or repeats itself",
            "could find it by trying and predict all its dice",
            "without `--seed`",
        ],
    );
    home.run(&["share", SHARE, "--for", "Germans"]).failed(1, &["this is already a share"]);
    fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/saves/tannenberg.ron"), home.path("old.ron")).expect("copied");
    home.run(&["share", "old.ron", "--for", "Germans"]).failed(
        1,
        &["not all of its lines are sealed, because it is from an older version", "wardiary recover old.ron"],
    );
    let by_hand = home.read("mine.ron").replacen("Entry(no: 1, at: \"20", "Entry(no: 1, at: \"19", 1);
    home.file("hand.ron", by_hand);
    home.run(&["share", "hand.ron", "--for", "Germans"]).failed(1, &["changed by hand", "wardiary seal hand.ron"]);
}

#[test]
fn shares_are_read_only() {
    let home = shared();
    let share = home.read(SHARE);
    let files = || {
        fs::read_dir(home.path("")).expect("the home").map(|file| file.expect("a file").file_name()).collect::<Vec<_>>()
    };
    let before = files();
    for (writes, code, said) in [
        // A player's orders go into a file beside the share (see `mail`). Everything else is up to the referee.
        (&["do", SHARE, "note mine"][..], 1, "only the referee can give this order, not Germans"),
        (&["do", SHARE, "undo"], 1, "the orders file has no orders: there is nothing more to take back"),
        (&["do", SHARE, "remark 1 ! mine"], 1, "only the referee can move through the diary or change it"),
        (&["seal", SHARE], 1, "it can only be read"),
        (&["merge", SHARE, "mine.ron"], 1, "it can only be read"),
        (&["merge", "mine.ron", SHARE], 1, "this is a share for Germans, not a copy of a save"),
        (&["recover", SHARE], 3, "it can't be recovered"),
    ] {
        home.run(writes).failed(code, &[said]).harmless();
        assert_eq!(home.read(SHARE), share, "{writes:?}");
    }
    assert_eq!(files(), before, "nothing is left beside it");
    // A share with different whitespace is still recognized.
    home.file("laid-out.ron", share.replacen("share: (", "\n  share: (", 1));
    home.run(&["do", "laid-out.ron", "note mine"]).failed(1, &["only the referee can give this order"]);
}

#[test]
#[cfg_attr(windows, ignore = "needs a pseudo-terminal")]
fn a_share_in_the_program_is_only_read() {
    let home = shared();
    let mut session = Session::start(&home.path(""), &["open", home.path(SHARE).to_str().expect("a path")], (120, 40));
    session.sees("read-only");
    session.sees("this is a share for Germans; orders typed here go into ");
    session.keys("#");
    session.sees("this is a share for Germans: it is read-only, except for the orders that Germans may give");
    // Immediate keys would count as input for the line that could not open.
    std::thread::sleep(std::time::Duration::from_millis(700));
    session.keys("q");
    assert_eq!(session.ends(), 0);
    assert!(home.run(&["log", SHARE]).done().out.contains("37th Brigade"));
}

#[test]
fn discrepancies_of_a_share_are_named() {
    let home = shared();
    let (save, share) = (home.read("mine.ron"), home.read(SHARE));
    let against = |share: &str, save: &str| home.run(&["verify", "--against", share, save]);
    home.file("altered.ron", share.replacen("from: Shown, faces: [", "from: Shown, faces: [1, ", 1));
    let altered = against("altered.ron", "mine.ron").failed(1, &["altered.ron: not an honest extract of mine.ron"]);
    assert!(altered.out.contains("entry 1 was altered from column "), "{}", altered.out);
    home.run(&["verify", "altered.ron"]).failed(1, &["1 of 1 save has differences"]);
    home.file("hand.ron", save.replacen("Entry(no: 1, at: \"20", "Entry(no: 1, at: \"19", 1));
    let by_hand = against(SHARE, "hand.ron").failed(1, &[]).out;
    assert!(by_hand.contains("hand.ron:") && by_hand.contains("the save was changed by hand there"), "{by_hand}");
    home.run(&["new", "wadi", "other.ron", "--no-open"]).done();
    let other = against(SHARE, "other.ron").failed(1, &[]).out;
    assert!(other.contains("it is a share of another campaign"), "{other}");
    home.run(&["new", "tannenberg", "again.ron", "--no-open"]).done();
    let again = against(SHARE, "again.ron").failed(1, &[]).out;
    assert!(again.contains("another save with the same beginning"), "{again}");
    let json = home.run(&["verify", "--against", "altered.ron", "mine.ron", "--json"]).failed(1, &[]).json();
    assert_eq!(json["differences"][0]["kind"].as_str(), Some("altered"), "{json}");
    // The wrong order, the same file twice, no share, and an unreadable file.
    against("mine.ron", SHARE)
        .failed(2, &["this is the save, and the other file is the share", "the share comes first"]);
    against(SHARE, SHARE).failed(2, &["this is a share too"]);
    against("mine.ron", "mine.ron").failed(2, &["this is a save, not a share"]);
    home.file("torn.ron", &share[..40]);
    against("torn.ron", "mine.ron").failed(3, &["torn.ron"]);
    home.run(&["verify", "--against", SHARE, "mine.ron", "other.ron"]).failed(2, &["with one save"]);
}

/// The program treats a forged share as plain text, like a forged save.
#[test]
fn a_hostile_share_reaches_no_terminal() {
    let home = shared();
    let share = home.read(SHARE);
    home.file("evil.ron", share.replace("Germans", "Ger\\u{1b}[31mmans\\u{202e}"));
    for reads in [&["log", "evil.ron"][..], &["verify", "evil.ron"], &["verify", "--against", "evil.ron", "mine.ron"]] {
        home.run(reads).harmless();
    }
    home.run(&["do", "evil.ron", "note x"]).failed(1, &["only the referee can give this order"]).harmless();
}
