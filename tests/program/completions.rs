//! Shell completions: the names of saves, rulebooks, sides and other things that exist.

use crate::harness::call::{Answered, Home};
use std::{fs, path::Path, process::Command};

/// The completions that the program offers for the last of these words.
fn offered(home: &Home, words: &[&str]) -> Vec<String> {
    let mut command = home.command(&[&["--", "wardiary"], words].concat());
    command.env("WARDIARY_COMPLETE", "bash").env("_CLAP_IFS", "\n");
    command.env("_CLAP_COMPLETE_INDEX", words.len().to_string());
    let answered = Answered::from(command.output().expect("it runs")).done().harmless();
    answered.out.lines().map(String::from).collect()
}

fn home() -> Home {
    let home = Home::new();
    for folder in ["saves", "config/themes", "config/scenarios", "config/rules", "config/maps"] {
        fs::create_dir_all(home.path(folder)).expect("the folder can be made");
    }
    for save in ["tannenberg", "tannenberg-2", "the-wells"] {
        home.file(&format!("saves/{save}.ron"), "(wardiary: 1)");
    }
    // Names that a shell would not read as one plain word are not offered.
    let escape = cfg!(unix).then_some("tan\u{1b}[31m");
    for hostile in ["tan $(reboot)", "tan;ls", "tan`ls`", "tan'ls", "tan ls"].into_iter().chain(escape) {
        home.file(&format!("saves/{hostile}.ron"), "(wardiary: 1)");
        home.file(&format!("{hostile}.ron"), "(wardiary: 1)");
    }
    home.book("ours", "(title: \"Ours\", based_on: \"mouat\")");
    home.file("config/themes/mine.ron", "(based_on: \"dark\")");
    home.file("config/maps/marsh.ron", "()");
    home.file("here.ron", "()");
    home.file("units.csv", "side,stack,name");
    home
}

#[test]
fn names_of_what_is_there_are_offered() {
    let home = home();
    // words typed | all completions
    for (words, all) in [
        (&["open", "tan"][..], &["tannenberg", "tannenberg-2"][..]),
        (&["do", "the"], &["the-wells"]),
        (&["log", "he"], &["here.ron"]),
        (&["odds", "edna", "--save", "the"], &["the-wells"]),
        (&["merge", "tannenberg", "the"], &["the-wells"]),
        (&["orders", "the"], &["the-wells"]),
        (&["orders", "import", "the"], &["the-wells"]),
        (&["orders", "import", "the-wells", "he"], &["here.ron"]),
        (&["verify", "tannenberg", "the"], &["the-wells"]),
        (&["new", "tan"], &["tannenberg"]),
        (&["new", "un"], &["units.csv"]),
        (&["playtest", "wa"], &["wadi"]),
        (&["rules", "mo"], &["mouat"]),
        (&["roll", "edna", "8", "--rules", "ou"], &["ours"]),
        (&["map", "ma"], &["marsh"]),
        (&["draw", "ga"], &["garrison"]),
        (&["theme", "mi"], &["mine"]),
        (&["man", "sta"], &["state"]),
        (&["man", "ste"], &[]),
        (&["list", "--set", "the"], &["theme="]),
        (&["completions", "fi"], &["fish"]),
        (&["stat"], &["state"]),
        (&["luck", "--fo"], &["--for", "--fought-out"]),
    ] {
        let mut offered = offered(&home, words);
        offered.sort();
        assert_eq!(offered, all, "{words:?}");
    }
    let empty = offered(&home, &["open", ""]);
    assert!(empty.contains(&"the-wells".into()) && empty.contains(&"here.ron".into()), "{empty:?}");
    assert!(empty.iter().all(|name| !name.contains(['$', ';', '`', '\'', ' '])), "{empty:?}");
}

/// The sides of the save on the command line, wherever the save is on the line.
#[test]
fn the_sides_of_a_save_are_offered() {
    let home = Home::new();
    home.tannenberg("real");
    for (words, all) in [
        (&["state", "real.ron", "--for", ""][..], &["Germans", "Russians"][..]),
        (&["report", "-o", "r.md", "real.ron", "--for", "R"], &["Russians"]),
        (&["open", "--for", "Ge"], &[]),
        (&["do", "real.ron", "--as", "G"], &["Germans"]),
        (&["orders", "real.ron", "--side", "R"], &["Russians"]),
    ] {
        assert_eq!(offered(&home, words), all, "{words:?}");
    }
}

/// Runs bash with the completion script.
#[test]
#[cfg_attr(windows, ignore = "needs bash")]
fn bash_completes_a_save() {
    let home = home();
    let folder = Path::new(env!("CARGO_BIN_EXE_wardiary")).parent().expect("a folder").display();
    let script = "source <(wardiary completions bash); COMP_WORDS=(wardiary open the); COMP_CWORD=2; \
                  _clap_complete_wardiary wardiary the open; printf '%s\\n' \"${COMPREPLY[@]}\"";
    let run = Command::new("bash")
        .args(["-c", script])
        .env("PATH", format!("{folder}:{}", std::env::var("PATH").unwrap_or_default()))
        .env("WARDIARY_HOME", home.path(""))
        .current_dir(home.path(""))
        .output()
        .expect("bash runs");
    assert_eq!(String::from_utf8_lossy(&run.stdout).trim(), "the-wells", "{}", String::from_utf8_lossy(&run.stderr));
}

#[test]
fn every_shell_has_its_script() {
    let home = Home::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = home.run(&["completions", shell]).done().out;
        assert!(script.contains("WARDIARY_COMPLETE") && script.contains("wardiary"), "{shell}: {script}");
    }
    home.run(&["completions", "tcsh"]).failed(2, &["invalid value 'tcsh'", "fish"]);
}
