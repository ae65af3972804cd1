//! Play by mail: a player composes orders on a share, in the shell or in the program, and the referee imports the file.

use crate::{
    harness::{
        call::{Answered, Home},
        program::{Program, every_key},
    },
    sides::{BOOK, SCENARIO, hides},
};
use serde_json::json;
use std::fs;
use wardiary_app::Start;
use wardiary_diary::{
    assets::Folders,
    diary::file::{Mode, Save},
};

const SHARE: &str = "f.Blue.share.ron";
const LETTER: &str = "f.Blue.orders.ron";

/// A campaign with fog and secret dice, and Blue's share of it.
fn shared() -> Home {
    let home = Home::new();
    home.book("fog", BOOK);
    home.scenario("fog", SCENARIO);
    home.run(&["new", "fog", "f.ron", "--no-open"]).done();
    home.run(&["do", "f.ron", "note \"Wherewithal\"", "advance", "advance"]).done();
    home.run(&["share", "f.ron", "--for", "Blue"]).done();
    home
}

fn compose(home: &Home, orders: &[&str]) -> Answered {
    let told = home.run(&[&["do", SHARE], orders].concat()).harmless();
    hides(&told.out, "what is told");
    hides(&told.err, "a refusal");
    told
}

fn import(home: &Home, more: &[&str]) -> Answered {
    home.run(&[&["orders", "import", "f.ron", LETTER], more].concat()).harmless()
}

