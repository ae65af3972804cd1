//! A user's own themes, and the program's choice of a theme.

use crate::harness::{call::Home, picture::text, program::Program};
use ratatui::style::Color;
use std::fs;
use wardiary_app::{Effect, Start, settings::GlyphChoice};
use wardiary_diary::assets::Folders;
use wardiary_view::{GlyphSet, Theme};

/// A home with its folders and a folder for themes.
fn own_folders() -> (tempfile::TempDir, Folders) {
    let home = tempfile::tempdir().expect("a folder");
    let folders = Folders { saves: home.path().join("saves"), config: home.path().join("config") };
    fs::create_dir_all(folders.config.join("themes")).expect("the folder can be made");
    (home, folders)
}

/// The program with a theme, and settings that name it.
fn with_theme(content: &str) -> (Program, std::path::PathBuf) {
    let (home, folders) = own_folders();
    let path = folders.config.join("themes/mine.ron");
    fs::write(&path, content).expect("it can be written");
    fs::write(folders.config.join("settings.ron"), "(theme: \"mine\")").expect("it can be written");
    let model = wardiary_app::start(Start::StartScreen, folders);
    (Program::begun(model, home), path)
}

#[test]
fn a_patch_changes_what_it_names_and_nothing_else() {
    let dark = Theme::shipped("dark").expect("it ships");
    let patched = Theme::parse("(based_on: \"dark\", colours: (text: \"#ffffff\"))").expect("it is sound");
    assert_eq!(patched.base.fg, Some(Color::Rgb(255, 255, 255)));
    assert_eq!((patched.base.bg, patched.frame.border), (dark.base.bg, dark.frame.border));
    let same = Theme::parse("(based_on: \"light\")").expect("it is sound");
    assert_eq!(same.with_name("light"), Theme::shipped("light").expect("it ships"));
    assert!(
        Theme::parse("(based_on: \"high-contrast\", map: (road: \"red\"), grades: (black: (paper: \"blue\")))").is_ok()
    );
}

#[test]
fn a_faulty_theme_says_where() {
    for (content, says) in [
        ("()", "line 1, column 1: this theme is not based on a built-in one"),
        ("(colours: (text: \"red\"))", "line 1, column 1: this theme is not based on a built-in one"),
        (
            "(based_on: \"drak\")",
            "line 1, column 2: based_on: there is no built-in theme “drak” (did you mean “dark”?)",
        ),
        (
            "(based_on: \"dark\",\n colours: (text: \"reddish\"))",
            "line 2, column 18: colours.text: “reddish” is not a colour",
        ),
        ("(based_on: \"dark\", colours: (txt: \"red\"))", "there is no field `txt` (did you mean `text`?)"),
        ("(based_on: \"dark\", grades: (black: (die: \"#12\")))", "grades.black.die: “#12” is not a colour"),
    ] {
        let problems = Theme::parse(content).expect_err(content);
        let said: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert!(said.iter().any(|said| said.contains(says)), "{content}: {said:?}");
    }
    let two = "(based_on: \"drak\", colours: (text: \"reddish\", muted: \"#\"))";
    assert_eq!(Theme::parse(two).expect_err(two).len(), 3, "all of them at once");
}

/// The settings name a user's theme by its file name. A faulty theme causes a message with its position, and the
/// program uses another.
#[test]
fn a_theme_of_ones_own() {
    let dark = include_str!("../../crates/view/assets/themes/dark.ron");
    let own = dark.replacen("name: \"dark\"", "name: \"mine\"", 1);
    let faulty = own.replacen("accent: ", "acent: ", 1);
    for (theme, name, says) in [(&own, "mine", None), (&faulty, "dark", Some("there is no field `acent`"))] {
        let (mut program, _) = with_theme(theme);
        let model = &mut program.model;
        assert_eq!(model.theme.name(), name);
        assert!(model.session().is_none(), "the start screen is open");
        let told = model.notice().map(|notice| notice.text.clone()).unwrap_or_default();
        assert_eq!(says.is_some(), !told.is_empty(), "{told}");
        assert!(told.contains(says.unwrap_or_default()), "{told}");
        // The key for the next theme reaches the user's theme after those that ship.
        let shipped = Theme::NAMES;
        model.settings.theme = shipped[shipped.len() - 1].into();
        wardiary_app::apply_effects(model, vec![Effect::NextTheme]);
        assert_eq!(model.settings.theme, "mine");
        wardiary_app::apply_effects(model, vec![Effect::NextTheme]);
        assert_eq!(model.settings.theme, shipped[0], "a faulty one is passed");
    }
}

