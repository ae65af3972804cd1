//! The examples at the end of each command's help: they exist, every line runs, and the man pages contain them.

use crate::harness::{
    call::{Home, as_str},
    session::Session,
};
use portable_pty::CommandBuilder;
use std::{
    fs,
    path::Path,
    process::Command,
    time::{Duration, Instant},
};
use wardiary_harness_rules::case_sample::sample;

/// The commands whose examples open the program and need a terminal.
const OPENING: [&str; 3] = ["open", "review", "draw"];

/// A home with the samples as saves, a second copy of one, and the files that the examples name.
fn home() -> Home {
    let home = Home::new();
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("saves");
    for folder in ["saves", "laptop", "stick", ".local/share/man/man1"] {
        fs::create_dir_all(home.path(folder)).expect("the folder can be made");
    }
    for sample in fs::read_dir(samples).expect("the samples").map(|entry| entry.expect("an entry").path()) {
        if sample.extension().is_some_and(|extension| extension == "ron") {
            let name = sample.file_name().expect("a file");
            fs::copy(&sample, home.path("saves").join(name)).expect("it can be copied");
        }
    }
    // The second copy has its own branch after the same beginning.
    fs::copy(home.path("saves/tannenberg.ron"), home.path("laptop/tannenberg.ron")).expect("it can be copied");
    home.run(&["do", "laptop/tannenberg.ron", "undo", "note \"on the laptop\""]).done();
    // A save with secret dice, and a share of it for one side.
    home.run(&["new", "tannenberg", "saves/map-game.ron", "--no-open"]).done();
    home.run(&["share", "saves/map-game.ron", "--for", "Germans", "-o", "share.ron"]).done();
    home.run(&["do", "share.ron", "orders Germans \"to the ridge\""]).done();
    home.run(&["do", "saves/map-game.ron", "initiative"]).done();
    home.file("units.csv", "side,stack,name,strength\nRed,I Corps,1st Brigade,4\nBlue,II Corps,2nd Brigade,4\n");
    home.file("orders.txt", "// the morning\ninitiative\n");
    home.file("ours.ron", "(title: \"Ours\", based_on: \"mouat\")");
    let save = home.read("saves/tannenberg.ron");
    home.file("damaged.ron", &save[..save.len() - 200]);
    let (_, diary) = save.split_once("diary:").expect("a save has a diary");
    home.file("headless.ron", format!("diary:{diary}"));
    home
}

/// Copies a folder with its content.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("the folder can be made");
    for entry in fs::read_dir(from).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        let copied = to.join(entry.file_name().expect("a name"));
        if entry.is_dir() {
            copy(&entry, &copied);
        } else {
            fs::copy(&entry, &copied).expect("it can be copied");
        }
    }
}

/// The commands, as the help lists them.
fn commands(home: &Home) -> Vec<String> {
    let help = home.run(&["--help"]).done().out;
    let (_, list) = help.split_once("Commands:\n").expect("a list of commands");
    let list = list.lines().take_while(|line| !line.is_empty());
    let names = list.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(String::from).collect()
}

/// The command lines in the examples of a command.
fn examples(home: &Home, command: &str) -> Vec<String> {
    let help = home.run(&[command, "--help"]).done().out;
    let (_, examples) = help.split_once("Examples:\n").unwrap_or_else(|| panic!("{command} has no examples:\n{help}"));
    let lines: Vec<&str> = examples.lines().collect();
    let lines = lines.chunks(2).map(|pair| {
        assert!(pair[0].starts_with("  ") && pair[0].ends_with(':'), "{command}: {pair:?}");
        pair[1].strip_prefix("    ").unwrap_or_else(|| panic!("{command}: {pair:?}")).to_string()
    });
    lines.collect()
}

/// Runs the line in a shell that finds the program by its name.
fn shell(home: &Home, line: &str) -> CommandBuilder {
    let binary = Path::new(env!("CARGO_BIN_EXE_wardiary"));
    let folder = binary.parent().expect("a folder").display();
    let mut command = CommandBuilder::new("bash");
    command.args(["-c", &format!("set -o pipefail; {line}")]);
    command.env("PATH", format!("{folder}:{}", std::env::var("PATH").unwrap_or_default()));
    command.env("HOME", home.path(""));
    command.env("MANPAGER", "cat");
    command.cwd(home.path(""));
    command
}