#[test]
fn orders_go_from_a_share_into_the_inbox() {
    let home = shared();
    let share = home.read(SHARE);
    let told =
        compose(&home, &[r#"march "Blue Corps" to Birch"#, "orders Blue \"hold the ford\" due day 5"]).done().out;
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines[..2], ["1  march \"Blue Corps\" by Birch", "2  orders Blue \"hold the ford\" due day 5"]);
    assert_eq!(
        lines[2],
        "f.Blue.orders.ron has 2 orders of Blue, written at entry 2: send it to the referee, who imports it with `wardiary \
         orders import SAVE f.Blue.orders.ron`."
    );
    assert_eq!(home.read(SHARE), share, "the share is only read");
    // Both the letter and the share list them.
    let written = "f.Blue.orders.ron: written by Blue for “Fog over the river”, at entry 2\n  1  march \"Blue Corps\" by Birch\n  2  orders";
    for file in [LETTER, SHARE] {
        let listed = home.run(&["orders", file]).done().out;
        assert!(listed.contains(written), "{file}: {listed}");
        assert_eq!(home.run(&["orders", file, "--json"]).done().json()["composed"][0], "march \"Blue Corps\" by Birch");
    }
    let told = import(&home, &[]).done().out;
    for says in [
        "f.Blue.orders.ron: 2 orders of Blue, written when Blue knew entry 2\n",
        "  B1  “march \"Blue Corps\" by Birch”",
        "  B2  “hold the ford”",
        "in words",
        "`grant N` carries out an order",
    ] {
        assert!(told.contains(says), "“{says}”: {told}");
    }
    let listed = home.run(&["orders", "f.ron", "--json"]).done().json();
    assert_eq!(listed["orders"][0]["text"], json!("march \"Blue Corps\" by Birch"));
    assert_eq!((&listed["orders"][1]["due"], &listed["orders"][1]["status"]), (&json!("day 5"), &json!("waiting")));
    home.run(&["do", "f.ron", "grant 1"]).done();
    assert!(home.run(&["state", "f.ron"]).done().out.contains("Birch"));
    home.run(&["verify", "f.ron"]).done();
}

#[test]
fn composed_orders_are_withdrawn_and_printed_as_json() {
    let home = shared();
    let told = compose(&home, &["--json", "orders Blue \"one\"", "orders Blue \"two\"", "undo"]).done().json();
    let outcomes: Vec<&str> = (0..3).map(|at| told[at]["outcome"].as_str().expect("a text")).collect();
    assert_eq!(outcomes, ["composed", "composed", "taken_back"]);
    let last = json!({
        "outcome": "taken_back", "orders": ["orders Blue \"two\""], "letter": LETTER, "holds": 1, "entry": 2, "kept": null,
    });
    assert_eq!(told[2], last);
    compose(&home, &["undo 2"]).failed(1, &["the orders file has only 1: there is nothing more to take back"]);
    let told = compose(&home, &["undo"]).done().out;
    assert!(told.contains("taken back: orders Blue \"one\"") && told.contains("there is nothing to send"), "{told}");
    compose(&home, &["undo"]).failed(1, &["the orders file has no orders"]);
    import(&home, &[]).failed(1, &["the file has no orders"]);
    import(&home, &["--json"]).failed(1, &["the file has no orders", "\"code\": 1"]);
}

/// A later march replaces an earlier one, and the program says so.
#[test]
fn a_later_march_is_instead_of_the_earlier() {
    let home = shared();
    let orders = ["march \"Blue Corps\" to Birch", "orders Blue \"x\"", "march \"Blue Corps\" to Cedar"];
    let told = compose(&home, &orders).done().out;
    assert!(told.contains("3  march \"Blue Corps\" by Birch Cedar (replaces order 1)"), "{told}");
    assert_eq!(told.matches("(replaces order").count(), 1, "{told}");
}

#[test]
fn refuses_to_compose_orders_for_other_sides() {
    let home = shared();
    let met = |order: &str, says: &str| {
        compose(&home, &[order]).failed(1, &[says]);
    };
    met("advance", "only the referee can give this order, not Blue");
    met("tell Blue \"x\"", "only the referee can give this order, not Blue");
    met("goto 1", "only the referee can move through the diary");
    met("remark 1 ! mine", "only the referee can move through the diary");
    met("halt \"Blue Corps\"", "has no march orders");
    // A hidden name is refused like an invented name.
    for (is, made_up) in [("Trundlewood", "Trundlewald"), ("Quillonfax", "Quillonfix")] {
        for order in ["march NAME to Birch", "orders NAME \"come over\""] {
            let [is, wanted] =
                [is, made_up].map(|name| home.run(&["do", SHARE, &order.replace("NAME", name)]).failed(1, &[]));
            assert_eq!(is.err.replace("Trundlewood", "Trundlewald").replace("Quillonfax", "Quillonfix"), wanted.err);
        }
    }
    home.run(&["do", SHARE, "--dice", "1,2", "halt"])
        .failed(2, &["orders on a share roll no dice", "leave out --dice"]);
    home.run(&["do", SHARE, "--as", "Blue", "halt"]).failed(2, &["this is a share", "leave out --as"]);
    assert!(!home.path(LETTER).exists(), "nothing is written for nothing");
    // The orders before the first refused order are composed.
    let part =
        compose(&home, &["orders Blue \"one\"", "advance", "orders Blue \"two\""]).failed(1, &["order 2, `advance`"]);
    assert!(part.out.contains("f.Blue.orders.ron has 1 order of Blue"), "{}", part.out);
}

/// The orders file is beside the share among the saves, but is not listed as a save.
#[test]
fn a_letter_is_not_listed_as_a_save() {
    let home = shared();
    fs::create_dir_all(home.path("saves")).expect("a folder");
    fs::copy(home.path(SHARE), home.path("saves").join(SHARE)).expect("a copy");
    home.run(&["do", "f.Blue.share", "orders Blue \"one\""]).done();
    assert!(home.path("saves").join(LETTER).exists());
    home.run(&["new", "fog", "saves/my.orders.ron", "--no-open"]).done();
    let listed = home.run(&["list"]).done().out;
    assert!(listed.contains("f.Blue.share") && listed.contains("my.orders"), "{listed}");
    assert!(!listed.contains("f.Blue.orders"), "{listed}");
}

#[test]
fn the_same_letter_is_taken_in_once() {
    let home = shared();
    compose(&home, &["orders Blue \"one\"", "orders Blue \"one\""]).done();
    import(&home, &[]).done();
    let save = home.read("f.ron");
    import(&home, &[])
        .failed(1, &["all its orders were handed in before, as orders B1 and B2", "`--again` hands them in again"]);
    assert_eq!(home.read("f.ron"), save);
    // After new orders, an import brings only the new ones.
    compose(&home, &["orders Blue \"three\""]).done();
    let told = import(&home, &["--json"]).done().json();
    let told: Vec<_> =
        (0..3).map(|at| (told["orders"][at]["number"].clone(), told["orders"][at]["before"].clone())).collect();
    assert_eq!(told, [(json!(null), json!(1)), (json!(null), json!(2)), (json!(3), json!(null))]);
    import(&home, &["--again"]).done();
    assert_eq!(home.run(&["orders", "f.ron"]).done().out.lines().count(), 6);
    // Undone orders are no longer in the inbox, so the player can submit them again.
    home.run(&["do", "f.ron", "goto 3"]).done();
    let told = import(&home, &[]).done().out;
    assert!(told.contains("  B1  “one”") && told.contains("  B3  “three”"), "{told}");
}

#[test]
fn orders_for_an_older_share_say_so() {
    let home = shared();
    compose(&home, &[r#"march "Blue Corps" to Birch"#]).done();
    home.run(&["do", "f.ron", "tell Blue \"hurry\"", "advance"]).done();
    let told = import(&home, &[]).done().out;
    assert!(told.contains("written when Blue knew entry 2\n"), "nothing since concerns the march: {told}");
    home.run(&["share", "f.ron", "--for", "Blue", "--force"]).done();
    // The next order begins a new file and keeps the older one.
    let told = compose(&home, &["orders Blue \"go on\""]).done().out;
    assert!(told.starts_with("the orders written on the older share are kept in f.Blue.orders-2.ron\n1  "), "{told}");
    assert!(home.read("f.Blue.orders-2.ron").contains("march") && !home.read(LETTER).contains("march"));
    assert!(home.read(LETTER).contains("entry: 5"), "{}", home.read(LETTER));
    // The referee undid its entry meanwhile.
    home.run(&["do", "f.ron", "goto 3", "advance"]).done();
    let told = import(&home, &[]).done().out;
    assert!(told.contains("written when Blue knew entry 5, which has been undone since"), "{told}");
    // An order that no longer makes sense is submitted as text.
    home.file(LETTER, home.read(LETTER).replace("go on", "orders").replace("entry: 5", "entry: 90"));
    import(&home, &[]).failed(
        1,
        &[
            "written at entry 90 of the side's own diary, but in this save that diary ends with entry",
            "an older copy of the save",
        ],
    );
}

#[test]
fn what_changed_since_is_said_where_it_concerns_an_order() {
    let home = shared();
    compose(&home, &[r#"march "Blue Corps" to Birch"#, "orders Blue \"hold the ford\""]).done();
    home.run(&["do", "f.ron", "march \"Blue Corps\" to Birch"]).done();
    let told = import(&home, &[]).done().out;
    assert!(told.contains("written when Blue knew entry 2; it now knows entry 3"), "{told}");
    assert_eq!(told.matches("entry 3 of the side’s diary, after it was written, concerns it").count(), 1, "{told}");
}

#[test]
fn a_letter_of_another_game_is_refused() {
    let home = shared();
    compose(&home, &["orders Blue \"one\""]).done();
    let letter = home.read(LETTER);
    let save = home.read("f.ron");
    for (what, other, says) in [
        ("title: \"Fog over the river\"", "title: \"Sun over the river\"", "the save is “Fog over the river”"),
        ("side: \"Blue\"", "side: \"Green\"", "the save has no such side"),
        ("side: \"Blue\"", "side: \"Red\"", "not written on a share of this save for that side"),
    ] {
        home.file(LETTER, letter.replace(what, other));
        import(&home, &[]).failed(1, &[says, LETTER]);
        // The program does not add orders to the file.
        if other != "side: \"Red\"" {
            compose(&home, &["orders Blue \"two\""])
                .failed(3, &["were not written on this share", "move the file away"]);
        }
    }
    home.file(LETTER, &letter);
    home.run(&["new", "fog", "again.ron", "--no-open"]).done();
    home.run(&["do", "again.ron", "advance", "advance"]).done();
    home.run(&["orders", "import", "again.ron", LETTER])
        .failed(1, &["not written on a share of this save", "delete the line `game: …`"]);
    // A file written by hand is matched by title and side.
    let by_hand =
        "(orders_file: 1, title: \"Fog over the river\", side: \"Blue\", entry: 2, orders: [\"halt, all of you\"])";
    home.file("hand.ron", by_hand);
    let told = home.run(&["orders", "import", "again.ron", "hand.ron"]).done().out;
    assert!(told.contains("“halt, all of you”  not an order as written: "), "{told}");
    assert_eq!(home.read("f.ron"), save);
    home.run(&["orders", "import", SHARE, LETTER]).failed(1, &["this is a share"]);
    home.run(&["orders", "import", "f.ron", SHARE]).failed(3, &["this is a save or a share, not an orders"]);
    home.run(&["orders", "import", "f.ron", "nothing.ron"]).failed(3, &["nothing.ron: there is no such file"]);
    home.run(&["orders", "import", "nothing.ron", LETTER]).failed(3, &["nothing.ron"]);
}

#[test]
fn faults_of_a_letter_have_positions() {
    let home = shared();
    compose(&home, &["orders Blue \"one\"", "orders Blue \"two\""]).done();
    let letter = home.read(LETTER);
    // old text | new text | position | message | whether the referee can import the file
    for (from, to, place, says, is_taken) in [
        ("orders_file: 1", "orders_file: 2", "2:2", "reads orders files of format 1", false),
        ("entry: 2", "entry: x", "6:", "", false),
        ("entry: 2", "entri: 2", "6:", "entri", false),
        ("entry: 2", "entry: 90", "6:2", "share has no entry 90; its last is 2", false),
        (" \"orders Blue \\\"two\\\"\"", " \"\"", "9:3", "the order is empty", false),
        (" \"orders Blue \\\"two\\\"\"", " \"advance\"", "9:3", "only the referee can give this order", true),
        (
            " \"orders Blue \\\"two\\\"\"",
            " \"march Trundlewood to Fir\"",
            "9:3",
            "there is no stack or unit called",
            true,
        ),
        (" \"orders Blue \\\"two\\\"\",\n ]", "", "", "", false),
    ] {
        assert!(letter.contains(from), "{from}: {letter}");
        let changed = letter.replacen(from, to, 1);
        home.file(LETTER, &changed);
        let failed = home
            .run(&["do", SHARE, "orders Blue \"three\""])
            .failed(3, &[&format!("{LETTER}:{place}"), says, "repair the file, or move it away"]);
        hides(&failed.err.replace("Trundlewood", ""), "a fault");
        assert_eq!(home.read(LETTER), changed, "nothing is lost");
        let (save, answered) = (home.read("f.ron"), import(&home, &[]));
        if is_taken {
            assert!(answered.done().out.contains("not an order as written: "), "{to}");
            home.file("f.ron", save);
        } else {
            assert_ne!(answered.code, 0, "{to}: {}", answered.out);
            assert_eq!(home.read("f.ron"), save, "{to}");
        }
    }
    // `check` reports faults of the file itself in the same words.
    home.file(LETTER, letter.replace(" \"orders Blue \\\"two\\\"\"", " \"\""));
    let checked = home.run(&["check", LETTER]).failed(1, &[]).out;
    assert!(checked.contains(&format!("{LETTER}:9:3")) && checked.contains("the order is empty"), "{checked}");
    home.file(LETTER, &letter);
    assert!(home.run(&["check", LETTER]).done().out.contains("sound orders file"));
    home.file(LETTER, b"(orders_file: 1, title: \"\xff\")");
    compose(&home, &["orders Blue \"three\""]).failed(3, &[&format!("{LETTER}:1:26"), "is not text"]);
    import(&home, &[]).failed(3, &[&format!("{LETTER}:1:26"), "is not text"]);
    // Control characters in the file do not reach the terminal.
    home.file(LETTER, letter.replace("two", "\\u{1b}[31mtwo\\u{202e}"));
    compose(&home, &["orders Blue \"three\""]).done();
    import(&home, &[]).done();
    home.run(&["orders", "f.ron"]).done().harmless();
}

#[cfg(unix)]
#[test]
fn a_letter_that_cannot_be_written_is_not_lost() {
    use std::os::unix::fs::PermissionsExt as _;
    let home = shared();
    compose(&home, &["orders Blue \"one\""]).done();
    let letter = home.read(LETTER);
    let allow = |mode| fs::set_permissions(home.path(LETTER), fs::Permissions::from_mode(mode)).expect("it is ours");
    allow(0o444);
    // The superuser can write in spite of the permissions.
    if fs::OpenOptions::new().write(true).open(home.path(LETTER)).is_err() {
        compose(&home, &["orders Blue \"two\""]).failed(3, &["it can't be written", LETTER]);
        assert_eq!(home.read(LETTER), letter);
    }
    allow(0o644);
    fs::remove_file(home.path(LETTER)).expect("it is ours");
    fs::create_dir(home.path(LETTER)).expect("a folder");
    compose(&home, &["orders Blue \"two\""]).failed(3, &[LETTER]);
}

/// The side's texts contain no names that the referee has given since, and no hidden forces.
#[test]
fn in_the_inbox_orders_stand_as_their_writer_knows_them() {
    let home = shared();
    compose(&home, &[r#"march "Blue Corps" to Birch"#]).done();
    home.run(&["do", "f.ron", "stack \"Blue Corps\" for Quillonfax"]).done();
    let told = import(&home, &[]).done().out;
    assert!(
        told.contains("“march \"Blue Corps\" by Birch”  written differently in the save: grant B1 as march "),
        "{told}"
    );
    let grant = told.split("in the save: ").nth(1).and_then(|rest| rest.lines().next()).expect("an order");
    home.run(&["do", "f.ron", grant.trim()]).done();
    let log = home.run(&["log", "f.ron", "--for", "Blue"]).done().out;
    hides(&log, "his log");
    assert!(log.contains("orders Blue \"march \\\"Blue Corps\\\" by Birch\"") && !log.contains("#10"), "{log}");
}

/// The share in the program, in a folder of its own.
fn opened(home: &Home, size: (u16, u16)) -> (Program, std::path::PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let folders = Folders { saves: folder.path().join("saves"), config: folder.path().join("config") };
    fs::create_dir_all(&folders.saves).expect("a folder");
    let path = folders.saves.join(SHARE);
    fs::copy(home.path(SHARE), &path).expect("a copy");
    if home.path(LETTER).exists() {
        fs::copy(home.path(LETTER), folders.saves.join(LETTER)).expect("a copy");
    }
    let letter = folders.saves.join(LETTER);
    let save = Save::open(&path, Mode::Read).expect("it is sound");
    let mut program = Program::begun(wardiary_app::start(Start::Save(Box::new(save)), folders), folder);
    program.model.settings.flourish = false;
    program.draw(size);
    (program, letter)
}

/// The referee's program lists the orders files beside the save and imports one.
#[test]
fn an_orders_file_is_imported_from_the_program() {
    let home = shared();
    compose(&home, &["march \"Blue Corps\" to Birch"]).done();
    let folder = tempfile::tempdir().expect("a folder");
    let folders = Folders { saves: home.path(""), config: folder.path().join("config") };
    let save = Save::open(&home.path("f.ron"), Mode::Write).expect("it is sound");
    let mut program = Program::begun(wardiary_app::start(Start::Save(Box::new(save)), folders), folder);
    program.keys("5<alt-i>").sees((120, 40), &[LETTER]);
    program.keys("<enter>").sees((120, 40), &["orders B1 handed in", "B1: march \"Blue Corps\" by Birch"]);
    program.keys("<alt-i><enter>").sees((120, 40), &["all its orders were handed in before"]);
}

#[test]
fn orders_are_composed_in_the_program() {
    let home = shared();
    for size in [(120, 40), (80, 24), (60, 20)] {
        let (mut player, letter) = opened(&home, size);
        let told = player.shows(size);
        assert!(told.contains("this is a share for Blue;"), "{told}");
        hides(&told, "the share");
        // The preview of an order is the same as in a save.
        let told = player.keys(":march \"Blue Corps\" to Birch").shows(size);
        assert!(told.contains("composed for") && told.contains("no dice are rolled here"), "{told}");
        let told = player.keys("<enter>").shows(size);
        assert!(told.contains("order 1 in f.Blue.orders.ron") && told.contains("1 order composed"), "{told}");
        assert!(fs::read_to_string(&letter).expect("it is written").contains("march \\\"Blue Corps\\\" by Birch"));
        player.keys(":orders Blue \"then rest\"<enter>");
        let told = player.keys("<esc>5").shows(size);
        assert!(told.contains("2 orders composed"), "{told}");
        if size.0 >= 80 {
            assert!(told.contains("Orders: 2 composed") && told.contains("then rest"), "{told}");
        }
        // Both the undo key and the word `undo` take an order back.
        let told = player.keys("u").shows(size);
        assert!(told.contains("taken back: orders Blue \"then rest\"") && told.contains("1 order composed"), "{told}");
        player.keys(":undo<enter>");
        assert!(fs::read_to_string(&letter).expect("it is there").contains("orders: []"));
        let told = player.keys("u").shows(size);
        assert!(!told.contains("order composed") && !told.contains("orders composed"), "{told}");
        hides(&player.shows(size), "the share");
    }
}

/// Picking forces and pointing at a place composes orders, as in a save.
#[test]
fn pointing_composes_orders_too() {
    let home = shared();
    let size = (120, 40);
    let (mut player, letter) = opened(&home, size);
    player.draw(size);
    let told = player.keys("5<tab>j<space>").shows(size);
    assert!(told.contains("picked: Blue Corps"), "{told}");
    let told = player.keys("<tab>j<enter>").shows(size);
    assert!(told.contains(": march \"Blue Corps\" to \"Birch\""), "{told}");
    player.keys("<enter>");
    assert!(fs::read_to_string(letter).expect("it is written").contains("march \\\"Blue Corps\\\" by Birch"));
    // A share offers the player's orders only, and their preview says who gets them.
    let told = player.keys(":edna \"1st Blue\"").shows(size);
    assert!(told.contains("composed for the referee"), "{told}");
    let offered = player.keys("<esc><esc>:").shows(size);
    assert!(offered.contains("march") && !offered.contains("eliminate") && !offered.contains("schedule"), "{offered}");
}

/// No key on a share writes anything but the orders file.
#[test]
fn no_key_writes_anything_but_the_letter() {
    let home = Home::new();
    home.run(&["new", "tannenberg", "f.ron", "--no-open"]).done();
    home.run(&["do", "f.ron", "--dice", "6,1", "initiative", "first Germans"]).done();
    home.run(&["share", "f.ron", "--for", "Germans", "-o", SHARE]).done();
    let share = home.read(SHARE);
    let keys = every_key();
    let (mut player, mut letter) = opened(&home, (80, 24));
    let mut composed = 0;
    // Each key on at least one of these screens.
    for (at, screen) in ["1", "3", "5"].into_iter().enumerate() {
        for key in wardiary_harness_rules::case_sample::sample(&keys, at, 3) {
            player.keys(screen).keys(key).keys("x<enter>").shows((80, 24));
            let folder = letter.parent().expect("a folder");
            assert_eq!(fs::read_to_string(folder.join(SHARE)).expect("the share"), share, "{screen}{key}");
            let is_open = player.model.session().is_some_and(|session| session.viewed().path() == folder.join(SHARE));
            if is_open && player.model.drawing_context().is_none() {
                let files = fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path());
                let others: Vec<_> = files.filter(|file| *file != folder.join(SHARE) && *file != letter).collect();
                assert!(others.is_empty(), "{screen}{key} wrote {others:?}");
                composed += usize::from(letter.exists());
                player.keys("<esc><esc><esc><esc>").rest();
            } else {
                // The key led to the start screen, or to a drawing.
                (player, letter) = opened(&home, (80, 24));
            }
        }
    }
    assert!(composed > 0, "a key composes an order at once");
}

/// When the next share has come, the program reports the orders composed on the older one and keeps them.
#[test]
fn an_older_letter_is_told_in_the_program() {
    let home = shared();
    compose(&home, &["orders Blue \"one\""]).done();
    home.run(&["do", "f.ron", "advance"]).done();
    home.run(&["share", "f.ron", "--for", "Blue", "--force"]).done();
    let (mut player, letter) = opened(&home, (120, 40));
    let told = player.shows((120, 40));
    assert!(told.contains("1 order composed at entry 2; the next order starts a new orders file"), "{told}");
    assert!(told.contains("read-only") && !told.contains("“one”"), "{told}");
    let told = player.keys(":orders Blue \"two\"<enter>").shows((120, 40));
    assert!(told.contains("the orders of the older share are in") && told.contains("f.Blue.orders-2.ron"), "{told}");
    let kept = fs::read_to_string(letter.with_file_name("f.Blue.orders-2.ron")).expect("it is kept");
    assert!(kept.contains("one") && !fs::read_to_string(letter).expect("it is there").contains("one"));
}

/// A share that was changed by hand reports that first.
#[test]
fn a_share_changed_by_hand_says_so() {
    let home = shared();
    home.file(SHARE, home.read(SHARE).replacen("Entry(no: 1, at: \"20", "Entry(no: 1, at: \"19", 1));
    let (mut player, _) = opened(&home, (120, 40));
    let told = player.shows((120, 40));
    assert!(told.contains("changed by hand"), "{told}");
}

#[test]
fn nothing_else_is_written_on_a_share() {
    let home = shared();
    let (mut player, letter) = opened(&home, (120, 40));
    let folder = letter.parent().expect("a folder").to_path_buf();
    let share = fs::read(folder.join(SHARE)).expect("the share");
    for (keys, says) in [
        (":advance<enter>", "only the referee can give this order, not Blue"),
        (":goto 1<enter>", "only the referee can move through the diary"),
        (":remark 1 ! mine<enter>", "only the referee can move through the diary"),
        (":undo<enter>", "the orders file has no orders"),
        ("5F", "except for the orders that Blue may give"),
        ("1#", "except for the orders that Blue may give"),
        ("3#", ""),
        ("1H", "except for the orders that Blue may give"),
    ] {
        let told = player.keys(keys).shows((120, 40));
        assert!(told.contains(says), "{keys}: {told}");
        hides(&told, keys);
        player.keys("<esc><esc><esc><esc>").rest();
        assert_eq!(fs::read(folder.join(SHARE)).expect("the share"), share, "{keys}");
        assert!(!letter.exists(), "{keys}");
    }
}

#[test]
fn faults_of_the_letter_are_shown_in_the_program() {
    let home = shared();
    compose(&home, &["orders Blue \"one\""]).done();
    let letter = home.read(LETTER);
    let (mut player, path) = opened(&home, (120, 40));
    assert!(player.shows((120, 40)).contains("1 order in f.Blue.orders.ron"), "{}", player.shows((120, 40)));
    // Another program, or a person, writes into the file meanwhile.
    fs::write(&path, letter.replace("one", "of mine")).expect("it is ours");
    player.keys(":orders Blue \"two\"<enter>");
    let both = fs::read_to_string(&path).expect("it is there");
    assert!(both.contains("of mine") && both.contains("two"), "{both}");
    fs::write(&path, both.replace("orders: [", "orders: (")).expect("it is ours");
    let told = player.keys(":orders Blue \"three\"<enter>").shows((120, 40));
    assert!(told.contains("f.Blue.orders.ron:7:"), "{told}");
    assert!(told.contains("orders Blue \"three\""), "what was typed is in the line again: {told}");
    assert!(!fs::read_to_string(&path).expect("it is there").contains("three"));
    // After the repair the order is accepted.
    fs::write(&path, &both).expect("it is ours");
    player.keys("<enter>");
    assert!(fs::read_to_string(&path).expect("it is there").contains("three"));
    // Opening the share reports a faulty orders file.
    home.file(LETTER, letter.replace("entry: 2", "entry: 90"));
    let (mut player, _) = opened(&home, (120, 40));
    let told = player.shows((120, 40));
    assert!(told.contains("f.Blue.orders.ron:6:2") && told.contains("share has no entry 90;"), "{told}");
}

#[test]
fn in_lines_orders_are_composed_too() {
    let home = shared();
    let told = home.feed(&["open", SHARE, "--plain"], "march \"Blue Corps\" to Birch\n\nundo\n").done().out;
    assert!(told.contains("order 1 in f.Blue.orders.ron") && told.contains("taken back: march"), "{told}");
    hides(&told, "the program in lines");
}

/// Whoever sends a folder may have made the orders file a link. The program writes orders through none.
#[cfg(unix)]
#[test]
fn orders_are_written_through_no_link() {
    let home = Home::new();
    home.run(&["new", "tannenberg", "g.ron", "--no-open"]).done();
    home.run(&["share", "g.ron", "--for", "Germans"]).done();
    home.run(&["do", "g.Germans.share.ron", "orders Germans \"hold one\""]).done();
    std::fs::rename(home.path("g.Germans.orders.ron"), home.path("real.ron")).expect("it can be moved");
    std::os::unix::fs::symlink("real.ron", home.path("g.Germans.orders.ron")).expect("a link");
    let before = home.read("real.ron");
    let refused = home.run(&["do", "g.Germans.share.ron", "orders Germans \"hold two\""]);
    assert!(refused.code != 0 && refused.err.contains("this is a symbolic link"), "{}", refused.err);
    assert_eq!(home.read("real.ron"), before);
}

#[test]
fn a_side_gets_order_slips_for_its_own_forces() {
    let home = Home::new();
    home.tannenberg("t");
    let slips =
        |more: &[&str]| home.run(&[&["report", "t.ron", "--what", "orders", "-o", "-"], more].concat()).done().out;
    assert!(slips(&[]).contains("<b>XIII Corps</b>"));
    let own = slips(&["--for", "Germans"]);
    assert!(own.contains("<b>XX Corps</b>") && !own.contains("<b>XIII Corps</b>"), "{own}");
}