#[test]
fn a_theme_that_is_edited_is_read_again() {
    let (mut program, path) = with_theme("(based_on: \"dark\")");
    assert!(!program.model.reload_theme(), "nothing has changed");
    fs::write(&path, "(based_on: \"dark\", colours: (text: \"red\"), monochrome: true)").expect("it can be written");
    assert!(program.model.reload_theme());
    assert!(program.model.notice().is_some_and(|said| !said.bad && said.text.contains("theme mine was reloaded")));
    let before = program.model.theme.clone();
    fs::write(&path, "(based_on: \"dark\",\n colours: (text: \"rde\"))").expect("it can be written");
    assert!(program.model.reload_theme());
    let said = program.model.notice().expect("the fault").text.clone();
    assert!(said.contains("mine.ron:2:18: colours.text: “rde” is not a colour"), "{said}");
    assert!(program.model.theme == before && !program.model.reload_theme(), "the fault is said once");
    fs::remove_file(&path).expect("it is there");
    assert!(!program.model.reload_theme(), "a file that is being replaced is waited for");
}

#[test]
fn faults_of_all_files_are_named_at_the_start() {
    let (home, folders) = own_folders();
    let file = |name: &str, content: &str| fs::write(folders.config.join(name), content).expect("it can be written");
    file("settings.ron", "(theme: \"mine\")");
    file("themes/mine.ron", "(based_on: \"dark\", colours: (text: \"rde\"))");
    file("keys.ron", "(menu: [(does: \"menu-up\", keys: [\"hop\"])])");
    let said = wardiary_app::start(Start::StartScreen, folders).notice().expect("the faults").text.clone();
    assert!(said.contains("keys.ron:1:34: ") && said.contains("mine.ron:1:36: colours.text"), "{said}");
    assert!(!said.contains(home.path().to_str().expect("a path")), "{said}");
}

#[test]
fn check_knows_a_file_by_its_folder() {
    let home = Home::new();
    fs::create_dir_all(home.path("config/themes")).expect("the folder can be made");
    for (name, content, code, says) in [
        ("config/themes/a.ron", "()", 1, "a.ron:1:1: this theme is not based on a built-in one"),
        ("config/themes/b.ron", "(based_on: \"dark\")", 0, "sound theme"),
        ("config/settings.ron", "()", 0, "sound settings"),
        ("config/keys.ron", "()", 0, "sound keymap"),
        ("c.ron", "()", 1, "neither its contents nor its path tell what kind of file it is"),
        (
            "d.ron",
            "(based_on: \"dark\", colours: (muted: \"#333333\"))",
            0,
            "d.ron:1:30: colours.muted: #333333 on #15191b",
        ),
    ] {
        let (answered, out) = home.checked(name, content);
        assert_eq!(answered, code, "{name}: {out}");
        assert!(out.contains(says), "{name}: {out}");
    }
}

#[test]
fn a_theme_is_shown_role_by_role() {
    let home = Home::new();
    let plain = home.run(&["theme", "light"]).done().out;
    assert!(plain.contains("grades.black.pips") && !plain.contains('\x1b') && !plain.contains('!'), "{plain}");
    let json = home.run(&["theme", "dark", "--json"]).done().json();
    let roles = json["roles"].as_array().expect("roles");
    assert!(roles.iter().all(|role| role["enough"] == true), "{json}");
    assert_eq!(json["roles"][0]["role"], "colours.text");
    assert!(home.run(&["theme"]).done().out.contains("high-contrast-light"));
    home.run(&["theme", "drak"]).failed(2, &["there is no theme “drak”", "did you mean “dark”?"]);
    fs::create_dir_all(home.path("config/themes")).expect("the folder can be made");
    home.file("config/themes/dim.ron", "(based_on: \"dark\", colours: (muted: \"#333333\"))");
    let dim = home.run(&["theme", "dim"]).done().out;
    assert!(dim.contains("1 role has too little contrast"), "{dim}");
}

#[test]
fn ascii_is_ascii_whatever_names_hold() {
    let mut program = Program::of_muster(
        "(sides: [(id: 1, name: \"Österreich – Łódź\")], units: [(id: 2, name: \"第二旅 “Jäger” …\", side: 1)])",
    );
    program.model.settings.glyphs = GlyphChoice::Of(GlyphSet::Ascii);
    for keys in ["", "?", "<esc>:", "<esc>"] {
        let screen = text(&program.keys(keys).draw((120, 40)));
        assert!(screen.is_ascii(), "{screen}");
    }
    assert!(text(&program.draw((120, 40))).contains("Osterreich - Lodz"));
}

#[test]
fn the_background_decides_between_dark_and_light() {
    for (background, theme) in [
        (Color::Rgb(0xff, 0xff, 0xdd), "light"),
        (Color::Rgb(0x00, 0x2b, 0x36), "dark"),
        (Color::Rgb(0xfd, 0xf6, 0xe3), "light"),
        (Color::Indexed(15), "light"),
        (Color::Indexed(0), "dark"),
        (Color::Indexed(8), "dark"),
    ] {
        assert_eq!(Theme::for_background(background), theme, "{background}");
    }
}
