//! Settings: their values and origins, the file that explains each, and the messages about faults.

use crate::harness::{call::Home, program::Program};
use serde_json::json;
use std::{fs, path::Path};
use wardiary_app::{Start, settings::Settings};
use wardiary_diary::{
    assets::Folders,
    diary::file::{Mode, Save},
};

fn with_config() -> Home {
    let home = Home::new();
    fs::create_dir_all(home.path("config/themes")).expect("the folder can be made");
    home
}

#[test]
fn each_setting_says_where_it_came_from() {
    let home = with_config();
    home.file("config/settings.ron", "// mine\n(\n    ascii: true, mouse: false,\n    flourish: false,\n)");
    let mut command = home.command(&["settings", "--json", "--set", "flourish=true", "--set", "theme=light"]);
    command.env("WARDIARY_MOUSE", "true").env("WARDIARY_THEME", "high-contrast").env("WARDIARY_DAILY_COPIES", "7");
    let said = crate::harness::call::Answered::from(command.output().expect("it runs")).done().json();
    let file = home.path("config").join("settings.ron").display().to_string();
    // setting | value | origin | key in the JSON | its value
    for (name, value, from, key, what) in [
        ("glyphs", json!("ascii"), "file", "path", json!(file)),
        ("glyphs", json!("ascii"), "file", "line", json!(3)),
        ("mouse", json!(true), "environment", "variable", json!("WARDIARY_MOUSE")),
        ("daily_copies", json!(7), "environment", "variable", json!("WARDIARY_DAILY_COPIES")),
        ("flourish", json!(true), "flag", "from", json!("flag")),
        ("theme", json!("light"), "flag", "from", json!("flag")),
        ("by_hand", json!(false), "default", "from", json!("default")),
    ] {
        let one = &said[name];
        assert_eq!((&one["value"], &one["from"], &one[key]), (&value, &json!(from), &what), "{name}: {said}");
    }
    let plain = home.run(&["settings"]).done().out;
    assert_eq!(plain.lines().count(), Settings::ABOUT.len(), "{plain}");
    assert!(
        plain.contains(&format!("{file}:3:5\n")) && plain.contains("theme                  \"auto\"   default\n"),
        "{plain}"
    );
}

#[test]
fn the_file_of_settings_is_written_once() {
    let home = Home::new();
    let path = home.path("config").join("settings.ron");
    let written = home.run(&["settings", "--write", "--set", "theme=light"]).done();
    assert_eq!(written.out.trim_end(), path.display().to_string());
    let file = home.read("config/settings.ron");
    for (name, _) in Settings::ABOUT {
        assert!(file.contains(&format!(" {name}: ")), "{name} is not in\n{file}");
    }
    assert!(file.contains("\n    theme: \"light\",\n") && file.contains("\n    // glyphs: \"auto\",\n"), "{file}");
    let checked = home.run(&["check", "config/settings.ron"]).done();
    assert!(checked.out.contains("sound settings"), "{}", checked.out);
    home.run(&["settings", "--write"]).failed(1, &["settings.ron: this file already exists", "--force"]);
    assert_eq!(home.read("config/settings.ron"), file);
    home.file("config/settings.ron", "(theme: \"light\", ascii: true)");
    home.run(&["settings", "--write", "--force"]).done();
    let again = home.read("config/settings.ron");
    assert!(again.contains("\n    theme: \"light\",\n") && again.contains("\n    glyphs: \"ascii\",\n"), "{again}");
}

#[test]
fn a_setting_that_makes_no_sense_is_said() {
    let home = with_config();
    // argument of `--set` | messages
    let cases: &[(&str, &[&str])] = &[
        ("themes=dark", &["there is no setting “themes”", "did you mean “theme”?"]),
        ("theme=drak", &["theme: ", "there is no theme “drak”", "did you mean “dark”?"]),
        ("mouse=yes", &["mouse: ", "`true` or `false`"]),
        ("glyphs=consol", &["glyphs: ", "the text \"consol\"", "\"auto\", \"unicode\", \"console\" or \"ascii\""]),
        ("ascii", &["“ascii” is not a setting with a value", "NAME=VALUE"]),
        ("daily_copies=-1", &["daily_copies: "]),
    ];
    for (set, says) in cases {
        home.run(&["settings", "--set", set]).harmless().failed(2, says);
        home.run(&["list", "--set", set]).failed(2, says);
    }
    let mut command = home.command(&["list"]);
    command.env("WARDIARY_MOUSE", "perhaps");
    let said = crate::harness::call::Answered::from(command.output().expect("it runs")).done().err;
    assert!(said.contains("WARDIARY_MOUSE: ") && said.contains("`true` or `false`"), "{said}");
}