/// Runs the line without a terminal.
fn run(home: &Home, line: &str) -> std::process::Output {
    let built = shell(home, line);
    let mut command = Command::new("bash");
    command.args(built.get_argv().iter().skip(1)).current_dir(home.path("")).stdin(std::process::Stdio::null());
    for name in ["PATH", "HOME", "MANPAGER"] {
        command.env(name, built.get_env(name).expect("it was set"));
    }
    command.env("WARDIARY_HOME", home.path("")).output().expect("a shell")
}

/// Whether a program of this name is installed.
fn is_here(program: &str) -> bool {
    Command::new("sh").args(["-c", &format!("command -v {program}")]).output().is_ok_and(|run| run.status.success())
}

/// The part of an example that can run here: without the reader behind the pipe if the reader is not installed.
fn runnable(line: &str) -> String {
    match line.split_once(" | ") {
        Some((ours, "source")) if is_here("fish") => format!("fish -c '{ours} | source'"),
        Some((ours, reader)) if reader == "source" || !is_here(reader.split(' ').next().unwrap_or_default()) => {
            ours.into()
        }
        _ => line.into(),
    }
}

#[test]
fn every_example_runs() {
    let all = home();
    for command in commands(&all) {
        // The first example of each command, and a sample of the others.
        let mut lines = examples(&all, &command).into_iter();
        for line in lines.next().into_iter().chain(sample(lines, command.len(), 3)) {
            let home = Home::new();
            copy(&all.path(""), &home.path(""));
            if OPENING.contains(&&*command) {
                let mut session = Session::of(&home.path(""), shell(&home, &line), (120, 40));
                // The footer's end may arrive after its beginning, and an Esc right before `q` would be Alt-q.
                let begun = Instant::now();
                let is_dialog = |text: &str| text.contains("Esc back") && begun.elapsed() > Duration::from_secs(2);
                session.until("a screen", |session| session.text().contains("? help") || is_dialog(&session.text()));
                if !session.text().contains("? help") {
                    session.keys("\u{1b}");
                }
                session.sees("? help");
                session.keys("q");
                assert_eq!(session.ends(), 0, "{line}:\n{}", session.text());
                continue;
            }
            let ran = run(&home, &runnable(&line));
            let said = String::from_utf8_lossy(&ran.stderr);
            // `compare` exits with 1 when the copies or branches differ.
            let is_right = ran.status.success() || command == "compare" && ran.status.code() == Some(1);
            assert!(is_right, "{line}\n{said}");
            let is_silent = ran.stdout.is_empty() && !line.contains('>') && !line.starts_with("source");
            assert!(!is_silent, "{line} says nothing\n{said}");
        }
    }
}

#[test]
fn a_man_page_has_what_the_help_has() {
    let home = Home::new();
    for command in commands(&home) {
        let page = home.run(&["man", &command]).done().harmless().out;
        let title = format!(".TH wardiary-{command} 1 ");
        assert!(page.contains(&title) && page.contains("\n.SH EXAMPLES\n"), "{page}");
        for line in examples(&home, &command) {
            let line = line.replace('\\', "\\\\").replace('-', "\\-").replace('\'', "\\*(Aq");
            assert!(page.contains(&line), "{line} is not in\n{page}");
        }
    }
    let all = home.run(&["man"]).done().out;
    for command in commands(&home) {
        assert!(all.contains(&format!("\n.SH \"WARDIARY {}\"\n", command.to_uppercase())), "{command}");
    }
    assert!(all.contains(".TH wardiary 1 ") && all.contains("\n.SS EXAMPLES\n"));
    home.run(&["man", "sate"]).failed(2, &["there is no command “sate”", "did you mean “state”?"]);
}

/// In the output of `man`, lists stay lists, and no markup is left.
#[test]
fn a_man_page_reads_well() {
    if !is_here("man") {
        println!("skipped: there is no `man` here");
        return;
    }
    let home = Home::new();
    let page = home.path("page.1");
    for arguments in [&["man"][..], &["man", "muster"], &["man", "log"]] {
        fs::write(&page, home.run(arguments).done().out).expect("the folder can be written");
        let shown = Command::new("man").args(["--warnings", "-l", as_str(&page)]).env("MANWIDTH", "100").output();
        let shown = shown.expect("`man` runs");
        let (text, warned) = (String::from_utf8_lossy(&shown.stdout), String::from_utf8_lossy(&shown.stderr));
        assert!(warned.is_empty(), "{arguments:?}: {warned}");
        if arguments.contains(&"muster") {
            assert!(text.contains("  stack      required: the stack's name; blank for a unit in no stack\n"), "{text}");
        }
    }
}