/// The program ignores faulty settings and uses the others. It reports every fault of every file with its place.
#[test]
fn all_faults_are_told_at_the_start() {
    let home = with_config();
    home.file("config/settings.ron", "(mouse: treu,\n theme: \"mine\",\n flourish: false, mous: true)");
    home.file("config/themes/mine.ron", "(based_on: \"dark\", colours: (text: \"rde\", muted: \"#12\"))");
    home.file("config/keys.ron", "(menu: [(does: \"menu-up\", keys: [\"hop\"]), (does: \"menu-upp\", keys: [])])");
    let said = home.run(&["list"]).done().harmless().err;
    let places = [
        "settings.ron:1:9: ",
        "settings.ron:3:19: there is no field `mous` (did you mean `mouse`?)",
        "mine.ron:1:36: colours.text: “rde” is not a colour",
        "mine.ron:1:50: colours.muted: “#12” is not a colour",
        "keys.ron:1:34: menu.0.keys.0: “hop” is not a key (",
        "keys.ron:1:44: menu.1.does: there is no command “menu-upp” here (did you mean `menu-up`?)",
    ];
    for place in places {
        assert!(said.contains(place), "{place}:\n{said}");
    }
    let held = home.run(&["settings", "--json"]).done().json();
    assert_eq!((&held["flourish"]["value"], &held["mouse"]["from"]), (&json!(false), &json!("default")), "{held}");

    // The start screen shows all faults in an overlay until Esc.
    let folders = Folders { saves: home.path("saves"), config: home.path("config") };
    let model = wardiary_app::start(Start::StartScreen, folders);
    assert!(!model.settings.flourish, "what is sound holds");
    let mut program = Program::begun(model, tempfile::tempdir().expect("a folder"));
    for size in [(120, 40), (80, 24)] {
        let screen = program.shows(size);
        for place in ["settings.ron:1:9", "mine.ron:1:50", "keys.ron:1:34", "did you mean `mouse`?"] {
            assert!(screen.contains(place), "{place}:\n{screen}");
        }
    }
    program.sees(
        (80, 24),
        &["◆ Faults in your own files", "▌   settings.ron:1:9", "there is no command “menu-upp” here", "Esc back"],
    );
    assert!(!program.keys("<esc>").shows((120, 40)).contains("Faults in your own files"));
}

#[test]
fn check_knows_what_kind_of_file_it_reads() {
    let home = Home::new();
    let sample = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/saves/tannenberg.ron")).expect("a save");
    let asset = |path: &str| fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("it ships");
    // content | kind of file
    for (content, what) in [
        (sample, "save"),
        (asset("crates/base/assets/rules/mouat.ron"), "rulebook"),
        (asset("crates/base/assets/scenarios/wadi.ron"), "scenario"),
        (asset("crates/base/assets/maps/wadi.ron"), "map"),
        (asset("crates/view/assets/themes/light.ron"), "theme"),
        (asset("assets/keys.ron"), "keymap"),
        ("(daily_copies: 3)".into(), "settings"),
        ("(by_hand: true)".into(), "settings"),
        ("(faults: [(does: \"faults-close\", keys: [\"x\"])])".into(), "keymap"),
        ("(colours: (text: \"red\"), based_on: \"dark\")".into(), "theme"),
    ] {
        let (code, out) = home.checked("f.ron", &content);
        assert!(code == 0 && out.starts_with(&format!("f.ron: sound {what}")), "{what}: {out}");
    }
    for empty in ["()", "", "( )", "// nothing\n()"] {
        let (code, out) = home.checked("f.ron", empty);
        assert!(code != 0 && !out.contains("sound"), "{empty:?}: {out}");
    }
}

/// A key with two actions in one place causes a message with its file and position, and the default keys apply.
#[test]
fn a_key_that_would_do_two_things_is_told_with_its_place() {
    for (keys, says) in [
        (
            "(battle: [\n (does: \"scrud\", keys: [\"f9\"]),\n (does: \"edna\", keys: [\"f9\"]),\n])",
            "keys.ron:3:24: battle.1.keys.0: F9 is bound to both `scrud` and `edna`",
        ),
        (
            "(battle: [(does: \"scrud\", keys: [\"p\"])])",
            "keys.ron:1:34: battle.0.keys.0: p is bound to both `scrud` and `pass`",
        ),
    ] {
        let home = with_config();
        home.file("config/keys.ron", keys);
        let said = home.run(&["list"]).done().harmless().err;
        assert!(said.contains(says) && said.contains("; the defaults are used instead"), "{said}");
        let (code, checked) = home.checked("config/keys.ron", keys);
        assert!(code == 1 && checked.contains(says), "{checked}");
        // The screen reports the fault too, and each key has its default action.
        home.tannenberg("t");
        let save = Save::open(&home.path("t.ron"), Mode::Write).expect("it opens");
        let folders = Folders { saves: home.path("saves"), config: home.path("config") };
        let model = wardiary_app::start(Start::Save(Box::new(save)), folders);
        let mut program = Program::begun(model, tempfile::tempdir().expect("a folder"));
        program.model.settings.flourish = false;
        let screen = program.shows((120, 40));
        assert!(screen.contains(says), "{says}:\n{screen}");
        program.keys("<esc>:initiative<enter>f<enter>p");
        let diary = program.save().diary();
        let last = diary.step(diary.head()).expect("an entry").account().order;
        assert_eq!((diary.head(), last.as_str()), (3, "pass"), "{}", program.shows((120, 40)));
    }
}
